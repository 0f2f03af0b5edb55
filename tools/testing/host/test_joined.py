# SPDX-License-Identifier: GPL-2.0-only
"""Tests that guclog reads each dump in a file in which "cat" has joined several devcoredumps, in
the second half of a devcoredump, and in a kernel log with two devcoredumps."""

import re

import inputs
import pytest
from inputs import MACHINE, held
from reference import decorate, forms
from test_forwarded import DUMP
from tool import save

OTHER = (DUMP.replace(b'clpeak', b'blender').replace(b'2711', b'3822')
         .replace(b'6.16.3-2-test', b'6.17.1-other'))
CT = DUMP.index(b'**** GuC CT')


def test_both_are_explained(guclog):
    save('one', DUMP)
    save('two', OTHER)
    save('in', DUMP + OTHER)
    both = guclog('explain', 'in').out
    apart = [guclog('explain', name).out for name in ('one', 'two')]
    titles = re.findall(r'^in: GT 0, dump .*', both, flags=re.M)
    second = DUMP.count(b'\n') + 1
    assert titles == ['in: GT 0, dump 1 (line 1)', f'in: GT 0, dump 2 (line {second})']
    assert [part for part in re.split(r'^in: GT 0, dump .*\n', both, flags=re.M) if part] == apart


def test_facts_are_not_mixed(guclog):
    save('in', DUMP + OTHER)
    logs = guclog('info', '--json', 'in').json['logs']
    assert [log['facts']['kernel'] for log in logs] == ['6.16.3-2-test', '6.17.1-other']
    assert all(log['complete'] for log in logs)


def test_both_are_sorted_and_reported(guclog):
    save('in', DUMP + OTHER)
    assert '2 dumps; 0 other' in guclog('triage', 'in').out
    text = guclog('report', '--text', 'in').out
    assert 'clpeak (2711)' in text and 'blender (3822)' in text
    assert 'in, dump 1: GT 0:' in text and 'in, dump 2: GT 0:' in text
    page = guclog('report', '-o', '-', 'in').out
    assert 'clpeak' in page and 'blender' in page and 'dump 2: GT 0' in page
    said = guclog('dump', 'in').out
    assert 'clpeak' in said and 'blender' in said and 'not read' not in said


@pytest.mark.parametrize('cut', [CT - 400, CT - 20000, CT + 2000])
def test_first_one_is_cut(guclog, cut):
    """If the end of the first of two joined dumps is missing, so that the second one begins in the
    last line of the first one, both are read."""
    save('in', DUMP[:cut] + OTHER)
    save('two', OTHER)
    both = guclog('explain', 'in', rc=1).out
    assert both.endswith(guclog('explain', 'two').out)
    logs = guclog('info', '--json', 'in', rc=None).json['logs']
    assert [log['facts']['kernel'] for log in logs] == ['6.16.3-2-test', '6.17.1-other']


@pytest.mark.parametrize('before', range(29))
def test_pieces_divide_the_title(guclog, before):
    """guclog reads a text in pieces of 128 KiB. Two joined dumps are both read if the end of the
    first one is missing, and the title line of the second one begins in one piece and ends in the
    next."""
    cut = DUMP[:CT - 400]
    save('in', b'\n' * ((128 << 10) - len(cut) - before) + cut + OTHER)
    save('two', OTHER)
    one, two = guclog('dump', 'in', rc=None).out.split('\n\n')
    assert 'clpeak' in one and 'characters' not in guclog('info', 'in', rc=None).err
    assert two.splitlines()[1:] == guclog('dump', 'two').out.splitlines()[1:]


@pytest.mark.parametrize('at', [CT, CT - 1000])
def test_second_half(guclog, at):
    """If only the second half of a dump is given, its sections are read, and a message states that
    the beginning is missing."""
    save('in', DUMP[at:])
    run = guclog('dump', 'in', rc=1)
    assert 'the beginning of the devcoredump is missing' in run.out
    # This half must not be taken for a dump of Linux 6.12, which never has a log.
    assert '6.12' not in run.out and 'next       get the whole file' in run.out
    whole = save('whole', DUMP) and guclog('dump', '--messages', 'whole').out.splitlines()
    half = guclog('dump', '--messages', 'in', rc=1).out.splitlines()
    assert len(half) > 20 and half[-5:] == whole[-5:]
    assert 'This part of the dump has no GuC log' in guclog('explain', 'in', rc=1).out


def captured(number, reason):
    """Return the lines of the dump that xe prints into the kernel log if a CT buffer no longer
    works.

    number: the number N in "Capture N.M:", with which each line of the dump begins
    reason: the text at the end of the line "Reason" of the dump
    """
    log = held(inputs.small())
    lines = forms.capture_dead(number, MACHINE, log, ['**** GuC CT ****', 'H2G CTB (all sizes in DW):'])
    return decorate.printk(MACHINE, log.gt, [line.replace('dead - 0x80', reason) for line in lines])


def test_two_dumps_in_one_kernel_log(guclog):
    save('in', decorate.text(decorate.dmesg(
        captured(7, 'dead - 0x80') + list(decorate.OTHERS) + captured(8, 'dead - 0x4'))))
    out = guclog('dump', 'in', rc=None).out
    one, two = out.split('\n\n')
    for part, reason in ((one, '0x80'), (two, '0x4')):
        assert f'CTB is dead - {reason}' in part
        assert 'GuC log    GuC 70.44.1' in part and 'not read' not in part and 'Done' not in part
    logs = guclog('info', '--json', 'in', rc=None).json['logs']
    assert len(logs) == 2


def test_dumps_of_one_moment_in_one_kernel_log(guclog):
    """If xe printed two dumps into the kernel log at the same time, so that their lines are
    interleaved, guclog reads one, and states that the other one is not read."""
    save('in', decorate.text(decorate.dmesg(decorate.interleaved(
        captured(7, 'dead - 0x80'), captured(8, 'dead - 0x4')))))
    out = guclog('dump', 'in', rc=1).out
    assert 'another devcoredump begins here; it is not read' in out
    assert 'CTB is dead - 0x80' in out and 'GuC log    GuC 70.44.1' in out and 'GT 1: media' in out
