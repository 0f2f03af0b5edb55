# SPDX-License-Identifier: GPL-2.0-only
"""Measures the peak memory and the processor time of the command guclog for the tests."""

import os
import resource
import subprocess

import inputs
import peak
import pytest
from reference import forms
from tool import ENVIRONMENT, TIMEOUT

MIB = 1 << 20
# If guclog need not keep the input in memory, its peak memory for a large input may exceed that for
# a small one by this number of bytes, for buffers, tables and libraries.
SLACK = 4 * MIB


def measure(path, feed, *args):
    """Run the guclog at a path with these arguments. feed: the pieces of its standard input. Return
    its exit status and its peak memory in bytes."""
    return peak.measure((str(path), *args), feed, {**os.environ, **ENVIRONMENT}, TIMEOUT)


def cpu(*command):
    """Run a command. Return the processor time that it took, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope='session')
def small_peak(guclog_path):
    """The peak memory of guclog for a small log, in bytes."""
    if b'__asan_init' in guclog_path.read_bytes():
        pytest.skip('a sanitizer takes memory of its own')
    return measure(guclog_path, [forms.debugfs(inputs.held(inputs.small())).encode()],
                   'convert', '-')[1]
