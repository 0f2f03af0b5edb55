// SPDX-License-Identifier: GPL-2.0
/*
 * dialect_map.c -- changes ids, fields and clock of the log's events as a function of a seed.
 *
 * The base dialect is the form of the events in dialect.h; a dialect is the form after the changes.
 * A foreign event is an event that is added, with an id that the base dialect does not have.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"
#include "dialect_map.h"
#include "event.h"

#define TRIES	1000		/* attempts to find places of fields that do not overlap */

/* Changes that make a dialect from the base dialect; bit i is set by words[i] of --dialect. */
#define CHANGE_IDS	BIT(0)	/* use ids that the base dialect does not have */
#define CHANGE_PERMUTE	BIT(1)	/* exchange ids of the base dialect */
#define CHANGE_ARGS	BIT(2)	/* exchange the two arguments */
#define CHANGE_FIELDS	BIT(3)	/* move fields within and among arguments */
#define CHANGE_ALIKE	BIT(4)	/* change all events in the same way */
#define CHANGE_CLOCK	BIT(5)
#define CHANGE_SPLIT	BIT(6)	/* give some kinds of event two ids */
#define CHANGE_MERGE	BIT(7)	/* give some kinds of event the same id */
#define CHANGE_USUAL	(CHANGE_IDS | CHANGE_FIELDS | CHANGE_CLOCK)

static const char *const words[] = {
	"ids", "permute", "args", "fields", "alike", "clock", "split", "merge",
};

/**
 * struct field - a field of an argument in the base dialect
 * @name:  name; NULL: end of the list
 * @arg:   argument, 0 or 1
 * @low:   lowest bit
 * @width: number of bits
 */
struct field {
	const char *name;
	u8 arg, low, width;
};

static const struct kind {
	enum dialect id;
	const char *name;
	struct field field[DIALECT_FIELDS];
} kinds[DIALECT_KINDS] = {
#define EVENT(name, id, ...) { EV_##name, #name, { __VA_ARGS__ } },
#include "events.def"
#undef EVENT
};

static u32 fields_of(const struct kind *k)
{
	u32 n = 0;

	while (n < DIALECT_FIELDS && k->field[n].name)
		n++;
	return n;
}

/**
 * dialect_map_init() - initialize a map that changes nothing
 * @map: result
 */
void dialect_map_init(struct dialect_map *map)
{
	memset(map, 0, sizeof(*map));
	map->khz = BASE_KHZ;
	for (u32 i = 0; i < DIALECT_KINDS; i++) {
		map->kind[i].id[0] = (u16)kinds[i].id;
		for (u32 f = 0; f < DIALECT_FIELDS; f++)
			map->kind[i].place[f] = (struct dialect_place){
				kinds[i].field[f].arg, kinds[i].field[f].low,
			};
	}
}

/**
 * struct dice - a sequence of random numbers
 * @seed: the seed
 * @n:    how many random numbers were drawn so far
 */
struct dice {
	u64 seed;
	u32 n;
};

/* below - draw a random number below @limit */
static u32 below(struct dice *d, u32 limit)
{
	return event_word(d->seed, d->n++) % limit;
}

static bool is_used(const struct dialect_map *map, u32 id)
{
	for (u32 i = 0; i < DIALECT_KINDS; i++)
		if (kinds[i].id == id || map->kind[i].id[0] == id || map->kind[i].id[1] == id)
			return true;
	for (u32 i = 0; i < map->foreigns; i++)
		if (map->foreign[i] == id)
			return true;
	return false;
}

/* new_id - draw an id that is not in use yet, from the range in which real firmware has its ids */
static u16 new_id(const struct dialect_map *map, struct dice *d)
{
	u32 id;

	do
		id = (below(d, 2) ? 0x8000 : 0) + 0x100 + below(d, 0x700);
	while (is_used(map, id));
	return (u16)id;
}

static void permute(struct dialect_map *map, struct dice *d)
{
	for (u32 i = DIALECT_KINDS - 1; i; i--) {
		u32 j = below(d, i + 1);
		u16 id = map->kind[i].id[0];

		map->kind[i].id[0] = map->kind[j].id[0];
		map->kind[j].id[0] = id;
	}
}

/* overlaps - check whether field @f, at place[f], overlaps one of the fields before it */
static bool overlaps(const struct kind *k, const struct dialect_place *place, u32 f)
{
	for (u32 g = 0; g < f; g++)
		if (place[f].arg == place[g].arg &&
		    place[f].low < place[g].low + k->field[g].width &&
		    place[g].low < place[f].low + k->field[f].width)
			return true;
	return false;
}

/*
 * move_fields - move each field of an event to a random place; if no places without an overlap are
 * found in TRIES attempts, change nothing
 */
static void move_fields(const struct kind *k, struct dialect_place *place, struct dice *d)
{
	struct dialect_place new[DIALECT_FIELDS];
	u32 n = fields_of(k), f = 0;

	for (u32 tries = 0; f < n; tries++) {
		if (tries == TRIES)
			return;
		new[f].arg = (u8)below(d, 2);
		new[f].low = (u8)below(d, 33u - k->field[f].width);
		f = overlaps(k, new, f) ? 0 : f + 1;
	}
	memcpy(place, new, n * sizeof(*new));
}

