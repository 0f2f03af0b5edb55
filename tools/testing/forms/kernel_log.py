# SPDX-License-Identifier: GPL-2.0-only
"""Captures in the kernel log: decorated, strewn, interleaved, with lines lost
and lines twice."""

import expect
import logs
import lossy
from reference import ascii85, decorate, forms, log

PREFIX = '[LOG].data: '
# Lines of a capture before its data, by number - 1.
HEAD = 9
KEYS = {2: ('reference_clock_hz',), 3: ('guc_firmware',),
        4: ('guc_version', 'guc_wanted'), 5: ('anchor_boottime_ns',),
        6: ('anchor_guc_tick',), 7: ('log_level',), 8: ()}


def printed(messages, gt=logs.MAIN, way=decorate.dmesg):
    return decorate.text(way(decorate.printk(logs.MACHINE, gt, messages)))


def check_ways(tool, count, held):
    """However it is decorated, with a tile or without."""
    for way in decorate.WAYS:
        for tiles in True, False:
            for dead in False, True:
                made = forms.capture_dead(7, logs.MACHINE, held) if dead \
                    else forms.capture(7, held)
                known = expect.of_dead_capture(logs.MACHINE, held) if dead \
                    else expect.of_capture(logs.MACHINE, held, tiles)
                text = decorate.text(way(decorate.printk(
                    logs.MACHINE, held.gt, made, tiles)))
                count.made(f'{way.__name__}, tiles {tiles}, dead CT {dead}',
                           tool.convert(text),
                           expect.lfd_of(held.image, known))


def check_company(tool, count, held):
    """Other lines in between, lines twice, holes of NULs, CR LF."""
    messages = forms.capture(1, held)
    lines = decorate.dmesg(decorate.printk(logs.MACHINE, held.gt, messages))
    want = expect.lfd_of(held.image, expect.of_capture(logs.MACHINE, held))
    others = decorate.dmesg(decorate.OTHERS)
    for name, text in (
            ('strewn', decorate.text(decorate.strewn(lines))),
            ('strewn densely', decorate.text(decorate.strewn(lines, 1))),
            ('behind other lines', decorate.text(others * 500 + lines)),
            ('before other lines', decorate.text(lines + others * 500)),
            ('lines twice', decorate.text(decorate.doubled(lines))),
            ('every line twice', decorate.text(
                line for line in lines for _ in range(2))),
            ('NULs between lines', decorate.text(
                [*lines[:12], 4096 * '\0' + others[0], *lines[12:]])),
            ('CR LF', decorate.text(lines).replace('\n', '\r\n')),
            ('no last newline', decorate.text(lines)[:-1])):
        count.made(f'capture {name}', tool.convert(text), want)


def check_several(tool, count, image):
    """Captures of two GTs under way at once, captures one after the other."""
    held = [logs.held(image, gt, tick=7015128541635 + gt.number)
            for gt in logs.MACHINE.gts]
    lines = [decorate.printk(logs.MACHINE, each.gt,
                             forms.capture(number, each))
             for number, each in enumerate(held, 1)]
    want = [expect.lfd_of(image, expect.of_capture(logs.MACHINE, each))
            for each in held]
    for name, both, choices in (
            ('interleaved', decorate.interleaved(*lines), ('--gt',)),
            ('one after the other', lines[0] + lines[1], ('--gt', '--log'))):
        path = tool.file('several', decorate.text(decorate.journal(both)))
        for i in 0, 1:
            for choice in choices:
                count.made(f'captures {name}, {choice} {i}',
                           tool.convert(path, choice, i), want[i])
        lossy.refused(count, f'captures {name}, none chosen',
                      tool.convert(path))
    again = decorate.text(decorate.dmesg(lines[0]) * 2)
    for i in '0', '1':
        count.made(f'number 1 again after a boot, --log {i}',
                   tool.convert(again, '--log', i), want[0])


def holed(data, missing):
    """The image without some lines of its data, which make one gap."""
    sizes = [4 * lossy.dwords(line.removeprefix(PREFIX)) for line in data[1]]
    start, end = sum(sizes[:missing[0]]), sum(sizes[:missing[-1] + 1])
    return data[0][:start] + bytes(end - start) + data[0][end:]


