# SPDX-License-Identifier: GPL-2.0-only
"""Streams of a simulated GuC in the form of the module's file guc_log_stream."""

import gucstory
import streams

BOOT = 10 ** 12         # default of "boot" of a Stream, ns


def head(guc, gt=0):
    return streams.head(
        gt, version=guc.version, driver='xe', pci_id='8086:e223', platform='BATTLEMAGE',
        guc_version='.'.join(str(guc.version >> at & 0xff) for at in (16, 8, 0)),
        reference_clock_hz=gucstory.HZ)


class Stream:
    """A stream that returns the events of a Guc (gucstory.py) as LFD blocks. The GuC's clock has
    the value "tick" when CLOCK_BOOTTIME is "boot" ns."""

    def __init__(self, guc, boot=BOOT, tick=None):
        self.guc, self.boot, self.given = guc, boot, 0
        self.tick = tick if tick is not None else guc.tick
        self.head = head(guc)

    def ns(self, tick):
        return self.boot + (tick - self.tick) * 625 // 12      # 10^9 / 19.2 MHz

    def anchor(self, tick=None):
        tick = self.guc.tick if tick is None else tick
        return streams.comment(
            anchor='a change of write_ptr', anchor_boottime_ns=self.ns(tick),
            anchor_realtime_ns=self.ns(tick) + 10 ** 18, anchor_guc_tick=tick,
            anchor_uncertainty_ns=3000, anchor_age_ns=0)

    def events(self):
        """Return the blocks of the events since the last call, with an anchor (both clocks at the
        same time) before them."""
        new = self.guc.events[self.given:]
        self.given = len(self.guc.events)
        if not new:
            return b''
        return self.anchor(new[0][0]) + streams.events([gucstory.entry(e) for e in new])
