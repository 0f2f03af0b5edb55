# SPDX-License-Identifier: GPL-2.0-only
"""guclog reads archives, compressed files and directories, and refuses inputs without a log."""

import bz2
import gzip
import os
import shutil
import subprocess
import zipfile

import pytest
from archives import tar, zipped
from reference import forms, image, ring

IMAGE = image.standard(ring.ring(8192, 300, 'archive'), (4096, 4096), 'archive').build()
MACHINE = forms.Machine()
DUMP = forms.devcoredump(MACHINE, forms.Held(IMAGE)).encode()
INFO = b'pci_id=8086:e223\nkernel=6.16.3\ngt=0\ngt_type=main\n'
PNG = b'\x89PNG\r\n\x1a\n' + bytes(range(256)) * 20


def piped(command, data):
    if not shutil.which(command[0]):
        pytest.skip(f'{command[0]} is not installed')
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


FILES = {'a/readme.txt': b'nothing here\n', 'a/dump.txt': DUMP, 'a/screen.png': PNG}
ARCHIVES = {
    'tar': lambda: tar('w', FILES), 'tar.gz': lambda: tar('w:gz', FILES),
    'tar.bz2': lambda: tar('w:bz2', FILES), 'tar.xz': lambda: tar('w:xz', FILES),
    'tar.zst': lambda: piped(['zstd', '-c'], tar('w', FILES)),
    'zip': lambda: zipped(FILES), 'zip stored': lambda: zipped(FILES, zipfile.ZIP_STORED),
    'zip of tar.gz': lambda: zipped({'x.tar.gz': tar('w:gz', FILES)}),
    'gz in tar': lambda: tar('w', {'dump.gz': piped(['gzip', '-c'], DUMP)}),
}


@pytest.mark.parametrize('name', ARCHIVES)
def test_archive(guclog, tmp_path, name):
    (tmp_path / 'in').write_bytes(ARCHIVES[name]())
    assert guclog('convert', '--to', 'raw', 'in').raw == IMAGE
    assert guclog('convert', '--to', 'raw', '-', stdin=ARCHIVES[name]()).raw == IMAGE
    log = guclog('info', '--json', 'in', rc=None).json['logs'][0]
    assert log['form'] == 'Xe devcoredump' and 'dump' in log['file']


def test_member_is_named(guclog, tmp_path):
    (tmp_path / 'in.zip').write_bytes(zipped(FILES))
    assert guclog('info', 'in.zip', rc=None).out.startswith('in.zip: a/dump.txt: ')


def test_bzip2(guclog, tmp_path):
    (tmp_path / 'dump.bz2').write_bytes(bz2.compress(DUMP))
    assert guclog('convert', '--to', 'raw', 'dump.bz2').raw == IMAGE
    assert guclog('info', 'dump.bz2', rc=None).out.startswith(
        'dump.bz2: Xe devcoredump in bzip2')


def test_facts_in_the_folder_of_an_image(guclog, tmp_path):
    """An archive of the module's debugfs directory of a device has the same log twice: as an LFD
    file and as an image. guclog shows the log once, with the facts about the device from the file
    info."""
    lfd = guclog('convert', '-', stdin=DUMP).raw
    (tmp_path / 'in.tar').write_bytes(tar('w', {
        'dev/gt0/guc_log_lfd': lfd, 'dev/gt0/guc_log_raw': IMAGE, 'dev/info': INFO}))
    logs = guclog('info', '--json', 'in.tar', rc=None).json['logs']
    assert len(logs) == 1
    assert logs[0]['facts']['pci_id'] == '8086:e223' and logs[0]['facts']['gt_type'] == 'main'


LONG = b'kernel=6.16.3\n' + b'#\n' * (1 << 20)


@pytest.mark.parametrize('info', (LONG, gzip.compress(LONG), gzip.compress(INFO)[:-9]),
                         ids=('long', 'long gzip', 'damaged gzip'))
def test_info_without_facts(guclog, tmp_path, info):
    """A file "info" beside an image usually has the facts about the device. If it is too long or
    damaged, guclog does not use it."""
    (tmp_path / 'in.tar').write_bytes(tar('w', {'image': IMAGE, 'info': info}))
    log, = guclog('info', '--json', 'in.tar', rc=None).json['logs']
    assert 'kernel' not in log['facts']


