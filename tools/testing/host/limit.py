# SPDX-License-Identifier: GPL-2.0-only
"""A pytest plugin: each test has a time limit, so that no test waits for ever. Its fixtures, some of
which build a program, have twice this limit, before the test and after it.

At the end of the time, the plugin kills all processes that the test has started and fails the test
in its present line.  It kills them first because subprocess.Popen waits for its process when it is
left, and the exception alone would begin to wait again.
"""

import contextlib
import os
import signal
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption('--limit', metavar='SECONDS', type=float, default=600,
                     help='the time limit of each test')


def pytest_configure():
    """Let SIGHUP end the programs of the tests, as usual, even if pytest was started by nohup: a
    process inherits the signals that are ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def kill_children(pid):
    """Kill all processes that this process has started, each before the ones that it started."""
    for thread in Path(f'/proc/{pid}/task').iterdir():
        for child in (thread / 'children').read_text().split():
            with contextlib.suppress(ProcessLookupError, FileNotFoundError):
                os.kill(int(child), signal.SIGKILL)
                kill_children(child)


@contextlib.contextmanager
def limited(limit):
    """Fail the test if the body takes longer than the limit in seconds."""
    def end(*_):
        kill_children(os.getpid())
        pytest.fail(f'took more than {limit:g} s')

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_setup(item):
    with limited(2 * item.config.getoption('limit')):
        yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    with limited(item.config.getoption('limit')):
        yield


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item):
    with limited(2 * item.config.getoption('limit')):
        yield
