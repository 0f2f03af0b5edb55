// SPDX-License-Identifier: GPL-2.0
/*
 * ze.c -- a Level Zero program.
 *
 *	ze copy [N]	copy N buffers, with a copy engine if the GPU has one
 *	ze fill [N]	fill N buffers, with a kernel on the compute engine
 *
 * The exit status is 0 if the work was done, 1 if the work could not be submitted or failed, 2 if
 * an earlier step failed.
 */
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE	65536
#define GROUPS	8

static ze_driver_handle_t driver;
static ze_device_handle_t gpu;
static ze_context_handle_t context;

static void check(ze_result_t r, const char *what, int status)
{
	if (r == ZE_RESULT_SUCCESS)
		return;
	fprintf(stderr, "ze: %s: %#x\n", what, r);
	exit(status);
}

static void open_device(void)
{
	ze_context_desc_t desc = { .stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC };
	ze_device_properties_t p = { .stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES };
	uint32_t n = 1;

	check(zeInit(ZE_INIT_FLAG_GPU_ONLY), "init", 2);
	check(zeDriverGet(&n, &driver), "driver", 2);
	n = 1;
	check(zeDeviceGet(driver, &n, &gpu), "device", 2);
	check(zeDeviceGetProperties(gpu, &p), "properties", 2);
	printf("ze: %s\n", p.name);
	check(zeContextCreate(driver, &desc, &context), "context", 2);
}

/* group - find a queue group with @flag, if possible a group that cannot do compute work */
static uint32_t group(ze_command_queue_group_property_flags_t flag)
{
	ze_command_queue_group_properties_t groups[GROUPS] = { 0 };
	uint32_t n = GROUPS, found = GROUPS;

	check(zeDeviceGetCommandQueueGroupProperties(gpu, &n, groups), "groups", 2);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t has = groups[i].flags;

		if ((has & flag) &&
		    (found == GROUPS || !(has & ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE)))
			found = i;
	}
	if (found == GROUPS)
		exit(2);
	printf("ze: group %u of %u, flags %#x\n", found, n, groups[found].flags);
	return found;
}

static void *buffer(void)
{
	ze_device_mem_alloc_desc_t desc = { .stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC };
	void *p;

	check(zeMemAllocDevice(context, &desc, SIZE, 64, gpu, &p), "memory", 2);
	return p;
}

static void run(ze_command_list_handle_t list, uint32_t ordinal)
{
	ze_command_queue_desc_t desc = {
		.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .ordinal = ordinal,
		.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
	};
	ze_command_queue_handle_t queue;

	check(zeCommandListClose(list), "close", 2);
	check(zeCommandQueueCreate(context, gpu, &desc, &queue), "queue", 2);
	check(zeCommandQueueExecuteCommandLists(queue, 1, &list, NULL), "execute", 1);
	check(zeCommandQueueSynchronize(queue, UINT64_MAX), "synchronize", 1);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	ze_command_list_desc_t desc = { .stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC };
	int times = argc > 2 ? atoi(argv[2]) : 1, copies = !strcmp(what, "copy");
	ze_command_list_handle_t list;
	const uint32_t pattern = 0xc0ffee;

	open_device();
	desc.commandQueueGroupOrdinal =
		group(copies ? ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY :
			       ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE);
	check(zeCommandListCreate(context, gpu, &desc, &list), "list", 2);
	for (int i = 0; i < times; i++) {
		if (copies)
			check(zeCommandListAppendMemoryCopy(list, buffer(), buffer(), SIZE, NULL, 0,
							    NULL), "copy", 2);
		else
			check(zeCommandListAppendMemoryFill(list, buffer(), &pattern,
							    sizeof(pattern), SIZE, NULL, 0,
							    NULL), "fill", 2);
	}
	run(list, desc.commandQueueGroupOrdinal);
	printf("ze: %s done\n", what);
	return 0;
}
