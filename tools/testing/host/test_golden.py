# SPDX-License-Identifier: GPL-2.0-only
"""Tests of guclog's output for hangs on real hardware (transcripts/). golden.py --write renews the
expected output."""

import json
import subprocess

import golden
import pytest
import transcripts


@pytest.fixture
def path(request):
    return request.config.getoption('--guclog').resolve()


@pytest.mark.parametrize('name, verb', golden.CASES)
def test_output(path, tmp_path, name, verb):
    """guclog prints what the golden file has."""
    want = (golden.FOLDER / f'{name}.{verb}').read_text('utf-8')
    assert golden.output(path, name, verb, tmp_path).splitlines() == want.splitlines()


def test_golden_files_are_used():
    """There is no golden file without a case."""
    assert {file.name for file in golden.FOLDER.iterdir()} == \
        {f'{name}.{verb}' for name, verb in golden.CASES}


def explained(path, folder, name):
    """Return the JSON of guclog explain."""
    (folder / 'dump').write_text(transcripts.dump(name), encoding='ascii')
    done = subprocess.run([path, 'explain', '--json', folder / 'dump'], check=False, timeout=60,
                          stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def test_refused_fault(path, tmp_path):
    """The facts of the report: the access, the error, the queue, and no long kernel."""
    said = explained(path, tmp_path, 'b70-refused-fault')
    fault = said['memory_fault']
    assert (fault['fault']['address'], fault['fault']['access']) == ('0xaaad55000000', 'read')
    assert fault['cat_type'] == 18 and fault['fault']['refused']
    events = fault['events']
    assert events['refused'] < events['cat_error'] < events['disabled']
    assert said['victim'] == {'guc_id': 2, 'engine': 'ccs0'}
    assert said['hang'] and said['reset'] and said['waiter'] == {'guc_id': None}
    assert said['signature'].startswith('memory fault on ccs')
    assert not said['dictionary']['failed']


def test_long_kernel(path, tmp_path):
    """The facts of the report: the queue, the queue that waited, and the limit of the wait."""
    said = explained(path, tmp_path, 'b70-long-kernel')
    assert said['memory_fault'] is None
    assert said['victim'] == {'guc_id': 32, 'engine': 'ccs0'}
    assert said['waiter'] == {'guc_id': 47} and round(said['wait_ms']) == 640
    assert not said['dictionary']['failed']


def test_copy_timeout(path, tmp_path):
    """The facts of the report: the job of the kernel's queue timed out; nothing shows a fault."""
    said = explained(path, tmp_path, 'b70-copy-timeout')
    assert said['driver']['guc_id'] == 0 and said['memory_fault'] is None
