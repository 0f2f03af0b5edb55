#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""The independent writer's own tests: against words and numbers that are
written down here, and by reading back what it wrote."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

import selftests  # noqa: E402


def main():
    where = Path(__file__).resolve().parent
    suite = unittest.defaultTestLoader.discover(
        str(where / 'selftests'), 'test_*.py', str(where))
    result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
    failed = len({test.id() for test, _ in
                  result.failures + result.errors} |
                 {test.id() for test in result.unexpectedSuccesses})
    few = result.testsRun < selftests.LEAST
    if few:
        print(f'only {result.testsRun} tests were found')
    print(f'{result.testsRun - failed} passed, {failed + few} failed')
    return 1 if failed or few else 0


if __name__ == '__main__':
    sys.exit(main())
