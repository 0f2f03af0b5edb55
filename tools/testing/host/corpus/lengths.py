# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus with images that end early, or with lengths that are not a multiple of 4."""

from reference.ring import entries
from reference.log import PAGE

from .case import FIT, OLD, RECENT, SMALL, case, log, table


def cut(end, written=300, sizes=SMALL, **changes):
    """Return a function that makes a log image and keeps only its first "end" bytes."""
    return lambda seed: log(seed, written, sizes, **changes).but(cut=end)


table((
    ('file-empty', 'an empty file', cut(0)),
    ('page-short', '100 bytes', cut(100)),
    ('page-minus-1', 'one byte less than a state page', cut(PAGE - 1)),
    ('page-only', 'only the state page', cut(PAGE)),
    ('page-and-1', 'one byte after the state page', cut(PAGE + 1)),
    ('truncated-real', 'the header of real-words, cut after 168 entries, as in a published dump',
     lambda seed: log(seed, 3 * FIT + 149, RECENT).but(cut=PAGE + 168 * 20)),
    ('truncated-run', 'ends before write_ptr: the older run is missing',
     cut(PAGE + 0x800)),
    ('truncated-linear', 'ends before write_ptr, not wrapped',
     cut(PAGE + 0x800, written=150)),
    ('truncated-at-event', 'ends with the event region',
     cut(PAGE + 0x1000)),
    ('truncated-crash', 'ends in the crash dump',
     cut(PAGE + 0x1000 + 0x64, crashed=b'crash' * 50)),
    ('truncated-crash-zero', 'ends in the crash dump region, whose first part is 0',
     cut(PAGE + 0x1000 + 0x64, crashed=b'\x01'.rjust(0x200, b'\0'))),
    ('truncated-capture', 'ends in the state capture',
     cut(PAGE + 0x2000 + 0x64)),
    ('minus-1', 'one byte less than its parts',
     cut(PAGE + 0x3000 - 1)),
))

for odd in (1, 2, 3):
    table((
        (f'd13-truncated-{odd}', f'events end {odd} bytes after a dword',
         cut(PAGE + 0x800 + odd)),
        (f'd13-size-{odd}', f'an event region {odd} bytes after a dword',
         lambda seed, odd=odd:
         log(seed, 300, SMALL).but(patch={16: 0xff0 + odd})),
        (f'd13-crash-{odd}', f'a crash dump that ends {odd} bytes after a dword',
         cut(PAGE + 0x1000 + 0x100 + odd, crashed=b'crash' * 100)),
    ))


@case('d13-before-load', 'events of an earlier load end in the middle of a '
      'dword')
def before_load(seed):
    before = entries(seed + '/earlier', 2000)
    return log(seed, 500, OLD, before=before).but(cut=PAGE + 0x4002)
