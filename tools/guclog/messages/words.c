// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the values in the messages of the drivers mean, from the headers and the code of xe and of
 * i915. If a value is not known, there are no words for it.
 */
#include "messages/message.h"

#include <errno.h>

#include "guc_abi_names.h"
#include "messages/lines.h"

/* A number and its name. */
struct named {
	u32 value;
	const char *name;
};

/* enum xe_guc_load_status of xe's guc_errors_abi.h */
static const struct named ukernel[] = {
	{ 0x00, "not started" },
	{ 0x01, "START" },
	{ 0x02, "ERROR_DEVID_BUILD_MISMATCH" },
	{ 0x03, "GUC_PREPROD_BUILD_MISMATCH" },
	{ 0x04, "ERROR_DEVID_INVALID_GUCTYPE" },
	{ 0x05, "HWCONFIG_START" },
	{ 0x06, "HWCONFIG_DONE" },
	{ 0x07, "HWCONFIG_ERROR" },
	{ 0x08, "BOOTROM_VERSION_MISMATCH" },
	{ 0x10, "GDT_DONE" },
	{ 0x20, "IDT_DONE" },
	{ 0x30, "LAPIC_DONE" },
	{ 0x40, "GUCINT_DONE" },
	{ 0x50, "DPC_READY" },
	{ 0x60, "DPC_ERROR" },
	{ 0x70, "EXCEPTION" },
	{ 0x71, "INIT_DATA_INVALID" },
	{ 0x72, "PXP_TEARDOWN_CTRL_ENABLED" },
	{ 0x73, "MPU_DATA_INVALID" },
	{ 0x74, "INIT_MMIO_SAVE_RESTORE_INVALID" },
	{ 0x75, "KLV_WORKAROUND_INIT_ERROR" },
	{ 0x76, "INVALID_FTR_FLAG" },
	{ 0xf0, "READY" },
};

/* enum xe_bootrom_load_status of xe's guc_errors_abi.h */
static const struct named bootrom[] = {
	{ 0x00, "not started" },
	{ 0x13, "NO_KEY_FOUND" },
	{ 0x1a, "AES_PROD_KEY_FOUND" },
	{ 0x2b, "PROD_KEY_CHECK_FAILURE" },
	{ 0x50, "RSA_FAILED" },
	{ 0x73, "PAVPC_FAILED" },
	{ 0x74, "WOPCM_FAILED" },
	{ 0x75, "LOADLOC_FAILED" },
	{ 0x76, "JUMP_PASSED" },
	{ 0x77, "JUMP_FAILED" },
	{ 0x79, "RC6CTXCONFIG_FAILED" },
	{ 0x7a, "MPUMAP_INCORRECT" },
	{ 0x7e, "EXCEPTION" },
};

/* GS_MIA_* and GS_AUTH_STATUS_* of xe's xe_guc_regs.h */
static const struct named mia[] = {
	{ 0x0, "no state" }, { 0x1, "core state" }, { 0x2, "halt requested" }, { 0x4, "ISR entry" },
};

static const struct named auth[] = {
	{ 0x0, "not checked" }, { 0x1, "signature bad" }, { 0x2, "signature good" },
};

static const struct named access_types[] = {
	{ 0, "read" }, { 1, "write" }, { 2, "atomic" },
};

static const struct named fault_types[] = {
	{ 0, "not present" }, { 1, "write access violation" }, { 2, "atomic access violation" },
};

/* Bits of "flags" of a job's queue, EXEC_QUEUE_FLAG_*, with the first Linux that has them. */
static const struct {
	const char *name;
	u16 since;
} flags[] = {
	{ "kernel's own", 608 }, { "permanent", 608 }, { "bind", 608 }, { "bind child", 608 },
	{ "high priority", 608 }, { "low latency", 617 }, { "migrate", 617 },
	{ "no state cache perf fix", 703 },
};

/* Bits of "state" of a queue, EXEC_QUEUE_STATE_*, the same in Linux 6.12 to 7.3. */
static const char * const states[] = {
	"registered", "enabled", "pending enable", "pending disable", "destroyed", "suspended",
	"reset", "killed", "wedged", "banned",
};

/* Numbers of messages that never change, of Linux 7.4 and later. */
static const struct named sigids[] = {
	{ 100, "software" }, { 101, "probe" }, { 102, "wedged" }, { 103, "survivability" },
	{ 104, "firmware of the GuC or the HuC" }, { 105, "firmware of the device" },
	{ 106, "reset of a GT" }, { 107, "memory fault" }, { 108, "I/O or bus" },
	{ 200, "hardware" }, { 201, "PCIe" }, { 202, "memory of the device" },
	{ 203, "core or compute" }, { 204, "fabric" }, { 205, "internals of the SoC" },
};

