# SPDX-License-Identifier: GPL-2.0-only
"""The text output of the command and of libguclog (base/print.c)."""

from conftest import TOP
from installed_library import PROGRAMS, SOURCE, run


def test_first_error_is_kept(tmp_path):
    """The error of a text is its first one: a later lack of memory does not replace it. The program
    library/print.c checks this; the test compiles and runs it."""
    run('gcc', '-std=gnu11', '-D_GNU_SOURCE', '-g', '-Wall', '-Wextra', '-Werror',
        *(f'-I{TOP / folder}' for folder in ('include', 'drivers/xe_guclog/core')),
        f'-I{SOURCE}', '-o', tmp_path / 'print', PROGRAMS / 'print.c', SOURCE / 'base/print.c')
    run(tmp_path / 'print')
