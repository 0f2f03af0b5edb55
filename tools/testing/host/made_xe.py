# SPDX-License-Identifier: GPL-2.0
"""Makes small files that look to guclog layout like the module xe and its kernel. They contain
little more than type information (BTF).

whole       BTF data (not in an ELF file) with the types of a kernel and of its xe together
kernel      BTF data with the types of a kernel
module      BTF data with the types of xe, for "kernel"
vmlinux     an ELF file with the data "kernel"; its kernel release is 9.9.9-made
xe.ko       an ELF file with the data "module"; it was built for release 9.9.9-made
vmlinuz     a boot image of x86 that contains "vmlinux", compressed with gzip
other       an ELF file like "vmlinux", of release 8.8.8-made
with-base   an ELF file like "xe.ko" that also contains the data "kernel" (section .BTF.base)
full        BTF data with the types of a second kernel, in which the types have other numbers
distilled   an ELF file of xe for "full"; its .BTF.base has only the names and sizes of types
lost        an ELF file like "xe.ko" whose structure xe_guc_log lacks the member "bo"
none        an ELF file of xe without type information
"""
import gzip
import struct
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / 'fuzz'))

import seeds_btf  # noqa: E402

REL, EXEC = 1, 2


def elf(kind, sections):
    """Return a 64-bit ELF file. kind: its type (e_type); sections: (name, content) of each section.
    A section with the names of the sections is added at the end."""
    names, body, table = b'\0', b'', [struct.pack('<IIQQQQIIQQ', *[0] * 10)]
    for name, data in [*sections, ('.shstrtab', None)]:
        at = len(names)
        names += name.encode() + b'\0'
        data = names if data is None else data
        table.append(struct.pack('<IIQQQQIIQQ', at, 1, 0, 0, 64 + len(body), len(data),
                                 0, 0, 1, 0))
        body += data
    head = struct.pack('<4s5B7xHHIQQQIHHHHHH', b'\x7fELF', 2, 1, 1, 0, 0, kind, 62, 1, 0, 0,
                       64 + len(body), 0, 64, 0, 0, 64, len(table), len(table) - 1)
    return head + body + b''.join(table)


def boot_image(payload):
    """Return a boot image of x86. payload: the compressed kernel in it."""
    head = bytearray(3 * 512)
    head[0x1f1] = 1
    head[0x202:0x206] = b'HdrS'
    struct.pack_into('<II', head, 0x248, 512, len(payload))
    return bytes(head) + payload + b'checksum'


def files():
    """Return a dict of the files, from name to content."""
    whole, kernel = seeds_btf.Types(), seeds_btf.Types()
    seeds_btf.xe(whole, *seeds_btf.numbers(whole))
    plain = seeds_btf.numbers(kernel)
    module = seeds_btf.Types(kernel)
    seeds_btf.xe(module, *plain)
    base, own = kernel.blob(), module.blob()
    full, brought = seeds_btf.Types(), seeds_btf.Types()
    full.int('first', 1)
    seeds_btf.iosys_map(full, full.int('unsigned char', 1))
    plain = seeds_btf.numbers(brought)
    brought.struct('iosys_map', 16)
    distilled = seeds_btf.Types(brought)
    seeds_btf.xe(distilled, *plain, vmap=brought.nr)
    info = ('.modinfo', b'name=xe\0vermagic=9.9.9-made SMP preempt \0')

    def banner(release):
        return '.rodata', b'%s version %s\0Linux version ' + release + b' (made@here)\n\0'

    vmlinux = elf(EXEC, [banner(b'9.9.9-made'), ('.BTF', base)])
    return {
        'whole': whole.blob(), 'kernel': base, 'module': own, 'vmlinux': vmlinux,
        'vmlinuz': boot_image(gzip.compress(vmlinux)),
        'xe.ko': elf(REL, [info, ('.BTF', own)]),
        'other': elf(EXEC, [banner(b'8.8.8-made'), ('.BTF', base)]),
        'with-base': elf(REL, [info, ('.BTF', own), ('.BTF.base', base)]),
        'full': full.blob(),
        'distilled': elf(REL, [info, ('.BTF', distilled.blob()),
                               ('.BTF.base', brought.blob())]),
        'lost': elf(REL, [info, ('.BTF', own.replace(b'\0bo\0', b'\0no\0'))]),
        'none': elf(REL, [info]),
    }
