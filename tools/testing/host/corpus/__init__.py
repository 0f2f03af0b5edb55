# SPDX-License-Identifier: GPL-2.0-only
"""The corpus: the log images of the tests. CASES has all of them, by name."""

from . import facts, lengths, lics, pages, pointers, rings
from .case import CASES

SUBJECTS = (
    ('Rings', rings),
    ('Pointers', pointers),
    ('State pages', pages),
    ('LICs', lics),
    ('Lengths', lengths),
    ('Facts', facts),
)

__all__ = ['CASES', 'SUBJECTS']
