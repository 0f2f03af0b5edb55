# SPDX-License-Identifier: GPL-2.0-only
"""guclog info --blocks, which lists the blocks of an LFD file, and the first row of guclog info."""

import gzip
import struct

import gucstory
import pytest
import stories
from reference.lfd import MAGIC, VERSION, block
from tool import save


@pytest.fixture
def lfd(corpus):
    return corpus('real-words', 'lfd').read_bytes()


def rows(run):
    """Return the lines that guclog has printed, with one blank between two words."""
    return [' '.join(line.split()) for line in run.out.splitlines()]


def test_real_words(guclog, lfd):
    save('lfd', lfd)
    run = guclog('info', '--blocks', 'lfd')
    assert not run.err and run.out.startswith('lfd: LFD 1.0, 8 blocks, ')
    for row in ('0xc 0x0001 FW_VERSION 4 70.44.1', '0x18 0x0002 GUC_DEVICE_ID 4 0x61',
                '0x24 0x0003 TSC_FREQUENCY 4 19200 kHz (19.2 MHz)',
                '0x30 0x0004 GMD_ID 4 0x05008000: IP 20.02, revision 0',
                '0x3c 0x0005 BUILD_PLATFORM_ID 4 0x1e',
                'event_order=wrapped, oldest first', 'crash_dump=none'):
        assert row in rows(run)
    for text in (' OS_ID ', 'Linux 6.12', '3276 entries of 20 bytes, version 2; '
                 'the ring had wrapped; oldest first'):
        assert text in run.out


LINEAR = '; the ring had not wrapped; oldest first'
BEFORE = '; written before the firmware was loaded again; storage order'


@pytest.mark.parametrize('name, texts, absent', [
    ('not-wrapped', ['1000 entries of 20 bytes, version 2' + LINEAR], []),
    ('before-load', [LINEAR, BEFORE], []), ('before-load-all', [BEFORE], ['oldest first  ']),
    ('version-3', [' bytes of entries, version 3; '], [])])
def test_orders(guclog, corpus, name, texts, absent):
    out = guclog('info', '--blocks', corpus(name, 'lfd')).out
    assert all(text in out for text in texts)
    assert not any(text in out for text in absent)


def test_unknown_order(guclog, lfd):
    """The main comment of an LFD file has the order of the events. If this comment is missing, or
    has another length of the events than the block of events, info --blocks says that the order is
    unknown."""
    save('other', lfd.replace(b'event_bytes=65520', b'event_bytes=65500'))
    save('none', lfd[:lfd.index(b'\x86\x80\x01\x60')])
    for name in 'other', 'none':
        assert '3276 entries of 20 bytes, version 2; order not known' in \
            guclog('info', '--blocks', name).out


def test_json(guclog, lfd):
    save('lfd', lfd)
    doc = guclog('info', '--blocks', '--json', 'lfd').json
    blocks = doc['blocks']
    fields = [b['fields'] for b in blocks]
    assert doc['version'] == '1.0' and 'fault' not in doc
    assert [b['type'] for b in blocks] == [1, 2, 3, 4, 5, 0x4000, 0x2000, 0x6001]
    assert fields[:5] == [
        {'value': 0x462c01, 'version': '70.44.1', 'branch': 0}, {'value': 0x61},
        {'value': 19200, 'frequency_khz': 19200},
        {'value': 0x5008000, 'arch': 20, 'release': 2, 'revision': 0}, {'value': 30}]
    assert blocks[4]['name'] == 'BUILD_PLATFORM_ID'
    assert (fields[5]['os'], fields[5]['os_id']) == ('Linux', 2)
    assert fields[5]['release'].startswith('6.12')
    assert fields[6] == {'version': 2, 'events_bytes': 65520, 'entry_bytes': 20,
                         'entries': 3276, 'order': 'wrapped, oldest first',
                         'before_load': False}
    assert blocks[7]['comment']['writer'].startswith('xe_guclog ') and not fields[7]


def test_json_comment(guclog, corpus):
    guclog('convert', '--note', 'a=1', '--note', 'a=2', '--note', 'a=3', '--note', 'q="\\/',
           corpus('page-only', 'img'), '-o', 'lfd', rc=None)
    comment = guclog('info', '--blocks', '--json', 'lfd').json['blocks'][-1]['comment']
    assert comment['a'] == ['1', '2', '3'] and comment['q'] == '"\\/'
    assert isinstance(comment['fault'], list)


