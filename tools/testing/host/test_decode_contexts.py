# SPDX-License-Identifier: GPL-2.0-only
"""decode --contexts, which shows what each context in a log did. The expected numbers are counted
by counted(), which shares no code with guclog."""

import random
import re
from collections import Counter

import gucstory as g
import pytest
import stories

NS_PER_TICK = 1e9 / g.HZ


@pytest.fixture
def contexts(guclog, tmp_path):
    def run(content, *args, rc=0):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / 'log').write_bytes(data)
        return guclog('decode', '--contexts', '--json', *args, 'log', rc=rc)
    return run


def counted(events):
    """Return four dicts by guc_id: the number of submissions, the number of times that the context
    began to run, the ticks that it was on its engine, and its longest wait for an engine in
    ticks."""
    submits, runs, on, waits = Counter(), Counter(), Counter(), Counter()
    placed, ready = {}, {}
    for tick, code, _, arg1 in events:
        if code == 0x8105:
            submits[arg1] += 1
        elif code == 0x8102:
            runs[arg1] += 1
        elif code == 0x8103:
            ready[arg1] = tick
        elif code == 0x8104:
            placed[arg1] = tick
            waits[arg1] = max(waits[arg1], tick - ready.get(arg1, tick))
        elif code == 0x8107 and arg1 in placed:
            on[arg1] += tick - placed.pop(arg1)
    for guc_id, tick in placed.items():
        on[guc_id] += events[-1][0] - tick
    return submits, runs, on, waits


@pytest.mark.parametrize('kinds', ('', 'g', 'r', 'gr'))
@pytest.mark.parametrize('seed', range(3))
def test_contexts_of_a_story(contexts, seed, kinds):
    """For a story (a generated workload, stories.py), the numbers and states of all contexts are
    right."""
    story = stories.make(seed, kinds)
    submits, runs, on, waits = counted(story.guc.events)
    log = contexts(g.log_image(story.guc)).json['logs'][0]
    lives = {life['guc_id']: life for life in log['contexts']}
    assert set(lives) == {arg0 for _, code, arg0, _ in story.guc.events if code == 0x850a}
    for guc_id, life in lives.items():
        assert life['submits'] == submits[guc_id]
        assert life['runs'] == runs[guc_id]
        assert life['on_engine_ns'] == pytest.approx(on[guc_id] * NS_PER_TICK, abs=2000)
        assert life['longest_wait_ns'] == pytest.approx(waits[guc_id] * NS_PER_TICK,
                                                        abs=2)
        assert life['registered_in_log'] is True
        assert life['on_engine_is_least'] is False
    victim = lives[stories.VICTIM]
    assert victim['engine'] == story.name
    assert victim['preempted'] == kinds.count('g')
    assert victim['resets'] == kinds.count('r')
    assert victim['state'] == ('deregistered' if 'r' in kinds else 'runs')
    assert victim['on_engine'] is ('r' not in kinds)


def test_context_from_before_the_log(contexts):
    """If a context was on its engine before the log begins, the shown time on the engine is a lower
    bound."""
    story = stories.make(1, 'r')
    first = next(i for i, event in enumerate(story.guc.events)
                 if event[1] == 0x03a8) - 5
    log = contexts(g.log_image(story.guc, story.guc.events[first:])).json['logs'][0]
    victim = next(life for life in log['contexts']
                  if life['guc_id'] == stories.VICTIM)
    assert victim['on_engine_is_least'] is True
    assert victim['on_engine_ns'] > 640e6


def test_context_that_waits_at_the_end(contexts, guclog):
    """If the log ends while a context waits for an engine, the wait up to the end counts."""
    story = stories.make(1, 'r')
    end = next(i for i, event in enumerate(story.guc.events) if event[1] == 0x03b9)
    events = story.guc.events[:end]
    ready = next(event[0] for event in reversed(events)
                 if event[1] == 0x8103 and event[3] == stories.WAITER)
    log = contexts(g.log_image(story.guc, events)).json['logs'][0]
    lives = {life['guc_id']: life for life in log['contexts']}
    waiter = lives.pop(stories.WAITER)
    assert waiter['longest_wait_ns'] == pytest.approx((events[-1][0] - ready) * NS_PER_TICK, abs=2)
    assert waiter['longest_wait_is_least'] is True
    assert not any(life['longest_wait_is_least'] for life in lives.values())
    line = next(line for line in guclog('decode', '--contexts', 'log').out.splitlines()
                if line.split()[0] == str(stories.WAITER))
    assert re.search(r' >\d+\.\d+ ms ', line)


def test_guc_id_that_is_registered_again(contexts):
    guc = g.Guc(random.Random(3))
    for _ in range(3):
        c = guc.register(5, (g.COPY, 0))
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
        guc.disable(c)
        guc.deregister(c)
    log = contexts(g.log_image(guc)).json['logs'][0]
    assert [life['guc_id'] for life in log['contexts']] == [5, 5, 5]
    assert all(life['state'] == 'deregistered' and life['runs'] == 1
               for life in log['contexts'])


@pytest.mark.parametrize('control', stories.CONTROLS)
def test_mixed_up_log(contexts, control):
    story = stories.make(2, '')
    events = stories.CONTROLS[control](story.guc.events, random.Random(2))
    run = contexts(g.log_image(story.guc, events), rc=1)
    assert run.json == {'logs': []}
    assert 'contexts cannot be distinguished' in run.err


def test_text_has_a_line_for_each(guclog, tmp_path):
    story = stories.make(3, 'gr')
    (tmp_path / 'log').write_bytes(g.log_image(story.guc))
    lines = guclog('decode', '--contexts', 'log').out.splitlines()
    lives = guclog('decode', '--contexts', '--json', 'log').json['logs'][0]['contexts']
    assert len(lines) == 2 + len(lives)
    assert [int(line.split()[0]) for line in lines[2:]] == \
        [life['guc_id'] for life in lives]
