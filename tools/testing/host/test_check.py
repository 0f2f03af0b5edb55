# SPDX-License-Identifier: GPL-2.0-only
"""guclog check, which prints the faults of log images, LFD files, ASIC info and RDF files."""

import pytest
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
     'after block 1, 0x0001 FW_VERSION at 0xc'),
    (14, 2, 'LFD at 0x18: second block of type 0x2',
     'in block 2, 0x0002 GUC_DEVICE_ID at 0x18'),
    (16, 2, 'LFD at 0x10: data_count is 0x2, expected 0x1',
     'in block 1, 0x0001 FW_VERSION at 0xc'),
    (79, 1, 'LFD at 0x4c: data_count is {count:#x}, expected at most {left:#x}',
     'in block 6, 0x4000 OS_ID at 0x48')])
def test_mangled(guclog, lfd, offset, value, fault, where):
    """If one byte of an LFD file is changed, check prints the fault and names the block with this
    byte."""
    save('lfd', lfd)
    poke('lfd', offset, value)
    fault = fault.format(count=0x1000000 + lfd[76], left=(len(lfd) - 0x50) // 4)
    lines = guclog('check', '--as', 'lfd', 'lfd', rc=1).out.splitlines()
    assert f'lfd: {fault}' in lines
    assert not where or f'lfd: this is {where}' in lines


def test_truncated(guclog, corpus):
    """If an LFD file ends after its header or after a block, the rest is valid, and check prints
    only which blocks are missing. If it ends elsewhere, check prints a fault."""
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
