#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Hold a built guclog against the independent writer, byte for byte."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from corpus import CASES, chance  # noqa: E402
from corpus.outputs import outputs, spoiled_outputs  # noqa: E402

FORMS = {'lfd': 'lfd', 'state': 'state', 'raw': 'img', 'info': 'info'}
ASIC = {'v1': 'asic_v1', 'v3': 'asic_v3', 'packed': 'asic_packed',
        'rdf': 'rdf'}


class Comparison:
    """Counts what agrees, says what does not."""

    def __init__(self, tool, scratch):
        self.tool, self.scratch = tool, scratch
        self.passed = self.failed = 0

    def run(self, *args):
        return subprocess.run([self.tool, *args], capture_output=True,
                              check=False)

    def judge(self, good, what):
        self.passed += good
        self.failed += not good
        if not good:
            print(f'FAIL {what}')

    def made(self, expected, status, *args):
        """The command must give these bytes and this exit status."""
        out = self.scratch / 'out'
        out.unlink(missing_ok=True)
        done = self.run(*args, '-o', out)
        found = out.read_bytes() if out.exists() else None
        self.judge(found == expected and done.returncode == status,
                   f'exit {done.returncode}: ' + ' '.join(map(str, args)))

    def case(self, case):
        want = {}
        for name, content in outputs(case):
            suffix = name.removeprefix(case.name + '.')
            want[suffix] = content
        image, facts = self.scratch / case.name, self.scratch / 'facts'
        image.write_bytes(want['img'])
        facts.write_bytes(want['facts'])
        faults = int(b'\nfaults=0\n' not in want['state'])
        for form, suffix in FORMS.items():
            self.made(want[suffix], faults, 'convert', '--to', form,
                      '--facts', facts, image)
        for number, gt in enumerate(case.facts(0).gts[1:], 1):
            self.made(want[f'gt{number}.lfd'], faults, 'convert', '--facts',
                      facts, '--gt', str(gt['gt']), image)
        for form, suffix in ASIC.items():
            self.made(want[suffix], 0, 'asic', '--facts', facts, '--to', form)
        image.unlink()

    def spoiled(self, name, content, verdict):
        """A check says the sentence first, or that the file is fine."""
        path = self.scratch / name
        path.write_bytes(content)
        done = self.run('check', path)
        first = done.stdout.decode('utf-8', 'replace').partition('\n')[0]
        said = first == f'{path}: {verdict}' if verdict else \
            first.startswith(f'{path}: fine')
        self.judge(said and done.returncode == int(bool(verdict)),
                   f'exit {done.returncode}: check {name}: {first}')

    def all_spoiled(self):
        files = {Path(name).name: content
                 for name, content in spoiled_outputs()}
        for name, content in files.items():
            if not name.endswith('.check'):
                verdict = files[name + '.check'].decode('ascii').rstrip('\n')
                self.spoiled(name, content, verdict)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('tool', type=Path, help='the guclog to run')
    parser.add_argument('--chance', metavar='N', type=int, default=0,
                        help='N images by chance as well')
    parser.add_argument('--seed', metavar='S', type=int, default=1,
                        help='of --chance')
    parser.add_argument('--max-bytes', metavar='N', type=int,
                        help='no larger images')
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        comparison = Comparison(args.tool.resolve(), Path(scratch))
        for case in (*CASES.values(), *chance.cases(args.seed, args.chance)):
            if args.max_bytes is None or len(case.image()) <= args.max_bytes:
                comparison.case(case)
        comparison.all_spoiled()
    print(f'{comparison.passed} passed, {comparison.failed} failed')
    return 1 if comparison.failed else 0


if __name__ == '__main__':
    sys.exit(main())
