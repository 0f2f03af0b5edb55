// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "base/arena.h"
#include "asic.h"
#include "model/internal.h"

#include "guc_asic.h"
#include "guc_rdf.h"
#include "asic/info.h"

const char *guclog_version(void)
{
	return GUCLOG_VERSION;
}

/**
 * fault_publish() - convert a fault to the public structure
 * @to: filled with the public form of the fault; may be NULL
 * @fault: the fault
 *
 * Return: the negative errno value of the fault, 0 if there is none.
 */
int fault_publish(struct guclog_fault *to, const struct guc_fault *fault)
{
	struct guc_text text;

	if (!to)
		return guc_fault_errno(fault);
	*to = (struct guclog_fault){
		.error = guc_fault_errno(fault),
		.offset = fault->offset,
		.found = fault->found,
		.expected = fault->expected,
	};
	if (to->error) {
		text = guclog_text(to->text, sizeof(to->text));
		guc_fault_print(&text, fault);
	}
	return to->error;
}

/*
 * For each form of ASIC info in the core (code that the kernel module and the library share): the
 * number of the form in guclog.h.
 */
static const enum guclog_asic_form forms[] = {
	[GUC_ASIC_V1] = GUCLOG_ASIC_V1,
	[GUC_ASIC_V2] = GUCLOG_ASIC_V2,
	[GUC_ASIC_V3] = GUCLOG_ASIC_V3,
	[GUC_ASIC_V1_PACKED] = GUCLOG_ASIC_V1_PACKED,
	[GUC_ASIC_RDF] = GUCLOG_ASIC_RDF,
};

int guclog_asic_make(enum guclog_asic_form form,
		     const struct guclog_facts *facts, void *buf, size_t size,
		     size_t *len)
{
	unsigned int core;
	ssize_t ret;

	for (core = 0; core < ARRAY_SIZE(forms) && forms[core] != form; core++)
		;
	if (core == ARRAY_SIZE(forms) || form == GUCLOG_ASIC_V2)
		return -EINVAL;
	ret = guc_asic_write(core, const_core_facts(facts), buf, size);
	if (ret < 0)
		return (int)ret;
	*len = (size_t)ret;
	return 0;
}

/**
 * struct asic - ASIC info
 * @pub: the public part
 * @arena: memory of @pub
 * @core: the same data in the structure of the core (code that kernel module and library share)
 */
struct asic {
	struct guclog_asic pub;
	struct arena arena;
	struct guc_asic core;
};

static enum guclog_asic_kind kind_of(const struct guc_asic_field *field)
{
	switch (field->kind) {
	case GUC_ASIC_BDF:
		return GUCLOG_ASIC_BDF;
	case GUC_ASIC_F32:
		return GUCLOG_ASIC_FLOAT;
	case GUC_ASIC_GPU:
	case GUC_ASIC_MEM:
		return GUCLOG_ASIC_NAMED;
	case GUC_ASIC_TEXT:
		return GUCLOG_ASIC_STRING;
	case GUC_ASIC_MASK:
		return GUCLOG_ASIC_MASK;
	default:
		return GUCLOG_ASIC_NUMBER;
	}
}

static const struct guclog_asic_value *new_value(struct asic *asic,
						 const struct guc_asic_field *field, unsigned int i)
{
	struct guclog_asic_value *value = arena_zero(&asic->arena, sizeof(*value));
	/* In the worst case each byte of a string becomes four characters, \xNN. */
	char buf[1100] = "", index[16] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (!value)
		return NULL;
	guc_asic_print(&text, &asic->core, field, i);
	if (field->kind == GUC_ASIC_MASK)
		snprintf(index, sizeof(index), "[%u]", i / 2);
	else if (field->kind != GUC_ASIC_TEXT && field->count > 1)
		snprintf(index, sizeof(index), "[%u]", i);
	value->number = field->kind == GUC_ASIC_TEXT ? 0 : guc_asic_number(&asic->core, field, i);
	value->text = arena_strdup(&asic->arena, buf);
	value->line = arena_printf(&asic->arena, "%s%s=%s%s%s", field->name, index, buf,
				   field->unit ? " " : "", field->unit ? field->unit : "");
	return value;
}

