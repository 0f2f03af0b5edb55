# SPDX-License-Identifier: GPL-2.0-only
"""make install of the whole project into a folder. test_library.py tests the separate install of
the library."""

import os
import shutil
import subprocess

from conftest import TOP

FILES = '''bin/guclog
bin/xe-guclog-btf
include/guclog.h
lib/libguclog.a
lib/libguclog.so
lib/libguclog.so.1
lib/pkgconfig/libguclog.pc
sbin/xe-guclog-hardware-check
share/bash-completion/completions/guclog
share/guclog/formats/guc_asic_info.ksy
share/guclog/formats/guc_lfd.ksy
share/guclog/formats/guc_log.ksy
share/guclog/formats/guc_rdf.ksy
share/guclog/formats/guclog.magic
share/guclog/guclog-explain.schema.json
share/guclog/guclog-messages.schema.json
share/man/man1/guclog.1
share/man/man3/guclog.3
share/man/man8/xe-guclog-btf.8
share/man/man8/xe-guclog-hardware-check.8'''.splitlines()


def make(target, root):
    """Run make with the lock of test_hardware_check.py, because both build xe-guclog-hardware-check
    in the same folder."""
    env = {key: value for key, value in os.environ.items() if not key.startswith('MAKE')}
    lock = TOP / 'build/hardware-check/.lock'
    lock.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(['flock', lock, 'make', '-s', '-C', TOP, f'DESTDIR={root}', 'PREFIX=/opt/x',
                    target], check=True, capture_output=True, env=env)


def installed(root):
    names = [str(path.relative_to(root / 'opt/x')) for path in root.rglob('*')
             if not path.is_dir()]
    return sorted(name for name in names if not name.startswith(
        ('lib/libguclog.so.1.', 'share/man/man3/guclog_')))


def test_install_and_uninstall(tmp_path):
    """make install installs the files in FILES, libguclog.so with its full version, and the manual
    pages of the library's functions, and nothing else. The installed command runs without
    the library. make uninstall
    removes all these files."""
    make('install', tmp_path)
    assert installed(tmp_path) == sorted(FILES)
    alone = tmp_path / 'alone'
    shutil.copy(tmp_path / 'opt/x/bin/guclog', alone)
    subprocess.run([alone, '--version'], check=True)
    alone.unlink()
    make('install', tmp_path)
    make('uninstall', tmp_path)
    assert [path for path in tmp_path.rglob('*') if not path.is_dir()] == []


def test_moved_source(tmp_path):
    """After a source file has moved to another folder, make still works in the old build folder."""
    for name in ('tools/guclog', 'drivers/xe_guclog/core', 'drivers/xe_guclog/layout', 'include'):
        shutil.copytree(TOP / name, tmp_path / name)
    compile_one = ['make', '-s', '-C', tmp_path / 'tools/guclog', f'O={tmp_path}/build',
                   f'{tmp_path}/build/guc_text.o']
    subprocess.run(compile_one, check=True)
    moved = tmp_path / 'drivers/xe_guclog/core/guc_text.c'
    moved.rename(tmp_path / 'tools/guclog/guc_text.c')
    subprocess.run(compile_one, check=True)
