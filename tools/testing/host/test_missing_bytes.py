# SPDX-License-Identifier: GPL-2.0-only
"""Tests logs in which bytes are missing, were written while the log was copied ("late"), or do not
look like events."""

import re
import struct

import expect
import pytest
from corpus import CASES
from corpus.case import FIT
from inputs import MACHINE, held
from reference import forms, lfd
from reference.log import parse
from test_decode import decoded
from test_input_capture import HEAD, data_sizes, printed


PAGE, ENTRY = 0x1000, 20
WRAPPED = CASES['d01-wrapped'].image()
AT = parse(WRAPPED).regions['event data'].write_ptr


def text_of(image, end):
    """Return a devcoredump in which the end of the log data is missing. end: number of bytes of the
    image that it has."""
    return forms.devcoredump(MACHINE, held(image[:end], length=len(image)))


def events_of(guclog, source, rc=1):
    return decoded(guclog('decode', '--json', '-', stdin=source, rc=rc).json)


def info_of(guclog, source, rc=1):
    """Return the text that guclog info prints, and the only log in the output of info --json."""
    text = guclog('info', '-', stdin=source, rc=rc).out
    return text, guclog('info', '--json', '-', stdin=source, rc=rc).json['logs'][0]


@pytest.mark.parametrize('end', [AT + 44, AT + 60, 0xfff0 - 4, AT - 28, 32])
def test_cut_log_gives_aligned_lfd(guclog, end):
    """If the data of a devcoredump end within the ring, or even within an entry, decode prints the
    same events, gaps and uncertain times from the dump as from the LFD file that convert makes of
    it. Each block of events in the file has only whole entries."""
    text = text_of(WRAPPED, PAGE + end)
    file = guclog.convert(text)
    assert file.rc == 1
    assert events_of(guclog, file.made) == events_of(guclog, text)
    for block in lfd.blocks(file.made):
        if block.kind == lfd.EVENTS:
            assert len(block.data) % ENTRY == 4


