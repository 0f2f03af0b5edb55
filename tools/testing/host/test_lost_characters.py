# SPDX-License-Identifier: GPL-2.0-only
"""Tests dumps that lost characters within their ascii85 or hexdump data, for example when they were
pasted.

All data after lost characters would be at wrong offsets if guclog did not find the place of the
loss. It must never show a crash dump from bytes at a wrong offset. It must show no event from such
bytes either, except at most one at each place of a loss (test_random_losses).
"""

import random
import re
import struct

import pytest
from reference import ascii85, forms, image, ring

SIZE = 65536
FIT = SIZE // 20
MACHINE = forms.Machine()
CRASHED = b'register dump of a crash, not zero ' * 40


def log_image(written, crashed=b''):
    return image.standard(ring.ring(SIZE, written, f'lost{written}'), (16384, 16384),
                          'lost', crashed=crashed).build()


WRAPPED = log_image(FIT + 700)
LINEAR = log_image(1500)
CRASH = log_image(FIT + 700, CRASHED)


def offsets(data):
    """Return for each dword of the data the offset of its first character in the ascii85 text."""
    out, at = [], 0
    for digits in ascii85.digits(data):
        out.append(at)
        at += len(digits)
    return out


def without(data, *losses):
    """Return the dump of an image, without some characters of the data. losses: (index of the dword
    at whose first character the loss begins, number of lost characters)."""
    text = ascii85.encode(data)
    starts = offsets(data)
    for dword, count in sorted(losses, reverse=True):
        at = starts[dword]
        text = text[:at] + text[at + count:]
    dump = forms.devcoredump(MACHINE, forms.Held(data), tail=['', '**** Job ****'])
    return dump.replace(ascii85.encode(data), text)


def slot(number):
    """Return the index of the first dword of a ring entry in the image. number: index of the
    entry in the ring."""
    return (4096 + 20 * number) // 4


def events(data):
    """Return the set of the entries of an image, each as (id, argument, argument)."""
    return {struct.unpack_from('<5I', data, at)[2:]
            for at in range(4096, 4096 + FIT * 20, 20)}


def decoded(guclog, text):
    (guclog.path_of('dump')).write_text(text)
    run = guclog('decode', '--time', 'tick', 'dump', rc=1)
    rows = re.findall(r'0x([0-9a-f]{4,8})\b.*?0x([0-9a-f]{8}) 0x([0-9a-f]{8})', run.out)
    return run, [tuple(int(word, 16) for word in row) for row in rows]


@pytest.fixture
def tool(guclog, tmp_path):
    guclog.path_of = lambda name: tmp_path / name
    return guclog


def check_image(tool, data, text, lost):
    """Check that each byte of the image that guclog makes from the text equals that of the original
    image or is 0, and that at most "lost" entries of the ring differ. Return the run of guclog."""
    tool.path_of('dump').write_text(text)
    run = tool('convert', '--to', 'raw', 'dump', rc=1)
    assert len(run.raw) <= len(data)
    wrong = [i for i, (a, b) in enumerate(zip(run.raw, data)) if a != b]
    assert all(run.raw[i] == 0 for i in wrong)
    gone = sum(run.raw[at:at + 20] != data[at:at + 20]
               for at in range(4096, 4096 + FIT * 20, 20))
    assert gone <= lost, gone
    return run


@pytest.mark.parametrize('count', (1, 4, 5, 11, 1001))
@pytest.mark.parametrize('number', (0, 1, 1000, FIT - 1))
@pytest.mark.parametrize('data', (WRAPPED, CRASH), ids=('wrapped', 'crash'))
def test_one_loss_in_the_events(tool, data, number, count):
    lost = (count + 15) // 16 + 5
    run = check_image(tool, data, without(data, (slot(number), count)),
                      FIT if number == FIT - 1 else lost)
    if number < FIT - 2 - count // 16:
        assert run.raw[4096 + SIZE:] == data[4096 + SIZE:]


@pytest.mark.parametrize('number', (0, 100, 1400))
def test_ring_that_has_not_wrapped(tool, number):
    check_image(tool, LINEAR, without(LINEAR, (slot(number), 11)), 5)


