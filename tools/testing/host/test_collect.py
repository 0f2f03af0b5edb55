# SPDX-License-Identifier: GPL-2.0-only
"""`guclog collect` and `guclog incidents`, on a sysfs made of plain files."""

import json
import os
import random
import signal
import struct
import subprocess
import time

import gucstory
import pytest
import stories
from reference import lfd

GPU = '0000:03:00.0'
BIG = 'x' * 79 + '\n'


def header(reason='Timedout job - seqno=7, lrc_seqno=7, guc_id=3, flags=0x0'):
    return ('**** Xe Device Coredump ****\n'
            f'Reason: {reason}\n'
            'kernel: 6.12.0\nmodule: xe\n'
            'Snapshot time: 1700000000.5\nUptime: 41942.963188349\n'
            'Process: a [b] c [41874]\nPCI ID: 0xe223\n')


class Machine:
    """A GPU that xe drives, a network card, and what sysfs shows of both."""

    def __init__(self, path, guclog):
        self.sys = path / 'sys'
        self.store = path / 'store'
        self.guclog = guclog
        self.gpu = self.sys / 'devices/pci' / GPU
        for name, driver in ((GPU, 'xe'), ('net', 'iwlwifi')):
            device = self.sys / 'devices/pci' / name
            device.mkdir(parents=True)
            (self.sys / 'drivers' / driver).mkdir(parents=True)
            (device / 'driver').symlink_to(self.sys / 'drivers' / driver)
        (self.sys / 'class/devcoredump').mkdir(parents=True)
        (self.sys / 'bus/pci/devices').mkdir(parents=True)
        (self.sys / 'bus/pci/devices' / GPU).symlink_to(self.gpu)

    def dump(self, name, device, content, age=0):
        where = self.sys / 'class/devcoredump' / name
        where.mkdir()
        device.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, bytes) else content.encode()
        (where / 'data').write_bytes(data)
        (where / 'failing_device').symlink_to(device)
        link = device / 'devcoredump'
        link.unlink(missing_ok=True)
        link.symlink_to(where)
        os.utime(where, (time.time() - age,) * 2)
        return where

    def xe_dump(self, name, content=None, age=0):
        return self.dump(name, self.gpu, content or header(), age)

    def log_dump(self, name, gt, age=0, place='', content=None):
        device = self.sys / f'devices/xe_guclog-{GPU}-gt{gt}{place}'
        return self.dump(name, device, content or f'log of gt{gt}', age)

    def options(self):
        return ('--no-journal', '--sys', self.sys, '--store', self.store)

    def collect(self, name, *args, rc=0):
        out = self.guclog('collect', *self.options(), *args, name, rc=rc).out
        return out.split()

    def incidents(self):
        return self.guclog('incidents', '--store', self.store, '--json').json

    def files(self, name):
        return sorted(p.name for p in (self.store / name).iterdir())

    def read(self, name, file):
        return subprocess.run(['zstd', '-dcq', self.store / name / file],
                              check=True, capture_output=True, text=True).stdout


@pytest.fixture
def machine(tmp_path, guclog):
    return Machine(tmp_path, guclog)


def is_free(dump):
    return (dump / 'data').read_bytes().startswith(b'1\n')


def test_dump_of_xe_and_logs_in_one_incident(machine):
    xe = machine.xe_dump('devcd1')
    logs = [machine.log_dump('devcd2', 0), machine.log_dump('devcd3', 1)]
    name, = machine.collect('devcd1')
    assert machine.read(name, 'devcoredump.txt.zst') == header()
    assert machine.read(name, 'guc_log.gt1.requested.lfd.zst') == 'log of gt1'
    assert not is_free(xe) and all(map(is_free, logs))
    meta, = machine.incidents()
    assert meta['incident'] == name and meta['gpu'] == GPU
    assert meta['schema'] == 'xe-guclog-incident-1'
    dump = meta['devcoredump']
    assert (dump['name'], dump['pid'], dump['process']) == ('devcd1', 41874, 'a [b] c')
    assert dump['uptime'] == '41942.963188349' and dump['bytes'] == len(header())
    assert [(log['gt'], log['taken']) for log in meta['logs']] == [
        (0, 'on request'), (1, 'on request')]


def test_incident_is_explained(machine):
    """The summary is what explain says of the dump; its verdict makes the signature."""
    story = stories.refuse(stories.begin(1))
    dump = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    machine.xe_dump('devcd1', dump)
    name, = machine.collect('devcd1')
    meta, = machine.incidents()
    assert meta['verdict']['victim'] == {'guc_id': stories.VICTIM, 'engine': story.name}
    assert meta['signature'] == f'engine reset on {story.name}: LR job cleanup, guc_id=N'
    assert meta['explained'] == 'devcoredump.txt.zst'
    summary = (machine.store / name / 'summary.txt').read_text()
    assert summary.startswith(f'Engine reset on {story.name}')


def test_only_the_owner_can_read_the_store(machine):
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    paths = [machine.store, machine.store / name]
    assert [p.stat().st_mode & 0o777 for p in paths] == [0o700, 0o700]
    assert {p.stat().st_mode & 0o777 for p in (machine.store / name).iterdir()} == {0o600}


