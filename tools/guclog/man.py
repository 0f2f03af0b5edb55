# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""man.py OUT HEADER... -- make manual pages from the kernel-doc comments of headers.

The folder OUT gets guclog.3, the overview of the library, and a page for each function. The
overview contains the comment at the beginning of the first header.
"""

import re
import sys
from pathlib import Path

DATE = 'November 22, 2026'


class Comment:
    """One parsed kernel-doc comment: what it describes, its @members, its text, and its "Return:"
    text."""

    def __init__(self, text, code):
        lines = [re.sub(r'^ ?\*? ?', '', line) for line in text.splitlines()]
        head = lines[0].strip()
        self.kind, self.name, self.short = self.parse_head(head)
        self.code = re.sub(r'\s+', ' ', code).strip()
        self.members, self.body, self.result = [], [], []
        where = self.members
        for line in lines[1:]:
            member = re.match(r'@(\w+):\s*(.*)', line)
            if member and where is self.members:
                self.members.append([member[1], member[2]])
            elif where is self.members and line.strip() and line.startswith('\t'):
                self.members[-1][1] += ' ' + line.strip()
            elif line.startswith('Return: '):
                where = self.result
                where.append(line[8:])
            else:
                if where is self.members:
                    where = self.body
                where.append(line)

    @staticmethod
    def parse_head(head):
        found = re.match(r'DOC: (\w+)', head)
        if found:
            return 'doc', found[1], ''
        found = re.match(r'(struct|typedef|enum) (\w+) - (.*)', head)
        if found:
            return found[1], found[2], found[3]
        found = re.match(r'(\w+)\(\) - (.*)', head)
        return 'function', found[1], found[2]


def comments(header):
    """Yield each kernel-doc comment of a header, with the declaration after it."""
    for found in re.finditer(r'/\*\*\n(.*?)\*/\n(.*?)(?=\n\n|\n?/\*\*|\Z)', header, re.S):
        yield Comment(found[1], found[2])


def escape(text):
    return text.replace('\\', r'\e').replace('"', r'\(dq')


def inline(text):
    """Return text as mdoc, in which the names of arguments are in italics."""
    text = re.sub(r'&struct (\w+)', r'struct \1', text)
    return re.sub(r'@(\w+)', r'\\fI\1\\fP', escape(text))


def sentences(words):
    """Return text as lines of mdoc, with each sentence on a line of its own."""
    lines = re.sub(r'(?<=[.;:]) (?=\S)', r'\n', inline(' '.join(words))).split('\n')
    return [r'\&' + line if line[:1] in ('.', "'") else line for line in lines]


def paragraphs(lines):
    """Return the text of a comment as mdoc. The rows of a table of errno values become a list."""
    out, table, words = [], [], []
    for line in [*lines, '']:
        row = re.match(r'(-E\w+) {2,}(.*)', line)
        if row:
            table.append((row[1], row[2]))
        elif re.match(r'=+ +=+', line):
            pass
        elif table:
            out += ['.Bl -tag -width Ds']
            for errno, meaning in table:
                out += [f'.It Er {errno[1:]}', inline(meaning)]
            out += ['.El']
            table = []
        if line.strip() and not row and not re.match(r'=+ +=+', line):
            words.append(line.strip())
        elif words:
            out += [*sentences(words), '.Pp']
            words = []
    return tidy(out)


def tidy(lines):
    """Remove each .Pp that is at the beginning, at the end, repeated, before a list, or before or
    after the heading of a section."""
    out = []
    for line in lines:
        if line == '.Pp' and (not out or out[-1] == '.Pp' or out[-1].startswith('.Sh')):
            continue
        if line.startswith(('.Bl', '.Sh')) and out and out[-1] == '.Pp':
            out.pop()
        out.append(line)
    while out and out[-1] == '.Pp':
        out.pop()
    return out


def head(name, short):
    return [r'.\" SPDX-License-Identifier: MIT OR GPL-2.0-only', f'.Dd {DATE}',
            f'.Dt {name.upper()} 3', '.Os', '.Sh NAME', f'.Nm {name}', f'.Nd {short}']


def prototype(comment):
    found = re.match(r'(.*?)\b(\w+)\((.*)\);', comment.code)
    kind, name, args = found[1].strip(), found[2], found[3]
    words = ' '.join(f'"{escape(arg.strip())}"' for arg in args.split(','))
    return [f'.Ft "{kind}"', f'.Fn {name} {words}']


def members(names):
    out = ['.Bl -tag -width Ds']
    for name, text in names:
        out += [f'.It Fa {name}', *sentences([text])]
    return [*out, '.El']


def structures(comment, structs):
    """Return mdoc that describes the members of the structures in a function's declaration."""
    out = []
    for name in re.findall(r'struct (\w+)', comment.code):
        if name in structs:
            out += ['.Pp', f'The members of struct {name}, {inline(structs[name].short)}, are:']
            out += members(structs[name].members)
            structs = {key: one for key, one in structs.items() if key != name}
    return out


def page(comment, header, structs, callbacks):
    lines = [*head(comment.name, comment.short), '.Sh LIBRARY', 'libguclog',
             '.Sh SYNOPSIS', f'.In {header}', *prototype(comment),
             '.Sh DESCRIPTION']
    body = paragraphs(comment.body)
    lines += body
    if comment.members:
        lines += ['.Pp'] if body else []
        lines += ['The arguments are:', *members(comment.members)]
    for name, callback in callbacks.items():
        if name in comment.code:
            lines += ['.Pp', f'A {name} {inline(callback.short)}:',
                      *members(callback.members),
                      *(sentences(callback.result) if callback.result else [])]
    lines += structures(comment, structs)
    if lines[-1] == '.Sh DESCRIPTION':
        lines.append('This function takes no arguments.')
    if comment.result:
        lines += ['.Sh RETURN VALUES', *paragraphs(comment.result)]
    return [*lines, '.Sh SEE ALSO', '.Xr guclog 1 ,', '.Xr guclog 3']


def overview(doc, functions):
    lines = [*head('guclog', 'read GuC logs of Intel GPUs'), '.Sh LIBRARY', 'libguclog',
             '.Sh SYNOPSIS', '.In guclog.h', '.Pp',
             'cc program.c $(pkg-config --cflags --libs libguclog)', '.Sh DESCRIPTION',
             *paragraphs(doc.body), '.Sh FUNCTIONS', '.Bl -tag -width Ds']
    for function in functions:
        lines += [f'.It Xr {function.name} 3', function.short]
    return [*lines, '.El', '.Sh SEE ALSO', '.Xr guclog 1']


def write(out, name, lines):
    (out / f'{name}.3').write_text('\n'.join(tidy(lines)) + '\n', encoding='utf-8')


def main():
    out, headers = Path(sys.argv[1]), map(Path, sys.argv[2:])
    found = [(path.name, c) for path in headers
             for c in comments(path.read_text(encoding='utf-8'))]
    structs = {c.name: c for _, c in found if c.kind == 'struct'}
    callbacks = {c.name: c for _, c in found if c.kind == 'typedef'}
    functions = [(header, c) for header, c in found if c.kind == 'function']
    for header, function in functions:
        write(out, function.name, page(function, header, structs, callbacks))
    write(out, 'guclog', overview(found[0][1], [c for _, c in functions]))


if __name__ == '__main__':
    main()
