// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"

int guclog_lfd_open(struct guclog_lfd **lfd, const void *file, size_t len,
		    struct guclog_fault *fault)
{
	struct guc_lfd_reader reader;
	int err;

	guc_lfd_open(&reader, bytes(file, len));
	err = tell_fault(fault, &reader.fault);
	if (err)
		return err;
	*lfd = malloc(sizeof(**lfd));
	if (!*lfd)
		return -ENOMEM;
	(*lfd)->reader = reader;
	return 0;
}

void guclog_lfd_free(struct guclog_lfd *lfd)
{
	free(lfd);
}

int guclog_lfd_next(struct guclog_lfd *lfd, struct guclog_block *block,
		    struct guclog_fault *fault)
{
	struct guc_lfd_block b;
	int ret = guc_lfd_next(&lfd->reader, &b);

	tell_fault(fault, &lfd->reader.fault);
	if (ret > 0)
		*block = (struct guclog_block){
			.offset = b.offset,
			.type = b.type,
			.data = { b.data.data, b.data.len },
		};
	return ret;
}

int guclog_lfd_check(const void *file, size_t len, uint32_t *missing,
		     struct guclog_fault *fault)
{
	struct guc_lfd_summary sum;
	struct guc_fault found;

	guc_lfd_check(bytes(file, len), &sum, &found);
	if (missing)
		*missing = sum.missing;
	return tell_fault(fault, &found);
}

const char *guclog_block_name(uint32_t type)
{
	return guc_lfd_type_name(type);
}
