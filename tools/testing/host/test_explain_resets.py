# SPDX-License-Identifier: GPL-2.0-only
"""explain on engine resets, of one engine and of several at about the same time. The order in which
contexts become ready, complete their work and leave their engines is known for each log. explain
must not say of an engine or a context what is true for another one."""

import random
import re

import gucstory as g
import pytest
from explained import Truth, named, row, sentences
from reference import forms
from stories import VICTIM, WAITER, begin, refuse, running, timed_out

COPY3, VIDEO5 = (g.COPY, 3), (g.VIDEO, 5)
OTHER, WANTS = 61, 62


def about_640(ms=1):
    return pytest.approx(640, abs=ms)


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


def dump_about(guc, context, reason=None, **more):
    """Return a dump about a context."""
    return g.dump(guc, reason or named(context.guc_id), [context], **more)


def gives_way(story):
    """The victim leaves its engine, and the waiter starts there."""
    guc = story.guc
    guc.csb(story.victim, 2)
    guc.off(story.victim)
    guc.ready(story.victim)
    guc.place(story.waiter)
    guc.started(story.waiter)


OF_VICTIM = Truth(hang=True, reset=True, victim=VICTIM, engine='bcs3', waiter=WAITER, failed=[])


@row(pinned=True)
def test_context_that_completes_within_a_reset():
    """A context completes its work while another engine is reset. explain must not name it as a
    context that this reset concerned."""
    story = story_of(1)
    guc = story.guc
    other = running(guc, OTHER, VIDEO5)
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    position = guc.position

    def once(at, step):         # after the first step of the reset, before the victim is removed
        guc.position = position
        guc.complete(other)
        return position(at, step)
    guc.position = once
    guc.reset(story.victim, story.waiter, [story.engine])
    guc.clean_up(story.victim)
    return dump_about(guc, story.victim), \
        Truth(victim=VICTIM, engine='bcs3', waiter=WAITER, silent=('guc_id 61',))


@row(pinned=True, deregistered=(False, True))
def test_context_that_was_not_ready_at_the_request(deregistered):
    """The GuC asks an engine to switch out its context for a waiting context, which the driver then
    disables. After the reset, the engine gets a third context, which became ready after the
    request. explain names the context for which the GuC made the request, not the third one."""
    story = story_of(2)
    guc = story.guc
    late = guc.register(WANTS, story.engine)
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
    return dump_about(guc, story.victim), OF_VICTIM


@row(pinned=True)
def test_waiter_whose_guc_id_is_used_again():
    """While the engine does not answer, the waiter is deregistered, and a video context gets its
    guc_id. explain does not call the waiter a video context."""
    story = story_of(3)
    guc = story.guc
    asked = guc.ask(story.waiter, story.engine)
    guc.disable(story.waiter)
    guc.deregister(story.waiter)
    guc.complete(running(guc, WAITER, VIDEO5))
    time_out(guc, asked, story.engine)
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    return dump_about(guc, story.victim), OF_VICTIM


@row(pinned=True, memory_error=(False, True))
def test_request_to_an_engine_that_is_reset(memory_error):
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
    return dump_about(guc, story.victim), Truth(victim=VICTIM, engine='bcs3', wait_ms=None)


@row(pinned='way', way=(False, True), reason=(named(OTHER), 'asked by the user'))
def test_request_that_times_out_before_an_older_one(way, reason):
    """Two copy engines are asked to switch out their contexts. The one that was asked last has the
    shorter preemption timeout, so it times out first. explain describes its reset, and says whether
    the request to the other engine is still open."""
    story = story_of(5)
    guc = story.guc
    victim = guc.register(OTHER, (g.COPY, 4), timeout_us=100000)
    guc.enable(victim)
    guc.started(victim)
    waiter = guc.register(WANTS, victim.engine)
    guc.ask(story.waiter, story.engine)
    guc.wait(50000)
    time_out(guc, guc.ask(waiter, victim.engine), victim.engine, 100000)
    guc.reset(victim, waiter, [victim.engine])
    if way:
        gives_way(story)
    guc.clean_up(victim)
    return g.dump(guc, reason, [victim] if 'guc_id' in reason else []), \
        Truth(victim=OTHER, engine='bcs4', waiter=WANTS, wait_ms=pytest.approx(100, abs=0.1),
              limit_ms=100)


