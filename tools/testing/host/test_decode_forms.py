# SPDX-License-Identifier: GPL-2.0-only
"""The forms in which guclog decode prints events: --to text, csv, json and jsonl."""
import csv
import io
import json
import re

from small import ANCHOR, boottime, entry, image, lfd, walk
from tool import same, save

LAST = ANCHOR['anchor_guc_tick'] - 1000


def log(number=300, **more):
    first = LAST - 960 * (number - 1)
    return save('log', lfd(walk(number, first), **more)), first


def test_csv(guclog):
    name, first = log()
    rows = list(csv.DictReader(io.StringIO(guclog('decode', '--to', 'csv', name).out)))
    same(len(rows), 300)
    for i, row in enumerate(rows):
        tick = first + 960 * i
        same((row['index'], row['gt'], row['before_load'], row['ambiguous']),
             (str(i), '0', '0', '0'))
        same((int(row['tick']), int(row['stamp'])), (tick, tick & 0xffffffff))
        same(int(row['boottime_ns']), boottime(tick))
        same(int(row['realtime_ns']) - int(row['boottime_ns']),
             ANCHOR['anchor_realtime_ns'] - ANCHOR['anchor_boottime_ns'])
        same((int(row['id']), int(row['arg0']), int(row['arg1'])),
             (0x400 + i % 7, i, i * i & 0xffffffff))


def test_jsonl(guclog):
    name, first = log()
    lines = guclog('decode', '--to', 'jsonl', name).out.splitlines()
    same(len(lines), 300)
    for i, line in enumerate(lines):
        event = json.loads(line)
        same(event['boottime_ns'], boottime(first + 960 * i))
        same((event['index'], event['id'], event['args']),
             (i, 0x400 + i % 7, [i, i * i & 0xffffffff]))


def test_json_has_the_keys_of_jsonl(guclog):
    name, _ = log(7)
    lines = [json.loads(line) for line in
             guclog('decode', '--to', 'jsonl', name).out.splitlines()]
    same(guclog('decode', '--to', 'json', name).json, {'events': lines})
    same(guclog('decode', '--json', name).json, {'events': lines})


def test_text_to_file(guclog):
    name, _ = log()
    for form in 'text', 'json', 'jsonl', 'csv':
        want = guclog('decode', '--to', form, name).raw
        same(guclog('decode', '--to', form, '--force', '-o', 'out', name).raw, b'')
        with open('out', 'rb') as f:
            same(f.read(), want)
    guclog('decode', '--to', 'csv', '-o', '/dev/full', name, rc=2)
    guclog('decode', '--to', 'csv', '-o', 'no/such/folder', name, rc=2)


def test_filters(guclog):
    name, first = log()

    def indices(*args):
        out = guclog('decode', '--to', 'jsonl', *args, name).out
        return [json.loads(line)['index'] for line in out.splitlines()]

    same(indices('--last', '3'), [297, 298, 299])
    same(indices('--id', '0x401,0x402'), [i for i in range(300) if i % 7 in (1, 2)])
    guclog('decode', '--to', 'jsonl', '--gt', '1', name, rc=2)
    since = boottime(first + 960 * 290)
    same(indices('--since', f'{since // 10**9}.{since % 10**9:09}'),
         list(range(290, 300)))
    same(indices('--until', '-0.0149'), [0, 1])


def test_parts_of_a_log(guclog):
    old = b''.join(walk(4, 77))
    name, _ = log(5, old=old)
    events = [json.loads(line) for line in
              guclog('decode', '--to', 'jsonl', name).out.splitlines()]
    same([e.get('before_load', False) for e in events], [True] * 4 + [False] * 5)
    assert all('boottime_ns' not in e for e in events[:4])


def test_gap(guclog):
    ring = walk(50, 5000 + 960 * 50) + walk(50, 5000)
    name = save('cut', image(ring, 1000, 2000, 2020, 4096 + 1600))
    run = guclog('decode', '--to', 'jsonl', name, rc=1)
    events = [json.loads(line) for line in run.out.splitlines()]
    same([e['index'] for e in events], list(range(80)))
    same(events[30]['gap_bytes'], 400)
    same([i for i, e in enumerate(events) if e.get('ambiguous')], list(range(30)))


def test_schema(guclog):
    name, _ = log(8)
    save('schema', b'0x401 Begin context reason:signed\n')
    events = [json.loads(line) for line in guclog(
        'decode', '--to', 'jsonl', '--schema', 'schema', name).out.splitlines()]
    same([e.get('name') for e in events], [None, 'Begin'] + [None] * 6)


def test_signed_arguments(guclog):
    """If a schema file declares an argument as signed, decode prints it as a negative number when
    bit 31 is set."""
    name = save('log', lfd([entry(LAST, 0x401, 7, 0x7fffffff),
                            entry(LAST + 1, 0x401, 0xfffffff9, 0x80000000)]))
    save('schema', b'0x401 Skew low:signed high:signed\n')
    text = guclog('decode', '--schema', 'schema', name).out
    assert re.findall(r'low=(\S+) high=(\S+)', text) == [
        ('7', '2147483647'), ('-7', '-2147483648')]


def test_usage(guclog):
    name, _ = log(1)
    guclog.usage('decode', '--to', 'csv')
    guclog.usage('decode', '--to', 'csv', '--json', name)
    guclog.usage('decode', '--to', 'xml', name)
    guclog.usage('decode', '--to', 'perfetto', '--follow', name)
    guclog.usage('decode', '-o', 'out', '--follow', name)
    guclog.usage('decode', '--contexts', '--to', 'csv', name)
    guclog.usage('decode', '--contexts', '--last', '3', name)
    guclog.usage('decode', '--no-suspend', name)
    guclog.usage('decode', '--time', 'tick', name, name)
    guclog.usage('decode', '--raw', '--timeline', name)
    guclog.usage('decode', '--to', 'csv', '--since', 'soon', name)
    guclog.usage('decode', '--since', '2026-02-29', name)
    guclog.usage('decode', '--until', '2026-11-31T08:00:00', name)
    guclog('decode', '--since', '2028-02-29', name)
    guclog('decode', '--to', 'csv', 'nothing-there', rc=2)


def test_no_clock(guclog):
    name = save('log', lfd([entry(5, 1), entry(6, 1)], facts={}, khz=0))
    lines = guclog('decode', '--to', 'jsonl', name).out.splitlines()
    same([json.loads(line)['tick'] for line in lines], [5, 6])
    run = guclog('decode', '--to', 'perfetto', '--force', '-o', 'trace', name)
    assert '2 events left out: the log does not contain the frequency' in run.err, run.err
