# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus with valid and invalid pointers (read_ptr, write_ptr, wrap_offset) in the
buffer state of the event region."""

from .case import FIT, log, table

SIZE = 0x10000

# A consumer has read a part of the log, so read_ptr is not 0.
table((
    ('read-linear', 'a consumer is 300 entries behind, not wrapped',
     lambda seed: log(seed, 1000, read_ptr=700 * 20)),
    ('read-all', 'a consumer has read everything',
     lambda seed: log(seed, 1000, read_ptr=1000 * 20)),
    ('read-wrapped', 'read_ptr after write_ptr in a wrapped ring',
     lambda seed: log(seed, FIT + 1000, read_ptr=600 * 20)),
    ('read-wrapped-over', 'the unread part contains the wrap',
     lambda seed: log(seed, FIT + 1000, read_ptr=3000 * 20)),
    ('read-at-wrap', 'read_ptr is wrap_offset',
     lambda seed: log(seed, FIT + 1000, read_ptr=FIT * 20)),
    ('read-beyond-wrap', 'read_ptr between wrap_offset and size: in range, '
     'but the state of the consumer is unknown',
     lambda seed: log(seed, FIT + 1000, read_ptr=FIT * 20 + 4)),
    ('read-beyond-write', 'read_ptr beyond write_ptr, not wrapped',
     lambda seed: log(seed, 1000, read_ptr=1000 * 20 + 4)),
    ('read-odd', 'read_ptr in the middle of an entry',
     lambda seed: log(seed, 1000, read_ptr=700 * 20 + 4)),
))

# An invalid read_ptr does not affect the order of the events.
table((
    ('d08-read-ptr-beyond', 'read_ptr beyond the size',
     lambda seed: log(seed, FIT + 50, read_ptr=SIZE + 4)),
    ('read-ptr-unaligned', 'read_ptr is not a multiple of 4',
     lambda seed: log(seed, FIT + 50, read_ptr=0x6)),
    ('read-ptr-max', 'read_ptr is 0xffffffff: two faults',
     lambda seed: log(seed, 50, read_ptr=0xffffffff)),
    ('read-ptr-size', 'read_ptr is the size: no fault',
     lambda seed: log(seed, FIT + 50, read_ptr=SIZE)),
))

# If write_ptr or wrap_offset is invalid, the order of the events is unknown, and the LFD file has
# them in the order in which they are stored in the region ("storage order"). In
# d09-wrap-below-read, both pointers are valid, but they contradict read_ptr.
table((
    ('d08-write-ptr-beyond', 'write_ptr beyond the size',
     lambda seed: log(seed, FIT + 50, write_ptr=SIZE + 4)),
    ('write-ptr-unaligned', 'write_ptr is not a multiple of 4',
     lambda seed: log(seed, FIT + 50, write_ptr=0x3ea)),
    ('write-ptr-max', 'write_ptr is 0xffffffff: two faults',
     lambda seed: log(seed, FIT + 50, write_ptr=0xffffffff)),
    ('d09-wrap-beyond', 'wrap_offset beyond the size',
     lambda seed: log(seed, FIT + 50, wrap_offset=SIZE + 4)),
    ('d10-wrap-max', 'wrap_offset is 0xfffffffc: far beyond the size',
     lambda seed: log(seed, FIT + 50, wrap_offset=0xfffffffc)),
    ('wrap-unaligned', 'wrap_offset is not a multiple of 4',
     lambda seed: log(seed, FIT + 50, wrap_offset=0xfff1)),
    ('d09-write-beyond-wrap', 'write_ptr beyond wrap_offset',
     lambda seed: log(seed, FIT + 50, wrap_offset=0x100)),
    ('d09-wrap-below-read', 'wrap_offset below read_ptr: the ring is valid, '
     'the state of the consumer is not',
     lambda seed: log(seed, FIT + 50, wrap_offset=0x4000, read_ptr=0x8000)),
    ('all-pointers-beyond', 'three pointers beyond the size, unaligned',
     lambda seed: log(seed, FIT + 50, read_ptr=SIZE + 1, write_ptr=SIZE + 2,
                      wrap_offset=SIZE + 3)),
    ('storage-unread', 'a valid read_ptr and an invalid write_ptr: '
     'the state of the consumer is unknown',
     lambda seed: log(seed, FIT + 50, read_ptr=0x14, write_ptr=SIZE + 4)),
))
