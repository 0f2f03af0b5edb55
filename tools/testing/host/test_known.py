# SPDX-License-Identifier: GPL-2.0-only
"""Tests that guclog info and guclog explain recognise the published problems of drivers and
firmware in data/known_trouble.csv. Each row of this file is a "case"."""

import csv
import random
import re
import shutil
import subprocess

import gucstory
import pytest
import stories
from conftest import TOP
from test_explain_faults import fault_story


def read_rows(name):
    """Return the rows of a CSV file in data/, as dicts."""
    lines = (TOP / 'data' / name).read_text().splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith('#')))


ROWS = read_rows('known_trouble.csv')
# Cases that story_of() cannot make; see MADE.
PARTICULAR = ('bmg-large-upload', 'bmg-semaphore-at-exit', 'dump-512-kb')
CASES = [case for case in ROWS if case['id'] not in PARTICULAR]
NEVER = 57
DEVICES = read_rows('xe_devices.csv')
PLATFORMS = [case['platform'] for case in CASES] + ['BATTLEMAGE', 'METEORLAKE']
# A PCI id of each platform.
PCI = {platform: next(row for row in DEVICES if platform in row.values())[next(iter(DEVICES[0]))]
       for platform in PLATFORMS}
ENGINE = {'ccs': (gucstory.COMPUTE, 0), 'bcs': (gucstory.COPY, 3), '': (gucstory.COPY, 3),
          'rcs': (gucstory.RENDER, 0), 'vcs': (gucstory.VIDEO, 2)}


def story_of(case, seed=1):
    """Return a generated workload (a "story", see stories.py) for which guclog explain has the
    verdict of a published problem, and options for gucstory.dump()."""
    story = stories.begin(seed, engine=ENGINE[case['engine']])
    if case['needs'] == 'never-ran' and case['verdict'] == 'none':
        story.guc.settle()
        story = story._replace(victim=story.guc.register(NEVER, (gucstory.COMPUTE, 1)))
        story.guc.enable(story.victim, place=False)
        return story, {}
    if case['needs'] == 'faults':
        story.guc.faults(3)
        story.guc.answer(3)
        story.guc.faults(2)
    if case['verdict'] in ('reset', 'any'):
        return stories.refuse(story), {}
    if case['verdict'] == 'disable':
        story.guc.disable(story.victim, answer=False)
        return story, {'late_ms': 9000}
    story.guc.settle()
    return story, {}


def dump_of(case, firmware=None, platform=None):
    """Return a devcoredump that matches a published problem. If firmware or platform is given, the
    devcoredump has this one instead of that of the problem."""
    story, options = story_of(case)
    reason = f"{case['reason'] or 'asked'}, guc_id={story.victim.guc_id}"
    text = gucstory.dump(story.guc, reason, [story.victim], **options)
    firmware = firmware or case['firmware'].split('-')[0] or '70.44.1'
    wanted = '70.40.0' if case['needs'] == 'newer-firmware' else firmware
    text = re.sub(r'^GuC version: .*', f'GuC version: {firmware} (wanted {wanted})', text,
                  flags=re.M)
    return re.sub(r'^PCI ID: .*$', f"PCI ID: {PCI[platform or case['platform']]}", text,
                  flags=re.M)


@pytest.fixture
def ids(guclog, tmp_path):
    """A function that returns the ids of the published problems that explain and info show for a
    text."""
    def run(text):
        (tmp_path / 'dump').write_text(text)
        explained = guclog('explain', '--json', 'dump', rc=None).json
        info = guclog('info', '--json', 'dump', rc=None).json
        found = [case['id'] for case in explained['known']]
        assert found == [case['id'] for case in info['logs'][0]['known']]
        return found
    return run


@pytest.mark.parametrize('known', CASES, ids=lambda known: known['id'])
def test_each_case_is_recognized(guclog, ids, known):
    case = known
    assert case['id'] in ids(dump_of(case))
    said = guclog('explain', 'dump', rc=None).out
    assert f"This may be the known case {case['id']}: {case['known']}. What matches: " in said
    assert f"What would refute it: {case['refuted']}. See {case['link']}\n" in said
    info = guclog('info', 'dump', rc=None).out
    assert f"known      {case['id']}: {case['known']}\n" in info and case['link'] in info


@pytest.mark.parametrize('known', CASES, ids=lambda known: known['id'])
def test_other_platform_is_another_case(ids, known):
    other = next(p for p in PCI if p != known['platform'])
    assert known['id'] not in ids(dump_of(known, platform=other))


@pytest.mark.parametrize('known', [c for c in CASES if c['verdict'] != 'any'],
                         ids=lambda known: known['id'])
def test_other_verdict_is_another_case(ids, known):
    """A published problem is not shown for a log that matches it in everything except the kind of
    hang."""
    other = {**known, 'verdict': 'none' if known['verdict'] != 'none' else 'reset'}
    assert known['id'] not in ids(dump_of(other))


