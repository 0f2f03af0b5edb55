# SPDX-License-Identifier: GPL-2.0-only
"""ASIC info: offsets, and fields of devices that were computed by hand."""

import struct
import unittest

from corpus import CASES
from corpus.spoiled_asic import spoiled
from reference import asic, chip, rdf

# name: version 1, 1 packed, 2, 3
PLACES = {
    'shader_core_clock_frequency': (0, 0, 8, 8),
    'device_id': (40, 40, 48, 48),
    'gfx_ip_stepping': (100, 100, 108, 108),
    'gpu_index': (104, 102, 112, 112),
    'max_number_of_dedicated_cus': (120, 118, 128, 128),
    'vram_size': (128, 122, 136, 136),
    'lds_size': (148, 142, 156, 156),
    'gpu_name': (152, 146, 160, 160),
    'alu_per_clock': (408, 402, 416, 416),
    'memory_chip_type': (428, 422, 436, 436),
    'cu_mask': (436, 430, 444, 444),
}


def values(name):
    return chip.values(CASES[name].facts(4096).of())


class Layout(unittest.TestCase):
    """The offset of each field."""

    def test_sizes(self):
        sizes = [asic.layout(version, packed)[1]
                 for packed in (False, True) for version in (1, 2, 3)]
        self.assertEqual(sizes, [568, 576, 608, 558, 562, 594])

    def test_places(self):
        for name, expected in PLACES.items():
            found = tuple(asic.layout(*which)[0][name][0] for which in
                          ((1, False), (1, True), (2, False), (3, False)))
            self.assertEqual(found, expected, name)
        self.assertEqual(asic.layout(3)[0]['mall_cache_size'][0], 600)
        self.assertEqual(len(asic.FIELDS[3]), 47)

    def test_reads_back(self):
        for name in CASES:
            known = values(name)
            for which in ((1, False), (1, True), (2, False), (3, False)):
                data = asic.pack(known, *which)
                again = asic.pack(asic.unpack(data, *which), *which)
                self.assertEqual(again, data, (name, which))

    def test_padding_is_zero(self):
        data = asic.pack(values('facts-max'), 1)
        for start, end in ((102, 104), (124, 128), (564, 568)):
            self.assertEqual(data[start:end], bytes(end - start))

    def test_rdf(self):
        data = rdf.build(values('bmg'))
        self.assertEqual(len(data), 664)
        self.assertEqual(data[:32], b'AMD_RDF ' +
                         struct.pack('<2I2q', 3, 0, 0x258, 0x40))
        self.assertEqual(data[32:600], asic.pack(values('bmg'), 1))
        self.assertEqual(data[600:], b'AsicInfo'.ljust(16, b'\0') +
                         struct.pack('<2I5q', 0, 1, 32, 0, 32, 568, 0))


