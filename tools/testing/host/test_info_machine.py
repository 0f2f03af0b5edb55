# SPDX-License-Identifier: GPL-2.0-only
"""guclog info without a file, which lists the logs of this machine."""

import json
import os
import subprocess

import pytest


@pytest.fixture
def machine(tmp_path):
    """Generate a sysfs and a store of guclog collect, with one log of each kind. Return a dict from
    the kind to the path."""
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
    return guclog('info', '--sys', 'sys', '--store', 'store', **more)


def test_every_place(guclog, machine):
    rows = find(guclog).out.splitlines()
    for what, name in machine.items():
        assert f'{what:16}  {name}' in rows


def test_json(guclog, machine):
    said = guclog('info', '--json', '--sys', 'sys', '--store', 'store').json
    assert {log['what']: log['path'] for log in said['logs']} == machine
    assert guclog('info', '--json', '--sys', 'no', '--store', 'no', rc=1).json == {'logs': []}


def test_folder_of_a_tile(guclog, tmp_path):
    """debugfs has a folder for each GT in the folder of its tile, and can also have a link to it.
    info lists the log of each GT once."""
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
    """i915's file for the error state always exists. info lists it only if it has an error
    state."""
    path = tmp_path / 'sys/class/drm/card0/error'
    path.parent.mkdir(parents=True)
    for text in 'No error state collected\n', 'no error state collected\n':
        path.write_text(text)
        assert not find(guclog, rc=1).out


# Root may read every file. With this prefix, a command that root runs obeys the permissions of
# files.
NO_OVERRIDE = ('setpriv', '--bounding-set=-dac_override,-dac_read_search',
               '--inh-caps=-dac_override,-dac_read_search') if os.geteuid() == 0 else ()


def find_denied(guclog, *args):
    return subprocess.run([*NO_OVERRIDE, guclog.path, 'info', '--sys', 'sys', '--store', 'store',
                           *args], check=False, text=True, capture_output=True)


def test_log_that_cannot_be_read(guclog, tmp_path):
    """info also lists a log that it cannot read, with the reason."""
    dump = tmp_path / 'sys/class/devcoredump/devcd1/data'
    dump.parent.mkdir(parents=True)
    dump.touch(mode=0o000)
    (tmp_path / 'sys/kernel/debug').mkdir(parents=True, mode=0o000)
    (tmp_path / 'sys/kernel/debug').chmod(0o000)
    run = find_denied(guclog)
    assert run.returncode == 1 and 'no log' not in run.stderr
    assert run.stdout == ('devcoredump       sys/class/devcoredump/devcd1/data  '
                          '(Permission denied)\n')
    assert run.stderr.splitlines() == [
        'guclog: sys/kernel/debug: Permission denied: logs in it are not listed',
        'guclog: root can read more files']
    assert json.loads(find_denied(guclog, '--json').stdout) == {'logs': [
        {'what': 'devcoredump', 'path': 'sys/class/devcoredump/devcd1/data',
         'error': 'Permission denied'}]}
    (tmp_path / 'sys/kernel/debug').chmod(0o700)
    dump.chmod(0o400)
    assert find_denied(guclog).returncode == 0


def test_nothing(guclog):
    run = find(guclog, rc=1)
    assert run.err.startswith('guclog: no log on this machine') and not run.out


def test_name_with_an_escape_sequence(guclog, tmp_path):
    path = tmp_path / 'store/\x1b[31m/metadata.json'
    path.parent.mkdir(parents=True)
    path.write_text('{}')
    assert 'store/\\x1b[31m/metadata.json' in find(guclog).out
