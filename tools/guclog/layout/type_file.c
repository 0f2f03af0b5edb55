// SPDX-License-Identifier: GPL-2.0-only
#include "layout/type_file.h"

#include "base/arena.h"
#include "layout/elf_file.h"
#include "base/bytes.h"
#include "base/message_sink.h"

/* Largest size of a file, bytes; a kernel with full debug information has hundreds of MB. */
#define TYPE_FILE_MAX	(1024ul * 1024 * 1024)

/* Offsets in the set-up header of an x86 boot image: Documentation/arch/x86/boot.rst of Linux. */
#define BOOT_SECTORS	0x1f1
#define BOOT_MAGIC	0x202
#define BOOT_PAYLOAD	0x248
#define BOOT_LENGTH	0x24c
#define BOOT_HEADER_LEN	0x250
#define BOOT_SECTOR	512

/* Read @bytes to their end into @data of @file. Return: 0, or -1 after a message. */
static int read_all(struct type_file *file, struct bytes *bytes)
{
	int ret;

	if (!bytes)
		return -1;
	file->data = NULL;
	file->len = 0;
	ret = bytes_read_all(bytes, &file->data, &file->len, TYPE_FILE_MAX, arena_bytes_grow,
			     file->arena);
	bytes_close(bytes);
	if (ret > 0)
		message_send(file->to, file->name, "longer than 1 GiB");
	return ret ? -1 : 0;
}

static bool is_boot_image(struct guc_view file)
{
	return file.len >= BOOT_HEADER_LEN && !elf_is(file) &&
	       !memcmp(file.data + BOOT_MAGIC, "HdrS", 4);
}

/* Return: the compressed kernel in a boot image; empty if the image is truncated. */
static struct guc_view boot_payload(struct guc_view image)
{
	u64 sectors = image.data[BOOT_SECTORS] ?: 4;
	u64 at = (sectors + 1) * BOOT_SECTOR + guc_load_le32(image.data + BOOT_PAYLOAD);
	u32 len = guc_load_le32(image.data + BOOT_LENGTH);
	const u8 *data = guc_view_at(image, at, len);

	if (!data)
		return guc_view(NULL, 0);
	/*
	 * Unless the kernel was packed by gzip (0x1f), its last four bytes are not compressed
	 * data but the length of the unpacked kernel.
	 */
	if (len > 4 && data[0] != 0x1f)
		len -= 4;
	return guc_view(data, len);
}

/* Replace the bytes of an x86 boot image by the kernel in it. Return: 0, or -1 after a message. */
static int unpack_boot_image(struct type_file *file)
{
	struct guc_view payload = boot_payload(guc_view(file->data, file->len));

	if (!payload.len) {
		message_send(file->to, file->name, "is a boot image that is cut off");
		return -1;
	}
	if (!bytes_are_packed(payload.data, payload.len) && !elf_is(payload)) {
		message_send(file->to, file->name,
			     "is a boot image that is not packed with gzip, xz or zstd: unpack it with Linux's scripts/extract-vmlinux");
		return -1;
	}
	return read_all(file, bytes_from_memory(payload.data, payload.len, file->name, file->to));
}

/* Copy the first word after the text @key to the release of the file. */
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

/*
 * Find the release of the kernel for which a module was built, or the release of a kernel. @all:
 * all bytes of the file
 */
static void find_release(struct type_file *file, struct guc_view all)
{
	struct guc_view in;

	if (!elf_section(all, ".modinfo", &in))
		take_release(file, in, "vermagic=");
	else if (!elf_section(all, ".rodata", &in))
		take_release(file, in, "Linux version ");
}

/*
 * Return: whether the bytes are BTF. Both byte orders are accepted, so that BTF of the other byte
 * order gets an error message of its own.
 */
static bool is_btf(struct guc_view v)
{
	return v.len >= 2 && (!memcmp(v.data, "\x9f\xeb", 2) ||
			      !memcmp(v.data, "\xeb\x9f", 2));
}

/**
 * type_file_read() - read a file and find its type information
 * @file: filled with the content of the file and the position of the type information
 * @path: an ELF file, an x86 boot image, or bare type information, compressed or not; "-" for stdin
 * @arena: gets the memory of @file
 * @to: takes the messages; must remain valid as long as @file
 *
 * Context: process context; reads the file, allocates memory.
 * Return: TYPE_FINE if the file has type information; else another status, and @to got the reason.
 */
enum type_status type_file_read(struct type_file *file, const char *path, struct arena *arena,
				const struct message_sink *to)
{
	struct guc_view all;
	int err;

	*file = (struct type_file){
		.name = strcmp(path, "-") ? path : "standard input",
		.arena = arena,
		.to = to,
	};
	if (read_all(file, bytes_open(path, to)))
		return TYPE_UNREADABLE;
	if (is_boot_image(guc_view(file->data, file->len)) && unpack_boot_image(file))
		return TYPE_UNREADABLE;
	all = guc_view(file->data, file->len);
	if (!elf_is(all) && !is_btf(all)) {
		message_send(file->to, file->name, "%s",
			     all.len ? "is neither an ELF file nor BTF nor a boot image of x86" :
				       "is empty");
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
		message_send(file->to, file->name, "has no type information (BTF)");
		return TYPE_NONE;
	}
	message_send(file->to, file->name,
		     "is not a 64-bit little-endian ELF file, or is damaged");
	return TYPE_UNREADABLE;
}

/**
 * type_file_is_split() - find out whether the type information needs the types of a kernel
 * @file: the file
 *
 * The function looks only at the string table, because the rest cannot be parsed without the types
 * of the kernel. The string table of complete type information begins with the empty name. The
 * string table of a module continues that of the kernel, so it does not begin with the empty name.
 *
 * Return: whether the type information is incomplete without the type information of the kernel.
 */
bool type_file_is_split(const struct type_file *file)
{
	u32 nr;

	return xel_btf_count(file->types, NULL, &nr) == -EINVAL;
}

/**
 * type_file_open() - open type information
 * @file: the file that has the type information; the members @btf and @index are set
 * @types: @file->types or @file->distilled
 * @base: the type information of the kernel to which @types refers, NULL if @types is complete
 *
 * Return: 0, -ENOMEM, or an errno as for xel_btf_open().
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
 * Return: a constant string.
 */
const char *type_file_trouble(int err)
{
	switch (err) {
	case -ENOMEM:
		return "out of memory";
	case -ENODATA:
		return "the type information is cut off";
	case -EPROTONOSUPPORT:
		return "the type information is big endian or too new for this guclog";
	case -EINVAL:
		return "the type information of a module is incomplete without that of its kernel";
	default:
		return "is not type information (BTF), or is damaged";
	}
}
