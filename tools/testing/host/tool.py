# SPDX-License-Identifier: GPL-2.0-only
"""Runs the command guclog for the tests, and checks its exit status."""

import json
import os
import subprocess
from pathlib import Path

# Environment of guclog. If a sanitizer reports a fault, the exit status is 99, which no test
# expects.
ENVIRONMENT = {
    'LC_ALL': 'C',
    'ASAN_OPTIONS': 'exitcode=99:detect_stack_use_after_return=1',
    'UBSAN_OPTIONS': 'exitcode=99:halt_on_error=1:print_stacktrace=1',
}
TIMEOUT = 120           # seconds; the slowest run of guclog takes about one second


class Run:
    """The result of a run of guclog: rc (exit status), raw (bytes of standard output), err (text of
    standard error), and made (see Tool.convert())."""

    def __init__(self, done):
        self.rc = done.returncode
        self.raw = done.stdout
        self.err = done.stderr.decode('utf-8', 'replace')

    @property
    def out(self):
        """Standard output as text."""
        return self.raw.decode('utf-8', 'replace')

    @property
    def json(self):
        """Standard output, parsed as JSON."""
        return json.loads(self.raw)


class Tool:
    """A callable that runs guclog, and returns a Run.

    tool(*args, stdin=b'', rc=0): the arguments are converted to strings. stdin is the bytes or the
    text of standard input. The exit status must be rc; if rc is None, it may be any.

    every: a build with sanitizers looks for memory leaks in one of this number of runs
    """
    every = 1
    runs = 0

    def __init__(self, path):
        self.path = str(path)

    @staticmethod
    def environment():
        """Return the environment of the next run of guclog."""
        leaks = Tool.runs % Tool.every == 0
        Tool.runs += 1
        return {**os.environ, **ENVIRONMENT, 'ASAN_OPTIONS':
                f'{ENVIRONMENT["ASAN_OPTIONS"]}:detect_leaks={int(leaks)}'}

    def __call__(self, *args, stdin=b'', rc=0):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([self.path, *map(str, args)], input=stdin or b'',
                              capture_output=True, timeout=TIMEOUT,
                              env=self.environment(), check=False)
        run = Run(done)
        assert rc in (None, run.rc), \
            f'exit {run.rc}, expected {rc}: guclog {" ".join(map(str, args))}\n{run.err}'
        return run

    def convert(self, source, *args):
        """Run guclog convert on a file (if source is a Path), or on bytes or text from a pipe. The
        result has a member "made": the content of the new file, or b'' if guclog made no file."""
        Path('made').unlink(missing_ok=True)
        piped = not isinstance(source, Path)
        run = self('convert', *args, '-o', 'made', '-' if piped else source,
                   stdin=source if piped else b'', rc=None)
        run.made = Path('made').read_bytes() if Path('made').exists() else b''
        return run

    def usage(self, verb, *args):
        """Run a verb of guclog with a wrong command line. It must end with exit status 2, with the
        hint to try --help, and without output."""
        run = self(verb, *args, rc=2)
        assert not run.raw
        assert f"Try 'guclog {verb} --help'." in run.err
        return run

    def fails(self, *args):
        """Run guclog. It must end with exit status 2, with a message, and without output."""
        run = self(*args, rc=2)
        assert not run.raw
        assert run.err.startswith('guclog: ')
        return run


def save(name, data):
    """Write a file, and return its path. name: relative to the current directory."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def poke(name, offset, *values):
    """Overwrite bytes of a file, from the offset on."""
    with open(name, 'r+b') as f:
        f.seek(offset)
        f.write(bytes(values))


def same(found, expected):
    assert found == expected, f'found {found!r:.400}, expected {expected!r:.400}'
