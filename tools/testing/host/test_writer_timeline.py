# SPDX-License-Identifier: GPL-2.0-only
"""Tests reference/timeline.py, which computes the times of events for the other tests: its results
are compared with ticks that were computed by hand."""

import unittest

from corpus import CASES
from reference import timeline
from reference.log import parse

TOP = (1 << 32) - 1


class Unwrap(unittest.TestCase):
    def test_by_hand(self):
        for stamps, ticks in (
                ([], []), ([7], [7]), ([7, 7, 9], [7, 7, 9]),
                ([TOP, 0, 1], [TOP, TOP + 1, TOP + 2]),
                ([40000, 7232], [40000, 7232]),
                ([40000, 7231], [40000, 7232 + TOP]),
                ([5, TOP, 6], [5, -1, 6]),
                ([TOP, 3, TOP - 2, 9], [TOP, TOP + 4, TOP - 2, TOP + 10])):
            self.assertEqual(timeline.unwrap(stamps), ticks)

    def test_wraps(self):
        self.assertEqual(timeline.wraps([TOP, TOP + 1, 3 * TOP]), 2)
        self.assertEqual(timeline.wraps([5, -1, 6]), 0)


class Events(unittest.TestCase):
    def made(self, name, total=None, cut=None, **facts):
        image = CASES[name].image()[:cut]
        return timeline.events(parse(image, total), image, facts)

    def test_anchor(self):
        free = self.made('not-wrapped')
        newest = free[-1]['tick'] % (TOP + 1)
        for late in 0, 1, TOP:
            tick = 5 * (TOP + 1) + newest + late
            tied = self.made('not-wrapped', anchor_guc_tick=tick,
                             anchor_boottime_ns=1)
            self.assertEqual(tied[-1]['tick'], tick - late)
            self.assertEqual(tied[-1]['tick'] - tied[0]['tick'],
                             free[-1]['tick'] - free[0]['tick'])

    def test_anchor_of_some_age(self):
        """If an anchor was read 1 s before the log was copied, the newest event can be up to
        21124687 ticks later than the anchor: 1 s at 19.2 MHz, 1/4096 of this for the drift of the
        clocks, and 0.1 s because the anchor can be late. For a larger difference, the event is
        taken to be one wrap older."""
        newest = self.made('not-wrapped')[-1]['tick'] % (TOP + 1)
        for age, tick, late in (
                (10 ** 9, newest - 19200000, 0),    # the event was written when the log was copied
                (10 ** 9, newest - 2, 2),           # the event was written before that
                (10 ** 9, newest - 21124687, 0),    # with the largest drift of the clocks
                (10 ** 9, newest - 21124688, TOP + 1),
                (0, newest, 0), (0, newest - 1920000, 0), (0, newest - 1920001, TOP + 1),
                (1 << 55, newest - 1, TOP + 1)):    # an invalid age is not used
            tick += 5 * (TOP + 1)
            tied = self.made('not-wrapped', anchor_guc_tick=tick,
                             anchor_boottime_ns=1, anchor_age_ns=age)
            want = newest + 5 * (TOP + 1) - (late if late > TOP else 0)
            self.assertEqual(tied[-1]['tick'], want, (age, tick))

    def test_gap_of_a_published_dump(self):
        """A published dump has only the state page and the first 168 entries of its ring: the 149
        newest entries, and 19 of the oldest ones. The entries between them are a gap, so the times
        of the 19 are uncertain."""
        got = self.made('truncated-real', 0x115000)
        self.assertEqual([event['unsure'] for event in got],
                         19 * [True] + 149 * [False])
        self.assertEqual([(i, event['gap']) for i, event in enumerate(got)
                          if event['gap']], [(19, 65520 - 168 * 20)])

    def test_newest_are_missing(self):
        got = self.made('not-wrapped', 0x115000, 0x1000 + 100)
        self.assertEqual([event['unsure'] for event in got], 5 * [True])

    def test_before_load(self):
        got = self.made('before-load')
        self.assertEqual([event['old'] for event in got],
                         1500 * [True] + 500 * [False])
        self.assertEqual((got[1499]['index'], got[1500]['index']), (1499, 0))
