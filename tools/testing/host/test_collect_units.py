# SPDX-License-Identifier: GPL-2.0-only
"""The systemd units, the udev rules and the configuration of the collector in contrib/."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

CONTRIB = Path(__file__).resolve().parents[3] / 'contrib'
TEMPLATES = ['xe-guclog-collect@.service', 'xe-guclog-wedged@.service']
STARTED = [*TEMPLATES, 'xe-guclog-prepare.service']
UNITS = [*STARTED, 'xe-guclog-watch.service']


def verify(path):
    done = subprocess.run(['systemd-analyze', 'verify', '--man=no', path],
                          capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture
def unit(tmp_path, guclog_path):
    """A function that copies a systemd unit, with the path of the tested command instead of
    /usr/bin/guclog, which is not installed on this machine. It returns the path of the copy."""
    def make(name, change=lambda text: text):
        text = (CONTRIB / 'collect' / name).read_text()
        path = tmp_path / name.replace('@', '@devcd1')
        path.write_text(change(text.replace('/usr/bin/guclog', str(guclog_path))))
        return path
    return make


@pytest.mark.parametrize('name', UNITS)
def test_unit_is_valid(unit, name):
    assert verify(unit(name)) == ''


def test_wrong_unit_is_noticed(unit):
    assert verify(unit(UNITS[0], lambda t: t.replace('Type=oneshot', 'Type=twoshot')))


def test_units_differ_in_their_command_only():
    texts = [(CONTRIB / 'collect' / name).read_text().splitlines() for name in TEMPLATES]
    settings = [{line for line in text
                 if not re.match('(#|Description|ExecStart|Condition)', line)}
                for text in texts]
    assert settings[0] == settings[1]


@pytest.mark.parametrize('name', UNITS)
def test_paths_that_a_unit_writes_to(name):
    """ProtectKernelTunables= makes some paths read-only, also if ReadWritePaths= lists them. So
    ReadWritePaths= of a unit must not have one of these paths, or the collector could not write to
    tracefs."""
    text = (CONTRIB / 'collect' / name).read_text()
    paths = re.search('^ReadWritePaths=(.*)$', text, re.M)[1].replace('-/', '/').split()
    assert 'ProtectKernelTunables=yes' in text and '/sys/kernel/tracing/instances' in paths
    assert not {'/sys', '/sys/kernel/debug', '/sys/kernel/tracing', '/proc/sys'} & set(paths)


@pytest.mark.parametrize('name', UNITS)
def test_exposure_of_the_unit(unit, name):
    """systemd rates the exposure of the unit as at most 1.3 (of 10). It cannot be 0: the unit runs
    as root, uses the host's files, reads data about processes, and writes to the journal through a
    socket."""
    done = subprocess.run(['systemd-analyze', 'security', '--offline=yes', '--no-pager',
                           unit(name)], capture_output=True, text=True, check=False)
    exposure = re.search(r'exposure level for .*: ([0-9.]+)', done.stdout)
    if not exposure:
        pytest.skip('this systemd-analyze does not read units that are not installed')
    assert float(exposure[1]) <= 1.3, done.stdout


@pytest.mark.parametrize('name', UNITS)
def test_command_of_the_unit_is_understood(guclog, name):
    text = (CONTRIB / 'collect' / name).read_text()
    for command in re.findall('^Exec.*=-?/usr/bin/guclog (.*)$', text, re.M):
        words = command.replace('$XE_GUCLOG_OPTIONS', '--keep 32 --max-bytes 1G').replace(
            '$XE_GUCLOG_STALL', '10').split()
        usage = guclog(words[0], '--help').out
        for word in words[1:]:
            assert not word.startswith('--') or word in usage


@pytest.mark.parametrize('name', [name for name in UNITS if 'prepare' not in name])
def test_recorder_goes_on_after_the_unit(name):
    """When a collector has ended in any way, also by SIGKILL, its unit runs collect --prepare,
    which starts the recorder again if the collector had stopped it."""
    text = (CONTRIB / 'collect' / name).read_text()
    assert '\nExecStopPost=-/usr/bin/guclog collect $XE_GUCLOG_OPTIONS --prepare\n' in text


def test_rules_start_units_that_exist():
    rules = (CONTRIB / 'collect/60-xe-guclog-collect.rules').read_text()
    started = set(re.findall(r'xe-guclog-\w+@?(?=[%.]\S*service)', rules))
    assert started == {name.split('.')[0] for name in STARTED}


@pytest.mark.parametrize('action', ['remove', 'purge', 'upgrade'])
def test_removal_of_the_package(tmp_path, action):
    """The removal of the package removes the tracefs instances of the recorder. A purge also
    removes the store of incidents. An upgrade removes nothing."""
    for name in 'rm', 'rmdir':
        (tmp_path / name).write_text(f'#!/bin/sh\necho {name} $*; exit 1\n')
        (tmp_path / name).chmod(0o755)
    script = CONTRIB.parent / 'debian/xe-guclog-collect.postrm'
    out = subprocess.run(['/bin/sh', script, action], env={'PATH': str(tmp_path)},
                         capture_output=True, text=True, check=False).stdout.splitlines()
    instances = '/sys/kernel/tracing/instances/xe_guclog'
    gone = [f'rmdir {instances} {instances}_queues']
    assert out == {'remove': gone, 'purge': [*gone, 'rm -rf /var/lib/xe-guclog'],
                   'upgrade': []}[action]


def test_watch_is_off_unless_somebody_enables_it():
    """Neither a package nor a udev rule enables or starts the unit xe-guclog-watch. This needs the
    option --no-enable, because debhelper enables every unit that has an [Install] section."""
    rules = (CONTRIB.parent / 'debian/rules').read_text()
    assert re.findall(r'dh_installsystemd .*', rules) == ['dh_installsystemd --no-enable']
    assert 'WantedBy=multi-user.target' in (CONTRIB / 'collect' / UNITS[-1]).read_text()
    assert 'xe-guclog-watch' not in (CONTRIB / 'collect/60-xe-guclog-collect.rules').read_text()


@pytest.mark.skipif(not shutil.which('modprobe'), reason='no modprobe')
def test_modprobe_example(tmp_path):
    shutil.copy(CONTRIB / 'xe-guclog.modprobe.conf', tmp_path / 'xe-guclog.conf')
    done = subprocess.run(['modprobe', '-C', tmp_path, '-c'], check=True,
                          capture_output=True, text=True)
    assert 'softdep xe post: xe_guclog' in done.stdout.splitlines()
