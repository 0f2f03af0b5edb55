# SPDX-License-Identifier: GPL-2.0-only
"""guclog with dumps that terminals, mail programs and web pages have changed, or two of these in
turn. The output is the same as for the unchanged dump."""

import base64
import email.message
import email.policy
import gzip
import html
import lzma
import quopri
import re
import subprocess

import pytest
from conftest import TOP
from test_pasted import prefixed
from tool import Tool, save

DUMP = lzma.decompress((TOP / 'Documentation/samples/dump.txt.xz').read_bytes())


def lines(change):
    return lambda data: b''.join(change(line) + b'\n' for line in data.splitlines())


def text(change):
    return lambda data: change(data.decode()).encode()


def through(*command):
    return lambda data: subprocess.run(command, input=data, capture_output=True,
                                       check=True).stdout


def typographic(data):
    """Replace straight quotes as a word processor does: an apostrophe by a closing quote, and
    double quotes by opening and closing ones in turn."""
    found = []
    for n, part in enumerate(data.replace("'", '\u2019').split('"')):
        found += ['\u201c' if n % 2 else '\u201d', part]
    return ''.join(found[1:])


def script(data):
    """Show the data on a terminal. Return what script(1) has recorded of this terminal."""
    save('shown', data)
    subprocess.run(['script', '-qec', 'stty rows 24 cols 200; cat shown', 'typescript'],
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    with open('typescript', 'rb') as record:
        return record.read()


def mail(coding, subtype='plain', **more):
    def make(data):
        message = email.message.EmailMessage(email.policy.SMTP)
        message['From'], message['To'] = 'a@example.org', 'b@example.org'
        message['Subject'] = 'GPU HANG: the dump'
        message.set_content('Hello,\n\nthe dump is below.\n')
        if coding == 'attached':
            message.add_attachment(gzip.compress(data), 'application', 'gzip',
                                   filename='dump.gz')
        else:
            message.set_content(data.decode(), subtype, cte=coding, **more)
        return message.as_bytes()
    return make


def page(data):
    return ('<!DOCTYPE html>\n<html><head><title>dump</title><script>if (a < b) {}</script>'
            '</head>\n<body class="x > y"><p>Hello,<br>\nlook:</p>\n<pre><code class="a">'
            + html.escape(data) + '</code></pre>\n<p>Bye</p></body></html>\n')


def table(data):
    """Return the source of a web page that shows the text in a table with line numbers."""
    rows = (f'<tr><td class="n" data-n="{n}">{n}</td><td class="l"><span>'
            f'{html.escape(line)}</span></td></tr>'
            for n, line in enumerate(data.splitlines(), 1))
    return '<div><table><tbody>' + '\n'.join(rows) + '</tbody></table></div>\n'


def mhtml(data):
    """Return a web page as browsers save it in one file: a multipart message with the page and its
    style sheet."""
    message = email.message.EmailMessage(email.policy.SMTP)
    message['Snapshot-Content-Location'] = 'https://example.org/hang'
    message.set_content(page(data.decode()), 'html', cte='quoted-printable')
    message.make_mixed()
    message.add_attachment('pre { color: red }\n', 'css', filename='a.css')
    return message.as_bytes()


WAYS = {
    'blanks': lines(lambda line: line + b'  '),
    'tabs at the end': lines(lambda line: line + b'\t'),
    'cr lf': lines(lambda line: line + b'\r'),
    'no-break spaces': text(lambda data: data.replace(' ', '\u00a0')),
    'zero width': text(lambda data: '\ufeff' + data.replace('\n', '\u200b\n')),
    'quotes': text(typographic),
    'colours': through('grep', '--color=always', ''),
    'colour of each line': lines(lambda line: b'\x1b[32m' + line + b'\x1b[0m\x1b[K'),
    'titles': lines(lambda line: b'\x1b]0;title\x07' + line),
    'typescript': script,
    'cat -n': through('cat', '-n'),
    'nl': through('nl', '-ba'),
    'grep -n': through('grep', '-n', ''),
    'quoted': text(prefixed('> ')),
    'indented': text(prefixed('    ')),
    'fenced': lambda data: b'Look:\n\n```\n' + data + b'```\n',
    'utf-16': lambda data: data.decode().encode('utf-16'),
    'entities': text(html.escape),
    'page': text(page),
    'table': text(table),
    'quoted-printable': quopri.encodestring,
    'base64': through('base64'),
    'base64 -w0': through('base64', '-w0'),
    'base64 in a text': lambda data: b'Hello,\n\n' + base64.encodebytes(data) + b'\nBye\n',
    'mail': mail('8bit'),
    'mail quoted-printable': mail('quoted-printable'),
    'mail base64': mail('base64'),
    'mail attached': mail('attached'),
    'mail page': lambda data: mail('quoted-printable', 'html')(page(data.decode()).encode()),
    'mhtml': mhtml,
    'gzip': gzip.compress,
    'xz': lzma.compress,
}
# The changes in WAYS that give binary data. Only compression, base64 or an attachment to an email
# can follow them.
BINARY = 'gzip', 'xz', 'utf-16'
VIEWS = ('explain',), ('decode',), ('info', '--json'), ('dump',), ('explain', '--json')


def views(guclog, data, shown=VIEWS):
    """Run each command in "shown" on the data. Return its exit status, its output without the names
    of compressions and the numbers of lines, which depend on the form of the input, and its
    messages."""
    said = []
    save('in', data)
    for view in shown:
        run = guclog(*view, 'in', rc=None)
        out = re.sub(r'( in (gzip|xz))?, \d+ lines|(: dump.gz)+', '', run.out)
        drop = '"packing"', '"line"', '"lines"'
        said.append((run.rc, [line for line in out.splitlines()
                              if not line.strip().startswith(drop)], run.err))
    return said


@pytest.fixture(scope='session')
def plain(guclog_path, tmp_path_factory):
    """The result of views() for the unchanged dump."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp('plain'))
        said = views(Tool(guclog_path), DUMP)
    assert [run[0] for run in said] == [0] * len(VIEWS)
    return said


@pytest.mark.parametrize('way', WAYS)
def test_one_way(guclog, plain, way):
    assert views(guclog, WAYS[way](DUMP)) == plain


# Changes that are not tested after a change that makes an email or a saved web page, because no
# program makes them in such a text.
CHANGED_INSIDE = 'entities', 'indented', 'quoted-printable'
# Other pairs that are not tested, for the same reason.
UNUSUAL = ('page', 'indented'), ('quoted-printable', 'indented')


def makes_sense(one, two):
    """Return whether the change "two" can follow the change "one"."""
    if one in BINARY:
        return two in ('gzip', 'xz', 'mail attached', 'base64', 'base64 -w0')
    structured = one.startswith('mail') or one == 'mhtml'
    return not (structured and two in CHANGED_INSIDE) and (one, two) not in UNUSUAL


PAIRS = [(one, two) for one in WAYS for two in WAYS if makes_sense(one, two)]


@pytest.mark.parametrize('one, two', PAIRS, ids=map(', '.join, PAIRS))
def test_two_ways(guclog, plain, rounds, one, two):
    """guclog prints the same for a dump after two changes as for the unchanged dump. With --every
    N, only some of the commands are compared for each pair of changes."""
    first, number = PAIRS.index((one, two)), rounds(len(VIEWS))
    turn = [(first + i) % len(VIEWS) for i in range(number)]
    assert views(guclog, WAYS[two](WAYS[one](DUMP)), [VIEWS[i] for i in turn]) == [
        plain[i] for i in turn]
