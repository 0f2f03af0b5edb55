# SPDX-License-Identifier: GPL-2.0-only
"""LFD files: written files read back; damaged files are rejected."""

import struct
import unittest

from corpus import CASES
from corpus.spoiled_lfd import block, good, spoiled
from reference import lfd
from reference.log import parse

SMALL_ENOUGH = 2 << 20


def made(name):
    case = CASES[name]
    image = case.image()
    data = lfd.build(parse(image), image, case.facts(len(image)).of())
    return image, data, list(lfd.blocks(data))


def kinds(blocks):
    return [each.kind for each in blocks]


def of(blocks, kind):
    return [each.data for each in blocks if each.kind == kind]


class RoundTrip(unittest.TestCase):
    """Every image of the corpus."""

    def test_all_are_fine_and_hold_what_the_log_says(self):
        for name, case in CASES.items():
            image = case.image()
            if len(image) > SMALL_ENOUGH:
                continue
            with self.subTest(name):
                self.one(image, case.facts(len(image)).of())

    def one(self, image, facts):
        log = parse(image)
        data = lfd.build(log, image, facts)
        self.assertIsNone(lfd.check(data))
        blocks = list(lfd.blocks(data))
        self.assertEqual(blocks[-1].offset + 8 + len(blocks[-1].data),
                         len(data))
        expected = [key for key in lfd.LIC_BLOCKS
                    if log.lic and key in log.lic.values]
        expected += [lfd.OS_ID]
        for i, (gap, _) in enumerate(log.runs):
            expected += [lfd.COMMENT] * bool(gap)
            expected += [lfd.EVENTS] * bool(gap or not i)
        main = len(expected) + bool(log.crash.len)
        expected += [lfd.CRASH_DUMP] * bool(log.crash.len) + [lfd.COMMENT]
        if log.before_load.len or log.behind_wrap.len:
            expected += [lfd.COMMENT, lfd.EVENTS]
        self.assertEqual(kinds(blocks), expected)
        pairs = lfd.comment_pairs(blocks[main])
        told = [value for key, value in pairs if key == 'fault']
        said = [fault.sentence() for fault in log.faults]
        self.assertEqual(told, said[:16])
        runs = b''.join(span.of(image) for _, span in log.runs)
        data = b''.join(block.data[4:] for block in blocks[:main]
                        if block.kind == lfd.EVENTS)
        self.assertEqual(data, runs)


