# SPDX-License-Identifier: GPL-2.0-only
"""Measures the peak memory of a command. This file does not import pytest, because the benchmark
(bench/tool.py) uses it, too."""

import os
import subprocess
import sys

# A process has the memory of its parent from its fork until it executes another program, and the
# kernel includes this memory in its peak. Therefore the command is started by a small Python
# process, which runs this program, and not by the large process of pytest.
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


def measure(command, feed=(), env=None, timeout=None):
    """Run a command. feed: the pieces of its standard input. Return its exit status and its peak
    memory in bytes."""
    read, write = os.pipe()
    with subprocess.Popen([sys.executable, '-IS', '-c', PARENT, str(write), *command],
                          stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, pass_fds=(write,), env=env) as process:
        os.close(write)
        try:
            for piece in feed:
                process.stdin.write(piece)
        except BrokenPipeError:
            pass
        process.communicate(timeout=timeout)
    with os.fdopen(read) as result:
        return process.returncode, 1024 * int(result.read() or '0')
