# SPDX-License-Identifier: GPL-2.0-only
"""Builds libguclog and installs it into a separate folder, so that tests can use it as other
programs do."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from conftest import TOP
from tool import ENVIRONMENT

SOURCE = TOP / 'tools/guclog'
PROGRAMS = Path(__file__).parent / 'library'
EXAMPLES = SOURCE / 'examples'
HEADERS = [SOURCE / 'guclog.h']
HEADER = ''.join(path.read_text('utf-8') for path in HEADERS)
VERSION = re.search(r'define GUCLOG_VERSION\s+"(.*)"', HEADER)[1]
FUNCTIONS = set(re.findall(r'\b(guclog_[a-z_]+)\(',
                           re.sub(r'/\*.*?\*/', '', HEADER, flags=re.DOTALL)))
WARN = ['-Wall', '-Wextra', '-Werror', '-pedantic']
# Options of make for each build of the library. For the first two builds, ccache already has most
# of the object files, because the check "tool" and the Makefile of the fuzzers compile them with the
# same options. The last build needs no optimisation.
BUILDS = {'gcc': [],
          'san': ['CC=clang', 'SAN=1', 'CFLAGS=-fsanitize=fuzzer-no-link -O1 -g1'],
          'tsan': ['CC=gcc', 'TSAN=1', 'CFLAGS=-O0 -g']}
SANITIZERS = {'san': ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
              'tsan': ['-fsanitize=thread']}
FILES = [*(f'include/{path.name}' for path in HEADERS), 'lib/libguclog.a', 'lib/libguclog.so', 'lib/libguclog.so.1',
         f'lib/libguclog.so.{VERSION}', 'lib/pkgconfig/libguclog.pc',
         'share/man/man3/guclog.3',
         *sorted(f'share/man/man3/{name}.3' for name in FUNCTIONS)]


def run(*command, env=(), rc=0, stdin=None, cwd=None):
    done = subprocess.run([str(word) for word in command], check=False, input=stdin,
                          capture_output=True, env={**os.environ, **ENVIRONMENT, **dict(env)},
                          cwd=cwd)
    out, err = (text.decode('utf-8', 'replace') for text in (done.stdout, done.stderr))
    assert done.returncode == rc, (err + out)[:2000]
    return out


class Library:
    """The library of one build, installed into a folder."""

    def __init__(self, build, folder):
        self.root, self.prefix = folder, folder / 'opt/guclog'
        out = TOP / f'build/libguclog-{build}'
        out.mkdir(parents=True, exist_ok=True)
        # The host tests can run twice at the same time, with different builds of the command. Both
        # runs build the library in the folder "out", so flock lets only one make work there.
        self.make = ['flock', out / '.lock', 'make', '-s', '-C', SOURCE, f'O={out}', 'WERROR=1',
                     'PREFIX=/opt/guclog', f'DESTDIR={folder}', *BUILDS[build]]
        self.flags = [*WARN, f'-DVERSION="{VERSION}"', *SANITIZERS.get(build, [])]
        self.out = out
        self.compiler = 'clang' if build == 'san' else 'gcc'
        run(*self.make, 'install-lib')

    def pkg_config(self, *options):
        return run('pkg-config', *options, 'libguclog', env={
            'PKG_CONFIG_LIBDIR': str(self.prefix / 'lib/pkgconfig'),
            'PKG_CONFIG_SYSROOT_DIR': str(self.root)})

    def program(self, out, source, *options, compiler=None):
        """Compile a program with the flags of pkg-config and link it with the shared library. out:
        path of the program. source: a path, or the name of a file in the folder PROGRAMS."""
        run(compiler or self.compiler, *self.flags, *options,
            *shlex.split(self.pkg_config('--cflags')), '-o', out, PROGRAMS / source,
            '-x', 'none', *shlex.split(self.pkg_config('--libs')))
        return out

    def internal(self, out, source, *options):
        """Compile a program that tests parts of the library with their internal headers, and link
        it with all object files."""
        libs = run(*self.make, 'libs').split()
        run(self.compiler, *(flag for flag in self.flags if flag != '-pedantic'), '-std=gnu11',
            '-D_GNU_SOURCE', *options, *(f'-I{path}' for path in (
                SOURCE, TOP / 'include', TOP / 'drivers/xe_guclog/core', PROGRAMS)),
            '-o', out, PROGRAMS / source, self.out / 'objects.a', *libs, '-pthread')
        return out

    @property
    def environment(self):
        return {'LD_LIBRARY_PATH': str(self.prefix / 'lib')}

    def run(self, program, *args, **more):
        return run(program, *args, env=self.environment, **more)

    @property
    def libraries(self):
        return {'shared': self.prefix / 'lib/libguclog.so',
                'static': self.prefix / 'lib/libguclog.a'}


class Python:
    """The Python module, installed into a folder."""

    def __init__(self, folder):
        self.library = Library('gcc', folder)
        run(*self.library.make, 'install-python')

    def __call__(self, *args, rc=0):
        """Run Python code that can import the module guclog. Return its output."""
        return run(sys.executable, '-B', '-W', 'error', *args, rc=rc, env={
            **self.library.environment,
            'PYTHONPATH': str(self.library.prefix / 'lib/python3/dist-packages')})
