// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds out whether the module xe_guclog can read the structures of the xe driver of a kernel. It
 * uses the same code as the module, xel_layout_resolve(), but reads the types from files instead of
 * from the running kernel.
 */
#include <sys/utsname.h>

#include "base/arena.h"
#include "model/internal.h"
#include "layout/type_file.h"
#include "base/messages.h"
#include "xel_layout.h"
#include "layout/xe_layout.h"

#define RUNNING		"/sys/kernel/btf/"
#define RUNNING_KERNEL	RUNNING "vmlinux"

/**
 * struct layout_handle - the layout of the structures of xe, and the files from which it was read
 * @pub: the public part
 * @arena: arena that has the memory of the layout
 * @messages: messages about the files
 * @xe: the file of the module xe
 * @base: the kernel for which @xe was built; empty if @xe has all types
 * @own_base: the types of the kernel in the section .BTF.base of @xe; empty if there
 *	is none
 * @base_path: path of @base, NULL if it was not given
 * @layout: the layout that was found
 */
struct layout_handle {
	struct guclog_xe_layout pub;
	struct arena arena;
	struct messages messages;
	struct type_file xe;
	struct type_file base;
	struct type_file own_base;
	const char *base_path;
	struct xel_layout layout;
};

/*
 * Return: whether the file belongs to the running kernel. A file of /sys/kernel/btf always does;
 * other files contain the release of their kernel.
 */
static bool is_running(const struct type_file *xe)
{
	struct utsname uts;

	if (!strncmp(xe->name, RUNNING, strlen(RUNNING)))
		return true;
	return !uname(&uts) && !strcmp(xe->release, uts.release);
}

static int choose_base(struct layout_handle *h)
{
	if (h->base_path)
		return 0;
	if (!is_running(&h->xe)) {
		messages_add(&h->messages, h->xe.name,
			     "was not built for the running kernel%s%s: --base is needed",
			     h->xe.release[0] ? ", but belongs to " : "", h->xe.release);
		return -EINVAL;
	}
	h->base_path = RUNNING_KERNEL;
	return 0;
}

static int refused(struct layout_handle *h, int err)
{
	messages_add(&h->messages, h->xe.name, "is not supported: %s", type_file_trouble(err));
	return err == -ENOMEM ? err : -ENODATA;
}

/*
 * Return: whether the module was built for this kernel: true unless both releases are known and
 * differ. With the types of another kernel, the layout would be wrong.
 */
static bool fits(struct layout_handle *h)
{
	const char *xe = h->xe.release, *base = h->base.release;

	if (!*xe || !*base || !strcmp(xe, base))
		return true;
	messages_add(&h->messages, h->base.name, "is kernel %s, but %s was built for kernel %s",
		     base, h->xe.name, xe);
	return false;
}

static int open_base(struct layout_handle *h)
{
	int err = choose_base(h);

	if (err)
		return err;
	if (type_file_read(&h->base, h->base_path, &h->arena, &h->messages.sink) || !fits(h))
		return -EINVAL;
	err = type_file_open(&h->base, h->base.types, NULL);
	if (err)
		messages_add(&h->messages, h->base.name, "%s", type_file_trouble(err));
	return !err || err == -ENOMEM ? err : -EINVAL;
}

/*
 * Open the types in section .BTF.base of the module. The section has only names and sizes of
 * types; the members are taken from the kernel if it is available.
 */
static int open_own_base(struct layout_handle *h)
{
	int err;

	h->own_base.arena = &h->arena;
	err = type_file_open(&h->own_base, h->xe.distilled, NULL);
	if (err)
		return refused(h, err);
	if (!h->base_path && !is_running(&h->xe))
		return 0;
	err = open_base(h);
	if (!err)
		h->own_base.btf.full = &h->base.btf;
	return err;
}

static const struct guclog_xe_struct *new_structs(struct layout_handle *h)
{
	struct guclog_xe_struct *list = arena_zero(&h->arena, XEL_ROOT_COUNT * sizeof(*list));
	unsigned int i;

	for (i = 0; list && i < XEL_ROOT_COUNT; i++)
		list[i] = (struct guclog_xe_struct){
			.name = xel_root_name(i),
			.bytes = h->layout.size[i],
			.definitions = h->layout.copies[i],
		};
	return list;
}

static const struct guclog_xe_member *new_members(struct layout_handle *h)
{
	struct guclog_xe_member *list = arena_zero(&h->arena, XEL_FIELD_COUNT * sizeof(*list));
	unsigned int id;

	for (id = 0; list && id < XEL_FIELD_COUNT; id++) {
		const struct xel_field *f = &h->layout.field[id];

		list[id] = (struct guclog_xe_member){
			.id = xel_field_id_name(id),
			.structure = xel_field_root(id),
			.path = xel_field_path(id),
			.reason = f->present ? NULL : xel_reason_text(f->reason),
			.required = xel_field_is_required(id),
			.offset = f->off,
			.bytes = f->size,
			.bit = f->bit,
			.bits = f->width,
			.elements = f->nelem,
			.stride = f->stride,
		};
	}
	return list;
}

