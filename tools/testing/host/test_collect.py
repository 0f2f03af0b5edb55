# SPDX-License-Identifier: GPL-2.0-only
"""`guclog collect`, the collector, which stores the dumps and logs of a hang as an incident, and
`guclog incidents`, which shows them. The tests use a sysfs that consists of plain files."""

import json
import os
import random
import re
import shutil
import struct
import subprocess
import threading
import time

import gucstory
import pytest
import stories
from conftest import TOP
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
    """A generated sysfs with a GPU that xe drives and with a network card, and a store (a
    directory) for incidents."""

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
        """Make a devcoredump of a device, as the kernel shows it in sysfs. age: its age in
        seconds."""
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
        """Make a dump of xe."""
        return self.dump(name, self.gpu, content or header(), age)

    def log_dump(self, name, gt, age=0, place='', content=None):
        """Make a devcoredump of the module xe_guclog, which has the log of a GT. place: empty for a
        log that was requested, "-first" or "-newest" for the module's record of the first or newest
        trigger."""
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
    """Return whether the collector has freed a dump. The collector does this by writing 1 to the
    file "data", and the kernel then deletes the dump."""
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
    """The summary of an incident has the text of guclog explain about its dump. The signature of
    the incident is made from the verdict of explain."""
    story = stories.refuse(stories.begin(1))
    dump = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    machine.xe_dump('devcd1', dump)
    name, = machine.collect('devcd1')
    meta, = machine.incidents()
    assert meta['verdict']['victim'] == {'guc_id': stories.VICTIM, 'engine': story.name}
    assert meta['signature'] == f'engine reset on {story.name}: LR job cleanup, guc_id=N'
    assert meta['explained'] == 'devcoredump.txt.zst'
    summary = (machine.store / name / 'summary.txt').read_text()
    assert f'Engine reset on {story.name}' in summary


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
    name, = machine.collect('devcd1')
    again = machine.guclog('collect', *machine.options(), 'devcd1')
    assert again.out == '' and f'devcd1: is stored already, as {name}' in again.err
    assert len(machine.incidents()) == 1


def test_log_is_stored_with_the_dump_of_the_same_hang(machine):
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


def test_log_from_before_the_clock_was_set_back(machine):
    """A log of the module is stored and freed, too, if its age is unknown, because the clock was
    set back after the log was dumped."""
    log = machine.log_dump('devcd1', 0, age=-3600, place='-first')
    machine.collect('devcd1')
    meta, = machine.incidents()
    assert [o['name'] for o in meta['logs']] == ['devcd1'] and meta['logs'][0]['age_ms'] is None
    assert is_free(log)


def test_dumps_of_other_drivers_are_left_alone(machine):
    machine.dump('devcd1', machine.sys / 'devices/pci/net', 'wifi')
    for name, why in (('devcd1', 'is a dump of a driver other than xe'),
                      ('devcd9', 'there is no such devcoredump')):
        run = machine.guclog('collect', *machine.options(), name, rc=1)
        assert run.out == '' and f'{name}: {why}' in run.err
    run = machine.guclog('collect', *machine.options(), '--gpu', '0000:99:00.0', rc=1)
    assert 'there is no such device' in run.err
    assert machine.incidents() == []


@pytest.mark.parametrize('name', ['devcd', 'devcd1x', 'passwd', 'devcd12345678901'])
def test_name_that_is_not_a_dump(machine, name):
    assert 'is not the name of a devcoredump' in machine.guclog(
        'collect', *machine.options(), name, rc=2).err


def test_dump_that_cannot_be_read_is_recorded_and_not_freed(machine):
    log = machine.log_dump('devcd4', 0)
    (log / 'data').write_text('')
    machine.collect('devcd4', rc=2)
    meta, = machine.incidents()
    assert meta['errors'][0]['what'] == 'guc_log.gt0.requested.lfd.zst'
    assert not is_free(log)


@pytest.mark.parametrize('more', (0, 1))
def test_info_longer_than_the_limit_is_reported(machine, more):
    """If a file "info" is longer than 1 MiB, the collector stores its first MiB, and the incident
    lists an error. A file of exactly 1 MiB is complete and gives no error."""
    folder = machine.sys / 'kernel/debug/xe_guclog' / GPU
    folder.mkdir(parents=True)
    (folder / 'info').write_text('i' * (1 << 20) + 'n' * more)
    machine.log_dump('devcd5', 0)
    name, = machine.collect('devcd5')
    assert machine.store.joinpath(name, 'info.txt').read_text() == 'i' * (1 << 20)
    meta, = machine.incidents()
    assert [e['what'] for e in meta['errors']].count(str(folder / 'info')) == more


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


def set_clock_back(machine, name):
    """Make an incident look as if it was stored in 2099, before the clock was set back."""
    later = '2099' + name[4:]
    (machine.store / name).rename(machine.store / later)
    file = machine.store / later / 'metadata.json'
    file.write_text(file.read_text().replace(name, later))
    return later


def test_first_of_a_series_is_kept_after_the_clock_was_set_back(machine):
    """The order of incidents is that in which they were stored. If the clock was set back, the
    first one of a series, which has the latest time, stays whole, and the newest one too."""
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    later = set_clock_back(machine, name)
    for n in range(2, 5):
        machine.xe_dump(f'devcd{n}')
        machine.collect(f'devcd{n}')
    metas = machine.incidents()
    assert [m['devcoredump']['name'] for m in metas] == [f'devcd{n}' for n in range(1, 5)]
    assert [m.get('reduced', False) for m in metas] == [False, True, True, False]
    assert machine.read(later, 'devcoredump.txt.zst') == header()
    shown = machine.guclog('incidents', '--store', machine.store).out.split()
    assert shown[0] == later
    assert later in machine.guclog('incidents', '--store', machine.store, 'show', 'first').out


def test_incidents_without_a_number_are_the_oldest(machine):
    """An older guclog gave incidents no number. They are sorted by the time in their names."""
    names = []
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', header(f'reason {"x" * n}'))
        names += machine.collect(f'devcd{n}')
    for name in names[:2]:
        file = machine.store / name / 'metadata.json'
        file.write_text(re.sub(r' *"sequence": \d+,\n', '', file.read_text()))
    assert [m['incident'] for m in machine.incidents()] == names