/* The functions of the drivers that ask for a reset of a GT, and why they do. */
static const struct {
	const char *function;
	const char *why;
} callers[] = {
	{ "xe_guc_exec_queue_reset_failure_handler", "the GuC could not reset an engine" },
	{ "guc_exec_queue_timedout_job", "a job did not end in time" },
	{ "timeout_needs_gt_reset", "a job of the driver did not end in time" },
	{ "xe_guc_exec_queue_lr_cleanup", "the GuC did not acknowledge the disable of a queue" },
	{ "disable_scheduling_deregister", "the GuC did not acknowledge the disable of a queue" },
	{ "enable_scheduling", "the GuC did not acknowledge the enable of a queue" },
	{ "__deregister_exec_queue", "a queue could not be removed" },
	{ "wq_wait_for_space", "the GuC does not take new work" },
	{ "xe_guc_exec_queue_group_cgp_sync", "the GuC did not acknowledge a change of queues" },
	{ "kick_reset", "the channel between driver and GuC does not work" },
	{ "g2h_worker_func", "the channel between driver and GuC does not work" },
	{ "receive_g2h", "the channel between driver and GuC does not work" },
	{ "xe_gt_apply_ccs_mode", "somebody changed the number of compute engines" },
	{ "gt_reset_worker", "the reset before did not end" },
	{ "force_reset", "somebody asked for it in debugfs" },
};

#define FIND(table, value)	find(table, ARRAY_SIZE(table), value)

static const char *find(const struct named *table, size_t nr, u64 value)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (table[i].value == value)
			return table[i].name;
	return NULL;
}

/**
 * message_sigid() - name the kind of messages with a stable number
 * @sigid: the number
 *
 * Return: what the messages are about, NULL if unknown.
 */
const char *message_sigid(u32 sigid)
{
	return FIND(sigids, sigid);
}

static const char *bits(struct arena *arena, u64 value, const char *(*name)(unsigned int, u32),
			u32 kernel)
{
	const char *text = "";
	unsigned int i;

	for (i = 0; i < 64 && text; i++) {
		const char *word = name(i, kernel);

		if (!(value >> i & 1))
			continue;
		text = word ? arena_printf(arena, "%s%s%s", text, *text ? ", " : "", word) :
			      arena_printf(arena, "%s%sbit %u", text, *text ? ", " : "", i);
	}
	return text && *text ? text : NULL;
}

static const char *flag_name(unsigned int bit, u32 kernel)
{
	if (bit >= ARRAY_SIZE(flags) || (kernel && kernel < flags[bit].since))
		return NULL;
	return flags[bit].name;
}

static const char *state_name(unsigned int bit, u32 kernel)
{
	if (bit == 10 && kernel)
		return kernel >= 700 ? "pending resume" : "check timeout";
	if (bit == 11 && kernel && kernel < 700)
		return "extra reference";
	return bit < ARRAY_SIZE(states) ? states[bit] : NULL;
}

static bool is(struct guc_view v, const char *text)
{
	return v.len == strlen(text) && !memcmp(v.data, text, v.len);
}

/* Return: the name of a negative error number, such as "-EINVAL"; NULL if it is not one. */
static const char *errno_name(struct arena *arena, const struct message_value *value)
{
	const char *name;

	if (!value->has_number)
		return arena_printf(arena, "%.*s", (int)value->text.len,
				    (const char *)value->text.data);
	if (value->number <= ~4096ull)
		return NULL;
	name = strerrorname_np((int)-value->number);
	return name ? arena_printf(arena, "-%s", name) : NULL;
}

/*
 * Return: what the error of a refused page fault means. @kernel: Linux as 612, or 0 if unknown.
 * Linux 6.17 and later bind ranges that mirror the memory of the CPU.
 */
static const char *fault_error(const char *name, u32 kernel)
{
	if (!strcmp(name, "-EINVAL"))
		return "nothing is bound at the address, or the address space does not exist";
	if (!strcmp(name, "-ENOENT"))
		return kernel && kernel < 617 ? "the address space was closed" :
		       "the address space was closed; or, in a range that mirrors the memory of the process (Linux 6.17 and later), the process has nothing at the address";
	if (!strcmp(name, "-EFAULT"))
		return "the hardware refused it, or the process has ended";
	if (!strcmp(name, "-EACCES") || !strcmp(name, "-EPERM"))
		return "the access is not allowed there";
	return NULL;
}

