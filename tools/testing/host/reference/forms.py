# SPDX-License-Identifier: GPL-2.0-only
"""Writes a log in each form in which drivers print it (see INPUTS.md).

The wording is copied from the functions that print logs in the kernel. For xe, these are in
xe_devcoredump.c, xe_guc_log.c, xe_guc_ct.c and xe_device.c of Linux 7.3, and for form (c) in
xe_guc_log.c of Linux 6.12. For i915, they are in intel_guc_log.c, intel_guc.c and i915_gpu_error.c.
"""

import struct
import zlib
from collections import namedtuple
from dataclasses import dataclass

from . import ascii85
from .log import CRASH, EVENT, LIC_MAGIC, MARKERS, PAGE, STATE

State = namedtuple('State', 'marker0 marker1 read write size sampled wrap '
                            'flags version')
NS = 10 ** 9
NO_STAMP = (1 << 64) - 1        # the value that xe prints if it cannot read the GuC's clock


@dataclass(frozen=True)
class Gt:
    """A GT in the list at the beginning of a devcoredump.

    ip: architecture, release and revision; all 0 for devices without a GMD ID register
    clock: frequency of the reference clock in Hz
    """
    number: int = 0
    tile: int = 0
    kind: str = 'main'
    ip: tuple = (20, 2, 0)
    clock: int = 19200000


@dataclass(frozen=True)
class Machine:
    """The machine on which a devcoredump was made, and what happened there.

    snapshot, uptime: the time of day and the time since boot when the dump was made, in ns
    """
    kernel: str = '6.16.3-2-test'
    pci_id: int = 0xe223
    revision: int = 0
    address: str = '0000:03:00.0'
    gts: tuple = (Gt(), Gt(1, 0, 'media', (13, 1, 2)))
    snapshot: int = 1767225600123456789
    uptime: int = 365371234567890
    reason: str = 'Timedout job - seqno=4294967169, guc_id=21, flags=0x0'
    process: str = 'clpeak [2711]'


@dataclass(frozen=True)
class Held:
    """A log and the values that the driver prints with it.

    boottime, tick: the host's clock in ns and the GuC's clock, read after the log was copied
    length: the length of the log that the text states; None for the correct length
    """
    image: bytes
    gt: Gt = Gt()
    firmware: str = 'xe/bmg_guc_70.bin'
    found: str = '70.44.1'
    wanted: str = '70.49.4'
    level: int = 3
    boottime: int = 365371278210123
    tick: int = 7015128541635
    length: int = None


def _seconds(ns):
    return f'{ns // NS}.{ns % NS:09d}'


def _machine(machine):
    """Return the lines about the device and its GTs at the beginning of a devcoredump."""
    out = [f'PCI ID: 0x{machine.pci_id:04x}',
           f'PCI revision: 0x{machine.revision:02x}']
    for gt in machine.gts:
        out += [f'GT id: {gt.number}', f'\tTile: {gt.tile}',
                f'\tType: {gt.kind}', '\tIP ver: %d.%d.%d' % gt.ip,
                f'\tCS reference clock: {gt.clock}']
    return out


def _snapshot(held):
    """Return the lines that xe prints before the data of a log."""
    length = len(held.image) if held.length is None else held.length
    return [f'GuC firmware: {held.firmware}',
            f'GuC version: {held.found} (wanted {held.wanted})',
            f'Kernel timestamp: 0x{held.boottime:08X} [{held.boottime}]',
            f'GuC timestamp: 0x{held.tick:08X} [{held.tick}]',
            f'Log level: {held.level}',
            f'[LOG].length: 0x{length:x}']


def _text(lines):
    return ''.join(line + '\n' for line in lines)


def _data(image):
    return f'[LOG].data: {ascii85.encode(image)}'


