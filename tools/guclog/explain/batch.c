// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/batch.h"

#include "explain/gpu_command.h"
#include "guc_view.h"

/*
 * Limits for the walk through the commands of a batch: numbers of commands, of nested calls, of
 * stored paths, and of jumps. They make the walk end, whatever the dump contains.
 */
#define MAX_COMMANDS	1000000u
#define MAX_LEVELS	8u
#define MAX_BRANCHES	64u
#define MAX_JUMPS	4096u
/*
 * Largest number of dwords from the end of the command that the engine was executing to the address
 * in ACTHD. The address can be after the command, because the command streamer reads ahead.
 */
#define NEAR		16u
/* Number of commands that are listed before and after the command at which the engine stood. */
#define LIST_BEFORE	24u
#define LIST_AFTER	6u
/*
 * Largest number of commands in the list of a whole batch; the hash table of their addresses
 * has twice as many entries.
 */
#define LIST_ALL	65536u

/**
 * struct place - a position in a batch, from which the walk through the commands continues
 * @address: address of the next command
 * @levels: number of calls of batches that have not ended, and of elements of @back
 * @back: for each of these calls, the address of the command after it
 */
struct place {
	u64 address;
	unsigned int levels;
	u64 back[MAX_LEVELS];
};

/**
 * struct item - a command that the walk has read
 * @address: address of its header
 * @header: first dword of the command
 * @dwords: length of the command in dwords
 * @level: 1 in the first batch, 2 in a batch that the first one calls, and so on
 */
struct item {
	u64 address;
	u32 header;
	u32 dwords;
	unsigned int level;
};

/**
 * struct batch_walk - a walk through batches
 * @in: registers, memory and limits for the walk
 * @nr_ranges: number of memory ranges at @sorted
 * @sorted: the memory ranges that the dump has contents of, by ascending address
 * @range: memory range of the last address; the next address is usually in the same range
 * @commands: number of commands so far
 * @nr_jumps: number of jumps that are stored
 * @jump: addresses of the jumps that were followed
 * @nr_branches: number of paths that have not been followed yet; each predicated jump (which the
 *	engine may not take) adds one: the commands after the jump
 * @branch: the position at which each of these paths begins
 * @list: the last commands of the path; command number n is at index n % LIST_BEFORE
 * @nr_list: number of commands since the beginning of this path
 * @work: the last command on this path that begins work
 * @has_work: @work has a command; else its content is undefined
 * @kept: copy of @list that was made when @stop was stored
 * @nr_kept: @nr_list at that time
 * @kept_work: @work at that time
 * @has_kept_work: @has_work at that time
 * @stop: the command at which the engine stood
 * @found: @stop has a command; else its content is undefined
 * @called: the command right before the address in ACTHD calls a batch
 * @unknown: a path ended at a command that is not known
 */
struct batch_walk {
	const struct batch_input *in;
	size_t nr_ranges;
	const struct guclog_dump_range **sorted;
	const struct guclog_dump_range *range;
	unsigned int commands;
	unsigned int nr_jumps;
	u64 jump[MAX_JUMPS];
	unsigned int nr_branches;
	struct place branch[MAX_BRANCHES];
	struct item list[LIST_BEFORE];
	u64 nr_list;
	struct item work;
	bool has_work;
	struct item kept[LIST_BEFORE];
	u64 nr_kept;
	struct item kept_work;
	bool has_kept_work;
	struct item stop;
	bool found;
	bool called;
	bool unknown;
};

