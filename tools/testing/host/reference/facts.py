# SPDX-License-Identifier: GPL-2.0-only
"""Facts about a device, its GTs and their logs: reads and writes them as lines key=value, and
checks the type of each value."""

import re
from dataclasses import dataclass, field

WRITER = 'xe_guclog 0.1.0'

GPU_TYPES = ('unknown', 'integrated', 'discrete', 'virtual')
GT_TYPES = ('main', 'media')
MEMORY_TYPES = ('unknown', 'ddr', 'ddr2', 'ddr3', 'ddr4', 'ddr5', 'gddr3',
                'gddr4', 'gddr5', 'gddr6', 'hbm', 'hbm2', 'hbm3', 'lpddr4',
                'lpddr5')

# For each key: its scope ("D" for a fact of the device, "G" of a GT), whether the comment of an LFD
# file contains it, and its type (a key of KINDS). Every list of facts has this order.
FACTS = {
    'source': ('D', 1, 'STR32'),
    'driver': ('D', 1, 'STR32'),
    'kernel': ('D', 0, 'STR72'),
    'pci_address': ('D', 1, 'BDF'),
    'pci_id': ('D', 1, 'ID'),
    'pci_revision': ('D', 1, 'X32'),
    'platform': ('D', 1, 'STR32'),
    'graphics_ip': ('D', 1, 'IP'),
    'graphics_step': ('D', 0, 'U32'),
    'media_ip': ('D', 1, 'IP'),
    'gpu_type': ('D', 0, 'GPU'),
    'gpu_index': ('D', 0, 'U32'),
    'dss_geometry_mask': ('D', 0, 'MASK'),
    'dss_compute_mask': ('D', 0, 'MASK'),
    'dss_per_slice': ('D', 0, 'U32'),
    'eu_per_dss_mask': ('D', 0, 'MASK'),
    'eu_simd': ('D', 0, 'U32'),
    'l3_bank_mask': ('D', 0, 'MASK'),
    'l3_bank_kib': ('D', 0, 'U32'),
    'slm_kib': ('D', 0, 'U32'),
    'threads_per_eu': ('D', 0, 'U32'),
    'hardware_contexts': ('D', 0, 'U32'),
    'geometry_pipes_per_slice': ('D', 0, 'U32'),
    'pixels_per_slice': ('D', 0, 'U32'),
    'clock_current_mhz': ('D', 0, 'U32'),
    'clock_max_mhz': ('D', 0, 'U32'),
    'vram_bytes': ('D', 0, 'U64'),
    'memory_type': ('D', 0, 'MEM'),
    'memory_bus_bits': ('D', 0, 'U32'),
    'memory_mtps': ('D', 0, 'U32'),
    'device_status': ('D', 0, 'STR128'),
    'xe_guc_log_lfd': ('D', 0, 'STR32'),
    'gt': ('G', 1, 'U32'),
    'tile': ('G', 1, 'U32'),
    'gt_type': ('G', 1, 'GT'),
    'status': ('G', 0, 'STR128'),
    'log_bytes': ('G', 0, 'U64'),
    'guc_firmware': ('G', 1, 'STR128'),
    'guc_version': ('G', 1, 'REL'),
    'guc_wanted': ('G', 1, 'REL'),
    'log_level': ('G', 1, 'U32'),
    'log_overflows': ('G', 0, 'U32'),
    'log_flushes': ('G', 0, 'U32'),
    'reference_clock_hz': ('G', 1, 'U32'),
    'woken': ('G', 1, 'STR32'),
    'anchor': ('G', 1, 'STR32'),
    'anchor_boottime_ns': ('G', 1, 'U64'),
    'anchor_realtime_ns': ('G', 1, 'U64'),
    'anchor_guc_tick': ('G', 1, 'U64'),
    'anchor_uncertainty_ns': ('G', 1, 'U64'),
    'anchor_age_ns': ('G', 1, 'U64'),
}