def test_log_alone(machine):
    log = machine.log_dump('devcd7', 3)
    name, = machine.collect('devcd7')
    assert 'guc_log.gt3.requested.lfd.zst' in machine.files(name)
    assert 'devcoredump' not in machine.incidents()[0]
    assert is_free(log)


def test_dump_of_xe_is_freed_on_demand_only(machine):
    xe = machine.xe_dump('devcd1')
    machine.collect('devcd1', '--free')
    assert is_free(xe)


def test_each_dump_is_stored_once(machine):
    machine.xe_dump('devcd1')
    assert len(machine.collect('devcd1')) == 1
    assert machine.collect('devcd1') == []
    assert len(machine.incidents()) == 1


def test_log_takes_the_dump_of_the_same_hang_along(machine):
    machine.xe_dump('devcd2', age=1)
    machine.log_dump('devcd1', 0, age=2)
    machine.collect('devcd1')
    assert machine.collect('devcd2') == []
    meta, = machine.incidents()
    assert meta['devcoredump']['name'] == 'devcd2' and len(meta['logs']) == 1


def test_dump_of_an_earlier_hang_is_not_taken_for_this_one(machine):
    machine.xe_dump('devcd1', age=600)
    machine.collect('devcd1')
    machine.log_dump('devcd2', 0)
    machine.collect('devcd2')
    meta = machine.incidents()[1]
    assert 'devcoredump' not in meta
    assert meta['other_devcoredump']['name'] == 'devcd1'
    assert meta['other_devcoredump']['age_ms'] >= 600000


def test_log_of_an_earlier_hang_is_an_incident_of_its_own(machine):
    machine.log_dump('devcd1', 0, age=600)
    machine.xe_dump('devcd2')
    assert len(machine.collect('devcd2')) == 2
    first, second = machine.incidents()
    assert first['logs'][0]['name'] == 'devcd1' and 'devcoredump' not in first
    assert second['devcoredump']['name'] == 'devcd2' and not second['logs']


def test_dumps_of_other_drivers_are_left_alone(machine):
    machine.dump('devcd1', machine.sys / 'devices/pci/net', 'wifi')
    assert machine.collect('devcd1') == []
    assert machine.collect('devcd9') == []
    assert machine.incidents() == []


@pytest.mark.parametrize('name', ['devcd', 'devcd1x', 'passwd', 'devcd12345678901'])
def test_name_that_is_no_dump(machine, name):
    assert 'a name such as devcd3' in machine.guclog(
        'collect', *machine.options(), name, rc=2).err


def test_dump_that_cannot_be_read_is_recorded_and_not_freed(machine):
    log = machine.log_dump('devcd4', 0)
    (log / 'data').write_text('')
    machine.collect('devcd4', rc=2)
    meta, = machine.incidents()
    assert meta['errors'][0]['what'] == 'guc_log.gt0.requested.lfd.zst'
    assert not is_free(log)


def test_first_and_newest_of_a_series_are_kept_whole(machine):
    names = [machine.collect(f'devcd{n}') for n in range(1, 6)
             if machine.xe_dump(f'devcd{n}')]
    whole = ['devcoredump.txt.zst' in machine.files(name) for name, in names]
    assert whole == [True, False, False, False, True]
    assert [m.get('reduced', False) for m in machine.incidents()] == [
        not w for w in whole]


def test_quota_removes_reduced_incidents_first(machine):
    for n in range(1, 6):
        machine.xe_dump(f'devcd{n}', header('same' if n < 4 else f'other {"x" * n}'))
        machine.collect(f'devcd{n}', '--keep', '3')
    kept = [m['devcoredump']['name'] for m in machine.incidents()]
    assert kept == ['devcd1', 'devcd4', 'devcd5']


def test_quota_of_bytes(machine):
    for n in range(1, 4):
        noise = random.Random(n).randbytes(150000).hex()
        machine.xe_dump(f'devcd{n}', header('r' + 'x' * n) + noise)
        machine.collect(f'devcd{n}', '--max-bytes', '400K')
    kept = [m['devcoredump']['name'] for m in machine.incidents()]
    assert kept == ['devcd2', 'devcd3']


def test_directories_of_others_do_not_count(machine):
    (machine.store / 'mine').mkdir(parents=True)
    machine.xe_dump('devcd1')
    machine.collect('devcd1', '--keep', '1')
    assert (machine.store / 'mine').is_dir() and len(machine.incidents()) == 1