def test_hostile_text(guclog, corpus):
    """If a comment contains control characters, info --blocks does not print them unchanged."""
    made = guclog('convert', '--note', 'x=ABCD', corpus('empty', 'img')).raw
    save('lfd', made.replace(b'x=ABCD\n', b'x\x1b[2J\n\xff'))
    run = guclog('info', '--blocks', 'lfd', rc=1)
    assert 'lfd: LFD at 0x' in run.err
    assert 'byte is 0x1b, expected printable ASCII' in run.err
    assert '    x\\x1b[2J' in run.out.splitlines() and b'\x1b' not in run.raw
    doc = guclog('info', '--blocks', '--json', 'lfd', rc=1).json
    assert doc['blocks'][-1]['other_lines'] == [r'x\x1b[2J', r'\xff']
    assert doc['fault']['found'] == 0x1b and 'printable' in doc['fault']['text']


def test_blocks_before_the_fault(guclog, lfd):
    save('lfd', lfd[:40])
    run = guclog('info', '--blocks', 'lfd', rc=1)
    assert ' GUC_DEVICE_ID ' in run.out
    assert run.err == 'guclog: lfd: LFD at 0x24: length is 0x4, expected at least 0x8\n'
    doc = guclog('info', '--blocks', '--json', 'lfd', rc=1).json
    assert len(doc['blocks']) == 2 and doc['fault']['offset'] == 0x24
    save('beginning', lfd[:4])
    doc = guclog('info', '--blocks', '--json', 'beginning', rc=1).json
    assert doc['blocks'] == [] and doc['bytes'] == 4


def test_malformed_blocks(guclog):
    """info --blocks lists a block with a wrong length, and says what is wrong."""
    made = struct.pack('<QI', MAGIC, VERSION)
    for kind, words in ((1, (1, 2)), (0x4000, ()), (0x2000, ()), (0x2000, (2,)),
                        (0x3fff, (1,)), (0x6000, (1,)), (0x6002, ()), (0x9000, ()),
                        (0x6001, ())):
        made += block(kind, struct.pack(f'<{len(words)}I', *words))
    save('lfd', made)
    run = guclog('info', '--blocks', 'lfd', rc=1)
    assert '0xc 0x0001 FW_VERSION 8 malformed: not one dword' in rows(run)
    for text in ('malformed: empty', 'malformed: no version', 'event schema, not decoded',
                 '0 entries of 20 bytes, version 2; order not known',
                 'optional, from the firmware, not decoded', 'reserved, not decoded'):
        assert text in run.out
    blocks = guclog('info', '--blocks', '--json', 'lfd', rc=1).json['blocks']
    assert len(blocks) == 9 and blocks[4]['name'] is None
    assert blocks[0]['fields'] == {} and blocks[1]['fields'] == {}


def test_other_forms(guclog, corpus):
    guclog('asic', '--facts', corpus('real-words', 'facts'), '--to', 'rdf', '-o', 'rdf')
    assert 'is an RDF file, not an LFD file' in guclog.fails('info', '--blocks', 'rdf').err
    save('zeroes', bytes(100))
    assert guclog.fails('info', '--blocks', 'zeroes').err == \
        'guclog: zeroes: no GuC log in it: it is binary data of an unknown form\n'


def test_of_a_log(guclog, corpus):
    """For a log that is not an LFD file, info --blocks shows the LFD file that convert makes from
    it."""
    image = corpus('real-words', 'img').read_bytes()
    save('log', image)
    guclog('convert', 'log', '-o', 'lfd')
    of_log = guclog('info', '--blocks', 'log').out
    assert guclog('info', '--blocks', 'lfd').out == of_log.replace('log:', 'lfd:', 1)
    assert 'has no log 1, only log 0' in guclog.fails('info', '--blocks', '--log', 1, 'log').err
    save('log.gz', gzip.compress(image))
    assert guclog('info', '--blocks', 'log.gz').out.splitlines()[1:] == of_log.splitlines()[1:]


def test_cut(guclog, lfd):
    save('lfd', lfd[:3000])
    run = guclog('info', '--blocks', 'lfd', rc=1)
    assert 'LOG_EVENTS_BUFFER' in run.out and ', then the file ends' in run.out
    assert 'data_count is ' in run.err
    events = [line for line in guclog('decode', 'lfd', rc=1).out.splitlines()
              if not line.startswith('#')]
    assert len(events) == (3000 - 0x64 - 12) // 20


@pytest.mark.parametrize('length', (None, 20000))
def test_complete_is_said_first(guclog, length):
    """The first row of info says that a log is complete, or what is missing."""
    story = stories.make(3, 'gr')
    text = gucstory.dump(story.guc, 'a reason', [story.victim])
    assert length is None or length < text.index('**** GuC CT ****')
    save('dump', text[:length].encode())
    row = guclog('info', 'dump', rc=None).out.splitlines()[1].split()
    assert row[0] == 'complete' and row[1] == ('no:' if length else 'yes')
    assert length is None or len(row) > 4
