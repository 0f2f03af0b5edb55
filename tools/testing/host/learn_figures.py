#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""learn_figures.py GUCLOG [--logs N] [--kind KIND]... [--dialects DIR] [--sample DUMP] --
measure how well guclog learns the meanings of events from logs of an unknown firmware, and how good
the verdicts are that guclog explain gives with the learned meanings.

Makes N logs for each kind of change (KINDS): the ids and arguments of the events of a simulated GuC
are changed with relabel.py, so that the true meaning of each id is known. Prints for each kind of
change: the percentages of ids and of events that "guclog events --learn" named correctly, the same
percentage of only those events that the dictionary (data/guc_events.csv) has, and the number of
false names. "foreign 200 %" means that there are two unknown events for each known one, so at most
33.3 % of the events can be named.

Then prints for how many logs with an engine reset guclog explain found the right victim (the
context that hung), engine and waiter (the context that needed the engine), and a waiting time; and
for how many logs without a hang it reported one.

DIR has dumps that gpu/tests/simulate.py --dialect has made; the same is measured for
them. DUMP is a devcoredump of GuC 70.44.1 in which the version of the firmware was replaced by an
unknown one; each row that is learned from it is compared with the dictionary.

The exit status is 1 if a name that is graded "certain" is false, if a wrong context or engine is
named, if a hang is reported for a log without one, or if a row that is learned from DUMP differs
from the dictionary.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import gucstory as g
import relabel
import stories
from relabel import Change, Dialect

OTHER = 0x463c00
NAMES = {code: kind.name for code, kind in relabel.KINDS.items()}
EACH = Change(swap=True, move='each')
SPLIT = (0x8103, 0x8104, 0x8102, 0x8107, 0x8101, 0x0476, 0x0365, 0x8105, 0x048e)
MERGE = ((0x8103, 0x8104), (0x8102, 0x8107), (0x8101, 0x8107), (0x84bf, 0x84c2),
         (0x043e, 0x0442), (0x0365, 0x0479))
KINDS = ('unchanged', 'ids', 'exchanged', 'moved alike', 'moved each', 'clock', 'split',
         'merged', 'no ring', 'lost 5 %', 'newest 30 %', 'newest 10 %', 'foreign 20 %', 'foreign 100 %',
         'foreign 150 %', 'foreign 200 %')


class Tool:
    """Runs the command guclog with --json, and returns the parsed output."""

    def __init__(self, path, directory):
        self.path, self.file = path, Path(directory) / 'dump'

    def __call__(self, verb, text, *args):
        self.file.write_text(text, encoding='ascii')
        return self.run(verb, self.file, *args)

    def run(self, verb, path, *args):
        done = subprocess.run([self.path, *verb.split(), '--json', path, *args],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f'{verb} {path}: {done.stderr}')
        return json.loads(done.stdout)


def change_of(kind, rng):
    """Return the relabel.Change for a kind of KINDS. For kinds that log_of() makes itself, such as
    "lost 5 %", it is EACH."""
    return {'unchanged': Change(ids=False), 'ids': Change(), 'exchanged': Change(swap=True),
            'moved alike': Change(swap=True, move='alike'),
            'split': EACH._replace(split=(rng.choice(SPLIT),)),
            'merged': EACH._replace(merge=(rng.choice(MERGE),)),
            'clock': EACH._replace(clock=rng.choice((0.5, 1.25, 2)))}.get(kind, EACH)


def story_of(seed, kinds=None):
    """Return a generated workload ("story", see stories.py) of about 400 to 3000 events."""
    rng = random.Random(seed * 7 + 1)
    return stories.make(seed, rng.choice(('', 'g', 'r', 'gr')) if kinds is None else kinds,
                        steps=rng.choice((150, 400, 600)), version=OTHER)


def dump(story, events, ring=True):
    """Return a devcoredump with these events and all contexts of the story. ring: whether it has
    the CT buffers, that is, the messages between driver and GuC."""
    contexts = {id(c): c for c in (*story.guc.contexts.values(), story.victim,
                                   story.waiter)}
    reset = any(event[1] == 0x03b3 for event in story.guc.events)
    return g.dump(story.guc, f'LR job cleanup, guc_id={stories.VICTIM}' if reset else
                  'asked by the user', list(contexts.values()), events=events, ct=ring)


