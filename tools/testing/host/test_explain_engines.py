# SPDX-License-Identifier: GPL-2.0-only
"""explain on logs with resets of several engines. For each context, the log proves on which engine
it is, so explain must not say of an engine or a context what is true for another one."""

import random
import re

import gucstory as g
import pytest
from explained import sentences
from reference import forms
from stories import VICTIM, WAITER, refuse, running, timed_out
from test_explain_sequences import named, story_of, time_out

OTHER, WANTS = 61, 62
VIDEO5 = (g.VIDEO, 5)
# The steps of the resets of two engines, A and B: t the preemption times out, b the reset begins,
# d the engine has been reset, r its context is removed, p the waiter is placed, e the reset ends,
# s the waiter runs.
ORDERS = {
    'in turn': 'tA bA dA rA pA eA sA tB bB dB rB pB eB sB',
    'timeouts first': 'tA tB bA dA rA pA eA sA bB dB rB pB eB sB',
    'timeouts in the other order': 'tB tA bA dA rA pA eA sA bB dB rB pB eB sB',
    'step by step': 'tA tB bA bB dA dB rA rB pA pB eA eB sA sB',
    'mixed': 'tA tB bA bB dB dA rB pB rA eB pA eA sB sA',
    'one within the other': 'tA tB bA bB dB rB pB eB sB dA rA pA eA sA',
    'second begins within the first': 'tA bA tB bB dA rA pA eA sA dB rB pB eB sB',
}
UNFINISHED = {
    'first has ended': 'tA tB bA bB dA rA pA eA sA',
    'second has ended': 'tA tB bA bB dB rB pB eB sB',
    'both have begun': 'tA tB bA bB',
    'both engines were reset': 'tA tB bA bB dA dB',
}


def two_resets(order, clean_up, other=VIDEO5):
    """Return a story in which two engines are reset, and a dict from the letter of each engine in
    "order" to two contexts: the one that the reset removes, and the one that waits for the engine.
    order: the steps of both resets, as in ORDERS
    clean_up: whether the driver then disables and deregisters the removed contexts
    other: the engine B"""
    story = story_of(19)
    guc = story.guc
    second = running(guc, OTHER, other)
    wants = guc.register(WANTS, other)
    asked = guc.ask(story.waiter, story.engine)
    guc.ask(wants, other)
    guc.exactly(asked + 640000 * 192 // 10 + 39)
    of = {'A': (story.victim, story.waiter), 'B': (second, wants)}
    for step, (victim, waiter) in ((s[0], of[s[1]]) for s in order.split()):
        engine = victim.engine
        if step == 't':
            guc.times_out(engine, us=2)
        elif step == 's':
            guc.started(waiter)
            guc.complete(waiter)
        else:
            {'b': lambda: guc.reset_begins(engine), 'd': lambda: guc.reset_done(engine),
             'r': lambda: guc.removed(victim), 'p': lambda: guc.place(waiter),
             'e': lambda: guc.reset_ends(engine, victim=victim)}[step]()
    for victim, _ in of.values() if clean_up else ():
        guc.clean_up(victim)
    return story, of


@pytest.mark.parametrize('about', 'AB')
@pytest.mark.parametrize('other', (VIDEO5, (g.COPY, 11)))
@pytest.mark.parametrize('order', ORDERS.values(), ids=ORDERS)
def test_resets_of_two_engines(explain, order, other, about):
    """explain gives the right verdict if two engines are reset at about the same time, in whatever
    order the steps happen, and also if the numbers of the engines differ by 8."""
    story, of = two_resets(order, True, other)
    victim, waiter = of[about]
    engine = g.name_of(victim.engine)
    said = explain(g.dump(story.guc, named(victim.guc_id), [victim]))
    assert said['dictionary']['failed'] == []
    assert said['victim'] == {'guc_id': victim.guc_id, 'engine': engine}
    assert said['waiter'] == {'guc_id': waiter.guc_id}
    assert said['wait_ms'] == pytest.approx(640, abs=2)
    assert said['limit_ms'] == 640.0
    text = sentences(said)
    assert f'the GuC asked {engine} to switch out' in text
    assert f'disabled and deregistered guc_id {victim.guc_id}.' in text
    assert 'waited since' not in text


@pytest.mark.parametrize('about', 'AB')
@pytest.mark.parametrize('order', UNFINISHED.values(), ids=UNFINISHED)
def test_log_that_ends_within_two_resets(explain, order, about):
    story, of = two_resets(order, False)
    victim = of[about][0]
    said = explain(g.dump(story.guc, named(victim.guc_id), [victim]))
    assert said['dictionary']['failed'] == []
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': victim.guc_id,
                              'engine': {'A': 'bcs3', 'B': 'vcs5'}[about]}
    assert said['waiter']['guc_id'] in (None, {'A': WAITER, 'B': WANTS}[about])
    assert f'the GuC asked {said["victim"]["engine"]} to switch out' in sentences(said)


