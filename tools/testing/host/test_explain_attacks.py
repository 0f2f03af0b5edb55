# SPDX-License-Identifier: GPL-2.0-only
"""explain on generated dumps that suggest a wrong verdict. For each dump it is known which context
hung, on which engine, and which context waited. explain may leave this out, but must not name
others. If the log and the devcoredump disagree, it follows the devcoredump. With --every N, one in
N of the random dumps of each row is tested."""

import random
import re
import struct

import gucstory as g
import pytest
import stories
from explained import Truth, named, row, sentences
from gucstory import name_of
from reference import forms
from reference.sections import V73, Context, Dump, Engine, Lrc, Range
from stories import VICTIM, WAITER, domain_of, running, timed_out

SEEDS = range(20)
HUNG = 61
FREE = ((g.COPY, 4), (g.COPY, 5), (g.COPY, 6), (g.VIDEO, 3), (g.ENHANCE, 1))


def maybe(victim=None, engine=None, waiter=None, must=True, hang=True, **more):
    """Return the truth about a dump that explain need not understand.

    victim, engine, waiter: the names that are right; None if the dump does not show them
    must: whether the dump shows the victim, so explain must name it
    hang: the right value of "hang"; None if every value is right
    """
    silent = (r'\bhung\b|did not leave|thrown away|was reset',) if hang is False else ()
    hangs = {True: {True} if must else {True, None}, False: {False, None},
             None: {True, False, None}}
    return Truth(victim=victim if must else {victim, None}, engine={engine, None},
                 waiter={waiter, None}, hang=hangs[hang], may_fail=not must,
                 silent=silent + more.pop('silent', ())) | more


def begin(seed, kind):
    rng = random.Random(f'{kind} {seed}')
    story = stories.begin(seed + 7000, steps=rng.randrange(10, 70))
    return rng, story, story.guc


# Dumps after several hangs.
@row(seed=SEEDS)
def test_two_engines_at_once(seed):
    """Two engines are reset one shortly after the other. The line "Reason" of the dump names the
    context of one of them."""
    rng, story, guc = begin(seed, 'two engines')
    engine = rng.choice(FREE)
    other, wants = running(guc, HUNG, engine), guc.register(62, engine)
    pairs = [(story.victim, story.waiter, story.engine), (other, wants, engine)]
    if rng.random() < 0.5:
        pairs.reverse()
    for victim, waiter, one in pairs:
        guc.refused(waiter, one, domain_of(one))
        guc.wait(rng.choice((100, 1500, 900000)))
    for victim, _, _ in pairs:
        guc.clean_up(victim)
    victim, waiter, one = rng.choice(pairs)
    return g.dump(guc, named(victim.guc_id), [victim]), \
        maybe(victim.guc_id, name_of(one), waiter.guc_id)


@row(seed=SEEDS)
def test_one_engine_twice(seed):
    """An engine is reset a second time, because of another queue than the first time."""
    rng, story, guc = begin(seed, 'twice')
    engine = rng.choice(FREE)
    for guc_id in (HUNG, HUNG + 1):
        victim, waiter = running(guc, guc_id, engine), guc.register(guc_id + 10, engine)
        guc.wait(rng.randrange(1000, 3000000))
        guc.refused(waiter, engine)
        guc.clean_up(victim)
        guc.wait(rng.randrange(1000, 3000000))
    return g.dump(guc, named(HUNG + 1), [victim]), maybe(HUNG + 1, name_of(engine), HUNG + 11)


@row(seed=SEEDS)
def test_reused_on_the_same_engine(seed):
    """An earlier queue was reset. Its guc_id was then given to another queue of the same engine. A
    job of this queue timed out when the queue had left the engine."""
    rng, story, guc = begin(seed, 'reused')
    stories.refuse(story)
    guc.wait(rng.randrange(1000, 5000000))
    again = running(guc, VICTIM, story.engine)
    guc.wait(5000000)
    guc.complete(again)
    guc.disable(again)
    return g.dump(guc, timed_out(VICTIM), [again]), \
        maybe(VICTIM, story.name, reset={False, None}, silent=('for guc_id 47',))


