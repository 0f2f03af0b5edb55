# SPDX-License-Identifier: GPL-2.0-only
"""guclog check."""

import pytest
from reference import forms
from tool import poke, save


@pytest.fixture
def lfd(corpus):
    return corpus('real-words', 'lfd').read_bytes()


def test_image(guclog, corpus):
    save('img', corpus('real-words', 'img').read_bytes())
    assert guclog('check', 'img').out == 'img: fine: GuC log image, LIC 1.0, ' \
        '3276 entries, wrapped, oldest first, 1.0 MiB\n'
    assert guclog('check', '-q', 'img').out == ''
    poke('img', 12, 1, 0, 1, 0)         # write_ptr of the event data
    assert guclog('check', '-q', 'img', rc=1).out.splitlines() == [
        'img: event data at 0xc: write_ptr is 0x10001, expected at most 0x10000',
        'img: event data at 0xc: write_ptr is 0x10001, expected a multiple of 0x4']


def test_lfd(guclog, lfd):
    save('lfd', lfd)
    run = guclog('check', 'lfd')
    assert run.out.startswith('lfd: fine: LFD 1.0, 8 blocks, 6') and not run.err


def missing(kind):
    return f'lfd: required block {kind} is missing'


def test_missing_blocks(guclog, lfd):
    save('lfd', lfd[:12])               # only the header
    lines = guclog('check', 'lfd', rc=1).out.splitlines()
    assert len(lines) == 6 and {missing('0x0001 FW_VERSION'), missing('0x4000 OS_ID'),
                                missing('0x0005 BUILD_PLATFORM_ID')} <= set(lines)
    save('lfd', lfd[:12] + lfd[24:])    # without the first block
    assert guclog('check', 'lfd', rc=1).out.splitlines() == [missing('0x0001 FW_VERSION')]


@pytest.mark.parametrize('offset, value, fault, where', [
    (0, 0xff, 'LFD at 0x0: magic is 0x8086aaaa474c53ff, expected 0x8086aaaa474c5346', ''),
    (10, 2, 'LFD at 0x8: version is 0x20000, expected major 0x1', ''),
    (24, 0x87, 'LFD at 0x18: block header is 0x28087, expected magic 0x8086',
     'behind block 1, 0x0001 FW_VERSION at 0xc'),
    (14, 2, 'LFD at 0x18: second block of type 0x2',
     'in block 2, 0x0002 GUC_DEVICE_ID at 0x18'),
    (16, 2, 'LFD at 0x10: data_count is 0x2, expected 0x1',
     'in block 1, 0x0001 FW_VERSION at 0xc'),
    (79, 1, 'LFD at 0x4c: data_count is {count:#x}, expected at most {left:#x}',
     'in block 6, 0x4000 OS_ID at 0x48')])
