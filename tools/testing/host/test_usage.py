# SPDX-License-Identifier: GPL-2.0-only
"""The command line as a whole."""


def test_version(guclog):
    assert guclog('--version').out.startswith('guclog ')


def test_no_arguments(guclog):
    assert 'Usage:' in guclog(rc=2).err
