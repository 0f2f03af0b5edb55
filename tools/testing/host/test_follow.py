# SPDX-License-Identifier: GPL-2.0-only
"""guclog decode --follow."""
import json
import os
import signal
import subprocess
import time

from small import lfd, walk
from tool import same

RING = walk(400, 0x1000, 100)


class Followed:
    """A guclog that follows the file "log"."""

    def __init__(self, guclog, *args):
        self.out = open('out', 'w+')
        self.err = open('err', 'w+')
        self.run = subprocess.Popen(
            [guclog.path, 'decode', '--follow', *args, 'log'],
            stdout=self.out, stderr=self.err)

    def shown(self):
        """The first argument of each event tells which one it is."""
        with open('out') as f:
            lines = [line.split() for line in f if not line.startswith('#')]
        return [(int(w[0]), int(w[3], 16)) for w in lines]

    def wait(self, number):
        end = time.monotonic() + 30
        while len(self.shown()) < number:
            assert time.monotonic() < end, (number, self.shown())
            assert self.run.poll() is None, open('err').read()
            time.sleep(.05)

    def stop(self, rc=0):
        self.run.send_signal(signal.SIGINT)
        same(self.run.wait(30), rc)


def put(events):
    with open('new', 'wb') as f:
        f.write(lfd(events))
    os.rename('new', 'log')


def test_follow(guclog):
    put(RING[:100])
    f = Followed(guclog)
    f.wait(100)
    put(RING[:120])         # more
    f.wait(120)
    put(RING[50:150])       # the ring has moved on
    f.wait(150)
    put(RING[:60])          # a file that was cut
    time.sleep(1)
    same(len(f.shown()), 150)
    put(RING[90:160])
    f.wait(160)
    os.unlink('log')
    time.sleep(.6)
    put(RING[300:310])      # nothing of it was there before
    f.wait(170)
    with open('log', 'wb') as out:
        out.write(lfd(RING[300:330]))       # in place
    f.wait(190)
    time.sleep(.6)
    f.stop()
    want = list(range(160)) + list(range(300, 330))
    same(f.shown(), list(enumerate(want)))
    with open('out') as out:
        same([line for line in out if 'are gone' in line],
             ['# the events before are gone, some may be missing:\n'])
    with open('err') as err:
        same(err.read(), 'guclog: log: No such file or directory; waiting for it\n')


def test_follow_tail(guclog):
    put(RING[:100])
    f = Followed(guclog, '--tail', '3', '--id', '0x400,0x401')
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


def test_follow_what_cannot_be(guclog):
    guclog('decode', '--follow', '-', rc=2)
    guclog('decode', '--follow', 'nothing-there', rc=2)
    os.mkfifo('pipe')
    guclog('decode', '--follow', 'pipe', rc=2)
