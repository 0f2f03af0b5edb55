# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog layout on the module xe of Debian's kernels: each kernel is supported, lacks only the
members in debian_xe/missing.csv, and btf_reader.py, an independent reader of type information
(BTF), finds the same layout of xe's structures. The tests only run if --kernels is given; downloads are cached."""

import csv
import functools
import gzip
import lzma
import subprocess
from pathlib import Path

import btf_reader
import pytest
from tool import save

FETCH = Path(__file__).parent / 'debian_xe/fetch.sh'


@functools.cache
def fetch(what):
    return subprocess.run([FETCH, what], check=True, text=True,
                          capture_output=True).stdout.splitlines()


def releases(config):
    return btf_reader.chosen(config.getoption('kernels'), fetch('--list'))


def pytest_generate_tests(metafunc):
    if 'release' in metafunc.fixturenames:
        metafunc.parametrize('release', releases(metafunc.config))


@functools.lru_cache(maxsize=4)
def unpack(path):
    data = path.read_bytes()
    if path.suffix == '.xz':
        return lzma.decompress(data)
    if path.suffix == '.gz':
        return gzip.decompress(data)
    if path.suffix == '.zst':
        return subprocess.run(['zstd', '-qdc', path], check=True, capture_output=True).stdout
    return data


def missing(release):
    """Return the fields that the xe of a kernel lacks, according to debian_xe/missing.csv."""
    def number(version):
        return [int(part) for part in version.split('.')[:2]]

    version = number(release.partition('+')[0].partition('-')[0])
    with open(FETCH.parent / 'missing.csv', encoding='ascii') as f:
        rows = list(csv.DictReader(line for line in f if not line.startswith('#')))
    return set([row for row in rows if number(row['version']) <= version][-1]['missing'].split())


@pytest.fixture
def files(release, guclog):
    """Return the paths of xe and of the type information of the kernel, both compressed. Also
    uncompress them in the current folder, as "xe.ko" and "base"."""
    folder = Path(fetch(release)[0])
    xe, base = next(folder.glob('xe.ko*')), folder / 'vmlinux.btf.zst'
    save('xe.ko', unpack(xe))
    save('base', unpack(base))
    return xe, base


def test_served(guclog, release, files):
    """guclog layout prints the same table for the compressed and the uncompressed files, and
    btf_reader.py finds the same layout."""
    xe, base = files
    want = guclog('layout', '--base', base, xe).out
    assert guclog('layout', '--base', 'base', 'xe.ko').out == want
    found = guclog('layout', '--json', '--base', 'base', 'xe.ko').json
    compared = list(btf_reader.compare('base', 'xe.ko', found))
    assert [each for each in compared if each[1] != each[2]] == [] and len(compared) > 80
    assert {line.split()[0] for line in want.splitlines() if line.split()[2:3] == ['-']} == \
        missing(release)
    print(f'{release}:', *want.splitlines()[:2], sep=' ')


@pytest.mark.parametrize('name, rc, text', [
    ('no-base', 2, '--base is needed'), ('cut', 2, 'damaged'), ('half-a-base', 2, 'cut off'),
    ('renamed', 1, 'xe_tile.primary_gt: no such member')])
def test_refused(guclog, release, files, name, rc, text):
    """guclog layout refuses Debian's xe if it is damaged, if one of its structures lacks a member,
    or if the type information of the kernel (--base) is missing or truncated."""
    xe, base = Path('xe.ko').read_bytes(), Path('base').read_bytes()
    if name == 'renamed':
        xe = xe.replace(b'\0primary_gt\0', b'\0primary_xx\0')
    save('other', xe[:300000] if name == 'cut' else xe)
    save('base', base[:3000000] if name == 'half-a-base' else base)
    args = [] if name == 'no-base' else ['--base', 'base']
    assert text in guclog('layout', *args, 'other', rc=rc).err


def test_base_in_the_module(guclog, release, files):
    """If --base is not given, guclog layout reads the types of the kernel from the section
    .BTF.base of the module. Here this section has complete types. In a module that was not built
    together with its kernel, it has only their names and sizes (test_distilled in
    test_layout.py)."""
    want = guclog('layout', '--base', 'base', 'xe.ko').raw
    subprocess.run(['objcopy', '--add-section', '.BTF.base=base', 'xe.ko', 'other'], check=True)
    assert guclog('layout', 'other').raw == want


def test_base_of_another_kernel(guclog, pytestconfig):
    found = releases(pytestconfig)
    if len(found) < 2:
        pytest.skip('needs two kernels')
    first, second = (Path(fetch(release)[0]) for release in found[:2])
    err = guclog('layout', '--base', first / 'vmlinux.btf.zst', next(second.glob('xe.ko*')),
                 rc=1).err
    assert 'is not supported' in err
