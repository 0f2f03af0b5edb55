# SPDX-License-Identifier: GPL-2.0-only
"""Armoured LFD files: LFD files as text that a mail program does not change. convert --armor writes
them, and all verbs of guclog read them."""

import base64
import gzip
import random
import re
import textwrap
import zlib

import pytest
from inputs import MACHINE, MAIN, MEDIA, complete, held, small
from reference import forms
from test_pasted import PASTES, WIDTHS, prefixed, wrapped
from tool import save

BEGIN, END = '-----BEGIN GUCLOG LFD-----', '-----END GUCLOG LFD-----'
DUMP = forms.devcoredump(MACHINE, held(complete()))


def armored(data, line=64, check=768):
    """Return an LFD file as armoured text, independently of guclog. line: characters in a line.
    check: number of data bytes before each checksum."""
    out = [BEGIN, f'length={len(data)} crc32={zlib.crc32(data):08x}', '']
    for i in range(0, len(data), check):
        text = base64.b64encode(data[i:i + check]).decode().rstrip('=')
        out += [text[j:j + line] for j in range(0, len(text), line)]
        out.append(f':{zlib.crc32(data[:i + check]):08x}')
    return '\n'.join([*out, END, ''])


@pytest.fixture
def lfd(guclog):
    return guclog('convert', '-', stdin=DUMP).raw


@pytest.fixture
def text(lfd):
    return armored(lfd)


def back(guclog, text, rc=0):
    return guclog('convert', '-', stdin=text, rc=rc)


def test_writer(guclog, lfd):
    """convert --armor writes the same text as armored() for LFD files of several lengths."""
    assert guclog('convert', '--armor', '-', stdin=DUMP).out == armored(lfd)
    for cut in range(6):
        log = held(small(), firmware='a' * (20 + cut))
        data = guclog('convert', '-', stdin=forms.debugfs(log)).raw
        assert guclog('convert', '--armor', '-', stdin=forms.debugfs(log)).out == armored(data)


def test_printable(text):
    """An armoured text has no character that a mail program, Markdown or HTML changes. Its lines
    have at most 64 characters."""
    assert re.fullmatch(r'[A-Za-z0-9+/=: \n-]*', text)
    assert max(map(len, text.splitlines())) == 64
    assert not re.search(r'=$|^[>#*]| $', text, re.M)


def test_lfd_is_armored_and_back(guclog, lfd, text):
    save('lfd', lfd)
    assert guclog('convert', '--armor', 'lfd').out == text
    assert guclog('convert', '--armor', '-', stdin=text).out == text
    save('text', text)
    assert guclog('convert', 'text').raw == lfd


def test_every_verb_reads_it(guclog, lfd, text):
    save('lfd', lfd)
    save('text', text)
    for verb in 'decode', 'info --counts', 'explain', 'decode --contexts', 'info --blocks':
        one, two = (guclog(*verb.split(), path, rc=None) for path in ('lfd', 'text'))
        assert two.rc == one.rc
        assert two.out == one.out.replace('lfd', 'text', 1) or verb == 'info --blocks'
    assert guclog('check', 'text').out.startswith('text: fine: LFD 1.0, ')
    assert guclog('info', 'text').out.startswith('text: LFD file in armoured text, whole')
    assert guclog('convert', '-', stdin=gzip.compress(text.encode())).raw == lfd


@pytest.mark.parametrize('name', PASTES)
def test_pasted(guclog, lfd, text, name):
    assert back(guclog, PASTES[name](text)).raw == lfd


@pytest.mark.parametrize('width', [w for w in WIDTHS if w < 100] + [45, 60, 61])
def test_wrapped(guclog, lfd, text, width):
    """guclog reads an armoured text that a mail program has wrapped at any width, before or after
    it quoted the text."""
    assert back(guclog, wrapped(width)(text)).raw == lfd
    assert back(guclog, prefixed('> ')(wrapped(width)(text))).raw == lfd
    assert back(guclog, wrapped(width)(prefixed('>> ')(text))).raw == lfd


@pytest.mark.parametrize('width', (50, 72, 500, 10 ** 6))
def test_filled(guclog, lfd, text, width):
    """guclog reads an armoured text in which lines were joined into paragraphs, as fmt(1) does."""
    joined = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    assert back(guclog, joined).raw == lfd
    assert back(guclog, prefixed('> > ')(joined)).raw == lfd


def test_in_a_mail(guclog, lfd, text):
    mail = f'Hi,\n\nsee below.\n\n{prefixed("> ")(text)}\n-- \nMe\n'
    assert back(guclog, mail).raw == lfd
    signed = mail.replace('> -----', '> - -----')
    assert back(guclog, signed).raw == lfd
    assert back(guclog, text.encode('utf-16')).raw == lfd


