# SPDX-License-Identifier: GPL-2.0-only
"""guclog decode --to perfetto, which writes the events as a trace for the viewer Perfetto."""
import os
import resource
import subprocess
import time

import gucstory
import stories

from small import ANCHOR, boottime, entry, image, lfd, walk
from tool import same, save
from pftrace import Trace

LAST = ANCHOR['anchor_guc_tick'] - 1000
TRACK = '0000:03:00.0 GT 0 GuC log'
RELATIVE = 'GuC log, time since its oldest event'


def export(guclog, data, *args, rc=0):
    save('log', data)
    run = guclog('decode', '--to', 'perfetto', '--force', '-o', 'trace', *args, 'log', rc=rc)
    with open('trace', 'rb') as f:
        return Trace(f.read()), run.err


def test_trace(guclog):
    first = LAST - 960 * 499
    trace, err = export(guclog, lfd(walk(500, first)))
    same(err, '')
    same(trace.clocks, {1: {6: ANCHOR['anchor_boottime_ns'],
                            1: ANCHOR['anchor_realtime_ns']}})
    events = trace.of(TRACK)
    same(len(events), 500)
    for i, e in enumerate(events):
        same((e.timestamp, e.clock, e.type),
             (boottime(first + 960 * i), 6, 'TYPE_INSTANT'))
        same(e.name, f'0x{0x400 + i % 7:04x}')
        same(e.notes, {'id': 0x400 + i % 7, 'arg0': i,
                       'arg1': i * i & 0xffffffff, 'index': i})
    same(sum(e.interned for e in events), 500)
    about = trace.about()[TRACK]
    same((about['events'], about['uncertainty_ns']), (500, 3125))
    same([v for k, v in about.items() if k.startswith('left_out')], [0] * 4)


def test_stdout(guclog):
    save('log', lfd(walk(5, LAST - 5000)))
    raw = guclog('decode', '--to', 'perfetto', 'log').raw
    guclog('decode', '--to', 'perfetto', '--force', '-o', 'trace', 'log')
    with open('trace', 'rb') as f:
        same(f.read(), raw)
    guclog('decode', '--to', 'perfetto', '-o', '/dev/full', 'log', rc=2)
    guclog('decode', '--to', 'perfetto', '-o', 'no/folder', 'log', rc=2)


def test_more_names_than_are_interned(guclog):
    number = 9000
    ids = [(i * 0x9e3779b1 + 7) & 0xffffffff for i in range(number)]
    twice = [entry(LAST - 2 * number + i, ident)
             for i, ident in enumerate(ids + ids)]
    trace, _ = export(guclog, lfd(twice))
    events = trace.of(TRACK)
    same([e.name for e in events], [f'0x{i:04x}' for i in ids + ids])
    same(sum(e.interned for e in events), 2 * 4096)


def test_schema_names(guclog):
    save('schema', b'0x400 Submit context -\n0x401 Reset delta:signed why:dec\n'
                   b'0x999 Never a b\n0x402 ' + b'L' * 300000 + b'\n')
    events = [entry(LAST - 4, 0x400, 1, 2), entry(LAST - 3, 0x401, 2**32 - 5, 7),
              entry(LAST - 2, 0x402, 3, 4, zero=9), entry(LAST - 1, 0x403, 5, 6)]
    trace, _ = export(guclog, lfd(events), '--schema', 'schema')
    events = trace.of(TRACK)
    same([e.name for e in events],
         ['Submit', 'Reset', 'L' * 300000, '0x0403'])
    same([e.notes for e in events], [
        {'id': 0x400, 'context': 1, 'index': 0},
        {'id': 0x401, 'delta': -5, 'why': 7, 'index': 1},
        {'id': 0x402, 'arg0': 3, 'arg1': 4, 'dw1': 9, 'index': 2},
        {'id': 0x403, 'arg0': 5, 'arg1': 6, 'index': 3}])


def test_left_out(guclog):
    facts = dict(ANCHOR, anchor_boottime_ns=10**9)
    early = LAST - 40 * 19200000
    trace, err = export(guclog, lfd([entry(early, 1), entry(LAST, 2)], facts,
                                    old=b''.join(walk(3, 50))))
    same([e.name for e in trace.of(TRACK)], ['0x0002'])
    about = trace.about()[TRACK]
    same((about['events'], about['left_out_before_load'],
          about['left_out_before_boot'], about['left_out_ambiguous']),
         (1, 3, 1, 0))
    assert 'GT 0: 3 events left out: from before the firmware' in err, err
    assert 'GT 0: 1 events left out: from before the boot' in err, err


def test_filtered_is_not_left_out(guclog):
    trace, err = export(guclog, lfd(walk(50, LAST - 50000)), '--last', '7')
    same([e.notes['index'] for e in trace.of(TRACK)], list(range(43, 50)))
    same((err, trace.about()[TRACK]['events']), ('', 7))


