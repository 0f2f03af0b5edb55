# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus with unusual buffer states in the state page (the first page of a log): other
regions, another order of the regions, or other sizes."""

from reference.image import Image, KLVS, LIC, Lic, State
from reference.log import CAPTURE, CRASH, EVENT, PAGE
from reference.ring import noise, ring

from .case import FIT, OLD, SMALL, TAIL, case, log, table

STRANGE = 0xcabba9e6, 0x12345678


def states(edit, **changes):
    """Return a function that makes a small wrapped log with other buffer states. edit() gets the
    usual states (event, crash, capture) as arguments, and returns the list that the log has
    instead."""
    def make(seed):
        image = log(seed, 300, SMALL, crashed=noise(seed, 100), **changes)
        image.states = edit(*image.states)
        return image
    return make


def strange(size, seed='strange'):
    return State(STRANGE, size, noise(seed, min(size, 0x1000)), 1, 2, 3, 4)


table((
    ('crash-first', 'the crash dump\'s state and region come first',
     states(lambda event, crash, capture: [crash, event, capture])),
    ('capture-first', 'the state capture comes first, as in the drawing '
     'in xe\'s header',
     states(lambda event, crash, capture: [capture, crash, event])),
    ('unknown-marker', 'an unknown state between two: skipped with its region',
     states(lambda event, crash, capture:
            [event, strange(0x800), crash, capture])),
    ('unknown-capture-pair', 'marker[1] of the event state with marker[0] '
     'of the capture state: an unknown pair',
     states(lambda event, crash, capture:
            [event, State((0xcabba9f7, 0xdeadfeed), 0), crash, capture])),
    ('event-twice', 'a second event state: the first one is used',
     states(lambda event, crash, capture: [event, event, crash, capture])),
    ('crash-twice', 'a second crash state',
     states(lambda event, crash, capture: [event, crash, capture, crash])),
    ('no-event', 'no event state',
     states(lambda event, crash, capture: [crash, capture])),
    ('no-crash', 'no crash state',
     states(lambda event, crash, capture: [event, capture])),
    ('no-capture', 'no capture state',
     states(lambda event, crash, capture: [event, crash])),
    ('no-states', 'the LIC comes first',
     states(lambda event, crash, capture: [])),
    ('empty-state', 'the parser stops at an empty state',
     states(lambda event, crash, capture:
            [event, State((0, 0), 0), crash, capture])),
    ('size-0', 'the event region has no bytes',
     states(lambda event, crash, capture:
            [State(EVENT, 0), crash, capture])),
    ('size-0-pointers', 'an empty event region with pointers that are not 0: '
     'storage order, no bytes',
     states(lambda event, crash, capture:
            [State(EVENT, 0, write_ptr=0x14, wrap_offset=0x28), crash,
             capture])),
    ('size-0-capture', 'the capture region has no bytes and is the last one',
     states(lambda event, crash, capture:
            [event, crash, State(CAPTURE, 0)])),
    ('capture-pointers', 'pointers of the capture region are not checked',
     states(lambda event, crash, capture:
            [event, State(CRASH, 0x1000, b'x', 1, 2, 3, 0xffffffff),
             State(CAPTURE, 0x1000, b'', 0xffffffff, 0xfffffffe, 1, 2)])),
    ('size-4', 'an event region of 4 bytes',
     states(lambda event, crash, capture:
            [State(EVENT, 4, b'abcd', write_ptr=4, wrap_offset=0), crash,
             capture])),
    ('size-20', 'a region of one entry, full',
     states(lambda event, crash, capture:
            [State(EVENT, 20, event.data[:20], write_ptr=20, wrap_offset=20),
             crash, capture])),
))


@case('object-larger', 'the buffer object is larger than its parts')
def object_larger(seed):
    return log(seed, FIT + 9, OLD).but(extra=noise(seed + '/extra', 0x1000))


def full_page(lic):
    """Return a function that makes a log whose state page is full. The page has 113 buffer states;
    110 of them have an unknown type and an empty region."""
    def make(seed):
        image = log(seed, 300, SMALL, lic=lic)
        image.states += [State(STRANGE, 0)] * 110
        return image
    return make


table((
    ('d12-page-full', 'states up to the end of the page, no LIC',
     full_page(None)),
    ('d12-lic-at-end', 'a LIC in the last 28 bytes of the page: two keys',
     full_page(Lic(KLVS[:2]))),
    ('d12-lic-beyond', 'a LIC in the last 28 bytes whose data_count goes '
     'beyond', full_page(Lic(KLVS[:2], count=10))),
))


def no_page(page):
    """Return a function that makes an image whose first page is not a valid state page, although a
    region with events follows it. page: a function that makes the first page from the seed."""
    return lambda seed: page(seed) + ring(0x1000, 100, seed, TAIL).data


def marked_garbage(seed):
    """Return a page of random bytes, except that the markers of three buffer states and of the LIC
    are valid."""
    page = bytearray(noise(seed, PAGE))
    for at, kind in ((0, EVENT), (36, CRASH), (72, CAPTURE)):
        page[at:at + 8] = Image([State(kind, 0)], None).build()[:8]
    page[108:116] = Image([], LIC).build()[:8]
    return bytes(page)


table((
    ('page-garbage', 'random bytes instead of a state page',
     no_page(lambda seed: noise(seed, PAGE))),
    ('page-ones', 'a page of 0xff: a card that was unplugged',
     no_page(lambda seed: b'\xff' * PAGE)),
    ('page-zero', 'a page of zeroes: firmware that has never run',
     no_page(lambda seed: bytes(PAGE))),
    ('page-marked-garbage', 'random bytes after valid markers',
     no_page(marked_garbage)),
))


def sized(which, size, **changes):
    """Return a function that makes a small log in which the size in one buffer state is
    overwritten. which: the index of the buffer state."""
    def make(seed):
        at = 36 * which + 16
        return log(seed, 300, SMALL, **changes).but(patch={at: size})
    return make


table((
    ('d08-event-size-beyond', 'an event region beyond the image\'s end',
     sized(0, 0x10000)),
    ('event-size-max', 'an event region of 0xfffffffc bytes',
     sized(0, 0xfffffffc)),
    ('crash-size-beyond', 'a crash region beyond the image\'s end',
     sized(1, 0x4000, crashed=b'crash')),
    ('capture-size-beyond', 'a capture region beyond the image\'s end',
     sized(2, 0x1001)),
    ('size-unaligned', 'an event region whose size is not a multiple of 4: '
     'storage order', sized(0, 0xfff)),
    ('crash-size-unaligned', 'a crash region whose size is not a multiple of 4',
     sized(1, 0xffe, crashed=b'crash')),
))


@case('sizes-over-4g', 'sizes whose sum has more than 32 bits: its low 32 bits '
      'would place the crash dump in the image')
def sizes_over_4g(seed):
    image = log(seed, 300, SMALL, crashed=b'crash')
    image.states.insert(1, State(STRANGE, 0))
    return image.but(patch={36 + 16: 0xfffff000})
