# SPDX-License-Identifier: GPL-2.0-only
"""What guclog collect stores about the time of a hang: data about the process that hung the GPU,
and the trace of the "recorder". The recorder consists of two tracefs instances, which the collector
sets up to record trace events of xe."""

import fcntl
import io
import os
import re
import signal
import subprocess
import sys
import tarfile
import time

import gucstory
import pytest
import stories
from test_collect import GPU, Journal, Machine, with_notes

SECRET = 'a-secret-argument'
EVENTS = ('xe/xe_vma_bind', 'xe/xe_vma_rebind_exec', 'xe/xe_exec_queue_create',
          'xe/xe_guc_ctb_h2g', 'dma_fence/dma_fence_signaled')


@pytest.fixture
def machine(tmp_path, guclog):
    return Machine(tmp_path, guclog)


@pytest.fixture
def culprit():
    """A running process with an argument and a mapping that no other process has, so that a test
    can recognise the stored data of this process."""
    script = 'import ctypes, time; print("ready", flush=True); time.sleep(600)'
    run = subprocess.Popen([sys.executable, '-c', script, SECRET], stdout=subprocess.PIPE)
    run.stdout.readline()
    with open(f'/proc/{run.pid}/comm') as f:
        run.comm = f.read().strip()
    yield run
    run.kill()
    run.communicate()


def hang(process, pid, uptime=None):
    """Return the devcoredump of a hang that names this process. uptime: time of the hang in seconds
    since boot, None for now."""
    story = stories.refuse(stories.begin(1))
    text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
    uptime = time.clock_gettime(time.CLOCK_BOOTTIME) if uptime is None else uptime
    text = re.sub('(?m)^Uptime: .*$', f'Uptime: {uptime:.9f}', text)
    return text.replace('clpeak [2711]', f'{process} [{pid}]')


def test_process_of_the_dump(machine, culprit):
    machine.xe_dump('devcd1', hang(culprit.comm, culprit.pid))
    name, = machine.collect('devcd1')
    text = machine.read(name, 'process.0.txt.zst')
    assert SECRET in text and f'Pid:\t{culprit.pid}' in text
    # These files of /proc/PID and no others are stored, see Documentation/install.rst.
    task = f'task/{culprit.pid}'
    assert set(re.findall('^==> (.*) <==$', text, re.M)) == {
        'cmdline', 'status', 'cgroup', f'{task}/comm', f'{task}/wchan'}
    maps = 'process.0.maps.zst'
    stored = machine.read(name, maps)
    assert stored.startswith(f'PID {culprit.pid}\n') and 'libc.so' in stored
    meta, = machine.incidents()
    assert meta['processes'] == [{'pid': culprit.pid, 'process': culprit.comm,
                                  'file': 'process.0.txt.zst', 'maps': maps}]
    for file in ('process.0.txt.zst', maps):
        assert (machine.store / name / file).stat().st_mode & 0o777 == 0o600


FAILS = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

