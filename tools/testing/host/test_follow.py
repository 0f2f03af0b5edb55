# SPDX-License-Identifier: GPL-2.0-only
"""guclog decode --follow, which prints the new events of a log until it is interrupted."""
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import streams
from small import lfd, walk
from tool import same

RING = walk(400, 0x1000, 100)


class Followed:
    """A running guclog decode --follow, which reads the file "log" again and again."""

    def __init__(self, guclog, *args):
        self.out = open('out', 'w+')
        self.err = open('err', 'w+')
        self.run = subprocess.Popen(
            [guclog.path, 'decode', '--follow', *args, 'log'],
            stdout=self.out, stderr=self.err)

    def shown(self):
        """Return (index, first argument) of each event that decode has printed. The first argument
        is the number that walk() gave to the event."""
        with open('out') as f:
            lines = [line.replace('~', '').split() for line in f
                     if not line.startswith('#')]
        return [(int(w[0]), int(w[3], 16)) for w in lines]

    def wait(self, number):
        end = time.monotonic() + 30
        while len(self.shown()) < number:
            assert time.monotonic() < end, (number, self.shown())
            assert self.run.poll() is None, open('err').read()
            time.sleep(.05)

    def wait_for_message(self, text):
        end = time.monotonic() + 30
        while text not in Path('err').read_text():
            assert time.monotonic() < end, Path('err').read_text()
            time.sleep(.05)

    def stop(self, rc=0):
        self.run.send_signal(signal.SIGINT)
        same(self.run.wait(30), rc)


def put(events):
    """Replace the file "log" by an LFD file with these events."""
    with open('new', 'wb') as f:
        f.write(lfd(events))
    os.rename('new', 'log')


def test_follow(guclog):
    put(RING[:100])
    f = Followed(guclog)
    f.wait(100)
    put(RING[:120])         # the log has more events
    f.wait(120)
    put(RING[50:150])       # the log has lost old events and has newer ones
    f.wait(150)
    put(RING[:60])          # a truncated file, without new events
    time.sleep(1)
    same(len(f.shown()), 150)
    put(RING[90:160])
    f.wait(160)
    os.unlink('log')
    f.wait_for_message('waiting for it')
    put(RING[300:310])      # all of its events are new
    f.wait(170)
    with open('log', 'wb') as out:
        out.write(lfd(RING[300:330]))       # the file is overwritten, not replaced
    f.wait(190)
    time.sleep(.6)
    f.stop()
    want = list(range(160)) + list(range(300, 330))
    same(f.shown(), list(enumerate(want)))
    with open('out') as out:
        same([line for line in out if 'no event above' in line],
             ['# no event above is in the log any more; events may be missing here:\n'])
    with open('err') as err:
        same(err.read(), 'guclog: log: No such file or directory; waiting for it\n')


def test_follow_tail(guclog):
    put(RING[:100])
    f = Followed(guclog, '--last', '3', '--id', '0x400,0x401')
    f.wait(3)
    put(RING[:107])
    f.wait(5)
    f.stop()
    same([i for i, _ in f.shown()], [92, 98, 99, 105, 106])


def test_follow_json(guclog):
    put(RING[:10])
    f = Followed(guclog, '--json')
    end = time.monotonic() + 30
    while not open('out').read() and time.monotonic() < end:
        time.sleep(.05)
    put(RING[5:20])
    while '"index":19' not in open('out').read() and time.monotonic() < end:
        time.sleep(.05)
    f.stop()
    with open('out') as out:
        same([e['args'][0] for e in json.load(out)['events']], list(range(20)))


def test_follow_input_that_cannot_grow(guclog):
    guclog('decode', '--follow', '-', rc=2)
    guclog('decode', '--follow', 'nothing-there', rc=2)
    for data in (b'A text that is long enough to be a header.', lfd(RING[:10])):
        assert 'it must be a stream' in guclog('decode', '--follow', '-', stdin=data, rc=2).err


