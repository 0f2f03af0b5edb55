# SPDX-License-Identifier: GPL-2.0-only
"""guclog check --json, which prints the faults of files as JSON."""

import pytest
from reference import forms
from test_check import missing
from tool import poke, save


@pytest.fixture
def lfd(corpus):
    return corpus('real-words', 'lfd').read_bytes()


def test_json(guclog, lfd, corpus):
    """check --json prints an object for each file, with its faults and losses, or with the reason
    why it cannot be checked."""
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
    """For a truncated text of debugfs guc_log, check --json has the same losses as the text output
    of check."""
    text = forms.debugfs(forms.Held(corpus('real-words', 'img').read_bytes()))
    save('cut', text[:50000])
    run = guclog('check', '--json', 'cut', rc=1)
    one, = run.json['files']
    assert (one['form'], one['status']) == ('debugfs guc_log', 'faults')
    printed = guclog('check', 'cut', rc=1).out.splitlines()
    assert one['losses'] and [f'cut: {loss}' for loss in one['losses']] == \
        printed[:len(one['losses'])]


def test_json_of_listed_faults(guclog, corpus):
    """An LFD file that was made from an image with faults lists these faults in its comment. check
    --json has the same list."""
    run = guclog.convert(corpus('page-only', 'img'))
    save('lfd', run.made)
    one, = guclog('check', '--json', 'lfd', rc=1).json['files']
    assert one['status'] == 'faults' and not one['fault_count']
    assert one['listed'] and all(line.startswith('noted in HOST_COMMENT') for line in one['listed'])
    assert guclog('check', 'lfd', rc=1).out.splitlines() == [
        f'lfd: {line}' for line in one['listed']]
