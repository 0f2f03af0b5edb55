# SPDX-License-Identifier: GPL-2.0-only
"""Tests reference/forms.py, ascii85.py and decorate.py, which write a log as text for the other
tests. Their output is compared with texts that are written here."""

import base64
import re
import unittest

from corpus import CASES
from reference import ascii85, decorate, forms
from reference.ring import noise


def swapped(data):
    """Return the data with the bytes of each dword in reverse order."""
    out = bytearray(data)
    for i in range(4):
        out[i::4] = data[3 - i::4]
    return bytes(out)


class Ascii85(unittest.TestCase):
    def test_words(self):
        for value, text in ((0, 'z'), (1, '!!!!"'), (84, '!!!!u'),
                            (85, '!!!"!'), (0xcabba9e6, 'b.FY8'),
                            (0x8086900d, 'J;0-p'), (0xffffffff, 's8W-!')):
            data = value.to_bytes(4, 'little')
            self.assertEqual(ascii85.encode(data), text)

    def test_usual_one_after_a_swap(self):
        data = noise('ascii85', 4000) + bytes(40)
        self.assertEqual(base64.a85decode(ascii85.encode(data)),
                         swapped(data))

    def test_lines(self):
        """The kernel divides the ascii85 text between dwords, so that each line is short enough for
        the kernel log. ascii85.lines() must do the same."""
        data = noise('lines', 8000)
        lines = ascii85.lines('X', data)
        self.assertEqual(''.join(lines), 'X: ' + ascii85.encode(data))
        for line in lines[:-1]:
            self.assertTrue(792 <= len(line) < 800)
            self.assertEqual(len(line.removeprefix('X: ')) % 5, 0)

    def test_a_chunk_begins_a_line(self):
        """The kernel encodes 2 MiB at a time, and begins a new line for each such chunk. Here, the
        text of the first chunk (half a million zeroes) ends within a line, so this line is shorter,
        and the only dword of the second chunk is in the next line."""
        lines = ascii85.lines('X', bytes((2 << 20) + 4))
        self.assertEqual((lines[-1], len(lines[-2])),
                         ('z', ((2 << 18) + 3) % 792))


class Forms(unittest.TestCase):
    def setUp(self):
        self.image = CASES['crash-small'].image()
        self.held = forms.Held(self.image)

    def data(self, text, prefix):
        found = re.search(rf'^{re.escape(prefix)}(\S+)$', text, re.M)
        return swapped(base64.a85decode(found[1]))

    def test_head(self):
        machine = forms.Machine()
        lines = forms.devcoredump(machine, self.held).splitlines()
        for line in ('**** Xe Device Coredump ****', 'module: xe',
                     'Snapshot time: 1767225600.123456789',
                     'Uptime: 365371.234567890', 'PCI ID: 0xe223',
                     'PCI revision: 0x00', 'GT id: 1', '\tType: media',
                     '\tIP ver: 13.1.2', '\tCS reference clock: 19200000',
                     '**** GT #0 ****', '\tTile: 0', '**** GuC Log ****',
                     'GuC firmware: xe/bmg_guc_70.bin',
                     'GuC version: 70.44.1 (wanted 70.49.4)',
                     'Kernel timestamp: 0x14C4DA13FB44B [365371278210123]',
                     'GuC timestamp: 0x661563EA9C3 [7015128541635]',
                     'Log level: 3', '[LOG].length: 0x4000'):
            self.assertTrue(line in lines, line)

    def test_data(self):
        held = self.held
        for text, prefix in (
                (forms.devcoredump(forms.Machine(), held), '[LOG].data: '),
                (forms.debugfs(held), '[LOG].data: '),
                (forms.debugfs_old(self.image), 'Log data: ')):
            self.assertEqual(self.data(text, prefix), self.image)

    def test_hexdump(self):
        text = forms.hexdump(self.held)
        self.assertEqual(text.splitlines()[1:3], [
            'GuC timestamp: 0x563EA9C3 [1446947267]',
            'CS timestamp frequency: 19200000 Hz, 52 ns'])
        rows = re.findall('^0x.{41}$', text, re.M)
        words = [int(word, 16).to_bytes(4, 'little')
                 for row in rows for word in row.split()]
        self.assertEqual(b''.join(words), self.image)

    def test_capture(self):
        lines = forms.capture(5, self.held)
        for i, line in enumerate(lines, 1):
            self.assertTrue(line.startswith(f'Capture 5.{i}: '))
        data = ''.join(line.split(': ', 1)[1] for line in lines[9:-1])
        self.assertEqual(data, '[LOG].data: ' + ascii85.encode(self.image))

    def test_relay(self):
        """If i915 has already read the first 20 of 100 bytes, the sub-buffer of its relay file has
        only the other 80 bytes."""
        state = forms.State(0xcabba9e6, 0xdeadfeed, 20, 120, 4096, 100, 4096,
                            0, 2)
        image = forms.STATE.pack(*state).ljust(4096, b'\0')
        image += bytes(range(1, 129)).ljust(4096, b'\0')
        got = forms.relay(image)
        self.assertEqual(got[12:16], (100).to_bytes(4, 'little'))
        self.assertEqual(got[4096:], (bytes(20) + bytes(range(21, 101)))
                         .ljust(4096, b'\0'))

    def test_decoration(self):
        line, = decorate.printk(forms.Machine(), forms.Gt(1), ['Capture 1.1: '
                                                               'x'])
        self.assertEqual(decorate.journal([line]), [
            'Dec 31 23:59:59 testbox kernel: xe 0000:03:00.0: [drm] Tile0: '
            'GT1: Capture 1.1: x'])
        self.assertEqual(decorate.dmesg([line])[0][:16], '[365371.000000] ')