@row(pinned='about', about=(VICTIM, OTHER))
def test_two_timeouts_before_two_resets(about):
    """The preemptions of two engines time out at the same time, and then both engines are reset.
    explain must not say of either preemption that it has not timed out."""
    story = story_of(6)
    guc = story.guc
    second = running(guc, OTHER, VIDEO5)
    wants = guc.register(WANTS, second.engine)
    asked = guc.ask(story.waiter, story.engine)
    guc.ask(wants, second.engine)
    time_out(guc, asked, story.engine)
    guc.times_out(second.engine, us=2)
    guc.reset(story.victim, story.waiter, [story.engine])
    guc.reset(second, wants, [second.engine])
    hung = guc.contexts[about]
    guc.clean_up(hung)
    return dump_about(guc, hung), Truth(victim=about, engine='bcs3' if about == VICTIM else 'vcs5')


@row(completes=(False, True))
def test_engine_that_answers_after_the_timeout(completes):
    """An engine switches out its context just when the preemption timeout has passed, and the GuC
    does not reset it. This is not a hang."""
    story = story_of(7)
    guc = story.guc
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    if completes:
        guc.complete(story.victim)
        guc.place(story.waiter)
        guc.started(story.waiter)
    else:
        gives_way(story)
    guc.complete(story.waiter)
    truth = Truth(hang=False, reset=False, victim=None, silent=('before a reset',))
    return [(g.log_image(guc), truth), (g.dump(guc, 'asked by the user'), truth)]


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


@row(pinned='about', first=(True, False), about=('victim', 'innocent', 'nobody'))
def test_reset_of_two_engines(first, about):
    """A compute engine does not answer, and is reset together with the render engine, from which
    another context is removed. This context did not hang, even if the dump is about it."""
    story = story_of(8, (g.COMPUTE, 0))
    guc, victim = story.guc, story.victim
    innocent = running(guc, OTHER, (g.RENDER, 0))
    waiter = guc.register(WANTS, victim.engine)
    time_out(guc, guc.ask(waiter, victim.engine), victim.engine)
    reset_all(guc, [victim, innocent] if first else [innocent, victim], victim.engine, waiter)
    guc.clean_up(victim)
    listed = {'victim': victim, 'innocent': innocent}.get(about)
    return dump_about(guc, listed) if listed else g.log_image(guc), \
        Truth(hang=True, reset=True, victim=VICTIM, engine='ccs0', waiter=WANTS)


@row(pinned='about', about=(VICTIM, None))
def test_two_contexts_that_are_removed_from_an_engine(about):
    """If two contexts were submitted to the engine that is reset, explain does not say which of
    them hangs, except if the dump is about one of them."""
    story = story_of(9)
    guc, victim = story.guc, story.victim
    second = guc.register(OTHER, story.engine)
    guc.ready(second)
    guc.place(second)
    guc.csb(victim, 0x8002)
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    reset_all(guc, [second, victim], story.engine, story.waiter)
    guc.clean_up(victim)
    return dump_about(guc, victim) if about else g.log_image(guc), \
        Truth(hang=True, reset=True, victim=about, engine='bcs3')


@row(pinned='about', about=(VICTIM, OTHER))
def test_reaction_of_the_driver_to_each_reset(about):
    """Two engines are reset before the driver removes the two contexts that were on them. If the
    dump is about one of these contexts, explain reports that the driver removed this one."""
    story = story_of(10)
    guc = story.guc
    second = running(guc, OTHER, VIDEO5)
    wants = guc.register(WANTS, second.engine)
    guc.refused(story.waiter, story.engine)
    guc.refused(wants, second.engine)
    hung = {VICTIM: guc.contexts[VICTIM], OTHER: second}
    for c in hung.values():
        guc.clean_up(c)
    return dump_about(guc, hung[about]), Truth(victim=about)


@row(pinned='asks', asks=(False, True))
def test_disable_before_the_reset(asks):
    """If an engine was reset because the driver had disabled a context, explain does not say that
    the driver disabled the context after the reset."""
    story = story_of(11)
    story.guc.killed(story.victim, asks=asks)
    story.guc.deregister(story.victim)
    return g.log_image(story.guc), Truth(victim=VICTIM, engine='bcs3')


@row(pinned=True, late_ms=(0, 3000))
def test_context_that_did_not_run(late_ms):
    """The log ends after a context was submitted to its engine and before the engine has run it.
    explain says that the context was on the engine, but not that it was running."""
    story = story_of(12)
    guc = story.guc
    guc.complete(story.victim)
    guc.ready(story.victim)
    guc.place(story.victim)
    return g.dump(guc, 'asked by the user', late_ms=late_ms), Truth(silent=('had been running',))


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


