# SPDX-License-Identifier: GPL-2.0-only
"""guclog decode prints the same events and times as reference/timeline.py computes."""

import expect
import inputs
import pytest
import screenshots
import series
from corpus import CASES
from inputs import MACHINE, every_form, held
from reference import forms, lfd, timeline
from reference.image import Lic
from reference.log import parse
from reference.ring import ENTRY
from series import FULL, image, steps, ticks_after
from test_input_capture import HEAD, data_sizes, printed

NS = 10 ** 9
SERIES = dict(series.series())
PLAIN = image(steps(-99, *[77777777] * 99))
NEWEST = -99 + 99 * 77777777


def decoded(doc):
    """Return the events of decode --json in the form in which timeline.events() returns them."""
    return [{'index': event['index'], 'tick': event['tick'], 'id': event['id'],
             'dw1': event.get('dw1', 0), 'args': event['args'],
             'gap': event.get('gap_bytes', 0), 'old': event.get('before_load', False),
             'unsure': event.get('ambiguous', False)} for event in doc['events']]


def check_times(doc, read, facts, what):
    """Check that the times in decode --json differ by less than a nanosecond from those of the
    independent timeline. An event has a time if the facts have an anchor (the values of both clocks
    at one moment) and the event is not from before the load of the firmware."""
    known, hz = timeline.anchor(read, facts), timeline.clock(read, facts)
    for event in doc['events']:
        for key, fact in (('boottime_ns', 'anchor_boottime_ns'),
                          ('realtime_ns', 'anchor_realtime_ns')):
            wanted = known and fact in facts and 'before_load' not in event
            assert bool(wanted) == (key in event), (what, key, event)
            if wanted:
                off = (event[key] - facts[fact]) * hz - (event['tick'] - known[0]) * NS
                assert abs(off) < hz, (what, key, event)


def check(guclog, source, content, facts, what='', total=None):
    """Check what decode prints for an input: events, times, ticks and exit status. Also check how
    often the 32 bits of the GuC's clock wrapped according to info.

    source: the input
    content: the log image that the input has
    facts: the facts that the input has
    total: length of the log that the input declares, by default that of the image
    """
    read = parse(content, total)
    want = timeline.events(read, content, facts)
    run = guclog('decode', '--json', '-', stdin=source, rc=int(bool(read.faults)))
    assert decoded(run.json) == want, what
    check_times(run.json, read, facts, what)
    one, = guclog('info', '--json', '-', stdin=source, rc=None).json['logs']
    live = [event['tick'] for event in want if not event['old']]
    inner_gap = any(gap for gap, _ in read.runs[1:])
    assert one['events'].get('tick_wraps') == \
        (None if inner_gap else timeline.wraps(live)), what
    if len(want) <= 1000:
        text = guclog('decode', '--time', 'tick', '-', stdin=source, rc=None).out
        found = [int(row.replace('~', ' ').split()[1])
                 for row in text.splitlines() if not row.startswith('#')]
        assert found == [event['tick'] for event in want], what


@pytest.mark.parametrize('name', SERIES)
def test_ticks(guclog, name):
    """decode computes the same ticks as reference/timeline.py when the 32 bits of the GuC's clock
    wrap or step back. The log has no anchor, or an anchor that was read at different times after
    the newest event."""
    stamps = SERIES[name]
    content = image(stamps)
    check(guclog, content, content, {})
    for tick in (*ticks_after(stamps[-1]), forms.NO_STAMP):
        log = held(content, tick=tick)
        check(guclog, forms.devcoredump(MACHINE, log), content,
              expect.of_dump(MACHINE, log), f'read at {tick:#x}')


AGES = [0, 1, 999999, 5 * NS, 3600 * NS, (1 << 55) - 1, 1 << 55]


