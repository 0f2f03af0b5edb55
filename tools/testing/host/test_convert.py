# SPDX-License-Identifier: GPL-2.0-only
"""guclog convert, which makes an LFD file, a raw image or a text from a log."""

import re

import pytest
from reference import forms
from tool import save


@pytest.fixture
def empty(corpus):
    return corpus('empty', 'img')


def test_stdin_and_stdout(guclog, corpus):
    image = corpus('real-words', 'img').read_bytes()
    facts = corpus('real-words', 'facts')
    want = corpus('real-words', 'lfd').read_bytes()
    assert guclog('convert', '--facts', facts, '-', stdin=image).raw == want
    assert guclog('convert', '--facts', facts, '-o', '-', '-', stdin=image).raw == want


def test_more_faults_than_listed(guclog, corpus, tmp_path):
    guclog('convert', '--to', 'state', corpus('real-words', 'img'))
    (tmp_path / 'ones').write_bytes(b'\xff' * 4096)
    run = guclog('convert', '--to', 'state', 'ones', rc=1)
    assert 'faults_not_listed=' in run.out
    assert ' more faults' in run.err


def test_empty_image(guclog, tmp_path):
    (tmp_path / 'img').touch()
    run = guclog('convert', 'img', '-o', 'lfd', rc=1)
    assert 'img: state page at 0x0: length is 0x0, expected at least 0x1000' in run.err
    guclog('check', 'lfd', rc=1)
    assert 'fault=state page at 0x0' in guclog('info', '--blocks', 'lfd').out


def test_without_facts(guclog, corpus, tmp_path):
    image = corpus('not-wrapped', 'img')
    guclog('convert', image, '-o', 'lfd')
    assert '\n    source=image\n' in guclog('info', '--blocks', 'lfd').out
    info = guclog('convert', '--to', 'info', image)
    assert 'source=image' in info.out.splitlines()
    assert f'log_bytes={image.stat().st_size}' in info.out.splitlines()
    (tmp_path / 'facts').write_bytes(info.raw)
    again = guclog('convert', '--facts', 'facts', image).raw
    assert again == (tmp_path / 'lfd').read_bytes()


def test_gt_chooses_the_facts(guclog, corpus, empty, tmp_path):
    run = guclog('convert', '--facts', corpus('facts-2-gts', 'facts'), '--gt', 1,
                 corpus('facts-2-gts', 'img'))
    assert run.raw == corpus('facts-2-gts', 'gt1.lfd').read_bytes()
    (tmp_path / 'facts').write_text(
        'kernel=6.1\ngt=0\nlog_level=1\n\ngt=1\nlog_level=3\n')
    first = guclog('convert', '--facts', 'facts', empty).raw
    assert guclog('convert', '--facts', 'facts', '--gt', 0, empty).raw == first
    second = guclog('convert', '--facts', 'facts', '--gt', 1, empty, '-o', 'c')
    assert second.raw != first
    lines = guclog('info', '--blocks', 'c').out.splitlines()
    assert '    log_level=3' in lines and '    log_level=1' not in lines
    run = guclog.fails('convert', '--facts', 'facts', '--gt', 2, empty)
    assert 'facts: no gt=2' in run.err
    run = guclog.fails('convert', '--facts', 'facts', '--gt', 'x', empty)
    assert '--gt x: not a number' in run.err


def test_notes(guclog, empty):
    guclog('convert', '--note', 'a=1', '--note', 'b=two words', empty, '-o', 'lfd')
    assert guclog('info', '--blocks', 'lfd').out.endswith('\n    a=1\n    b=two words\n')
    for note in 'nokey', '=1', 'a=1\nb=2', 'a=\xc3\xa4':
        guclog.usage('convert', '--note', note, empty)
    guclog.usage('convert', '--to', 'state', '--note', 'a=1', empty)


def test_usage(guclog, empty):
    for args in ((), ('a', 'b'), ('--to', 'nothing', empty), ('--to',), ('--nothing',)):
        guclog.usage('convert', *args)
    # An image does not contain the number of its GT.
    assert 'empty.img: has no log of GT 0, only of a GT that is not known' in \
        guclog.fails('convert', '--gt', 0, empty).err


