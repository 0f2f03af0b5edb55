// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests that the library's functions for facts, comments, blocks, checks and ASIC info, and their
 * errors, behave as guclog.h documents. It compiles as C, and as C++ with -x c++.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "test.h"

static void facts_by_key(struct guclog_facts *facts)
{
	char buf[32];
	unsigned int i;

	ok(!guclog_facts_set(facts, "graphics_ip", "20.01"), "set");
	ok(guclog_facts_get(facts, "graphics_ip", buf, sizeof(buf)) == 5 &&
	   !strcmp(buf, "20.01"), "get");
	ok(guclog_facts_has(facts, GUCLOG_FACT_GRAPHICS_IP) && facts->graphics_ip == 2001,
	   "member");
	ok(!guclog_facts_has(facts, GUCLOG_FACT_SLM_KIB) && !facts->slm_kib, "no member");
	ok(guclog_facts_get(facts, "graphics_ip", buf, 3) == 5 &&
	   !strcmp(buf, "20"), "get: cut");
	ok(guclog_facts_set(facts, "graphics_ip", "x") == -EINVAL, "malformed");
	ok(guclog_facts_get(facts, "graphics_ip", NULL, 0) == 5, "as it was");
	ok(guclog_facts_set(facts, "colour", "red") == -ENOENT, "unknown key");
	ok(guclog_facts_get(facts, "colour", NULL, 0) == -ENOENT, "get unknown");
	ok(guclog_facts_get(facts, "slm_kib", NULL, 0) == -ENOENT, "not set");
	ok(!guclog_facts_set(facts, "graphics_ip", NULL), "forget");
	ok(guclog_facts_get(facts, "graphics_ip", NULL, 0) == -ENOENT,
	   "forgotten");
	for (i = 0; guclog_fact_key(i); i++)
		;
	ok(i > 40 && !strcmp(guclog_fact_key(0), "source"), "%u keys", i);
}

static void notes_of(const struct guclog_log *log)
{
	static const char * const bad[] = {
		"a=b", "a\n", "=b\n", "a=b\nc\n", "a=\x01\n", "\n", "a=b\n\n",
		"a=\xe4\n",
	};
	size_t plain = 0, more = 0;
	unsigned int i;

	ok(!guclog_log_lfd(log, NULL, NULL, NULL, 0, &plain) && plain > 12, "no notes");
	ok(!guclog_log_lfd(log, NULL, "", NULL, 0, &more) && more == plain, "empty");
	ok(!guclog_log_lfd(log, NULL, "a=b\nc=\n", NULL, 0, &more) &&
	   more == (plain & ~(size_t)3) + 8 && plain % 4 == 0, "notes");
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ok(guclog_log_lfd(log, NULL, bad[i], NULL, 0, &more) == -EINVAL,
		   "bad notes %u", i);
}

static int is(struct guclog_bytes bytes, const char *text)
{
	return bytes.len == strlen(text) && !memcmp(bytes.data, text, bytes.len);
}

static void comments(void)
{
	static const char text[] = "a=b=c\n\nno key\n=x\nlast=\0\0";
	struct guclog_bytes rest = { text, sizeof(text) }, all = rest, value;
	struct guclog_comment_line line;

	ok(guclog_comment_next(&rest, &line) == 1 && is(line.text, "a=b=c") &&
	   is(line.key, "a") && is(line.value, "b=c"), "key and value");
	ok(guclog_comment_next(&rest, &line) == 1 && !line.text.len && !line.key.len,
	   "empty line");
	ok(guclog_comment_next(&rest, &line) == 1 && is(line.text, "no key") &&
	   !line.key.len && !line.value.len, "no key");
	ok(guclog_comment_next(&rest, &line) == 1 && is(line.text, "=x") && !line.key.len,
	   "empty key");
	ok(guclog_comment_next(&rest, &line) == 1 && is(line.text, "last=") &&
	   is(line.key, "last") && !line.value.len, "padding");
	ok(!guclog_comment_next(&rest, &line), "end of the comment");
	ok(!guclog_comment_get(all, "last", &value) && !value.len, "value");
	ok(guclog_comment_get(all, "no key", &value) == -ENOENT, "no such key");
}