@pytest.mark.parametrize('age', AGES)
@pytest.mark.parametrize('unsure', (None, 0, 40000, 1 << 60))
@pytest.mark.parametrize('back', (0, 1, None, 1 << 31))
def test_anchor_of_some_age(guclog, age, unsure, back):
    """decode computes the ticks from an anchor (the values of both clocks at one moment), also if
    the age of the anchor is invalid. The anchor has the tick of the newest event plus 5000 minus
    "back". If "back" is None, the test uses the age of the anchor in ticks, so the log was copied
    5000 ticks after the newest event."""
    if back is None:
        back = age * 96 // 5 // 1000
    facts = {'gt': 0, 'anchor_guc_tick': NEWEST + 5000 - back
             if NEWEST + 5000 > back else 7,
             'anchor_boottime_ns': 3600 * NS, 'anchor_age_ns': age}
    if unsure is not None:
        facts['anchor_uncertainty_ns'] = unsure
    check(guclog, lfd.build(parse(PLAIN), PLAIN, facts), PLAIN, facts)


@pytest.mark.parametrize('late_ms', (1, 50, 99))
def test_anchor_that_is_late(guclog, late_ms):
    """The firmware was slow to write the event from which the module got the anchor. So the newest
    event is later than the time of the copy, which is computed from the anchor and its age. It gets
    this time, not that of 2^32 ticks earlier."""
    facts = {'gt': 0, 'anchor_guc_tick': NEWEST - (1000 + late_ms) * 19200,
             'anchor_boottime_ns': 3600 * NS, 'anchor_age_ns': NS, 'anchor_uncertainty_ns': 40000}
    source = lfd.build(parse(PLAIN), PLAIN, facts)
    check(guclog, source, PLAIN, facts)
    newest = guclog('decode', '--json', '-', stdin=source).json['events'][-1]
    assert newest['boottime_ns'] // 10 ** 6 == 3601000 + late_ms


def test_through_lfd(guclog):
    """decode prints the same events for a log and for the LFD file that convert makes from it."""
    for name, source, _ in every_form(inputs.small()):
        if name != 'relay':
            made = guclog.convert(source).made
            text = guclog('decode', '--json', '-', stdin=source).raw
            assert guclog('decode', '--json', '-', stdin=made).raw == text, name
            assert b'"tick"' in text, name


@pytest.mark.parametrize('form', ['image', 'debugfs', 'hexdump'])
@pytest.mark.parametrize('lic', [Lic(((3, 25000),)), Lic(((3, 0),)), None,
                                 Lic(((3, 0xffffffff),)), Lic(((3, 38400),))],
                         ids=['25MHz', '0', 'no-LIC', 'too-large', '38.4MHz'])
def test_clock(guclog, lic, form):
    """decode takes the frequency of the GuC's clock from the LIC (log init config), or else from
    the driver. If neither has it, the times are unknown."""
    content = image(steps(-99, *[77777777] * 99), lic=lic)
    log = held(content)
    source, facts = {'image': (content, {}),
                     'debugfs': (forms.debugfs(log), expect.of_file(log)),
                     'hexdump': (forms.hexdump(log), expect.of_hexdump(log))}[form]
    check(guclog, source, content, facts)


@pytest.mark.parametrize('name', [
    'real-words', 'not-wrapped', 'd02-wrapped-to-zero', 'wrapped-by-one',
    'wrapped-write-at-wrap', 'before-load', 'before-load-wrapped', 'before-load-all',
    'before-load-zeroes', 'read-wrapped', 'crash-first', 'facts-all', 'facts-no-anchor',
    'one-entry'])
def test_rings(guclog, name):
    """decode prints the events of a ring in the same order as reference/timeline.py, from an image
    and from an LFD file with all facts."""
    content = CASES[name].image()
    facts = CASES[name].facts(len(content)).of()
    check(guclog, content, content, {})
    check(guclog, lfd.build(parse(content), content, facts), content, facts)


WRAPPED = image(steps(-9, *[0x8000000] * (FULL - 1)), newest=60)
LINEAR = image(steps(-9, *[0x8000000] * 99))


@pytest.mark.parametrize('content, end', [
    *[(WRAPPED, end) for end in (0, 20, 59 * 20, 60 * 20, 61 * 20, 100 * 20 + 8, 203 * 20,
                                 FULL * 20)],
    *[(LINEAR, end) for end in (0, 20, 30 * 20 + 4, 99 * 20, 100 * 20)]],
    ids=lambda value: {WRAPPED: 'wrapped', LINEAR: 'linear'}.get(value, value))
