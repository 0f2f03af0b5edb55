# SPDX-License-Identifier: GPL-2.0-only
"""`guclog decode` with several files: it shows the events of GuC logs, CT messages, lines of a
kernel log and lines of a trace in the order of their times. A file is "placed" if its clock can be
related to the clock of the other files."""

import csv
import datetime
import gzip
import json
import re
import subprocess
import tarfile

import gucstory
import pytest
import stories
from pftrace import Trace
from reference import forms

MACHINE = forms.Machine()
UPTIME, SNAPSHOT = MACHINE.uptime, MACHINE.snapshot
CREATED = 'xe 0000:03:00.0: [drm] Xe device coredump has been created'
NS = 10 ** 9


def printk(ns, text):
    return f'[{ns // NS:5}.{ns % NS // 1000:06}] {text}\n'


def iso(ns, text):
    when = datetime.datetime.fromtimestamp(ns // NS, datetime.timezone.utc)
    return f'{when:%Y-%m-%dT%H:%M:%S},{ns % NS // 1000:06}+00:00 {text}\n'


@pytest.fixture
def files(tmp_path):
    """Write the devcoredump of a hang to the file "dump". Return a function that writes another
    file next to it."""
    story = stories.refuse(stories.begin(1))
    (tmp_path / 'dump').write_text(
        gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim]))

    def write(name, text):
        (tmp_path / name).write_text(text)
        return name
    return write


def sources(said):
    return {s['kind']: s for s in said['sources']}


def texts(said, where, source):
    return [e for e in said[where] if e['source'] == source]


def test_events_and_messages_of_a_dump(guclog, files):
    said = guclog('decode', '--timeline', '--json', 'dump').json
    by = sources(said)
    assert set(by) == {'guc', 'ct'} and by['guc']['placed'] and by['ct']['placed']
    assert by['guc']['uncertainty_ns'] is None      # a devcoredump does not state it
    decoded = guclog('decode', '--json', 'dump').json['events']
    events = texts(said, 'events', 'guc0')
    # Apart from the keys in "order", an event is the same as in decode --json of the dump alone.
    order = {'source', 'time_ns', 'uncertainty_ns'}
    assert [{k: v for k, v in e.items() if k not in order} for e in events] == decoded
    assert all(set(e) & order == order and e['time_ns'] == e['boottime_ns'] for e in events)
    times = [e['time_ns'] for e in said['events']]
    assert times == sorted(times)


def test_each_source_is_described(guclog, files):
    """The first lines of the output describe each input: how its clock is related to the clock of
    the other inputs, and how exactly."""
    files('dmesg', printk(UPTIME + 2 * 10 ** 6, CREATED))
    files('trace', 'cpus=1\n  kworker-9 [000] 5.000000: xe_exec_queue_reset: guc_id=22\n')
    head = [line[2:].strip() for line in guclog('decode', '--timeline', 'dump', 'dmesg', 'trace')
            .out.splitlines() if line.startswith('#')]
    at = {name: head.index(next(x for x in head if x.startswith(name + ' ')))
          for name in ('guc0', 'kernel0', 'trace0')}
    assert head[at['guc0'] + 2:at['guc0'] + 4] == ['placed by the anchor of the log',
                                                   'uncertainty unknown']
    assert head[at['kernel0']] == 'kernel0  dmesg, 1 line'
    assert head[at['kernel0'] + 3] == 'uncertainty 100 ms'
    assert head[at['trace0'] + 2].startswith('not placed in the order, but listed at the end: ')
    assert '+-: uncertainty of the time against the other sources; ?: unknown' in head


def test_message_has_the_time_of_its_event(guclog, files):
    said = guclog('decode', '--timeline', '--json', 'dump').json
    messages = guclog('dump', '--messages', '--json', 'dump').json['gts'][0]
    actions = {m.get('name'): m.get('action') for m in messages['h2g']['messages']}
    last = None
    pairs = 0
    for e in said['events']:
        if e['source'] == 'guc0':
            last = e
            continue
        assert last['time_ns'] == e['time_ns']
        if e['text'].startswith('H2G '):
            assert actions[e['text'].split()[3]] == last['fields']['action']
            pairs += 1
        elif 'MODE_DONE' in e['text']:
            assert last['name'] == 'SCHED_MODE_DONE'
        else:
            assert last['name'] == 'CTX_DEREGISTERED'
    assert pairs > 50
    ct = sources(said)['ct']
    assert ct['items'] == len(texts(said, 'events', 'ct0'))
    assert ct['items'] + ct['without_time'] == sum(
        len(messages[ring]['messages']) for ring in ('h2g', 'g2h'))


