#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""carve.py VMLINUZ OUT -- extract the type information (BTF) from an x86 boot image.

The image contains the compressed kernel, whose offset is in the setup header of the image. The
uncompressed kernel is an ELF file with a section .BTF.
"""
import lzma
import pathlib
import struct
import subprocess
import sys
import zlib


def payload(image):
    """Return the compressed kernel in a boot image, whose format is described in the kernel's
    Documentation/arch/x86/boot.rst."""
    if image[0x202:0x206] != b'HdrS':
        sys.exit('carve.py: no boot image')
    sectors = image[0x1f1] or 4
    offset, length = struct.unpack_from('<II', image, 0x248)
    start = (sectors + 1) * 512 + offset
    return image[start:start + length]


def unpack(packed):
    if packed[:6] == b'\xfd7zXZ\0':
        return lzma.LZMADecompressor().decompress(packed)
    if packed[:2] == b'\x1f\x8b':
        return zlib.decompressobj(31).decompress(packed)
    if packed[:4] == b'\x28\xb5\x2f\xfd':
        # The last four bytes are the length of the unpacked kernel and not a part of the zstd data.
        return subprocess.run(['zstd', '-qdc'], input=packed[:-4], check=True,
                              stdout=subprocess.PIPE).stdout
    if packed[:4] == b'\x7fELF':
        return packed
    sys.exit(f'carve.py: packed with {packed[:6].hex()}?')


def section(elf, name):
    """Return the bytes of the section with this name in an ELF file; None if there is none."""
    table, = struct.unpack_from('<Q', elf, 0x28)
    size, count, names = struct.unpack_from('<HHH', elf, 0x3a)

    def header(i):
        return struct.unpack_from('<IIQQQQ', elf, table + i * size)

    strings = header(names)[4]
    for i in range(count):
        at, _, _, _, offset, length = header(i)
        at += strings
        if elf[at:elf.index(b'\0', at)] == name:
            return elf[offset:offset + length]
    return None


def main():
    image = pathlib.Path(sys.argv[1]).read_bytes()
    btf = section(unpack(payload(image)), b'.BTF')
    if not btf:
        sys.exit(f'carve.py: {sys.argv[1]} has no type information')
    pathlib.Path(sys.argv[2]).write_bytes(btf)


if __name__ == '__main__':
    main()
