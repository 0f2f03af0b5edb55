# SPDX-License-Identifier: GPL-2.0-only
"""Tests that libguclog reads a log in every form, from a path, from memory and from a file
descriptor, and reports missing data in the same way as the command guclog. The tests call the
library through the Python module."""

import bz2
import gzip
import json
import lzma

import gucstory
import pytest
import stories
from archives import tar, zipped
from reference import decorate, forms, image, ring
from test_forms_table import quoted

IMAGE = image.standard(ring.ring(8192, 300, 'forms'), (4096, 4096), 'forms').build()
MACHINE = forms.Machine()
HELD = forms.Held(IMAGE)
DUMP = forms.devcoredump(MACHINE, HELD).encode()
FILES = {'a/dump.txt': DUMP, 'a/notes': b'nothing here\n'}

FORMS = {
    'devcoredump': DUMP,
    'devcoredump cut': DUMP[:len(DUMP) // 2],
    'debugfs': forms.debugfs(HELD).encode(),
    'debugfs of 6.12': forms.debugfs_old(IMAGE).encode(),
    'kernel log': decorate.text(decorate.dmesg(decorate.printk(
        MACHINE, MACHINE.gts[0], forms.capture(1, HELD)))).encode(),
    'i915 hexdump': forms.hexdump(HELD).encode(),
    'i915 error state': forms.error_state(MACHINE, HELD).encode(),
    'image': IMAGE,
    'image cut': IMAGE[:9000],
    'gzip': gzip.compress(DUMP),
    'gzip cut': gzip.compress(DUMP)[:-3000],
    'xz': lzma.compress(DUMP),
    'bzip2': bz2.compress(DUMP),
    'tar.gz': tar('w:gz', FILES),
    'tar': tar('w', FILES),
    'zip': zipped({'dump.txt': DUMP, 'gt1.img': IMAGE}),
    'quoted': quoted(DUMP.decode()).encode(),
    'UTF-16': DUMP.decode().encode('utf-16'),
}


READ = """if True:
    import guclog, json, os, sys
    def events(logs):
        return [[e.index, e.tick, e.boottime_ns, e.realtime_ns, e.id, *e.args, e.name]
                for log in logs for e in log.events]
    def data(path):
        with open(path, 'rb') as file:
            return file.read()
    ways = [lambda path: guclog.open(path),
            lambda path: guclog.open_memory(data(path), name=path),
            lambda path: guclog.open_fd(os.open(path, os.O_RDONLY), name=path),
            lambda path: guclog.open_fd(open(path, 'rb'), name=path)]
    for path in sys.argv[1:]:
        for way in ways[:1] if os.path.isdir(path) else ways:
            try:
                f = way(path)
                if not f.logs:
                    f.write('lfd')
                print(json.dumps([f.form, f.messages, events(f.logs)]))
            except guclog.Error as reason:
                print(json.dumps([reason.code, str(reason)]))
"""


def read(python, *paths):
    return [json.loads(line) for line in python('-c', READ, *paths).splitlines()]


def printed(guclog, path):
    """Return the events that guclog decode prints for a file."""
    run = guclog('decode', '--json', path, rc=None)
    keys = 'index', 'tick', 'boottime_ns', 'realtime_ns', 'id'
    return [[*(e.get(key) for key in keys), *e['args'], e.get('name')]
            for e in run.json['events']] if run.raw else []


@pytest.mark.parametrize('name', FORMS)
def test_form(python, guclog, tmp_path, name):
    path = tmp_path / 'input'
    path.write_bytes(FORMS[name])
    expected = printed(guclog, path)
    said = {line.removeprefix('guclog: ')
            for line in guclog('decode', path, rc=None).err.splitlines()}
    for _, messages, events in read(python, path):
        assert events == expected and expected
        # The command reads a dump twice and may report the same damage twice; the library reports
        # it once. Therefore "said" is a set.
        assert sorted(messages) == sorted(said)


def test_lfd_and_directory(python, guclog, tmp_path):
    (tmp_path / 'folder/deep').mkdir(parents=True)
    (tmp_path / 'folder/dump').write_bytes(DUMP)
    (tmp_path / 'folder/deep/image').write_bytes(IMAGE)
    (tmp_path / 'folder/junk').write_bytes(b'nothing\n')
    guclog('convert', '-o', 'lfd', 'folder/dump')
    lfd, *_, folder = read(python, 'lfd', 'folder')
    assert lfd == ['LFD file', [], printed(guclog, 'lfd')] and len(lfd[2]) == 300
    assert folder[0] == 'directory' and folder[2] == printed(guclog, 'folder')
    assert 'folder/junk: skipped: text without a GuC log' in folder[1]


NONE = {
    'text': b'nothing here\n',
    'empty': b'',
    'png': b'\x89PNG\r\n\x1a\n' + bytes(range(256)) * 20,
    'damaged gzip': gzip.compress(DUMP)[:8] + bytes(500),
}


@pytest.mark.parametrize('name', NONE)
def test_no_log(python, tmp_path, name):
    """If an input has no log, the exception has the right error number."""
    path = tmp_path / 'input'
    path.write_bytes(NONE[name])
    for code, text in read(python, path):
        assert code == (74 if 'damaged' in name else 42)
        assert 'gzip: ' in text or 'damaged' not in name


def test_minus_is_a_file(python, tmp_path, monkeypatch):
    """For the library, the path "-" is a file or directory of this name. Only the command takes "-"
    for standard input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / '-').write_bytes(IMAGE)
    assert len(read(python, '-')[0][2]) == 300
    (tmp_path / '-').unlink()
    (tmp_path / '-').mkdir()
    (tmp_path / '-/image').write_bytes(IMAGE)
    (form, _, events), = read(python, '-')
    assert form == 'directory' and len(events) == 300


CREATED = '[drm] Xe device coredump has been created'


@pytest.fixture
def inputs(tmp_path):
    story = stories.refuse(stories.begin(1))
    reason = f'LR job cleanup, guc_id={stories.VICTIM}'
    (tmp_path / 'dump').write_text(gucstory.dump(story.guc, reason, [story.victim, story.waiter]))
    (tmp_path / 'dmesg').write_text(f'[    5.000000] xe 0000:03:00.0: {CREATED}\n'
                                    '[    6.000000] xe 0000:03:00.0: [drm] \x1b]0;x\x07 "\\\xff\n',
                                    encoding='latin-1')
    (tmp_path / 'trace').write_text('a-1 [000] 12.5: xe_guclog:guc_event: boot_ns=13000000000\n'
                                    'a-1 [000] 12.6: xe_sched_job_run: dev=0\n')


@pytest.mark.usefixtures('inputs')
@pytest.mark.parametrize('files', (['dump'], ['dump', 'dmesg'], ['dump', 'trace']))
def test_library_writes_what_the_command_writes(python, guclog, files):
    for form in 'csv', 'jsonl', 'json', 'perfetto':
        said = guclog('decode', '--to', form, '--force', '-o', f'want.{form}', *files, rc=None)
        assert said.rc in (0, 1)
    python('-c', """if True:
        import guclog, sys
        from pathlib import Path
        for form in 'csv', 'jsonl', 'json', 'perfetto':
            out = guclog.open(*sys.argv[1:]).write(form)
            assert out == Path(f'want.{form}').read_bytes() and len(out) > 1000, form
            assert b'\\x1b' not in out or form == 'perfetto'
    """, *files)