def test_new_incident_is_kept(machine):
    """The collector neither removes nor reduces the incident that it has just stored."""
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    set_clock_back(machine, name)
    for n, args in ((2, ()), (3, ('--keep', '1')), (4, ('--max-bytes', '1'))):
        machine.xe_dump(f'devcd{n}')
        name, = machine.collect(f'devcd{n}', *args)
        assert machine.read(name, 'devcoredump.txt.zst') == header()


def noise(n, size):
    """Return a text of this length that zstd compresses to half of it."""
    return random.Random(n).randbytes(size // 2).hex()


def test_quota_of_bytes(machine):
    """The oldest incidents that are the first of their series stay, up to half of the quota."""
    for n in range(1, 6):
        machine.xe_dump(f'devcd{n}', header('r' + 'x' * n) + noise(n, 300000))
        machine.collect(f'devcd{n}', '--max-bytes', '700K')
    kept = [m['devcoredump']['name'] for m in machine.incidents()]
    assert kept == ['devcd1', 'devcd2', 'devcd4', 'devcd5']


def test_hangs_of_many_kinds_do_not_remove_the_first_ones(machine):
    """A program can cause hangs of many kinds, each of which begins a series. They do not remove
    the incidents from before, up to half of the number of incidents."""
    for n in range(1, 20):
        machine.xe_dump(f'devcd{n}', header('r' + 'x' * n))
        machine.collect(f'devcd{n}', '--keep', '8')
    kept = [m['devcoredump']['name'] for m in machine.incidents()]
    assert kept == [f'devcd{n}' for n in (1, 2, 3, 4, 16, 17, 18, 19)]


def test_one_large_dump_removes_no_other_incident(machine):
    """A program chooses how large the dump of its hang is. The dump gets a share of the store, the
    rest of it is left out, and the other incidents stay."""
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', header('r' + 'x' * n) + noise(n, 2000000))
        machine.collect(f'devcd{n}', '--max-bytes', '16M')
    story = stories.refuse(stories.begin(1))
    text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    large = text + '**** VM state ****\n[1000].length: 0x1000\n[1000].data: ' + noise(9, 40000000)
    dump = machine.xe_dump('devcd9', large)
    name, = machine.collect('devcd9', '--max-bytes', '16M', '--free')
    metas = machine.incidents()
    assert [m['devcoredump']['name'] for m in metas] == ['devcd1', 'devcd2', 'devcd3', 'devcd9']
    assert not any(m.get('reduced') for m in metas)
    found = metas[3]['devcoredump']
    stored = machine.read(name, 'devcoredump.txt.zst')
    assert large.startswith(stored) and len(stored) == found['bytes'] >= len(text)
    used = sum(p.stat().st_size for p in (machine.store / name).iterdir())
    assert 2 << 20 < used <= 4 << 20 and found['cut'] and is_free(dump)
    assert metas[3]['errors'][0]['what'] == 'devcoredump.txt.zst'
    assert metas[3]['verdict']['victim'] == {'guc_id': stories.VICTIM, 'engine': story.name}
    assert '(cut)' in machine.guclog('incidents', '--store', machine.store).out
    said = machine.guclog('incidents', '--store', machine.store, 'show', name).out
    assert f'only the first {found["bytes"]} bytes are stored' in said
    assert machine.collect('devcd9', '--max-bytes', '16M') == []


SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long late;

int clock_gettime(clockid_t clock, struct timespec *t)
{
	int ret = ((int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime"))(clock, t);

	t->tv_sec += clock == CLOCK_MONOTONIC ? late : 0;
	return ret;
}

ssize_t read(int fd, void *data, size_t len)
{
	char link[32], path[4096];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path));
	if (n > 12 && !memcmp(path + n - 12, "/devcd1/data", 12))
		late += 20;
	return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(fd, data, len);
}
"""


@pytest.mark.plain_build
def test_dump_that_takes_long(machine, tmp_path):
    """The collector reads a dump for one minute at most, because systemd ends it after four, and
    stores what it has read. A library makes each read() seem to take 20 seconds."""
    machine.log_dump('devcd2', 0)
    machine.xe_dump('devcd1', header() + BIG * 100000)
    assert collect_with(library(tmp_path, SLOW), machine, 'devcd1').returncode == 0
    meta, = machine.incidents()
    assert 0 < meta['devcoredump']['bytes'] < 4000000 and meta['devcoredump']['cut']
    assert meta['logs'][0]['name'] == 'devcd2'


def test_directories_of_others_do_not_count(machine):
    (machine.store / 'mine').mkdir(parents=True)
    machine.xe_dump('devcd1')
    machine.collect('devcd1', '--keep', '1')
    assert (machine.store / 'mine').is_dir() and len(machine.incidents()) == 1


@pytest.mark.parametrize('odd', ['link', 'fifo', 'metadata', 'directory'])
def test_odd_files_in_the_store(machine, tmp_path, odd):
    """A link, a FIFO or a directory in the store or in an incident does not block a command. guclog
    does not follow a link, and removes such a file together with its incident."""
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    other, where = tmp_path / 'other', machine.store / name / 'odd'
    shutil.copytree(machine.store / name, other)
    if odd == 'link':
        (machine.store / '2020-01-01T00:00:00.000Z-link').symlink_to(other)
        where.symlink_to(other)
    elif odd == 'directory':
        where.mkdir()
        (where / 'file').touch()
    else:
        os.mkfifo(where)
    if odd == 'metadata':
        where.rename(machine.store / name / 'metadata.json')
    assert machine.guclog('incidents', '--store', machine.store).out.count('\n') == 1
    for args in ('-o', 'a.zst'), ('-o', 'b.zst', '--redact'):
        run = machine.guclog('incidents', '--store', machine.store, 'export', name, *args, rc=None)
        if odd != 'metadata':
            assert run.rc == 0 and 'odd: is not a regular file, and is left out' in run.err
    machine.xe_dump('devcd2', header('another'))
    newest, = machine.collect('devcd2', '--keep', '1')
    left = {path.name for path in machine.store.iterdir() if not path.is_symlink()}
    assert left == {'.lock', 'counters.json', newest}
    assert 'metadata.json' in os.listdir(other)


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


KILL_AT = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long calls, last;
static const char *count;

__attribute__((constructor)) static void begin(void)
{
	last = atol(getenv("KILL_AT") ?: "0");
	count = getenv("COUNT_CALLS");
	unsetenv("KILL_AT");
	unsetenv("COUNT_CALLS");
}

__attribute__((destructor)) static void end(void)
{
	FILE *f = count ? fopen(count, "w") : NULL;

	if (f)
		fprintf(f, "%ld", calls);
}

#define KILL(name, params, args) int name params { \\
	if (++calls == last) \\
		kill(getpid(), SIGKILL); \\
	return ((int (*) params)dlsym(RTLD_NEXT, #name))args; }
KILL(fsync, (int fd), (fd))
KILL(close, (int fd), (fd))
KILL(mkdirat, (int at, const char *p, mode_t m), (at, p, m))
KILL(unlinkat, (int at, const char *p, int f), (at, p, f))
KILL(renameat, (int a, const char *p, int b, const char *q), (a, p, b, q))

ssize_t write(int fd, const void *data, size_t len)
{
	if (++calls == last)
		kill(getpid(), SIGKILL);
	return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, data, len);
}
"""


def library(path, code):
    """Compile a shared library that replaces functions of the C library; return its path."""
    lib = path / 'replaced.so'
    subprocess.run(['gcc', '-shared', '-fPIC', '-xc', '-o', lib, '-'], input=code, text=True,
                   check=True)
    return lib


def collect_with(lib, machine, *args, **variables):
    """Run the collector with a shared library and environment variables."""
    return subprocess.run(
        [machine.guclog.path, 'collect', *machine.options(), *args],
        env={**os.environ, 'LD_PRELOAD': str(lib), **variables},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)


class Killer:
    """Runs the collector with a library (KILL_AT) that kills it when it calls a function that
    changes files, such as write(). The caller chooses at which of these calls."""

    def __init__(self, machine, path):
        self.machine, self.lib, self.count = machine, library(path, KILL_AT), path / 'calls'

    def run(self, name, **variables):
        return collect_with(self.lib, self.machine, name, **variables,
                            ASAN_OPTIONS='verify_asan_link_order=0:detect_leaks=0').returncode

    def calls(self, name):
        """Return the number of calls that change files in a run of the collector that is not
        killed."""
        assert self.run(name, COUNT_CALLS=str(self.count)) == 0
        return int(self.count.read_text())


def check_whole(machine):
    """Check that each incident has all files that its metadata name, and that these files are
    complete."""
    for meta in machine.incidents():
        logs = [] if meta.get('reduced') else meta.get('logs', [])
        files = [log['file'] for log in logs]
        if 'devcoredump' in meta and not meta.get('reduced'):
            files.append(meta['devcoredump']['file'])
        for file in files:
            assert machine.read(meta['incident'], file)


def stored(machine, name):
    """Return the contents of all stored dumps with this name. If a dump is in several incidents,
    its content occurs several times."""
    found = []
    for meta in machine.incidents():
        if meta.get('reduced'):
            continue
        found += [machine.read(meta['incident'], log['file'])
                  for log in [*meta.get('logs', []), meta.get('devcoredump', {})]
                  if log.get('name') == name]
    return found


@pytest.mark.plain_build
def test_killed_at_random_moments(machine, tmp_path, rounds):
    """The collector can be killed at any moment: no incomplete incident is shown, no dump is freed
    before it is in an incident, and the next run stores each dump exactly once."""
    killer, rng = Killer(machine, tmp_path), random.Random(7)
    machine.xe_dump('devcd1')
    machine.log_dump('devcd2', 0)
    calls, killed = killer.calls('devcd1'), 0
    for n in range(1, rounds(50) + 1):
        texts = {f'devcd{n}0': header(f'hang {n}') + BIG * 2000, f'devcd{n}1': f'log {n} of gt0',
                 f'devcd{n}2': f'log {n} of gt1'}
        xe, *logs = texts
        machine.xe_dump(xe, texts[xe])
        for gt, log in enumerate(logs):
            machine.log_dump(log, gt, content=texts[log])
        killed += killer.run(xe, KILL_AT=str(rng.randint(1, calls + 5))) == -9
        check_whole(machine)
        for log in logs:
            if is_free(machine.sys / 'class/devcoredump' / log):
                assert stored(machine, log) == [texts[log]]
        for name in texts:
            machine.collect(name, '--keep', '3')
        for name, text in texts.items():
            assert stored(machine, name) == [text]
        assert all(is_free(machine.sys / 'class/devcoredump' / log) for log in logs)
    assert killed >= rounds(50) * 4 // 5
    assert not [p.name for p in machine.store.iterdir() if p.name[:5] in ('.new-', '.old-')]


def on_small_disk(machine, tmp_path, script, *args):
    """Run a shell script with a disk of 2 MiB as the store of the machine. In the script, "$@" is
    guclog collect with its options."""
    machine.store.mkdir()
    done = subprocess.run(
        ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=2m none "$1" || exit 99\n'
         'store=$1; shift\n' + script, 'sh', machine.store, machine.guclog.path, 'collect',
         *map(str, machine.options()[1:]), *args],
        capture_output=True, text=True, check=False, cwd=tmp_path)
    if done.returncode == 99:
        pytest.skip('a file system cannot be mounted here')
    return done


