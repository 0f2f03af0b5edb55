# SPDX-License-Identifier: GPL-2.0
"""The expected content of the log of the emulated GPU (the device). Computes the seeded events,
which follow from the device's seed and their number, and shares no code with the device's own
implementation (../device/event.h).
"""
import struct

MASK = (1 << 64) - 1
PAGE = 4096
FIELDS = ("marker0", "marker1", "read_ptr", "write_ptr", "size",
          "sampled_write_ptr", "wrap_offset", "flags", "version")
MARKERS = ((0xCABBA9E6, 0xDEADFEED), (0xCABBA9E6, 0x8086DEAD),
           (0xCABBA9F7, 0xBEEFFEED))


def word(seed, n):
    """The upper half of element N of the splitmix64 sequence of a seed."""
    x = (seed + (n + 1) * 0x9e3779b97f4a7c15) & MASK
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return (x ^ x >> 31) >> 32


def event(seed, n):
    """The 20 bytes of the log entry of seeded event N, with the time of the seed's clock."""
    ticks = (n + 1) * 19200 + (word(seed, 4 * n) & 0xfff)
    return struct.pack("<5I", ticks & 0xffffffff, 0,
                       0x100 + (word(seed, 4 * n + 1) & 0x3f),
                       word(seed, 4 * n + 2), word(seed, 4 * n + 3))


def words(seed, size):
    """The first SIZE bytes of a seed's sequence: the content of a crash dump or state capture."""
    return b"".join(struct.pack("<I", word(seed, i)) for i in range(size // 4))


def events(seed, first, last):
    """The bytes of the log entries of the seeded events FIRST to LAST - 1."""
    return b"".join(event(seed, n) for n in range(first, last))


def ascii85(text):
    """Decode the kernel's ascii85: five digits per dword, most significant first; z is a dword of
    0."""
    out, i = bytearray(), 0
    while i < len(text):
        if text[i] == "z":
            out += bytes(4)
            i += 1
            continue
        v = 0
        for c in text[i:i + 5]:
            v = v * 85 + ord(c) - 33
        out += struct.pack("<I", v)
        i += 5
    return bytes(out)


def states(image):
    """The three buffer states of an image of the log buffer as dictionaries."""
    return [dict(zip(FIELDS, struct.unpack_from("<9I", image, 36 * i)))
            for i in range(3)]


def lic(image):
    """(version, {key: tuple of values}) of an image's LIC."""
    magic, version, count = struct.unpack_from("<3I", image, 108)
    if magic != 0x8086900D:
        return None, {}
    dw = struct.unpack_from(f"<{count}I", image, 120)
    keys, i = {}, 0
    while i < count:
        n = dw[i] & 0xffff
        keys[dw[i] >> 16] = dw[i + 1:i + 1 + n]
        i += 1 + n
    return version, keys


def ring(size, seed, written):
    """For a ring of SIZE bytes after WRITTEN seeded events: the valid bytes, oldest first, and the
    expected write_ptr and wrap_offset."""
    room = size // 20
    if written <= room:
        return events(seed, 0, written), written * 20, size
    write = written % room or room
    first = written - room
    return events(seed, first, written), write * 20, room * 20


def ordered(image, state):
    """Return the valid bytes of an image's ring, oldest first. STATE: the ring's buffer state."""
    size, write, wrap = state["size"], state["write_ptr"], state["wrap_offset"]
    region = image[PAGE:PAGE + size]
    if 0 < wrap < size:
        return region[write:wrap] + region[:write]
    return region[:write]