def _number(pattern, base, bits):
    def parse(text):
        if not re.fullmatch(pattern, text) or int(text, base) >> bits:
            raise ValueError(text)
        return int(text, base)
    return parse


def _string(room):
    def parse(text):
        if not re.fullmatch(r'[ -~]+', text) or len(text) >= room:
            raise ValueError(text)
        return text
    return parse


def _parts(pattern, *bases):
    def parse(text):
        match = re.fullmatch(pattern, text)
        if not match:
            raise ValueError(text)
        return tuple(map(int, match.groups(), bases))
    return parse


def _ip(text):
    major, minor = _parts(r'(\d+)\.(\d\d)', 10, 10)(text)
    return 100 * major + minor


def _choice(names):
    return names.index, lambda value: names[value]


HEX = r'0x[0-9a-f]+'
# For each type: a function that converts text to a value (ValueError if the text is malformed), and
# a function that converts a value to text.
KINDS = {
    'U32': (_number(r'[0-9]+', 10, 32), str),
    'U64': (_number(r'[0-9]+', 10, 64), str),
    'X32': (_number(HEX, 16, 32), lambda v: f'0x{v:02x}'),
    'MASK': (_number(HEX, 16, 128), lambda v: f'0x{v:x}'),
    'STR32': (_string(32), str),
    'STR72': (_string(72), str),
    'STR128': (_string(128), str),
    'BDF': (_parts(r'([0-9a-f]{4,8}):([0-9a-f]{2}):([01][0-9a-f])\.([0-7])',
                   16, 16, 16, 16),
            lambda v: '%04x:%02x:%02x.%x' % v),
    'ID': (_parts(r'([0-9a-f]{4}):([0-9a-f]{4})', 16, 16),
           lambda v: '%04x:%04x' % v),
    'REL': (_parts(r'(\d+)\.(\d+)\.(\d+)', 10, 10, 10),
            lambda v: '%d.%d.%d' % v),
    'IP': (_ip, lambda v: '%d.%02d' % divmod(v, 100)),
    'GPU': _choice(GPU_TYPES),
    'GT': _choice(GT_TYPES),
    'MEM': _choice(MEMORY_TYPES),
}


@dataclass
class Facts:
    """The facts of a device (a dict), and of each of its GTs (a list of dicts)."""
    device: dict = field(default_factory=dict)
    gts: list = field(default_factory=list)

    def of(self, gt=0):
        """Return the facts of the device and of the GT with this index, as one dict."""
        return {**self.device, **(self.gts[gt] if gt < len(self.gts) else {})}


def parse(text):
    """Return the facts in the text of a facts file. Lines with unknown keys are ignored."""
    facts = Facts()
    for number, line in enumerate(text.splitlines(), 1):
        key, _, value = line.partition('=')
        if key not in FACTS:
            continue
        scope, _, kind = FACTS[key]
        if key == 'gt':
            facts.gts.append({})
        group = facts.device
        if scope == 'G':
            if not facts.gts:
                raise ValueError(f'line {number}: {key} before gt')
            group = facts.gts[-1]
        try:
            group[key] = KINDS[kind][0](value)
        except ValueError as error:
            raise ValueError(f'line {number}: {line}') from error
    return facts


def lines(values, wanted):
    """Return the known facts for which wanted(scope, in_comment) is true, as lines in the order of
    FACTS."""
    return [f'{key}={KINDS[kind][1](values[key])}'
            for key, (scope, in_comment, kind) in FACTS.items()
            if key in values and wanted(scope, in_comment)]


def comment_lines(values):
    return lines(values, lambda scope, in_comment: in_comment)


def info(facts):
    """Return the text of the module's file "info". A facts file has the same form."""
    out = [f'writer={WRITER}']
    out += lines(facts.device, lambda scope, in_comment: scope == 'D')
    for gt in facts.gts:
        out += lines(gt, lambda scope, in_comment: scope == 'G')
    return ''.join(line + '\n' for line in out)