def devcoredump(machine, *logs, head=(), tail=()):
    """Return form (a) of INPUTS.md: /sys/class/devcoredump/devcd1/data, with a section for each
    log.

    head, tail: lines of other sections before and after the sections of the logs
    """
    out = ['**** Xe Device Coredump ****', f'Reason: {machine.reason}',
           f'kernel: {machine.kernel}', 'module: xe',
           f'Snapshot time: {_seconds(machine.snapshot)}',
           f'Uptime: {_seconds(machine.uptime)}',
           f'Process: {machine.process}', *_machine(machine), *head]
    for held in logs:
        out += ['', f'**** GT #{held.gt.number} ****',
                f'\tTile: {held.gt.tile}', '', '**** GuC Log ****',
                *_snapshot(held), _data(held.image)]
    return _text([*out, *tail])


def debugfs(held):
    """Return form (b) of INPUTS.md: debugfs guc_log."""
    return _text(['**** GuC Log ****',
                  f'CS reference clock: {held.gt.clock}',
                  *_snapshot(held), _data(held.image)])


def debugfs_old(image):
    """Return form (c) of INPUTS.md: debugfs guc_log of Linux 6.12."""
    return f'Log data: {ascii85.encode(image)}\n'


def capture(series, held):
    """Return form (d) of INPUTS.md: the lines "Capture SERIES.N: ..." that xe's debugfs file
    guc_log_dmesg prints into the kernel log, without the prefixes of xe and of the kernel."""
    return _numbered(series, [
        'Dumping GuC log for guc_log_dmesg [xe]...', '**** GuC Log ****',
        f'CS reference clock: {held.gt.clock}', *_snapshot(held),
        *ascii85.lines('[LOG].data', held.image), 'Done.'])


def capture_dead(series, machine, held, after=()):
    """Return form (d) of INPUTS.md: the lines that xe prints into the kernel log if the CT buffers
    to the GuC no longer work. after: lines of other sections after the log."""
    return _numbered(series, [
        '**** Xe Device Coredump ****', 'Reason: CTB is dead - 0x80',
        *_machine(machine), f'**** GT #{held.gt.number} ****',
        f'\tTile: {held.gt.tile}', '**** GuC Log ****', *_snapshot(held),
        *ascii85.lines('[LOG].data', held.image), *after, 'Done.'])


def _numbered(series, lines):
    return [f'Capture {series}.{i}: {line}'
            for i, line in enumerate(lines, 1)]


def hexdump(held):
    """Return form (e) of INPUTS.md: i915's debugfs file guc_log_dump. It has only the low 32 bits
    of the GuC's clock."""
    tick = held.tick & 0xffffffff
    head = [f'Kernel timestamp: 0x{held.boottime:08X} [{held.boottime}]',
            f'GuC timestamp: 0x{tick:08X} [{tick}]',
            f'CS timestamp frequency: {held.gt.clock} Hz, '
            f'{NS // held.gt.clock} ns']
    words = struct.unpack(f'<{len(held.image) // 4}I', held.image)
    rows = ['0x%08x 0x%08x 0x%08x 0x%08x' % words[i:i + 4]
            for i in range(0, len(words), 4)]
    return _text(head + rows + [''])


