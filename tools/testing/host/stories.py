# SPDX-License-Identifier: GPL-2.0-only
"""Makes generated workloads, called "stories", for tests. A story is executed by a simulated GuC
(gucstory.py), which writes a log. Also changes the events of such a log so that they contradict the
rules of the dictionary of events, as negative controls of the tests."""

import random
from collections import defaultdict, namedtuple

import gucstory as g

VICTIM, WAITER = 22, 47
ENGINES = ((g.RENDER, 0), (g.COPY, 8), (g.COPY, 0), (g.VIDEO, 0), (g.VIDEO, 1))
SHARED = (g.RENDER, g.COMPUTE)
Story = namedtuple('Story', 'guc victim waiter engine name')


def timed_out(guc_id):
    """Return the Reason of a devcoredump about a job that did not end within its time limit."""
    return f'Timedout job - seqno=171, lrc_seqno=171, guc_id={guc_id}, flags=0x0'


def domain_of(engine):
    """Return the engines that are reset together with an engine."""
    return [(g.RENDER, 0), (g.COMPUTE, 0)] if engine[0] in SHARED else [engine]


def running(guc, guc_id, engine):
    """Register a context, and let it run on its engine."""
    c = guc.register(guc_id, engine)
    guc.enable(c)
    guc.started(c)
    return c


def begin(seed, steps=60, engine=None, version=0x462c01):
    """Make a story of work without a hang. At its end, a context called the victim is on its
    engine. The caller can then let the victim be preempted, or let its engine be reset because
    another context, the waiter, needs it. No other context is on the engine of the waiter, or on an
    engine that is reset together with that of the victim.

    steps: number of random actions before the end
    engine: class and instance of the victim's engine, by default chosen at random
    version: the firmware version in the LIC, as the GuC encodes it"""
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
    victim = running(guc, VICTIM, engine)
    guc.some_work(steps, [victim, waiter])
    for c in list(guc.on.values()):
        if c is not victim and (c.engine == waiter.engine or
                                {c.engine[0], engine[0]} <= set(SHARED)):
            guc.complete(c)
    return Story(guc, victim, waiter, engine, g.name_of(engine))


def refuse(story, clean_up=True):
    """Continue a story: the victim does not leave its engine when the waiter needs it, and the
    firmware resets the engine. clean_up: whether the driver then disables and deregisters the
    victim."""
    story.guc.refused(story.waiter, story.engine, domain_of(story.engine))
    if clean_up:
        story.guc.clean_up(story.victim)
    return story


def make(seed, kinds, **args):
    """Return a story. kinds: if it contains "g", the victim is preempted; if it contains "r", the
    victim then does not leave its engine, and the engine is reset."""
    story = begin(seed, **args)
    if 'g' in kinds:
        story.guc.granted(story.waiter, story.engine)
    if 'r' in kinds:
        refuse(story)
    return story


# Negative controls. Each function returns the events of a log, changed so that they contradict the
# rules of the dictionary of events.
def permute(events, rng):
    """Permute the arguments of all events that have the same id."""
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
    """Shuffle ids and arguments within each group of four events; the times stay in order."""
    out = []
    for i in range(0, len(events), 4):
        window = events[i:i + 4]
        rng.shuffle(window)
        out += window
    return [(event[0], *mixed[1:]) for event, mixed in zip(events, out)]


def renumber(events, rng):
    """Exchange the ids of the events at random, as if another firmware had written them."""
    ids = sorted({event[1] for event in events})
    new = ids[:]
    rng.shuffle(new)
    to = dict(zip(ids, new))
    return [(tick, to[code], arg0, arg1) for tick, code, arg0, arg1 in events]


CONTROLS = {'permute': permute, 'exchange': exchange, 'shuffle': shuffle,
            'renumber': renumber}
