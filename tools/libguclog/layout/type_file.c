// SPDX-License-Identifier: GPL-2.0-only
#include "layout/type_file.h"

#include "arena.h"
#include "layout/elf_file.h"
#include "shared/bytes.h"
#include "shared/say.h"

/* Largest size of a file; a kernel with full debug information has hundreds of MB. */
#define TYPE_FILE_MAX	(1024ul * 1024 * 1024)

/* Return: 0, or -1 after giving the reason. */
static int read_all(struct type_file *file, const char *path)
{
	struct bytes *bytes = bytes_open(path, file->to);
	int ret;

	if (!bytes)
		return -1;
	ret = bytes_read_all(bytes, &file->data, &file->len, TYPE_FILE_MAX, arena_bytes_grow,
			     file->arena);
	bytes_close(bytes);
	if (ret > 0)
		say_to(file->to, path, "longer than 1 GiB");
	return ret ? -1 : 0;
}

/* Copy the first word after @key. */
static void take_release(struct type_file *file, struct guc_view in, const char *key)
{
	const char *end = (const char *)in.data + in.len, *p;
	size_t n = 0;

	p = memmem(in.data, in.len, key, strlen(key));
	if (!p)
		return;
	for (p += strlen(key); p + n < end && n < TYPE_RELEASE_MAX - 1; n++) {
		if (p[n] <= ' ' || p[n] >= 0x7f)
			break;
		file->release[n] = p[n];
	}
	file->release[n] = '\0';
}

/* A module contains the release of its kernel; a kernel contains its own release. */
static void find_release(struct type_file *file, struct guc_view all)
{
	struct guc_view in;

	if (!elf_section(all, ".modinfo", &in))
		take_release(file, in, "vermagic=");
	else if (!elf_section(all, ".rodata", &in))
		take_release(file, in, "Linux version ");
}

/* Accept both byte orders, so that BTF of the other one gets its own error message. */
static bool is_btf(struct guc_view v)
{
	return v.len >= 2 && (!memcmp(v.data, "\x9f\xeb", 2) ||
			      !memcmp(v.data, "\xeb\x9f", 2));
}

/**
 * type_file_read() - read a file and find its type information
 * @file: filled
 * @path: an ELF file or the bare bytes, packed or not, "-" for stdin
 * @arena: gets the memory of @file
 * @to: takes the messages; must remain valid as long as @file
 *
 * Context: process context; reads the file, allocates memory.
 * Return: whether the file has type information; if not, @to got the reason.
 */
enum type_status type_file_read(struct type_file *file, const char *path, struct arena *arena,
				const struct say *to)
{
	struct guc_view all;
	int err;

	*file = (struct type_file){
		.name = strcmp(path, "-") ? path : "standard input",
		.arena = arena,
		.to = to,
	};
	if (read_all(file, path))
		return TYPE_UNREADABLE;
	all = guc_view(file->data, file->len);
	if (!elf_is(all) && !is_btf(all)) {
		say_to(file->to, file->name, "%s",
		       all.len ? "is neither an ELF file nor BTF" : "is empty");
		return TYPE_UNREADABLE;
	}
	if (!elf_is(all)) {
		file->types = all;
		return TYPE_FINE;
	}
	err = elf_section(all, ".BTF", &file->types);
	if (!err && elf_is_object(all) && elf_section(all, ".BTF.base", &file->distilled) ==
	    -EBADMSG)
		err = -EBADMSG;
	if (!err) {
		find_release(file, all);
		return TYPE_FINE;
	}
	if (err == -ENOENT) {
		say_to(file->to, file->name, "has no type information (BTF)");
		return TYPE_NONE;
	}
	say_to(file->to, file->name,
	       "is a damaged ELF file, or not of 64 bits and little endian");
	return TYPE_UNREADABLE;
}

/**
 * type_file_is_split() - does the type information of a file continue that of a kernel?
 * @file: the file
 *
 * Return: whether it does. The type information is not open yet, so this is derived from its
 * string table: in complete type information it begins with the empty name.
 */
bool type_file_is_split(const struct type_file *file)
{
	u32 nr;

	return xel_btf_count(file->types, NULL, &nr) == -EINVAL;
}

/**
 * type_file_open() - open type information
 * @file: the file that has it
 * @types: @file->types or @file->distilled
 * @base: what it continues, NULL if nothing
 *
 * Return: 0, or an errno as for xel_btf_open().
 */
int type_file_open(struct type_file *file, struct guc_view types,
		   const struct xel_btf *base)
{
	int err;
	u32 nr;

	err = xel_btf_count(types, base, &nr);
	if (err)
		return err;
	file->index = arena_alloc(file->arena, (nr + 1ul) * sizeof(*file->index));
	if (!file->index)
		return -ENOMEM;
	return xel_btf_open(&file->btf, types, base, file->index, nr);
}

/**
 * type_file_trouble() - get the text of an error of xel_btf_open()
 * @err: the errno
 *
 * Return: the words.
 */
const char *type_file_trouble(int err)
{
	switch (err) {
	case -ENOMEM:
		return "out of memory";
	case -ENODATA:
		return "the type information is cut off";
	case -EPROTONOSUPPORT:
		return "the type information is newer than this guclog, or big endian";
	case -EINVAL:
		return "the type information continues that of a kernel";
	default:
		return "is not type information (BTF), or is damaged";
	}
}
