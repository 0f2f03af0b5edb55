# SPDX-License-Identifier: GPL-2.0-only
"""decode against the writer's own timeline."""

import json

import expect
import logs
from corpus import CASES
from kernel_log import HEAD, PREFIX, printed
from lossy import dwords
from reference import ascii85, forms, lfd, timeline
from reference.image import Lic
from reference.log import parse
from reference.ring import ENTRY
from stamps import FULL, image, series, steps, ticks_after
from whole import every_form

NS = 10 ** 9


def decoded(done):
    """The events of a run, as the writer's timeline has them."""
    out = []
    for event in json.loads(done.out)['events']:
        out.append({'index': event['index'], 'tick': event['tick'],
                    'id': event['id'], 'dw1': event.get('dw1', 0),
                    'args': event['args'], 'gap': event.get('gap_bytes', 0),
                    'old': event.get('before_load', False),
                    'unsure': event.get('ambiguous', False)})
    return out


def check_times(count, what, done, read, facts):
    """Times are less than a nanosecond off, and there when they are known."""
    known, hz = timeline.anchor(read, facts), timeline.clock(read, facts)
    wrong = []
    for event in json.loads(done.out)['events']:
        for key, fact in (('boottime_ns', 'anchor_boottime_ns'),
                          ('realtime_ns', 'anchor_realtime_ns')):
            wanted = known and fact in facts and 'before_load' not in event
            if bool(wanted) != (key in event):
                wrong.append((key, event))
            elif wanted:
                off = (event[key] - facts[fact]) * hz - \
                    (event['tick'] - known[0]) * NS
                wrong += [(key, event)] * (abs(off) >= hz)
    count.check(f'{what}: times', not wrong, wrong[:1])


def judge(tool, count, what, source, read, content, facts):
    """Events, times and the exit status of decode; the wraps that info
    counts."""
    want = timeline.events(read, content, facts)
    done = tool.run('decode', '--json', '-', stdin=source)
    if not count.check(f'{what}: JSON', done.out.startswith(b'{'), done.err):
        return
    count.same(what, decoded(done), want)
    check_times(count, what, done, read, facts)
    count.same(f'{what}: status', done.status, int(bool(read.faults)))
    one, = json.loads(tool.run('info', '--json', '-',
                               stdin=source).out)['logs']
    live = [event['tick'] for event in want if not event['old']]
    count.same(f'{what}: wraps', one['events'].get('tick_wraps'),
               timeline.wraps(live))
    if len(want) > 1000:
        return
    rows = tool.run('decode', '--time', 'tick', '-', stdin=source).out
    found = [int(row.replace(b'~', b' ').split()[1])
             for row in rows.splitlines() if not row.startswith(b'#')]
    count.same(f'{what}: ticks as text', found,
               [event['tick'] for event in want])


def check_series(tool, count):
    """Wraps and steps back, with many anchors, and without one."""
    for name, stamps in series():
        content = image(stamps)
        read = parse(content)
        judge(tool, count, f'{name}, no anchor', content, read, content, {})
        for tick in ticks_after(stamps[-1]):
            held = logs.held(content, tick=tick)
            judge(tool, count, f'{name}, read at 0x{tick:x}',
                  forms.devcoredump(logs.MACHINE, held), read, content,
                  expect.of_dump(logs.MACHINE, held))
    held = logs.held(content, tick=forms.NO_STAMP)
    judge(tool, count, 'no GuC clock', forms.devcoredump(logs.MACHINE, held),
          read, content, expect.of_dump(logs.MACHINE, held))


def check_age(tool, count):
    """An anchor from before the newest event, and ages that are none."""
    stamps = steps(-99, *[77777777] * 99)
    content = image(stamps)
    read = parse(content)
    for age in 0, 1, 999999, 5 * NS, 3600 * NS, (1 << 55) - 1, 1 << 55:
        for unsure in None, 0, 40000, 1 << 60:
            for back in 0, 1, age * 96 // 5 // 1000, 1 << 31:
                facts = {'gt': 0, 'anchor_guc_tick': stamps[-1] + 5000 - back
                         if stamps[-1] + 5000 > back else 7,
                         'anchor_boottime_ns': 3600 * NS,
                         'anchor_age_ns': age}
                if unsure is not None:
                    facts['anchor_uncertainty_ns'] = unsure
                judge(tool, count, f'age {age}, {unsure}, {back}',
                      lfd.build(read, content, facts), read, content, facts)


def check_through_lfd(tool, count, held):
    """A log and the LFD file made of it decode alike."""
    for name, source, _ in every_form(held.image):
        if name == 'relay':
            continue
        made = tool.convert(source).out
        text, back = (tool.run('decode', '--json', '-', stdin=content).out
                      for content in (source, made))
        count.same(f'{name} and its LFD file decode alike', back, text)
        count.check(f'{name}: has events', b'"tick"' in text)


