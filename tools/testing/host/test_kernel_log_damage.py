# SPDX-License-Identifier: GPL-2.0-only
"""explain with a kernel log alone, in the forms in which collectors forward it, and with what mail
programs, web pages and people do to a text. Each line set has the same facts in each form."""

import base64
import html
import json
import quopri
import textwrap
import time

import pytest

DEVICE = 'xe 0000:2f:00.0: [drm] '
GT = DEVICE + 'Tile0: GT0: '
WALL = 1788000000.25            # wall clock at second 0 of the kernel's clock
BLOCK = ('\n\tASID: {}\n\tFaulted Address: 0x0000{:012x}\n\tFaultType: 0\n\tAccessType: 1\n'
         '\tFaultLevel: 4\n\tEngineClass: 3 bcs\n\tEngineInstance: 8')
CREATED = DEVICE + 'Xe device coredump has been created'


def fact(event, guc_id=None, engine=None, seqno=None, process=None, pid=None, asid=None):
    return (event, guc_id, engine, seqno, process, pid, asid)


# Line sets: lines with their time in seconds since boot, and the facts of each line, in their order.
SETS = {
    'fault': (
        ((912.400100, GT + BLOCK.format(21, 0xffffb5a01000)),
         (912.400311, GT + 'Fault response: Unsuccessful -EINVAL'),
         (912.400402, GT + 'Engine memory CAT error [18]: class=bcs, logical_mask: 0x2, guc_id=14'),
         (912.402377, GT + 'Engine reset: engine_class=bcs, logical_mask: 0x2, guc_id=14, '
          'state=0x249'),
         (912.402419, GT + 'Timedout job: seqno=5120, lrc_seqno=5120, guc_id=14, flags=0x0 in '
          'sd-server [77101]'),
         (912.431877, CREATED)),
        (fact('page fault', engine='bcs', asid=21), fact('page fault not resolved'),
         fact('memory error', 14, 'bcs'), fact('engine reset', 14, 'bcs'),
         fact('job timeout', 14, None, 5120, 'sd-server', 77101), fact('devcoredump created'))),
    'job': (
        ((61.000007, GT + 'Timedout job: seqno=4294967170, lrc_seqno=4294967170, guc_id=3, '
          'flags=0x8 in Web [4] Content [990]'),
         (61.200000, 'usb 1-4: new high-speed USB device number 9 using xhci_hcd'),
         (65.100000, GT + 'reset started'),
         (65.140000, GT + 'reset failed (-ETIMEDOUT)'),
         (66.000001, GT + 'Timedout job: seqno=9, lrc_seqno=9, guc_id=0, flags=0x0 in no process '
          '[-1]')),
        (fact('job timeout', 3, None, 4294967170, 'Web [4] Content', 990), fact('GT reset'),
         fact('GT reset failed'), fact('job timeout', 0, None, 9, 'no process'))),
    'two': (
        ((3.5, GT + BLOCK.format(7, 0x800400000000)),
         (3.6, GT + BLOCK.format(8, 0x1000)),
         (3.7, GT + 'Engine reset: engine_class=rcs, logical_mask: 0x1, guc_id=5')),
        (fact('page fault', engine='bcs', asid=7), fact('page fault', engine='bcs', asid=8), fact('engine reset', 5, 'rcs'))),
}


def stamp(form, at, more=''):
    text = time.strftime(form, time.gmtime(int(at + WALL)))
    return text.replace('@', f'{int((at + WALL) % 1 * 1e6):06d}') + more


def rows(head, each_row=False, newline='\n'):
    """Return a form in which the text head(time) is before each message, or before each of its
    rows. newline: what is printed between the rows of a message."""
    def form(lines):
        between = newline + '\0' if each_row else newline
        return ''.join((head(at) + text.replace('\n', between)).replace('\0', head(at)) + '\n'
                       for at, text in lines)
    return form


def objects(make):
    return lambda lines: ''.join(json.dumps(make(at, text)) + '\n' for at, text in lines)


