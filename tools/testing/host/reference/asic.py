# SPDX-License-Identifier: GPL-2.0-only
"""The layouts of the versions of ASIC info, and functions to pack and unpack it."""

import struct
from functools import lru_cache

# Fields of ASIC info in the order of version 3: name, type (in the notation of Python's module
# struct), number of array elements.
HEAD = (('pci_id', 'I', 1),)
BODY = (
    ('shader_core_clock_frequency', 'Q', 1),
    ('memory_clock_frequency', 'Q', 1),
    ('gpu_timestamp_frequency', 'Q', 1),
    ('max_shader_core_clock', 'Q', 1),
    ('max_memory_clock', 'Q', 1),
    ('device_id', 'I', 1),
    ('device_revision_id', 'I', 1),
    ('vgprs_per_simd', 'I', 1),
    ('sgprs_per_simd', 'I', 1),
    ('shader_engines', 'I', 1),
    ('compute_unit_per_shader_engine', 'I', 1),
    ('simd_per_compute_unit', 'I', 1),
    ('wavefronts_per_simd', 'I', 1),
    ('minimum_vgpr_alloc', 'I', 1),
    ('vgpr_alloc_granularity', 'I', 1),
    ('minimum_sgpr_alloc', 'I', 1),
    ('sgpr_alloc_granularity', 'I', 1),
    ('hardware_contexts', 'I', 1),
    ('gpu_type', 'I', 1),
    ('gfx_ip_major', 'H', 1),
    ('gfx_ip_minor', 'H', 1),
    ('gfx_ip_stepping', 'H', 1),
    ('gpu_index', 'I', 1),
    ('ce_ram_size', 'I', 1),
    ('ce_ram_size_graphics', 'I', 1),
    ('ce_ram_size_compute', 'I', 1),
    ('max_number_of_dedicated_cus', 'I', 1),
    ('vram_size', 'Q', 1),
    ('vram_bus_width', 'I', 1),
    ('l2_cache_size', 'I', 1),
    ('l1_cache_size', 'I', 1),
    ('lds_size', 'I', 1),
    ('gpu_name', 's', 256),
    ('alu_per_clock', 'f', 1),
    ('texture_per_clock', 'f', 1),
    ('prims_per_clock', 'f', 1),
    ('pixels_per_clock', 'f', 1),
    ('memory_ops_per_clock', 'I', 1),
    ('memory_chip_type', 'I', 1),
    ('lds_granularity', 'I', 1),
    ('cu_mask', 'H', 64),
)
TAIL = (
    ('pixel_packer_mask', 'I', 4),
    ('gl1_cache_size', 'I', 1),
    ('inst_cache_size', 'I', 1),
    ('scalar_cache_size', 'I', 1),
    ('mall_cache_size', 'I', 1),
)
FIELDS = {1: BODY, 2: HEAD + BODY, 3: HEAD + BODY + TAIL}


def _sized(value, kind):
    """Return the value that a field stores for a given value. If an integer does not fit into its
    32 or 64 bits, the field stores its largest value. A float field stores at most 2^32 - 1, and
    only the upper 24 bits of the number, without rounding."""
    limit = {'Q': 1 << 64, 'I': 1 << 32, 'f': 1 << 32}.get(kind)
    value = value if limit is None else min(value, limit - 1)
    if kind == 'f':
        value = int(value)
        drop = max(value.bit_length() - 24, 0)
        value = value >> drop << drop
    return value


@lru_cache
def layout(version, packed=False):
    """Return a dict from field name to (offset, format), and the structure's size."""
    at, widest, places = 0, 1, {}
    for name, kind, count in FIELDS[version]:
        size = struct.calcsize('<' + kind)
        if not packed:
            at += -at % size
            widest = max(widest, size)
        places[name] = at, f'<{count}{kind}'
        at += size * count
    return places, at + -at % widest


def _pack(form, out, at, value):
    count, kind = int(form[1:-1]), form[-1]
    if kind == 's':
        struct.pack_into(form, out, at, value.encode('ascii')[:count - 1])
    elif count > 1:
        value = value + [0] * (count - len(value))
        struct.pack_into(form, out, at, *value)
    else:
        struct.pack_into(form, out, at, _sized(value, kind))


def pack(values, version, packed=False):
    places, size = layout(version, packed)
    out = bytearray(size)
    for name, (at, form) in places.items():
        if name in values:
            _pack(form, out, at, values[name])
    return bytes(out)


def unpack(data, version, packed=False):
    """Return a dict from field name to value; arrays are lists."""
    places, size = layout(version, packed)
    if len(data) != size:
        raise ValueError(f'{len(data)} bytes, not {size}')
    out = {}
    for name, (at, form) in places.items():
        value = struct.unpack_from(form, data, at)
        out[name] = value[0] if len(value) == 1 else list(value)
    out['gpu_name'] = out['gpu_name'].split(b'\0')[0].decode('ascii')
    return out


@lru_cache
def padding(version, packed=False):
    """Return the offsets of the bytes that belong to no field."""
    places, size = layout(version, packed)
    used = {byte for at, form in places.values()
            for byte in range(at, at + struct.calcsize(form))}
    return [byte for byte in range(size) if byte not in used]