@pytest.mark.parametrize('known', [c for c in CASES if c['firmware']], ids=lambda known: known['id'])
def test_other_firmware_is_another_case(ids, known):
    assert known['id'] not in ids(dump_of(known, firmware='70.99.0'))


def test_unknown_firmware_matches_no_range(ids):
    case = next(c for c in CASES if c['firmware'])
    text = re.sub(r'^GuC version: .*\n', '', dump_of(case), flags=re.M)
    assert case['id'] not in ids(text)


def test_healthy_log_makes_no_group(ids):
    story = stories.begin(3)
    story.guc.settle()
    assert ids(gucstory.dump(story.guc, 'asked by the user', [])) == []


def test_unknown_verdict_matches_no_verdict(ids):
    """If guclog explain has no verdict, it shows no published problem. The test gets a log without
    a verdict by exchanging the two arguments of the events, so that rules of the dictionary of
    events fail."""
    case = next(c for c in CASES if c['verdict'] == 'reset' and not c['reason'])
    story, _ = story_of(case)
    mixed = stories.exchange(story.guc.events, None)
    text = gucstory.dump(story.guc, 'asked', [], events=mixed)
    text = re.sub(r'^GuC version: \S+', f"GuC version: {case['firmware']}", text, flags=re.M)
    assert case['id'] not in ids(text)


# The kinds of hangs of hang_of(), and for each published problem a function that returns whether a
# hang with these properties cannot be this problem.
HANGS = ('refused', 'killed', 'job timeout', 'not placed', 'placed', 'open faults',
         'answered faults', 'memory error', 'no answer')
AGAINST = {
    'bmg-ccs-reset-70-58': lambda t: not t['reset'] or t['class'] != 'ccs' or t['cat'],
    'bmg-fault-reset-70-58': lambda t: t['hang'] != 'open faults',
    'bmg-lr-no-timeout': lambda t: not t['waiter'] or t['limit'] or t['cat'],
    'bmg-preempt-640ms': lambda t: not t['waiter'] or t['cat'],
    'bmg-not-dispatched': lambda t: t['hang'] != 'not placed',
    'mtl-firmware-newer': lambda t: t['wanted'] >= '70.53.0' or t['cat'],
    'mtl-disable-unanswered': lambda t: t['hang'] != 'no answer',
    **dict.fromkeys(PARTICULAR, lambda t: True),
}


def hang_of(rng):
    """Return a devcoredump with a random hang, and a dict with the properties of the hang."""
    hang, engine = rng.choice(HANGS), rng.choice(tuple(ENGINE.values()))
    story = stories.begin(rng.randrange(10 ** 6), engine=engine)
    guc, victim, late = story.guc, story.victim, 40
    if hang.endswith('faults'):
        guc.faults(3)
        guc.answer(3 if hang == 'answered faults' else 1)
    if hang in ('refused', 'open faults', 'answered faults'):
        stories.refuse(story)
    elif hang == 'killed':
        guc.killed(victim)
    elif hang == 'job timeout':
        guc.complete(victim)
        guc.disable(victim)
    elif hang == 'no answer':
        guc.disable(victim, answer=False)
        late = 9000
    elif hang == 'memory error':
        guc.event(0x6000, stories.VICTIM, 1)
        guc.reset(victim, None, [engine])
        guc.clean_up(victim)
    else:
        guc.settle()
        victim = guc.register(NEVER, (gucstory.COMPUTE, 1))
        guc.enable(victim, place=hang == 'placed')
    reset = any(event[1] == 0x03b3 for event in guc.events)
    truth = {'hang': hang, 'reset': reset, 'class': gucstory.NAMES[victim.engine[0]],
             'waiter': story.waiter.on or hang in ('refused', 'open faults', 'answered faults'),
             'cat': hang == 'memory error', 'limit': rng.random() < 0.5,
             'wanted': rng.choice(('70.44.1', '70.53.0', '70.72.1'))}
    reason = rng.choice(('Timedout job - seqno=9', 'LR job cleanup'))
    text = gucstory.dump(guc, f'{reason}, guc_id={victim.guc_id}', [victim], late_ms=late)
    if truth['limit']:
        text = text.replace('9223372036854775807 (ms)', '5000 (ms)')
    firmware = rng.choice([case['firmware'] or '70.44.1' for case in CASES])
    text = re.sub(r'^GuC version: .*', f"GuC version: {firmware} (wanted {truth['wanted']})",
                  text, flags=re.M)
    platform = rng.choice(('BATTLEMAGE', 'BATTLEMAGE', 'METEORLAKE'))
    return re.sub(r'^PCI ID: .*$', f'PCI ID: {PCI[platform]}', text, flags=re.M), truth


def test_each_verdict_has_a_refutation():
    assert set(AGAINST) == {case['id'] for case in ROWS}


@pytest.mark.parametrize('seed', range(200))
def test_never_against_the_evidence(ids, seed):
    text, truth = hang_of(random.Random(seed))
    for found in ids(text):
        assert not AGAINST[found](truth), (found, truth)