def test_collectors_at_the_same_time_store_each_dump_once(machine):
    machine.xe_dump('devcd1')
    for gt in range(3):
        machine.log_dump(f'devcd1{gt}', gt)
    jobs = [subprocess.Popen([machine.guclog.path, 'collect', *machine.options(), name],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for name in ('devcd1', 'devcd10', 'devcd11', 'devcd12')]
    assert [job.wait() for job in jobs] == [0] * 4
    meta, = machine.incidents()
    assert len(meta['logs']) == 3


def test_killed_collector_leaves_no_half_incident(machine):
    rng = random.Random(7)
    machine.xe_dump('devcd1', header() + BIG * 100000)
    for _ in range(30):
        job = subprocess.Popen([machine.guclog.path, 'collect', *machine.options(),
                                'devcd1'], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * 0.03)
        job.send_signal(signal.SIGKILL)
        job.wait()
        if not machine.store.exists():
            continue
        for meta in machine.incidents():
            assert 'devcoredump.txt.zst' in machine.files(meta['incident'])
    machine.collect('devcd1')
    hidden = [p.name for p in machine.store.iterdir() if p.name[:5] in ('.new-', '.old-')]
    assert len(machine.incidents()) == 1 and hidden == []


def test_full_disk_is_an_error_and_loses_nothing(machine):
    machine.xe_dump('devcd1')
    machine.xe_dump('devcd2', header('another') + random.Random(1).randbytes(2000000).hex())
    machine.store.mkdir()
    command = [str(machine.guclog.path), 'collect', *map(str, machine.options())]
    script = '''mount -t tmpfs -o size=400k none "$1" || exit 99
        shift; "$@" devcd1; "$@" devcd2; echo "status $?"
        "$1" incidents --store "$7" --json'''
    done = subprocess.run(['unshare', '-rm', 'sh', '-c', script, 'sh', str(machine.store),
                           *command], capture_output=True, text=True, check=False)
    if done.returncode == 99:
        pytest.skip('a file system cannot be mounted here')
    assert 'status 2' in done.stdout
    assert 'No space left on device' in done.stderr
    metas = json.loads(done.stdout[done.stdout.index('['):])
    assert metas[0]['devcoredump']['file'] == 'devcoredump.txt.zst'


def test_metrics_count_also_what_was_removed(machine, tmp_path):
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', header('a "quoted" reason'))
        machine.collect(f'devcd{n}', '--keep', '1', '--metrics', tmp_path / 'xe.prom')
    text = (tmp_path / 'xe.prom').read_text()
    line, = [x for x in text.splitlines() if x.startswith('xe_guclog_incidents_total{')]
    assert line.endswith(' 3') and f'gpu="{GPU}"' in line and '\\"quoted\\"' in line


def test_incidents_show_export_and_delete(machine, tmp_path):
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    store = ('--store', machine.store)
    assert name in machine.guclog('incidents', *store).out
    assert '"devcd1"' in machine.guclog('incidents', *store, 'show', 'last').out
    machine.guclog('incidents', *store, 'export', name, '-o', tmp_path / 'a.tar.zst')
    listed = subprocess.run(['tar', '--zstd', '-tf', tmp_path / 'a.tar.zst'], check=True,
                            capture_output=True, text=True).stdout
    assert f'{name}/metadata.json' in listed
    assert 'not overwritten' in machine.guclog(
        'incidents', *store, 'export', name, '-o', tmp_path / 'a.tar.zst', rc=2).err
    machine.guclog('incidents', *store, 'delete', name)
    assert machine.incidents() == []


@pytest.mark.parametrize('name', ['nothing', '..', '../store', ''])
def test_incident_that_is_not_there(machine, name):
    machine.store.mkdir()
    assert 'has no incident' in machine.guclog(
        'incidents', '--store', machine.store, 'show', name, rc=2).err


def test_wedged_gpu_without_a_dump(machine):
    log = machine.log_dump('devcd1', 0)
    options = ('collect', *machine.options(), '--gpu', GPU)
    machine.guclog(*options)
    meta, = machine.incidents()
    assert meta['trigger'] == 'wedged' and meta['logs'][0]['name'] == 'devcd1'
    assert is_free(log)
    machine.guclog(*options)
    assert len(machine.incidents()) == 1


@pytest.mark.parametrize('gpu', ['', '../x', '.'])
def test_gpu_that_is_no_name(machine, gpu):
    assert 'not the name of a device' in machine.guclog('collect', '--gpu', gpu, rc=2).err


def test_incidents_of_the_module_are_stored_together(machine):
    """The first and the newest incident of a series, with the values of the probe."""
    notes = 'writer=x\nincident_seq=4\nincident_trigger=engine reset\nincident_guc_id=6\n'
    padded = notes.encode() + b'\0' * (-len(notes) % 4)
    data = struct.pack('<QI', 0x8086AAAA474C5346, 1 << 16) + lfd.block(0x6001, padded)
    first = machine.log_dump('devcd1', 0, 2, '-first', data)
    newest = machine.log_dump('devcd2', 0, 1, '-newest')
    name, = machine.collect('devcd1')
    assert {'guc_log.gt0.lfd.zst', 'guc_log.gt0.newest.lfd.zst'} <= set(machine.files(name))
    meta, = machine.incidents()
    assert [log['taken'] for log in meta['logs']] == ['at the trigger'] * 2
    assert meta['logs'][0]['trigger'] == {
        'seq': '4', 'trigger': 'engine reset', 'guc_id': '6'}
    assert is_free(first) and is_free(newest)