def test_no_anchor(guclog):
    # The time of the second event is before that of the first one.
    ticks = [5000, 4000, 5960 + 19200000]
    trace, err = export(guclog, lfd([entry(t, 1) for t in ticks], facts={}))
    events = trace.of('0000:03:00.0 GT 0 ' + RELATIVE)
    same([e.timestamp for e in events],
         [1000 * 10**9 // 19200000, 0, 10**9 + 1960 * 10**9 // 19200000])
    same({e.clock for e in trace.events}, {64})
    same(trace.clocks, {1: {6: 0, 64: 0}})
    assert 'no anchor' in err, err
    assert 'no anchor' in trace.about()['0000:03:00.0 GT 0 ' + RELATIVE]['time']


def test_gap(guclog):
    ring = walk(50, 5000 + 960 * 50) + walk(50, 5000)
    data = image(ring, 1000, 2000, 2020, 4096 + 1600)
    trace, err = export(guclog, data, rc=1)
    events = trace.of(RELATIVE)
    same([e.notes['index'] for e in events], list(range(30, 80)))
    same(events[0].notes['gap_bytes'], 400)
    assert '30 events left out: their time is unknown, because events are missing' in err, err
    same(trace.about()[RELATIVE]['left_out_ambiguous'], 30)


def test_two_gts(guclog):
    os.mkdir('logs')
    save('logs/a.lfd', lfd(walk(20, LAST - 50000), gt=0))
    save('logs/b.lfd', lfd(walk(30, LAST - 60000), gt=1))
    guclog('decode', '--to', 'perfetto', '--force', '-o', 'trace', 'logs')
    with open('trace', 'rb') as f:
        trace = Trace(f.read())
    same([len(trace.of(f'0000:03:00.0 GT {gt} GuC log')) for gt in (0, 1)],
         [20, 30])
    same(sorted(trace.clocks), [1, 2])
    guclog('decode', '--to', 'perfetto', '--force', '-o', 'trace', '--gt', '1', 'logs')
    with open('trace', 'rb') as f:
        same(len(Trace(f.read()).events), 31)


def test_the_same_again(guclog):
    save('log', lfd(walk(100, LAST - 100000)))
    same(guclog('decode', '--to', 'perfetto', 'log').raw,
         guclog('decode', '--to', 'perfetto', 'log').raw)


def test_long_trace(guclog):
    """For a long log, the peak memory of decode --to perfetto and of explain is at most the size of
    the log plus 12 MiB."""
    number = 500000
    save('log', lfd(walk(number, LAST - 960 * number)))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run([guclog.path, 'decode', '--to', 'perfetto', '--force', '-o', 'trace', 'log'],
                   check=True)
    took = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user = after.ru_utime - before.ru_utime
    print(f'decode --to perfetto: {number / user:.0f} events per second of CPU time, '
          f'{number / took:.0f} of all')
    size = os.path.getsize('trace')
    assert size > 20 * number, size
    with open(guclog.path, 'rb') as f:
        sanitized = b'__asan_init' in f.read()
    for verb in () if sanitized else (('decode', '--to', 'perfetto', '--force', '-o', 'trace'),
                                      ('explain',)):
        peak = subprocess.run(
            ['/usr/bin/python3', '-c', 'import resource, subprocess, sys\n'
             'subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n'
             'print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)',
             guclog.path, *verb, 'log'],
            capture_output=True, check=True).stdout
        limit = os.path.getsize('log') // 1024 + 12 * 1024
        assert int(peak) < limit, (verb, peak, limit)


# Tracks of engines and contexts.
def slices(trace, name):
    """Return (begin, end, name) of each slice of a track, in the order of their ends."""
    out, begun = [], []
    for e in trace.of(name):
        if e.type == 'TYPE_SLICE_BEGIN':
            begun.append(e)
        elif e.type == 'TYPE_SLICE_END':
            first = begun.pop()
            out.append((first.timestamp, e.timestamp, first.name))
    same(begun, [])
    return out


def test_engines_and_contexts_have_tracks(guclog):
    story = stories.make(1, 'gr')
    guc, zero = story.guc, story.guc.events[0][0]
    trace, _ = export(guclog, gucstory.log_image(guc))
    placed, want = {}, []
    for tick, code, arg0, arg1 in guc.events:
        if (arg0 >> 20 & 15, arg0 >> 24) != story.engine:
            continue
        if code == 0x8104:
            placed[arg1] = tick
        elif code == 0x8107:
            want.append((placed.pop(arg1), tick, f'guc_id {arg1}'))
    have = slices(trace, story.name)
    same([name for _, _, name in have], [name for _, _, name in want])
    for (begin, end, _), (first, last, _) in zip(have, want):
        assert abs(begin - (first - zero) * 1e9 / gucstory.HZ) < 2
        assert abs(end - (last - zero) * 1e9 / gucstory.HZ) < 2
    states = [name for _, _, name in slices(trace, f'guc_id {stories.VICTIM}')]
    assert states[:3] == ['registered', 'waits for an engine',
                          f'submitted to its engine ({story.name})']
    assert 'taken off by a reset' in ' '.join(states)
    hangs = slices(trace, 'hangs')
    same([name for _, _, name in hangs],
         [f'guc_id {stories.WAITER} waits: the engine does not switch out',
          f'ENGINE RESET of guc_id {stories.VICTIM}'])
    assert abs(hangs[0][1] - hangs[0][0] - 640.002e6) < 2000


def test_mixed_up_log_has_no_such_tracks(guclog):
    story = stories.make(1, 'gr')
    events = stories.exchange(story.guc.events, None)
    trace, _ = export(guclog, gucstory.log_image(story.guc, events))
    assert not any('guc_id' in name for name in trace.names)


def test_chosen_events_have_no_such_tracks(guclog):
    story = stories.make(1, 'gr')
    trace, _ = export(guclog, gucstory.log_image(story.guc), '--last', 50)
    assert not any('guc_id' in name for name in trace.names)
