# SPDX-License-Identifier: GPL-2.0-only
"""explain on logs in which no event was written for seconds or minutes, or in which events are
missing. The timestamps of events have 32 bits and wrap every 223.7 s. So after such a time without
events, a length of time in the log can be shorter than the real one, and the time of an event can
be too late. Whatever events are missing, the others contradict no rule of the dictionary, and
explain names no other context or engine than those of the reset."""

import random
import re

import gucstory as g
import pytest
import stories
import streams
from explained import Truth, row, sentences
from reference import forms
from stories import VICTIM, WAITER, running
from test_explain_resets import dump_about, story_of, time_out

WRAP_S = 2 ** 32 / g.HZ
MINUTES = (100, 230, 500, 4 * WRAP_S + 2)


def paused(seed, *seconds):
    """Return a story at whose end these times pass, each with no event except a message at its
    end."""
    story = story_of(seed)
    for length in seconds:
        story.guc.exactly(story.guc.tick + int(length * g.HZ))
        story.guc.message(0x7000, 0)
    return story


def seconds_in(text, pattern):
    """Return the number that a sentence has after the words of the pattern, as a number."""
    return float(re.search(pattern + r' ([\d.]+)', text)[1])


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
    story = stories.refuse(paused(30, seconds))
    said = explain(dump_about(story.guc, story.victim, ct=ct))
    assert said['wait_ms'] == pytest.approx(640, abs=0.1)
    assert seconds_in(sentences(said), 'or earlier, for at least') == \
        pytest.approx(seconds % WRAP_S, abs=1)
    for before, length in claims(said):
        assert length < 1 or before.endswith(('at least ', 'with ')), (before, length)


@row(pinned='uptime_s', uptime_s=(290, 3000))
def test_time_since_the_start_of_the_machine(uptime_s):
    """If the machine was started less than 223.7 s before an event, the time since the event is
    certain."""
    story = paused(30, 100)
    boottime = forms.Held(b'').boottime
    return dump_about(story.guc, story.victim).replace(
        f'0x{boottime:08X} [{boottime}]', f'0x{uptime_s * forms.NS:08X} [{uptime_s * forms.NS}]'), \
        Truth(silent=('or earlier' if uptime_s < 300 else r'for 100\.0 s',))


@pytest.mark.parametrize('late_ms, bounded', ((40, 0), (300000, 2)))
def test_copy_long_after_the_newest_event(explain, late_ms, bounded):
    """If the log was copied 300 s after its newest event, all times at which an event happened are
    uncertain. The length of time from the first event to the last one is certain."""
    story = story_of(32)
    said = explain(dump_about(story.guc, story.victim, late_ms=late_ms))
    span, = [line['text'] for line in said['logs'][0]['sentences']
             if re.match(r'The log has \d+ events', line['text'])]
    assert span.count('or earlier') == bounded and 'at least' not in span


def test_several_pauses(explain):
    """explain stores only the newest pauses (lengths of time without an event) of a log, and treats
    all times before them as uncertain."""
    story = paused(33, 60, *[1.5] * 40)
    text = sentences(explain(dump_about(story.guc, story.victim)))
    assert seconds_in(text, 'running guc_id 22 for at least') == 120
    assert seconds_in(text, 'event was at least') == 60
    assert re.search(r'event was at least 60.0 s, until [\d.]+ or', text)


@pytest.mark.parametrize('seconds', (3.876, 2.19, 16.95, 99.98))
def test_lower_bound_is_rounded_down(explain, seconds):
    """A time of which only a lower bound is known is not shown longer than the timestamps show."""
    story = paused(33, seconds)
    found = seconds_in(sentences(explain(dump_about(story.guc, story.victim))),
                       'event was at least')
    assert found <= seconds < found + 0.1001


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
    text = sentences(explain(dump_about(guc, story.victim)))
    assert seconds_in(text, 'after at most') >= (left - placed) / g.HZ * 1000


@row(pinned=True)
def test_preemption_timeout_of_minutes():
    """A preemption timeout of 300 s is longer than the timestamps can show, and is still the limit
    of the wait."""
    story = story_of(34)
    guc = story.guc
    victim = running(guc, 61, (g.VIDEO, 5))
    victim.timeout_us = 300000000
    waiter = guc.register(62, victim.engine)
    time_out(guc, guc.ask(waiter, victim.engine), victim.engine, victim.timeout_us)
    guc.reset(victim, waiter, [victim.engine])
    guc.clean_up(victim)
    return dump_about(guc, victim, ct=False), Truth(failed=[], limit_ms=300000)


@row(pinned=True)
def test_unanswered_disable():
    """The GuC has been asked to disable a context 5 s before the log was copied. explain says for
    how long there has been no answer, not how long after the request the newest event is."""
    story = story_of(35)
    story.guc.disable(story.victim, answer=False)
    story.guc.ev(0x03a8, *story.engine, 6)
    return dump_about(story.guc, story.victim, late_ms=5000), Truth(stuck='disable')


# Gaps.
def log_with_gaps(events, gaps):
    """Return an LFD file with these events. gaps: pairs of the index of the first missing event and
    the number of missing events, in the order of the events."""
    out, at, missing = streams.head(version=0x462c01), 0, 0
    for begin, number in (*gaps, (len(events), 0)):
        part = [g.entry(event) for event in events[at:begin]]
        if part:
            out += streams.lost(missing, part, seq=at) if missing else streams.events(part)
        missing = missing + number if not part else number
        at = begin + number
    return out


def busy_story(seed):
    """Return a story in which contexts are registered and deregistered before and after a reset."""
    story = stories.begin(seed, steps=20, engine=(g.COPY, 3))
    guc = story.guc
    for guc_id in range(60, 64):
        c = guc.register(guc_id, (g.VIDEO, 1))
        guc.enable(c, place=False)
        guc.disable(c)
        guc.deregister(c)
    stories.refuse(story)
    for guc_id in range(60, 64):
        c = guc.register(guc_id, (g.VIDEO, 1))
        guc.disable(c)
        guc.deregister(c)
    return story


@row(number=(1, 2, 5, 10, 40, 150), part=range(8))
def test_gap_anywhere(number, part):
    events = busy_story(number).guc.events
    for begin in range(5 + part * 7, len(events) - number, 56):
        yield log_with_gaps(events, [(begin, number)]), IN_GAPS


@row(seed=range(50))
def test_several_gaps(seed):
    events = busy_story(7).guc.events
    rng = random.Random(seed)
    begins = sorted(rng.sample(range(5, len(events) - 160), 3))
    gaps = [(b, min(rng.choice((1, 3, 10, 40)), e - b - 1))
            for b, e in zip(begins, (*begins[1:], len(events))) if e - b > 1]
    return log_with_gaps(events, gaps), IN_GAPS


IN_GAPS = Truth(failed=[], victim={None, VICTIM}, engine={None, 'bcs3'}, waiter={None, WAITER},
                says=('gap',))
