# SPDX-License-Identifier: GPL-2.0-only
"""Tests the library libguclog after it was installed into a folder. Programs in C and C++ find it
with pkg-config, and are linked with the shared or the static library, also with sanitizers."""

import re
import subprocess
from pathlib import Path

import gucstory
import pytest
import stories
import test_engine_state
import test_known
from installed_library import (EXAMPLES, FILES, FUNCTIONS, HEADER, HEADERS, PROGRAMS, VERSION,
                               Library, run)
from reference import decorate, forms, image, ring


@pytest.fixture(params=['library', 'library_san'])
def each_build(request):
    return request.getfixturevalue(request.param)


def test_api(each_build, dump, tmp_path):
    """The functions behave as guclog.h documents (library/api.c)."""
    program = each_build.program(tmp_path / 'api', 'api.c', '-std=c99')
    assert re.search(r'NEEDED +libguclog\.so\.1\n', run('objdump', '-p', program))
    each_build.run(program, *dump)


def test_cpp(library, dump, tmp_path):
    library.run(library.program(tmp_path / 'api', 'api.c', '-x', 'c++', '-std=c++11',
                                compiler='g++'), *dump)


def test_rules(each_build, tmp_path):
    """The internal functions for facts, comments, blocks, checks and ASIC info behave as their
    headers document (library/rules.c)."""
    each_build.run(each_build.internal(tmp_path / 'rules', 'rules.c'))


def test_linked_static(library, dump, tmp_path):
    """A program can be linked with the static library and the other libraries that pkg-config
    --static lists."""
    private = re.findall(r'-l(?!guclog)[\w-]+', library.pkg_config('--static', '--libs'))
    run('gcc', f'-DVERSION="{VERSION}"', f'-I{library.prefix}/include', '-o',
        tmp_path / 'api', PROGRAMS / 'api.c', library.libraries['static'], *private)
    run(tmp_path / 'api', *dump)


def names(path, kind):
    """Return the names of the symbols that a library exports. kind: "shared" or "static"."""
    option = '-D' if kind == 'shared' else '-g'
    words = [line.split() for line in run('nm', option, '--defined-only', path).splitlines()]
    return {w[2].split('@')[0] for w in words if len(w) == 3 and w[1] in 'TDBRVWi'}


@pytest.mark.parametrize('kind', ['shared', 'static'])
def test_names(library, tmp_path, kind):
    """The library exports each function that the headers declare, and no other symbol."""
    path = library.libraries[kind]
    assert names(path, kind) == FUNCTIONS
    (tmp_path / 'core.c').write_text('int guc_log_parse(void);\n'
                                     'int main(void) { return guc_log_parse(); }\n')
    done = subprocess.run(['gcc', tmp_path / 'core.c', '-o', tmp_path / 'core', path],
                          capture_output=True, text=True, check=False)
    assert done.returncode and "undefined reference to `guc_log_parse'" in done.stderr


# Symbols that the library must not use: the standard streams, and functions that print on them, end
# the program, start another program, or use or change a state that the whole program shares.
FORBIDDEN = re.compile(r'_?exit|_Exit|quick_exit|abort|__assert_fail|stdout|stderr|stdin|'
                       r'v?printf|__v?printf_chk|puts|putchar|perror|getopt\w*|'
                       r'err|errx|warn|warnx|syslog|signal|sigaction|setlocale|chdir|'
                       r'fork|exec\w+|system|popen|strtok|strerror_l|getenv|setenv')


@pytest.mark.parametrize('kind', ['shared', 'static'])
def test_neither_prints_nor_exits(library, kind):
    option = '-D' if kind == 'shared' else '-g'
    words = run('nm', option, '--undefined-only', library.libraries[kind]).split()
    wanted = {word.split('@')[0] for word in words}
    assert {'malloc', 'read', 'vsnprintf'} <= wanted
    assert [word for word in sorted(wanted) if FORBIDDEN.fullmatch(word)] == []


# The variables of the library: the document that a thread makes, whether its messages are kept, and
# the buffers and limits of files that only the command sets.
VARIABLES = {'current', 'quiet', 'max_size', 'max_memory', 'buf'}


def test_no_globals(library):
    """The library has no writable data but VARIABLES."""
    found = {line.split()[2].split('.')[0] for line in run(
        'nm', '--defined-only', library.libraries['static']).splitlines()
        if len(line.split()) == 3 and line.split()[1] in 'bBC'}
    assert found <= VARIABLES


def test_version(library):
    assert library.pkg_config('--modversion').strip() == VERSION
    assert re.search(r'SONAME +libguclog\.so\.1\n',
                     run('objdump', '-p', library.libraries['shared']))


