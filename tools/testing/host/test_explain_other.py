# SPDX-License-Identifier: GPL-2.0-only
"""explain on logs that differ from those from which the dictionary was made: other timeouts,
engines, clocks and log levels, rare sequences of events, and logs that end early."""

import random

import gucstory as g
import pytest
import stories
from explained import REASON, check_nothing, check_reset, dump_of, sentences


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


@pytest.mark.parametrize('share', (0.02, 0.3, 1))
@pytest.mark.parametrize('seed', range(3))
def test_unknown_events_between_the_known_ones(explain, seed, share):
    story = stories.make(seed, 'gr', steps=120)
    events = noisy(story.guc.events, random.Random(seed), share)
    check_reset(explain(dump_of(story, events=events)), story)
    healthy = stories.make(seed, 'g')
    events = noisy(healthy.guc.events, random.Random(seed), share)
    check_nothing(explain(dump_of(healthy, events=events)))


def test_many_granted_preemptions(explain):
    """The log has many preemptions that succeeded. Each has a context status word with bit 29.
    explain does not call them a hang, and still finds a later hang."""
    story = stories.begin(1)
    for _ in range(9):
        story.guc.granted(story.waiter, story.engine)
    check_nothing(explain(dump_of(story)))
    stories.refuse(story)
    check_reset(explain(dump_of(story)), story)


def test_timeouts_of_a_pair_in_the_other_order(explain):
    story = stories.make(2, 'r', engine=(g.COMPUTE, 0))
    events = list(story.guc.events)
    i = next(i for i, e in enumerate(events) if e[1] == 0x03b9)
    one, two = events[i:i + 2]
    events[i:i + 2] = [(one[0], *two[1:]), (two[0], *one[1:])]
    check_reset(explain(dump_of(story, events=events)), story)


def test_other_arguments_of_a_reset(explain):
    """It is only a guess that an argument of ENGINE_RESET_BEGIN is the engine class. So the verdict
    must not depend on this argument."""
    story = stories.make(3, 'r', engine=(g.COMPUTE, 0))
    events = [(tick, code, a >> 16, 9) if code in (0x03b3, 0x03ca) else (tick, code, a, b)
              for tick, code, a, b in story.guc.events]
    asked = next(i for i, e in enumerate(events) if e[1] == 0x03a8)
    for begin in (0, asked - 3):    # the second log begins when the victim is on its engine
        check_reset(explain(g.log_image(story.guc, events[begin:])), story, limit=None)


@pytest.mark.parametrize('new', (False, True))
def test_rare_sequences(explain, new):
    story = stories.begin(2, engine=(g.COMPUTE, 0))
    guc = story.guc
    for _ in range(3):
        guc.overtaken(story.victim)
        guc.interrupted(story.victim)
        guc.granted(story.waiter, story.engine)
    if new:
        guc.disable(story.waiter)
    guc.refused(story.waiter, story.engine, [(g.RENDER, 0), story.engine], new=new)
    guc.clean_up(story.victim)
    check_reset(explain(dump_of(story)), story)


