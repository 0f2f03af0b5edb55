# SPDX-License-Identifier: GPL-2.0-only
"""explain with a kernel log and a devcoredump. It "joins" a line of the kernel log to the hang of
the dump, and prints both together, if it is proven that the line is about this hang. For each
generated line it is known whether it is about this hang. A line about another hang must never be
joined."""

import gzip
import json
import os
import random
import re
import struct
import threading
import time

import gucstory as g
import pytest
import stories
from explained import sentences
from reference import forms, lfd
from reference.sections import V73, V612, Context, Dump, Lrc

M = forms.Machine()
BOOT, WALL = M.uptime / 1e9, M.snapshot / 1e9
SEEDS = range(12)


class Log:
    """A kernel log with lines of xe. lines: (time in seconds since boot, text, ours). ours: whether
    the line is about the hang of the dump; None for a line about no hang. tile: whether the prefix
    of a line has the tile."""

    def __init__(self, device='0000:03:00.0', tile=True):
        self.lines, self.device, self.tile = [], device, tile

    def raw(self, at, text, ours=None):
        self.lines.append((at, text, ours))

    def gt(self, at, text, ours, device=None, gt=0):
        """Add a line of xe about a GT."""
        tile = 'Tile0: ' if self.tile else ''
        self.raw(at, f'xe {device or self.device}: [drm] {tile}GT{gt}: {text}', ours)

    def reset(self, at, guc_id, ours, engine='ccs', **more):
        self.gt(at, f'Engine reset: engine_class={engine}, logical_mask: 0x1, guc_id={guc_id}',
                ours, **more)

    def timeout(self, at, guc_id, ours, seqno=171, process='clpeak', pid=2711, **more):
        self.gt(at, f'Timedout job: seqno={seqno}, lrc_seqno={seqno}, guc_id={guc_id}, '
                f'flags=0x0 in {process} [{pid}]', ours, **more)

    def created(self, at, ours, device=None):
        begin = f'xe {device or self.device}: [drm] '
        self.raw(at, begin + 'Xe device coredump has been created', ours)
        self.raw(at + 1e-5, begin + 'Check your /sys/class/drm/card0/device/devcoredump/data')

    def hang(self, at, guc_id, ours, **more):
        """Add the lines that xe prints about a hang and its dump. at: time of the dump in seconds
        since boot. ours: whether it is the dump that explain gets."""
        self.reset(at - 0.03, guc_id, ours, **{k: v for k, v in more.items()
                                              if k in ('engine', 'device', 'gt')})
        self.timeout(at - 0.001, guc_id, ours, **{k: v for k, v in more.items()
                                                  if k != 'engine'})
        self.created(at + 0.002, ours, more.get('device'))

    # Each of these functions returns the lines in the form in which a program prints them.
    def printk(self):
        return ''.join(f'[{at:12.6f}] {text}\n' for at, text, _ in self.lines)

    def journal(self):
        return '-- Journal begins --\n' + ''.join(
            f'[{at:12.6f}] host kernel: {text}\n' for at, text, _ in self.lines)

    def iso(self):
        return ''.join(time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(at + WALL - BOOT)) +
                       f',{at + WALL - BOOT:.6f}+00:00 '.replace(f',{int(at + WALL - BOOT)}.', ',')
                       + text + '\n' for at, text, _ in self.lines)

    def local(self):
        """Return the lines as dmesg -T prints them: with local times, without the time zone."""
        return ''.join(time.strftime('[%a %b %e %H:%M:%S %Y] ',
                                     time.gmtime(at + WALL - BOOT - 5.75 * 3600)) + text + '\n'
                       for at, text, _ in self.lines)

    def syslog(self):
        return ''.join(time.strftime('%b %d %H:%M:%S host kernel: ',
                                     time.gmtime(at + WALL - BOOT + 2 * 3600)) + text + '\n'
                       for at, text, _ in self.lines)

    def dmesg_json(self):
        return json.dumps({'dmesg': [{'pri': 6, 'time': at, 'msg': text}
                                     for at, text, _ in self.lines]})

    def journal_json(self):
        return ''.join(json.dumps({'_SOURCE_MONOTONIC_TIMESTAMP': str(int(at * 1e6)),
                                   'MESSAGE': text}) + '\n' for at, text, _ in self.lines)

    FORMS = ('printk', 'journal', 'iso', 'local', 'syslog', 'dmesg_json', 'journal_json')

    def truth(self):
        """Return the lines that explain must join."""
        return sorted(text for _, text, ours in self.lines if ours)


