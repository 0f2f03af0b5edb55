# SPDX-License-Identifier: GPL-2.0-only
"""explain on generated dumps that suggest a wrong verdict. For each dump it is known which context
hung, on which engine, and which context waited. explain may leave this out, but must not name
others."""

import random
import re
import struct

import gucstory as g
import pytest
import stories
from explained import sentences
from gucstory import name_of
from reference import forms
from reference.sections import V73, Context, Dump, Engine, Lrc, Range
from stories import domain_of, running, timed_out

SEEDS = range(20)
HUNG = 61
FREE = ((g.COPY, 4), (g.COPY, 5), (g.COPY, 6), (g.VIDEO, 3), (g.ENHANCE, 1))


class Truth:
    """What explain may say about a dump.

    victim, engine, waiter: the names that are right; None if the dump does not show them
    must: whether the dump shows the victim, so explain must name it
    hang: the right value of "hang"; None if every value is right
    reset: the right values of "reset"
    silent: regular expressions that no sentence of explain may match
    """

    def __init__(self, victim=None, engine=None, waiter=None, must=True, hang=True,
                 reset=(True, False, None), silent=()):
        self.victim, self.engine, self.waiter = victim, engine, waiter
        self.must, self.hang, self.reset, self.silent = must, hang, reset, silent

    def judge(self, said):
        shown = sentences(said)
        named = said['victim']['guc_id']
        if self.victim is None:
            assert named is None, shown
        else:
            assert named in ((self.victim,) if self.must else (self.victim, None)), shown
        assert said['victim']['engine'] in (self.engine, None), shown
        assert said['waiter']['guc_id'] in (self.waiter, None), shown
        assert said['reset'] in self.reset, shown
        if self.hang is True:
            assert said['hang'] in ((True,) if self.must else (True, None)), shown
        elif self.hang is False:
            assert said['hang'] is not True, shown
            assert not re.search(r'\bhung\b|did not leave the engine|thrown away|was reset',
                                 shown), shown
        for words in self.silent:
            assert not re.search(words, shown), (words, shown)


def cleaned(guc_id):
    return f'LR job cleanup, guc_id={guc_id}'


def begin(seed, kind):
    rng = random.Random(f'{kind} {seed}')
    story = stories.begin(seed + 7000, steps=rng.randrange(10, 70))
    return rng, story, story.guc


# Dumps after several hangs.
def two_engines_at_once(seed):
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
    return g.dump(guc, cleaned(victim.guc_id), [victim]), \
        Truth(victim.guc_id, name_of(one), waiter.guc_id)


def one_engine_twice(seed):
    """An engine is reset a second time, because of another queue than the first time."""
    rng, story, guc = begin(seed, 'twice')
    engine = rng.choice(FREE)
    for guc_id in (HUNG, HUNG + 1):
        victim, waiter = running(guc, guc_id, engine), guc.register(guc_id + 10, engine)
        guc.wait(rng.randrange(1000, 3000000))
        guc.refused(waiter, engine)
        guc.clean_up(victim)
        guc.wait(rng.randrange(1000, 3000000))
    return g.dump(guc, cleaned(HUNG + 1), [victim]), Truth(HUNG + 1, name_of(engine), HUNG + 11)


def reused_on_the_same_engine(seed):
    """An earlier queue was reset. Its guc_id was then given to another queue of the same engine. A
    job of this queue timed out when the queue had left the engine."""
    rng, story, guc = begin(seed, 'reused')
    stories.refuse(story)
    guc.wait(rng.randrange(1000, 5000000))
    again = running(guc, stories.VICTIM, story.engine)
    guc.wait(5000000)
    guc.complete(again)
    guc.disable(again)
    return g.dump(guc, timed_out(stories.VICTIM), [again]), \
        Truth(stories.VICTIM, story.name, reset=(False, None), silent=('for guc_id 47',))


def waiter_hangs_next(seed):
    """After the reset of an engine, a job of the waiting queue timed out."""
    rng, story, guc = begin(seed, 'waiter')
    stories.refuse(story)
    guc.wait(3000)
    guc.submit(story.waiter)
    guc.wait(rng.randrange(5000000, 6000000))
    guc.killed(story.waiter, domain_of(story.waiter.engine))
    return g.dump(guc, timed_out(stories.WAITER), [story.waiter]), \
        Truth(stories.WAITER, name_of(story.waiter.engine))


def another_engine_is_asked(seed):
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
        Truth(HUNG, name_of(done.engine), reset=(False, None))


