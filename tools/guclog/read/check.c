// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Finds the defects of a log or of a file, and where they are. */
#include "base/arena.h"
#include "guc_asic.h"
#include "read/check.h"
#include "read/dump/sections.h"
#include "read/forms.h"
#include "read/log/logs.h"
#include "model/internal.h"
#include "read/lfd/blocks.h"
#include "read/lfd/describe.h"
#include "read/log/log.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/**
 * struct check - the result of a check
 * @pub: the public part
 * @arena: memory of @pub
 */
struct check {
	struct guclog_check_result pub;
	struct arena arena;
};

/* Return: a new defect, or NULL if there is no memory. */
static struct guclog_defect *add(struct check *c, enum guclog_defect_kind kind, const char *text)
{
	const struct guclog_defect **list = (const struct guclog_defect **)c->pub.defect;
	struct guclog_defect *defect = arena_zero(&c->arena, sizeof(*defect));

	if (!defect || !text)
		return NULL;
	list = arena_room(&c->arena, list, c->pub.nr_defects, sizeof(*list));
	if (!list)
		return NULL;
	*defect = (struct guclog_defect){ .kind = kind, .text = text };
	c->pub.defect = list;
	list[c->pub.nr_defects++] = defect;
	return defect;
}

static struct guclog_defect *add_fault(struct check *c, const struct guc_fault *fault)
{
	struct guclog_defect *defect = add(c, GUCLOG_DEFECT_FAULT, "");

	c->pub.nr_faults++;
	if (!defect)
		return NULL;
	fault_publish(&defect->fault, fault);
	defect->text = defect->fault.text;
	return defect;
}

/*
 * Add a defect for each part of the log that was missing or damaged in the input. @notes: lines
 * "loss=..."
 */
static void add_losses(struct check *c, struct guc_view notes)
{
	struct guc_view loss;

	while (input_log_next_loss(&notes, &loss))
		add(c, GUCLOG_DEFECT_LOSS, arena_printf(&c->arena, "%.*s", (int)loss.len,
							(const char *)loss.data));
}

/* If the log is the first log of a truncated devcoredump, add a defect with the line of the cut. */
static void add_cut(struct check *c, const struct guclog_log *log)
{
	const struct guclog_dump_problem *cut = NULL;

	if (log->dump && log->dump->log == log)
		cut = guclog_dump_cut(log->dump);
	if (cut)
		add(c, GUCLOG_DEFECT_DUMP,
		    arena_printf(&c->arena, "the dump was cut off; line %llu: %s", (u64)cut->line,
				 cut->text));
}

/* Add a text; its bytes that are not printable ASCII become \xNN. */
static void add_clean(struct textbuf *to, struct guc_view text)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		textbuf_add(to, text.data[i] >= 0x20 && text.data[i] < 0x7f ? "%c" : "\\x%02x",
			    text.data[i]);
}

/* Add the faults and losses of the log that a HOST_COMMENT block lists. */
static void add_listed(struct check *c, const struct guc_lfd_block *block)
{
	struct guc_view rest = comment_text(block->data);
	struct comment_line line;
	struct textbuf text;

	while (comment_next(&rest, &line)) {
		if (!comment_is(line.key, GUC_COMMENT_FAULT) &&
		    !comment_is(line.key, GUC_COMMENT_FAULTS_NOT_LISTED) &&
		    !comment_is(line.key, GUC_COMMENT_LOSS))
			continue;
		textbuf_init(&text, &c->arena);
		textbuf_add(&text, "noted in HOST_COMMENT at 0x%llx: ", block->offset);
		add_clean(&text, line.text);
		add(c, GUCLOG_DEFECT_LISTED, textbuf_end(&text));
	}
}

static void add_missing(struct check *c, u32 type)
{
	struct guclog_defect *defect;

	defect = add(c, GUCLOG_DEFECT_MISSING,
		     arena_printf(&c->arena, "required block 0x%04x %s is missing", type,
				  guc_lfd_type_name(type)));
	if (defect)
		defect->type = type;
}