def parallel_dump(guc, queue):
    return g.dump(guc, timed_out(200), [queue[0]]).replace('Width: 1', f'Width: {len(queue)}')


@row(pinned='width_hangs', width_hangs=((2, 0), (2, 1), (3, 2)))
def test_context_of_a_parallel_queue(width_hangs):
    """The engine of one context of a parallel queue is reset. The dump names the guc_id of the
    first context of this queue. explain finds that the dump is about the context that was reset."""
    width, hangs = width_hangs
    story = story_of(13)
    guc = story.guc
    guc.complete(story.victim)
    guc.settle()
    queue = parallel(guc, 200, g.VIDEO, width)
    waiter = guc.register(WANTS, queue[hangs].engine)
    guc.refused(waiter, queue[hangs].engine)
    guc.wait(380)
    guc.message(0x30, 2)
    return parallel_dump(guc, queue), \
        Truth(hang=True, reset=True, victim=200, engine=f'vcs{hangs}', waiter=WANTS)


@row(key=('cat_error', 'reset'), about=(200, 201, 202))
def test_report_about_a_parallel_queue(key, about):
    """The GuC has reported an error or a reset of a context to the driver. The dump is about a
    parallel queue with the guc_ids 200 and 201. explain relates the message to the queue only if it
    is about one of these guc_ids."""
    story = story_of(14)
    guc = story.guc
    guc.settle()
    queue = parallel(guc, 200, g.VIDEO, 2)
    guc.event({'cat_error': 0x6000, 'reset': 0x1008}[key], about, 1)
    for c in queue:
        guc.complete(c)
    guc.disable(queue[0])
    return parallel_dump(guc, queue), Truth(victim=200, **{f'driver__{key}': about < 202})


@row(pinned='same', same=(True, False))
def test_reset_of_another_context_image(same):
    """The dump is about a queue with the same guc_id as the context that was reset. If the
    addresses of their context images differ, the queue is a later one, whose events are not in the
    log."""
    story = story_of(15)
    guc, victim = story.guc, story.victim
    guc.refused(story.waiter, story.engine)
    guc.clean_up(victim)
    events = list(guc.events)
    later = running(guc, VICTIM, story.engine)
    if same:
        later.lrca = victim.lrca
    return dump_about(guc, later, timed_out(VICTIM), events=events), \
        Truth(reset=same, driver__reset=False)


@row(engines=range(2, 6))
def test_reset_of_several_compute_engines(engines):
    """A compute engine is reset together with the render engine and the other compute engines. The
    log has an event CLASS_RESUMED for each of them, and no rule of the dictionary of events may
    fail because of this."""
    engine = (g.COMPUTE, engines - 2)
    story = story_of(16, engine)
    domain = [(g.RENDER, 0)] + [(g.COMPUTE, i) for i in range(engines - 1)]
    story.guc.refused(story.waiter, engine, domain)
    story.guc.clean_up(story.victim)
    return dump_about(story.guc, story.victim), OF_VICTIM | {'engine': f'ccs{engines - 2}'}


@row(pinned=True)
def test_other_reset_that_has_not_ended():
    """The dump is about a queue that had left its engine. The log ends within the reset of another
    engine. explain names the context that was on that other engine."""
    story = story_of(17)
    guc = story.guc
    other = running(guc, OTHER, VIDEO5)
    asked = guc.ask(story.waiter, story.engine)
    guc.complete(other)
    time_out(guc, asked, story.engine)
    guc.ev(0x03b8, 0, 0)
    guc.ev(0x03b3, g.COPY << 16 | 3, 1)
    guc.ev(0x03be, g.COPY, 3, 100)
    return dump_about(guc, other), Truth(reset=False)


@row(pinned='times_out', answers=(False, True), times_out=(False, True))
def test_reset_long_after_a_timeout(answers, times_out):
    """A preemption times out, but the GuC does not reset the engine. Seconds later, it resets
    another engine. The timeout is not the reason for this reset."""
    story = story_of(18)
    guc = story.guc
    other = running(guc, OTHER, VIDEO5)
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    if answers:
        guc.csb(story.victim, 2)
        guc.off(story.victim)
        guc.place(story.waiter)
        guc.started(story.waiter)
        guc.complete(story.waiter)
    guc.wait(4000000)
    if times_out:
        guc.refused(guc.register(WANTS, other.engine), other.engine)
    else:
        guc.reset(other, None, [other.engine])
    guc.clean_up(other)
    return dump_about(guc, other), \
        Truth(reset=True, victim=OTHER, engine='vcs5', waiter=WANTS if times_out else None,
              wait_ms=about_640(0.1) if times_out else None)


