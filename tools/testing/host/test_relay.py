# SPDX-License-Identifier: GPL-2.0-only
"""Tests that guclog reads the relay file of i915, guc_log_relay. Whenever the GuC asks for a flush
of the log, i915 appends a "sub-buffer" to this file: a copy of the state page and of the new
events."""

import struct

import pytest
from reference import forms
from tool import save

EVENT_SIZE, CRASH_SIZE = 2008, 400
ENTRY = 20
SUB_BUFFER = 4096 + EVENT_SIZE + CRASH_SIZE


class Ring:
    """The firmware's event ring, and the sub-buffers to which i915 copies it at each flush."""

    def __init__(self):
        self.data, self.write, self.read, self.wrap = bytearray(EVENT_SIZE), 0, 0, EVENT_SIZE
        self.full = 0
        self.next = 1
        self.copies = []

    def log(self, count):
        for _ in range(count):
            if self.write + ENTRY > EVENT_SIZE:
                self.wrap, self.write = self.write, 0
            self.data[self.write:self.write + ENTRY] = struct.pack(
                '<5I', 1000 * self.next, 0, 0x1234, self.next, 7)
            self.write += ENTRY
            self.next += 1

    def flush(self, stale=b''):
        event = forms.State(0xcabba9e6, 0xdeadfeed, self.read, self.write, EVENT_SIZE,
                            self.write, self.wrap, self.full << 1, 2)
        crash = forms.State(0xcabba9e6, 0x8086dead, 0, 0, CRASH_SIZE, 0, CRASH_SIZE, 0, 2)
        page = forms.STATE.pack(*event) + forms.STATE.pack(*crash)
        image = page.ljust(4096, b'\0') + bytes(self.data) + bytes(CRASH_SIZE)
        copy = bytearray(forms.relay(image))
        for i, byte in enumerate(stale):        # bytes that i915 did not overwrite
            if not self.read <= i < self.write:
                copy[4096 + i] = byte
        self.copies.append(bytes(copy))
        self.read = self.write

    def file(self):
        return b''.join(self.copies)


def first_args(run, number):
    return [e['args'][0] for e in run.json['events'] if e['log'] == number]


@pytest.fixture
def ring():
    ring = Ring()
    for count in 10, 30, 5:
        ring.log(count)
        ring.flush()
    return ring


def test_each_event_once(guclog, ring):
    """From each sub-buffer, guclog shows the events since the preceding sub-buffer, and no
    others."""
    run = guclog('decode', '--json', '-', stdin=ring.file(), rc=None)
    assert [first_args(run, i) for i in range(3)] == [
        [*range(1, 11)], [*range(11, 41)], [*range(41, 46)]]
    info = guclog('info', '--json', '-', stdin=ring.file(), rc=None).json['logs']
    assert [log['form'] for log in info] == 3 * ['i915 guc_log_relay']
    assert 'guc_log_dump has the whole buffer' in info[1]['advice'][0]


def test_what_the_memory_had_before(guclog, ring):
    """After eight flushes, i915 uses the memory of an old sub-buffer again, and overwrites only a
    part of it. The old events in the other part are not shown."""
    stale = b''.join(struct.pack('<5I', 77 + i, 0, 0x1234, 9999, 9) for i in range(100))
    ring.log(3)
    ring.flush(stale)
    run = guclog('decode', '--json', '-', stdin=ring.file(), rc=None)
    assert first_args(run, 3) == [46, 47, 48]


def test_wrapped(guclog, ring):
    """If the ring has wrapped since the last flush, the new events at its end and those at its
    beginning are shown."""
    ring.log(70)
    ring.flush()
    run = guclog('decode', '--json', '-', stdin=ring.file(), rc=None)
    assert first_args(run, 3) == [*range(46, 116)]


def test_full(guclog, ring):
    """If the ring was full at a flush, i915 copies the whole ring, and all events in it are
    shown."""
    ring.log(150)
    ring.full += 1
    ring.flush()
    run = guclog('decode', '--json', '-', stdin=ring.file(), rc=None)
    assert first_args(run, 3) == [*range(96, 196)]


def test_one_sub_buffer(guclog, ring):
    """A file with only one sub-buffer is recognised as a relay file of i915, and not taken for a
    log image, if the read_ptr in it is not 0."""
    one, = guclog('info', '--json', '-', stdin=ring.copies[1], rc=None).json['logs']
    assert one['form'] == 'i915 guc_log_relay' and one['events']['entries'] == 30


@pytest.mark.parametrize('keep', (4, 100, 4096 + 900, SUB_BUFFER - 1))
def test_cut(guclog, ring, keep):
    """If the last sub-buffer is truncated, a message states this, and the others are read."""
    save('relay', ring.file()[:2 * SUB_BUFFER + keep])
    run = guclog('decode', '--json', 'relay', rc=None)
    assert run.rc and 'the file ends within a sub-buffer' in run.err
    assert [first_args(run, i) for i in range(2)] == [[*range(1, 11)], [*range(11, 41)]]
    assert set(first_args(run, 2)) <= {*range(41, 46)}
