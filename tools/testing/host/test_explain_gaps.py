# SPDX-License-Identifier: GPL-2.0-only
"""explain on logs with gaps. Whatever events are missing, the others contradict no rule of the
dictionary, and explain names no other context or engine than those of the reset."""

import random

import gucstory as g
import pytest
import stories
import streams
from explained import sentences

GUC = 0x462c01


def log_with_gaps(events, gaps):
    """Return an LFD file with these events. gaps: pairs of the index of the first missing event and
    the number of missing events, in the order of the events."""
    out, at, missing = streams.head(version=GUC), 0, 0
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


@pytest.mark.parametrize('number', (1, 2, 5, 10, 40, 150))
def test_gap_anywhere(explain, rounds, number):
    story = busy_story(number)
    events = story.guc.events
    for begin in range(5, len(events) - number, max(1, len(events) // rounds(60))):
        said = explain(log_with_gaps(events, [(begin, number)]))
        assert said['dictionary']['failed'] == [], begin
        assert said['victim']['guc_id'] in (None, stories.VICTIM), begin
        assert said['victim']['engine'] in (None, 'bcs3'), begin
        assert said['waiter']['guc_id'] in (None, stories.WAITER), begin
        assert 'gap' in sentences(said), begin


def test_several_gaps(explain, rounds):
    story = busy_story(7)
    events = story.guc.events
    rng = random.Random(1)
    for _ in range(rounds(100)):
        begins = sorted(rng.sample(range(5, len(events) - 160), 3))
        gaps = [(b, min(rng.choice((1, 3, 10, 40)), e - b - 1))
                for b, e in zip(begins, (*begins[1:], len(events))) if e - b > 1]
        said = explain(log_with_gaps(events, gaps))
        assert said['dictionary']['failed'] == [], gaps
        assert said['victim']['guc_id'] in (None, stories.VICTIM), gaps
        assert said['waiter']['guc_id'] in (None, stories.WAITER), gaps
