# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog layout, which checks whether the module supports a kernel's xe, on the generated
files of made_xe.py. test_layout_debian.py tests it on Debian's xe."""

import gzip
import lzma
import subprocess

import made_xe
import pytest
from tool import poke, save

MADE = made_xe.files()


@pytest.fixture
def xe(guclog):
    """The fixture guclog, in a folder with the files of made_xe.py."""
    for name, data in MADE.items():
        save(name, data)
    return guclog


def lines(run):
    return run.out.splitlines()


def test_whole(xe):
    run = xe('layout', 'whole')
    assert not run.err
    assert {'required 17 of 17', 'optional 9 of 53',
            'enum xe_gt_type XE_GT_TYPE_MAIN=1 XE_GT_TYPE_MEDIA=2'} <= set(lines(run))
    assert 'DEVICE_IS_DGFX         xe_device.info.is_dgfx 28.5:1' in run.out
    assert 'LOG_BO                 xe_guc_log.bo 8/8' in run.out
    assert xe('layout', '-', stdin=MADE['whole']).raw == run.raw


def test_split(xe):
    """guclog layout prints the same table for BTF data in ELF files and without them. It also
    prints the same if --base is not given because the module contains the types of the kernel."""
    want = xe('layout', '--base', 'kernel', 'module')
    assert 'required 17 of 17' in lines(want)
    for base, module in ('vmlinux', 'xe.ko'), ('kernel', 'xe.ko'), ('vmlinux', 'module'):
        assert xe('layout', '--base', base, module).raw == want.raw
    run = xe('layout', 'with-base')
    assert (run.raw, run.err) == (want.raw, '')
    assert xe('layout', '--base', 'vmlinux', '-', stdin=MADE['xe.ko']).raw == want.raw


def test_distilled(xe):
    """The section .BTF.base of a module may be distilled: it then has only the names and sizes of
    the kernel's types. Such a module needs --base with the complete types of its kernel."""
    run = xe('layout', '--base', 'full', 'distilled')
    assert not run.err and 'required 17 of 17' in lines(run)
    assert 'BO_VMAP_IS_IOMEM       xe_bo.vmap.is_iomem 24/1' in run.out
    err = xe('layout', 'distilled', rc=1).err
    assert 'distilled: is not supported: xe_bo.vmap.vaddr: no such member\n' in err
    assert '--base' in err


def test_packed(xe):
    want = xe('layout', '--base', 'vmlinux', 'xe.ko').raw
    save('xe.ko.xz', lzma.compress(MADE['xe.ko']))
    save('xe.ko.gz', gzip.compress(MADE['xe.ko']))
    subprocess.run(['zstd', '-q', 'vmlinux'], check=True)
    for packed in 'xe.ko.xz', 'xe.ko.gz':
        assert xe('layout', '--base', 'vmlinux.zst', packed).raw == want
    save('short', lzma.compress(MADE['xe.ko'])[:300])
    assert 'ends too early' in xe('layout', '--base', 'vmlinux', 'short', rc=2).err


def test_boot_image(xe):
    """The argument of --base can be a boot image, with a kernel in any compression. In the image,
    four bytes with the length of the uncompressed kernel follow the compressed kernel; with xz and
    zstd, they are not a part of the compressed data."""
    want = xe('layout', '--base', 'vmlinux', 'xe.ko').raw
    assert xe('layout', '--base', 'vmlinuz', 'xe.ko').raw == want
    kernel = MADE['vmlinux']
    big = [{'id': lzma.FILTER_X86}, {'id': lzma.FILTER_LZMA2, 'dict_size': 128 << 20}]
    zstd = subprocess.run(['zstd', '-qc'], input=kernel, check=True, capture_output=True).stdout
    for packed in lzma.compress(kernel, filters=big), zstd, kernel:
        save('image', made_xe.boot_image(packed + len(kernel).to_bytes(4, 'little')))
        assert xe('layout', '--base', 'image', 'xe.ko').raw == want
    save('image', MADE['vmlinuz'][:-20])
    assert xe('layout', '--base', 'image', 'xe.ko', rc=2).err == \
        'guclog: image: is a boot image that is cut off\n'
    save('image', made_xe.boot_image(gzip.compress(kernel)[:-30]))
    assert 'image: gzip: ends too early' in xe('layout', '--base', 'image', 'xe.ko', rc=2).err
    save('image', made_xe.boot_image(b'\x02!L\x18' + kernel))
    assert 'scripts/extract-vmlinux' in xe('layout', '--base', 'image', 'xe.ko', rc=2).err