# Dumps with messages of the GuC about other contexts than the victim.
def memory_error_of_another(seed):
    """The GuC has reported a memory error, but of another queue than the one whose job timed
    out."""
    rng, story, guc = begin(seed, 'another error')
    guc.event(0x6000, 99, rng.randrange(4))
    guc.wait(rng.randrange(1, 2000))
    guc.complete(story.victim)
    guc.disable(story.victim)
    return g.dump(guc, timed_out(stories.VICTIM), [story.victim]), \
        Truth(stories.VICTIM, story.name, reset=(False, None),
              silent=(rf'memory error of guc_id {stories.VICTIM}\b', 'because of a memory error'))


def reset_message_of_another(seed):
    """The CT buffer has the GuC's message about the reset of a context (0x1008), but of another
    queue. The log has no events of this reset."""
    rng, story, guc = begin(seed, 'another message')
    guc.event(0x1008, 98)
    guc.wait(10000)
    guc.complete(story.victim)
    guc.disable(story.victim)
    return g.dump(guc, timed_out(stories.VICTIM), [story.victim]), \
        Truth(stories.VICTIM, story.name, reset=(False, None))


def refused_faults_of_another(seed):
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
    machine = forms.Machine(reason=timed_out(stories.VICTIM))
    held = forms.Held(g.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    text = Dump(machine=machine, log=held, engines=(), ranges=(),
                contexts=(Context(guc_id=stories.VICTIM, lrcs=(lrc,)),)).text(V73)
    at = text.index('\n**** Contexts')
    text = text[:text.index('\n**** GuC CT')] + '\n'.join(g.ct_lines(guc)) + '\n' + text[at:]
    return text, Truth(stories.VICTIM, 'ccs0', reset=(False, None),
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
    assert said['victim']['guc_id'] in (None, stories.VICTIM)
    assert said['reset'] is not True


# Dumps of which a part is missing, or that have more sections than are needed.
def front_is_missing(seed):
    """The beginning of the dump is missing, up to a random place."""
    rng, story, guc = begin(seed, 'front')
    stories.refuse(story)
    text = g.dump(guc, cleaned(stories.VICTIM), [story.victim])
    return text[rng.randrange(len(text)):], \
        Truth(stories.VICTIM, story.name, stories.WAITER, must=False, hang=None,
              reset=(True, None))


def end_is_missing(seed):
    rng, story, guc = begin(seed, 'end')
    stories.refuse(story)
    text = g.dump(guc, cleaned(stories.VICTIM), [story.victim])
    return text[:rng.randrange(300, len(text))], \
        Truth(stories.VICTIM, story.name, stories.WAITER, must=False, hang=None,
              reset=(True, None))


def middle_is_missing(seed):
    rng, story, guc = begin(seed, 'middle')
    stories.refuse(story)
    text = g.dump(guc, cleaned(stories.VICTIM), [story.victim])
    lines = text.split('\n')
    at = rng.randrange(1, len(lines) - 2)
    del lines[at:at + rng.randrange(1, 12)]
    return '\n'.join(lines), \
        Truth(stories.VICTIM, story.name, stories.WAITER, must=False, hang=None,
              reset=(True, None))


def log_is_missing(seed):
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
    return text, Truth(guc_id, 'ccs0', reset=(None,),
                       silent=('bcs3', 'STATE_COMPUTE_MODE', r'\bno engine reset\b'))


def several_gts(seed):
    """The dump also has the log of a second GT. There, a queue with the victim's guc_id was not
    reset."""
    rng, story, guc = begin(seed, 'gts')
    stories.refuse(story)
    other = stories.begin(seed + 99, steps=40, engine=(g.VIDEO, 2))
    other.guc.complete(other.victim)
    other.guc.disable(other.victim)
    machine = forms.Machine(reason=timed_out(stories.VICTIM))
    held = [forms.Held(g.log_image(one.guc), machine.gts[i],
                       tick=one.guc.events[-1][0] + 800000)
            for i, one in enumerate((story, other))]
    mine = g.context_lines([story.victim])
    whole = forms.devcoredump(machine, held[0], tail=[*mine, ''])
    alone = forms.devcoredump(machine, held[1])
    return whole + alone[alone.index('\n**** GT #1'):], \
        Truth(stories.VICTIM, story.name, stories.WAITER)


def many_queues_are_listed(seed):
    rng, story, guc = begin(seed, 'listed')
    stories.refuse(story)
    listed = [story.victim, story.waiter, *[c for c in guc.contexts.values()]]
    rng.shuffle(listed)
    return g.dump(guc, cleaned(stories.VICTIM), list({c.guc_id: c for c in listed}.values())), \
        Truth(stories.VICTIM, story.name, stories.WAITER, reset=(True,))


def queue_is_not_listed(seed):
    """The section "Contexts" of the dump has only another queue."""
    rng, story, guc = begin(seed, 'unlisted')
    stories.refuse(story)
    return g.dump(guc, cleaned(stories.VICTIM), [story.waiter]), \
        Truth(stories.VICTIM, story.name, stories.WAITER, reset=(True,))


# Logs in which nothing hangs.
def healthy(seed):
    rng, story, guc = begin(seed, 'healthy')
    guc.some_work(rng.randrange(5, 400), [story.victim])
    if rng.random() < 0.5:
        guc.settle()
    reason = rng.choice(('asked by the user', 'capture'))
    return g.dump(guc, reason, [], unread=0), \
        Truth(hang=False, reset=(False, None), must=False)


def healthy_and_waiting(seed):
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
            'RING_EXECLIST_STATUS': stories.VICTIM << 39 | 0x4000309c,
            'RING_EXECLIST_SQ_CONTENTS': desc | 0x119, 'ACTHD': 0x1000, 'RING_BBADDR': 0x1001}
    machine = forms.Machine(reason='asked by the user')
    held = forms.Held(g.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    context = Context(guc_id=stories.VICTIM, lrcs=(Lrc(desc=desc),), jobs=())
    text = Dump(machine=machine, log=held, contexts=(context,),
                engines=(Engine(name=story.name, source='Manual', regs=regs),),
                ranges=(Range(0x1000, struct.pack('<5I', *words)),)).text(V73)
    return text, Truth(hang=False, reset=(False, None), must=False, silent=('hangs', 'stuck on'))


def faults_that_are_answered(seed):
    rng, story, guc = begin(seed, 'faults')
    for _ in range(rng.randrange(2, 40)):
        count = rng.randrange(1, 30)
        guc.faults(count)
        guc.answer(count)
    guc.settle()
    return g.dump(guc, 'asked by the user', []), \
        Truth(hang=False, reset=(False, None), must=False, silent=('have no answer',))


KINDS = [two_engines_at_once, one_engine_twice, reused_on_the_same_engine, waiter_hangs_next,
         another_engine_is_asked, refused_faults_of_another, memory_error_of_another, reset_message_of_another, front_is_missing, end_is_missing,
         middle_is_missing, log_is_missing, several_gts, many_queues_are_listed,
         queue_is_not_listed, healthy, healthy_and_waiting, faults_that_are_answered]


@pytest.mark.parametrize('seed', SEEDS)
@pytest.mark.parametrize('kind', KINDS, ids=lambda kind: kind.__name__)
def test_no_false_statement(explain, guclog, kind, seed):
    text, truth = kind(seed)
    try:
        said = explain(text)
    except ValueError:      # no output, because the rest of the dump has nothing to explain
        assert not truth.must
        assert guclog('explain', 'log', rc=None).rc == 2
        return
    truth.judge(said)


@pytest.mark.parametrize('name', ('apache', 'tar', 'the_game', 'a.out', 'Xorg', 'ümlaut'))
def test_programs_keep_their_names(explain, name):
    """At the beginning of a sentence, explain does not capitalise the name of a program."""
    story = stories.make(3, 'r')
    text = g.dump(story.guc, cleaned(stories.VICTIM), [story.victim])
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
        if guc_id != stories.VICTIM:
            continue
        if code == 0x8104:
            since = tick
        elif code == 0x8107 and since:
            whole.append(tick - since)
            last, since = since, None
    text = g.dump(guc, cleaned(stories.VICTIM), [story.victim],
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
    last_time = re.search(r'gave way to another context \d+ times?, the last time at .*?, ([\d.]+) us after', shown)
    assert bool(last_time) == bool(granted)
    if granted:
        line, = [s for s in said['logs'][0]['sentences'] if 'gave way' in s['text']]
        tick, code, *_ = guc.events[begun + line['events'][0]]
        assert code == 0x0476 and tick > asked
        assert float(last_time[1]) == pytest.approx((tick - asked) / g.HZ * 1e6, abs=0.6)
    on, = [line for line in said['logs'][0]['sentences'] if 'had been on' in line['text']]
    index, = on['events']
    assert guc.events[begun + index][:2] == (last, 0x8104)