def dump_of(seed, reason=None, story=None):
    story = story or stories.make(seed + 300, 'r', engine=(g.COMPUTE, 0))
    reason = reason or stories.timed_out(stories.VICTIM)
    return g.dump(story.guc, reason, [story.victim], late_ms=1)


FAULT = ('\n\tASID: {}\n\tFaulted Address: 0x0000eab4c8480000\n\tFaultType: 0\n'
         '\tAccessType: 1\n\tFaultLevel: 3\n\tEngineClass: 5 ccs\n\tEngineInstance: 0')


def dump_with_asid(asid, guc_id=stories.VICTIM):
    """Return a dump whose queue has the address space asid in the image of its context."""
    desc = 0x21df000
    words = [0x11081003, 0x1a038, desc - 0x4000, 0x1a278, asid, 0x05000001]
    lrc = Lrc(desc=desc, contents=struct.pack('<6I', *words))
    return Dump(machine=forms.Machine(reason=stories.timed_out(guc_id)), engines=(), ranges=(),
                contexts=(Context(guc_id=guc_id, lrcs=(lrc,), jobs=()),)).text(V73)


@pytest.fixture
def beside(guclog, tmp_path):
    """A function that runs explain on a dump and a kernel log. It returns the parsed output, and
    the lines of the kernel log that explain has joined to the hang of the dump."""
    def run(dump, log, form='printk'):
        (tmp_path / 'dump').write_text(dump)
        (tmp_path / 'kernel').write_text(getattr(log, form)())
        alone = guclog('explain', '--json', 'dump', rc=None).json
        said = guclog('explain', '--json', 'dump', 'kernel', rc=None).json
        for key in ('victim', 'waiter', 'wait_ms', 'limit_ms'):
            assert said[key] == alone[key]
        return said, sorted(w['text'] for w in said['kernel_log'] if w['joined'])
    return run


def other_hangs(log, rng, before):
    """Add lines about hangs before or after the hang of the dump. They have the same seqno as that
    hang, and some have the same guc_id or process."""
    for _ in range(rng.randrange(4)):
        at = BOOT - rng.uniform(60, 9000) if before else BOOT + rng.uniform(60, 9000)
        log.hang(at, rng.choice((stories.VICTIM, 9)), False, pid=rng.choice((2711, 12)),
                 engine=rng.choice(('ccs', 'rcs')))


@pytest.mark.parametrize('seed', SEEDS)
@pytest.mark.parametrize('form', Log.FORMS)
def test_lines_of_the_hang(beside, form, seed):
    """explain joins all lines about the hang of the dump and no others."""
    rng = random.Random(seed)
    log = Log(device=rng.choice(('0000:03:00.0', '0000:b3:00.0')), tile=rng.random() < 0.5)
    other_hangs(log, rng, True)
    log.lines.sort()
    log.raw(BOOT - 20, 'usb 1-2: new high-speed USB device number 4')
    log.hang(BOOT, stories.VICTIM, True)
    after = Log(device=log.device, tile=log.tile)
    other_hangs(after, rng, False)
    log.lines += sorted(after.lines)
    said, joined = beside(dump_of(seed), log, form)
    assert joined == log.truth(), sentences(said)
    assert 'clpeak [2711]' in sentences(said)


