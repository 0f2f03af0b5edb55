#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""structure.py -- check rules for the structure of the C files:

* modules (name.c and name.h) of different folders do not include each other in circles;
* no file of tools/guclog includes a header of a folder that is above its own (ORDER);
* every function that is not static is called, and every public function of the library is used by
  the command, the hardware check or the Python module;
* no text that xe prints in a devcoredump, a row of data/model/printed.csv, is a string in C.

Prints the number of circles and of public functions.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

import gen_printed  # noqa: E402

# The folders of tools/guclog, the lowest first. A folder includes only headers of itself, of those
# before it, and of its own subfolders.
ORDER = '''base model layout read asic messages events explain timeline output stream record top
    collect verbs library'''.split()

# Strings in tools/guclog that are equal to a text of data/model/printed.csv, but are something else.
OTHER_TEXTS = {
    ('collect/trace.c', 'batch_addr'): 'a value of a trace event',
    ('messages/head.c', 'Tile'): 'the prefix "Tile0: GT0:" of messages',
    ('read/dmesg_capture.c', 'Tile'): 'the same prefix',
    ('output/redact/kernel_log.c', 'kernel'): 'the prefix that journalctl prints',
    ('read/lines/text_row.c', 'kernel'): 'the same prefix',
    ('read/json_text.c', 'data'): 'the prefix of server-sent events',
    ('verbs/cmd_contribute.c', 'LOG'): 'an argument in the help text',
}

# Matches strings and comments in C.
PROSE = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/', re.S)

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def sources():
    out = subprocess.check_output(('git', '-c', 'safe.directory=*', 'ls-files', '-co',
                                   '--exclude-standard', '*.c', '*.h'), text=True)
    return [path for path in map(Path, sorted(set(out.split()))) if path.is_file()]


def functions(path, lines):
    """Yield (length of the body in lines, "FILE:LINE", first line) of each function."""
    begin = None
    for n, line in enumerate(lines):
        if line == '{':
            begin = n
        elif line == '}' and begin is not None:
            head = begin - 1
            while head and lines[head][:1].isspace():
                head -= 1
            yield n - begin - 1, f'{path}:{head + 1}', lines[head]
            begin = None


def module(path):
    return path.with_suffix('')


def includes(paths, texts):
    """Return a dict from each module (path of a C file or header without its suffix) to the set of
    modules that it includes."""
    by_name = defaultdict(list)
    for path in paths:
        by_name[path.name].append(path)
    graph = defaultdict(set)
    for path in paths:
        for name in INCLUDE.findall(texts[path]):
            found = [p for p in by_name[Path(name).name] if p.as_posix().endswith('/' + name)]
            near = [p for p in found if p.parent == path.parent]
            top = [p for p in found if p == Path(*path.parts[:2]) / name]
            for target in near or top or found:
                if module(target) != module(path):
                    graph[module(path)].add(module(target))
    return graph


def circles(graph):
    """Return the groups of nodes (modules or folders) that include each other in circles: the
    strongly connected components of the graph with more than one node (Tarjan's algorithm)."""
    index, low, stack, out = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(graph.get(node, ())):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            part = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(part) > 1:
                out.append(sorted(map(str, part)))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return out


def folder(path):
    """Return the folder of tools/guclog that contains a file, or None if it is in none of them."""
    parts = path.parts
    return parts[2] if parts[:2] == ('tools', 'guclog') and len(parts) > 3 else None


def upward(paths, texts):
    """Yield (file, header) for each include of a header of a folder that is above the file's own."""
    for path in paths:
        if folder(path) not in ORDER:
            continue
        for name in INCLUDE.findall(texts[path]):
            above = name.partition('/')[0]
            if (Path('tools/guclog') / name).exists() and above in ORDER and \
                    ORDER.index(above) > ORDER.index(folder(path)):
                yield path.relative_to('tools/guclog').as_posix(), name


def unused(paths, texts):
    """Yield a message for each function that nothing calls, and for each public function of the
    library that the command, the hardware check and the Python module do not use."""
    words = {path: Counter(re.findall(r'\w+', PROSE.sub('', text)))
             for path, text in texts.items()}
    python = set(re.findall(r'\w+', Path('tools/guclog/python/guclog/__init__.py').read_text()))
    calls, declared = Counter(python), Counter()
    for path, count in words.items():
        (calls if path.suffix == '.c' else declared).update(count)
    for path in paths:
        for _, place, head in functions(path, texts[path].split('\n')):
            name = re.search(r'(\w+)\(', head)
            # The kernel calls the functions of a BPF program.
            if path.suffix == '.c' and not path.name.endswith('.bpf.c') and name and not head.startswith('static') and \
                    calls[name[1]] == 1 and declared[name[1]] <= 1:
                yield f'{place}: {name[1]}() is not called'

    users = python.union(*(count for path, count in words.items()
                           if path.parts[:2] in (('tools', 'guclog'), ('tools', 'hardware-check'))))
    public = re.findall(r'^\t(\w+);', Path('tools/guclog/guclog.map').read_text(), re.M)
    print(f'{len(public)} functions of the library')
    for name in sorted(set(public) - users):
        yield f'guclog.map: neither the command nor the Python module calls {name}()'


def printed_texts(paths, texts):
    """Yield a message for each string of the command that is a text of data/model/printed.csv, and
    for each exception in OTHER_TEXTS that no longer occurs. A short word in lower case, such as
    "size", only counts with a colon after it, because many other strings are such words."""
    names = {row.printed for row in gen_printed.load() if row.printed}
    left = set(OTHER_TEXTS)
    for path in paths:
        if path.parts[:2] != ('tools', 'guclog') or path.name == gen_printed.HEADER.name:
            continue
        for match in PROSE.finditer(texts[path]):
            if match[0].startswith('/*'):
                continue
            text = match[0][1:-1].removeprefix('**** ').removesuffix(' ****')
            bracket = re.match(r'\[(\w+)\]', text)
            name = re.sub(r'(\[0?\]?|[:=. ]|\(memory\)|\\n)+$', '', text).strip()
            found = {text, name, bracket[1] if bracket else name} & names
            if not found or (re.fullmatch('[a-z0-9]+', name) and ':' not in text):
                continue
            key = path.relative_to('tools/guclog').as_posix(), name
            left.discard(key)
            if key not in OTHER_TEXTS:
                line = texts[path].count('\n', 0, match.start()) + 1
                yield f'{path}:{line}: {match[0]} is a text of data/model/printed.csv'
    for path, name in sorted(left):
        yield f'OTHER_TEXTS: no "{name}" in tools/guclog/{path}'


def main():
    sys.setrecursionlimit(10000)
    paths = sources()
    texts = {path: path.read_text(errors='replace') for path in paths}
    bad = []

    graph = includes(paths, texts)
    arrows = set(upward(paths, texts))
    print(f'{len(arrows)} includes from a folder above')
    bad += [f'tools/guclog/{path}: includes {name}, which is above it'
            for path, name in sorted(arrows)]
    found = circles(graph)
    far = [part for part in found if len({Path(name).parent for name in part}) > 1]
    print(f'{len(far)} circles of includes between folders, {len(found) - len(far)} inside one')
    bad += ['circle of includes: ' + ' '.join(part) for part in far]

    bad += unused(paths, texts)
    bad += printed_texts(paths, texts)

    for line in bad:
        print('FAIL', line)
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
