# SPDX-License-Identifier: GPL-2.0-only
"""xe-guclog-hardware-check on a generated sysfs: the page that it prints, the archive that it
writes, and the faults that it finds.

Some of its checks need a running xe: those of streams, of power, and of the clock anchor (the times
of one instant on the GuC's clock and on the host's clock). The scenarios "hardware" and
"hardware_faults" test them on the emulated GPU. The check "dictionary" tests on a log whether
guclog's table of event ids and their meanings (the dictionary) is right for the firmware.
"""

import os
import re
import signal
import struct
import subprocess
import tarfile
import time
from pathlib import Path

import gucstory as g
import pytest
import small
import streams
from conftest import TOP
from corpus import CASES
from corpus.outputs import outputs
from memory import cpu
from reference import forms
from test_learn import story_of
from tool import save

GPU = '0000:03:00.0'
SECRET = 'zebra-secret'
NAMES = ['sleep', 'raw log', 'LFD exporter', 'VRAM', 'ASIC info', 'stream', 'anchor',
         'client stream', 'dictionary', 'hang', 'left as found']


@pytest.fixture(scope='session')
def program():
    """The path of the program, after it was built. flock lets only one make work in the folder,
    because other tests that build the program can run at the same time."""
    out = TOP / 'build/hardware-check'
    out.mkdir(parents=True, exist_ok=True)
    subprocess.run(['flock', out / '.lock', 'make', '-s', '-C', TOP / 'tools/hardware-check',
                    f'O={out}', 'WERROR=1'], check=True, capture_output=True)
    return out / 'xe-guclog-hardware-check'


class Made:
    """A generated sysfs with a suspended GPU, and the debugfs files of the module and of xe for
    it."""

    def __init__(self, guclog):
        self.guclog = guclog
        self.image = g.log_image(story_of(1, 'gr').guc)
        self.ours = f'sys/kernel/debug/xe_guclog/{GPU}'
        self.xe = f'sys/kernel/debug/dri/{GPU}'
        self.device = f'sys/bus/pci/devices/{GPU}'
        facts = dict(outputs(CASES['bmg']))['bmg.facts'].decode().replace('replay', 'xe')
        facts = re.sub('^log_bytes=.*$', f'log_bytes={len(self.image)}', facts, flags=re.M)
        save(f'{self.ours}/info', facts)
        save(f'{self.ours}/gt0/guc_log_raw', self.image)
        save(f'{self.ours}/gt0/guc_log_state', 'state\n')
        save('sys/kernel/debug/xe_guclog/xe_layout', 'layout\n')
        save(f'{self.xe}/gt0/uc/guc_log', forms.debugfs(forms.Held(self.image)))
        save(f'{self.xe}/info', 'graphics_verx100 2001\nis_dgfx yes\n')
        self.convert('info')
        for form, name in ('v1', 'asic_info'), ('v3', 'asic_info_v3'), ('rdf', 'asic_info.rdf'):
            guclog('asic', '--facts', f'{self.ours}/info', '--to', form, '-o',
                   f'{self.ours}/{name}', '--force')
        save(f'sys/bus/pci/drivers/xe/{GPU}/driver', '')
        save('sys/module/xe_guclog/refcnt', '0\n')
        for name, value in (('device', '0xe20b'), ('revision', '0x00'),
                            ('power/control', 'auto'), ('power/runtime_status', 'suspended'),
                            ('power/runtime_active_time', '1234'),
                            ('tile0/gt0/freq0/rp0_freq', '2800')):
            save(f'{self.device}/{name}', value + '\n')

    def convert(self, facts):
        """Write the LFD file of the image as guc_log_lfd of the module and as guc_log_lfd of xe.
        facts: the name of the file with the facts."""
        save('image', self.image)
        self.guclog('convert', '--facts', f'{self.ours}/{facts}', '-o',
                    f'{self.ours}/gt0/guc_log_lfd', '--force', 'image')
        save(f'{self.xe}/gt0/uc/guc_log_lfd', Path(f'{self.ours}/gt0/guc_log_lfd').read_bytes())

    def change(self, path, at, by=1):
        """Invert the bits "by" of the byte at the offset "at" of a file."""
        data = bytearray(Path(path).read_bytes())
        data[at] ^= by
        save(path, bytes(data))