@pytest.mark.parametrize('args, fault', [
    (['xe.ko'],
     'xe.ko: was not built for the running kernel, but belongs to 9.9.9-made: --base is needed'),
    (['module'], 'module: was not built for the running kernel: --base is needed'),
    (['--base', 'other', 'xe.ko'],
     'other: is kernel 8.8.8-made, but xe.ko was built for kernel 9.9.9-made'),
    (['--base', 'nothere', 'xe.ko'], 'nothere: No such file'),
    (['--base', 'module', 'xe.ko'],
     'module: the type information of a module is incomplete without that of its kernel'),
    (['--base', 'none', 'xe.ko'], 'none: has no type information (BTF)')])
def test_base(xe, args, fault):
    """guclog layout refuses a module if it does not get the types of the kernel for which the
    module was built: --base is not given, or its file does not have these types. The message states
    the reason."""
    assert f'guclog: {fault}' in xe.fails('layout', *args).err


def test_refused(xe):
    run = xe('layout', '--base', 'kernel', 'lost', rc=1)
    assert run.err == 'guclog: lost: is not supported: xe_guc_log.bo: no such member\n'
    assert 'required 16 of 17' in lines(run) and 'xe_guc_log.bo - no such member' in run.out
    assert xe('layout', 'kernel', rc=1).err == \
        'guclog: kernel: is not supported: xe_device: no such structure\n'
    run = xe('layout', 'none', rc=1)
    assert (run.out, run.err) == ('', 'guclog: none: has no type information (BTF)\n')


def test_damaged(xe):
    save('short', MADE['xe.ko'][:1000])
    assert 'short: is not a 64-bit little-endian ELF file, or is damaged' in \
        xe.fails('layout', '--base', 'kernel', 'short').err
    save('short', MADE['whole'][:1000])
    assert xe('layout', 'short', rc=1).err == \
        'guclog: short: is not supported: the type information is cut off\n'
    save('short', MADE['kernel'][:100])
    assert xe('layout', '--base', 'short', 'xe.ko', rc=2).err == \
        'guclog: short: the type information is cut off\n'
    save('text', b'no types\n')
    assert 'is neither an ELF file nor BTF' in xe('layout', 'text', rc=2).err
    save('nothing', b'')
    xe('layout', 'nothing', rc=2)


@pytest.mark.parametrize('offset, values', [
    (4, [1]), (5, [2]), (40, [0xff] * 7 + [0x7f]), (62, [0xff, 0x7f])],
    ids=['class', 'byte-order', 'far-sections', 'many-names'])
def test_damaged_elf_header(xe, offset, values):
    poke('xe.ko', offset, *values)
    err = xe('layout', '--base', 'kernel', 'xe.ko', rc=2).err
    assert offset != 4 or 'not a 64-bit' in err


def test_json(xe):
    found = xe('layout', '--json', '--base', 'kernel', 'xe.ko').json
    assert found['served'] and found['kernel'] == '9.9.9-made' and 'fault' not in found
    fields = {f['id']: f for f in found['fields']}
    assert fields['DEVICE_IS_DGFX'] == {
        'id': 'DEVICE_IS_DGFX', 'struct': 'xe_device', 'path': 'info.is_dgfx',
        'required': False, 'present': True, 'offset': 28, 'bytes': 1, 'bit': 5, 'bits': 1}
    assert fields['LOG_STATS_OVERFLOW']['stride'] == 12
    assert fields['DRAM_TYPE']['reason'] == 'no such structure'
    assert found['structs'][0] == {'name': 'xe_device', 'bytes': 256, 'definitions': 1}
    enums = {e['tag']: e['names'] for e in found['enums']}
    assert enums['xe_gt_type'][1] == {'value': 2, 'name': 'XE_GT_TYPE_MEDIA'}
    found = xe('layout', '--json', '--base', 'kernel', 'lost', rc=1).json
    assert not found['served'] and found['fault'] == {
        'id': 'LOG_BO', 'reason': 'no such member', 'text': 'xe_guc_log.bo: no such member'}


def test_usage(guclog):
    for args in (), ('a', 'b'), ('--nonsense', 'a'), ('--base',):
        guclog.usage('layout', *args)
    run = guclog('layout', '--help')
    assert 'Usage: guclog layout' in run.out and not run.err
    guclog.fails('layout', 'nothere')
    guclog.fails('layout', '.')