def error_state(machine, held, marker=':', pages=True, packed=None):
    """Return form (i) of INPUTS.md: i915's error state, /sys/class/drm/card0/error, as Linux 6.12
    prints it.

    marker: ":" for data that zlib has compressed (CONFIG_DRM_I915_COMPRESS_ERROR), "~" for other
        data
    pages: whether the text has a line "gtt_page_sizes" before the data of the log
    packed: the compressed data, by default the image as zlib compresses it
    """
    stuff = held.image
    if marker == ':':
        stuff = packed or zlib.compress(held.image)
        stuff += bytes(-len(stuff) % 4)
    batch = zlib.compress(b'\x00\x00\x00\x05' * 1024)
    batch += bytes(-len(batch) % 4)
    return _text([
        'GPU HANG: ecode 12:1:85dcfdfb, in glxgears [2711]',
        f'Kernel: {machine.kernel} x86_64', 'Driver: 20230929',
        f'Time: {_sec_usec(machine.snapshot)}',
        f'Boottime: {_sec_usec(held.boottime)}',
        f'Uptime: {_sec_usec(machine.uptime)}',
        'Capture: 4299876543 jiffies; 12345 ms ago',
        'Active process (on ring rcs0): glxgears [2711]',
        'Reset count: 0', 'Suspend count: 0', 'Platform: ALDERLAKE_P',
        'Subplatform: 0x0', f'PCI ID: 0x{machine.pci_id:04x}',
        f'PCI Revision: 0x{machine.revision:02x}', 'PCI Subsystem: 1028:0af3',
        'IOMMU enabled?: 1', 'DMC initialized: yes', 'RPM wakelock: yes',
        'IER: 0x00000000', 'GT awake: yes',
        f'CS timestamp frequency: {held.gt.clock} Hz, {NS // held.gt.clock} ns',
        'EIR: 0x00000000', 'rcs0 command stream:', '  CCID:  0x00000000',
        '  hung: 1', '  engine reset count: 0',
        'rcs0 --- batch = 0x00000000 ffff0000', f':{ascii85.encode(batch)}',
        f'GuC firmware: {held.firmware}', '\tstatus: RUNNING',
        f'\tversion: wanted {held.wanted}, found {held.found}'
        if held.found != held.wanted else f'\tversion: found {held.found}',
        '\tuCode: 342848 bytes', '\tRSA: 256 bytes',
        'HuC firmware: i915/tgl_huc.bin', '\tstatus: RUNNING',
        '\tversion: found 7.9.3', '\tuCode: 589504 bytes', '\tRSA: 256 bytes',
        f'GuC timestamp: 0x{held.tick & 0xffffffff:08x}',
        'global --- GuC log buffer = 0x00000000 feb00000',
        *(['gtt_page_sizes = 0x00010000'] if pages else []),
        f'{marker}{ascii85.encode(stuff)}',
        'GuC CTB fence: 2813',
        'GuC Send CTB: raw: 0x00000000, 0x0000021C/0000021C, cached: '
        '0x0000021C/0000021C, desc = 0x00000000, buf = 0x00000800 x 0x00001000',
        'global --- GuC CT buffer = 0x00000000 feaf0000',
        f':{ascii85.encode(batch)}',
        'available engines: 40000f0f', 'slice total: 1, mask=0001',
        'i915.modeset=-1', 'i915.enable_guc=3', f'i915.guc_log_level={held.level}'])


def _sec_usec(ns):
    return f'{ns // NS} s {ns % NS // 1000} us'


def relay(*images):
    """Return form (h) of INPUTS.md: i915's relay file guc_log_relay, with one sub-buffer for each
    flush of the log.

    images: the images of the log at each flush

    A sub-buffer has the event region and the crash region, and a page with their buffer states, in
    which write_ptr has the value of sampled_write_ptr. Of each region, i915 copies only the bytes
    from read_ptr to sampled_write_ptr, or all bytes if the ring was full or one of the two pointers
    is beyond the region.
    """
    return b''.join(map(_sub_buffer, images))


def _sub_buffer(image):
    states, regions, offset = b'', b'', PAGE
    for at in range(0, PAGE - STATE.size, STATE.size):
        state = State._make(STATE.unpack_from(image, at))
        if MARKERS.get(state[:2]) in (EVENT, CRASH):
            states += STATE.pack(*state._replace(write=state.sampled))
            regions += _copied(image[offset:offset + state.size], state)
        if state.marker0 in (0, LIC_MAGIC):
            break
        offset += state.size
    return states.ljust(PAGE, b'\0') + regions


def _copied(region, state):
    read, write = state.read, state.sampled
    if state.flags >> 1 & 15 or max(read, write) > state.size:
        return region
    if read <= write:
        return region[read:write].rjust(write, b'\0').ljust(state.size, b'\0')
    return region[:write].ljust(read, b'\0') + region[read:]
