// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the titles of a devcoredump's sections and passes each other line to the reader of its
 * section. Also stores data: bytes that xe prints in ascii85, such as the contents of memory
 * ranges.
 */
#include "dump_reader.h"

/* The sections that xe prints for each GT or at the end. */
static const struct {
	enum dump_section section;
	enum dump_where where;
} sections[] = {
	{ SECTION_LOG, IN_LOG },
	{ SECTION_CT, IN_CT },
	{ SECTION_QUEUE, IN_CONTEXTS },
	{ SECTION_JOB, IN_JOB },
	{ SECTION_ENGINE, IN_ENGINES },
	{ SECTION_VM, IN_VM },
};

static void begin_gt(struct dump_reader *r)
{
	struct guclog_dump *dump = r->dump;

	if (dump_add(r, &dump->gt, &dump->nr_gts, sizeof(*dump->gt)))
		r->gt = (int)dump->nr_gts - 1;
}

/**
 * dump_current_gt() - get the GT to which the current sections belong
 * @r: reader of the devcoredump
 *
 * Return: the GT, or NULL if there is no memory. If the text has not named a GT yet, the GT has no
 * number.
 */
struct guclog_dump_gt *dump_current_gt(struct dump_reader *r)
{
	if (r->gt < 0)
		begin_gt(r);
	return r->gt < 0 ? NULL : &r->dump->gt[r->gt];
}

/*
 * Begin a section. The devcoredump counts as having the section even if no line follows the title.
 */
static void begin_section(struct dump_reader *r, enum dump_where where)
{
	struct guclog_dump_gt *gt;

	r->where = where;
	r->last = where;
	r->ring = -1;
	r->in_lrc = false;
	if (where == IN_VM) {
		r->dump->vm.present = true;
		return;
	}
	gt = dump_current_gt(r);
	if (!gt)
		return;
	switch (where) {
	case IN_LOG:
		gt->log.present = true;
		break;
	case IN_CT:
		gt->ct.present = true;
		break;
	case IN_CONTEXTS:
		gt->has_contexts = true;
		break;
	case IN_JOB:
		gt->has_job = true;
		break;
	case IN_ENGINES:
		gt->has_engines = true;
		break;
	default:
		break;
	}
}

static void begin_dump(struct dump_reader *r)
{
	if (r->where != IN_NOTHING) {
		dump_problem(r, "another devcoredump begins here; it is not read");
		r->where = IN_REST;
		return;
	}
	r->dump->found = true;
	r->where = IN_HEAD;
}

/**
 * dump_reader_begin_inside() - begin a devcoredump whose first line is missing
 * @reader: from dump_reader_new(); the next line can belong to the head of the devcoredump
 */
void dump_reader_begin_inside(struct dump_reader *reader)
{
	dump_cut(reader, reader->line,
		 "the beginning of the devcoredump is missing: get the whole file");
	reader->dump->found = true;
	reader->where = IN_HEAD;
}

/* Read a title such as "**** GuC Log ****". Return: true, or false if the line is not a title. */
static bool read_title(struct dump_reader *r, struct guc_view v)
{
	static const char end[] = " ****";
	const struct printed_name *title;
	unsigned int i;
	u64 id;

	if (!eat(&v, "**** "))
		return false;
	if (v.len >= sizeof(end) - 1 &&
	    !memcmp(v.data + v.len - (sizeof(end) - 1), end, sizeof(end) - 1))
		v.len -= sizeof(end) - 1;
	title = printed_find(v, BIT(PRINTED_TITLE));
	if (title && title->section == SECTION_HEAD) {
		begin_dump(r);
		return true;
	}
	if (r->where == IN_REST)
		return true;
	if (r->where == IN_NOTHING)
		dump_reader_begin_inside(r);
	if (eat(&v, printed_title(SECTION_GT)) && dump_eat_number(&v, &id)) {
		begin_gt(r);
		r->where = IN_GT;
		if (r->gt >= 0) {
			r->dump->gt[r->gt].has_id = true;
			r->dump->gt[r->gt].id = (u32)id;
		}
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(sections) && title; i++)
		if (sections[i].section == title->section) {
			begin_section(r, sections[i].where);
			return true;
		}
	dump_problem(r, "section '%.*s' is not known", min_t(int, v.len, 60),
		     (const char *)v.data);
	r->where = IN_UNKNOWN;
	return true;
}

/*
 * Read the name and the PID of a process, such as "python3 [41874]". A bracket at the end is not
 * always a PID: Linux 6.12 does not print it, and the name of a process may itself end with a
 * bracket. A PID is also in "xxxxxxx [xxxxx]", which is redacted.
 */