/*
 * Add a fault of an LFD file. @last: the last block that was read. @nr: number of this block, from
 * 1; 0 if no block was read
 */
static void add_lfd_fault(struct check *c, const struct guc_fault *fault,
			  const struct guc_lfd_block *last, unsigned int nr)
{
	struct guclog_defect *defect = add_fault(c, fault);
	const char *name = guc_lfd_type_name(last->type);

	if (!defect || !nr)
		return;
	defect->block = block_publish(last);
	defect->block_number = nr;
	defect->in_block = fault->offset < last->offset + defect->block.bytes.len;
	defect->where = arena_printf(&c->arena, "this is %s block %u, 0x%04x %s at 0x%llx",
				     defect->in_block ? "in" : "after", nr, last->type,
				     *name ? name : "(unknown)", last->offset);
}

/**
 * struct lfd_walk - a loop over the blocks of an LFD file
 * @parsed: a log that already has the list of the blocks, or NULL to read the blocks with @reader
 * @at: index of the next block in the list of @parsed
 * @reader: position in the file if @parsed is NULL; else only its file, version and fault are set
 */
struct lfd_walk {
	const struct parsed_log *parsed;
	unsigned int at;
	struct guc_lfd_reader reader;
};

/*
 * Return: true if there is a next block, which is copied to @block; false at the end of the file or
 * at a fault, which is then in @walk->reader.fault. If the fault is that the file ends within a
 * block, false is returned too, and @block is the part of the block that the file contains.
 */
static bool next_block(struct lfd_walk *walk, struct guc_lfd_block *block)
{
	struct guc_lfd_block next;
	bool found;

	if (walk->parsed) {
		found = walk->at < walk->parsed->nr_blocks;
		if (found)
			next = walk->parsed->block[walk->at++];
	} else {
		found = !walk->reader.fault.code && guc_lfd_next(&walk->reader, &next) > 0;
	}
	if (found)
		*block = next;
	else
		describe_cut(walk->reader.file, &walk->reader.fault, block);
	return found;
}

static void check_blocks(struct check *c, struct lfd_walk *walk)
{
	struct guc_fault fault = { .code = GUC_FAULT_NONE };
	struct guc_lfd_block block = { .type = 0 };
	struct guc_lfd_summary sum;
	unsigned int nr = 0;
	u32 type;

	guc_lfd_check_begin(&sum);
	while (!fault.code && next_block(walk, &block)) {
		nr++;
		if (!guc_lfd_check_block(&block, &sum, &fault) &&
		    block.type == GUC_LFD_HOST_COMMENT)
			add_listed(c, &block);
	}
	if (!fault.code) {
		fault = walk->reader.fault;
		/*
		 * GUC_FAULT_BLOCK_COUNT: the header of the next block is valid, but its data are
		 * longer than the rest of the file. The fault is in that block, which next_block()
		 * has stored in @block.
		 */
		nr += fault.code == GUC_FAULT_BLOCK_COUNT;
	}
	if (fault.code) {
		add_lfd_fault(c, &fault, &block, nr);
		return;
	}
	for (type = GUC_LFD_FW_VERSION; type <= GUC_LFD_BUILD_PLATFORM_ID; type++)
		if (sum.missing & BIT(type))
			add_missing(c, type);
	if (sum.missing & BIT(0))
		add_missing(c, GUC_LFD_OS_ID);
	if (!c->pub.nr_defects)
		c->pub.what = arena_printf(&c->arena, "LFD %u.%u, %u blocks",
					   walk->reader.version >> 16,
					   walk->reader.version & 0xffff, sum.blocks);
}

static void check_lfd(struct check *c, struct guc_view file)
{
	struct lfd_walk walk = { .parsed = NULL };

	guc_lfd_open(&walk.reader, file);
	check_blocks(c, &walk);
}