static const char *errno_words(struct arena *arena, const struct message_match *match,
			       const struct message_value *value, u32 kernel)
{
	const char *name = errno_name(arena, value), *meaning;

	if (!name)
		return NULL;
	meaning = match->row->event == GUCLOG_KERNEL_FAULT_REFUSED ? fault_error(name, kernel) :
		  !strcmp(name, "-ENOMEM") ? "no memory" :
		  !strcmp(name, "-ETIME") || !strcmp(name, "-ETIMEDOUT") ? "no answer in time" :
		  NULL;
	if (meaning && value->has_number)
		return arena_printf(arena, "%s: %s", name, meaning);
	return meaning ?: value->has_number ? name : NULL;
}

static const char *caller_words(struct guc_view v)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(callers); i++) {
		size_t len = strlen(callers[i].function);

		if (v.len >= len && !memcmp(v.data, callers[i].function, len))
			return callers[i].why;
	}
	return NULL;
}

/* Return: the words for the value of GuC's status register, GUC_STATUS. */
static const char *status_words(struct arena *arena, u64 value)
{
	const char *boot = FIND(bootrom, value >> 1 & 0x7f), *uk = FIND(ukernel, value >> 8 & 0xff);
	const char *core = FIND(mia, value >> 16 & 7), *sign = FIND(auth, value >> 30 & 3);

	return arena_printf(arena, "%sBootROM 0x%02x%s%s, UKernel 0x%02x%s%s, MIA 0x%x%s%s, Auth 0x%x%s%s",
			    value & 1 ? "in reset, " : "", (u32)(value >> 1 & 0x7f),
			    boot ? " " : "", boot ?: "", (u32)(value >> 8 & 0xff), uk ? " " : "",
			    uk ?: "", (u32)(value >> 16 & 7), core ? " " : "", core ?: "",
			    (u32)(value >> 30 & 3), sign ? " " : "", sign ?: "");
}

static const char *abi_action(u64 code)
{
	const struct guc_abi_action *action = code <= U32_MAX ? guc_abi_action((u32)code) : NULL;

	return action ? action->name : NULL;
}

static const char *abi_error(u64 code)
{
	return code <= U32_MAX ? guc_abi_name(GUC_ABI_RESPONSE, (u32)code) : NULL;
}

/**
 * message_words() - say what the value of a field means
 * @arena: gets the memory of the words
 * @match: the message
 * @value: the value of one of its fields
 * @kernel: Linux that printed the message, 612 for 6.12, or 0 if it is not known
 *
 * Context: allocates memory.
 * Return: the words, or NULL if the value says enough itself or is not known.
 */
const char *message_words(struct arena *arena, const struct message_match *match,
			  const struct message_value *value, u32 kernel)
{
	struct guc_view name = guc_view(value->name, value->name_len);

	if (value->type == 'e')
		return errno_words(arena, match, value, kernel);
	if (is(name, "caller"))
		return caller_words(value->text);
	if (!value->has_number)
		return NULL;
	if (is(name, "errno"))
		return errno_words(arena, match, value, kernel);
	if (is(name, "flags"))
		return bits(arena, value->number, flag_name, kernel);
	if (is(name, "state") && value->type == 'x')
		return bits(arena, value->number, state_name, kernel);
	if (is(name, "access_type"))
		return FIND(access_types, value->number);
	if (is(name, "fault_type"))
		return FIND(fault_types, value->number);
	if (is(name, "guc_class"))
		return value->number <= U32_MAX ? guc_abi_engine((u32)value->number) : NULL;
	if (is(name, "bootrom"))
		return FIND(bootrom, value->number);
	if (is(name, "ukernel"))
		return FIND(ukernel, value->number);
	if (is(name, "mia"))
		return FIND(mia, value->number);
	if (is(name, "auth"))
		return FIND(auth, value->number);
	if (is(name, "status") && match->row->class == GUCLOG_MESSAGE_LOAD_FAILURE)
		return status_words(arena, value->number);
	if (is(name, "action"))
		return abi_action(value->number);
	if (is(name, "error"))
		return abi_error(value->number);
	if (is(name, "cat_type") && value->number == 18)
		return "seen in public reports after a refused page fault";
	return NULL;
}
