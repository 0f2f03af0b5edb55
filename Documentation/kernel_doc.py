# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""The Sphinx directive kernel-doc, which inserts kernel-doc comments of a C file into a page.

    .. kernel-doc:: PATH
       :doc: TITLE
       :identifiers: NAME...

With :doc: it inserts the section DOC: TITLE of the file, with :identifiers: the comments about
these functions and structures. The kernel's own script kernel-doc, which is in Debian's package
linux-kbuild, converts the comments to reStructuredText.
"""
import re
import subprocess

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.statemachine import StringList
from sphinx.util.nodes import nested_parse_with_titles


class KernelDoc(Directive):
    required_arguments = 1
    option_spec = {'doc': directives.unchanged_required,
                   'identifiers': directives.unchanged}

    def run(self):
        env = self.state.document.settings.env
        path = env.config.kernel_doc_top + '/' + self.arguments[0]
        env.note_dependency(path)
        command = [env.config.kernel_doc_script, '-rst', '-sphinx-version',
                   env.config.kernel_doc_sphinx]
        if 'doc' in self.options:
            command += ['-function', self.options['doc']]
        names = self.options.get('identifiers', '').split()
        for name in names:
            command += ['-function', name]
        done = subprocess.run([*command, path], capture_output=True, text=True,
                              check=False)
        if done.returncode or done.stderr or not done.stdout.strip():
            raise self.error(f'kernel-doc {path}: {done.stderr or "nothing found"}')
        for name in names:
            if not re.search(rf'^\.\. c:\w+:: (.*\W)?{name}( \(|$)', done.stdout, re.M):
                raise self.error(f'kernel-doc {path}: no comment describes {name}')
        lines = StringList([line.expandtabs() for line in done.stdout.splitlines()
                            if not line.startswith('.. LINENO')], source=path)
        section = nodes.section()
        nested_parse_with_titles(self.state, lines, section)
        return section.children


def setup(app):
    app.add_config_value('kernel_doc_script', None, 'env')
    app.add_config_value('kernel_doc_top', None, 'env')
    app.add_config_value('kernel_doc_sphinx', '5.3.0', 'env')
    app.add_directive('kernel-doc', KernelDoc)
    return {'parallel_read_safe': True}
