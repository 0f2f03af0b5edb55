/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Names of devices, engines and engine classes.
 */
#ifndef _GUCLOG_MODEL_KNOWN_NAMES_H_
#define _GUCLOG_MODEL_KNOWN_NAMES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guclog.h"

/**
 * struct guclog_device - a GPU in the table of known devices
 * @name: the product name, NULL if it is not known
 * @platform: name of the platform
 */
struct guclog_device {
	const char *name;
	const char *platform;
};

/**
 * guclog_device_find() - find a GPU in the table of known devices
 * @device: PCI device ID; the vendor is Intel
 * @found: filled with the properties of the GPU
 *
 * Return: 0, or -ENOENT if the GPU is not in the table.
 */
int guclog_device_find(uint16_t device, struct guclog_device *found);

/**
 * guclog_engine_class_name() - get the name of an engine class
 * @engine_class: the GuC's number of the engine class
 *
 * Return: a constant string such as "ccs", or NULL when it is not known.
 */
const char *guclog_engine_class_name(uint32_t engine_class);

#endif
