# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog record, which records the event streams of running GPUs as LFD files. Here the
streams come from files and pipes. A clock anchor in a stream is the values of the GuC's clock and
of the host's clock at the same time."""

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time

import pytest
import streams
from memory import SLACK, measure
from reference import lfd
from small import HZ, entry
from tool import same, save

START = 1000
# Log entries, one in each millisecond. The first argument of an event is its number.
RING = [entry(START + i * HZ // 1000, 0x400 + i % 7, i) for i in range(20000)]


class Recorder:
    """A running guclog record that reads a stream from the named pipe "source", and writes files
    into the directory "out"."""

    def __init__(self, guclog, *args):
        os.mkfifo('source')
        self.log = open('log', 'w+')
        self.guclog = guclog
        self.run = subprocess.Popen(
            [guclog.path, 'record', '-o', 'out', '--stream', 'source', *map(str, args)],
            stdout=self.log, stderr=self.log)
        self.pipe = open('source', 'wb', buffering=0)

    def put(self, *data):
        for piece in data:
            self.pipe.write(piece)

    def end(self, rc=0):
        self.pipe.close()
        same(self.run.wait(30), rc)
        return self.messages()

    def messages(self):
        with open('log') as f:
            return f.read()

    def wait_for(self, events):
        """Wait until the recorded files have this number of events."""
        end = time.monotonic() + 30
        while count(self.guclog) < events:
            assert time.monotonic() < end and self.run.poll() is None, self.messages()
            time.sleep(.02)


def files():
    return sorted(os.listdir('out')) if os.path.isdir('out') else []


def size():
    return sum(os.path.getsize(f'out/{name}') for name in files())


def decoded(guclog, name):
    out = guclog('decode', '--raw', '--json', f'out/{name}', rc=None)
    return json.loads(out.raw)['events'] if out.raw else []


def numbers(guclog, names=None):
    """Return the number of each event (its first argument) in these files, by default in all
    recorded files."""
    return [e['args'][0] for name in names or files() for e in decoded(guclog, name)]


def count(guclog):
    try:
        return len(numbers(guclog))
    except (OSError, AssertionError, ValueError):
        return 0


def whole(guclog):
    """Check that each recorded file is a valid LFD file."""
    for name in files():
        same(guclog('check', '--as', 'lfd', '-q', f'out/{name}').out, '')


def source(*data):
    save('all', streams.head() + b''.join(data))
    return ('record', '-o', 'out', '--stream', 'all')


def test_estimate_of_lost_events(guclog):
    """If events of the stream were lost, guclog record prints the least number of lost events, and
    then the number that the module estimated, with the word "estimate"."""
    run = guclog(*source(streams.lost(7, RING[107:200], seq=107, events_gap_ticks=10 * HZ + 1,
                                      events_gap_estimate_entries=1000000)))
    assert 'at least 7 lost' in run.err
    assert "(lost in 10.000 s of the firmware's clock)" in run.err
    assert '(about 1000000 lost, an estimate from the rate before the gap)' in run.err


def test_file_is_the_stream(guclog):
    """The recorded file has all blocks of the stream, and one comment that guclog record added."""
    data = [streams.anchor(START, 10**9), streams.events(RING[:100]),
            streams.lost(7, RING[107:200], seq=107), streams.restart(RING[200:210], 210)]
    run = guclog(*source(*data))
    same(files(), ['all.0001.lfd'])
    whole(guclog)
    blocks = list(lfd.blocks(save('x', open('out/all.0001.lfd', 'rb').read()).read_bytes()))
    given = list(lfd.blocks(streams.head() + b''.join(data)))
    extra = [b for b in blocks if b'recorder=' in b.data]
    same([(b.kind, b.data) for b in blocks if b not in extra],
         [(b.kind, b.data) for b in given])
    assert b'record_part=1\nrecord_events_before=0\n' in extra[0].data
    assert '203 events' in run.err and 'at least 7 lost' in run.err
    assert 'loaded again 1 time; ' in run.err


def test_pipe_that_ends(guclog):
    r = Recorder(guclog)
    r.put(streams.head(), streams.events(RING[:10]))
    r.wait_for(10)
    r.put(streams.events(RING[10:15]))
    assert 'the stream has ended' in r.end()
    same(numbers(guclog), list(range(15)))


def test_standard_input(guclog):
    guclog('record', '-o', 'out', '--stream', '-',
           stdin=streams.head() + streams.events(RING))
    same(files(), ['stream0.0001.lfd'])
    same(len(numbers(guclog)), 20000)


@pytest.mark.parametrize('name', ('log', 'stream1', 'long' * 60))
def test_streams_of_equal_names(guclog, name):
    os.makedirs('a')
    os.makedirs('b')
    paths = [save(path, streams.head() + streams.events(RING[:9]))
             for path in (f'a/{name}', f'b/{name}', f'b/{name}2')]
    guclog('record', '-o', 'out', *(arg for path in paths for arg in ('--stream', path)))
    same([len(decoded(guclog, file)) for file in files()], [9, 9, 9])


def test_name_of_the_gpu(guclog):
    save('sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_stream',
         streams.head() + streams.events(RING[:10]))
    save('sys/kernel/debug/xe_guclog/0000:03:00.0/gt1/guc_log_stream',
         streams.head(gt=1) + streams.events(RING[10:12]))
    guclog('record', '-o', 'out', '--sys', 'sys')
    same(files(), ['0000:03:00.0-gt0.0001.lfd', '0000:03:00.0-gt1.0001.lfd'])
    same(numbers(guclog), list(range(12)))


def test_no_module(guclog):
    assert 'is the module xe_guclog loaded' in guclog(
        'record', '-o', 'out', '--sys', '.', rc=2).err
    assert not os.path.exists('out')


@pytest.mark.parametrize('sig', [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_it_with_whole_files(guclog, sig):
    """If a signal ends guclog record, the recorded file ends with a whole block, even if only a
    part of the next block of the stream had arrived."""
    r = Recorder(guclog)
    r.put(streams.head(), streams.events(RING[:100]), streams.events(RING[100:200])[:-5])
    r.wait_for(100)
    r.run.send_signal(sig)
    same(r.run.wait(30), 0)
    assert 'ended by a signal' in r.messages()
    whole(guclog)
    same(numbers(guclog), list(range(100)))


def test_killed_recorder_leaves_a_valid_file(guclog):
    r = Recorder(guclog)
    r.put(streams.head(), *(streams.events(RING[i:i + 10]) for i in range(0, 1000, 10)))
    r.wait_for(1000)
    r.run.kill()
    r.run.wait()
    whole(guclog)
    same(numbers(guclog), list(range(1000)))


def test_recorder_that_is_killed_while_it_writes(guclog, rounds):
    """If the recorder is killed while it writes, only the last file can end within a block. Its
    events before that place are read."""
    save('all', streams.head() + b''.join(streams.events(RING[i:i + 2000])
                                          for i in range(0, 20000, 2000)) * 10)
    rng = random.Random(5)
    for _ in range(rounds(20)):
        shutil.rmtree('out', ignore_errors=True)
        with subprocess.Popen([guclog.path, 'record', '-o', 'out', '--stream', 'all', '--quiet',
                               '--file-bytes', '100K']) as run:
            time.sleep(rng.random() * .03)
            run.kill()
        for name in files()[:-1]:
            guclog('check', '--as', 'lfd', '-q', f'out/{name}')
        found = numbers(guclog, files()[-1:])
        assert all((b - a) % 20000 == 1 for a, b in zip(found, found[1:]))


def test_file_that_exists_is_named_once(guclog):
    guclog(*source(streams.events(RING[:10])))
    run = guclog(*source(streams.events(RING[:20])), rc=2)
    same(run.err.count('all.0001.lfd: File exists'), 1)
    same(numbers(guclog), list(range(10)))


@pytest.mark.plain_build
def test_no_room_leaves_no_empty_file(guclog):
    def no_room():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    run = subprocess.run([guclog.path, *source(streams.events(RING[:10]))], check=False,
                         capture_output=True, preexec_fn=no_room)
    same(run.returncode, 2)
    same(run.stderr.count(b'all.0001.lfd: File too large'), 1)
    same(files(), [])


def test_limit_of_the_size_of_files(guclog):
    """If the file reaches the limit of the shell (ulimit -f), guclog record reports this, and the
    file ends with the last whole block that fits. The signal SIGXFSZ must not end guclog within a
    block."""
    data = [streams.events(RING[i:i + 100]) for i in range(0, 20000, 100)]
    run = subprocess.run(
        [guclog.path, *source(*data)], check=False, capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000)))
    assert run.returncode == 2 and b'File too large' in run.stderr
    whole(guclog)
    same(numbers(guclog), list(range(4900)))


def test_new_files(guclog):
    """If a recording has several files, each file begins with the head of the stream, the latest
    clock anchor, and the number of the events in the earlier files, so it can be read alone."""
    data = [streams.anchor(START, 10**9)]
    data += [streams.events(RING[i:i + 100]) for i in range(0, 1000, 100)]
    guclog(*source(*data), '--file-bytes', '5000')
    same(files(), [f'all.{n:04}.lfd' for n in range(1, 6)])
    whole(guclog)
    same(numbers(guclog), list(range(1000)))
    for n, name in enumerate(files()):
        assert os.path.getsize(f'out/{name}') <= 5000
        events = decoded(guclog, name)
        same(events[0]['boottime_ns'] - 10**9, events[0]['args'][0] * 10**6)
        text = open(f'out/{name}', 'rb').read()
        assert f'record_part={n + 1}\nrecord_events_before={n * 200}\n'.encode() in text


def test_newest_files_are_kept(guclog):
    data = [streams.events(RING[i:i + 100]) for i in range(0, 1000, 100)]
    guclog(*source(*data), '--file-bytes', '2500', '--files', '3')
    same(files(), ['all.0008.lfd', 'all.0009.lfd', 'all.0010.lfd'])
    same(numbers(guclog), list(range(700, 1000)))


def test_anchor_is_dropped_when_the_clock_starts_again(guclog):
    data = [streams.anchor(START, 10**9), streams.events(RING[:100]),
            streams.restart(RING[:100]), streams.events(RING[100:200])]
    guclog(*source(*data), '--file-bytes', '2600')
    same(len(files()), 3)
    assert b'anchor_guc_tick' not in open('out/all.0003.lfd', 'rb').read()


def test_anchor_of_the_clock_that_starts_again(guclog):
    """The module puts an anchor before the blocks to which it belongs. If these are the first events
    after a load of the firmware, the anchor is one of the new clock. So each file with events after
    the load gets it, but not the file with the events before the load."""
    data = [streams.events(RING[:100]), streams.anchor(START, 10**9), streams.restart(RING[:100]),
            streams.events(RING[100:200])]
    guclog(*source(*data), '--file-bytes', '2600')
    same([open(f'out/{name}', 'rb').read().count(b'anchor_guc_tick') for name in files()], [0, 1, 1])
    same([decoded(guclog, name)[0].get('boottime_ns') for name in files()],
         [None, 10**9, 11 * 10**8])


def test_age_of_the_anchor_in_a_new_file(guclog):
    """A recording is divided into two files. The second file has a copy of the clock anchor, whose
    age is increased by the time since the anchor arrived."""
    r = Recorder(guclog, '--file-bytes', 2600)
    r.put(streams.head(), streams.anchor(START, 10**9, 10**9), streams.events(RING[:100]))
    r.wait_for(100)
    time.sleep(.5)
    r.put(streams.events(RING[100:200]))
    r.end()
    same(len(files()), 2)
    ages = []
    for name in files():
        with open(f'out/{name}', 'rb') as f:
            ages += [int(age) for age in re.findall(rb'anchor_age_ns=(\d+)', f.read())]
    assert ages[0] == 10**9 and 1.5 * 10**9 <= ages[1] < 10 * 10**9, ages


def test_comments_without_events_need_little_memory(guclog, small_peak):
    """Comments about a block of events that never arrives do not fill the memory: the recorder
    writes them to the file."""
    comments = streams.anchor(START, 10**9) * 1000
    feed = [streams.head(), *[comments] * 200, streams.events(RING[:100])]
    status, peak = measure(guclog.path, feed, 'record', '-o', 'out', '--stream', '-')
    assert status == 0 and peak < small_peak + SLACK < len(b''.join(feed))
    same(numbers(guclog), list(range(100)))
    with open('out/stream0.0001.lfd', 'rb') as f:
        same(f.read().count(b'anchor_guc_tick'), 200000)


def test_size_ends_it(guclog):
    data = [streams.events(RING[i:i + 100]) for i in range(0, 20000, 100)]
    run = guclog(*source(*data), '--max-bytes', '50K')
    assert 'with the next block, the files would be larger than --max-bytes' in run.err
    whole(guclog)
    assert 48 * 1024 < size() <= 50 * 1024
    shown = int(re.search('([0-9]+) events, ', run.err)[1])
    same(numbers(guclog), list(range(shown)))


@pytest.mark.parametrize('kept, limit', [((), 8), ((), 3), ((), 1), (('--files', 3), 8)])
def test_size_of_several_files(guclog, kept, limit):
    """The files together never become larger than --max-bytes, and each of them has events. limit:
    the value of --max-bytes in KiB. If --files keeps only the newest files and these are smaller
    than the limit, the recording continues."""
    data = [streams.anchor(START, 10**9)]
    data += [streams.events(RING[i:i + 10]) for i in range(0, 2000, 10)]
    run = guclog(*source(*data), '--max-bytes', f'{limit}K', '--file-bytes', '1K', *kept)
    same('the stream has ended' in run.err, bool(kept))
    assert size() <= limit * 1024
    whole(guclog)
    assert all(decoded(guclog, name) for name in files())
    found = numbers(guclog)
    same(found, list(range(found[0], found[0] + len(found))))
    same(found[-1] if kept else found[0], 1999 if kept else 0)


def test_size_of_two_streams(guclog):
    """--max-bytes is the limit for the files of all streams together."""
    for name in ('a', 'b'):
        save(name, streams.head() + b''.join(
            streams.events(RING[i:i + 10]) for i in range(0, 2000, 10)))
    guclog('record', '-o', 'out', '--stream', 'a', '--stream', 'b', '--max-bytes', '10K')
    assert 9 * 1024 < size() <= 10 * 1024


def test_size_that_is_too_small(guclog):
    """If not even the beginning of a file has room, no file is created."""
    run = guclog(*source(streams.events(RING[:10])), '--max-bytes', '100')
    assert '0 events' in run.err and 'larger than --max-bytes' in run.err
    same(files(), [])


def test_time_ends_it(guclog):
    os.mkfifo('source')
    pipe = os.open('source', os.O_RDWR)         # a writer, so that the stream does not end
    os.write(pipe, streams.head() + streams.events(RING[:10]))
    run = guclog('record', '-o', 'out', '--stream', 'source', '--seconds', 1)
    os.close(pipe)
    assert 'the time of --seconds is over' in run.err
    same(numbers(guclog), list(range(10)))


def test_command(guclog):
    """guclog record -- COMMAND records until the command has ended, and has its exit status. Events
    that are written just after the end of the command are recorded, too."""
    os.mkfifo('source')
    save('first', streams.head() + streams.events(RING[:10]))
    save('last', streams.events(RING[10:20]))
    script = '''exec 3>source; cat first >&3
        (while [ -e /proc/$$ ]; do sleep .02; done; cat last >&3; sleep 2) & exit 7'''
    run = guclog('record', '-o', 'out', '--stream', 'source', '--', 'sh', '-c', script, rc=7)
    assert 'the command has ended' in run.err
    same(numbers(guclog), list(range(20)))


def test_command_that_a_signal_ends(guclog):
    guclog(*source(streams.events(RING[:10])), '--', 'sh', '-c', 'kill -9 $$', rc=137)
    same(numbers(guclog), list(range(10)))


def test_command_while_sigchld_is_ignored(guclog):
    """The recording ends with the command, and with its status, also if the program that has started
    the recorder ignores SIGCHLD, which the recorder inherits."""
    run = subprocess.run(
        [guclog.path, *source(streams.events(RING[:10])), '--', 'sh', '-c', 'exit 5'],
        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN), stderr=subprocess.PIPE,
        timeout=20, check=False)
    same(run.returncode, 5)


def test_command_that_is_not_there(guclog):
    run = guclog(*source(streams.events(RING[:10])), '--', './nothing', rc=2)
    assert './nothing: No such file' in run.err


def test_terminated_recorder_ends_its_command(guclog):
    r = Recorder(guclog, '--', 'sh', '-c', 'trap "touch ended; exit 0" TERM; '
                 'touch begun; while :; do sleep .05; done')
    r.put(streams.head(), streams.events(RING[:10]))
    while not os.path.exists('begun'):
        time.sleep(.02)
    r.run.send_signal(signal.SIGTERM)
    same(r.run.wait(30), 0)
    assert os.path.exists('ended')
    whole(guclog)


@pytest.mark.parametrize('data, said, rc', [
    (b'', 'is not an LFD file', 2),
    (b'Some text that is longer than a header.', 'magic', 2),
    (streams.head()[:-4], 'ends within a block', 1),
    (streams.head() + b'\x86\x80\x00\x20\xff\xff\xff\xff' + bytes(64), 'data_count', 1),
])
def test_source_that_is_not_a_stream(guclog, data, said, rc):
    """The exit status is 2 if the source is not a stream, and 1 if the stream is damaged."""
    save('all', data)
    run = guclog('record', '-o', 'out', '--stream', 'all', rc=rc)
    assert said in run.err, run.err
    whole(guclog)


def test_damaged_streams(guclog, rounds):
    """If random bytes of a stream are changed, each file that guclog record writes consists of
    whole blocks, and decode --follow of the stream does not crash."""
    rng = random.Random(5)
    good = streams.head() + b''.join([
        streams.anchor(START, 10**9), streams.events(RING[:5]), streams.lost(3, RING[8:12], 8),
        streams.restart(RING[12:15], 12), streams.anchor(START, 10**9, 10**6),
        streams.events(RING[15:20])])
    for _ in range(rounds(60)):
        data = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at] = rng.choice((0, 0x20, 0x39, 0xff, rng.randrange(256)))
        save('all', bytes(data[:rng.choice((len(data), rng.randrange(len(data))))]))
        shutil.rmtree('out', ignore_errors=True)
        run = guclog('record', '-o', 'out', '--stream', 'all', '--file-bytes', '300', rc=None)
        assert run.rc in (0, 1, 2)
        for name in files():
            # The content of a block may be damaged, but all blocks of the file can be read.
            with open(f'out/{name}', 'rb') as f:
                list(lfd.blocks(f.read()))
        run = guclog('decode', '--follow', '-', stdin=bytes(data), rc=None)
        assert run.rc in (0, 1, 2)


