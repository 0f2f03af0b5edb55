# SPDX-License-Identifier: GPL-2.0
"""Blobs of BTF, the kernel's type information, for fuzz_btf: a small xe, with only the types that
drivers/xe_guclog/layout needs, in one blob, in two blobs (of a kernel and of a module), and with
two definitions of each type; and types that only some compilers write."""
import pathlib
import re
import struct

INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF = range(1, 9)
CONST, FUNC_PROTO, FLOAT, ENUM64 = 10, 13, 16, 19
LAYOUT = pathlib.Path(__file__).resolve().parents[3] / 'drivers/xe_guclog/layout'


class Types:
    """Builds one blob of BTF. base: for the blob of a module, the Types of the kernel to which the
    module belongs."""

    def __init__(self, base=None):
        self.base, self.records, self.nr = base, b'', 0
        self.strings = b'' if base else b'\0'
        self.first = base.nr + 1 if base else 1
        self.at = len(base.strings) if base else 0

    def name(self, text):
        if not text:
            return 0
        self.strings += text.encode() + b'\0'
        return self.at + len(self.strings) - len(text) - 1

    def add(self, kind, name, size, more=b'', vlen=0, flag=0):
        self.records += struct.pack('<III', self.name(name), flag << 31 | kind << 24 | vlen,
                                    size) + more
        self.nr += 1
        return self.first + self.nr - 1

    def int(self, name, size):
        return self.add(INT, name, size, struct.pack('<I', size * 8))

    def pointer(self, name):
        return self.add(PTR, '', self.add(FWD, name, 0))

    def array(self, element, n):
        return self.add(ARRAY, '', 0, struct.pack('<III', element, 1, n))

    def struct(self, name, size, *members, kind=STRUCT, flag=0):
        more = b''.join(struct.pack('<III', self.name(m), t, off) for m, t, off in members)
        return self.add(kind, name, size, more, len(members), flag)

    def enum(self, name, **values):
        more = b''.join(struct.pack('<II', self.name(n), v) for n, v in values.items())
        return self.add(ENUM, name, 4, more, len(values))

    def blob(self, layout=b''):
        size = 32 if layout else 24
        head = struct.pack('<HBBIIIII', 0xeb9f, 1, 0, size, 0, len(self.records),
                           len(self.records), len(self.strings))
        if layout:
            head += struct.pack('<II', len(self.records) + len(self.strings), len(layout))
        return head + self.records + self.strings + layout


def numbers(t):
    return (t.int('unsigned char', 1), t.int('unsigned int', 4),
            t.int('long unsigned int', 8))


def iosys_map(t, byte):
    char = t.add(PTR, '', t.add(CONST, '', byte))
    addr = t.struct('', 8, ('vaddr_iomem', char, 0), ('vaddr', char, 0), kind=UNION)
    return t.struct('iosys_map', 16, ('', addr, 0), ('is_iomem', byte, 64))


def xe(t, byte, word, quad, vmap=None):
    """Add the structures that the layout needs. byte, word, quad: integer types; vmap: the type
    iosys_map, if the base already has it."""
    dev, bo, gt, tile, device, drm_p = (t.pointer(n) for n in (
        'device', 'xe_bo', 'xe_gt', 'xe_tile', 'xe_device', 'drm_device'))
    tile_s = t.struct('xe_tile', 64, ('xe', device, 0), ('id', byte, 64),
                      ('primary_gt', gt, 128), ('media_gt', gt, 192))
    vmap = vmap or iosys_map(t, byte)
    gem = t.struct('drm_gem_object', 16, ('size', t.add(TYPEDEF, 'size_t', quad), 0),
                   ('dev', drm_p, 64))
    ttm = t.struct('ttm_buffer_object', 16, ('base', gem, 0))
    t.struct('xe_bo', 64, ('ttm', ttm, 0), ('vmap', vmap, 128), ('tile', tile, 256))
    stats = t.struct('', 12, ('sampled_overflow', word, 0), ('overflow', word, 32))
    log = t.struct('xe_guc_log', 64, ('level', word, 0), ('bo', bo, 64),
                   ('stats', t.array(stats, 3), 128))
    guc = t.struct('xe_guc', 64, ('log', log, 0))
    kind = t.enum('xe_gt_type', XE_GT_TYPE_MAIN=1, XE_GT_TYPE_MEDIA=2)
    t.struct('xe_gt', 128, ('tile', tile, 0),
             ('info', t.struct('', 16, ('type', kind, 0), ('reference_clock', word, 32),
                               ('id', byte, 64)), 64),
             ('uc', t.struct('xe_uc', 64, ('guc', guc, 0)), 256),
             ('fuse_topo', t.struct('', 16, ('g_dss_mask', t.array(quad, 2), 0)), 768))
    drm = t.struct('drm_device', 16, ('dev', dev, 64))
    info = t.struct('', 16, ('tile_count', byte, 0), ('devid', word, 32),
                    ('graphics_verx100', word, 64), ('is_dgfx', byte, 1 << 24 | 101), flag=1)
    t.struct('xe_device', 256, ('drm', drm, 0), ('info', info, 128),
             ('tiles', t.array(tile_s, 2), 256))
    t.struct('xe_vram_region', 16, ('usable_size', quad, 0),
             ('actual_physical_size', quad, 64))