class Stream(Followed):
    """A running guclog decode --follow, which reads a pipe."""

    def __init__(self, guclog, *args, wait=0):
        os.mkfifo('log')
        super().__init__(guclog, *args)
        time.sleep(wait)
        self.pipe = open('log', 'wb', buffering=0)

    def put(self, *data):
        for piece in data:
            self.pipe.write(piece)


def test_stream(guclog):
    """decode shows the events of a stream when they arrive. An event that arrives in two pieces is
    shown once."""
    f = Stream(guclog)
    f.put(streams.head(), streams.events(RING[:10]))
    f.wait(10)
    block = streams.events(RING[10:20])
    f.put(block[:50])
    time.sleep(.3)
    same(len(f.shown()), 10)
    f.put(block[50:], streams.events(RING[20:30]))
    f.wait(30)
    f.pipe.close()
    same(f.run.wait(30), 0)
    same(f.shown(), [(i, i) for i in range(30)])
    with open('err') as err:
        same(err.read(), '')


def test_pipe_without_a_writer(guclog):
    """decode waits until a program opens the named pipe for writing."""
    f = Stream(guclog, wait=2.5)
    f.put(streams.head(), streams.events(RING[:10]))
    f.wait(10)
    f.pipe.close()
    same(f.run.wait(30), 0)


def test_stream_that_lost_events(guclog):
    f = Stream(guclog)
    f.put(streams.head(), streams.events(RING[:10]), streams.lost(5, RING[15:20], 15),
          streams.restart(RING[30:32], 20))
    f.wait(17)
    f.stop(rc=1)
    same([n for _, n in f.shown()], [*range(10), *range(15, 20), 30, 31])
    with open('out') as out:
        notes = [line for line in out.read().splitlines() if line.startswith('# ')]
    same(notes[-2:], ['# 100 bytes of events are missing here',
                      '# the firmware was loaded again here'])


def test_stream_over_the_window(guclog):
    """During a long stream, guclog drops old events from its memory. The times of the later events
    are still right."""
    f = Stream(guclog, '--raw')
    ring = walk(60000, 2**32 + 1000, 19200 * 5)      # 300 s; the 32-bit times wrap once
    f.put(streams.head(), streams.anchor(2**32 + 1000, 10**9))
    for i in range(0, 60000, 500):
        f.put(streams.events(ring[i:i + 500]))
    f.wait(60000)
    f.stop()
    with open('out') as out:
        times = [float(line.split()[1]) for line in out if not line.startswith('#')]
    same(times, [round(1 + .005 * i, 6) for i in range(60000)])


def test_stream_gets_a_clock(guclog):
    """Until the first anchor (the values of both clocks at one moment) has arrived in a stream,
    decode shows the times of events in ticks."""
    f = Stream(guclog, '--raw')
    f.put(streams.head(), streams.events(RING[:10]))
    f.wait(10)
    f.put(streams.anchor(0x1000 + 1000, 10**9), streams.events(RING[10:20]))
    f.wait(20)
    f.stop()
    with open('out') as out:
        lines = out.read().splitlines()
    same([line for line in lines if line.startswith('# time')], ['# time in seconds since boot'])
    assert 'time in GuC ticks' in lines[0]


def test_stream_from_standard_input(guclog):
    data = streams.head() + streams.events(RING)
    events = guclog('decode', '--follow', '--json', '-', stdin=data).json['events']
    same([e['args'][0] for e in events], list(range(400)))


def test_recording_that_grows(guclog):
    with open('log', 'wb') as out:
        out.write(streams.head() + streams.events(RING[:10]))
    f = Followed(guclog)
    f.wait(10)
    with open('log', 'ab') as out:
        out.write(streams.events(RING[10:30]))
    f.wait(30)
    f.stop()
    same(f.shown(), [(i, i) for i in range(30)])
