# SPDX-License-Identifier: GPL-2.0-only
"""The class of a case of the corpus, functions that register cases, and functions that make usual
log images. A case is a log image together with facts about the device, the driver and the log."""

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
SMALL = 0x1000, 0x1000, 0x1000          # smaller than in any kernel, so that tests are fast

FIT = 0x10000 // 20                     # number of entries that fit into an event region of 64 KiB
TAIL = b'\xa5' * 16                     # content of the ring after the last whole entry

CASES = {}


@dataclass
class Case:
    """A log image, and the facts about its device and GTs.

    shows: what is special about the image or the facts, in a few words
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
    """Return a decorator that registers a case with this name. The function that it decorates makes
    the image from a seed, which is the name of the case."""
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
    """Return the image of a log into which the firmware has written "written" entries.

    sizes: sizes of the event, crash and capture regions, for example OLD
    tail: bytes between the last whole entry and the end of the event region
    before: content of the event region when the firmware was loaded
    changes: fields to change in the buffer state of the event region. Also "lic" (the log init
    config) and "crashed" (the content of the crash dump region) are accepted.
    """
    made = ring(sizes[0], written, seed, tail, before)
    return standard(made, sizes[1:], seed, **changes)


def flushed(seed, written, sizes, **changes):
    """Return a log that i915's guc_log_relay would copy completely and unchanged. For this, the
    sampled write pointers equal the write pointers, and the event region is marked as full if it
    has wrapped."""
    made = log(seed, written, sizes, **changes)
    event = made.states[0]
    event.sampled_write_ptr = event.write_ptr
    event.flags = 2 * (event.wrap_offset < event.size)
    crash = made.states[1]
    crash.sampled_write_ptr = crash.write_ptr
    return made


@dataclass
class Spoiled:
    """A file for guclog check, and its first fault, or None if the file is valid."""
    name: str
    content: bytes
    fault: Fault

    def verdict(self):
        """Return the message that guclog check must print about the file; '' if it is valid."""
        return self.fault.sentence() + '\n' if self.fault else ''


def put(data, offset, raw):
    """Return a copy of the data in which the bytes from "offset" on are overwritten with raw."""
    return data[:offset] + raw + data[offset + len(raw):]