@row(seed=SEEDS)
def test_waiter_hangs_next(seed):
    """After the reset of an engine, a job of the waiting queue timed out."""
    rng, story, guc = begin(seed, 'waiter')
    stories.refuse(story)
    guc.wait(3000)
    guc.submit(story.waiter)
    guc.wait(rng.randrange(5000000, 6000000))
    guc.killed(story.waiter, domain_of(story.waiter.engine))
    return g.dump(guc, timed_out(WAITER), [story.waiter]), \
        maybe(WAITER, name_of(story.waiter.engine))


@row(seed=SEEDS)
def test_another_engine_is_asked(seed):
    """A job of one queue timed out. The log ends after the GuC has asked another engine to preempt
    its context, and before that engine has done so."""
    rng, story, guc = begin(seed, 'asked')
    done = running(guc, HUNG, rng.choice(FREE))
    guc.wait(5000000)
    guc.complete(done)
    guc.disable(done)
    asked = guc.ask(story.waiter, story.engine)
    end = asked + 640000 * 192 // 10 + 40
    guc.looks(end if seed % 2 else asked + rng.randrange(2000000, 9000000))
    if seed % 2:
        guc.exactly(end - 1)
        guc.ev(0x03b9, story.engine[0], g.PAD, 0)
    return g.dump(guc, timed_out(HUNG), [done], late_ms=1), \
        maybe(HUNG, name_of(done.engine), reset={False, None})


# Dumps with messages of the GuC about other contexts than the victim.
@row(seed=SEEDS)
def test_memory_error_of_another(seed):
    """The GuC has reported a memory error, but of another queue than the one whose job timed
    out."""
    rng, story, guc = begin(seed, 'another error')
    guc.event(0x6000, 99, rng.randrange(4))
    guc.wait(rng.randrange(1, 2000))
    guc.complete(story.victim)
    guc.disable(story.victim)
    return g.dump(guc, timed_out(VICTIM), [story.victim]), \
        maybe(VICTIM, story.name, reset={False, None},
              silent=(rf'memory error of guc_id {VICTIM}\b', 'because of a memory error'))


@row(seed=SEEDS)
def test_reset_message_of_another(seed):
    """The CT buffer has the GuC's message about the reset of a context (0x1008), but of another
    queue. The log has no events of this reset."""
    rng, story, guc = begin(seed, 'another message')
    guc.event(0x1008, 98)
    guc.wait(10000)
    guc.complete(story.victim)
    guc.disable(story.victim)
    return g.dump(guc, timed_out(VICTIM), [story.victim]), \
        maybe(VICTIM, story.name, reset={False, None})