def test_two(guclog):
    """From a file with two armoured texts, guclog reads two logs."""
    texts = [guclog('convert', '--armor', '-', stdin=forms.devcoredump(
        MACHINE, held(small(), gt))).out for gt in (MAIN, MEDIA)]
    save('both', texts[0] + 'and\n' + texts[1])
    assert len(guclog('info', '--json', 'both').json['logs']) == 2
    assert guclog('convert', '--armor', '--gt', '1', 'both').out == texts[1]


def test_cut(guclog, lfd, text):
    """From a truncated armoured text, guclog reads the data before the end. The message has the
    number of bytes that can be read."""
    for at in len(text) // 3, len(text) - len(END) - 4, 2000, 60:
        run = back(guclog, text[:at], rc=1)
        assert lfd.startswith(run.raw) and len(run.raw) >= at * 7 // 10 - 1000
        assert re.search(r'the armoured text ends early, in line \d+: '
                         rf'{len(run.raw)} of {len(lfd)} bytes can be read', run.err)
        save('cut', text[:at])
        assert guclog('check', 'cut', rc=1).out.startswith('cut: the armoured text ends')


@pytest.mark.parametrize('quote', ('', '- ', '> '))
def test_cut_before_another(guclog, lfd, text, quote):
    """If a truncated armoured text is followed by a complete one, guclog reads both."""
    lines = text.splitlines()
    run = guclog('info', '--json', '-', rc=1, stdin='\n'.join(
        (quote if quote == '> ' or line[:1] == '-' else '') + line
        for line in lines[:len(lines) // 2] + lines))
    assert 'the armoured text ends early' in run.err
    assert [log['complete'] for log in run.json['logs']] == [False, True]
    assert run.json['logs'][1]['bytes'] == len(lfd)


def test_damaged(guclog, lfd, text):
    """If a character of an armoured text is lost, changed or added, guclog detects this and reads
    the data before the damage."""
    pick = random.Random(11)
    start, end = text.index('\n\n') + 2, text.index(END)
    found = 0
    for _ in range(60):
        at = pick.randrange(start, end)
        put = pick.choice(('', text[at] + 'A', 'B', 'xyz', '\n', '>'))
        bad = text[:at] + put + text[at + 1:]
        run = back(guclog, bad, rc=None)
        assert lfd.startswith(run.raw)
        if run.raw == lfd:
            continue
        assert run.rc == 1
        line = text[:at].count('\n') + 1
        match = re.search(r'damaged between line (\d+) and line (\d+)|ends early', run.err)
        assert match
        if match[1]:
            assert int(match[1]) <= line <= int(match[2]) + 1 and int(match[2]) - int(match[1]) <= 40
        found += 1
    assert found > 25


def test_lines_lost_and_swapped(guclog, lfd, text):
    rows = text.splitlines(keepends=True)
    for bad in (rows[:50] + rows[51:], rows[:50] + [rows[51], rows[50]] + rows[52:],
                rows[:50] + [rows[50]] + rows[50:]):
        run = back(guclog, ''.join(bad), rc=1)
        assert lfd.startswith(run.raw) and len(run.raw) >= 768
        assert 'is damaged between line ' in run.err
    block = next(i for i, row in enumerate(rows) if i > 40 and row.startswith(':'))
    run = back(guclog, ''.join(rows[:block + 1] + rows[block + 18:]), rc=1)
    assert lfd.startswith(run.raw)


def test_header_damaged(guclog, lfd, text):
    """If the header line of an armoured text is damaged, guclog reads all data, but its exit status
    is 1, because the length or the checksum of the file is missing or wrong."""
    for bad in (re.sub('crc32=.', 'crc32=x', text), re.sub('length=(.)', 'length=', text, 1),
                re.sub(r'length=\d+ ', '', text), re.sub('crc32=.{8}', 'crc32=00000000', text)):
        run = back(guclog, bad, rc=1)
        assert run.raw == lfd and 'armoured text' in run.err


def test_nothing_in_it(guclog):
    run = guclog('info', '-', stdin=f'{BEGIN}\n{END}\n', rc=1)
    assert 'the armoured text ends early' in run.err


def test_usage(guclog, lfd):
    save('lfd', lfd)
    for to in 'raw', 'state', 'info':
        assert '--armor needs --to lfd' in guclog('convert', '--armor', '--to', to, 'lfd', rc=2).err


def test_checksum_before_data(guclog):
    """An armoured text with a checksum before any data gives an error. In a build with sanitizers,
    this test also fails if guclog adds an offset to the null pointer of the empty data."""
    text = f'{BEGIN}\nlength=8 crc32=00000000\n\n:00000000\n{END}\n'
    run = guclog('convert', '-', stdin=text, rc=None)
    assert run.rc in (1, 2) and run.err.startswith('guclog: ')
