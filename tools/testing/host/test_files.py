# SPDX-License-Identifier: GPL-2.0-only
"""guclog with files that cannot be read or written, with closed standard streams, with pipes, and
without a verb."""

import os
import pty
import resource
import signal
import stat
import subprocess
import threading
from pathlib import Path

import gucstory
import pytest
import stories
from tool import save

VERBS = 'convert', 'check', 'info --blocks', 'asic'
FULL = 'guclog: standard output: No space left on device'


@pytest.fixture
def image(corpus):
    return corpus('real-words', 'img')


def spawn(guclog, *args, **popen):
    """Run guclog. popen: arguments of subprocess.run(), for example other standard streams. Return
    a pair: the exit status, and the text of standard error."""
    done = subprocess.run([guclog.path, *map(str, args)], check=False, timeout=60,
                          stderr=subprocess.PIPE,
                          **{'stdin': subprocess.DEVNULL, **popen})
    return done.returncode, done.stderr.decode()


def closed(number):
    """Return a function for preexec_fn of subprocess.run(): it closes the standard stream with this
    number in guclog."""
    return lambda: os.close(number)


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_no_verb(guclog):
    """Without a verb, guclog lists the logs of this machine, or prints its usage if there are none."""
    machine = guclog('info', rc=None)
    if machine.rc:
        assert 'Usage: guclog [--max-memory N] VERB' in guclog(rc=2).err
    else:
        assert guclog().out == machine.out
    run = guclog('nothing', rc=2)
    assert "guclog: no verb 'nothing'" in run.err and not run.raw


@pytest.mark.parametrize('verb', VERBS)
def test_unreadable_input(guclog, tmp_path, verb):
    (tmp_path / 'dir').mkdir()
    assert guclog.fails(*verb.split(), 'missing').err == \
        'guclog: missing: No such file or directory\n'
    assert guclog.fails(*verb.split(), 'dir').err == ('guclog: dir: Is a directory\n'
                                             if verb == 'asic' else
                                             'guclog: dir: no GuC log in it\n')


@pytest.mark.parametrize('verb', VERBS)
def test_stdin_closed(guclog, verb):
    out = open('out', 'wb')
    rc, err = spawn(guclog, *verb.split(), '-', stdin=None, stdout=out, preexec_fn=closed(0))
    assert rc == 2 and 'guclog: standard input: ' in err
    assert os.path.getsize('out') == 0


@pytest.mark.parametrize('args', [('convert', '--to', form, '.img') for form in
                                  ('lfd', 'raw', 'state', 'info')] +
                         [('info', '--blocks', '.lfd'), ('check', '.img'), ('--help',)])
def test_stdout_full(guclog, corpus, args):
    names = {f'.{suffix}': corpus('real-words', suffix) for suffix in ('img', 'lfd')}
    with open('/dev/full', 'wb') as full:
        rc, err = spawn(guclog, *(names.get(a, a) for a in args), stdout=full)
    assert rc == 2 and FULL in err


def test_stdout_closed(guclog, corpus, image):
    for args in ('convert', image), ('info', '--blocks', corpus('real-words', 'lfd')):
        rc, err = spawn(guclog, *args, preexec_fn=closed(1))
        assert rc == 2 and 'guclog: standard output: ' in err
    assert spawn(guclog, 'convert', image, '-o', 'lfd', preexec_fn=closed(1)) == (0, '')


def test_stderr_closed(guclog, corpus):
    """If standard error is closed, the output file can get its descriptor, 2. guclog must not write
    a message into the output file then."""
    bad = corpus('page-only', 'img')
    assert guclog('convert', bad, '-o', 'a', rc=1).err
    done = subprocess.run([guclog.path, 'convert', bad, '-o', 'b'], check=False,
                          preexec_fn=closed(2))
    assert done.returncode == 1
    assert Path('a').read_bytes() == Path('b').read_bytes()


def test_output_device(guclog, image, tmp_path):
    run = guclog('convert', image, '-o', '/dev/full', rc=2)
    assert 'guclog: /dev/full: No space left on device' in run.err
    guclog('convert', image, '-o', '/dev/null')
    assert stat.S_ISCHR(os.stat('/dev/null').st_mode)
    assert files(tmp_path) == []


