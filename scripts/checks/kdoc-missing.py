#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""kdoc-missing.py FILE... -- functions that are not static and have no kernel-doc.

Relies on the kernel's style: a function's brace is alone in column 0.
"""
import re
import sys


def signature(lines, brace):
    """(index of the first line, text) of the declaration before the brace."""
    i = brace
    while i > 0 and lines[i - 1].strip() and not re.match(r'[}#/]| \*', lines[i - 1]):
        i -= 1
    return i, ' '.join(line.strip() for line in lines[i:brace])


def documented(lines, first, name):
    if first == 0 or lines[first - 1].strip() != '*/':
        return False
    i = first - 1
    while i > 0 and not lines[i].lstrip().startswith('/*'):
        i -= 1
    return lines[i].strip() == '/**' and lines[i + 1].startswith(f' * {name}() - ')


def missing(path):
    with open(path, encoding='utf-8') as f:
        lines = f.read().splitlines()
    for brace, line in enumerate(lines):
        if line != '{':
            continue
        first, text = signature(lines, brace)
        text = re.sub(r'__\w+\([^()]*\)', '', text).strip()
        found = re.match(r'[\w\s*]*?\b(\w+)\s*\(', text)
        if not found or re.match(r'(static|struct \w+ =)\b', text):
            continue
        name = found.group(1)
        if name != 'main' and not documented(lines, first, name):
            yield f'{path}:{first + 1}: {name}() has no kernel-doc'


def main():
    faults = [fault for path in sys.argv[1:] for fault in missing(path)]
    print('\n'.join(faults))
    return bool(faults)


if __name__ == '__main__':
    sys.exit(main())
