#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""ktap.py [LOG] -- read KTAP (the kernel's format of test results) from LOG or standard input, and
print a line for each test case that has no subtests.

The line has "ok", "skip" or "FAIL", a tab, and the name of the case after the names of the tests
that contain it, joined by "/".  After the name of a failed case follow a tab and what failed: the
place in the sources, if the log has it, and the first line of the message.  For a log without KTAP, no line is printed.  If the number of
results of a test differs from its plan ("1..N"), a line for a failed case is added.
"""

import os
import re
import sys

VERSION = re.compile(r'( *)K?TAP version 1\d?$')
PLAN = re.compile(r'( *)1\.\.(\d+)')
RESULT = re.compile(r'( *)(not )?ok \d+ (?:- )?(.*?)(?: # (SKIP|TODO)\b.*)?$', re.I)
PYTEST_PLACE = re.compile(r'# (\S+\.py:\d+):')
KUNIT_PLACE = re.compile(r'(?:(?:EXPECTATION|ASSERTION) FAILED at )?(\S+\.c:\d+)(.*)')


def reason(name, comments, before):
    """Return what failed, in one line. comments: the lines after the result of the case, as pytest
    and ktap.sh print them. before: those before it, as KUnit prints them."""
    for line, following in zip(before, before[1:] + ['']):
        if line.startswith(f'# {name.rsplit("/")[-1]}: ') and (match := KUNIT_PLACE.search(line)):
            return match[1].removeprefix(f'{os.getcwd()}/') + (match[2] or f': {following}')
    places = [match[1] for line in comments if (match := PYTEST_PLACE.match(line))]
    texts = [line[1:].strip() for line in comments if line.startswith('# E ')] or \
        [line[1:].strip() for line in comments if line.startswith('# ')]
    text = texts[0].removeprefix('E').strip() if texts else ''
    # The place in the test is more useful than the one in a function that the test calls.
    places = [place for place in places if '/test_' in place] or places
    return f'{places[-1]}: {text}' if places else text


class Level:
    """The results with one indentation, which are the subtests of one test: the cases, the number
    of results, and the number that the plan gives."""

    def __init__(self):
        self.cases, self.results, self.planned = [], 0, None

    def close(self):
        """Return the cases; if the number of results is not as planned, add a failed case."""
        if self.results != (self.planned or 0):
            self.cases.append(['FAIL', f'{self.results} results, plan {self.planned}', ''])
        return self.cases


def cases(lines):
    """Return [verdict, name, what failed] for each case without subtests, and for each case that
    failed although none of its subtests failed."""
    levels, found, before, after = {}, [], [], None

    def level(indent):
        return levels.setdefault(indent, Level())

    def result(indent, bad, name, directive):
        inner = []
        for deeper in sorted(i for i in levels if i > indent):
            inner += levels.pop(deeper).close()
        verdict = 'skip' if directive else 'FAIL' if bad else 'ok'
        here = level(indent)
        here.results += 1
        for case in inner:
            case[1] = f'{name}/{case[1]}'
        here.cases += inner
        if not inner or (verdict == 'FAIL' and all(case[0] != 'FAIL' for case in inner)):
            here.cases.append([verdict, name, ''])
            return here.cases[-1]
        return None

    def explain():
        if after and after[0][0] == 'FAIL' and not after[0][2]:
            after[0][2] = reason(after[0][1], after[2], after[1])

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
            explain()
            after = (case, before, []) if (case := result(
                len(match[1]), match[2], match[3], match[4])) else None
            before = []
        else:
            before.append(line.strip())
            if after:
                after[2].append(line.strip())
    explain()
    for indent in sorted(levels):
        found += levels[indent].close()
    return found


def main():
    with open(sys.argv[1], encoding='utf-8', errors='replace') if sys.argv[1:] \
            else sys.stdin as log:
        for verdict, name, failure in cases(log):
            print(f'{verdict}\t{name}' + (f'\t{failure}' if verdict == 'FAIL' else ''))


if __name__ == '__main__':
    main()