def test_uninstall(library):
    """make install-lib has installed exactly the files in the list FILES, and make uninstall removes
    all of them."""
    def installed():
        return sorted(str(path.relative_to(library.prefix))
                      for path in library.prefix.rglob('*') if not path.is_dir())

    assert installed() == sorted(FILES)
    run(*library.make, 'uninstall')
    assert installed() == []
    run(*library.make, 'install-lib')


def walked(build, program, image, tmp_path):
    """Run the program of library/events.c on an image. Return the events and the verdict that it
    prints. It prints all events and the verdict twice, and both must be the same."""
    (tmp_path / 'image').write_bytes(image)
    lines = build.run(program, tmp_path / 'image').splitlines()
    half = len(lines) // 2
    assert lines[:half] == lines[half:]
    return [line.split('|', 4) for line in lines[:half - 1]], \
        lines[half - 1].split('|')[1:]


def test_events(each_build, guclog, tmp_path):
    """The library returns the events that guclog decode prints, and for a context the same events
    as decode --context. For a log of a generated workload (a "story", see stories.py), its verdict
    is what happened in the story."""
    program = each_build.internal(tmp_path / 'events', 'events.c')
    for kinds in ('', 'gr'):
        story = stories.make(3, kinds)
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


def test_impossible_guc_id(library, tmp_path):
    """An event in which the guc_id has more than 16 bits does not belong to a context."""
    program = library.internal(tmp_path / 'events', 'events.c')
    story = stories.make(3, '')
    events = list(story.guc.events)
    at = next(i for i, event in enumerate(events) if event[1] == 0x8102)
    events[at] = (*events[at][:3], 0xedcba987)
    events, _ = walked(library, program, gucstory.log_image(story.guc, events), tmp_path)
    assert events[at][2] == '-1' and events[at][4].startswith('CTX_RUNNING')
    assert any(event[2] == '40' for event in events)


def test_events_that_do_not_fit(library, tmp_path):
    program = library.internal(tmp_path / 'events', 'events.c')
    story = stories.make(3, 'gr')
    image = gucstory.log_image(story.guc, stories.exchange(story.guc.events, None))
    events, verdict = walked(library, program, image, tmp_path)
    assert not any(event[2] != '-1' or event[3] or event[4] for event in events)
    assert verdict[:5] == ['-1', '-1', '-1', '', '-1']
    (tmp_path / 'image').write_bytes(image[:4096])
    # The state page alone is a log without events.
    events, verdict = walked(library, program, image[:4096], tmp_path)
    assert events == [] and verdict[:2] == ['-1', '-1']


IMAGE = image.standard(ring.ring(8192, 300, 'library'), (4096, 4096), 'library').build()
MACHINE = forms.Machine()
DUMP = forms.devcoredump(MACHINE, forms.Held(IMAGE))


@pytest.fixture
def dump(tmp_path):
    """The arguments of the program of library/api.c: a devcoredump and the text of a kernel log."""
    (tmp_path / 'dump.txt').write_text(DUMP)
    return tmp_path / 'dump.txt', \
        '[    5.000000] xe 0000:03:00.0: [drm] *ERROR* GT0: reset failed (-ETIMEDOUT)\n'


@pytest.fixture
def inputs(tmp_path):
    """A list of paths: files with logs in several forms and a file without a log, their directory,
    an archive of the directory, and a kernel log in JSON."""
    folder = tmp_path / 'inputs'
    folder.mkdir()
    (folder / 'dump.txt').write_text(DUMP)
    (folder / 'image').write_bytes(IMAGE)
    (folder / 'error').write_text(forms.error_state(MACHINE, forms.Held(IMAGE)))
    (tmp_path / 'journal').write_text(decorate.text(decorate.journal_json(decorate.printk(
        MACHINE, MACHINE.gts[0], forms.capture(1, forms.Held(IMAGE))))))
    (folder / 'junk').write_bytes(bytes(range(256)))
    run('gzip', '-k', folder / 'dump.txt')
    run('tar', '-C', folder, '-czf', tmp_path / 'all.tar.gz', '.')
    return [*sorted(folder.iterdir()), folder, tmp_path / 'all.tar.gz', tmp_path / 'journal']


