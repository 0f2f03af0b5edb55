# SPDX-License-Identifier: GPL-2.0-only
"""guclog convert with inputs that end early, are inconsistent, or are not a log."""

import expect
import inputs
import pytest
from inputs import MACHINE, PACKINGS, held
from reference import ascii85, decorate, forms, lfd
from reference.ring import noise

DATA = '[LOG].data: '
OLD_DATA = 'Log data: '
LOG = held(inputs.small())
IMAGE = LOG.image
TOTAL = len(IMAGE)

# The text forms in which the data of the log are at the end. For each form: the text, and the facts
# that it has.
FORMS = {'devcoredump': (forms.devcoredump(MACHINE, LOG), expect.of_dump(MACHINE, LOG)),
         'debugfs': (forms.debugfs(LOG), expect.of_file(LOG)),
         'debugfs-6.12': (forms.debugfs_old(IMAGE), expect.of_old_file()),
         'hexdump': (forms.hexdump(LOG), expect.of_hexdump(LOG))}


class Data:
    """The ascii85 text of an image. digits: the characters of each dword. ends: the offset in the
    text at which each dword ends."""

    def __init__(self, image):
        self.image = image
        self.digits = ascii85.digits(image)
        self.text = ''.join(self.digits)
        self.ends, at = [], 0
        for digits in self.digits:
            at += len(digits)
            self.ends.append(at)

    def left(self, chars):
        """Return the part of the image that the first "chars" characters of the text encode."""
        return self.image[:4 * sum(end <= chars for end in self.ends)]

    def start(self, dword):
        """The offset in the text at which a dword begins."""
        return self.ends[dword] - len(self.digits[dword])

    def some(self, size, after=0):
        """Return the index of a dword that has this number of digits in the text: the first one at
        or after a byte offset of the image."""
        return next(i for i in range(after // 4, len(self.digits))
                    if len(self.digits[i]) == size)


TEXT = Data(IMAGE)


def cuts():
    """Yield the lengths in characters to which the tests truncate the text of the data. The text
    then ends at its beginning, in a dword, at a zero dword, around the ends of the state page and
    of the regions, or one character early."""
    dword = TEXT.some(5, 0x1000)
    yield from (0, 1, 4, 5, 6, TEXT.ends[8], TEXT.ends[8] + 1)
    yield from (TEXT.start(dword) + i for i in range(6))
    for offset in range(0x1000, 0x4000, 0x1000):
        yield from (TEXT.ends[offset // 4 + i] for i in (-2, -1, 0))
    yield from (TEXT.ends[0x1190 // 4], len(TEXT.text) - 1)


CUTS = sorted(set(cuts()))


@pytest.mark.parametrize('form', ['devcoredump', 'debugfs'])
def test_cut_in_the_data(guclog, form):
    text, known = FORMS[form]
    start = text.index(DATA) + len(DATA)
    for chars in CUTS:
        left = TEXT.left(chars)
        expect.lossy(guclog.convert(text[:start + chars]), left, known, TOTAL,
                     (TOTAL, len(left)), what=f'{chars} characters')


@pytest.mark.parametrize('form', ['devcoredump', 'debugfs'])
def test_cut_before_the_data(guclog, form):
    text, known = FORMS[form]
    start = text.index(DATA) + len(DATA)
    for lost in 1, len(DATA), len(DATA) + 5, start - 10:
        expect.refused(guclog.convert(text[:start - lost]), f'{lost} before the data')
    expect.made(guclog.convert(text[:-1]), expect.lfd_of(IMAGE, known),
                what='without the last newline')


def test_cut_without_a_length(guclog):
    """The text of Linux 6.12 does not have the length of the log. From a truncated text, convert
    reads a log with the length of the available data."""
    text, known = FORMS['debugfs-6.12']
    for chars in CUTS:
        if chars not in (0, *TEXT.ends):
            expect.lossy(guclog.convert(text[:len(OLD_DATA) + chars]), TEXT.left(chars),
                         known, words=('dword',), what=f'{chars} characters')
    expect.refused(guclog.convert(OLD_DATA[:-1]))


@pytest.mark.parametrize('length', [TOTAL + 4, TOTAL + 4096, 1 << 40, (1 << 64) - 1])
def test_length_too_large(guclog, length):
    log = held(IMAGE, length=length)
    expect.lossy(guclog.convert(forms.devcoredump(MACHINE, log)), IMAGE,
                 expect.of_dump(MACHINE, log), length, (TOTAL, length))


@pytest.mark.parametrize('length', [TOTAL - 4, TOTAL - 4096, 4096])
def test_length_too_small(guclog, length):
    log = held(IMAGE, length=length)
    run = guclog.convert(forms.devcoredump(MACHINE, log))
    expect.lossy(run, IMAGE[:length], expect.of_dump(MACHINE, log))
    assert len(expect.losses(run.made)) == 1


def test_length_0(guclog):
    run = guclog.convert(forms.devcoredump(MACHINE, held(IMAGE, length=0)))
    assert run.rc == 1 and expect.losses(run.made)


def spoiled():
    """Yield (name of the damage, index of the dword that cannot be decoded, damaged text)."""
    five, zero = TEXT.some(5, 0x1004), TEXT.some(1, 0x1004)
    start, text = TEXT.start(five), TEXT.text
    for digit in range(5):
        for bad in '~', ' ', '\t', '\0', '\x7f', 'v', 'z' if digit else '~':
            yield f'{bad!r} for digit {digit}', five, \
                text[:start + digit] + bad + text[start + digit + 1:]
    yield 'a byte above 0x7f', five, text[:start + 2] + '\xe4' + text[start + 3:]
    for big in 's8W-"', 'uuuuu', 't!!!!':
        yield f'{big}, which is over 32 bits', five, text[:start] + big + text[start + 5:]
    at = TEXT.start(zero)
    yield 'a spoiled zero', zero, text[:at] + '\x01' + text[at + 1:]


@pytest.mark.parametrize('form', ['debugfs', 'debugfs-6.12'])
def test_spoiled_character(guclog, form):
    """If the data have an invalid character, convert reads the data before it. No byte of the image
    is wrong: each one is right or 0."""
    text, _ = FORMS[form]
    for name, dword, bad in spoiled():
        run = guclog.convert(text.replace(TEXT.text, bad).encode('latin-1'), '--to', 'raw')
        assert run.rc == 1, name
        whole = 0x1000 + (4 * dword - 0x1000) // 20 * 20
        assert run.made[:whole] == IMAGE[:whole], name
        assert all(a in (b, 0) for a, b in zip(run.made, IMAGE)), name


@pytest.mark.parametrize('form', FORMS)
def test_cr_lf(guclog, form):
    """convert reads a text with CR LF at the ends of lines, as mail programs write it."""
    text, known = FORMS[form]
    expect.made(guclog.convert(text.replace('\n', '\r\n')), expect.lfd_of(IMAGE, known))


def test_blanks_for_tabs(guclog):
    text, known = FORMS['devcoredump']
    expect.made(guclog.convert(text.replace('\t', '        ')), expect.lfd_of(IMAGE, known))


def test_hexdump(guclog):
    """Bytes of a hexdump that cannot be read are 0 in the image. If they are in the last line, the
    image ends before them."""
    text, known = FORMS['hexdump']
    rows = text.splitlines(True)
    nr = next(i for i in range(500, len(rows)) if '0x00000000' not in rows[i])
    before, row, after = ''.join(rows[:nr]), rows[nr], ''.join(rows[nr + 1:])
    at = 16 * (nr - 3)                          # the first three lines are not data
    for name, text, good, end in (
            ('a spoiled dword', before + row[:7] + 'q' + row[8:] + after, 0, 16),
            ('a spoiled third dword', before + row[:25] + 'q' + row[26:] + after, 8, 16),
            ('a line too short', before + row[:30] + '\n' + after, 8, 16),
            ('a line too long', before + row[:-1] + ' 0x00000000\n' + after, 0, 16),
            ('a foreign line', before + 'what?\n' + row + after, 16, 16),
            ('ends in a line', before + row[:13], 4, None),
            ('ends in a dword', before + row[:15], 4, None)):
        image = IMAGE[:at + good]
        if end:
            image += bytes(end - good) + IMAGE[at + end:]
        expect.lossy(guclog.convert(text), image, known, what=name)
    expect.made(guclog.convert(before[:-1]), expect.lfd_of(IMAGE[:at], known), 1,
                'ends after a line')


NO_LOG = {
    'text': 'All work and no play makes Jack a dull boy.\n' * 99,
    'empty lines': '\n\n\n',
    'only a head': '**** Xe Device Coredump ****\n',
    'log not copied': forms.devcoredump(MACHINE) +
    '\n**** GuC Log ****\nGuC log snapshot not allocated!\n',
    'message of 6.12': 'GuC log buffer not allocated',
    'kernel log without a capture': decorate.text(decorate.dmesg(decorate.OTHERS)),
    'bad gzip': b'\x1f\x8b\x08\0' + noise('gz', 99),
    'bad xz': b'\xfd7zXZ\0' + noise('xz', 99),
    'bad zstd': b'\x28\xb5\x2f\xfd' + b'\xff' * 99}


@pytest.mark.parametrize('name', NO_LOG)
def test_no_log(guclog, name):
    expect.refused(guclog.convert(NO_LOG[name]))


@pytest.mark.parametrize('content', [noise('garbage', 50000), b''], ids=['noise', 'nothing'])
def test_only_an_image(guclog, content):
    """convert reads an input as an image if the input is in no other form that it knows."""
    expect.made(guclog.convert(content), expect.lfd_of(content, expect.of_image()), 1)


def test_image_of_zeros(guclog):
    """An image of zeros has one fault instead of one for each of its parts."""
    run = guclog.convert(bytes(9000))
    notes = [pair for block in lfd.blocks(run.made) if block.kind == lfd.COMMENT
             for pair in lfd.comment_pairs(block)]
    assert run.rc == 1
    assert [(name, 'all bytes are 0' in text) for name, text in notes if name == 'fault'] == [
        ('fault', True)]


def test_wrong_check_sum_loses_no_byte(guclog):
    """If the checksum of a compressed log is wrong and its data are right, convert reads all
    bytes."""
    packed = bytearray(PACKINGS['gzip'](FORMS['debugfs'][0].encode('ascii')))
    packed[-8] ^= 1
    assert guclog.convert(bytes(packed), '--to', 'raw').made == IMAGE


@pytest.mark.parametrize('packing', PACKINGS)
def test_packed(guclog, packing):
    """If a compressed log is truncated or damaged, convert writes a file with the beginning of the
    log and a loss= line, or no file."""
    text, known = FORMS['debugfs']
    packed = PACKINGS[packing](text.encode('ascii'))
    bad = bytearray(packed)
    bad[-8] ^= 1 # this byte belongs to gzip's checksum, xz's backward size or zstd's last block
    for name, content in (('half', packed[:len(packed) // 2]),
                          ('without the end', packed[:-1]), ('spoiled', bytes(bad))):
        run = guclog.convert(content)
        if not run.made:
            expect.refused(run, name)
            continue
        found = guclog.convert(content, '--to', 'raw').made
        assert IMAGE.startswith(found), name
        expect.lossy(run, found, known, TOTAL, what=name)
