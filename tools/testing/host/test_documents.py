# SPDX-License-Identifier: GPL-2.0-only
"""Statements in README.md and Documentation/ that can be compared with the sources."""

import re
import shlex
import subprocess
from itertools import chain

import pytest
from conftest import TOP

DOCUMENTS = [TOP / 'README.md', *sorted((TOP / 'Documentation').glob('*.rst'))]
README = DOCUMENTS[0].read_text('utf-8')
TESTING = (TOP / 'Documentation/testing.rst').read_text('utf-8')
MODULE = TOP / 'drivers/xe_guclog'
ABI = TOP / 'Documentation/ABI/testing'
FOLDERS = 'Documentation|contrib|data|debian|drivers|include|scripts|tools'
PATH = re.compile(rf'(?<![\w/.-])((?:{FOLDERS})/[\w./<>*-]*[\w*/])')


def sources(folder, *globs):
    """Return the text of all files in a folder that match one of the patterns."""
    return '\n'.join(path.read_text('utf-8') for path in
                     chain.from_iterable(sorted(folder.glob(each)) for each in globs))


@pytest.fixture(scope='module')
def checks():
    """A dict from the name of each check of scripts/check.sh to its tier and its command."""
    done = subprocess.run([TOP / 'scripts/check.sh', '--list'], check=True,
                          capture_output=True, text=True)
    rows = (line.split(None, 2) for line in done.stdout.splitlines())
    return {name: (tier, command) for tier, name, command in rows}


@pytest.mark.parametrize('document', DOCUMENTS, ids=lambda path: path.name)
def test_named_files_exist(document):
    """Each path in a document, such as scripts/check.sh, exists in the project. Paths below
    drivers/gpu are files of Linux and are not checked."""
    names = {name for name in PATH.findall(document.read_text('utf-8'))
             if not name.startswith('drivers/gpu') and '<' not in name}
    missing = [name for name in sorted(names) if not any(TOP.glob(name.rstrip('/')))]
    assert missing == []


def literals(document):
    """Return the texts between backquotes, and the indented lines of a document."""
    text = document.read_text('utf-8')
    return re.findall(r'`{1,2}([^`\n]+)`{1,2}', text) + [
        line.strip() for line in text.splitlines() if line.startswith(('    ', '\t'))]


def test_trusted_rows_have_tests():
    """Each row of the page about what is trusted names tests that exist."""
    text = (TOP / 'Documentation/trust.rst').read_text()
    rows = re.split(r'(?m)^   \* - ', text)[1:]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r'``(test_\w+\.py)(?:::(\w+))?``|``(tools/[\w/.]+)``', row)
        assert named or '- tests' in row, row
        for file, test, path in named:
            assert not path or (TOP / path).exists(), path
            assert path or f'def {test or "test_"}' in (
                TOP / 'tools/testing/host' / file).read_text(), row


@pytest.mark.parametrize('document', DOCUMENTS, ids=lambda path: path.name)
def test_named_programs_and_sources_exist(document):
    """If a document names a file without its folder, the project has a file of this name."""
    known = {path.rsplit('/', 1)[-1] for path in subprocess.run(
        ['git', 'ls-files'], cwd=TOP, check=True, capture_output=True,
        text=True).stdout.splitlines()}
    names = {name for text in literals(document)
             for name in re.findall(r'(?<![\w/.*{-])(\w[\w-]*\.(?:c|h|py|sh|js|patch|check))\b(?!/)',
                                    text)}
    elsewhere = {'program.c', 'NAME.check'}
    assert sorted(names - known - elsewhere) == []


@pytest.mark.parametrize('document', DOCUMENTS, ids=lambda path: path.name)
def test_named_targets_exist(document):
    """If a document has "make TARGET" or "make -C FOLDER TARGET", the Makefile has this target."""
    for text in literals(document):
        match = re.match(r'make (?:-C (\S+) )?([a-z][a-z-]+)\b(?!=)', text)
        if match:
            rules = (TOP / (match[1] or '.') / 'Makefile').read_text('utf-8')
            assert re.search(rf'^(?:[\w-]+ )*{match[2]}(?: [\w-]+)*:', rules, re.M), text


