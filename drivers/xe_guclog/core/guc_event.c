// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_event.h"

/**
 * guc_event_find() - find the definition of an event id in the dictionary (see
 * guc_event.h)
 * @id: id of the event, which determines its meaning
 *
 * Context: any, does not sleep.
 * Return: an entry of guc_event_table[], or NULL for an unknown id.
 */
const struct guc_event_def *guc_event_find(u32 id)
{
	unsigned int low = 0, high = GUC_EVX_COUNT;

	while (low < high) {
		unsigned int mid = (low + high) / 2;

		if (guc_event_table[mid].id == id)
			return &guc_event_table[mid];
		if (guc_event_table[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

/**
 * guc_event_known_firmware() - check whether the dictionary (see guc_event.h) was made from
 * logs of a firmware version
 * @version: the version in the format of the LIC: major 23:16, minor 15:8, patch 7:0;
 *	the branch in 31:24 is ignored
 *
 * Context: any, does not sleep.
 * Return: true if the dictionary was made from logs of this version, among others.
 */
bool guc_event_known_firmware(u32 version)
{
	unsigned int i;

	for (i = 0; i < guc_event_firmware_len; i++)
		if (guc_event_firmware[i] == (version & 0xffffff))
			return true;
	return false;
}
