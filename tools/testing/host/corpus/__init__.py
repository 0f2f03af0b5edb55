# SPDX-License-Identifier: GPL-2.0-only
"""The corpus: log images for the tests, made from descriptions. CASES is a dict of all of them,
from the name to a case.Case. SUBJECTS lists the modules that describe them, with titles."""

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
