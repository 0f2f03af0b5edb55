#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""tree.py -- check that every file has a licence in its first lines, is smaller than 512 KiB, and
has no stray white space and no path of one machine."""

import re
import subprocess
import sys
from pathlib import Path

LIMIT = 512 * 1024
STRAY = re.compile(rb'[ \t\r]$', re.M)
STRAY_MD = re.compile(rb'[\t\r]$', re.M)        # in Markdown two blanks are a line break
# Home and scratch folders.
MACHINE = re.compile(rb'(?:^|[^A-Za-z0-9_.$}/])/(?:home|root|work|Users)/[A-Za-z0-9_.]', re.M)


def tracked():
    """The tracked files, and new ones that are not ignored."""
    out = subprocess.check_output(('git', '-c', 'safe.directory=*', 'ls-files', '-co',
                                   '--exclude-standard', '-z'))
    names = sorted(set(out.decode().split('\0')))
    # "vendor" has unchanged copies of other projects.
    return [name for name in names
            if name and '/vendor/' not in name and Path(name).is_file()]


def needs_licence(name):
    # debian/copyright has the licences of its folder.  Another line in a configuration
    # would change the hash of the kernel.
    return not (name.startswith(('LICENSES/', 'Documentation/ABI/', 'Documentation/samples/', 'debian/',
                                 'tools/testing/guest/config/')) or
                name.endswith(('.md', '.patch', 'SHA256SUMS', '.gitignore',
                               '.clang-format', '.png')))


def verbatim(name):
    """Licences and patches may have stray white space."""
    return name.startswith('LICENSES/') or name.endswith('.patch')


def broken(name, data):
    """Yield the rules that a file does not follow."""
    if len(data) >= LIMIT:
        yield 'is_small'
    if needs_licence(name) and b'SPDX-License-Identifier: ' not in b''.join(
            data.splitlines(True)[:3]):
        yield 'has_licence'
    if b'\0' in data:
        return
    if not verbatim(name) and (STRAY_MD if name.endswith('.md') else STRAY).search(data):
        yield 'no_stray_space'
    if data and not data.endswith(b'\n'):
        yield 'ends_with_newline'
    # contrib/README.md has paths of users' systems.
    if name != 'contrib/README.md' and MACHINE.search(data):
        yield 'no_machine_path'


def main():
    names = tracked()
    bad = [f'{name}: not true: {rule}' for name in names
           for rule in broken(name, Path(name).read_bytes())]
    print('\n'.join(f'FAIL {line}' for line in bad), end='\n' if bad else '')
    print(f'{len(names)} files, {len(bad)} faults')
    return bool(bad or not names)


if __name__ == '__main__':
    sys.exit(main())
