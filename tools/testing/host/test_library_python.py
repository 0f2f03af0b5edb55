# SPDX-License-Identifier: GPL-2.0-only
"""Tests the Python module guclog. It is built, installed, and imported outside of the source
tree."""

import errno
import gzip
import json
import struct

import gucstory
import pytest
import stories
import streams
from installed_library import EXAMPLES, VERSION
from reference import forms, image, ring

IMAGE = image.standard(ring.ring(8192, 300, 'python'), (4096, 4096), 'python').build()
MACHINE = forms.Machine()
DUMP = forms.devcoredump(MACHINE, forms.Held(IMAGE)).encode()


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'dump.gz').write_bytes(gzip.compress(DUMP))
    story = stories.make(3, 'gr')
    (tmp_path / 'story').write_bytes(gucstory.log_image(story.guc))
    (tmp_path / 'hang').write_text(gucstory.dump(story.guc, 'a reason', [story.victim]))
    (tmp_path / 'dmesg').write_text(
        '[    5.000000] xe 0000:03:00.0: [drm] *ERROR* GT0: reset failed (-ETIMEDOUT)\n')
    return tmp_path


def test_events(python, files, guclog):
    out = python('-c', 'import guclog, json, sys\n'
                 'for e in guclog.open("dump.gz").events: print(json.dumps(e))')
    found = [json.loads(line) for line in out.splitlines()]
    expected = guclog('decode', '--json', 'dump.gz').json['events']
    newest = expected[-1]['boottime_ns']
    assert all(abs(e[4] - (newest - e[2])) <= 1 for e in found) and found[0][4] > 0
    assert [(e[0], e[1], e[2], e[5], e[6]) for e in found] == \
        [(e['index'], e['tick'], e['boottime_ns'], e['id'], e['args']) for e in expected]
    assert len(found) == 300


def test_owners_are_those_of_the_command(python, files, guclog):
    """The module finds the same events of a context as guclog decode --context, with the arguments
    of messages; an event is found by its index."""
    story = stories.make(3, 'gr')
    out = python('-c', 'import guclog, json\n'
                 'log, = guclog.open("hang").logs\n'
                 'print(json.dumps([[(e.index, e.guc_id, e.name, e.text, e.fields)'
                 ' for e in log.events], log.events[5].index, next(iter(log.plain_events)).name]))')
    events, index, plain = json.loads(out)
    victim = [e[0] for e in events if e[1] == story.victim.guc_id]
    shown = guclog('decode', '--json', '--context', story.victim.guc_id, 'hang').json
    assert victim == [e['index'] for e in shown['events']] and victim
    assert any(e[2] == 'H2G_RECEIVED' and 'fence=' in e[3] for e in events)
    assert any({'guc_id', 'lrca'} <= set(e[4]) for e in events if e[2] == 'CTX_SUBMIT')
    assert index == 5 and plain is None


# For each kind of document: the arguments of the command that prints it.
KINDS = {'info': ['info'], 'blocks': ['info', '--blocks'], 'counts': ['info', '--counts'],
         'explain': ['explain'], 'dump': ['dump'], 'ct_messages': ['dump', '--messages'],
         'batch': ['dump', '--batch'], 'contexts': ['decode', '--contexts'], 'check': ['check'],
         'learn': ['events', '--learn'], 'triage': ['triage']}


@pytest.mark.parametrize('kind', KINDS)
def test_documents_are_those_of_the_command(python, files, guclog, kind):
    verb, *options = KINDS[kind]
    out = python('-c', f'import guclog, json; print(json.dumps(guclog.open("hang").{kind}()))')
    assert json.loads(out) == guclog(verb, *options, '--json', 'hang', rc=None).json


def test_text_and_several_inputs(python, files, guclog):
    """A document as text is what the command prints; several inputs are one document, and an input
    in memory has the name that was given."""
    found = json.loads(python('-c', """
import guclog, json
with guclog.open('hang') as file:
    text = file.text('explain', why=True)
both = guclog.open('hang', 'dmesg').explain()
memory = guclog.open_memory(open('hang', 'rb').read(), 'x').add_memory(
    open('dmesg', 'rb').read(), 'dmesg').explain()
opened = guclog.open_fd(open('hang', 'rb')).explain(gt=0)
print(json.dumps([text, both, memory, opened.signature, both.logs[0].sentences[0].text]))
"""))
    assert found[0] == guclog('explain', '--why', 'hang', rc=None).out
    want = guclog('explain', '--json', 'hang', 'dmesg', rc=None).json
    assert found[1] == want
    for log in found[2]['logs'] + want['logs']:
        del log['name']
    assert found[2] == want
    assert found[3] == guclog('explain', '--json', 'hang', rc=None).json['signature']
    assert found[4] == want['logs'][0]['sentences'][0]['text']


