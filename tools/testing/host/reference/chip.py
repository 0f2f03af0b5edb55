# SPDX-License-Identifier: GPL-2.0-only
"""Computes the fields of ASIC info from the facts about a device and the project's tables of
devices."""

from . import devices
from .facts import GPU_TYPES, KINDS, MEMORY_TYPES

MAX_SLICES, MAX_ROW = 32, 16

# Number of data transfers per clock, for each type of memory.
OPS = {'ddr2': 2, 'ddr3': 2, 'ddr4': 2, 'hbm': 2, 'hbm2': 2, 'hbm3': 2,
       'lpddr4': 2, 'gddr5': 4, 'ddr5': 4, 'lpddr5': 8, 'gddr6': 16}


class Chip:
    """A device: its facts, and its rows in the tables."""

    def __init__(self, facts):
        self.facts = facts
        self.device = devices.device(facts.get('pci_id'))
        self.ip = facts.get('graphics_ip', self.device.get('graphics_ip', 0))
        self.graphics = devices.graphics(self.ip)

    def fact(self, key):
        return self.facts.get(key, 0)

    def known(self, key, table):
        """Return the fact with this key; if it is unknown, the value in the table; if that is
        missing too, 0."""
        return self.facts.get(key, table.get(key, 0))

    def named(self, key, names):
        """Return the value of a fact that is an index into these names. If the fact is unknown,
        return the index of the name in the table row of the PCI id; if that is missing too, 0."""
        name = self.device.get(key) or names[0]
        return self.facts.get(key, names.index(name))

    def per_slice(self):
        return (self.fact('dss_per_slice') or self.device.get('dss_per_slice')
                or self.graphics.get('dss_per_slice') or 4)

    def slices(self):
        """Return a list with the mask of the DSS (dual subslices) of each slice, or None if the
        facts contain no mask."""
        keys = 'dss_geometry_mask', 'dss_compute_mask'
        if not any(key in self.facts for key in keys):
            return None
        mask = self.fact(keys[0]) | self.fact(keys[1])
        width, out = min(self.per_slice(), mask.bit_length() or 1), []
        while mask:
            out.append(mask & (1 << width) - 1)
            mask >>= width
        return out


def _topology(chip):
    rows = chip.slices()
    if rows is not None:
        counts = [row.bit_count() for row in rows]
        masks = []
        for row in rows[:MAX_SLICES]:
            masks += [row & (1 << MAX_ROW) - 1, 0]
        return {'extent': min(len(rows), MAX_SLICES),
                'present': sum(map(bool, counts)), 'dss': sum(counts),
                'fullest': max(counts, default=0), 'masks': masks}
    dss, slices = chip.device.get('dss', 0), chip.device.get('slices', 0)
    return {'extent': slices, 'present': slices, 'dss': dss,
            'fullest': min(chip.per_slice(), dss), 'masks': []}


def _name(chip):
    if chip.device.get('name'):
        return chip.device['name']
    platform = chip.known('platform', chip.device) or ''
    version = KINDS['IP'][1](chip.ip) if chip.ip else ''
    inside = ' '.join(filter(None, (platform, version)))
    return 'Intel(R) Graphics' + (f' ({inside})' if inside else '')


def _clocks(chip):
    peak = chip.fact('clock_max_mhz')
    return {
        'shader_core_clock_frequency':
            (chip.fact('clock_current_mhz') or peak) * 10**6,
        'max_shader_core_clock': peak * 10**6,
        'gpu_timestamp_frequency': chip.fact('reference_clock_hz'),
    }


def _memory(chip):
    kind = chip.named('memory_type', MEMORY_TYPES)
    ops = OPS.get(MEMORY_TYPES[kind], 0)
    rate = chip.known('memory_mtps', chip.device) * 10**6
    clock = rate // ops if ops else 0
    integrated = chip.named('gpu_type', GPU_TYPES) == 1
    return {
        'memory_clock_frequency': clock, 'max_memory_clock': clock,
        'memory_ops_per_clock': ops, 'memory_chip_type': kind,
        'vram_size': 0 if integrated else chip.fact('vram_bytes'),
        'vram_bus_width': chip.known('memory_bus_bits', chip.device),
    }


def _caches(chip):
    banks = chip.facts.get('l3_bank_mask')
    size = chip.known('l3_bank_kib', chip.graphics)
    if banks is None or not size:
        cache = chip.device.get('l3_kib', 0)
    else:
        cache = banks.bit_count() * size
    return {
        'l2_cache_size': cache * 1024,
        'l1_cache_size': chip.device.get('l1_kib', 0) * 1024,
        'lds_size': chip.known('slm_kib', chip.graphics) * 1024,
        'lds_granularity': 1024,
    }


def _cores(chip):
    where = _topology(chip)
    threads = chip.known('threads_per_eu', chip.graphics)
    mask = chip.facts.get('eu_per_dss_mask')
    eus = chip.graphics.get('eus_per_dss', 0) if mask is None \
        else mask.bit_count()
    registers = chip.graphics.get('grf_per_eu', 0)
    if not registers and chip.ip >= 3500:
        registers = 128 * threads
    lanes = where['dss'] * eus * chip.known('eu_simd', chip.graphics)
    texels = where['dss'] * chip.graphics.get('texels_per_dss', 0)
    prims = where['present'] * chip.fact('geometry_pipes_per_slice')
    pixels = where['present'] * chip.known('pixels_per_slice', chip.device)
    return {
        'vgprs_per_simd': registers,
        'shader_engines': where['extent'],
        'compute_unit_per_shader_engine': where['fullest'],
        'simd_per_compute_unit': eus,
        'wavefronts_per_simd': threads,
        'minimum_vgpr_alloc': chip.graphics.get('grf_min', 0),
        'vgpr_alloc_granularity': chip.graphics.get('grf_granularity', 0),
        'hardware_contexts': chip.fact('hardware_contexts'),
        'alu_per_clock': lanes, 'texture_per_clock': texels,
        'prims_per_clock': prims, 'pixels_per_clock': pixels,
        'cu_mask': where['masks'],
    }


def values(facts):
    """Return the values of all fields of ASIC info. facts: the facts of a device and of its first
    GT in one dict."""
    chip = Chip(facts)
    _, bus, number, function = chip.facts.get('pci_address', (0, 0, 0, 0))
    step = chip.facts.get('graphics_step')
    if step is None:
        step = chip.fact('pci_revision') if 0 < chip.ip < 1270 else 0
    return {
        'pci_id': bus << 16 | number << 8 | function,
        'device_id': chip.facts.get('pci_id', (0, 0))[1],
        'device_revision_id': chip.fact('pci_revision'),
        'gpu_type': chip.named('gpu_type', GPU_TYPES),
        'gfx_ip_major': chip.ip // 100 & 0xffff,
        'gfx_ip_minor': chip.ip % 100,
        'gfx_ip_stepping': step & 0xffff,
        'gpu_index': chip.fact('gpu_index'),
        'gpu_name': _name(chip),
        **_clocks(chip), **_memory(chip), **_caches(chip), **_cores(chip),
    }
