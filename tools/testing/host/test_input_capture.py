# SPDX-License-Identifier: GPL-2.0-only
"""guclog convert with logs that xe has printed into the kernel log ("captures", in lines "Capture
N.M: ..."): with the prefixes of several programs, with other lines in between, with the lines of
two captures mixed, and with lines that are missing or doubled."""

import re

import expect
import inputs
import pytest
from inputs import MACHINE, MAIN, held
from reference import ascii85, decorate, forms, log
from tool import save

PREFIX = '[LOG].data: '
# HEAD: number of lines in a capture before its data. KEYS: the indexes of those lines that can be
# missing, and the facts that are lost with each line.
HEAD = 9
KEYS = {2: ('reference_clock_hz',), 3: ('guc_firmware',),
        4: ('guc_version', 'guc_wanted'), 5: ('anchor_boottime_ns',),
        6: ('anchor_guc_tick',), 7: ('log_level',), 8: ()}

LOG = held(inputs.small())
IMAGE = LOG.image
KNOWN = expect.of_capture(MACHINE, LOG)
WANT = expect.lfd_of(IMAGE, KNOWN)
MESSAGES = forms.capture(1, LOG)
LINES = decorate.dmesg(decorate.printk(MACHINE, LOG.gt, MESSAGES))


def dwords(text):
    """Return the number of dwords in a piece of ascii85 text."""
    zeroes = text.count('z')
    return zeroes + (len(text) - zeroes) // 5


def data_sizes(image):
    """Return a list with the number of bytes of the image that each line of data in a capture
    encodes."""
    return [4 * dwords(line.removeprefix(PREFIX))
            for line in ascii85.lines('[LOG].data', image)]


SIZES = data_sizes(IMAGE)
LAST = len(SIZES) - 1


def printed(messages, gt=MAIN, way=decorate.dmesg):
    """Return the text of a kernel log with these lines of xe. way: the program whose form the lines
    have (decorate.py)."""
    return decorate.text(way(decorate.printk(MACHINE, gt, messages)))


@pytest.mark.parametrize('dead', [False, True], ids=['capture', 'dead-ct'])
@pytest.mark.parametrize('tiles', [True, False], ids=['tile', 'no-tile'])
@pytest.mark.parametrize('way', decorate.WAYS, ids=lambda way: way.__name__)
def test_decoration(guclog, way, tiles, dead):
    assert not log.parse(IMAGE).faults
    made = forms.capture_dead(7, MACHINE, LOG) if dead else forms.capture(7, LOG)
    known = expect.of_dead_capture(MACHINE, LOG) if dead else \
        expect.of_capture(MACHINE, LOG, tiles)
    text = decorate.text(way(decorate.printk(MACHINE, LOG.gt, made, tiles)))
    expect.made(guclog.convert(text), expect.lfd_of(IMAGE, known))


OTHERS = decorate.dmesg(decorate.OTHERS)
COMPANY = {
    'strewn': decorate.strewn(LINES), 'strewn-densely': decorate.strewn(LINES, 1),
    'after-other-lines': OTHERS * 500 + LINES, 'before-other-lines': LINES + OTHERS * 500,
    'lines-twice': decorate.doubled(LINES),
    'every-line-twice': [line for line in LINES for _ in range(2)],
    'NULs': [*LINES[:12], 4096 * '\0' + OTHERS[0], *LINES[12:]]}


@pytest.mark.parametrize('name', COMPANY)
def test_among_other_lines(guclog, name):
    expect.made(guclog.convert(decorate.text(COMPANY[name])), WANT)


def test_line_ends(guclog):
    text = decorate.text(LINES)
    expect.made(guclog.convert(text.replace('\n', '\r\n')), WANT, what='CR LF')
    expect.made(guclog.convert(text[:-1]), WANT, what='no last newline')


@pytest.mark.parametrize('interleaved', [True, False])
def test_two_gts(guclog, interleaved):
    """A kernel log has the captures of two GTs, mixed or one after the other. --gt and --log choose
    one of them."""
    logs = [held(IMAGE, gt, tick=7015128541635 + gt.number) for gt in MACHINE.gts]
    lines = [decorate.printk(MACHINE, each.gt, forms.capture(number, each))
             for number, each in enumerate(logs, 1)]
    both = decorate.interleaved(*lines) if interleaved else lines[0] + lines[1]
    path = save('several', decorate.text(decorate.journal(both)))
    for i, each in enumerate(logs):
        for choice in ('--gt',) if interleaved else ('--gt', '--log'):
            expect.made(guclog.convert(path, choice, i),
                        expect.lfd_of(IMAGE, expect.of_capture(MACHINE, each)))
    expect.refused(guclog.convert(path), 'none chosen')


