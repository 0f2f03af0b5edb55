# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog collect --watch, which reads the event streams of the GPUs, and stores an incident
if it finds a stall: a context has waited for an engine for too long, or the GuC or an engine has
not answered a request."""

import io
import json
import os
import random
import re
import signal
import struct
import subprocess
import tarfile
import time

import gucstory as g
import pytest
import streams
from live import Stream
from streams import GPU
from test_collect import Machine

LIMIT = 10
SECOND = g.HZ
MINUTE, HOUR = 60 * SECOND, 3600 * SECOND


class Desktop:
    """Writes the event stream of a simulated machine with a desktop, a game, a video, copies and
    compute kernels. To save time, the events of one minute are generated only once, and are then
    written again for each other minute, with other times."""

    def __init__(self, path, seed=1):
        self.guc = g.Guc(random.Random(seed))
        self.begin = self.now = self.guc.tick
        self.stream = Stream(self.guc)
        self.file = open(path, 'wb')
        self.file.write(self.stream.head)
        self.minutes, self.pause = {}, 0
        self.contexts()
        self.flush()

    def contexts(self):
        make = self.guc.register
        self.desk, self.game = make(3, (g.RENDER, 0)), make(5, (g.RENDER, 0))
        self.copy, self.video = make(8, (g.COPY, 0)), make(9, (g.VIDEO, 0))
        self.kernel, self.long = make(12, (g.COMPUTE, 0)), make(14, (g.COMPUTE, 0))
        for c in (self.desk, self.game, self.copy, self.video, self.kernel, self.long):
            self.guc.enable(c)
            self.guc.started(c)
            self.guc.complete(c)

    def flush(self):
        self.file.write(self.stream.events())
        self.now = self.guc.tick

    def make_minute(self, compute):
        """Generate the events of one minute. Return a list of pairs: the time of an event since the
        start of the minute, and the bytes of its entry after the time. Five times a second, the
        copy context and the video context each run a job. Nine of ten times, the game and the
        desktop run jobs, too: the desktop preempts the game, and later runs another job. compute:
        whether a compute context also runs six jobs of eight seconds, on an engine that no other
        job of the minute uses."""
        start = self.guc.tick
        jobs = []
        for i in range(300):
            at = start + i * SECOND // 5
            jobs += [(at + SECOND // 100, self.copy, SECOND // 500),
                     (at + SECOND // 60, self.video, SECOND // 40)]
            if i % 10:
                jobs += [(at + SECOND // 50, self.game, SECOND // 30),
                         (at + SECOND // 30, None, 0),
                         (at + SECOND // 10, self.desk, SECOND // 200)]
        if compute:
            jobs += [(start + i * 9 * SECOND, self.kernel, 8 * SECOND) for i in range(6)]
        ends = sorted([(at, 0, c) for at, c, _ in jobs] +
                      [(at + length, 1, c) for at, c, length in jobs], key=lambda x: x[:2])
        for at, end, c in ends:
            self.guc.exactly(max(at, self.guc.tick))
            if c:
                (self.guc.complete if end else self.guc.submit)(c)
            elif end:
                self.guc.granted(self.desk, self.game.engine)
        self.guc.exactly(start + MINUTE)
        events = self.guc.events[self.stream.given:]
        self.stream.given = len(self.guc.events)
        return [(e[0] - start, g.entry(e)[4:]) for e in events]

    def minute(self, compute=True, before=b''):
        """Write the stream of the next minute to the file. compute: see make_minute(); before:
        blocks to write before the events."""
        if compute not in self.minutes:
            at = self.guc.tick
            self.minutes[compute] = self.make_minute(compute)
            self.guc.exactly(at)
        first = self.minutes[compute][0][0] + self.now
        self.file.write(self.stream.anchor(first) + before + streams.events(
            [struct.pack('<I', (at + self.now) & 0xffffffff) + rest
             for at, rest in self.minutes[compute]]))
        self.idle(MINUTE + self.pause)

    def idle(self, ticks):
        self.now += ticks
        self.guc.exactly(self.now)

    def close(self):
        self.file.close()

    @property
    def hours(self):
        return (self.now - self.begin) / HOUR


def watch(guclog, path, *args, rc, stdin=b''):
    """Run guclog collect --watch on a recorded stream. Return a list of the stalls that it found:
    the time in seconds since the boot of the host, and the text of the message."""
    run = guclog('collect', '--no-journal', '--watch', LIMIT, *args, path, rc=rc, stdin=stdin)
    found = [(float(at), text) for at, text in
             re.findall(r'no progress at ([0-9.]+) s after boot: (.*)', run.err)]
    assert f'guclog: {len(found)} stall{"s" * (len(found) != 1)}, ' in run.err
    return found


def a_day(path, every):
    """Write the stream of the machine for 24 hours of normal work, with hours in which nothing or
    only one compute kernel runs. every: the stream has events for only one in this number of
    minutes, which saves time."""
    d = Desktop(path)
    d.pause = (every - 1) * MINUTE
    while d.hours < 6:
        d.minute()
    d.guc.submit(d.long)
    d.flush()
    while d.hours < 11:                 # the kernel of d.long runs for five hours
        d.minute(False)
    d.guc.complete(d.long)
    d.flush()
    d.idle(2 * HOUR)                    # no work; the 32 bits of the time wrap 32 times
    while d.hours < 15:
        d.minute()
    d.minute(before=streams.comment(
        events='events right before these are missing', events_gap_entries=4000,
        events_gap_bytes=80000, events_gap_at_least='yes'))
    d.guc.submit(d.long)
    d.flush()
    d.idle(3 * HOUR)                    # only one compute kernel runs: no event for hours
    d.guc.complete(d.long)
    d.flush()
    while d.hours < 22:
        d.minute()
    for i in range(400):                # programs start and end
        c = d.guc.register(20 + i % 3, (g.RENDER, 0))
        d.guc.enable(c)
        d.guc.started(c)
        d.idle(SECOND)
        d.guc.complete(c)
        d.guc.disable(c)
        d.guc.deregister(c)
        d.flush()
    while d.hours < 24:
        d.minute()
    return d


@pytest.mark.plain_build
def test_no_false_alarm_in_24_hours(request, guclog):
    """guclog collect --watch reports no stall in 24 hours of normal work. If a context then no
    longer leaves its engine, it reports one stall."""
    every = request.config.getoption('every')
    d = a_day('day.lfd', every)
    assert d.hours >= 24 and os.path.getsize('day.lfd') > 50e6 / every
    d.file.flush()
    assert watch(guclog, 'day.lfd', rc=0) == []
    hang(d)
    d.flush()
    d.minute(False)
    d.close()
    assert len(watch(guclog, 'day.lfd', rc=1)) == 1


def hang(d):
    """A compute kernel does not leave its engine, for which another context waits. Return two parts
    of the message that guclog must print. The following functions make other kinds of stalls."""
    d.guc.submit(d.kernel)
    d.guc.ask(d.long, d.kernel.engine)
    return 'guc_id 14 has waited for ccs0', 'guc_id 12 still occupies it'


def unscheduled(d):
    """The firmware does not give an idle engine to a context that has work."""
    d.guc.message(0x1000, d.kernel.guc_id)
    d.guc.ev(0x8105, d.kernel.lrca, d.kernel.guc_id)
    d.guc.ready(d.kernel)
    return 'guc_id 12 has had work for ccs0', 'no context is on it'


def disabled(d):
    d.guc.disable(d.kernel, answer=False)
    return 'a request (disable) of guc_id 12', 'no answer'


def deregistered(d):
    d.guc.disable(d.kernel)
    d.guc.deregister(d.kernel, answer=False)
    return 'a request (deregister) of guc_id 12', 'no answer'


def dead_engine(d):
    """An engine does not start the context that the firmware has written to its submit queue."""
    d.guc.message(0x1000, d.kernel.guc_id)
    d.guc.ev(0x8105, d.kernel.lrca, d.kernel.guc_id)
    d.guc.ready(d.kernel)
    d.guc.place(d.kernel)
    return 'a request (submit) of guc_id 12 on ccs0', 'no answer'


STALLS = [hang, unscheduled, disabled, deregistered, dead_engine]


@pytest.mark.parametrize('provoke', STALLS, ids=lambda f: f.__name__)
def test_stall_is_found_once_and_in_time(guclog, provoke):
    """A stall is reported when it has lasted for LIMIT seconds, and only once, although it
    continues and other contexts work."""
    d = Desktop('x.lfd')
    for _ in range(3):
        d.minute()
    begin = d.stream.ns(d.guc.tick) / 1e9
    words = provoke(d)
    d.flush()
    for _ in range(30):
        d.minute(False)
    d.close()
    (at, text), = watch(guclog, 'x.lfd', rc=1)
    assert all(word in text for word in words), text
    assert LIMIT <= at - begin <= LIMIT + 1


@pytest.mark.parametrize('provoke', STALLS, ids=lambda f: f.__name__)
def test_wait_below_the_limit_is_not_a_stall(guclog, provoke):
    d = Desktop('x.lfd')
    d.minute()
    provoke(d)
    d.idle((LIMIT - 1) * SECOND)
    d.guc.message(0x3003, 0)
    d.flush()
    d.close()
    assert watch(guclog, 'x.lfd', rc=0) == []


def test_unknown_state_is_not_a_stall(guclog):
    """If events were lost or the firmware was loaded again after a stall began, it is unknown which
    contexts still wait, so no stall is reported."""
    for before in (streams.comment(events='events right before these are missing',
                                   events_gap_entries=10, events_gap_bytes=200,
                                   events_gap_at_least='yes'),
                   streams.comment(events='the firmware was loaded again right before these')):
        d = Desktop('x.lfd')
        d.minute()
        hang(d)
        d.flush()
        d.minute(False, before=before)
        d.close()
        assert watch(guclog, 'x.lfd', rc=0) == []


def test_next_stall_is_reported_after_the_pause(guclog):
    d = Desktop('x.lfd')
    d.minute()
    for _ in range(3):
        hang(d)
        d.idle(20 * SECOND)
        d.guc.complete(d.kernel)
        d.guc.place(d.long)
        d.guc.started(d.long)
        d.guc.complete(d.long)
        d.flush()
        for _ in range(4):
            d.minute(False)
    d.close()
    assert len(watch(guclog, 'x.lfd', rc=1)) == 1
    assert len(watch(guclog, 'x.lfd', '--pause', 60, rc=1)) == 3


@pytest.mark.parametrize('boot', [10 ** 9, 10 ** 15])
def test_stalls_of_a_pipe(guclog, boot):
    """If a recorded stream comes from a pipe, the same stalls are found as if it is read from the
    file, and no incident is stored for them. boot: the time since the start of the recorded machine
    at the beginning of the stream, in ns. On this machine, this time is another."""
    d = Desktop('x.lfd')
    d.stream.boot = boot
    d.minute()
    hang(d)
    d.flush()
    d.minute(False)
    d.close()
    with open('x.lfd', 'rb') as f:
        data = f.read()
    assert watch(guclog, '-', '--store', 'store', rc=1, stdin=data) == watch(guclog, 'x.lfd', rc=1)
    assert not os.path.exists('store')


@pytest.mark.plain_build
def test_stall_after_the_last_event_of_a_pipe(guclog):
    """A stall is found in the stream of another machine when the time passes on this machine and
    the pipe brings no events."""
    d = Desktop('x.lfd')
    d.stream.boot = 10 ** 9
    hang(d)
    d.flush()
    d.close()
    at = d.stream.ns(d.guc.tick) / 1e9
    script = f'(cat x.lfd; sleep 3) | "{guclog.path}" collect --no-journal --watch 2 -'
    done = subprocess.run(['sh', '-c', script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    found, = re.findall(r'no progress at ([0-9.]+) s after boot: guc_id 14 has waited', done.stderr)
    assert at + 2 <= float(found) <= at + 4


def test_two_recordings(guclog):
    """A stall that lasts until the end of a recording is reported once, although another recording,
    of a later time, is read before the end."""
    for name, boot in (('first.lfd', 10 ** 12), ('second.lfd', 10 ** 15)):
        d = Desktop(name)
        d.stream.boot = boot
        d.minute()
        if name == 'first.lfd':
            hang(d)
            d.flush()
        d.minute(False)
        d.close()
    assert len(watch(guclog, 'second.lfd', '--pause', 1, 'first.lfd', rc=1)) == 1


class Watching:
    """A running guclog collect --watch. The stream of the GPU that it watches is a named pipe."""

    def __init__(self, machine, seconds=2):
        self.machine = machine
        where = machine.sys / 'kernel/debug/xe_guclog' / GPU / 'gt0'
        where.mkdir(parents=True)
        os.mkfifo(where / 'guc_log_stream')
        self.keep = os.open(where / 'guc_log_stream', os.O_RDWR)
        self.run = subprocess.Popen(
            [machine.guclog.path, 'collect', *machine.options(), '--watch', str(seconds)],
            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def write(self, data):
        os.write(self.keep, data)

    def wait(self):
        """Wait until an incident is stored. Return the time then (CLOCK_BOOTTIME, in seconds)."""
        end = time.monotonic() + 20
        while not self.machine.incidents():
            assert time.monotonic() < end, self.stop()
            time.sleep(0.05)
        return time.clock_gettime(time.CLOCK_BOOTTIME)

    def stop(self):
        self.run.send_signal(signal.SIGTERM)
        return self.run.communicate(timeout=30)


@pytest.fixture
def machine(tmp_path, guclog):
    machine = Machine(tmp_path, guclog)
    machine.store.mkdir()
    return machine


def live_desktop(path):
    d = Desktop(path)
    d.stream.boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    d.stream.tick = d.guc.tick
    d.guc.settle()
    for _ in range(8):
        for c in (d.desk, d.kernel, d.long, d.copy):
            d.guc.submit(c)
            d.guc.complete(c)
    return d


@pytest.mark.plain_build
def test_stall_becomes_an_incident(machine, tmp_path):
    """When a stall has lasted for the given time, an incident is stored. It has the stall, the logs
    of all GTs, and the state of the GPUs as guclog top shows it. An exported, redacted incident has
    its signature, too."""
    watching = Watching(machine)
    d = live_desktop(tmp_path / 'unused')
    watching.write(d.stream.head + d.stream.events())
    begin = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    d.guc.exactly(d.stream.tick + (begin - d.stream.boot) * 12 // 625)
    hang(d)
    # The module's dump of this GT is not a valid log, and that of the other GT shows no hang. Both
    # are stored with the incident.
    machine.log_dump('devcd1', 0)
    healthy = live_desktop(tmp_path / 'unused')
    machine.log_dump('devcd2', 1, content=healthy.stream.head + healthy.stream.events())
    watching.write(d.stream.events())
    end = watching.wait()
    time.sleep(1)
    watching.stop()
    assert watching.run.returncode == 0
    meta, = machine.incidents()
    assert meta['trigger'] == 'stall' and meta['signature'] == 'stall: held on ccs0'
    assert meta['stall']['guc_id'] == 14 and meta['stall']['holder'] == 12
    assert 2 <= meta['stall']['age_ms'] / 1000 <= end - begin / 10 ** 9
    assert len(meta['logs']) == 2 and 'explained' not in meta and 'verdict' not in meta
    state = json.loads((machine.store / meta['incident'] / 'state.json').read_text())
    gt, = state['gts']
    assert {c['guc_id']: c['waits_for'] for c in gt['contexts']}[14] == 12
    shown = machine.guclog('incidents', '--store', machine.store, 'show', 'last').out
    assert 'guc_id 14 has waited for ccs0' in shown
    machine.guclog('incidents', '--store', machine.store, 'export', meta['incident'], '--redact',
                   '-o', tmp_path / 'public.tar.zst')
    tar = subprocess.run(['zstd', '-dcq', tmp_path / 'public.tar.zst'], check=True,
                         capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        name, = (n for n in archive.getnames() if n.endswith('/metadata.json'))
        redacted = json.load(archive.extractfile(name))
    assert redacted['signature'] == 'stall: held on ccs0'


@pytest.mark.plain_build
def test_stall_that_cannot_be_stored(machine, tmp_path):
    """If the incident of a stall cannot be stored, the watch continues and reports this, and its
    exit status is 2."""
    machine.store.rmdir()
    machine.store.write_text('a file in the place of the directory')
    watching = Watching(machine, 1)
    d = live_desktop(tmp_path / 'unused')
    d.guc.disable(d.kernel, answer=False)
    watching.write(d.stream.head + d.stream.events())
    said = watching.run.stderr.readline() + watching.run.stderr.readline()
    assert 'no progress at' in said and str(machine.store) in said
    assert 'guclog: 1 stall, ' in watching.stop()[1] and watching.run.returncode == 2


def test_stream_that_ends_during_a_stall(machine, tmp_path, monkeypatch):
    """A stall was reported, and then the stream of its GT ends, because its GPU was removed. The
    stall watch goes on with the stall of another GT, and must not read the memory of the ended
    stream, which is freed. MALLOC_PERTURB_ overwrites freed memory, so that such a read does
    harm."""
    monkeypatch.setenv('MALLOC_PERTURB_', '165')
    gone = machine.sys / 'kernel/debug/xe_guclog' / GPU / 'gt1/guc_log_stream'
    gone.parent.mkdir(parents=True)
    os.mkfifo(gone)
    writer = os.open(gone, os.O_RDWR)
    watching = Watching(machine, 1)
    d = live_desktop(tmp_path / 'unused')
    d.guc.disable(d.kernel, answer=False)
    data = d.stream.head + d.stream.events()
    os.write(writer, data)
    assert 'gt1: no progress at' in watching.run.stderr.readline()
    watching.write(data)
    gone.unlink()
    os.close(writer)
    time.sleep(12)
    assert watching.run.poll() is None
    said = watching.stop()[1]
    assert '1 stall, 1 more within' in said and watching.run.returncode == 0


@pytest.mark.plain_build
def test_removed_gpu_does_not_stall(machine, tmp_path):
    """No stall is reported of a GPU that was removed while it had work: its stream has ended, so
    nothing is known about its progress. guclog must notice the end of the stream at once. It
    searches for GPUs only every ten seconds, which is longer than the limit of a stall here."""
    watching = Watching(machine, 4)
    d = live_desktop(tmp_path / 'unused')
    d.guc.disable(d.kernel, answer=False)
    watching.write(d.stream.head + d.stream.events())
    time.sleep(2)
    (machine.sys / 'kernel/debug/xe_guclog' / GPU / 'gt0/guc_log_stream').unlink()
    os.close(watching.keep)
    time.sleep(6)
    assert watching.stop()[1].startswith('guclog: 0 stalls, ') and not machine.incidents()


def test_watch_without_a_stream_says_so(machine):
    """If there is no stream to watch, for example because the module is not loaded, guclog collect
    --watch prints a message, and continues."""
    run = subprocess.Popen([machine.guclog.path, 'collect', *machine.options(), '--watch', '5'],
                           stderr=subprocess.PIPE, text=True)
    assert 'there is no stream yet: is the module xe_guclog loaded' in run.stderr.readline()
    run.send_signal(signal.SIGTERM)
    assert run.communicate(timeout=30)[1].startswith('guclog: 0 stalls, ')


@pytest.mark.plain_build
def test_suspended_gpu_does_not_stall(machine, tmp_path):
    """No stall is reported while the GPU is suspended, because its events cannot be read then. If
    the GPU is active again and there is still no progress, the stall is reported."""
    power = machine.gpu / 'power'
    power.mkdir()
    (power / 'runtime_status').write_text('suspended\n')
    watching = Watching(machine, 1)
    d = live_desktop(tmp_path / 'unused')
    d.guc.disable(d.kernel, answer=False)
    watching.write(d.stream.head + d.stream.events())
    time.sleep(3)
    assert not machine.incidents()
    (power / 'runtime_status').write_text('active\n')
    watching.wait()
    watching.stop()


@pytest.mark.plain_build
def test_silent_firmware(machine, tmp_path):
    """A stall is reported if the driver submits a job and the GuC then writes no event. The
    submission is found in the trace that the collector's recorder (a tracefs instance) records."""
    trace = machine.sys / 'kernel/tracing/instances/xe_guclog'
    trace.mkdir(parents=True)
    watching = Watching(machine)
    d = live_desktop(tmp_path / 'unused')
    watching.write(d.stream.head + d.stream.events())
    time.sleep(3)
    assert not machine.incidents()
    seconds = time.clock_gettime(time.CLOCK_BOOTTIME)
    (trace / 'trace').write_text(
        f'  Xorg-1234    [001] ..... {seconds:.6f}: xe_exec_queue_submit: dev={GPU}, 0:0x1, '
        'gt=0, width=1, guc_id=3, guc_state=0x1, flags=0x0\n')
    assert watching.wait() - seconds >= 2
    watching.stop()
    meta, = machine.incidents()
    assert meta['signature'] == 'stall: silent'


def test_usage(guclog):
    assert '--watch 0: not a number from 1 to 86400' in guclog.usage('collect', '--watch', '0').err
    guclog.usage('collect', '--watch', '5', '--gpu', GPU)
    guclog.usage('collect', 'devcd1', 'devcd2')