def check_part(said, of, about):
    """Check that explain names the right engines and the right waiter for a part of a log with two
    resets, or leaves them out. of: see two_resets(); about: key of the reset's context in "of"."""
    engines = {c.guc_id: g.name_of(c.engine) for pair in of.values() for c in pair}
    victim, waiter = (c.guc_id for c in of[about])
    assert said['victim']['guc_id'] == victim
    assert said['victim']['engine'] in (None, engines[victim])
    assert said['waiter']['guc_id'] in (None, waiter)
    text = sentences(said)
    if said['dictionary']['failed'] or 'the GuC reset the engine' in text:
        return
    for engine, guc_id in (*re.findall(r'Engine reset on (\w+\d).*? guc_id (\d+) ', text),
                           *re.findall(r'(\w+\d) had been running guc_id (\d+) ', text),
                           *[pair[::-1] for pair in
                             re.findall(r'guc_id (\d+) (?:had been|was already) on (\w+\d)', text)]):
        assert engines.get(int(guc_id), engine) == engine, text
    for guc_id, engine in re.findall(r'Why: guc_id (\d+) .*? the GuC asked (\w+\d) to', text):
        assert (int(guc_id), engine) == (waiter, engines[victim]), text


@pytest.mark.parametrize('about', 'AB')
@pytest.mark.parametrize('order', ORDERS.values(), ids=ORDERS)
def test_part_of_a_log_with_two_resets(explain, order, about):
    """If the log begins or ends anywhere near two resets, explain names no wrong engine and no
    wrong waiter."""
    story, of = two_resets(order, True)
    events = story.guc.events
    first = next(i for i, e in enumerate(events) if e[1] == 0x03a8) - 20
    victim = of[about][0]
    rng = random.Random(order)
    for _ in range(25):
        begin, end = sorted(rng.sample(range(first, len(events) + 1), 2))
        part = rng.choice((events[begin:end + 4], events[:end], events[begin - 4:]))
        said = explain(g.dump(story.guc, named(victim.guc_id), [victim], events=part, ct=False))
        check_part(said, of, about)


@pytest.mark.parametrize('order', ('tA tB bA', 'tB tA bA dA rA pA eA sA', 'tA bA dA rA tB bB dB rB'))
def test_log_that_begins_after_a_request(explain, order):
    """The log begins after the request to engine A to switch out and before the request to engine
    B. Rule R1 (a preemption times out only on an engine that was asked to switch out) must not fail
    because of the timeout of A."""
    story, of = two_resets(order, False)
    events = story.guc.events
    begin = next(i for i, e in enumerate(events) if e[1] == 0x03a8) + 1
    for about in 'AB':
        victim = of[about][0]
        said = explain(g.dump(story.guc, named(victim.guc_id), [victim], events=events[begin:],
                              ct=False))
        assert said['dictionary']['failed'] == []
        check_part(said, of, about)


@pytest.mark.parametrize('about', 'AB')
def test_timeout_without_a_reset_before_another_reset(explain, about):
    """Two preemptions time out, and only one of the engines is reset. explain reports a reset only
    if the dump is about the context of this engine."""
    story, of = two_resets('tA tB bA dA rA pA eA sA', False)
    victim, waiter = of[about]
    said = explain(g.dump(story.guc, named(victim.guc_id), [victim]))
    assert said['reset'] is (True if about == 'A' else None)
    assert said['victim'] == {'guc_id': victim.guc_id,
                              'engine': {'A': 'bcs3', 'B': 'vcs5'}[about]}
    assert said['waiter']['guc_id'] in (None, waiter.guc_id)
    assert said['wait_ms'] == pytest.approx(640, abs=1)


@pytest.mark.parametrize('ends', (True, False))
def test_reset_without_a_timeout_after_a_timeout(explain, ends):
    """A preemption times out on an engine, and then another engine of the same class is reset that
    nobody waits for. The context that waits for the first engine is not the reason for this."""
    story = story_of(19)
    guc = story.guc
    other = running(guc, OTHER, (g.COPY, 11))
    asked = guc.ask(story.waiter, story.engine)
    time_out(guc, asked, story.engine)
    guc.reset_begins(other.engine)
    if ends:
        guc.reset_done(other.engine)
        guc.removed(other)
        guc.reset_ends(other.engine, victim=other)
    said = explain(g.dump(guc, named(OTHER), [other]))
    assert said['dictionary']['failed'] == []
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': OTHER, 'engine': 'bcs11'}
    assert said['waiter'] == {'guc_id': None}
    assert said['wait_ms'] is None
    assert 'no preemption on this engine has timed out' in sentences(said)