ssize_t write(int fd, const void *data, size_t len)
{
	char link[32], path[4096] = "";

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	if (readlink(link, path, sizeof(path) - 1) > 0 && strstr(path, "/process.0." FAILING ".zst")) {
		errno = EIO;
		return -1;
	}
	return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(fd, data, len);
}
"""


@pytest.mark.plain_build
@pytest.mark.parametrize('failing', ('txt', 'maps'))
def test_process_file_that_cannot_be_written(machine, culprit, tmp_path, failing):
    """If a file about the process cannot be written, the metadata does not name this file. A
    library makes the write() fail."""
    lib = tmp_path / 'fails.so'
    (tmp_path / 'fails.c').write_text(FAILS)
    subprocess.run(['gcc', '-shared', '-fPIC', f'-DFAILING="{failing}"', '-o', lib,
                    tmp_path / 'fails.c'], check=True)
    machine.xe_dump('devcd1', hang(culprit.comm, culprit.pid))
    subprocess.run([machine.guclog.path, 'collect', *machine.options(), 'devcd1'],
                   env={**os.environ, 'LD_PRELOAD': str(lib)}, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    meta, = machine.incidents()
    stored = set(machine.files(meta['incident']))
    for key, kind in (('file', 'txt'), ('maps', 'maps')):
        name = f'process.0.{kind}.zst'
        assert meta['processes'][0][key] == (None if kind == failing else name)
        assert (name in stored) == (kind != failing)
    assert f'process.0.{failing}.zst' in {error['what'] for error in meta['errors']}


def test_fdinfo_of_drm_files(machine, culprit, tmp_path):
    """For the open files of the process below /dev/dri, the collector stores /proc/PID/fdinfo, in
    which xe prints the memory and the engine times of the process."""
    node = '/dev/dri/renderD128'
    script = '''mkdir -p /dev/dri; mount -t tmpfs none /dev/dri; echo x >"$0"
        exec 7<"$0"; sleep 60 & pid=$!
        until [ "$comm" = sleep ]; do comm=$(cat /proc/$pid/comm); done
        sed "s/clpeak \\[2711\\]/$comm [$pid]/" dump >"$1"; shift
        "$@" devcd1 >name; kill $pid'''
    where = machine.xe_dump('devcd1', '')
    (tmp_path / 'dump').write_text(hang('clpeak', 2711, 10 ** 8))   # the process begins later
    done = subprocess.run(
        ['unshare', '-rm', 'sh', '-c', script, node, str(where / 'data'), machine.guclog.path,
         'collect', *map(str, machine.options())], cwd=tmp_path, capture_output=True, text=True,
        check=False)
    if 'mount:' in done.stderr or 'mkdir' in done.stderr:
        pytest.skip('a file system cannot be mounted here')
    meta, = machine.incidents()
    text = machine.read(meta['incident'], meta['processes'][0]['file'])
    assert f'==> {node} <==' in text and '==> fdinfo/7 <==' in text and 'mnt_id:' in text


def collect_with_proc(machine, tmp_path, files, fifos=()):
    """Run the collector on a dump that names the process 2711, with a folder in place of /proc.
    files: names and contents of the files in /proc/2711. fifos: names of files there that block a
    reader. Return the metadata of the incident."""
    proc = tmp_path / 'proc/2711'
    for name, text in {'comm': 'clpeak\n', **files}.items():
        (proc / name).parent.mkdir(parents=True, exist_ok=True)
        (proc / name).write_text(text)
    for name in fifos:
        os.mkfifo(proc / name)
    (proc / 'fd').mkdir(mode=0)
    (tmp_path / 'proc/self').mkdir()
    (tmp_path / 'proc/self/exe').symlink_to(machine.guclog.path)
    machine.xe_dump('devcd1', hang('clpeak', 2711))
    script = 'mount --bind proc /proc && exec setpriv --bounding-set=-all --inh-caps=-all "$@"'
    done = subprocess.run(
        ['unshare', '-rm', 'sh', '-c', script, 'sh', machine.guclog.path, 'collect',
         *map(str, machine.options()), 'devcd1'],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    if 'mount:' in done.stderr or 'unshare:' in done.stderr:
        pytest.skip('a file system cannot be mounted here')
    meta, = machine.incidents()
    return meta


def test_fdinfo_of_another_user(machine, tmp_path):
    """The collector runs as root with one capability, which lets it read /proc/PID/fdinfo of a
    process of another user, but not /proc/PID/fd. Without the latter, it finds the DRM files by the
    lines that xe writes into their fdinfo, and stores only these."""
    meta = collect_with_proc(machine, tmp_path, {
        'fdinfo/5': 'pos:\t0\nflags:\t02\nthis is a file\n',
        'fdinfo/6': 'pos:\t0\nflags:\t02\ndrm-driver:\txe\ndrm-client-id:\t29\n'})
    text = machine.read(meta['incident'], meta['processes'][0]['file'])
    assert '==> fdinfo/6 <==' in text and 'drm-client-id:\t29' in text
    assert '==> fdinfo/5 <==' not in text


def test_process_that_blocks_its_readers(machine, tmp_path):
    """A process can hold the lock of its memory while it waits for the GPU that hangs. The kernel
    then blocks a reader of its command line and of its mappings. The collector stores the incident
    without these. In this test, FIFOs block the collector."""
    meta = collect_with_proc(machine, tmp_path, {'status': 'Name:\tclpeak\n'}, ['cmdline', 'maps'])
    process, = meta['processes']
    text = machine.read(meta['incident'], process['file'])
    assert 'Name:\tclpeak' in text and 'cmdline' not in text and process['maps'] is None
    assert {e['what'] for e in meta['errors']} >= {'process.0.txt.zst', 'process.0.maps.zst'}


@pytest.mark.parametrize('comm', ['a\nb', '\n', 'x [7]\ny', 'a\nPCI ID: 0x123', 'a [1]\nb [2]', '[9]'])
def test_process_with_any_name(machine, comm):
    """A process can give itself a name with newlines and brackets. The collector stores it
    nevertheless, and the name does not change other values of the dump's header."""
    script = ('import ctypes, sys; ctypes.CDLL(None).prctl(15, sys.argv[1].encode(), 0, 0, 0); '
              'print("ready", flush=True); sys.stdin.read()')
    with subprocess.Popen([sys.executable, '-c', script, comm], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as run:
        run.stdout.readline()
        machine.xe_dump('devcd1', hang(comm, run.pid))
        machine.collect('devcd1')
        run.stdin.close()
    meta, = machine.incidents()
    name = comm.replace('\n', '?')
    assert meta['processes'][0] == {'pid': run.pid, 'process': name, 'file': 'process.0.txt.zst',
                                    'maps': 'process.0.maps.zst'}
    dump = meta['devcoredump']
    assert (dump['process'], dump['pid']) == (name, run.pid) and dump['pci_id'] != '0x123'


def test_process_with_a_name_in_another_script(machine):
    """The collector stores a process also if its name has characters other than ASCII, as programs
    of Wine can have. It must not compare this name with one that has question marks instead."""
    script = 'printf Pokémon.exe >/proc/self/comm; read -r x </proc/self/comm; echo "$x"; read -r x'
    with subprocess.Popen(['bash', '-c', script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, encoding='utf-8') as run:
        comm = run.stdout.readline().strip()
        machine.xe_dump('devcd1', hang(comm, run.pid))
        machine.collect('devcd1')
        run.stdin.close()
    meta, = machine.incidents()
    assert comm == 'Pokémon.exe' and meta['processes'][0]['file'] == 'process.0.txt.zst'


def test_process_with_another_name_is_not_stored(machine, culprit):
    """If the PID in the dump belongs to a process with another name when the collector runs, the
    collector stores nothing about this process."""
    machine.xe_dump('devcd1', hang('clpeak', culprit.pid))
    name, = machine.collect('devcd1')
    meta, = machine.incidents()
    assert meta['processes'] == [{'pid': culprit.pid, 'process': 'clpeak', 'file': None,
                                  'maps': None}]
    assert not [file for file in machine.files(name) if file.startswith('process.')]


def test_process_that_has_ended(machine):
    gone = subprocess.Popen(['true'])
    gone.wait()
    machine.xe_dump('devcd1', hang('true', gone.pid))
    machine.collect('devcd1')
    meta, = machine.incidents()
    assert meta['processes'][0]['file'] is None


def test_process_that_began_after_the_hang_is_not_stored(machine, culprit):
    """A process with the PID and the name in the dump is another process if it began after the
    Uptime of the dump."""
    for n, uptime, file in ((1, None, 'process.0.txt.zst'), (2, 1, None)):
        machine.xe_dump(f'devcd{n}', hang(culprit.comm, culprit.pid, uptime))
        machine.collect(f'devcd{n}')
        assert machine.incidents()[-1]['processes'][0]['file'] == file


@pytest.mark.parametrize('pid', [2 ** 32, 10 ** 20, 0, -1])
def test_pid_out_of_range(machine, culprit, pid):
    """The collector ignores a PID that no process can have. It must not truncate this number to the
    PID of another process."""
    machine.xe_dump('devcd1', hang(culprit.comm, pid + culprit.pid if pid > 0 else pid))
    machine.collect('devcd1')
    assert not machine.incidents()[0].get('processes')


def test_thread_name_that_looks_like_a_trace_event(machine, culprit):
    """A thread must not be able to choose a name that makes the collector find another process."""
    name = f'{culprit.comm}-{culprit.pid} ['
    if len(name) > 15:
        pytest.skip('the PID is too long for such a name')
    recorder(machine, queue(10 ** 7, guc_id=5, task=f'{name}-77      (     77)'))
    machine.log_dump('devcd2', 0, place='-first', content=with_notes(
        'incident_triggers_seen=job timeout', 'incident_engine=bcs0', 'incident_guc_id=5'))
    machine.collect('devcd2')
    meta, = machine.incidents()
    assert meta['processes'] == [{'pid': 77, 'process': name, 'file': None, 'maps': None}]


@pytest.mark.parametrize('ring', ['trace', 'queues'])
def test_process_of_a_context_from_the_recorder(machine, culprit, ring):
    """If the module's record of a hang names a guc_id and no process, the collector finds the
    process with the trace event xe_exec_queue_create. It looks in both instances of the recorder:
    the separate one for such events, and the main one, where other events often have overwritten
    them."""
    now = time.clock_gettime(time.CLOCK_BOOTTIME)
    recorder(machine, **{ring: f'  {culprit.comm}-{culprit.pid}  [000] ..... {now:.6f}: '
             f'xe_exec_queue_create: dev={GPU}, 5:0x1, gt=0, width=1, guc_id=5, guc_state=0x0, '
             'flags=0x0\n'})
    machine.log_dump('devcd2', 0, place='-first', content=with_notes(
        'incident_triggers_seen=job timeout', 'incident_engine=bcs0', 'incident_guc_id=5'))
    machine.collect('devcd2')
    meta, = machine.incidents()
    assert meta['processes'][0]['pid'] == culprit.pid and meta['processes'][0]['file']


def instance(machine, name, trace):
    """Make the folder of a tracefs instance, with the files that the kernel makes after mkdir.
    Return its path."""
    where = machine.sys / 'kernel/tracing/instances' / name
    for event in EVENTS:
        (where / 'events' / event).mkdir(parents=True)
        (where / 'events' / event / 'enable').write_text('0')
    (where / 'events/dma_fence/filter').write_text('')
    for file in ('trace_clock', 'buffer_size_kb', 'tracing_on'):
        (where / file).write_text('')
    (where / 'trace').write_text('# tracer: nop\n' + trace)
    return where


def wait_for(file, text):
    """Wait until a file begins with a text."""
    end = time.monotonic() + 60
    while not file.read_text().startswith(text):
        assert time.monotonic() < end
        time.sleep(0.05)


def recorder(machine, trace='', queues=''):
    """Make the two tracefs instances of the recorder. trace, queues: the events in the main
    instance and in the instance for the creation of exec queues. Return the path of the main
    instance."""
    instance(machine, 'xe_guclog_queues', queues)
    return instance(machine, 'xe_guclog', trace)


def events_on(where):
    """Return the events that are enabled in a tracefs instance."""
    return {event for event in EVENTS
            if (where / 'events' / event / 'enable').read_text() == '1'}


def test_recorder_is_set_up(machine):
    where = recorder(machine)
    queues = where.with_name('xe_guclog_queues')
    machine.guclog('collect', *machine.options(), '--prepare')
    assert events_on(where) == set(EVENTS) - {'xe/xe_guc_ctb_h2g'}
    assert events_on(queues) == {'xe/xe_exec_queue_create'}
    assert (queues / 'trace_clock').read_text() == 'boot'
    assert int((queues / 'buffer_size_kb').read_text()) < int(
        (where / 'buffer_size_kb').read_text())
    assert (where / 'trace_clock').read_text() == 'boot'
    assert (where / 'events/dma_fence/filter').read_text() == 'driver == "xe"'
    assert (where / 'tracing_on').read_text().startswith('1')


def test_recorder_can_be_removed(machine):
    """collect --prepare --no-recorder removes the tracefs instances of the recorder with rmdir. It
    is not an error if they do not exist."""
    prepare = ('collect', *machine.options(), '--prepare', '--no-recorder')
    instances = machine.sys / 'kernel/tracing/instances'
    for name in 'xe_guclog', 'xe_guclog_queues', 'another':
        (instances / name).mkdir(parents=True)
    machine.guclog(*prepare)
    machine.guclog(*prepare)
    assert [path.name for path in instances.iterdir()] == ['another']
    (instances / 'xe_guclog/busy').mkdir(parents=True)
    assert 'xe_guclog: Directory not empty' in machine.guclog(*prepare, rc=2).err


def test_kernel_without_tracefs(machine):
    machine.guclog('collect', *machine.options(), '--prepare')
    machine.xe_dump('devcd1')
    machine.collect('devcd1')


def event(us, name, text, task='kworker/u8:1-77      (     77)'):
    """Return the line that tracefs prints for a trace event. us: its time in microseconds. task:
    the thread that caused it and, in parentheses, the process of this thread."""
    return f'  {task} [000] ..... {us // 10 ** 6}.{us % 10 ** 6:06}: {name}: {text}\n'


# Two threads of a game, and another process.
RENDERER, LOADER = 'game-901     (    900)', 'game-902     (    900)'
OTHER = 'kwin_wayland-1512    (   1512)'
START, END = 0x7f0000000000, 0x7f000000ffff


def vma(us, what, start=START, end=END, asid=0, task=LOADER, gpu=GPU):
    """Return the line of a trace event xe_vma_*, such as xe_vma_bind. asid: the number of the
    address space; it is 0 on Tiger Lake, where xe does not number address spaces."""
    return event(us, f'xe_vma_{what}', f'dev={gpu}, vma=00000000abc, asid=0x{asid:05x}, '
                 f'start=0x{start:012x}, end=0x{end:012x}, userptr=0x000000000000,', task)


def job(us, what, batch=0x7f0000001000, seqno=9, guc_id=22, task=RENDERER):
    """Return the line of a trace event xe_sched_job_*. The event of the creation has the task that
    created the job, but the seqno 0, because a job gets its seqno only when it runs. The other
    events have the seqno and a thread of the kernel."""
    made = what == 'create'
    text = (f'dev={GPU}, fence={"0" * 16 if made else "00000000def"}, seqno={0 if made else seqno}, '
            f'lrc_seqno={0 if made else seqno + 1}, guc_id={guc_id}, batch_addr=0x{batch:012x}, '
            'guc_state=0x1, flags=0x10, error=0')
    return event(us, f'xe_sched_job_{what}', text, *([task] if made else []))


def queue(us, guc_id=22, task=RENDERER):
    """Return the line of a trace event xe_exec_queue_create."""
    return event(us, 'xe_exec_queue_create', f'dev={GPU}, 0:0x1, gt=0, width=1, guc_id={guc_id}, '
                 'guc_state=0x0, flags=0x0', task)


# A process unbinds the buffer of a batch while the job of this batch is pending.
UNBOUND = (vma(1000000, 'bind') + job(1000050, 'create') + job(1000060, 'run') +
           vma(1000126, 'unbind') + job(6000126, 'timedout'))
SENTENCE = ('The buffer of the batch of guc_id 22 (job 9, batch 0x7f0000001000) was unbound '
            '126 us after it was bound, while the job was pending: the job had begun 76 us '
            'before, and timed out 5000000 us later.')


def test_recorder_is_frozen_stored_and_explained(machine):
    where = recorder(machine, UNBOUND)
    machine.xe_dump('devcd1', hang('clpeak', 2711))
    name, = machine.collect('devcd1')
    assert machine.read(name, 'trace.txt.zst') == (
        '# trace_clock: boot\n' + (where / 'trace').read_text())
    assert (where / 'tracing_on').read_text().startswith('1')
    meta, = machine.incidents()
    assert meta['recorder'] == [SENTENCE]
    summary = (machine.store / name / 'summary.txt').read_text()
    assert f"The kernel's recorder:\n{SENTENCE}\n" in summary


def test_recorder_is_stopped_again_after_another_run(machine, tmp_path, monkeypatch):
    """A run of the collector has stopped the recorder and waits until another run unlocks the
    store. The other run starts the recorder when it ends. So the first run must stop it again
    before it collects."""
    where = recorder(machine) / 'tracing_on'
    Journal(tmp_path, monkeypatch)
    (tmp_path / 'bin/journalctl').write_text(f'#!/bin/sh\nhead -c 1 {where} >{tmp_path}/seen\n')
    machine.guclog('collect', *machine.options(), '--prepare')
    machine.xe_dump('devcd1')
    with open(machine.store / '.lock', 'r+b') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = subprocess.Popen([machine.guclog.path, 'collect', *machine.options()[1:], 'devcd1'],
                               stdout=subprocess.DEVNULL)
        wait_for(where, '0')
        where.write_text('1')
    assert run.wait(60) == 0
    assert (tmp_path / 'seen').read_text() == '0'
    assert where.read_text().startswith('1')


@pytest.mark.parametrize('number', [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_recorder_goes_on_after_a_signal(machine, number):
    """If a signal ends the collector while the recorder is stopped, the collector starts the
    recorder again before it ends. Otherwise the next incident would have no trace. The signal
    arrives while the collector waits for the lock of the store."""
    where = recorder(machine) / 'tracing_on'
    machine.guclog('collect', *machine.options(), '--prepare')
    where.write_text('1')
    machine.xe_dump('devcd1')
    with open(machine.store / '.lock', 'r+b') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen([machine.guclog.path, 'collect', *machine.options(), 'devcd1']) as run:
            wait_for(where, '0')
            run.send_signal(number)
    assert run.returncode == -number and where.read_text().startswith('1')


@pytest.mark.parametrize('start', ['--prepare', '--watch 5', 'devcd1', 'devcd2', '--gpu ' + GPU])
def test_recorder_goes_on_after_sigkill(machine, start):
    """If the collector was killed with SIGKILL while the recorder was stopped, its next start lets
    the recorder continue. systemd runs "collect --prepare" as soon as a collector has ended."""
    where = recorder(machine) / 'tracing_on'
    machine.guclog('collect', *machine.options(), '--prepare')
    machine.xe_dump('devcd1')
    with open(machine.store / '.lock', 'r+b') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with subprocess.Popen([machine.guclog.path, 'collect', *machine.options(), 'devcd1']) as run:
            wait_for(where, '0')
            run.kill()
    assert where.read_text().startswith('0')
    with subprocess.Popen([machine.guclog.path, 'collect', *machine.options(),
                           *start.split()]) as run:
        wait_for(where, '1')
        run.terminate()


def test_recorder_that_is_set_up_keeps_its_records(machine):
    """--prepare does not select a trace clock that is already selected, because the kernel empties
    the trace ring at each selection. udev runs --prepare for each GPU, and systemd runs it after
    each collection."""
    clock = recorder(machine) / 'trace_clock'
    for clocks, after in (('[local] global boot\n', 'boot'), ('local [boot] tai\n', None)):
        clock.write_text(clocks)
        machine.guclog('collect', *machine.options(), '--prepare')
        assert clock.read_text().startswith(after or clocks)


# An earlier job with the same guc_id, seqno and batch address, which completed before the unbind.
BEFORE = (vma(500000, 'bind') + job(500050, 'create') + job(500060, 'run') + job(700000, 'free') +
          vma(800000, 'unbind'))


@pytest.mark.parametrize('trace', [
    BEFORE + UNBOUND,
    # The earlier job also timed out.
    BEFORE.replace('_free', '_timedout') + job(900000, 'free') + UNBOUND,
    # Another process binds memory at the same addresses.
    UNBOUND.replace(job(1000060, 'run'), vma(1000055, 'bind', task=OTHER) + job(1000060, 'run')),
    # Another job with the same batch is created before the first one times out.
    UNBOUND.replace(job(6000126, 'timedout'), job(2000000, 'create') + job(6000126, 'timedout')),
    # The trace has no processes of the threads, because the kernel does not record them or does not
    # know those of these threads.
    re.sub(r' +\(    900\)', '', UNBOUND.replace('-902', '-901')),
    UNBOUND.replace('(    900)', '(-------)').replace('-902', '-901')],
    ids=range(6))
def test_sentence_about_the_right_job(machine, trace):
    """The collector says the same about the job that timed out if the trace also has other jobs and
    mappings, or lacks the processes of the threads."""
    recorder(machine, trace)
    machine.xe_dump('devcd1', hang('clpeak', 2711))
    machine.collect('devcd1')
    assert machine.incidents()[0]['recorder'] == [SENTENCE]


def test_job_without_its_creation(machine):
    """If the trace lacks the creation of the job, the creation of its exec queue shows to which
    process the job belongs."""
    recorder(machine, queue(400000) + UNBOUND.replace(job(1000050, 'create'), ''))
    machine.xe_dump('devcd1', hang('clpeak', 2711))
    machine.collect('devcd1')
    assert machine.incidents()[0]['recorder'] == [SENTENCE.replace(' 76 us', ' 66 us')]


@pytest.mark.parametrize('trace', [
    # It is unknown to which process the job belongs, because the trace lacks its creation.
    UNBOUND.replace(job(1000060, 'run'), '').replace(job(1000050, 'create'), ''),
    UNBOUND.replace(job(1000050, 'create'), ''),
    # The buffer was bound again before the timeout. In the next four rows, the unbind is in another
    # address space, of another buffer, by another process, or on another GPU.
    UNBOUND.replace(job(6000126, 'timedout'), vma(1000200, 'bind') + job(6000126, 'timedout')),
    UNBOUND.replace(vma(1000126, 'unbind'), vma(1000126, 'unbind', asid=8)),
    UNBOUND.replace(vma(1000126, 'unbind'), vma(1000126, 'unbind', END + 1, END + 0x10000)),
    UNBOUND.replace(vma(1000126, 'unbind'), vma(1000126, 'unbind', task=OTHER)),
    UNBOUND.replace(vma(1000126, 'unbind'), vma(1000126, 'unbind', gpu='0000:04:00.0')),
    # In the next three rows, the job began after the unbind, the job has not timed out, or another
    # job of the queue has timed out instead.
    vma(900000, 'bind') + vma(950000, 'unbind') + job(1000050, 'create') + job(1000060, 'run') +
    job(6000126, 'timedout'),
    UNBOUND.replace(job(6000126, 'timedout'), ''),
    UNBOUND.replace(job(6000126, 'timedout'), job(1000200, 'free') + job(1000300, 'run', seqno=10) +
                    job(6000126, 'timedout', seqno=10)),
    'text\n', ''], ids=range(12))
def test_what_the_recorder_does_not_show(machine, trace):
    """The collector says nothing about a job if the trace does not prove that its buffer was
    unbound while it was pending."""
    recorder(machine, trace)
    machine.xe_dump('devcd1', hang('clpeak', 2711))
    machine.collect('devcd1')
    assert 'recorder' not in machine.incidents()[0]


def test_reduced_incident_has_none_of_it(machine, culprit):
    """Of a series of equal incidents, only the first and the newest one keep files such as the
    trace of the recorder. The incidents between them keep only their metadata and summary."""
    recorder(machine, UNBOUND)
    for n in range(1, 4):
        machine.xe_dump(f'devcd{n}', hang(culprit.comm, culprit.pid))
        machine.collect(f'devcd{n}')
    files = [set(machine.files(meta['incident'])) for meta in machine.incidents()]
    summary = {'metadata.json', 'summary.json', 'summary.txt'}
    assert files[1] == summary
    assert files[0] == files[2] == summary | {
        'devcoredump.txt.zst', 'process.0.txt.zst', 'process.0.maps.zst', 'trace.txt.zst'}


def test_redacted_export_has_none_of_it(machine, culprit, tmp_path):
    """A redacted export of an incident has neither the data of the process nor the trace nor the
    journal."""
    recorder(machine, UNBOUND)
    machine.xe_dump('devcd1', hang(culprit.comm, culprit.pid))
    name, = machine.collect('devcd1')
    machine.guclog('incidents', '--store', machine.store, 'export', name, '--redact', '-o',
                   tmp_path / 'public.tar.zst')
    tar = subprocess.run(['zstd', '-dcq', tmp_path / 'public.tar.zst'], check=True,
                         capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        names = [member.name.split('/')[1] for member in archive]
        assert not [n for n in names if n.startswith(('process', 'trace', 'journal'))]
        for member in archive:
            data = archive.extractfile(member).read()
            if member.name.endswith('.zst'):
                data = subprocess.run(['zstd', '-dcq'], input=data, check=True,
                                      capture_output=True).stdout
            assert SECRET.encode() not in data, member.name
            assert f'[{culprit.pid}]'.encode() not in data, member.name
            assert f' {culprit.pid}'.encode() not in data, member.name


def test_timeline_of_such_an_incident(machine, culprit):
    """The stored trace has the name of its clock. So decode --timeline can show the lines of the
    trace among the events of the log."""
    recorder(machine, UNBOUND)
    machine.xe_dump('devcd1', hang(culprit.comm, culprit.pid))
    name, = machine.collect('devcd1')
    assert 'xe_vma_unbind' in machine.guclog('report', '-o', '-', machine.store / name, rc=None).out
    said = machine.guclog('decode', '--timeline', machine.store / name, rc=None).out
    assert re.search(r'^ *1\.000126000 +[\d.]+ us  trace0 +xe_vma_unbind: ', said, re.M), said[:2000]


def test_verbs_read_such_an_incident(machine, culprit):
    """When a verb reads the directory of an incident, it does not read the files that are not logs,
    such as the trace, as logs."""
    recorder(machine, UNBOUND)
    machine.xe_dump('devcd1', hang(culprit.comm, culprit.pid))
    name, = machine.collect('devcd1')
    found = machine.guclog('info', '--json', machine.store / name, rc=None).json
    assert len(found['logs']) == 1
    story = machine.guclog('explain', machine.store / name).out
    assert 'Engine reset on' in story