static void read_process(struct dump_reader *r, const char *value)
{
	const char *open = value ? strrchr(value, '[') : NULL;
	size_t len = value ? strlen(value) : 0;
	struct guc_view v;
	u64 pid;

	if (!value)
		return;
	if (open && open > value && open[-1] == ' ') {
		v = guc_view(open + 1, strlen(open + 1));
		if (dump_eat_number(&v, &pid) && pid <= U32_MAX && v.len == 1 &&
		    *v.data == ']') {
			r->dump->has_pid = true;
			r->dump->pid = (u32)pid;
			len = (size_t)(open - value);
		} else if (strspn(value, "x []") == len && v.len > 1) {
			len = (size_t)(open - value);
		}
	}
	arena_drop(r->arena, r->dump->process);
	r->dump->process = dump_string(r, guc_view(value, len));
}

static bool head_line(struct dump_reader *r, struct guc_view v)
{
	struct guclog_dump *dump = r->dump;
	struct guclog_dump_gt_info *info;
	struct guc_view id = v;
	u64 n;

	if (dump_eat_name(&id, DUMP_GT_LIST_ID) && eat(&id, " ") && dump_eat_number(&id, &n)) {
		info = dump_add(r, &dump->gt_info, &dump->nr_gt_infos,
				sizeof(*info));
		if (info)
			info->id = (u32)n;
		return true;
	}
	if (dump->nr_gt_infos)
		return dump_add_field(r, &dump->gt_info[dump->nr_gt_infos - 1].fields,
				      SECTION_GT_LIST, v);
	if (!dump_add_field(r, &dump->head, SECTION_HEAD, v))
		return false;
	if (!r->no_memory && dump_eat_name(&v, DUMP_HEAD_PROCESS))
		read_process(r, guclog_dump_text(&dump->head, DUMP_HEAD_PROCESS));
	return true;
}

static bool log_line(struct dump_reader *r, struct guc_view v)
{
	struct guclog_dump_gt *gt = dump_current_gt(r);
	struct guc_view value;
	enum dump_name what = printed_data(v, DUMP_LOG_DATA, &value);
	u64 n;

	if (!gt)
		return true;
	if (what == DUMP_VM_DATA) {
		dump_begin_blob(r, &gt->log.blob);
		return true;
	}
	if (what == DUMP_VM_LENGTH && eat(&value, " ") && dump_eat_number(&value, &n))
		dump_blob_length(&gt->log.blob, n);
	/*
	 * For a line without a value, such as "GuC log snapshot not allocated!", the result is
	 * false, and the caller reports the line.
	 */
	return dump_add_field(r, &gt->log.fields, SECTION_LOG, v);
}

/*
 * Return: whether the line ends the block of HTML or Markdown into which a dump was pasted, or the
 * record of a terminal that script(1) made.
 */
static bool is_end_of_block(struct guc_view v)
{
	return eat(&v, "</") || eat(&v, "```") || eat(&v, "Script done on ");
}

/**
 * dump_take_line() - read a line
 * @r: reader of the devcoredump
 * @v: the line, not empty and without blanks at its beginning; of a line with data, only the
 *	beginning is needed
 */
void dump_take_line(struct dump_reader *r, struct guc_view v)
{
	struct guc_view name = v;
	struct guclog_dump_gt *gt;
	bool known = true;

	/* xe prints the line "Done." at the end of a dump in the kernel log. */
	if (r->dump->captured && printed_is(v, DUMP_KERNEL_LOG_DONE))
		r->done = true;
	if (r->done)
		return;
	if (read_title(r, v)) {
		r->last_line = r->line;
		return;
	}
	if (r->where != IN_NOTHING && r->where != IN_REST && is_end_of_block(v))
		r->where = IN_OTHER;
	/* People cut out titles, and some kernels do not print that of the queues. */
	if (r->where == IN_CT && dump_eat_name(&name, DUMP_QUEUE_GUC_ID) &&
	    view_begins(name, " "))
		begin_section(r, IN_CONTEXTS);
	if (r->where <= IN_UNKNOWN)
		r->last_line = r->line;
	switch (r->where) {
	case IN_HEAD:
		known = head_line(r, v);
		break;
	case IN_GT:
		gt = dump_current_gt(r);
		known = !gt || dump_add_field(r, &gt->fields, SECTION_GT, v);
		break;
	case IN_LOG:
		known = log_line(r, v);
		break;
	case IN_CT:
		known = dump_ct_line(r, v);
		break;
	case IN_CONTEXTS:
		known = dump_contexts_line(r, v);
		break;
	case IN_JOB:
		gt = dump_current_gt(r);
		known = !gt || dump_add_field(r, &gt->job, SECTION_JOB, v);
		break;
	case IN_ENGINES:
		known = dump_engines_line(r, v);
		break;
	case IN_VM:
		known = dump_vm_line(r, v);
		break;
	default:
		break;
	}
	if (!known)
		dump_problem(r, "line is not known: %.*s", min_t(int, v.len, 80),
			     (const char *)v.data);
}

/*
 * Return: whether xe prints the section "VM state" at the end of the devcoredump. Linux 6.8 and 6.9
 * do not always print it. If the GuC no longer answers, xe prints only a part of the sections, into
 * the kernel log. After a section that is not known, any section can be missing.
 */