def test_full_disk(machine, tmp_path, monkeypatch):
    """If the disk is full, and the rules do not allow to remove an incident, the incident is stored
    without its dump. The journal, the metrics and the list say so, and no dump is freed that is not
    stored. When the disk has room again, the next run stores the dump."""
    journal = Journal(tmp_path, monkeypatch)
    machine.xe_dump('devcd1')
    machine.xe_dump('devcd2', header('another') + noise(1, 8000000))
    log = machine.log_dump('devcd3', 0, content=noise(2, 8000000))
    link = machine.sys / f'devices/xe_guclog-{GPU}-gt0/devcoredump'
    link.rename(tmp_path / 'later')
    done = on_small_disk(machine, tmp_path, f'''
        "$@" devcd1 >/dev/null; cp -a "$store"/2* before; mv later '{link}'
        "$@" devcd2 >/dev/null; echo "status $?"; "$@" devcd2; echo "status $?"
        "$@" devcd3; echo "status $?"
        diff -r before "$(ls -d "$store"/2* | head -n 1)" && echo same
        cp xe.prom prom; "$1" incidents --store "$store"
        cp '{log}/data' log_after
        mount -o remount,size=40m "$store"
        "$@" devcd2 >/dev/null; echo "status $?"
        "$1" incidents --store "$store" --json''', '--metrics', tmp_path / 'xe.prom')
    lines = done.stdout.splitlines()
    assert lines[:4] == [*['status 2'] * 3, 'same'] and 'status 0' in lines, done.stdout + done.stderr
    listed = [line for line in lines if 'incomplete' in line]
    assert len(listed) == 1 and 'another' in listed[0]
    assert (tmp_path / 'log_after').read_text() == noise(2, 8000000)
    metas = json.loads(done.stdout[done.stdout.index('[\n'):])
    assert [m['devcoredump']['name'] for m in metas] == ['devcd1', 'devcd2', 'devcd2']
    assert set(metas[1]['no_space']) == {'devcd2', 'devcd3'} and 'no_space' not in metas[2]
    assert metas[2]['logs'][0]['name'] == 'devcd3' and is_free(log)
    assert metas[1]['devcoredump']['reason'] == 'another'
    assert 'disk is full' in journal.records()[1]['MESSAGE']
    assert f'xe_guclog_incomplete_incidents_total{{gpu="{GPU}"}} 1' in (
        tmp_path / 'prom').read_text()


