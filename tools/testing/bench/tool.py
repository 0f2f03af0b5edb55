#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""tool.py GUCLOG A85_BENCH DIR -- how fast the tool is, beside other programs that
do as much with the same bytes. Inputs are made in DIR, once.

Each figure is held against what the project promises; the last line is "N passed,
N failed". What is compared runs in turn, so that a busy machine slows both."""

import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / 'host'))

ROUNDS = 11
EVENTS = 1180000                # 25 MB of devcoredump text


def make_inputs(folder):
    """In a process of its own: memory that this one has is slow to fork."""
    import inputs
    from reference import forms
    size = (20 * EVENTS + 8191) // 4096 * 4096
    large = inputs.flushed('bench', EVENTS, (size, 0x1000, 0x100000)).build()
    for name, image in ('large', large), ('usual', inputs.complete()):
        (folder / f'{name}.img').write_bytes(image)
        (folder / f'{name}.txt').write_text(
            forms.devcoredump(inputs.MACHINE, inputs.held(image)))


def seconds(command):
    start = time.perf_counter()
    subprocess.run(['/bin/sh', '-c', command], check=True)
    return time.perf_counter() - start


def compare(*commands):
    """The median time of each."""
    times = [[] for _ in commands]
    for _ in range(ROUNDS):
        for i, command in enumerate(commands):
            times[i].append(seconds(command))
    return [sorted(each)[ROUNDS // 2] for each in times]


class Judge:
    def __init__(self):
        self.passed = self.failed = 0

    def hold(self, what, value, bound, least=True):
        good = value >= bound if least else value < bound
        self.passed += good
        self.failed += not good
        print(f'{"ok  " if good else "MISS"} {what}: {value:.2f}, '
              f'{"at least" if least else "less than"} {bound}', flush=True)


def bench_ascii85(judge, program, folder):
    said = subprocess.run(
        [program, folder / 'usual.txt', folder / 'large.txt'],
        check=True, capture_output=True, text=True).stdout
    for line in said.splitlines():
        _, name, *pairs = line.split()
        found = {key: float(value) for key, _, value in
                 (pair.partition('=') for pair in pairs)}
        what = {'random': 'dwords without zeroes', 'usual.txt': 'a whole log',
                'large.txt': '25 MB of events'}[name]
        print(f'     ascii85 of {what}: {found["mb_s"]:.0f} MB/s')
        judge.hold(f'ascii85 of {what}, times as fast as bytewise',
                   found['bytewise'], 4)
        judge.hold(f'ascii85 of {what}, of memcpy\'s speed', found['memcpy'],
                   0.25)


def bench_convert(judge, guclog, folder):
    text = folder / 'large.txt'
    cat, convert, stored = compare(
        f'cat {text} | wc -c >/dev/null',
        f'{guclog} convert {text} | wc -c >/dev/null',
        f'{guclog} convert {text} --force -o {folder}/made')
    print(f'     25 MB of text: cat | wc {cat * 1e3:.1f} ms, convert | wc '
          f'{convert * 1e3:.1f} ms, convert -o {stored * 1e3:.1f} ms')
    judge.hold('convert | wc of a 25 MB devcoredump, times of cat | wc',
               convert / cat, 3, False)


def bench_decode(judge, guclog, folder):
    for verb in 'decode', 'decode --json', 'export --jsonl', 'export --csv':
        took, = compare(f'{guclog} {verb} {folder}/large.img >/dev/null')
        rate = EVENTS / took / 1e6
        if verb == 'decode':
            judge.hold('decode, million events per second', rate, 2)
        else:
            print(f'     {verb}: {rate:.2f} million events per second')


def main():
    if sys.argv[1:2] == ['--make']:
        make_inputs(Path(sys.argv[2]))
        return 0
    guclog, program, folder = (Path(arg).resolve() for arg in sys.argv[1:4])
    if not (folder / 'usual.txt').exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, '-B', __file__, '--make', folder],
                       check=True)
    judge = Judge()
    bench_ascii85(judge, program, folder)
    bench_convert(judge, guclog, folder)
    bench_decode(judge, guclog, folder)
    print(f'{judge.passed} passed, {judge.failed} failed')
    return judge.failed > 0


if __name__ == '__main__':
    sys.exit(main())
