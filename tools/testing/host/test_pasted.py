# SPDX-License-Identifier: GPL-2.0-only
"""Tests that guclog reads dumps whose text a mail program, a web page or an editor has changed."""

import functools
import html
import random
import struct
import textwrap

import pytest
from reference import decorate, forms, image, ring

IMAGE = image.standard(ring.ring(8192, 700, 'pasted'), (4096, 4096), 'pasted',
                       crashed=b'crash' * 100).build()
MACHINE = forms.Machine()
HELD = forms.Held(IMAGE)
FORMS = {
    'devcoredump': forms.devcoredump(MACHINE, HELD, tail=[
        '', '**** Job ****', 'x: 1', '', '**** VM state ****', '[0].error: -19']),
    'debugfs': forms.debugfs(HELD),
    'debugfs-6.12': forms.debugfs_old(IMAGE),
}
HEXDUMP = forms.hexdump(HELD)


def prefixed(prefix):
    return lambda text: ''.join((prefix + line).rstrip(' \t') + '\n'
                                for line in text.splitlines())


def wrapped(width):
    """Return a function that divides the lines of a text into lines of at most this width, as an
    editor does."""
    def wrap(text):
        rows = []
        for line in text.splitlines():
            rows += [line[i:i + width] for i in range(0, len(line), width)] or ['']
        return '\n'.join(rows) + '\n'
    return wrap


PASTES = {
    'quoted': prefixed('> '),
    'quoted twice': prefixed('>> '),
    'quoted thrice': prefixed('> > > '),
    'indented': prefixed('    '),
    'tab': prefixed('\t'),
    'fenced': lambda text: f'Look:\n\n```\n{text}```\n',
    'utf-8 bom': lambda text: '\ufeff' + text,
    'html': html.escape,
    'html without quotes': lambda text: html.escape(text, quote=False),
    'html page': lambda text: '<html><body><pre>' + html.escape(text) + '</pre>\n',
    'cr lf': lambda text: text.replace('\n', '\r\n'),
    'blanks at the end': lambda text: text.replace('\n', '  \n'),
}
WIDTHS = (40, 64, 72, 76, 77, 78, 79, 80, 100, 132, 1000, 2047, 2048, 2049, 4096)


def raw(guclog, tmp_path, data, rc=0):
    (tmp_path / 'dump').write_bytes(data if isinstance(data, bytes) else data.encode())
    return guclog('convert', '--to', 'raw', 'dump', rc=rc)


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('name', PASTES)
def test_paste(guclog, tmp_path, form, name):
    assert raw(guclog, tmp_path, PASTES[name](FORMS[form])).raw == IMAGE


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('coding', ('utf-16', 'utf-16-le', 'utf-16-be'))
def test_utf_16(guclog, tmp_path, form, coding):
    assert raw(guclog, tmp_path, FORMS[form].encode(coding)).raw == IMAGE


def test_name_in_latin_1(guclog, tmp_path):
    """A byte of Latin-1 that begins no valid UTF-8 character stands for itself: it is not taken for
    a control character that has the same low bits (0xed: carriage return, 0xea: newline)."""
    text = forms.devcoredump(forms.Machine(process='m@nimo'), HELD).encode()
    shown = []
    for byte in b'\xed', b'\xea', b'\xdb', b'\xf1':
        (tmp_path / 'dump').write_bytes(text.replace(b'm@nimo', b'm' + byte + b'nimo'))
        process = guclog('dump', '--json', 'dump').json['process']
        shown.append(process.replace(f'{byte[0]:02x}', '..'))
        assert guclog('convert', '--to', 'raw', 'dump').raw == IMAGE
    assert len(set(shown)) == 1, shown


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('width', WIDTHS)
def test_wrapped(guclog, tmp_path, form, width):
    assert raw(guclog, tmp_path, wrapped(width)(FORMS[form])).raw == IMAGE


@pytest.mark.parametrize('width', (70, 78))
@pytest.mark.parametrize('form', FORMS)
def test_wrapped_and_quoted(guclog, tmp_path, form, width):
    text = prefixed('> ')(wrapped(width)(FORMS[form]))
    assert raw(guclog, tmp_path, text).raw == IMAGE
    text = wrapped(width)(html.escape(FORMS[form]))
    assert raw(guclog, tmp_path, text).raw == IMAGE


@pytest.mark.parametrize('form', FORMS)
def test_wrapped_with_blanks_at_the_end(guclog, tmp_path, form):
    """If data were wrapped into many lines, blanks at the ends of these lines are ignored."""
    text = PASTES['blanks at the end'](wrapped(76)(FORMS[form]))
    assert raw(guclog, tmp_path, text).raw == IMAGE


@pytest.mark.parametrize('name', ('quoted', 'indented', 'utf-8 bom', 'cr lf',
                                  'blanks at the end', 'fenced'))
def test_hexdump(guclog, tmp_path, name):
    assert raw(guclog, tmp_path, PASTES[name](HEXDUMP), rc=None).raw == IMAGE