def test_cut(guclog, content, end):
    """If the text of a log ends early, decode prints the events before the end. The text ends in
    the older or the newer part of a wrapped ring, or in a ring that has not wrapped. decode also
    leaves out the last whole entry before the end, because it can be a mixture of two entries if
    characters were lost."""
    log = held(content[:0x1000 + end], length=len(content))
    known = end if end == FULL * ENTRY else max(0, end // ENTRY - 1) * ENTRY
    check(guclog, forms.devcoredump(MACHINE, log), content[:0x1000 + known],
          expect.of_dump(MACHINE, log), total=len(content))


def test_hole(guclog):
    """If lines of a capture are missing in the middle of the ring, decode prints the events before
    and after the hole, and the length of the hole."""
    content = CASES['not-wrapped'].image()
    log = held(content)
    messages = forms.capture(1, log)
    first, last = 20, 22
    text = printed(messages[:HEAD + first] + messages[HEAD + last:])
    got = decoded(guclog('decode', '--json', '-', stdin=text, rc=1).json)
    whole = timeline.events(parse(content), content, expect.of_capture(MACHINE, log))
    sizes = data_sizes(content)
    hole = sum(sizes[:first]) - 0x1000, sum(sizes[:last]) - 0x1000
    before, after = whole[:hole[0] // ENTRY], whole[-(-hole[1] // ENTRY):]

    def plain(events):
        return [(event['tick'], event['id'], event['args']) for event in events]

    assert plain(got) == plain(before + after)
    assert [e['unsure'] for e in got] == [True] * len(before) + [False] * len(after)
    (at, gap), = [(i, event['gap']) for i, event in enumerate(got) if event['gap']]
    assert at == len(before) and 0 <= gap - (hole[1] - hole[0]) < 2 * ENTRY


@pytest.mark.parametrize('name', ['d09-write-beyond-wrap', 'write-ptr-unaligned'])
def test_order_not_known(guclog, name):
    """If the order of the events in the ring is unknown, decode marks all times as uncertain, and
    info shows no time span."""
    content = CASES[name].image()
    want = timeline.events(parse(content), content, {})
    got = decoded(guclog('decode', '--json', '-', stdin=content, rc=None).json)
    for key in 'id', 'args', 'unsure':
        assert [event[key] for event in got] == [event[key] for event in want]
    one, = guclog('info', '--json', '-', stdin=content, rc=None).json['logs']
    assert 'span_ns' not in one['events']


@pytest.mark.parametrize('name, rc', [('empty', 0), ('version-3', 1), ('no-event', 1),
                                      ('size-0', 1)])
def test_no_events(guclog, name, rc):
    """If decode finds no events in a log, its exit status is 1 if the log has no event region or
    has entries of an unknown version, and 0 if the firmware has not written any entry."""
    run = guclog('decode', '--json', '-', stdin=CASES[name].image(), rc=rc)
    assert decoded(run.json) == []


def test_selection_without_an_event(guclog, tmp_path):
    """decode rejects a name that is not one of an engine. If its options select no event, it prints
    a message, and the exit status is 0, because this is not a fault of the log."""
    (tmp_path / 'dump').write_text(screenshots.hang()[0])
    for name in 'foo', 'ccs', 'ccs01', 'CCS0', '':
        assert "not the name of an engine such as ccs0" in guclog(
            'decode', '--engine', name, 'dump', rc=2).err
    for args in ('--engine', 'vecs3'), ('--id', '0xfff'), ('--context', 4711), ('--last', 0):
        for form in 'text', 'csv', 'perfetto':
            out = ('-o', tmp_path / 'out', '--force') if form == 'perfetto' else ()
            assert 'guclog: dump: GT 0: no event is selected\n' in guclog(
                'decode', *args, '--to', form, *out, 'dump').err
    assert guclog('decode', '--timeline', '--last', 0, 'dump').err == (
        'guclog: no event is selected\n')
    assert guclog('decode', '--engine', 'ccs0', 'dump').err == ''
