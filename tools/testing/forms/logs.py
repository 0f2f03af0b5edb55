# SPDX-License-Identifier: GPL-2.0-only
"""The logs that are put into every form."""

from corpus import CASES
from corpus.case import FIT, OLD, SMALL, log
from reference import forms, image


def flushed(seed, written, sizes, **changes):
    """A log that i915's relay can take as it is: the firmware has sampled the
    write pointers, and what was full is copied as a whole."""
    made = log(seed, written, sizes, **changes)
    event = made.states[0]
    event.sampled_write_ptr = event.write_ptr
    event.flags = 2 * (event.wrap_offset < event.size)
    crash = made.states[1]
    crash.sampled_write_ptr = crash.write_ptr
    return made


def complete():
    """All that a log can have: a wrapped ring, a crash dump, a state capture,
    all LIC values."""
    return flushed('forms', FIT + 1234, OLD, crashed=b'crash' * 500).build()


def bare():
    """No more than i915's relay hands on: no state capture, no LIC."""
    made = flushed('forms/bare', 300, SMALL, crashed=b'crash' * 50)
    return image.Image(made.states[:2], None).build()


def small():
    return CASES['crash-small'].image()


def large():
    """More than the 2 MiB that the kernel copies and prints at a time."""
    return flushed('forms/large', 200000, (0x300000, 0x1000, 0x1000)).build()


MACHINE = forms.Machine()
MAIN, MEDIA = MACHINE.gts

# No GMD ID, two tiles, a GuC that slept when its clock was to be read.
ELDER = forms.Machine(
    kernel='6.8.0-45-generic', pci_id=0x0bda, revision=0x2f,
    address='0000:8c:00.0',
    gts=(forms.Gt(0, 0, 'main', (0, 0, 0), 12500000),
         forms.Gt(1, 1, 'main', (0, 0, 0), 12500000)))


def held(content, gt=MAIN, **more):
    return forms.Held(content, gt, **more)