/*
 * Write an LFD block to @to. Its data are @number, unless this is 0, and then @text, padded to
 * whole dwords. Return: the length of the block.
 */
static size_t put(char *to, uint32_t type, uint32_t number, const char *text)
{
	size_t before = number ? 4 : 0;
	uint32_t head[3] = { type << 16 | 0x8086, 0, number };
	size_t len = (before + strlen(text) + 3) / 4 * 4;

	head[1] = (uint32_t)(len / 4);
	memset(to, 0, 8 + len);
	memcpy(to, head, 8 + before);
	memcpy(to + 8 + before, text, strlen(text));
	return 8 + len;
}

/*
 * Make an LFD file of an OS_ID block, a comment, the event block that the comment is about, and a
 * truncated block. Return: the length of the file.
 */
static size_t make_file(char *to)
{
	static const uint32_t head[3] = { 0x474c5346, 0x8086aaaa, 0x10000 };
	size_t len = sizeof(head);

	memcpy(to, head, len);
	len += put(to + len, GUCLOG_BLOCK_OS_ID, 2, "6.\x01");
	len += put(to + len, GUCLOG_BLOCK_HOST_COMMENT, 0, "events_gap_bytes=32\n");
	len += put(to + len, GUCLOG_BLOCK_LOG_EVENTS_BUFFER, 2, "0123456789abcdefghij");
	return len + put(to + len, GUCLOG_BLOCK_FW_CRASH_DUMP, 0, "01234567") - 2;
}

static void meanings(void)
{
	struct guclog_block_events events;
	struct guclog_bytes release;
	struct guclog_block b;
	struct guclog_blocks *lfd;
	char text[80], file[256];

	size_t len = make_file(file);

	lfd = guclog_blocks_open(file, len, NULL);
	ok(!!lfd, "open");
	if (!lfd)
		return;
	ok(guclog_blocks_version(lfd) == 0x10000, "version");
	ok(guclog_blocks_next(lfd, &b, NULL) == 1 && guclog_block_text(lfd, &b, NULL, 0) == 12 &&
	   guclog_block_text(lfd, &b, text, sizeof(text)) == 12 &&
	   !strcmp(text, "Linux 6.\\x01"), "OS_ID in words: %s", text);
	ok(!strcmp(guclog_block_os(&b, &release), "Linux") && is(release, "6.\x01"), "OS");
	ok(guclog_blocks_events(lfd, &b, &events) == -EINVAL, "no events");
	ok(guclog_blocks_next(lfd, &b, NULL) == 1 && !guclog_block_text(lfd, &b, NULL, 0) &&
	   !guclog_block_os(&b, &release), "no words and no OS of HOST_COMMENT");
	ok(guclog_blocks_next(lfd, &b, NULL) == 1 && !guclog_blocks_events(lfd, &b, &events) &&
	   events.part == GUCLOG_PART_LOG && events.version == 2 &&
	   events.entry_bytes == 20 && is(events.entries, "0123456789abcdefghij") &&
	   !events.order.len && events.gap_bytes == 32, "events");
	guclog_block_text(lfd, &b, text, sizeof(text));
	ok(!strncmp(text, "1 entries of 20 bytes, version 2; 32 bytes before them", 54),
	   "events in words: %s", text);
	b.data.len = 0;
	ok(guclog_blocks_events(lfd, &b, &events) == -ENODATA, "no version");
	ok(!guclog_blocks_cut(lfd, &b), "not yet cut");
	ok(guclog_blocks_next(lfd, &b, NULL) == -ENODATA && guclog_blocks_cut(lfd, &b) &&
	   b.type == GUCLOG_BLOCK_FW_CRASH_DUMP && is(b.data, "0123"), "cut");
	guclog_blocks_close(lfd);
	ok(!strcmp(guclog_block_range(0x2000), "optional, from the firmware"), "range");
}

