# SPDX-License-Identifier: GPL-2.0-only
"""explain gives the right verdict on logs of stories (generated workloads, stories.py), also on
logs that differ from those from which the dictionary was made: other timeouts, clocks and log
levels, rare sequences of events, and logs that end early. It gives null for values that the log does not
show, and reports no hang that did not happen."""

import random

import gucstory as g
import pytest
import stories
from explained import NOTHING, REASON, Truth, dump_of, named, reset_of, row
from reference import forms
from stories import VICTIM, WAITER, timed_out

CCS, COPY3 = (g.COMPUTE, 0), (g.COPY, 3)
RENDER_AND_COMPUTE = [(g.RENDER, 0), CCS]
UNKNOWN = Truth(hang=None, stuck=None, victim=None, engine=None, waiter=None, wait_ms=None,
                unanswered_faults=None)
TIMEOUT = 640000 * 192 // 10 + 40       # of a preemption, in ticks
RENAMED = 0x463100                      # a firmware that the dictionary does not have


def image(story, events=None, **more):
    return g.log_image(story.guc, events, **more)


def index(guc, *codes):
    """Return the index of the first event with one of these ids."""
    return next(i for i, e in enumerate(guc.events) if e[1] in codes)


# Preemptions that are granted or refused, and work without a hang.
@row(pinned='kinds', seed=range(6), kinds=('r', 'gr', '', 'g'))
def test_preemption(seed, kinds):
    story = stories.make(seed, kinds)
    return dump_of(story), reset_of(story, unanswered_faults=0) if 'r' in kinds else NOTHING


@pytest.mark.parametrize('seed', range(3))
def test_every_form_has_the_same_verdict(explain, guclog, seed):
    story = stories.make(seed, 'gr')
    whole = image(story)
    held = forms.Held(whole, tick=story.guc.tick + 9999)
    for form in whole, guclog.convert(whole).made, forms.debugfs(held), forms.debugfs_old(whole):
        reset_of(story, limit=None).judge(explain(form))


@row()
def test_where_the_limit_is_from():
    """After the reset, the driver disables the victim and sets its preemption timeout to 1 us (KLV
    0x2002). explain names the timeout that the victim had before, also without the CT buffers."""
    story = stories.make(4, 'r')
    return [(g.dump(story.guc, REASON), reset_of(story)), (dump_of(story, ct=False),
                                                           reset_of(story))]


@row(pinned='late_us', late_us=(0, 8000, 90000, -140000))
def test_wait_that_is_not_the_limit(late_us):
    """If the time from the preemption request to the reset is not the preemption timeout, explain
    names the victim and the reset, but no timeout (limit_ms)."""
    story = stories.begin(6)
    story.guc.refused(story.waiter, story.engine, [story.engine], late_us=late_us)
    right = late_us in (0, 8000)
    return dump_of(story), Truth(
        hang=True, reset=True, victim=VICTIM, engine=story.name, limit_ms=640.0 if right else None,
        holds=right, failed=[] if right else ['R2'], dictionary__firmware_known=True)


@row(pinned=True)
def test_reason_that_names_another_context():
    story = stories.make(7, 'r')
    return g.dump(story.guc, named(99), [story.victim]), Truth(victim=VICTIM)


def more_resets(number):
    """Return a story with this number of further resets, and the context of the last one."""
    story = stories.make(8, 'r', engine=CCS)
    for guc_id in range(23, 23 + number):
        victim = stories.running(story.guc, guc_id, story.engine)
        story.guc.refused(story.waiter, story.engine, RENDER_AND_COMPUTE)
        story.guc.clean_up(victim)
    return story, victim


@row(about=(VICTIM, 23))
def test_reason_chooses_among_resets(about):
    story, second = more_resets(1)
    return [(g.dump(story.guc, named(about), [second]), Truth(victim=about, resets=2)),
            (image(story), Truth(victim=23))]


@row(pinned='more', more=(1, 2, 8, 9))
def test_other_resets_are_a_sentence(more):
    """explain lists up to eight other resets."""
    story, last = more_resets(more)
    return g.dump(story.guc, named(last.guc_id), [last]), Truth(resets=more + 1)


# Requests that the GuC has not answered.
STUCK = ('submit', 'h2g', 'enable', 'disable', 'deregister')