static int by_address(const void *a, const void *b)
{
	const struct guclog_dump_range *x = *(const struct guclog_dump_range * const *)a;
	const struct guclog_dump_range *y = *(const struct guclog_dump_range * const *)b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/*
 * Sort the memory ranges by address. A program chooses how many ranges its dump has, and the walk
 * searches a range for up to MAX_COMMANDS commands. Return: 0, or -1 if there is no memory.
 */
static int sort_ranges(struct arena *arena, struct batch_walk *w)
{
	const struct guclog_dump_vm *vm = w->in->vm;
	unsigned int i;

	w->sorted = arena_zero(arena, (vm->nr_ranges + 1ul) * sizeof(*w->sorted));
	if (!w->sorted)
		return -1;
	for (i = 0; i < vm->nr_ranges; i++)
		if (!vm->range[i].has_error && vm->range[i].blob.present)
			w->sorted[w->nr_ranges++] = &vm->range[i];
	qsort(w->sorted, w->nr_ranges, sizeof(*w->sorted), by_address);
	return 0;
}

/* Return: the memory range that contains an address, NULL if there is none. */
static const struct guclog_dump_range *find_range(const struct batch_walk *w, u64 address)
{
	const struct guclog_dump_range *r;
	size_t low = 0, high = w->nr_ranges, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (w->sorted[middle]->address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	r = low ? w->sorted[low - 1] : NULL;
	return r && address - r->address < r->blob.bytes ? r : NULL;
}

/* Read a dword of GPU memory from the dump. Return: true, or false if the dump does not have it. */
static bool read_dword(struct batch_walk *w, u64 address, u32 *value)
{
	const struct guclog_dump_range *r = w->range;
	const u8 *data;
	u64 at;

	address = gpu_address(address);
	if (!r || address < r->address || address - r->address >= r->blob.bytes)
		r = find_range(w, address);
	if (!r)
		return false;
	w->range = r;
	at = address - r->address;
	if (at + 4 > r->blob.bytes)
		return false;
	/* The reader of the dump does not store zeroes at the end of a range. */
	data = r->bytes.data;
	*value = at + 4 <= r->bytes.len ? guc_load_le32(data + at) : 0;
	if (at < r->bytes.len && at + 4 > r->bytes.len) {
		u8 last[4] = { 0 };

		memcpy(last, data + at, r->bytes.len - (size_t)at);
		*value = guc_load_le32(last);
	}
	return true;
}

/*
 * Store a position in a batch. The walk continues from there later, if the current path does not
 * lead to the command at which the engine stood.
 */
static void add_branch(struct batch_walk *w, const struct place *place)
{
	if (w->nr_branches < MAX_BRANCHES)
		w->branch[w->nr_branches++] = *place;
}

/*
 * Store the address of a jump that the walk follows now. Return: true, or false if the walk has
 * followed this jump before, or if MAX_JUMPS jumps are stored.
 */
static bool note_jump(struct batch_walk *w, u64 address)
{
	unsigned int i;

	for (i = 0; i < w->nr_jumps; i++)
		if (w->jump[i] == address)
			return false;
	if (w->nr_jumps == MAX_JUMPS)
		return false;
	w->jump[w->nr_jumps++] = address;
	return true;
}

/* Follow MI_BATCH_BUFFER_START. Return: true, or false if the path ends here. */
static bool jump(struct batch_walk *w, struct place *p, const struct item *c)
{
	struct place next = *p;
	u32 low, high;

	next.address = c->address + 4ull * c->dwords;
	if (c->dwords < 3 || !read_dword(w, c->address + 4, &low) ||
	    !read_dword(w, c->address + 8, &high))
		return false;
	if (c->header & BB_PREDICATED)
		add_branch(w, &next);
	if (!note_jump(w, c->address))
		return false;
	if (c->header & BB_SECOND_LEVEL) {
		w->called |= next.address == gpu_address(w->in->acthd);
		if (p->levels == MAX_LEVELS)
			return false;
		p->back[p->levels++] = next.address;
	}
	p->address = gpu_address((u64)high << 32 | (low & ~3u));
	return true;
}

/*
 * Store a command as the one at which the engine stood (@w->stop) if its header is the value of
 * IPEHR, and it contains the address in ACTHD or ends at most NEAR dwords before this address. With
 * @exact of the input, the command must begin or end at this address. It replaces a command that
 * was stored earlier.
 */
static void compare(struct batch_walk *w, const struct item *c)
{
	u64 stop = gpu_address(w->in->acthd), end = c->address + 4ull * c->dwords;
	bool same = c->header == w->in->ipehr;

	if (c->address > stop || stop - c->address > 4ull * (NEAR + c->dwords))
		return;
	if (!same || (stop > end && stop - end > 4ull * NEAR))
		return;
	if (w->in->exact && stop != c->address && stop != end)
		return;
	w->stop = *c;
	w->found = true;
	memcpy(w->kept, w->list, sizeof(w->kept));
	w->nr_kept = w->nr_list;
	w->kept_work = w->work;
	w->has_kept_work = w->has_work;
}

/*
 * Return: whether compare() has stored a command, and the walk has passed the address in ACTHD or
 * has jumped to an address before the stored command.
 */
static bool is_past(const struct batch_walk *w, const struct item *c)
{
	u64 stop = gpu_address(w->in->acthd);

	return w->found && (c->address > stop ||
			    c->address < w->stop.address ||
			    c->address - w->stop.address > 4ull * (NEAR + w->stop.dwords));
}

/*
 * At the end of a batch, continue after the command that called the batch. Return: true, or false
 * if no batch called it.
 */
static bool go_back(struct place *p)
{
	if (!p->levels)
		return false;
	p->address = p->back[--p->levels];
	return true;
}

/*
 * Read the command at a position. Return: true, or false if the dump lacks the command, if the
 * command is not known, or after MAX_COMMANDS commands.
 */
static bool read_command(struct batch_walk *w, const struct place *p, struct item *c)
{
	*c = (struct item){ .address = p->address, .level = p->levels + 1 };
	if (w->commands++ >= MAX_COMMANDS || !read_dword(w, c->address, &c->header))
		return false;
	c->dwords = gpu_command_length(c->header);
	if (c->dwords && gpu_command_find(c->header, w->in->engines, w->in->graphics))
		return true;
	w->unknown = true;
	return false;
}

/*
 * Go to the command that is executed after @c: the next one, the target of a jump, or, at the end
 * of a called batch, the command after the call. Return: true, or false if the path ends here.
 */
static bool follow(struct batch_walk *w, struct place *p, const struct item *c)
{
	if ((c->header & MI_MASK) == MI_BATCH_BUFFER_START)
		return jump(w, p, c);
	if ((c->header & MI_MASK) == MI_BATCH_BUFFER_END)
		return go_back(p);
	p->address = c->address + 4ull * c->dwords;
	return true;
}

/*
 * Go to the next command. Return: true, or false if the path ends here, or if the command at which
 * the engine stood was found.
 */
static bool step(struct batch_walk *w, struct place *p)
{
	struct item c;

	if (!read_command(w, p, &c) || is_past(w, &c))
		return false;
	w->list[w->nr_list++ % LIST_BEFORE] = c;
	if (gpu_command_is_work(c.header)) {
		w->work = c;
		w->has_work = true;
	}
	compare(w, &c);
	return follow(w, p, &c);
}

/*
 * Return: whether the command at which the engine stood was found. If a context is saved while it
 * executes a second-level batch, the ACTHD in the saved context is the address right after the
 * MI_BATCH_BUFFER_START that called this batch, and not an address in the batch. So the command is
 * unknown if ACTHD is such a return address.
 */
static bool has_stop(struct batch_walk *w)
{
	if (w->in->exact && w->called)
		w->found = false;
	return w->found;
}

/* Walk from an address. Return: whether the command at which the engine stood was found. */
static bool walk_from(struct batch_walk *w, u64 start)
{
	struct place p = { .address = gpu_address(start) };

	w->nr_jumps = 0;
	w->nr_branches = 0;
	w->nr_list = 0;
	w->has_work = false;
	for (;;) {
		while (step(w, &p))
			;
		if (w->found || !w->nr_branches || w->commands >= MAX_COMMANDS)
			return has_stop(w);
		p = w->branch[--w->nr_branches];
	}
}

static u64 read_address(struct batch_walk *w, u64 at)
{
	u32 low = 0, high = 0;

	read_dword(w, at, &low);
	read_dword(w, at + 4, &high);
	return gpu_address((u64)high << 32 | low);
}

static u32 dword(struct batch_walk *w, const struct item *c, unsigned int n)
{
	u32 value = 0;

	if (n < c->dwords)
		read_dword(w, c->address + 4ull * n, &value);
	return value;
}

static void describe_wait(struct textbuf *t, struct batch_walk *w, const struct item *c)
{
	static const char * const compare_words[] = {
		">", ">=", "<", "<=", "==", "!=", "?", "?"
	};

	textbuf_add(t, "%s %s 0x%x at 0x%llx%s",
		    c->header & WAIT_REGISTER ? "register" : "memory",
		    compare_words[c->header >> 12 & 7], dword(w, c, 1),
		    read_address(w, c->address + 8) & ~3ull,
		    c->header & WAIT_POLL ? ", polling" : "");
}

static void describe_mi(struct textbuf *t, struct batch_walk *w, const struct item *c)
{
	u64 at = c->address;

	switch (c->header & MI_MASK) {
	case MI_SEMAPHORE_WAIT:
		describe_wait(t, w, c);
		break;
	case MI_STORE_DATA_IMM:
		textbuf_add(t, "0x%x to 0x%llx", dword(w, c, 3), read_address(w, at + 4));
		break;
	case MI_LOAD_REGISTER_IMM:
		textbuf_add(t, "register 0x%x = 0x%x%s", dword(w, c, 1) & 0x7ffffc, dword(w, c, 2),
			    c->dwords > 3 ? ", ..." : "");
		break;
	case MI_STORE_REGISTER_MEM:
	case MI_LOAD_REGISTER_MEM:
		textbuf_add(t, "register 0x%x, memory 0x%llx", dword(w, c, 1) & 0x7ffffc,
			    read_address(w, at + 8));
		break;
	case MI_FLUSH_DW:
		if (c->header >> 14 & 3)
			textbuf_add(t, "0x%x to 0x%llx", dword(w, c, 3),
				    read_address(w, at + 4) & ~7ull);
		break;
	case MI_ATOMIC:
		textbuf_add(t, "operation 0x%x at 0x%llx", c->header >> 8 & 0xff,
			    read_address(w, at + 4));
		break;
	case MI_BATCH_BUFFER_START:
		textbuf_add(t, "to 0x%llx%s%s", read_address(w, at + 4) & ~3ull,
			    c->header & BB_SECOND_LEVEL ? ", second level" : "",
			    c->header & BB_PREDICATED ? ", predicated" : "");
		break;
	default:
		break;
	}
}

static void describe_gfx(struct textbuf *t, struct batch_walk *w, const struct item *c)
{
	u64 at = c->address;

	switch (c->header & GFX_MASK) {
	case COMPUTE_WALKER:
		textbuf_add(t, "groups %u x %u x %u", dword(w, c, 7), dword(w, c, 8),
			    dword(w, c, 9));
		break;
	case STATE_COMPUTE_MODE:
		textbuf_add(t, "0x%08x", dword(w, c, 1));
		break;
	case PIPE_CONTROL:
		textbuf_add(t, "flags 0x%08x%s", dword(w, c, 1),
			    dword(w, c, 1) & BIT(20) ? ", waits for the work before it" : "");
		if (dword(w, c, 1) >> 14 & 3)
			textbuf_add(t, ", writes to 0x%llx", read_address(w, at + 8));
		break;
	case PRIMITIVE_3D:
		textbuf_add(t, "%u vertices, %u instances", dword(w, c, 2), dword(w, c, 4));
		break;
	default:
		break;
	}
}

static void describe_blit(struct textbuf *t, struct batch_walk *w, const struct item *c)
{
	u64 at = c->address;

	switch (c->header & BLIT_MASK) {
	case XY_BLOCK_COPY:
		textbuf_add(t, "0x%llx to 0x%llx", read_address(w, at + 36),
			    read_address(w, at + 16));
		break;
	case XY_FAST_COPY:
		textbuf_add(t, "0x%llx to 0x%llx", read_address(w, at + 32),
			    read_address(w, at + 16));
		break;
	case MEM_COPY:
		textbuf_add(t, "0x%llx to 0x%llx", read_address(w, at + 20),
			    read_address(w, at + 28));
		break;
	default:
		break;
	}
}

/* Describe the fields of a command that help to explain a hang. */
static void describe(struct textbuf *t, struct batch_walk *w, const struct item *c)
{
	describe_mi(t, w, c);
	describe_gfx(t, w, c);
	describe_blit(t, w, c);
}

static const struct guclog_command *new_command(struct arena *arena, struct batch_walk *w,
						const struct item *c)
{
	struct guclog_command *to = arena_zero(arena, sizeof(*to));
	const struct gpu_command *def =
		gpu_command_find(c->header, w->in->engines, w->in->graphics);
	struct textbuf text;

	if (!to)
		return NULL;
	textbuf_init(&text, arena);
	describe(&text, w, c);
	to->address = c->address;
	to->header = c->header;
	to->dwords = c->dwords;
	to->level = c->level;
	to->name = def ? def->name : "?";
	to->text = text.len ? textbuf_end(&text) : "";
	return to;
}

/*
 * List the commands after the command at which the engine stood: at most LIST_AFTER, and none after
 * a jump, the end of the batch or an unknown command.
 */
static void list_after(struct arena *arena, struct batch_walk *w, struct guclog_batch *b,
		       const struct guclog_command **list)
{
	struct item c = w->stop;
	unsigned int i;

	for (i = 0; i < LIST_AFTER; i++) {
		u32 kind = c.header & MI_MASK;

		if (kind == MI_BATCH_BUFFER_END || kind == MI_BATCH_BUFFER_START)
			return;
		c.address += 4ull * c.dwords;
		if (!read_dword(w, c.address, &c.header))
			return;
		c.dwords = gpu_command_length(c.header);
		if (!c.dwords || !gpu_command_find(c.header, w->in->engines, w->in->graphics))
			return;
		list[b->nr_commands] = new_command(arena, w, &c);
		if (!list[b->nr_commands])
			return;
		b->nr_commands++;
	}
}

static void make_list(struct arena *arena, struct batch_walk *w, struct guclog_batch *b)
{
	const struct guclog_command **list;
	u64 i, first = w->nr_kept > LIST_BEFORE ? w->nr_kept - LIST_BEFORE : 0;

	list = arena_zero(arena, (LIST_BEFORE + LIST_AFTER + 1) * sizeof(*list));
	if (!list)
		return;
	b->command = list;
	for (i = first; i < w->nr_kept; i++) {
		list[b->nr_commands] = new_command(arena, w, &w->kept[i % LIST_BEFORE]);
		if (!list[b->nr_commands])
			return;
		if (list[b->nr_commands]->address == w->stop.address)
			b->stop = list[b->nr_commands];
		b->nr_commands++;
	}
	if (w->has_kept_work)
		b->work = new_command(arena, w, &w->kept_work);
	list_after(arena, w, b, list);
}

/*
 * Add an address to the hash table @seen, in which 0 stands for a free entry. Return: true, or
 * false if the table already has the address.
 */
static bool note_address(u64 *seen, u64 address)
{
	u64 i = address / 4 * 0x9e3779b97f4a7c15ull >> 32;

	for (; seen[i % (2 * LIST_ALL)]; i++)
		if (seen[i % (2 * LIST_ALL)] == address + 1)
			return false;
	seen[i % (2 * LIST_ALL)] = address + 1;
	return true;
}

/*
 * Add the command at @p to the list of the whole batch, and go to the next one. If the list already
 * has the command, go back to the batch that called this batch. Return: true, or false if the path
 * ends here.
 */
static bool list_next(struct arena *arena, struct batch_walk *w, struct guclog_batch *b,
		      const struct guclog_command **list, u64 *seen, struct place *p)
{
	struct item c;

	if (b->nr_commands == LIST_ALL || !read_command(w, p, &c))
		return false;
	if (!note_address(seen, c.address))
		return go_back(p);
	list[b->nr_commands] = new_command(arena, w, &c);
	if (!list[b->nr_commands])
		return false;
	if (b->stop && c.address == b->stop->address)
		b->stop = list[b->nr_commands];
	b->nr_commands++;
	return follow(w, p, &c);
}

/*
 * List the commands that can be reached from the beginning of the batch, each once. At a predicated
 * jump (which the engine may not take), the commands at its target are listed first, and the
 * commands after the jump later.
 */
static void list_all(struct arena *arena, struct batch_walk *w, struct guclog_batch *b)
{
	const struct guclog_command **list = arena_zero(arena, LIST_ALL * sizeof(*list));
	u64 *seen = arena_zero(arena, 2 * LIST_ALL * sizeof(*seen));
	struct place p = { .address = gpu_address(b->start) };

	if (!list || !seen)
		return;
	b->command = list;
	b->nr_commands = 0;
	w->commands = 0;
	w->nr_jumps = 0;
	w->nr_branches = 0;
	for (;;) {
		while (list_next(arena, w, b, list, seen, &p))
			;
		if (!w->nr_branches)
			break;
		p = w->branch[--w->nr_branches];
	}
	arena_drop(arena, seen);
}

/* Return: the address of the first batch of the job, 0 if it is unknown. */
static u64 job_batch(const struct batch_input *in)
{
	uint64_t address;

	if (!in->job || !guclog_dump_number(in->job, DUMP_JOB_BATCH_ADDRESS, &address))
		return 0;
	return address;
}

/*
 * Walk from the batches of the job, and finally from the beginning of the memory range (@range)
 * that contains the address in ACTHD. Return: whether the command at which the engine stood was
 * found.
 */
static bool try_starts(struct batch_walk *w, struct guclog_batch *b,
		       const struct guclog_dump_range *range)
{
	unsigned int i;

	for (i = 0; w->in->job && i < w->in->job->nr; i++) {
		const struct guclog_dump_field *f = &w->in->job->field[i];

		if (f->id != DUMP_JOB_BATCH_ADDRESS || !f->is_number || !f->number)
			continue;
		b->start = f->number;
		if (walk_from(w, b->start))
			return true;
	}
	b->start = range->address;
	b->start_assumed = true;
	return walk_from(w, b->start);
}

/**
 * batch_make() - find the command of a batch at which an engine stood
 * @arena: arena that has the memory of the result
 * @in: registers, memory and limits for the walk
 *
 * The walk follows jumps and calls; at a predicated jump it follows both ways. It reads at most a
 * million commands. The list of a whole batch has at most 65536 commands.
 *
 * Context: allocates memory.
 * Return: the batch, or NULL if there is no memory.
 */
const struct guclog_batch *batch_make(struct arena *arena, const struct batch_input *in)
{
	struct guclog_batch *b = arena_zero(arena, sizeof(*b));
	struct batch_walk *w = arena_zero(arena, sizeof(*w));
	const struct guclog_dump_range *range;

	if (!b || !w)
		return NULL;
	w->in = in;
	if (sort_ranges(arena, w))
		return NULL;
	b->acthd = in->acthd;
	b->ipehr = in->ipehr;
	range = in->has_place ? find_range(w, gpu_address(in->acthd)) : NULL;
	if (!in->has_place)
		b->state = GUCLOG_BATCH_NO_PLACE;
	else if (!range)
		b->state = GUCLOG_BATCH_NOT_DUMPED;
	else if (try_starts(w, b, range))
		b->state = GUCLOG_BATCH_FOUND;
	else if (!job_batch(in))
		b->state = GUCLOG_BATCH_NO_START;
	else if (w->commands >= MAX_COMMANDS)
		b->state = GUCLOG_BATCH_TOO_LONG;
	else
		b->state = w->unknown ? GUCLOG_BATCH_UNKNOWN : GUCLOG_BATCH_NO_MATCH;
	if (w->found)
		make_list(arena, w, b);
	if (in->whole) {
		b->start = b->start ?: job_batch(in);
		list_all(arena, w, b);
	}
	arena_drop(arena, w->sorted);
	arena_drop(arena, w);
	return b;
}