def test_output_cannot_be_made(guclog, image, tmp_path):
    run = guclog.fails('convert', image, '-o', 'missing/lfd')
    assert 'guclog: missing/lfd: No such file or directory' in run.err
    (tmp_path / 'dir').mkdir()
    assert 'guclog: dir: ' in guclog.fails('convert', image, '-o', 'dir').err
    assert files(tmp_path) == ['dir'] and files(tmp_path / 'dir') == []


def small_files():
    """Function for preexec_fn of subprocess.run(). After it, guclog cannot write more than 4 KiB
    into a file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def test_output_is_whole_or_not_there(guclog, image, tmp_path):
    rc, err = spawn(guclog, 'convert', image, '-o', 'new', preexec_fn=small_files)
    assert rc == 2 and 'File too large' in err
    assert files(tmp_path) == []
    save('old', b'old\n')
    assert spawn(guclog, 'convert', image, '-o', 'old', preexec_fn=small_files)[0] == 2
    assert files(tmp_path) == ['old'] and Path('old').read_bytes() == b'old\n'


def test_output_stays_when_the_input_fails(guclog, tmp_path):
    save('old', b'old\n')
    guclog('convert', 'missing', '-o', 'old', rc=2)
    assert files(tmp_path) == ['old'] and Path('old').read_bytes() == b'old\n'


def test_output_mode_and_link(guclog, image):
    done = spawn(guclog, 'convert', image, '-o', 'new', preexec_fn=lambda: os.umask(0o027))
    assert done == (0, '') and stat.S_IMODE(os.stat('new').st_mode) == 0o640
    save('file', b'old\n')
    os.chmod('file', 0o604)
    os.symlink('file', 'link')
    guclog('convert', image, '--force', '-o', 'link')
    assert os.path.islink('link') and stat.S_IMODE(os.stat('file').st_mode) == 0o604
    assert Path('file').read_bytes() == Path('new').read_bytes()


def on_terminal(guclog, *args):
    """Run guclog with a terminal as standard output. Return a pair: the exit status and the
    output."""
    shown = []

    def read(fd):
        shown.append(os.read(fd, 65536))
        return shown[-1]

    status = pty.spawn([guclog.path, *map(str, args)], read)
    return os.waitstatus_to_exitcode(status), b''.join(shown).decode()


def test_terminal_gets_no_binary(guclog, corpus, image):
    refused = 'is a terminal and this is binary; use -o FILE'
    for args in (('convert', image), ('convert', '--to', 'raw', image),
                 ('asic', '--facts', corpus('real-words', 'facts'), '--to', 'v1')):
        rc, shown = on_terminal(guclog, *args)
        assert rc == 2 and refused in shown
    rc, shown = on_terminal(guclog, 'convert', '--to', 'state', image)
    assert rc == 0 and 'event_order=' in shown


def test_file_without_a_length(guclog, corpus, image):
    os.mkfifo('fifo')
    writer = threading.Thread(target=lambda: Path('fifo').write_bytes(image.read_bytes()))
    writer.start()
    run = guclog('convert', '--facts', corpus('real-words', 'facts'), 'fifo')
    writer.join()
    assert run.raw == corpus('real-words', 'lfd').read_bytes()


@pytest.fixture
def dump(tmp_path):
    story = stories.make(5, 'r')
    (tmp_path / 'dir').mkdir()
    path = tmp_path / 'dir/dump'
    path.write_text(gucstory.dump(story.guc, 'LR job cleanup', [story.victim]))
    return path


@pytest.mark.parametrize('verb', ('info', 'explain', 'dump', 'triage', 'decode --timeline',
                                  'report --text'))
def test_pipe_in_a_directory(guclog, dump, verb):
    """guclog does not open a named pipe in a directory, because opening it waits for a writer,
    which may not exist."""
    said = guclog(*verb.split(), 'dir', rc=None)
    os.mkfifo('dir/pipe')
    done = subprocess.run([guclog.path, *verb.split(), 'dir'], check=False, timeout=20,
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert dump.exists() and (done.returncode, done.stdout) == (said.rc, said.raw)


def need_verb(guclog, verb):
    """Skip the test if the command does not have this verb. A command that was built without json-c
    has no verb report."""
    if guclog('help', verb, rc=None).rc:
        pytest.skip(f'no verb {verb}')


NO_MEMORY = """
#include <stddef.h>

