#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""mutate.py [OPTION...] [FILE...] -- measure the tests: change one operator, statement, number or
return value of the product's code (a mutant), and see whether a test fails.

The mutants are chosen at random over all lines inside functions of the files; SEED decides. Without
FILE, all C files of the product are used; with --recent those that the last 20 commits changed.
The tests of a mutant depend on its part of the product:

  core    drivers/xe_guclog/core and layout: the KUnit suites as a program
  module  the rest of drivers/xe_guclog: the KUnit suites in a guest
  tool    the command and the library: those host tests that run the changed function

Mutants that behave as the unchanged code are listed in equivalent.txt, each with its reason; they
are not counted. Prints each survivor, a table by folder, and KTAP: one case for each part, which
fails if fewer mutants than its aim are killed (with --least N: fewer than N percent).
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[2]
BUILD = Path(os.environ.get('XGL_BUILD', TOP / 'build')) / 'mutate'
HOST = 'tools/testing/host'
AIM = {'core': 95, 'module': 80, 'tool': 80}
SKIP = re.compile(r'/(tests|testing|vendor|examples)/|_table\.c$|\.pb-c\.|/hardware-check/')

# What a mutant does to a line whose strings and comments are blanked: pattern, replacements.
CHANGES = [(re.compile(pattern), new) for pattern, new in (
    (r' == ', [' != ']), (r' != ', [' == ']), (r' < ', [' <= ', ' >= ']), (r' > ', [' >= ', ' <= ']),
    (r' <= ', [' < ', ' > ']), (r' >= ', [' > ', ' < ']), (r' && ', [' || ']), (r' \|\| ', [' && ']),
    (r' \+ ', [' - ']), (r' - ', [' + ']), (r' \+= ', [' -= ']), (r' & ', [' | ']), (r' \| ', [' & ']),
    (r' << ', [' >> ']), (r' \* (?=[\w(])', [' / ']), (r'\+\+', ['--']), (r'(?<=[( ])!(?=[\w(])', ['']),
    (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']), (r'\b(?:continue|break);', [';']),
    (r'(?<![\w.])[1-9]\d*(?![\w.])', ['0', '{n}+1']), (r'(?<![\w.])0(?![\w.])', ['1']),
)]
RETURN = re.compile(r'^(\s*return )([^;]+);$')
STATEMENT = re.compile(r'^\s+(?!return\b|break\b|continue\b|goto\b|case\b|default\b|else\b|struct\b|'
                       r'const\b|static\b|int\b|u\d+\b|size_t\b|bool\b|char\b|unsigned\b|long\b)'
                       r'[\w>.\-\[\]*]+( [-+|&*/^]?= .*|\(.*\)|\+\+|--);$')


def part_of(path):
    if path.startswith('drivers/'):
        return 'core' if path.split('/')[2] in ('core', 'layout') else 'module'
    return 'tool'


def blanked(text):
    """Return a C text in which strings, characters and comments are blanks of the same length."""
    return re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*',
                  lambda m: re.sub(r'[^\n]', ' ', m[0]), text, flags=re.S)


def places(path):
    """Yield (line number, name of the function, line, blanked line) for lines inside functions."""
    text = (TOP / path).read_text()
    lines, plain = text.split('\n'), blanked(text).split('\n')
    name = None
    for n, line in enumerate(plain):
        if line == '{':
            heads = [x for x in plain[max(0, n - 12):n] if re.match(r'[A-Za-z_].*\w\(', x)]
            name = re.search(r'(\w+)\(', heads[-1])[1] if heads else '?'
        elif line == '}':
            name = None
        elif name and line.strip() and not line.startswith('#'):
            yield n, name, lines[n], line


def mutants(line, plain):
    """Return the texts that a line can become."""
    found = []
    for pattern, texts in CHANGES:
        for match in pattern.finditer(plain):
            for new in texts:
                new = new.replace('{n}', match[0])
                found.append(line[:match.start()] + new + line[match.end():])
    if match := RETURN.match(plain):
        value = line[match.start(2):match.end(2)]
        # The constants true and false have a row in CHANGES.
        found += [f'{match[1]}{new};' for new in ('0', f'!({value})')
                  if value not in ('0', 'true', 'false')]
    if STATEMENT.match(plain):
        found.append(re.match(r'\s*', line)[0] + ';')
    return found