def test_kernel_log_alone_is_not_merged(guclog, files):
    files('dmesg', printk(5 * NS, 'xe 0000:03:00.0: [drm] Found battlemage'))
    said = guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json
    kernel = sources(said)['kernel']
    assert not kernel['placed'] and kernel['offset_ns'] is None
    assert 'suspended' in kernel['how']
    assert not texts(said, 'events', 'kernel0')
    line, = texts(said, 'unplaced', 'kernel0')
    assert line['time_ns'] == 5 * NS and line['uncertainty_ns'] is None
    out = guclog('decode', '--timeline', 'dump', 'dmesg').out
    assert 'listed at the end: it is unknown how long the machine was suspended' in out
    assert out.index('times are from its own clock') > out.index('CTX_DEREGISTERED')


@pytest.mark.parametrize('suspended', (0, 3600 * NS))
def test_kernel_log_is_placed_by_the_line_about_the_dump(guclog, files, suspended):
    made = UPTIME - suspended + 2 * 10 ** 6
    files('dmesg', printk(5 * NS, 'xe 0000:03:00.0: [drm] Found battlemage') +
          (printk(5 * NS, 'PM: suspend exit') if suspended else '') + printk(6 * NS, 'usb 1-1: new device') + printk(made, CREATED) +
          printk(made + 10 ** 6, 'xe 0000:03:00.0: [drm] after'))
    said = guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json
    kernel = sources(said)['kernel']
    assert kernel['placed'] and kernel['items'] == 3
    assert abs(kernel['offset_ns'] - suspended) <= kernel['uncertainty_ns']
    first, _, after = texts(said, 'events', 'kernel0')
    assert abs(after['time_ns'] - UPTIME) < 10 ** 8 < after['uncertainty_ns'] < 2 * 10 ** 8
    # Between the first line and the line about the dump, the machine can have been suspended at any
    # time, and the clocks drift. So the uncertainty includes the whole duration of the suspend.
    assert first['uncertainty_ns'] >= suspended + (UPTIME - suspended) // 4200


def test_two_lines_for_one_dump_are_not_guessed(guclog, files):
    files('dmesg', printk(NS, 'PM: suspend exit') + printk(UPTIME - 3600 * NS, CREATED) + printk(UPTIME - 60 * NS, CREATED))
    kernel = sources(guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json)['kernel']
    assert not kernel['placed'] and 'which line is about which devcoredump' in kernel['how']


def test_user_says_that_there_was_no_suspend(guclog, files):
    files('dmesg', printk(UPTIME - NS, 'xe 0000:03:00.0: [drm] something'))
    said = guclog('decode', '--timeline', '--json', '--no-suspend', 'dump', 'dmesg').json
    assert sources(said)['kernel']['how'] == '--no-suspend'
    line, = texts(said, 'events', 'kernel0')
    assert line['time_ns'] == (UPTIME - NS) // 1000 * 1000
    assert line['uncertainty_ns'] > 10 ** 8


def test_wall_clock_is_placed_by_the_dump(guclog, files):
    files('dmesg', iso(SNAPSHOT - NS, 'xe 0000:03:00.0: [drm] something'))
    said = guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json
    line, = texts(said, 'events', 'kernel0')
    assert abs(line['time_ns'] - (UPTIME - NS)) <= line['uncertainty_ns']


def test_wall_clock_is_not_placed_by_a_log_of_an_unknown_boot(guclog, files, tmp_path):
    """A GuC log gives the relation between wall clock and boot time for a kernel log with
    wall-clock times, but only if the GuC log itself is placed. If first.lfd is given before
    dump.lfd, dump.lfd is not placed, because the boot of first.lfd is unknown and may be another
    one."""
    text = (tmp_path / 'dump').read_text()
    files('first', re.sub('^Snapshot time: .*\n', '', text, flags=re.M))
    for name in 'first', 'dump':
        guclog('convert', '-o', f'{name}.lfd', name, rc=None)
    files('dmesg', iso(SNAPSHOT - NS, 'xe 0000:03:00.0: [drm] something'))
    said = guclog('decode', '--timeline', '--json', 'dump.lfd', 'dmesg').json
    assert sources(said)['kernel']['placed']
    said = guclog('decode', '--timeline', '--json', 'first.lfd', 'dump.lfd', 'dmesg').json
    assert [s['placed'] for s in said['sources']] == [True, False, False]