char *strdup(const char *text)
{
	return text ? NULL : (char *)text;
}
"""


@pytest.mark.plain_build
@pytest.mark.parametrize('verb', ('decode --schema names', 'explain'))
def test_no_memory_for_a_copy_of_a_text(guclog, image, tmp_path, verb):
    """If there is no memory for the copy of a text, guclog ends with an error, and does not print
    "(null)". A library makes strdup() fail."""
    (tmp_path / 'no_memory.c').write_text(NO_MEMORY)
    lib = tmp_path / 'no_memory.so'
    subprocess.run(['gcc', '-shared', '-fPIC', '-o', lib, tmp_path / 'no_memory.c'], check=True)
    (tmp_path / 'names').write_text('0x8102 CONTEXT_RUNS guc_id\n')
    status, err = spawn(guclog, *verb.split(), image, stdout=subprocess.DEVNULL,
                        env={**os.environ, 'LD_PRELOAD': str(lib)})
    assert (status, err) == (2, 'guclog: out of memory\n')


@pytest.mark.parametrize('form', (['--json'], ['--to', 'json']))
def test_json_of_contexts(guclog, dump, form):
    """guclog prints the contexts as JSON, or, if it was built without json-c, it refuses to do so,
    as other verbs do."""
    run = guclog('decode', '--contexts', *form, dump, rc=None)
    if guclog('events', '--json', rc=None).rc:
        assert run.rc == 2 and 'this guclog was built without JSON' in run.err and not run.raw
    else:
        assert run.json['logs'][0]['contexts']


@pytest.mark.parametrize('verb', ('explain', 'report --text', 'decode'))
def test_named_pipe(guclog, dump, verb):
    """Some verbs read their input more than once. They also accept a named pipe, which can be read
    only once."""
    need_verb(guclog, verb.split()[0])
    os.mkfifo('pipe')
    with subprocess.Popen(['cp', dump, 'pipe']) as writer:
        done = subprocess.run([guclog.path, *verb.split(), 'pipe'], check=False, timeout=20,
                              stdin=subprocess.DEVNULL, capture_output=True)
        writer.wait(20)
    said = guclog(*verb.split(), dump, rc=None).raw
    assert done.stdout.replace(b'pipe', b'-') == said.replace(os.fsencode(dump), b'-')


def test_pipe_in_a_timeline(guclog, dump):
    """decode --timeline reads a text such as a kernel log from a pipe. It refuses a GuC log from a
    pipe, with a message that says so."""
    os.mkfifo('pipe')
    text = b'[    5.000000] xe 0000:03:00.0: [drm] Xe device coredump has been created\n'
    for content, status, said in ((text, 0, 'kernel0'), (dump.read_bytes(), 2, 'is a pipe')):
        with subprocess.Popen(['tee', 'pipe'], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL) as writer:
            with subprocess.Popen([guclog.path, 'decode', '--timeline', dump, 'pipe'],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
                writer.communicate(content, timeout=20)
                out = run.communicate(timeout=20)[0].decode()
        assert (run.returncode, said in out) == (status, True), out[-500:]


@pytest.mark.parametrize('args', (('report', '--text'), ('convert', '--to', 'lfd', '-o', 'out')))
def test_messages_about_a_redacted_input(guclog, dump, args):
    """With --redact, guclog reads a redacted copy of the input. Its messages still have the name of
    the input, not that of the copy."""
    need_verb(guclog, args[0])
    dump.write_text(dump.read_text()[:20000])
    run = guclog(*args, '--redact', dump, rc=1)
    assert 'the data end early' in run.err and '/proc/' not in run.err + run.out
