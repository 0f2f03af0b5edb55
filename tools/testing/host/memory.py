# SPDX-License-Identifier: GPL-2.0-only
"""Peak memory and processor time of the tool."""

import os
import resource
import subprocess

import inputs
import peak
import pytest
from reference import forms
from tool import ENVIRONMENT, TIMEOUT

MIB = 1 << 20
# Allowance in bytes for memory that does not depend on the input: buffers, tables, the libraries'
# state.
SLACK = 4 * MIB


def measure(path, feed, *args):
    """Run the tool at a path with the pieces of feed as standard input. Return its exit status and
    its peak memory in bytes."""
    return peak.measure((str(path), *args), feed, {**os.environ, **ENVIRONMENT}, TIMEOUT)


def cpu(*command):
    """Run a command. Return the processor time that it took, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope='session')
def small_peak(guclog_path):
    """The tool's peak memory for a small log, in bytes."""
    if b'__asan_init' in guclog_path.read_bytes():
        pytest.skip('a sanitizer takes memory of its own')
    return measure(guclog_path, [forms.debugfs(inputs.held(inputs.small())).encode()],
                   'convert', '-')[1]