static void exchange_args(const struct kind *k, struct dialect_place *place)
{
	for (u32 f = 0; f < fields_of(k); f++)
		place[f].arg ^= 1;
}

/* mirror - reverse the order of the fields within each argument */
static void mirror(const struct kind *k, struct dialect_place *place)
{
	for (u32 f = 0; f < fields_of(k); f++)
		place[f].low = (u8)(32 - place[f].low - k->field[f].width);
}

/*
 * change_alike - exchange the arguments of all events, reverse their fields, or both; without
 * CHANGE_FIELDS always exchange the arguments
 */
static void change_alike(struct dialect_map *map, u32 changes, struct dice *d)
{
	u32 way = 1 + below(d, 3);

	if (!(changes & CHANGE_FIELDS))
		way = 1;
	for (u32 i = 0; i < DIALECT_KINDS; i++) {
		if (way & 1)
			exchange_args(&kinds[i], map->kind[i].place);
		if (way & 2)
			mirror(&kinds[i], map->kind[i].place);
	}
}

static void change_places(struct dialect_map *map, u32 changes, struct dice *d)
{
	if (changes & CHANGE_ALIKE) {
		change_alike(map, changes, d);
		return;
	}
	for (u32 i = 0; i < DIALECT_KINDS; i++) {
		if (changes & CHANGE_FIELDS)
			move_fields(&kinds[i], map->kind[i].place, d);
		else if ((changes & CHANGE_ARGS) && below(d, 2))
			exchange_args(&kinds[i], map->kind[i].place);
	}
}

static void change_ids(struct dialect_map *map, u32 changes, struct dice *d)
{
	if (changes & CHANGE_PERMUTE)
		permute(map, d);
	for (u32 i = 0; (changes & CHANGE_IDS) && i < DIALECT_KINDS; i++)
		map->kind[i].id[0] = new_id(map, d);
	for (u32 i = 0; (changes & CHANGE_SPLIT) && i < 2; i++)
		map->kind[below(d, DIALECT_KINDS)].id[1] = new_id(map, d);
	for (u32 i = 0; (changes & CHANGE_MERGE) && i < 2; i++) {
		u32 a = below(d, DIALECT_KINDS), b = below(d, DIALECT_KINDS);

		map->kind[a].id[0] = map->kind[b].id[0];
	}
}

/*
 * read_words - parse "SEED[,WORD...]": store the seed in @map, and set a CHANGE_... bit in @changes
 * for each word; returns false if @text does not have that form
 */
static bool read_words(const char *text, struct dialect_map *map, u32 *changes)
{
	char copy[128], *save = NULL, *end;

	if (snprintf(copy, sizeof(copy), "%s", text) >= (int)sizeof(copy))
		return false;
	*changes = 0;
	errno = 0;
	map->seed = strtoull(copy, &end, 0);
	if (errno || end == copy || (*end && *end != ','))
		return false;
	for (char *w = strtok_r(end, ",", &save); w; w = strtok_r(NULL, ",", &save)) {
		u32 i;

		if (!strncmp(w, "foreign=", 8)) {
			map->foreigns = (u32)strtoul(w + 8, &end, 10);
			if (end == w + 8 || *end || map->foreigns > DIALECT_FOREIGN)
				return false;
			continue;
		}
		for (i = 0; i < ARRAY_SIZE(words) && strcmp(w, words[i]); i++)
			;
		if (i == ARRAY_SIZE(words))
			return false;
		*changes |= BIT(i);
	}
	return true;
}

/**
 * dialect_map_set() - set a map from the option --dialect (PROTOCOL.rst, "Dialects")
 * @map:  result
 * @text: "SEED[,WORD...]"; if it has no word except foreign=N, ids,fields,clock is added
 *
 * Return: true, or false if @text does not have that form.
 */
bool dialect_map_set(struct dialect_map *map, const char *text)
{
	static const u32 clocks[] = { 12000, 24000, 25000, 38400 };
	u32 changes, foreigns;
	struct dice d;

	dialect_map_init(map);
	if (!read_words(text, map, &changes))
		return false;
	if (!changes)
		changes = CHANGE_USUAL;
	d = (struct dice){ .seed = map->seed };
	foreigns = map->foreigns;
	map->foreigns = 0;
	change_ids(map, changes, &d);
	change_places(map, changes, &d);
	if (changes & CHANGE_CLOCK)
		map->khz = clocks[below(&d, ARRAY_SIZE(clocks))];
	while (map->foreigns < foreigns) {
		u16 id = new_id(map, &d);

		map->foreign[map->foreigns++] = id;
	}
	map->on = true;
	return true;
}

/**
 * dialect_map_ticks() - convert a time to the log's clock
 * @map:   the dialect
 * @ticks: time in ticks of BASE_KHZ
 *
 * Return: the same time in ticks of the log's clock.
 */
