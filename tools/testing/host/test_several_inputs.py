# SPDX-License-Identifier: GPL-2.0-only
"""Tests verbs of guclog with several inputs, and with inputs whose logs have no events."""

import pytest
from inputs import MACHINE, MAIN, MEDIA, held, small
from reference import forms, image, ring
from tool import save

BUSY = small()
IDLE = image.standard(ring.ring(4096, 0, 'idle'), (4096, 4096), 'idle').build()


def test_info_of_several(guclog):
    """info with several inputs prints the same as for each input alone. Its exit status is the
    highest one of these inputs."""
    save('a', forms.debugfs(held(BUSY)))
    save('b', forms.devcoredump(MACHINE, held(BUSY), held(BUSY, MEDIA)))
    run = guclog('info', 'a', 'b')
    one, two = guclog('info', 'a').out, guclog('info', 'b').out
    assert run.out == one + '\n' + two
    logs = guclog('info', '--json', 'a', 'b').json['logs']
    assert [log['file'] for log in logs] == ['a', 'b', 'b']
    run = guclog('info', 'a', 'gone', 'b', rc=2)
    assert run.out == one + '\n' + two and 'gone: No such file' in run.err
    assert len(guclog('info', '--json', 'gone', 'a', rc=2).json['logs']) == 1
    assert not guclog('info', '--json', 'gone', rc=2).raw


def test_info_of_several_with_one_without_a_log(guclog):
    """If one of several inputs is a devcoredump without a GuC log, such as Linux 6.12 makes, info
    states this, and prints a line "next" with advice."""
    bare = forms.devcoredump(MACHINE)
    save('bare', bare)
    save('a', forms.debugfs(held(BUSY)))
    run = guclog('info', 'bare', 'a', 'bare', rc=1)
    assert run.out.count('bare: Xe devcoredump without a GuC log\n  next ') == 2
    found = guclog('info', '--json', 'bare', 'a', 'bare', rc=1).json
    assert found['dumps_without_log'] == ['bare', 'bare'] and len(found['logs']) == 1


@pytest.fixture
def folder(tmp_path):
    (tmp_path / 'dir').mkdir()
    save(tmp_path / 'dir/dump', forms.devcoredump(MACHINE, held(BUSY), held(IDLE, MEDIA)))
    save(tmp_path / 'dir/idle', forms.debugfs(held(IDLE, MAIN)))


@pytest.mark.parametrize('verb', ('decode', 'decode --json', 'info --counts',
                                  'info --counts --json',
                                  'decode --to csv', 'decode --contexts'))
def test_idle_gt_is_not_a_fault(guclog, folder, verb):
    """For each log without events, a message is printed, but the exit status does not change,
    because this is not a fault: the GuC of an idle media GT writes no events."""
    run = guclog(*verb.split(), 'dir', rc=None)
    assert run.err.count(': no events\n') == 2
    busy = guclog(*verb.split(), 'dir', '--gt', '0', rc=None)
    assert run.rc == busy.rc
    assert run.rc == 0 or verb == 'decode --contexts'


def test_damaged_log_without_events_is_a_fault(guclog):
    """If a log is truncated and no events are in the rest, the exit status is 1, because it is
    unknown whether the missing part had events."""
    text = forms.debugfs(held(IDLE))
    save('cut', text[:text.index('[LOG].data: ') + 500])
    run = guclog('decode', 'cut', rc=1)
    assert 'no events' in run.err or run.out


def test_explain_without_events(guclog):
    """explain states that a log has no events. As in info, this is not a fault if the log is whole."""
    text = forms.debugfs(held(IDLE))
    for verb in 'explain', 'info':
        guclog(verb, '-', stdin=text, rc=0)
    assert guclog('explain', '-', stdin=text).out.startswith(
        'No verdict: the log has no events.\n')
    assert guclog('contribute', '-', stdin=text, rc=1).err.endswith(': has no events\n')
    cut = IDLE[:len(IDLE) // 2]
    for verb in 'explain', 'info':
        guclog(verb, '-', stdin=cut, rc=1)