def test_other_forms(guclog, corpus, tmp_path):
    made = corpus('real-words', 'lfd')
    assert guclog('convert', made).raw == made.read_bytes()
    guclog('asic', '--facts', corpus('empty', 'facts'), '--to', 'rdf', '-o', 'rdf')
    guclog.fails('convert', 'rdf')
    (tmp_path / 'dir').mkdir()
    assert 'guclog: dir: no GuC log in it' in guclog.fails('convert', 'dir').err


WRITER = 'writer=xe_guclog 0.1.0\n'


@pytest.mark.parametrize('text, want', [
    ('# comment\n\nunknown_key=1\nplatform=BATTLEMAGE\ngt=0', 'platform=BATTLEMAGE\ngt=0\n'),
    # Without a line gt=, the number of the GT is unknown.
    ('log_level=2\nplatform=X\n', 'platform=X\nlog_level=2\n')])
def test_facts_file(guclog, empty, tmp_path, text, want):
    (tmp_path / 'facts').write_text(text)
    assert guclog('convert', '--to', 'info', '--facts', 'facts', empty).out == WRITER + want
    guclog('convert', '--facts', 'facts', '--gt', 0, empty,
           rc=0 if 'gt=' in text else 2)


@pytest.mark.parametrize('text, fault', [
    ('platform=X\npci_id=80860\n', 'line 2: pci_id: malformed value'),
    ('platform=X\n\nnonsense\n', "line 3: nonsense: no '='"),
    ('platform=X\nplatform=Y\n', 'line 2: platform: a second value of this key'),
    ('gt=1\ngt=1\n', 'line 2: gt: this GT is in an earlier line'),
    ('gt=one\n', 'line 1: gt: '), ('platform=\n', 'line 1: platform: '),
    ('platform=a\0b\n', '')])
def test_facts_file_faults(guclog, empty, tmp_path, text, fault):
    (tmp_path / 'facts').write_text(text)
    run = guclog.fails('convert', '--facts', 'facts', empty, '-o', 'lfd')
    assert f'guclog: facts: {fault}' in run.err
    assert [p.name for p in tmp_path.iterdir()] == ['facts']


def test_facts_file_missing(guclog, empty):
    run = guclog.fails('convert', '--facts', 'missing', empty)
    assert run.err == 'guclog: missing: No such file or directory\n'


def test_facts_of_a_cut_file(guclog, corpus, tmp_path):
    (tmp_path / 'short').write_bytes(corpus('real-words', 'lfd').read_bytes()[:100])
    guclog.fails('convert', '--facts', 'short', corpus('real-words', 'img'))


def test_info_time_before_boot(guclog, corpus, tmp_path):
    """info prints a time before the boot with one minus sign, at its beginning."""
    facts = re.sub('(?m)^anchor_boottime_ns=.*', 'anchor_boottime_ns=1000',
                   corpus('real-words', 'facts').read_text('ascii'))
    (tmp_path / 'facts').write_text(facts)
    guclog('convert', '--facts', 'facts', corpus('real-words', 'img'), '-o', 'lfd')
    assert re.search(r'newest .* before the capture, -\d+\.\d{6} s after boot',
                     guclog('info', 'lfd').out)


def test_losses_and_faults_come_before_the_output(guclog, corpus):
    """For an incomplete log, convert prints the losses and then the faults, with the same wording
    as explain and check. Only then does it write the output."""
    text = forms.debugfs(forms.Held(corpus('real-words', 'img').read_bytes()))
    save('cut', text[:50000])
    lines = guclog('check', 'cut', rc=1).out.splitlines()
    err = ''.join(f'guclog: {line}\n' for line in lines)
    assert [' at 0x' in line for line in lines] == [False, False, True, True]
    assert guclog('explain', 'cut', rc=1).err == err
    assert guclog('convert', 'cut', '-o', 'lfd', rc=1).err == err
    run = guclog('convert', 'cut', '-o', 'no/folder', rc=2)
    assert run.err.startswith(err) and len(run.err) > len(err)


def test_truncated_lfd(guclog, corpus):
    """The exit status is 1 for an LFD file that cannot be read to its end."""
    save('lfd', corpus('real-words', 'lfd').read_bytes()[:5000])
    for args in (), ('--redact',):
        assert 'lfd: LFD at 0x' in guclog('convert', *args, 'lfd', rc=1).err