@pytest.mark.parametrize('damaged', ('1767225600.0x1234567', '1767225600.-12345678', '-5.123456789',
                                     '0x12.123456789', '1767225600.12345678'))
def test_damaged_time_of_a_dump_is_not_used(guclog, files, tmp_path, damaged):
    """A time in a dump must consist of digits, a point and nine digits. If it has another form,
    decode treats the dump like one without this time."""
    text = (tmp_path / 'dump').read_text()
    files('dmesg', iso(SNAPSHOT - NS, 'xe 0000:03:00.0: [drm] something'))
    said = []
    for line in '', f'Snapshot time: {damaged}\n':
        files('dump', re.sub('^Snapshot time: .*\n', line, text, flags=re.M))
        said.append(guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json)
    assert said[0] == said[1] and not sources(said[0])['kernel']['placed']


def test_kernel_logs_in_json(guclog, files):
    made = (UPTIME + 2 * 10 ** 6) // 1000 * 1000
    files('one', json.dumps({'dmesg': [
        {'pri': 6, 'time': 1.5, 'msg': 'Linux version'},
        {'pri': 6, 'time': made / NS, 'msg': CREATED}]}))
    files('two', ''.join(json.dumps({
        '_SOURCE_MONOTONIC_TIMESTAMP': str(made // 1000), 'MESSAGE': text}) + '\n'
        for text in ('noise', CREATED)))
    for name in ('one', 'two'):
        said = guclog('decode', '--timeline', '--json', 'dump', name).json
        line, = texts(said, 'events', 'kernel0')
        assert line['text'] == CREATED and abs(line['time_ns'] - UPTIME) < 10 ** 8


TRACE = ('cpus=2\n'
         '  kworker/0:1-12    [000] d..1.   100.000100: xe_guc_ctb_h2g: gt0 action=0x1000\n'
         '         bash-77    [001]   100.000200: sched_switch:  x\n'
         '  xe_sched 5 [003]   100.000250: xe:xe_sched_job_timedout: guc_id=22\n')


def test_trace_without_a_clock_is_not_merged(guclog, files):
    files('trace', TRACE)
    said = guclog('decode', '--timeline', '--json', 'dump', 'trace').json
    assert not sources(said)['trace']['placed']
    assert [e['text'] for e in texts(said, 'unplaced', 'trace0')] == [
        'xe_guc_ctb_h2g: gt0 action=0x1000', 'xe:xe_sched_job_timedout: guc_id=22']


def test_trace_with_the_boot_clock(guclog, files):
    files('trace', TRACE)
    said = guclog('decode', '--timeline', '--json', '--trace-clock', 'boot', 'dump', 'trace').json
    first = said['events'][0]
    assert (first['source'], first['time_ns']) == ('trace0', 100000100000)
    assert first['uncertainty_ns'] == 1000


def test_trace_is_placed_by_the_modules_events(guclog, files):
    """A trace event guc_event of the module has the boot time of a GuC event. decode computes the
    offset of the trace's clock from these times. It uses the trace event with the smallest delay
    after its GuC event."""
    boot = UPTIME - 5 * NS
    files('trace', TRACE + ''.join(
        f' x-1 [000] .... {100 + i}.{delay:06}: guc_event: gt=0 boot_ns={boot + i * NS} id=1\n'
        for i, delay in enumerate((300000, 20000, 700000))))
    said = guclog('decode', '--timeline', '--json', 'dump', 'trace').json
    trace = sources(said)['trace']
    assert trace['placed'] and trace['uncertainty_ns'] == NS
    assert trace['offset_ns'] == boot - 100 * NS - 20000 * 1000


def test_log_without_an_anchor_stays_apart(guclog, files):
    guclog('convert', '--to', 'raw', '-o', 'raw', 'dump')
    said = guclog('decode', '--timeline', '--json', 'raw', 'dump').json
    apart, placed = (s for s in said['sources'] if s['kind'] == 'guc')
    assert not apart['placed'] and placed['placed'] and 'no anchor' in apart['how']
    assert len(texts(said, 'unplaced', 'guc0')) == len(texts(said, 'events', 'guc1'))


@pytest.mark.parametrize('later, same', ((1, True), (3600, False)))
def test_dumps_of_two_boots_are_not_merged(guclog, files, tmp_path, later, same):
    """A dump has the wall clock and the time since boot, which together give the time of the boot.
    decode merges the events of two dumps only if their times of boot are almost equal."""
    text = (tmp_path / 'dump').read_text()
    snapshot = SNAPSHOT + later * NS
    files('other', re.sub('^Snapshot time: .*$',
                          f'Snapshot time: {snapshot // NS}.{snapshot % NS:09}', text,
                          flags=re.M))
    said = guclog('decode', '--timeline', '--json', 'dump', 'other').json
    first, second = (s for s in said['sources'] if s['kind'] == 'guc')
    assert first['placed'] and second['placed'] == same
    assert same or 'another boot' in second['how']
    assert bool(texts(said, 'events', 'ct1')) == same


def test_dumps_of_two_boots_in_one_archive_are_not_merged(guclog, files, tmp_path):
    text = (tmp_path / 'dump').read_text()
    files('other', re.sub('^Snapshot time: 17', 'Snapshot time: 16', text, flags=re.M))
    with tarfile.open(tmp_path / 'both.tar', 'w') as archive:
        for name in 'dump', 'other':
            archive.add(tmp_path / name, name)
    said = guclog('decode', '--timeline', '--json', 'both.tar').json
    first, second = (s for s in said['sources'] if s['kind'] == 'guc')
    assert first['placed'] and not second['placed']
    assert 'another boot' in second['how']


def test_kernel_log_is_not_placed_by_a_dump_of_another_boot(guclog, files, tmp_path):
    text = (tmp_path / 'dump').read_text()
    wall, boot = SNAPSHOT + 86400 * NS, 5000 * NS
    text = re.sub('^Snapshot time: .*$', f'Snapshot time: {wall // NS}.{wall % NS:09}', text,
                  flags=re.M)
    files('other', re.sub('^Uptime: .*$', f'Uptime: {boot // NS}.{boot % NS:09}', text,
                          flags=re.M))
    files('dmesg', printk(boot + 10 ** 6, CREATED))
    kernel = sources(guclog('decode', '--json', 'dump', 'other', 'dmesg').json)['kernel']
    # The line of the kernel log would match the first dump only if the machine had been suspended
    # for four days.
    assert not kernel['placed'] and 'no line shows a suspend' in kernel['how']


def test_log_of_an_unknown_boot_stays_apart(guclog, files, tmp_path):
    text = (tmp_path / 'dump').read_text()
    files('other', re.sub('^Snapshot time: .*\n', '', text, flags=re.M))
    said = guclog('decode', '--timeline', '--json', 'dump', 'other').json
    first, second = (s for s in said['sources'] if s['kind'] == 'guc')
    assert first['placed'] and not second['placed']
    assert 'unknown whether the log is from the same boot' in second['how']


def test_limits(guclog, files):
    said = guclog('decode', '--timeline', '--json', 'dump').json
    times = [e['time_ns'] for e in said['events']]
    part = guclog('decode', '--timeline', '--json', '--since', f'{times[100] / NS:.9f}',
                  '--until', f'{times[200] / NS:.9f}', 'dump').json
    assert 90 <= len(part['events']) <= 110
    guclog.usage('decode', '--timeline', '--since', 'junk', 'dump')
    last = guclog('decode', '--timeline', '--json', '--last', 7, 'dump').json['events']
    assert last == said['events'][-7:]
    newest = max(e['time_ns'] for e in texts(said, 'events', 'guc0'))
    ago = guclog('decode', '--timeline', '--json', '--since', '-0.001', 'dump').json['events']
    assert ago == [e for e in said['events'] if e['time_ns'] >= newest - NS // 1000]
    wall = newest + SNAPSHOT - UPTIME
    day = datetime.datetime.fromtimestamp(wall // NS, datetime.timezone.utc)
    late = guclog('decode', '--timeline', '--json', '--since',
                  f'{day:%Y-%m-%dT%H:%M:%S}.{wall % NS:09}', 'dump').json['events']
    assert late == [e for e in said['events'] if e['time_ns'] >= newest]


@pytest.mark.parametrize('way', ((), ('--timeline',)))
@pytest.mark.parametrize('past, future', (('1600-01-01', '9999-12-31'), ('0000-01-01', '2300-01-01')))
def test_date_in_another_century(guclog, files, way, past, future):
    decode = ('decode', *way, '--to', 'jsonl', 'dump')
    every = guclog(*decode).out
    assert guclog(*decode, '--since', past, '--until', future).out == every
    assert not guclog(*decode, '--since', future).out
    assert not guclog(*decode, '--until', past).out


def test_last_of_the_selected_events(guclog, files):
    """--last N shows the newest N of the items that the other options select."""
    for args in ('--id', '0x0400'), ('--h2g',), ('--engine', 'ccs0'):
        said = guclog('decode', '--timeline', '--json', *args, 'dump').json['events']
        part = guclog('decode', '--timeline', '--json', '--last', 7, *args, 'dump').json['events']
        assert len(part) == 7 and part == said[-7:]


def test_selected_events(guclog, files):
    """Options that select GuC events do not remove the CT messages."""
    said = guclog('decode', '--timeline', '--json', 'dump').json
    for args in ('--id', '0x0400'), ('--h2g',), ('--engine', 'ccs0'):
        part = guclog('decode', '--timeline', '--json', *args, 'dump').json
        indexes = [e['index'] for e in texts(part, 'events', 'guc0')]
        assert indexes == [e['index'] for e in
                           guclog('decode', '--json', *args, 'dump').json['events']]
        assert texts(part, 'events', 'ct0') == texts(said, 'events', 'ct0')


def test_rows_of_several_inputs(guclog, files):
    """For several inputs, --to csv and --to jsonl give the same items as --json. Items whose time
    cannot be compared with the others come last."""
    files('dmesg', printk(UPTIME + 2 * 10 ** 6, CREATED))
    files('trace', TRACE)
    names = 'dump', 'dmesg', 'trace'
    said = guclog('decode', '--json', *names).json
    assert said['unplaced'] and all(e['placed'] is False for e in said['unplaced'])
    items = said['events'] + said['unplaced']
    lines = guclog('decode', '--to', 'jsonl', *names).out.splitlines()
    assert [json.loads(line) for line in lines] == items
    guclog('decode', '--to', 'csv', '-o', 'out', *names)
    with open('out', newline='', encoding='ascii') as f:
        rows = list(csv.DictReader(f))
    assert len(rows) == len(items)
    for row, item in zip(rows, items):
        assert (row['source'], row['time_ns'], row['text'], row['name']) == (
            item['source'], str(item['time_ns']), item.get('text', ''), item.get('name', ''))
        assert row['placed'] == str(int(item.get('placed', True)))
        assert row['id'] == str(item.get('id', ''))
        assert None not in row and None not in row.values()


def test_capture_in_a_kernel_log_is_log_and_lines(guclog, files):
    story = stories.refuse(stories.begin(1))
    held = forms.Held(gucstory.log_image(story.guc), boottime=UPTIME, tick=story.guc.tick)
    lines = forms.capture(1, held)
    files('dmesg', ''.join(printk(UPTIME + i * 1000, f'xe 0000:03:00.0: [drm] {x}')
                           for i, x in enumerate(lines)) + printk(UPTIME + NS, CREATED))
    said = guclog('decode', '--timeline', '--json', 'dmesg', rc=None).json
    by = sources(said)
    assert by['guc']['items'] > 100 and by['kernel']['items'] == 1


def test_directory_of_an_incident(guclog, files, tmp_path):
    """From the directory of an incident of guclog collect, decode reads the dump and the journal,
    and skips the other files."""
    folder = tmp_path / 'incident'
    folder.mkdir()
    for name, text in (('devcoredump.txt', (tmp_path / 'dump').read_text()),
                       ('journal.txt', printk(UPTIME + 10 ** 6, f'host kernel: {CREATED}') +
                        printk(UPTIME, 'host sshd: hello'))):
        packed = subprocess.run(['zstd', '-c'], input=text.encode(), check=True,
                                capture_output=True).stdout
        (folder / f'{name}.zst').write_bytes(packed)
    (folder / 'metadata.json').write_text('{"gpu": "0000:03:00.0"}\n')
    (folder / 'summary.txt').write_text('Engine reset\n')
    (folder / 'more').mkdir()
    said = guclog('decode', '--timeline', '--json', 'incident').json
    assert [s['input'].split('/')[-1].split(':')[0] for s in said['sources']] == [
        'devcoredump.txt.zst', 'devcoredump.txt.zst', 'journal.txt.zst']
    line, = texts(said, 'events', 'kernel0')
    assert line['text'].endswith(CREATED)


def test_directory_with_nothing_of_use(guclog, tmp_path):
    (tmp_path / 'empty').mkdir()
    assert 'neither a log' in guclog.fails('decode', '--timeline', 'empty').err


@pytest.mark.parametrize('text', ('', '\0\1\2', '[', '[ 1.', '[ 99999999999999999999.1] xe',
                                  '{', '{"dmesg": 1}', '{"MESSAGE": 5}', 'a [1] 2.3: xe_',
                                  '2026-13-99T99:99:99.9Z xe', '[1.5] xe' + 'x' * 9000))
def test_damaged_texts(guclog, files, text):
    files('bad', text)
    guclog('decode', '--timeline', 'bad', rc=None)
    guclog('decode', '--timeline', '--json', 'dump', 'bad', rc=None)


def test_times_that_are_too_large(guclog, files):
    """A line of a kernel log whose time in nanoseconds does not fit into 64 bits is kept after the
    line before it."""
    files('dmesg', printk(NS, 'xe 0000:03:00.0: one') +
          f'[{2 ** 64 + 2}.000000] xe 0000:03:00.0: two\n')
    said = guclog('decode', '--timeline', '--json', 'dump', 'dmesg').json
    assert [line['text'] for line in texts(said, 'unplaced', 'kernel0')] == \
        ['xe 0000:03:00.0: one', 'xe 0000:03:00.0: two']


@pytest.mark.parametrize('with_dump', (False, True))
def test_kernel_log_that_ends_early(guclog, files, tmp_path, with_dump):
    """If a compressed kernel log is truncated, decode shows the lines before the end, and its exit
    status is 1."""
    text = ''.join(f'[{n:5}.000000] xe 0000:03:00.0: [drm] line {n * n}\n' for n in range(2000))
    packed = gzip.compress(text.encode())
    (tmp_path / 'log').write_bytes(packed[:len(packed) // 2])
    said = guclog('decode', '--timeline', *(['dump'] if with_dump else []), 'log', rc=1)
    assert 'log: gzip: ends too early' in said.err and '[drm] line 81' in said.out
    for verb in ('report', '-o', 'page.html'), ('decode', '--to', 'perfetto', '-o', 'trace'):
        assert 'log: gzip: ends too early' in guclog(*verb, 'dump', 'log', rc=1).err
    (tmp_path / 'log').write_bytes(packed)
    assert not guclog('decode', '--timeline', 'log').err


def test_file_that_is_nothing(guclog, files):
    files('bad', 'no log\n')
    assert guclog.fails('decode', '--timeline', 'dump', 'bad')
    assert guclog.fails('decode', '--timeline', 'nowhere')


def test_perfetto_tracks(guclog, files):
    files('dmesg', printk(UPTIME + 2 * 10 ** 6, CREATED))
    files('trace', TRACE)
    guclog('decode', '--to', 'perfetto', '-o', 'out', 'dump', 'dmesg', 'trace')
    with open('out', 'rb') as f:
        trace = Trace(f.read())
    assert sum(name.endswith('GT 0 GuC log') for name in trace.names) == 1
    line, = trace.of('dmesg')
    assert line.name == CREATED and line.clock == 6 and abs(line.timestamp - UPTIME) < 10 ** 8
    assert line.notes['uncertainty_ns'] >= 10 ** 8
    apart = trace.of('trace, unknown offset: time since its first line')
    assert [e.timestamp for e in apart] == [0, 150000] and apart[0].clock == 64
    messages = trace.of('dump: GT 0, CT')
    assert messages and all(e.clock == 6 for e in messages)


def test_perfetto_track_of_lines_from_0_on(guclog, files):
    """If the first line of a trace has the time 0, the track of the trace begins with this line."""
    files('trace', ''.join(f' x-1 [000] .... 0.{us:06}: xe_guc_ctb_h2g: gt0\n' for us in (0, 20, 50)))
    guclog('decode', '--to', 'perfetto', '-o', 'out', 'dump', 'trace')
    with open('out', 'rb') as f:
        lines = Trace(f.read()).of('trace, unknown offset: time since its first line')
    assert [line.timestamp for line in lines] == [0, 20000, 50000]