def test_number_again_after_a_boot(guclog):
    text = decorate.text(LINES * 2)
    for i in '0', '1':
        expect.made(guclog.convert(text, '--log', i), WANT)


def without(*missing):
    """Return a kernel log with the capture, in which the lines of data with these indexes are
    missing."""
    return printed([line for i, line in enumerate(MESSAGES) if i - HEAD not in missing])


GAPS = [[i] for i in range(1, LAST + 1)] + [[3, 4], list(range(2, LAST))]


def test_one_gap(guclog):
    """If lines of data are missing in one place of a capture, the length of the gap is known. The
    image has zeroes there."""
    for gap in GAPS:
        start, end = sum(SIZES[:gap[0]]), sum(SIZES[:gap[-1] + 1])
        left = IMAGE[:start] + bytes(end - start) + IMAGE[end:]
        expect.lossy(guclog.convert(without(*gap)), left, KNOWN,
                     words=(f'{len(gap)} line',), what=f'without {gap}',
                     holes=[(start, end)])


@pytest.mark.parametrize('gap', [(2, 5), (1, LAST), (4, 6, 8)])
def test_several_gaps(guclog, gap):
    """If lines of data are missing in several places of a capture, the offset of the data between
    them is unknown. The image has zeroes from the first gap to the last one. The offset of the data
    after the last gap follows from the length of the log."""
    start, end = sum(SIZES[:gap[0]]), sum(SIZES[:gap[-1] + 1])
    left = IMAGE[:start] + bytes(end - start) + IMAGE[end:]
    expect.lossy(guclog.convert(without(*gap)), left, KNOWN, len(IMAGE), holes=[(start, end)])


def test_end_is_missing(guclog):
    for end in range(1, LAST + 1):
        left = IMAGE[:sum(SIZES[:end])]
        expect.lossy(guclog.convert(printed(MESSAGES[:HEAD + end])), left, KNOWN,
                     len(IMAGE), (len(IMAGE), len(left)), what=f'after data line {end - 1}')
    expect.made(guclog.convert(printed(MESSAGES[:-1])), WANT, what='no "Done."')


@pytest.mark.parametrize('line', KEYS)
def test_head_line_is_missing(guclog, line):
    """If a line before the data is missing, convert loses only the facts in this line."""
    known = {key: value for key, value in KNOWN.items() if key not in KEYS[line]}
    expect.lossy(guclog.convert(printed(MESSAGES[:line] + MESSAGES[line + 1:])), IMAGE,
                 known, words=('1 line',))


@pytest.mark.parametrize('start', [HEAD + 1, HEAD + 3, len(MESSAGES) - 1])
def test_beginning_is_missing(guclog, start):
    expect.refused(guclog.convert(printed(MESSAGES[start:])))


# The index of a line of data without the character "z", which stands for a zero dword. Each dword
# of this line has five characters, so the offset of each dword is known.
WHICH = next(i for i, line in enumerate(MESSAGES)
             if i > HEAD and 'z' not in line and len(line) > 700)
LINE = MESSAGES[WHICH]
AT = LINE.index(': ') + 2
# The line as a serial console could damage it: characters are lost, changed or cut off at the end.
SPOILED = {'lost': LINE[:AT + 41] + LINE[AT + 42:], 'ends-in-a-dword': LINE[:AT + 103],
           'ends-early': LINE[:AT + 100], 'changed': LINE[:AT + 41] + '~' + LINE[AT + 42:]}


@pytest.mark.parametrize('name', SPOILED)
def test_spoiled_line(guclog, name):
    """If a line of data is damaged, convert reads the data before it. The data after it are right
    or missing."""
    start = sum(SIZES[:WHICH - HEAD])
    end = start + SIZES[WHICH - HEAD]
    text = printed([*MESSAGES[:WHICH], SPOILED[name], *MESSAGES[WHICH + 1:]])
    run = guclog.convert(text)
    assert run.rc == 1 and expect.losses(run.made)
    raw = guclog.convert(text, '--to', 'raw').made
    assert raw[:start] == IMAGE[:start]
    assert raw[end:] == IMAGE[end:end + len(raw[end:])]
    text = printed([*MESSAGES[:WHICH], SPOILED[name], *MESSAGES[WHICH + 2:]])
    raw = guclog.convert(text, '--to', 'raw').made
    end += SIZES[WHICH - HEAD + 1]
    assert raw == IMAGE[:start] + bytes(end - start) + IMAGE[end:]


