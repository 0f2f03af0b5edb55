# SPDX-License-Identifier: GPL-2.0-only
"""tools/formats/guclog.magic, with which file(1) describes the files of the project."""

import struct
import subprocess

import pytest
from conftest import TOP
from corpus import CASES
from inputs import MACHINE, held, small
from reference import forms
from reference.log import MARKERS
from tool import save

MAGIC = TOP / 'tools/formats/guclog.magic'


def described(*paths):
    """Return the description that file(1) prints for each file."""
    return subprocess.run(['file', '-b', '-m', MAGIC, *paths], check=True, text=True,
                          capture_output=True).stdout.splitlines()


def of_image(content):
    """Return the description that file(1) must print for an image: the event region, whose buffer
    state can be any of the first three, and the version of the LIC (log init config). Return None
    if neither of the first two buffer states is of a known type."""
    words = [struct.unpack_from('<9I', content.ljust(180, b'\0'), at)
             for at in (0, 36, 72, 108, 144)]
    if words[0][:2] not in MARKERS and words[1][:2] not in MARKERS:
        return None
    text = 'GuC log, image'
    for state in words[:3]:
        if state[:2] == (0xcabba9e6, 0xdeadfeed):
            # printf's %#x has no prefix for 0.
            pointer = f'{state[3]:#x}' if state[3] else '0'
            text += f', {state[4]} bytes of events, write pointer {pointer}'
    for lic in words[3:]:
        if lic[0] == 0x8086900d:
            text += f', LIC {lic[1] >> 16}.{lic[1] & 0xffff}'
    return text


def of_lfd(content):
    return 'GuC log, LFD file, version {1}.{0}'.format(*struct.unpack_from('<HH', content, 8))


@pytest.mark.parametrize('suffix, expected', [
    ('img', of_image), ('lfd', of_lfd), ('info', lambda _: None), ('state', lambda _: None),
    ('rdf', lambda _: 'RDF file, version 3, ASIC info version 1'),
    ('asic_v1', lambda _: None)], ids=['img', 'lfd', 'info', 'state', 'rdf', 'asic_v1'])
def test_corpus(corpus, suffix, expected):
    """file(1) prints the expected description for each file of the corpus with this suffix. If none
    is expected, file(1) must not take the file for one in a format of the project."""
    paths = [corpus(name, suffix) for name in CASES]
    for path, found in zip(paths, described(*paths), strict=True):
        want = expected(path.read_bytes())
        assert found == want if want else not found.startswith(('GuC', 'RDF', 'Xe')), path


@pytest.mark.parametrize('text, want', [
    (forms.devcoredump(MACHINE, held(small())), 'Xe devcoredump, text, with a GuC log'),
    (forms.devcoredump(MACHINE, held(small())).partition('**** GuC Log ****')[0],
     'Xe devcoredump, text'),
    (forms.debugfs(held(small())), 'GuC log, text of the Xe driver')],
    ids=['devcoredump', 'devcoredump-without-a-log', 'debugfs'])
def test_text(tmp_path, text, want):
    assert described(save(tmp_path / 'text', text)) == [want]
