# SPDX-License-Identifier: GPL-2.0-only
"""The tool under test, and the count of what it got right."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from reference import lfd

# The kernel counts a process's peak from its fork on, with what its parent
# had: so a small process is the parent whose child is measured.
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

OUT_OF_TIME = 60        # seconds; the slowest run takes about one


@dataclass
class Done:
    """What a run gave; out is what went to -o, else standard output."""
    status: int
    out: bytes
    err: str
    peak: int = None    # bytes


class Tool:
    """Runs the tool in a scratch directory."""

    def __init__(self, path, scratch):
        self.path, self.scratch = Path(path).resolve(), Path(scratch)

    def file(self, name, content):
        """A file of the scratch directory."""
        path = self.scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = content.encode('ascii')
        path.write_bytes(content)
        return path

    def run(self, *args, stdin=None):
        if isinstance(stdin, str):
            stdin = stdin.encode('ascii')
        done = subprocess.run([self.path, *map(str, args)], input=stdin,
                              capture_output=True, timeout=OUT_OF_TIME,
                              cwd=self.scratch, check=False)
        return Done(done.returncode, done.stdout,
                    done.stderr.decode('utf-8', 'replace'))

    def convert(self, source, *args):
        """Convert a file by its path, or bytes and text by a pipe."""
        target = self.scratch / 'made'
        target.unlink(missing_ok=True)
        piped = not isinstance(source, Path)
        done = self.run('convert', *args, '-o', target,
                        '-' if piped else source,
                        stdin=source if piped else None)
        done.out = target.read_bytes() if target.exists() else b''
        return done

    def measure(self, feed, *args):
        """Run with the pieces of feed piped to it; its output is thrown away.
        """
        read, write = os.pipe()
        command = [sys.executable, '-IS', '-c', PARENT, str(write),
                   str(self.path), *map(str, args)]
        with subprocess.Popen(command, stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, cwd=self.scratch,
                              pass_fds=(write,)) as process:
            os.close(write)
            try:
                for piece in feed:
                    process.stdin.write(piece)
            except BrokenPipeError:
                pass
            said = process.communicate(timeout=OUT_OF_TIME)[1]
        with os.fdopen(read) as peak:
            return Done(process.returncode, b'',
                        said.decode('utf-8', 'replace'),
                        1024 * int(peak.read() or '0'))


class Count:
    """What passed and what did not."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, good, why=''):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print(f'FAIL {what}{": " if why else ""}{why}', flush=True)
        return bool(good)

    def same(self, what, found, expected):
        """Two values, the first difference of which is worth a line."""
        return self.check(what, found == expected, differs(found, expected))

    def made(self, what, done, expected, status=0):
        """A run that has made an LFD file."""
        good = (done.status, done.out) == (status, expected)
        return self.check(what, good, '' if good else
                          f'exit {done.status}, expected {status}; ' +
                          (differs(lines(done.out), lines(expected)) or
                           differs(done.out, expected)) +
                          f'; {done.err:.99}'.rstrip())


def lines(made):
    """The comment lines of an LFD file, for messages; [] of anything else."""
    try:
        return [pair for block in lfd.blocks(made)
                if block.kind == lfd.COMMENT
                for pair in lfd.comment_pairs(block)]
    except (lfd.BadFile, ValueError):
        return []


def differs(found, expected):
    """Where two values begin to differ, in a few words."""
    if isinstance(found, tuple) and isinstance(expected, tuple):
        pairs = zip(found, expected)
        return '; '.join(differs(a, b) for a, b in pairs if a != b)
    if not isinstance(found, (bytes, list)) or type(found) != type(expected):
        return f'{found!r:.80}, expected {expected!r:.80}'
    for i, (a, b) in enumerate(zip(found, expected)):
        if a != b:
            end = i + (40 if isinstance(found, bytes) else 1)
            return (f'at {i}: {found[i:end]!r:.160}, '
                    f'expected {expected[i:end]!r:.160}')
    return f'{len(found)} long, expected {len(expected)}'