@pytest.mark.parametrize('form', Log.FORMS)
@pytest.mark.parametrize('again', ('each line', 'whole'))
def test_lines_that_occur_twice(beside, form, again):
    """A text in which lines occur twice, as after a paste, has the same lines about the hang."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    once = beside(dump_of(3), log, form)[1]
    log.lines = sorted(2 * log.lines) if again == 'each line' else 2 * log.lines
    assert once and sorted(set(beside(dump_of(3), log, form)[1])) == sorted(set(once))


def of_another_pid(log):
    log.hang(BOOT, stories.VICTIM, False, pid=2712)


def of_another_program(log):
    log.timeout(BOOT - 0.001, stories.VICTIM, False, process='clpeak2')


def of_another_job(log):
    log.timeout(BOOT - 0.001, stories.VICTIM, False, seqno=172)


def of_another_class(log):
    log.reset(BOOT - 0.01, stories.VICTIM, False, engine='bcs')


def of_another_gt(log):
    log.timeout(BOOT - 0.001, stories.VICTIM, False, gt=1)


def of_another_time(log):
    log.hang(BOOT - 40, stories.VICTIM, False)


def of_a_later_time(log):
    log.hang(BOOT + 40, stories.VICTIM, False)


def of_another_kernel(log):
    log.raw(0, 'Linux version 6.16.4-1-test (root@host) #1')
    log.hang(BOOT, stories.VICTIM, False)


def of_two_boots(log):
    log.hang(BOOT, stories.VICTIM, False)
    log.hang(BOOT - 1000, stories.VICTIM, False)


def of_two_gpus(log):
    """Two GPUs of the same model had the same hang. It is unknown which of the lines belong to the
    dump."""
    log.reset(BOOT - 0.02, stories.VICTIM, False)
    log.reset(BOOT - 0.02, stories.VICTIM, False, device='0000:83:00.0')


def of_no_queue(log):
    log.gt(BOOT - 0.2, 'reset started', False)
    log.raw(BOOT - 0.1, 'xe 0000:03:00.0: [drm] *ERROR* CRITICAL: Xe has declared device '
            '0000:03:00.0 as wedged.', False)


WRONG = [of_another_pid, of_another_program, of_another_job, of_another_class, of_another_gt,
         of_another_time, of_a_later_time, of_another_kernel, of_two_boots, of_two_gpus,
         of_no_queue]


@pytest.mark.parametrize('form', ('printk', 'journal', 'journal_json', 'local', 'syslog'))
@pytest.mark.parametrize('wrong', WRONG, ids=lambda f: f.__name__)
def test_other_lines_are_never_joined(beside, wrong, form):
    """explain does not join lines that are not proven to be about the hang of the dump. The only
    exception is xe's line that it has created a dump: the time of the dump can prove that this line
    is about the dump."""
    if form in ('local', 'syslog') and wrong in (of_another_kernel, of_two_boots):
        pytest.skip('the wall clock distinguishes boots')
    log = Log()
    wrong(log)
    said, joined = beside(dump_of(1), log, form)
    assert not [text for text in joined if 'has been created' not in text], sentences(said)
    if wrong in (of_another_time, of_a_later_time, of_another_kernel, of_two_boots, of_two_gpus,
                 of_no_queue):
        assert not joined
        assert 'No line' in sentences(said)


@pytest.mark.parametrize('proof', ('time', 'time and queue', 'time and address space'))
def test_what_proves_the_join(beside, proof):
    """The sentence about the joined lines names only what these lines have: the queue, the address
    space, or only the time."""
    log = Log()
    if 'queue' in proof:
        log.reset(BOOT - 0.01, stories.VICTIM, True)
    if 'space' in proof:
        log.gt(BOOT - 0.02, FAULT.format(58), True)
    else:
        log.reset(BOOT - 0.01, stories.VICTIM + 1, False)
    log.created(BOOT + 0.002, True)
    said, joined = beside(dump_with_asid(58) if 'space' in proof else dump_of(1), log)
    assert len(joined) == len(log.truth())
    assert f'(same {proof})' in sentences(said)


@pytest.mark.parametrize('slept', (3600, 99999))
def test_times_of_a_machine_that_slept(beside, slept):
    """During suspend, the clock of the kernel log stops, but the clock in the dump does not.
    explain computes the difference from xe's line that it has created a dump, if there is exactly
    one such line."""
    log = Log()
    log.raw(100, 'PM: suspend entry (s2idle)')
    log.hang(BOOT - slept, stories.VICTIM, True)
    assert beside(dump_of(2), log)[1] == log.truth()
    log.created(BOOT - slept - 500, False)
    log.lines.sort()
    assert beside(dump_of(2), log)[1] == []
    silent = Log()
    silent.hang(BOOT - slept, stories.VICTIM, False)
    assert beside(dump_of(2), silent)[1] == []


def test_dump_without_times(beside):
    text = dump_of(3)
    log = Log()
    log.hang(BOOT, stories.VICTIM, False)
    cut = '\n'.join(line for line in text.split('\n')
                    if not line.startswith(('Uptime', 'Snapshot')))
    assert beside(cut, log)[1] == []


def test_what_the_kernel_log_adds(guclog, tmp_path):
    """A dump of Linux 6.12 has neither a line "Reason" nor a PID nor a GuC log. explain takes the
    process and the reset from the kernel log."""
    dump = Dump(machine=forms.Machine(reason='', kernel='6.12.117+deb12-amd64'),
                contexts=(Context(guc_id=32, jobs=()),), engines=(), ranges=()).text(V612)
    log = Log(tile=False)
    log.hang(BOOT, 32, True)
    (tmp_path / 'dump').write_text(dump)
    (tmp_path / 'kernel').write_text(log.printk())
    before = guclog('explain', '--json', 'dump', rc=None).json
    said = guclog('explain', '--json', 'dump', 'kernel', rc=None).json
    assert before['driver']['process']['pid'] is None and before['driver']['reset'] is None
    assert said['driver']['process'] == {'name': 'clpeak', 'pid': 2711}
    assert (said['reset'], said['driver']['reset']) == (True, True)
    assert said['victim']['guc_id'] == 32


@pytest.mark.parametrize('form', ('printk', 'journal', 'journal_json'))
def test_page_faults_by_address_space(guclog, tmp_path, form):
    """explain joins a line about a page fault only if the fault is in the address space of the
    context that hung."""
    log = Log()
    for at, asid, ours in ((BOOT - 0.5, 59, False), (BOOT - 0.4, 58, True)):
        log.gt(at, FAULT.format(asid), ours)
        log.gt(at + 0.01, 'Fault response: Unsuccessful -EINVAL', ours)
    log.hang(BOOT, 32, True)
    (tmp_path / 'dump').write_text(dump_with_asid(58, 32))
    (tmp_path / 'kernel').write_text(getattr(log, form)())
    said = guclog('explain', '--json', 'dump', 'kernel', rc=None).json
    joined = [w for w in said['kernel_log'] if w['joined']]
    assert len(joined) == len(log.truth()) == 5
    assert [w['asid'] for w in joined if w['event'] == 'page fault'] == [58]


def test_kernel_log_alone(guclog, tmp_path):
    """From a kernel log without a dump, explain describes the gravest hang; of equals, the newest."""
    log = Log()
    log.hang(100, 9, False, pid=12, engine='rcs')
    log.hang(2000, 22, True)
    (tmp_path / 'kernel').write_text(log.printk())
    said = guclog('explain', '--json', 'kernel', rc=0).json
    assert said['victim'] == {'guc_id': 22, 'engine': None}
    assert (said['hang'], said['reset'], said['basis']) == (True, True, 'driver')
    assert said['driver']['process'] == {'name': 'clpeak', 'pid': 2711}
    assert said['driver']['class'] == 'ccs'
    text = sentences(said)
    assert 'clpeak (2711)' in text and '2 incidents' in text
    assert text.index('guc_id 22') < text.index('guc_id 9 ')


def test_kernel_log_of_two_gpus(guclog, tmp_path):
    """The sentences about a kernel log with lines about two GPUs name the GPU of each line. If all
    lines are about one GPU, it is not named."""
    log = Log()
    log.hang(100, 3, False)
    (tmp_path / 'one').write_text(log.printk())
    log.hang(200, 3, True, device='0000:04:00.0')
    (tmp_path / 'two').write_text(log.printk())
    said = guclog('explain', '--json', 'two', rc=0).json
    lines = [line['text'] for line in said['logs'][0]['sentences']]
    assert '0000:04:00.0' in lines[0]
    incidents = [line for line in lines if line.startswith('engine reset on ')]
    assert [line.split()[3] for line in incidents] == ['0000:04:00.0', '0000:03:00.0']
    assert '2 GPUs' in sentences(said)
    assert 'GPUs' not in sentences(guclog('explain', '--json', 'one', rc=0).json)


def test_two_gpus_beside_a_dump(beside):
    """The list of the lines of a kernel log names the GPUs, also if there is a dump."""
    log = Log()
    log.hang(BOOT - 100, stories.VICTIM, False, device='0000:04:00.0')
    log.hang(BOOT, stories.VICTIM, True)
    said, joined = beside(dump_of(1), log)
    assert joined == log.truth()
    assert f'guc_id {stories.VICTIM} (ccs) on 0000:04:00.0' in sentences(said)


@pytest.mark.parametrize('with_dump', (False, True))
def test_gpu_that_is_wedged(guclog, tmp_path, with_dump):
    """If the kernel log shows that the driver has declared a GPU wedged, explain states this and
    the consequence for programs. Without a dump, this is the first sentence. explain also reports a
    GT reset that failed."""
    log = Log(tile=False)
    log.gt(BOOT + 20, 'reset started', None)
    log.gt(BOOT + 21, 'reset failed (-ETIMEDOUT)', None)
    log.raw(BOOT + 21.1, 'xe 0000:03:00.0: [drm] *ERROR* CRITICAL: Xe has declared device '
            '0000:03:00.0 as wedged.')
    (tmp_path / 'kernel').write_text(log.printk())
    (tmp_path / 'dump').write_text(dump_of(1))
    said = guclog('explain', '--json', 'kernel', *(('dump',) if with_dump else ()), rc=None).json
    lines = [line['text'] for line in said['logs'][0]['sentences']]
    wedged = [line for line in lines if 'the driver declared the GPU 0000:03:00.0 wedged' in line]
    assert len(wedged) == 1 and 'program' in wedged[0]
    assert with_dump or lines[0] == wedged[0]
    events = [line['event'] for line in said['kernel_log']]
    assert sorted(events) == ['GPU given up', 'GT reset', 'GT reset failed']
    assert 'GT reset failed' in ' '.join(lines)


@pytest.mark.parametrize('packed', (False, True))
@pytest.mark.parametrize('beside_it', ((), ('dump',)))
def test_kernel_log_from_a_pipe(guclog, tmp_path, beside_it, packed):
    """explain reads a kernel log from standard input, also together with the file of a dump, or a
    dump from standard input together with the file of a kernel log."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    log.raw(BOOT + 1, 'usb 1-2: new high-speed USB device number 4\n' * 2000)
    text = log.printk().encode()
    (tmp_path / 'dump').write_text(dump_of(2))
    (tmp_path / 'kernel').write_bytes(text)
    said = guclog('explain', '--json', *beside_it, 'kernel', rc=0).out
    piped = guclog('explain', '--json', *beside_it, '-', rc=0,
                   stdin=gzip.compress(text) if packed else text).out
    said = re.sub('"name": "kernel"', '"name": "standard input"', said)
    assert piped.replace('"-"', '"standard input"') == \
        said.replace('kernel log kernel', 'kernel log standard input')
    dump = guclog('explain', '-', 'kernel', rc=0, stdin=dump_of(2)).out
    assert dump == guclog('explain', 'dump', 'kernel', rc=0).out


