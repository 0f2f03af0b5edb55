#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""tree.py -- check that every file names in its first lines the licence that debian/copyright gives
for it, is smaller than 512 KiB, ends with a newline, has no white space at the ends of lines, and
has no path that exists only on one machine. With --list-dual, write the files under both licences to
debian/copyright instead."""

import fnmatch
import re
import subprocess
import sys
from pathlib import Path

LIMIT = 512 * 1024
STRAY = re.compile(rb'[ \t\r]$', re.M)
STRAY_MD = re.compile(rb'[\t\r]$', re.M)        # in Markdown two blanks are a line break
# Matches paths in home and scratch folders, which exist only on one machine.
MACHINE = re.compile(rb'(?:^|[^A-Za-z0-9_.$}/])/(?:home|root|work|Users)/[A-Za-z0-9_.]', re.M)


def tracked():
    """Return the names of the files that git tracks, and of new ones that it does not ignore."""
    out = subprocess.check_output(('git', '-c', 'safe.directory=*', 'ls-files', '-co',
                                   '--exclude-standard', '-z'))
    names = sorted(set(out.decode().split('\0')))
    # "vendor" has unchanged copies of other projects.
    return [name for name in names
            if name and '/vendor/' not in name and Path(name).is_file()]


def needs_licence(name):
    # Files in debian/ need no line about their licence, because debian/copyright covers them.  In a
    # kernel configuration, a further line would change the hash under which the built kernel is
    # cached, and the kernel would be built again.  A golden file has only what the command prints.
    return not (name.startswith(('LICENSES/', 'gpu/LICENSE', 'Documentation/ABI/',
                                 'Documentation/samples/', 'debian/', 'tools/testing/guest/config/',
                                 'tools/testing/host/transcripts/golden/')) or
                name.endswith(('.md', '.patch', 'SHA256SUMS', '.gitignore',
                               '.clang-format', '.png')))


def verbatim(name):
    """Whether a file may have white space at the ends of lines: licences and patches may."""
    return name.startswith('LICENSES/') or name.endswith('.patch')


def stanzas():
    """Return the paragraphs of debian/copyright, each as a list of patterns for files and the name
    of their licence."""
    text = Path('debian/copyright').read_text(encoding='utf-8')
    return [(files.split(), licence) for files, licence in re.findall(
        r'^Files: (.*?)^Copyright: .*?^License: (.*?)$', text, re.M | re.S)]


def licence_in(data):
    """Return the licence in the first three lines of a file, with the name that debian/copyright
    uses for it, or None if there is none."""
    found = re.search(rb'SPDX-License-Identifier: ((?:MIT OR )?GPL-2.0)(?:-only)?',
                      b''.join(data.splitlines(True)[:3]))
    return found and found[1].decode().replace('MIT OR', 'Expat or') + '-only'


def licence_of(name):
    """Return the licence that debian/copyright gives for a file. If several paragraphs have a
    pattern that matches the file, the last one counts."""
    return [licence for patterns, licence in STANZAS
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)][-1]


STANZAS = stanzas()


def broken(name, data):
    """Yield the name of each rule that a file does not follow."""
    if len(data) >= LIMIT:
        yield 'is_small'
    licence = licence_in(data)
    if needs_licence(name) and not licence:
        yield 'has_licence'
    if licence not in (None, licence_of(name)):
        yield 'licence_as_in_debian_copyright'
    if b'\0' in data:
        return
    if not verbatim(name) and (STRAY_MD if name.endswith('.md') else STRAY).search(data):
        yield 'no_stray_space'
    if data and not data.endswith(b'\n'):
        yield 'ends_with_newline'
    # contrib/README.md has paths of users' systems.
    if name != 'contrib/README.md' and MACHINE.search(data):
        yield 'no_machine_path'
    # lintian refuses longer lines of a description.
    if name == 'debian/control' and any(len(line) > 80 for line in data.split(b'\n')
                                        if line.startswith(b' ')):
        yield 'lines_of_80_characters'


def list_dual():
    """Write the list of files that may also be used under the MIT licence to debian/copyright. The
    patterns of whole folders, which have a wildcard, are kept."""
    path = Path('debian/copyright')
    head, files, rest = re.split(r'Files: ([^*\n].*?)(?=\nCopyright:)', path.read_text(), 1, re.S)
    folders = [name for name in files.split() if '*' in name]
    dual = [name for name in tracked()
            if (licence_in(Path(name).read_bytes()) or '').startswith('Expat or') and
            not any(fnmatch.fnmatchcase(name, folder) for folder in folders)]
    path.write_text(head + 'Files: ' + '\n       '.join(sorted(folders + dual)) + rest)


def main():
    if sys.argv[1:] == ['--list-dual']:
        list_dual()
        return 0
    names = tracked()
    bad = [f'{name}: not true: {rule}' for name in names
           for rule in broken(name, Path(name).read_bytes())]
    print('\n'.join(f'FAIL {line}' for line in bad), end='\n' if bad else '')
    print(f'{len(names)} files, {len(bad)} faults')
    return bool(bad or not names)


if __name__ == '__main__':
    sys.exit(main())
