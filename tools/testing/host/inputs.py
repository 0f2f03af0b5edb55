# SPDX-License-Identifier: GPL-2.0-only
"""Logs for the tests of input, in each form that guclog reads (INPUTS.md lists the forms)."""

import gzip
import lzma
import subprocess

import expect
from corpus import CASES
from corpus.case import FIT, OLD, flushed
from reference import ascii85, decorate, forms


def complete():
    """Return the image of a log with all parts: a ring that has wrapped, a crash dump, a state
    capture, and all values of the LIC (log init config)."""
    return flushed('forms', FIT + 1234, OLD, crashed=b'crash' * 500).build()


def bare():
    """Return the image of a log that has only the parts that i915's relay copies: it has neither a
    state capture nor a LIC (log init config)."""
    return CASES['eight-forms'].image()


def small():
    return CASES['crash-small'].image()


def large():
    """Return the image of a log of more than 2 MiB. The kernel copies and prints a log in pieces of
    at most 2 MiB, so this log has several pieces."""
    return flushed('forms/large', 200000, (0x300000, 0x1000, 0x1000)).build()


MACHINE = forms.Machine()
MAIN, MEDIA = MACHINE.gts

# A machine with an older GPU, which has no register GMD_ID, so the IP versions in its dump are
# 0.0.0. It has two tiles.
ELDER = forms.Machine(
    kernel='6.8.0-45-generic', pci_id=0x0bda, revision=0x2f,
    address='0000:8c:00.0',
    gts=(forms.Gt(0, 0, 'main', (0, 0, 0), 12500000),
         forms.Gt(1, 1, 'main', (0, 0, 0), 12500000)))


def held(content, gt=MAIN, **more):
    return forms.Held(content, gt, **more)


def pack_zstd(data):
    return subprocess.run(['zstd', '-q', '-3', '-c'], input=data,
                          capture_output=True, check=True).stdout


PACKINGS = {'gzip': lambda data: gzip.compress(data, 1, mtime=0),
            'xz': lambda data: lzma.compress(data, preset=0),
            'zstd': pack_zstd}


# Lines of the section "GuC CT", which xe prints into the kernel log after the GuC log when a CT
# buffer is dead (no longer usable).
CT_LINES = ('**** GuC CT ****', 'H2G CTB (all sizes in DW):', '\tsize: 1024',
            'G2H CTB (all sizes in DW):', '\tg2h outstanding: 0',
            '[CTB].length: 0x800',
            *ascii85.lines('[CTB].data', b'\x01\x02\x03\x04' * 512))


def dmesg(machine, gt, messages, way=decorate.dmesg, tiles=True):
    return decorate.text(way(decorate.printk(machine, gt, messages, tiles)))


def every_form(image, machine=MACHINE, gt=MAIN, **more):
    """Yield (name of the form, content, expected facts) of a log in each form except LFD and i915's
    error state."""
    log = held(image, gt, **more)
    dead = forms.capture_dead(3, machine, log, after=CT_LINES)
    yield ('devcoredump', forms.devcoredump(machine, log),
           expect.of_dump(machine, log))
    yield 'debugfs', forms.debugfs(log), expect.of_file(log)
    yield 'debugfs-6.12', forms.debugfs_old(image), expect.of_old_file()
    yield ('dmesg', dmesg(machine, gt, forms.capture(1, log)),
           expect.of_capture(machine, log))
    yield ('dmesg-dead-ct', dmesg(machine, gt, dead),
           expect.of_dead_capture(machine, log))
    yield 'hexdump', forms.hexdump(log), expect.of_hexdump(log)
    yield 'image', image, expect.of_image()
    yield ('relay', forms.relay(image, image), expect.of_relay())