def git(*words):
    return subprocess.check_output(('git', '-c', 'safe.directory=*', '-C', TOP, *words),
                                   text=True).split('\n')


def sources(arguments):
    """Return the paths of the files to change."""
    known = [path for path in git('ls-files', 'drivers/*.c', 'tools/*.c')
             if path and not SKIP.search('/' + path)]
    if arguments.files:
        wanted = [os.path.relpath(Path(name).resolve(), TOP) for name in arguments.files]
        return [path for path in known
                if any(path == each or path.startswith(each + '/') for each in wanted)]
    if arguments.recent:
        return sorted(set(known) & set(git('diff', '--name-only', 'HEAD~20')))
    return known


def run(command, log, limit, **more):
    """Return whether a command succeeds within the limit in seconds; its output goes to a file."""
    with open(log, 'w') as out:
        try:
            return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                  timeout=limit, check=False, **more).returncode == 0
        except subprocess.TimeoutExpired:
            return False


class Part:
    """Builds and tests a part of the product in a copy of the sources."""

    def __init__(self, name):
        self.name, self.tree, self.out = name, BUILD / name / 'tree', BUILD / name
        self.tree.mkdir(parents=True, exist_ok=True)
        self.log = self.out / 'log'
        files = git('ls-files', '-co', '--exclude-standard')
        subprocess.run(('rsync', '-a', '--no-times', '--checksum', '--delete', '--files-from=-',
                        '--ignore-missing-args', f'{TOP}/', self.tree),
                       input='\n'.join(files), text=True, check=True)
        self.env = {key: value for key, value in os.environ.items()
                    if key not in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}
        self.env['XGL_BUILD'] = str(self.out / 'build')
        self.tests = self.map_tests() if name == 'tool' else {}

    def build(self):
        command = {
            'core': ('make', '-s', '-j2', '-C', 'tools/testing/unit', f'O={self.out}/unit', 'CFLAGS=-O0 -w'),
            'module': ('tools/testing/guest/module.sh', 'base'),
            'tool': self.make_tool('tool', 'CFLAGS=-O1 -g -w'),
        }[self.name]
        return run(command, self.log, 900, cwd=self.tree, env=self.env)

    def make_tool(self, folder, *words):
        return ('make', '-s', '-j2', '-C', 'tools/guclog', f'O={self.out}/{folder}', *words)

    def pytest(self, files, tool, *words):
        return ('/usr/bin/python3', '-m', 'pytest', '-x', '-q', '-p', 'no:cacheprovider', '--every', '8',
                '--guclog', f'{self.out}/{tool}/guclog', '-m', 'not any_build', *words, *files)

    def killed(self, function):
        """Return whether a test fails, for a mutant in this function."""
        if self.name == 'core':
            return not run((f'{self.out}/unit/unit',), self.log, 60, env=self.env)
        if self.name == 'module':
            return not run(('tools/testing/guest/run.sh', 'base', '--timeout', '180', '--insmod',
                            f'{self.out}/build/base/xe_guclog_kunit.ko', '--suites', '10'),
                           self.log, 400, cwd=self.tree, env=self.env)
        return any(not run(self.pytest([name], 'tool'), self.log, 600, cwd=self.tree / HOST,
                           env=self.env)
                   for name in self.tests.get(function, ()))

    def map_tests(self):
        """Return a dict from each function to the host tests that call it, the fastest first. The
        tests are run once with a build that counts calls."""
        stored = self.out / 'map.json'
        if stored.exists():
            return json.loads(stored.read_text())
        if not run(self.make_tool('profile', 'CC=clang', 'CFLAGS=-O1 -fprofile-instr-generate',
                                  'LDFLAGS=-fprofile-instr-generate', 'SHARED=0'), self.log, 900,
                   cwd=self.tree, env=self.env):
            sys.exit(f'the build that counts calls has failed, see {self.log}')
        found, seconds = {}, {}
        for test in sorted((self.tree / HOST).glob('test_*.py')):
            raw = self.out / 'raw'
            subprocess.run(('rm', '-rf', raw), check=True)
            begin = time.monotonic()
            passed = run(self.pytest([test.name], 'profile'), self.log, 900, cwd=self.tree / HOST,
                         env={**self.env, 'LLVM_PROFILE_FILE': f'{raw}/%4m.profraw'})
            seconds[test.name] = time.monotonic() - begin
            if not passed or not raw.exists():
                continue
            profiles = sorted(raw.iterdir())
            subprocess.run(('llvm-profdata', 'merge', '--failure-mode=all', '-o', self.out / 'merged',
                            *profiles), check=True, stderr=subprocess.DEVNULL)
            shown = subprocess.check_output(('llvm-profdata', 'show', '--all-functions',
                                             self.out / 'merged'), text=True, errors='replace')
            for name, count in re.findall(r'^  (\S+):\n    Hash:.*\n    Counters: \d+\n'
                                          r'    Function count: (\d+)', shown, re.M):
                if int(count):
                    found.setdefault(name.rpartition(':')[2], []).append(test.name)
        for tests in found.values():
            tests.sort(key=seconds.get)
        stored.write_text(json.dumps(found))
        return found