@pytest.mark.parametrize('stdin', (False, True))
@pytest.mark.parametrize('form', ('printk', 'local', 'syslog'))
@pytest.mark.parametrize('first', ('dump', 'kernel'))
def test_dump_and_kernel_log_in_one_file(guclog, tmp_path, first, form, stdin):
    """explain, report and decode --timeline use a kernel log in the file of a dump, whether it is
    before or after the dump, also if they read the file from a pipe."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    texts = {'dump': dump_of(2) + '[VM].data: ' + 'z' * 100000 + '\n', 'kernel': getattr(log, form)()}
    (tmp_path / 'both').write_text(texts.pop(first) + ''.join(texts.values()))
    piped = {'stdin': (tmp_path / 'both').read_bytes()} if stdin else {}
    name = '-' if stdin else 'both'
    said = guclog('explain', '--json', name, rc=None, **piped).json
    assert [w['text'] for w in said['kernel_log'] if w['joined']] == log.truth()
    assert '(same time and queue)' in guclog(
        'report', '--text', name, rc=None, **piped).out
    assert len([line for line in guclog('decode', '--timeline', name, rc=None, **piped).out.split('\n')
                if ' kernel0 ' in line and 'Xe device coredump has been created' in line]) == 1


def test_dump_with_a_time_in_a_name(guclog, tmp_path):
    """If a name in a dump looks like a line of a kernel log, explain does not take the dump for a
    kernel log."""
    text = dump_of(2).replace('clpeak', '[ 9.5] xe')
    (tmp_path / 'dump').write_text(text)
    assert 'kernel log' not in guclog('explain', 'dump', rc=None).out


@pytest.mark.parametrize('piped', ('dump', 'kernel'))
def test_named_pipe(guclog, tmp_path, piped):
    """explain reads a dump or a kernel log from a named pipe, as the shell passes it for
    <(dmesg)."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    texts = {'dump': dump_of(2), 'kernel': log.printk()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    said = guclog('explain', 'dump', 'kernel', rc=0).out
    assert 'kernel log kernel' in said
    os.mkfifo('pipe')
    writer = threading.Thread(target=lambda: (tmp_path / 'pipe').write_text(texts[piped]))
    writer.start()
    shown = guclog('explain', *('pipe' if name == piped else name for name in texts), rc=0).out
    writer.join()
    assert re.sub(r'/proc/self/fd/\d+', piped, shown) == said