def test_other_file_of_the_name_is_not_replaced(guclog):
    save('out/all.0001.lfd', b'mine')
    run = guclog(*source(streams.events(RING[:10])), rc=2)
    assert 'all.0001.lfd: File exists' in run.err
    same(open('out/all.0001.lfd', 'rb').read(), b'mine')


def test_full_disk(guclog):
    """If the disk is full, the recorded file ends with the last whole block that fits."""
    data = [streams.events(RING[i:i + 100]) for i in range(0, 20000, 100)]
    command = ' '.join(source(*data))
    os.mkdir('out')
    script = f'''mount -t tmpfs -o size=64k none out || exit 99
        {guclog.path} {command}; echo "status $?"; cp -r out copy'''
    done = subprocess.run(['unshare', '-rm', 'sh', '-c', script], capture_output=True,
                          text=True, check=False)
    if done.returncode == 99:
        pytest.skip('a file system cannot be mounted here')
    assert 'status 2' in done.stdout and 'No space left on device' in done.stderr
    os.rmdir('out')
    os.rename('copy', 'out')
    whole(guclog)
    found = numbers(guclog)
    assert len(found) > 2000
    same(found, list(range(len(found))))


def test_progress_on_a_terminal(guclog):
    """On a terminal, the progress is one line that is overwritten each time: the time, the number
    of events, their rate, the number of lost events, and the size of the files."""
    os.mkfifo('source')
    master, slave = os.openpty()
    run = subprocess.Popen([guclog.path, 'record', '-o', 'out', '--stream', 'source'],
                           stderr=slave)
    os.close(slave)
    with open('source', 'wb', buffering=0) as pipe:
        pipe.write(streams.head() + streams.events(RING[:100]))
        shown = b''
        while b'100 events' not in shown:
            shown += os.read(master, 4096)
        pipe.write(streams.lost(5, RING[105:110], 105))
    same(run.wait(30), 0)
    shown += os.read(master, 4096)
    os.close(master)
    lines = shown.decode().replace('\x1b[K', '').split('\r')
    line = next(line for line in lines if '100 events' in line)
    found = re.fullmatch(
        r'guclog: (\d+\.\d) s: 100 events, \d+/s, 0 lost, 2\.\d KiB in 1 file', line)
    assert found and float(found[1]) >= 0.5
    assert b'105 events' in shown and b'at least 5 lost' in shown


def test_quiet(guclog):
    same(guclog(*source(streams.events(RING[:10])), '--quiet').err, '')


def test_usage(guclog):
    guclog.usage('record')
    guclog.usage('record', '-o', 'out', '--files', '3')
    guclog.usage('record', '-o', 'out', '--max-bytes', '0')
    guclog.usage('record', '-o', 'out', '--seconds', 'x')
