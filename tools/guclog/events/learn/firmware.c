// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Adds the results of earlier logs of a firmware (data/guc_firmware.csv) to the results of one log.
 * A row is the result for one id (the number of a kind of event): its name, its fields and the
 * evidence.
 */
#include "events/learn/firmware.h"

#include "model/dictionary.h"
#include "state.h"

static bool is_for(const struct firmware_row *row, u32 version, u32 device)
{
	version &= 0xffffff;
	return row->first <= version && version <= row->last &&
	       (!row->device || row->device == device);
}

/*
 * Return: whether @row is a better choice than @best. A row for one device is better than a row for
 * any device. If both are for a device or both for any, the row for fewer versions is better.
 */
static bool is_better(const struct firmware_row *row, const struct firmware_row *best)
{
	if (!best || row->device != best->device)
		return !best || row->device;
	return row->last - row->first < best->last - best->first;
}

static const struct firmware_row *find(u32 version, u32 device, u32 id)
{
	const struct firmware_row *best = NULL, *row;

	for (row = firmware_table; row->event != LEARN_NONE; row++)
		if (row->id == id && is_for(row, version, device) && is_better(row, best))
			best = row;
	return best;
}

/**
 * firmware_has_rows() - find out whether data/guc_firmware.csv has rows for a firmware
 * @version: version of the firmware
 * @device: PCI device id, 0 when not known
 *
 * Return: whether there is a row.
 */
bool firmware_has_rows(u32 version, u32 device)
{
	const struct firmware_row *row;

	for (row = firmware_table; row->event != LEARN_NONE; row++)
		if (is_for(row, version, device))
			return true;
	return false;
}

static bool is_base(const struct firmware_row *row)
{
	const struct guc_event_def *def = &guc_event_table[row->event];
	unsigned int n;

	for (n = 0; n < def->nr_fields; n++)
		if (row->slot[n].bits && (row->slot[n].arg != def->field[n].arg ||
					  row->slot[n].low != def->field[n].low))
			return false;
	return row->id == def->id;
}

/* Convert a row of data/guc_firmware.csv to the form of a row that was learned from a log. */
static void make_row(struct learn_row *to, const struct firmware_row *row)
{
	const struct guc_event_def *def = &guc_event_table[row->event];
	unsigned int n;

	*to = (struct learn_row){
		.id = row->id,
		.event = row->event,
		.grade = row->logs > 1 ? LEARN_CERTAIN : LEARN_LIKELY,
		.base = is_base(row),
		.bits = row->logs > 1 ? CERTAIN_BITS : LIKELY_BITS,
		.hits = row->hits,
		.checks = row->checks,
		.evidence = row->evidence,
		.rival = LEARN_NONE,
		.before = LEARN_NONE,
		.after = LEARN_NONE,
		.logs = row->logs,
	};
	memcpy(to->slot, row->slot, sizeof(to->slot));
	for (n = 0; to->base && n < def->nr_fields; n++)
		if (!to->slot[n].bits)
			to->slot[n] = slot_of_base(&def->field[n]);
}

/**
 * firmware_use() - add the results of earlier logs of a firmware to the results of one log
 * @learned: the rows that were learned from the log
 * @version: version of the firmware that wrote the log
 * @device: PCI device id, 0 when not known
 *
 * For each id of the log, the row of data/guc_firmware.csv for this firmware is added. If the log
 * contradicts this row, the id gets the grade LEARN_DOUBT, and @learned->conflicts is increased.
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int firmware_use(struct learned *learned, u32 version, u32 device)
{
	struct learn_row row;
	u32 i;

	for (i = 0; i < learned->nr; i++) {
		struct learn_row *to = &learned->row[i];
		const struct firmware_row *from = find(version, device, to->id);

		if (!from)
			continue;
		make_row(&row, from);
		learned->firmware_rows++;
		learned->firmware_logs = max(learned->firmware_logs, from->logs);
		learned->conflicts += learn_merge_row(to, &row);
	}
	return learned->firmware_rows ? learned_index(learned) : 0;
}

int guclog_dictionary_basis(unsigned int i, struct guclog_firmware_basis *basis)
{
	const struct firmware_row *row = firmware_table, *first = row;

	while (row->event != LEARN_NONE) {
		*basis = (struct guclog_firmware_basis){
			.first = row->first, .last = row->last, .device = row->device,
		};
		for (first = row; row->event != LEARN_NONE && row->first == first->first &&
		     row->last == first->last && row->device == first->device; row++) {
			basis->events++;
			basis->moved += !is_base(row);
			basis->logs = max(basis->logs, row->logs);
			basis->hits += row->hits;
			basis->checks += row->checks;
		}
		if (!i--)
			return 0;
	}
	return -ENOENT;
}