u64 dialect_map_ticks(const struct dialect_map *map, u64 ticks)
{
	return ticks / BASE_KHZ * map->khz + ticks % BASE_KHZ * map->khz / BASE_KHZ;
}

static const struct kind *kind_of(u32 id)
{
	for (u32 i = 0; i < DIALECT_KINDS; i++)
		if (kinds[i].id == id)
			return &kinds[i];
	return NULL;
}

/* arguments - move the fields of an event to their places in the dialect */
static void arguments(const struct kind *k, const struct dialect_place *place, u32 arg[2])
{
	bool padded = arg[0] == EV_PAD || arg[1] == EV_PAD, used[2] = { false };
	u32 n = fields_of(k), out[2] = { 0 };

	if (!n)
		return;
	for (u32 f = 0; f < n; f++) {
		const struct field *from = &k->field[f];
		u32 v = field(arg[from->arg], from->low + from->width - 1u, from->low);

		out[place[f].arg] |= v << place[f].low;
		used[place[f].arg] = true;
	}
	for (u32 i = 0; i < 2; i++)
		arg[i] = !used[i] && padded ? EV_PAD : out[i];
}

/**
 * dialect_map_entry() - convert a log entry of the base dialect to another dialect
 * @map:   the dialect
 * @entry: the log entry; id and arguments are changed
 */
void dialect_map_entry(struct dialect_map *map, u32 *entry)
{
	const struct kind *k = kind_of(entry[2]);
	u32 i;

	if (!map->on || !k)
		return;
	i = (u32)(k - kinds);
	map->written++;
	map->due += map->foreigns;
	entry[2] = map->kind[i].id[0];
	if (map->kind[i].id[1] && event_word(map->seed, map->written) & 1)
		entry[2] = map->kind[i].id[1];
	arguments(k, map->kind[i].place, entry + 3);
}

/* foreign_arg - make an argument of a foreign event; @form, a hash of its id, selects a pattern */
static u32 foreign_arg(const struct dialect_map *map, u32 form, u32 random)
{
	switch (form % 6) {
	case 0:
		return form;
	case 1:
		return map->count;
	case 2:
		return random;
	case 3:
		return random & 7;
	case 4:
		return (random & 0xff) << 12;
	}
	return EV_PAD;
}

/**
 * dialect_map_foreign() - make a foreign event if one is due
 * @map:   the dialect
 * @entry: result: id and arguments of the log entry
 *
 * For every DIALECT_KINDS other events, as many foreign events are made as there are foreign ids.
 *
 * Return: true if an event was made, else false.
 */
bool dialect_map_foreign(struct dialect_map *map, u32 *entry)
{
	u32 id, random;

	if (!map->on || map->due < DIALECT_KINDS)
		return false;
	map->due -= DIALECT_KINDS;
	map->count++;
	random = event_word(map->seed + 1, map->count);
	id = map->foreign[random % map->foreigns];
	random = event_word(map->seed + 2, map->count);
	entry[2] = id;
	entry[3] = foreign_arg(map, event_word(map->seed, id), random);
	entry[4] = foreign_arg(map, event_word(map->seed + 1, id), random >> 8);
	return true;
}

static void write_kind(FILE *f, const struct dialect_map *map, u32 i)
{
	const struct kind *k = &kinds[i];

	fprintf(f, "  {\"name\": \"%s\", \"base\": \"0x%04x\", \"ids\": [\"0x%04x\"", k->name,
		k->id, map->kind[i].id[0]);
	if (map->kind[i].id[1])
		fprintf(f, ", \"0x%04x\"", map->kind[i].id[1]);
	fprintf(f, "], \"fields\": [");
	for (u32 n = 0; n < fields_of(k); n++) {
		fprintf(f, "%s\n    {\"name\": \"%s\", \"arg\": %u, \"low\": %u, \"width\": %u",
			n ? "," : "", k->field[n].name, map->kind[i].place[n].arg,
			map->kind[i].place[n].low, k->field[n].width);
		fprintf(f, ", \"base_arg\": %u, \"base_low\": %u}", k->field[n].arg,
			k->field[n].low);
	}
	fprintf(f, "]}%s\n", i + 1 < DIALECT_KINDS ? "," : "");
}

/**
 * dialect_map_write() - write the description of a dialect to a JSON file
 * @map:  the dialect
 * @path: the file
 *
 * Return: 0, or a negative errno.
 */
int dialect_map_write(const struct dialect_map *map, const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return -errno;
	fprintf(f, "{\"seed\": %llu, \"clock_khz\": %u,\n \"events\": [\n",
		(unsigned long long)map->seed, map->khz);
	for (u32 i = 0; i < DIALECT_KINDS; i++)
		write_kind(f, map, i);
	fprintf(f, " ],\n \"foreign\": [");
	for (u32 i = 0; i < map->foreigns; i++)
		fprintf(f, "%s\"0x%04x\"", i ? ", " : "", map->foreign[i]);
	fprintf(f, "]}\n");
	return fclose(f) ? -EIO : 0;
}