def probes(t):
    """Add the prototypes of the probes of xe's tracepoints, as XEL_PROTOS() has them."""
    text = ''.join(path.read_text() for path in LAYOUT.glob('*.h'))
    for name, arguments in re.findall(r'X\(\w+, "(\w+)",\s*"([^"]*)"\)', text):
        params = [(0, t.add(PTR, '', 0))] + [
            (0, t.pointer(word[1:]) if word[0] == '*' else t.int(f'u{word}', int(word)))
            for word in arguments.split()]
        proto = t.add(FUNC_PROTO, '', 0, b''.join(struct.pack('<II', *p) for p in params),
                      len(params))
        t.add(TYPEDEF, f'btf_trace_{name}', t.add(PTR, '', proto))


def odd(t, word):
    """Add types that a reader of BTF must survive: bit fields in the old encoding, types that
    contain themselves, ENUM64 and FLOAT."""
    bits = t.add(INT, 'unsigned int', 4, struct.pack('<I', 5 << 16 | 3))
    t.struct('xe_guc_log', 64, ('level', bits, 0), ('off', word, 64))
    ring = t.first + t.nr
    t.add(TYPEDEF, 'ring', ring)
    t.array(t.first + t.nr, 3)
    t.struct('off', 64, *[('', t.first + t.nr, 0)] * 6)
    t.add(ENUM64, 'intel_step', 8, struct.pack('<III', t.name('STEP_A0'), 1, 1), 1)
    t.add(FLOAT, 'double', 8)


def seeds():
    """Yield (name, input) for each first input of fuzz_btf."""
    one = Types()
    xe(one, *numbers(one))
    yield 'xe', b'\0\0\0' + one.blob()
    yield 'printed', b'\2\0\0' + one.blob()
    probed = Types()
    xe(probed, *numbers(probed))
    probes(probed)
    yield 'probes', b'\0\0\0' + probed.blob()
    two = Types()
    for _ in range(2):
        xe(two, *numbers(two))
    yield 'twice', b'\0\0\0' + two.blob()
    base = Types()
    plain = numbers(base)
    part = Types(base)
    xe(part, *plain)
    yield 'split', struct.pack('<BH', 1, len(base.blob())) + base.blob() + part.blob()
    strange = Types()
    odd(strange, numbers(strange)[1])
    yield 'odd', b'\0\0\0' + strange.blob()
    later = Types()
    later.add(69, 'later', 0, bytes(8), 2)
    odd(later, later.int('int', 4))
    yield 'layout', b'\0\0\0' + later.blob(bytes(69 * 4) + bytes((2, 3, 0, 0)))
    small = Types()
    small.struct('xe_vram_region', 16, ('usable_size', small.int('u64', 8), 0),
                 ('actual_physical_size', 1, 64))
    yield 'small', b'\0\0\0' + small.blob()
    stats = Types()
    stats.struct('', 12, ('overflow', stats.int('u32', 4), 32))
    stats.struct('xe_guc_log', 64, ('stats', stats.array(2, 3), 128))
    yield 'stats', b'\0\0\0' + stats.blob()
    yield 'empty', b'\0\0\0' + Types().blob()
