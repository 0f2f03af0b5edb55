# SPDX-License-Identifier: GPL-2.0-only
"""The kernel's ascii85 encoding: the value of each dword is printed as five digits, the most
significant one first, or as "z" if it is 0. (Standard ascii85 takes the first byte of each four as
the most significant one, so its text differs from that of a little-endian host.)"""

from itertools import product

from .ring import dwords

DIGITS = [chr(ord('!') + i) for i in range(85)]
HIGH = [''.join(pair) for pair in product(DIGITS, repeat=2)]
LOW = [a + b for a in DIGITS for b in HIGH]
SPLIT = 85 ** 3

LINE = 800              # size of the kernel's line buffer, including its terminator
ROOM = 8                # bytes that the kernel reserves in it for a dword and the end of the line
CHUNK = 2 << 20         # bytes of data that the kernel encodes at a time


def digits(data):
    """Return a list with the text of each dword of the data."""
    return [HIGH[value // SPLIT] + LOW[value % SPLIT] if value else 'z'
            for value in dwords(data)]


def encode(data):
    return ''.join(digits(data))


def lines(prefix, data):
    """Return the pieces in which the kernel prints binary data after a prefix. Each piece becomes a
    line of the kernel log."""
    out, line = [], f'{prefix}: '
    for start in range(0, len(data), CHUNK):
        for text in digits(data[start:start + CHUNK]):
            line += text
            if len(line) + ROOM >= LINE:
                out.append(line)
                line = ''
        if line:
            out.append(line)
            line = ''
    return out
