# SPDX-License-Identifier: GPL-2.0-only
"""explain on logs in which no event was written for seconds or minutes. The timestamps of events
have 32 bits and wrap every 223.7 s. So after such a time without events, a length of time in the
log can be shorter than the real one, and the time of an event can be too late."""

import re

import gucstory as g
import pytest
from explained import sentences
from reference import forms
from stories import VICTIM, running
from test_explain_sequences import named, story_of, time_out

WRAP_S = 2 ** 32 / g.HZ
MINUTES = (100, 230, 500, 4 * WRAP_S + 2)


def pauses(guc, *seconds):
    """Let these times pass, each with no event except a message at its end."""
    for length in seconds:
        guc.exactly(guc.tick + int(length * g.HZ))
        guc.message(0x7000, 0)


def claims(said):
    """Return each length of time in the sentences, in seconds, as (text before it, length)."""
    unit = {'s': 1, 'ms': 1e-3, 'us': 1e-6}
    return [(before, float(number) * unit[name]) for before, number, name in
            re.findall(r'(.{60})\b([\d.]+) (s|ms|us)\b', ' ' * 60 + sentences(said))]


@pytest.mark.parametrize('ct', (True, False))
@pytest.mark.parametrize('seconds', MINUTES)
def test_victim_that_was_on_its_engine_for_minutes(explain, seconds, ct):
    """After minutes without an event, explain can give only bounds: the victim was on its engine
    "since T or earlier, for at least N s". N must not exceed the real time."""
    story = story_of(30)
    guc = story.guc
    pauses(guc, seconds)
    guc.refused(story.waiter, story.engine)
    guc.clean_up(story.victim)
    said = explain(g.dump(guc, named(VICTIM), [story.victim], ct=ct))
    text = sentences(said)
    assert said['wait_ms'] == pytest.approx(640, abs=0.1)
    assert 'got no answer for 640.002 ms (limit' in text
    found = re.search(r'had been on bcs3 since [\d.]+ or earlier, for at least ([\d.]+) s', text)
    assert float(found[1]) == pytest.approx(seconds % WRAP_S, abs=1)
    assert re.search(r'busy for at least [\d.]+ s;', text)
    for before, length in claims(said):
        assert length < 1 or before.endswith(('at least ', 'with ')), (before, length)


@pytest.mark.parametrize('uptime_s, certain', ((290, True), (3000, False)))
def test_time_since_the_start_of_the_machine(explain, uptime_s, certain):
    """If the machine was started less than 223.7 s before an event, the time since the event is
    certain."""
    story = story_of(30)
    guc = story.guc
    pauses(guc, 100)
    text = g.dump(guc, named(VICTIM), [story.victim])
    boottime = forms.Held(b'').boottime
    text = text.replace(f'0x{boottime:08X} [{boottime}]',
                        f'0x{uptime_s * forms.NS:08X} [{uptime_s * forms.NS}]')
    text = sentences(explain(text))
    assert ('bcs3 had been running guc_id 22 for 100.0 s.' in text) is certain
    assert ('bcs3 had been running guc_id 22 for at least 100.0 s.' in text) is not certain
    assert ('or earlier' in text) is not certain


def test_copy_long_after_the_newest_event(explain):
    """The log was copied 300 s after its newest event. All times at which an event happened are
    uncertain, because the 32 bits of an event's time wrap every 223 s. The length of time from the
    first event to the last one is certain."""
    story = story_of(32)
    text = sentences(explain(g.dump(story.guc, named(VICTIM), [story.victim], late_ms=300000)))
    assert re.search(r'events from [\d.]+ or earlier to [\d.]+ or earlier: [\d.]+ ms', text)


def test_several_pauses(explain):
    """explain stores only the newest pauses (lengths of time without an event) of a log, and treats
    all times before them as uncertain."""
    story = story_of(33)
    guc = story.guc
    pauses(guc, 60, *[1.5] * 40)
    text = sentences(explain(g.dump(guc, named(VICTIM), [story.victim])))
    assert 'bcs3 had been running guc_id 22 for at least 120.0 s.' in text
    found = re.search(r'The longest time without an event was (.*) s, until ([\d.]+) or', text)
    assert found[1] == 'at least 60.0'


@pytest.mark.parametrize('seconds', (3.876, 2.19, 16.95, 99.98))
def test_lower_bound_is_rounded_down(explain, seconds):
    """A time of which only a lower bound is known is not shown longer than the timestamps show."""
    story = story_of(33)
    guc = story.guc
    pauses(guc, seconds)
    text = sentences(explain(g.dump(guc, named(VICTIM), [story.victim])))
    found = re.search(r'The longest time without an event was at least ([\d.]+) s', text)
    assert float(found[1]) <= seconds < float(found[1]) + 0.1001


@pytest.mark.parametrize('seed', range(6))
def test_upper_bound_is_rounded_up(explain, seed):
    """The longest time of the victim on its engine is an upper bound, and not shown shorter."""
    story = story_of(34)
    guc = story.guc
    guc.complete(story.victim)
    guc.submit(story.victim)
    placed = next(e[0] for e in reversed(guc.events) if e[1] == 0x8104)
    guc.wait(2000 + 333 * seed)
    guc.complete(story.victim)
    left = next(e[0] for e in reversed(guc.events) if e[1] == 0x8107)
    guc.submit(story.victim)
    guc.refused(story.waiter, story.engine)
    text = sentences(explain(g.dump(guc, named(VICTIM), [story.victim])))
    found = re.search(r'after at most ([\d.]+) ms on the engine', text)
    assert float(found[1]) >= (left - placed) / g.HZ * 1000


def test_preemption_timeout_of_minutes(explain):
    """A preemption timeout of 300 s is longer than the timestamps can show, and is still the limit of
    the wait."""
    story = story_of(34)
    guc = story.guc
    victim = running(guc, 61, (g.VIDEO, 5))
    victim.timeout_us = 300000000
    waiter = guc.register(62, victim.engine)
    asked = guc.ask(waiter, victim.engine)
    time_out(guc, asked, victim.engine, victim.timeout_us)
    guc.reset(victim, waiter, [victim.engine])
    guc.clean_up(victim)
    said = explain(g.dump(guc, named(61), [victim], ct=False))
    assert said['dictionary']['failed'] == []
    assert said['limit_ms'] == 300000
    text = sentences(said)
    assert 'got no answer for at least 76.3 s (limit 300000.000 ms' in text
    assert 'not the preemption timeout' not in text


def test_unanswered_disable(explain):
    """The GuC has been asked to disable a context 5 s before the log was copied. explain says for
    how long there has been no answer, not how long after the request the newest event is."""
    story = story_of(35)
    guc = story.guc
    guc.disable(story.victim, answer=False)
    guc.ev(0x03a8, *story.engine, 6)
    said = explain(g.dump(guc, named(VICTIM), [story.victim], late_ms=5000))
    assert said['stuck'] == 'disable'
    assert 'there was no answer for at least 5.0 s until the log was copied' in sentences(said)