@pytest.mark.parametrize('name', ('quoted', 'indented', 'html'))
def test_facts_survive(guclog, tmp_path, name):
    (tmp_path / 'plain').write_text(FORMS['devcoredump'])
    (tmp_path / 'pasted').write_text(PASTES[name](FORMS['devcoredump']))
    plain = guclog('info', '--json', 'plain', rc=None).json['logs'][0]
    pasted = guclog('info', '--json', 'pasted', rc=None).json['logs'][0]
    assert plain['facts'] == pasted['facts']


def test_lines_lost_in_a_wrapped_paste(guclog, tmp_path):
    """If the data of a dump were wrapped, and some of the lines are lost, guclog notices this from
    the length of the log that the dump states. No byte of the image is wrong."""
    rows = wrapped(76)(FORMS['devcoredump']).splitlines(True)
    first = next(i for i, row in enumerate(rows) if row.startswith('[LOG].data'))
    run = raw(guclog, tmp_path, ''.join(rows[:first + 60] + rows[first + 63:]), rc=1)
    assert 'characters are missing' in run.err
    assert all(a in (b, 0) for a, b in zip(run.raw, IMAGE))


@pytest.mark.parametrize('entity', ('&lt;!', '&gt;!', '&amp;'))
def test_data_that_look_like_an_html_entity(guclog, tmp_path, entity):
    """If the data contain characters that look like an HTML entity such as "&amp;", they are not
    replaced."""
    word = functools.reduce(lambda value, digit: value * 85 + ord(digit) - ord('!'), entity, 0)
    image = bytearray(IMAGE)
    image[4096:4100] = struct.pack('<I', word)
    text = forms.debugfs(forms.Held(bytes(image)))
    assert entity in text
    assert raw(guclog, tmp_path, text).raw == bytes(image)


CAPTURE = decorate.printk(MACHINE, MACHINE.gts[0], forms.capture(1, HELD))
LOG_WAYS = {'dmesg': decorate.dmesg, 'raw': decorate.dmesg_raw, 'dated': decorate.dmesg_dated,
            'journal': decorate.journal, 'precise': decorate.journal_precise}


@pytest.mark.parametrize('way', LOG_WAYS)
@pytest.mark.parametrize('width', (76, 78, 79, 80, 100, 132, 200))
def test_wrapped_kernel_log(guclog, tmp_path, way, width):
    """A GuC log in a kernel log is read even if the lines of the kernel log were wrapped. In a wrapped
    log, a line without "Capture N.M:" continues the preceding line."""
    for lines in CAPTURE, decorate.strewn(CAPTURE):
        text = wrapped(width)(decorate.text(LOG_WAYS[way](lines)))
        assert raw(guclog, tmp_path, text).raw == IMAGE
        assert raw(guclog, tmp_path, prefixed('> ')(text)).raw == IMAGE
        assert raw(guclog, tmp_path, 'Hello,\n\n' + prefixed('> ')(text) + '\nBye\n').raw \
            == IMAGE


@pytest.mark.parametrize('way', LOG_WAYS)
def test_wrapped_kernel_log_with_losses(guclog, tmp_path, way):
    """If a line of a wrapped kernel log is lost, this is reported, and each byte of the image is
    right or 0."""
    rows = wrapped(78)(decorate.text(LOG_WAYS[way](CAPTURE))).splitlines(True)
    pick = random.Random(way)
    for _ in range(12):
        at = pick.randrange(40, len(rows))
        run = raw(guclog, tmp_path, ''.join(rows[:at] + rows[at + 1:]), rc=None)
        assert all(a in (b, 0) for a, b in zip(run.raw, IMAGE))
        assert run.raw == IMAGE or run.rc == 1


def test_text_around(guclog, tmp_path):
    text = textwrap.dedent('''
        Hi,

        this is what I got:

        %s
        --\x20
        Regards
        ''') % prefixed('> ')(FORMS['devcoredump'])
    assert raw(guclog, tmp_path, text).raw == IMAGE


@pytest.mark.parametrize('page', ['bug.html', 'attachment.txt'])
def test_page_that_chromium_saved(browser, guclog, tmp_path, page):
    """A dump is read from a page that Chromium has saved as one file (MHTML): the page of a bug
    report, or the text itself."""
    text = FORMS['devcoredump']
    (tmp_path / page).write_text(text if page.endswith('.txt') else (
        '<!doctype html><title>Bug 4711</title><p>It hung:<pre><code>'
        f'{html.escape(text)}</code></pre>'))
    browser.driver.get(f'file://{tmp_path / page}')
    saved = browser.driver.execute_cdp_cmd('Page.captureSnapshot', {'format': 'mhtml'})['data']
    assert 'Saved by Blink' in saved and 'quoted-printable' in saved
    (tmp_path / 'raw').write_text(text)
    (tmp_path / 'saved').write_text(saved, newline='')
    made = [guclog('convert', name, '-o', name + '.lfd') and (tmp_path / f'{name}.lfd').read_bytes()
            for name in ('raw', 'saved')]
    assert made[0] == made[1]
    assert guclog('dump', 'saved', rc=None).out.splitlines()[1:] == \
        guclog('dump', 'raw', rc=None).out.splitlines()[1:]