class Page:
    """The result of a run of the program: its exit status (rc), the page that it printed (out) and
    its messages (err). rows: the checks on the page, as a dict from the name of a check to
    (verdict, text)."""

    def __init__(self, done):
        self.rc, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.rows = {}
        name = None
        for line in self.out.splitlines():
            found = re.match(r'(holds|does not hold|not run) +(\S+(?: \S+)*)  +(\S.*)', line)
            if found:
                name = found[2]
                self.rows[name] = found[1], found[3]
            elif name and line.startswith(' ' * 31):
                self.rows[name] = self.rows[name][0], f'{self.rows[name][1]} {line.strip()}'
            else:
                name = None

    def bad(self):
        """Return the names of the checks with the verdict "does not hold"."""
        return [name for name, (verdict, _) in self.rows.items() if verdict == 'does not hold']


@pytest.fixture
def made(guclog):
    return Made(guclog)


@pytest.fixture
def run(program, guclog_path):
    def call(*args, path='/nowhere'):
        environment = {**os.environ, 'PATH': path, 'LC_ALL': 'C'}
        return Page(subprocess.run([program, '--sys', 'sys', '--guclog', guclog_path, *args],
                                   capture_output=True, text=True, timeout=120, check=False,
                                   env=environment))
    return call


def test_all_holds(made, run):
    page = run()
    assert page.rc == 0, page.out + page.err
    assert list(page.rows) == NAMES
    not_run = {'stream': 'the GPU has no render node', 'anchor': 'the GPU has no render node',
               'client stream': 'neither clpeak, vkpeak, clinfo nor vulkaninfo is installed, and '
                                'there was no --load',
               'hang': 'it was not asked for with --provoke-hang'}
    for name, (verdict, text) in page.rows.items():
        assert verdict == ('not run' if name in not_run else 'holds'), (name, text)
        assert text == not_run.get(name, text)
    assert page.rows['raw log'][1] == f'gt0: {len(made.image)} bytes equal to xe\'s text'
    assert re.search(r'\n7 hold, 0 do not hold, 4 not run\.\n', page.out)
    assert 'Arc' in page.out.splitlines()[4]
    assert page.out.splitlines()[5] == 'GuC 70.44.1, log level 3'
    assert all(len(line) <= 100 for line in page.out.splitlines()[3:-10])


@pytest.mark.parametrize('at', [0x10, 4096 + 77, -1])
def test_a_byte_of_the_raw_log(made, run, at):
    made.change(f'{made.ours}/gt0/guc_log_raw', at)
    page = run()
    assert page.rc == 1 and page.bad() == ['raw log']
    assert f'1 differ, the first at {at % len(made.image):#x}' in page.rows['raw log'][1]


def blocks(path):
    """Yield (type, offset of the data, length of the data in bytes) for each block of an LFD
    file."""
    data, at = Path(path).read_bytes(), 12
    while at < len(data):
        head, n = struct.unpack_from('<2I', data, at)
        yield head >> 16, at + 8, 4 * n
        at += 8 + 4 * n


@pytest.mark.parametrize('kind', [1, 2, 3, 4, 0x4000, 0x2000])
def test_an_exporter_that_differs(made, run, kind):
    path = f'{made.xe}/gt0/uc/guc_log_lfd'
    at = next(at for found, at, _ in blocks(path) if found == kind)
    made.change(path, at)
    page = run()
    assert page.rc == 1 and page.bad() == ['LFD exporter'], page.out


