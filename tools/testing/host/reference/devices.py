# SPDX-License-Identifier: GPL-2.0-only
"""Reads the project's tables of devices in data/."""

import csv
from pathlib import Path

DATA = Path(__file__).resolve().parents[4] / 'data'
TEXT = frozenset(('platform', 'name', 'gpu_type', 'memory_type', 'evidence'))
INTEL = 0x8086


def _value(column, text):
    if column in TEXT:
        return text
    if column == 'graphics_ip':
        major, _, minor = text.partition('.')
        return 100 * int(major) + int(minor or '0')
    return int(text, 0)


def _rows(path):
    with open(path, encoding='utf-8', newline='') as lines:
        table = csv.DictReader(line for line in lines if line[0] != '#')
        return [{column: _value(column, text) for column, text in row.items()}
                for row in table]


DEVICES = {row['device']: row for row in _rows(DATA / 'xe_devices.csv')}
GRAPHICS = _rows(DATA / 'xe_graphics.csv')


def device(pci_id):
    """Return the table row of a PCI id as a dict, or {} if the table has no such row."""
    vendor, number = pci_id or (0, 0)
    return DEVICES.get(number, {}) if vendor == INTEL else {}


def graphics(version):
    """Return the table row with the newest graphics IP version that is not newer than this one, as
    a dict, or {} if there is none."""
    rows = [row for row in GRAPHICS if row['graphics_ip'] <= version]
    return max(rows, key=lambda row: row['graphics_ip'], default={})
