# SPDX-License-Identifier: GPL-2.0-only
"""The memory allocator of libguclog (base/arena.c). An arena has all memory that belongs to one object,
up to a limit."""

import pytest
from conftest import TOP
from installed_library import PROGRAMS, SANITIZERS, SOURCE, run


@pytest.mark.parametrize('build', ['gcc', 'clang', 'san'])
def test_arena(build, tmp_path):
    """An arena takes no more memory than its limit, records whether an allocation has failed, and
    frees all its memory. The program library/arena.c checks this; the test compiles and runs it."""
    wraps = [f'-Wl,--wrap={name}' for name in ('malloc', 'calloc', 'realloc', 'free')]
    run('clang' if build == 'clang' else 'gcc', '-std=gnu11', '-D_GNU_SOURCE', '-g',
        '-Wall', '-Wextra', '-Werror', *SANITIZERS.get(build, []), *wraps,
        *(f'-I{TOP / folder}' for folder in ('include', 'drivers/xe_guclog/core')),
        f'-I{SOURCE}', '-o', tmp_path / 'arena', PROGRAMS / 'arena.c', SOURCE / 'base/arena.c',
        SOURCE / 'base/printable.c')
    run(tmp_path / 'arena')