static void kinds(const char *lfd, size_t len)
{
	char asic[568] = "";

	ok(guclog_form_detect(lfd, len) == GUCLOG_FORM_LFD &&
	   guclog_form_detect("PK", 2) == GUCLOG_FORM_UNKNOWN &&
	   guclog_form_detect(NULL, 0) == GUCLOG_FORM_UNKNOWN &&
	   guclog_form_detect(asic, sizeof(asic)) == GUCLOG_FORM_ASIC, "forms");
	ok(!strcmp(guclog_form_label(GUCLOG_FORM_LFD), "LFD file") &&
	   !strcmp(guclog_form_phrase(GUCLOG_FORM_LFD), "an LFD file") &&
	   !strcmp(guclog_form_phrase((enum guclog_form)99), "data of an unknown form"),
	   "names of forms");
}

/*
 * Give an LFD file byte by byte to a reader of guclog_blocks_stream(). Check that it returns the
 * header of the file and the same blocks as a reader of the whole file.
 */
static void arriving(const char *lfd, size_t len)
{
	struct guclog_blocks *whole = guclog_blocks_open(lfd, len, NULL);
	struct guclog_blocks *pieces = guclog_blocks_stream();
	struct guclog_comment comment;
	struct guclog_block a, b;
	struct guclog_fault fault;
	char made[64];
	size_t i, size, n = 0;

	ok(whole && pieces && !guclog_blocks_whole(pieces), "begin");
	if (!whole || !pieces)
		return;
	for (i = 0; i < len; i++) {
		ok(!guclog_blocks_add(pieces, lfd + i, 1), "add");
		while (guclog_blocks_next(pieces, &b, &fault) == 1) {
			ok(guclog_blocks_whole(pieces) && i + 1 == b.offset + b.bytes.len,
			   "a block is returned as soon as it is complete");
			if (!n++) {
				ok(b.type == GUCLOG_BLOCK_HEADER && b.bytes.len == 12, "header");
				continue;
			}
			ok(guclog_blocks_next(whole, &a, NULL) == 1 && a.type == b.type &&
			   a.offset == b.offset && a.data.len == b.data.len &&
			   a.value == b.value && b.bytes.len == b.data.len + 8 &&
			   !memcmp(a.bytes.data, b.bytes.data, b.bytes.len), "same block");
		}
		ok(!fault.error, "no fault");
	}
	ok(n == 3 && guclog_blocks_whole(pieces) &&
	   guclog_blocks_next(whole, &a, NULL) == 0, "all blocks");
	size = guclog_comment_block("events=x\nevents_gap_entries=7\n", NULL, 0);
	ok(size == 8 + 32 && guclog_comment_block("a=b\n", made, 11) == 12 &&
	   guclog_comment_block("events=x\nevents_gap_entries=7\n", made, sizeof(made)) == size,
	   "length of a comment");
	ok(!guclog_blocks_add(pieces, made, size) &&
	   guclog_blocks_next(pieces, &b, NULL) == 1 &&
	   b.type == GUCLOG_BLOCK_HOST_COMMENT && b.offset == len, "own comment");
	guclog_comment_read(b.data, &comment);
	ok(comment.of_events && comment.lost_events == 7 && !comment.is_main &&
	   !comment.is_anchor && !comment.after_load, "meaning of the comment");
	ok(!guclog_blocks_add(pieces, "garbage!", 8) && !guclog_blocks_whole(pieces) &&
	   guclog_blocks_next(pieces, &b, &fault) == -EBADMSG &&
	   fault.offset == len + size, "fault: %s", fault.text);
	ok(guclog_blocks_next(pieces, &b, NULL) == -EBADMSG && !guclog_blocks_whole(pieces),
	   "again");
	guclog_blocks_close(pieces);
	guclog_blocks_close(whole);
}

/*
 * Check the results of guclog_check_bytes() for an LFD file without the blocks of the firmware, and
 * for the same file without its last dword, which has a fault in the second block.
 */