def test_known_defects_of_the_exporter(made, run):
    """guc_log_lfd of xe has a wrong value for the last LIC key, and only the newest events. The
    page names both as known defects of xe, and the exit status is still 0."""
    path = f'{made.xe}/gt0/uc/guc_log_lfd'
    where = {kind: (at, n) for kind, at, n in blocks(path)}
    made.change(path, where[5][0])
    at, n = where[0x2000]
    data = Path(path).read_bytes()
    newest = data[at:at + 4] + data[at + n - 200:at + n]
    save(path, data[:at - 4] + struct.pack('<I', len(newest) // 4) + newest + data[at + n:])
    page = run()
    assert page.rc == 0, page.out
    assert 'last key' in page.rows['LFD exporter'][1]
    assert 'before the last wrap' in page.rows['LFD exporter'][1]


def test_an_exporter_without_a_block(made, run):
    path = f'{made.xe}/gt0/uc/guc_log_lfd'
    data = Path(path).read_bytes()
    at, n = next((at, n) for kind, at, n in blocks(path) if kind == 0x2000)
    save(path, data[:at - 8] + data[at + n:])
    page = run()
    assert page.rc == 1 and page.bad() == ['LFD exporter']


@pytest.mark.parametrize('at, field', [(32, 'max_shader_core_clock'), (48, 'device_id'),
                                       (52, 'device_revision_id'), (100, 'gpu_type'),
                                       (104, 'gfx_ip')])
def test_a_wrong_figure_of_asic_info(made, run, at, field):
    made.change(f'{made.ours}/asic_info_v3', at)
    page = run()
    assert page.rc == 1 and page.bad() == ['ASIC info']
    assert f'; {field} is ' in page.rows['ASIC info'][1]


def test_a_wrong_dictionary(made, run, guclog_path):
    """If two ids of events are exchanged in a log, only the check "dictionary" does not hold: what
    guclog learns from the log contradicts the dictionary in these two ids."""
    ids = {0x8102: 0x8104, 0x8104: 0x8102}
    image = bytearray(made.image)
    for at in range(4096 + 8, 4096 + 65536 - 12, 4):
        value = struct.unpack_from('<I', image, at)[0]
        if value in ids and (at - 4096 - 8) % 20 == 0:
            struct.pack_into('<I', image, at, ids[value])
    made.image = bytes(image)
    made.convert('info')
    save(f'{made.ours}/gt0/guc_log_raw', made.image)
    save(f'{made.xe}/gt0/uc/guc_log', forms.debugfs(forms.Held(made.image)))
    page = run()
    assert page.rc == 1 and page.bad() == ['dictionary'], page.out
    assert re.search(r'learned .* 2 others', page.rows['dictionary'][1])


def test_logging_is_off(made, run):
    """With xe.guc_log_level=0 the firmware writes no events. The checks that need events are not
    run, and the page says how to turn the log on. The other checks are run."""
    path = Path(f'{made.ours}/info')
    path.write_text(re.sub('^log_level=.*$', 'log_level=0', path.read_text(), flags=re.M))
    save(f'{made.device}/drm/renderD999/dev', '')
    page = run('--provoke-hang', '--load', 'true')
    assert page.rc == 0 and list(page.rows) == NAMES, page.out + page.err
    for name, row in page.rows.items():
        if name in ('stream', 'anchor', 'client stream', 'dictionary', 'hang'):
            assert row == ('not run', 'GuC logging is off (log level 0): to turn it on, boot with '
                                      'xe.guc_log_level=1')
        else:
            assert row[0] == 'holds', (name, row)


def test_a_gpu_in_use_is_not_run(made, run):
    save(f'{made.device}/power/runtime_status', 'active\n')
    page = run('--no-archive')
    assert page.rc == 0 and page.rows['sleep'][0] == 'not run'
    assert 'is active (power/control auto)' in page.rows['sleep'][1]


def members(path='xe-guclog-hardware-check.tar'):
    with tarfile.open(path) as tar:
        for member in tar:
            assert (member.uid, member.gid, member.mtime, member.uname) == (0, 0, 0, '')
        return {Path(m.name).name: tar.extractfile(m).read() for m in tar.getmembers()}


def test_archive(made, run):
    """The archive contains the page. The program prints a list of all files in the archive with
    their lengths."""
    page = run()
    files = members()
    listed = dict(re.findall(r'^  (\S+) +(\d+) bytes  ', page.out, re.M))
    assert {name: len(data) for name, data in files.items()} == \
        {name: int(n) for name, n in listed.items()}
    assert set(files) == {'info.txt', 'asic_info.rdf', 'xe_layout.txt', 'page.txt'}
    assert files['page.txt'].decode() in page.out
    assert os.stat('xe-guclog-hardware-check.tar').st_mode & 0o777 == 0o600


def test_secrets_are_not_in_the_archive(made, run):
    """No file in the archive has the PCI address of the GPU, the name of the machine, or a secret
    that the test has written into the module's file "info"."""
    path = f'{made.ours}/info'
    clean = Path(path).read_text()
    for planted in (f'kernel=6.12.1-{SECRET}', f'guc_firmware=/{SECRET}/x',
                    f'serial={SECRET}', f'host={SECRET}'):
        key = planted.split('=')[0]
        text = re.sub(f'^{key}=.*\n', '', clean, flags=re.M)
        save(path, text.replace('pci_id=', f'{planted}\npci_id=', 1))
        Path('xe-guclog-hardware-check.tar').unlink(missing_ok=True)
        run()
        for name, data in members().items():
            assert SECRET.encode() not in data, (planted, name)
    for data in members().values():
        assert GPU.encode() not in data and os.uname().nodename.encode() not in data


def test_an_archive_is_not_replaced(made, run):
    save('there', 'keep')
    page = run('-o', 'there')
    assert page.rc == 2 and not page.out and 'exists' in page.err
    assert Path('there').read_text() == 'keep'


def test_vram_log_that_is_too_short(made, run):
    """If the log has fewer bytes than the line for which the program computes the time, the page
    says so. No error of the system is printed, because there was none."""
    save(f'{made.ours}/gt0/guc_log_raw', bytes(63))
    page = run('--no-archive')
    assert page.rows['VRAM'] == ('does not hold', 'the log has only 63 bytes')


NO_SPACE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

ssize_t write(int fd, const void *data, size_t len)
{
	if (len == 512 && !strcmp(data, "xe-guclog-hardware-check/" FILE)) {
		errno = ENOSPC;
		return -1;
	}
	return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, data, len);
}
"""


@pytest.mark.parametrize('file', ('info.txt', 'page.txt'))
def test_archive_that_cannot_be_written(made, run, tmp_path, monkeypatch, file):
    """If a file cannot be written to the archive, the program says so and removes the archive,
    because it does not replace an existing file in the next run. A library makes the write() fail."""
    lib = tmp_path / 'no_space.so'
    (tmp_path / 'no_space.c').write_text(NO_SPACE)
    subprocess.run(['gcc', '-shared', '-fPIC', f'-DFILE="{file}"', '-o', lib,
                    tmp_path / 'no_space.c'], check=True)
    with monkeypatch.context() as patch:
        patch.setenv('LD_PRELOAD', str(lib))
        page = run()
    assert 'xe-guclog-hardware-check.tar: No space left on device' in page.err
    assert not Path('xe-guclog-hardware-check.tar').exists()


@pytest.mark.parametrize('args', [('--gpu', '0000:09:00.0'), ('--seconds', '0'), ('--sys', 'no'),
                                  ('extra',), ('--nothing',)])
def test_could_not_run(made, run, args):
    page = run(*args)
    assert page.rc == 2 and not page.out and page.err
    assert not Path('xe-guclog-hardware-check.tar').exists()


def test_wait_for_a_program_that_closed_its_output(made, program):
    """The program waits for a command that has closed its output and still runs. It uses no
    processor time while it waits: a loop without a pause would use two seconds."""
    save('slow', '#!/bin/sh\nexec >/dev/null 2>&1\nsleep 2\n').chmod(0o755)
    assert cpu(program, '--sys', 'sys', '--guclog', './slow', '--load', 'true',
               '--no-archive') < 1


def test_interrupted(made, program, guclog_path, tmp_path):
    """A signal ends the program while it waits up to 15 s for the GPU to suspend. The program
    prints no page and leaves no files."""
    save(f'{made.device}/power/runtime_status', 'active\n')
    (tmp_path / 'tmp').mkdir()
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        run = subprocess.Popen([program, '--sys', 'sys', '--guclog', guclog_path],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, 'TMPDIR': str(tmp_path / 'tmp')})
        assert 'loaded already' in run.stderr.readline()
        assert 'is suspended' in run.stderr.readline()
        begin = time.monotonic()
        run.send_signal(number)
        out, err = run.communicate(timeout=30)
        assert run.returncode == 2 and not out and 'interrupted' in err
        assert time.monotonic() - begin < 12
        assert not os.listdir(tmp_path / 'tmp')
        assert not Path('xe-guclog-hardware-check.tar').exists()


class Client:
    """A program for the option --load of xe-guclog-hardware-check, which runs the program while it
    records guc_log_stream. The program writes to this stream. It also replaces guc_log_lfd, of
    which xe-guclog-hardware-check makes copies."""

    def __init__(self, made):
        self.stream = f'{made.ours}/gt0/guc_log_stream'
        self.ring = f'{made.ours}/gt0/guc_log_lfd'
        os.mkfifo(self.stream)

    def make(self, path, first, later, stream):
        """Write the program to a path. first: the events in guc_log_lfd before the program runs.
        later: the events in guc_log_lfd at two later moments. The program writes to the stream
        after the second of them."""
        save(self.ring, small.lfd(first))
        for i, events in enumerate(later):
            save(f'ring{i}', small.lfd(events))
        save('stream', stream)
        save(path, '#!/bin/sh\n'
             f'cp ring0 new && mv new {self.ring} && sleep 0.6\n'
             f'cp ring1 new && mv new {self.ring} && cat stream >{self.stream}\n').chmod(0o755)


@pytest.mark.parametrize('gap, holds', [('before', False), ('there', True), ('none', False)])
def test_a_copy_in_a_gap_of_the_stream(made, run, gap, holds):
    """The firmware overwrites events of its ring after a copy of the ring was made, and before the
    stream was read. If the stream reports a gap at this time, it need not have these events. If the
    gap is at another time or there is none, the stream must have all events of the copy."""
    events = small.walk(400, 0xffffff00)
    old, kept, gone, new = events[:100], events[100:200], events[200:300], events[300:]
    stream = streams.head()
    if gap == 'before':
        stream += streams.lost(50, kept[50:]) + streams.events(new)
    elif gap == 'there':
        stream += streams.events(kept) + streams.lost(100, new)
    else:
        stream += streams.events(kept + new)
    Client(made).make('client', old, [kept + gone, gone[50:] + new], stream)
    page = run('--load', './client', '--seconds', '1', path='/usr/bin:/bin')
    verdict, text = page.rows['client stream']
    assert verdict == ('holds' if holds else 'does not hold'), text
    assert ('lacks or reorders' in text) != holds


def test_the_directory_of_a_client_is_not_on_the_page(made, run):
    """The page is in the archive, so it has only the name of the program that used the GPU."""
    events = small.walk(20, 0)
    os.mkdir(SECRET)
    Client(made).make(f'{SECRET}/clpeak', events[:10], [events, events],
                      streams.head() + streams.events(events[10:]))
    page = run('--seconds', '1', path=f'{os.getcwd()}/{SECRET}:/usr/bin:/bin')
    verdict, text = page.rows['client stream']
    assert verdict == 'holds' and text.startswith('clpeak ended with status 0; 10 events ')
    assert all(SECRET.encode() not in data for data in members().values())


@pytest.mark.parametrize('event, verdict', [(0x1234, 'does not hold'), (0x36f, 'not run')])
def test_no_rule_of_the_dictionary_can_be_tested(made, run, event, verdict):
    """If no rule can be tested because most ids are not in the dictionary, the page says that the
    dictionary does not hold. If the ids are in the dictionary, the page gives no verdict."""
    events = [small.entry(1000 * i, event, 1, 2) for i in range(200)]
    save(f'{made.ours}/gt0/guc_log_lfd', small.lfd(events))
    page = run()
    found, text = page.rows['dictionary']
    assert found == verdict, text
    assert text.startswith('rules 0 tested, 0 hold; ') and 'no rule can be tested' in text


JOBS = r'''
#include "hwcheck.h"
#include <unistd.h>
static void wait_forever(const void *arg, int fd)
{
	for (;;)
		pause();
}
int main(void)
{
	struct job job;
	for (int i = 0; i < 200; i++) {
		job_start(&job, wait_forever, NULL);
		job_end(&job);
		buffer_free(&job.output);
	}
	return 0;
}
'''


def test_a_job_is_ended_at_once(tmp_path):
    """A job that is ended right after its start is killed, even if its process has not run yet."""
    source = save(tmp_path / 'jobs.c', JOBS)
    folder = TOP / 'tools/hardware-check'
    subprocess.run(['gcc', '-std=gnu11', '-D_GNU_SOURCE', f'-I{folder}', f'-I{TOP}/include',
                    f'-I{TOP}/tools/guclog', '-o', tmp_path / 'jobs',
                    source, folder / 'util.c'], check=True)
    subprocess.run([tmp_path / 'jobs'], timeout=60, check=True)
