# SPDX-License-Identifier: GPL-2.0-only
"""Tests stream.check, which checks the streams that the scenario stream has saved. The streams here
have no events, and are too few for the scenario, so stream.check always ends with status 1."""
import subprocess
from pathlib import Path

import pytest
import streams
from conftest import TOP
from reference.lfd import block

CHECK = Path(__file__).parents[1] / 'gpu/scenarios/stream.check'


def judge(at, guclog_path, data):
    """Return the output of stream.check for a stream with these data."""
    (at / 'files').mkdir()
    (at / 'files/sleep.lfd').write_bytes(data)
    (at / 'guclog').mkdir()
    (at / 'guclog/guclog').symlink_to(guclog_path)
    return subprocess.run([CHECK, at, TOP, at], capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize('cut', (0, 1, 4, 8, 11))
def test_incomplete_last_block(tmp_path, guclog_path, cut):
    """The last block, with 4 bytes of data, can be incomplete, because the reader was killed."""
    data = streams.head() + streams.comment(a=1)
    assert 'fault' not in judge(tmp_path, guclog_path, data[:len(data) - cut])


@pytest.mark.parametrize('wrong', (block(1, bytes(4)), bytes(8)), ids=('second', 'no magic'))
def test_bad_block(tmp_path, guclog_path, wrong):
    """A second block of a type that may occur only once is a fault, and one without its magic."""
    assert 'fault: sleep: guclog check: ' in judge(tmp_path, guclog_path, streams.head() + wrong)
