# SPDX-License-Identifier: GPL-2.0-only
"""The tool, and what a run of it said."""
import json
import os
import subprocess


class Run:
    def __init__(self, done):
        self.rc = done.returncode
        self.raw = done.stdout
        self.err = done.stderr.decode()

    @property
    def out(self):
        return self.raw.decode()

    @property
    def json(self):
        return json.loads(self.raw)


class Tool:
    def __init__(self, path):
        self.path = path

    def __call__(self, *args, rc=0, data=None):
        env = dict(os.environ, ASAN_OPTIONS='exitcode=99',
                   UBSAN_OPTIONS='exitcode=99:halt_on_error=1')
        done = subprocess.run([self.path, *args], input=data or b'', env=env,
                              capture_output=True, check=False)
        run = Run(done)
        assert run.rc == rc, (args, run.rc, run.err)
        return run

    def usage(self, verb, *args):
        """It is a usage error: says so, writes nothing."""
        run = self(verb, *args, rc=2)
        assert not run.raw and f"Try 'guclog {verb} --help'." in run.err, run.err


def save(name, data):
    with open(name, 'wb') as f:
        f.write(data)
    return name


def same(found, expected):
    assert found == expected, f'found {found!r}, expected {expected!r}'
