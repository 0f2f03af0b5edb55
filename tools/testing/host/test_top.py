# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog top, which shows what the GPUs do now, and the library's analysis of event streams,
which guclog top uses."""

import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import subprocess
import termios
import textwrap
import time
from pathlib import Path

import gucstory as g
import live
import pytest
import stories
import streams
from live import Stream
from streams import GPU

SECOND = g.HZ
TRACE = (
    '# tracer: nop\n'
    '           <...>-99      [000] .....   1.000001: xe_exec_queue_create: dev=0000:03:00.0, '
    '0:0x1, gt=0, width=1, guc_id=47, guc_state=0x0, flags=0x4\n'
    '     my app-1-4711    (   4700) [001] d..1.   999.500000: xe_exec_queue_create: dev=0000:03:00.0, '
    '5:0x1, gt=0, width=1, guc_id=22, guc_state=0x0, flags=0x0\n'
    '     another-815     [001] .....   999.600000: xe_exec_queue_create: dev=0000:04:00.0, '
    '5:0x1, gt=0, width=1, guc_id=22, guc_state=0x0, flags=0x0\n'
    '          Xorg-1234    [001] .....   999.700000: xe_exec_queue_create: dev=0000:03:00.0, '
    '0:0x1, gt=0, width=1, guc_id=47, guc_state=0x0, flags=0x0\n')


def recording(story, *, wait=0):
    """Write the event stream of a story (a generated workload, see stories.py) to a file, and
    return its name. wait: if this is not 0, the victim (a context) runs on an engine at the end of
    the stream, and the waiter (another context) has waited for this engine for this number of
    seconds."""
    stream = Stream(story.guc, tick=story.guc.events[0][0])
    data = stream.head + stream.events()
    if wait:
        story.guc.ask(story.waiter, story.engine)
        story.guc.looks(story.guc.tick + wait * SECOND)
        data += stream.events()
    with open('recorded.lfd', 'wb') as f:
        f.write(data)
    return 'recorded.lfd'


def top(guclog, *args, rc=0):
    gt, = guclog('top', '--once', '--json', '--store', 'none', *args, rc=rc).json['gts']
    return gt


def by(rows, key):
    return {row[key]: row for row in rows}


def test_who_waits_for_whom(guclog):
    story = stories.begin(1)
    gt = top(guclog, recording(story, wait=12))
    assert (gt['gpu'], gt['gt'], gt['platform'], gt['guc_version']) == (
        GPU, 0, 'BATTLEMAGE', '70.44.1')
    assert gt['known'] and gt['events'] == len(story.guc.events) and gt['lost'] == 0
    engine = by(gt['engines'], 'engine')[story.name]
    assert engine['guc_id'] == stories.VICTIM and engine['busy_percent'] > 99
    assert engine['on_ms'] > 12000
    contexts = by(gt['contexts'], 'guc_id')
    assert contexts[stories.WAITER]['waits_for'] == stories.VICTIM
    assert contexts[stories.WAITER]['state_ms'] == pytest.approx(12000, abs=20)
    assert not contexts[stories.VICTIM]['waits']
    stall, = gt['stalls']
    assert (stall['kind'], stall['guc_id'], stall['holder'], stall['engine']) == (
        'held', stories.WAITER, stories.VICTIM, story.name)


def test_picture_in_the_document(guclog, tmp_path):
    """The picture in Documentation/top.rst is the output of guclog top for the workload that this
    test simulates."""
    guc = g.Guc(random.Random(7))
    desktop, game, copy, kernel = (guc.register(*c) for c in (
        (3, (g.RENDER, 0)), (5, (g.RENDER, 0)), (8, (g.COPY, 0)), (12, (g.COMPUTE, 0))))
    begin = guc.tick
    for c in (desktop, game, copy):
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
    for i in range(1, 61):
        for c, start, end in ((game, 0, 9), (desktop, 10, 12), (copy, 13, 14)):
            guc.exactly(begin + i * SECOND // 60 + start * SECOND // 1000)
            guc.submit(c)
            guc.exactly(begin + i * SECOND // 60 + end * SECOND // 1000)
            guc.complete(c)
    stream = Stream(guc, tick=guc.events[0][0])
    guc.enable(kernel)
    guc.started(kernel)
    guc.ask(desktop, kernel.engine)
    guc.looks(guc.tick + 11 * SECOND)
    where = tmp_path / GPU / 'gt0'
    where.mkdir(parents=True)
    (where / 'guc_log_stream').write_bytes(stream.head + stream.events())
    trace = tmp_path / 'sys/kernel/tracing/instances/xe_guclog'
    trace.mkdir(parents=True)
    (trace / 'trace').write_text(''.join(
        f'  {name}-{pid} [001] ..... 999.500000: xe_exec_queue_create: dev={GPU}, 5:0x1, gt=0, '
        f'width=1, guc_id={guc_id}, guc_state=0x0, flags=0x0\n' for name, pid, guc_id in (
            ('kwin_wayland', 1512, 3), ('game', 4711, 5), ('kwin_wayland', 1512, 8),
            ('clpeak', 2711, 12))))
    out = guclog('top', '--once', '--sys', tmp_path / 'sys', '--store', 'none',
                 where / 'guc_log_stream').out
    page = (Path(__file__).parents[3] / 'Documentation/top.rst').read_text()
    assert textwrap.indent(out, '    ') in page, out


@pytest.mark.parametrize('seed', range(12))
def test_same_contexts_as_the_whole_log_shows(guclog, seed):
    """guclog top shows the same contexts for a stream, with the same states and numbers of resets,
    as guclog decode --contexts, which analyses the whole log."""
    story = stories.make(seed, 'gr' if seed % 2 else 'g')
    name = recording(story)
    gt = top(guclog, '--idle', name)
    log, = guclog('decode', '--contexts', '--json', name, rc=None).json['logs']
    want = {c['guc_id']: c for c in log['contexts'] if c['state'] != 'deregistered'}
    found = by(gt['contexts'], 'guc_id')
    assert set(found) == set(want)
    for guc_id, context in found.items():
        assert context['state'] == want[guc_id]['state']
        assert context['resets'] == want[guc_id]['resets']


def test_busy_time_is_that_of_the_simulation(guclog):
    """Two simulated contexts take turns on an engine, for 30 % and 50 % of the time. guclog top
    shows these percentages, and 80 % for the engine."""
    guc = g.Guc(random.Random(3))
    a, b = guc.register(1, (g.RENDER, 0)), guc.register(2, (g.RENDER, 0))
    begin = guc.tick
    for c in (a, b):
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
    for i in range(200):
        for c, start, end in ((a, 0, 3), (b, 4, 9)):
            guc.exactly(begin + (10 * i + start) * SECOND // 1000 + SECOND)
            guc.submit(c)
            guc.exactly(begin + (10 * i + end) * SECOND // 1000 + SECOND)
            guc.complete(c)
    stream = Stream(guc, tick=begin)
    with open('x.lfd', 'wb') as f:
        f.write(stream.head + stream.events())
    gt = top(guclog, '--idle', 'x.lfd')
    part = gt['interval_ms'] / 2000
    engine, = gt['engines']
    contexts = by(gt['contexts'], 'guc_id')
    assert engine['busy_percent'] * part == pytest.approx(80, abs=2)
    assert contexts[1]['busy_percent'] * part == pytest.approx(30, abs=2)
    assert contexts[2]['busy_percent'] * part == pytest.approx(50, abs=2)
    assert contexts[1]['runs_per_s'] * part == pytest.approx(100, rel=0.03)


def test_losses_and_loads_are_counted_and_reset_the_engines(guclog):
    """guclog top counts lost events and loads of the firmware. After one of these, it is unknown
    which contexts are on the engines, so top shows no context on an engine, and no stall (a context
    that waits for too long)."""
    story = stories.begin(2)
    stream = Stream(story.guc, tick=story.guc.events[0][0])
    data = stream.head + stream.events()
    rest = [g.entry(e) for e in story.guc.events[-3:]]
    for block in (streams.lost(1000, rest), streams.restart(rest)):
        with open('x.lfd', 'wb') as f:
            f.write(data + block)
        gt = top(guclog, '--idle', 'x.lfd')
        assert (gt['lost'], gt['restarts']) in ((1000, 0), (0, 1))
        assert not gt['stalls']
        states = [c['state'] for c in gt['contexts']]
        assert len(states) >= 6 and states.count('state not known') >= len(states) - 2
        assert all(engine['guc_id'] is None for engine in gt['engines'])


@pytest.mark.parametrize('pause', [100, 300, 1000, 100000])
@pytest.mark.parametrize('anchored', [True, False])
def test_pause_that_is_longer_than_the_clock(guclog, pause, anchored):
    """The 32 bits of an event's time wrap every 223 s. If no event is written for longer, guclog
    top still shows the right length of this pause. It finds how often the bits wrapped from a clock
    anchor (the values of the GuC's and the host's clock at the same time), or from the time at
    which the next block of the stream was read."""
    story = stories.begin(4)
    guc = story.guc
    guc.settle()
    stream = Stream(guc, tick=guc.events[0][0])
    data = stream.head + stream.events()
    guc.exactly(guc.tick + pause * SECOND)
    at = len(guc.events)
    guc.submit(story.victim)
    new = stream.events()
    if not anchored:
        seen = streams.comment(seen_boottime_ns=stream.ns(guc.tick))
        new = seen + streams.events([g.entry(e) for e in guc.events[at:]])
    with open('x.lfd', 'wb') as f:
        f.write(data + new)
    gt = top(guclog, '--idle', 'x.lfd')
    assert gt['interval_ms'] == pytest.approx(1000 * pause, abs=1000)


def test_unknown_firmware_invents_no_contexts(guclog):
    """If an unknown firmware has other event ids, guclog top shows no contexts, but still counts
    the events."""
    story = stories.begin(5)
    story.guc.version = 0x465000
    story.guc.events[:] = stories.renumber(story.guc.events, random.Random(1))
    name = recording(story)
    gt = top(guclog, name)
    assert not gt['known'] and not gt['stalls'] and gt['events'] == len(story.guc.events)
    assert 'contexts are not known' in guclog('top', '--once', '--store', 'x', name).out


def test_process_of_a_context(guclog, tmp_path):
    """guclog top finds the process of a context in the trace of the collector's recorder: in the
    newest event xe_exec_queue_create for this GPU and guc_id. For a stream from a pipe, top shows
    no processes, because the stream can come from another machine."""
    where = tmp_path / 'sys/kernel/tracing/instances/xe_guclog'
    where.mkdir(parents=True)
    (where / 'trace').write_text(TRACE)
    gt = top(guclog, '--sys', tmp_path / 'sys', recording(stories.begin(1), wait=1))
    contexts = by(gt['contexts'], 'guc_id')
    assert (contexts[22]['process'], contexts[22]['pid']) == ('my app-1', 4711)
    assert (contexts[47]['process'], contexts[47]['pid']) == ('Xorg', 1234)
    assert contexts[40]['process'] is None
    out = guclog('top', '--once', '--sys', tmp_path / 'sys', '-',
                 stdin=Path('recorded.lfd').read_bytes()).out
    assert 'guc_id' in out and 'Xorg' not in out


def test_file_that_is_not_a_stream(guclog):
    """top and collect --watch report a file that is not a stream and a directory, and do not say
    that the GPU is suspended."""
    for data in (b'', b'123456', b'text\n' * 100, streams.head()[:-4],
                 live.head(g.Guc(random.Random(1)))[:40]):
        with open('x', 'wb') as f:
            f.write(data)
        run = guclog('top', '--once', 'x', '--store', 'none', rc=2)
        assert run.err.startswith('guclog: x: is not a stream of the module xe_guclog')
        assert 'suspended' not in run.out and '  ,' not in run.out
        assert guclog('collect', '--watch', '5', '--sys', 'no', 'x', rc=2).err.startswith(run.err)
    assert guclog('top', '--once', '.', rc=2).err == 'guclog: .: Is a directory\n'
    assert 'there is no stream' in guclog('top', '--once', '--sys', 'nothing', rc=2).err
    guclog('top', 'nothing-there', rc=2)


@pytest.mark.parametrize('seed', range(60))
def test_damaged_streams_do_no_harm(guclog, seed):
    rng = random.Random(seed)
    story = stories.begin(seed)
    stream = Stream(story.guc, tick=story.guc.events[0][0])
    data = bytearray(stream.head + stream.events())
    for _ in range(rng.randrange(1, 40)):
        at = rng.randrange(len(data) // 4) * 4
        data[at:at + 4] = struct.pack('<I', rng.choice((0, 1, 0xffffffff, rng.getrandbits(32))))
    with open('x', 'wb') as f:
        f.write(data)
    assert guclog('top', '--once', '--json', '--idle', 'x', rc=None).rc in (0, 2)


class Running:
    """A running guclog top, which reads a stream from a named pipe."""

    def __init__(self, guclog, *args):
        os.mkfifo('stream')
        self.run = subprocess.Popen([guclog.path, 'top', *args, 'stream'],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.pipe = open('stream', 'wb', buffering=0)

    def sample(self):
        """Return the only GT in the next line of JSON that guclog top prints."""
        gt, = json.loads(self.run.stdout.readline())['gts']
        return gt

    def end(self):
        self.pipe.close()
        _, err = self.run.communicate(timeout=60)
        assert self.run.returncode == 0, err


@pytest.mark.plain_build
def test_lines_of_json_while_it_runs(guclog):
    """guclog top --json prints a line after each interval, with the rates in this interval. If no
    events are written, the time for which a context has been in its state grows by the length of
    the interval."""
    story = stories.begin(6)
    now = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    stream = Stream(story.guc, boot=now, tick=story.guc.tick)
    run = Running(guclog, '--json', '--delay', '0.5', '--store', 'none')
    data = stream.head + stream.events()
    story.guc.ask(story.waiter, story.engine)
    run.pipe.write(data + stream.events())
    gt = run.sample()
    while gt['events'] < len(story.guc.events):
        gt = run.sample()
    assert gt['events_per_s'] > 100
    wait, intervals = by(gt['contexts'], 'guc_id')[stories.WAITER]['state_ms'], []
    # On a busy machine, an interval can be longer than the delay.
    while len(intervals) < 4 or (min(intervals) > 900 and len(intervals) < 40):
        gt = run.sample()
        intervals.append(gt['interval_ms'])
        wait += gt['interval_ms']
        assert gt['events_per_s'] == 0
        assert by(gt['contexts'], 'guc_id')[stories.WAITER]['state_ms'] == pytest.approx(wait, abs=5)
    assert 499 <= min(intervals) <= 900
    run.end()


@pytest.mark.parametrize('boot', [10 ** 9, 10 ** 15])
def test_recorded_stream_from_a_pipe(guclog, boot):
    """guclog top shows the same for a recorded stream from a pipe as for the file. boot: the time
    since the start of the recorded machine at the beginning of the stream, in ns. On this machine,
    this time is another."""
    story = stories.begin(1)
    story.guc.ask(story.waiter, story.engine)
    story.guc.looks(story.guc.tick + 12 * SECOND)
    stream = Stream(story.guc, boot=boot, tick=story.guc.events[0][0])
    Path('recorded.lfd').write_bytes(stream.head + stream.events())
    file = top(guclog, 'recorded.lfd')
    gt = json.loads(guclog('top', '--once', '--json', '--store', 'none', '-',
                           stdin=Path('recorded.lfd').read_bytes()).out)['gts'][0]
    assert file['newest_event_age_ms'] == 0 and len(file['stalls']) == 1
    assert gt['newest_event_age_ms'] < 1000
    for name in ('interval_ms', 'events_per_s'):
        assert gt[name] == pytest.approx(file[name], rel=0.1)
    for row, want in zip(gt['contexts'] + gt['stalls'], file['contexts'] + file['stalls']):
        for name in ('state_ms', 'age_ms'):
            assert row.get(name, 0) == pytest.approx(want.get(name, 0), abs=1000)


@pytest.mark.plain_build
def test_pipe_from_another_machine(guclog):
    """guclog top reads the stream of another machine, which was booted at another time, from a
    pipe. While no event is written, the time for which a context has waited grows as the time on
    this machine."""
    story = stories.begin(6)
    stream = Stream(story.guc, boot=10 ** 15, tick=story.guc.tick)
    run = Running(guclog, '--json', '--delay', '0.5', '--store', 'none')
    run.pipe.write(stream.head + stream.events())
    story.guc.ask(story.waiter, story.engine)
    run.pipe.write(stream.events())
    begin = time.monotonic()
    gt = run.sample()
    while gt['newest_event_age_ms'] is None or gt['newest_event_age_ms'] < 1500:
        assert time.monotonic() < begin + 20
        gt = run.sample()
    wait = by(gt['contexts'], 'guc_id')[stories.WAITER]['state_ms']
    assert 1500 <= wait <= 1000 * (time.monotonic() - begin) + 100
    run.end()


def beside_a_log(tmp_path, log):
    """Make the module's debugfs files of a GT: guc_log_stream, which is a named pipe here, and
    guc_log_lfd with this content. Return a file descriptor of the pipe."""
    where = tmp_path / 'sys/kernel/debug/xe_guclog' / GPU / 'gt0'
    where.mkdir(parents=True)
    os.mkfifo(where / 'guc_log_stream')
    if log:
        (where / 'guc_log_lfd').write_bytes(log)
    # Keep the pipe open for writing. If no process had it open for writing, guclog would read the
    # end of the file, but a stream has no end.
    return os.open(where / 'guc_log_stream', os.O_RDWR)


def stalled(seconds):
    """Return a stream and its story. At the end of the stream, a context begins to wait for an
    engine, this number of seconds ago."""
    story = stories.begin(6)
    stream = Stream(story.guc, boot=time.clock_gettime_ns(time.CLOCK_BOOTTIME) - seconds * 10 ** 9,
                    tick=story.guc.tick)
    story.guc.ask(story.waiter, story.engine)
    return stream, story


@pytest.mark.plain_build
@pytest.mark.parametrize('again', [0, 5, 1000])
def test_started_during_a_stall(guclog, tmp_path, again):
    """If guclog top is started during a stall, when the GuC no longer writes events, it finds the
    stall in the log of the GT (guc_log_lfd). again: number of events at the end of this log with
    which the stream begins; they are not counted twice."""
    stream, story = stalled(30)
    pipe = beside_a_log(tmp_path, stream.head + stream.events())
    os.write(pipe, stream.head)
    if again:
        os.write(pipe, streams.events([g.entry(e) for e in story.guc.events[-again:]]))
    gt = top(guclog, '--delay', '0.4', '--sys', tmp_path / 'sys')
    age_ms = (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - stream.boot) / 10 ** 6
    os.close(pipe)
    assert gt['events'] == len(story.guc.events) and gt['events_per_s'] == 0
    stall, = gt['stalls']
    assert (stall['guc_id'], stall['holder']) == (stories.WAITER, stories.VICTIM)
    assert 29000 < stall['age_ms'] <= age_ms
    engine = by(gt['engines'], 'engine')[story.name]
    assert engine['guc_id'] == stories.VICTIM and engine['busy_percent'] > 99


@pytest.mark.plain_build
def test_events_after_those_of_the_log(guclog, tmp_path):
    stream, story = stalled(30)
    pipe = beside_a_log(tmp_path, stream.head + stream.events())
    story.guc.exactly(stream.tick + 29 * SECOND)
    story.guc.complete(story.victim)
    new = stream.events()
    os.write(pipe, stream.head + new)
    gt = top(guclog, '--delay', '0.4', '--idle', '--sys', tmp_path / 'sys')
    os.close(pipe)
    assert gt['events'] == len(story.guc.events) and gt['events_per_s'] > 0
    assert all(stall['holder'] is None for stall in gt['stalls'])
    assert by(gt['engines'], 'engine')[story.name]['guc_id'] is None


def test_once_reads_a_recording_to_its_end(guclog):
    """guclog top --once shows the state at the end of a recorded stream, even if it takes longer
    than --delay to read the file."""
    story = stories.make(3, 'r')
    recording(story)
    data = Path('recorded.lfd').read_bytes()
    stream = Stream(story.guc, tick=story.guc.events[0][0])
    Path('recorded.lfd').write_bytes(data + stream.events() * 4000)
    gt = top(guclog, '--delay', '0.1', 'recorded.lfd')
    assert gt['events'] == 4001 * len(story.guc.events)


@pytest.mark.plain_build
@pytest.mark.parametrize('status, is_read', (('suspended\n', False), ('', True)))
def test_log_of_a_suspended_gpu_is_not_read(guclog, tmp_path, status, is_read):
    """guclog top does not read the log of a suspended GPU, because this could resume the GPU. If
    the power state is unknown, top reads the log."""
    stream, _ = stalled(30)
    pipe = beside_a_log(tmp_path, stream.head + stream.events())
    power = tmp_path / 'sys/bus/pci/devices' / GPU / 'power'
    power.mkdir(parents=True)
    (power / 'runtime_status').write_text(status)
    os.write(pipe, stream.head)
    gt = top(guclog, '--delay', '0.4', '--sys', tmp_path / 'sys')
    os.close(pipe)
    assert bool(gt['events']) == bool(gt['engines']) == is_read


class Terminal:
    """Runs a command in a pseudo terminal of 120 columns, and keeps the text that it prints."""

    def __init__(self, command):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('4H', 40, 120, 0, 0))
        self.run = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave,
                                    env={**os.environ, 'TERM': 'linux'}, close_fds=True)
        os.close(slave)
        self.text = ''

    def wait(self, what, seconds=20):
        end = time.monotonic() + seconds
        while not re.search(what, self.text):
            assert time.monotonic() < end, (what, self.text)
            if select.select([self.master], [], [], 0.2)[0]:
                self.text += os.read(self.master, 65536).decode('latin-1')

    def key(self, key):
        self.text = ''
        os.write(self.master, key.encode())


@pytest.mark.plain_build
def test_screen(guclog):
    pytest.importorskip('curses')
    name = recording(stories.begin(1), wait=12)
    term = Terminal([guclog.path, 'top', '--store', 'none', '--delay', '0.3', name])
    term.wait('guclog top')
    term.wait('no progress: guc_id 47 has waited for')
    term.key('s')
    term.wait('wait')
    term.key(' ')
    term.wait('PAUSED')
    term.key('q')
    assert term.run.wait(20) == 0


def test_screen_needs_a_terminal(guclog):
    assert 'top needs a terminal' in guclog('top', recording(stories.begin(1)), rc=2).err


@pytest.mark.plain_build
def test_memory_and_time_do_not_grow_with_the_stream(guclog):
    """For a stream of a million events, in which contexts are created and removed all the time,
    guclog top needs at most 400 MB of memory, and less than 10 s of processor time. (A quiet
    machine needs less than 1 s.)"""
    guc = g.Guc(random.Random(9))
    for i in range(300):
        c = guc.register(i % 7, (g.RENDER, 0))
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
        guc.disable(c)
        guc.deregister(c)
    span = guc.tick + SECOND - guc.events[0][0]
    stream = Stream(guc, tick=guc.events[0][0])
    entries = [(e[0], g.entry(e)[4:]) for e in guc.events]
    rounds = 1000000 // len(entries)
    with open('x.lfd', 'wb') as f:
        f.write(stream.head)
        for i in range(rounds):
            f.write(stream.anchor(entries[0][0] + i * span))
            f.write(streams.events([struct.pack('<I', (t + i * span) & 0xffffffff) + rest
                                    for t, rest in entries]))
    script = f'ulimit -v 400000; "{guclog.path}" top --once --json --store none x.lfd'
    begin = os.times()
    done = subprocess.run(['sh', '-c', script], capture_output=True, check=True)
    spent = os.times()
    gt, = json.loads(done.stdout)['gts']
    assert gt['events'] == rounds * len(entries) and not gt['contexts']
    assert spent.children_user - begin.children_user < 10