@pytest.mark.parametrize('document', DOCUMENTS, ids=lambda path: path.name)
def test_named_verbs_and_options_exist(guclog, document):
    """If a document has "guclog VERB --OPTION", the help of the verb has this option."""
    for text in literals(document):
        match = re.match(r'(?:[$#] )?guclog ([a-z]+)\b(.*)', text)
        if not match or match[1] in ('help', 'the'):
            continue
        offered = guclog(match[1], '--help').out
        for option in re.findall(r'(?<!\S)\[?(--[a-z-]+)', match[2].split(' #')[0]):
            assert re.search(rf'{option}\b', offered), text


def test_debugfs_entries():
    """The ABI document describes each debugfs file of the module. The README describes each one
    except xe_layout."""
    names = set(re.findall(r'(?:\.name = |XGL_(?:STREAM|LAST)_NAME\t)"(\w[\w.]*)"',
                           sources(MODULE, 'xgl_files.c', 'xgl_last.h', 'xgl_stream.h', 'xgl_xe_layout.c')))
    assert 'guc_log_lfd' in names and len(names) >= 9
    text = (ABI / 'debugfs-xe-guclog').read_text('utf-8')
    described = set()
    for line in re.findall(r'^(?:What:)?\t+(/sys/kernel/debug/\S+)$', text, re.M):
        described.add(line.rsplit('/', 1)[1])
    assert {name for name in described if name} == names
    assert all(f'`{name}`' in README or f'/{name}`' in README
               for name in names - {'xe_layout'})


def test_configfs_entries():
    """The ABI document describes each attribute of the module in configfs: those of a replay
    device, and those in the folder of the module."""
    text = (ABI / 'configfs-xe-guclog').read_text('utf-8')
    code = sources(MODULE, 'xgl_replay_*.c', 'xgl_configfs.c')
    names = set(re.findall(r'\.ca_name = "(\w+)"', code))
    names |= set(re.findall(r'CONFIGFS_ATTR(?:_WO|_RO)?\(\w+, (\w+)\)', code))
    assert 'image' in names and 'capture' in names
    assert [name for name in sorted(names) if f'/{name}\n' not in text] == []


def test_verbs(guclog):
    """The table in the README has exactly the verbs in the command's help."""
    offered = set(re.findall(r'^  (\w+) ', guclog('--help').out, re.M)) - {'help'}
    assert set(re.findall(r'^\| `guclog (\w+)', README, re.M)) == offered


def test_exit_status():
    """base/status.h, the README and the manual agree about the exit statuses: 0 means fine, 1
    faults, 2 a failure."""
    header = sources(TOP / 'tools/guclog', 'base/status.h')
    assert re.findall(r'CMD_(\w+) = (\d)', header) == [
        ('FINE', '0'), ('FAULTS', '1'), ('FAILED', '2')]
    assert re.search(r'Exit status: 0 fine, 1 faults\b.*, 2 ', README)
    manual = sources(TOP / 'tools/guclog', 'guclog.1').partition('.Sh EXIT STATUS')[2]
    assert re.findall(r'^\.It (\d)$', manual, re.M)[:3] == ['0', '1', '2']


def test_checks_are_named(checks):
    """testing.rst has a row for each check that "make check" runs, and has no row for a check that
    does not exist."""
    named = set(re.findall(r'^   \* - ``([\w-]+)``$', TESTING, re.M))
    assert {name for name, (tier, _) in checks.items() if tier != 'deep'} <= named
    assert named <= set(checks)


def test_kernels_in_every_check(checks):
    """The README says of some kernels: "run in every check". "make check" boots each of these."""
    row = re.search(r'^(.*) run in every check', README, re.M)[1]
    booted = {words[2] for tier, command in checks.values()
              if tier != 'deep' and (words := command.split())[0].endswith('gpu/run.sh')}
    for version in re.findall(r'\b(\d\.\d+)\b', row):
        assert any(kernel.startswith(version) for kernel in booted), version


