// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Reads the facts of a device and all its GTs from a file. */
#include "base/arena.h"
#include "read/facts_file.h"
#include "model/internal.h"
#include "base/messages.h"
#include "read/facts_open.h"

/**
 * struct facts_handle - the facts (properties of a GPU and of its GTs) that a file has
 * @pub: the public part
 * @arena: arena that has the memory of the facts
 * @device: facts of the device
 */
struct facts_handle {
	struct guclog_facts_file pub;
	struct arena arena;
	struct guclog_facts device;
};

/* Fill the public list of the facts of each GT. Return: 0 or -ENOMEM. */
static int make_list(struct facts_handle *h, const struct facts_file *facts)
{
	const struct guclog_facts **gt;
	unsigned int i;

	gt = arena_zero(&h->arena, (facts->nr_gts + 1) * sizeof(*gt));
	if (!gt)
		return -ENOMEM;
	for (i = 0; i < facts->nr_gts; i++)
		gt[i] = (const struct guclog_facts *)&facts->gt[i];
	*core_facts(&h->device) = facts->device;
	h->pub.device = &h->device;
	h->pub.nr_gts = facts->nr_gts;
	h->pub.gt = gt;
	return 0;
}

const struct guclog_facts_file *guclog_facts_open(const char *path, struct guclog_error *error)
{
	struct facts_handle *h = calloc(1, sizeof(*h));
	struct facts_file facts;
	struct messages messages;
	int err;

	if (!h) {
		error_set(error, -ENOMEM, path, guclog_strerror(-ENOMEM));
		return NULL;
	}
	arena_init(&h->arena, ARENA_NO_LIMIT);
	messages_init(&messages, &h->arena);
	err = facts_file_read(&facts, path, &h->arena, &messages) ? -EBADMSG : 0;
	if (!err)
		err = make_list(h, &facts);
	if (h->arena.failed)
		err = -ENOMEM;
	error_set_read(error, err, path, &messages);
	if (!err)
		return &h->pub;
	guclog_facts_close(&h->pub);
	return NULL;
}

void guclog_facts_close(const struct guclog_facts_file *file)
{
	struct facts_handle *h = (struct facts_handle *)file;

	if (!h)
		return;
	arena_free(&h->arena);
	free(h);
}