class Fields(unittest.TestCase):
    """The values of the fields."""

    def check(self, name, **expected):
        found = values(name)
        self.assertEqual({key: found[key] for key in expected}, expected)

    def test_bmg(self):
        self.check('bmg', device_id=0xe20b, gpu_type=2, gfx_ip_major=20,
                   gfx_ip_minor=1, shader_engines=5,
                   compute_unit_per_shader_engine=4, simd_per_compute_unit=8,
                   wavefronts_per_simd=8, vgprs_per_simd=1024,
                   alu_per_clock=20 * 8 * 16, texture_per_clock=160,
                   pixels_per_clock=80, prims_per_clock=5,
                   vram_size=12 << 30, vram_bus_width=192,
                   max_memory_clock=1187500000, memory_ops_per_clock=16,
                   memory_chip_type=9, l2_cache_size=24 * 768 << 10,
                   lds_size=128 << 10, pci_id=0x30000,
                   cu_mask=[15, 0] * 5,
                   gpu_name='Intel(R) Arc(TM) B580 Graphics')

    def test_bmg_fused(self):
        self.check('bmg-fused', shader_engines=5,
                   compute_unit_per_shader_engine=4,
                   cu_mask=[15, 0, 14, 0, 0, 0, 13, 0, 15, 0],
                   alu_per_clock=14 * 128, pixels_per_clock=64)
        self.check('bmg-fused-last', shader_engines=7)

    def test_tgl_from_the_tables(self):
        self.check('tgl', gpu_type=1, shader_engines=1,
                   compute_unit_per_shader_engine=6, cu_mask=[63, 0],
                   simd_per_compute_unit=16, wavefronts_per_simd=7,
                   vgprs_per_simd=896, alu_per_clock=6 * 16 * 8,
                   l2_cache_size=3840 << 10, lds_size=128 << 10,
                   gfx_ip_stepping=1, memory_chip_type=0, vram_size=0,
                   shader_core_clock_frequency=1300000000,
                   max_shader_core_clock=1300000000)

    def test_ptl_slices_of_six(self):
        self.check('ptl', shader_engines=2, cu_mask=[63, 0, 63, 0],
                   wavefronts_per_simd=10, minimum_vgpr_alloc=32,
                   max_memory_clock=1200000000)
        self.check('ptl-table', cu_mask=[31, 0, 63, 0],
                   compute_unit_per_shader_engine=6)

    def test_lnl_has_no_vram(self):
        self.check('lnl', vram_size=0, vram_bus_width=128,
                   max_memory_clock=1066625000, memory_chip_type=14)

    def test_dg2(self):
        self.check('dg2', gfx_ip_stepping=8, shader_engines=8,
                   cu_mask=[15, 0] * 7 + [7, 0], vram_bus_width=256,
                   max_memory_clock=1093750000, alu_per_clock=31 * 128)

    def test_vf_has_the_die_but_no_masks(self):
        self.check('vf', gpu_type=3, shader_engines=5,
                   compute_unit_per_shader_engine=4, cu_mask=[],
                   max_shader_core_clock=0)

    def test_nothing_known(self):
        found = values('facts-none')
        self.assertEqual({key: value for key, value in found.items()
                          if value}, {'gpu_name': 'Intel(R) Graphics',
                                      'lds_granularity': 1024})

    def test_names(self):
        for name, said in (('id-unknown', ' (FUTURE 40.10)'),
                           ('id-foreign', ''), ('platform-only',
                                                ' (BATTLEMAGE)'),
                           ('ip-only', ' (12.74)')):
            self.check(name, gpu_name='Intel(R) Graphics' + said)

    def test_limits(self):
        self.check('mask-128', shader_engines=32, cu_mask=[15, 0] * 32)
        self.check('mask-rows', shader_engines=32, cu_mask=[1, 0] * 32,
                   prims_per_clock=256)
        self.check('mask-wide', compute_unit_per_shader_engine=22,
                   cu_mask=[0xffff, 0, 0, 0])
        self.check('mask-wider', shader_engines=1, cu_mask=[0xeeee, 0],
                   compute_unit_per_shader_engine=96)
        self.assertEqual(asic.unpack(asic.pack(values('l3-beyond'), 1),
                                     1)['l2_cache_size'], 0xffffffff)

    def test_cache_of_the_id(self):
        self.check('l3-bank-0', l2_cache_size=16384 << 10)
        self.check('l3-no-bank-size', l2_cache_size=18432 << 10)

    def test_stepping(self):
        self.check('step-old', gfx_ip_stepping=3)
        self.check('step-12.70', gfx_ip_stepping=0)
        self.check('ip-ancient', gfx_ip_stepping=2)


class Spoiled(unittest.TestCase):
    """Each kind of damage to a blob or an RDF file, with its exact fault."""

    def test_verdicts(self):
        for each in spoiled():
            with self.subTest(each.name):
                self.assertEqual(rdf.check(each.content), each.fault)

    def test_every_kind_of_fault_is_there(self):
        codes = {each.fault.code for each in spoiled() if each.fault}
        self.assertEqual(codes, {
            'TOO_SHORT', 'ASIC_NAME', 'ASIC_PADDING', 'ASIC_VERSION',
            'ASIC_CHUNK_SIZE', 'RDF_VERSION', 'RDF_INDEX_SIZE',
            'RDF_INDEX_OUTSIDE', 'RDF_CHUNK_OUTSIDE', 'RDF_COMPRESSION',
            'RDF_NO_CHUNK'})
