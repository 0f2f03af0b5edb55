# SPDX-License-Identifier: GPL-2.0-only
"""The faults of a log image or of a file: their kinds, places and messages."""

import errno
from typing import NamedTuple, Optional


class Kind(NamedTuple):
    """The message of one kind of fault.

    what: the middle of the message; if the found value follows, it ends with a word such as "is" or
        "at"
    found: whether the found value follows
    phrase: the words after "expected"; "" if only the value follows, None if the message has no
        expected value
    expected: whether the expected value follows
    errno: the error number for this kind, as a positive number
    """
    what: str
    found: bool
    phrase: Optional[str]
    expected: bool
    errno: int


def _bound(what, phrase, err=errno.EBADMSG):
    return Kind(what, True, phrase, True, err)


def _found(what, err=errno.EBADMSG):
    return Kind(what, True, None, False, err)


def _bare(what, err):
    return Kind(what, False, None, False, err)


def _pointer(name, field):
    return {
        name: _bound(f'{field} is', 'at most'),
        name + '_ALIGN': _bound(f'{field} is', 'a multiple of'),
    }


KINDS = {
    'TOO_SHORT': _bound('length is', 'at least', errno.ENODATA),
    'MARKER': _found('unknown marker'),
    'TWICE': _found('second state with marker'),
    'NO_STATE': _bare('no state', errno.ENOENT),
    'NO_LIC': _bare('no LIC', errno.ENOENT),
    'REGION_OUTSIDE': _bound('region starts at', 'at most', errno.ENODATA),
    'SIZE': _bound('size is', 'at most', errno.ENODATA),
    'SIZE_ALIGN': _bound('size is', 'a multiple of'),
    'CUT': _bound('available bytes are', '', errno.ENODATA),
    **_pointer('READ_PTR', 'read_ptr'),
    **_pointer('WRITE_PTR', 'write_ptr'),
    **_pointer('WRAP_OFFSET', 'wrap_offset'),
    'WRITE_PTR_WRAP': _bound('write_ptr is', 'at most wrap_offset'),
    'AFTER_WRAP': _bound('bytes after wrap_offset are', ''),
    'LIC_VERSION': _bound('version is', 'major', errno.EPROTONOSUPPORT),
    'LIC_COUNT': _bound('data_count is', 'at most', errno.ENODATA),
    'KLV_TRUNCATED': _bound('KLV length is', 'at most', errno.ENODATA),
    'KLV_LEN': _bound('KLV length is', ''),
    'KLV_TWICE': _found('second value for key'),
    'KLV_MISSING': _found('no value for key', errno.ENOENT),
    'LFD_MAGIC': _bound('magic is', ''),
    'LFD_VERSION': _bound('version is', 'major', errno.EPROTONOSUPPORT),
    'BLOCK_MAGIC': _bound('block header is', 'magic'),
    'BLOCK_COUNT': _bound('data_count is', 'at most', errno.ENODATA),
    'BLOCK_LEN': _bound('data_count is', ''),
    'BLOCK_LEN_MIN': _bound('data_count is', 'at least'),
    'BLOCK_TWICE': _found('second block of type'),
    'BLOCK_TYPE': Kind('block type is', True, 'a known range', False,
                       errno.EBADMSG),
    'OS_ID': _bound('os_id is', 'at most'),
    'NOT_TEXT': Kind('byte is', True, 'printable ASCII', False, errno.EBADMSG),
    'ASIC_SIZE': _found('length is'),
    'ASIC_NAME': _bare('name has no terminator', errno.EBADMSG),
    'ASIC_PADDING': _bound('padding is', ''),
    'ASIC_VERSION': _bound('chunk version is', 'at most',
                           errno.EPROTONOSUPPORT),
    'ASIC_CHUNK_SIZE': _bound('chunk size is', ''),
    'RDF_VERSION': _bound('version is', '', errno.EPROTONOSUPPORT),
    'RDF_INDEX_SIZE': _bound('index size is', 'a multiple of'),
    'RDF_INDEX_OUTSIDE': _bound('index ends at', 'at most', errno.ENODATA),
    'RDF_CHUNK_OUTSIDE': _bound('chunk ends at', 'at most', errno.ENODATA),
    'RDF_COMPRESSION': _bound('compression is', ''),
    'RDF_NO_CHUNK': _bare('no AsicInfo chunk', errno.ENOENT),
}


class Fault(NamedTuple):
    """A fault.

    section: the part of the input that has the fault, for example "LIC"
    offset: where the fault is, in bytes from the start of the input
    found, expected: the values in the message
    """
    code: str
    section: str
    offset: int
    found: int = 0
    expected: int = 0

    def sentence(self):
        kind = KINDS[self.code]
        text = f'{self.section} at 0x{self.offset:x}: {kind.what}'
        if kind.found:
            text += f' 0x{self.found:x}'
        if kind.phrase is not None:
            text += ', expected'
            if kind.phrase:
                text += f' {kind.phrase}'
            if kind.expected:
                text += f' 0x{self.expected:x}'
        return text

    def errno(self):
        return KINDS[self.code].errno