def log_of(seed, kind):
    """Return a devcoredump of firmware with a kind of change, and the truth about it: a dict from
    each event id to the set of its true names. The dict has no ids of unknown ("foreign")
    events."""
    story, rng = story_of(seed), random.Random(seed)
    dialect = Dialect(seed, change_of(kind, rng))
    events = story.guc.events[-3276:]
    if kind.startswith('newest'):
        share = int(re.search(r'\d+', kind).group())
        events = events[-max(1, len(events) * share // 100):]
    truth = collections.defaultdict(set)
    for event in events:
        truth[dialect.event(event)[1]].add(NAMES[event[1]])
    for code, codes in dialect.truth().items():
        if code not in truth:
            truth[code] = {NAMES[c] for c in codes}
    events = dialect.events(events)
    if kind.startswith('lost'):
        lost = random.Random(f'lost {seed}')
        events = [event for event in events if lost.random() >= 0.05]
    if kind.startswith('foreign'):
        share = int(re.search(r'\d+', kind).group()) / 100
        events = relabel.foreign(events, seed, share)[-3276:]
    return dump(story, events, kind != 'no ring'), truth


def count(total, rows, truth):
    """Add the results for one log to the totals. rows: the rows in the output of events --learn;
    truth: a dict from each id to the set of its true names."""
    for row in rows:
        names = truth.get(row['id'], set())
        total['ids'] += 1
        total['events'] += row['count']
        total['known'] += row['count'] if names else 0
        if not row['used']:
            continue
        if {row['name']} == names:
            total['ids right'] += 1
            total['events right'] += row['count']
        else:
            total['false'] += 1
            total['certain'] += row['grade'] == 'certain'


def show(kind, total):
    print(f"{kind:14} ids {100 * total['ids right'] / total['ids']:5.1f} %  events "
          f"{100 * total['events right'] / total['events']:5.1f} % "
          f"(of the dictionary's {100 * total['events right'] / total['known']:5.1f} %)  false names "
          f"{total['false']} of {total['ids']} ids, {total['certain']} of them certain",
          flush=True)


def learned(tool, logs, kinds):
    """Learn from logs with each kind of change, and print the totals. Return: number of false names
    that were graded "certain"."""
    bad = 0
    for kind in kinds:
        total = collections.Counter()
        for seed in range(logs):
            text, truth = log_of(seed, kind)
            count(total, tool('events --learn', text)['rows'], truth)
        show(kind, total)
        bad += total['certain']
    return bad


def verdicts(tool, logs):
    """Run guclog explain on changed logs, half of which have an engine reset, and print how many
    verdicts are right. Return: number of wrong verdicts."""
    right = wrong = invented = said = 0
    for seed in range(logs):
        dialect = Dialect(seed, EACH)
        story = story_of(seed, 'r')
        x = tool('explain', dump(story, dialect.events(story.guc.events)[-3276:]))
        right += (x['victim'], x['waiter']['guc_id'], x['wait_ms'] is not None) == (
            {'guc_id': stories.VICTIM, 'engine': story.name}, stories.WAITER, True)
        wrong += x['victim']['guc_id'] not in (None, stories.VICTIM) or \
            x['waiter']['guc_id'] not in (None, stories.WAITER) or \
            x['victim']['engine'] not in (None, story.name)
        story = story_of(seed, 'g' if seed % 2 else '')
        story.guc.settle()
        x = tool('explain', dump(story, dialect.events(story.guc.events)[-3276:]))
        invented += x['hang'] is True
        said += x['hang'] is False
    print(f'resets: victim, engine, waiter and wait in {right} of {logs}, wrong {wrong}')
    print(f'healthy: hang invented in {invented} of {logs}, "no hang" in {said}')
    return wrong + invented


def simulated(tool, directory):
    """Learn from the dumps of the emulated GuC in a directory, explain them, and print the results.
    Return: number of false "certain" names and of wrong verdicts."""
    total, kinds, bad = collections.Counter(), collections.defaultdict(collections.Counter), 0
    for path in sorted(Path(directory).glob('*.devcoredump')):
        truth = json.loads(path.with_suffix('.truth.json').read_text())
        dialect = json.loads(path.with_suffix('.dialect.json').read_text())
        names = collections.defaultdict(set)
        for event in dialect['events']:
            for code in event['ids']:
                names[int(code, 16)].add(event['name'])
        count(total, tool.run('events --learn', path)['rows'], names)
        x, kind = tool.run('explain', path), kinds[truth['kind']]
        kind['logs'] += 1
        kind['hang right'] += x['hang'] == truth['hang']
        invented = x['hang'] is True and not truth['hang']
        victim = truth['victim']['guc_id']
        other = victim is not None and x['victim']['guc_id'] not in (None, victim)
        kind['victim right'] += victim is not None and x['victim']['guc_id'] == victim
        if truth['waiter']['guc_id'] is not None:
            waiter, wait = x['waiter']['guc_id'], x['wait_ms']
            limit = truth['limit_us'] / 1000
            kind['waiter and wait right'] += waiter == truth['waiter']['guc_id'] and \
                wait is not None and abs(wait - limit) < 0.1
            other |= waiter not in (None, truth['waiter']['guc_id'])
        bad += invented + other
    show('emulated GuC', total)
    for name, kind in kinds.items():
        print(f'  {name:10}', ', '.join(f'{k} {v}' for k, v in kind.items()))
    return bad + total['certain']


def sample(tool, path):
    """Learn from a devcoredump of GuC 70.44.1 (--sample), and print for each learned row whether it
    agrees with the dictionary. Return: number of rows that differ."""
    base = {row['name']: row for row in json.loads(subprocess.run(
        [tool.path, 'events', '--json'], capture_output=True, check=True).stdout)['events']}
    bad = 0
    for row in tool.run('events --learn', path)['rows']:
        known = base.get(row['name'])
        same = known and row['used'] and known['id'] == row['id'] and all(
            (f['arg'], f['low']) == (k['arg'], k['low'])
            for f, k in zip(row['fields'], known['fields']) if f['found'])
        bad += not same
        print(f"0x{row['id']:04x} {row['name'] or '-':20} {row['grade']:8} "
              f"{row['hits']}/{row['checks']} {'as in the dictionary' if same else 'DIFFERS'}")
    return bad


def main():
    """Measure what is learned from logs, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n', maxsplit=1)[0])
    parser.add_argument('guclog')
    parser.add_argument('--logs', type=int, default=200)
    parser.add_argument('--kind', action='append', choices=(*KINDS, 'verdicts'))
    parser.add_argument('--dialects')
    parser.add_argument('--sample')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        tool = Tool(args.guclog, directory)
        bad = sample(tool, args.sample) if args.sample else 0
        if args.dialects:
            bad += simulated(tool, args.dialects)
        kinds = args.kind or (*KINDS, 'verdicts')
        bad += learned(tool, args.logs, [kind for kind in kinds if kind != 'verdicts'])
        bad += verdicts(tool, args.logs) if 'verdicts' in kinds else 0
    return int(bad > 0)


if __name__ == '__main__':
    sys.exit(main())
