# SPDX-License-Identifier: GPL-2.0-only
"""The reader of log images, compared with the events that were written."""

import struct
import unittest

from corpus import CASES, random_images
from corpus.case import FIT, OLD, SMALL, log
from reference.image import KLVS, Lic
from reference.log import LINEAR, STORAGE, WRAPPED, parse
from reference.ring import entries, noise, ring

REAL = '''
cabba9e6 deadfeed 00000000 00000ba4 00010000 00000000 0000fff0 00000000 00000002
cabba9e6 8086dead 00000000 00000000 00004000 00000000 00004000 00000000 00000002
cabba9f7 beeffeed 00000fb8 00000fb8 00100000 00000fb8 00100000 00000000 00000002
8086900d 00010000 0000000a 00010001 00462c01 00020001 00000061 00030001 00004b00
00040001 05008000 00050001 0000001e
'''


def events(image):
    return b''.join(span.of(image) for _, span in parse(image).runs)


def sentences(name):
    return [fault.sentence() for fault in parse(CASES[name].image()).faults]


class RealWords(unittest.TestCase):
    """The image with a real log's header."""

    @classmethod
    def setUpClass(cls):
        cls.image = CASES['real-words'].image()
        cls.log = parse(cls.image)

    def test_forty_words_and_nothing_else(self):
        words = [int(word, 16) for word in REAL.split()]
        self.assertEqual(len(words), 40)
        page = struct.pack('<40I', *words).ljust(4096, b'\0')
        self.assertEqual(self.image[:4096], page)

    def test_length_is_that_of_the_parts(self):
        self.assertEqual(len(self.image), 4096 + 0x10000 + 0x4000 + 0x100000)

    def test_all_3276_entries(self):
        self.assertEqual(self.log.order, WRAPPED)
        self.assertEqual(self.log.event_bytes(), 3276 * 20)
        self.assertEqual(self.log.runs, [(0, (0x1000 + 0xba4, 0xfff0 - 0xba4)),
                                         (0, (0x1000, 0xba4))])

    def test_lic_values(self):
        self.assertEqual(self.log.lic.values,
                         {1: 0x462c01, 2: 0x61, 3: 19200, 4: 0x5008000,
                          5: 0x1e})

    def test_no_fault(self):
        self.assertEqual(self.log.faults, [])


