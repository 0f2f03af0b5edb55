# SPDX-License-Identifier: GPL-2.0-only
"""Tests the source tarball, the files from which packages for other distributions are made, and a
build on a system without apt."""

import os
import re
import shutil
import subprocess
import tempfile

import pytest
from conftest import TOP

PACKAGING = TOP / 'contrib/packaging'
SPEC, PKGBUILD = PACKAGING / 'xe-guclog.spec', PACKAGING / 'PKGBUILD'
VERSION = re.search(r'#define GUC_VERSION\s+"(.*)"', (
    TOP / 'drivers/xe_guclog/core/guc_version.h').read_text())[1]
# Messages of rpmlint that are accepted: one demands a rule of Mandriva, one demands a tag for old
# versions of RPM, and one is about the web address of the tarball, which does not exist.
ACCEPTED = ('lib-package-without-%mklibname', 'no-buildroot-tag', 'invalid-url Source0')


def sh(script, *args, check=True, **options):
    return subprocess.run(['bash', '-euc', script, 'bash', *map(str, args)],
                          capture_output=True, text=True, check=check, **options)


needs_git = pytest.mark.skipif(not (TOP / '.git').exists(), reason='no checkout of git')


def make_tarball(out, **variables):
    """Make the tarball with dist.sh, and return its path. In place of xz, dist.sh finds a script
    that runs xz with the lowest compression, which takes a tenth of the time. variables: further
    environment variables of dist.sh."""
    xz = out / 'bin/xz'
    xz.parent.mkdir()
    xz.write_text(f'#!/bin/sh\nexec {shutil.which("xz")} "$@" -0\n')
    xz.chmod(0o755)
    sh('"$1/scripts/dist.sh" "$2"', TOP, out, env={
        **os.environ, 'PATH': f'{xz.parent}:{os.environ["PATH"]}', **variables})
    return out / f'xe-guclog-{VERSION}.tar.xz'


@pytest.fixture(scope='module')
def tarball(tmp_path_factory):
    return make_tarball(tmp_path_factory.mktemp('dist'))


@needs_git
def test_tarball_is_the_same_each_time(tarball, tmp_path):
    make_tarball(tmp_path, TZ='Asia/Tokyo')
    assert (tmp_path / tarball.name).read_bytes() == tarball.read_bytes()


@needs_git
def test_tarball_has_what_a_build_needs(tarball):
    names = set(sh('tar -tf "$1"', tarball).stdout.splitlines())
    top = f'xe-guclog-{VERSION}/'
    assert {top + name for name in (
        'Makefile', 'README.md', 'LICENSES/MIT.txt', 'tools/guclog/verbs/guclog.c', 'Kbuild',
        'Documentation/samples/dump.txt.xz', 'contrib/packaging/PKGBUILD')} <= names
    assert not [name for name in names if '/build/' in name or name.startswith('/')]


@pytest.mark.parametrize('file', [SPEC, PKGBUILD])
def test_version(file):
    assert re.search(r'^(Version: +|pkgver=)(.*)$', file.read_text(), re.M)[2] == VERSION


@pytest.mark.skipif(not shutil.which('rpmlint'), reason='no rpmlint')
def test_spec_file():
    done = subprocess.run(['rpmspec', '-P', SPEC], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    out = subprocess.run(['rpmlint', SPEC], capture_output=True, text=True, check=False).stdout
    found = [line for line in out.splitlines() if re.search(r': [EW]: ', line)]
    assert not [line for line in found if not any(word in line for word in ACCEPTED)], out


@pytest.mark.skipif(not shutil.which('makepkg'), reason='no makepkg')
def test_pkgbuild():
    """makepkg can read the PKGBUILD. If this test runs as root, it runs makepkg as another user,
    because makepkg refuses to run as root. The test replaces pacman with the program true, which
    does nothing."""
    user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        for file in PKGBUILD, PACKAGING / 'xe-guclog.install':
            shutil.copy(file, folder)
        done = subprocess.run(
            [*([] if os.geteuid() else user), 'makepkg', '--printsrcinfo'], capture_output=True,
            text=True, check=False, cwd=folder,
            env={'PATH': os.environ['PATH'], 'PACMAN': 'true', 'HOME': folder})
    assert done.returncode == 0, done.stderr
    assert 'pkgname = xe-guclog-dkms' in done.stdout and f'pkgver = {VERSION}' in done.stdout


@pytest.mark.parametrize('file', [SPEC, PKGBUILD])
def test_packages_install_what_the_others_install(file):
    """The spec file and the PKGBUILD contain commands to install the systemd units, udev rules and
    other files that Debian's packages have."""
    text = file.read_text()
    for pattern in ('contrib/collect/*.service', 'contrib/collect/*.rules', 'xe-guclog.tmpfiles',
                    'xe-guclog.default', 'tools/formats', 'tools/hardware-check'):
        assert pattern in text


def test_build_without_apt_says_what_it_needs(tmp_path):
    """On a system without apt, scripts/setup.sh prints which libraries and programs are missing for
    a build, in at most 24 lines. If none is missing, it succeeds without output."""
    tools = tmp_path / 'bin'
    tools.mkdir()
    for name in ('bash', 'sh', 'readlink', 'dirname', 'sed', 'fmt'):
        (tools / name).symlink_to(shutil.which(name))
    env = {'PATH': str(tools)}
    done = subprocess.run([shutil.which('bash'), TOP / 'scripts/setup.sh', 'tool'], env=env,
                          capture_output=True, text=True, check=False)
    assert done.returncode != 0 and done.stdout == ''
    lines = done.stderr.splitlines()
    assert len(lines) <= 24 and all(len(line) <= 110 for line in lines)
    for library in ('json-c', 'zlib', 'libzstd', 'libarchive', 'protobuf-c', 'ncurses'):
        assert [line for line in lines if line.startswith(library) and 'MISSING' in line], library
    for name in ('cc', 'make', 'pkg-config', 'protoc-c', 'python3'):
        (tools / name).write_text('#!/bin/sh\n')
        (tools / name).chmod(0o755)
    done = subprocess.run([shutil.which('bash'), TOP / 'scripts/setup.sh', 'tool'], env=env,
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, '')


@pytest.mark.skipif(os.getuid(), reason='dkms.sh needs root')
@pytest.mark.parametrize('fails', (False, True))
def test_source_is_kept_if_dkms_cannot_remove_the_module(tmp_path, fails):
    """If "dkms remove" fails, "dkms.sh uninstall" fails and does not delete the source, without
    which DKMS cannot remove the built modules later."""
    dkms = tmp_path / 'bin/dkms'
    dkms.parent.mkdir()
    dkms.write_text(f'#!/bin/sh\n[ "$1" = status ] && echo known && exit\nexit {int(fails)}\n')
    dkms.chmod(0o755)
    source = tmp_path / f'src/xe-guclog-{VERSION}'
    source.mkdir(parents=True)
    done = subprocess.run(
        [TOP / 'scripts/dkms.sh', 'uninstall'], check=False, capture_output=True, text=True,
        timeout=120, env={**os.environ, 'PATH': f'{dkms.parent}:{os.environ["PATH"]}',
                          'DKMS_SOURCES': str(tmp_path / 'src')})
    assert (done.returncode != 0, source.exists()) == (fails, fails), done.stderr
