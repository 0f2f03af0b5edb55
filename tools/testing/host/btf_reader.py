# SPDX-License-Identifier: GPL-2.0
"""A reader of BTF, the type information of a kernel and its modules. It shares no code with guclog,
so that the tests can compare its results with those of guclog layout. It looks for the members
whose paths guclog layout prints. It also chooses which of Debian's kernels are tested."""
import collections
import pathlib
import re
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent / 'debian_xe'))

from carve import section  # noqa: E402

(INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT,
 FUNC, PROTO, VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64) = range(1, 20)
# The record of a type has three 32-bit words and then, depending on the kind of the type, more
# words: a fixed number, and a number for each element (a member, a value of an enum, a parameter or
# a variable).
MORE = {INT: (1, 0), ARRAY: (3, 0), STRUCT: (0, 3), UNION: (0, 3), ENUM: (0, 2),
        PROTO: (0, 2), VAR: (1, 0), DATASEC: (0, 3), DECL_TAG: (1, 0), ENUM64: (0, 3)}
WRAPPERS = {TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG}
Type = collections.namedtuple('Type', 'kind name flag count size words')


class Types:
    """The types of a kernel and of a module as one list, in which the index of a type is its number
    in BTF. own: index of the first type of the module."""

    def __init__(self, *blobs):
        self.strings = b''.join(self.part(b, 16) for b in blobs)
        self.all, self.own = [None], 0
        for blob in blobs:
            self.own = len(self.all)
            self.read(self.part(blob, 8))

    @staticmethod
    def part(blob, at):
        """Return one part of BTF data: the types or the strings. at: offset of the field in the
        header that has the offset and the length of this part."""
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
        """Return the type with this number, without qualifiers such as const and without
        typedefs."""
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
        """Return (number of its type, bit offset, bits) of the member "name" of the type t, or None
        if t has no such member. bits: the width of a bit field, else 0."""
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
        """Follow a path such as "a.b[].c" from a structure to a member. Return (number of its type,
        bit offset, bits, number of elements, bytes of an element), or None if there is no such
        member. The last two values are those of the array that the path goes through, or 0."""
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
        """Return two values about a member. The first one is its place in the form in which guclog
        layout --json prints it, or None if there is no such member. The second one is the kind of
        its type."""
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


# At each of these paths, some kernels have a structure and others a pointer to it. guclog layout
# has separate fields for both: the id of the field for the pointer ends with _PTR. It finds only
# the field that agrees with the kernel.
def wanted_kind(field):
    if field['path'] in ('mem.vram', 'display', 'dram_info'):
        return PTR if field['id'].endswith('_PTR') else STRUCT
    return None


def expected(types, field):
    """Return a list with the place of a field (see Types.place()) for each definition of its
    structure; BTF can have several. The place is None if a definition does not have the field."""
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


def compare(base, xe, layout):
    """Yield (name, value printed by guclog layout --json, value found by this reader) for each
    field, structure and enum.

    base: path of a file that has only the BTF of the kernel
    xe: path of the module xe.ko, not compressed
    layout: the parsed output of guclog layout --json
    """
    types = Types(pathlib.Path(base).read_bytes(),
                  section(pathlib.Path(xe).read_bytes(), b'.BTF'))
    for field in layout['fields']:
        got = {k: field[k] for k in ('offset', 'bytes', 'bit', 'bits', 'elements', 'stride')
               if k in field} or None
        for want in expected(types, field):
            yield field['id'], got, want
    for struct_ in layout['structs']:
        found = first_defined(types, (STRUCT,), struct_['name'])
        yield struct_['name'], (struct_['bytes'], struct_['definitions']), (
            found[0].size if found else 0, len(found))
    for enum in layout['enums']:
        yield enum['tag'], enum['names'], names_of(types, enum['tag'])


def chosen(wanted, releases):
    """Return the releases of Debian's kernels that are tested.

    wanted: "all" for all releases; "newest" for the newest release of each kernel version, Debian
    release and flavour; or prefixes that are separated by commas, such as "6.12,7.2-rt", for the
    newest release with each prefix. If no release has a prefix, the prefix itself is returned.
    releases: all releases of Debian's kernels, the oldest first
    """
    if wanted == 'all':
        return releases
    if wanted == 'newest':
        return list({re.sub(r'^(\d+\.\d+)\.\d+', r'\1', release): release
                     for release in releases}.values())
    out = []
    for start in wanted.split(','):
        plain = start.removesuffix('-rt')
        found = [r for r in releases if re.match(re.escape(plain) + r'(?:[-.+]|$)', r) and
                 ('-rt-' in r) == (plain != start)]
        out.append(found[-1] if found else start)
    return out