def test_full_disk_gets_room(machine, tmp_path):
    """If the disk is full, incidents are removed that the rules allow to remove, but not more than
    the new incident needs, and the new one is stored."""
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', header('same') + noise(n, 1200000))
    machine.xe_dump('devcd4', header('another') + noise(4, 1200000))
    done = on_small_disk(machine, tmp_path, '''
        for n in 1 2 3 4; do "$@" devcd$n >/dev/null; echo "status $?"; done
        "$1" incidents --store "$store" --json''', '--no-journal')
    assert done.stdout.startswith('status 0\n' * 4), done.stdout + done.stderr
    metas = json.loads(done.stdout[done.stdout.index('[\n'):])
    assert [m['devcoredump']['name'] for m in metas] == ['devcd1', 'devcd4']
    assert not any('cut' in m['devcoredump'] for m in metas)


QUOTA = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <unistd.h>

ssize_t write(int fd, const void *data, size_t len)
{
	if (len > 50000) {
		errno = EDQUOT;
		return -1;
	}
	return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, data, len);
}
"""


@pytest.mark.plain_build
def test_quota_of_the_disk_loses_nothing(machine, tmp_path):
    """If the quota of the disk has no room for a dump, the incident is stored without the dump, the
    dump is not freed, and the next run of the collector stores it. A library makes the write() of
    the dump fail."""
    dump = machine.xe_dump('devcd1', header() + random.Random(1).randbytes(900000).hex())
    run = collect_with(library(tmp_path, QUOTA), machine, '--free', 'devcd1')
    meta, = machine.incidents()
    assert run.returncode == 2 and meta['no_space'] == ['devcd1'] and not is_free(dump)
    machine.collect('devcd1', '--free')
    first, second = machine.incidents()
    assert not first['devcoredump']['file'] and second['devcoredump']['file'] and is_free(dump)


GONE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

ssize_t read(int fd, void *data, size_t len)
{
	char link[32], path[4096];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path));
	if (n > 12 && !memcmp(path + n - 12, "/devcd1/data", 12) && lseek(fd, 0, SEEK_CUR) > 2000000) {
		errno = ENODEV;
		return -1;
	}
	return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(fd, data, len);
}
"""


@pytest.mark.plain_build
def test_dump_that_disappears_while_it_is_read(machine, tmp_path):
    """If another program frees the dump of xe while the collector reads it, the collector stores
    the part that it has read, because no other copy of it exists. A library makes the read()
    fail."""
    dump = machine.xe_dump('devcd1', header() + BIG * 100000)
    run = collect_with(library(tmp_path, GONE), machine, '--free', 'devcd1')
    assert run.returncode == 2 and 'bytes could be read: No such device' in run.stderr
    meta, = machine.incidents()
    length = meta['devcoredump']['bytes']
    assert machine.read(meta['incident'], 'devcoredump.txt.zst') == (
        header() + BIG * 100000)[:length] and length > 2000000
    assert meta['devcoredump']['pid'] == 41874 and not is_free(dump)
    assert meta['errors'][0]['what'] == 'devcoredump.txt.zst'


def test_stored_dump_that_was_not_freed_is_freed(machine):
    """The collector frees a dump that it has already stored, and does not store it again. Such a
    dump exists if the collector was killed after it stored the incident and before it freed the
    dump."""
    log = machine.log_dump('devcd1', 0)
    machine.collect('devcd1')
    (log / 'data').write_text('not freed')
    assert machine.collect('devcd1') == []
    assert is_free(log) and len(machine.incidents()) == 1


def test_stored_dump_of_xe_is_freed_on_demand(machine):
    """--free also frees a dump of xe that is already in the store, because an earlier run of the
    collector was killed before it freed the dump. If the store has only a part of the dump, the
    collector does not free it."""
    dump = machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    metadata = machine.store / name / 'metadata.json'
    text = metadata.read_text()
    error = '{"what": "devcoredump.txt.zst", "why": "only a part"}'
    for change, free in ((text.replace('"errors": [', f'"errors": [ {error},'), False),
                         (text, True)):
        metadata.write_text(change)
        assert machine.collect('devcd1') == [] and not is_free(dump)
        assert machine.collect('devcd1', '--free') == [] and is_free(dump) == free


class Journal:
    """Puts scripts into PATH that replace logger and journalctl. The script for logger appends the
    collector's records for the journal to a file."""

    def __init__(self, path, monkeypatch):
        (path / 'bin').mkdir()
        self.file = path / 'records'
        for name, script in (('logger', f'cat >>{self.file}; echo >>{self.file}'),
                             ('journalctl', 'echo a line of the journal')):
            tool = path / 'bin' / name
            tool.write_text(f'#!/bin/sh\n{script}\n')
            tool.chmod(0o755)
        monkeypatch.setenv('PATH', f'{path}/bin:{os.environ["PATH"]}')

    def records(self):
        """Return the fields of each record as a dict."""
        return [dict(line.split('=', 1) for line in record.splitlines())
                for record in self.file.read_text().split('\n\n') if record]


