# SPDX-License-Identifier: GPL-2.0-only
"""Fixtures of the host tests.

Run `/usr/bin/python3 -m pytest tools/testing/host [--guclog PATH] [--ktap]`.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True

import pytest  # noqa: E402
from tool import Tool  # noqa: E402

pytest_plugins = ['ktap']
TOP = Path(__file__).resolve().parents[3]


def pytest_addoption(parser):
    parser.addoption('--guclog', metavar='PATH', type=Path,
                     default=TOP / 'build/guclog/guclog',
                     help='the tool to test (default: build/guclog/guclog)')


@pytest.fixture(scope='session')
def guclog_path(request):
    """The path of the tool."""
    path = request.config.getoption('guclog').resolve()
    if not path.exists():
        pytest.fail(f'{path} does not exist; build it with "make guclog"')
    return path


@pytest.fixture
def guclog(guclog_path, tmp_path, monkeypatch):
    """A function that runs the tool in tmp_path, the current directory of
    the test; see tool.Tool."""
    monkeypatch.chdir(tmp_path)
    return Tool(guclog_path)