class Order(unittest.TestCase):
    """The entries that are read equal the written ones, oldest first."""

    def check(self, size, written, **changes):
        fit = size // 20
        every = entries('order', min(written, fit))
        image = log('order', written, (size, *SMALL[1:]), **changes).build()
        self.assertEqual(events(image), every, f'{written} in {size}')

    def test_every_fill_of_a_small_ring(self):
        for written in range(0, 3 * (0x400 // 20) + 2):
            self.check(0x400, written)

    def test_around_each_boundary_of_64k(self):
        for around in (0, FIT, 2 * FIT, 5 * FIT):
            for written in (around - 1, around, around + 1):
                if written >= 0:
                    self.check(0x10000, written)

    def test_time_goes_forward(self):
        data = events(CASES['d01-wrapped'].image())
        ticks = [word for word, *_ in struct.iter_unpack('<5I', data)]
        steps = [(b - a) & 0xffffffff for a, b in zip(ticks, ticks[1:])]
        self.assertEqual(len(steps), FIT - 1)
        self.assertLess(max(steps), 1 << 16)

    def test_d02_full_ring_at_0(self):
        image = CASES['d02-wrapped-to-zero'].image()
        self.assertEqual(parse(image).event_bytes(), FIT * 20)

    def test_contradiction_gives_storage_order(self):
        image = CASES['d09-write-beyond-wrap'].image()
        self.assertEqual(parse(image).order, STORAGE)
        self.assertEqual(events(image), image[0x1000:0x1000 + FIT * 20])

    def test_earlier_load_stays_apart(self):
        image = CASES['before-load'].image()
        found = parse(image)
        self.assertEqual(found.order, LINEAR)
        self.assertEqual(found.before_load, (0x1000 + 10000, 30000))
        earlier = ring(0x10000, 2000, 'before-load/earlier')
        self.assertEqual(found.before_load.of(image),
                         earlier.data[10000:40000])

    def test_trailing_zeroes_are_no_events(self):
        for name in ('not-wrapped', 'empty', 'before-load-gone'):
            self.assertEqual(parse(CASES[name].image()).before_load.len, 0)

    def test_unread(self):
        expected = {'read-linear': 6000, 'read-all': 0, 'read-wrapped': 8000,
                    'read-wrapped-over': (FIT - 2000) * 20,
                    'read-beyond-wrap': None, 'd08-read-ptr-beyond': None,
                    'storage-unread': None, 'not-wrapped': None}
        for name, count in expected.items():
            self.assertEqual(parse(CASES[name].image()).unread, count, name)


class Faults(unittest.TestCase):
    """The exact fault messages."""

    def test_pointers(self):
        self.assertEqual(sentences('all-pointers-beyond'), [
            'event data at 0x8: read_ptr is 0x10001, expected at most 0x10000',
            'event data at 0x8: read_ptr is 0x10001, expected a multiple of '
            '0x4',
            'event data at 0xc: write_ptr is 0x10002, expected at most '
            '0x10000',
            'event data at 0xc: write_ptr is 0x10002, expected a multiple of '
            '0x4',
            'event data at 0x18: wrap_offset is 0x10003, expected at most '
            '0x10000',
            'event data at 0x18: wrap_offset is 0x10003, expected a multiple '
            'of 0x4'])
        self.assertEqual(sentences('d09-write-beyond-wrap'), [
            'event data at 0xc: write_ptr is 0x3e8, expected at most '
            'wrap_offset 0x100'])

    def test_truncated(self):
        self.assertEqual(sentences('truncated-real'), [
            'event data at 0x10: size is 0x10000, expected at most 0xd20',
            'crash dump at 0x34: region starts at 0x11000, expected at most '
            '0x1d20',
            'state capture at 0x58: region starts at 0x15000, expected at '
            'most 0x1d20'])
        self.assertEqual(sentences('page-short'), [
            'state page at 0x0: length is 0x64, expected at least 0x1000'])

    def test_states(self):
        self.assertEqual(sentences('event-twice'), [
            'event data at 0x24: second state with marker '
            '0xcabba9e6deadfeed'])
        self.assertEqual(sentences('unknown-marker'), [
            'state page at 0x24: unknown marker 0xcabba9e612345678'])
        self.assertEqual(sentences('empty-state'), [
            'crash dump at 0x0: no state', 'state capture at 0x0: no state',
            'LIC at 0x24: no LIC'])

    def test_lic(self):
        self.assertEqual(sentences('lic-2.0'), [
            'LIC at 0x70: version is 0x20000, expected major 0x1'])
        self.assertEqual(sentences('d06-count-max'), [
            'LIC at 0x74: data_count is 0xffffffff, expected at most 0x3e2'])
        self.assertEqual(sentences('d07-len-2'), [
            'LIC at 0x80: KLV length is 0x2, expected 0x1',
            'LIC at 0x6c: no value for key 0x2'])
        self.assertEqual(sentences('lic-count-short'), [
            'LIC at 0x98: KLV length is 0x1, expected at most 0x0',
            'LIC at 0x6c: no value for key 0x5'])

    def test_page_of_ones(self):
        said = sentences('page-ones')
        self.assertEqual(len(said), 113 + 4)
        self.assertEqual(said[112], 'state page at 0xfc0: unknown marker '
                         '0xffffffffffffffff')
        self.assertEqual(said[-1], 'LIC at 0xfe4: no LIC')

    def test_offsets_do_not_wrap_at_4g(self):
        found = parse(CASES['sizes-over-4g'].image())
        self.assertEqual(found.crash.len, 0)
        self.assertEqual(found.regions['crash dump'].offset,
                         0x1000 + 0x1000 + 0xfffff000)

    def test_a_fine_image_has_none(self):
        for name in ('empty', 'd01-wrapped', 'crash', 'flags', 'read-odd',
                     'object-larger', 'd05-lic-1.1', 'd06-unknown-keys'):
            self.assertEqual(sentences(name), [], name)

    def test_missing_values_stay_missing(self):
        found = parse(CASES['d04-key-missing'].image())
        self.assertNotIn(3, found.lic.values)

    def test_last_key_is_read(self):
        image = log('last', 1, SMALL, lic=Lic(KLVS[:4] + ((5, 9),))).build()
        self.assertEqual(parse(image).lic.values[5], 9)


class Seeds(unittest.TestCase):
    """The corpus must come out the same everywhere."""

    def test_noise_is_shake_128(self):
        self.assertEqual(noise('', 8).hex(), '7f9c2ba4e88f827d')

    def test_entries(self):
        self.assertEqual(entries('seed', 3)[:20], entries('seed', 1))
        words = struct.unpack('<10I', entries('seed', 2))
        self.assertEqual((words[1], words[6]), (0, 0))

    def test_sizes_of_kernels(self):
        for name, parts in (('size-8m', 10 << 20), ('empty', sum(OLD))):
            self.assertEqual(len(CASES[name].image()), 4096 + parts)

    def test_random_images_repeat_themselves(self):
        first, again = ([case.image() for case in random_images.cases(1, 20)]
                        for _ in range(2))
        self.assertEqual(first, again)
        self.assertEqual(len(set(first)), 20)