def test_scenarios_of_the_emulated_gpu():
    """emulated-gpu.rst describes each test scenario of the emulated GPU."""
    text = (TOP / 'Documentation/emulated-gpu.rst').read_text()
    names = {path.stem for path in (TOP / 'tools/testing/gpu/scenarios').glob('*.sh')}
    assert {name for name in names if f'``{name}``' not in text} == {
        'lib', 'hang-lib', 'live-lib', 'clients-lib', 'hardware-lib', 'faults-lib'}


def test_scenarios_of_the_matrix(checks):
    """matrix.sh runs combinations of platform, kernel and scenario. Each of its scenarios is run by
    a check."""
    matrix = 'tools/testing/gpu/matrix.sh'
    rows = subprocess.run([TOP / matrix, '--list'], check=True, capture_output=True,
                          text=True).stdout.splitlines()
    patterns = [shlex.split(command)[1] for _, command in checks.values()
                if command.startswith(matrix)]
    run = {row.split()[2] for row in rows if any(re.search(x, row) for x in patterns)}
    assert run == {row.split()[2] for row in rows}


ARCHITECTURE = (TOP / 'Documentation/architecture.rst').read_text('utf-8')


def rows(folder):
    """Return the first column of the tables in the section of architecture.rst about a folder."""
    section = re.search(rf'^``{re.escape(folder)}``\n(.*?)(?=^``|^Decisions)', ARCHITECTURE,
                        re.M | re.S)[1]
    return re.findall(r'^        ([\w/]\S*)  +\S', section, re.M)


@pytest.mark.parametrize('folder', ('drivers/xe_guclog/core/', 'drivers/xe_guclog/layout/',
                                    'drivers/xe_guclog/', 'tools/guclog/base/', 'tools/guclog/'))
def test_architecture(folder):
    """architecture.rst has a table for each of these folders, with a row for each source file or
    subfolder. Each row names an existing file or folder."""
    named = rows(folder)
    assert len(named) >= 5
    for name in named:
        found = list((TOP / folder).glob(name.rstrip('/')))
        assert found or list((TOP / folder).glob(f'**/{name}')), name
    if folder == 'tools/guclog/':
        wanted = {path.name + '/' for path in (TOP / folder).iterdir() if path.is_dir()}
        wanted -= {'python/', 'examples/', '__pycache__/'}
        assert wanted <= set(named)
        return
    patterns = [re.sub(r'\[ch\]$', '[ch]', name) for name in named]
    for path in (TOP / folder).glob('*.[ch]'):
        assert any(path.match(each) for each in patterns), path.name


@pytest.mark.parametrize('header', sorted((TOP / 'tools/guclog').glob('guclog*.h')),
                         ids=lambda path: path.name)
def test_reference(header):
    """For each header of the library, libguclog.rst names exactly the structures and functions that
    have a comment in the header."""
    text = (TOP / 'Documentation/libguclog.rst').read_text('utf-8')
    named = ' '.join(re.findall(rf'{header.name}\n   :identifiers: (.*)', text)).split()
    documented = re.findall(r'^/\*\*\n \* (?:\w+ )?(guclog_\w+)(?:\(\))? - ',
                      header.read_text('utf-8'), re.M)
    assert len(documented) > 10 and sorted(named) == sorted(documented)


def test_folders_of_the_tests():
    """testing.rst has a section for each folder of tools/testing."""
    for folder in (TOP / 'tools/testing').iterdir():
        assert not folder.is_dir() or f'``{folder.name}/``' in TESTING, folder.name


def test_statements_of_the_fleet():
    """fleet_test.js runs the SQL statements of fleet.rst. It finds each one by the comment above
    it. Because only make check-deep runs fleet_test.js, this test compares the comments in both
    files."""
    page = (TOP / 'Documentation/fleet.rst').read_text('utf-8')
    program = (TOP / 'tools/testing/host/duckdb/fleet_test.js').read_text('utf-8')
    named = re.findall(r'^    -- (.+)', page, re.M)
    assert named == re.findall(r"^(?:\t|checks\[)'([^']+)'(?:: |\] = )", program, re.M)