def stuck(kind):
    """Return a simulated GuC (gucstory.py), which at the end of the log has not answered a request
    of the driver, and the number of H2G messages that it has not read."""
    story = stories.begin(11, engine=CCS)
    guc, other = story.guc, story.guc.contexts[40]
    guc.settle()
    unread = 0
    if kind == 'submit':
        guc.message(0x1000, other.guc_id)
        guc.ev(0x8105, other.lrca, other.guc_id)
        guc.ready(other)
        guc.place(other)
    elif kind == 'h2g':
        guc.h2g.send(0x1000, [other.guc_id], 2)
        guc.h2g.send(0x7000, [0, 0], 0)
        unread = 2
    elif kind == 'disable':
        guc.disable(other, answer=False)
    elif kind == 'enable':
        guc.disable(other)
        guc.message(0x1001, other.guc_id, 1)
        guc.ev(0x84bf, other.guc_id, 1)
    else:
        guc.disable(other)
        guc.deregister(other, answer=False)
    return guc, unread


@row(pinned='kind', late_ms=(40, 1000, 100000), kind=STUCK)
def test_late_answer_is_a_hang(late_ms, kind):
    guc, unread = stuck(kind)
    # The request that enables a context also submits its first work, so "stuck" is then "submit".
    return g.dump(guc, 'x', unread=unread, late_ms=late_ms), \
        Truth(hang=True, reset=False, stuck='submit' if kind == 'enable' else kind, holds=True,
              victim=lambda guc_id: kind == 'h2g' or guc_id is not None)


@row(pinned='kind', kind=STUCK)
def test_recent_request_is_not_a_hang(kind):
    """Also if a job of this queue timed out, explain does not deny that a request is unanswered."""
    guc, unread = stuck(kind)
    return [(g.dump(guc, 'x', unread=unread, late_ms=0), NOTHING),
            (g.dump(guc, timed_out(40), unread=unread, late_ms=0), Truth(hang=True, stuck=None))]


@row(pinned='late_ms', late_ms=(0, 1000), fails=('rule', 'ring'))
def test_unread_messages_that_no_event_confirms(late_ms, fails):
    """The GuC has not read messages, and wrote no event for a second. If the rules for messages
    fail, or the H2G ring does not match the events, explain does not say that nothing is stuck."""
    guc, unread = stuck('h2g')
    if fails == 'rule':
        for _ in range(3):
            guc.message(0x7fff)
        guc.h2g.send(0x1000, [1], 2)
        guc.h2g.send(0x1000, [1], 2)
    else:
        guc.h2g = g.Ring(g.H2G_WORDS, True)
        for _ in range(40):
            guc.h2g.send(0x5000, [0], 2)
    return g.dump(guc, 'CTB is dead - 0x80', unread=unread, late_ms=late_ms), \
        Truth(hang=None if late_ms else False, stuck=None)


@row(pinned='reason', reason=('Schedule disable failed to respond, guc_id=22', timed_out(22)))
def test_failed_disable_before_the_log(reason):
    """The GuC has not acknowledged the disable of a queue, and newer events have overwritten this
    request. explain only says of the log, not of the GuC, that no request is unanswered."""
    story = stories.begin(12)
    guc = story.guc
    guc.disable(story.victim, answer=False)
    begin = len(guc.events) + 5
    guc.wait(4900000)
    guc.some_work(600, [story.victim, story.waiter])
    first = dump_of(story, reason, events=guc.events[begin:], late_ms=1)
    guc.refused(guc.register(60, story.engine), story.engine)
    return [(first, Truth(hang=True, reset=False, stuck=None, silent=('does not hang',))),
            (dump_of(story, reason, events=guc.events[begin:], late_ms=1), Truth())]


@row(kind=('submit', 'enable', 'disable', 'deregister'))
def test_age_without_a_clock_is_unknown(kind):
    return g.log_image(stuck(kind)[0]), Truth(hang=None, reset=False, stuck=None, holds=True)


@row()
def test_disable_of_a_running_context_may_take_its_timeout():
    story = stories.begin(12)
    story.guc.disable(story.victim, answer=False)
    return [(dump_of(story, late_ms=300), NOTHING),
            (dump_of(story, late_ms=2000), Truth(stuck='disable'))]


@row()
def test_slow_disable_hides_no_other_hang():
    """If the GuC has not answered a request to disable a context for 5 s, the time for which xe
    waits, explain calls this a hang. An earlier slow answer (after 650 ms) to another such request
    does not make this limit longer."""
    story = stories.begin(12)
    story.guc.disable(story.waiter, after_us=650000)
    story.guc.disable(story.victim, answer=False)
    return [(dump_of(story, late_ms=4800), Truth(stuck=None)),
            (dump_of(story, late_ms=5100), Truth(stuck='disable'))]


@row()
def test_request_that_goes_on_being_open():
    """If it is unknown when the log was copied, the events after an unanswered request still show
    how old the request is at least."""
    story = stories.begin(13, engine=CCS)
    guc = story.guc
    guc.settle()
    guc.disable(guc.contexts[41], answer=False)
    guc.wait(3000000)
    guc.some_work(20, [guc.contexts[41]])
    guc.settle()
    return g.log_image(guc), Truth(stuck='disable')


