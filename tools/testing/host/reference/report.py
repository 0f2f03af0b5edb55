# SPDX-License-Identifier: GPL-2.0-only
"""Makes the lines about a log in the comment of an LFD file and in the module's file
guc_log_state."""

from .log import ABSENT, EVENT, EVENT_SIZE, EVENT_VERSION, MAX_FAULTS, REGIONS


def text(lines):
    return ''.join(line + '\n' for line in lines)


BEFORE_LOAD = 'written before the firmware was loaded again'
AFTER_WRAP = 'after wrap_offset, not a part of the log, of unknown age'


def _entries(log, key, count):
    """Return a line with the number of entries, or no line if the length of an entry is unknown."""
    if log.regions[EVENT].version != EVENT_VERSION:
        return []
    return [f'{key}={count // EVENT_SIZE}']


def _amount(log, key, count):
    return [f'{key}_bytes={count}'] + _entries(log, f'{key}_entries', count)


def event_lines(log):
    if log.order == ABSENT:
        return [f'event_order={ABSENT}']
    ring, count = log.regions[EVENT], log.event_bytes()
    out = [f'event_order={log.order}',
           f'event_version={ring.version}',
           f'event_size={ring.size}']
    out += _amount(log, 'event', count)
    for key, more in (('event_gap', log.gap_bytes()),
                      ('event_missing', log.missing), ('event_late', log.late)):
        if more:
            out += _amount(log, key, more)
    if log.not_understood:
        out.append(f'event_not_understood_bytes={log.not_understood}')
    out += [f'event_write_ptr=0x{ring.write_ptr:x}',
            f'event_wrap_offset=0x{ring.wrap_offset:x}',
            f'event_read_ptr=0x{ring.read_ptr:x}']
    if log.unread is not None:
        out.append(f'event_unread_bytes={log.unread}')
    out.append(f'event_full_count={ring.full_count}')
    return out


def crash_lines(log):
    if log.crash.len:
        return [f'crash_dump=present, {log.crash.len} bytes']
    return [f'crash_dump={log.crash_state}']


def fault_lines(log):
    out = [f'fault={fault.sentence()}' for fault in log.faults[:MAX_FAULTS]]
    if len(log.faults) > MAX_FAULTS:
        out.append(f'faults_not_listed={len(log.faults) - MAX_FAULTS}')
    return out


def gap_comment(log, gap, count):
    return ['events=events right before these are missing',
            *_amount(log, 'events_gap', gap), *_amount(log, 'events', count)]


def _part(log, key, span):
    start = span.offset - log.regions[EVENT].offset
    return [f'{key}_offset=0x{start:x}', *_amount(log, key, span.len)]


def other_comment(log, what, span):
    return [f'events={what}', 'events_order=storage order',
            *_part(log, 'events', span)]


def _region_lines(log, name):
    region = log.regions.get(name)
    out = [f'[{name}]']
    if region is None:
        return out + ['state=absent']
    return out + [f'state_offset=0x{region.state_offset:x}',
                  f'region_offset=0x{region.offset:x}',
                  f'size={region.size}',
                  f'available={region.avail}',
                  f'read_ptr=0x{region.read_ptr:x}',
                  f'write_ptr=0x{region.write_ptr:x}',
                  f'sampled_write_ptr=0x{region.sampled_write_ptr:x}',
                  f'wrap_offset=0x{region.wrap_offset:x}',
                  f'flush={region.flush}',
                  f'full_count={region.full_count}',
                  f'version={region.version}']


def version(value):
    return f'{value >> 16}.{value & 0xffff}'


def _firmware(value):
    parts = value >> 16 & 255, value >> 8 & 255, value & 255
    return 'fw_version=0x%x (%d.%d.%d)' % (value, *parts)


LIC_LINES = {
    1: _firmware,
    2: lambda value: f'guc_device_id=0x{value:x}',
    3: lambda value: f'tsc_frequency_khz={value}',
    4: lambda value: f'gmd_id=0x{value:x}',
    5: lambda value: f'build_platform_id=0x{value:x}',
}


def _lic_lines(log):
    out = ['[LIC]']
    if log.lic is None:
        return out + ['lic=absent']
    out += [f'offset=0x{log.lic.offset:x}',
            f'version={version(log.lic.version)}']
    out += [line(log.lic.values[key]) for key, line in LIC_LINES.items()
            if key in log.lic.values]
    if log.lic.unknown_keys:
        out.append(f'unknown_keys={log.lic.unknown_keys}')
    return out


def _other_lines(log):
    out = []
    for key, span in (('before_load', log.before_load),
                      ('after_wrap', log.after_wrap)):
        if span.len:
            out += _part(log, key, span)
    return out


def state(log):
    """Return the complete text of guc_log_state."""
    out = [f'log_bytes={log.total}']
    for name in REGIONS:
        out += _region_lines(log, name)
    out += _lic_lines(log)
    out += ['[events]', *event_lines(log), *crash_lines(log)]
    out += _other_lines(log)
    out += ['[faults]', f'faults={len(log.faults)}', *fault_lines(log)]
    return text(out)
