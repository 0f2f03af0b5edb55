// SPDX-License-Identifier: GPL-2.0-only
#include "read/dmesg_capture.h"

#include "base/arena.h"
#include "base/messages.h"
#include "model/printed.h"

static const char word[] = "Capture ";

/*
 * Smallest number of characters of a full line of data. xe begins a new line between two dwords as
 * soon as a line has this number of characters, so only the last line is shorter.
 */
#define FULL_LINE	792
/*
 * Newer kernels print the data in pieces of this number of bytes, and the last line of each piece
 * is shorter.
 */
#define BLOB		(2u * 1024 * 1024)

/*
 * A line of a capture: the text before "Capture N.M: ", the numbers N and M, and the text after
 * them.
 */
struct found {
	struct guc_view before;
	u64 series;
	u64 number;
	struct guc_view content;
};

static bool eat_digits(const u8 **p, const u8 *end, u64 *value)
{
	const u8 *start = *p;

	for (*value = 0; *p < end && **p >= '0' && **p <= '9'; (*p)++) {
		if (*p - start > 15)
			return false;
		*value = *value * 10 + (**p - '0');
	}
	return *p > start;
}

static bool match(struct guc_view line, const u8 *at, struct found *f)
{
	const u8 *p = at + sizeof(word) - 1, *end = line.data + line.len;

	if (!eat_digits(&p, end, &f->series) || p == end || *p++ != '.' ||
	    !eat_digits(&p, end, &f->number) || p == end || *p++ != ':')
		return false;
	if (p < end && *p == ' ')
		p++;
	f->before = guc_view(line.data, (size_t)(at - line.data));
	f->content = guc_view(p, (size_t)(end - p));
	return true;
}

static bool find(struct guc_view line, struct found *f)
{
	const u8 *p = line.data, *end = line.data + line.len;

	/*
	 * memmem() is not used because it prepares tables in each call, which is too slow for such
	 * short lines.
	 */
	while ((p = memchr(p, word[0], (size_t)(end - p)))) {
		if ((size_t)(end - p) >= sizeof(word) - 1 &&
		    !memcmp(p, word, sizeof(word) - 1) && match(line, p, f))
			return true;
		p++;
	}
	return false;
}

/* Read a small number right after a word, as in "GT1". */
static bool number_after(struct guc_view v, const char *name, u64 *n)
{
	const u8 *p = memmem(v.data, v.len, name, strlen(name));

	if (!p)
		return false;
	p += strlen(name);
	return eat_digits(&p, v.data + v.len, n) && *n <= 255;
}

/* Read the device and the GT from "... xe 0000:03:00.0: [drm] Tile0: GT1: ". */
static void read_decoration(struct headlines *said, struct guc_view v)
{
	const u8 *p, *end = v.data + v.len;
	u64 n;

	for (p = v.data; (p = memmem(p, (size_t)(end - p), "xe ", 3)); p++) {
		if (end - p < 15 ||
		    guc_facts_set(&said->device, GUC_FACT_pci_address,
				  (const char *)p + 3, 12))
			continue;
		guc_facts_set(&said->device, GUC_FACT_driver,
			      (const char *)p, 2);
		break;
	}
	if (number_after(v, "GT", &n)) {
		said->gt.gt = (u32)n;
		said->gt.known |= BIT_ULL(GUC_FACT_gt);
	}
	if (number_after(v, "Tile", &n)) {
		said->gt.tile = (u32)n;
		said->gt.known |= BIT_ULL(GUC_FACT_tile);
	}
}

/*
 * End the data of a capture. If a program has wrapped the lines again to another width, the data
 * are used only if they have the whole length of the log. Otherwise characters may be missing, and
 * it is not known where.
 */
static void end_data(struct dmesg_capture *c, u64 line_nr)
{
	if (c->other_width && c->data.in && !ascii85_log_full(&c->data))
		ascii85_log_drop(&c->data, 0, line_nr);
	c->other_width = false;
	ascii85_log_end(&c->data);
}

static void drop(struct dmesg_captures *all, unsigned int i)
{
	struct dmesg_capture *c = all->capture[i];

	if (c->first > 1)
		messages_add(all->in->messages, all->in->name,
			     "the beginning of a dump is missing: its first line in the kernel log is 'Capture %llu.%llu'; a GuC log in it cannot be read",
			     c->series, c->first);
	end_data(c, c->short_line);
	arena_drop(all->in->arena, c);
	all->capture[i] = all->capture[--all->nr];
}

/*
 * Return: the capture to which a line belongs, or NULL if there is no memory. Line 1 begins a new
 * capture, even if an earlier capture has the same number, because the numbers of captures start
 * again after a boot.
 */
static struct dmesg_capture *get(struct dmesg_captures *all, const struct found *f)
{
	struct dmesg_capture *c;
	unsigned int i;

