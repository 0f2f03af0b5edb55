# SPDX-License-Identifier: GPL-2.0-only
"""Peak memory of a command; without pytest, because the benchmark uses it too."""

import os
import subprocess
import sys

# The kernel counts the peak memory of a process from its fork on, when it still shares the memory
# of its parent. So a small Python process, with this program, starts the measured one.
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
    """Run a command with the pieces of feed as standard input. Return its exit status and its peak
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