static void checks(const char *lfd, size_t len)
{
	const struct guclog_check_result *c = guclog_check_bytes(lfd, len, GUCLOG_FORM_UNKNOWN);
	const struct guclog_defect *d;
	unsigned int i, listed = 0;

	ok(c && c->form == GUCLOG_FORM_LFD && !c->nr_faults && !c->what && c->bytes == len,
	   "check");
	for (i = 0; c && i < c->nr_defects && c->defect[i]->kind == GUCLOG_DEFECT_LISTED; i++)
		ok(!strncmp(c->defect[i]->text, "noted in HOST_COMMENT at 0x18: fault=", 37),
		   "%s", c->defect[i]->text);
	for (listed = i; c && i < c->nr_defects; i++)
		ok(c->defect[i]->kind == GUCLOG_DEFECT_MISSING &&
		   c->defect[i]->type == i - listed + 1 &&
		   strstr(c->defect[i]->text, "is missing"), "missing block %u", i);
	ok(listed >= 1 && i == listed + 5, "number of defects");
	guclog_check_free(c);
	c = guclog_check_bytes(lfd, len - 4, GUCLOG_FORM_LFD);
	d = c && c->nr_defects ? c->defect[0] : NULL;
	ok(d && c->nr_faults == 1 && c->nr_defects == 1 && d->kind == GUCLOG_DEFECT_FAULT &&
	   d->fault.error == -ENODATA && d->fault.offset == 12 + 12 + 4 && d->block_number == 2 &&
	   d->in_block && d->block.type == GUCLOG_BLOCK_HOST_COMMENT && d->block.offset == 24 &&
	   strstr(d->where, "in block 2"), "fault of a cut file");
	guclog_check_free(c);
	c = guclog_check_bytes("none", 4, GUCLOG_FORM_UNKNOWN);
	ok(c && c->form == GUCLOG_FORM_UNKNOWN && !c->nr_defects && !c->what, "not recognized");
	guclog_check_free(c);
	guclog_check_free(NULL);
}

static void blocks(const struct guclog_log *log)
{
	struct guclog_blocks *lfd = NULL;
	struct guclog_block b;
	struct guclog_fault fault;
	char buf[1024];
	size_t len = 0, room;

	ok(!guclog_log_lfd(log, NULL, "mark=here\n", buf, sizeof(buf), &len),
	   "fill");
	ok(guclog_log_lfd(log, NULL, "", buf, 3, &room) == -ENOSPC && *buf, "no room");
	kinds(buf, len);
	checks(buf, len);
	lfd = guclog_blocks_open(buf, len, &fault);
	ok(lfd && !fault.error, "open");
	ok(guclog_blocks_next(lfd, &b, &fault) == 1 && b.offset == 12 &&
	   b.type == GUCLOG_BLOCK_OS_ID && b.data.len == 4, "OS_ID");
	ok(guclog_blocks_next(lfd, &b, NULL) == 1 &&
	   b.type == GUCLOG_BLOCK_HOST_COMMENT &&
	   !strncmp((const char *)b.data.data, "writer=xe_guclog ", 17),
	   "HOST_COMMENT");
	ok(guclog_blocks_next(lfd, &b, &fault) == 0, "end");
	ok(guclog_blocks_next(lfd, &b, &fault) == 0, "end again");
	guclog_blocks_close(lfd);

	/* Read the file without its last dword, so that the last block is truncated. */
	lfd = guclog_blocks_open(buf, len - 4, &fault);
	ok(!!lfd, "open a cut file");
	ok(guclog_blocks_next(lfd, &b, &fault) == 1, "first block");
	ok(guclog_blocks_next(lfd, &b, &fault) == -ENODATA &&
	   fault.error == -ENODATA && fault.offset == 12 + 12 + 4 &&
	   fault.expected == fault.found - 1 && strstr(fault.text, "0x1c"),
	   "cut: %s", fault.text);
	ok(guclog_blocks_next(lfd, &b, NULL) == -ENODATA, "again");
	guclog_blocks_close(lfd);

	arriving(buf, len);
	ok(!guclog_blocks_open(buf, 11, &fault) && fault.error == -ENODATA, "short");
	buf[0] ^= 1;
	ok(!guclog_blocks_open(buf, len, &fault) && fault.error == -EBADMSG, "magic");
	ok(!strcmp(guclog_block_name(GUCLOG_BLOCK_OS_ID), "OS_ID") &&
	   !*guclog_block_name(0x1234), "names");
}

/*
 * Check ASIC info of versions 1 and 3: both have the same list of fields, in which a field of a
 * later version has no value. An object for an RDF file has the version of the ASIC info in it.
 */
