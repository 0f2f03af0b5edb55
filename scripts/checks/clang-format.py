#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""clang-format.py STYLE-FILE FILE... -- hold C files against the kernel's style.

clang-format breaks lines and lines up initialisers, macros and comments in ways
of its own, and the kernel does not follow it there.  What applies is all else: the
blanks between two tokens of one line, and the tabs before the first.  So both
texts are read as tokens, and only pairs that stand on one line in both of them,
with single blanks or none, are compared.
"""
import re
import subprocess
import sys

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|'
                   r'\w+|[-+*/%&|^=!<>]=|<<=?|>>=?|->|&&|\|\||\+\+|--|\.\.\.|[^\s\w]',
                   re.S)


def tokens(text):
    """(gap before, token, line number); a gap of None holds a line's end."""
    end, line = 0, 1
    for found in TOKEN.finditer(text):
        gap = text[end:found.start()]
        line += gap.count('\n')
        yield (None if '\n' in gap else gap), found.group(), line
        line += found.group().count('\n')
        end = found.end()


def plain(gap):
    return gap in ('', ' ')


def faults(path, style):
    with open(path, encoding='utf-8') as f:
        text = f.read()
    done = subprocess.run(['clang-format', f'--style=file:{style}', path],
                          capture_output=True, text=True, check=True)
    ours, theirs = list(tokens(text)), list(tokens(done.stdout))
    # Strings and comments may be broken anew: then there is nothing to pair.
    if len(ours) != len(theirs):
        ours, theirs = same_code(ours), same_code(theirs)
    if len(ours) != len(theirs):
        yield f'{path}: has other tokens when formatted'
        return
    lines, before = text.splitlines(), ''
    for (gap, token, line), (want, _, _) in zip(ours, theirs):
        if plain(gap) and plain(want) and gap != want and not excepted(
                before, token, lines[line - 1]):
            yield f'{path}:{line}: {"no" if gap else "a"} blank before {token!r}'
        before = token
    for number, found in enumerate(text.splitlines(), 1):
        if re.match(r'\t* {8}', found):
            yield f'{path}:{number}: eight blanks for a tab'


def excepted(before, token, line):
    """Where clang-format is wrong."""
    # checkpatch wants the blank in "* const".
    if before == '*' and token == 'const':
        return True
    # In a macro it takes "(x) & (y)" for a cast of an address.
    return line.startswith('#define') and (before in '-&*' or token in '-&*')


def same_code(found):
    return [t for t in found if not t[1].startswith(('/*', '//', '"', '\\'))]


def main():
    count = 0
    for path in sys.argv[2:]:
        for fault in faults(path, sys.argv[1]):
            print(fault)
            count += 1
    return bool(count)


if __name__ == '__main__':
    sys.exit(main())
