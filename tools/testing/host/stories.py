# SPDX-License-Identifier: GPL-2.0-only
"""Generated workloads ("stories") for the tests of explain, events and contexts. Also changes logs
so that the rules about events are broken, as negative controls."""

import random
from collections import defaultdict, namedtuple

import gucstory as g

VICTIM, WAITER = 22, 47
ENGINES = ((g.RENDER, 0), (g.COPY, 8), (g.COPY, 0), (g.VIDEO, 0), (g.VIDEO, 1))
SHARED = (g.RENDER, g.COMPUTE)
Story = namedtuple('Story', 'guc victim waiter engine name')


def begin(seed, steps=60, engine=None, version=0x462c01):
    """Make a story that begins with healthy work. At its end, the victim, the context that will be
    preempted or reset, is on its engine. No other context is on the engine of the waiter, or on an
    engine that is reset together with the victim's."""
    rng = random.Random(seed)
    guc = g.Guc(rng, version)
    engine = engine or rng.choice(((g.COMPUTE, 0), (g.RENDER, 0), (g.COPY, 3),
                                   (g.VIDEO, 2)))
    others = [e for e in ENGINES if e != engine]
    for i, other in enumerate(others):
        c = guc.register(40 + i, other, rng.choice((0, 2)))
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
    waiter = guc.register(WAITER, (g.COMPUTE, 0) if engine[0] == g.RENDER else
                          (g.RENDER, 0) if engine[0] == g.COMPUTE else engine)
    victim = guc.register(VICTIM, engine)
    guc.enable(victim)
    guc.started(victim)
    guc.some_work(steps, [victim, waiter])
    for c in list(guc.on.values()):
        if c is not victim and (c.engine == waiter.engine or
                                {c.engine[0], engine[0]} <= set(SHARED)):
            guc.complete(c)
    return Story(guc, victim, waiter, engine, f'{g.NAMES[engine[0]]}{engine[1]}')


def refuse(story, clean_up=True):
    """Continue a story: the victim does not leave its engine when the waiter needs it, and the
    firmware resets the engine."""
    domain = [(g.RENDER, 0), (g.COMPUTE, 0)] if story.engine[0] in SHARED else \
        [story.engine]
    story.guc.refused(story.waiter, story.engine, domain)
    if clean_up:
        story.guc.clean_up(story.victim)
    return story


def make(seed, kinds, **args):
    """A workload. kinds: with "g", it has a preemption that is granted; with "r", it then has one
    that is refused."""
    story = begin(seed, **args)
    if 'g' in kinds:
        story.guc.granted(story.waiter, story.engine)
    if 'r' in kinds:
        refuse(story)
    return story


# Negative controls.
def permute(events, rng):
    """Permute the arguments among the events of the same id."""
    args = defaultdict(list)
    for _, code, arg0, arg1 in events:
        args[code].append((arg0, arg1))
    for rows in args.values():
        rng.shuffle(rows)
    return [(tick, code, *args[code].pop()) for tick, code, _, _ in events]


def exchange(events, _rng):
    """Exchange the two arguments of each event."""
    return [(tick, code, arg1, arg0) for tick, code, arg0, arg1 in events]


def shuffle(events, rng):
    """Shuffle the events within groups of four; the times stay in order."""
    out = []
    for i in range(0, len(events), 4):
        window = events[i:i + 4]
        rng.shuffle(window)
        out += window
    return [(event[0], *mixed[1:]) for event, mixed in zip(events, out)]


def renumber(events, rng):
    """Permute the ids of the events, as in another firmware."""
    ids = sorted({event[1] for event in events})
    new = ids[:]
    rng.shuffle(new)
    to = dict(zip(ids, new))
    return [(tick, to[code], arg0, arg1) for tick, code, arg0, arg1 in events]


CONTROLS = {'permute': permute, 'exchange': exchange, 'shuffle': shuffle,
            'renumber': renumber}
