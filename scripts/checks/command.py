#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""command.py GUCLOG IMAGE -- check that the command uses libguclog as other programs do:

* its sources include only the public headers of the library and tools/shared, and its
  Makefile compiles nothing of the module's core;
* it is linked with libguclog.so and has no function of the library itself;
* its verbs open a log with guclog_open() and call at least one more function of the library: the
  loader reports the calls.

IMAGE is a log. Prints how many functions of the library each verb calls.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

COMMAND, LIBRARY = Path('tools/guclog'), Path('tools/libguclog')
PUBLIC = {path.name for path in LIBRARY.glob('guclog*.h')}
CORE = re.compile(r'^\s*#\s*include\s+"((?:guc_|abi/|xel_)[^"]*)"', re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)

VERBS = ('explain', 'info', 'info --blocks', 'info --counts', 'decode', 'decode --contexts',
         'decode --to csv', 'convert --to state', 'convert --to info', 'check',
         'events --check')


def sources():
    out = subprocess.check_output(('git', '-c', 'safe.directory=*', 'ls-files', '-co',
                                   '--exclude-standard', COMMAND), text=True)
    return [path for path in map(Path, sorted(set(out.split())))
            if path.suffix in ('.c', '.h') and path.is_file()]


def includes():
    """Yield a message for each violation of the rule about headers."""
    inside = {path.relative_to(LIBRARY).as_posix() for path in LIBRARY.rglob('*.h')} - PUBLIC
    for path in sources():
        text = path.read_text(errors='replace')
        for header in CORE.findall(text):
            yield f'{path}: includes {header}, which is a header of the core'
        for header in INCLUDE.findall(text):
            if header in inside and not (COMMAND / header).exists() \
                    and not (path.parent / header).exists():
                yield f'{path}: includes {header}, which is inside the library'
    makefile = (COMMAND / 'Makefile').read_text()
    if re.search(r'-I\$\(core\)|core-objs|core\)/objs', makefile):
        yield f'{COMMAND}/Makefile: compiles the core'


def linked(command):
    """Yield a message if the command is not linked with libguclog.so, or contains functions of the
    library or names of the core."""
    dynamic = subprocess.check_output(('readelf', '-d', command), text=True)
    if not re.search(r'\(NEEDED\).*\[libguclog\.so\.\d+\]', dynamic):
        yield f'{command}: is not linked with libguclog.so'
    names = subprocess.check_output(('nm', command), text=True)
    own = re.findall(r'^[0-9a-f]+ [TtWw] (guclog_\w+)$', names, re.M)
    if own:
        yield f'{command}: has functions of the library: {" ".join(own)}'
    core = re.findall(r'^[0-9a-f]+ [TtWwDdBbRr] (guc_\w+)$', names, re.M)
    if core:
        yield f'{command}: has names of the core: {" ".join(core)}'
    print(f'{len(re.findall(r" U guclog_", names))} functions of the library are used')


def calls(command, verb, image):
    """Return the exit status of a verb, and the functions of the library that it calls. The loader
    binds a function at its first call, and prints this with LD_DEBUG."""
    env = {key: value for key, value in os.environ.items() if key != 'LD_BIND_NOW'}
    run = subprocess.run((command, *verb.split(), image), check=False, text=True,
                         errors='replace', capture_output=True,
                         env={**env, 'LD_DEBUG': 'bindings'})
    bound = re.findall(rf'binding file {re.escape(str(command))} \[0\] to \S*libguclog\.so\S* '
                       r"\[0\]: normal symbol `(\w+)'", run.stderr)
    return run.returncode, set(bound)


def main():
    command, image = sys.argv[1:]
    bad = [*includes(), *linked(command)]
    for verb in VERBS:
        status, bound = calls(command, verb, image)
        print(f'{verb}: {len(bound)} functions of the library')
        if status not in (0, 1) or 'guclog_open' not in bound or len(bound) < 2:
            bad.append(f'{verb}: exit status {status}, calls {" ".join(sorted(bound)) or "none"}')
    for line in bad:
        print('FAIL', line)
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