# Parts of a log, and logs that were changed.
@row(seed=range(8))
def test_dump_with_a_log_without_its_newest_events(seed):
    """explain reports no hang for a log that lacks its newest events. The CT buffer shows that they
    are missing: it has messages that the GuC has read, but that are not in the log."""
    story = stories.make(seed, '')
    end = random.Random(seed).randrange(100, len(story.guc.events) - 30)
    return dump_of(story, events=story.guc.events[:end], late_ms=5000), \
        Truth(hang={False, None}, stuck=None)


@row(kinds=('', 'g', 'r', 'gr'), seed=range(4))
def test_cut_anywhere(kinds, seed):
    story = stories.make(seed, kinds)
    rng, events = random.Random(seed), story.guc.events
    truth = Truth(holds={True, None}, stuck=None, victim={None, VICTIM}, engine={None, story.name},
                  waiter={None, WAITER}, reset={True, False, None} if 'r' in kinds else
                  {False, None})
    for _ in range(6):
        first = rng.randrange(len(events))
        yield image(story, events[first:rng.randrange(first + 1, len(events) + 1)]), truth


@row(seed=range(3))
def test_wrapped_ring(seed):
    story = stories.make(seed, 'r', steps=900)
    assert len(story.guc.events) > 2 * 16384 // 20
    return image(story, size=16384), reset_of(story, limit=None)


@row(kinds=('', 'g', 'r', 'gr'), control=stories.CONTROLS.values(), seed=range(4))
def test_no_hang_is_invented(kinds, control, seed):
    """If a log is changed so that rules of the dictionary fail (stories.CONTROLS), explain gives no
    verdict."""
    story = stories.make(seed, kinds)
    return image(story, control(story.guc.events, random.Random(seed))), UNKNOWN | {'failed': bool}


@row(control=stories.CONTROLS.values())
def test_mixed_up_log_with_its_dump(control):
    story = stories.make(9, 'r')
    return dump_of(story, events=control(story.guc.events, random.Random(1))), \
        Truth(firmware__hang=None, firmware__guc_id=None, hang=True, basis='driver', victim=VICTIM,
              waiter=None)


@row()
def test_random_events():
    rng = random.Random(5)
    codes = [event[1] for event in stories.make(1, 'gr').guc.events]
    guc = g.Guc(rng)
    for _ in range(3000):
        guc.ev(rng.choice(codes), rng.getrandbits(32) >> rng.randrange(32),
               rng.getrandbits(32) >> rng.randrange(32))
    return g.log_image(guc), Truth(hang=None, holds=False)


@row(pinned=True)
def test_unknown_firmware_is_trusted_as_far_as_it_goes():
    """The dictionary does not have this firmware. If the log agrees with all rules and tests them
    often enough, explain uses the names of events that it learns from the log, and says that they
    were learned."""
    story = stories.make(2, 'r', steps=300, version=RENAMED)
    return dump_of(story), reset_of(story, dictionary__firmware_known=False)


@row()
def test_unknown_firmware_without_instances():
    return dump_of(stories.make(2, '', steps=1, version=RENAMED)), \
        Truth(hang=None, reset=None, victim=None)


# Page faults.
@row(open_faults=(0, 7))
def test_page_faults(open_faults):
    story = stories.begin(14)
    for n in (3, 90, 17):
        story.guc.faults(n)
        story.guc.answer(n)
    if open_faults:
        story.guc.faults(open_faults)
    story.guc.settle()
    return dump_of(story), Truth(hang=False, unanswered_faults=open_faults)


def new_guc(faults=0):
    """Return a GuC with one context, whose log begins with its load and has this number of answered
    page faults."""
    guc = g.Guc(random.Random(1))
    context = guc.register(1, (g.COPY, 0))
    for _ in range(faults):
        guc.faults(1)
        guc.answer(1)
    guc.enable(context)
    guc.started(context)
    guc.complete(context)
    return guc


@row()
def test_number_of_page_faults_in_words():
    """The sentence about page faults has the singular for one request and one answer."""
    for n, wrong in ((1, r'\b1 (requests|answers)'), (2, r'\b2 (request|answer)\b')):
        yield g.log_image(new_guc(n)), Truth(unanswered_faults=0, silent=(wrong,))


@row()
def test_log_without_page_faults_from_its_load():
    """If new events have overwritten the beginning of the log, the positions in the page fault
    queue are unknown."""
    guc = new_guc()
    whole = g.log_image(guc)
    for _ in range(200):
        guc.submit(guc.contexts[1])
        guc.complete(guc.contexts[1])
    return [(whole, Truth(unanswered_faults=0)),
            (g.log_image(guc, size=4096), Truth(unanswered_faults=None))]


