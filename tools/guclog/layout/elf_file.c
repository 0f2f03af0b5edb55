// SPDX-License-Identifier: GPL-2.0-only
#include "layout/elf_file.h"

#include <elf.h>

/* Read a number in the file's byte order, which is little endian. */
static u32 load_le16(const u8 *p)
{
	return p[0] | p[1] << 8;
}

/**
 * struct sections - the section headers of an ELF file
 * @table: all section headers
 * @nr: number of section headers
 * @names: bytes of the section with the names of the sections
 */
struct sections {
	const u8 *table;
	u32 nr;
	struct guc_view names;
};

/**
 * elf_is() - check whether a file is an ELF file
 * @file: the file
 *
 * Return: whether the file is an ELF file.
 */
bool elf_is(struct guc_view file)
{
	return file.len >= SELFMAG && !memcmp(file.data, ELFMAG, SELFMAG);
}

/**
 * elf_is_object() - find out whether a file is a relocatable ELF file, such as a kernel module
 * @file: the file
 *
 * Return: whether the file is a relocatable ELF file.
 */
bool elf_is_object(struct guc_view file)
{
	return file.len >= sizeof(Elf64_Ehdr) && elf_is(file) &&
	       load_le16(file.data + offsetof(Elf64_Ehdr, e_type)) == ET_REL;
}

/* Get the bytes of a section. A section of type SHT_NOBITS has no bytes in the file. */
static int section_at(struct guc_view file, const u8 *header,
		      struct guc_view *section)
{
	u64 off = guc_load_le64(header + offsetof(Elf64_Shdr, sh_offset));
	u64 len = guc_load_le64(header + offsetof(Elf64_Shdr, sh_size));
	const u8 *at;

	if (guc_load_le32(header + offsetof(Elf64_Shdr, sh_type)) == SHT_NOBITS)
		len = 0;
	at = guc_view_at(file, off, len);
	if (!at)
		return -EBADMSG;
	*section = guc_view(at, len);
	return 0;
}

static int find_table(struct guc_view file, struct sections *s)
{
	const u8 *h = guc_view_at(file, 0, sizeof(Elf64_Ehdr));
	u32 names;

	if (!h || !elf_is(file) || h[EI_CLASS] != ELFCLASS64 ||
	    h[EI_DATA] != ELFDATA2LSB ||
	    load_le16(h + offsetof(Elf64_Ehdr, e_shentsize)) != sizeof(Elf64_Shdr))
		return -EBADMSG;
	s->nr = load_le16(h + offsetof(Elf64_Ehdr, e_shnum));
	s->table = guc_view_at(file, guc_load_le64(h + offsetof(Elf64_Ehdr, e_shoff)),
			       (u64)s->nr * sizeof(Elf64_Shdr));
	names = load_le16(h + offsetof(Elf64_Ehdr, e_shstrndx));
	if (!s->table || names >= s->nr)
		return -EBADMSG;
	return section_at(file, s->table + names * sizeof(Elf64_Shdr), &s->names);
}

static bool has_name(const struct sections *s, const u8 *header, const char *name)
{
	size_t len = strlen(name) + 1;
	const void *at = guc_view_at(s->names, guc_load_le32(header), len);

	return at && !memcmp(at, name, len);
}

/**
 * elf_section() - find a section
 * @file: the file
 * @name: the section's name
 * @section: gets the bytes of the first section of this name
 *
 * Return: 0, -ENOENT if there is no such section, or -EBADMSG if @file is not a little-endian ELF
 * file of 64 bits or is inconsistent.
 */
int elf_section(struct guc_view file, const char *name, struct guc_view *section)
{
	struct sections s;
	const u8 *header;
	int err;
	u32 i;

	err = find_table(file, &s);
	if (err)
		return err;
	for (i = 0; i < s.nr; i++) {
		header = s.table + i * sizeof(Elf64_Shdr);
		if (has_name(&s, header, name))
			return section_at(file, header, section);
	}
	return -ENOENT;
}
