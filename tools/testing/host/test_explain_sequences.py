# SPDX-License-Identifier: GPL-2.0-only
"""explain on sequences of events around an engine reset. The order in which contexts become ready,
complete their work and leave their engines is known for each log, so each sentence of explain can
be compared with it."""

import re

import gucstory as g
import pytest
from explained import sentences
from stories import VICTIM, WAITER, begin, running, timed_out

COPY3 = (g.COPY, 3)


def story_of(seed, engine=COPY3):
    """Return a story in which the victim is on this engine and no other context is on an engine."""
    story = begin(seed, steps=30, engine=engine)
    for c in list(story.guc.on.values()):
        if c is not story.victim:
            story.guc.complete(c)
    return story


def time_out(guc, asked, engine, limit_us=640000):
    """Let the preemption timeout of an engine expire. asked: tick of the request to the engine to
    switch out its context."""
    guc.exactly(asked + limit_us * 192 // 10 + 39)
    guc.times_out(engine)


def named(guc_id):
    return f'LR job cleanup, guc_id={guc_id}'


def within_reset(guc, act):
    """Let act() happen after the first step of the next reset, before the victim is removed."""
    position = guc.position

    def once(at, step):
        guc.position = position
        act()
        return position(at, step)
    guc.position = once


def test_context_that_completes_within_a_reset(explain):
    """A context completes its work while another engine is reset. explain must not name it as a
    context that this reset concerned."""
    story = story_of(1)
    guc = story.guc
    other = running(guc, 61, (g.VIDEO, 5))
    end = guc.ask(story.waiter, story.engine)
    time_out(guc, end, story.engine)
    within_reset(guc, lambda: guc.complete(other))
    guc.reset(story.victim, story.waiter, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['waiter']['guc_id'] == WAITER
    assert 'guc_id 61' not in sentences(said)


@pytest.mark.parametrize('deregistered', (False, True))
def test_context_that_was_not_ready_at_the_request(explain, deregistered):
    """The GuC asks an engine to switch out its context for a waiting context, which the driver then
    disables. After the reset, the engine gets a third context, which became ready after the
    request. explain names the context for which the GuC made the request, not the third one."""
    story = story_of(2)
    guc = story.guc
    late = guc.register(62, story.engine)
    asked = guc.ask(story.waiter, story.engine)
    guc.wait(200000)
    guc.disable(story.waiter)
    if deregistered:
        guc.deregister(story.waiter)
    guc.message(0x1000, late.guc_id)
    guc.ready(late)
    time_out(guc, asked, story.engine)
    guc.reset(story.victim, late, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['waiter']['guc_id'] == WAITER
    assert 'guc_id 62' not in sentences(said)


def test_waiter_whose_guc_id_is_used_again(explain):
    """While the engine does not answer, the waiter is deregistered, and a video context gets its
    guc_id. explain does not call the waiter a video context."""
    story = story_of(3)
    guc = story.guc
    asked = guc.ask(story.waiter, story.engine)
    guc.disable(story.waiter)
    guc.deregister(story.waiter)
    guc.complete(running(guc, WAITER, (g.VIDEO, 5)))
    time_out(guc, asked, story.engine)
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['waiter']['guc_id'] == WAITER
    assert f'guc_id {WAITER} became ready' in sentences(said)


@pytest.mark.parametrize('memory_error', (False, True))
def test_request_to_an_engine_that_is_reset(explain, memory_error):
    """While a request to an engine to switch out its context is open, the engine is reset for
    another reason. This ends the request, so explain must not say that the GuC still waits for the
    engine."""
    story = story_of(4)
    guc = story.guc
    guc.ask(story.waiter, story.engine)
    guc.wait(50000)
    if memory_error:
        guc.event(0x6000, VICTIM, 1)
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    guc.wait(900000)
    guc.faults(1)
    guc.answer(1)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['wait_ms'] is None
    assert 'The GuC has waited' not in sentences(said)


@pytest.mark.parametrize('gives_way', (False, True))
@pytest.mark.parametrize('reason', (named(61), 'asked by the user'))
def test_request_that_times_out_before_an_older_one(explain, reason, gives_way):
    """Two copy engines are asked to switch out their contexts. The one that was asked last has the
    shorter preemption timeout, so it times out first. explain describes its reset, and says whether
    the request to the other engine is still open."""
    story = story_of(5)
    guc = story.guc
    victim = guc.register(61, (g.COPY, 4), timeout_us=100000)
    guc.enable(victim)
    guc.started(victim)
    waiter = guc.register(62, victim.engine)
    guc.ask(story.waiter, story.engine)
    guc.wait(50000)
    asked = guc.ask(waiter, victim.engine)
    time_out(guc, asked, victim.engine, 100000)
    guc.reset(victim, waiter, [victim.engine])
    if gives_way:
        guc.csb(story.victim, 2)
        guc.off(story.victim)
        guc.ready(story.victim)
        guc.place(story.waiter)
        guc.started(story.waiter)
    guc.clean_up(victim)
    said = explain(g.dump(guc, reason, [victim] if 'guc_id' in reason else []))
    assert said['victim'] == {'guc_id': 61, 'engine': 'bcs4'}
    assert said['waiter']['guc_id'] == 62
    assert said['wait_ms'] == pytest.approx(100, abs=0.1)
    assert said['limit_ms'] == 100
    text = sentences(said)
    assert 'the GuC asked bcs4 to switch out its context, and got no answer' in text
    assert ('for bcs3 to switch out' in text) is not gives_way


@pytest.mark.parametrize('about', (VICTIM, 61))
def test_two_timeouts_before_two_resets(explain, about):
    """The preemptions of two engines time out at the same time, and then both engines are reset.
    explain must not say of either preemption that it has not timed out."""
    story = story_of(6)
    guc = story.guc
    second = running(guc, 61, (g.VIDEO, 5))
    wants = guc.register(62, second.engine)
    asked = guc.ask(story.waiter, story.engine)
    guc.ask(wants, second.engine)
    time_out(guc, asked, story.engine)
    guc.times_out(second.engine, us=2)
    guc.reset(story.victim, story.waiter, [story.engine])
    guc.reset(second, wants, [second.engine])
    hung = guc.contexts[about]
    guc.clean_up(hung)
    said = explain(g.dump(guc, named(about), [hung]))
    assert said['victim'] == {'guc_id': about, 'engine': 'bcs3' if about == VICTIM else 'vcs5'}
    assert 'has timed out in the log' not in sentences(said)
    assert 'The GuC has waited' not in sentences(said)


@pytest.mark.parametrize('completes', (False, True))
def test_engine_that_answers_after_the_timeout(explain, completes):
    """An engine switches out its context just when the preemption timeout has passed, and the GuC
    does not reset it. This is not a hang."""
    story = story_of(7)
    guc, victim = story.guc, story.victim
    asked = guc.ask(story.waiter, story.engine)
    time_out(guc, asked, story.engine)
    if completes:
        guc.complete(victim)
    else:
        guc.csb(victim, 2)
        guc.off(victim)
        guc.ready(victim)
    guc.place(story.waiter)
    guc.started(story.waiter)
    guc.complete(story.waiter)
    for log in (g.log_image(guc), g.dump(guc, 'asked by the user')):
        said = explain(log)
        assert (said['hang'], said['reset'], said['victim']['guc_id']) == (False, False, None)
        assert 'The log ends before a reset' not in sentences(said)


def reset_all(guc, victims, engine, waiter):
    """Reset the engine, and with it the engines of all victims."""
    domain = sorted({v.engine for v in victims})
    guc.ev(0x03b8, 0, 0, 1.6)
    guc.ev(0x03b3, engine[0] << 16 | engine[1], 1, 4.2)
    for one in domain:
        guc.ev(0x03be, *one, 100)
    guc.ev(0x03c5, len(domain), g.PAD, 2)
    guc.ev(0x03c5, len(domain), g.PAD, 1005)
    for one in domain:
        guc.ev(0x03bf, *one)
    guc.ev(0x044a, *engine)
    guc.position(guc.requests, 0)
    guc.position(guc.responses, 0)
    for v in victims:
        guc.ev(0x8101, v.word(v.engine[1]), v.guc_id, 3.5)
        guc.off(v)
    guc.place(waiter)
    guc.ev(0x03ca, engine[0] << 16 | engine[1], 1)
    for one in domain:
        guc.ev(0x03c2, one[0], g.PAD)
    guc.event(0x8002, 0)
    guc.started(waiter)
    guc.complete(waiter)


@pytest.mark.parametrize('first', (True, False))
@pytest.mark.parametrize('about', ('victim', 'innocent', 'nobody'))
def test_reset_of_two_engines(explain, first, about):
    """A compute engine does not answer, and is reset together with the render engine, from which
    another context is removed. This context did not hang, even if the dump is about it."""
    story = story_of(8, (g.COMPUTE, 0))
    guc, victim = story.guc, story.victim
    innocent = running(guc, 61, (g.RENDER, 0))
    waiter = guc.register(62, victim.engine)
    asked = guc.ask(waiter, victim.engine)
    time_out(guc, asked, victim.engine)
    reset_all(guc, [victim, innocent] if first else [innocent, victim], victim.engine, waiter)
    guc.clean_up(victim)
    listed = {'victim': victim, 'innocent': innocent}.get(about)
    said = explain(g.dump(guc, named(listed.guc_id), [listed]) if listed else g.log_image(guc))
    text = sentences(said)
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'ccs0'}, text
    assert said['waiter']['guc_id'] == 62
    assert f'disabled and deregistered guc_id {VICTIM}.' in text
    assert ('about guc_id 61, which the same reset removed from another engine' in text) is \
        (about == 'innocent')


@pytest.mark.parametrize('about', (VICTIM, None))
def test_two_contexts_that_are_removed_from_an_engine(explain, about):
    """If two contexts were submitted to the engine that is reset, explain does not say which of
    them hangs, except if the dump is about one of them."""
    story = story_of(9)
    guc, victim = story.guc, story.victim
    second = guc.register(61, story.engine)
    guc.ready(second)
    guc.place(second)
    guc.csb(victim, 0x8002)
    asked = guc.ask(story.waiter, story.engine)
    time_out(guc, asked, story.engine)
    reset_all(guc, [second, victim], story.engine, story.waiter)
    guc.clean_up(victim)
    said = explain(g.dump(guc, named(about), [victim]) if about else g.log_image(guc))
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': about, 'engine': 'bcs3'}
    assert ('deregistered guc_id' in sentences(said)) is bool(about)


@pytest.mark.parametrize('about', (VICTIM, 61))
def test_reaction_of_the_driver_to_each_reset(explain, about):
    """Two engines are reset before the driver removes the two contexts that were on them. If the
    dump is about one of these contexts, explain reports that the driver removed this one."""
    story = story_of(10)
    guc = story.guc
    second = running(guc, 61, (g.VIDEO, 5))
    wants = guc.register(62, second.engine)
    guc.refused(story.waiter, story.engine)
    guc.refused(wants, second.engine)
    hung = [guc.contexts[VICTIM], second]
    for c in hung:
        guc.clean_up(c)
    said = explain(g.dump(guc, named(about), [c for c in hung if c.guc_id == about]))
    assert said['victim']['guc_id'] == about
    assert f'disabled and deregistered guc_id {about}.' in sentences(said)


@pytest.mark.parametrize('asks', (False, True))
def test_disable_before_the_reset(explain, asks):
    """If an engine was reset because the driver had disabled a context, explain does not say that
    the driver disabled the context after the reset."""
    story = story_of(11)
    story.guc.killed(story.victim, asks=asks)
    story.guc.deregister(story.victim)
    said = explain(g.log_image(story.guc))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert f'Then the driver deregistered guc_id {VICTIM}.' in sentences(said)


@pytest.mark.parametrize('late_ms', (0, 3000))
def test_context_that_did_not_run(explain, late_ms):
    """The log ends after a context was submitted to its engine and before the engine has run it.
    explain says that the context was on the engine, but not that it was running."""
    story = story_of(12)
    guc = story.guc
    guc.complete(story.victim)
    guc.ready(story.victim)
    guc.place(story.victim)
    text = sentences(explain(g.dump(guc, 'asked by the user', late_ms=late_ms)))
    assert 'had been running' not in text
    assert f'guc_id {VICTIM} had been on bcs3' in text


def parallel(guc, guc_id, engine_class, width):
    """Register and enable a parallel queue, and start its contexts. The driver gives it successive
    guc_ids, and only uses the first one in its messages."""
    queue = [g.Context(guc_id + i, (engine_class, i), 0x7000 + 8 * i) for i in range(width)]
    guc.contexts.update({c.guc_id: c for c in queue})
    images = [word for c in queue for word in (c.lrca << 12 | 0x119, 0)]
    guc.message(0x4601, 4, guc_id, engine_class, (1 << width) - 1, 0, 0, 0, 0, 0x1000, width,
                *images)
    guc.ev(0x850a, guc_id, g.PAD)
    guc.message(0x1001, guc_id, 1)
    guc.ev(0x84bf, guc_id, 1)
    for c in queue:
        guc.ready(c)
        guc.place(c)
    guc.ev(0x84c2, guc_id, 1)
    guc.event(0x1002, guc_id, 1)
    for c in queue:
        guc.started(c)
    return queue


def parallel_dump(guc, queue, reason):
    return g.dump(guc, reason, [queue[0]]).replace('Width: 1', f'Width: {len(queue)}')


TIMED_OUT = timed_out(200)


@pytest.mark.parametrize('width, hangs', ((2, 0), (2, 1), (3, 2)))
def test_context_of_a_parallel_queue(explain, width, hangs):
    """The engine of one context of a parallel queue is reset. The dump names the guc_id of the
    first context of this queue. explain finds that the dump is about the context that was reset."""
    story = story_of(13)
    guc = story.guc
    guc.complete(story.victim)
    guc.settle()
    queue = parallel(guc, 200, g.VIDEO, width)
    waiter = guc.register(62, queue[hangs].engine)
    guc.refused(waiter, queue[hangs].engine)
    guc.wait(380)
    guc.message(0x30, 2)
    said = explain(parallel_dump(guc, queue, TIMED_OUT))
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': 200, 'engine': f'vcs{hangs}'}
    assert said['waiter']['guc_id'] == 62
    text = sentences(said)
    assert 'no engine reset' not in text
    assert f'removed guc_id {200 + hangs} ' in text
    assert text.startswith('clpeak (2711) kept the video engine')
    assert ('context of the parallel queue with guc_id 200' in text) is (hangs > 0)


@pytest.mark.parametrize('action, key', ((0x6000, 'cat_error'), (0x1008, 'reset')))
@pytest.mark.parametrize('about, right', ((200, True), (201, True), (202, False)))
def test_report_about_a_parallel_queue(explain, action, key, about, right):
    """The GuC has reported an error or a reset of a context to the driver. The dump is about a
    parallel queue with the guc_ids 200 and 201. explain relates the message to the queue only if it
    is about one of these guc_ids."""
    story = story_of(14)
    guc = story.guc
    guc.settle()
    queue = parallel(guc, 200, g.VIDEO, 2)
    guc.event(action, about, 1)
    for c in queue:
        guc.complete(c)
    guc.disable(queue[0])
    said = explain(parallel_dump(guc, queue, TIMED_OUT))
    assert said['driver'][key] is right
    assert said['victim']['guc_id'] == 200


@pytest.mark.parametrize('same', (True, False))
def test_reset_of_another_context_image(explain, same):
    """The dump is about a queue with the same guc_id as the context that was reset. If the
    addresses of their context images differ, the queue is a later one, whose events are not in the
    log."""
    story = story_of(15)
    guc, victim = story.guc, story.victim
    guc.refused(story.waiter, story.engine)
    guc.clean_up(victim)
    events = list(guc.events)
    lrca = victim.lrca
    later = running(guc, VICTIM, story.engine)
    if same:
        later.lrca = lrca
    said = explain(g.dump(guc, timed_out(VICTIM), [later], events=events))
    assert said['driver']['reset'] is False
    assert said['reset'] is same
    assert ('an earlier context with this guc_id' in sentences(said)) is not same


@pytest.mark.parametrize('engines', range(2, 6))
def test_reset_of_several_compute_engines(explain, engines):
    """A compute engine is reset together with the render engine and the other compute engines. The
    log has an event CLASS_RESUMED for each of them, and no rule of the dictionary of events may
    fail because of this."""
    engine = (g.COMPUTE, engines - 2)
    story = story_of(16, engine)
    guc = story.guc
    domain = [(g.RENDER, 0)] + [(g.COMPUTE, i) for i in range(engines - 1)]
    guc.refused(story.waiter, engine, domain)
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['dictionary']['failed'] == []
    assert said['victim'] == {'guc_id': VICTIM, 'engine': f'ccs{engines - 2}'}
    assert said['waiter']['guc_id'] == WAITER


def test_other_reset_that_has_not_ended(explain):
    """The dump is about a queue that had left its engine. The log ends within the reset of another
    engine. explain names the context that was on that other engine."""
    story = story_of(17)
    guc = story.guc
    other = running(guc, 61, (g.VIDEO, 5))
    asked = guc.ask(story.waiter, story.engine)
    guc.complete(other)
    time_out(guc, asked, story.engine)
    guc.ev(0x03b8, 0, 0)
    guc.ev(0x03b3, g.COPY << 16 | 3, 1)
    guc.ev(0x03be, g.COPY, 3, 100)
    said = explain(g.dump(guc, named(61), [other]))
    text = sentences(said)
    assert said['reset'] is False
    assert 'their contexts are not known' not in text
    assert f'guc_id {VICTIM}, which was on the engine, at ' in text


@pytest.mark.parametrize('answers', (False, True))
@pytest.mark.parametrize('times_out', (False, True))
def test_reset_long_after_a_timeout(explain, answers, times_out):
    """A preemption times out, but the GuC does not reset the engine. Seconds later, it resets
    another engine. The timeout is not the reason for this reset."""
    story = story_of(18)
    guc = story.guc
    other = running(guc, 61, (g.VIDEO, 5))
    began = guc.tick
    asked = guc.ask(story.waiter, story.engine)
    time_out(guc, asked, story.engine)
    if answers:
        guc.csb(story.victim, 2)
        guc.off(story.victim)
        guc.place(story.waiter)
        guc.started(story.waiter)
        guc.complete(story.waiter)
    guc.wait(4000000)
    seconds = (guc.tick - began) / g.HZ
    if times_out:
        guc.refused(guc.register(62, other.engine), other.engine)
        seconds += 0.64
    else:
        guc.reset(other, None, [other.engine])
    guc.clean_up(other)
    said = explain(g.dump(guc, named(61), [other]))
    assert (said['reset'], said['victim']) == (True, {'guc_id': 61, 'engine': 'vcs5'})
    assert said['waiter']['guc_id'] == (62 if times_out else None)
    assert said['wait_ms'] == (pytest.approx(640, abs=0.1) if times_out else None)
    text = sentences(said)
    assert 'asked bcs3' not in text
    found = re.search(r'guc_id 61 had been on vcs5 since [\d.]+ or earlier, for at least '
                      r'([\d.]+) s until the reset began', text)
    assert float(found[1]) == pytest.approx(seconds, abs=0.1)


@pytest.mark.parametrize('listed', (0, 1))
def test_queue_of_another_gt(explain, listed):
    """Each GT has its own guc_ids. If the dump lists the queue that hung in the section of another
    GT, the context with the same guc_id in this log is not that queue."""
    story = story_of(19)
    guc = story.guc
    guc.refused(story.waiter, story.engine)
    guc.clean_up(story.victim)
    text = g.dump(guc, named(VICTIM), [story.victim], ct=False)
    at = text.index('\n**** Contexts')
    if listed:
        text = f'{text[:at]}\n**** GT #1 ****\n\tTile: 0\n{text[at:]}'
    said = explain(text)
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['driver']['guc_id'] == (None if listed else VICTIM)
    assert ('clpeak (2711) kept' in sentences(said)) is not listed
