# SPDX-License-Identifier: GPL-2.0-only
"""A case of the corpus (a log image with facts), and functions that make usual images."""

from dataclasses import dataclass
from typing import Callable

from reference.fault import Fault
from reference.image import standard
from reference.ring import ring

from .devices import B70

# Sizes in bytes of the event, crash and capture regions, for each kind of kernel build.
RECENT = 0x10000, 0x4000, 0x100000      # Linux 7
OLD = 0x10000, 0x4000, 0x4000           # Linux 6.12
DEBUG = 0x800000, 0x100000, 0x100000
DEBUG_GUC = 0x1000000, 0x100000, 0x200000
SMALL = 0x1000, 0x1000, 0x1000          # used by no kernel; makes tests fast

FIT = 0x10000 // 20                     # number of entries that fit into an event region of 64 KiB
TAIL = b'\xa5' * 16                     # bytes of the ring after the last whole entry

CASES = {}


@dataclass
class Case:
    """One image with its facts.

    shows: what is special about the image, in a few words
    make: function that gets the case's name as seed and returns the image
    facts: function that gets the image's length in bytes and returns the facts
    subject: the Python module that defines the case
    """
    name: str
    shows: str
    make: Callable
    facts: Callable
    subject: str

    def image(self):
        made = self.make(self.name)
        return made if isinstance(made, bytes) else made.build()


def case(name, shows, facts=B70):
    """Decorator: register a function that makes an image from the case's name, which is the
    seed."""
    def wrap(make):
        if name in CASES:
            raise ValueError(f'{name} exists already')
        CASES[name] = Case(name, shows, make, facts, make.__module__)
        return make
    return wrap


def table(rows, **keywords):
    """Register one case for each row (name, shows, make); see Case."""
    for name, shows, make in rows:
        case(name, shows, **keywords)(make)


def log(seed, written, sizes=OLD, tail=TAIL, before=b'', **changes):
    """A log into which the firmware has written this number of entries."""
    made = ring(sizes[0], written, seed, tail, before)
    return standard(made, sizes[1:], seed, **changes)


def flushed(seed, written, sizes, **changes):
    """Return a log that i915's relay would copy without a change. For this, each sampled write
    pointer equals the write pointer, and the event region is marked as full if it has wrapped."""
    made = log(seed, written, sizes, **changes)
    event = made.states[0]
    event.sampled_write_ptr = event.write_ptr
    event.flags = 2 * (event.wrap_offset < event.size)
    crash = made.states[1]
    crash.sampled_write_ptr = crash.write_ptr
    return made


@dataclass
class Spoiled:
    """A file and its first fault, None if the file is valid."""
    name: str
    content: bytes
    fault: Fault

    def verdict(self):
        """The message that guclog check must print."""
        return self.fault.sentence() + '\n' if self.fault else ''


def put(data, offset, raw):
    """The data with some bytes overwritten."""
    return data[:offset] + raw + data[offset + len(raw):]
