# SPDX-License-Identifier: GPL-2.0-only
"""Prints lines of the kernel log in the forms in which common programs print them."""

import json
from datetime import datetime, timezone

BOOT = 1766860228888888899      # CLOCK_REALTIME at the boot of the machine, ns


def printk(machine, gt, messages, tiles=True):
    """Return the messages with the prefix that xe prints: device, "[drm]", tile, and GT. tiles:
    whether the prefix has the tile, as since Linux 7.0."""
    tile = f'Tile{gt.tile}: ' if tiles else ''
    before = f'xe {machine.address}: [drm] {tile}GT{gt.number}: '
    return [before + message for message in messages]


def stamps(count, start=365371 * 10 ** 6):
    """Return the times of this number of lines, in microseconds since boot."""
    return [start + 137 * i for i in range(count)]


def _dated(micros):
    return datetime.fromtimestamp(BOOT // 10 ** 9 + micros // 10 ** 6,
                                  timezone.utc)


def dmesg(lines):
    """Return the lines as dmesg prints them."""
    return [f'[{t // 10 ** 6:5d}.{t % 10 ** 6:06d}] {line}'
            for t, line in zip(stamps(len(lines)), lines)]


def dmesg_raw(lines):
    """Return the lines as dmesg --raw prints them. The log of a serial console can have the same
    form."""
    return [f'<6>{line}' for line in dmesg(lines)]


def dmesg_dated(lines):
    """Return the lines as dmesg --ctime prints them."""
    return [f'[{_dated(t):%a %b %e %H:%M:%S %Y}] {line}'
            for t, line in zip(stamps(len(lines)), lines)]


def journal(lines):
    """Return the lines as journalctl -k prints them (-o short)."""
    return [f'{_dated(t):%b %d %H:%M:%S} testbox kernel: {line}'
            for t, line in zip(stamps(len(lines)), lines)]


def journal_precise(lines):
    """Return the lines as journalctl -k -o short-iso-precise prints them, with blanks for tabs."""
    return [f'{_dated(t):%Y-%m-%dT%H:%M:%S}.{t % 10 ** 6:06d}+0000 testbox '
            f'kernel: {line}'.replace('\t', '        ')
            for t, line in zip(stamps(len(lines)), lines)]


def dmesg_coloured(lines):
    """Return the lines as dmesg --color=always prints them. Text that was copied from a terminal
    can look the same."""
    return ['\x1b[32m{}] \x1b[0m\x1b[33m{}: \x1b[0m{}'.format(
                *line.replace('] ', '\n', 1).replace(': ', '\n', 1)
                .split('\n')) for line in dmesg(lines)]


def _record(number, micros, message):
    """Return a record of the journal for a line of the kernel log, as a dict of its fields."""
    return {'__CURSOR': f's=5e2a{number:x};i={number:x}',
            '__REALTIME_TIMESTAMP': f'{BOOT // 1000 + micros}',
            '__MONOTONIC_TIMESTAMP': f'{micros}', '_BOOT_ID': 'f00d', 'PRIORITY': '6',
            '_MACHINE_ID': 'c0ffee', '_HOSTNAME': 'testbox', '_TRANSPORT': 'kernel',
            'SYSLOG_FACILITY': '0', 'SYSLOG_IDENTIFIER': 'kernel', 'MESSAGE': message,
            '_KERNEL_SUBSYSTEM': 'pci', '_KERNEL_DEVICE': '+pci:0000:03:00.0',
            '_UDEV_SYSNAME': '0000:03:00.0'}


def records(lines):
    return [_record(i, t, line)
            for i, (t, line) in enumerate(zip(stamps(len(lines)), lines))]


def journal_json(lines):
    """Return the lines as journalctl -k -o json prints them."""
    return [json.dumps(one, separators=(',', ':')) for one in records(lines)]


def journal_json_bytes(lines):
    """Return the lines in the form in which journalctl -k -o json prints messages that are not
    UTF-8: each message is an array of bytes."""
    return [json.dumps(one | {'MESSAGE': [*one['MESSAGE'].encode()]})
            for one in records(lines)]


def journal_json_pretty(lines):
    """Return the lines as journalctl -k -o json-pretty prints them."""
    return [row for one in records(lines) for row in
            json.dumps(one, indent='\t', separators=(',', ' : ')).splitlines()]


def journal_json_sse(lines):
    """Return the lines as journalctl -k -o json-sse prints them."""
    return [row for one in journal_json(lines) for row in (f'data: {one}', '')]


def journal_json_seq(lines):
    """Return the lines as journalctl -k -o json-seq prints them."""
    return ['\x1e' + one for one in journal_json(lines)]


def dmesg_json(lines):
    """Return the lines as dmesg --json of util-linux prints them."""
    out = ['{', '   "dmesg": [', '      {']
    for i, (t, line) in enumerate(zip(stamps(len(lines)), lines)):
        out += (['      },{'] if i else []) + [
            '         "pri": 6,',
            f'         "time": {t // 10 ** 6:5d}.{t % 10 ** 6:06d},',
            f'         "msg": {json.dumps(line, ensure_ascii=False)}']
    return [*out, '      }', '   ]', '}']


def plain(lines):
    """Return the lines as dmesg --notime prints them."""
    return list(lines)


JSON_WAYS = (journal_json, journal_json_bytes, journal_json_pretty, journal_json_sse,
             journal_json_seq, dmesg_json)
WAYS = (plain, dmesg, dmesg_raw, dmesg_dated, dmesg_coloured, journal,
        journal_precise, *JSON_WAYS)

# Lines of a kernel log that do not belong to a GuC log. Some look similar to its lines, which begin
# with "Capture N.M:".
OTHERS = (
    'usb 1-2: new high-speed USB device number 7 using xhci_hcd',
    'xe 0000:03:00.0: [drm] Tile0: GT0: Engine reset: engine_class=ccs, '
    'logical_mask: 0x1, guc_id=21',
    'audit: type=1400 audit(1767225600.123:91): apparmor="DENIED" '
    'operation="capture 1.2: mount"',
    'snd_hda_intel 0000:00:1f.3: Capture 3 is unknown: skipped',
    'Capture: 12',
    'wlan0: deauthenticated from aa:bb:cc:dd:ee:ff (Reason: 3=DEAUTH_LEAVING)',
)


def strewn(lines, every=7):
    """Return the lines with one line of OTHERS inserted before the first of them, and another one
    after each "every" lines."""
    out = []
    for i, line in enumerate(lines):
        if i % every == 0:
            out.append(OTHERS[i // every % len(OTHERS)])
        out.append(line)
    return out


def interleaved(*captures):
    """Return the lines of several captures in turn, as if several devices or GTs had printed their
    GuC logs at the same time. (A capture is a GuC log in lines of the kernel log.)"""
    out, rest = [], [list(lines) for lines in captures]
    while any(rest):
        for i, lines in enumerate(rest):
            out += lines[:i + 2]
            del lines[:i + 2]
    return out


def doubled(lines):
    """Return the lines, every fifth of them twice, as if two log files that overlap were joined."""
    return [line for i, line in enumerate(lines)
            for _ in range(1 + (i % 5 == 2))]


def text(lines):
    return ''.join(line + '\n' for line in lines)
