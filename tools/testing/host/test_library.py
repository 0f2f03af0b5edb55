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


def test_rules(each_build, tmp_path):
    """The functions for facts, comments, blocks, checks and ASIC info behave as guclog.h documents
    (library/rules.c)."""
    program = each_build.program(tmp_path / 'rules', 'rules.c', '-std=c99')
    assert re.search(r'NEEDED +libguclog\.so\.1\n', run('objdump', '-p', program))
    each_build.run(program)


def test_cpp(library, tmp_path):
    library.run(library.program(tmp_path / 'rules', 'rules.c', '-x', 'c++', '-std=c++11',
                                compiler='g++'))


def test_linked_static(library, tmp_path):
    """A program can be linked with the static library and the other libraries that pkg-config
    --static lists."""
    private = re.findall(r'-l(?!guclog)[\w-]+', library.pkg_config('--static', '--libs'))
    run('gcc', f'-DVERSION="{VERSION}"', f'-I{library.prefix}/include', '-o',
        tmp_path / 'rules', PROGRAMS / 'rules.c', library.libraries['static'], *private)
    run(tmp_path / 'rules')


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


# Symbols that the library must not use: the standard streams, and functions that print, end the
# program, start another program, or use or change a state that the whole program shares.
FORBIDDEN = re.compile(r'_?exit|_Exit|quick_exit|abort|__assert_fail|stdout|stderr|stdin|'
                       r'v?d?f?printf|__v?f?printf_chk|f?puts|f?putc|putchar|fwrite|perror|'
                       r'err|errx|warn|warnx|syslog|signal|sigaction|setlocale|chdir|'
                       r'fork|exec\w+|system|popen|write|strtok|strerror_l|getenv|setenv')


@pytest.mark.parametrize('kind', ['shared', 'static'])
def test_neither_prints_nor_exits(library, kind):
    option = '-D' if kind == 'shared' else '-g'
    words = run('nm', option, '--undefined-only', library.libraries[kind]).split()
    wanted = {word.split('@')[0] for word in words}
    assert {'malloc', 'read', 'vsnprintf'} <= wanted
    assert [word for word in sorted(wanted) if FORBIDDEN.fullmatch(word)] == []


def test_no_globals(library):
    """The library has no writable data, not even thread-local data."""
    sizes = re.findall(r'^(\.(?:data|bss|tbss|tdata)[. ]\S*) *(\d+)',
                       run('size', '-A', library.libraries['static']), re.M)
    assert sizes
    assert [name for name, size in sizes if int(size) and '.rel.ro' not in name] == []


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
    program = each_build.program(tmp_path / 'events', 'events.c', '-std=c99')
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
    program = library.program(tmp_path / 'events', 'events.c', '-std=c99')
    story = stories.make(3, '')
    events = list(story.guc.events)
    at = next(i for i, event in enumerate(events) if event[1] == 0x8102)
    events[at] = (*events[at][:3], 0xedcba987)
    events, _ = walked(library, program, gucstory.log_image(story.guc, events), tmp_path)
    assert events[at][2] == '-1' and events[at][4].startswith('CTX_RUNNING')
    assert any(event[2] == '40' for event in events)


def test_events_that_do_not_fit(library, tmp_path):
    program = library.program(tmp_path / 'events', 'events.c', '-std=c99')
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


def functions_of_const():
    """Return the names of the functions of the headers that take a pointer to a const object of the
    library as their first argument, and do not free it."""
    header = re.sub(r'/\*.*?\*/', '', HEADER, flags=re.DOTALL)
    return {name for name in re.findall(r'\b(guclog_\w+)\(const struct guclog_(?!options)\w+ \*',
                                        header) if not name.endswith(('_close', '_free'))}


def test_const_handles_with_thread_sanitizer(inputs, tmp_path):
    """Threads may use one handle at the same time in the functions that take it as a pointer to
    const. The program calls all these functions (library/shared.c)."""
    source = (PROGRAMS / 'shared.c').read_text('utf-8')
    assert not [name for name in functions_of_const() if f'{name}(' not in source]
    build = Library('tsan', tmp_path / 'tsan')
    program = build.program(tmp_path / 'shared', 'shared.c', '-std=gnu11', '-pthread')
    build.run('setarch', '-R', program, *inputs)

@pytest.mark.parametrize('build', ['library', 'library_san'])
def test_lack_of_memory(request, build, memory_inputs, tmp_path):
    """If a file is opened with a memory limit, or if an allocation fails, the result is a file or
    an error, and no memory is leaked (library/memory.c). With the sanitizers, only limits are
    tried. With --every N, only one in N limits and one in N allocations is tried."""
    build = request.getfixturevalue(build)
    build.run(build.program(tmp_path / 'memory', 'memory.c', '-std=gnu11'),
              request.config.getoption('every'), *memory_inputs)


@pytest.mark.parametrize('name', ['events', 'hang', 'convert'])
def test_example(library, inputs, guclog, tmp_path, name):
    """The examples events.c, hang.c and convert.c can be built outside of the source tree with the
    options that pkg-config prints. They print the events or the verdict of a dump, or convert it,
    and report a file that does not exist."""
    source = tmp_path / f'{name}.c'
    source.write_text((EXAMPLES / f'{name}.c').read_text())
    program = library.program(tmp_path / name, source, '-std=c99')
    dump = tmp_path / 'inputs/dump.txt.gz'
    if name == 'convert':
        out = library.run(program, dump, tmp_path / 'made.lfd')
        assert (tmp_path / 'made.lfd').read_bytes() == guclog('convert', dump).raw
        assert '0x2000  LOG_EVENTS_BUFFER ' in out and '\ngfx' in out
        no_log = tmp_path / 'no-log'
        no_log.write_text(DUMP.partition('**** GuC Log ****')[0])
        done = subprocess.run([program, no_log, tmp_path / 'x'], env=library.environment,
                              capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, f'convert: {no_log}: no GuC log\n')
    elif name == 'events':
        out = library.run(program, dump)
        assert len(out.splitlines()) == 1 + 300
    else:
        assert 'hang: ' in library.run(program, dump)
    assert f'{name}: {tmp_path}/none: No such file or directory' in subprocess.run(
        [program, tmp_path / 'none', tmp_path / 'x'][:3 if name == 'convert' else 2],
        env={**library.environment, 'LC_ALL': 'C'}, capture_output=True, text=True,
        check=False).stderr


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
