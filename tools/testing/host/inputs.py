# SPDX-License-Identifier: GPL-2.0-only
"""Logs for the tests of input, in each form that guclog reads (INPUTS.md lists the forms)."""

import gzip
import lzma
import subprocess

import expect
import gucstory
import stories
import transcripts
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


def kernel_log():
    """Return lines of a kernel log about a hang."""
    about = 'xe 0000:03:00.0: [drm] Tile0: GT0: '
    return (f'[  100.000001] {about}Engine reset: engine_class=ccs, logical_mask: 0x1, guc_id=3\n'
            f'[  100.001000] {about}Timedout job: seqno=171, lrc_seqno=171, guc_id=3, flags=0x0 in '
            'game [27]\n[  100.002000] xe 0000:03:00.0: [drm] Xe device coredump has been created\n')


def story(kinds):
    """Return the devcoredump of a story, see stories.make()."""
    made = stories.make(3, kinds)
    return gucstory.dump(made.guc, stories.timed_out(stories.VICTIM), [made.victim])


# One input of each kind, for the tests that run a verb on each: a log in each form, hangs, inputs of
# which a part is missing, and inputs without a log.
NAMED = {
    **{name: (lambda content=content: content) for name, content, _ in every_form(small())},
    'lfd': lambda: expect.lfd_of(small(), expect.of_image()),
    'relay': lambda: forms.relay(bare()),
    'error-state': lambda: forms.error_state(MACHINE, held(bare())),
    'two-gts': lambda: forms.devcoredump(MACHINE, held(small()), held(bare(), MEDIA)),
    'hang': lambda: story('gr'), 'no-hang': lambda: story('g'),
    'cut': lambda: story('r')[:60000], 'kernel-log': kernel_log,
    **{name: (lambda name=name: transcripts.dump(name)) for name in transcripts.NAMES},
    'no-log': lambda: forms.devcoredump(MACHINE),
    'empty': lambda: b'', 'junk': lambda: b'nothing\n' * 100,
}
