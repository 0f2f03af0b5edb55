#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""ktap.py [LOG] -- read KTAP (the kernel's format of test results) from LOG or standard input, and
print a line for each test case that has no subtests.

The line has "ok", "skip" or "FAIL", a tab, and the name of the case after the names of the tests
that contain it, joined by "/".  For a log without KTAP, no line is printed.  If the number of
results of a test differs from its plan ("1..N"), a line for a failed case is added.
"""

import re
import sys

VERSION = re.compile(r'( *)K?TAP version 1\d?$')
PLAN = re.compile(r'( *)1\.\.(\d+)')
RESULT = re.compile(r'( *)(not )?ok \d+ (?:- )?(.*?)(?: # (SKIP|TODO)\b.*)?$', re.I)


class Level:
    """The results with one indentation, which are the subtests of one test: the cases, the number
    of results, and the number that the plan gives."""

    def __init__(self):
        self.cases, self.results, self.planned = [], 0, None

    def close(self):
        """Return the cases; if the number of results is not as planned, add a failed case."""
        if self.results != (self.planned or 0):
            self.cases.append(('FAIL', f'{self.results} results, '
                                       f'plan {self.planned}'))
        return self.cases


def cases(lines):
    """Return (verdict, name) for each case without subtests, and for each case that failed although
    none of its subtests failed."""
    levels, found = {}, []

    def level(indent):
        return levels.setdefault(indent, Level())

    def result(indent, bad, name, directive):
        inner = []
        for deeper in sorted(i for i in levels if i > indent):
            inner += levels.pop(deeper).close()
        verdict = 'skip' if directive else 'FAIL' if bad else 'ok'
        here = level(indent)
        here.results += 1
        here.cases += [(v, f'{name}/{case}') for v, case in inner]
        if not inner or (verdict == 'FAIL' and all(v != 'FAIL' for v, _ in inner)):
            here.cases.append((verdict, name))

    for line in lines:
        line = line.rstrip('\r\n')
        if match := VERSION.match(line):
            if not match[1] and 0 in levels:
                found += levels.pop(0).close()
            level(len(match[1]))
        elif not levels:
            continue
        elif match := PLAN.match(line):
            level(len(match[1])).planned = int(match[2])
        elif match := RESULT.match(line):
            result(len(match[1]), match[2], match[3], match[4])
    for indent in sorted(levels):
        found += levels[indent].close()
    return found


def main():
    with open(sys.argv[1], encoding='utf-8', errors='replace') if sys.argv[1:] \
            else sys.stdin as log:
        for verdict, name in cases(log):
            print(f'{verdict}\t{name}')


if __name__ == '__main__':
    main()