static void check_image(struct check *c, const struct guc_log *log)
{
	u32 major = FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, log->lic.version);
	u32 minor = FIELD_GET(GUC_LIC_VERSION_MINOR_MASK, log->lic.version);
	bool known = log->region[GUC_REGION_EVENT].version == GUC_LOG_EVENT_VERSION;
	u64 bytes = guc_events_bytes(&log->events);
	unsigned int i;

	for (i = 0; i < log->nr_faults && i < GUC_LOG_MAX_FAULTS; i++)
		add_fault(c, &log->fault[i]);
	c->pub.nr_faults = log->nr_faults;
	if (c->pub.nr_defects)
		return;
	c->pub.what = arena_printf(&c->arena, "GuC log image, LIC %u.%u, %llu %s, %s", major,
				   minor, known ? bytes / sizeof(struct guc_log_event_v2) : bytes,
				   !known ? "bytes of events" :
				   bytes == sizeof(struct guc_log_event_v2) ? "entry" : "entries",
				   guc_order_name(log->events.order));
}

static void check_asic(struct check *c, struct guc_view blob)
{
	struct guc_fault fault;
	struct guc_asic asic;

	if (guc_asic_read(&asic, blob, &fault))
		add_fault(c, &fault);
	else if (!c->pub.nr_defects)
		c->pub.what = arena_printf(&c->arena, "%sASIC info version %u%s",
					   asic.form == GUC_ASIC_RDF ? "RDF file with " : "",
					   asic.version,
					   asic.form == GUC_ASIC_V1_PACKED ? ", packed" : "");
}

static void check_view(struct check *c, struct guc_view data, enum guclog_form form)
{
	struct guc_log log;

	if (form == GUCLOG_FORM_UNKNOWN)
		form = guclog_form_detect(data.data, data.len);
	c->pub.form = form;
	switch (form) {
	case GUCLOG_FORM_IMAGE:
		guc_log_parse(&log, data, data.len);
		check_image(c, &log);
		break;
	case GUCLOG_FORM_LFD:
		check_lfd(c, data);
		break;
	case GUCLOG_FORM_ASIC:
	case GUCLOG_FORM_RDF:
		check_asic(c, data);
		break;
	default:
		c->pub.form = GUCLOG_FORM_UNKNOWN;
	}
}

/*
 * Add the defects of a log. The log was parsed when it was opened, so its faults are already
 * known.
 */
static void check_log(struct check *c, const struct parsed_log *parsed)
{
	struct guc_view image = input_log_bytes(parsed->input);
	struct lfd_walk walk = {
		.parsed = parsed,
		.reader = {
			.file = image,
			.version = parsed->lfd_version,
			.fault = parsed->broken,
		},
	};

	c->pub.form = parsed->input->form;
	if (parsed->input->form == GUCLOG_FORM_UNKNOWN)
		check_view(c, image, GUCLOG_FORM_UNKNOWN);
	else if (parsed->input->form != GUCLOG_FORM_LFD)
		check_image(c, &parsed->log);
	else if (parsed->input->keep_blocks)
		check_blocks(c, &walk);
	else
		check_lfd(c, image);
}

static struct check *begin(size_t len)
{
	struct check *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	arena_init(&c->arena, ARENA_NO_LIMIT);
	c->pub.bytes = len;
	return c;
}

static const struct guclog_check_result *end(struct check *c)
{
	if (!c->arena.failed)
		return &c->pub;
	guclog_check_free(&c->pub);
	return NULL;
}

const struct guclog_check_result *guclog_check(const struct guclog_log *log)
{
	struct check *c = begin(log->image.len);

	if (!c)
		return NULL;
	add_losses(c, guc_view(log->losses, strlen(log->losses)));
	add_cut(c, log);
	check_log(c, &log_of(log)->parsed);
	return end(c);
}

const struct guclog_check_result *guclog_check_bytes(const void *data, size_t len,
						     enum guclog_form form)
{
	struct check *c = begin(len);

	if (!c)
		return NULL;
	check_view(c, bytes(data, len), form);
	return end(c);
}

void guclog_check_free(const struct guclog_check_result *check)
{
	struct check *c = (struct check *)check;

	if (!c)
		return;
	arena_free(&c->arena);
	free(c);
}
