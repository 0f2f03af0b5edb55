# SPDX-License-Identifier: GPL-2.0-only
"""Tests LFD files with thousands of event blocks and several clock anchors, such as the module's
file guc_log_stream provides. An anchor is the values of the GuC's clock and of the host's clock at
the same time."""

import struct

import pytest
from reference.lfd import COMMENT, EVENTS, MAGIC, VERSION, block
import streams
from small import HZ, entry, lfd, walk
from tool import same, save

RING = walk(6000, 0x1000, 100)


def pieces(events, number, gap=()):
    """Return an LFD file with these events, "number" of them in each block. gap: indexes of the
    blocks before which events are missing."""
    out = struct.pack('<QI', MAGIC, VERSION) + block(3, struct.pack('<I', HZ // 1000))
    for i in range(0, len(events), number):
        if i // number in gap:
            out += block(COMMENT, b'events=events right before these are missing\n'
                         b'events_gap_bytes=40\nevents_gap_entries=2\n')
        out += block(EVENTS, struct.pack('<I', 2) + b''.join(events[i:i + number]))
    return out


def decoded(guclog, name, rc=0):
    return guclog('decode', '--raw', '--json', name, rc=rc).json['events']


def test_each_block_is_read(guclog):
    """decode prints the same events and ticks for a file with 3000 blocks of two events as for a
    file with one block."""
    save('many', pieces(RING, 2))
    save('one', lfd(RING, facts={}))
    many, one = decoded(guclog, 'many'), decoded(guclog, 'one')
    same(len(many), 6000)
    same([(e['index'], e['tick'], e['args']) for e in many],
         [(e['index'], e['tick'], e['args']) for e in one])
    same(guclog('convert', '--to', 'events', 'many').raw, b''.join(RING))


def test_each_gap_is_counted(guclog):
    save('many', pieces(RING, 10, gap=range(1, 600, 2)))
    assert '12000 bytes missing' in guclog('info', 'many', rc=1).out
    same(len(decoded(guclog, 'many', rc=1)), 6000)


def test_blocks_make_no_difference(guclog):
    save('many', pieces(RING, 3))
    save('one', pieces(RING, 6000))
    same(decoded(guclog, 'many'), decoded(guclog, 'one'))


WRAP = 1 << 32
START = 7 * WRAP + 1000


def times(guclog, data, rc=0):
    """Return for each event of a stream the time in seconds since START, and whether this time is
    uncertain. data: the blocks of the stream."""
    save('stream', streams.head() + b''.join(data))
    found = decoded(guclog, 'stream', rc)
    return [((e['boottime_ns'] - 10**9) / 10**9, e.get('ambiguous', False)) for e in found]


def at(*seconds):
    return [entry(START + s * HZ, 0x400, s) for s in seconds]


def clock(second, age=0):
    """Return a block with an anchor that is written into the stream "second" seconds after START.
    The clocks were read "age" seconds earlier."""
    return streams.anchor(START + (second - age) * HZ, 10**9 * (second - age + 1),
                          10**9 * age)


def test_anchors_count_the_wraps(guclog):
    """If no event was written for longer than it takes the 32 bits of an event's time to wrap
    (223 s), the next anchor shows how much time has passed. The times of the events after this
    anchor are right."""
    same(times(guclog, [clock(0), streams.events(at(1, 2)),
                        clock(1000, age=2), streams.events(at(1001))]),
         [(1, True), (2, True), (1001, False)])


def test_clock_wraps_between_two_anchors(guclog):
    """The times of events are right although the anchors have only the low 32 bits of the GuC's
    clock, like those of the module, and each anchor is wrong by some milliseconds."""
    def low(second, age, wrong):
        tick = (3 * WRAP - 11 * HZ + second * HZ) % WRAP
        return streams.anchor(tick, 10**9 * (second + 1) + wrong, 10**9 * age)

    def ran(*seconds):
        return streams.events([entry(3 * WRAP - 11 * HZ + s * HZ, 0x400, s) for s in seconds])

    for later in (14, 14 + 10 * WRAP // HZ):
        found = times(guclog, [low(0, 12, 4 * 10**6), ran(12, 13), low(later, 0, -12 * 10**6),
                               ran(later + 1)])
        same([doubtful for _, doubtful in found], [later > 14, later > 14, False])
        for (time, _), second in zip(found, (12, 13, later + 1)):
            assert abs(time - second) < .02


def test_anchor_without_a_plausible_realtime(guclog):
    """If one of the anchors has no time of the wall clock, or one that is too large, no event has
    such a time."""
    last = clock(5)
    for first in b'', b'anchor_realtime_ns=9223372036854775807\n':
        name = save('real', streams.head() + block(
            COMMENT, b'anchor_boottime_ns=1000000000\nanchor_guc_tick=1\n' + first) +
            streams.events(at(1, 2)) + last + streams.events(at(6)))
        events = guclog('decode', '--json', name).json['events']
        assert len(events) == 3 and all('boottime_ns' in e and 'realtime_ns' not in e
                                        for e in events), events


def test_age_of_an_anchor(guclog):
    """The events after an anchor have exact times, also if the clocks were read 500 s before the
    anchor was written."""
    same(times(guclog, [clock(1000, age=500), streams.events(at(1001))]), [(1001, False)])


def test_events_before_the_first_anchor(guclog):
    same(times(guclog, [streams.events(at(1, 2)), streams.events(at(150)),
                        clock(300), streams.events(at(301))]),
         [(1, False), (2, False), (150, False), (301, False)])


def test_time_after_a_loss_is_doubtful_up_to_the_anchor(guclog):
    found = times(guclog, [clock(0), streams.events(at(1)), streams.lost(5, at(900))], rc=1)
    same([doubtful for _, doubtful in found], [False, True])
    same(times(guclog, [clock(0), streams.events(at(1)), streams.lost(5, at(900)),
                        clock(910), streams.events(at(911))], rc=1),
         [(1, False), (900, False), (911, False)])


def test_clocks_that_drift_apart(guclog):
    """If the firmware's clock is slow by 1/1000, the times of events are right, because each is
    computed from the nearest anchor."""
    data = []
    for second in range(0, 200, 20):
        data += [streams.anchor(START + second * HZ * 999 // 1000, 10**9 * (second + 1)),
                 streams.events([entry(START + (second + 1) * HZ * 999 // 1000, 0x400)])]
    assert all(abs(time - 20 * i - 1) < .002 for i, (time, _) in enumerate(times(guclog, data)))


def test_clock_that_starts_again(guclog):
    """If the firmware is loaded again after 500 s, so that its clock begins at 0, the times of the
    events before and after this are right."""
    fresh = [entry(s * HZ, 0x400, s) for s in (1, 2)]
    data = [clock(0), streams.events(at(1, 2)), streams.restart(fresh),
            streams.anchor(3 * HZ, 10**9 * 504),
            streams.events([entry(4 * HZ, 0x400)])]
    same(times(guclog, data),
         [(1, False), (2, False), (501, False), (502, False), (504, False)])


def test_stream_of_the_module_is_not_read_to_its_end(guclog):
    """In a directory, guclog info skips the module's file guc_log_stream, because this file has no
    end. If the file itself is given, info refuses it, and names guclog record."""
    save('gpu/gt0/guc_log_stream', b'')
    save('gpu/gt0/guc_log_lfd', lfd(RING[:10]))
    run = guclog('info', 'gpu')
    assert '10 events' in run.out and run.err == ''
    assert "'guclog record'" in guclog('info', 'gpu/gt0/guc_log_stream', rc=2).err
    save('gpu/gt0/guc_log_stream', streams.head() + streams.events(RING[:10]))
    same(guclog('info', 'gpu/gt0/guc_log_stream').rc, 0)


def test_info_of_a_stream(guclog):
    """For a recorded stream, info prints the size of the GuC's ring, although the file has more
    events than this ring can hold. It does not print how old the events were when the log was
    copied, because a stream is not a copy that was made at one time."""
    save('stream', streams.head() + streams.anchor(START, 10**9) +
         b''.join(streams.events(at(i)) for i in range(1, 100)) * 40)
    out = guclog('info', 'stream', rc=None).out
    assert '; ring of 64 KiB\n' in out and 'before the capture' not in out


def test_stream_is_described(guclog):
    save('stream', streams.head() + streams.events(at(1)) +
         streams.lost(3, at(2), seq=4) + streams.restart(at(3), seq=5))
    same(guclog('check', 'stream').out, 'stream: fine: LFD 1.0, 12 blocks, 632 bytes\n')
    out = guclog('info', '--blocks', 'stream').out
    assert '60 bytes before them are missing' in out
    assert 'the firmware was loaded again right before these' in out
    assert 'order not known' not in out


GAP = {'events_gap_ticks': 10 * HZ + HZ // 2, 'events_gap_estimate_entries': 1000000}
TIME, ESTIMATE = '10.500000', 'about 1000000 events, an estimate from the rate before the gap'


def test_gap_of_a_stream(guclog):
    """If a stream has a gap, decode and info print how long the gap lasted on the firmware's clock,
    and the module's estimate of the number of missing events."""
    save('gap', streams.head() + streams.events(RING[:100]) +
         streams.lost(7, RING[107:200], 107, **GAP))
    text = guclog('decode', '--raw', 'gap', rc=1).out
    assert f"# 140 bytes of events are missing here at least, in {TIME}000 s of the firmware's " \
           f'clock; {ESTIMATE}\n' in text
    events = decoded(guclog, 'gap', rc=1)
    same([e['index'] for e in events if 'gap_ticks' in e or 'gap_estimate_entries' in e], [100])
    same((events[100]['gap_ticks'], events[100]['gap_estimate_entries']),
         tuple(GAP.values()))
    assert f"at least these bytes are missing; {TIME} s of the firmware's clock, {ESTIMATE}\n" in \
        guclog('info', 'gap', rc=1).out
    events = guclog('info', '--json', 'gap', rc=1).json['logs'][0]['events']
    same((events['gap_bytes'], events['gap_ticks'], events['gap_estimate_entries']),
         (140, *GAP.values()))


def test_blocks_have_the_gap(guclog):
    save('gap', streams.head() + streams.lost(7, RING[:10], **GAP))
    events = guclog('info', '--blocks', '--json', 'gap').json['blocks'][-1]['fields']
    same((events['gap_ticks'], events['gap_estimate_entries']), tuple(GAP.values()))
    assert f"140 bytes before them are missing at least, {GAP['events_gap_ticks']} ticks of the " \
           f"firmware's clock, about 1000000 events by an estimate from the rate before the gap" in \
        guclog('info', '--blocks', 'gap').out


def test_gaps_are_added_up(guclog):
    """info adds up the missing bytes, the lengths in ticks and the estimates of all gaps. For a gap
    without an estimate, the least possible number of missing events is added to the estimates."""
    save('gaps', streams.head() + streams.events(RING[:10]) +
         streams.lost(7, RING[17:20], 17, **GAP) + streams.lost(4, RING[24:30], 24) +
         streams.lost(1, RING[31:40], 31, events_gap_ticks=5))
    events = guclog('info', '--json', 'gaps', rc=1).json['logs'][0]['events']
    same((events['gap_bytes'], events['gap_ticks'], events['gap_estimate_entries']),
         (240, GAP['events_gap_ticks'] + 5, 1000005))


def test_gap_without_figures(guclog):
    """If a stream states neither the length of a gap in ticks nor an estimate of the number of
    missing events, decode and info print only the number of missing bytes."""
    save('gap', streams.head() + streams.events(RING[:10]) + streams.lost(7, RING[17:20], 17))
    assert '# 140 bytes of events are missing here\n' in guclog('decode', '--raw', 'gap', rc=1).out
    events = guclog('info', '--json', 'gap', rc=1).json['logs'][0]['events']
    assert 'gap_ticks' not in events and 'gap_estimate_entries' not in events
    assert 'at least' not in guclog('info', 'gap', rc=1).out


@pytest.mark.parametrize('form', ('text', 'csv', 'jsonl', 'perfetto'))
def test_exit_status_shows_a_gap(guclog, form):
    """The exit status of decode is 1 if events are missing, and 0 otherwise, in each output
    format."""
    save('whole', streams.head() + streams.events(RING[:10]))
    save('gap', streams.head() + streams.events(RING[:10]) + streams.lost(7, RING[17:20], 17))
    guclog('decode', '--to', form, '-o', 'out', 'whole')
    guclog('decode', '--to', form, '-o', 'out', '--force', 'gap', rc=1)


def test_gap_without_a_clock(guclog):
    """If the frequency of the firmware's clock is unknown, the length of a gap is printed in ticks
    instead of seconds."""
    save('gap', streams.head(khz=0) + streams.events(RING[:10]) +
         streams.lost(7, RING[17:20], 17, **GAP))
    ticks = f"{GAP['events_gap_ticks']} ticks of the firmware's clock"
    assert ticks in guclog('decode', '--raw', 'gap', rc=1).out
    assert ticks in guclog('info', 'gap', rc=1).out
