# SPDX-License-Identifier: GPL-2.0-only
"""Writes devcoredumps from the transcripts of public ones, which transcripts/README.md describes."""

import csv
import struct
from pathlib import Path

import gucstory
from reference import ascii85, image

FOLDER = Path(__file__).resolve().parent / 'transcripts'
NAMES = sorted(path.stem for path in FOLDER.glob('*.csv'))
RING_BYTES = 65536


def rows_of(name):
    """Return {kind of row: [(key, value)]} of a transcript, in the order of the file."""
    with open(FOLDER / f'{name}.csv', encoding='ascii') as file:
        lines = [line for line in file if not line.startswith('#')]
    rows = {}
    for row in csv.DictReader(lines):
        rows.setdefault(row['row'], []).append((row['key'], row['value']))
    return rows


def log_of(rows):
    """Return the image of the log with the events of a transcript."""
    newest = int(rows['newest'][0][0])
    data = b''.join(struct.pack('<5I', newest - int(before) & 0xffffffff, 0,
                                *(int(word, 16) for word in words.split()))
                    for before, words in rows['event'])
    state = image.State(image.EVENT, RING_BYTES, data.ljust(RING_BYTES, b'\0'),
                        write_ptr=len(data), wrap_offset=RING_BYTES)
    return image.Image([state, image.crash(4096, b''), image.capture(4096)],
                       image.Lic(((1, 0x462c01), *image.KLVS[1:]))).build()


class Rings:
    """The two CT buffers, for gucstory.ct_lines()."""

    def __init__(self, rows):
        self.h2g = gucstory.Ring(gucstory.H2G_WORDS, True)
        self.g2h = gucstory.Ring(gucstory.G2H_WORDS, False)
        for name, ring in (('h2g', self.h2g), ('g2h', self.g2h)):
            for key, words in rows.get(name, ()):
                kind, action = key.split()
                ring.send(int(action, 16), [int(word, 16) for word in words.split()], int(kind))


def lines_of(rows, kind):
    """Return the lines of a section of a devcoredump."""
    first = {'context': 'GuC ID', 'engine': '(physical)'}.get(kind)
    out = []
    for key, value in rows.get(kind, ()):
        indented = key.startswith('>') or (first and first not in key)
        out.append('\t' * bool(indented) + key.lstrip('>') + (f': {value}' if value else ''))
    return out


def dump(name):
    """Return the devcoredump of a transcript."""
    rows = rows_of(name)
    out = ['**** Xe Device Coredump ****', *lines_of(rows, 'head'), '', '**** GT #0 ****',
           '\tTile: 0', '', '**** GuC Log ****', *lines_of(rows, 'log')]
    if 'event' in rows:
        log = log_of(rows)
        out += [f'[LOG].length: 0x{len(log):x}', f'[LOG].data: {ascii85.encode(log)}']
    if 'h2g' in rows:
        out += gucstory.ct_lines(Rings(rows))
    for kind, title in (('context', 'Contexts'), ('job', 'Job'), ('engine', 'HW Engines'),
                        ('vm', 'VM state')):
        out += ['', f'**** {title} ****', *lines_of(rows, kind)]
    return '\n'.join(out) + '\n'