def test_five_hangs_while_xe_keeps_its_first_dump(machine, tmp_path, monkeypatch):
    """While xe's dump of the first hang exists, the kernel makes no dump of the next four hangs,
    which have only the module's record. The collector stores an incident for each of the five
    hangs, and refers to the first dump only as that of another hang."""
    journal = Journal(tmp_path, monkeypatch)
    machine.xe_dump('devcd1', age=600)
    machine.guclog('collect', *machine.options()[1:], 'devcd1')
    for n in range(2, 6):
        machine.log_dump(f'devcd{n}', 0, place='-first')
        machine.guclog('collect', *machine.options()[1:], f'devcd{n}')
    metas = machine.incidents()
    assert [m['logs'][0]['name'] for m in metas[1:]] == [f'devcd{n}' for n in range(2, 6)]
    assert {m['other_devcoredump']['name'] for m in metas[1:]} == {'devcd1'}
    assert [r['XE_GUCLOG_INCIDENT'] for r in journal.records()] == [
        m['incident'] for m in metas]


@pytest.mark.parametrize('start', ['--prepare', 'devcd1', 'devcd2'])
def test_killed_before_the_record(machine, tmp_path, monkeypatch, start):
    """If the collector is killed after it has stored an incident and before it has written the
    record to the journal, its next run writes the record and counts the incident, once."""
    journal = Journal(tmp_path, monkeypatch)
    logger = tmp_path / 'bin/logger'
    script = logger.read_text()
    logger.write_text('#!/bin/sh\nkill -9 $PPID\n')
    machine.xe_dump('devcd1')
    machine.guclog('collect', *machine.options()[1:], 'devcd1', rc=-9)
    logger.write_text(script)
    for _ in range(2):
        machine.guclog('collect', *machine.options()[1:], start, rc=None)
    meta, = machine.incidents()
    assert [r['XE_GUCLOG_INCIDENT'] for r in journal.records()] == [meta['incident']]
    counters = json.loads((machine.store / 'counters.json').read_text())
    assert counters[GPU]['kinds']['devcoredump'] == 1
    assert '.unreported' not in machine.files(meta['incident'])


def test_large_journal_is_cut(machine, tmp_path, monkeypatch):
    """Other users can write much to the journal. The newest whole lines are stored, at most 8 MiB
    of them."""
    Journal(tmp_path, monkeypatch)
    (tmp_path / 'bin/journalctl').write_text(
        f"#!/bin/sh\nexec seq -f 'line %.0f{'x' * 100}' 90000\n")
    machine.xe_dump('devcd1')
    name, = machine.guclog('collect', *machine.options()[1:], 'devcd1').out.split()
    lines = machine.read(name, 'journal.txt.zst').splitlines()
    assert lines[-1] == 'line 90000' + 'x' * 100 and lines[1].startswith('line ')
    assert 7 << 20 < sum(len(line) + 1 for line in lines) <= 8 << 20


def test_journal_that_does_not_answer(machine, tmp_path, monkeypatch):
    """The collector starts a program to write to the journal, and kills this program after 10 s. It
    does so also if the program has closed its output and does not end."""
    Journal(tmp_path, monkeypatch)
    (tmp_path / 'bin/logger').write_text('#!/bin/sh\nexec sleep 100 >&-\n')
    machine.xe_dump('devcd1')
    begin = time.monotonic()
    machine.guclog('collect', *machine.options()[1:], 'devcd1', rc=None)
    assert time.monotonic() - begin < 60
    assert len(machine.incidents()) == 1


def debugfs_of_xe(machine, place, name=None):
    """Make xe's directory of debugfs with one GT. place: path below dri/; name: the content of its
    file "name", if it has one."""
    uc = machine.sys / 'kernel/debug/dri' / place / 'uc'
    uc.mkdir(parents=True)
    (uc / 'guc_log').write_text('text of the log')
    (uc / 'guc_info').write_text('text about the GuC')
    if name:
        (machine.sys / 'kernel/debug/dri' / place.split('/')[0] / 'name').write_text(name)


@pytest.mark.parametrize('place, name', [
    (f'{GPU}/tile0/gt1', None), ('0/gt1', f'xe dev={GPU} unique={GPU}\n')])
def test_files_of_xe_without_the_module(machine, place, name):
    """Without the module the incident has xe's own files about the GPU, and says what is missing.
    The files of another GPU are not stored."""
    debugfs_of_xe(machine, place, name)
    debugfs_of_xe(machine, '1/gt0', 'xe dev=0000:ff:00.0 unique=0000:ff:00.0\n')
    machine.xe_dump('devcd1')
    incident, = machine.collect('devcd1')
    assert machine.read(incident, 'guc_log.gt1.xe.txt.zst') == 'text of the log'
    assert machine.read(incident, 'guc_info.gt1.txt.zst') == 'text about the GuC'
    assert not [f for f in machine.files(incident) if '.gt0.' in f]
    meta, = machine.incidents()
    assert [(log['gt'], log['taken']) for log in meta['logs']] == [(1, 'from xe')]
    why, = (part['why'] for part in meta['missing'])
    assert 'not loaded' in why
    # The text is no log that could be explained.
    assert [error['what'] for error in meta['errors']] == ['summary.txt']
    assert why in machine.guclog('incidents', '--store', machine.store, 'show', incident).out


def test_reason_without_a_log_of_the_module(machine):
    """The incident says why there is no log: what the module says in its file info, or that the
    kernel is locked down, or that xe shows no log either."""
    info = machine.sys / f'kernel/debug/xe_guclog/{GPU}/info'
    info.parent.mkdir(parents=True)
    info.write_text('kernel=7.3\ndevice_status=made up reason\n')
    (machine.sys / 'module/xe_guclog').mkdir(parents=True)
    machine.xe_dump('devcd1')
    machine.collect('devcd1')
    (machine.sys / 'module/xe_guclog').rmdir()
    lockdown = machine.sys / 'kernel/security/lockdown'
    lockdown.parent.mkdir(parents=True)
    lockdown.write_text('none [integrity] confidentiality\n')
    machine.xe_dump('devcd2')
    machine.collect('devcd2')
    reasons = [[part['why'] for part in meta['missing']] for meta in machine.incidents()]
    assert any('made up reason' in why[0] for why in reasons)
    assert any('locked down' in why[0] for why in reasons)
    assert all('debugfs' in why[1] for why in reasons)


