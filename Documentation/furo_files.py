# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the theme furo of Debian work without a web server.

In Debian's package of the theme, one script imports another, which browsers permit only in scripts
that are loaded as modules, and a style sheet imports another one by its path on a web server. So
complete() copies the imported script and the imported style sheet into the files that import them.
"""
import re
from pathlib import Path

SHARED = Path('/usr/share')


def complete(app, failed):
    static = Path(app.outdir) / '_static'
    script, style = static / 'scripts/furo.js', static / 'styles/furo.css'

    if failed or app.builder.format != 'html' or not script.exists():
        return
    text = script.read_text()
    for line, name in re.findall(r'^(import \w+ from "\./(.*)";\n)', text, re.M):
        text = (script.parent / name).read_text() + text.replace(line, '')
    script.write_text(text)
    text = style.read_text()
    for rule, name in re.findall(r'(@import url\(/(javascript/[^)]*)\);)', text):
        text = text.replace(rule, (SHARED / name).read_text())
    style.write_text(text)


def setup(app):
    app.connect('build-finished', complete)
    return {'parallel_read_safe': True}
