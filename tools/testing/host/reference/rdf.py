# SPDX-License-Identifier: GPL-2.0-only
"""Makes RDF files (the container format of AMD's PAL) with ASIC info, and finds the first fault of
an RDF file or of ASIC info."""

import struct

from . import asic
from .fault import Fault

HEADER = struct.Struct('<8s2I2Q')
INDEX = struct.Struct('<16sB3xI5Q')
MAGIC, LEGACY = b'AMD_RDF ', b'RTA_DATA'
CHUNK = b'AsicInfo'.ljust(16, b'\0')
FORMS = (1, False), (2, False), (3, False), (1, True)
MAX = (1 << 64) - 1


def build(values):
    """Return an RDF file with one chunk, ASIC info of version 1, which is not compressed."""
    chunk = asic.pack(values, 1)
    start = HEADER.size
    index = INDEX.pack(CHUNK, 0, 1, start, 0, start, len(chunk), 0)
    return HEADER.pack(MAGIC, 3, 0, start + len(chunk),
                       len(index)) + chunk + index


def check(data):
    """Return the first fault of ASIC info or of an RDF file, or None if there is none."""
    if data[:8] in (MAGIC, LEGACY):
        return _check_rdf(data)
    for form in FORMS:
        if len(data) == asic.layout(*form)[1]:
            return _check_info(data, 0, form)
    return Fault('ASIC_SIZE', 'ASIC info', 0, len(data))


def _check_info(data, start, form):
    for at in asic.padding(*form):
        if data[start + at]:
            return Fault('ASIC_PADDING', 'ASIC info', start + at,
                         data[start + at])
    at = start + asic.layout(*form)[0]['gpu_name'][0]
    if 0 not in data[at:at + 256]:
        return Fault('ASIC_NAME', 'ASIC info', at)
    return None


def _check_rdf(data):
    if len(data) < HEADER.size:
        return Fault('TOO_SHORT', 'RDF', 0, len(data), HEADER.size)
    _, version, _, offset, size = HEADER.unpack_from(data)
    if version != 3:
        return Fault('RDF_VERSION', 'RDF', 8, version, 3)
    if size % INDEX.size:
        return Fault('RDF_INDEX_SIZE', 'RDF', 24, size, INDEX.size)
    if offset + size > len(data):
        return Fault('RDF_INDEX_OUTSIDE', 'RDF', 16, min(offset + size, MAX),
                     len(data))
    for at in range(offset, offset + size, INDEX.size):
        entry = INDEX.unpack_from(data, at)
        if entry[0] == CHUNK:
            return _check_chunk(data, at, entry)
    return Fault('RDF_NO_CHUNK', 'RDF', offset)


def _check_chunk(data, at, entry):
    _, compression, version, _, _, offset, size, _ = entry
    if compression:
        return Fault('RDF_COMPRESSION', 'RDF', at + 16, compression)
    if offset + size > len(data):
        return Fault('RDF_CHUNK_OUTSIDE', 'RDF', at + 40,
                     min(offset + size, MAX), len(data))
    if version not in asic.FIELDS:
        return Fault('ASIC_VERSION', 'ASIC info', at + 20, version, 3)
    whole = asic.layout(version)[1]
    if size != whole:
        return Fault('ASIC_CHUNK_SIZE', 'ASIC info', at + 48, size, whole)
    return _check_info(data, offset, (version, False))
