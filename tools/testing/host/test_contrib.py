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
INCIDENT = '2026-11-21T12:00:00.250Z-0000:03:00.0-0'
# Files of the module that the plugin of sos always copies, and files with names of processes or
# memory contents, which it copies only with its option "unredacted". guc_log_stream (STREAM) is
# never copied, because reading a stream never ends.
FILES = ['/sys/kernel/debug/xe_guclog/0000:03:00.0/info',
         '/sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_state']
PRIVATE = ['/sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_lfd',
           f'/var/lib/xe-guclog/{INCIDENT}/metadata.json',
           f'/var/lib/xe-guclog/{INCIDENT}/guc_log.gt0.lfd.zst',
           f'/var/lib/xe-guclog/{INCIDENT}/devcoredump.txt.zst']
STREAM = '/sys/kernel/debug/xe_guclog/0000:03:00.0/gt0/guc_log_stream'


class Plugin:
    """Replaces the base class of plugins in sos. It stores which files and commands a plugin
    requests."""

    options = {}

    def __init__(self):
        self.copied, self.commands, self.forbidden = [], [], []

    def get_option(self, name):
        assert name in [option.name for option in self.option_list]
        return self.options.get(name, False)

    def add_copy_spec(self, specs, sizelimit=None):
        self.copied += specs

    def add_cmd_output(self, commands, binary=False, suggest_filename=None):
        assert binary == bool(suggest_filename)
        self.commands += [commands] if isinstance(commands, str) else commands

    def add_forbidden_path(self, path):
        self.forbidden.append(path)


class PluginOpt:
    """Replaces the class of an option of a plugin in sos."""

    def __init__(self, name, default=None, desc=''):
        self.name, self.default, self.desc = name, default, desc


@pytest.fixture
def module(monkeypatch, tmp_path):
    """The plugin's module. The folders of the module xe_guclog and of the incidents are in
    tmp_path: one GPU with one log, and one incident."""
    plugins = types.ModuleType('sos.report.plugins')
    plugins.Plugin, plugins.PluginOpt = Plugin, PluginOpt
    plugins.IndependentPlugin = type('IndependentPlugin', (), {})
    for name, made in (('sos', types.ModuleType('sos')),
                       ('sos.report', types.ModuleType('sos.report')),
                       ('sos.report.plugins', plugins)):
        monkeypatch.setitem(sys.modules, name, made)
    spec = importlib.util.spec_from_file_location('xe_guclog', CONTRIB / 'sos/xe_guclog.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.STORE, module.DEBUG = str(tmp_path / 'store'), str(tmp_path / 'debug')
    for file in f'store/{INCIDENT}/metadata.json', 'debug/0000:03:00.0/gt0/guc_log_lfd':
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text('{}')
    return module


def requests(module, monkeypatch, **options):
    """Return the plugin after it has requested its files and commands."""
    monkeypatch.setattr(Plugin, 'options', options)
    made = module.XeGuclog()
    made.setup()
    return made


def copies(module, plugin, file):
    file = file.replace('/var/lib/xe-guclog', module.STORE)
    file = file.replace('/sys/kernel/debug/xe_guclog', module.DEBUG)
    return any(fnmatch.fnmatch(file, spec) for spec in plugin.copied)


@pytest.mark.parametrize('unredacted', (False, True))
def test_sos_copies(module, monkeypatch, unredacted):
    plugin = requests(module, monkeypatch, unredacted=unredacted)
    assert all(copies(module, plugin, file) for file in FILES)
    assert [copies(module, plugin, file) for file in PRIVATE] == [unredacted] * len(PRIVATE)


def test_sos_does_not_copy_streams(module, monkeypatch):
    for unredacted in False, True:
        plugin = requests(module, monkeypatch, unredacted=unredacted)
        assert not copies(module, plugin, STREAM)
        stream = STREAM.replace('/sys/kernel/debug/xe_guclog', module.DEBUG)
        assert any(fnmatch.fnmatch(stream, path) for path in plugin.forbidden)


def test_sos_exports_redacted_incidents(module, monkeypatch):
    commands = requests(module, monkeypatch).commands
    made = [c for c in commands if INCIDENT in c or 'guc_log_lfd' in c]
    assert len(made) == 2 and all('--redact' in c for c in made)
    assert not [c for c in commands if 'incidents' in c and '--redact' not in c]


@pytest.mark.parametrize('unredacted', (False, True))
def test_commands_of_sos_are_understood(module, monkeypatch, guclog, unredacted):
    for command in requests(module, monkeypatch, unredacted=unredacted).commands:
        words = command.split()
        assert words[0] == 'guclog'
        if words[1] == 'incidents':
            words[1:] = [words[1], '--store', 'store', *words[2:]]
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