def test_a_context_that_ran_was_dispatched(ids):
    case = next(c for c in CASES if c['needs'] == 'never-ran')
    story = stories.begin(3)
    again = story.guc.register(NEVER, (gucstory.COMPUTE, 1))
    story.guc.enable(again)
    story.guc.started(again)
    story.guc.settle()
    text = gucstory.dump(story.guc, f'Timedout job, guc_id={NEVER}', [again])
    text = re.sub(r'^GuC version: \S+', f"GuC version: {case['firmware']}", text, flags=re.M)
    assert case['id'] not in ids(text)


def test_page_has_each_case(tmp_path):
    subprocess.run([TOP / 'scripts/gen-known-trouble.py', tmp_path / 'page.rst'], check=True)
    page = (tmp_path / 'page.rst').read_text()
    for case in ROWS:
        assert case['known'] in page and case['link'] in page


MIB = 1 << 20


def on(text, platform='BATTLEMAGE'):
    return re.sub(r'^PCI ID: .*$', f'PCI ID: {PCI[platform]}', text, flags=re.M)


def upload(length=768 * MIB, properties='read_write|userptr|mem_region=0x0|pat_index=2|cpu_caching=0',
           engine=(gucstory.COPY, 3), **gpu):
    """Return a devcoredump of a job timeout, with a mapping in the VM."""
    story = stories.begin(4, engine=engine)
    story.guc.disable(story.victim)
    text = gucstory.dump(story.guc, f'Timedout job - seqno=9, guc_id={story.victim.guc_id}',
                         [story.victim])
    head, mark, _ = text.partition('**** VM state ****')
    assert mark
    return on(head, **gpu) + (f'{mark}\nVM.uapi_flags: 0x1\n[7f0000000000].length: {length:#x}\n'
                              f'[7f0000000000].properties: {properties}\n'
                              '[7f0000000000].error: -14\n')


def semaphore(address=0xd556aa5c0000, state=0x2d0, **gpu):
    """Return a devcoredump of a queue whose page fault the driver refused."""
    story = fault_story(6, address=address)
    text = gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim])
    return on(text.replace('Schedule State: 0x250', f'Schedule State: {state:#x}'), **gpu)


def zeros(size=512000, tail=b'', cut=0):
    """Return a devcoredump of a size, with a log that ends with 128 KiB of zeros and then tail."""
    story = stories.refuse(stories.begin(7))
    log = bytearray(gucstory.log_image(story.guc))
    log[len(log) - len(tail):] = tail
    text = gucstory.dump(story.guc, 'asked by the user', [story.victim], log=bytes(log))
    head, mark, _ = text.partition('**** VM state ****')
    head += f'{mark}\n[1000].length: {{:#x}}\n[1000].data: '
    dwords = size - len(head) - 6
    return (head.format(4 * dwords) + 'z' * dwords + '\n')[:-cut or None]


MADE = {
    'bmg-large-upload': (upload, [
        {'length': 256 * MIB}, {'engine': (gucstory.COMPUTE, 0)}, {'platform': 'METEORLAKE'},
        {'properties': 'read_write|bo|mem_region=0x2|pat_index=2|cpu_caching=0'}],
        [{'length': 512 * MIB},
         {'properties': 'read_only|bo|mem_region=0x1|pat_index=2|cpu_caching=1'}]),
    'bmg-semaphore-at-exit': (semaphore, [
        {'address': 0xd556a0000000}, {'address': 0xd556aa900000}, {'state': 0x250},
        {'platform': 'METEORLAKE'}], [{'address': 0xd556aa7ff000}]),
    'dump-512-kb': (zeros, [{'size': 300000}, {'tail': b'\x01' * 64}, {'cut': 9000}],
                    [{'size': 530000}]),
}


@pytest.mark.parametrize('name', MADE)
def test_particular_case(ids, name):
    make, other, same = MADE[name]
    for change in [{}, *same]:
        assert name in ids(make(**change)), change
    for change in other:
        assert name not in ids(make(**change)), change


def test_particular_cases_are_there():
    assert set(MADE) == set(PARTICULAR) and {row['id'] for row in ROWS} >= set(PARTICULAR)


BAD = {
    'platform': ('BATTLEMAGE', 'BATTLEMADE'), 'firmware': ('70.58.0', '70.58'),
    'verdict': (',reset,', ',rest,'), 'link': ('https://', 'http://'),
    'range': ('70.58.0', '70.58.0-70.44.1'),
}


@pytest.mark.parametrize('what', BAD)
def test_generator_refuses(tmp_path, what):
    for name in ('scripts', 'data'):
        shutil.copytree(TOP / name, tmp_path / name)
    table = tmp_path / 'data/known_trouble.csv'
    head, line, rest = re.split(r'(?m)^(bmg-ccs.*\n)', table.read_text(), maxsplit=1)
    table.write_text(head + line.replace(*BAD[what], 1) + rest)
    done = subprocess.run([tmp_path / 'scripts/gen-known-trouble.py', tmp_path / 'table.c'],
                          capture_output=True, text=True, check=False)
    assert done.returncode and 'known_trouble.csv:' in done.stderr
