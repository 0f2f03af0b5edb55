# SPDX-License-Identifier: GPL-2.0-only
"""Makes random cases from a seed: the images of small logs, in which a few words may be overwritten
or the end may be missing, with a random selection of facts."""

from functools import partial
from random import Random

from reference import devices
from reference.facts import (FACTS, GPU_TYPES, GT_TYPES, KINDS,
                             MEMORY_TYPES)
from reference.image import KLVS, Image, Lic, State, capture, crash, event
from reference.log import CAPTURE, CRASH, EVENT, PAGE
from reference.ring import noise, ring

from .case import Case
from .devices import device

EDGES = (0, 1, 2, 3, 4, 16, 20, 36, 0xff0, 0xffc, 0xfff, 0x1000, 0x1001,
         0x2000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffff000,
         0xfffffffc, 0xffffffff)
MARKERS = (0, 0xcabba9e6, 0xcabba9f7, 0xdeadfeed, 0x8086dead, 0xbeeffeed,
           0x8086900d)


def _word(rng, size):
    """Return a random word of 32 bits: one of EDGES, a value from 0 to size, one of MARKERS, or any
    value."""
    return rng.choice((rng.choice(EDGES), rng.randrange(size + 1),
                       rng.randrange(size + 1) & ~3, rng.choice(MARKERS),
                       rng.getrandbits(32)))


def _often(rng, usual, *others):
    """Return the usual value, or with a probability of 10 % one of the others."""
    return rng.choice(others) if rng.random() < 0.1 else usual


def _lic(rng):
    klvs = [klv for klv in KLVS if rng.random() < 0.97]
    while rng.random() < 0.2:
        values = tuple(rng.getrandbits(32) for _ in range(rng.randrange(4)))
        klvs.insert(rng.randrange(len(klvs) + 1),
                    (rng.choice((0, 1, 3, 5, 6, 0xffff)), values))
    return Lic(tuple(klvs), _often(rng, 0x10000, 0x10007, 0x20000, 0))


def _event(rng, seed):
    size = rng.choice((0x400, 0x800, 0x1000, 0x3fc, 20))
    made = ring(size, rng.randrange(3 * size // 20 + 1), seed,
                before=noise(seed, rng.choice((0, size))))
    read = rng.choice((0, 0, rng.randrange(size + 1) & ~3))
    return event(made, version=_often(rng, 2, 0, 3), read_ptr=read)


def _states(rng, seed):
    crashed = noise(seed, rng.choice((0, 0, 1, 100)))
    out = [_event(rng, seed), crash(0x100, crashed), capture(0x200)]
    while rng.random() < 0.1:
        kind = rng.choice((EVENT, CRASH, CAPTURE, (0xcabba9e6, 7)))
        out.append(State(kind, rng.choice((0, 4, 0x100))))
    if rng.random() < 0.3:
        rng.shuffle(out)
    if rng.random() < 0.1:
        out.pop()
    return out


def _patches(rng, states):
    """Yield (offset, word) pairs to overwrite: in the state of the event region, or anywhere in the
    states and the LIC."""
    where = [36 * i for i, state in enumerate(states) if state.kind == EVENT]
    while rng.random() < 0.5:
        if where and rng.random() < 0.7:
            at = where[0] + rng.choice((8, 12, 16, 24, 28, 32))
        else:
            at = 4 * rng.randrange(9 * len(states) + 13)
        yield at, _word(rng, states[0].size)


def image(seed):
    """Return a random image. Most of these images have faults."""
    rng = Random(seed)
    states = _states(rng, seed)
    out = Image(states, _often(rng, _lic(rng), None),
                dict(_patches(rng, states)))
    if rng.random() < 0.3:
        length = len(out.build())
        out.cut = rng.randrange(_often(rng, PAGE, 0), length + 1)
    return out


def _number(rng, bits):
    """Return a random number, which is small in most cases."""
    return rng.getrandbits(_often(rng, rng.randrange(1, 14), bits, bits // 2))


VALUES = {
    'U32': lambda rng: _number(rng, 32),
    'U64': lambda rng: _number(rng, 64),
    'X32': lambda rng: _number(rng, 32),
    'MASK': lambda rng: rng.getrandbits(rng.choice((1, 4, 8, 20, 64, 128))),
    'BDF': lambda rng: (_number(rng, 32), rng.getrandbits(8),
                        rng.getrandbits(5), rng.getrandbits(3)),
    'ID': lambda rng: (_often(rng, devices.INTEL, 0x1002, 0),
                       _often(rng, rng.choice(list(devices.DEVICES)), 0xfff)),
    'REL': lambda rng: tuple(_number(rng, 32) for _ in range(3)),
    'IP': lambda rng: rng.choice((1199, 1200, 1209, 1210, 1255, 1269, 1270,
                                  1271, 2001, 3000, 3499, 3500, 3511)),
    'GPU': lambda rng: rng.randrange(len(GPU_TYPES)),
    'GT': lambda rng: rng.randrange(len(GT_TYPES)),
    'MEM': lambda rng: rng.randrange(len(MEMORY_TYPES)),
}


def _text(rng, room):
    return ''.join(rng.choices('abcXYZ.-+ ~', k=rng.randrange(1, room)))


def facts(seed, image_bytes):
    """Return a random selection of facts with random values. The device has one GT, GT 0."""
    rng = Random(seed + '/facts')
    likely = rng.choice((0.1, 0.5, 0.9))
    lines = []
    for key, (_, _, kind) in FACTS.items():
        if key == 'gt':
            lines.append('gt=0\n')
        elif rng.random() < likely:
            value = _text(rng, int(kind[3:])) if kind.startswith('STR') \
                else KINDS[kind][1](VALUES[kind](rng))
            lines.append(f'{key}={value}\n')
    return device(''.join(lines))(image_bytes)


def cases(seed, count):
    """Return COUNT cases; the same seed gives the same cases."""
    for n in range(count):
        name = f'random-{seed}-{n}'
        yield Case(name, 'random', image, partial(facts, name), __name__)
