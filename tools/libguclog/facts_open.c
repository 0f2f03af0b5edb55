// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Facts of a device and all its GTs, from a file. */
#include "input/facts_file.h"
#include "internal.h"
#include "reading.h"

struct guclog_facts_file {
	struct guclog_facts device;
	unsigned int nr_gts;
	struct guclog_facts gt[];
};

/**
 * struct job - one reading
 * @reading: its memory and messages
 * @path: the file
 * @facts: what it has
 * @file: the same, for the caller
 */
struct job {
	struct reading reading;
	const char *path;
	struct facts_file facts;
	struct guclog_facts_file *file;
};

static struct guclog_facts_file *make_handle(const struct facts_file *facts)
{
	struct guclog_facts_file *file;
	unsigned int i;

	file = calloc(1, sizeof(*file) + facts->nr_gts * sizeof(file->gt[0]));
	if (!file)
		return NULL;
	*core_facts(&file->device) = facts->device;
	file->nr_gts = facts->nr_gts;
	for (i = 0; i < facts->nr_gts; i++)
		*core_facts(&file->gt[i]) = facts->gt[i];
	return file;
}

static int read_job(void *arg)
{
	struct job *job = arg;
	int err = facts_file_read(&job->facts, job->path) ? -EBADMSG : 0;

	if (!err) {
		job->file = make_handle(&job->facts);
		err = job->file ? 0 : -ENOMEM;
	}
	facts_file_free(&job->facts);
	return err;
}

struct guclog_facts_file *guclog_facts_open(const char *path, struct guclog_error *error)
{
	struct job job = { .path = path };
	int err;

	reading_init(&job.reading, SIZE_MAX / 2);
	err = reading_run(&job.reading, read_job, &job);
	set_read_error(error, err, path, &job.reading);
	reading_free(&job.reading);
	return job.file;
}

void guclog_facts_close(struct guclog_facts_file *file)
{
	free(file);
}

const struct guclog_facts *guclog_facts_device(const struct guclog_facts_file *file)
{
	return &file->device;
}

const struct guclog_facts *guclog_facts_gt(const struct guclog_facts_file *file,
					   unsigned int i)
{
	return i < file->nr_gts ? &file->gt[i] : NULL;
}
