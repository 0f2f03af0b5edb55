# SPDX-License-Identifier: GPL-2.0-only
"""Options, hooks and fixtures of pytest for the host tests, which test the command guclog and its
library without a GPU.

Run `/usr/bin/python3 -m pytest tools/testing/host [--guclog PATH] [--ktap]`.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True

import pytest  # noqa: E402

pytest.register_assert_rewrite('tool', 'expect')

from corpus import CASES  # noqa: E402
from corpus.outputs import outputs  # noqa: E402
from tool import Tool  # noqa: E402

pytest_plugins = ['explained', 'ktap', 'limit', 'memory']
TOP = Path(__file__).resolve().parents[3]


def pytest_addoption(parser):
    parser.addoption('--guclog', metavar='PATH', type=Path,
                     default=TOP / 'build/guclog/guclog',
                     help='the tool to test (default: build/guclog/guclog)')
    parser.addoption('--every', metavar='N', type=int, default=1,
                     help='run one in N variants of a test with many variants, and '
                          'look for leaks in one in N runs of the tool')
    parser.addoption('--part', metavar='K/N', default='1/1',
                     help='run only the tests in part K of N parts of the test files')
    parser.addoption('--one-in', metavar='N', type=int, default=1,
                     help='run only one in N tests of each test file')
    parser.addoption('--kernels', metavar='LIST', default='',
                     help='kernels of Debian for test_layout_debian.py: all, newest, '
                          'or such as 6.12,7.3')


def pytest_configure(config):
    Tool.every = config.getoption('every')


def pytest_ignore_collect(collection_path, config):
    """Leave out test_layout_debian.py unless --kernels is given, because it downloads kernels of
    Debian, which are large."""
    if collection_path.name == 'test_layout_debian.py' and not config.getoption('kernels'):
        return True
    return None


def groups(items, key):
    """Return one list for each value of key(item), with the items that have this value."""
    found = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found.values()


def repeats(item):
    """Return a key for a variant of a test. Variants that repeat the same case have the same key:
    they differ only in the parameter "seed", or their test has the mark "sampled"."""
    parameters = item.callspec.params if hasattr(item, 'callspec') else {}
    if item.get_closest_marker('sampled'):
        parameters = {}
    elif 'seed' not in parameters:
        return item.nodeid
    return item.originalname, item.path, str({**parameters, 'seed': None})


def sampled(items, every):
    """Yield a sample of the variants of all tests: every EVERYth of the variants that repeat the
    same case (see repeats()). If more than EVERY variants of a test are left after this, yield only
    every EVERYth of those."""
    kept = [item for group in groups(items, repeats) for item in group[::every]]
    for group in groups(kept, lambda item: item.nodeid.partition('[')[0]):
        yield from group[::every] if len(group) > every else group


def in_part(items, part):
    """Yield the tests in a part of the test files. part: "K/N": every Nth file from the Kth on."""
    k, n = map(int, part.split('/'))
    files = set(sorted({item.path for item in items})[k - 1::n])
    yield from (item for item in items if item.path in files)


@pytest.hookimpl(hookwrapper=True)
def pytest_collection_modifyitems(config, items):
    """Mark the tests that do not run the command guclog with "any_build", because it is enough to
    run them with one build of the command. Mark the tests that measure memory with "plain_build",
    because sanitizers need memory, too. With --every N, keep only a sample of the tests that -k and
    -m select, with --part K/N only those in a part of the files, and with --one-in N only one in N
    tests of each file."""
    for item in items:
        if not {'guclog', 'guclog_path'} & set(item.fixturenames):
            item.add_marker('any_build')
        if 'small_peak' in item.fixturenames:
            item.add_marker('plain_build')
    yield
    kept = list(sampled(items, config.getoption('every')))
    kept = in_part(kept, config.getoption('part'))
    kept = {item for group in groups(kept, lambda item: item.path)
            for item in group[::config.getoption('one_in')]}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def pytest_generate_tests(metafunc):
    """Run a test that has the argument "case" once for each log image of the corpus (corpus/)."""
    if 'case' in metafunc.fixturenames:
        metafunc.parametrize('case', CASES.values(), ids=lambda case: case.name)


@pytest.fixture(scope='session')
def guclog_path(request):
    """The path of the command guclog that is tested (option --guclog)."""
    path = request.config.getoption('guclog').resolve()
    if not path.exists():
        pytest.fail(f'{path} does not exist; build it with "make guclog"')
    return path


@pytest.fixture
def guclog(guclog_path, tmp_path, monkeypatch):
    """A function that runs the command guclog in tmp_path, which is the current directory of the
    test; see tool.Tool."""
    monkeypatch.chdir(tmp_path)
    return Tool(guclog_path)


@pytest.fixture(scope='session')
def python(tmp_path_factory):
    """A function that runs Python code with the module guclog; see installed_library.Python."""
    from installed_library import Python  # not at the top: it imports conftest.py
    return Python(tmp_path_factory.mktemp('python'))


@pytest.fixture(scope='session')
def library(tmp_path_factory):
    """libguclog, built with gcc and installed into a temporary folder."""
    from installed_library import Library  # not at the top: it imports conftest.py
    return Library('gcc', tmp_path_factory.mktemp('installed'))


@pytest.fixture(scope='session')
def library_san(tmp_path_factory):
    """libguclog, built by clang with the address and undefined-behaviour sanitizers and installed
    into a temporary folder."""
    from installed_library import Library
    return Library('san', tmp_path_factory.mktemp('san'))


@pytest.fixture(scope='session')
def rounds(request):
    """A function for tests with random input. It gets the usual number of rounds of the test and
    returns this number divided by N of the option --every N, rounded up."""
    every = request.config.getoption('every')
    return lambda number: -(-number // every)


class Corpus:
    """The files of the corpus: generated log images, the facts about them, and the expected outputs
    of guclog (README.md lists them). They are written when a test first needs them."""

    def __init__(self, folder):
        self.folder, self.made = folder, set()

    def __call__(self, name, suffix):
        """Return the path of the file NAME.SUFFIX, which belongs to the image NAME. The SUFFIX
        "img" stands for the image, "lfd" for the expected LFD file, and so on. All files of an
        image are in the same folder."""
        if name not in self.made:
            for file, content in outputs(CASES[name]):
                (self.folder / file).write_bytes(content)
            self.made.add(name)
        return self.folder / f'{name}.{suffix}'


@pytest.fixture(scope='session')
def corpus(tmp_path_factory):
    return Corpus(tmp_path_factory.mktemp('corpus'))


@pytest.fixture(scope='session')
def browser():
    from browser import Browser
    it = Browser()
    yield it
    it.close()