def test_events_after_the_loss_are_right(tool):
    """If 11 characters are lost at entry 1000 of the ring, at most five events are missing, and all
    others are right. (In a published dump, such a loss has shifted the data of 2276 events.)"""
    run, rows = decoded(tool, without(WRAPPED, (slot(1000), 11)))
    assert len(rows) >= FIT - 5
    assert set(rows) <= events(WRAPPED)
    lost = re.search(r'characters are missing: (\d+) of (\d+) bytes are lost', run.err)
    assert 0 < int(lost[1]) <= 12 < int(lost[2])


def silent(data, number):
    """Return a copy of the image in which no event was logged for 160 s before the ring entry with
    this number. The 32 bits of the time wrap after 223 s, so this is more than half of that."""
    out = bytearray(data)
    oldest = struct.unpack_from('<I', data, 12)[0] // 20
    for i in range((number - oldest) % FIT, FIT):
        at = 4096 + (oldest + i) % FIT * 20
        stamp = struct.unpack_from('<I', data, at)[0]
        struct.pack_into('<I', out, at, (stamp + 160 * 19200000) % 2 ** 32)
    return bytes(out)


@pytest.mark.parametrize('number, quiet', ((1000, 2500), (1000, 800), (2500, 1000)))
def test_time_without_events_is_not_a_loss(tool, number, quiet):
    """The place of lost characters is found in a log with a pause of more than 112 s, half of the
    time after which the 32 bits of the time wrap. Such a pause looks like a step back in time, as
    at a place where data are lost."""
    data = silent(WRAPPED, quiet)
    check_image(tool, data, without(data, (slot(number), 11)), 6)


def test_whole_entries_are_lost(tool):
    """If the characters of exactly ten entries are lost, no entry is incomplete, and only the times
    of the events show where characters are missing. The other events are right."""
    digits = ascii85.digits(WRAPPED)
    at = slot(1200)
    count = sum(map(len, digits[at:at + 50]))
    run, rows = decoded(tool, without(WRAPPED, (at, count)))
    assert FIT - 13 <= len(rows) <= FIT - 10
    assert set(rows) <= events(WRAPPED)
    assert 'characters are missing' in run.err


def test_two_losses(tool):
    check_image(tool, CRASH, without(CRASH, (slot(300), 7), (slot(2000), 9)), FIT - 300)
    text = without(CRASH, (slot(300), 7), (slot(2000), 9))
    run, rows = decoded(tool, text)
    assert len(rows) >= 298 and set(rows) <= events(CRASH)


@pytest.mark.parametrize('count', (3, 5, 10, 40))
@pytest.mark.parametrize('where', ('crash', 'capture'))
def test_loss_after_the_events(tool, where, count):
    """If characters are lost after the event region, all events are shown, and no byte of the crash
    dump is at a wrong offset."""
    at = (4096 + SIZE + (400 if where == 'crash' else 16384 + 800)) // 4
    run = check_image(tool, CRASH, without(CRASH, (at, count)), 0)
    whole = 4096 + 20 * FIT
    assert run.raw[:whole] == CRASH[:whole]


@pytest.mark.parametrize('count', (1, 20, 300))
def test_loss_in_the_state_page(tool, count):
    """If only zeroes of the state page (the first page of the image) are lost, the whole image is
    restored."""
    run = check_image(tool, CRASH, without(CRASH, (600, count)), 0)
    assert run.raw == CRASH


def test_no_crash_of_shifted_bytes(tool):
    """If characters are lost before the crash dump region, bytes of the state capture, which
    follows this region, are not taken for a crash dump."""
    for count in (5, 11, 60, 1000):
        tool.path_of('dump').write_text(without(WRAPPED, (slot(1000), count)))
        logs = tool('info', '--json', 'dump', rc=1).json['logs']
        assert not logs[0]['crash_dump_bytes']
        assert 'has crashed' not in str(logs[0]['advice'])


