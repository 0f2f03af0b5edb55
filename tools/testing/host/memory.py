# SPDX-License-Identifier: GPL-2.0-only
"""Peak memory and processor time of the tool."""

import os
import resource
import subprocess
import sys

import inputs
import pytest
from reference import forms
from tool import ENVIRONMENT, TIMEOUT

MIB = 1 << 20
# Memory that does not depend on the input: buffers, tables, the libraries' state.
SLACK = 4 * MIB

# The kernel counts the peak of a process from its fork on, with the memory of its
# parent: a small process is the parent of the one that is measured.
PARENT = '''
import os, sys
out = int(sys.argv[1])
pid = os.fork()
if not pid:
    os.close(out)
    os.execv(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(pid, 0)
os.write(out, b'%d' % usage.ru_maxrss)
os._exit(os.waitstatus_to_exitcode(status) & 127)
'''


def measure(path, feed, *args):
    """Run with the pieces of feed through a pipe; exit status and peak in bytes."""
    read, write = os.pipe()
    command = [sys.executable, '-IS', '-c', PARENT, str(write), str(path), *args]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, pass_fds=(write,),
                          env={**os.environ, **ENVIRONMENT}) as process:
        os.close(write)
        try:
            for piece in feed:
                process.stdin.write(piece)
        except BrokenPipeError:
            pass
        process.communicate(timeout=TIMEOUT)
    with os.fdopen(read) as peak:
        return process.returncode, 1024 * int(peak.read() or '0')


def cpu(*command):
    """Seconds of a processor that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope='session')
def small_peak(guclog_path):
    """The peak of memory for a small log."""
    if b'__asan_init' in guclog_path.read_bytes():
        pytest.skip('a sanitizer takes memory of its own')
    return measure(guclog_path, [forms.debugfs(inputs.held(inputs.small())).encode()],
                   'convert', '-')[1]
