# SPDX-License-Identifier: GPL-2.0-only
"""The patches that break the module on purpose, for the negative controls of make check-deep."""

import subprocess

import pytest
from conftest import TOP

PATCHES = sorted((TOP / 'tools/testing/gpu/negative').glob('*.patch'))


@pytest.mark.parametrize('path', PATCHES, ids=lambda path: path.name)
def test_applies(path):
    """A patch applies to the sources without fuzz."""
    done = subprocess.run(['patch', '--dry-run', '--force', '--fuzz=0', '-p1', '-d', TOP],
                          stdin=path.open('rb'), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