static const struct guclog_xe_name *new_names(struct layout_handle *h)
{
	const struct xel_layout *layout = &h->layout;
	struct guclog_xe_name *list = arena_zero(&h->arena,
						 (layout->nr_names + 1) * sizeof(*list));
	u32 i;

	for (i = 0; list && i < layout->nr_names; i++)
		list[i] = (struct guclog_xe_name){
			.of = layout->name[i].of,
			.value = layout->name[i].value,
			.name = layout->name[i].name,
		};
	return list;
}

static const char *const *new_enums(struct layout_handle *h)
{
	const char **list = arena_zero(&h->arena, XEL_ENUM_COUNT * sizeof(*list));
	unsigned int i;

	for (i = 0; list && i < XEL_ENUM_COUNT; i++)
		list[i] = xel_enum_tag(i);
	return list;
}

static const char *new_text(struct layout_handle *h)
{
	struct guc_text text = { .buf = NULL };

	xel_layout_print(&text, &h->layout);
	text.size = text.len + 1;
	text.buf = arena_zero(&h->arena, text.size);
	text.len = 0;
	if (text.buf)
		xel_layout_print(&text, &h->layout);
	return text.buf;
}

static void take_fault(struct layout_handle *h, const struct xel_layout_fault *fault)
{
	char buf[512];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	xel_layout_fault_print(&text, fault);
	h->pub.why = arena_strdup(&h->arena, buf);
	h->pub.reason = xel_reason_text(fault->reason);
	if (fault->field < XEL_FIELD_COUNT)
		h->pub.member_id = xel_field_id_name(fault->field);
}

/* Find the layout in the types of the files. Return: 0 or -ENOMEM. */
static int resolve(struct layout_handle *h, const struct xel_btf *base)
{
	struct xel_layout_fault fault;

	h->pub.supported = !xel_layout_resolve(&h->layout, base, &h->xe.btf, &fault);
	if (!h->pub.supported)
		take_fault(h, &fault);
	h->pub.only_names = base == &h->own_base.btf && !base->full;
	h->pub.name = arena_strdup(&h->arena, h->xe.name);
	h->pub.kernel = h->xe.release;
	h->pub.text = new_text(h);
	h->pub.nr_structs = XEL_ROOT_COUNT;
	h->pub.structure = new_structs(h);
	h->pub.nr_members = XEL_FIELD_COUNT;
	h->pub.member = new_members(h);
	h->pub.nr_enums = XEL_ENUM_COUNT;
	h->pub.enum_tag = new_enums(h);
	h->pub.nr_names = h->layout.nr_names;
	h->pub.enumerator = new_names(h);
	return h->arena.failed ? -ENOMEM : 0;
}

static int open_xe(struct layout_handle *h, const char *path)
{
	const struct xel_btf *base = NULL;
	int err;

	switch (type_file_read(&h->xe, path, &h->arena, &h->messages.sink)) {
	case TYPE_FINE:
		break;
	case TYPE_NONE:
		return -ENODATA;
	default:
		return -EINVAL;
	}
	if (type_file_is_split(&h->xe)) {
		base = h->xe.distilled.len ? &h->own_base.btf : &h->base.btf;
		err = h->xe.distilled.len ? open_own_base(h) : open_base(h);
		if (err)
			return err;
	}
	err = type_file_open(&h->xe, h->xe.types, base);
	return err ? refused(h, err) : resolve(h, base);
}

const struct guclog_xe_layout *guclog_xe_layout_open(const char *xe, const char *base,
						     struct guclog_error *error)
{
	struct layout_handle *h = calloc(1, sizeof(*h));
	int err = -ENOMEM;

	if (!h) {
		error_set(error, err, xe, guclog_strerror(err));
		return NULL;
	}
	arena_init(&h->arena, ARENA_NO_LIMIT);
	messages_init(&h->messages, &h->arena);
	h->base_path = base;
	err = open_xe(h, xe);
	error_set_read(error, err, xe, &h->messages);
	if (!err)
		return &h->pub;
	guclog_xe_layout_close(&h->pub);
	return NULL;
}

void guclog_xe_layout_close(const struct guclog_xe_layout *layout)
{
	struct layout_handle *h = (struct layout_handle *)layout;

	if (!h)
		return;
	arena_free(&h->arena);
	free(h);
}
