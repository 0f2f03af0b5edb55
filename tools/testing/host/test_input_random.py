# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog with inputs that are changed at random, from a seed. convert writes a valid file or
none, its exit status matches what it wrote, and guclog does not crash."""

import random

import expect
import inputs
import pytest
from inputs import PACKINGS, every_form
from reference import lfd

TIMES = 40              # rounds for each form
SEED = 20
INPUTS = {name: content.encode('ascii') if isinstance(content, str) else content
          for name, content, _ in every_form(inputs.small())}


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
    """Move some lines to other places."""
    rows = data.splitlines(True)
    for _ in range(rng.choice((1, 3, 10))):
        row = rows.pop(rng.randrange(len(rows)))
        rows.insert(rng.randrange(len(rows) + 1), row)
    return b''.join(rows)


WAYS = (cut, behead, drop, again, change, shuffle)


def check(guclog, content, what):
    run = guclog.convert(content)
    assert run.rc in (0, 1, 2), (what, run.err)
    if run.rc == 2:
        expect.refused(run, what)
    else:
        assert run.made and lfd.check(run.made) is None, what
        bad = expect.losses(run.made) or \
            any(pair[0] == 'fault' for pair in expect.lines(run.made))
        # The exit status must be 1 if the comment of the new file lists losses or faults, else 0.
        # This also holds for an LFD file as input, because convert copies its comment.
        assert run.rc == int(bool(bad)), (what, run.err)
    run = guclog('decode', '--json', '-', stdin=content, rc=None)
    assert run.rc in (0, 1, 2), (what, run.err)
    assert run.rc == 2 or 'events' in run.json, what


@pytest.mark.parametrize('form', INPUTS)
def test_random(guclog, rounds, form):
    rng = random.Random(f'{SEED} {form}')
    for number in range(rounds(TIMES)):
        bad = INPUTS[form]
        for _ in range(rng.choice((1, 1, 2, 4))):
            bad = rng.choice(WAYS)(rng, bad) or b'\n'
        if rng.random() < 0.1:
            bad += rng.choice(list(INPUTS.values()))
        check(guclog, bad, number)


@pytest.mark.parametrize('packing', PACKINGS)
def test_random_packed(guclog, rounds, packing):
    rng = random.Random(f'{SEED} {packing}')
    packed = PACKINGS[packing](INPUTS['devcoredump'])
    for number in range(rounds(TIMES // 4)):
        check(guclog, rng.choice((cut, drop, again, change))(rng, packed), number)
