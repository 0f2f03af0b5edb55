#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""parse_once.py [--source TREE] [--list] -- check that each verb of guclog parses a log once.

Builds guclog with gcov, runs its verbs on an image of a log and on an LFD file, and fails if a verb
parses the state page (the first page of the image), the LIC (log init config) or the blocks of the
LFD file more than once.

Also prints how many C files and how many lines 'guclog decode' executes: for an LFD file; for the
same log as an image and as a devcoredump; and for an LFD file whose events have names, contexts and
an engine reset. For the first LFD file, it also prints how many lines run for each event, that is,
more often for this file than for a file with one event less. Fails if 'guclog decode' of the first
LFD file executes more C files than FILES or more lines than LINES. --source measures the sources in
another folder, without these limits; --list prints the number of executed lines of each file.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'tools/testing/host'))
import gucstory  # noqa: E402
import stories  # noqa: E402
from reference import forms, image, ring  # noqa: E402

# Functions that parse, and the part of a log that each of them parses. Every verb may call each of
# them only once for a log, even convert, which also writes an LFD file.
PARSERS = {'guc_log_parse_page': 'state page', 'guc_lic_parse': 'LIC',
           'guc_lfd_open': 'LFD file'}
VERBS = [('decode', 'raw'), ('decode', 'd.lfd'), ('info', 'raw'), ('info', 'd.lfd'),
         ('check', 'raw'), ('check', 'd.lfd'), ('explain', 'raw'), ('explain', 'd.lfd'),
         ('convert', 'raw', '-o', 'out.lfd', '--force')]
# Limits for one run of 'guclog decode' on an LFD file: the number of C files with executed lines,
# and the number of executed lines. The developers want to come down to 900 lines.
FILES, LINES = 23, 1220


def build(source, out):
    subprocess.run(['make', '-s', '-j2', '-C', source / 'tools/guclog', f'O={out}',
                    'CC=gcc --coverage', 'CFLAGS=-O0 -g0'], check=True,
                   stdout=subprocess.DEVNULL)


def clear(out):
    for path in out.rglob('*.gcda'):
        path.unlink()


def coverage(out):
    """Return two dicts: from function to the number of its calls, and from (file, line) to the
    number of its executions."""
    calls, lines = {}, {}
    text = subprocess.run(['gcov', '--json-format', '--stdout', *out.rglob('*.gcda')],
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

    (folder / 'more.dump').write_text(forms.devcoredump(forms.Machine(), forms.Held(log(11))))
    hang = gucstory.log_image(stories.make(1, 'gr').guc)
    for name, data in (('raw', log(100)), ('few', log(10)), ('more', log(11)), ('hang', hang)):
        (folder / name).write_bytes(data)
        subprocess.run([out / 'guclog', 'convert', name, '-o', f'{name}.lfd', '--force'],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    (folder / 'raw.lfd').rename(folder / 'd.lfd')


def by_file(keys):
    """Return the number of lines of each file. keys: pairs of a file and a line number."""
    return Counter(file for file, _ in keys)


def c_files(lines):
    return sum(file.endswith('.c') for file in lines)


def show(what, lines, each):
    """Print the number of C files and lines that a run executed, and return this text. lines: the
    number of executed lines of each file. each: whether to print these as well."""
    said = f'{what}: {c_files(lines)} C files, {sum(lines.values())} lines'
    print(said)
    for file, n in lines.most_common() if each else ():
        print(f'{n:6} {file}')
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--source', type=Path, default=TOP)
    parser.add_argument('--list', action='store_true')
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
                    for what, n in counts.items() if n > 1]
        _, few = run(out, folder, 'decode', 'few.lfd')
        for name in ('more.lfd', 'more', 'more.dump', 'hang.lfd'):
            _, more = run(out, folder, 'decode', name)
            whole = by_file(key for key, n in more.items() if n)
            said = show(f'decode {name}', whole, args.list)
            if name == 'more.lfd':
                show('one more event of it', by_file(
                    key for key, n in more.items() if n > few.get(key, 0)), False)
                if c_files(whole) > FILES or sum(whole.values()) > LINES:
                    bad.append(f'{said}: more than {FILES} C files or {LINES} lines')
    if args.source == TOP:
        print(*bad, sep='\n')
        sys.exit(bool(bad))


if __name__ == '__main__':
    main()