@pytest.fixture
def memory_inputs(inputs):
    """The arguments of the program of library/memory.c. It must not let allocations fail for the
    files after "--" (an archive and JSON), because these are read with libraries that would
    crash."""
    files = [path for path in inputs if path.name != 'junk']
    regs = {'RING_HEAD': 0x403a94, 'RING_CTL': 0x3001, 'IPEHR': 0, 'ACTHD': 4, 'RING_BBADDR': 5}
    captures = files[0].with_name('captures')
    captures.write_text(test_engine_state.dump_with_captures(
        [test_engine_state.captured(guc_id, 4, regs) for guc_id in (32, 33, 34)], 1, more=regs))
    known = captures.with_name('known')
    known.write_text(test_known.dump_of(
        next(case for case in test_known.CASES if case['id'] == 'bmg-preempt-640ms')))
    files[:0] = captures, known
    return [*files[:-2], '--', *files[-2:]]


def test_threads(library, inputs, tmp_path):
    """Threads that open the same or different inputs at the same time get the same results as a
    single thread (library/threads.c)."""
    library.run(library.program(tmp_path / 'threads', 'threads.c', '-std=gnu11', '-pthread'),
                *inputs)


def test_threads_with_thread_sanitizer(inputs, tmp_path):
    build = Library('tsan', tmp_path / 'tsan')
    program = build.program(tmp_path / 'threads', 'threads.c', '-std=gnu11', '-pthread')
    # setarch -R: with some random addresses, the thread sanitizer cannot map its memory.
    build.run('setarch', '-R', program, *inputs)


def test_const_handles():
    """The program of library/threads.c calls all functions that take a pointer to a const object of
    the library as their first argument."""
    source = (PROGRAMS / 'threads.c').read_text('utf-8')
    header = re.sub(r'/\*.*?\*/', '', HEADER, flags=re.DOTALL)
    const = set(re.findall(r'\b(guclog_\w+)\(const struct guclog(?:_\w+)? \*', header))
    assert const and not [name for name in const if f'{name}(' not in source]


def test_shared_parts_with_thread_sanitizer(inputs, tmp_path):
    """Threads may use one internal object at the same time in the functions that take it as a
    pointer to const (library/shared.c)."""
    build = Library('tsan', tmp_path / 'tsan')
    build.run('setarch', '-R', build.internal(tmp_path / 'shared', 'shared.c'), *inputs)


@pytest.mark.parametrize('build', ['library', 'library_san'])
def test_lack_of_memory(request, build, memory_inputs, tmp_path):
    """If a file is opened with a memory limit, or if an allocation fails, the result is a file or
    an error, and no memory is leaked (library/memory.c). With the sanitizers, only limits are
    tried. With --every N, only one in N limits and one in N allocations is tried."""
    build = request.getfixturevalue(build)
    build.run(build.internal(tmp_path / 'memory', 'memory.c'),
              request.config.getoption('every'), *memory_inputs)


def test_example(library, python, tmp_path):
    """The examples explain.c and explain.py print the sentences, the signature and the registers of
    the engine that hung. They are short, and can be built outside of the source tree."""
    regs = {'RING_HEAD': 0x403a94, 'RING_CTL': 0x3001, 'IPEHR': 0, 'ACTHD': 4, 'RING_BBADDR': 5}
    path = tmp_path / 'dump'
    path.write_text(test_engine_state.dump_with_captures([], 1, more=regs))
    source = tmp_path / 'explain.c'
    source.write_text((EXAMPLES / 'explain.c').read_text())
    said = library.run(library.program(tmp_path / 'explain', source, '-std=c99',
                                       '-Wl,--no-as-needed', '-ljson-c'), path)
    assert 'signature' in said
    shown = python(EXAMPLES / 'explain.py', path)
    assert 'RING_HEAD' in shown
    assert len((EXAMPLES / 'explain.c').read_text().splitlines()) <= 30
    assert len((EXAMPLES / 'explain.py').read_text().splitlines()) <= 12


def test_manual_pages(library):
    """Each function of the library has a manual page, and mandoc reports no fault in it."""
    pages = sorted((library.prefix / 'share/man/man3').iterdir())
    assert {page.stem for page in pages} == FUNCTIONS | {'guclog'}
    assert not run('mandoc', '-T', 'lint', '-W', 'warning', *pages)
    overview = run('mandoc', '-T', 'utf8', library.prefix / 'share/man/man3/guclog.3')
    assert all(f'{name}(3)' in overview for name in FUNCTIONS)


def test_header_is_documented():
    """The kernel's script kernel-doc finds a comment for each function in the headers, and no fault
    in the comments."""
    script, = sorted(Path('/usr/lib').glob('linux-kbuild-*/scripts/kernel-doc'))[-1:]
    out = run(script, '-man', '-Werror', *HEADERS)
    assert {name for name in FUNCTIONS if f'.TH "{name}"' in out} == FUNCTIONS
