# SPDX-License-Identifier: GPL-2.0-only
"""Inputs spoiled by chance: whatever comes in, the tool says what it is worth,
makes a fine file or none, and does not fall over."""

import json
import random

import lossy
import logs
from reference import lfd
from tool import lines
from whole import PACKINGS, every_form

TIMES = 40              # for each form
SEED = 20


def cut(rng, data):
    return data[:rng.randrange(len(data))]


def behead(rng, data):
    return data[rng.randrange(len(data)):]


def drop(rng, data):
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 5, 40, 3000)):]


def again(rng, data):
    at, size = rng.randrange(len(data)), rng.choice((1, 5, 40, 3000))
    return data[:at + size] + data[at:]


def change(rng, data):
    out = bytearray(data)
    for _ in range(rng.choice((1, 2, 20))):
        out[rng.randrange(len(out))] = rng.choice(
            (rng.randrange(256), rng.randrange(0x20, 0x7f), 0x0a, 0, 0x7a))
    return bytes(out)


def shuffle(rng, data):
    """Some lines elsewhere."""
    rows = data.splitlines(True)
    for _ in range(rng.choice((1, 3, 10))):
        row = rows.pop(rng.randrange(len(rows)))
        rows.insert(rng.randrange(len(rows) + 1), row)
    return b''.join(rows)


WAYS = (cut, behead, drop, again, change, shuffle)


def judge(tool, count, what, content):
    done = tool.convert(content)
    if not count.check(f'{what}: status', done.status in (0, 1, 2),
                       done.status):
        return
    if done.status == 2:
        count.check(f'{what}: refused', not done.out and
                    done.err.startswith('guclog: '), done.err)
    else:
        count.check(f'{what}: made', done.out and not lfd.check(done.out))
        bad = lossy.losses(done.out) or \
            any(pair[0] == 'fault' for pair in lines(done.out))
        # An LFD file goes through with the faults that it tells.
        count.check(f'{what}: exit {done.status}',
                    done.status == int(bool(bad)), done.err)
    done = tool.run('decode', '--json', '-', stdin=content)
    count.check(f'{what}: decode', done.status in (0, 1, 2), done.status)
    if done.status != 2:
        count.check(f'{what}: JSON', 'events' in json.loads(done.out))


def run(tool, count):
    rng = random.Random(SEED)
    kinds = [(name, content.encode('ascii') if isinstance(content, str)
              else content) for name, content, _ in every_form(logs.small())]
    for name, content in kinds:
        for number in range(TIMES):
            bad = content
            for _ in range(rng.choice((1, 1, 2, 4))):
                bad = rng.choice(WAYS)(rng, bad) or b'\n'
            if rng.random() < 0.1:
                bad += rng.choice(kinds)[1]
            judge(tool, count, f'{name} {number} by chance', bad)
    for packing, pack in PACKINGS.items():
        packed = pack(kinds[0][1])
        for number in range(TIMES // 4):
            judge(tool, count, f'{packing} {number} by chance',
                  rng.choice((cut, drop, again, change))(rng, packed))
