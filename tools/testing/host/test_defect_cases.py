# SPDX-License-Identifier: GPL-2.0-only
"""Test that the defects in the documentation have a case."""

import re
from conftest import TOP


def test_every_defect_has_a_case():
    """There are suites for the numbers that Documentation/testing.rst names, and
    for no others."""
    text = ' '.join((TOP / 'Documentation/testing.rst').read_text('utf-8').split())
    assert '``d01`` to ``d21``, but for ``d19`` and ``d20``' in text
    cases = set()
    for path in (TOP / 'drivers/xe_guclog/tests').glob('*_kunit.c'):
        cases |= set(re.findall(r'KUNIT_CASE\(\w+?_d(\d\d)_\w+\)',
                                path.read_text('utf-8')))
    assert cases == {f'{number:02}' for number in (*range(1, 19), 21)}
