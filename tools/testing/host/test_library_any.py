# SPDX-License-Identifier: GPL-2.0-only
"""libguclog opens what has no log, and tells why; the parts of a file and of its logs."""

import zipfile

import pytest
from installed_library import Library
from reference.sections import V612, Dump
from test_library_forms import DUMP, IMAGE

FORM = dict(UNKNOWN='0', IMAGE='1', LFD='2', DEVCOREDUMP='5', DIRECTORY='12')


@pytest.fixture(scope='module', params=['gcc', 'san'])
def program(request, tmp_path_factory):
    """A function that runs any.c: its lines, split into members."""
    folder = tmp_path_factory.mktemp('any')
    library = Library(request.param, folder)
    built = library.program(folder / 'program', 'any.c', '-std=gnu11')

    def call(*args):
        return [line.split('|') for line in library.run(built, *args).splitlines()]
    return call


def of(lines, what):
    return [line[1:] for line in lines if line[0] == what]


def test_dump(program, tmp_path):
    path = tmp_path / 'dump'
    path.write_bytes(DUMP)
    lines = program(path)
    assert lines[0] == ['file', str(path), FORM['DEVCOREDUMP'], '1', '1', '1']
    assert of(lines, 'form') == [['Xe devcoredump']]
    line = 1 + DUMP.split(b'[LOG].data')[0].count(b'\n')
    (log,) = of(lines, 'log')
    assert log[:2] == [str(path), FORM['DEVCOREDUMP']] and log[3:] == [str(len(IMAGE)), '0', '-']
    assert 0 < int(log[2]) <= line
    assert ['gt=0'] in of(lines, 'own')
    assert of(lines, 'renamed') == [['other', 'other']]
    assert not of(lines, 'said') + of(lines, 'bare') + of(lines, 'hole')


def test_logs_only(program, tmp_path):
    (tmp_path / 'dump').write_bytes(DUMP)
    assert program('--logs', tmp_path / 'dump')[0][-3:] == ['1', '1', '0']


def test_hole(program, tmp_path):
    """A line of the data that is missing is a hole and a loss."""
    head, _, data = DUMP.partition(b'[LOG].data')
    key, _, text = data.partition(b': ')
    middle = len(text) // 3
    (tmp_path / 'dump').write_bytes(head + b'[LOG].data' + key + b': ' + text[:middle] +
                                    text[middle + 500:])
    lines = program(tmp_path / 'dump')
    (hole,) = of(lines, 'hole')
    assert 0 < int(hole[0]) < int(hole[1]) <= len(IMAGE)
    assert int(of(lines, 'log')[0][4]) > 0


def test_unknown(program, tmp_path):
    """Data of an unknown form are read as a log image."""
    (tmp_path / 'data').write_bytes(bytes(5000))
    lines = program(tmp_path / 'data')
    assert lines[0][2:] == [FORM['UNKNOWN'], '1', '1', '0']
    assert of(lines, 'log')[0][1:4] == [FORM['UNKNOWN'], '0', '5000']


def reasons(guclog, *args):
    return [line.removeprefix('guclog: ') for line in guclog(*args, rc=2).err.splitlines()]


def test_reasons(program, guclog, tmp_path):
    """The library gives the sentences that the command prints."""
    (tmp_path / 'text').write_text('nothing here\n')
    with zipfile.ZipFile(tmp_path / 'zip', 'w') as archive:
        for name in 'one', 'two':
            archive.writestr(name, bytes(5000))
    for name in 'text', 'zip':
        lines = program(tmp_path / name)
        assert lines[0][3:] == ['1', '0', '0']
        assert of(lines, 'form') == [['data of an unknown form']]
        for key, verb in ('log?', 'decode'), ('dump?', 'dump'):
            assert [told[0] for told in of(lines, key)] == reasons(guclog, verb, tmp_path / name)
            assert {told[1] for told in of(lines, key)} == {'1'}
    assert len(of(lines, 'log?')) == 3


def test_without_log(program, guclog, tmp_path):
    """A devcoredump of Linux 6.12."""
    path = tmp_path / 'dump'
    path.write_text(Dump().text(V612))
    lines = program(path)
    assert lines[0][3:] == ['1', '0', '1']
    assert of(lines, 'bare') == [[str(path)]]
    assert of(lines, 'form') == of(program('--logs', path), 'form') == [['Xe devcoredump']]
    assert [told[0] for told in of(lines, 'log?')] == reasons(guclog, 'decode', path)


def test_absent(program, tmp_path):
    lines = program(tmp_path / 'absent')
    assert lines[0][2:] == ['0', '0', '0', '0']
    assert of(lines, 'said') == [[f'{tmp_path}/absent: No such file or directory']]


def test_directory(program, tmp_path):
    (tmp_path / 'a.img').write_bytes(IMAGE)
    (tmp_path / 'dump').write_bytes(DUMP)
    lines = program(tmp_path)
    assert lines[0][2:] == [FORM['DIRECTORY'], '1', '2', '1']
    assert [log[0] for log in of(lines, 'log')] == [f'{tmp_path}/a.img', f'{tmp_path}/dump']


def test_facts(program, guclog, tmp_path):
    path = tmp_path / 'info'
    path.write_text('graphics_ip=20.01\ngt=0\ngt=1\nkernel=6.12\n')
    lines = program('--facts', path)
    assert lines[0] == ['error', '0', '']
    assert sorted(of(lines, 'device')) == [['graphics_ip=20.01'], ['kernel=6.12']]
    assert of(lines, 'gt') == [['gt=0'], ['gt=1']]
    (tmp_path / 'image').write_bytes(IMAGE)
    guclog('convert', '--facts', path, '--gt', '1', '-o', tmp_path / 'lfd', tmp_path / 'image')
    lines = program('--facts', tmp_path / 'lfd')
    assert ['graphics_ip=20.01'] in of(lines, 'device') and ['gt=1'] in of(lines, 'gt')


@pytest.mark.parametrize('text, why', [
    ('gt=0\ngt=0\n', "line 2: gt: this GT was there before"),
    ('graphics_ip\n', "line 1: graphics_ip: no '='"),
])
def test_bad_facts(program, tmp_path, text, why):
    (tmp_path / 'info').write_text(text)
    lines = program('--facts', tmp_path / 'info')
    assert lines == [['error', lines[0][1], f'{tmp_path}/info: {why}']]
    assert int(lines[0][1]) < 0