@pytest.mark.parametrize('operands', (('dump', 'trace', 'kernel'), ('incident',)))
def test_report_has_the_sentences_of_explain(guclog, tmp_path, operands):
    """The HTML page and the text of guclog report have the same sentences as explain. report also
    accepts a trace, which adds no sentence."""
    log = Log()
    log.hang(BOOT - 300, 9, False, pid=12)
    log.hang(BOOT, stories.VICTIM, True)
    (tmp_path / 'incident').mkdir()
    for where in (tmp_path, tmp_path / 'incident'):
        (where / 'dump').write_text(dump_of(2))
        (where / 'kernel').write_text(log.printk())
    (tmp_path / 'trace').write_text(f'prog-42 [001] {BOOT}: xe_sched_job_run: dev=0\n')
    said = guclog('explain', '--json', *(o for o in operands if o != 'trace'), rc=None).json
    assert '(same time and queue)' in sentences(said)
    page = guclog('report', *operands).out
    data = re.search(r'<script[^>]*id="data">(.*?)</script>', page, re.S)[1]
    shown, = json.loads(data)['explain']
    lines = [s['text'] for s in said['logs'][0]['sentences']]
    assert [s['text'] for s in shown['sentences']] == lines
    text = guclog('report', '--text', *operands).out
    assert all(line in text for line in lines)