def zulu(at):
    return stamp('%Y-%m-%dT%H:%M:%S.@Z', at)


def local(at):
    return stamp('%b %d %H:%M:%S ', at)


def csv(lines):
    return '"_raw","_time","host"\n' + ''.join(
        '"' + text.replace('"', '""') + f'","{zulu(at)}","node7"\n' for at, text in lines)


FORMS = {
    'dmesg': rows(lambda at: f'[{at:12.6f}] '),
    'cat': rows(lambda at: ''),
    'dmesg -T': rows(lambda at: stamp('[%a %b %e %H:%M:%S %Y] ', at)),
    'dmesg -H': rows(lambda at: '[  +0.000201] '),
    'short': rows(lambda at: local(at) + 'node7 kernel: '),
    'short-full': rows(lambda at: stamp('%a %Y-%m-%d %H:%M:%S CEST node7 kernel: ', at)),
    'short-unix': rows(lambda at: f'{at + WALL:.6f} node7 kernel: '),
    'short-monotonic': rows(lambda at: f'[{at:12.6f}] node7 kernel: '),
    'short-iso': rows(lambda at: stamp('%Y-%m-%dT%H:%M:%S+0200 node7 kernel: ', at)),
    'rsyslog': rows(lambda at: local(at) + f'node7 kernel: [{at:12.6f}] ', newline='#012'),
    'rsyslog of tabs': lambda lines: FORMS['rsyslog'](lines).replace('\t', '#011'),
    'RFC 3339': rows(lambda at: stamp('%Y-%m-%dT%H:%M:%S.@-07:00', at) + ' node7 kernel: '),
    'a blank for T': rows(lambda at: stamp('%Y-%m-%d %H:%M:%S.@ ', at)),
    'logcat': rows(lambda at: stamp('%m-%d %H:%M:%S.', at) + '123     0     0 E         : ', True),
    'CRI': rows(lambda at: zulu(at) + f' stderr F [{at:12.6f}] ', True),
    'CRI without the time of the kernel': rows(lambda at: zulu(at) + ' stdout F ', True),
    'compose': rows(lambda at: f'watch-1  | [{at:12.6f}] ', True),
    'talosctl': rows(lambda at: f'10.5.0.2: kern: warning: [{zulu(at)}]: '),
    'grep with names': rows(lambda at: '/var/log/kern.log:' + local(at) + 'node7 kernel: ', True),
    'number of the line': rows(lambda at: f'118:[{at:12.6f}] ', True),
    'logfmt': lambda lines: ''.join(
        f'time={zulu(at)} level=warn msg={json.dumps(text)} host=node7\n' for at, text in lines),
    'journal': objects(lambda at, text: {
        '__REALTIME_TIMESTAMP': f'{int((at + WALL) * 1e6)}', '_TRANSPORT': 'kernel',
        '_SOURCE_MONOTONIC_TIMESTAMP': f'{int(at * 1e6)}', 'MESSAGE': text}),
    'json-file': lambda lines: ''.join(
        json.dumps({'log': row + '\n', 'stream': 'stdout', 'time': zulu(at)}) + '\n'
        for at, text in lines for row in text.split('\n')),
    'json-file with the whole message': objects(
        lambda at, text: {'log': f'[{at:12.6f}] {text}\n', 'time': zulu(at)}),
    'Loki': objects(lambda at, text: {
        'labels': {'host': 'node7'}, 'line': text, 'timestamp': zulu(at)}),
    'Loki streams': lambda lines: json.dumps({'streams': [{'stream': {'host': 'xe'}, 'values': [
        [str(int((at + WALL) * 1e9)), text] for at, text in lines]}]}),
    'Elastic': objects(lambda at, text: {
        '_index': 'x', '_source': {'message': text, '@timestamp': zulu(at)}}),
    'epoch in milliseconds': objects(
        lambda at, text: {'timestamp': int((at + WALL) * 1e3), 'message': text}),
    'list': lambda lines: json.dumps([{'ts': at + WALL, 'textPayload': t} for at, t in lines],
                                     indent=2),
    'CSV': csv,
    'CSV with the message last': lambda lines: '_time,host,_raw\n' + ''.join(
        f'{zulu(at)},node7,"{text}"\n' for at, text in lines),
}
# Forms whose lines are the bytes of another syntax, which must not be broken.
SYNTAX = {'journal', 'json-file', 'json-file with the whole message', 'Loki', 'Loki streams',
          'Elastic', 'epoch in milliseconds', 'list', 'CSV', 'CSV with the message last', 'logfmt'}


