# SPDX-License-Identifier: GPL-2.0-only
"""libguclog opens every form, and reads from it what the command reads."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import gucstory
import pytest
import stories
from installed_library import Library
from reference import decorate, forms, image, ring, sections

IMAGE = image.standard(ring.ring(8192, 300, 'forms'), (4096, 4096), 'forms').build()
MACHINE = forms.Machine()
HELD = forms.Held(IMAGE)
DUMP = forms.devcoredump(MACHINE, HELD).encode()


def tar(mode):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in (('a/dump.txt', DUMP), ('a/notes', b'nothing here\n')):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('dump.txt', DUMP)
        archive.writestr('gt1.img', IMAGE)
    return out.getvalue()


def quoted(text):
    """Wrap and quote a text as a mail program does."""
    rows = []
    for line in text.decode().splitlines():
        rows += [line[i:i + 78] for i in range(0, len(line), 78)] or ['']
    return ''.join(f'> {row}'.rstrip() + '\n' for row in rows).encode()


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
    'tar.gz': tar('w:gz'),
    'tar': tar('w'),
    'zip': zipped(),
    'quoted': quoted(DUMP),
    'UTF-16': DUMP.decode().encode('utf-16'),
}


@pytest.fixture(scope='module')
def library(tmp_path_factory):
    return Library('gcc', tmp_path_factory.mktemp('installed'))


@pytest.fixture(scope='module')
def program(library, tmp_path_factory):
    """A function that runs forms.c: its lines, split into members."""
    built = library.program(tmp_path_factory.mktemp('program') / 'forms', 'forms.c',
                            '-std=gnu11')

    def call(mode, path):
        stdin = path.read_bytes() if mode == 'fd' else None
        out = library.run(built, mode, path, stdin=stdin)
        return [line.split('|') for line in out.splitlines()]
    return call


def time(event, key):
    return str(event[key]) if key in event else '-'


def told(guclog, path):
    """The events as the command prints them, in the form of forms.c."""
    run = guclog('decode', '--json', path, rc=None)
    if not run.raw:
        return []
    return [[str(e['index']), str(e['tick']), time(e, 'boottime_ns'), time(e, 'realtime_ns'),
             str(e['id']), *map(str, e['args']), e.get('name', '-')]
            for e in run.json['events']]


def events(lines):
    return [line[1:9] for line in lines if line[0] == 'event']


@pytest.mark.parametrize('mode', ['path', 'memory', 'fd'])
@pytest.mark.parametrize('name', FORMS)
def test_form(program, guclog, tmp_path, name, mode):
    path = tmp_path / 'input'
    path.write_bytes(FORMS[name])
    lines = program(mode, path)
    assert lines[0][0] == 'file'
    expected = told(guclog, path)
    assert events(lines) == expected and expected
    messages = [line[1] for line in lines if line[0] == 'said']
    said = [line.removeprefix('guclog: ') for line in
            guclog('decode', path, rc=None).err.splitlines()]
    # The command reads a dump twice, and then reports damage twice.
    assert sorted(messages) == sorted(set(said))


def test_lfd_file(program, guclog, tmp_path):
    (tmp_path / 'dump').write_bytes(DUMP)
    guclog('convert', '-o', 'lfd', 'dump')
    lines = program('path', tmp_path / 'lfd')
    assert lines[0][1] == 'LFD file' and lines[1][1:3] == ['LFD file', '1']
    assert events(lines) == told(guclog, tmp_path / 'lfd')
    assert len(events(lines)) == 300


def test_directory(program, guclog, tmp_path):
    folder = tmp_path / 'folder'
    (folder / 'deep').mkdir(parents=True)
    (folder / 'dump').write_bytes(DUMP)
    (folder / 'deep/image').write_bytes(IMAGE)
    (folder / 'junk').write_bytes(b'nothing\n')
    lines = program('path', folder)
    assert lines[0] == ['file', 'directory', '-']
    assert events(lines) == told(guclog, folder)
    assert [line[1] for line in lines if line[0] == 'log'] == ['image', 'Xe devcoredump']
    assert ['said', f'{folder}/junk: skipped: text without a GuC log'] in lines


NONE = {
    'text': (b'nothing here\n', 'no GuC log in it: it is text without a GuC log'),
    'empty': (b'', 'no GuC log in it'),
    'png': (b'\x89PNG\r\n\x1a\n' + bytes(range(256)) * 20, 'no GuC log in it: it is '),
    'damaged gzip': (gzip.compress(DUMP)[:8] + bytes(500), 'gzip: '),
}


@pytest.mark.parametrize('mode', ['path', 'memory', 'fd'])
@pytest.mark.parametrize('name', NONE)
def test_no_log(program, tmp_path, name, mode):
    """The error is a value, and its text names the input and the reason."""
    path = tmp_path / 'input'
    path.write_bytes(NONE[name][0])
    (kind, code, text), = program(mode, path)
    assert kind == 'none' and int(code) == (-74 if 'damaged' in name else -42)
    assert text.startswith(f'{path}: {NONE[name][1]}')


def test_no_file(program, tmp_path):
    assert program('path', tmp_path / 'none') == \
        [['none', '-2', f'{tmp_path}/none: No such file or directory']]


def test_minus_is_a_file(program, tmp_path, monkeypatch):
    """Only the command takes "-" for standard input."""
    monkeypatch.chdir(tmp_path)
    assert program('path', tmp_path.relative_to(tmp_path) / '-')[0][:2] == ['none', '-2']
    (tmp_path / '-').write_bytes(IMAGE)
    assert len(events(program('path', (tmp_path / '-').relative_to(tmp_path)))) == 300
    (tmp_path / '-').unlink()
    (tmp_path / '-').mkdir()
    (tmp_path / '-/image').write_bytes(IMAGE)
    lines = program('path', (tmp_path / '-').relative_to(tmp_path))
    assert lines[0][1] == 'directory' and len(events(lines)) == 300


def with_ct():
    """A devcoredump with messages in both rings, a story as its log, and contexts."""
    story = stories.make(3, 'gr')
    return sections.Dump(rings=(sections.h2g(), sections.g2h())).text('7.3'), \
        gucstory.log_image(story.guc)


def test_contexts(program, guclog, tmp_path):
    (tmp_path / 'image').write_bytes(with_ct()[1])
    expected = guclog('decode', '--contexts', '--json', 'image').json['logs'][0]['contexts']
    lines = [line[1:] for line in program('path', tmp_path / 'image')
             if line[0] == 'context']
    assert lines == [
        [str(c['guc_id']), str(c['lrca_page'] or 0), c['engine'] or c['class'] or '',
         c['state'], *(str(c[key]) for key in (
             'submits', 'runs', 'preempted', 'resets', 'first_event', 'last_event',
             'on_engine_ns', 'longest_wait_ns')),
         str(int(c['on_engine'])), str(int(c['on_engine_is_least']))]
        for c in expected] and lines


@pytest.mark.parametrize('kernel', ['6.12', '6.17', '7.3'])
def test_messages_and_fields(program, guclog, tmp_path, kernel):
    to_guc, to_host = sections.h2g(), sections.g2h()
    for i in range(40):
        to_guc.put(sections.Message(0x1001, (i, i * i), i))
        to_host.put(sections.Message(0x1009, (i,), i, sections.EVENT, origin=1))
    text = sections.Dump(rings=(to_guc, to_host)).text(kernel)
    (tmp_path / 'dump').write_text(text)
    lines = program('path', tmp_path / 'dump')
    gt, = guclog('dump', '--messages', '--json', 'dump').json['gts']
    expected = [
        ['message', str(gt['gt']), str(ring_nr), str(m['word']), str(m['fence']), m['type'],
         str(int(m['unread'])), m['text'], ','.join(map(str, m['data']))]
        for ring_nr, name in enumerate(('h2g', 'g2h')) for m in gt[name]['messages']]
    assert [line for line in lines if line[0] == 'message'] == expected
    assert len(expected) == 80
    dump = guclog('dump', '--json', 'dump').json
    sorts = {key: [line[1:] for line in lines if line[0] == key]
             for key in ('tree', 'queue', 'engine')}
    assert sorts['tree'] == [[str(dump['lines']), str(dump['uptime_ns']), dump['kernel']]]
    assert sorts['queue'] == [
        [str(gt['gt']), str(c['guc_id']), c['fields']['Timeout'].split()[0],
         str(len(c['lrcs'])), str(len(c['jobs']))]
        for gt in dump['gts'] for c in gt['contexts']] != []
    assert sorts['engine'] == [
        [str(gt['gt']), e['name'], str(len(e['registers']))]
        for gt in dump['gts'] for e in gt['engines']] != []
    head = {line[5]: line[6] for line in lines if line[:2] == ['field', 'head']}
    assert f'kernel: {head["kernel"]}' in text
    assert any(line[:2] == ['field', 'context'] for line in lines)
    assert any(line[:2] == ['field', 'register'] for line in lines)
