# SPDX-License-Identifier: GPL-2.0-only
"""arena.c of the library: memory that belongs to an object and has a limit."""

import pytest
from conftest import TOP
from installed_library import PROGRAMS, SANITIZERS, SOURCE, run


@pytest.mark.parametrize('build', ['gcc', 'clang', 'san'])
def test_arena(build, tmp_path):
    """An arena takes no more memory than its limit, records that an allocation failed, and frees
    all its memory. (library/arena.c has the checks.)"""
    wraps = [f'-Wl,--wrap={name}' for name in ('malloc', 'calloc', 'realloc', 'free')]
    run('clang' if build == 'clang' else 'gcc', '-std=gnu11', '-D_GNU_SOURCE', '-g',
        '-Wall', '-Wextra', '-Werror', *SANITIZERS.get(build, []), *wraps,
        *(f'-I{TOP / folder}' for folder in ('include', 'drivers/xe_guclog/core')),
        f'-I{SOURCE}', f'-I{SOURCE.parent}', '-o', tmp_path / 'arena',
        PROGRAMS / 'arena.c', SOURCE / 'arena.c',
        SOURCE.parent / 'shared/printable.c')
    run(tmp_path / 'arena')
