# SPDX-License-Identifier: GPL-2.0-only
"""Every function test_* of the test files, each in a folder of its own."""
import os
import shutil
import sys
import tempfile
import traceback

import test_asic
import test_borrow
import test_diff
import test_export
import test_follow
import test_perfetto
from tool import Tool


def cases(wanted):
    for module in (test_export, test_perfetto, test_diff, test_asic, test_borrow,
                   test_follow):
        for name in sorted(dir(module)):
            if name.startswith('test_') and (not wanted or name in wanted):
                yield name, getattr(module, name)


def run(tool, name, case):
    folder = tempfile.mkdtemp()
    os.chdir(folder)
    try:
        case(tool)
        return True
    except Exception:  # whatever a case says
        print(f'FAIL {name}')
        traceback.print_exc(file=sys.stdout)
        return False
    finally:
        os.chdir('/')
        shutil.rmtree(folder)


def control(tool):
    raise AssertionError


def main():
    tool = Tool(os.path.abspath(sys.argv[1]))
    quiet, sys.stdout = sys.stdout, open(os.devnull, 'w')
    blind = run(tool, 'control', control)
    sys.stdout = quiet
    if blind:
        sys.exit('the harness does not see failures')
    results = [run(tool, name, case) for name, case in cases(sys.argv[2:])]
    print(f'{sum(results)} passed, {results.count(False)} failed')
    return 0 if results and all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
