# SPDX-License-Identifier: GPL-2.0-only
"""guclog find: the logs of this machine."""

import pytest


@pytest.fixture
def machine(tmp_path):
    """A sysfs and a store with one file of each kind."""
    files = {
        'devcoredump': 'sys/class/devcoredump/devcd1/data',
        'log of xe_guclog': 'sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_lfd',
        'log of xe': 'sys/kernel/debug/dri/0000:03:00.0/gt1/uc/guc_log',
        'log of i915': 'sys/kernel/debug/dri/1/gt0/uc/guc_log_dump',
        'i915 error state': 'sys/class/drm/card1/error',
        'stored incident': 'store/20260101-gpu/metadata.json',
    }
    for name in files.values():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text('x')
    return files


def find(guclog, **more):
    return guclog('find', '--sys', 'sys', '--store', 'store', **more)


def test_every_place(guclog, machine):
    rows = find(guclog).out.splitlines()
    for what, name in machine.items():
        assert f'{what:16}  {name}' in rows


def test_json(guclog, machine):
    said = guclog('find', '--json', '--sys', 'sys', '--store', 'store').json
    assert {log['what']: log['path'] for log in said['logs']} == machine
    assert guclog('find', '--json', '--sys', 'no', '--store', 'no', rc=1).json == {'logs': []}


def test_folder_of_a_tile(guclog, tmp_path):
    """A newer kernel's, once, whether or not the GT is linked beside it."""
    device = tmp_path / 'sys/kernel/debug/dri/0000:03:00.0'
    name = 'uc/guc_log'
    for gt in 'tile0/gt0', 'tile1/gt1':
        (device / gt / name).parent.mkdir(parents=True)
        (device / gt / name).write_text('x')
    (device / 'gt0').symlink_to('tile0/gt0')
    found = [line.split()[-1] for line in find(guclog).out.splitlines() if 'log of xe' in line]
    assert sorted(path.partition('03:00.0/')[2] for path in found) \
        == [f'gt0/{name}', f'tile1/gt1/{name}']


def test_no_error_state(guclog, tmp_path):
    """i915 always has the file."""
    path = tmp_path / 'sys/class/drm/card0/error'
    path.parent.mkdir(parents=True)
    for text in 'No error state collected\n', 'no error state collected\n':
        path.write_text(text)
        assert not find(guclog, rc=1).out


def test_nothing(guclog):
    run = find(guclog, rc=1)
    assert run.err.startswith('guclog: no log on this machine') and not run.out


def test_name_with_an_escape_sequence(guclog, tmp_path):
    path = tmp_path / 'store/\x1b[31m/metadata.json'
    path.parent.mkdir(parents=True)
    path.write_text('{}')
    assert 'store/\\x1b[31m/metadata.json' in find(guclog).out