def test_absent_keys_and_unknown_values(python, files):
    out = python('-c', """
import guclog
found = guclog.open('dump.gz').explain()
print(None in found.values(), hasattr(found, 'colour'), 'colour' in found)
""")
    assert out == 'True False False\n'


def test_write(python, files, guclog):
    """Each form is what the command writes."""
    for form in 'csv', 'jsonl', 'json', 'perfetto':
        guclog('decode', '--to', form, '-o', f'want.{form}', 'story')
    guclog('convert', '-o', 'want.lfd', 'story')
    (files / 'want.image').write_bytes((files / 'story').read_bytes())
    python('-c', """if True:
        import guclog
        from pathlib import Path
        file = guclog.open('story')
        for form in 'csv', 'jsonl', 'json', 'perfetto', 'lfd', 'image':
            file.write(form, 'out')
            assert Path('out').read_bytes() == Path(f'want.{form}').read_bytes() == \\
                file.write(form), form
        assert file.write('page').startswith(b'<!doctype html>') and file.write('report')
        secret = Path('hang').read_bytes().replace(b'Process: ', b'Process: secret-', 1)
        assert b'secret' not in guclog.open_memory(secret).write('redacted')
    """)


def test_stream(python, files):
    """The events of a stream that arrives in pieces are those of the whole file, each once."""
    assert python('-c', """
import guclog
file = guclog.open('story')
data, stream = file.write('lfd'), guclog.Stream()
found = [e for i in range(0, len(data), 5000) for e in stream.feed(data[i:i + 5000])]
print([(e.index, e.id, e.args) for e in found] == [(e.index, e.id, e.args) for e in file.events])
""") == 'True\n'


def test_long_stream(python, tmp_path):
    """The events of a stream of 300000 events keep their numbers, arguments and times. The memory
    does not grow with the length of the stream, although 6 MB arrive."""
    blocks = [streams.events(struct.pack('<5I', 1000 * n, 0, 0x77770000, n, 0)
                             for n in range(first, first + 500))
              for first in range(0, 300000, 500)]
    blocks[0] = streams.anchor(0, 5 * 10 ** 9) + blocks[0]
    path = tmp_path / 'stream'
    path.write_bytes(streams.head() + b''.join(blocks))
    assert python('-c', """
import guclog, resource, sys
def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(sys.argv[1], 'rb') as file:
    data = memoryview(file.read())
stream, n, before = guclog.Stream(), 0, 0
for at in range(0, len(data), 100000):
    for e in stream.feed(data[at:at + 100000]):
        assert (e.index, e.args[0]) == (n, n), e
        assert abs(e.boottime_ns - 5 * 10 ** 9 - n * 1000 * 10 ** 9 // 19200000) < 100, e
        n += 1
    before = before or n > 50000 and used()
print(n, used() - before < 4096)
""", path) == '300000 True\n'


def test_errors(python, files):
    out = python('-c', """
import errno, guclog
def said(call):
    try:
        call()
    except guclog.Error as reason:
        return errno.errorcode[reason.code], str(reason)
file = guclog.open('dump.gz')
for call in (lambda: guclog.open('none'), lambda: file.explain(colour='red'),
             lambda: file.document('nothing'), lambda: file.write('armor'),
             lambda: guclog.open('dmesg').write('lfd'), lambda: file.explain(gt=9)):
    print(*said(call))
""").splitlines()
    assert [line.split()[0] for line in out] == ['ENOENT', 'EINVAL', 'EINVAL', 'EINVAL', 'ENOMSG',
                                                 'ENOMSG']
    assert 'none' in out[0] and 'colour' in out[1]


def test_dictionary_and_version(python, guclog):
    found = json.loads(python('-c', 'import guclog, json\n'
                              'print(json.dumps([guclog.dictionary(), guclog.version()]))'))
    assert found == [guclog('events', '--json').json, VERSION]


def test_layout_of_xe(python, tmp_path):
    (tmp_path / 'xe').write_bytes(b'junk')
    out = python('-c', f"""if True:
        import guclog
        try:
            guclog.layout({str(tmp_path / 'xe')!r})
        except guclog.Error as reason:
            print(reason.code)""")
    assert int(out) == errno.ENOMSG


def test_memory_limit(python, files):
    out = python('-c', """if True:
        import guclog
        try:
            guclog.open('dump.gz', max_memory=1000)
        except guclog.Error as reason:
            print(reason)""")
    assert 'memory' in out


def test_example_common_last_event(python, files):
    out = python(EXAMPLES / 'common_last_event.py', '.')
    assert 'common last event: ' in out


def test_size_of_the_interface():
    """The module restates nothing that JSON has."""
    text = (EXAMPLES.parent / 'python/guclog/__init__.py').read_text()
    assert len(text.splitlines()) < 400 and struct and gzip
