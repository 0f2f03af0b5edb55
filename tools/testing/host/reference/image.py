# SPDX-License-Identifier: GPL-2.0-only
"""Makes log images from a description of their parts: buffer states with regions, and a LIC (log
init config)."""

import struct
from dataclasses import dataclass, field, replace

from .log import CAPTURE, CRASH, EVENT, EVENT_VERSION, LIC_MAGIC, MARKERS, PAGE

PAIRS = {name: pair for pair, name in MARKERS.items()}


@dataclass
class State:
    """One buffer state and the region that belongs to it.

    kind: a region's name, or the two marker words of the state
    data: the region's content, padded with zeroes to its size
    """
    kind: object
    size: int
    data: bytes = b''
    read_ptr: int = 0
    write_ptr: int = 0
    sampled_write_ptr: int = 0
    wrap_offset: int = 0
    flags: int = 0
    version: int = EVENT_VERSION

    def words(self):
        return (*PAIRS.get(self.kind, self.kind), self.read_ptr,
                self.write_ptr, self.size, self.sampled_write_ptr,
                self.wrap_offset, self.flags, self.version)


@dataclass(frozen=True)
class Lic:
    """The log init config.

    klvs: tuples (key, value), (key, values) or (key, length, values); if a length is given, it may
    differ from the number of values
    count: the value of the field data_count; None for the correct value
    """
    klvs: tuple
    version: int = 0x10000
    count: int = None

    def words(self):
        data = []
        for key, *length, values in self.klvs:
            values = values if isinstance(values, tuple) else (values,)
            length = length[0] if length else len(values)
            data += [key << 16 | length, *values]
        count = len(data) if self.count is None else self.count
        return LIC_MAGIC, self.version, count, *data


# The values of GuC 70.44.1 on an Arc Pro B70.
KLVS = ((1, 0x462c01), (2, 0x61), (3, 19200), (4, 0x5008000), (5, 0x1e))
LIC = Lic(KLVS)


@dataclass
class Image:
    """The description of a whole image, which build() makes.

    patch: {byte offset: dword}, written over the finished image
    extra: bytes after the last region
    cut: number of bytes at the start of the image that are kept; None for all
    """
    states: list
    lic: Lic = LIC
    patch: dict = field(default_factory=dict)
    extra: bytes = b''
    cut: int = None

    def build(self):
        words = [word for state in self.states for word in state.words()]
        words += self.lic.words() if self.lic else []
        page = struct.pack(f'<{len(words)}I', *words).ljust(PAGE, b'\0')
        out = bytearray(page)
        for state in self.states:
            out += state.data.ljust(state.size, b'\0')[:state.size]
        out += self.extra
        for offset, word in self.patch.items():
            struct.pack_into('<I', out, offset, word)
        return bytes(out[:self.cut])

    def but(self, **changes):
        return replace(self, **changes)


def event(ring, **changes):
    """Return the buffer state of the event region with this ring. Its read_ptr is 0, because no
    consumer reads the log. changes: fields of the buffer state that have other values."""
    fields = {'size': len(ring.data), 'data': ring.data,
              'write_ptr': ring.write_ptr, 'wrap_offset': ring.wrap_offset}
    return State(EVENT, **{**fields, **changes})


def crash(size, data=b'', **changes):
    fields = {'size': size, 'data': data, 'write_ptr': len(data),
              'wrap_offset': size}
    return State(CRASH, **{**fields, **changes})


def capture(size, data=b'', **changes):
    """Return the buffer state of the state capture region. Its read_ptr is not 0, because xe reads
    this region."""
    fields = {'size': size, 'data': data, 'read_ptr': len(data),
              'write_ptr': len(data), 'sampled_write_ptr': len(data),
              'wrap_offset': size}
    return State(CAPTURE, **{**fields, **changes})


def standard(ring, sizes, seed, crashed=b'', lic=LIC, **changes):
    """Return an image whose parts are in the usual order: event, crash, capture, LIC.

    sizes: the sizes of the crash region and of the capture region
    crashed: content of the crash region
    changes: fields to change in the buffer state of the event region
    """
    from .ring import noise
    registers = noise(seed + '/capture', min(0xfb8, sizes[1]))
    return Image([event(ring, **changes), crash(sizes[0], crashed),
                  capture(sizes[1], registers)], lic)