@row()
def test_several_gts():
    """If an input has the logs of several GTs, the verdict on the input is that on the log with a
    hang."""
    healthy, bad = stories.make(15, ''), stories.make(16, 'r')
    machine = forms.Machine(reason=REASON)
    logs = [forms.Held(image(s), gt, tick=s.guc.tick + 800000)
            for s, gt in zip((healthy, bad), machine.gts)]
    text = forms.devcoredump(machine, *logs)
    return [(text, reset_of(bad, limit=None,
                            logs=lambda logs: [log['hang'] for log in logs] == [False, True])),
            (text, NOTHING | {'args': ('--gt', 0)})]


# Logs that differ from those from which the dictionary was made.
def noisy(events, rng, share):
    """Add events with unknown ids to a log, as another log level may have them. share: the
    probability that such an event follows an event of the log."""
    out = []
    for event in events:
        out.append(event)
        if rng.random() < share:
            out.append((event[0], rng.choice((0x0501, 0x0502, 0x8200)),
                        rng.getrandbits(32), rng.getrandbits(8)))
    return out


@row(share=(0.02, 0.3, 1), seed=range(3))
def test_unknown_events_between_the_known_ones(share, seed):
    for kinds in 'gr', 'g':
        story = stories.make(seed, kinds, steps=120 if kinds == 'gr' else 60)
        yield dump_of(story, events=noisy(story.guc.events, random.Random(seed), share)), \
            reset_of(story) if kinds == 'gr' else NOTHING


@row()
def test_many_granted_preemptions():
    """The log has many preemptions that succeeded. Each has a context status word with bit 29.
    explain does not call them a hang, and still finds a later hang."""
    story = stories.begin(1)
    for _ in range(9):
        story.guc.granted(story.waiter, story.engine)
    yield dump_of(story), NOTHING
    yield dump_of(stories.refuse(story)), reset_of(story)


@row()
def test_timeouts_of_a_pair_in_the_other_order():
    story = stories.make(2, 'r', engine=CCS)
    events = list(story.guc.events)
    i = index(story.guc, 0x03b9)
    one, two = events[i:i + 2]
    events[i:i + 2] = [(one[0], *two[1:]), (two[0], *one[1:])]
    return dump_of(story, events=events), reset_of(story)


@row()
def test_other_arguments_of_a_reset():
    """It is only a guess that an argument of ENGINE_RESET_BEGIN is the engine class. So the verdict
    must not depend on this argument."""
    story = stories.make(3, 'r', engine=CCS)
    events = [(tick, code, a >> 16, 9) if code in (0x03b3, 0x03ca) else (tick, code, a, b)
              for tick, code, a, b in story.guc.events]
    for begin in (0, index(story.guc, 0x03a8) - 3):     # the second begins when the victim runs
        yield image(story, events[begin:]), reset_of(story, limit=None)


@row(new=(False, True))
def test_rare_sequences(new):
    story = stories.begin(2, engine=CCS)
    guc = story.guc
    for _ in range(3):
        guc.overtaken(story.victim)
        guc.interrupted(story.victim)
        guc.granted(story.waiter, story.engine)
    if new:
        guc.disable(story.waiter)
    guc.refused(story.waiter, story.engine, RENDER_AND_COMPUTE, new=new)
    guc.clean_up(story.victim)
    return dump_of(story), reset_of(story)


