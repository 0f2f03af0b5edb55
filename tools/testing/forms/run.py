#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Hold a built guclog against the writer of forms; see README.md."""

import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(1, str(Path(__file__).resolve().parents[1] / 'host'))

import broken  # noqa: E402
import chance  # noqa: E402
import events  # noqa: E402
import kernel_log  # noqa: E402
import memory  # noqa: E402
import whole  # noqa: E402
from tool import Count, Tool  # noqa: E402

PARTS = {'whole': whole.run, 'kernel-log': kernel_log.run,
         'broken': broken.run, 'memory': memory.run,
         'events': events.run, 'chance': chance.run}


def main():
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(PARTS):
        print(f'usage: run.py GUCLOG [{"|".join(PARTS)}]...', file=sys.stderr)
        return 2
    count = Count()
    with tempfile.TemporaryDirectory() as scratch:
        tool = Tool(sys.argv[1], scratch)
        for name in sys.argv[2:] or PARTS:
            PARTS[name](tool, count)
    print(f'{count.passed} passed, {count.failed} failed')
    return 1 if count.failed or not count.passed else 0


if __name__ == '__main__':
    sys.exit(main())
