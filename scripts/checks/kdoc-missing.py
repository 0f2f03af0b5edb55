#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""kdoc-missing.py FILE... -- list the functions that are not static and have no kernel-doc comment,
and the functions in drivers/ whose comment has no line "Context:". For a function of the library or
the command, the comment can be in a header of tools/guclog instead.

A function is found by its opening brace, which is alone in column 0 in the kernel's style.
"""
import re
import sys
from pathlib import Path


def signature(lines, brace):
    """Return (index of the first line, text) of the declaration before a function's brace."""
    i = brace
    while i > 0 and lines[i - 1].strip() and not re.match(r'[}#/]| \*', lines[i - 1]):
        i -= 1
    return i, ' '.join(line.strip() for line in lines[i:brace])


def fault(path, lines, first, name):
    """Return what is wrong with the comment before a function, or None."""
    if first == 0 or lines[first - 1].strip() != '*/':
        return 'has no kernel-doc'
    i = first - 1
    while i > 0 and not lines[i].lstrip().startswith('/*'):
        i -= 1
    if lines[i].strip() != '/**' or not lines[i + 1].startswith(f' * {name}() - '):
        return 'has no kernel-doc'
    if path.startswith('drivers/') and not any(
            line.startswith(' * Context:') for line in lines[i:first]):
        return 'has no Context: line'
    return None


def missing(path, headers):
    with open(path, encoding='utf-8') as f:
        lines = f.read().splitlines()
    for brace, line in enumerate(lines):
        if line != '{':
            continue
        first, text = signature(lines, brace)
        text = re.sub(r'__attribute__\(\(.*?\)\)|__\w+\([^()]*\)', '', text).strip()
        found = re.match(r'[\w\s*]*?\b(\w+)\s*\(', text)
        if not found or re.match(r'(static|struct \w+ =)\b', text):
            continue
        name = found.group(1)
        if path.startswith('tools/') and name in headers:
            continue
        wrong = fault(path, lines, first, name) if name != 'main' else None
        if wrong:
            yield f'{path}:{first + 1}: {name}() {wrong}'


def main():
    headers = {name for header in Path('tools/guclog').rglob('*.h')
               for name in re.findall(r'^/\*\*\n \* (\w+)\(\) - ',
                                      header.read_text(encoding='utf-8'), re.MULTILINE)}
    faults = [fault for path in sys.argv[1:] for fault in missing(path, headers)]
    print('\n'.join(faults))
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