def test_gap_is_marked_for_every_reader(guclog):
    """At a gap in the events, the block of events in the LFD file ends. A comment with the length
    of the gap and another block of events follow."""
    file = guclog.convert(WRAPPED[:PAGE + AT + 44]).made
    kinds = [block.kind for block in lfd.blocks(file)]
    first = kinds.index(lfd.EVENTS)
    assert kinds[first:first + 3] == [lfd.EVENTS, lfd.COMMENT, lfd.EVENTS]
    pairs = dict(lfd.comment_pairs(list(lfd.blocks(file))[first + 1]))
    missing = FIT - AT // ENTRY - 2
    assert pairs['events'] == 'events right before these are missing'
    assert pairs['events_gap_bytes'] == str(missing * ENTRY)
    assert pairs['events_gap_entries'] == str(missing)
    text = guclog('decode', '-', stdin=file, rc=1).out
    assert f'# {missing * ENTRY} bytes of events are missing here\n' in text
    rows = [line for line in text.splitlines() if not line.startswith('#')]
    assert ['~' in row for row in rows] == [True] * 2 + [False] * (AT // ENTRY)
    assert f'; {missing * ENTRY} bytes before them are missing' in \
        guclog('info', '--blocks', '-', stdin=file, rc=None).out


def test_absent_crash_region_is_unknown(guclog):
    """If the crash dump region is missing, the LFD file and info state that it is unknown whether
    there is a crash dump."""
    text = text_of(WRAPPED, PAGE + 0x10000)
    shown, doc = info_of(guclog, text)
    assert 'crash dump unknown' in shown
    assert doc['crash_dump'] == 'unknown' and doc['crash_dump_bytes'] is None
    file = guclog.convert(text).made
    assert ('crash_dump', 'unknown') in expect.lines(file)
    shown, doc = info_of(guclog, file)
    assert 'crash dump unknown' in shown
    assert doc['crash_dump'] == 'unknown' and doc['crash_dump_bytes'] is None
    for name, size in (('real-words', 0), ('crash', 0x4000)):
        shown, doc = info_of(guclog, CASES[name].image(), rc=0)
        assert doc['crash_dump'] == ('present' if size else 'none')
        assert doc['crash_dump_bytes'] == size


def test_missing_newest_event_is_unknown(guclog):
    """If the newest events are missing, info states that the newest event is unknown. It does not
    show the time of the last available event instead."""
    text = WRAPPED[:PAGE + AT - 28]
    for source in text, guclog.convert(text).made:
        shown, doc = info_of(guclog, source)
        assert 'newest     unknown: the newest 40 bytes of events are missing' in shown
        assert 'before the capture' not in shown
        assert doc['events']['missing_bytes'] == 40
        assert not [key for key in doc['events'] if key.startswith('newest')]


def test_durations_over_a_gap_are_unknown(guclog):
    """If there is a gap in the events, info and explain state only the shortest possible length of
    time of the log, and info --counts states no rates."""
    text = text_of(WRAPPED, PAGE + AT + 44)
    for source in text, guclog.convert(text).made:
        shown, doc = info_of(guclog, source)
        least = re.search(r'time       at least (\S+)\.\d+ s from the oldest to the newest event: '
                          'events are missing between others', shown)[1]
        said = guclog('explain', '-', stdin=source, rc=None).out
        assert re.search(fr'The log has .* at least {least}\.', said)
        assert 'span_ns' not in doc['events'] and 'tick_wraps' not in doc['events']
        shown = guclog('info', '--counts', '-', stdin=source, rc=None).out
        assert 'over time: unknown' in shown and 'rate' not in shown
        one, = guclog('info', '--counts', '--json', '-', stdin=source, rc=None).json['logs']
        assert one['span_ticks'] is one['over_time'] is one['silences'] is None
        assert one['events'] == sum(row['events'] for row in one['ids'])


def test_stats_count_a_log_once(guclog):
    """info --counts counts and shows each log of an input only once."""
    image = CASES['not-wrapped'].image()
    shown = guclog('info', '--counts', '-', stdin=image).out
    assert shown.count(' events, ') == 1
    one, = guclog('info', '--counts', '--json', '-', stdin=image).json['logs']
    assert one['events'] == 1000


def test_part_of_an_image_is_not_the_whole_buffer(guclog):
    """If a raw image is truncated, info states that it is only a part of the log buffer. The length
    of the whole buffer follows from the sizes in the state page."""
    image = CASES['real-words'].image()
    shown, doc = info_of(guclog, image[:0x1c00])
    assert 'data       incomplete: 7.0 KiB of 1.0 MiB' in shown
    assert doc['total_bytes'] == len(image) and not doc['complete']
    assert 'whole log buffer' in info_of(guclog, image, rc=0)[0]


def test_size_that_no_buffer_has_is_unknown(guclog):
    image = bytearray(CASES['real-words'].image())
    struct.pack_into('<I', image, 16, 0xfffffff0)
    shown, doc = info_of(guclog, bytes(image))
    assert 'length of the log buffer unknown' in shown
    assert doc['total_bytes'] is None


def test_hole_gives_no_events(guclog):
    """If lines of a GuC log in the kernel log are lost, decode shows no events with missing bytes,
    neither from the kernel log nor from the LFD file that is made of it. The LFD file has the
    length of the gap."""
    content = CASES['not-wrapped'].image()
    messages = forms.capture(1, held(content))
    sizes = data_sizes(content)
    text = printed(messages[:HEAD + 20] + messages[HEAD + 22:])
    file = guclog.convert(text).made
    found = events_of(guclog, file)
    assert found == events_of(guclog, text)
    assert all(event['id'] for event in found)
    start, end = sum(sizes[:20]) - PAGE, sum(sizes[:22]) - PAGE
    lost = -(-end // ENTRY) - start // ENTRY
    assert len(found) == 1000 - lost
    assert ('events_gap_entries', str(lost)) in expect.lines(file)


@pytest.mark.parametrize('name, written, late', [
    ('late-wrapped', FIT, 3), ('late-linear', 1002, 2), ('late-before-load', 502, 2)])
def test_late_entries_come_last(guclog, name, written, late):
    """Entries that the firmware wrote while the log was copied are shown as the newest ones. info
    states their number."""
    image = CASES[name].image()
    found = [event for event in events_of(guclog, image, rc=0) if not event['old']]
    ticks = [event['tick'] for event in found]
    assert len(ticks) == written and ticks == sorted(ticks)
    assert ticks[-1] - ticks[0] < 1 << 32
    file = guclog.convert(image)
    assert file.rc == 0
    assert ('event_late_entries', str(late)) in expect.lines(file.made)
    for source in image, file.made:
        shown, doc = info_of(guclog, source, rc=0)
        assert f'{late} of them were written while the log was copied' in shown
        assert doc['events']['late_bytes'] == late * ENTRY
        old = [event for event in events_of(guclog, source, rc=0) if event['old']]
        assert len(old) == (1498 if 'before-load' in name else 0)


def test_data_after_wrap_offset_are_reported_and_kept(guclog):
    """Data after wrap_offset are reported as a fault. They are not shown as events of the log, but
    the LFD file has them in a separate block."""
    image = CASES['after-wrap'].image()
    file = guclog.convert(image)
    assert file.rc == 1
    assert 'bytes after wrap_offset are 0xb1d0' in file.err
    last = list(lfd.blocks(file.made))[-1]
    assert last.kind == lfd.EVENTS
    assert last.data[4:] == image[PAGE + 0x4e20:PAGE + 0xfff0]
    for source in image, file.made:
        shown, doc = info_of(guclog, source)
        assert '45520 bytes after wrap_offset are not part of the log' in shown
        assert doc['events']['after_wrap_bytes'] == 45520
        assert not doc['complete']
        assert len(events_of(guclog, source)) == 1000
    assert guclog('check', '-', stdin=image, rc=1).out.count('after wrap_offset') == 1


@pytest.mark.parametrize('name', ['not-understood', 'not-understood-ids'])
def test_garbage_is_not_history(guclog, name):
    """Data after write_ptr that do not look like events are counted, and not shown as events from
    before the firmware was loaded."""
    image = CASES[name].image()
    file = guclog.convert(image)
    assert file.rc == 0
    for source in image, file.made:
        shown, doc = info_of(guclog, source, rc=0)
        assert '55520 bytes after write_ptr do not look like events' in shown
        assert 'loaded again' not in shown
        assert doc['events']['not_understood_bytes'] == 55520
        assert len(events_of(guclog, source, rc=0)) == 500
