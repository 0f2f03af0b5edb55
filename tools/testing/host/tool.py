# SPDX-License-Identifier: GPL-2.0-only
"""Run guclog and keep what it printed."""

import json
import os
import subprocess

# A sanitizer's report must not be taken for an expected exit status.
ENVIRONMENT = {
    'LC_ALL': 'C',
    'ASAN_OPTIONS': 'exitcode=99:detect_stack_use_after_return=1',
    'UBSAN_OPTIONS': 'exitcode=99:halt_on_error=1:print_stacktrace=1',
}
TIMEOUT = 120           # seconds; the slowest run takes about one


class Run:
    """What one run gave: rc, raw (bytes of standard output), err."""

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

    Tool(*args, stdin=None, rc=0): arguments are made strings; stdin is bytes
    or text, none by default; the exit status must be rc (None: any).
    """

    def __init__(self, path):
        self.path = str(path)

    def __call__(self, *args, stdin=b'', rc=0):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        done = subprocess.run([self.path, *map(str, args)], input=stdin or b'',
                              capture_output=True, timeout=TIMEOUT,
                              env={**os.environ, **ENVIRONMENT}, check=False)
        run = Run(done)
        assert rc in (None, run.rc), \
            f'exit {run.rc}, expected {rc}: guclog {" ".join(map(str, args))}\n{run.err}'
        return run

    def usage(self, verb, *args):
        """The command line must be refused, with a hint and no output."""
        run = self(verb, *args, rc=2)
        assert not run.raw
        assert f"Try 'guclog {verb} --help'." in run.err
        return run

    def fails(self, *args):
        """The run must give exit status 2, a message and no output."""
        run = self(*args, rc=2)
        assert not run.raw
        assert run.err.startswith('guclog: ')
        return run