@row(from_ct=(False, True), timeout_us=(1000, 7000, 100000, 2000000))
def test_another_preemption_timeout(from_ct, timeout_us):
    """explain names the preemption timeout, whatever its value, as the limit of the wait. The
    simulated firmware checks ten times within the timeout whether the engine has removed its
    context."""
    story = stories.begin(3, engine=COPY3)
    guc = story.guc
    guc.settle()
    victim = guc.register(23, story.engine, timeout_us=timeout_us)
    guc.enable(victim)
    guc.started(victim)
    guc.refused(story.waiter, story.engine, period=timeout_us * 192 // 100)
    guc.clean_up(victim)
    return g.dump(guc, named(23), [] if from_ct else [victim], ct=from_ct), \
        Truth(victim=23, engine='bcs3', limit_ms=timeout_us / 1000, failed=[],
              wait_ms=pytest.approx(timeout_us / 1000, abs=0.01))


@row()
def test_clock_of_another_frequency():
    """explain finds the reset although the events have the times of a clock of 38.4 MHz and the LIC
    (log init config) states 19.2 MHz."""
    story = stories.make(5, 'r')
    return image(story, [(tick * 2, *rest) for tick, *rest in story.guc.events]), \
        Truth(reset=True, victim=VICTIM, failed=[])


@row(pinned=True)
def test_context_0_waits_from_the_first_event_on():
    """The waiting context has the guc_id 0 and becomes ready in the event with the index 0. explain
    does not take these numbers for missing values."""
    story = stories.begin(3)
    guc = story.guc
    context = guc.register(0, story.engine)
    guc.events.clear()
    guc.ready(context)
    guc.ev(0x03a8, *story.engine, 6)
    guc.wait(50000)
    guc.message(0x100b, VICTIM, 0x20020001, 1)
    return g.log_image(guc), Truth(waiter=0)


@row(pinned='how', ct=(True, False), how=((6, True), (9000, True), (9000, False)))
def test_driver_that_disables_a_hanging_context(ct, how):
    """The driver disables a context that hangs. Another context is ready for a long time, but the
    GuC has not asked an engine to preempt its context for it. So explain names no waiting
    context."""
    story = stories.begin(6, engine=CCS)
    guc, other = story.guc, story.guc.contexts[40]
    guc.message(0x1000, other.guc_id)
    guc.ev(0x8105, other.lrca, other.guc_id)
    guc.ready(other)
    guc.wait(3000)
    guc.granted(story.waiter, story.engine)
    guc.killed(story.victim, RENDER_AND_COMPUTE, *how)
    guc.wait(300)
    guc.deregister(story.victim)
    asks = how[1]
    return dump_of(story, ct=ct), \
        Truth(hang=True, reset=True, stuck=None, victim=VICTIM, engine='ccs0', waiter=None,
              failed=[],
              **{'limit_ms': 0.001 if ct else None} if asks else {'wait_ms': None})


@row(pinned=True)
def test_reset_that_no_timeout_led_to():
    """An engine is reset without a preemption timeout before, as after a memory error. explain
    names the victim and no waiting context."""
    story = stories.begin(7, engine=CCS)
    story.guc.reset(story.victim, None, RENDER_AND_COMPUTE)
    story.guc.clean_up(story.victim)
    for without in (), (0x03b8,), (0x03b8, 0x03c5):
        yield dump_of(story, events=[e for e in story.guc.events if e[1] not in without]), \
            Truth(hang=True, reset=True, victim=VICTIM, engine='ccs0', waiter=None, wait_ms=None,
                  failed=[])


@row()
def test_several_contexts_hang():
    """The GuC asks several engines at about the same time to preempt their contexts, and then
    resets one engine after the other. explain describes each reset."""
    story = stories.begin(8, engine=CCS)
    guc = story.guc
    guc.settle()
    guc.submit(guc.contexts[22])
    hung = [guc.contexts[22], stories.running(guc, 24, COPY3), stories.running(guc, 25, (g.VIDEO,
                                                                                         2))]
    wants = [story.waiter] + [guc.register(60 + i, c.engine) for i, c in enumerate(hung[1:])]
    asked = [guc.ask(w, c.engine) for w, c in zip(wants, hung)]
    for tick, w, c in zip(asked, wants, hung):
        guc.exactly(max(tick + TIMEOUT, guc.tick + 20) - 1)
        guc.times_out(c.engine)
        guc.reset(c, w, RENDER_AND_COMPUTE if c.engine == CCS else [c.engine])
        guc.clean_up(c)
    for c, w in zip(hung, wants):
        yield g.dump(guc, named(c.guc_id), hung), \
            Truth(resets=3, failed=[], victim=c.guc_id, engine=g.name_of(c.engine), waiter=w.guc_id)


# Logs that end or begin within a wait for an engine.
@row(ct=(True, False))
def test_log_that_ends_before_the_reset(ct):
    """A log ends after the GuC has asked an engine to preempt its context and before the engine has
    done so. Without a dump, explain says that it is unknown whether the context hangs."""
    story = stories.make(9, 'r', engine=CCS)
    guc, events = story.guc, story.guc.events
    timeout, begin = index(guc, 0x03b9), index(guc, 0x03b3)
    off = next(i for i, e in enumerate(events) if e[1] == 0x8101 and i > begin)
    for end in range(index(guc, 0x03a8) + 4, off):
        truth = Truth(failed=[], waiter=WAITER, silent=('shows no hang',),
                      wait_ms=lambda wait, end=end: (wait is not None) is (end > timeout))
        if end > begin:
            truth |= {'hang': True, 'reset': True, 'victim': VICTIM, 'engine': 'ccs0'}
        else:
            truth |= {'firmware__hang': None, 'firmware__reset': None if end > timeout else False}
            truth |= {'basis': 'driver', 'hang': True, 'reset': None, 'victim': VICTIM} if ct else \
                {'hang': None, 'victim': None}
        yield dump_of(story, events=events[:end]) if ct else image(story, events[:end]), truth


def asked_and_refused(seed, moves=0):
    """Simulate a GuC that asks an engine to switch out its context, gets no answer, and resets the
    engine. Return the story and the indexes of the SWITCH_OUT_WAIT events. moves: how many steps of
    random work other contexts do after each SWITCH_OUT_WAIT except the first one; 0 for none."""
    story = stories.begin(seed, engine=COPY3)
    guc = story.guc
    end = guc.ask(story.waiter, story.engine) + TIMEOUT
    if moves:
        guc.ev(0x03ae, 0x402, g.PAD, 57)
        look = guc.tick + 500000
        while look < end - 64 * 19200:
            guc.exactly(look - 1)
            guc.ev(0x03ae, 0x402, g.PAD, 0)
            guc.some_work(moves, [story.victim, story.waiter])
            look = look + 64 * 19200
    else:
        guc.looks(end)
    guc.exactly(max(end, guc.tick + 20) - 1)
    guc.ev(0x03b9, g.COPY, g.PAD, 0)
    guc.ev(0x03b9, g.COPY, g.PAD, 3)
    guc.reset(story.victim, story.waiter, [story.engine])
    return story, [i for i, e in enumerate(guc.events) if e[1] == 0x03ae]


@row(pinned='goes_on', goes_on=(False, True))
def test_timeout_that_no_reset_follows(goes_on):
    """After a preemption timeout, the GuC does not reset the engine. This happens if the driver
    does not allow engine resets. explain gives no verdict, but names the waiting context."""
    story = stories.begin(16, engine=COPY3)
    guc = story.guc
    end = guc.ask(story.waiter, story.engine) + TIMEOUT
    guc.looks(end)
    guc.exactly(end - 1)
    guc.ev(0x03b9, g.COPY, g.PAD, 0)
    guc.ev(0x03b9, g.COPY, g.PAD, 3)
    if goes_on:
        guc.wait(30000)
        guc.some_work(40, [story.victim, story.waiter])
        guc.settle()
    return image(story), Truth(
        hang=None, reset=False if goes_on else None, victim=None, engine=None, waiter=WAITER,
        wait_ms=pytest.approx(640.002, abs=0.001), failed=[])


IN_A_WAIT = Truth(hang=None, reset=False, stuck=None, signature='cannot tell', engine=None,
                  silent=('shows no hang',))


@row(pinned=True, moves=(0, 4))
def test_log_that_begins_within_a_wait(moves):
    """A log begins after the GuC has asked an engine to switch out its context, and ends before the
    reset. explain does not say that there was no hang. It names no engine, because the log names
    none."""
    story, looks = asked_and_refused(22, moves)
    events = story.guc.events
    ends = [*(i + 1 for i in looks), index(story.guc, 0x03b9)]
    for begin in (looks[0], looks[3], looks[-1]):
        if begin == looks[-1]:
            yield image(story, events[begin:ends[-1]]), IN_A_WAIT
        else:
            for end in ends[::3]:
                if end > begin:
                    yield image(story, events[begin:end]), IN_A_WAIT
        yield image(story, events[begin:]), Truth(hang=True, reset=True)


@row(pinned=True)
def test_ring_that_wraps_within_a_wait():
    """While an engine does not switch out its context, other engines do so much work that the ring
    wraps, and the log no longer has the request. explain still says that the GuC waited for an
    engine."""
    story, looks = asked_and_refused(23, 400)
    end = looks[-1] + 1
    assert end - index(story.guc, 0x03a8) > 3276
    return image(story, story.guc.events[:end]), Truth(hang=None, reset=False)


@row(pinned='after', after=('preempted', 'quiet'))
def test_wait_that_has_ended(after):
    """A log begins within a wait for an engine, and shows that the wait ended: the engine reports a
    preemption, or the log continues without SWITCH_OUT_WAIT for much longer than its period.
    explain reports no hang."""
    story = stories.begin(24, engine=COPY3)
    guc = story.guc
    end = guc.ask(story.waiter, story.engine) + 200000 * 192 // 10
    begin = len(guc.events)
    guc.looks(end)
    if after == 'preempted':
        guc.csb(story.victim, 0x20000882)
        guc.off(story.victim)
        guc.ready(story.victim)
        guc.place(story.waiter)
        guc.started(story.waiter)
    else:
        guc.wait(300000)
        guc.some_work(20, [story.victim, story.waiter])
    return image(story, guc.events[begin:]), Truth(hang=False, reset=False)


# Contexts and engines.
@row()
def test_two_contexts_on_an_engine():
    """A context is submitted to an engine while another context runs there. explain does not call
    this a hang, and still finds a later hang."""
    story = stories.begin(15, engine=CCS)
    guc, first = story.guc, story.guc.contexts[41]
    second = guc.register(50, first.engine)
    for _ in range(8):
        guc.settle()
        guc.submit(first)
        guc.message(0x1000, second.guc_id)
        guc.ev(0x8105, second.lrca, second.guc_id)
        guc.ready(second)
        guc.place(second)
        guc.csb(second, 0x8002)
        guc.complete(first)
        guc.complete(second)
    yield dump_of(story), NOTHING
    guc.submit(story.victim)
    yield dump_of(stories.refuse(story)), reset_of(story)


@row(pinned=True)
def test_memory_error():
    """The GuC has reported a memory error to the driver. explain shows it, but does not call it a
    hang."""
    story = stories.begin(17)
    story.guc.event(0x6000, VICTIM, 0)
    story.guc.event(0x8005, 1)
    return dump_of(story), Truth(hang=False, reset=False)


@row(pinned=True)
def test_reset_that_the_log_has_lost():
    """Page faults after a reset have overwritten its events in the log. explain then takes the
    verdict from the GuC's message about the reset to the driver."""
    story = stories.make(18, 'r', engine=CCS)
    guc = story.guc
    reset = len(guc.events)
    for _ in range(60):
        guc.faults(9)
        guc.answer(9)
    yield dump_of(story, events=guc.events[reset:]), \
        Truth(firmware__hang=None, firmware__reset=None, hang=True, reset=True, victim=VICTIM,
              basis='driver', driver__reset=True)
    yield dump_of(story, events=guc.events[:index(guc, 0x03a8) - 5]), \
        Truth(firmware__hang=None, firmware__reset=None)


@row(first=(True, False))
def test_dump_of_several_queues(first):
    """A dump has data of several exec queues. explain uses those of the queue that the line
    "Reason" names, and none if "Reason" names no queue."""
    story = stories.make(18, 'r', engine=CCS)
    other = story.guc.register(23, (g.COPY, 0))
    queues = [story.victim, other] if first else [other, story.victim]
    return [(g.dump(story.guc, reason, queues), Truth(driver__guc_id=guc_id, driver__class=name))
            for reason, guc_id, name in ((REASON, VICTIM, 'ccs'), ('asked by the user', None,
                                                                   None))]


@row()
def test_old_report_of_the_same_guc_id():
    """The CT buffer has the GuC's message about an earlier reset. Its guc_id was registered again
    for another context after the message, so explain does not use the message."""
    story = stories.make(19, 'r', engine=CCS)
    guc = story.guc
    begin = len(guc.events)
    again = stories.running(guc, VICTIM, COPY3)
    guc.complete(again)
    guc.disable(again)
    yield dump_of(story, 'asked by the user', events=guc.events[begin:]), NOTHING
    yield dump_of(story, timed_out(22), events=guc.events[begin:]), \
        Truth(hang=True, reset=False, driver__reset=False)


@row()
def test_old_report_without_names():
    """The CT buffer has the GuC's message about an earlier reset, and its guc_id was then
    registered again. The events have no names, because the firmware is unknown, so only the other
    messages of the CT buffer show the registration. explain does not use the message about the
    reset."""
    story = stories.make(19, 'r', engine=CCS, version=0x463c00)
    story.guc.enable(story.guc.register(VICTIM, COPY3))
    events = [(tick, code + 0x4000, *args) for tick, code, *args in story.guc.events[-9:]]
    return dump_of(story, timed_out(22), events=events), Truth(reset=None, driver__reset=False)


@row()
def test_contexts_with_several_rings():
    """The driver registers parallel contexts with another message than other contexts. explain does
    not call their work a hang."""
    story = stories.begin(10, steps=5)
    guc = story.guc
    for i in range(4):
        c = g.Context(70 + i, (g.VIDEO, 0), 0x3000 + i)
        guc.contexts[c.guc_id] = c
        guc.message(0x4601, 0, c.guc_id, 1, 1, 0, 0, 0, 0, 0, c.lrca << 12, 0)
        guc.ev(0x850a, c.guc_id, g.PAD)
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
    return dump_of(story), NOTHING


@row(engine=((g.VIDEO, 7), (g.ENHANCE, 3), (g.COPY, 8), (g.COMPUTE, 3)))
def test_engines_of_other_platforms(engine):
    story = stories.make(11, 'gr', engine=engine)
    return dump_of(story), reset_of(story)


@row(pinned=True)
def test_two_contexts_with_one_guc_id():
    """The GuC resets a context, the driver deregisters it, and a new context gets its guc_id and is
    reset, too. explain names the new context as the victim, and says that the other reset was that
    of an earlier context."""
    story = stories.make(26, 'r', engine=COPY3)
    guc = story.guc
    guc.settle()
    stories.running(guc, VICTIM, COPY3)
    guc.refused(guc.register(60, COPY3), COPY3)
    return image(story), Truth(resets=2, failed=[])


# Damage.
@row(missing=(1, 5, 300, None))
def test_damaged_message_ring(missing):
    """A dump ends within the data of its CT buffers, or these data have lost characters. The log,
    which is before them, is complete. So explain names the victim, and no rule of the dictionary
    fails."""
    story = stories.make(13, 'gr', steps=300)
    text = dump_of(story)
    start = text.index('[CTB].data: ') + len('[CTB].data: ')
    end = text.index('\n', start)
    for at in range(start, end, (end - start) // 12):
        yield text[:at] + (text[at + missing:] if missing else ''), \
            Truth(failed=[], victim=VICTIM, engine=story.name, limit_ms={640.0, None})


@row(seed=range(12))
def test_damaged_event(seed):
    """If one event of a log is damaged, for example because the log was copied while it was
    written, explain names the right victim or none."""
    story = stories.make(12, 'r', steps=300)
    events = list(story.guc.events)
    steady = [i for i, e in enumerate(events) if e[1] in (0x048e, 0x0365, 0x0476, 0x8105)]
    i = random.Random(seed).choice(steady[:-40])
    events[i] = (*events[i][:2], events[i][2] ^ 1 << 14, events[i][3])
    return image(story, events), Truth(victim={VICTIM, None}, engine={story.name, None})


@row(pinned=True)
def test_crash_of_the_firmware_without_events():
    """If a log has a crash dump and no events, explain still reports the crash."""
    return image(stories.begin(21), [], crash=b'crash'), \
        Truth(hang=None, firmware_crash=True, signature='firmware crash')


@row(pinned='kinds', kinds=('', 'g', 'r'))
def test_crash_of_the_firmware(kinds):
    """The log has a crash dump. explain reports the crash in its first sentence. It does not say
    that there was no hang, even if the events show none, and it still describes a reset."""
    story = stories.make(21, kinds, engine=CCS)
    yield image(story, crash=bytes(range(256)) * 4), Truth(
        firmware_crash=True, silent=('shows no hang',), **{
            'hang': True, 'victim': VICTIM, 'signature': 'firmware crash, engine reset on ccs0'}
        if kinds == 'r' else {'hang': None, 'reset': False, 'signature': 'firmware crash'})
    yield image(story), Truth(firmware_crash=False, hang=kinds == 'r')


ENGINES = ('', '**** HW Engines ****', 'rcs0 (physical), logical instance=0',
           '', 'ccs0 (physical), logical instance=1', '', 'ccs2 (physical), logical instance=0')


def without_log(rows):
    """Return a dump of Linux 6.12, which has no GuC log."""
    return '\n'.join(['**** Xe Device Coredump ****', f'Reason: {REASON}', 'kernel: 6.12.9',
                      'module: xe', 'Snapshot time: 1767225600.123456789',
                      'Uptime: 365371.234567890', 'Process: clpeak', '', '**** GT #0 ****',
                      '\tTile: 0', *rows, ''])


@row(pinned=True)
def test_dump_without_a_log():
    """A dump of Linux 6.12 has no GuC log. explain takes the verdict from the driver's data in the
    dump."""
    return without_log(g.context_lines([stories.make(17, 'r').victim])), \
        Truth(hang=True, basis='driver', firmware=None, holds=None, victim=VICTIM, engine=None,
              rc=1)


@row(where=(('rcs10', 1, ENGINES, 'rcs0'), ('ccs10', 1, ENGINES, 'ccs2'), ('ccs10', 2, ENGINES,
                                                                           'ccs0'),
            ('ccs10', 3, ENGINES, 'class ccs'), ('bcs10', 1, ENGINES, 'class bcs'),
            ('rcs10', 1, (), 'class rcs')))
def test_queue_is_not_counted_as_an_engine(where):
    """xe's name of an exec queue consists of the engine class and the guc_id, such as rcs10.
    explain does not take it for the name of an engine."""
    queue, mask, engines, said = where
    rows = g.context_lines([stories.make(17, 'r').victim])
    name = next(line for line in rows if line.startswith('\tName: '))
    rows = [line.replace(name, f'\tName: {queue}')
            .replace('Logical mask: 0x1', f'Logical mask: {mask:#x}') for line in rows]
    return without_log([*rows, *engines]), \
        Truth(rc=1, silent=(queue, f'is a queue of (?!{said}\\b)'))
