#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""offsets.py BASE XE < JSON -- hold the layout that guclog found against one found
by a reader that shares nothing with it but the list of paths.

BASE is bare type information, XE a module without its packing. Every field is
looked for in every definition. Prints what differs; ends with
"N passed, N failed".
"""
import collections
import json
import pathlib
import struct
import sys

from carve import section

(INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT,
 FUNC, PROTO, VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64) = range(1, 20)
# Words behind a record's three: always, and for each element.
MORE = {INT: (1, 0), ARRAY: (3, 0), STRUCT: (0, 3), UNION: (0, 3), ENUM: (0, 2),
        PROTO: (0, 2), VAR: (1, 0), DATASEC: (0, 3), DECL_TAG: (1, 0), ENUM64: (0, 3)}
WRAPPERS = {TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG}
Type = collections.namedtuple('Type', 'kind name flag count size words')


class Types:
    """All types of a kernel and a module as one list."""

    def __init__(self, *blobs):
        self.strings = b''.join(self.part(b, 16) for b in blobs)
        self.all, self.own = [None], 0
        for blob in blobs:
            self.own = len(self.all)
            self.read(self.part(blob, 8))

    @staticmethod
    def part(blob, at):
        header, = struct.unpack_from('<I', blob, 4)
        offset, length = struct.unpack_from('<II', blob, at)
        return blob[header + offset:header + offset + length]

    def string(self, offset):
        return self.strings[offset:self.strings.index(b'\0', offset)].decode()

    def read(self, data):
        words, at = struct.unpack(f'<{len(data) // 4}I', data), 0
        while at < len(words):
            name, info, size = words[at:at + 3]
            kind, count = info >> 24 & 0x7f, info & 0xffffff
            fixed, each = MORE.get(kind, (0, 0))
            end = at + 3 + fixed + each * count
            self.all.append(Type(kind, name, info >> 31, count, size, words[at + 3:end]))
            at = end

    def real(self, number):
        t = self.all[number]
        while t and t.kind in WRAPPERS:
            t = self.all[t.size]
        return t

    def size(self, number):
        t = self.real(number)
        if t.kind == ARRAY:
            return self.size(t.words[0]) * t.words[2]
        return 8 if t.kind == PTR else t.size

    def named(self, kinds, name):
        return [t for t in self.all[self.own:] if t.kind in kinds and t.count and
                self.string(t.name) == name]

    def member(self, t, name):
        """(type, bit offset, bits) of a member, or None."""
        for i in range(t.count if t.kind in (STRUCT, UNION) else 0):
            label, number, offset = t.words[3 * i:3 * i + 3]
            bits = offset >> 24 if t.flag else 0
            offset &= 0xffffff if t.flag else 0xffffffff
            if self.string(label) == name:
                return number, offset, bits
            inner = None if label else self.member(self.real(number), name)
            if inner:
                return inner[0], offset + inner[1], inner[2]
        return None

    def follow(self, t, path):
        """(type, bit offset, bits, elements, stride), or None."""
        total, elements, stride = 0, 0, 0
        for step in path.split('.'):
            found = self.member(t, step.removesuffix('[]')) if t else None
            if not found:
                return None
            number, offset, bits = found
            total += offset
            if step.endswith('[]'):
                array = self.real(number)
                number, elements = array.words[0], array.words[2]
                stride = self.size(number)
            t = self.real(number)
        return number, total, bits, elements, stride

    def place(self, t, path):
        """What JSON says of a member, or None; and the kind of its type."""
        found = self.follow(t, path)
        if not found:
            return None, 0
        number, offset, bits, elements, stride = found
        kind = self.real(number).kind
        if kind == ARRAY:
            words = self.real(number).words
            elements, stride = words[2], self.size(words[0])
        place = {'offset': offset // 8, 'bytes': self.size(number)}
        if bits:
            place.update(bit=offset % 8, bits=bits, bytes=(offset % 8 + bits + 7) // 8)
        if elements:
            place.update(elements=elements, stride=stride)
        return place, kind


def first_defined(types, kinds, names):
    for name in names.split('|'):
        found = types.named(kinds, name)
        if found:
            return found
    return []


# By their names in the list: whether a member is behind a pointer is the question.
def wanted_kind(field):
    if field['path'] in ('mem.vram', 'display', 'dram_info'):
        return PTR if field['id'].endswith('_PTR') else STRUCT
    return None


def expected(types, field):
    """All places that the definitions give a field, None among them for none."""
    places = []
    for t in first_defined(types, (STRUCT,), field['struct']):
        for path in field['path'].split('|'):
            place, kind = types.place(t, path)
            if place and wanted_kind(field) in (None, kind):
                break
            place = None
        places.append(place)
    return places or [None]


def names_of(types, tags):
    values = first_defined(types, (ENUM,), tags)
    return [{'value': t.words[2 * i + 1], 'name': types.string(t.words[2 * i])}
            for t in values[:1] for i in range(t.count)]


def compare(types, told):
    """(what, told, expected) of all that is told."""
    for field in told['fields']:
        got = {k: field[k] for k in ('offset', 'bytes', 'bit', 'bits', 'elements', 'stride')
               if k in field} or None
        for want in expected(types, field):
            yield field['id'], got, want
    for struct_ in told['structs']:
        found = first_defined(types, (STRUCT,), struct_['name'])
        yield struct_['name'], (struct_['bytes'], struct_['definitions']), (
            found[0].size if found else 0, len(found))
    for enum in told['enums']:
        yield enum['tag'], enum['names'], names_of(types, enum['tag'])


def main():
    base = pathlib.Path(sys.argv[1]).read_bytes()
    xe = section(pathlib.Path(sys.argv[2]).read_bytes(), b'.BTF')
    passed = failed = 0
    for what, got, want in compare(Types(base, xe), json.load(sys.stdin)):
        if got == want:
            passed += 1
        else:
            failed += 1
            print(f'{what}: told {got}, expected {want}')
    print(f'{passed} passed, {failed} failed')
    return 0 if passed and not failed else 1


if __name__ == '__main__':
    sys.exit(main())
