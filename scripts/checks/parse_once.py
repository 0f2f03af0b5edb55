#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""parse_once.py [--source TREE] -- a log is parsed once in each verb.

Builds the command with gcov, runs its verbs on an image and on an LFD file, and counts how
often the state page, the LIC and the blocks of an LFD file are parsed. Prints the files and
the lines that one event of 'decode d.lfd' adds to: those that are executed more often with
more events. --source measures another tree and does not judge.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'tools/testing/host'))
from reference import image, ring  # noqa: E402

# Once the log itself; what writes an LFD file reads nothing.
PARSERS = {'guc_log_parse_page': 'state page', 'guc_lic_parse': 'LIC',
           'guc_lfd_open': 'LFD file'}
# A strict check reads the file once more, after the log in it was read.
MOST = {('check', 'raw'): 2, ('check', 'd.lfd'): 3}
VERBS = [('decode', 'raw'), ('decode', 'd.lfd'), ('info', 'raw'), ('info', 'd.lfd'),
         ('check', 'raw'), ('check', 'd.lfd'), ('explain', 'raw'), ('explain', 'd.lfd'),
         ('convert', 'raw', '-o', 'out.lfd', '--force')]
FILES, LINES = 25, 900


def build(source, out):
    subprocess.run(['make', '-s', '-j2', '-C', source / 'tools/guclog', f'O={out}',
                    'CC=gcc --coverage', 'CFLAGS=-O0 -g0'], check=True,
                   stdout=subprocess.DEVNULL)


def clear(out):
    for path in out.rglob('*.gcda'):
        path.unlink()


def coverage(out):
    """Return the calls of each function, and the executions of each line by its file."""
    calls, lines = {}, {}
    for path in out.rglob('*.gcda'):
        text = subprocess.run(['gcov', '--json-format', '--stdout', path], cwd=path.parent,
                              capture_output=True, check=True).stdout
        for report in text.splitlines():
            for file in json.loads(report)['files']:
                for function in file['functions']:
                    name = function['name']
                    calls[name] = calls.get(name, 0) + function['execution_count']
                for line in file['lines']:
                    key = Path(file['file']).name, line['line_number']
                    if not file['file'].startswith('/usr/'):
                        lines[key] = max(lines.get(key, 0), line['count'])
    return calls, lines


def run(out, folder, *words):
    clear(out)
    subprocess.run([out / 'guclog', *words], cwd=folder, check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return coverage(out)


def make_inputs(out, folder):
    def log(events):
        return image.standard(ring.ring(8192, events, 'parse once'), (4096, 4096),
                              'parse once').build()

    for name, events in (('raw', 100), ('few', 10), ('more', 11)):
        (folder / name).write_bytes(log(events))
        subprocess.run([out / 'guclog', 'convert', name, '-o', f'{name}.lfd', '--force'],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    (folder / 'raw.lfd').rename(folder / 'd.lfd')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--source', type=Path, default=TOP)
    args = parser.parse_args()
    out = TOP / 'build/check/coverage'
    if args.source != TOP:
        out = Path(tempfile.mkdtemp())
    out.mkdir(parents=True, exist_ok=True)
    build(args.source.resolve(), out)
    bad = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_inputs(out, folder)
        for words in VERBS:
            calls, _ = run(out, folder, *words)
            counts = {what: calls.get(function, 0) for function, what in PARSERS.items()}
            print(f'{" ".join(words[:2])}:', ', '.join(f'{what} {n}' for what, n in counts.items()))
            bad += [f'{" ".join(words)}: {what} parsed {n} times'
                    for what, n in counts.items() if n > MOST.get(words[:2], 1)]
        _, few = run(out, folder, 'decode', 'few.lfd')
        _, more = run(out, folder, 'decode', 'more.lfd')
        used = [key for key, n in more.items() if n > few.get(key, 0)]
        files = {file for file, _ in used if file.endswith('.c')}
        whole = {file for (file, _), n in more.items() if n and file.endswith('.c')}
        print(f'one event of decode d.lfd: {len(files)} C files, {len(used)} lines '
              f'(the whole run: {len(whole)} files, '
              f'{sum(n > 0 for n in more.values())} lines)')
        if len(files) >= FILES or len(used) >= LINES:
            bad.append(f'an event touches more than {FILES} files or {LINES} lines')
    if args.source == TOP:
        print(*bad, sep='\n')
        sys.exit(bool(bad))


if __name__ == '__main__':
    main()