def test_redacted_report_has_the_kernel_log_in_its_verdict(guclog, tmp_path):
    """The verdict in report --redact --text uses the kernel log, but has neither the name of the
    process nor the name of the file with the kernel log."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    (tmp_path / 'dump').write_text(dump_of(2))
    (tmp_path / 'secret').write_text(log.printk())
    text = guclog('report', '--redact', '--text', 'dump', 'secret').out
    assert '(name redacted)' in text and '(same time and queue)' in text
    assert f'guc_id {stories.VICTIM} (ccs)' in text
    assert 'clpeak' not in text and 'secret' not in text and '2711' not in text


@pytest.mark.parametrize('text', ('[    1.000000] usb 1-1: new device\n',
                                  '[    1.000000] xe 0000:03:00.0: [drm] Using GuC firmware\n'))
def test_kernel_log_without_a_hang(guclog, tmp_path, text):
    (tmp_path / 'kernel').write_text(text)
    said = guclog('explain', '--json', 'kernel', rc=0).json
    assert said['hang'] is None and said['victim'] == {'guc_id': None, 'engine': None}
    assert said['kernel_log'] == [] and 'no line' in sentences(said)


@pytest.mark.parametrize('line', (
    'xe 0000:03:00.0: [drm] *ERROR* Tile0: GT0: a message of a later kernel, code 0x17',
    'xe 0000:03:00.0: [drm:some_function [xe]] *ERROR* GT0: a message of a later kernel',
    'i915 0000:00:02.0: [drm] *ERROR* GT0: GUC: a message of a later kernel',
    '[drm:some_function [i915]] *ERROR* CT: fence 77 err -5',
    'xe 0000:03:00.0: [drm] *ERROR* GT0: reset failed (-ETIMEDOUT)'))
def test_error_that_is_not_understood(guclog, tmp_path, line):
    """An error of the driver whose text guclog does not know is shown, and explain does not say
    that there is no hang."""
    (tmp_path / 'kernel').write_text(f'[   12.500000] usb 1-1: new device\n[   13.250000] {line}\n')
    said = guclog('explain', '--json', 'kernel', rc=0).json
    assert [w['text'] for w in said['kernel_log']] == [line]
    text = sentences(said)
    assert 'no hang' not in text and 'no line' not in text
    assert line in text or said['kernel_log'][0]['event'] in text


def test_file_that_is_not_a_kernel_log(guclog, tmp_path):
    """explain refuses a file if it has no line of a kernel log."""
    (tmp_path / 'kernel').write_text('nothing of interest\n' * 9)
    assert guclog('explain', 'kernel', rc=2).err


@pytest.mark.parametrize('time', ('7026-01-01T00:00:07.123456+00:00',
                                  '[Thu Jan  1 00:00:09 1969]', f'[{2 ** 64 + 2}.000000]'))
def test_times_that_cannot_be_counted(guclog, tmp_path, time):
    """A line whose time in nanoseconds does not fit into 64 bits is read without its time."""
    (tmp_path / 'kernel').write_text(f'{time} xe 0000:03:00.0: [drm] GT0: reset started\n' * 9)
    lines = guclog('explain', '--json', 'kernel', rc=None).json['kernel_log']
    assert [(x['event'], x['time']) for x in lines] == [('GT reset', None)] * 9


@pytest.mark.parametrize('after_s', (0.01, 2))
def test_record_of_the_module(guclog, tmp_path, after_s):
    """The module's record of a hang has the time of the trigger. xe prints its line about the hang
    after this time. explain joins this line, but not an earlier line about another hang."""
    story = stories.make(1, 'r')
    notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr',
             'anchor_boottime_ns': int(BOOT * 1e9), 'anchor_guc_tick': story.guc.events[-1][0],
             'incident_seq': 2, 'incident_trigger': 'engine reset',
             'incident_boottime_ns': int(BOOT * 1e9), 'incident_guc_id': story.victim.guc_id,
             'incident_engine': story.name}
    (tmp_path / 'image').write_bytes(g.log_image(story.guc))
    guclog('convert', 'image', '-o', 'record')
    text = ''.join(f'{k}={v}\n' for k, v in notes.items()).encode()
    with open(tmp_path / 'record', 'ab') as f:
        f.write(lfd.block(0x6001, text))
    log = Log()
    log.reset(BOOT - 60, story.victim.guc_id, False)
    log.reset(BOOT + after_s, story.victim.guc_id, True)
    (tmp_path / 'kernel').write_text(log.printk())
    said = guclog('explain', '--json', 'record', 'kernel', rc=None).json
    assert [w['text'] for w in said['kernel_log'] if w['joined']] == log.truth()


@pytest.mark.parametrize('seed', range(30))
def test_damaged_lines(guclog, tmp_path, seed):
    """If characters of the kernel log are lost, changed or added, explain does not crash, and joins
    no line that has another guc_id because of the damage."""
    rng = random.Random(seed)
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    data = bytearray(log.printk().encode() * 3)
    for _ in range(rng.randrange(1, 40)):
        at = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[at] = rng.randrange(1, 256)
        else:
            del data[at:at + rng.randrange(1, 9)]
    (tmp_path / 'dump').write_text(dump_of(1))
    (tmp_path / 'kernel').write_bytes(b'[    1.000000] xe\n' + bytes(data))
    said = guclog('explain', '--json', 'dump', 'kernel', rc=None).json
    for w in said['kernel_log']:
        assert not w['joined'] or w['guc_id'] in (stories.VICTIM, None)


def test_incident_folder(guclog, tmp_path):
    """If explain gets the directory of an incident of guclog collect, it also uses the kernel log
    in it."""
    log = Log()
    log.hang(BOOT, stories.VICTIM, True)
    (tmp_path / 'incident').mkdir()
    (tmp_path / 'incident/devcoredump').write_text(dump_of(4))
    (tmp_path / 'incident/journal.txt').write_text(log.journal())
    said = guclog('explain', '--json', 'incident', rc=None).json
    assert sorted(w['text'] for w in said['kernel_log'] if w['joined']) == log.truth()
