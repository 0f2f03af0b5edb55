# SPDX-License-Identifier: GPL-2.0-only
"""libguclog: installed into a folder, found by pkg-config, linked shared and static,
from C and C++, with the sanitizers."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import gucstory
import pytest
import stories
from conftest import TOP
from corpus import CASES
from corpus.outputs import spoiled_outputs
from tool import ENVIRONMENT

SOURCE = TOP / 'tools/libguclog'
PROGRAMS = Path(__file__).parent / 'library'
HEADER = (SOURCE / 'guclog.h').read_text('utf-8')
VERSION = re.search(r'define GUC_VERSION\s+"(.*)"', (
    TOP / 'drivers/xe_guclog/core/guc_version.h').read_text('utf-8'))[1]
WARN = ['-Wall', '-Wextra', '-Werror', '-pedantic']
SAN = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all']
FILES = ['include/guclog.h', 'lib/libguclog.a', 'lib/libguclog.so', 'lib/libguclog.so.0',
         f'lib/libguclog.so.{VERSION}', 'lib/pkgconfig/libguclog.pc']


def run(*command, env=(), rc=0):
    done = subprocess.run([str(word) for word in command], check=False, text=True,
                          capture_output=True, env={**os.environ, **ENVIRONMENT, **dict(env)})
    assert done.returncode == rc, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


class Library:
    """The library of one build, installed into a folder of its own."""

    def __init__(self, build, folder):
        self.root, self.prefix = folder, folder / 'opt/guclog'
        self.make = ['make', '-s', '-C', SOURCE, f'O={TOP}/build/libguclog-{build}', 'WERROR=1',
                     'PREFIX=/opt/guclog', f'DESTDIR={folder}',
                     f'CC={"clang" if build == "clang" else "gcc"}',
                     *(['SAN=1'] if build == 'san' else [])]
        self.flags = [*WARN, f'-DVERSION="{VERSION}"', *(SAN if build == 'san' else [])]
        self.compiler = 'clang' if build == 'clang' else 'gcc'
        run(*self.make, 'install')

    def pkg_config(self, *options):
        return run('pkg-config', *options, 'libguclog', env={
            'PKG_CONFIG_LIBDIR': str(self.prefix / 'lib/pkgconfig'),
            'PKG_CONFIG_SYSROOT_DIR': str(self.root)})

    def program(self, out, source, *options, compiler=None):
        """Build a program with the flags of pkg-config, against the shared library."""
        run(compiler or self.compiler, *self.flags, *options,
            *shlex.split(self.pkg_config('--cflags')), '-o', out, PROGRAMS / source,
            '-x', 'none', *shlex.split(self.pkg_config('--libs')))
        return out

    def run(self, program, *args):
        return run(program, *args, env={'LD_LIBRARY_PATH': str(self.prefix / 'lib')})

    @property
    def libraries(self):
        return {'shared': self.prefix / 'lib/libguclog.so',
                'static': self.prefix / 'lib/libguclog.a'}


@pytest.fixture(scope='module', params=['gcc', 'clang', 'san'])
def each_build(request, tmp_path_factory):
    return Library(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture(scope='module')
def library(tmp_path_factory):
    return Library('gcc', tmp_path_factory.mktemp('installed'))


@pytest.fixture(scope='module')
def images(corpus):
    """A folder with the corpus but for its large images, and their names."""
    names = [case.name for case in CASES.values() if len(case.image()) <= 1500000]
    for name in names:
        corpus(name, 'img')
    (corpus.folder / 'spoiled').mkdir(exist_ok=True)
    for name, content in spoiled_outputs():
        (corpus.folder / name).write_bytes(content)
    return corpus.folder, names


def test_rules(each_build, tmp_path):
    """Errors, facts, notes and blocks behave as guclog.h documents."""
    program = each_build.program(tmp_path / 'rules', 'rules.c', '-std=c99')
    assert re.search(r'NEEDED +libguclog\.so\.0\n', run('objdump', '-p', program))
    each_build.run(program)


def test_corpus(each_build, images, tmp_path):
    """The results of the library for every image equal those of the writer."""
    program = each_build.program(tmp_path / 'corpus', 'corpus.c', '-std=c99',
                                 '-D_DEFAULT_SOURCE')
    folder, names = images
    each_build.run(program, folder, *names)


def test_cpp(library, tmp_path):
    library.run(library.program(tmp_path / 'rules', 'rules.c', '-x', 'c++', '-std=c++11',
                                compiler='g++'))


def test_linked_static(library, tmp_path):
    """The static library needs no other."""
    run('gcc', f'-DVERSION="{VERSION}"', f'-I{library.prefix}/include', '-o',
        tmp_path / 'rules', PROGRAMS / 'rules.c', library.libraries['static'])
    run(tmp_path / 'rules')


def names(path, kind):
    """The global names that a program can link to."""
    option = '-D' if kind == 'shared' else '-g'
    words = [line.split() for line in run('nm', option, '--defined-only', path).splitlines()]
    return {w[2].split('@')[0] for w in words if len(w) == 3 and w[1] in 'TDBRVWi'}


@pytest.mark.parametrize('kind', ['shared', 'static'])
def test_names(library, tmp_path, kind):
    """Every name that guclog.h declares can be linked, and no other."""
    path = library.libraries[kind]
    assert names(path, kind) == set(re.findall(r'\b(guclog_[a-z_]+)\(', HEADER))
    (tmp_path / 'core.c').write_text('int guc_log_parse(void);\n'
                                     'int main(void) { return guc_log_parse(); }\n')
    done = subprocess.run(['gcc', tmp_path / 'core.c', '-o', tmp_path / 'core', path],
                          capture_output=True, text=True, check=False)
    assert done.returncode and "undefined reference to `guc_log_parse'" in done.stderr


def test_no_globals(library):
    """There is no writable data."""
    sizes = re.findall(r'^(\.(?:data|bss)[. ]\S*) *(\d+)',
                       run('size', '-A', library.libraries['static']), re.M)
    assert sizes
    assert [name for name, size in sizes if int(size) and '.rel.ro' not in name] == []


def test_version(library):
    assert library.pkg_config('--modversion').strip() == VERSION
    assert re.search(r'SONAME +libguclog\.so\.0\n',
                     run('objdump', '-p', library.libraries['shared']))


def test_uninstall(library):
    """These files are installed; make uninstall removes them all."""
    def installed():
        return sorted(str(path.relative_to(library.prefix))
                      for path in library.prefix.rglob('*') if not path.is_dir())

    assert installed() == sorted(FILES)
    run(*library.make, 'uninstall')
    assert installed() == []
    run(*library.make, 'install')


def walked(build, program, image, tmp_path):
    """The output of the program for an image: events and verdict, equal in two runs."""
    (tmp_path / 'image').write_bytes(image)
    lines = build.run(program, tmp_path / 'image').splitlines()
    half = len(lines) // 2
    assert lines[:half] == lines[half:]
    return [line.split('|', 4) for line in lines[:half - 1]], \
        lines[half - 1].split('|')[1:]


def test_events(each_build, guclog, tmp_path):
    """The library's walk gives what the tool prints."""
    program = each_build.program(tmp_path / 'events', 'events.c', '-std=c99')
    for kinds in ('', 'gr'):
        story = stories.told(3, kinds)
        image = gucstory.log_image(story.guc)
        events, verdict = walked(each_build, program, image, tmp_path)
        shown = guclog('decode', 'image').out.splitlines()[1:]
        assert [event[4] for event in events] == \
            [re.split(r'  0x[0-9a-f]{4}  ', line)[1] for line in shown]
        first = story.guc.events[0][0]
        assert [int(event[1]) - int(events[0][1]) for event in events] == \
            [event[0] - first for event in story.guc.events]
        own = [event[0] for event in events if event[2] == str(stories.VICTIM)]
        assert own == [line.split()[0] for line in guclog(
            'decode', '--context', stories.VICTIM, 'image').out.splitlines()[1:]]
        if kinds:
            assert verdict[:5] == ['1', '1', str(stories.VICTIM), story.name,
                                   str(stories.WAITER)]
            assert abs(int(verdict[5]) - 640002000) < 2000
        else:
            assert verdict == ['0', '0', '-1', '', '-1', '-1', '0', '-', '1']


def test_events_that_do_not_fit(library, tmp_path):
    program = library.program(tmp_path / 'events', 'events.c', '-std=c99')
    story = stories.told(3, 'gr')
    image = gucstory.log_image(story.guc, stories.exchange(story.guc.events, None))
    events, verdict = walked(library, program, image, tmp_path)
    assert not any(event[2] != '-1' or event[3] or event[4] for event in events)
    assert verdict[:5] == ['-1', '-1', '-1', '', '-1']
    (tmp_path / 'image').write_bytes(image[:4096])
    assert library.run(program, tmp_path / 'image').startswith('error')