def check_gaps(tool, count, held):
    """Data lines are missing: one gap has a known length, two have not."""
    image, messages = held.image, forms.capture(1, held)
    data = image, ascii85.lines('[LOG].data', image)
    known = expect.of_capture(logs.MACHINE, held)
    last = len(data[1]) - 1
    gaps = [[i] for i in range(1, last + 1)] + [[3, 4], list(range(2, last))]
    for gap in gaps:
        left = [line for i, line in enumerate(messages)
                if i - HEAD not in gap]
        found = holed(data, gap)
        lossy.check(count, f'data lines {gap} are missing',
                    tool.convert(printed(left)), found, known,
                    told=(f'{len(gap)} line',))
    sizes = [4 * lossy.dwords(line.removeprefix(PREFIX)) for line in data[1]]
    for gap in (2, 5), (1, last), (4, 6, 8):
        left = [line for i, line in enumerate(messages)
                if i - HEAD not in gap]
        lossy.check(count, f'several gaps, data lines {gap}',
                    tool.convert(printed(left)), image[:sum(sizes[:gap[0]])],
                    known, len(image))
    for end in range(1, last + 1):
        lossy.check(count, f'ends behind data line {end - 1}',
                    tool.convert(printed(messages[:HEAD + end])),
                    image[:sum(sizes[:end])], known, len(image),
                    (len(image), sum(sizes[:end])))
    count.made('no "Done."', tool.convert(printed(messages[:-1])),
               expect.lfd_of(image, known))


def check_head(tool, count, held):
    """A line of the head is missing: so is what it said, and only that."""
    messages = forms.capture(1, held)
    for line, keys in KEYS.items():
        known = expect.of_capture(logs.MACHINE, held)
        for key in keys:
            del known[key]
        left = messages[:line] + messages[line + 1:]
        lossy.check(count, f'head line {line + 1} is missing',
                    tool.convert(printed(left)), held.image, known,
                    told=('1 line',))
    for start in HEAD + 1, HEAD + 3, len(messages) - 1:
        lossy.refused(count, f'begins with line {start + 1}',
                      tool.convert(printed(messages[start:])))


def spoil(line):
    """Ways in which a serial console spoils a line, each of which changes the
    number of its dwords or leaves one in pieces."""
    start = line.index(': ') + 2
    yield 'a character is lost', line[:start + 41] + line[start + 42:]
    yield 'ends early, in a dword', line[:start + 103]
    yield 'ends early', line[:start + 100]
    yield 'a character is spoiled', line[:start + 41] + '~' + \
        line[start + 42:]


def check_spoiled(tool, count, held):
    """A spoiled line spoils itself: what was before it is there, what comes
    behind it is right or not there."""
    messages = forms.capture(1, held)
    sizes = [4 * lossy.dwords(line.removeprefix(PREFIX))
             for line in ascii85.lines('[LOG].data', held.image)]
    # A line without any "z", so that its characters have known places.
    which = next(i for i, line in enumerate(messages)
                 if i > HEAD and 'z' not in line and len(line) > 700)
    start = sum(sizes[:which - HEAD])
    end = start + sizes[which - HEAD]
    for name, line in spoil(messages[which]):
        text = printed([*messages[:which], line, *messages[which + 1:]])
        done = tool.convert(text)
        count.same(f'capture line: {name}', done.status, 1)
        count.check(f'capture line: {name}: told', lossy.losses(done.out))
        raw = tool.convert(text, '--raw').out
        count.same(f'capture line: {name}: before', raw[:start],
                   held.image[:start])
        behind = raw[end:]
        count.same(f'capture line: {name}: behind', behind,
                   held.image[end:end + len(behind)])
        text = printed([*messages[:which], line, *messages[which + 2:]])
        count.same(f'capture line: {name}, and the next is missing',
                   tool.convert(text, '--raw').out, held.image[:start])


def run(tool, count):
    held = logs.held(logs.small())
    assert not log.parse(held.image).faults
    check_ways(tool, count, held)
    check_company(tool, count, held)
    check_several(tool, count, held.image)
    check_gaps(tool, count, held)
    check_head(tool, count, held)
    check_spoiled(tool, count, held)
