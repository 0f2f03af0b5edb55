# SPDX-License-Identifier: GPL-2.0-only
"""Runs guclog for the tests, and checks its exit status."""

import json
import os
import subprocess
from pathlib import Path

# Environment of the tool. If a sanitizer reports a fault, the exit status is one that no test
# expects.
ENVIRONMENT = {
    'LC_ALL': 'C',
    'ASAN_OPTIONS': 'exitcode=99:detect_stack_use_after_return=1',
    'UBSAN_OPTIONS': 'exitcode=99:halt_on_error=1:print_stacktrace=1',
}
TIMEOUT = 120           # seconds; the slowest run takes about one


class Run:
    """The result of a run: rc (exit status), raw (bytes of standard output), err (text of standard
    error), and made (see Tool.convert())."""

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
        """Standard output, parsed."""
        return json.loads(self.raw)


class Tool:
    """A callable that runs the tool.

    tool(*args, stdin=b'', rc=0): arguments are made strings; stdin is bytes
    or text, empty by default; the exit status must be rc (None: any).
    A build with sanitizers looks for leaks in one of "every" runs.
    """
    every = 1
    runs = 0

    def __init__(self, path):
        self.path = str(path)

    @staticmethod
    def environment():
        """The environment of the next run."""
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
        """Convert a path, or bytes or text from a pipe. "made" of the result is the content of the
        new file, b'' if the tool made no file."""
        Path('made').unlink(missing_ok=True)
        piped = not isinstance(source, Path)
        run = self('convert', *args, '-o', 'made', '-' if piped else source,
                   stdin=source if piped else b'', rc=None)
        run.made = Path('made').read_bytes() if Path('made').exists() else b''
        return run

    def usage(self, verb, *args):
        """Run a verb; the tool must refuse the command line, with a hint and no output."""
        run = self(verb, *args, rc=2)
        assert not run.raw
        assert f"Try 'guclog {verb} --help'." in run.err
        return run

    def fails(self, *args):
        """Run the tool; it must end with exit status 2, a message and no output."""
        run = self(*args, rc=2)
        assert not run.raw
        assert run.err.startswith('guclog: ')
        return run


def save(name, data):
    """Write a file in the current directory; returns its path."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def poke(name, offset, *values):
    """Overwrite bytes of a file."""
    with open(name, 'r+b') as f:
        f.seek(offset)
        f.write(bytes(values))


def same(found, expected):
    assert found == expected, f'found {found!r:.400}, expected {expected!r:.400}'
