# SPDX-License-Identifier: GPL-2.0-only
"""Tests scripts/kernel-table.py, which makes the table of kernels in the README from the results of
runs."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / 'scripts'

pytestmark = pytest.mark.plain_build


@pytest.fixture
def script(monkeypatch, tmp_path):
    """Return the script as a module, which reads the results from a file in tmp_path."""
    monkeypatch.syspath_prepend(SCRIPTS)
    spec = importlib.util.spec_from_file_location('kernel_table', SCRIPTS / 'kernel-table.py')
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, 'dont_write_bytecode', True)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, 'RESULTS', tmp_path / 'results.csv')
    return module


def row_of(script, kernel, release, *results, old=None):
    """Return the row of a kernel after these results: pairs of scenario and verdict."""
    script.RESULTS.write_text(''.join(f'2026-11-0{n},tgl,x,{release},{scenario},{verdict}\n'
                                      for n, (scenario, verdict) in enumerate(results, 1)))
    rows = {kernel: old} if old else {}
    script.add_results(rows)
    return rows[kernel]


def done(row):
    return [row[key] for key in ('built', 'booted', 'recorded', 'explained')]


@pytest.mark.parametrize('results, want', [
    ([('probe', 'ok')], ['-', 'yes', '-', '-']),
    ([('hang', 'ok')], ['-', 'yes', '-', 'read']),
    ([('live', 'ok')], ['yes', 'yes', '-', '-']),
    ([('kills', 'ok')], ['yes', 'yes', 'yes', '-']),
    ([('hangs', 'ok')], ['yes', 'yes', 'yes', 'yes']),
    ([('hangs', 'ok'), ('hang', 'ok')], ['yes', 'yes', 'yes', 'yes']),
    ([('live', 'ok'), ('hangs', 'failed')], ['yes', 'yes', 'no', 'no']),
    ([('hangs', 'ok'), ('hangs', 'failed')], ['yes', 'yes', 'no', 'no']),
    ([('probe', 'failed')], ['-', 'no', '-', '-'])])
def test_results(script, results, want):
    """A cell says what has passed; the latest result of a scenario counts."""
    row = row_of(script, '7.2-rt', '7.2.13+deb14-rt-amd64', *results)
    assert done(row) == want
    assert row['date'] == f'2026-11-0{len(results)}'


def test_another_release(script):
    """Results of an older release of the kernel are dropped."""
    old = {'kernel': '7.3', 'release': '7.3.1-amd64', 'built': 'yes', 'booted': 'yes',
           'recorded': 'yes', 'explained': 'yes', 'date': '2026-10-01'}
    row = row_of(script, '7.3', '7.3.4-amd64', ('probe', 'ok'), old=old)
    assert row['release'] == '7.3.4-amd64' and done(row) == ['-', 'yes', '-', '-']


def test_experimental(script):
    """A release candidate of experimental does not replace the results of the released kernel."""
    old = {'kernel': '7.3', 'release': '7.3.4+deb13-amd64', 'built': 'yes', 'booted': 'yes',
           'recorded': 'yes', 'explained': 'yes', 'date': '2026-10-01'}
    rows = {'7.3': dict(old)}
    script.RESULTS.write_text('2026-11-01,bmg,experimental,7.3-amd64,probe,ok\n'
                              '2026-11-01,bmg,x,7.3-rt-amd64,live,failed\n')
    script.add_results(rows)
    assert rows['7.3'] == old
    assert done(rows['7.3-exp']) == ['-', 'yes', '-', '-']
    assert done(rows['7.3-exp-rt']) == ['-', 'no', '-', '-']


def test_cells(script):
    """The table says why the module was not tested on a kernel."""
    row = {'kernel': '6.18', 'release': '6.18.15-amd64', 'required': '1 of 1',
           'optional': '1 of 2'} | dict.fromkeys(script.DONE, '-')
    text = script.table([row, row | {'kernel': '7.1', 'booted': 'yes'}])
    assert ['by hand' in line for line in text.splitlines()[2:]] == [True, False]
    assert text.count('layout checked') == 2
