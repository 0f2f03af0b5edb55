# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus with different log init configs (LIC): the list of keys and values that the
firmware writes into the log buffer, for example its version and the frequency of its clock."""

from reference.image import KLVS, LIC, Lic
from reference.ring import noise

from .case import SMALL, log, table


def lic(klvs=KLVS, **fields):
    """Return a function that makes a small log with this LIC."""
    return lambda seed: log(seed, 40, SMALL, lic=Lic(tuple(klvs), **fields))


def key(number, *value):
    """Return the usual KLVs (key, length, value), except that the key "number" has another value,
    or another length and other values."""
    return [(number, *value) if k == number else (k, v) for k, v in KLVS]


table((
    ('d03-last-key', 'the last key is read too: data_count 10',
     lic(key(5, 0x7777))),
    ('lic-reversed', 'the keys in reverse order',
     lic(KLVS[::-1])),
    ('lic-branch', 'a firmware branch, and a version with the largest numbers',
     lic(key(1, 0xfffefdfc))),
    ('lic-values-0', 'every value is 0, which is a value',
     lic([(k, 0) for k in range(1, 6)])),
    ('lic-values-max', 'every value is 0xffffffff',
     lic([(k, 0xffffffff) for k in range(1, 6)])),
    ('d05-lic-1.1', 'a higher minor version is read',
     lic(version=0x10001)),
    ('lic-1.65535', 'the highest minor version is read',
     lic(version=0x1ffff)),
    ('lic-2.0', 'another major version is not read',
     lic(version=0x20000)),
    ('lic-0.9', 'an older major version is not read',
     lic(version=0x00009)),
    ('d06-unknown-keys', 'unknown keys of 0, 1 and 3 dwords are skipped',
     lic([KLVS[0], (6, (1, 2, 3)), *KLVS[1:3], (0xffff, ()), (0, 7),
          *KLVS[3:]])),
    ('d06-count-beyond', 'data_count is one more than the page holds',
     lic(count=(4096 - 108 - 12) // 4 + 1)),
    ('d06-count-max', 'data_count is 0xffffffff',
     lic(count=0xffffffff)),
    ('lic-count-page', 'data_count up to the page\'s end, zeroes after the '
     'keys: key 0 of length 0',
     lic(count=(4096 - 108 - 12) // 4)),
    ('lic-count-short', 'data_count ends before the last value',
     lic(count=9)),
    ('lic-count-0', 'no KLV',
     lic(count=0)),
    ('d04-key-missing', 'no frequency, so no block',
     lic([klv for klv in KLVS if klv[0] != 3])),
    ('lic-only-key-5', 'four keys are missing',
     lic(KLVS[4:])),
    ('lic-key-twice', 'a key twice: the first one is used',
     lic([*KLVS, (2, 0x99)])),
    ('d07-len-0', 'a known key without a value',
     lic(key(2, 0, ()))),
    ('d07-len-2', 'a known key with two values',
     lic(key(2, (0x61, 0x62)))),
    ('d07-len-2-then-right', 'the key twice, without and with a value: the second one is used',
     lic([*key(2, (0x61, 0x62)), (2, 0x63)])),
    ('d07-len-max', 'a length of 0xffff goes beyond the LIC',
     lic(key(3, 0xffff, 19200))),
    ('lic-unknown-len-max', 'an unknown key that goes beyond the LIC',
     lic([*KLVS[:2], (0x77, 0xffff, 1), *KLVS[2:]])),
    ('lic-many-faults', 'more faults than are listed',
     lic([*KLVS, *[(1, n) for n in range(20)]])),
))


def nested(seed):
    """Return the image of a log with random bytes from the end of its LIC to the end of the page. A
    parser must not read these bytes."""
    image = log(seed, 40, SMALL).build()
    end = 108 + 4 * len(LIC.words())
    return image[:end] + noise(seed, 4096 - end) + image[4096:]


table((
    ('lic-missing', 'no LIC: the parser stops at an empty state',
     lambda seed: log(seed, 40, SMALL, lic=None)),
    ('lic-then-noise', 'random bytes after the LIC are not read', nested),
))