@pytest.mark.parametrize('order', ('tA bA dA rA pA eA', 'tA bA dA rA eA', 'tA bA dA rA', 'tA bA'))
def test_request_before_the_log(explain, order):
    """The log begins after the request to the engine A, and has an unanswered request to another
    engine of its class. explain does not say that the other engine was the reason for the reset of
    A, and knows that the other request is still open."""
    story, of = two_resets(order, False, (g.COPY, 11))
    events = story.guc.events
    begin = next(i for i, e in enumerate(events) if e[1] == 0x03a8) + 1
    victim = of['A'][0]
    said = explain(g.dump(story.guc, named(victim.guc_id), [victim], events=events[begin:],
                          ct=False))
    assert said['dictionary']['failed'] == []
    assert said['victim']['guc_id'] == victim.guc_id
    assert said['wait_ms'] is None
    assert said['waiter']['guc_id'] in (None, WAITER)
    text = sentences(said)
    assert 'The GuC has waited since' in text and 'for bcs11 to switch out' in text
    assert 'the GuC asked' not in text


@pytest.mark.parametrize('steps', (2, 3, 4, 5, 7))
def test_log_that_ends_within_the_reset_of_a_former_waiter(explain, steps):
    """A context that waited for a reset engine runs on it, and then this engine is reset again. The
    log ends after some steps of this reset, before the context is removed. The dump is about this
    reset, not about the one for which the context waited."""
    story = story_of(24)
    guc, engine, waiter = story.guc, story.engine, story.waiter
    guc.refused(waiter, engine)
    guc.submit(waiter)
    wants = guc.register(WANTS, engine)
    time_out(guc, guc.ask(wants, engine), engine)
    end = len(guc.events) + steps
    guc.reset(waiter, wants, [engine])
    said = explain(g.dump(guc, named(WAITER), [waiter], events=guc.events[:end], ct=False))
    assert said['dictionary']['failed'] == []
    assert said['victim'] == {'guc_id': WAITER, 'engine': 'bcs3'}
    assert said['waiter'] == {'guc_id': WANTS}
    assert 'the dump is about guc_id' not in sentences(said)


@pytest.mark.parametrize('steps', (1, 2, 3, 4))
def test_log_that_ends_where_the_second_request_led_to_a_reset(explain, steps):
    """Two engines of a class are asked to switch out. The one that was asked later is reset first,
    and the log ends after some steps of this reset. explain does not name the other engine."""
    story, of = two_resets('tB bB', False, (g.COPY, 11))
    victim = of['B'][0]
    begin = next(i for i, e in enumerate(story.guc.events) if e[1] == 0x03b8)
    said = explain(g.dump(story.guc, named(victim.guc_id), [victim],
                          events=story.guc.events[:begin + steps], ct=False))
    assert said['dictionary']['failed'] == []
    assert said['victim'] == {'guc_id': victim.guc_id, 'engine': 'bcs11'}
    assert said['waiter']['guc_id'] in (None, WANTS)
    assert 'parallel' not in sentences(said)


@pytest.mark.parametrize('cut', range(-8, 0))
def test_log_that_begins_within_two_resets(explain, cut):
    """The log begins within the resets of two engines. Later, a third engine is reset, and the dump
    is about this one."""
    story, _ = two_resets('tA tB bA bB dA dB rA rB pA eA pB eB', False, (g.COPY, 11))
    guc = story.guc
    begin = len(guc.events) + cut
    third = running(guc, 70, (g.VIDEO, 5))
    wants = guc.register(71, third.engine)
    guc.refused(wants, third.engine)
    said = explain(g.dump(guc, named(70), [third], events=guc.events[begin:], ct=False))
    assert said['dictionary']['failed'] == []
    assert said['victim'] == {'guc_id': 70, 'engine': 'vcs5'}
    assert said['waiter'] == {'guc_id': 71}


@pytest.mark.parametrize('ends', (True, False))
@pytest.mark.parametrize('about', (True, False))
def test_reset_of_an_idle_engine(explain, ends, about):
    """An engine without a context is reset. The dump is about a context that runs on another
    engine, so the reset is not the one of this context."""
    story = story_of(6)
    guc = story.guc
    guc.reset_begins((g.COPY, 8))
    if ends:
        guc.reset_done((g.COPY, 8))
        guc.reset_ends((g.COPY, 8))
    text = g.dump(guc, timed_out(VICTIM), [story.victim]) if about else g.log_image(guc)
    said = explain(text)
    assert said['dictionary']['failed'] == []
    assert said['reset'] is not about
    assert said['victim'] == ({'guc_id': VICTIM, 'engine': 'bcs3'} if about else
                              {'guc_id': None, 'engine': None})
    assert 'the GuC reset the engine' not in sentences(said)
    if not about:
        assert ('it removed no context from an engine.' in sentences(said)) is ends
        assert ('it is unknown which context was removed' in sentences(said)) is not ends