def marked(mark):
    return lambda text: ''.join(mark + line + '\n' for line in text.splitlines())


def in_list(text):
    return ('1. Start the server.\n2. Then:\n\n   ```console\n   $ sudo dmesg\n'
            + textwrap.indent(text, '   ') + '   ```\n\n3. It hangs. Any idea?\n')


def wrapped(text):
    """Wrap the lines at blanks, as mail programs do."""
    return '\n'.join('\n'.join(textwrap.wrap(line, 76, break_long_words=False,
                                             break_on_hyphens=False, drop_whitespace=True))
                     if not line.startswith('\t') else line
                     for line in text.splitlines()) + '\n'


def cut(text):
    """Break the lines at column 80, as a terminal does when its text is copied."""
    return ''.join(line[i:i + 80] + '\n' for line in text.splitlines()
                   for i in range(0, max(len(line), 1), 80))


def page(text):
    return ('<!DOCTYPE html>\n<html><body><p>Hello,</p><pre>' + html.escape(text)
            + '</pre></body></html>\n')


def mail(text):
    return ('From: a@example.org\nSubject: a hang\nMIME-Version: 1.0\n'
            'Content-Type: text/plain; charset=utf-8\n'
            'Content-Transfer-Encoding: quoted-printable\n\n'
            + quopri.encodestring(('Hello,\n\n' + text).encode()).decode())


# Damages; whether a damage keeps the syntax of the lines.
DAMAGES = {
    'none': (lambda text: text, True),
    'quoted': (marked('> '), False),
    'quoted twice': (marked('> > '), False),
    'bars': (marked('| '), False),
    'in a list': (in_list, False),
    'fenced': (lambda text: 'Look:\n```\n' + text + '```\nThe in [3] is ours.\n', True),
    'wrapped': (wrapped, False),
    'cut': (cut, False),
    'wrapped and quoted': (lambda text: marked('> ')(wrapped(text)), False),
    'page': (page, True),
    'mail': (mail, True),
    'quoted-printable': (lambda text: quopri.encodestring(text.encode()).decode(), True),
    'base64': (lambda text: base64.encodebytes(text.encode()).decode(), True),
    'carriage returns': (lambda text: text.replace('\n', '\r\n'), True),
    'no newline at the end': (lambda text: text.rstrip('\n'), True),
    'remarks': (lambda text: text.replace(' in ', ' in ', 1).replace(
        ']\n', ']   <-- here (x3), see [2]\n'), False),
    'comma': (lambda text: text.replace('\n', ',\n'), False),
    'escaped newline': (lambda text: text.replace('\n', '\\n\n'), False),
}


def facts_of(run):
    lines = run.json['kernel_log']
    return [fact(x['event'], x['guc_id'], x['class'], x['seqno'], x['process'], x['pid'],
                 x['asid']) for x in sorted(lines, key=lambda x: (x['time'] or '', ))]


@pytest.mark.parametrize('form', FORMS)
def test_facts(guclog, tmp_path, form):
    wrong = []
    for damage, (change, keeps) in DAMAGES.items():
        if form in SYNTAX and not keeps:
            continue
        for name, (lines, facts) in SETS.items():
            (tmp_path / 'kernel').write_text(change(FORMS[form](lines)))
            run = guclog('explain', '--json', 'kernel', rc=None)
            found = facts_of(run) if run.raw else run.err
            if not run.raw or sorted(found, key=str) != sorted(facts, key=str):
                wrong.append((form, damage, name, found))
    assert not wrong, '\n'.join(map(str, wrong))