def test_log_of_the_module_replaces_that_of_xe(machine):
    """If the module gives a log, the files of xe are not stored, and nothing is missing."""
    debugfs_of_xe(machine, f'{GPU}/gt0')
    machine.xe_dump('devcd1')
    machine.log_dump('devcd2', 0)
    incident, = machine.collect('devcd1')
    assert not [f for f in machine.files(incident) if 'xe.txt' in f]
    assert 'missing' not in machine.incidents()[0]


def test_refused_request_is_reported(machine):
    """If the module refuses to capture a log, the metadata of the incident list this error."""
    config = machine.sys / 'kernel/config/xe_guclog'
    config.mkdir(parents=True)
    (config / 'capture').symlink_to('/dev/full')
    machine.xe_dump('devcd1')
    machine.collect('devcd1')
    meta, = machine.incidents()
    assert meta['errors'][0]['what'] == 'capture' and meta.get('logs', []) == []


def test_requests_do_not_evict_hangs(machine):
    """When the store is full, the collector removes incidents with logs that were requested without
    a hang, and keeps incidents with dumps of hangs."""
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}')
        machine.collect(f'devcd{n}', '--keep', '4')
    for n in range(4, 9):
        machine.log_dump(f'devcd{n}', 0)
        machine.collect(f'devcd{n}', '--keep', '4')
    metas = machine.incidents()
    assert [m['devcoredump']['name'] for m in metas[:3]] == ['devcd1', 'devcd2', 'devcd3']
    assert metas[3]['logs'][0]['name'] == 'devcd8'


def test_metrics_count_also_what_was_removed(machine, tmp_path):
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', header('a "quoted" reason'))
        machine.collect(f'devcd{n}', '--keep', '1', '--metrics', tmp_path / 'xe.prom')
    text = (tmp_path / 'xe.prom').read_text()
    line, = [x for x in text.splitlines()
             if x.startswith('xe_guclog_signature_incidents_total{')]
    assert line.endswith(' 3') and f'gpu="{GPU}"' in line and '\\"quoted\\"' in line
    assert f'xe_guclog_incidents_total{{gpu="{GPU}",kind="devcoredump"}} 3' in text


@pytest.mark.parametrize('kind', ['fifo', 'link', 'directory'])
def test_metrics_replace_only_a_file(machine, tmp_path, kind):
    """--metrics replaces only regular files. Otherwise a collector that runs as root could replace
    a file such as /dev/stdout."""
    path = tmp_path / 'metrics'
    if kind == 'fifo':
        os.mkfifo(path)
    elif kind == 'link':
        path.symlink_to('/dev/null')
    else:
        path.mkdir()
    before = path.lstat()
    machine.xe_dump('devcd1')
    machine.collect('devcd1', '--metrics', path, rc=2)
    assert path.lstat().st_ino == before.st_ino and len(machine.incidents()) == 1


@pytest.mark.parametrize('where', ['file', 'folder'])
def test_metrics_follow_no_link(machine, tmp_path, where):
    """A user who may write to the folder of the metrics can put links there. The collector, which
    runs as root, neither writes through such a link nor changes the permissions of its target."""
    victim, shared = tmp_path / 'victim', tmp_path / 'shared'
    victim.mkdir()
    (victim / 'xe.prom').write_text('secret')
    (victim / 'xe.prom').chmod(0o600)
    shared.mkdir()
    shared.chmod(0o777)
    machine.xe_dump('devcd1')
    if where == 'file':
        (shared / '.xe.prom.part').symlink_to(victim / 'xe.prom')
        machine.collect('devcd1', '--metrics', shared / 'xe.prom')
        assert (shared / 'xe.prom').stat().st_mode & 0o777 == 0o644
    else:
        (shared / 'folder').symlink_to(victim)
        machine.collect('devcd1', '--metrics', shared / 'folder/xe.prom', rc=2)
        (tmp_path / 'mine').symlink_to(victim)
        tmp_path.chmod(0o755)
        machine.guclog('collect', *machine.options(), '--prepare', '--metrics',
                       tmp_path / 'mine/new.prom')
        assert 'xe_guclog' in (victim / 'new.prom').read_text()
    assert (victim / 'xe.prom').read_text() == 'secret'
    assert (victim / 'xe.prom').stat().st_mode & 0o777 == 0o600


def test_store_below_a_link(machine, tmp_path):
    """The collector does not create a store through a link that another user can have made."""
    (tmp_path / 'shared').mkdir()
    (tmp_path / 'shared').chmod(0o777)
    machine.store.mkdir()
    (tmp_path / 'shared/store').symlink_to(machine.store)
    machine.xe_dump('devcd1')
    machine.guclog('collect', '--no-journal', '--sys', machine.sys, '--store',
                   tmp_path / 'shared/store', 'devcd1', rc=2)
    assert not list(machine.store.iterdir())


def test_metrics_begin_with_0(machine, tmp_path):
    """The collector writes counters with the value 0 before the first incident, because increase()
    of Prometheus does not count the first value of a counter."""
    (machine.sys / 'bus/pci/drivers/xe').mkdir(parents=True)
    (machine.sys / 'bus/pci/drivers/xe' / GPU).symlink_to(machine.gpu)
    (machine.sys / 'bus/pci/drivers/xe/bind').write_text('')
    prom = tmp_path / 'xe.prom'
    prepare = ('collect', *machine.options(), '--prepare', '--metrics', prom)
    machine.guclog(*prepare)
    before = dict(line.rsplit(' ', 1) for line in prom.read_text().splitlines()
                  if not line.startswith('#'))
    assert len(before) == 10 and set(before.values()) == {'0'}
    machine.xe_dump('devcd1')
    machine.collect('devcd1', '--metrics', prom)
    text = prom.read_text()
    name = f'xe_guclog_incidents_total{{gpu="{GPU}",kind="devcoredump"}}'
    assert before[name] == '0' and f'{name} 1\n' in text
    machine.guclog(*prepare)
    assert prom.read_text() == text