def in_order(data):
    """Return the entries of an image with a wrapped ring, each as (id, argument, argument), oldest
    first."""
    write = struct.unpack_from('<I', data, 12)[0]
    slots = [struct.unpack_from('<5I', data, 4096 + 20 * i)[2:] for i in range(FIT)]
    return slots[write // 20:] + slots[:write // 20]


def test_random_losses(tool, rounds):
    """If characters are lost at one to four random places, the events that are shown are right and
    in the right order. There may be one exception for each place: an event that consists of parts
    of two events. If a crash dump is shown, its bytes are right."""
    rng = random.Random(15)
    order = {event: i for i, event in enumerate(in_order(CRASH))}
    for _ in range(rounds(60)):
        losses = [(rng.randrange(300, len(CRASH) // 4 - 300), rng.randrange(1, 60))
                  for _ in range(rng.randrange(1, 5))]
        _, rows = decoded(tool, without(CRASH, *losses))
        shown = [order[row] for row in rows if row in order]
        assert shown == sorted(shown), losses
        assert len(rows) - len(shown) <= len(losses), losses
        run = tool('convert', '--to', 'crash', 'dump', rc=None)
        assert CRASHED.startswith(run.raw.rstrip(b'\0')[:len(CRASHED)]), losses


@pytest.mark.parametrize('bad', ('~', ' ', '\x01', 'v', '\u00e4'))
def test_wrong_character(tool, bad):
    text = without(WRAPPED)
    data = ascii85.encode(WRAPPED)
    at = text.index(data) + offsets(WRAPPED)[slot(1000)] + 2
    check_image(tool, WRAPPED, text[:at] + bad + text[at + 1:], 5)


def test_length_is_not_known(tool):
    """Linux 6.12 does not print the length of the log. guclog computes it from the sizes in the
    state page, so it notices that characters are lost."""
    text = forms.debugfs_old(WRAPPED)
    data = ascii85.encode(WRAPPED)
    at = text.index(data) + offsets(WRAPPED)[slot(1000)]
    check_image(tool, WRAPPED, text[:at + 1] + text[at + 3:], 5)


@pytest.mark.parametrize('column, count', [
    (c, n) for c in (0, 11, 30, 43) for n in (1, 2, 12, 44, 60, 200) if (c, n) != (43, 1)])
def test_hexdump_loses_the_end_of_a_line(tool, count, column):
    """If a hexdump lost characters, only the events at this place are missing. guclog finds the
    offsets of the other data because each line has four words, and because the number of lines
    follows from the sizes in the state page."""
    text = forms.hexdump(forms.Held(CRASH))
    at = text.index('\n0x') + 1 + 44 * 3000 + column
    check_image(tool, CRASH, text[:at] + text[at + count:], count // 20 + 8)


def test_hexdump_without_a_newline(tool):
    """If a newline of a hexdump was lost, so that a line has eight words instead of four, the whole
    image is read."""
    text = forms.hexdump(forms.Held(CRASH))
    at = text.index('\n0x') + 44 * 3000
    assert text[at] == '\n'
    tool.path_of('dump').write_text(text[:at] + text[at + 1:])
    assert tool('convert', '--to', 'raw', 'dump', rc=None).raw == CRASH


def test_hexdump_loses_the_ends_of_two_lines(tool):
    text = forms.hexdump(forms.Held(CRASH))
    at = text.index('\n0x') + 1 + 44 * 2000 + 30
    more = at + 44 * 500
    run = check_image(tool, CRASH, text[:at] + text[at + 50:more] + text[more + 60:], FIT)
    assert run.raw[4096 + SIZE:] == CRASH[4096 + SIZE:]


@pytest.mark.parametrize('form', ('ascii85', 'hexdump'))
def test_lfd_file_has_no_event_of_a_hole(tool, form):
    """If a part of the image is unknown because characters were lost (a hole), the LFD file has a
    gap in its events there. It has no event with id 0, and no event with missing bytes."""
    if form == 'ascii85':
        text = without(WRAPPED, (slot(1000), 11))
    else:
        text = forms.hexdump(forms.Held(WRAPPED))
        at = text.index('\n0x') + 1 + 44 * 3000 + 30
        text = text[:at] + text[at + 60:]
    tool.path_of('dump').write_text(text)
    tool('convert', '--force', '-o', 'log.lfd', 'dump', rc=1)
    run = tool('decode', '--time', 'tick', 'log.lfd', rc=None)
    rows = re.findall(r'0x([0-9a-f]{4,8})\b.*?0x([0-9a-f]{8}) 0x([0-9a-f]{8})', run.out)
    rows = [tuple(int(word, 16) for word in row) for row in rows]
    assert FIT - 10 <= len(rows) < FIT
    assert set(rows) <= events(WRAPPED)
