// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_device.h"

/**
 * guc_device_find() - find the row of a PCI device id in the table of devices
 * @device: device part of the PCI id; the vendor is 8086
 *
 * Context: any, does not sleep.
 * Return: the row, or NULL if the table does not have this id.
 */
const struct guc_device *guc_device_find(u16 device)
{
	unsigned int low = 0, high = guc_device_table_len;

	while (low < high) {
		unsigned int mid = low + (high - low) / 2;

		if (guc_device_table[mid].device < device)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == guc_device_table_len ||
	    guc_device_table[low].device != device)
		return NULL;
	return &guc_device_table[low];
}

/**
 * guc_graphics_find() - find the row of a graphics IP in the table of graphics IPs
 * @graphics_ip: version of the graphics IP, as 100 * version + release
 *
 * Context: any, does not sleep.
 * Return: the row of @graphics_ip if there is one, or else the row of the next older IP, or
 * NULL if all rows are for newer IPs.
 */
const struct guc_graphics *guc_graphics_find(u32 graphics_ip)
{
	unsigned int i = guc_graphics_table_len;

	while (i--)
		if (guc_graphics_table[i].graphics_ip <= graphics_ip)
			return &guc_graphics_table[i];
	return NULL;
}
