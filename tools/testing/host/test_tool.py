# SPDX-License-Identifier: GPL-2.0-only
"""Tests tool.Tool, the class with which the other tests run guclog."""

from tool import Tool


def test_leaks_in_one_of_n_runs(monkeypatch):
    monkeypatch.setattr(Tool, 'every', 4)
    monkeypatch.setattr(Tool, 'runs', 0)
    asked = ['detect_leaks=1' in Tool.environment()['ASAN_OPTIONS'] for _ in range(9)]
    assert asked == [True, False, False, False, True, False, False, False, True]
