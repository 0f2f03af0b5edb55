# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""build.py HEADER OUT CC CFLAGS LDFLAGS INCLUDEDIR LIBDIR -- build the Python package.

HEADER is guclog.h. cffi generates C code from it, and CC compiles the code as the extension module
guclog._guclog, with CFLAGS and LDFLAGS. INCLUDEDIR has the header, and LIBDIR the library
libguclog. The package is OUT/guclog: the Python files and the extension module.
"""

import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import cffi

HERE = Path(__file__).resolve().parent


def declarations(header):
    """Return the declarations of the header in the form that cffi reads: without comments and
    preprocessor lines, but with declarations of the constants that the header defines."""
    text = re.sub(r'/\*.*?\*/', '', header, flags=re.S)
    lines = []
    for line in text.splitlines():
        constant = re.match(r'#define\s+(GUCLOG_[A-Z_]+)\s+(\S+)', line)
        if constant and '"' in constant[2]:
            lines.append(f'static char *const {constant[1]};')
        elif constant and constant[2].rstrip('u').isdigit():
            lines.append(f'#define {constant[1]} {constant[2].rstrip("u")}')
        elif constant:
            lines.append(f'static const int64_t {constant[1]};')
        elif not line.startswith('#'):
            lines.append(line)
    text = '\n'.join(lines)
    return re.sub(r'extern "C" \{(.*)\}\s*$', r'\1', text, flags=re.S)


def main():
    header, out, compiler, cflags, ldflags, include, library = sys.argv[1:]
    package = Path(out) / 'guclog'
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for path in sorted((HERE / 'guclog').iterdir()):
        if path.suffix == '.py' or path.name == 'py.typed':
            shutil.copy(path, package)
    ffi = cffi.FFI()
    ffi.cdef(declarations(Path(header).read_text(encoding='utf-8')))
    ffi.set_source('guclog._guclog', '#include <guclog.h>\n')
    source = Path(out) / '_guclog.c'
    ffi.emit_c_code(str(source))
    suffix = sysconfig.get_config_var('EXT_SUFFIX')
    subprocess.run([*shlex.split(compiler), '-shared', '-fPIC', *shlex.split(cflags),
                    f'-I{sysconfig.get_path("include")}', f'-I{include}', str(source),
                    '-o', str(package / f'_guclog{suffix}'), f'-L{library}',
                    *shlex.split(ldflags), '-lguclog'], check=True)


if __name__ == '__main__':
    main()
