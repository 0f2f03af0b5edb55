#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""coverage.py [CORPUS] -- print how much of each source file the fuzzers execute.

Runs all fuzzers on their first inputs (see seeds.py) and on the inputs that "run.sh --keep" has
found, without sanitizers. CORPUS is the output of tools/testing/host/mkimage.py, for seeds.py.
Prints the share of the edges of each file, and fails if it is below 60 % for a parser, a file
that reads input; NO_PARSER has the others. Prints KTAP.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
OUT = pathlib.Path(os.environ.get('XGL_BUILD', TOP / 'build')) / 'fuzz-cover'
CACHE = pathlib.Path(
    os.environ.get('XDG_CACHE_HOME', pathlib.Path.home() / '.cache')) / 'xe-guclog/fuzz'
LEAST = 60

# These files read no input that somebody else can choose: they read options, the terminal or the
# system, write files, or have tables. The functions in a header are used elsewhere in part.
NO_PARSER = re.compile(r'''
    tools/guclog/(base/(?!unpack)|verbs/|python/|examples/) |
    tools/guclog/top/screen |
    tools/guclog/collect/(child|journal|announce|watch|freeze|collect_stall|collect_finish) |
    tools/guclog/record/(progress|recording) | tools/guclog/output/json_machine |
    tools/guclog/asic/asic_write | tools/guclog/events/learn/firmware |
    drivers/xe_guclog/core/guc_incident | tools/guclog/stream/follow |
    tools/guclog/output/(export|report/(?!page_text)) |
    .*\.h$ | include/ | drivers/xe_guclog/[^/]*$''', re.X)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, **more)


def execute(fuzzer, files):
    """Run a fuzzer on files, a few at a time. Return the files with which it crashed."""
    failed = []
    profile = {**os.environ, 'LLVM_PROFILE_FILE': str(OUT / f'profiles/{fuzzer}-%p.profraw')}

    def once(some):
        return subprocess.run([OUT / fuzzer, *some], env=profile, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
    for at in range(0, len(files), 50):
        some = files[at:at + 50]
        if not once(some):
            failed += [file for file in some if not once([file])]
    return failed


def covered(fuzzers):
    """Return, for each source file, the numbers of executed and of all edges (llvm-cov calls them
    regions). The core is in some fuzzers twice, of which the better one counts."""
    data = OUT / 'all.profdata'
    (OUT / 'list').write_text(''.join(f'{p}\n' for p in (OUT / 'profiles').iterdir()))
    run('llvm-profdata', 'merge', '-sparse', '-f', OUT / 'list', '-o', data)
    objects = [word for name in fuzzers[1:] for word in ('-object', OUT / name)]
    done = run('llvm-cov', 'export', '-summary-only', '-instr-profile', data, OUT / fuzzers[0],
               *objects, stdout=subprocess.PIPE)
    found = {}
    for file in json.loads(done.stdout)['data'][0]['files']:
        name = os.path.relpath(file['filename'], TOP)
        if name.startswith(('tools/guclog/', 'drivers/', 'include/')):
            sums = file['summary']
            what = sums['regions']
            if what['count']:
                found[name] = max(found.get(name, (0, 0)), (what['covered'], what['count']))
    return found


def main():
    run('make', '-s', '-C', HERE, f'O={OUT}', 'KIND=cover', stdout=sys.stderr)
    run('rm', '-rf', OUT / 'profiles', OUT / 'seeds')
    (OUT / 'profiles').mkdir()
    run('/usr/bin/python3', HERE / 'seeds.py', OUT / 'seeds', *sys.argv[1:])
    fuzzers = sorted(path.name for path in (OUT / 'seeds').iterdir())
    print('KTAP version 1', flush=True)
    bad = 0
    for number, fuzzer in enumerate(fuzzers, 1):
        files = [path for folder in (OUT / 'seeds' / fuzzer, CACHE / fuzzer) if folder.is_dir()
                 for path in folder.iterdir()]
        failed = execute(fuzzer, files)
        for path in failed:
            print(f'# {fuzzer} fails: {path}')
        bad += bool(failed)
        print('not ok' if failed else 'ok', number, f'{fuzzer} runs {len(files)} inputs',
              flush=True)
    low = []
    for name, (hit, count) in sorted(covered(fuzzers).items()):
        parser = not NO_PARSER.match(name)
        if parser and 100 * hit < LEAST * count:
            low.append(name)
        print(f'# {100 * hit // count:3} % of {count:4} {"" if parser else "(no parser) "}{name}')
    for name in low:
        print(f'# less than {LEAST} %: {name}')
    print('not ok' if low else 'ok', len(fuzzers) + 1,
          f'no parser has less than {LEAST} % of its edges executed')
    print(f'1..{len(fuzzers) + 1}')
    bad += bool(low)
    print(f'{len(fuzzers) + 1 - bad} passed, {bad} failed')
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