@row(pinned='listed', listed=(0, 1))
def test_queue_of_another_gt(listed):
    """Each GT has its own guc_ids. If the dump lists the queue that hung in the section of another
    GT, the context with the same guc_id in this log is not that queue."""
    story = refuse(story_of(19))
    text = dump_about(story.guc, story.victim, ct=False)
    at = text.index('\n**** Contexts')
    if listed:
        text = f'{text[:at]}\n**** GT #1 ****\n\tTile: 0\n{text[at:]}'
    return text, Truth(victim=VICTIM, engine='bcs3', driver__guc_id=None if listed else VICTIM)


# Resets of two engines, A and B. The steps: t the preemption times out, b the reset begins,
# d the engine has been reset, r its context is removed, p the waiter is placed, e the reset ends,
# s the waiter runs.
IN_TURN = 'tA bA dA rA pA eA sA tB bB dB rB pB eB sB'
ORDERS = (
    IN_TURN,
    'tA tB bA dA rA pA eA sA bB dB rB pB eB sB',        # both timeouts are first
    'tB tA bA dA rA pA eA sA bB dB rB pB eB sB',
    'tA tB bA bB dA dB rA rB pA pB eA eB sA sB',        # step by step
    'tA tB bA bB dB dA rB pB rA eB pA eA sB sA',
    'tA tB bA bB dB rB pB eB sB dA rA pA eA sA',        # one within the other
    'tA bA tB bB dA rA pA eA sA dB rB pB eB sB',        # the second begins within the first
)
UNFINISHED = ('tA tB bA bB dA rA pA eA sA', 'tA tB bA bB dB rB pB eB sB', 'tA tB bA bB',
              'tA tB bA bB dA dB')


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


def first_request(story):
    """Return the index of the first request to an engine to switch out its context."""
    return next(i for i, e in enumerate(story.guc.events) if e[1] == 0x03a8)


def of_pair(pair, **more):
    """Return the truth about the reset of one of the two engines."""
    victim, waiter = pair
    return Truth(failed=[], victim=victim.guc_id, engine=g.name_of(victim.engine),
                 waiter=waiter.guc_id) | more


@row(pinned='about', about='AB', other=(VIDEO5, (g.COPY, 11)), order=ORDERS)
def test_resets_of_two_engines(about, other, order):
    """explain gives the right verdict if two engines are reset at about the same time, in whatever
    order the steps happen, and also if the numbers of the engines differ by 8."""
    story, of = two_resets(order, True, other)
    return dump_about(story.guc, of[about][0]), of_pair(of[about], wait_ms=about_640(2),
                                                        limit_ms=640.0)


@row(pinned=True, about='AB', order=UNFINISHED)
def test_log_that_ends_within_two_resets(about, order):
    story, of = two_resets(order, False)
    return dump_about(story.guc, of[about][0]), \
        of_pair(of[about], hang=True, reset=True, waiter={None, of[about][1].guc_id})


def check_part(said, of, about):
    """Check that explain names the right engines and the right waiter for a part of a log with two
    resets, or leaves them out. of: see two_resets(); about: key of the reset's context in "of"."""
    engines = {c.guc_id: g.name_of(c.engine) for pair in of.values() for c in pair}
    victim, waiter = (c.guc_id for c in of[about])
    Truth(victim=victim, engine={None, engines[victim]}, waiter={None, waiter}).judge(said)
    text = sentences(said)
    if said['dictionary']['failed'] or 'the GuC reset the engine' in text:
        return
    for engine, guc_id in (*re.findall(r'Engine reset on (\w+\d).*? guc_id (\d+) ', text),
                           *re.findall(r'(\w+\d) had been running guc_id (\d+) ', text),
                           *[pair[::-1] for pair in
                             re.findall(r'guc_id (\d+) (?:had been|was already) on (\w+\d)',
                                        text)]):
        assert engines.get(int(guc_id), engine) == engine, text
    for guc_id, engine in re.findall(r'Why: guc_id (\d+) .*? the GuC asked (\w+\d) to', text):
        assert (int(guc_id), engine) == (waiter, engines[victim]), text


