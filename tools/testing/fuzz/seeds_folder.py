# SPDX-License-Identifier: GPL-2.0
"""First inputs of fuzz_folder and fuzz_live: whole folders, stores of incidents, and streams."""
import json
import pathlib
import re
import struct
import time

import gucstory
import live
import seeds_dump
import stories
import streams
import test_collect_moment as moment
import test_engine_state
import test_explain_mappings
from reference import forms, image, ring

SOURCE = pathlib.Path(__file__).with_name('fuzz_folder.c').read_text()
MACROS = dict(re.findall(r'^#define (\w+)\s+(.*)$', SOURCE, re.M))


def strings(name):
    """Return the strings of an array of fuzz_folder.c."""
    body = re.search(rf' {name}\[\] = {{(.*?)\n}};', SOURCE, re.S)[1]
    out = ['']
    for text, macro, comma in re.findall(r'"([^"]*)"|(\w+)|(,)', body):
        while macro:
            body = MACROS[macro]
            parts = re.findall(r'"([^"]*)"|(\w+)', body)
            text, macro = ''.join(t or ''.join(re.findall('"([^"]*)"', MACROS[m]))
                                  for t, m in parts), ''
        out[-1] += text
        if comma:
            out.append('')
    return [text for text in out if text]


RUNS, PATHS = strings('runs'), strings('paths')


def one(run, files):
    """Return an input. files: a name that ends one of the paths of fuzz_folder.c: its content."""
    data = bytes([run])
    for name, content in files.items():
        number, = (i for i, path in enumerate(PATHS) if path.endswith(name))
        content = content.encode() if isinstance(content, str) else content
        data += bytes([number]) + struct.pack('<I', len(content))[:3] + content
    return data


def stream(seed=1, wait=12):
    """Return a stream in which a context waits for an engine, and the events are anchored."""
    story = stories.begin(seed)
    made = live.Stream(story.guc, tick=story.guc.events[0][0])
    data = made.head + made.events()
    story.guc.ask(story.waiter, story.engine)
    story.guc.looks(story.guc.tick + wait * gucstory.HZ)
    return data + made.events()


def broken_stream():
    """Return a stream with lost events, and with a second start of the firmware."""
    story = stories.begin(2)
    rows = [gucstory.entry(e) for e in story.guc.events]
    return streams.head(platform='BATTLEMAGE') + streams.anchor(1000, 10 ** 12) + \
        streams.events(rows[:40]) + streams.lost(17, rows[60:90], seq=57) + \
        streams.restart(rows[90:130], seq=87)


def log():
    return image.standard(ring.ring(8192, 100, 'dump'), (4096, 4096), 'dump').build()


# The collector compares the id and the time of the boot with those of this machine.
BOOT_ID = pathlib.Path('/proc/sys/kernel/random/boot_id').read_text().strip()
META = json.dumps({
    'schema': 'xe-guclog-incident-1', 'gpu': '0000:03:00.0', 'trigger': 'devcoredump',
    'sequence': 2, 'boot_id': BOOT_ID, 'boottime_ns': time.clock_gettime_ns(time.CLOCK_BOOTTIME),
    'time': '2026-01-02T00:00:00.000Z', 'kernel': '6.16.3-acme', 'signature': 'hang on ccs0: x',
    'devcoredump': {'file': 'devcoredump.txt.zst', 'name': 'devcd1', 'pid': 77, 'process': 'app',
                    'reason': 'LR job cleanup, guc_id=22', 'cut': 'the disk is full'},
    'logs': [{'gt': 0, 'file': 'guc_log.gt0.lfd.zst', 'name': 'devcd2', 'age_ms': 4,
              'taken': 'at the trigger', 'trigger': {
                  'seq': '1', 'trigger': 'job timeout', 'guc_id': '22', 'pid': '77',
                  'process': 'app', 'trigger_1': 'job timeout', 'trigger_1_ns': '0'}}],
    'verdict': {'hang': True, 'victim': {'guc_id': 22, 'engine': 'ccs0'}}, 'reduced': False,
    'explained': 'devcoredump.txt.zst', 'errors': [{'what': 'x', 'error': 'y'}],
    'processes': [{'pid': 77, 'name': 'app', 'file': 'process.0.txt.zst'}]})
FACTS = ('source=xe\npci_address=0000:03:00.0\npci_id=8086:e223\nkernel=6.16.3-acme\n'
         'platform=battlemage\ngt=0\nstatus=ok\nguc_version=70.44.1\ngt=1\nstatus=no log\n# note\n')
TRACE = '# tracer: nop\n' + moment.UNBOUND + moment.queue(999700000, 5) + moment.queue(
    999800000, 22, moment.OTHER)


