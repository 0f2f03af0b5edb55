# SPDX-License-Identifier: GPL-2.0-only
"""Tests that guclog reads a GuC log from a kernel log in JSON, as journalctl -o json, its variants,
and dmesg --json print it."""

import json
import random
import subprocess

import expect
import pytest
from inputs import MACHINE, MAIN
from memory import MIB, SLACK, measure
from reference import decorate
from test_input_capture import IMAGE, LINES, MESSAGES, WANT
from test_pasted import prefixed, wrapped

WAYS = decorate.JSON_WAYS
PRINTED = decorate.printk(MACHINE, MAIN, MESSAGES)


def text_of(way, messages=PRINTED):
    return decorate.text(way(messages))


@pytest.mark.parametrize('way', WAYS, ids=lambda way: way.__name__)
def test_among_other_records(guclog, way):
    """A GuC log in a kernel log (a capture) is read if there are other records between its lines,
    some of them with several lines, or if some of its records are repeated."""
    lines = decorate.strewn(PRINTED)
    lines[3:3] = ['two\nlines', '', '\x00', 'a "quoted" \\ {brace} and Capture 9.']
    expect.made(guclog.convert(text_of(way, lines)), WANT)
    expect.made(guclog.convert(text_of(way, decorate.doubled(PRINTED))), WANT)


@pytest.mark.parametrize('way', WAYS, ids=lambda way: way.__name__)
def test_lost_records(guclog, way):
    """If three JSON records of a capture are missing, a message states this. The LFD file is the
    same as from a kernel log in the form of dmesg that lacks the same lines. (The lines with facts
    and losses in the comment of the file are not compared.)"""
    lost = PRINTED[:12] + PRINTED[15:]
    run, plain = (guclog.convert(decorate.text(how(lost)))
                  for how in (way, decorate.dmesg))
    assert run.rc == 1 and '3 lines are missing before line ' in run.err
    assert expect.bare(run.made) == expect.bare(plain.made)


@pytest.mark.parametrize('way', WAYS, ids=lambda way: way.__name__)
def test_cut(guclog, way):
    text = text_of(way)
    for part in 3, 2:
        run = guclog('convert', '--to', 'raw', '-', stdin=text[:len(text) * (part - 1) // part],
                     rc=1)
        assert len(run.raw) >= len(IMAGE) // 2 and IMAGE.startswith(run.raw)
        assert f'the data end early: {len(run.raw)} of {len(IMAGE)} bytes' in run.err


@pytest.mark.parametrize('way', WAYS, ids=lambda way: way.__name__)
def test_line_ends_and_encodings(guclog, way):
    text = text_of(way)
    for data in (text.replace('\n', '\r\n').encode(), text.rstrip().encode(),
                 text.encode('utf-16'), b'\xef\xbb\xbf' + text.encode(),
                 b'Hello,\n\nthis is it:\n\n' + text.encode() + b'-- \nMe\n'):
        assert guclog('convert', '--to', 'raw', '-', stdin=data).raw == IMAGE


@pytest.mark.parametrize('way', WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize('prefix', ['> ', '>> ', '    ', '\t'])
def test_pasted(guclog, way, prefix):
    """A kernel log in JSON is read if its lines are indented or quoted, also if a mail program has
    wrapped its lines, even within strings, and then quoted them."""
    text = text_of(way)
    assert guclog('convert', '--to', 'raw', '-', stdin=prefixed(prefix)(text)).raw == IMAGE
    if '>' in prefix:
        mail = prefixed(prefix)(wrapped(997)(text))
        assert guclog('convert', '--to', 'raw', '-', stdin=mail).raw == IMAGE


def test_blank_at_the_end_of_a_wrapped_line(guclog):
    """A capture in wrapped JSON is read even if the blanks at the ends of the lines are missing,
    because mail programs remove them."""
    text = text_of(decorate.journal_json)
    for width in range(80, 100):
        rows = (row.rstrip(' ') for row in wrapped(width)(text).splitlines())
        expect.made(guclog.convert('\n'.join(rows) + '\n'), WANT)


def test_records_without_a_text(guclog):
    """A record that is not valid JSON, or in which MESSAGE is not a string, is skipped, and the
    capture in the other records is read."""
    rows = text_of(decorate.journal_json).splitlines(keepends=True)
    rows[5:5] = ['{"MESSAGE":"Capture 1.5: \n', '{"MESSAGE":nothing}\n', '{{{"a":1}\n',
                 '{"MESSAGE":{"Capture 1.6: ":[]}}\n', '{"MESSAGE":7,"x":"Capture 1.7: "}\n']
    run = guclog('convert', '--to', 'raw', '-', stdin=''.join(rows))
    assert run.raw == IMAGE


def test_damaged_never_crash(guclog, rounds):
    pick = random.Random(3)
    for way in WAYS:
        data = bytearray(text_of(way).encode())
        for _ in range(rounds(8)):
            for _ in range(20):
                data[pick.randrange(len(data))] = pick.choice(b'"{}[]\\,z\n')
            assert guclog('info', '-', stdin=bytes(data), rc=None).rc in (0, 1, 2)


@pytest.mark.parametrize('way', (decorate.journal_json, decorate.dmesg_json),
                         ids=lambda way: way.__name__)
def test_memory(guclog_path, small_peak, way):
    """The peak memory of guclog does not grow with the number of JSON records: for 64 MiB of
    records, it is at most 4 MiB (SLACK) higher than for a small log."""
    lines = way(list(decorate.OTHERS) * 400)
    head, body, tail = lines[:3], lines[3:-3], lines[-3:]
    piece = ('\n'.join([*body, '      },{' if way is decorate.dmesg_json else '']) +
             '\n').encode()
    pieces = [('\n'.join(head) + '\n').encode(), *[piece] * (64 * MIB // len(piece)),
              '\n'.join(tail).encode()]
    rc, peak = measure(guclog_path, pieces, 'info', '-')
    assert rc == 2
    assert peak <= small_peak + SLACK


def test_long_record(guclog_path, small_peak):
    """guclog does not keep a long field of a record in memory: for a field of 64 MiB, such as a
    core dump, its peak memory is at most 4 MiB (SLACK) higher than for a small log."""
    pieces = [b'{"MESSAGE":"a","COREDUMP":"', *[b'A' * MIB] * 64, b'"}\n',
              text_of(decorate.journal_json).encode()]
    rc, peak = measure(guclog_path, pieces, 'check', '-')
    assert rc == 0
    assert peak <= small_peak + SLACK


def test_dmesg_of_this_machine(guclog, tmp_path):
    """The JSON that dmesg --json of this machine prints is read."""
    (tmp_path / 'log').write_text(decorate.text(decorate.dmesg_raw(PRINTED[:12])))
    made = subprocess.run(['dmesg', '--json', '-F', 'log'], capture_output=True, check=False,
                          cwd=tmp_path)
    if made.returncode:
        pytest.skip('dmesg cannot read a file')
    assert len(json.loads(made.stdout)['dmesg']) == 12
    run = guclog('info', '--json', '-', stdin=made.stdout, rc=1)
    assert run.json['logs'][0]['form'] == 'kernel log capture'


def test_lines_are_the_same():
    assert len(LINES) == len(PRINTED)
