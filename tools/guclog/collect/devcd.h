/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's devcoredumps in sysfs: the folder /sys/class/devcoredump/devcd<N> has the file
 * "data" with the dump, and a link to the device that failed.
 */
#ifndef _DEVCD_H_
#define _DEVCD_H_

#include "base/base.h"

/* Largest number of GTs of a device; GTs are numbered from 0. */
#define DEVCD_MAX_GTS	8

/*
 * The module keeps up to three dumps of a GT at the same time, one in each of these places. For
 * each place the module creates a device, because the kernel keeps only one dump of a device. See
 * drivers/xe_guclog/xgl_dump.h.
 */
enum devcd_place {
	DEVCD_FIRST,	/* first incident of a series, see struct guc_series in guc_incident.h */
	DEVCD_NEWEST,	/* newest incident of a series */
	DEVCD_DEMANDED,	/* not an incident: requested by writing to configfs */
	DEVCD_PLACES
};

enum devcd_kind {
	DEVCD_OTHER,	/* dump of a driver other than xe and xe_guclog; not collected */
	DEVCD_XE,	/* dump of xe: a GPU failed */
	DEVCD_LOG,	/* dump of xe_guclog: the log of one GT */
};

/**
 * struct devcd - one dump
 * @sys: mount point of sysfs
 * @name: name of the dump, such as devcd3
 * @kind: the driver that created it
 * @gpu: name of the GPU's device, such as 0000:03:00.0
 * @gt: number of the GT, if @kind is DEVCD_LOG
 * @place: place of the dump, if @kind is DEVCD_LOG
 */
struct devcd {
	const char *sys;
	char name[32];
	enum devcd_kind kind;
	char gpu[64];
	unsigned int gt;
	enum devcd_place place;
};

int devcd_find(struct devcd *dump, const char *sys, const char *name);
bool devcd_find_xe(struct devcd *dump, const char *sys, const char *gpu);
bool devcd_find_log(struct devcd *dump, const char *sys, const char *gpu,
		    unsigned int gt, enum devcd_place place);
int devcd_open(const struct devcd *dump);
int devcd_free(const struct devcd *dump);
s64 devcd_age_ms(const struct devcd *dump);
int devcd_request_log(const char *sys, const char *gpu, unsigned int gt);

#endif
