# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus with different contents of the event ring, before and after it has wrapped.
Some have entries from before the firmware was loaded again, a crash dump, or entries that the
firmware wrote while the log was copied."""

from reference.image import Image
from reference.ring import entries, noise, ring

from .case import (DEBUG, DEBUG_GUC, FIT, OLD, RECENT, SMALL, TAIL, case,
                   flushed, log, table)


@case('real-words', 'the forty header words of a real log (Arc Pro B70, GuC '
      '70.44.1): wrapped, 3276 entries, five LIC values')
def real_words(seed):
    return log(seed, 3 * FIT + 149, RECENT, tail=b'')


table((
    ('empty', 'an empty log',
     lambda seed: log(seed, 0)),
    ('one-entry', 'one entry',
     lambda seed: log(seed, 1)),
    ('not-wrapped', '1000 entries, wrap_offset is the size',
     lambda seed: log(seed, 1000, RECENT)),
    ('wrap-offset-0', '1000 entries, wrap_offset is 0: not wrapped',
     lambda seed: log(seed, 1000, wrap_offset=0)),
    ('last-before-wrap', 'space for one more entry',
     lambda seed: log(seed, FIT - 1)),
    ('write-ptr-at-size', 'write_ptr is the size, wrap_offset 0: the region '
     'up to its end',
     lambda seed: log(seed, FIT, write_ptr=0x10000, wrap_offset=0)),
    ('d01-wrapped', 'wrapped, write_ptr in the middle: two runs',
     lambda seed: log(seed, 3 * FIT // 2, RECENT)),
    ('d02-wrapped-to-zero', 'write_ptr is 0 again and equals read_ptr: '
     'full, not empty',
     lambda seed: log(seed, 2 * FIT)),
    ('wrapped-by-one', 'one entry written since the wrap',
     lambda seed: log(seed, FIT + 1)),
    ('wrapped-last', 'one old entry is left before the wrap',
     lambda seed: log(seed, 2 * FIT - 1)),
    ('wrapped-write-at-wrap', 'write_ptr is wrap_offset: one run',
     lambda seed: log(seed, FIT, write_ptr=FIT * 20)),
    ('wrapped-short', 'wrap_offset far before the end: the bytes after it are '
     'not a part of the log',
     lambda seed: log(seed, FIT + 100, wrap_offset=0x8000)),
    ('wrapped-4', 'the smallest wrap_offset: 4 bytes and no entry',
     lambda seed: log(seed, FIT, wrap_offset=4, write_ptr=0)),
    ('flags', 'all bits of the flags: flush, full 15 times',
     lambda seed: log(seed, FIT + 7, flags=0xffffffff)),
    ('full-count', 'full 5 times, no flush, sampled_write_ptr set',
     lambda seed: log(seed, FIT + 7, flags=0xa, sampled_write_ptr=0x8c)),
    ('version-3', 'an unknown version of the entries: they are not counted',
     lambda seed: log(seed, FIT + 10, version=3)),
    ('size-8m', '8M + 1M + 1M, not wrapped',
     lambda seed: log(seed, 200000, DEBUG)),
    ('size-16m', '16M + 1M + 2M, full ring',
     lambda seed: log(seed, 0x1000000 // 20 + 123457, DEBUG_GUC)),
))


def reloaded(seed, earlier, written, cut=0x10000, tail=b'', **changes):
    """Return a log of firmware that was loaded again while the ring had entries of the previous
    load.

    earlier, written: number of entries that the previous load and the new one have written
    cut: number of bytes of the earlier ring that are kept; the others are 0
    tail: bytes of the earlier ring after the last whole entry
    """
    before = ring(0x10000, earlier, seed + '/earlier', tail).data[:cut]
    return log(seed, written, OLD, before=before.ljust(0x10000, b'\0'),
               **changes)


table((
    ('before-load', 'entries of an earlier load after write_ptr',
     lambda seed: reloaded(seed, 2000, 500)),
    ('before-load-wrapped', 'the earlier load had wrapped',
     lambda seed: reloaded(seed, FIT + 300, 100)),
    ('before-load-all', 'no new entries: only those of the earlier load',
     lambda seed: reloaded(seed, 2000, 0)),
    ('before-load-gone', 'the new entries have overwritten all of the earlier load',
     lambda seed: reloaded(seed, 400, 400)),
    ('before-load-part', 'the last earlier entry ends in zeroes and is '
     'complete',
     lambda seed: reloaded(seed, 2000, 500, cut=1500 * 20 + 1)),
    ('before-load-tail', 'only the last byte of the region is not 0: a part of an entry',
     lambda seed: reloaded(seed, FIT, 500, tail=TAIL)),
    ('before-load-version-3', 'earlier entries of unknown length',
     lambda seed: reloaded(seed, 2000, 500, cut=1500 * 20 + 1, version=3)),
    ('before-load-odd', 'earlier entries are counted from write_ptr, not '
     'from the start of the region',
     lambda seed: reloaded(seed, 2000, 500, write_ptr=500 * 20 + 4)),
))


@case('before-load-zeroes', 'zeroes between earlier entries are kept')
def before_load_zeroes(seed):
    before = bytes(820 * 20) + entries(seed + '/earlier', 10)
    return log(seed, 100, before=before)


table((
    ('crash', 'a crash dump of 8000 bytes',
     lambda seed: log(seed, 700, RECENT,
                      crashed=entries(seed + '/dump', 400))),
    ('crash-first-byte', 'only the first byte of the crash dump is not 0',
     lambda seed: log(seed, 700, crashed=b'\x01')),
    ('d11-crash-last-byte', 'only the last byte of the crash dump is not 0',
     lambda seed: log(seed, 700, crashed=b'\x01'.rjust(OLD[1], b'\0'))),
    ('d11-crash-2m', 'a crash region of 2 MiB, only its last byte is not 0',
     lambda seed: log(seed, 700, (0x10000, 0x200000, 0x4000),
                      crashed=b'\x80'.rjust(0x200000, b'\0'))),
    ('crash-small', 'a small log with a crash dump: every type of block',
     lambda seed: log(seed, 40, SMALL, crashed=entries(seed + '/dump', 50))),
    ('eight-forms', 'only what every form can contain: no state capture, no LIC',
     lambda seed: Image(flushed(seed, 300, SMALL,
                                crashed=b'crash' * 50).states[:2], None)),
    ('crash-wrapped', 'a crash dump and a wrapped ring',
     lambda seed: log(seed, 5000, crashed=entries(seed + '/dump', 819))),
))


table((
    ('late-wrapped', 'three entries were written while the log was copied: the '
     'newest ones, not the oldest',
     lambda seed: log(seed, FIT + 803, write_ptr=800 * 20)),
    ('late-linear', 'two entries were written while the log was copied',
     lambda seed: log(seed, 1002, write_ptr=1000 * 20)),
    ('late-before-load', 'the same, with entries of an earlier load after them',
     lambda seed: reloaded(seed, 2000, 502, write_ptr=500 * 20)),
    ('after-wrap', 'a full ring with wrap_offset 0x4e20: the bytes after it are '
     'reported and kept',
     lambda seed: log(seed, FIT + 100, wrap_offset=0x4e20)),
    ('not-understood', 'random bytes after write_ptr are not events',
     lambda seed: log(seed, 500, before=noise(seed + '/garbage', 0x10000))),
    ('not-understood-ids', 'entries with large ids after write_ptr are not events',
     lambda seed: log(seed, 500, before=bytes.fromhex(
         '00000000000000007856341200000000000000ff') * FIT)),
))