static const struct guclog_asic_field *new_field(struct asic *asic,
						 const struct guc_asic_field *field,
						 const struct guc_facts *facts)
{
	const char *string = (const char *)&asic->core.info + field->offset;
	unsigned int nr = field->kind == GUC_ASIC_TEXT ? 1 : field->count, i;
	struct guclog_asic_field *new = arena_zero(&asic->arena, sizeof(*new));
	const struct guclog_asic_value **values = arena_zero(&asic->arena, nr * sizeof(*values));
	char origin[256] = "";
	struct guc_text text = { .buf = origin, .size = sizeof(origin) };

	if (!new || !values)
		return NULL;
	if (field->version > asic->core.version)
		nr = 0;
	if (facts)
		asic_origin(&text, facts, field->name);
	*new = (struct guclog_asic_field){
		.name = field->name,
		.unit = field->unit,
		.kind = kind_of(field),
		.origin = arena_strdup(&asic->arena, origin),
		.nr_values = nr,
		.value = values,
	};
	if (field->kind == GUC_ASIC_TEXT && nr)
		new->string = (struct guclog_bytes){ string, strnlen(string, field->count) };
	for (i = 0; i < nr; i++)
		values[i] = new_value(asic, field, i);
	return new;
}

/*
 * Fill the public part of @asic. @facts: the facts from which @asic was made, NULL if it was read.
 * Return: the public part, or NULL if there is no memory; @asic is then freed.
 */
static const struct guclog_asic *publish(struct asic *asic, const struct guc_facts *facts)
{
	struct guc_text text = { .buf = NULL };
	const struct guclog_asic_field **fields;
	unsigned int i;

	arena_init(&asic->arena, ARENA_NO_LIMIT);
	fields = arena_zero(&asic->arena, GUC_ASIC_FIELDS * sizeof(*fields));
	for (i = 0; i < GUC_ASIC_FIELDS && fields; i++)
		fields[i] = new_field(asic, &guc_asic_fields[i], facts);
	guc_asic_report(&text, &asic->core);
	text = (struct guc_text){
		.buf = arena_zero(&asic->arena, text.len + 1),
		.size = text.len + 1,
	};
	guc_asic_report(&text, &asic->core);
	asic->pub = (struct guclog_asic){
		.form = forms[asic->core.form],
		.version = asic->core.version,
		.nr_fields = GUC_ASIC_FIELDS,
		.field = fields,
		.text = text.buf,
	};
	if (!asic->arena.failed)
		return &asic->pub;
	guclog_asic_close(&asic->pub);
	return NULL;
}

const struct guclog_asic *guclog_asic_open(const void *blob, size_t len,
					   struct guclog_fault *fault)
{
	struct guc_fault found;
	struct guc_asic core;
	struct asic *asic;

	guc_asic_read(&core, bytes(blob, len), &found);
	if (fault_publish(fault, &found))
		return NULL;
	asic = calloc(1, sizeof(*asic));
	if (!asic)
		return NULL;
	asic->core = core;
	return publish(asic, NULL);
}

const struct guclog_asic *guclog_asic_from_facts(const struct guclog_facts *facts)
{
	struct asic *asic = calloc(1, sizeof(*asic));

	if (!asic)
		return NULL;
	asic->core = (struct guc_asic){ .form = GUC_ASIC_V3, .version = 3 };
	guc_asic_fill(&asic->core.info, const_core_facts(facts));
	return publish(asic, const_core_facts(facts));
}

void guclog_asic_close(const struct guclog_asic *asic)
{
	struct asic *a = (struct asic *)asic;

	if (!a)
		return;
	arena_free(&a->arena);
	free(a);
}

size_t guclog_asic_wrap(const struct guclog_asic *asic, void *buf, size_t size)
{
	static const enum guc_asic_form versions[] = {
		[1] = GUC_ASIC_V1, [2] = GUC_ASIC_V2, [3] = GUC_ASIC_V3,
	};
	enum guc_asic_form form = versions[asic->version];
	size_t plain = guc_asic_size(form), len = GUC_RDF_FILE_SIZE(plain);

	if (!buf || len > size)
		return len;
	guc_asic_cut(form, &((const struct asic *)asic)->core.info,
		     (u8 *)buf + GUC_RDF_DATA_OFFSET);
	guc_rdf_wrap(buf, GUC_RDF_CHUNK_ASIC_INFO, asic->version, plain);
	return len;
}
