# SPDX-License-Identifier: GPL-2.0-only
"""The logs that are put into every form."""

from corpus import CASES
from corpus.case import FIT, OLD, flushed
from reference import forms


def complete():
    """All that a log can have: a wrapped ring, a crash dump, a state capture,
    all LIC values."""
    return flushed('forms', FIT + 1234, OLD, crashed=b'crash' * 500).build()


def bare():
    """No more than i915's relay hands on: no state capture, no LIC."""
    return CASES['eight-forms'].image()


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
