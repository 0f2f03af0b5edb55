#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""whole_btf.py KERNEL_BTF MODULE_BTF OUT -- join the type information (BTF) of a kernel and that of
one of its modules to one blob with all types, as pahole makes it from the debug information of the
module alone. The numbers of the types and the offsets of the names of a module continue those of
its kernel, so both parts are copied unchanged."""
import pathlib
import struct
import sys

# Documentation/bpf/btf.rst of Linux: struct btf_header.
HEADER = '<HBBIIIII'


def parts(blob):
    """Return the types and the names in a blob."""
    _, _, _, head, type_at, type_len, name_at, name_len = struct.unpack_from(HEADER, blob)
    return (blob[head + type_at:head + type_at + type_len],
            blob[head + name_at:head + name_at + name_len])


def main():
    kernel, module = (parts(pathlib.Path(path).read_bytes()) for path in sys.argv[1:3])
    types, names = kernel[0] + module[0], kernel[1] + module[1]
    head = struct.pack(HEADER, 0xeb9f, 1, 0, struct.calcsize(HEADER), 0, len(types), len(types),
                       len(names))
    pathlib.Path(sys.argv[3]).write_bytes(head + types + names)


if __name__ == '__main__':
    main()