static void asic(const struct guclog_facts *facts)
{
	const struct guclog_asic *made, *v1, *back;
	struct guclog_fault fault;
	size_t len = 0, size;
	char buf[1024], rdf[1024];
	unsigned int i;

	ok(!guclog_asic_open("x", 1, &fault) && fault.error == -EBADMSG, "no ASIC info");
	made = guclog_asic_from_facts(facts);
	ok(!guclog_asic_make(GUCLOG_ASIC_V1, facts, buf, sizeof(buf), &len), "make");
	ok(guclog_asic_make(GUCLOG_ASIC_V1, facts, rdf, len - 1, &size) == -ENOSPC, "no room");
	v1 = guclog_asic_open(buf, len, NULL);
	ok(made && v1 && made->version == 3 && v1->version == 1 &&
	   made->nr_fields == v1->nr_fields, "versions");
	if (!made || !v1)
		return;
	for (i = 0; i < v1->nr_fields; i++) {
		const struct guclog_asic_field *a = v1->field[i], *b = made->field[i];

		ok(!strcmp(a->name, b->name) && b->nr_values >= 1 && !*a->origin, "field");
		if (a->nr_values)
			ok(a->nr_values == b->nr_values &&
			   a->value[0]->number == b->value[0]->number &&
			   !strcmp(a->value[0]->line, b->value[0]->line) &&
			   !strncmp(a->value[0]->line, a->name, strlen(a->name)), "value");
	}
	ok(v1->field[0]->nr_values == 0 && !strcmp(v1->field[0]->name, "pci_id"),
	   "field of a later version");
	size = guclog_asic_wrap(v1, NULL, 0);
	ok(size == 664 && guclog_asic_wrap(v1, rdf, size - 1) == size &&
	   guclog_asic_wrap(v1, rdf, size) == size, "length of the RDF file");
	back = guclog_asic_open(rdf, size, &fault);
	ok(back && back->form == GUCLOG_ASIC_RDF && back->version == 1 &&
	   !strcmp(back->text, v1->text), "RDF file");
	guclog_asic_close(back);
	guclog_asic_close(v1);
	guclog_asic_close(made);
	guclog_asic_close(NULL);
}

static void empty_log(void)
{
	static char image[4096 + 16];
	struct guclog_file *file = open_any(image, sizeof(image));
	const struct guclog_log *log = file->log[0];
	struct guclog_region region;
	struct guclog_bytes part[2];
	uint32_t value = 0;

	ok(log->nr_faults == 1, "%u faults", log->nr_faults);
	ok(guclog_log_region(log, GUCLOG_REGION_CRASH, &region) == -ENOENT,
	   "no region");
	ok(guclog_log_region(log, (enum guclog_region_id)3, &region) ==
	   -ENOENT, "no such region");
	ok(guclog_log_lic(log, GUCLOG_LIC_GMD_ID, &value) == -ENOENT, "no LIC");
	ok(guclog_log_lic(log, (enum guclog_lic_key)99, &value) == -ENOENT,
	   "no such key");
	ok(!guclog_log_events(log, part, 2) && !log->crash.len &&
	   !log->before_load.len, "no events");
	ok(log->order == GUCLOG_ORDER_ABSENT, "no order");
	notes_of(log);
	blocks(log);
	logs_close(file);
	file = open_any("", 1);
	ok(file->log[0]->nr_faults == 1, "one byte is too short");
	logs_close(file);
}

static void names(void)
{
	char engine[8];

	ok(guclog_engine_name(0, engine, sizeof(engine)) == 4 &&
	   !strcmp(engine, "rcs0"), "engine: %s", engine);
	ok(!strcmp(guclog_context_state_name(GUCLOG_CONTEXT_RUNNING), "runs"), "state");
}

int main(void)
{
	static struct guclog_facts facts;
	size_t len = 0;

	ok(!strncmp(guclog_version(), VERSION, sizeof(VERSION)), "version");
	facts_by_key(&facts);
	empty_log();
	comments();
	meanings();
	names();
	ok(guclog_asic_make((enum guclog_asic_form)9, &facts, NULL, 0, &len) ==
	   -EINVAL, "no such form");
	asic(&facts);
	return result();
}