def test_context_that_completes_before_the_reset_removes_it(explain):
    """The preemption of a context times out, but the context completes while its engine is reset.
    So explain reports an engine reset that removed no context."""
    story = story_of(21)
    guc = story.guc
    asked = guc.ask(story.waiter, story.engine)
    time_out(guc, asked, story.engine)
    guc.reset_begins(story.engine)
    guc.complete(story.victim)
    guc.reset_done(story.engine)
    guc.place(story.waiter)
    guc.reset_ends(story.engine)
    said = explain(g.log_image(guc))
    assert said['victim'] == {'guc_id': None, 'engine': 'bcs3'}
    assert said['waiter'] == {'guc_id': WAITER}
    assert 'Engine reset on bcs3 at ' in sentences(said)
    assert 'it removed no context from an engine.' in sentences(said)


@pytest.mark.parametrize('both', (True, False))
@pytest.mark.parametrize('about', (0, 1))
def test_one_guc_id_on_two_gts(explain, about, both):
    """Both GTs have a context with the same guc_id. The dump is about the one of the GT that lists
    it. explain uses nothing that the dump says about this queue for the other GT."""
    reason = named(VICTIM)
    machine = forms.Machine(reason=reason)
    lines, engines = [], ('ccs0', 'vcs2')
    for gt, engine in enumerate(((g.COMPUTE, 0), (g.VIDEO, 2))):
        story = story_of(12 + gt, engine)
        guc = story.guc
        if both or gt == about:
            refuse(story)
        text = g.dump(guc, reason, [story.victim] if gt == about else [], gt=gt)
        lines += text[text.index(f'\n**** GT #{gt} ****'):].split('\n')[:-1]
    said = explain(forms.devcoredump(machine, tail=lines))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': engines[about]}
    logs = said['logs']
    assert [log['driver']['guc_id'] for log in logs] == [VICTIM if gt == about else None
                                                         for gt in (0, 1)]
    for gt, log in enumerate(logs):
        text = ' '.join(line['text'] for line in log['sentences'])
        for words in ('In the dump, guc_id 22 is', 'clpeak (2711) kept', 'names the same guc_id',
                      'The times of the log are too late'):
            assert (words in text) is (gt == about), words
        assert ('it is about a queue of another GT' in text) is (gt != about)
        assert (f'Engine reset on {engines[gt]}' in text) is (both or gt == about)


@pytest.mark.parametrize('late_ms, own', ((0, False), (5000, True)))
@pytest.mark.parametrize('disabled', (False, True))
def test_waiter_that_then_hangs(explain, late_ms, own, disabled):
    """A context gets an engine after the reset for which it had waited. If it is still there 5 s
    later, its job timeout is not due to the context that was removed."""
    story = story_of(22)
    guc, waiter = story.guc, story.waiter
    asked = guc.ask(waiter, story.engine)
    time_out(guc, asked, story.engine)
    guc.reset_begins(story.engine)
    guc.reset_done(story.engine)
    guc.removed(story.victim)
    guc.place(waiter)
    guc.reset_ends(story.engine, victim=story.victim)
    guc.started(waiter)
    if disabled:
        guc.exactly(guc.tick + late_ms * g.HZ // 1000)
        guc.complete(waiter)
        guc.disable(waiter)
        late_ms = 40
    said = explain(g.dump(guc, timed_out(WAITER), [waiter], late_ms=late_ms))
    assert said['victim'] == {'guc_id': WAITER if own else VICTIM, 'engine': 'bcs3'}
    assert said['waiter'] == {'guc_id': None if own else WAITER}
    assert said['reset'] is not own


def test_limit_without_a_request(explain):
    """The log has no request to switch out before a reset. The preemption timeout of another
    context, which has the guc_id 0, is not the limit."""
    story = story_of(20)
    guc = story.guc
    guc.register(0, VIDEO5, timeout_us=100000)
    guc.reset(story.victim, None, [story.engine])
    said = explain(g.dump(guc, 'asked by the user'))
    assert said['victim'] == {'guc_id': VICTIM, 'engine': 'bcs3'}
    assert said['limit_ms'] == 640.0
