// SPDX-License-Identifier: GPL-2.0-only
#include "base/archive_calls.h"

#include <dlfcn.h>

#define LIBRARY	"libarchive.so.13"
#define CALL(name)	{ "archive_" #name, offsetof(struct archive_calls, name) }

static const struct {
	const char *name;
	size_t offset;
} calls_of[] = {
	CALL(read_new),
	CALL(read_free),
	CALL(read_open),
	CALL(read_next_header),
	CALL(read_data),
	CALL(read_support_filter_bzip2),
	CALL(read_support_filter_compress),
	CALL(read_support_filter_gzip),
	CALL(read_support_filter_lz4),
	CALL(read_support_filter_lzip),
	CALL(read_support_filter_lzma),
	CALL(read_support_filter_xz),
	CALL(read_support_filter_zstd),
	CALL(read_support_format_tar),
	CALL(read_support_format_zip_streamable),
	CALL(read_support_format_raw),
	CALL(write_new),
	CALL(write_free),
	CALL(write_open_fd),
	CALL(write_close),
	CALL(write_header),
	CALL(write_data),
	CALL(write_add_filter_zstd),
	CALL(write_set_format_pax_restricted),
	CALL(write_set_bytes_in_last_block),
	CALL(set_error),
	CALL(error_string),
	CALL(format),
	CALL(filter_name),
	CALL(entry_new),
	CALL(entry_free),
	CALL(entry_set_pathname),
	CALL(entry_set_filetype),
	CALL(entry_set_perm),
	CALL(entry_set_size),
	CALL(entry_set_mtime),
	CALL(entry_pathname),
	CALL(entry_filetype),
};

/**
 * archive_calls_load() - load libarchive
 * @calls: filled with pointers to the functions of libarchive; after success, the caller must
 *	release them with archive_calls_drop()
 * @why: on an error, filled with the reason
 * @size: bytes at @why
 *
 * libarchive stays in memory after archive_calls_drop() (RTLD_NODELETE), so that it need not be
 * loaded from the disk again for the next archive.
 *
 * Context: any thread; loads a library.
 * Return: 0, or -1 if libarchive cannot be loaded.
 */
int archive_calls_load(struct archive_calls *calls, char *why, size_t size)
{
	const char *error = NULL;
	unsigned int i;
	void *call;

	calls->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	for (i = 0; calls->library && i < ARRAY_SIZE(calls_of) && !error; i++) {
		call = dlsym(calls->library, calls_of[i].name);
		if (!call)
			error = dlerror();
		memcpy((u8 *)calls + calls_of[i].offset, &call, sizeof(call));
	}
	if (calls->library && !error)
		return 0;
	snprintf(why, size, "%s", error ? error : dlerror() ?: LIBRARY);
	archive_calls_drop(calls);
	return -1;
}

/**
 * archive_calls_drop() - close the handle of libarchive
 * @calls: from archive_calls_load(), or zeroed
 */
void archive_calls_drop(struct archive_calls *calls)
{
	if (calls->library)
		dlclose(calls->library);
	calls->library = NULL;
}