@pytest.mark.parametrize('timeout_us', (1000, 7000, 100000, 2000000))
@pytest.mark.parametrize('from_ct', (False, True))
def test_another_preemption_timeout(explain, timeout_us, from_ct):
    """explain names the preemption timeout, whatever its value, as the limit of the wait. The
    simulated firmware checks ten times within the timeout whether the engine has removed its
    context."""
    story = stories.begin(3, engine=(g.COPY, 3))
    guc = story.guc
    guc.settle()
    victim = guc.register(23, story.engine, timeout_us=timeout_us)
    guc.enable(victim)
    guc.started(victim)
    guc.refused(story.waiter, story.engine, period=timeout_us * 192 // 100)
    guc.clean_up(victim)
    said = explain(g.dump(guc, REASON.replace('22', '23'), [] if from_ct else [victim],
                          ct=from_ct))
    assert said['victim'] == {'guc_id': 23, 'engine': 'bcs3'}
    assert said['limit_ms'] == timeout_us / 1000
    assert said['wait_ms'] == pytest.approx(timeout_us / 1000, abs=0.01)
    assert said['dictionary']['failed'] == []


@pytest.mark.parametrize('late_us, right', ((0, True), (8000, True), (90000, False)))
def test_busy_firmware_is_late(explain, late_us, right):
    story = stories.begin(4)
    story.guc.refused(story.waiter, story.engine, [story.engine], late_us=late_us)
    said = explain(dump_of(story))
    assert said['reset'] is True
    assert said['limit_ms'] == (640.0 if right else None)
    assert said['dictionary']['failed'] == ([] if right else ['R2'])


def test_clock_of_another_frequency(explain):
    """explain finds the reset although the events have the times of a clock of 38.4 MHz and the LIC
    (log init config) states 19.2 MHz."""
    story = stories.make(5, 'r')
    fast = [(tick * 2, *rest) for tick, *rest in story.guc.events]
    said = explain(g.log_image(story.guc, fast))
    assert said['reset'] is True and said['victim']['guc_id'] == stories.VICTIM
    assert said['dictionary']['failed'] == []


def test_context_0_waits_from_the_first_event_on(guclog, tmp_path):
    """The waiting context has the guc_id 0 and becomes ready in the event with the index 0. explain
    does not take these numbers for missing values."""
    story = stories.begin(3)
    guc = story.guc
    context = guc.register(0, story.engine)
    guc.events.clear()
    guc.ready(context)
    guc.ev(0x03a8, *story.engine, 6)
    guc.wait(50000)
    guc.message(0x100b, stories.VICTIM, 0x20020001, 1)
    (tmp_path / 'log').write_bytes(g.log_image(guc))
    assert f'the GuC asked {story.name} to switch out its context for guc_id 0;' in \
        guclog('explain', 'log').out


@pytest.mark.parametrize('taken_us, asks', ((6, True), (9000, True), (9000, False)))
@pytest.mark.parametrize('ct', (False, True))
def test_driver_that_disables_a_hanging_context(explain, ct, taken_us, asks):
    """The driver disables a context that hangs. Another context is ready for a long time, but the
    GuC has not asked an engine to preempt its context for it. So explain names no waiting
    context."""
    story = stories.begin(6, engine=(g.COMPUTE, 0))
    guc, other = story.guc, story.guc.contexts[40]
    guc.message(0x1000, other.guc_id)
    guc.ev(0x8105, other.lrca, other.guc_id)
    guc.ready(other)
    guc.wait(3000)
    guc.granted(story.waiter, story.engine)
    guc.killed(story.victim, [(g.RENDER, 0), story.engine], taken_us, asks)
    guc.wait(300)
    guc.deregister(story.victim)
    said = explain(dump_of(story, ct=ct))
    assert (said['hang'], said['reset'], said['stuck']) == (True, True, None)
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': 'ccs0'}
    assert said['waiter'] == {'guc_id': None}
    assert said['dictionary']['failed'] == []
    if asks:
        assert said['limit_ms'] == (0.001 if ct else None)
        assert 'the driver disabled the context' in sentences(said)
    else:
        assert said['wait_ms'] is None
        assert 'the request to do so is not in the log' in sentences(said)


def test_reset_that_no_timeout_led_to(explain):
    """An engine is reset without a preemption timeout before, as after a memory error. explain
    names the victim and no waiting context."""
    story = stories.begin(7, engine=(g.COMPUTE, 0))
    story.guc.reset(story.victim, None, [(g.RENDER, 0), story.engine])
    story.guc.clean_up(story.victim)
    for events in (story.guc.events,
                   [e for e in story.guc.events if e[1] != 0x03b8],
                   [e for e in story.guc.events if e[1] not in (0x03b8, 0x03c5)]):
        said = explain(dump_of(story, events=events))
        assert (said['hang'], said['reset']) == (True, True)
        assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': 'ccs0'}
        assert said['wait_ms'] is None and said['waiter'] == {'guc_id': None}
        assert said['dictionary']['failed'] == []
    assert 'no preemption on this engine has timed out' in sentences(said)


def test_several_contexts_hang(explain):
    """The GuC asks several engines at about the same time to preempt their contexts, and then
    resets one engine after the other. explain describes each reset."""
    story = stories.begin(8, engine=(g.COMPUTE, 0))
    guc = story.guc
    guc.settle()
    hung = []
    for guc_id, engine in ((22, story.engine), (24, (g.COPY, 3)), (25, (g.VIDEO, 2))):
        c = guc.contexts.get(guc_id) or guc.register(guc_id, engine)
        guc.submit(c) if guc_id == 22 else guc.enable(c)
        if guc_id != 22:
            guc.started(c)
        hung.append(c)
    wants = [story.waiter] + [guc.register(60 + i, c.engine) for i, c in enumerate(hung[1:])]
    asked = [guc.ask(w, c.engine) for w, c in zip(wants, hung)]
    for tick, w, c in zip(asked, wants, hung):
        end = tick + 640000 * 192 // 10 + 40
        guc.exactly(max(end, guc.tick + 20) - 1)
        guc.times_out(c.engine)
        guc.reset(c, w, [(g.RENDER, 0), c.engine] if c.engine == story.engine else [c.engine])
        guc.clean_up(c)
    for c, w in zip(hung, wants):
        said = explain(g.dump(guc, f'LR job cleanup, guc_id={c.guc_id}', hung))
        assert said['resets'] == 3 and said['dictionary']['failed'] == []
        assert said['victim'] == {'guc_id': c.guc_id, 'engine': g.name_of(c.engine)}
        assert said['waiter'] == {'guc_id': w.guc_id}


def test_log_that_ends_before_the_reset(explain):
    """A log ends after the GuC has asked an engine to preempt its context and before the engine has
    done so. Without a dump, explain says that it is unknown whether the context hangs."""
    story = stories.make(9, 'r', engine=(g.COMPUTE, 0))
    events = story.guc.events
    asked = next(i for i, e in enumerate(events) if e[1] == 0x03a8)
    timeout = next(i for i, e in enumerate(events) if e[1] == 0x03b9)
    begin = next(i for i, e in enumerate(events) if e[1] == 0x03b3)
    off = next(i for i, e in enumerate(events) if e[1] == 0x8101 and i > begin)
    for end in range(asked + 4, off):
        for content in (g.log_image(story.guc, events[:end]),
                        dump_of(story, events=events[:end])):
            said = explain(content)
            assert said['dictionary']['failed'] == []
            assert said['waiter'] == {'guc_id': stories.WAITER}
            text = sentences(said)
            assert 'shows no hang' not in text
            if end <= begin:
                assert said['firmware']['hang'] is None
                assert said['firmware']['reset'] is (None if end > timeout else False)
                if isinstance(content, bytes):
                    assert (said['hang'], said['victim']['guc_id']) == (None, None)
                else:
                    assert said['basis'] == 'driver'
                    assert (said['hang'], said['reset']) == (True, None)
                    assert said['victim']['guc_id'] == stories.VICTIM
                assert 'the GuC asked ccs0 to switch out its context for guc_id 47' in text
            else:
                assert (said['hang'], said['reset']) == (True, True)
                assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': 'ccs0'}
            assert (said['wait_ms'] is not None) is (end > timeout)


@pytest.mark.parametrize('goes_on', (False, True))
def test_timeout_that_no_reset_follows(explain, goes_on):
    """After a preemption timeout, the GuC does not reset the engine. This happens if the driver
    does not allow engine resets. explain gives no verdict, but names the waiting context."""
    story = stories.begin(16, engine=(g.COPY, 3))
    guc = story.guc
    end = guc.ask(story.waiter, story.engine) + 640000 * 192 // 10 + 40
    guc.looks(end)
    guc.exactly(end - 1)
    guc.ev(0x03b9, g.COPY, g.PAD, 0)
    guc.ev(0x03b9, g.COPY, g.PAD, 3)
    if goes_on:
        guc.wait(30000)
        guc.some_work(40, [story.victim, story.waiter])
        guc.settle()
    said = explain(g.log_image(guc))
    assert (said['hang'], said['reset']) == (None, False if goes_on else None)
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert said['waiter'] == {'guc_id': stories.WAITER}
    assert said['wait_ms'] == pytest.approx(640.002, abs=0.001)
    assert said['dictionary']['failed'] == []
    assert ('No reset follows in the log.' in sentences(said)) is goes_on


def test_two_contexts_on_an_engine(explain):
    """A context is submitted to an engine while another context runs there. explain does not call
    this a hang, and still finds a later hang."""
    story = stories.begin(15, engine=(g.COMPUTE, 0))
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
    check_nothing(explain(dump_of(story)))
    guc.submit(story.victim)
    stories.refuse(story)
    check_reset(explain(dump_of(story)), story)


def test_memory_error(explain):
    """The GuC has reported a memory error to the driver. explain shows it, but does not call it a
    hang."""
    story = stories.begin(17)
    story.guc.event(0x6000, stories.VICTIM, 0)
    story.guc.event(0x8005, 1)
    said = explain(dump_of(story))
    assert (said['hang'], said['reset']) == (False, False)
    assert (f'NOTIFY_MEMORY_CAT_ERROR of guc_id {stories.VICTIM} (a memory error: an access that '
            'the page tables do not allow)') in sentences(said)
    assert 'NOTIFY_EXCEPTION' in sentences(said)


def test_reset_that_the_log_has_lost(explain):
    """Page faults after a reset have overwritten its events in the log. explain then takes the
    verdict from the GuC's message about the reset to the driver."""
    story = stories.make(18, 'r', engine=(g.COMPUTE, 0))
    guc = story.guc
    reset = len(guc.events)
    for _ in range(60):
        guc.faults(9)
        guc.answer(9)
    said = explain(dump_of(story, events=guc.events[reset:]))
    assert (said['firmware']['hang'], said['firmware']['reset']) == (None, None)
    assert (said['hang'], said['reset'], said['victim']['guc_id']) == (True, True, 22)
    assert said['basis'] == 'driver' and said['driver']['reset'] is True
    assert 'The GuC reported a reset of guc_id 22 to the driver' in sentences(said)
    begin = next(i for i, e in enumerate(guc.events) if e[1] == 0x03a8)
    said = explain(dump_of(story, events=guc.events[:begin - 5]))
    assert (said['firmware']['hang'], said['firmware']['reset']) == (None, None)


@pytest.mark.parametrize('first', (True, False))
def test_dump_of_several_queues(explain, first):
    """A dump has data of several exec queues. explain uses those of the queue that the line
    "Reason" names, and none if "Reason" names no queue."""
    story = stories.make(18, 'r', engine=(g.COMPUTE, 0))
    other = story.guc.register(23, (g.COPY, 0))
    queues = [story.victim, other] if first else [other, story.victim]
    driver = explain(g.dump(story.guc, REASON, queues))['driver']
    assert (driver['guc_id'], driver['class']) == (stories.VICTIM, 'ccs')
    driver = explain(g.dump(story.guc, 'asked by the user', queues))['driver']
    assert (driver['guc_id'], driver['class']) == (None, None)


def test_old_report_of_the_same_guc_id(explain):
    """The CT buffer has the GuC's message about an earlier reset. Its guc_id was registered again
    for another context after the message, so explain does not use the message."""
    story = stories.make(19, 'r', engine=(g.COMPUTE, 0))
    guc = story.guc
    begin = len(guc.events)
    again = guc.register(stories.VICTIM, (g.COPY, 3))
    guc.enable(again)
    guc.started(again)
    guc.complete(again)
    guc.disable(again)
    check_nothing(explain(dump_of(story, 'asked by the user', events=guc.events[begin:])))
    said = explain(dump_of(story, 'Timedout job - seqno=1, guc_id=22', events=guc.events[begin:]))
    assert (said['hang'], said['reset'], said['driver']['reset']) == (True, False, False)


def test_old_report_without_names(explain):
    """The CT buffer has the GuC's message about an earlier reset, and its guc_id was then
    registered again. The events have no names, because the firmware is unknown, so only the other
    messages of the CT buffer show the registration. explain does not use the message about the
    reset."""
    story = stories.make(19, 'r', engine=(g.COMPUTE, 0), version=0x463c00)
    guc = story.guc
    again = guc.register(stories.VICTIM, (g.COPY, 3))
    guc.enable(again)
    events = [(tick, code + 0x4000, *args) for tick, code, *args in guc.events[-9:]]
    said = explain(dump_of(story, 'Timedout job - seqno=1, guc_id=22', events=events))
    assert (said['reset'], said['driver']['reset']) == (None, False)


def test_contexts_with_several_rings(explain):
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
    check_nothing(explain(dump_of(story)))


@pytest.mark.parametrize('engine, name', (((g.VIDEO, 7), 'vcs7'), ((g.ENHANCE, 3), 'vecs3'),
                                          ((g.COPY, 8), 'bcs8'), ((g.COMPUTE, 3), 'ccs3')))
def test_engines_of_other_platforms(explain, engine, name):
    story = stories.make(11, 'gr', engine=engine)
    assert story.name == name
    check_reset(explain(dump_of(story)), story)


@pytest.mark.parametrize('missing', (1, 5, 300, None))
def test_damaged_message_ring(explain, rounds, missing):
    """A dump ends within the data of its CT buffers, or these data have lost characters. The log,
    which is before them, is complete. So explain names the victim, and no rule of the dictionary
    fails."""
    story = stories.make(13, 'gr', steps=300)
    text = dump_of(story)
    start = text.index('[CTB].data: ') + len('[CTB].data: ')
    end = text.index('\n', start)
    for at in range(start, end, (end - start) // rounds(40)):
        said = explain(text[:at] + (text[at + missing:] if missing else ''))
        assert said['dictionary']['failed'] == []
        assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': story.name}
        assert said['limit_ms'] in (640.0, None)


def test_damaged_event(explain):
    """If one event of a log is damaged, for example because the log was copied while it was
    written, explain names the right victim or none."""
    story = stories.make(12, 'r', steps=300)
    rng = random.Random(1)
    steady = [i for i, e in enumerate(story.guc.events)
              if e[1] in (0x048e, 0x0365, 0x0476, 0x8105)]
    for _ in range(12):
        events = list(story.guc.events)
        i = rng.choice(steady[:-40])
        events[i] = (*events[i][:2], events[i][2] ^ 1 << 14, events[i][3])
        said = explain(g.log_image(story.guc, events))
        assert said['victim'] in ({'guc_id': stories.VICTIM, 'engine': story.name},
                                  {'guc_id': None, 'engine': None})


@pytest.mark.parametrize('kinds', ('', 'g', 'r'))
def test_crash_of_the_firmware(explain, guclog, kinds):
    """The log has a crash dump. explain reports the crash in its first sentence. It does not say
    that there was no hang, even if the events show none, and it still describes a reset."""
    story = stories.make(21, kinds, engine=(g.COMPUTE, 0))
    said = explain(g.log_image(story.guc, crash=bytes(range(256)) * 4))
    first = said['logs'][0]['sentences'][0]
    assert first['text'].startswith('The firmware has crashed: the log has a crash dump of 4096 bytes')
    assert (first['basis'], first['certainty']) == ('log', 'read')
    assert said['firmware_crash'] is True and said['firmware']['hang'] is said['hang']
    assert 'shows no hang' not in sentences(said)
    if kinds == 'r':
        assert said['hang'] is True and said['victim']['guc_id'] == stories.VICTIM
        assert said['signature'] == 'firmware crash, engine reset on ccs0'
    else:
        assert (said['hang'], said['reset']) == (None, False)
        assert said['signature'] == 'firmware crash'
    assert said['signature'].split(',')[0] in guclog('triage', 'log', rc=None).out
    assert guclog('report', '--text', 'log', rc=None).out.split('\n\n')[1].startswith(first['text'])
    whole = explain(g.log_image(story.guc))
    assert (whole['firmware_crash'], whole['hang']) == (False, kinds == 'r')


def test_crash_of_the_firmware_without_events(explain):
    """If a log has a crash dump and no events, explain still reports the crash."""
    said = explain(g.log_image(stories.begin(21).guc, events=[], crash=b'crash'))
    assert (said['hang'], said['signature']) == (None, 'firmware crash')
    assert sentences(said).startswith('The firmware has crashed: ')


def refused(seed, moves=0):
    """Simulate a GuC that asks an engine to switch out its context, gets no answer, and resets the
    engine. Return the simulated GuC with its events, and the indexes of the SWITCH_OUT_WAIT events.
    moves: how many steps of random work other contexts do after each SWITCH_OUT_WAIT except the
    first one; 0 for none."""
    story = stories.begin(seed, engine=(g.COPY, 3))
    guc = story.guc
    end = guc.ask(story.waiter, story.engine) + 640000 * 192 // 10 + 40
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
    return guc, [i for i, e in enumerate(guc.events) if e[1] == 0x03ae]


@pytest.mark.parametrize('moves', (0, 4))
def test_log_that_begins_within_a_wait(explain, moves):
    """A log begins after the GuC has asked an engine to switch out its context, and ends before the
    reset. explain does not say that there was no hang. It names no engine, because the log names
    none."""
    guc, looks = refused(22, moves)
    timeout = next(i for i, e in enumerate(guc.events) if e[1] == 0x03b9)
    for begin in (looks[0], looks[3], looks[-1]):
        for end in (*(i + 1 for i in looks), timeout):
            if end <= begin:
                continue
            said = explain(g.log_image(guc, guc.events[begin:end]))
            assert (said['hang'], said['reset'], said['stuck']) == (None, False, None)
            assert (said['signature'], said['victim']['engine']) == ('cannot tell', None)
            text = sentences(said)
            assert 'the GuC waited for an engine to switch out its context' in text
            assert 'the request is not in this log' in text and 'shows no hang' not in text
        said = explain(g.log_image(guc, guc.events[begin:]))
        assert (said['hang'], said['reset']) == (True, True)
        assert 'waited for an engine' not in sentences(said)


def test_ring_that_wraps_within_a_wait(explain):
    """While an engine does not switch out its context, other engines do so much work that the ring
    wraps, and the log no longer has the request. explain still says that the GuC waited for an
    engine."""
    guc, looks = refused(23, 400)
    asked = next(i for i, e in enumerate(guc.events) if e[1] == 0x03a8)
    end = looks[-1] + 1
    assert end - asked > 3276
    said = explain(g.log_image(guc, guc.events[:end]))
    assert (said['hang'], said['reset']) == (None, False)
    assert 'the GuC waited for an engine' in sentences(said)


@pytest.mark.parametrize('after', ('preempted', 'quiet'))
def test_wait_that_has_ended(explain, after):
    """A log begins within a wait for an engine, and shows that the wait ended: the engine reports a
    preemption, or the log continues without SWITCH_OUT_WAIT for much longer than its period.
    explain reports no hang."""
    story = stories.begin(24, engine=(g.COPY, 3))
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
    said = explain(g.log_image(guc, guc.events[begin:]))
    assert (said['hang'], said['reset']) == (False, False)
    assert 'waited for an engine' not in sentences(said)


def test_parts_of_a_stream(guclog, tmp_path):
    """For several logs, "hang" is false only if it is false for each log with events. The second
    log here is a part of a stream in which it is unknown whether there was a hang, so "hang" is
    null."""
    guc, looks = refused(25)
    asked = next(i for i, e in enumerate(guc.events) if e[1] == 0x03a8)
    (tmp_path / 'parts').mkdir()
    for i, events in enumerate((guc.events[:asked - 20], guc.events[looks[0]:looks[-1]])):
        (tmp_path / 'parts' / f'{i}').write_bytes(g.log_image(guc, events))
    said = guclog('explain', '--json', 'parts', rc=None).json
    assert [log['hang'] for log in said['logs']] == [False, None]
    assert said['hang'] is None


def test_two_contexts_with_one_guc_id(explain):
    """The GuC resets a context, the driver deregisters it, and a new context gets its guc_id and is
    reset, too. explain names the new context as the victim, and says that the other reset was that
    of an earlier context."""
    story = stories.make(26, 'r', engine=(g.COPY, 3))
    guc = story.guc
    first = story.victim
    guc.settle()
    second = guc.register(first.guc_id, (g.COPY, 3))
    guc.enable(second)
    guc.started(second)
    guc.refused(guc.register(60, (g.COPY, 3)), (g.COPY, 3))
    said = explain(g.log_image(guc))
    assert said['resets'] == 2 and said['dictionary']['failed'] == []
    assert f'The others: guc_id {first.guc_id} (an earlier context) at ' in sentences(said)
