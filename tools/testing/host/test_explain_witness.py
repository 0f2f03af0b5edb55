# SPDX-License-Identifier: GPL-2.0-only
"""explain never names a wrong context. If the log and the devcoredump disagree, it follows the
devcoredump, and it gives null for unknown values. There are 50 random dumps of each kind; with
--every N, one in N is tested."""

import random
import re

import gucstory as g
import pytest
import stories
from explained import sentences
from gucstory import name_of
from reference import forms
from stories import domain_of, running

SEEDS = range(50)


def reason_of(guc_id, rng):
    """Return a line "Reason" that names this context, in one of the forms that xe prints."""
    return rng.choice((f'LR job cleanup, guc_id={guc_id}',
                       f'Timedout job - seqno=171, lrc_seqno=171, guc_id={guc_id}, flags=0x0'))


def pick_engine(rng):
    return rng.choice(((g.COMPUTE, 0), (g.RENDER, 0), (g.COPY, 3), (g.VIDEO, 2), (g.COPY, 8)))


def story_of(seed, steps=None):
    rng = random.Random(f'witness {seed}')
    story = stories.begin(seed, steps=steps or rng.randrange(20, 90), engine=pick_engine(rng))
    return rng, story


def ms_later(guc, ms):
    guc.wait(ms * 1000)


def check_victim(said, guc_id, engine=None):
    assert said['hang'] is True
    assert said['victim']['guc_id'] == guc_id, sentences(said)
    assert said['victim']['engine'] in (None, engine)


# Each function below returns a dump, and a dict of what explain must say about it: see
# test_no_wrong_name().

# 1. The log has a reset of an earlier hang.
def old_reset_of_another(seed):
    """The log has a reset of an earlier hang, but the dump is about another queue, on an engine
    that the GuC did not reset."""
    rng, story = story_of(seed)
    guc = story.guc
    stories.refuse(story)
    ms_later(guc, rng.randrange(50, 4000))
    free = [e for e in stories.ENGINES if e not in guc.on and e != story.engine]
    other = running(guc, 61, rng.choice(free or [(g.COPY, 5)]))
    ms_later(guc, rng.randrange(1, 900))
    text = g.dump(guc, reason_of(61, rng), [other], late_ms=rng.randrange(0, 60))
    return text, {'victim': 61, 'engine': name_of(other.engine), 'named': True, 'reset': False,
                  'not': stories.VICTIM}


def reused_guc_id(seed):
    """After an earlier reset, the guc_id of the victim was registered again for another queue,
    which the dump is about."""
    rng, story = story_of(seed)
    guc = story.guc
    stories.refuse(story)
    ms_later(guc, rng.randrange(1, 3000))
    engine = rng.choice([e for e in stories.ENGINES + ((g.COPY, 6),) if e not in guc.on])
    again = running(guc, stories.VICTIM, engine)
    ms_later(guc, rng.randrange(600, 5000))
    text = g.dump(guc, reason_of(stories.VICTIM, rng), [again])
    return text, {'victim': stories.VICTIM, 'engine': name_of(engine), 'reset': False}