def folder_seeds():
    """Yield a folder for each command line, and for some of them a second one."""
    dump, lfd, raw = seeds_dump.hang(), stream(), log()
    debugfs = forms.debugfs(forms.Held(raw))
    # A dump of the fuzzer itself, see write_dump() in fuzz_folder.c.
    own = re.sub('(?m)^Process: .*', 'Process: SELF', re.sub(
        '(?m)^Uptime: .*', 'Uptime: 99999999.5', dump.decode()))
    placed = test_engine_state.dump_of(ranges=[test_engine_state.Range(
        test_engine_state.BATCH, struct.pack('<4I', test_engine_state.STATE, 7, 0,
                                             test_engine_state.END))])
    maps = f'PID {test_explain_mappings.PID}\n' + test_explain_mappings.mappings('/usr/lib/x.so')
    old = json.dumps({**json.loads(META), 'sequence': 1, 'reduced': True,
                      'no_space': ['devcd1', 'devcd2']})
    trace = {'xe_guclog/trace': TRACE, 'xe_guclog_queues/trace': TRACE}
    files = {
        'dir': [{'dir/info': FACTS, 'dir/gt0/guc_log_lfd': lfd, 'dir/gt0/guc_log_raw': raw},
                {'dir/info.txt': FACTS, 'dir/dump.txt': dump, 'dir/dmesg.txt': '[ 1.5] xe: x\n',
                 'dir/guc_log': debugfs}],
        'store': [{'counters.json': '{"0000:03:00.0": {"hang on ccs0: x": 3}}',
                   'store/2026-01-01T00:00:00.000Z-0000:03:00.0-0/metadata.json': old,
                   'store/2026-01-02T00:00:00.000Z-0000:03:00.0-0/metadata.json': META,
                   'devcoredump.txt.zst': dump, 'guc_log.gt0.lfd.zst': lfd,
                   '0/info.txt': FACTS, '0/asic_info.rdf': '# of frodo\n' + FACTS,
                   '0/summary.txt': 'A hang.\n', '0/journal.txt.zst': 'frodo kernel: x\n',
                   'process.0.txt.zst': 'cmdline: /bin/app\n', 'trace.txt.zst': TRACE,
                   'state.json': '{}', 'notes.txt': 'x\n'},
                  {'store/2026-01-02T00:00:00.000Z-0000:03:00.0-0/metadata.json': META,
                   'devcoredump.txt.zst': placed, 'process.0.maps.zst': maps}],
        'sys': [{'devcd1/data': dump, 'devcd2/data': lfd, '0.0/info': FACTS,
                 'xe_guclog/0000:03:00.0/gt0/guc_log_lfd': lfd,
                 'gt0/guc_log_stream': lfd, **trace},
                {'devcd1/data': dump, 'dri/0/name': 'xe dev=0000:03:00.0 unique=0000:03:00.0\n',
                 'gt0/uc/guc_log': debugfs, 'gt0/uc/guc_info': 'GuC firmware: x\n',
                 'gt0/guc_log_stream': broken_stream(), 'counters.json': '{}', **trace},
                {'devcd1/data': own, '0.0/info': FACTS, **trace,
                 'store/2026-01-01T00:00:00.000Z-0000:03:00.0-0/metadata.json':
                 old.replace('devcd1', 'devcd9'),
                 'store/2026-01-02T00:00:00.000Z-0000:03:00.0-0/metadata.json':
                 META.replace('devcd1', 'devcd9'),
                 'devcoredump.txt.zst': dump, 'gt0/guc_log_stream': lfd},
                {'devcd2/data': lfd, '0.0/info': FACTS, '0.0/asic_info': FACTS,
                 'store/2026-01-01T00:00:00.000Z-0000:03:00.0-0/metadata.json': old,
                 'xe_guclog/0000:03:00.0/gt0/guc_log_lfd': lfd, 'gt0/guc_log_stream': lfd}],
    }
    for number, run in enumerate(RUNS):
        kind = 'sys' if '--sys' in run or '--stream' in run else \
            'store' if 'store' in run else 'dir'
        for i, folder in enumerate(files[kind]):
            yield f'{number}-{i}', one(number, folder)


def live_seeds():
    before = log()
    before = before[:len(before) & ~3]
    for name, data in (('held', stream()), ('other', stream(4, 0)), ('broken', broken_stream())):
        for piece, options in ((0, 0), (31, 0x0a), (7, 0x1c), (255, 0x0e)):
            yield f'{name}-{options:x}', struct.pack('<BBH', piece, options, 0) + data
    yield 'log', struct.pack('<BBH', 63, 1, len(before) // 4) + before + stream()
