# SPDX-License-Identifier: GPL-2.0-only
"""Makes event streams in the form of the module's file guc_log_stream, from the events of a
simulated GuC (gucstory.py)."""

import gucstory
import streams

BOOT = 10 ** 12         # ns; the default of the argument "boot" of Stream


def head(guc, gt=0):
    return streams.head(
        gt, version=guc.version, driver='xe', pci_id='8086:e223', platform='BATTLEMAGE',
        guc_version='.'.join(str(guc.version >> at & 0xff) for at in (16, 8, 0)),
        reference_clock_hz=gucstory.HZ)


class Stream:
    """A stream that returns the events of a gucstory.Guc as LFD blocks. The GuC's clock has the
    value "tick" when CLOCK_BOOTTIME is "boot" ns."""

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
        """Return a block with the events since the last call, after an anchor (the values of the
        GuC's and the host's clock at the same time). Return b'' if there are no new events."""
        new = self.guc.events[self.given:]
        self.given = len(self.guc.events)
        if not new:
            return b''
        return self.anchor(new[0][0]) + streams.events([gucstory.entry(e) for e in new])