def check_clock(tool, count):
    """The tick's length: the firmware says it, or the driver, or nobody."""
    stamps = steps(-99, *[77777777] * 99)
    for name, lic in (('25 MHz', Lic(((3, 25000),))),
                      ('0 kHz', Lic(((3, 0),))), ('no LIC', None),
                      ('too large', Lic(((3, 0xffffffff),))),
                      ('38.4 MHz', Lic(((3, 38400),)))):
        content = image(stamps, lic=lic)
        read = parse(content)
        held = logs.held(content)
        for form, source, facts in (
                ('image', content, {}),
                ('debugfs', forms.debugfs(held), expect.of_file(held)),
                ('hexdump', forms.hexdump(held), expect.of_hexdump(held))):
            judge(tool, count, f'clock of {name}, {form}', source, read,
                  content, facts)


def check_rings(tool, count):
    """Order and parts of rings, as an image and as an LFD file with all facts
    in its comment."""
    for name in ('real-words', 'not-wrapped', 'd02-wrapped-to-zero',
                 'wrapped-by-one', 'wrapped-write-at-wrap', 'before-load',
                 'before-load-wrapped', 'before-load-all',
                 'before-load-zeroes', 'read-wrapped', 'crash-first',
                 'facts-all', 'facts-no-anchor', 'one-entry'):
        content = CASES[name].image()
        read, facts = parse(content), CASES[name].facts(len(content)).of()
        judge(tool, count, f'{name}, image', content, read, content, {})
        judge(tool, count, f'{name}, LFD', lfd.build(read, content, facts),
              read, content, facts)


def check_cut(tool, count):
    """Events are missing: in the older run, at its end in an entry, up to
    the newer run, in the newer one, in a ring that has not wrapped."""
    wrapped = image(steps(-9, *[0x8000000] * (FULL - 1)), newest=60)
    linear = image(steps(-9, *[0x8000000] * 99))
    for name, content, ends in (
            ('wrapped', wrapped, (0, 20, 59 * 20, 60 * 20, 61 * 20,
                                  100 * 20 + 8, 203 * 20, FULL * 20)),
            ('not wrapped', linear, (0, 20, 30 * 20 + 4, 99 * 20, 100 * 20))):
        for end in ends:
            left = content[:0x1000 + end]
            held = logs.held(left, length=len(content))
            judge(tool, count, f'{name}, {end} bytes of events',
                  forms.devcoredump(logs.MACHINE, held),
                  parse(left, len(content)), left,
                  expect.of_dump(logs.MACHINE, held))


def check_hole(tool, count):
    """Lines of a capture are missing in the middle of the ring: no event is
    made of what is not known."""
    content = CASES['not-wrapped'].image()
    held = logs.held(content)
    messages = forms.capture(1, held)
    lines = ascii85.lines('[LOG].data', content)
    first, last = 20, 22
    done = tool.run('decode', '--json', '-', stdin=printed(
        messages[:HEAD + first] + messages[HEAD + last:]))
    count.same('a hole in the ring: status', done.status, 1)
    whole = timeline.events(parse(content), content,
                            expect.of_capture(logs.MACHINE, held))
    sizes = [4 * dwords(line.removeprefix(PREFIX)) for line in lines]
    hole = sum(sizes[:first]) - 0x1000, sum(sizes[:last]) - 0x1000
    before = whole[:hole[0] // ENTRY]
    behind = whole[-(-hole[1] // ENTRY):]
    got = decoded(done)
    plain = [(event['tick'], event['id'], event['args']) for event in got]
    for name, part, some in (('before', before, plain[:len(before)]),
                             ('behind', behind, plain[-len(behind):])):
        count.same(f'a hole in the ring: events {name}', some, [
            (event['tick'], event['id'], event['args']) for event in part])
    count.same('a hole in the ring: no more than those', len(got),
               len(before) + len(behind))
    count.same('a hole in the ring: doubt', [e['unsure'] for e in got],
               [True] * len(before) + [False] * len(behind))
    gaps = [(i, event['gap']) for i, event in enumerate(got) if event['gap']]
    count.check('a hole in the ring: its place and size', len(gaps) == 1 and
                gaps[0][0] == len(before) and
                0 <= gaps[0][1] - (hole[1] - hole[0]) < 2 * ENTRY, gaps)


def check_storage(tool, count):
    """The order is not known: all times are in doubt, and info has none."""
    for name in 'd09-write-beyond-wrap', 'write-ptr-unaligned':
        content = CASES[name].image()
        want = timeline.events(parse(content), content, {})
        got = decoded(tool.run('decode', '--json', '-', stdin=content))
        for key in 'id', 'args', 'unsure':
            count.same(f'{name}: {key}', [event[key] for event in got],
                       [event[key] for event in want])
        one, = json.loads(tool.run('info', '--json', '-',
                                   stdin=content).out)['logs']
        count.check(f'{name}: no span', 'span_ns' not in one['events'])


def check_none(tool, count):
    """No events, or such as nobody knows: exit status 1."""
    for name in 'empty', 'version-3', 'no-event', 'size-0':
        done = tool.run('decode', '--json', '-', stdin=CASES[name].image())
        count.same(f'decode of {name}', done.status, 1)
        count.same(f'decode of {name}: events', decoded(done), [])


def run(tool, count):
    check_series(tool, count)
    check_age(tool, count)
    check_through_lfd(tool, count, logs.held(logs.small()))
    check_clock(tool, count)
    check_rings(tool, count)
    check_cut(tool, count)
    check_hole(tool, count)
    check_storage(tool, count)
    check_none(tool, count)
