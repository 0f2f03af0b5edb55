#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""make_fleet.py GUCLOG OUT -- write the inputs of Documentation/fleet.rst and what its
statements must find.

One incident is collected by guclog; the records of 1000 machines are its record with other
names, times and signatures. The dumps are those of the tests of triage.
"""

import json
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import gucstory  # noqa: E402
import stories  # noqa: E402
from test_collect import Machine  # noqa: E402
from tool import Tool  # noqa: E402

MACHINES, BAD_CARDS = 1000, 7
BEGIN = 1767225600          # 2026-01-01
DAY = 86400
SIGNATURES = (('engine reset on ccs0: LR job cleanup, guc_id=N', 0.5),
              ('engine reset on bcs8: Timedout job - seqno=N', 0.3),
              ('stuck disable on rcs0', 0.15), ('cannot tell', 0.05))
KERNELS = ('6.12.57+deb13-amd64', '7.3.4')


def record(folder, tool):
    """The fields that the collector gives to the journal, by a logger of our own."""
    bin_dir = folder / 'bin'
    bin_dir.mkdir()
    for name in ('logger', 'journalctl'):
        script = bin_dir / name
        script.write_text(f'#!/bin/sh\ncat > {folder}/{name}.out\n')
        script.chmod(0o755)
    machine = Machine(folder, tool)
    story = stories.refuse(stories.begin(1))
    machine.xe_dump('devcd1', gucstory.dump(story.guc, 'LR job cleanup, guc_id=22',
                                            [story.victim]))
    env = {**os.environ, 'PATH': f'{bin_dir}:{os.environ["PATH"]}'}
    subprocess.run([tool.path, 'collect', '--sys', machine.sys, '--store', machine.store,
                    'devcd1'], check=True, env=env, capture_output=True)
    lines = (folder / 'logger.out').read_text().splitlines()
    return dict(line.split('=', 1) for line in lines if '=' in line)


def one(fields, host, gpu, second, signature, rng):
    """A line of journalctl -o json."""
    meta = json.loads(fields['XE_GUCLOG_JSON'])
    meta['signature'] = signature
    meta['devcoredump']['kernel'] = rng.choice(KERNELS)
    meta.pop('errors', None)
    if rng.random() < 0.01:
        meta['errors'] = [{'what': 'capture', 'why': 'No such device'}]
    line = {**fields, '_HOSTNAME': host, '__REALTIME_TIMESTAMP': str(second * 10 ** 6 + 250000),
            'XE_GUCLOG_GPU': gpu, 'XE_GUCLOG_SIGNATURE': signature,
            'XE_GUCLOG_JSON': json.dumps(meta)}
    words = signature.split()
    if 'on' in words:
        line['XE_GUCLOG_ENGINE'] = words[words.index('on') + 1].rstrip(':')
    else:
        line.pop('XE_GUCLOG_ENGINE', None)
    return line, meta


def fleet(fields, out):
    """The records, and what is to be found in them."""
    rng = random.Random('fleet')
    found = {'signatures': defaultdict(lambda: [0, set()]), 'hosts': Counter(),
             'kernels': Counter(), 'first': {}, 'errors': 0}
    with open(out / 'incidents.jsonl', 'w', encoding='utf-8') as f:
        for i in range(MACHINES):
            host, gpu = f'node{i:04}', '0000:03:00.0'
            for _ in range(rng.randrange(12, 30) if i < BAD_CARDS else rng.randrange(4)):
                signature = rng.choices([s for s, _ in SIGNATURES],
                                        [w for _, w in SIGNATURES])[0]
                second = BEGIN + rng.randrange(60 * DAY)
                line, meta = one(fields, host, gpu, second, signature, rng)
                f.write(json.dumps(line) + '\n')
                count = found['signatures'][signature]
                count[0] += 1
                count[1].add(host)
                found['hosts'][host] += 1
                found['kernels'][f"{signature}|{meta['devcoredump']['kernel']}"] += 1
                found['first'][signature] = min(second,
                                                found['first'].get(signature, second))
                found['errors'] += len(meta.get('errors', ()))
    return {
        'signatures': {s: [n, len(hosts)] for s, (n, hosts) in found['signatures'].items()},
        'bad': {h: n for h, n in found['hosts'].items() if n >= 10},
        'kernels': found['kernels'], 'first': found['first'], 'errors': found['errors'],
        'incidents': sum(found['hosts'].values()),
    }


def dumps(tool, out):
    """Dumps of three signatures, and what triage prints of them."""
    folder = out / 'dumps'
    folder.mkdir()
    for i in range(6):
        story = stories.refuse(stories.begin(i, engine=(gucstory.COMPUTE, 0)))
        text = gucstory.dump(story.guc, f'LR job cleanup, guc_id={20 + i}', [story.victim])
        (folder / f'{i}, "quoted".txt').write_text(text)
    story = stories.begin(9)
    story.guc.settle()
    text = gucstory.dump(story.guc, 'asked', [])
    (folder / 'fine.txt').write_text(text)
    (folder / 'no-time.txt').write_text(
        ''.join(x for x in text.splitlines(True)
                if not x.startswith(('Kernel timestamp', 'Snapshot', 'Uptime'))))
    for form in ('jsonl', 'csv'):
        (out / f'triage.{form}').write_bytes(tool('triage', f'--{form}', folder).raw)
    groups = tool('triage', '--json', folder).json['groups']
    return [[g['signature'], g['platform'], g['firmware'], g['count']] for g in groups]


def main():
    tool, out = Tool(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    out.mkdir(parents=True)
    fields = record(out, tool)
    expected = fleet(fields, out)
    expected['groups'] = dumps(tool, out)
    (out / 'expected.json').write_text(json.dumps(expected))


if __name__ == '__main__':
    main()
