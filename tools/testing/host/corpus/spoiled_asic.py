# SPDX-License-Identifier: GPL-2.0-only
"""Files with ASIC info, and RDF files, that have one fault, and some valid files that look faulty.
guclog check must find the fault."""

import struct

from reference import asic, chip, rdf
from reference.fault import Fault

from .case import CASES, Spoiled, put

MAX = (1 << 64) - 1
# Offsets in the RDF file that guclog writes: the start and the end of its index, and the fields of
# the only entry of the index.
INDEX, END = 600, 664
METHOD, VERSION, OFFSET, SIZE = INDEX + 16, INDEX + 20, INDEX + 40, INDEX + 48


def info(code, offset, *found):
    return Fault(code, 'ASIC info', offset, *found)


def file(code, offset, *found):
    return Fault(code, 'RDF', offset, *found)


def quad(data, offset, value):
    return put(data, offset, struct.pack('<Q', value))


def _info_rows(values):
    one, two, three = (asic.pack(values, version) for version in (1, 2, 3))
    packed = asic.pack(values, 1, packed=True)
    full = b'x' * 256
    return [
        ('v1', one, None), ('v2', two, None), ('v3', three, None),
        ('packed', packed, None),
        ('name-255', put(one, 152, full[:255]), None),
        ('name-v1', put(one, 152, full), info('ASIC_NAME', 152)),
        ('name-v2', put(two, 160, full), info('ASIC_NAME', 160)),
        ('name-v3', put(three, 160, full), info('ASIC_NAME', 160)),
        ('name-packed', put(packed, 146, full), info('ASIC_NAME', 146)),
        *[(f'padding-v{version}-{at}', put(data, at, b'\x80'),
           info('ASIC_PADDING', at, 0x80))
          for version, data in ((1, one), (2, two), (3, three))
          for at in asic.padding(version)],
    ]


def _header_rows(data):
    return [
        ('good', data, None),
        ('legacy', put(data, 0, b'RTA_DATA'), None),
        ('reserved', put(data, 12, b'\1'), None),
        ('header-31', data[:31], file('TOO_SHORT', 0, 31, 32)),
        ('header-8', data[:8], file('TOO_SHORT', 0, 8, 32)),
        ('header-32', data[:32], file('RDF_INDEX_OUTSIDE', 16, END, 32)),
        ('version-2', put(data, 8, b'\2'), file('RDF_VERSION', 8, 2, 3)),
        ('version-4', put(data, 8, b'\4'), file('RDF_VERSION', 8, 4, 3)),
        ('index-63', quad(data, 24, 63), file('RDF_INDEX_SIZE', 24, 63, 64)),
        ('index-65', quad(data, 24, 65), file('RDF_INDEX_SIZE', 24, 65, 64)),
        ('index-0', quad(data, 24, 0), file('RDF_NO_CHUNK', INDEX)),
        ('index-128', quad(data, 24, 128),
         file('RDF_INDEX_OUTSIDE', 16, INDEX + 128, END)),
        ('index-max', quad(data, 24, MAX - 63),
         file('RDF_INDEX_OUTSIDE', 16, MAX, END)),
        ('index-at-end', quad(data, 16, END),
         file('RDF_INDEX_OUTSIDE', 16, END + 64, END)),
        ('index-wraps', quad(data, 16, MAX - 31),
         file('RDF_INDEX_OUTSIDE', 16, MAX, END)),
        ('cut-1', data[:-1], file('RDF_INDEX_OUTSIDE', 16, END, END - 1)),
    ]


def _chunk_rows(data):
    start, size = 32, 568
    return [
        ('zstd', put(data, METHOD, b'\1'),
         file('RDF_COMPRESSION', METHOD, 1)),
        ('chunk-beyond', quad(data, OFFSET, END + 1),
         file('RDF_CHUNK_OUTSIDE', OFFSET, END + 1 + size, END)),
        ('chunk-over', quad(data, OFFSET, END - size + 1),
         file('RDF_CHUNK_OUTSIDE', OFFSET, END + 1, END)),
        ('chunk-wraps', quad(data, OFFSET, MAX),
         file('RDF_CHUNK_OUTSIDE', OFFSET, MAX, END)),
        ('chunk-size-max', quad(data, SIZE, MAX),
         file('RDF_CHUNK_OUTSIDE', OFFSET, MAX, END)),
        ('chunk-569', quad(data, SIZE, 569),
         info('ASIC_CHUNK_SIZE', SIZE, 569, 568)),
        ('chunk-558', quad(data, SIZE, 558),
         info('ASIC_CHUNK_SIZE', SIZE, 558, 568)),
        ('chunk-0', quad(data, SIZE, 0),
         info('ASIC_CHUNK_SIZE', SIZE, 0, 568)),
        ('chunk-version-0', put(data, VERSION, b'\0'),
         info('ASIC_VERSION', VERSION, 0, 3)),
        ('chunk-version-2', put(data, VERSION, b'\2'),
         info('ASIC_CHUNK_SIZE', SIZE, 568, 576)),
        ('chunk-version-4', put(data, VERSION, b'\4'),
         info('ASIC_VERSION', VERSION, 4, 3)),
        ('id-other', put(data, INDEX, b'AdapterInfo'),
         file('RDF_NO_CHUNK', INDEX)),
        ('id-16', put(data, INDEX, b'AsicInfoAsicInfo'),
         file('RDF_NO_CHUNK', INDEX)),
        ('id-prefix', put(data, INDEX, b'AsicInf\0'),
         file('RDF_NO_CHUNK', INDEX)),
        ('padding', put(data, start + 102, b'\7'),
         info('ASIC_PADDING', start + 102, 7)),
        ('name', put(data, start + 152, b'x' * 256),
         info('ASIC_NAME', start + 152)),
        ('second', _two(data, b'ApiInfo'), None),
        ('second-twin', _two(data, b'AsicInfo'), None),
    ]


def _two(data, name):
    """Insert an index entry for a chunk with this name before the index entry of the ASIC info."""
    entry = rdf.INDEX.pack(name, 0, 1, 32, 0, 32, 568, 0)
    return quad(data, 24, 128)[:INDEX] + entry + data[INDEX:]


def _versions(values):
    """Yield rows for two valid RDF files, with ASIC info of version 2 and of version 3."""
    for version in (2, 3):
        chunk = asic.pack(values, version)
        index = rdf.INDEX.pack(b'AsicInfo', 0, version, 32, 0, 32, len(chunk),
                               0)
        yield (f'chunk-v{version}',
               rdf.HEADER.pack(b'AMD_RDF ', 3, 0, 32 + len(chunk), 64) +
               chunk + index, None)


def spoiled():
    """Return a Spoiled object for each file."""
    values = chip.values(CASES['bmg'].facts(0).of())
    data = rdf.build(values)
    rows = [('rdf-' + name, *rest) for name, *rest in
            (*_header_rows(data), *_chunk_rows(data), *_versions(values))]
    rows += [('asic-' + name, *rest) for name, *rest in _info_rows(values)]
    return [Spoiled(*row) for row in rows]