	for (i = 0; i < all->nr; i++) {
		if (all->capture[i]->series != f->series)
			continue;
		if (f->number != 1 || all->capture[i]->next == 1)
			return all->capture[i];
		drop(all, i);
		break;
	}
	if (all->nr == DMESG_CAPTURES_MAX)
		drop(all, 0);
	c = arena_zero(all->in->arena, sizeof(*c));
	if (!c)
		return NULL;
	c->series = f->series;
	c->first = f->number;
	c->next = 1;
	all->capture[all->nr++] = c;
	return c;
}

/* Decode a line of data, except its first @start characters, which are not data. */
static void take_data(struct dmesg_capture *c, struct guc_view v, size_t start,
		      u64 line_nr)
{
	size_t before;
	bool other;

	if (!c->data.open)
		return;
	if (c->short_line && !c->short_start && v.len < FULL_LINE)
		c->other_width = true;
	else if (c->short_line && !c->other_width)
		ascii85_log_drop(&c->data, c->short_start, c->short_line);
	before = ascii85_log_get(&c->data)->len;
	c->short_line = 0;
	other = c->other_width || (!before && v.len < FULL_LINE);
	if (!ascii85_log_feed(&c->data, (const char *)v.data + start,
			      v.len - start, line_nr) || (c->data.a85.digits && !other)) {
		if (c->data.open)
			ascii85_log_drop(&c->data, before, line_nr);
	} else if (v.len < FULL_LINE && ascii85_log_get(&c->data)->len % BLOB) {
		c->short_line = line_nr;
		c->short_start = before;
	}
}

static void begin_data(struct dmesg_capture *c, struct input *in, u64 line_nr)
{
	end_data(c, line_nr);
	if (!ascii85_log_begin(&c->data, in, GUCLOG_FORM_DMESG_CAPTURE, &c->said, line_nr))
		return;
	headline_next_log(&c->said);
	if (c->lost)
		input_log_loss(ascii85_log_get(&c->data),
			       "%llu lines are missing before the data",
			       c->lost);
	c->in_data = true;
	c->first = 0;
	c->lost = 0;
	c->short_line = 0;
}

static bool ends_data(const struct dmesg_capture *c, struct guc_view v)
{
	return ascii85_log_full(&c->data) || view_begins(v, "**** ") ||
	       printed_is(v, DUMP_KERNEL_LOG_DONE);
}

static void take_content(struct dmesg_capture *c, struct input *in,
			 struct guc_view v, u64 line_nr)
{
	size_t start = ascii85_log_start(v);

	if (start) {
		begin_data(c, in, line_nr);
	} else if (c->in_data && ends_data(c, v)) {
		c->in_data = false;
		end_data(c, line_nr);
	}
	if (c->in_data)
		take_data(c, v, start, line_nr);
	else
		headline_read(&c->said, v);
}

/*
 * If line @number of the capture was missing before a later line that has already been read, report
 * the wrong order.
 */
static void note_late(struct dmesg_capture *c, u64 number, u64 line_nr)
{
	if (!c->data.in || number < c->gap.from || number >= c->gap.to)
		return;
	input_log_loss(ascii85_log_get(&c->data),
		       "line %llu belongs before line %llu: sort the lines by their numbers",
		       line_nr, c->gap.line);
	c->gap.to = c->gap.from;
}

/**
 * dmesg_capture_line() - read a line if it belongs to a capture
 * @all: the captures that are being read
 * @in: the logs are added to it
 * @line: the line
 * @line_nr: number of the line
 *
 * A repeated line is ignored. If lines of the data are missing, the log gets a gap.
 *
 * Return: whether the line belongs to a capture.
 */
bool dmesg_capture_line(struct dmesg_captures *all, struct input *in,
			struct guc_view line, u64 line_nr)
{
	struct dmesg_capture *c;
	struct found f;

	if (!find(line, &f))
		return false;
	all->in = in;
	c = get(all, &f);
	if (!c)
		return true;
	if (c->next == 1)
		read_decoration(&c->said, f.before);
	if (f.number < c->next) {
		note_late(c, f.number, line_nr);
		return true;
	}
	if (f.number > c->next)
		c->gap = (struct dmesg_gap){ c->next, f.number, line_nr };
	if (f.number > c->next && c->data.in)
		ascii85_log_gap(&c->data, f.number - c->next, line_nr);
	else if (f.number > c->next)
		c->lost += f.number - c->next;
	c->next = f.number + 1;
	take_content(c, in, f.content, line_nr);
	return true;
}

/**
 * dmesg_captures_end() - end the captures
 * @all: the captures; freed
 */
void dmesg_captures_end(struct dmesg_captures *all)
{
	while (all->nr)
		drop(all, all->nr - 1);
}
