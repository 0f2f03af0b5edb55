# SPDX-License-Identifier: GPL-2.0-only
"""Tests logs without a clock anchor (the values of the GuC's clock and of the host's clock at the
same time). If another copy of the same log in the same directory has an anchor, guclog uses it."""
import os

import gucstory
import pytest
import stories
from memory import cpu
from small import ANCHOR, HZ, boottime, entry, lfd, walk
from tool import same, save

NOW = ANCHOR['anchor_guc_tick']
FIRST = NOW - 1000 - 960 * 299
COPY = walk(300, FIRST)
SKEW = ANCHOR['anchor_realtime_ns'] - ANCHOR['anchor_boottime_ns']


def pair(events, dump=None, **more):
    """Make a folder "both" with two LFD files: "dump" has an anchor, and "log" has these events and
    no anchor. Return the path of "log". dump: content of the file "dump" that replaces the usual
    one. more: other arguments of small.lfd() for the file "log"."""
    os.makedirs('both', exist_ok=True)
    save('both/dump', dump or lfd(COPY))
    return save('both/log', lfd(events, **{'facts': {}, **more}))


def info_of_events(guclog, rc=0):
    """Return what info --json prints about the events of the file "log" of the folder."""
    logs = guclog('info', '--json', 'both', rc=rc).json['logs']
    same([os.path.basename(log['file']) for log in logs], ['dump', 'log'])
    return logs[1]['events']


def borrowed(guclog, tick):
    events = info_of_events(guclog)
    same(os.path.basename(events['anchor_of']), 'dump')
    same(events['newest_boottime_ns'], boottime(tick))
    same(events['newest_realtime_ns'], boottime(tick) + SKEW)
    assert 'newest_age_ns' not in events, events


def refused(guclog):
    events = info_of_events(guclog)
    for key in ('anchor_of', 'newest_boottime_ns', 'newest_age_ns'):
        assert key not in events, events


def test_borrow_later_copy(guclog):
    """A log without an anchor that has the newest events of the dump, and later ones, gets the
    times of its events from the anchor of the dump."""
    late = COPY[100:] + walk(50, NOW + 5 * HZ, ident=0x500)
    name = pair(late)
    borrowed(guclog, NOW + 5 * HZ + 960 * 49)
    events = guclog('decode', '--json', 'both').json['events']
    mine = [e for e in events if e['log'] == 1]
    same([e['boottime_ns'] for e in mine[:200]],
         [boottime(FIRST + 960 * i) for i in range(100, 300)])
    said = guclog('info', 'both').out
    assert 'with the anchor of both/dump' in said, said
    said = guclog('info', name).out
    assert 'There is no anchor' in said and 'with the anchor of' not in said, said


def test_borrow_across_wraps(guclog):
    """The times are right, too, if the 32 bits of an event's time wrap twice between the dump and
    the newest event of the log."""
    late = [entry(NOW + n * 2 ** 31, 0x600, n) for n in range(1, 6)]
    pair(COPY + late)
    borrowed(guclog, NOW + 5 * 2 ** 31)


def test_borrow_earlier_copy(guclog):
    pair(COPY[:200])
    borrowed(guclog, FIRST + 960 * 199)


def test_borrow_old_anchor(guclog):
    """The anchor of the dump is 3 s old, and its newest event is later than the anchor. The anchor
    is used for a log with the same events as the dump, but not for a log that has no event in
    common with it."""
    age = {'anchor_age_ns': 3000000000}
    pair(COPY, dump=lfd(walk(300, FIRST + HZ), facts={**ANCHOR, **age}))
    refused(guclog)
    pair(walk(300, FIRST + HZ), dump=lfd(walk(300, FIRST + HZ),
                                         facts={**ANCHOR, **age}))
    borrowed(guclog, FIRST + HZ + 960 * 299)


def test_borrow_not_of_others(guclog):
    for why in ({'gt': 1}, {'khz': 12500}, {'facts': {'pci_address': '0000:04:00.0'}},
                {'facts': {'pci_id': '8086:e20b'}}):
        dump = lfd(COPY, facts={**ANCHOR, 'pci_id': '8086:56a0'})
        pair(COPY, dump=dump, **why)
        refused(guclog)


def test_borrow_not_for_a_stream(guclog):
    """A stream without an anchor does not use the anchor of another log."""
    pair(COPY, notes='event_stream=events since the file was opened\n')
    refused(guclog)


def test_borrow_needs_a_common_event(guclog):
    pair(walk(300, NOW + HZ))
    refused(guclog)
    # The firmware was loaded again, and in "log", the events of the dump are older than this load.
    pair(walk(30, NOW + HZ), old=b''.join(COPY))
    refused(guclog)
    # The dump does not have an anchor, either.
    pair(COPY, dump=lfd(COPY, facts={}))
    refused(guclog)


def test_borrow_own_anchor_first(guclog):
    mine = {**ANCHOR, 'anchor_boottime_ns': ANCHOR['anchor_boottime_ns'] + 7}
    pair(COPY, facts=mine)
    events = info_of_events(guclog)
    same(events['newest_boottime_ns'], boottime(FIRST + 960 * 299) + 7)
    assert 'anchor_of' not in events and 'newest_age_ns' in events, events


@pytest.mark.plain_build
def test_many_logs(guclog_path, tmp_path):
    """guclog does not compare a log that has an anchor with the other logs. If it compared all
    pairs of logs, the time would grow with the square of the number of logs. Four times as many
    logs must take less than ten times as long, not 16 times."""
    story = stories.refuse(stories.begin(1, steps=800))
    text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    for number in 100, 400:
        (tmp_path / f'{number}').write_text(text * number)
    few, many = (min(cpu(guclog_path, 'info', tmp_path / f'{number}') for _ in range(3))
                 for number in (100, 400))
    assert many < 10 * few
