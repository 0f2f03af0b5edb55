# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the theme furo of Debian work without a web server.

Debian's package imports one script into another, which a browser refuses for a file that
is not a module, and refers to a style sheet by its place on a server. Both are put into
the files that need them.
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