@pytest.mark.parametrize('about', 'AB')
@pytest.mark.parametrize('order', ORDERS)
def test_part_of_a_log_with_two_resets(explain, order, about):
    """If the log begins or ends anywhere near two resets, explain names no wrong engine and no
    wrong waiter."""
    story, of = two_resets(order, True)
    events, first = story.guc.events, first_request(story) - 20
    rng = random.Random(order)
    for _ in range(25):
        begin, end = sorted(rng.sample(range(first, len(events) + 1), 2))
        part = rng.choice((events[begin:end + 4], events[:end], events[begin - 4:]))
        check_part(explain(dump_about(story.guc, of[about][0], events=part, ct=False)), of, about)


@pytest.mark.parametrize('order', ('tA tB bA', 'tB tA bA dA rA pA eA sA',
                                   'tA bA dA rA tB bB dB rB'))
def test_log_that_begins_after_a_request(explain, order):
    """The log begins after the request to engine A to switch out and before the request to engine
    B. Rule R1 (a preemption times out only on an engine that was asked to switch out) must not fail
    because of the timeout of A."""
    story, of = two_resets(order, False)
    events = story.guc.events[first_request(story) + 1:]
    for about in 'AB':
        said = explain(dump_about(story.guc, of[about][0], events=events, ct=False))
        assert said['dictionary']['failed'] == []
        check_part(said, of, about)


@row(about='AB')
def test_timeout_without_a_reset_before_another_reset(about):
    """Two preemptions time out, and only one of the engines is reset. explain reports a reset only
    if the dump is about the context of this engine."""
    story, of = two_resets('tA tB bA dA rA pA eA sA', False)
    return dump_about(story.guc, of[about][0]), \
        of_pair(of[about], reset=True if about == 'A' else None, wait_ms=about_640(),
                waiter={None, of[about][1].guc_id})


@row(pinned=True, ends=(True, False))
def test_reset_without_a_timeout_after_a_timeout(ends):
    """A preemption times out on an engine, and then another engine of the same class is reset that
    nobody waits for. The context that waits for the first engine is not the reason for this."""
    story = story_of(19)
    guc = story.guc
    other = running(guc, OTHER, (g.COPY, 11))
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    guc.reset_begins(other.engine)
    if ends:
        guc.reset_done(other.engine)
        guc.removed(other)
        guc.reset_ends(other.engine, victim=other)
    return dump_about(guc, other), \
        Truth(failed=[], hang=True, reset=True, victim=OTHER, engine='bcs11', waiter=None,
              wait_ms=None)


@row(pinned=True, order=('tA bA dA rA pA eA', 'tA bA dA rA eA', 'tA bA dA rA', 'tA bA'))
def test_request_before_the_log(order):
    """The log begins after the request to the engine A, and has an unanswered request to another
    engine of its class. explain does not say that the other engine was the reason for the reset of
    A, and knows that the other request is still open."""
    story, of = two_resets(order, False, (g.COPY, 11))
    events = story.guc.events[first_request(story) + 1:]
    return dump_about(story.guc, of['A'][0], events=events, ct=False), \
        Truth(failed=[], victim=VICTIM, wait_ms=None, waiter={None, WAITER})


@row(steps=(2, 3, 4, 5, 7))
def test_log_that_ends_within_the_reset_of_a_former_waiter(steps):
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
    return dump_about(guc, waiter, events=guc.events[:end], ct=False), \
        Truth(failed=[], victim=WAITER, engine='bcs3', waiter=WANTS,
              silent=('dump is about guc_id',))


@row(steps=(1, 2, 3, 4))
def test_log_that_ends_where_the_second_request_led_to_a_reset(steps):
    """Two engines of a class are asked to switch out. The one that was asked later is reset first,
    and the log ends after some steps of this reset. explain does not name the other engine."""
    story, of = two_resets('tB bB', False, (g.COPY, 11))
    begin = next(i for i, e in enumerate(story.guc.events) if e[1] == 0x03b8)
    return dump_about(story.guc, of['B'][0], events=story.guc.events[:begin + steps], ct=False), \
        Truth(failed=[], victim=OTHER, engine='bcs11', waiter={None, WANTS}, silent=('parallel',))