@row(seed=SEEDS)
def test_refused_faults_of_another(seed):
    """The driver did not resolve the page faults in another address space, but it resolved those in
    the address space of the victim."""
    rng, story, guc = begin(seed, 'refused')
    ours, other = rng.sample(range(1, 900), 2)
    for asid in rng.choices((ours, other), k=20) + [ours]:
        guc.event(0x6002, 0, asid << 12, 0x1000, 0)
        guc.h2g.send(0x6003, (1 | (asid == other) << 1 | asid << 12, 0), 2)
    guc.complete(story.victim)
    guc.disable(story.victim)
    desc = story.victim.lrca << 12
    words = [0x11081003, 0x1a038, desc - 0x4000, 0x1a278, ours, 0x05000001]
    lrc = Lrc(desc=desc, contents=struct.pack('<6I', *words))
    machine = forms.Machine(reason=timed_out(VICTIM))
    held = forms.Held(g.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    text = Dump(machine=machine, log=held, engines=(), ranges=(),
                contexts=(Context(guc_id=VICTIM, lrcs=(lrc,)),)).text(V73)
    at = text.index('\n**** Contexts')
    text = text[:text.index('\n**** GuC CT')] + '\n'.join(g.ct_lines(guc)) + '\n' + text[at:]
    return text, maybe(VICTIM, 'ccs0', reset={False, None},
                       silent=('was not resolved', rf'ASID 0x{other:x}\b'))


# Dumps in which the line "Reason" names no context.
@pytest.mark.parametrize('seed', SEEDS)
@pytest.mark.parametrize('reason', ('CTB is dead - 0x80', 'asked by the user', '',
                                    'Timedout job', 'guc_id=', 'guc_id=99999999999',
                                    'LR job cleanup, guc_id=-1'))
def test_reason_without_a_queue(explain, seed, reason):
    """If the line "Reason" names no context, explain names no victim. Only for a job timeout or a
    cleanup it may name the one context in the dump."""
    _, story, guc = begin(seed, 'no queue')
    guc.settle()
    said = explain(g.dump(guc, reason, [story.victim]))
    assert said['victim']['guc_id'] is None or reason.startswith(('Timedout', 'LR'))
    assert said['victim']['guc_id'] in (None, VICTIM)
    assert said['reset'] is not True


# Dumps of which a part is missing, or that have more sections than are needed.
@row(seed=SEEDS)
def test_front_is_missing(seed):
    """The beginning of the dump is missing, up to a random place."""
    rng, story, guc = begin(seed, 'front')
    stories.refuse(story)
    text = g.dump(guc, named(VICTIM), [story.victim])
    return text[rng.randrange(len(text)):], \
        maybe(VICTIM, story.name, WAITER, must=False, hang=None,
              reset={True, None})


@row(seed=SEEDS)
def test_end_is_missing(seed):
    rng, story, guc = begin(seed, 'end')
    stories.refuse(story)
    text = g.dump(guc, named(VICTIM), [story.victim])
    return text[:rng.randrange(300, len(text))], \
        maybe(VICTIM, story.name, WAITER, must=False, hang=None,
              reset={True, None})


@row(seed=SEEDS)
def test_middle_is_missing(seed):
    rng, story, guc = begin(seed, 'middle')
    stories.refuse(story)
    text = g.dump(guc, named(VICTIM), [story.victim])
    lines = text.split('\n')
    at = rng.randrange(1, len(lines) - 2)
    del lines[at:at + rng.randrange(1, 12)]
    return '\n'.join(lines), \
        maybe(VICTIM, story.name, WAITER, must=False, hang=None,
              reset={True, None})


@row(seed=SEEDS)
def test_log_is_missing(seed):
    """The dump has the driver's data and no GuC log. The registers of an engine are of another
    context."""
    rng = random.Random(f'no log {seed}')
    guc_id = rng.randrange(1, 60)
    desc = 0x21df000
    regs = {'RING_HEAD': 0x100, 'RING_TAIL': 0x200, 'RING_CTL': 0x3001, 'RING_START': 0x5550000,
            'RING_EXECLIST_STATUS': (guc_id + rng.choice((0, 1))) << 39 | 0x4000309c,
            'RING_EXECLIST_SQ_CONTENTS': 0x5554000 | 0x119, 'IPEHR': 0x61050001,
            'ACTHD': 0x1004, 'RING_BBADDR': 0x1005}
    context = Context(guc_id=guc_id, lrcs=(Lrc(desc=desc),), jobs=())
    text = Dump(machine=forms.Machine(reason=timed_out(guc_id)), contexts=(context,),
                engines=(Engine(name='bcs3', source='Manual', regs=regs),)).text(V73)
    return text, maybe(guc_id, 'ccs0', reset=None,
                       silent=('bcs3', 'STATE_COMPUTE_MODE', r'\bno engine reset\b'))


@row(seed=SEEDS)
def test_several_gts(seed):
    """The dump also has the log of a second GT. There, a queue with the victim's guc_id was not
    reset."""
    rng, story, guc = begin(seed, 'gts')
    stories.refuse(story)
    other = stories.begin(seed + 99, steps=40, engine=(g.VIDEO, 2))
    other.guc.complete(other.victim)
    other.guc.disable(other.victim)
    machine = forms.Machine(reason=timed_out(VICTIM))
    held = [forms.Held(g.log_image(one.guc), machine.gts[i],
                       tick=one.guc.events[-1][0] + 800000)
            for i, one in enumerate((story, other))]
    mine = g.context_lines([story.victim])
    whole = forms.devcoredump(machine, held[0], tail=[*mine, ''])
    alone = forms.devcoredump(machine, held[1])
    return whole + alone[alone.index('\n**** GT #1'):], \
        maybe(VICTIM, story.name, WAITER)


@row(seed=SEEDS)
def test_many_queues_are_listed(seed):
    rng, story, guc = begin(seed, 'listed')
    stories.refuse(story)
    listed = [story.victim, story.waiter, *[c for c in guc.contexts.values()]]
    rng.shuffle(listed)
    return g.dump(guc, named(VICTIM), list({c.guc_id: c for c in listed}.values())), \
        maybe(VICTIM, story.name, WAITER, reset=True)


@row(seed=SEEDS)
def test_queue_is_not_listed(seed):
    """The section "Contexts" of the dump has only another queue."""
    rng, story, guc = begin(seed, 'unlisted')
    stories.refuse(story)
    return g.dump(guc, named(VICTIM), [story.waiter]), \
        maybe(VICTIM, story.name, WAITER, reset=True)


# Logs in which nothing hangs.
@row(seed=SEEDS)
def test_healthy(seed):
    rng, story, guc = begin(seed, 'healthy')
    guc.some_work(rng.randrange(5, 400), [story.victim])
    if rng.random() < 0.5:
        guc.settle()
    reason = rng.choice(('asked by the user', 'capture'))
    return g.dump(guc, reason, [], unread=0), \
        maybe(hang=False, reset={False, None}, must=False)


@row(seed=SEEDS)
def test_healthy_and_waiting(seed):
    """A queue is on its engine for up to some minutes and sometimes waits for a semaphore, but
    leaves the engine whenever another queue needs it."""
    rng, story, guc = begin(seed, 'waiting')
    for _ in range(rng.randrange(1, 9)):
        guc.wait(rng.randrange(10000, 20000000))
        if rng.random() < 0.5:
            guc.granted(story.waiter, story.engine)
        else:
            guc.csb(story.victim, 0x8002, 3)
    desc = story.victim.lrca << 12
    words = [0x0e00c003, 1, 0x1000, 0, 0x05000000]
    regs = {'RING_HEAD': 0x100, 'RING_TAIL': 0x200, 'RING_CTL': 0x3401, 'RING_MI_MODE': 0x1200,
            'RING_START': desc - 0x4000, 'IPEHR': words[0],
            'RING_EXECLIST_STATUS': VICTIM << 39 | 0x4000309c,
            'RING_EXECLIST_SQ_CONTENTS': desc | 0x119, 'ACTHD': 0x1000, 'RING_BBADDR': 0x1001}
    machine = forms.Machine(reason='asked by the user')
    held = forms.Held(g.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    context = Context(guc_id=VICTIM, lrcs=(Lrc(desc=desc),), jobs=())
    text = Dump(machine=machine, log=held, contexts=(context,),
                engines=(Engine(name=story.name, source='Manual', regs=regs),),
                ranges=(Range(0x1000, struct.pack('<5I', *words)),)).text(V73)
    return text, maybe(hang=False, reset={False, None}, must=False, silent=('hangs', 'stuck on'))


@row(seed=SEEDS)
def test_faults_that_are_answered(seed):
    rng, story, guc = begin(seed, 'faults')
    for _ in range(rng.randrange(2, 40)):
        count = rng.randrange(1, 30)
        guc.faults(count)
        guc.answer(count)
    guc.settle()
    return g.dump(guc, 'asked by the user', []), \
        maybe(hang=False, reset={False, None}, must=False, silent=('have no answer',))


# The log and the dump disagree, or the log alone would name another context.
def hung(story, **more):
    """Return the truth about a dump whose victim is that of the story."""
    return Truth(hang=True, victim=VICTIM, engine={story.name, None}) | more


def reason_of(guc_id, rng):
    """Return a line "Reason" that names this context, in one of the forms that xe prints."""
    return rng.choice((named(guc_id), timed_out(guc_id)))


def pick(seed, steps=None):
    rng = random.Random(f'witness {seed}')
    engine = rng.choice(((g.COMPUTE, 0), (g.RENDER, 0), (g.COPY, 3), (g.VIDEO, 2), (g.COPY, 8)))
    return rng, stories.begin(seed, steps=steps or rng.randrange(20, 90), engine=engine)


# 1. The log has a reset of an earlier hang.
@row(seed=range(50))
def test_old_reset_of_another(seed):
    """The log has a reset of an earlier hang, but the dump is about another queue, on an engine
    that the GuC did not reset."""
    rng, story = pick(seed)
    guc = story.guc
    stories.refuse(story)
    guc.wait(1000 * rng.randrange(50, 4000))
    free = [e for e in stories.ENGINES if e not in guc.on and e != story.engine]
    other = running(guc, 61, rng.choice(free or [(g.COPY, 5)]))
    guc.wait(1000 * rng.randrange(1, 900))
    text = g.dump(guc, reason_of(61, rng), [other], late_ms=rng.randrange(0, 60))
    return text, Truth(hang=True, victim=61, engine=name_of(other.engine), reset=False,
                       silent=(rf'removed guc_id {VICTIM}\b',))


@row(seed=range(50))
def test_reused_guc_id(seed):
    """After an earlier reset, the guc_id of the victim was registered again for another queue,
    which the dump is about."""
    rng, story = pick(seed)
    guc = story.guc
    stories.refuse(story)
    guc.wait(1000 * rng.randrange(1, 3000))
    engine = rng.choice([e for e in stories.ENGINES + ((g.COPY, 6),) if e not in guc.on])
    again = running(guc, VICTIM, engine)
    guc.wait(1000 * rng.randrange(600, 5000))
    text = g.dump(guc, reason_of(VICTIM, rng), [again])
    return text, Truth(hang=True, victim=VICTIM, engine={name_of(engine), None}, reset=False)


@row(seed=range(50))
def test_reset_evicted_by_a_storm(seed):
    """The log does not have the events of the hang. It has only the page faults after it, or only
    events from before it, with the reset of an earlier hang."""
    rng, story = pick(seed, steps=10)
    guc = story.guc
    stories.refuse(story)
    first = len(guc.events)
    engine = rng.choice([e for e in ((g.COPY, 4), (g.COPY, 5), (g.VIDEO, 3)) if e not in guc.on])
    hung = running(guc, 33, engine)
    wants = guc.register(34, engine)
    kept = len(guc.events)
    guc.wait(1000 * 20000)
    guc.refused(wants, engine, [engine])
    guc.clean_up(hung)
    lost = len(guc.events)
    for _ in range(30):
        guc.faults(9)
        guc.answer(9)
    events = guc.events[max(0, first - 200):kept] if seed % 2 else guc.events[lost:]
    text = g.dump(guc, reason_of(33, rng), [hung], events=events,
                  late_ms=(guc.tick - events[-1][0]) * 1000 // g.HZ + 5)
    return text, Truth(hang=True, victim=33, engine={name_of(engine), None},
                       silent=(rf'removed guc_id {VICTIM}\b',))


# 2. Another context completes its work while the engine of the victim is reset.
@row(seed=range(50))
def test_innocent_in_the_reset(seed):
    """While the engine of the victim is reset, a context on another engine of the same class
    completes its work."""
    rng, story = pick(seed)
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
    text = g.dump(guc, reason_of(VICTIM, rng), [victim])
    return text, hung(story, reset=True, waiter=WAITER, silent=('removed 1 other',))


# 3. Several contexts wait when the engine is reset.
@row(seed=range(50))
def test_two_ready_contexts(seed):
    """Shortly before the GuC asks the engine to preempt its context, two contexts become ready for
    this engine or for the engine of the waiter."""
    rng, story = pick(seed)
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
    text = g.dump(guc, reason_of(VICTIM, rng), [story.victim])
    return text, hung(story, waiter=waiter.guc_id)


@row(seed=range(50))
def test_two_ready_without_a_reset(seed):
    rng, story = pick(seed)
    guc, waiter = story.guc, story.waiter
    second = guc.register(52, story.engine)
    for c in rng.sample([waiter, second], 2):
        guc.message(0x1000, c.guc_id)
        guc.ev(0x8105, c.lrca, c.guc_id)
        guc.ready(c)
    guc.ev(0x03a8, *story.engine, 6)
    guc.wait(200000)
    text = g.dump(guc, 'asked by the user', [])
    return text, Truth(hang=None, waiter=None)


# 4. The end of the log is lost.
@row(seed=range(50))
def test_missing_end(seed):
    """The image of the log ends before its newest events."""
    rng, story = pick(seed)
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
    return text[:end], Truth(reset={True, None}, silent=('without an event', 'is unanswered',))


# 5. The wait differs from the preemption timeout, or the H2G ring does not match the log.
@row(seed=range(50))
def test_odd_limit(seed):
    rng, story = pick(seed)
    late = rng.choice((40000, 60000, -5000, -30000))
    story.guc.refused(story.waiter, story.engine, domain_of(story.engine), late_us=late)
    story.guc.clean_up(story.victim)
    text = g.dump(story.guc, reason_of(VICTIM, rng), [story.victim])
    return text, hung(story, reset=True, waiter=WAITER, limit_ms=None)


@row(seed=range(50))
def test_listed_limit_differs(seed):
    rng, story = pick(seed)
    stories.refuse(story)
    text = g.dump(story.guc, reason_of(VICTIM, rng), [story.victim], ct=False)
    limit = rng.choice((1000, 10 ** 6))
    text = text.replace('Preempt timeout: 640000', f'Preempt timeout: {limit}')
    return text, hung(story, reset=True, waiter=WAITER, limit_ms=None)


@row(seed=range(50))
def test_ring_of_another_time(seed):
    """The log was copied long before the CT buffers: since then, the driver has sent more messages
    than the CT buffer can hold."""
    rng, story = pick(seed)
    stories.refuse(story)
    guc = story.guc
    events = list(guc.events)
    for _ in range(600):
        guc.h2g.send(rng.choice((0x1000, 0x6003, 0x7000)), (rng.randrange(99), 0), 2)
    text = g.dump(guc, reason_of(VICTIM, rng), [story.victim], events=events)
    return text, hung(story, reset=True, waiter=WAITER, holds=True)


@row(seed=range(50))
def test_ring_lost_characters(seed):
    rng, story = pick(seed)
    stories.refuse(story)
    text = g.dump(story.guc, reason_of(VICTIM, rng), [story.victim])
    start = text.index('[CTB].data: ') + 20
    end = text.index('\n', start)
    at = rng.randrange(start, end - 500)
    return text[:at] + text[at + rng.choice((1, 4, 5, 50)):], \
        hung(story, reset=True, holds=True)


# 6. The GuC does not notice the hang, or a memory error causes the reset.
@row(seed=range(50))
def test_job_timeout(seed):
    """A job times out after its context has left the engine, and the GuC has answered all
    requests."""
    rng, story = pick(seed)
    guc = story.guc
    guc.wait(1000 * 2000)
    guc.complete(story.victim)
    guc.disable(story.victim)
    return g.dump(guc, timed_out(VICTIM), [story.victim]), \
        Truth(hang=True, victim=VICTIM, engine=story.name, reset=False, basis='driver',
              signature=lambda text: text.startswith('job timeout on '),
              silent=('shows no hang',))


@row(seed=range(50))
def test_memory_error(seed):
    """The GuC reports a memory error of the victim to the driver, and then resets the engine."""
    rng, story = pick(seed)
    guc = story.guc
    guc.event(0x6000, VICTIM, rng.randrange(4))
    guc.reset(story.victim, None, [story.engine])
    guc.clean_up(story.victim)
    return g.dump(guc, reason_of(VICTIM, rng), [story.victim]), \
        hung(story, reset=True, driver__cat_error=True, silent=('unknown why',))


@row(seed=range(50))
def test_reason_names_the_waiter(seed):
    """The line "Reason" names the waiting context, because its job timed out."""
    rng, story = pick(seed)
    stories.refuse(story, clean_up=False)
    reason = timed_out(WAITER)
    return g.dump(story.guc, reason, [story.waiter]), \
        hung(story, reset=True, waiter=WAITER, silent=('contradict',))


# 7. The firmware is unknown.
@row(seed=range(50))
def test_relabelled(seed):
    """The log is of a firmware that uses new ids for its events."""
    rng, story = pick(seed)
    stories.refuse(story)
    to = {}
    for event in story.guc.events:
        to.setdefault(event[1], 0x7000 + 37 * len(to))
    events = [(tick, to[code], a, b) for tick, code, a, b in story.guc.events]
    return g.dump(story.guc, reason_of(VICTIM, rng), [story.victim], events=events), \
        hung(story, basis='driver')


@row(seed=range(50))
def test_permuted(seed):
    """The log is of a firmware in which the known ids have exchanged their meanings."""
    rng, story = pick(seed)
    stories.refuse(story)
    events = stories.renumber(story.guc.events, rng)
    return g.dump(story.guc, reason_of(VICTIM, rng), [story.victim], events=events), \
        hung(story, basis='driver')


@row(pinned='how', how=((125, 171), (125, 170), (0, 171)))
def test_time_limit(how):
    """If a job timed out, explain says whether it had not begun or had not ended within its time
    limit. It does not print the limit, because xe gives it in jiffies, or as 0 if it ended the jobs
    without waiting for it."""
    limit, begun = how
    text = test_job_timeout.told(1)[0].replace('Start seqno: (memory) 171',
                                               f'Start seqno: (memory) {begun}')
    return text.replace('Timeout: 9223372036854775807', f'Timeout: {limit}'), \
        Truth(silent=('125',), driver__hang={True, None})


@pytest.mark.parametrize('name', ('apache', 'tar', 'the_game', 'a.out', 'Xorg', 'ümlaut'))
def test_programs_keep_their_names(explain, name):
    """At the beginning of a sentence, explain does not capitalise the name of a program."""
    story = stories.make(3, 'r')
    text = g.dump(story.guc, named(VICTIM), [story.victim])
    said = explain(re.sub('Process: .*', f'Process: {name} [17]', text))
    assert sentences(said).startswith(f'{name} (17) kept ')


@pytest.mark.parametrize('seed', SEEDS)
def test_history_of_the_victim(explain, seed):
    """explain states how often the victim had left its engine before the hang, because its work was
    complete or because it was preempted. It also states the longest time on the engine before that,
    and how often the victim was preempted."""
    rng, story, guc = begin(seed, 'history')
    guc.complete(story.victim)
    begun, whole, granted, asked = len(guc.events), [], 0, None
    for _ in range(rng.randrange(1, 9)):
        guc.submit(story.victim)
        guc.wait(rng.randrange(1000, 700000))
        if rng.random() < 0.5:
            first = len(guc.events)
            guc.granted(story.waiter, story.engine)
            granted += 1
            asked, = [e[0] for e in guc.events[first:] if e[1] == 0x03a8]
        guc.complete(story.victim)
    guc.submit(story.victim)
    guc.wait(50000)
    stories.refuse(story)
    since = None
    for tick, code, _, guc_id in guc.events[begun:]:
        if guc_id != VICTIM:
            continue
        if code == 0x8104:
            since = tick
        elif code == 0x8107 and since:
            whole.append(tick - since)
            last, since = since, None
    text = g.dump(guc, named(VICTIM), [story.victim],
                  events=guc.events[begun:])
    said = explain(text, '--why')
    shown = sentences(said)
    found = re.search(r'had left its engine (\d+) times? because it was complete or preempted, '
                      r'after at most ([\d.]+) (us|ms|s)', shown)
    assert int(found[1]) == len(whole) - 1
    unit = {'us': 1e-6, 'ms': 1e-3, 's': 1}[found[3]]
    assert float(found[2]) * unit == pytest.approx(max(whole[:-1]) / g.HZ, rel=0.06)
    gave = re.search(r'; it gave way to another context (\d+) time', shown)
    assert (int(gave[1]) if gave else 0) == granted
    last_time = re.search(r'gave way to another context \d+ times?, the last time at .*?, '
                          r'([\d.]+) us after', shown)
    assert bool(last_time) == bool(granted)
    if granted:
        line, = [s for s in said['logs'][0]['sentences'] if 'gave way' in s['text']]
        tick, code, *_ = guc.events[begun + line['events'][0]]
        assert code == 0x0476 and tick > asked
        assert float(last_time[1]) == pytest.approx((tick - asked) / g.HZ * 1e6, abs=0.6)
    on, = [line for line in said['logs'][0]['sentences'] if 'had been on' in line['text']]
    index, = on['events']
    assert guc.events[begun + index][:2] == (last, 0x8104)
