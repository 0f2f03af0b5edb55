# SPDX-License-Identifier: GPL-2.0-only
"""Facts: the list equals that of the header, and written values read back."""

import re
import unittest
from pathlib import Path

from corpus import CASES
from reference import facts

ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / 'drivers/xe_guclog/core/guc_facts.h'
SIZES = {'guc_str32': '32', 'guc_str72': '72', 'guc_str128': '128'}


class List(unittest.TestCase):
    """The list of the header and that of the writer are equal."""

    def test_header_has_the_same(self):
        rows = re.findall(r'^\tX\((\w), (\d), (\w+), ([\w ]+), (\w+)\)',
                          HEADER.read_text('utf-8'), re.M)
        found = {key: (scope, int(comment), kind + SIZES.get(kept, ''))
                 for scope, comment, kind, kept, key in rows}
        self.assertEqual(found, facts.FACTS)
        self.assertEqual(list(found), list(facts.FACTS))


class Text(unittest.TestCase):
    """Facts files."""

    def test_info_reads_back(self):
        for name, case in CASES.items():
            known = case.facts(4096)
            with self.subTest(name):
                self.assertEqual(facts.parse(facts.info(known)), known)

    def test_forms(self):
        text = ('writer=xe_guclog 0.1.0\npci_address=0000:03:00.0\n'
                'pci_id=8086:e223\npci_revision=0x08\ngraphics_ip=20.01\n'
                'gpu_type=discrete\ndss_geometry_mask=0x3f\n'
                'memory_type=gddr6\ngt=1\ngt_type=media\n'
                'guc_version=70.44.1\n')
        self.assertEqual(facts.info(facts.parse(text)), text)

    def test_values(self):
        known = facts.parse('graphics_ip=20.01\ngpu_type=virtual\n'
                            'memory_type=lpddr5\npci_id=8086:e20b\n').device
        self.assertEqual(known, {'graphics_ip': 2001, 'gpu_type': 3,
                                 'memory_type': 14,
                                 'pci_id': (0x8086, 0xe20b)})

    def test_unknown_keys_are_ignored(self):
        self.assertEqual(facts.parse('color=blue\n'), facts.Facts())

    def test_malformed_values_are_not(self):
        for line in ('gpu_index=-1', 'gpu_index=4294967296', 'gpu_index=',
                     'pci_id=8086', 'graphics_ip=20', 'gpu_type=fast',
                     'dss_geometry_mask=0x1' + 32 * '0',
                     'pci_address=03:00.0', 'kernel=', 'source=' + 32 * 'x',
                     'platform=\x7f', 'guc_version=70.44'):
            with self.subTest(line):
                with self.assertRaisesRegex(ValueError, 'line 2'):
                    facts.parse('color=blue\n' + line + '\n')

    def test_groups(self):
        known = facts.parse('kernel=6.12\ngt=0\nlog_level=1\ngt=1\n'
                            'log_level=2\n')
        self.assertEqual(known.of(0), {'kernel': '6.12', 'gt': 0,
                                       'log_level': 1})
        self.assertEqual(known.of(1), {'kernel': '6.12', 'gt': 1,
                                       'log_level': 2})
        self.assertEqual(known.of(2), {'kernel': '6.12'})