def reset_evicted_by_a_storm(seed):
    """The log does not have the events of the hang. It has only the page faults after it, or only
    events from before it, with the reset of an earlier hang."""
    rng, story = story_of(seed, steps=10)
    guc = story.guc
    stories.refuse(story)
    first = len(guc.events)
    engine = rng.choice([e for e in ((g.COPY, 4), (g.COPY, 5), (g.VIDEO, 3)) if e not in guc.on])
    hung = running(guc, 33, engine)
    wants = guc.register(34, engine)
    kept = len(guc.events)
    ms_later(guc, 20000)
    guc.refused(wants, engine, [engine])
    guc.clean_up(hung)
    lost = len(guc.events)
    for _ in range(30):
        guc.faults(9)
        guc.answer(9)
    events = guc.events[max(0, first - 200):kept] if seed % 2 else guc.events[lost:]
    text = g.dump(guc, reason_of(33, rng), [hung], events=events,
                  late_ms=(guc.tick - events[-1][0]) * 1000 // g.HZ + 5)
    return text, {'victim': 33, 'engine': name_of(engine), 'not': stories.VICTIM}


# 2. Another context completes its work while the engine of the victim is reset.
def innocent_in_the_reset(seed):
    """While the engine of the victim is reset, a context on another engine of the same class
    completes its work."""
    rng, story = story_of(seed)
    guc = story.guc
    story.guc.settle()
    victim = story.victim
    guc.submit(victim)
    same = (story.engine[0], (story.engine[1] + 1) % 4)
    other = running(guc, 70, same)
    end = guc.ask(story.waiter, story.engine) + 640000 * 192 // 10 + 40
    guc.looks(end)
    guc.exactly(end - 1)
    guc.times_out(story.engine)
    plain = guc.off

    def off(context):
        plain(context)
        if context is victim and late:
            guc.complete(late.pop())
    late = [other] if rng.random() < 0.5 else []
    early = [] if late else [other]
    position = guc.position

    def flush(at, step):
        if early:
            guc.complete(early.pop())
        return position(at, step)
    guc.off, guc.position = off, flush
    guc.reset(victim, story.waiter, domain_of(story.engine))
    del guc.off, guc.position
    guc.clean_up(victim)
    text = g.dump(guc, reason_of(stories.VICTIM, rng), [victim])
    return text, {'victim': stories.VICTIM, 'engine': story.name, 'reset': True,
                  'waiter': stories.WAITER, 'no': 'removed 1 other context'}


# 3. Several contexts wait when the engine is reset.
def two_ready_contexts(seed):
    """Shortly before the GuC asks the engine to preempt its context, two contexts become ready for
    this engine or for the engine of the waiter."""
    rng, story = story_of(seed)
    guc, waiter = story.guc, story.waiter
    second = guc.register(52, rng.choice((story.engine, waiter.engine)))
    guc.settle()
    guc.submit(story.victim)
    order = [waiter, second]
    if rng.random() < 0.5:
        order.reverse()
    for c in order:
        guc.message(0x1000, c.guc_id)
        guc.ev(0x8105, c.lrca, c.guc_id)
        c.jobs += 1
        guc.ready(c)
    guc.ev(0x03a8, *story.engine, 6)
    end = guc.tick + 640000 * 192 // 10 + 40
    guc.looks(end)
    guc.exactly(end - 1)
    guc.times_out(story.engine)
    guc.reset(story.victim, waiter, domain_of(story.engine))
    guc.clean_up(story.victim)
    text = g.dump(guc, reason_of(stories.VICTIM, rng), [story.victim])
    return text, {'victim': stories.VICTIM, 'engine': story.name, 'waiter': waiter.guc_id}


def two_ready_without_a_reset(seed):
    rng, story = story_of(seed)
    guc, waiter = story.guc, story.waiter
    second = guc.register(52, story.engine)
    for c in rng.sample([waiter, second], 2):
        guc.message(0x1000, c.guc_id)
        guc.ev(0x8105, c.lrca, c.guc_id)
        guc.ready(c)
    guc.ev(0x03a8, *story.engine, 6)
    guc.wait(200000)
    text = g.dump(guc, 'asked by the user', [])
    return text, {'waiter': None, 'hang': None}


# 4. The end of the log is lost.
def missing_end(seed):
    """The image of the log ends before its newest events."""
    rng, story = story_of(seed)
    guc = story.guc
    if rng.random() < 0.7:
        stories.refuse(story)
    log = g.log_image(guc)
    size = 20 * len(guc.events)
    cut = 4096 + rng.randrange(size // 3, size - 40)
    machine = forms.Machine(reason='asked by the user')
    held = forms.Held(log, machine.gts[0], tick=guc.events[-1][0] + 800000)
    text = forms.devcoredump(machine, held)
    words = cut // 4
    at = text.index('[LOG].data: ') + len('[LOG].data: ')
    end = at
    while words:
        end += 1 if text[end] == 'z' else 5
        words -= 1
    return text[:end], {'reset_not': False, 'no': 'longest time without an event',
                        'no2': 'is unanswered'}


# 5. The wait differs from the preemption timeout, or the H2G ring does not match the log.
def odd_limit(seed):
    rng, story = story_of(seed)
    late = rng.choice((40000, 60000, -5000, -30000))
    story.guc.refused(story.waiter, story.engine, domain_of(story.engine), late_us=late)
    story.guc.clean_up(story.victim)
    text = g.dump(story.guc, reason_of(stories.VICTIM, rng), [story.victim])
    return text, {'victim': stories.VICTIM, 'engine': story.name, 'reset': True,
                  'waiter': stories.WAITER, 'limit': None}


def listed_limit_differs(seed):
    rng, story = story_of(seed)
    stories.refuse(story)
    text = g.dump(story.guc, reason_of(stories.VICTIM, rng), [story.victim], ct=False)
    text = text.replace('Preempt timeout: 640000', f'Preempt timeout: {rng.choice((1000, 10 ** 6))}')
    return text, {'victim': stories.VICTIM, 'engine': story.name, 'reset': True, 'limit': None,
                  'waiter': stories.WAITER}


def ring_of_another_time(seed):
    """The log was copied long before the CT buffers: since then, the driver has sent more messages
    than the CT buffer can hold."""
    rng, story = story_of(seed)
    stories.refuse(story)
    guc = story.guc
    events = list(guc.events)
    for _ in range(600):
        guc.h2g.send(rng.choice((0x1000, 0x6003, 0x7000)), (rng.randrange(99), 0), 2)
    text = g.dump(guc, reason_of(stories.VICTIM, rng), [story.victim], events=events)
    return text, {'victim': stories.VICTIM, 'engine': story.name, 'reset': True,
                  'holds': True, 'waiter': stories.WAITER}


def ring_lost_characters(seed):
    rng, story = story_of(seed)
    stories.refuse(story)
    text = g.dump(story.guc, reason_of(stories.VICTIM, rng), [story.victim])
    start = text.index('[CTB].data: ') + 20
    end = text.index('\n', start)
    at = rng.randrange(start, end - 500)
    return text[:at] + text[at + rng.choice((1, 4, 5, 50)):], \
        {'victim': stories.VICTIM, 'engine': story.name, 'reset': True, 'holds': True}


# 6. The GuC does not notice the hang, or a memory error causes the reset.
def job_timeout(seed):
    """A job times out after its context has left the engine, and the GuC has answered all
    requests."""
    rng, story = story_of(seed)
    guc = story.guc
    ms_later(guc, 2000)
    guc.complete(story.victim)
    guc.disable(story.victim)
    reason = f'Timedout job - seqno=171, lrc_seqno=171, guc_id={stories.VICTIM}, flags=0x0'
    return g.dump(guc, reason, [story.victim]), \
        {'victim': stories.VICTIM, 'engine': story.name, 'named': True, 'reset': False,
         'no': 'shows no hang', 'basis': ('driver',)}


def memory_error(seed):
    """The GuC reports a memory error of the victim to the driver, and then resets the engine."""
    rng, story = story_of(seed)
    guc = story.guc
    guc.event(0x6000, stories.VICTIM, rng.randrange(4))
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    return g.dump(guc, reason_of(stories.VICTIM, rng), [story.victim]), \
        {'victim': stories.VICTIM, 'engine': story.name, 'reset': True,
         'no': 'unknown why the engine was reset', 'has': 'memory error', 'cat': True}


def reason_names_the_waiter(seed):
    """The line "Reason" names the waiting context, because its job timed out."""
    rng, story = story_of(seed)
    stories.refuse(story, clean_up=False)
    reason = f'Timedout job - seqno=171, lrc_seqno=171, guc_id={stories.WAITER}, flags=0x0'
    return g.dump(story.guc, reason, [story.waiter]), \
        {'victim': stories.VICTIM, 'engine': story.name, 'reset': True,
         'waiter': stories.WAITER, 'no': 'contradict'}


# 7. The firmware is unknown.
def relabelled(seed):
    """The log is of a firmware that uses new ids for its events."""
    rng, story = story_of(seed)
    stories.refuse(story)
    to = {}
    for event in story.guc.events:
        to.setdefault(event[1], 0x7000 + 37 * len(to))
    events = [(tick, to[code], a, b) for tick, code, a, b in story.guc.events]
    return g.dump(story.guc, reason_of(stories.VICTIM, rng), [story.victim], events=events), \
        {'victim': stories.VICTIM, 'engine': story.name, 'basis': ('driver',)}


def permuted(seed):
    """The log is of a firmware in which the known ids have exchanged their meanings."""
    rng, story = story_of(seed)
    stories.refuse(story)
    events = stories.renumber(story.guc.events, rng)
    return g.dump(story.guc, reason_of(stories.VICTIM, rng), [story.victim], events=events), \
        {'victim': stories.VICTIM, 'engine': story.name, 'basis': ('driver',)}


KINDS = [old_reset_of_another, reused_guc_id, reset_evicted_by_a_storm, innocent_in_the_reset,
         two_ready_contexts, two_ready_without_a_reset, missing_end, odd_limit,
         listed_limit_differs, ring_of_another_time, ring_lost_characters, job_timeout,
         memory_error, reason_names_the_waiter, relabelled, permuted]


@pytest.mark.parametrize('seed', SEEDS)
@pytest.mark.parametrize('kind', KINDS, ids=lambda kind: kind.__name__)
def test_no_wrong_name(explain, kind, seed):
    text, right = kind(seed)
    said = explain(text)
    shown = sentences(said)
    if 'victim' in right:
        check_victim(said, right['victim'], right.get('engine'))
    if 'named' in right:
        assert said['victim']['engine'] == right['engine']
    if 'hang' in right:
        assert said['hang'] is right['hang']
    if 'not' in right:
        assert not re.search(rf'removed guc_id {right["not"]}\b', shown), shown
    if 'reset' in right:
        assert said['reset'] is right['reset'], shown
    if 'reset_not' in right:
        assert said['reset'] is not right['reset_not'], shown
    if 'waiter' in right:
        assert said['waiter']['guc_id'] == right['waiter'], shown
    if 'limit' in right:
        assert said['limit_ms'] == right['limit']
    if 'holds' in right:
        assert said['dictionary']['holds'] is right['holds'], said['dictionary']
    if 'basis' in right:
        assert said['basis'] in right['basis']
    if 'cat' in right:
        assert said['driver']['cat_error'] is right['cat']
    for key in ('no', 'no2'):
        assert key not in right or right[key] not in shown, shown
    assert right.get('has', '') in shown


@pytest.mark.parametrize('limit,begun,has,no', (
    (125, 171, 'did not end within its time limit, and', '125'),
    (125, 170, 'did not begin within its time limit, and', 'did not end'),
    (0, 171, 'ended its jobs without waiting', 'within its time limit')))
def test_time_limit(explain, limit, begun, has, no):
    """If a job timed out, explain says whether it had not begun or had not ended within its time
    limit. It does not print the limit, because xe gives it in jiffies, or as 0 if it ended the jobs
    without waiting for it."""
    text, _ = job_timeout(1)
    text = text.replace('Start seqno: (memory) 171', f'Start seqno: (memory) {begun}')
    shown = sentences(explain(text.replace('Timeout: 9223372036854775807', f'Timeout: {limit}')))
    assert has in shown
    assert no not in shown