def equivalents():
    """Return the (path, function, line, mutant) of the rows of equivalent.txt."""
    rows = [line.split(' | ') for line in (HERE / 'equivalent.txt').read_text().split('\n')
            if line and not line.startswith('#')]
    return {tuple(field.strip() for field in row[:4]) for row in rows}


def choose(paths, count, seed):
    """Return COUNT mutants: (part, path, line number, function, line, new line)."""
    lines = [(path, *place) for path in paths for place in places(path)]
    random.Random(seed).shuffle(lines)
    picked = []
    for path, n, function, line, plain in lines:
        texts = mutants(line, plain)
        if texts and len(picked) < count:
            picked.append((part_of(path), path, n, function, line,
                           random.Random(f'{seed} {path} {n}').choice(texts)))
    return sorted(picked)


def test(part, path, n, line, new, function):
    """Return what became of a mutant: killed, survived, or "does not compile"."""
    source = part.tree / path
    original = source.read_text()
    lines = original.split('\n')
    assert lines[n] == line, f'{path}:{n + 1} has changed'
    lines[n] = new
    source.write_text('\n'.join(lines))
    try:
        if not part.build():
            return 'does not compile'
        return 'killed' if part.killed(function) else 'survived'
    finally:
        source.write_text(original)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--count', type=int, default=40)
    parser.add_argument('--seed', default='1')
    parser.add_argument('--recent', action='store_true')
    parser.add_argument('--least', type=int)
    parser.add_argument('--part', choices=AIM)
    parser.add_argument('--list', action='store_true', help='print the mutants, test nothing')
    parser.add_argument('files', nargs='*')
    arguments = parser.parse_args()
    paths = [path for path in sources(arguments) if arguments.part in (None, part_of(path))]
    chosen = choose(paths, arguments.count, arguments.seed)
    known, parts, table = equivalents(), {}, Counter()
    for name, path, n, function, line, new in chosen:
        text = f'{path}:{n + 1}: {function}(): {line.strip()}  ->  {new.strip()}'
        if arguments.list:
            print(text)
            continue
        if name not in parts:
            parts[name] = Part(name)
            if not parts[name].build():
                sys.exit(f'{name} does not compile, see {parts[name].log}')
        equal = (path, function, line.strip(), new.strip()) in known
        result = 'equivalent' if equal else test(parts[name], path, n, line, new, function)
        table[name, str(Path(path).parent), result] += 1
        if result == 'survived':
            print('# survived', text, flush=True)
    if arguments.list:
        return 0
    return report(arguments, table, parts)


def report(arguments, table, parts):
    print(f'# seed {arguments.seed}; killed, survived, equivalent, not compiled')
    for folder in sorted({key[:2] for key in table}):
        numbers = [table[(*folder, what)]
                   for what in ('killed', 'survived', 'equivalent', 'does not compile')]
        print(f'# {folder[1]:40}', *(f'{number:5}' for number in numbers))
    print(f'KTAP version 1\n1..{len(parts) or 1}')
    if not parts:
        print('ok 1 no mutant in these files')
    failed = False
    for index, name in enumerate(parts, 1):
        count = Counter()
        for (part, _, what), number in table.items():
            count[what] += number if part == name else 0
        tried = count['killed'] + count['survived']
        share = 100 * count['killed'] // (tried or 1)
        good = not tried or share >= (arguments.least or AIM[name])
        failed |= not good
        print(f'# {name}: {count["killed"]} of {tried} mutants are killed, {share} %')
        print('ok' if good else 'not ok', index, f'mutants of {name}')
    return int(failed)


if __name__ == '__main__':
    sys.exit(main())
