# SPDX-License-Identifier: GPL-2.0-only
"""Tests how guclog writes output files, and how it prints names of files in messages and JSON."""

import json
import os
import signal
import subprocess
import time

import pytest
from reference import image, ring

WRITERS = {
    'convert': ['convert'],
    'extract': ['convert', '--to', 'events'],
    'csv': ['decode', '--to', 'csv'],
    'jsonl': ['decode', '--to', 'jsonl'],
    'perfetto': ['decode', '--to', 'perfetto'],
    'asic': ['asic', '--from', 'e223', '--to', 'v1'],
}
LARGE = 16 << 20


def log_image(size=8192, events=200):
    return image.standard(ring.ring(size, events, 'output'), (4096, 4096),
                          'output').build()


@pytest.fixture
def log(tmp_path):
    (tmp_path / 'log').write_bytes(log_image())
    return 'log'


@pytest.mark.parametrize('verb', WRITERS)
def test_existing_file_is_kept(guclog, log, tmp_path, verb):
    args = WRITERS[verb] + ([] if verb == 'asic' else [log])
    out = tmp_path / 'out'
    out.write_text('mine')
    run = guclog(*args, '-o', 'out', rc=2)
    assert 'guclog: out: exists; --force replaces it' in run.err
    assert out.read_text() == 'mine'
    guclog(*args, '--force', '-o', 'out')
    assert out.read_bytes() == guclog(*args).raw
    assert os.listdir(tmp_path) in (['log', 'out'], ['out', 'log'])


@pytest.mark.parametrize('out', ('log', 'symlink', 'hardlink'))
@pytest.mark.parametrize('verb', (*WRITERS, 'report', 'report of several'))
def test_input_is_kept(guclog, log, tmp_path, verb, out):
    """A file that is an input is not replaced by the output, whatever its name."""
    facts = guclog('convert', '--to', 'info', log).raw
    args = {'asic': ['asic', '--to', 'v1', '--facts'], 'report': ['report'],
            'report of several': ['report', 'other']}.get(verb) or WRITERS[verb]
    for name in ('log', 'other'):
        (tmp_path / name).write_bytes(facts if verb == 'asic' else log_image())
    os.symlink('log', 'symlink')
    os.link('log', 'hardlink')
    before = (tmp_path / log).read_bytes()
    run = guclog(*args, log, '--force', '-o', out, rc=2)
    assert f'guclog: {out}: is an input, and is not replaced by the output' in run.err
    assert (tmp_path / log).read_bytes() == before


@pytest.mark.plain_build
@pytest.mark.parametrize('number', (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT))
def test_signal_leaves_no_file(guclog_path, tmp_path, number):
    """If a signal ends guclog while it writes a file, it removes its temporary file."""
    (tmp_path / 'log').write_bytes(log_image(LARGE, 2 * LARGE // 20))
    for _ in range(20):         # guclog may end before the signal arrives
        # preexec_fn: reset the signal's action. If a shell started these tests as a background job,
        # SIGINT is ignored, and guclog would inherit this.
        with subprocess.Popen([guclog_path, 'decode', '--to', 'csv', '-o', 'out', 'log'],
                              cwd=tmp_path,
                              preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as run:
            while run.poll() is None and len(os.listdir(tmp_path)) < 2:
                time.sleep(0.001)
            run.send_signal(number)
        if run.returncode == -number:
            break
        (tmp_path / 'out').unlink()
    assert run.returncode == -number
    assert os.listdir(tmp_path) == ['log']


BAD_NAMES = {
    b'\xff\xfe': '\\xff\\xfe',
    b'\x1b[31mred': '\\x1b[31mred',
    b'two\nlines': 'two\\x0alines',
    '\u202egnp.img'.encode(): '\\xe2\\x80\\xaegnp.img',
    b'\xc2\x9b0m': '\\xc2\\x9b0m',
    'läßt sich lesen'.encode(): 'läßt sich lesen',
}


@pytest.mark.parametrize('name', BAD_NAMES, ids=ascii)
@pytest.mark.parametrize('verb', ('info', 'info --counts', 'check', 'info --blocks', 'decode'))
def test_name_is_printable(guclog_path, tmp_path, name, verb):
    """If the name of a file has control characters or is not valid UTF-8, no output contains these
    bytes unchanged."""
    (tmp_path / 'plain').write_bytes(log_image()[:6000])     # a log with faults
    os.rename(tmp_path / 'plain', os.path.join(os.fsencode(tmp_path), name))
    run = subprocess.run([guclog_path, *verb.split(), name], cwd=tmp_path, check=False,
                         capture_output=True)
    text = (run.stdout + run.stderr).decode()
    assert all(c == '\n' or ord(c) >= 32 for c in text)
    assert BAD_NAMES[name] in text


@pytest.mark.parametrize('name', BAD_NAMES, ids=ascii)
@pytest.mark.parametrize('verb', ('info', 'info --counts'))
def test_name_in_json(guclog_path, tmp_path, name, verb):
    (tmp_path / 'plain').write_bytes(log_image())
    os.rename(tmp_path / 'plain', os.path.join(os.fsencode(tmp_path), name))
    run = subprocess.run([guclog_path, *verb.split(), '--json', name], cwd=tmp_path,
                         check=False, capture_output=True)
    log = json.loads(run.stdout.decode())['logs'][0]
    assert log.get('file', log.get('log')) == BAD_NAMES[name]


def test_missing_file_with_an_escape_sequence(guclog):
    run = guclog('info', 'no\x1b[2Jfile', rc=2)
    assert run.err == 'guclog: no\\x1b[2Jfile: No such file or directory\n'


def test_layout_of_junk_is_not_a_verdict(guclog, tmp_path):
    (tmp_path / 'junk').write_text('no kernel')
    run = guclog('layout', 'junk', rc=2)
    assert run.err == 'guclog: junk: is neither an ELF file nor BTF nor a boot image of x86\n'
    (tmp_path / 'junk').write_text('')
    assert guclog('layout', 'junk', rc=2).err == 'guclog: junk: is empty\n'
