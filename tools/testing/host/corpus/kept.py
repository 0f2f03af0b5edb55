# SPDX-License-Identifier: GPL-2.0-only
"""The parts of the corpus in the tree: a digest of the files of each image, some small
files, and the table of the README."""

import hashlib
import re
from pathlib import Path

from . import CASES, SUBJECTS
from .outputs import outputs, spoiled_outputs

HERE = Path(__file__).resolve().parent.parent
SUMS = HERE / 'SHA256SUMS'
GOLDEN = HERE / 'golden'
README = HERE / 'README.md'

# For readers, and small enough.
GOLDEN_FILES = frozenset((
    'real-words.facts', 'real-words.state',
    'empty.lfd', 'file-empty.lfd', 'd06-unknown-keys.lfd',
    'lic-many-faults.lfd', 'lic-many-faults.state',
    'page-ones.lfd', 'page-ones.state', 'before-load.state',
    'truncated-real.lfd', 'truncated-real.state',
    'facts-2-gts.info', 'bmg.facts', 'bmg.asic_v1', 'bmg.asic_v3', 'bmg.rdf',
))

TABLE = re.compile(r'(?<=<!-- table -->\n).*(?=<!-- end of table -->)', re.S)


def table():
    """The README's table: image, what it shows."""
    out = []
    for title, module in SUBJECTS:
        out += ['', f'### {title}', '', '| image | shows |', '|---|---|']
        out += [f'| {case.name} | {case.shows} |' for case in CASES.values()
                if case.subject == module.__name__]
    return '\n'.join(out) + '\n\n'


def sums():
    """Image to the digest of its files, as committed."""
    lines = SUMS.read_text('ascii').splitlines()
    return dict(reversed(line.split('  ', 1)) for line in lines)


def digest(files):
    """The SHA-256 of the names and hashes of files, as ``sha256sum * | sha256sum`` has it."""
    lines = sorted((name, hashlib.sha256(content).hexdigest()) for name, content in files)
    return hashlib.sha256(''.join(f'{value}  {name}\n'
                                  for name, value in lines).encode()).hexdigest()


def everything():
    """Yield (what it belongs to, files) for all that is made."""
    for case in CASES.values():
        yield case.name, outputs(case)
    yield 'spoiled', spoiled_outputs()


def check():
    """Compute everything again; yield (case, difference to the stored file)."""
    known = sums()
    for title, files in everything():
        files = list(files)
        wrong = [f'{name}: not as in {GOLDEN.name}/' for name, content in files
                 if name in GOLDEN_FILES and (GOLDEN / name).read_bytes() != content]
        if known.pop(title, None) != digest(files):
            wrong.append(f'{title}: not as in {SUMS.name}')
        yield title, wrong
    yield SUMS.name, [f'{name}: made by no case' for name in known]
    stray = {path.name for path in GOLDEN.iterdir()} ^ GOLDEN_FILES
    yield GOLDEN.name, [f'{name}: missing or stray' for name in sorted(stray)]
    found = TABLE.search(README.read_text('utf-8'))
    good = found and found.group() == table()
    yield README.name, [] if good else ['the table is not up to date']


def update():
    """Write the files that check() compares with."""
    lines = []
    GOLDEN.mkdir(exist_ok=True)
    for title, files in everything():
        files = list(files)
        lines.append(f'{digest(files)}  {title}\n')
        for name, content in files:
            if name in GOLDEN_FILES:
                (GOLDEN / name).write_bytes(content)
    SUMS.write_text(''.join(sorted(lines, key=lambda line: line[66:])), 'ascii')
    text = README.read_text('utf-8')
    README.write_text(TABLE.sub(lambda _: table(), text), 'utf-8')
