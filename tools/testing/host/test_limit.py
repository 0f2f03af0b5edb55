# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the plugin limit.py: a test that waits for ever fails, and names its line."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
WAITING = '''
import pytest, signal, subprocess, time

@pytest.fixture
def waits():
    time.sleep(1000)

def test_fixture(waits):
    pass

def test_process():
    with subprocess.Popen(['sh', '-c', 'sleep 1000 & wait']) as run:
        time.sleep(0.1)
    assert run.returncode

def test_call():
    time.sleep(1000)

def test_hangup():
    with subprocess.Popen(['sleep', '1000']) as run:
        run.send_signal(signal.SIGHUP)
    assert run.returncode == -signal.SIGHUP
'''


def test_limit(tmp_path):
    """A test that waits for a process or in a call fails in its line, and the tests after it run.
    A test can end a program with SIGHUP, although nohup started pytest."""
    (tmp_path / 'test_waiting.py').write_text(WAITING)
    run = subprocess.run(
        ['nohup', sys.executable, '-m', 'pytest', '-p', 'limit', '-p', 'no:cacheprovider', '-q',
         '--limit', '0.5', tmp_path], env={**os.environ, 'PYTHONPATH': str(HERE)},
        capture_output=True, text=True, timeout=60, check=False)
    assert '2 failed, 1 passed, 1 error' in run.stdout, run.stdout
    assert run.stdout.count('took more than 0.5 s') >= 2
    assert '\n>       time.sleep(1000)' in run.stdout
    assert "\n>       with subprocess.Popen(['sh'" in run.stdout