static bool ends_with_vm(const struct dump_reader *r)
{
	const char *reason = guclog_dump_text(&r->dump->head, DUMP_HEAD_REASON);
	const char *dead = printed_text(DUMP_HEAD_CTB_IS_DEAD);
	u32 kernel = dump_linux(r->dump);

	if (r->dump->captured || r->where == IN_UNKNOWN)
		return false;
	if (reason && !strncmp(reason, dead, strlen(dead)))
		return false;
	return !kernel || kernel >= 610;
}

/* Return: whether the last memory range has neither data nor the error number of the driver. */
static bool range_is_open(const struct guclog_dump_vm *vm)
{
	const struct guclog_dump_range *last = vm->nr_ranges ? &vm->range[vm->nr_ranges - 1] : NULL;

	return last && !last->has_error && !last->blob.present;
}

/**
 * dump_check_end() - find out whether the devcoredump ends before its last section
 * @r: reader of the devcoredump, after the last line
 *
 * A devcoredump that ends right after its GuC log is not called incomplete: users publish such a
 * part on purpose.
 */
void dump_check_end(struct dump_reader *r)
{
	const struct guclog_dump_vm *vm = &r->dump->vm;
	char text[128];
	unsigned int i;

	if (vm->present && range_is_open(vm))
		dump_cut(r, r->last_line,
			 "the dump ends in the section VM state: get the whole file");
	if (vm->present || r->last <= IN_LOG || !ends_with_vm(r))
		return;
	for (i = 0; i < ARRAY_SIZE(sections); i++) {
		if (sections[i].where != r->last)
			continue;
		snprintf(text, sizeof(text), "the dump ends in the section %s: get the whole file",
			 printed_title(sections[i].section));
		dump_cut(r, r->last_line, text);
	}
}

/**
 * dump_begin_blob() - prepare to read the data in the rest of the current line
 * @r: reader of the devcoredump
 * @blob: filled with the properties of the data
 */
void dump_begin_blob(struct dump_reader *r, struct guclog_dump_blob *blob)
{
	blob->present = true;
	blob->line = r->line;
	r->blob = blob;
	r->a85 = (struct a85){ 0 };
	r->zeroes = 0;
	r->keep = NULL;
}

/**
 * dump_keep_blob() - set the destination of the data for which dump_begin_blob() was called
 * @r: reader of the devcoredump
 * @to: destination; if it already has data, the new data are not stored
 */
void dump_keep_blob(struct dump_reader *r, struct guclog_bytes *to)
{
	if (to->data)
		return;
	r->keep = to;
	r->keep_data = NULL;
	r->keep_room = 0;
	r->keep_zeroes = 0;
}

/*
 * Largest number of bytes that are stored of the data of one item (a memory range, HWSP or HWCTX),
 * and of the data of all items of a devcoredump.
 */
#define KEEP_PART	(64ull * 1024 * 1024)
#define KEEP_ALL	(256ull * 1024 * 1024)

static bool make_room(struct dump_reader *r, size_t need)
{
	size_t room = max_t(size_t, max(2 * r->keep_room, need), 4096);
	u8 *data;

	if (need <= r->keep_room)
		return true;
	data = arena_grow(r->arena, r->keep_data, room);
	if (!data) {
		r->no_memory = true;
		return false;
	}
	r->keep_data = data;
	r->keep->data = data;
	r->keep_room = room;
	return true;
}

/**
 * dump_keep_bytes() - store bytes of the data for which dump_keep_blob() was called
 * @r: reader of the devcoredump
 * @bytes: the bytes
 * @len: number of bytes
 *
 * Zeroes are only counted at first, and are stored when a byte follows that is not 0. Zeroes at the
 * end of the data are therefore never stored. This saves much room, because most of the memory of a
 * GPU is zero.
 */
void dump_keep_bytes(struct dump_reader *r, const u8 *bytes, size_t len)
{
	struct guclog_bytes *to = r->keep;
	size_t used = len;
	u64 end;

	while (used && !bytes[used - 1])
		used--;
	if (!to || !used) {
		r->keep_zeroes += len;
		return;
	}
	end = to->len + r->keep_zeroes + used;
	if (end > KEEP_PART || r->kept + r->keep_zeroes + used > KEEP_ALL) {
		r->keep = NULL;
		return;
	}
	if (!make_room(r, (size_t)end))
		return;
	memset(r->keep_data + to->len, 0, (size_t)r->keep_zeroes);
	memcpy(r->keep_data + to->len + (size_t)r->keep_zeroes, bytes, used);
	r->kept += end - to->len;
	to->len = (size_t)end;
	r->keep_zeroes = len - used;
}

/**
 * dump_blob_length() - store the length of data from a line of the devcoredump
 * @blob: properties of the data; @has_length and @length are set
 * @length: length of the data in bytes
 */
void dump_blob_length(struct guclog_dump_blob *blob, u64 length)
{
	blob->has_length = true;
	blob->length = length;
}
