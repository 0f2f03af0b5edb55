/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of libarchive. The library is loaded only when the first archive is read or
 * written, because it and the libraries that it needs (libxml2, ICU, libstdc++) take more memory
 * than all other parts of the program.
 */
#ifndef _ARCHIVE_CALLS_H_
#define _ARCHIVE_CALLS_H_

#include <archive.h>
#include <archive_entry.h>

#include "base/base.h"

/**
 * struct archive_calls - the functions of libarchive
 * @library: handle of libarchive
 */
struct archive_calls {
	void *library;
	/* private: the functions of libarchive, by their names without "archive_" */
	typeof(archive_read_new) *read_new;
	typeof(archive_read_free) *read_free;
	typeof(archive_read_open) *read_open;
	typeof(archive_read_next_header) *read_next_header;
	typeof(archive_read_data) *read_data;
	typeof(archive_read_support_filter_bzip2) *read_support_filter_bzip2;
	typeof(archive_read_support_filter_compress) *read_support_filter_compress;
	typeof(archive_read_support_filter_gzip) *read_support_filter_gzip;
	typeof(archive_read_support_filter_lz4) *read_support_filter_lz4;
	typeof(archive_read_support_filter_lzip) *read_support_filter_lzip;
	typeof(archive_read_support_filter_lzma) *read_support_filter_lzma;
	typeof(archive_read_support_filter_xz) *read_support_filter_xz;
	typeof(archive_read_support_filter_zstd) *read_support_filter_zstd;
	typeof(archive_read_support_format_tar) *read_support_format_tar;
	typeof(archive_read_support_format_zip_streamable) *read_support_format_zip_streamable;
	typeof(archive_read_support_format_raw) *read_support_format_raw;
	typeof(archive_write_new) *write_new;
	typeof(archive_write_free) *write_free;
	typeof(archive_write_open_fd) *write_open_fd;
	typeof(archive_write_close) *write_close;
	typeof(archive_write_header) *write_header;
	typeof(archive_write_data) *write_data;
	typeof(archive_write_add_filter_zstd) *write_add_filter_zstd;
	typeof(archive_write_set_format_pax_restricted) *write_set_format_pax_restricted;
	typeof(archive_write_set_bytes_in_last_block) *write_set_bytes_in_last_block;
	typeof(archive_set_error) *set_error;
	typeof(archive_error_string) *error_string;
	typeof(archive_format) *format;
	typeof(archive_filter_name) *filter_name;
	typeof(archive_entry_new) *entry_new;
	typeof(archive_entry_free) *entry_free;
	typeof(archive_entry_set_pathname) *entry_set_pathname;
	typeof(archive_entry_set_filetype) *entry_set_filetype;
	typeof(archive_entry_set_perm) *entry_set_perm;
	typeof(archive_entry_set_size) *entry_set_size;
	typeof(archive_entry_set_mtime) *entry_set_mtime;
	typeof(archive_entry_pathname) *entry_pathname;
	typeof(archive_entry_filetype) *entry_filetype;
};

int archive_calls_load(struct archive_calls *calls, char *why, size_t size);
void archive_calls_drop(struct archive_calls *calls);

#endif