def other_width(width):
    """Return the lines of the capture, with the data split into lines of this number of
    characters."""
    first = next(i for i, line in enumerate(MESSAGES) if PREFIX in line)
    last = first + len(SIZES) - 1
    number = int(re.search(r'Capture 1\.(\d+): ', MESSAGES[first])[1])
    data = PREFIX + ''.join(re.sub(r'^.*?Capture 1\.\d+: ', '', line).removeprefix(PREFIX)
                            for line in MESSAGES[first:last + 1])
    lines = [data[i:i + width] for i in range(0, len(data), width)]
    rest = MESSAGES[last + 1:]
    start = re.match(r'^.*?(?=Capture)', MESSAGES[first])[0]
    return (MESSAGES[:first]
            + [f'{start}Capture 1.{number + i}: {line}' for i, line in enumerate(lines)]
            + [re.sub(r'Capture 1\.\d+', f'Capture 1.{number + len(lines) + i}', line)
               for i, line in enumerate(rest)])


@pytest.mark.parametrize('width', [100, 256, 500, 512, 700])
def test_lines_of_another_length(guclog, width):
    """convert reads a capture without a loss if its lines of data have another length than in the
    kernel, because no character is missing."""
    made = guclog.convert(printed(other_width(width)))
    assert (made.rc, made.err) == (0, '')
    assert made.made == WANT


@pytest.mark.parametrize('width', [100, 500])
def test_characters_missing_in_lines_of_another_length(guclog, width):
    """If the lines of data have an unusual length and one of them lacks characters, it is unknown
    which one this is. convert reports the loss, and no byte of the image is wrong: each one is
    right or 0."""
    lines = other_width(width)
    at = next(i for i, line in enumerate(lines) if PREFIX in line) + 3
    lines[at] = lines[at][:-7]
    run = guclog('convert', '--to', 'raw', '-', stdin=printed(lines), rc=None)
    assert run.rc and 'missing' in run.err
    assert all(a in (0, b) for a, b in zip(run.raw, IMAGE))


def test_only_the_end_of_a_capture(guclog):
    """If a kernel log has only the last lines of a capture, each verb prints where they begin, and
    ends with exit status 1."""
    first = HEAD + LAST // 2
    save('kernel', decorate.text(LINES[first:]))
    for verb, rc in (('explain', 1), ('info', 1), ('decode', 1), ('decode --timeline', 1)):
        run = guclog(*verb.split(), 'kernel', rc=rc)
        assert f"its first line in the kernel log is 'Capture 1.{first + 1}'" in run.err
    assert 'has no line of xe' in guclog('explain', 'kernel', rc=1).out
    save('kernel', decorate.text(OTHERS))
    guclog('explain', 'kernel', rc=0)


@pytest.mark.parametrize('at', (HEAD, HEAD + LAST // 2))
def test_lines_in_the_wrong_order(guclog, at):
    """If two neighbouring lines of the data are exchanged, convert reports a missing line, and the
    line that is in the wrong place."""
    lines = LINES.copy()
    lines[at + 1], lines[at + 2] = lines[at + 2], lines[at + 1]
    err = guclog.convert(decorate.text(lines)).err
    assert f'1 line is missing before line {at + 2}' in err
    assert f'line {at + 3} belongs before line {at + 2}: sort the lines by their numbers' in err


def test_lines_that_a_window_cut(guclog):
    """If lines were cut at 80 columns, a "z" often stands where xe never prints it. convert reports
    the missing characters in the first line, and then only the number of the other lines."""
    rows = [line[:80] for line in LINES]
    lost = [line for line in guclog.convert(decorate.text(rows)).err.splitlines()
            if 'ascii85' in line or 'characters' in line]
    assert len(lost) == 2 and 'characters are missing in line ' in lost[0]
    assert re.search(r'characters are missing in \d+ more lines', lost[1])