@row(cut=range(-8, 0))
def test_log_that_begins_within_two_resets(cut):
    """The log begins within the resets of two engines. Later, a third engine is reset, and the dump
    is about this one."""
    story, _ = two_resets('tA tB bA bB dA dB rA rB pA eA pB eB', False, (g.COPY, 11))
    guc = story.guc
    begin = len(guc.events) + cut
    third = running(guc, 70, VIDEO5)
    guc.refused(guc.register(71, third.engine), third.engine)
    return dump_about(guc, third, events=guc.events[begin:], ct=False), \
        Truth(failed=[], victim=70, engine='vcs5', waiter=71)


@row(pinned='ends', about=(False, True), ends=(True, False))
def test_reset_of_an_idle_engine(about, ends):
    """An engine without a context is reset. The dump is about a context that runs on another
    engine, so the reset is not the one of this context."""
    story = story_of(6)
    guc = story.guc
    guc.reset_begins((g.COPY, 8))
    if ends:
        guc.reset_done((g.COPY, 8))
        guc.reset_ends((g.COPY, 8))
    return dump_about(guc, story.victim, timed_out(VICTIM)) if about else g.log_image(guc), \
        Truth(failed=[], reset=lambda reset: reset is not about, victim=VICTIM if about else None,
              engine='bcs3' if about else None)


@row(pinned=True)
def test_context_that_completes_before_the_reset_removes_it():
    """The preemption of a context times out, but the context completes while its engine is reset.
    So explain reports an engine reset that removed no context."""
    story = story_of(21)
    guc = story.guc
    time_out(guc, guc.ask(story.waiter, story.engine), story.engine)
    guc.reset_begins(story.engine)
    guc.complete(story.victim)
    guc.reset_done(story.engine)
    guc.place(story.waiter)
    guc.reset_ends(story.engine)
    return g.log_image(guc), Truth(victim=None, engine='bcs3', waiter=WAITER)


@row(pinned=True, about=(0, 1), both=(True, False))
def test_one_guc_id_on_two_gts(about, both):
    """Both GTs have a context with the same guc_id. The dump is about the one of the GT that lists
    it. explain uses nothing that the dump says about this queue for the other GT."""
    reason = named(VICTIM)
    lines, engines = [], ('ccs0', 'vcs2')
    for gt, engine in enumerate(((g.COMPUTE, 0), (g.VIDEO, 2))):
        story = story_of(12 + gt, engine)
        if both or gt == about:
            refuse(story)
        text = g.dump(story.guc, reason, [story.victim] if gt == about else [], gt=gt)
        lines += text[text.index(f'\n**** GT #{gt} ****'):].split('\n')[:-1]
    return forms.devcoredump(forms.Machine(reason=reason), tail=lines), \
        Truth(victim=VICTIM, engine=engines[about],
              logs=lambda logs: [log['driver']['guc_id'] for log in logs] ==
              [VICTIM if gt == about else None for gt in (0, 1)])


@row(late_ms=(0, 5000), disabled=(False, True))
def test_waiter_that_then_hangs(late_ms, disabled):
    """A context gets an engine after the reset for which it had waited. If it is still there 5 s
    later, its job timeout is not due to the context that was removed."""
    story = story_of(22)
    guc, waiter = story.guc, story.waiter
    time_out(guc, guc.ask(waiter, story.engine), story.engine)
    guc.reset_begins(story.engine)
    guc.reset_done(story.engine)
    guc.removed(story.victim)
    guc.place(waiter)
    guc.reset_ends(story.engine, victim=story.victim)
    guc.started(waiter)
    own = late_ms > 0
    if disabled:
        guc.exactly(guc.tick + late_ms * g.HZ // 1000)
        guc.complete(waiter)
        guc.disable(waiter)
        late_ms = 40
    return dump_about(guc, waiter, timed_out(WAITER), late_ms=late_ms), \
        Truth(victim=WAITER if own else VICTIM, engine='bcs3', waiter=None if own else WAITER,
              reset=lambda reset: reset is not own)


@row()
def test_limit_without_a_request():
    """The log has no request to switch out before a reset. The preemption timeout of another
    context, which has the guc_id 0, is not the limit."""
    story = story_of(20)
    story.guc.register(0, VIDEO5, timeout_us=100000)
    story.guc.reset(story.victim, None, [story.engine])
    return g.dump(story.guc, 'asked by the user'), Truth(victim=VICTIM, engine='bcs3',
                                                         limit_ms=640.0)