def test_mangled(guclog, lfd, offset, value, fault, where):
    """One changed byte gives one sentence, and the block that it is in."""
    save('lfd', lfd)
    poke('lfd', offset, value)
    fault = fault.format(count=0x1000000 + lfd[76], left=(len(lfd) - 0x50) // 4)
    lines = guclog('check', '--as', 'lfd', 'lfd', rc=1).out.splitlines()
    assert f'lfd: {fault}' in lines
    assert not where or f'lfd: this is {where}' in lines


def test_truncated(guclog, corpus):
    """A file can end without a fault behind its header and behind each block."""
    full = corpus('not-wrapped', 'lfd').read_bytes()
    for end in 12, 24, 36, 48:
        for length in end - 1, end, end + 1:
            save('lfd', full[:length])
            out = guclog('check', 'lfd', rc=1).out
            assert (' is missing' if length == end else 'lfd: LFD at 0x') in out
    for length in 1, 4, 7, 8, 11:
        save('lfd', full[:length])
        assert guclog('check', 'lfd', rc=1).out.splitlines()[0] == \
            f'lfd: LFD at 0x0: length is {length:#x}, expected at least 0xc'


def test_asic(guclog, corpus):
    forms = {'v1': 'ASIC info version 1, 568 bytes', 'v3': 'ASIC info version 3, 608 bytes',
             'packed': 'ASIC info version 1, packed, 558 bytes',
             'rdf': 'RDF file with ASIC info version 1, 664 bytes'}
    for form in forms:
        guclog('asic', '--facts', corpus('real-words', 'facts'), '--to', form, '-o', form)
    assert guclog('check', *forms).out.splitlines() == [
        f'{form}: fine: {text}' for form, text in forms.items()]
    poke('v1', 102, 1)
    assert 'v1: ASIC info at 0x66: padding is 0x1, expected 0x0' in \
        guclog('check', 'v1', rc=1).out
    poke('rdf', 8, 2)
    assert 'rdf: RDF at 0x8: version is 0x2, expected 0x3' in guclog('check', 'rdf', rc=1).out


def test_unknown_form(guclog):
    save('zeroes', bytes(1000))
    save('nothing', b'')
    assert guclog.fails('check', 'zeroes').err == \
        'guclog: zeroes: neither a GuC log, LFD file, ASIC info nor RDF file\n'
    assert guclog.fails('check', 'nothing').err == 'guclog: nothing: is empty\n'
    assert 'zeroes: state page at 0x0: length is 0x3e8, expected at least 0x1000' in \
        guclog('check', '--as', 'image', 'zeroes', rc=1).out
    for form, name in ('lfd', 'nothing'), ('asic', 'zeroes'), ('rdf', 'nothing'):
        guclog('check', '--as', form, name, rc=1)


def test_worst_of_several(guclog, corpus):
    good, bad = corpus('real-words', 'img'), corpus('page-only', 'img')
    guclog('check', good, good)
    guclog('check', bad, good, rc=1)
    run = guclog('check', 'missing', bad, good, rc=2)
    assert f'{good}: fine: ' in run.out and f'{bad}: ' in run.out
    assert run.err == 'guclog: missing: No such file or directory\n'


def test_usage(guclog, corpus):
    guclog.usage('check')
    guclog.usage('check', '--as', 'nothing', corpus('real-words', 'img'))
    guclog.usage('check', '--nothing')


def test_json(guclog, lfd, corpus):
    """Faults, losses and what could not be checked, one object for each log."""
    save('good', lfd)
    save('bad', lfd)
    poke('bad', 10, 2)
    save('short', lfd[:12])
    save('img', corpus('page-only', 'img').read_bytes())
    save('junk', 'hello')
    run = guclog('check', '--json', 'good', 'bad', 'short', 'img', 'junk', 'gone', rc=2)
    assert run.json['status'] == 'error'
    good, bad, short, img, junk, gone = run.json['files']
    assert (good['file'], good['form'], good['bytes'], good['status'], good['what']) == \
        ('good', 'LFD file', len(lfd), 'fine', 'LFD 1.0, 8 blocks')
    assert not good['faults'] and not good['fault_count'] and 'error' not in good
    fault, = bad['faults']
    assert bad['status'] == 'faults' and bad['fault_count'] == 1
    assert (fault['text'], fault['offset'], fault['found']) == \
        ('LFD at 0x8: version is 0x20000, expected major 0x1', 8, 0x20000)
    assert short['status'] == 'faults' and len(short['missing_blocks']) == 6
    assert missing('0x0001 FW_VERSION').removeprefix('lfd: ') in short['missing_blocks']
    assert img['form'] == 'image' and img['fault_count'] == len(img['faults']) > 0
    assert (junk['form'], junk['status']) == ('unknown', 'error') and 'neither' in junk['error']
    assert (gone['file'], gone['status'], gone['error']) == ('gone', 'error', 'cannot be read')
    text = guclog('check', 'bad', 'img', rc=1).out.splitlines()
    assert [f'bad: {fault["text"]}', f'bad: {bad["where"]}'] == text[:2] if 'where' in bad \
        else f'bad: {fault["text"]}' == text[0]
    assert [f'img: {each["text"]}' for each in img['faults']] == \
        [line for line in text if line.startswith('img: ')]


def test_json_of_an_incomplete_text(guclog, corpus):
    """The losses of a text are those that are printed."""
    text = forms.debugfs(forms.Held(corpus('real-words', 'img').read_bytes()))
    save('cut', text[:50000])
    run = guclog('check', '--json', 'cut', rc=1)
    one, = run.json['files']
    assert (one['form'], one['status']) == ('debugfs guc_log', 'faults')
    printed = guclog('check', 'cut', rc=1).out.splitlines()
    assert [f'cut: loss={loss}' for loss in one['losses']] == \
        [line for line in printed if ': loss=' in line] != []


def test_json_of_told_faults(guclog, corpus):
    """What the comments of an LFD file tell."""
    run = guclog.convert(corpus('page-only', 'img'))
    save('lfd', run.made)
    one, = guclog('check', '--json', 'lfd', rc=1).json['files']
    assert one['status'] == 'faults' and not one['fault_count']
    assert one['told'] and all(line.startswith('told in HOST_COMMENT') for line in one['told'])
    assert guclog('check', 'lfd', rc=1).out.splitlines() == [
        f'lfd: {line}' for line in one['told']]