def with_notes(*lines):
    """Return an LFD file with these lines in its comment. The module writes such lines about a
    trigger."""
    notes = ''.join(f'{line}\n' for line in ('writer=x', *lines)).encode()
    return struct.pack('<QI', 0x8086AAAA474C5346, 1 << 16) + lfd.block(0x6001, notes)


def test_each_trigger_of_the_module_is_a_signature(machine):
    """A trigger is an event of xe that makes the module record the log, such as an engine
    reset. The signature of an incident with such a record is the name of the trigger,
    also if xe makes no dump for it."""
    names = re.findall(r'^\t\[GUC_TRIGGER_\w+\] = "(.+)",$', (
        TOP / 'drivers/xe_guclog/core/guc_incident.c').read_text(), re.M)
    assert len(names) > 8 and 'GT reset' in names
    for n, name in enumerate(names):
        machine.log_dump(f'devcd{n}', 0, place='-first',
                         content=with_notes(f'incident_triggers_seen={name}'))
        machine.collect(f'devcd{n}', '--keep', '50')
    assert [meta['signature'] for meta in machine.incidents()] == names


def record_of_hang(seconds):
    """Return a record of the module: an LFD file with the time of the first trigger, in seconds
    since boot."""
    return with_notes('incident_triggers_seen=engine reset',
                      f'incident_boottime_ns={int(seconds * 1e9)}')


def records_hangs(machine):
    config = machine.sys / 'kernel/config/xe_guclog'
    config.mkdir(parents=True)
    (config / 'incidents').write_text('1\n')


def test_dump_of_xe_waits_for_the_record_of_the_module(machine):
    """The module makes its record of a hang up to a second after the trigger. The collector waits
    for it, so that xe's dump and the record are in one incident."""
    records_hangs(machine)
    machine.xe_dump('devcd1')
    later = threading.Timer(0.4, machine.log_dump, ('devcd2', 0, 0, '-first'))
    later.start()
    machine.collect('devcd1')
    later.join()
    meta, = machine.incidents()
    assert meta['devcoredump']['name'] == 'devcd1' and meta['logs'][0]['name'] == 'devcd2'


@pytest.mark.parametrize('record_first', [False, True])
def test_late_incidents_of_one_hang_refer_to_each_other(machine, record_first):
    records_hangs(machine)
    parts = [lambda: machine.xe_dump('devcd1'),
             lambda: machine.log_dump('devcd2', 0, 0, '-first', record_of_hang(41942.2))]
    names = []
    for i, make in list(enumerate(parts))[::-1 if record_first else 1]:
        make()
        names += machine.collect(f'devcd{i + 1}')
        (machine.sys / f'devices/xe_guclog-{GPU}-gt0-first/devcoredump').unlink(missing_ok=True)
    first, second = machine.incidents()
    assert 'same_hang' not in first and second['same_hang'] == names[0]
    assert 'other_devcoredump' not in second
    assert f'  same hang  {names[0]}' in machine.guclog(
        'info', machine.store / names[1], rc=None).out


def test_record_of_another_hang(machine):
    """If the trigger of the module's record is ten seconds after xe's dump, the incident of the
    record does not refer to the dump as one of the same hang."""
    records_hangs(machine)
    machine.xe_dump('devcd1')
    machine.collect('devcd1')
    machine.log_dump('devcd2', 0, 0, '-first', record_of_hang(41953))
    machine.collect('devcd2')
    meta = machine.incidents()[1]
    assert 'same_hang' not in meta and meta['other_devcoredump']['name'] == 'devcd1'


def test_trigger_of_the_module_when_the_log_shows_no_hang(machine, tmp_path, monkeypatch):
    """If the log shows no hang, the signature of the incident has the trigger of the module's
    record. (The dump of Linux 6.12 has no log, and the firmware does not log every reset.)"""
    journal = Journal(tmp_path, monkeypatch)
    machine.xe_dump('devcd1', header('Timedout job - seqno=7'))
    machine.log_dump('devcd2', 0, place='-first', content=with_notes(
        'incident_triggers_seen=job timeout, engine reset, state capture',
        'incident_engine=bcs0', 'incident_guc_id=5'))
    machine.guclog('collect', *machine.options()[1:], 'devcd1')
    meta, = machine.incidents()
    assert meta['signature'] == 'engine reset on bcs0: Timedout job - seqno=N'
    record, = journal.records()
    assert (record['XE_GUCLOG_ENGINE'], record['XE_GUCLOG_GUC_ID']) == ('bcs0', '5')


def test_metrics_of_the_module(machine, tmp_path):
    """The metrics have sums of two values from the comments of the module's records: the minimum
    number of events that the firmware overwrote between a trigger and the copy of the log, and the
    number of records that the module replaced by newer ones."""
    machine.xe_dump('devcd1')
    machine.log_dump('devcd2', 0, place='-first', content=with_notes(
        'incident_written_bytes=400', 'incident_replaced=0'))
    machine.log_dump('devcd3', 0, place='-newest', content=with_notes(
        'incident_written_bytes=60', 'incident_replaced=7'))
    machine.collect('devcd1', '--metrics', tmp_path / 'xe.prom')
    lines = (tmp_path / 'xe.prom').read_text().splitlines()
    for name, value in (('logs', 2), ('overwritten_events', 23), ('replaced_incidents', 7)):
        assert f'xe_guclog_{name}_total{{gpu="{GPU}"}} {value}' in lines
        assert f'# TYPE xe_guclog_{name}_total counter' in lines


def test_no_store(guclog):
    """A machine without the default store has no incident, which is not an error. A directory that
    the user has named must exist."""
    assert 'cannot be opened' in guclog('incidents', '--store', 'none', rc=2).err
    if os.path.exists('/var/lib/xe-guclog'):
        pytest.skip('this machine has a store')
    assert guclog('incidents').out.startswith('no incident: /var/lib/xe-guclog does not exist; ')
    assert guclog('incidents', '--json', 'list').json == []
    assert 'cannot be opened' in guclog('incidents', 'show', 'last', rc=2).err


