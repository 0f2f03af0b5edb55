# SPDX-License-Identifier: GPL-2.0-only
"""explain on sequences of events around an engine reset. The order in which contexts become ready,
complete their work and leave their engines is known for each log, so each sentence of explain can
be compared with it."""

import gucstory as g
import pytest
from explained import sentences
from stories import VICTIM, WAITER, begin

COPY3 = (g.COPY, 3)


def story_of(seed, engine=COPY3):
    """Return a story in which the victim is on this engine and no other context is on an engine."""
    story = begin(seed, steps=30, engine=engine)
    for c in list(story.guc.on.values()):
        if c is not story.victim:
            story.guc.complete(c)
    return story


def running(guc, guc_id, engine):
    c = guc.register(guc_id, engine)
    guc.enable(c)
    guc.started(c)
    return c


def time_out(guc, asked, engine, waiter, limit_us=640000):
    """The preemption timeout of an engine passes that was asked at this tick."""
    guc.exactly(asked + limit_us * 192 // 10 + 39)
    guc.ev(0x03b9, engine[0], g.PAD, 0)
    guc.ev(0x03b9, waiter.engine[0], g.PAD, 3.7)


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
    """A context on another engine completes its work while an engine is reset. It is then on no
    engine."""
    story = story_of(1)
    guc = story.guc
    other = running(guc, 61, (g.VIDEO, 5))
    end = guc.ask(story.waiter, story.engine)
    time_out(guc, end, story.engine, story.waiter)
    within_reset(guc, lambda: guc.complete(other))
    guc.reset(story.victim, story.waiter, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['waiter']['guc_id'] == WAITER
    assert 'guc_id 61' not in sentences(said)


@pytest.mark.parametrize('deregistered', (False, True))
def test_context_that_was_not_ready_at_the_request(explain, deregistered):
    """The driver disables the context for which the engine was asked. After the reset, the engine
    gets a context that became ready after the request. The request was not for this context."""
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
    time_out(guc, asked, story.engine, story.waiter)
    guc.reset(story.victim, late, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['waiter']['guc_id'] == WAITER
    assert 'guc_id 62' not in sentences(said)


def test_waiter_whose_guc_id_is_used_again(explain):
    """While the engine does not answer, the guc_id of the waiter is given to a video context.
    explain does not call the waiter a video context."""
    story = story_of(3)
    guc = story.guc
    asked = guc.ask(story.waiter, story.engine)
    guc.disable(story.waiter)
    guc.deregister(story.waiter)
    guc.complete(running(guc, WAITER, (g.VIDEO, 5)))
    time_out(guc, asked, story.engine, story.waiter)
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim]))
    assert said['waiter']['guc_id'] == WAITER
    assert f'guc_id {WAITER} became ready' in sentences(said)
