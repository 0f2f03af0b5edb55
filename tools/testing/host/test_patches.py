# SPDX-License-Identifier: GPL-2.0-only
"""Tests the patches that break the module on purpose. The negative controls of make check-deep
build the module with them, and its tests must then fail."""

import subprocess

import pytest
from conftest import TOP

PATCHES = sorted((TOP / 'tools/testing/gpu/negative').glob('*.patch'))


@pytest.mark.parametrize('path', PATCHES, ids=lambda path: path.name)
def test_applies(path):
    """A patch can be applied to the sources, and its context lines are exact."""
    done = subprocess.run(['patch', '--dry-run', '--force', '--fuzz=0', '-p1', '-d', TOP],
                          stdin=path.open('rb'), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
