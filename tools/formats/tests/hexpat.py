#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""hexpat.py CORPUS -- read the corpus by the ImHex pattern.

ImHex is a program with a window, and nothing else runs its patterns. So this is a
small reader of what our pattern uses of its language: enums, structs, arrays with a
length or a condition, padding, if, variables, places. What it finds is held against
the independent writer."""

import re
import struct
import sys
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parents[3]
sys.path.insert(1, str(TOP / 'tools/testing/host'))

from reference import lfd as writer  # noqa: E402

TOKEN = re.compile(r'\s+|//[^\n]*|#[^\n]*|([A-Za-z_]\w*(?:::\w+)*|0x[0-9a-fA-F]+|'
                   r'\d+|==|!=|>=|<=|&&|\|\||\$|.)', re.S)
PLAIN = {'u8': 'B', 'u16': 'H', 'u32': 'I', 'u64': 'Q', 'float': 'f', 'char': 'c'}


class Pattern:
    """The pattern, as a list of statements and the types that it has."""

    def __init__(self, text):
        self.tokens = [t for t in TOKEN.findall(text) if t]
        self.at, self.types, self.enums = 0, {}, {}
        self.top = []
        while self.at < len(self.tokens):
            self.declaration()

    def take(self, wanted=None):
        token = self.tokens[self.at]
        if wanted and token != wanted:
            raise SyntaxError(f'{wanted!r} expected, not {token!r}')
        self.at += 1
        return token

    def peek(self):
        return self.tokens[self.at]

    def declaration(self):
        if self.peek() == 'import':
            self.until(';')
        elif self.peek() == 'enum':
            self.enum()
        elif self.peek() == 'struct':
            self.take()
            name = self.take()
            self.types[name] = self.block()
            self.take(';')
        else:
            self.top.append(self.statement())

    def enum(self):
        self.take()
        name, _, base = self.take(), self.take(':'), self.take()
        self.take('{')
        self.types[name] = base
        while self.peek() != '}':
            member = self.take()
            self.take('=')
            self.enums[f'{name}::{member}'] = int(self.take(), 0)
            if self.peek() == ',':
                self.take()
        self.take('}')
        self.take(';')

    def until(self, *ends):
        """Tokens up to one of these on this level; it is taken, too."""
        found, depth = [], 0
        while depth or self.peek() not in ends:
            depth += self.peek() in ('(', '[')
            depth -= self.peek() in (')', ']')
            found.append(self.take())
        self.take()
        return found

    def block(self):
        self.take('{')
        found = []
        while self.peek() != '}':
            found.append(self.statement())
        self.take('}')
        return found

    def statement(self):
        first = self.take()
        if first == 'if':
            self.take('(')
            condition, then, other = self.until(')'), self.block(), []
            if self.at < len(self.tokens) and self.peek() == 'else':
                self.take()
                other = [self.statement()] if self.peek() == 'if' else \
                    self.block()
            return 'if', condition, then, other
        if first == 'padding':
            self.take('[')
            length = self.until(']')
            self.take(';')
            return 'padding', length
        if self.peek() == '=':
            self.take()
            return 'set', first, self.until(';')
        name, count, place = self.take(), None, None
        if self.peek() == '=':
            self.take()
            return 'variable', name, self.until(';')
        if self.peek() == '[':
            self.take()
            count = self.until(']')
        if self.peek() == '@':
            self.take()
            place = self.until(';')
        else:
            self.take(';')
        return 'field', first, name, count, place


class Reader:
    """A file, read by a pattern."""

    def __init__(self, pattern, data):
        self.pattern, self.data, self.pos = pattern, data, 0
        self.globals, self.ended = {}, {}
        self.run(pattern.top, self.globals)

    def value(self, tokens, scope):
        text = ' '.join({'&&': 'and', '||': 'or', '/': '//', '$': 'pos',
                         'std::mem::size': 'size',
                         'std::mem::read_unsigned': 'read'}.get(t) or
                        str(self.pattern.enums.get(t, t)) for t in tokens)
        names = {**self.globals, **scope, 'pos': self.pos,
                 'size': lambda: len(self.data),
                 'read': lambda at, n: int.from_bytes(
                     self.data[at:at + n], 'little')}
        return eval(text, {'__builtins__': {}}, names)

    def one(self, kind):
        kind = self.pattern.types.get(kind, kind)
        if isinstance(kind, list):
            scope = {}
            self.run(kind, scope)
            return scope
        code = '<' + PLAIN[kind]
        value, = struct.unpack_from(code, self.data, self.pos)
        self.pos += struct.calcsize(code)
        return value

    def several(self, kind, count, scope):
        if count[0] == 'while':
            found = []
            while self.value(count[1:], scope):
                found.append(self.one(kind))
            return found
        number = self.value(count, scope)
        if kind == 'char':
            self.pos += number
            return self.data[self.pos - number:self.pos]
        return [self.one(kind) for _ in range(number)]

    def run(self, statements, scope):
        for what, *rest in statements:
            if what == 'if':
                self.run(rest[1] if self.value(rest[0], scope) else rest[2],
                         scope)
            elif what == 'padding':
                self.pos += self.value(rest[0], scope)
            elif what == 'set':
                self.globals[rest[0]] = self.value(rest[1], scope)
            elif what == 'variable':
                scope[rest[0]] = self.value(rest[1], scope)
            else:
                self.field(scope, *rest)

    def field(self, scope, kind, name, count, place):
        back = self.pos
        if place:
            self.pos = self.value(place, scope)
        scope[name] = self.several(kind, count, scope) if count else \
            self.one(kind)
        if place:
            self.ended[name] = self.pos
            self.pos = back


def lines(text):
    return dict(line.split('=', 1) for line in text.splitlines()
                if '=' in line)


def lfd_same(found, data):
    """The same blocks as the writer reads, down to the last byte."""
    blocks = list(writer.blocks(data))
    if found.ended.get('lfd') != len(data):
        return False
    return len(blocks) == len(found.globals['lfd']['block']) and all(
        got['type'] == block.kind and 4 * got['data_count'] == len(block.data)
        for got, block in zip(found.globals['lfd']['block'], blocks)) and all(
        len(got['event']) == (got['data_count'] - 1) // 5
        for got in found.globals['lfd']['block'] if 'event' in got)


def image_same(found, state):
    event = lines(state.split('[event data]\n')[1].split('\n[')[0])
    lic = lines(state.split('[LIC]\n')[1].split('\n[')[0])
    image = found.globals['image']
    got = next(s for s in image['state'] if s['marker'][1] == 0xdeadfeed)
    keys = dict(zip(range(1, 6), ('fw_version', 'guc_device_id',
                'tsc_frequency_khz', 'gmd_id', 'build_platform_id')))
    return got['size'] == int(event['size']) and \
        got['write_ptr'] == int(event['write_ptr'], 0) and \
        got['wrap_offset'] == int(event['wrap_offset'], 0) and all(
            klv['value'][0] == int(lic[keys[klv['key']]].split()[0], 0)
            for klv in image['lic']['klv'] if klv['key'] in keys)


def rdf_same(found, facts):
    entry, = found.globals['rdf']['entry']
    asic = entry['asic_info']
    device = facts.get('pci_id', '0:0').split(':')[1]
    return found.ended['asic_info'] == \
        entry['data_offset'] + entry['data_size'] and \
        asic['device_id'] == int(device, 16) and \
        asic['lds_granularity'] == 1024


def chosen(files):
    """All that are small, and one in sixteen of the others: a full ring has
    three thousand events."""
    large = [path for path in files
             if path.with_suffix('.lfd').stat().st_size > 20000]
    return sorted(set(files) - set(large)) + large[::16]


def main():
    pattern = Pattern((TOP / 'tools/formats/guclog.hexpat').read_text())
    corpus, passed, failed = Path(sys.argv[1]), 0, 0
    for path in chosen(sorted(corpus.glob('*.state'))):
        state = path.read_text()
        named = {kind: path.with_suffix(f'.{kind}').read_bytes()
                 for kind in ('lfd', 'rdf', 'img')}
        facts = lines(path.with_suffix('.facts').read_text())
        judged = {'lfd': lambda r: lfd_same(r, named['lfd']),
                  'rdf': lambda r: rdf_same(r, facts)}
        if '\nfaults=0\n' in state:
            judged['img'] = lambda r: image_same(r, state)
        for kind, judge in judged.items():
            good = judge(Reader(pattern, named[kind]))
            passed += good
            failed += not good
            if not good:
                print(f'FAIL {path.stem}.{kind}')
    print(f'{passed} passed, {failed} failed')
    return failed > 0 or passed < 100


if __name__ == '__main__':
    sys.exit(main())
