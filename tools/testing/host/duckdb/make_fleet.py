#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""make_fleet.py GUCLOG OUT -- write the inputs for the SQL statements in Documentation/fleet.rst,
and the expected results of the statements.

guclog collects two incidents while a systemd-journald runs, which stores a record about each of
them. The records of 1000 machines are copies of these two with other hosts, times and facts.
systemd-journal-remote stores the copies in a journal, as on a server, and the journalctl command in
Documentation/fleet.rst prints this journal into a file. The dumps for guclog triage are made in the
same way as in test_triage.py.
"""

import json
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
HOST = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOST))

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
FIRMWARE = ('70.44.1', '70.49.4', None)
PROGRAMS = ('clpeak', 'python3', 'a "b", c', None)
PAGE = Path(__file__).resolve().parents[4] / 'Documentation/fleet.rst'
REMOTE = '/lib/systemd/systemd-journal-remote'


def collected(folder, tool, refused):
    """Run guclog collect, and return the fields of the record that it writes to the journal.
    refused: whether parts of the incident cannot be stored, so that the record has errors."""
    folder.mkdir()
    machine = Machine(folder, tool)
    if refused:
        config = machine.sys / 'kernel/config/xe_guclog'
        config.mkdir(parents=True)
        (config / 'capture').symlink_to('/dev/full')
    story = stories.refuse(stories.begin(1))
    machine.xe_dump('devcd1', gucstory.dump(story.guc, 'LR job cleanup, guc_id=22',
                                            [story.victim]))
    script = ('"$@" >&2; journalctl --sync; journalctl -o export MESSAGE_ID='
              '5f0b2d8f6d1b4f0e9a2c7f63a1c94b57')
    done = subprocess.run(
        [HOST / 'journald.sh', 'sh', '-euc', script, 'sh', tool.path, 'collect', '--sys',
         machine.sys, '--store', machine.store, 'devcd1'], check=True, capture_output=True,
        text=True)
    return dict(line.split('=', 1) for line in done.stdout.splitlines() if line)


def one(fields, host, second, signature, rng):
    """Return a copy of the fields of a record, changed as if another machine had made it at another
    time, with another kernel, firmware and program."""
    line = {**fields, '_HOSTNAME': host, '_BOOT_ID': f'{rng.getrandbits(128):032x}',
            '__REALTIME_TIMESTAMP': str(second * 10 ** 6 + 250000),
            'XE_GUCLOG_SIGNATURE': signature, 'XE_GUCLOG_KERNEL': rng.choice(KERNELS),
            'XE_GUCLOG_GUC_VERSION': rng.choice(FIRMWARE),
            'XE_GUCLOG_PROCESS': rng.choice(PROGRAMS)}
    words = signature.split()
    line['XE_GUCLOG_ENGINE'] = words[words.index('on') + 1].rstrip(':') if 'on' in words else None
    line.pop('__CURSOR')
    return {key: value for key, value in line.items() if value is not None}


def fleet(good, bad, out):
    """Make the records of all machines, and store them. Return the expected results of the
    statements. good, bad: the fields of a record without errors, and of one with errors."""
    rng = random.Random('fleet')
    found = {'signatures': defaultdict(lambda: [0, set()]), 'hosts': Counter(),
             'kernels': Counter(), 'programs': Counter(), 'first': {}, 'errors': 0}
    lines = []
    for i in range(MACHINES):
        host = f'node{i:04}'
        for _ in range(rng.randrange(12, 30) if i < BAD_CARDS else rng.randrange(4)):
            signature = rng.choices([s for s, _ in SIGNATURES], [w for _, w in SIGNATURES])[0]
            second = BEGIN + rng.randrange(60 * DAY)
            refused = rng.random() < 0.01
            line = one(bad if refused else good, host, second, signature, rng)
            lines.append((second, line))
            count = found['signatures'][signature]
            count[0] += 1
            count[1].add(host)
            found['hosts'][host] += 1
            firmware = line.get('XE_GUCLOG_GUC_VERSION')
            found['kernels'][f"{signature}|{line['XE_GUCLOG_KERNEL']}|{firmware}"] += 1
            found['programs'][f"{line.get('XE_GUCLOG_PROCESS')}|{signature}"] += 1
            found['first'][signature] = min(second, found['first'].get(signature, second))
            found['errors'] += refused
    lines.sort(key=lambda pair: pair[0])
    stored(lines, out)
    return {
        'signatures': {s: [n, len(hosts)] for s, (n, hosts) in found['signatures'].items()},
        'bad': {h: n for h, n in found['hosts'].items() if n >= 10},
        'kernels': found['kernels'], 'programs': found['programs'], 'first': found['first'],
        'errors': found['errors'], 'incidents': sum(found['hosts'].values()),
    }


def stored(lines, out):
    """Store the records in a journal with systemd-journal-remote, as the server of a fleet does,
    and print the journal into a file with the command in Documentation/fleet.rst."""
    text = ''.join(''.join(f'{key}={value}\n' for key, value in line.items()) + '\n'
                   for _, line in lines)
    subprocess.run([REMOTE, '-o', out / 'fleet.journal', '-'], input=text, text=True,
                   check=True, capture_output=True)
    command = next(line.strip() for line in PAGE.read_text().splitlines()
                   if line.startswith('    journalctl '))
    assert command.endswith(' >> incidents.jsonl'), command
    subprocess.run(['sh', '-euc', command.replace('journalctl', 'journalctl --file fleet.journal')],
                   check=True, cwd=out)


def dumps(tool, out):
    """Write eight dumps, and the output of guclog triage for them, as JSON lines and as CSV. Return
    the groups into which triage has sorted the dumps."""
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
    return [[g['fault'], g['platform'], g['firmware'], g['count']] for g in groups]


def main():
    tool, out = Tool(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()
    out.mkdir(parents=True)
    expected = fleet(collected(out / 'good', tool, False), collected(out / 'bad', tool, True),
                     out)
    expected['groups'] = dumps(tool, out)
    (out / 'expected.json').write_text(json.dumps(expected))


if __name__ == '__main__':
    main()
