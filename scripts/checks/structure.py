#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""structure.py -- check rules for the structure of the C files:

* modules (name.c and name.h) of different folders do not include each other in circles, nor do
  the folders of the library and of the command;
* the library includes no header of the command, the command includes only the public headers of the
  library, and tools/shared includes no header of either;
* every function that is not static is called, and every public function of the library is used by
  the command, the hardware check or the Python module.

Prints the number of circles and of public functions.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

# The headers of the library that the command includes, as other programs do.
PUBLIC = 'guclog.h', 'guclog_dump.h', 'guclog_live.h'

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
    """Return the folder directly below tools/libguclog or tools/guclog that contains a module; the
    module itself if it is directly in one of these two; or None if it is in neither."""
    for top in 'tools/libguclog', 'tools/guclog':
        if path.is_relative_to(top):
            inside = path.relative_to(top).parts
            return Path(top, inside[0])
    return None


def folders(graph):
    """Return a dict from each folder of the library and of the command to the set of folders whose
    files it includes."""
    found = defaultdict(set)
    for source, targets in graph.items():
        for target in targets:
            pair = folder(source), folder(target)
            if None not in pair and pair[0] != pair[1]:
                found[pair[0]].add(pair[1])
    return found


def library(paths, texts):
    """Yield a message for each include that the rules about the headers of the command, the library
    and tools/shared forbid."""
    def under(top):
        return {path.relative_to(top).as_posix(): path for path in paths
                if path.is_relative_to(top)}

    command, lib = under('tools/guclog'), under('tools/libguclog')
    for path in lib.values():
        for name in INCLUDE.findall(texts[path]):
            near = path.parent / name
            if name in command and name not in lib and near not in texts:
                yield f'{path}: the library includes {name} of the command'
    for path in under('tools/shared').values():
        for name in INCLUDE.findall(texts[path]):
            if name in command or name in lib:
                yield f'{path}: the shared code includes {name}'
    for path in command.values():
        for name in INCLUDE.findall(texts[path]):
            if name in lib and name not in PUBLIC and path.parent / name not in texts:
                yield f'{path}: the command includes {name}, which is inside the library'


def unused(paths, texts):
    """Yield a message for each function that nothing calls, and for each public function of the
    library that the command, the hardware check and the Python module do not use."""
    words = {path: Counter(re.findall(r'\w+', PROSE.sub('', text)))
             for path, text in texts.items()}
    python = set(re.findall(r'\w+', Path('tools/libguclog/python/guclog/__init__.py').read_text()))
    calls, declared = Counter(python), Counter()
    for path, count in words.items():
        (calls if path.suffix == '.c' else declared).update(count)
    for path in paths:
        for _, place, head in functions(path, texts[path].split('\n')):
            name = re.search(r'(\w+)\(', head)
            if path.suffix == '.c' and name and not head.startswith('static') and \
                    calls[name[1]] == 1 and declared[name[1]] <= 1:
                yield f'{place}: {name[1]}() is not called'

    users = python.union(*(count for path, count in words.items()
                           if path.parts[:2] in (('tools', 'guclog'), ('tools', 'hardware-check'))))
    public = re.findall(r'^\t(\w+);', Path('tools/libguclog/guclog.map').read_text(), re.M)
    print(f'{len(public)} functions of the library')
    for name in sorted(set(public) - users):
        yield f'guclog.map: neither the command nor the Python module calls {name}()'


def main():
    sys.setrecursionlimit(10000)
    paths = sources()
    texts = {path: path.read_text(errors='replace') for path in paths}
    bad = []

    graph = includes(paths, texts)
    knots = circles(folders(graph))
    print(f'{len(knots)} knots of folders in the library and the command')
    bad += ['knot of folders: ' + ' '.join(part) for part in knots]
    found = circles(graph)
    far = [part for part in found if len({Path(name).parent for name in part}) > 1]
    print(f'{len(far)} circles of includes between folders, {len(found) - len(far)} inside one')
    bad += ['circle of includes: ' + ' '.join(part) for part in far]

    bad += library(paths, texts)
    bad += unused(paths, texts)

    for line in bad:
        print('FAIL', line)
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
