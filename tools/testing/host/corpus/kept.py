# SPDX-License-Identifier: GPL-2.0-only
"""Makes SHA256SUMS, which is committed instead of the files of the corpus. It has one digest for
each subject (a module of corpus/), over the files of all its cases, and one for the files that
guclog check must judge."""

import hashlib
from pathlib import Path

from . import CASES, SUBJECTS
from .outputs import outputs, spoiled_outputs

SUMS = Path(__file__).resolve().parent.parent / 'SHA256SUMS'


def digest(files):
    """Return the SHA-256 that ``sha256sum * | sha256sum`` prints for these files."""
    lines = sorted((name, hashlib.sha256(content).hexdigest()) for name, content in files)
    return hashlib.sha256(''.join(f'{value}  {name}\n'
                                  for name, value in lines).encode()).hexdigest()


def sums():
    """Return the text of SHA256SUMS for the files that corpus and reference make now."""
    found = [(title.lower().replace(' ', '-'),
              [file for case in CASES.values() if case.subject == module.__name__
               for file in outputs(case)]) for title, module in SUBJECTS]
    return ''.join(f'{digest(files)}  {title}\n'
                   for title, files in [*found, ('spoiled', spoiled_outputs())])