def test_incidents_show_export_and_delete(machine, tmp_path):
    machine.xe_dump('devcd1')
    name, = machine.collect('devcd1')
    store = ('--store', machine.store)
    assert name in machine.guclog('incidents', *store).out
    shown = machine.guclog('incidents', *store, 'show', 'last').out
    files = sorted(path.name for path in (machine.store / name).iterdir())
    assert shown.splitlines()[-len(files) - 1:] == ['Files:', *(f'  {file}' for file in files)]
    assert shown.startswith(f'{machine.store / name}: stored incident\n') and '{' not in shown
    meta = machine.guclog('incidents', *store, 'show', 'last', '--json').json
    assert meta == json.loads((machine.store / name / 'metadata.json').read_text())
    machine.guclog('incidents', *store, 'export', name, '-o', tmp_path / 'a.tar.zst')
    export = ('incidents', *store, 'export', name, '-o', tmp_path / 'a.tar.zst')
    assert '--force replaces it' in machine.guclog(*export, rc=2).err
    before = (tmp_path / 'a.tar.zst').read_bytes()
    assert (tmp_path / 'a.tar.zst').stat().st_mode & 0o777 == 0o600
    machine.guclog(*export, '--force')
    assert machine.guclog('incidents', *store, 'export', name).raw == before
    (tmp_path / 'out').mkdir()
    subprocess.run(['tar', '--zstd', '-xf', tmp_path / 'a.tar.zst', '-C', tmp_path / 'out'],
                   check=True)
    for path in (machine.store / name).iterdir():
        assert (tmp_path / 'out' / name / path.name).read_bytes() == path.read_bytes()
    assert len(list((tmp_path / 'out' / name).iterdir())) == len(
        list((machine.store / name).iterdir())) >= 2
    machine.guclog('incidents', *store, 'delete', name)
    assert machine.incidents() == []


def test_info_of_an_incident(machine):
    """guclog info on the directory of an incident describes the incident, then its logs."""
    story = stories.refuse(stories.begin(1))
    machine.xe_dump('devcd1', gucstory.dump(story.guc, 'a reason', [story.victim]))
    machine.log_dump('devcd2', 1, place='-newest')
    name, = machine.collect('devcd1')
    where = machine.store / name
    out = machine.guclog('info', where, rc=None).out
    head, log = out.split('\n\n', 1)
    meta, = machine.incidents()
    assert head.splitlines()[:3] == [
        f'{where}: stored incident', f'  what       GPU {GPU}: {meta["signature"]}',
        f'  stored     {meta["time"]}, trigger: devcoredump']
    assert '  dump of xe devcoredump.txt.zst: a reason' in head
    assert '  log        guc_log.gt1.newest.lfd.zst: GT 1, taken at the trigger' in head
    assert f'{where}/devcoredump.txt.zst: Xe devcoredump' in log
    found = machine.guclog('info', '--json', where, rc=None).json
    assert found['incident'] == meta and len(found['logs']) == 1


def test_info_of_an_incident_without_a_log(machine):
    machine.xe_dump('devcd1', header('\x1b[2J'))
    name, = machine.collect('devcd1')
    run = machine.guclog('info', machine.store / name, rc=1)
    assert 'stored incident' in run.out and '\x1b' not in run.out
    assert machine.guclog('info', '--json', machine.store / name,
                          rc=1).json['incident']['incident'] == name


def test_info_of_a_reduced_incident(machine):
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}')
        machine.collect(f'devcd{n}')
    name = machine.incidents()[1]['incident']
    assert '  reduced    only the metadata' in machine.guclog(
        'info', machine.store / name, rc=1).out


@pytest.mark.parametrize('name', ['nothing', '..', '../store', ''])
def test_incident_that_is_not_there(machine, name):
    machine.store.mkdir()
    assert 'has no incident' in machine.guclog(
        'incidents', '--store', machine.store, 'show', name, rc=2).err


def test_delete_creates_no_store(machine):
    said = machine.guclog('incidents', '--store', machine.store, 'delete', 'last', rc=2).err
    assert 'cannot be opened' in said and not machine.store.exists()


def test_wedged_gpu_without_a_dump(machine):
    log = machine.log_dump('devcd1', 0)
    options = ('collect', *machine.options(), '--gpu', GPU)
    machine.guclog(*options)
    meta, = machine.incidents()
    assert meta['trigger'] == 'wedged' and meta['logs'][0]['name'] == 'devcd1'
    assert is_free(log)
    again = machine.guclog(*options)
    assert f'is stored as {meta["incident"]}; nothing more is stored' in again.err
    assert len(machine.incidents()) == 1


@pytest.mark.parametrize('dump', (False, True))
def test_wedged_gpu_is_not_stored_again(machine, tmp_path, dump):
    """If the incident of a wedged GPU is stored, but the counters cannot be written, the exit
    status is 1. With 2, the systemd unit would run the collector again each minute, and each run
    would store the same incident."""
    if dump:
        machine.xe_dump('devcd1')
    run = machine.guclog('collect', *machine.options(), '--gpu', GPU, '--metrics',
                         tmp_path / 'none/xe.prom', rc=1)
    assert 'xe.prom: No such file' in run.err and len(machine.incidents()) == 1
    machine.store.rename(tmp_path / 'other')
    machine.store.write_text('a file in the place of the directory')
    machine.guclog('collect', *machine.options(), '--gpu', GPU, rc=2)


@pytest.mark.parametrize('gpu', ['', '../x', '.'])
def test_name_that_is_not_a_gpu(machine, gpu):
    assert 'not the name of a device' in machine.guclog('collect', '--gpu', gpu, rc=2).err


def test_crash_of_the_firmware_of_one_gt(machine):
    """The log of one GT shows no hang, and the log of the other GT has a crash dump. The incident
    has the signature of the crash."""
    guc = stories.make(21, '', engine=(gucstory.COMPUTE, 0)).guc
    machine.log_dump('devcd1', 0, content=gucstory.log_image(guc))
    machine.log_dump('devcd2', 1, content=gucstory.log_image(guc, crash=b'crash' * 8))
    machine.collect('devcd1')
    meta, = machine.incidents()
    assert len(meta['logs']) == 2 and meta['signature'] == 'firmware crash'


def test_incidents_of_the_module_are_stored_together(machine):
    """The module's records of the first and of the newest trigger are stored in one incident. Its
    metadata have the values of the trigger."""
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
