# SPDX-License-Identifier: GPL-2.0-only
"""The plugin in contrib/sos, with which sos collects GuC logs, and a statement in
contrib/README.md."""

import fnmatch
import importlib.util
import re
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

CONTRIB = Path(__file__).resolve().parents[3] / 'contrib'
# Files of the module and of the collector that the plugin of sos must copy. guc_log_stream (STREAM)
# is not one of them, because reading a stream never ends.
FILES = ['/sys/kernel/debug/xe_guclog/0000:03:00.0/info',
         '/sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_lfd',
         '/var/lib/xe-guclog/2026-11-21T12:00:00.250Z-0000:03:00.0-0/metadata.json',
         '/var/lib/xe-guclog/2026-11-21T12:00:00.250Z-0000:03:00.0-0/guc_log.gt0.lfd.zst',
         '/var/lib/xe-guclog/2026-11-21T12:00:00.250Z-0000:03:00.0-0/devcoredump.txt.zst']
STREAM = '/sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_stream'


class Plugin:
    """Replaces the base class of plugins in sos. It stores which files and commands a plugin
    requests."""

    def __init__(self):
        self.copied, self.commands, self.forbidden = [], [], []

    def add_copy_spec(self, specs, sizelimit=None):
        self.copied += specs

    def add_cmd_output(self, commands):
        self.commands += commands

    def add_forbidden_path(self, path):
        self.forbidden.append(path)


@pytest.fixture
def plugin(monkeypatch):
    """The plugin in contrib/sos, after it has requested its files and commands."""
    plugins = types.ModuleType('sos.report.plugins')
    plugins.Plugin = Plugin
    plugins.IndependentPlugin = type('IndependentPlugin', (), {})
    for name, module in (('sos', types.ModuleType('sos')),
                         ('sos.report', types.ModuleType('sos.report')),
                         ('sos.report.plugins', plugins)):
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location('xe_guclog', CONTRIB / 'sos/xe_guclog.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.XeGuclog()
    made.setup()
    return made


@pytest.mark.parametrize('file', FILES)
def test_sos_copies(plugin, file):
    assert any(fnmatch.fnmatch(file, spec) for spec in plugin.copied)


def test_sos_does_not_copy_streams(plugin):
    assert not any(fnmatch.fnmatch(STREAM, spec) for spec in plugin.copied)
    assert any(fnmatch.fnmatch(STREAM, path) for path in plugin.forbidden)


def test_commands_of_sos_are_understood(plugin, guclog):
    for command in plugin.commands:
        words = command.split()
        assert words[0] == 'guclog'
        if words[1] == 'incidents':
            words[1:] = [words[1], '--store', 'store', *words[2:]]
            Path('store').mkdir(exist_ok=True)
        run = guclog(*words[1:], rc=None)
        assert 'Try ' not in run.err and 'no verb' not in run.err


def test_documents_agree_which_kernel_dumps_the_log():
    """README.md and contrib/README.md name the same kernel, Linux 6.13, as the first one whose
    devcoredump has the GuC log."""
    found = {}
    for name in ('README.md', 'contrib/README.md'):
        text = (CONTRIB.parent / name).read_text().replace('\n', ' ')
        found[name] = [version for version in re.findall(
            r'[Ll]inux +(\d+\.\d+) and later[^.|]*contains? the GuC log|'
            r'contain the log on Linux +(\d+\.\d+)', text)]
    versions = {''.join(v) for list_ in found.values() for v in list_}
    assert all(found.values()) and versions == {'6.13'}, found


@pytest.mark.skipif(not shutil.which('sos'), reason='sos is not installed')
def test_sos_takes_the_plugin(tmp_path):
    """The sos that is installed on this machine lists the plugin."""
    package = Path(subprocess.run(
        [sys.executable, '-c', 'import sos; print(sos.__path__[0])'],
        capture_output=True, text=True, check=True).stdout.strip())
    shutil.copytree(package, tmp_path / 'sos')
    shutil.copy(CONTRIB / 'sos/xe_guclog.py', tmp_path / 'sos/report/plugins')
    done = subprocess.run(
        [shutil.which('sos'), 'report', '--list-plugins'], capture_output=True, text=True,
        env={'PYTHONPATH': str(tmp_path), 'PATH': '/usr/sbin:/usr/bin:/sbin:/bin'},
        check=False)
    assert 'xe_guclog' in done.stdout and 'GuC logs of Intel GPUs' in done.stdout, done.stderr
