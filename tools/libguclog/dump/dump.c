// SPDX-License-Identifier: GPL-2.0-only
#include "dump.h"

static void free_fields(struct guclog_dump_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++) {
		free(fields->field[i].name);
		free(fields->field[i].value);
	}
	free(fields->field);
}

static void free_context(struct guclog_dump_context *ctx)
{
	unsigned int i;

	free_fields(&ctx->fields);
	for (i = 0; i < ctx->nr_lrcs; i++) {
		free_fields(&ctx->lrc[i].fields);
		free(ctx->lrc[i].hwsp.data);
		free(ctx->lrc[i].hwctx.data);
	}
	free(ctx->lrc);
	free(ctx->job);
}

static void free_gt(struct guclog_dump_gt *gt)
{
	unsigned int i;

	free_fields(&gt->fields);
	free_fields(&gt->log.fields);
	for (i = 0; i < GUC_CT_RINGS; i++) {
		free_fields(&gt->ct.ring[i]);
		free(gt->ct.cmd[i]);
	}
	free_fields(&gt->ct.fields);
	free(gt->ct.data);
	free(gt->ct.parsed);
	for (i = 0; i < gt->nr_contexts; i++)
		free_context(&gt->context[i]);
	free(gt->context);
	free_fields(&gt->job);
	for (i = 0; i < gt->nr_engines; i++) {
		free(gt->engine[i].name);
		free_fields(&gt->engine[i].fields);
		free_fields(&gt->engine[i].regs);
	}
	free(gt->engine);
}

/**
 * dump_free() - free a devcoredump
 * @dump: from dump_reader_end(), may be NULL
 */
void dump_free(struct guclog_dump *dump)
{
	unsigned int i;

	if (!dump)
		return;
	free(dump->name);
	free_fields(&dump->head);
	free(dump->process);
	for (i = 0; i < dump->nr_gt_infos; i++)
		free_fields(&dump->gt_info[i].fields);
	free(dump->gt_info);
	for (i = 0; i < dump->nr_gts; i++)
		free_gt(&dump->gt[i]);
	free(dump->gt);
	free_fields(&dump->vm.fields);
	for (i = 0; i < dump->vm.nr_ranges; i++) {
		free(dump->vm.range[i].properties);
		free(dump->vm.range[i].bytes.data);
	}
	free(dump->vm.range);
	for (i = 0; i < GUCLOG_MAX_PROBLEMS; i++)
		free(dump->problem[i].text);
	free(((struct dump *)dump)->field);
	free(dump);
}