class Bytes(unittest.TestCase):
    """Small files, byte for byte."""

    def test_header(self):
        _, data, _ = made('empty')
        self.assertEqual(data[:12].hex(), '46534c47aaaa868000000100')

    def test_lic_blocks(self):
        _, data, _ = made('real-words')
        words = struct.unpack_from('<15I', data, 12)
        values = 0x462c01, 0x61, 0x4b00, 0x5008000, 0x1e
        expected = [word for key, value in enumerate(values, 1)
                    for word in (key << 16 | 0x8086, 1, value)]
        self.assertEqual(list(words), expected)

    def test_d21_release_is_padded_and_not_terminated(self):
        for length in (16, 17, 18, 19):
            _, _, blocks = made(f'd21-release-{length}')
            text = b'6.12.57+deb12-amd64'[:length]
            self.assertEqual(of(blocks, lfd.OS_ID), [
                struct.pack('<I', 2) + text + bytes(-length % 4)])

    def test_no_release_no_text(self):
        _, _, blocks = made('facts-none')
        self.assertEqual(of(blocks, lfd.OS_ID), [struct.pack('<I', 2)])

    def test_comment_of_nothing(self):
        _, _, blocks = made('facts-none')
        self.assertEqual(
            of(blocks, lfd.COMMENT)[0].rstrip(b'\0').decode(),
            'writer=xe_guclog 0.1.0\n'
            'lic_version=1.0\n'
            'event_order=wrapped, oldest first\n'
            'event_version=2\n'
            'event_size=4096\n'
            'event_bytes=4080\n'
            'event_entries=204\n'
            'event_write_ptr=0x780\n'
            'event_wrap_offset=0xff0\n'
            'event_read_ptr=0x0\n'
            'event_full_count=0\n'
            'crash_dump=none\n')

    def test_empty_file_says_why(self):
        _, data, blocks = made('file-empty')
        self.assertEqual(kinds(blocks), [lfd.OS_ID, lfd.COMMENT])
        self.assertIn(b'event_order=absent\ncrash_dump=unknown\n'
                      b'fault=state page at 0x0: length is 0x0, expected at '
                      b'least 0x1000\n', data)

    def test_sixteen_faults_are_listed(self):
        _, data, _ = made('lic-many-faults')
        self.assertEqual(data.count(b'\nfault='), 16)
        self.assertIn(b'\nfaults_not_listed=4\n', data)

    def test_second_comment(self):
        image, _, blocks = made('before-load')
        self.assertEqual(
            of(blocks, lfd.COMMENT)[1].rstrip(b'\0').decode(),
            'events=written before the firmware was loaded again\n'
            'events_order=storage order\n'
            'events_offset=0x2710\n'
            'events_bytes=30000\n'
            'events_entries=1500\n')
        self.assertEqual(of(blocks, lfd.EVENTS)[1],
                         b'\2\0\0\0' + image[0x3710:0x3710 + 30000])

    def test_crash_dump_is_the_whole_region(self):
        image, _, blocks = made('d11-crash-last-byte')
        self.assertEqual(of(blocks, lfd.CRASH_DUMP), [image[0x11000:0x15000]])

    def test_d13_later_blocks_are_aligned(self):
        for odd in (1, 2, 3):
            for name in ('truncated', 'size', 'crash'):
                _, data, blocks = made(f'd13-{name}-{odd}')
                self.assertEqual(len(data) % 4, 0)
                self.assertEqual([b.offset % 4 for b in blocks],
                                 [0] * len(blocks))

    def test_notes_come_last(self):
        case = CASES['empty']
        image = case.image()
        text = lfd.comment(parse(image), {}, 'collector=me\n')
        self.assertTrue(text.endswith('crash_dump=none\ncollector=me\n'))


class Spoiled(unittest.TestCase):
    """Each kind of damage to a file, with its exact fault."""

    def test_verdicts(self):
        for each in spoiled():
            with self.subTest(each.name):
                self.assertEqual(lfd.check(each.content), each.fault)

    def test_every_kind_of_fault_is_there(self):
        codes = {each.fault.code for each in spoiled() if each.fault}
        self.assertEqual(codes, {
            'TOO_SHORT', 'LFD_VERSION', 'BLOCK_MAGIC',
            'BLOCK_COUNT', 'BLOCK_LEN', 'BLOCK_LEN_MIN', 'BLOCK_TWICE',
            'BLOCK_TYPE', 'OS_ID', 'NOT_TEXT'})

    def test_another_magic(self):
        data = good()
        self.assertEqual(lfd.check(b'\0' + data[1:]).sentence(),
                         'LFD at 0x0: magic is 0x8086aaaa474c5300, expected '
                         '0x8086aaaa474c5346')
        self.assertEqual(lfd.check(b'').sentence(),
                         'LFD at 0x0: length is 0x0, expected at least 0xc')

    def test_each_cut_is_noticed_but_between_blocks(self):
        data = good()
        ends = {12, *(b.offset for b in lfd.blocks(data)), len(data)}
        fine = {n for n in range(len(data) + 1)
                if lfd.check(data[:n]) is None}
        self.assertEqual(fine, ends)

    def test_unknown_types_are_passed_over(self):
        data = good() + block(0x6000, 1, 2) + block(0x6002, 3)
        self.assertEqual(kinds(lfd.blocks(data))[-2:], [0x6000, 0x6002])
        self.assertIsNone(lfd.check(data))