@pytest.mark.parametrize('name', ('tar', 'zip', 'tar.bz2'))
def test_cut_archive(guclog, tmp_path, name):
    """guclog reports that an archive is truncated. From a tar archive, it reads the files before
    the end."""
    files = {'dump.txt': DUMP, 'more.txt': DUMP * 20}
    data = {'tar': tar('w', files), 'zip': zipped(files),
            'tar.bz2': tar('w:bz2', files)}[name]
    (tmp_path / 'in').write_bytes(data[:len(data) * 2 // 3])
    run = guclog('convert', '--to', 'raw', '--log', 0, 'in', rc=None)
    assert run.rc in (1, 2) and 'guclog: in: ' in run.err
    if name == 'tar':
        assert run.raw == IMAGE


def test_archive_without_a_log(guclog, tmp_path):
    (tmp_path / 'in.zip').write_bytes(zipped({'a.png': PNG, 'b.txt': b'text\n'}))
    run = guclog('info', 'in.zip', rc=2)
    assert 'in.zip: no GuC log in it' in run.err
    assert 'in.zip: a.png: is a PNG image' in run.err


def test_directory_names_what_it_skips(guclog, tmp_path):
    os.makedirs(tmp_path / 'dir/deep/er')
    (tmp_path / 'dir/0.png').write_bytes(PNG)
    (tmp_path / 'dir/notes').write_text('a note\n')
    (tmp_path / 'dir/deep/er/dump').write_bytes(DUMP)
    run = guclog('decode', '--last', 1, 'dir')
    assert 'dir/0.png: skipped: a PNG image' in run.err
    assert 'dir/notes: skipped: text without a GuC log' in run.err
    assert 'dir/deep/er/dump' in run.out


def test_deep_directory_is_named(guclog, tmp_path):
    """Files in more than nine directories below the input are not read: a message names the
    directory, and the exit status is 1."""
    for depth in (9, 10):
        path = tmp_path / 'dir' / '/'.join('d' * depth)
        path.mkdir(parents=True)
        (path / f'dump{depth}').write_bytes(DUMP)
    run = guclog('decode', '--last', 1, 'dir', rc=1)
    assert 'dump9' in run.out and 'dump10' not in run.out
    assert f'dir/{"/".join("d" * 10)}: skipped: directories are read only to a depth of 10' in run.err


def test_sosreport(guclog, tmp_path):
    (tmp_path / 'sos.tar.xz').write_bytes(tar('w:xz', {
        'sosreport-host/sos_commands/devices/devcoredump': DUMP,
        'sosreport-host/proc/cpuinfo': b'processor: 0\n',
        'sosreport-host/var/log/a.journal': b'LPKSHHRH' + bytes(9000)}))
    assert guclog('convert', '--to', 'raw', 'sos.tar.xz').raw == IMAGE


@pytest.mark.parametrize('data, what', [
    (b'', 'an empty file'), (PNG, 'a PNG image'), (b'%PDF-1.7\n%\xe2\xe3', 'a PDF document'),
    (b'7z\xbc\xaf\x27\x1c' + bytes(99), 'a 7-Zip archive'), (b'hello\n', 'text without a GuC log'),
    (b'LPKSHHRH' + bytes(300), "a systemd journal: use 'journalctl -k'"),
    (b'\x17\x08\x44tracing6\0\0\0', "a file of trace-cmd: use 'trace-cmd report'"),
    (b'PERFILE2' + bytes(300), "a file of perf: use 'perf script'"),
], ids=('empty', 'png', 'pdf', '7z', 'text', 'journal', 'trace-cmd', 'perf'))
@pytest.mark.parametrize('verb', ('info', 'decode', 'info --counts', 'decode --timeline'))
def test_input_without_a_log_is_named(guclog, tmp_path, verb, data, what):
    (tmp_path / 'in').write_bytes(data)
    assert f'guclog: in: no GuC log in it: it is {what}' in guclog(*verb.split(), 'in', rc=2).err


def test_without_libarchive(guclog, tmp_path, monkeypatch):
    """Without libarchive, guclog refuses archives, and reads all other forms."""
    (tmp_path / 'libarchive.so.13').touch()
    (tmp_path / 'in.zip').write_bytes(ARCHIVES['zip']())
    (tmp_path / 'dump').write_bytes(DUMP)
    guclog('info', 'in.zip')
    monkeypatch.setenv('LD_LIBRARY_PATH', str(tmp_path))
    guclog('info', 'dump')
    run = guclog.fails('info', 'in.zip')
    assert run.err.startswith('guclog: in.zip: is an archive, but libarchive cannot be loaded: ')
