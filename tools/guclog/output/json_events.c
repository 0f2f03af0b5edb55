// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "events/findings.h"
#include "model/dictionary.h"
#include "output/json_out.h"
#include "events/tally.h"
#include "base/out.h"

static struct json_object *new_version(u32 v)
{
	char text[FW_VERSION_SIZE];

	return json_object_new_string(fw_version_text(v, text));
}

static void put_evidence(struct json_object *o, const struct guclog_row *row)
{
	struct json_object *list = json_object_new_array();
	char letter[2] = "A";
	unsigned int i;

	for (i = 0; i < 4; i++) {
		letter[0] = (char)('A' + i);
		if (row->evidence & 1u << i)
			json_object_array_add(list, json_object_new_string(letter));
	}
	json_put(o, "evidence", list);
}

static struct json_object *new_fields(const struct guclog_row *row)
{
	struct json_object *fields = json_object_new_array();
	unsigned int i;

	for (i = 0; i < row->nr_fields; i++) {
		const struct guclog_row_field *f = &row->field[i];
		struct json_object *o = json_object_new_object();

		json_put_string(o, "name", f->name);
		json_put_u64(o, "arg", f->arg);
		json_put_u64(o, "low", f->low);
		json_put_u64(o, "bits", f->bits);
		json_put_bool(o, "guess", f->guess);
		json_object_array_add(fields, o);
	}
	return fields;
}

static struct json_object *new_basis(void)
{
	struct json_object *list = json_object_new_array();
	struct guclog_firmware_basis basis;
	unsigned int i;

	for (i = 0; !guclog_dictionary_basis(i, &basis); i++) {
		struct json_object *o = json_object_new_object();

		json_put(o, "first", new_version(basis.first));
		json_put(o, "last", new_version(basis.last));
		json_put(o, "device", json_known_u64(basis.device, basis.device));
		json_put_u64(o, "events", basis.events);
		json_put_u64(o, "moved", basis.moved);
		json_put_u64(o, "logs", basis.logs);
		json_put_u64(o, "hits", basis.hits);
		json_put_u64(o, "checks", basis.checks);
		json_object_array_add(list, o);
	}
	return list;
}

/**
 * json_dictionary() - print the dictionary (the known names of event ids) as JSON
 */
void json_dictionary(void)
{
	struct json_object *top = json_object_new_object();
	struct json_object *list = json_object_new_array();
	struct json_object *versions = json_object_new_array();
	struct guclog_row row;
	unsigned int i;
	u32 v;

	for (i = 0; (v = guclog_dictionary_firmware(i)); i++)
		json_object_array_add(versions, new_version(v));
	for (i = 0; !guclog_dictionary_row(i, &row); i++) {
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "id", row.id);
		json_put_string(o, "name", row.name);
		json_put_bool(o, "guess", row.guess);
		json_put_string(o, "meaning", row.meaning);
		put_evidence(o, &row);
		json_put_u64(o, "hits", row.hits);
		json_put_u64(o, "checks", row.checks);
		json_put(o, "fields", new_fields(&row));
		json_object_array_add(list, o);
	}
	json_put(top, "firmware", versions);
	json_put(top, "basis", new_basis());
	json_put(top, "events", list);
	json_print(top);
}

static struct json_object *new_rule(const struct guclog_rule *rule)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "rule", rule->name);
	json_put_string(o, "text", rule->text);
	json_put_u64(o, "checks", rule->checks);
	json_put_u64(o, "hits", rule->hits);
	json_put_u64(o, "wanted_percent", rule->wanted_percent);
	json_put_bool(o, "weak", rule->weak);
	json_put(o, "holds", rule->checks ? json_object_new_boolean(!rule->failed) :
					    NULL);
	json_put(o, "first_failure",
		 json_known_u64(rule->hits != rule->checks, rule->failed_at));
	json_put_string(o, "switches_off", rule->failed ? rule->off_text : NULL);
	return o;
}

static struct json_object *new_ids(const struct guclog_analysis *a)
{
	u64 words = guclog_analysis_survey(a)->words;
	struct json_object *ids = json_object_new_array();
	uint64_t count;
	unsigned int i;
	u32 id;

	for (i = 0; !guclog_analysis_id(a, i, &id, &count); i++) {
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "id", id);
		json_put_u64(o, "events", count);
		json_put_bool(o, "named", !!(words & 1ull << i));
		json_object_array_add(ids, o);
	}
	return ids;
}

/*
 * Return: an array of the event ids of the log that the dictionary does not have or, if names were
 * learned from the log (@learned), of the ids for which no name was learned.
 */
static struct json_object *new_other_ids(const struct tally *tally, bool learned)
{
	struct json_object *ids = json_object_new_array();
	unsigned int i;

	for (i = 0; i < tally->nr_ids; i++) {
		struct json_object *id;

		if (learned ? !!tally->id[i].name :
		    guclog_dictionary_find(tally->id[i].id, NULL) >= 0)
			continue;
		id = json_object_new_object();
		json_put_u64(id, "id", tally->id[i].id);
		json_put_u64(id, "events", tally->id[i].count);
		json_object_array_add(ids, id);
	}
	return ids;
}

/**
 * json_events_add() - add a log for json_events_print()
 * @name: name of the log
 * @a: analysis of the log
 * @tally: counts of the log's events by id
 */
void json_events_add(const char *name, const struct guclog_analysis *a,
		     const struct tally *tally)
{
	struct json_object *o = json_object_new_object();
	struct json_object *rules = json_object_new_array();
	const struct guclog_survey *s = guclog_analysis_survey(a);
	struct guclog_rule rule;
	unsigned int i;

	json_put_text(o, "name", text_of(name));
	json_put(o, "firmware", s->has_firmware ? new_version(s->firmware) : NULL);
	json_put_bool(o, "firmware_known", s->firmware_known);
	json_put_bool(o, "fits", !s->misfit);
	json_put_u64(o, "events", s->events);
	json_put_u64(o, "named", s->named);
	json_put_u64(o, "guesses", s->guesses);
	json_put_u64(o, "unknown_ids", s->events - s->known);
	json_put_u64(o, "rules_tested", s->rules_tested);
	json_put_u64(o, "rules_hold", s->rules_held);
	for (i = 0; !guclog_analysis_rule(a, i, &rule); i++)
		json_object_array_add(rules, new_rule(&rule));
	json_put(o, "rules", rules);
	json_put(o, "ids", new_ids(a));
	json_put(o, "other_ids", new_other_ids(tally, s->learned));
	json_put_u64(o, "learned", s->learned);
	json_put_u64(o, "basis_ids", s->basis_events);
	json_put_u64(o, "basis_logs", s->basis_logs);
	json_put_u64(o, "conflicts", s->conflicts);
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_events_print() - print the logs from json_events_add() as JSON
 */
void json_events_print(void)
{
	json_list_print(out_part(OUT_LIST), "logs", json_object_new_object());
}
