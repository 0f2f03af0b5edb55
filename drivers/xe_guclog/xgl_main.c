// SPDX-License-Identifier: GPL-2.0-only
#include <linux/init.h>
#include <linux/module.h>

#include "guc_version.h"
#include "xgl_compat.h"
#include "xgl_configfs.h"
#include "xgl_debugfs.h"
#include "xgl_dump.h"
#include "xgl_incident.h"
#include "xgl_tracer.h"
#include "xgl_xe.h"

static int __init xgl_init(void)
{
	int ret;

	xgl_debugfs_init(&xgl_xe_files);
	ret = xgl_incident_init();
	if (ret)
		goto err_debugfs;
	ret = xgl_xe_init();
	if (ret)
		goto err_incident;
	ret = xgl_configfs_init();
	if (ret)
		goto err_xe;
	return 0;

err_xe:
	xgl_xe_exit();
err_incident:
	xgl_incident_exit();
	/* If xe noticed a hang since xgl_incident_init(), there can be a devcoredump. Delete it. */
	xgl_dump_exit();
err_debugfs:
	xgl_debugfs_exit();
	return ret;
}

static void __exit xgl_exit(void)
{
	xgl_tracer_warn();
	xgl_configfs_exit();
	xgl_xe_exit();
	xgl_incident_exit();
	xgl_dump_exit();
	xgl_debugfs_exit();
}

module_init(xgl_init);
module_exit(xgl_exit);

MODULE_AUTHOR("xe-guclog developers");
MODULE_DESCRIPTION("Intel GuC logs as LFD files in debugfs");
MODULE_LICENSE("GPL");
MODULE_VERSION(GUC_VERSION);
