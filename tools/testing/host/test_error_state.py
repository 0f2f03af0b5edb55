# SPDX-License-Identifier: GPL-2.0-only
"""i915's error state (/sys/class/drm/card0/error), which contains the GuC log in compressed
form."""

import random
import zlib

import expect
import inputs
import pytest
from inputs import MACHINE, held
from reference import ascii85, forms
from test_pasted import PASTES, WIDTHS, prefixed, wrapped

IMAGE = inputs.complete()
LOG = held(IMAGE, firmware='i915/adlp_guc_70.bin', found='70.5.1', wanted='70.5.1')
TEXT = forms.error_state(MACHINE, LOG)


def packed(image, flush=zlib.Z_NO_FLUSH):
    """Compress an image page by page. flush: how zlib is flushed after each page, as old kernels do
    it. With Z_NO_FLUSH it is not flushed."""
    z = zlib.compressobj()
    out = [z.compress(image[i:i + 4096]) + (z.flush(flush) if flush else b'')
           for i in range(0, len(image), 4096)]
    return b''.join(out) + z.flush()


WHOLE = {
    'compressed': {}, 'plain': {'marker': '~'}, 'small-pages': {'pages': False},
    'by-page': {'packed': packed(IMAGE)},
    'flushed': {'packed': packed(IMAGE, zlib.Z_SYNC_FLUSH)},
}


@pytest.mark.parametrize('name', WHOLE)
def test_whole(guclog, name):
    """From an i915 error state, convert makes the same image, and an LFD file with the same log, as
    from other forms."""
    text = forms.error_state(MACHINE, LOG, **WHOLE[name])
    run = guclog.convert(text)
    expect.made(run, expect.lfd_of(IMAGE, expect.of_error_state(MACHINE, LOG)), 0)
    assert guclog.convert(text, '--to', 'raw').made == IMAGE


def test_versions(guclog):
    """guclog info takes the GuC's version from the lines about the GuC, not from those about the
    HuC."""
    log = held(IMAGE, found='70.1.1', wanted='70.5.1')
    info = guclog('info', '--json', '-', rc=None,
                  stdin=forms.error_state(MACHINE, log)).json['logs'][0]
    assert info['form'] == 'i915 error state'
    assert (info['facts']['guc_version'], info['facts']['guc_wanted']) == ('70.1.1', '70.5.1')


@pytest.mark.parametrize('level, text', [
    (0, 'load i915 with guc_log_level=1'), (1, None), (3, None)])
def test_advice(guclog, level, text):
    """The advice in guclog info names options of the driver that made the log, i915 or xe."""
    log = held(IMAGE, level=level)
    for source in forms.error_state(MACHINE, log), forms.hexdump(log):
        advice = ' '.join(guclog('info', '--json', '-', rc=None, stdin=source)
                        .json['logs'][0]['advice'])
        assert 'CONFIG_DRM_I915_DEBUG_GUC' in advice
        assert 'load xe' not in advice and 'XE' not in advice
    advice = ' '.join(guclog('info', '--json', '-', rc=None, stdin=forms.error_state(
        MACHINE, log)).json['logs'][0]['advice'])
    assert text is None or text in advice
    assert text or 'guc_log_level' not in advice
    advice = ' '.join(guclog('info', '--json', '-', rc=None, stdin=forms.devcoredump(
        MACHINE, log)).json['logs'][0]['advice'])
    assert 'i915' not in advice and 'CONFIG_DRM_XE_DEBUG_GUC' in advice


def test_times(guclog):
    """decode computes the times of the events from the boot time, GuC timestamp and clock in the
    error state."""
    shown = guclog('decode', '-', stdin=TEXT).out.splitlines()[0]
    assert 'time in seconds since boot' in shown
    plain = guclog('decode', '--json', '-', stdin=TEXT).json['events']
    # The hexdump of i915 has the same anchor (the values of both clocks at one moment), with 32
    # bits of the GuC's clock.
    log = held(IMAGE, boottime=LOG.boottime // 1000 * 1000)
    other = guclog('decode', '--json', '-', stdin=forms.hexdump(log)).json['events']
    assert [e['boottime_ns'] for e in plain] == [e['boottime_ns'] for e in other]
    assert len(plain) > 1000


@pytest.mark.parametrize('name', PASTES)
@pytest.mark.parametrize('marker', ':~')
def test_paste(guclog, tmp_path, name, marker):
    text = PASTES[name](forms.error_state(MACHINE, LOG, marker))
    (tmp_path / 'error').write_bytes(text.encode())
    assert guclog('convert', '--to', 'raw', 'error').raw == IMAGE
    facts = guclog('info', '--json', 'error', rc=None).json['logs'][0]['facts']
    assert facts['driver'] == 'i915' and facts['pci_id'] == '8086:e223'


@pytest.mark.parametrize('width', WIDTHS)
def test_wrapped(guclog, width):
    for around in lambda text: text, prefixed('> '):
        text = around(wrapped(width)(TEXT))
        assert guclog('convert', '--to', 'raw', '-', stdin=text).raw == IMAGE


def data_at(text):
    """Return the offsets in the text at which the compressed data of the log begin and end."""
    start = text.index('\n:', text.index('GuC log buffer')) + 2
    return start, text.index('\n', start)


def test_cut(guclog):
    """From a truncated error state, guclog reads the beginning of the image."""
    start, end = data_at(TEXT)
    for at in start + 200, (start + end) // 2, end - 10:
        run = guclog('convert', '--to', 'raw', '-', stdin=TEXT[:at], rc=1)
        assert IMAGE.startswith(run.raw) and 'end early' in run.err
    assert len(run.raw) > len(IMAGE) // 2
    assert guclog('convert', '--to', 'raw', '-', stdin=TEXT[:end]).raw == IMAGE


def test_lost_characters(guclog):
    """If characters of the compressed data are lost or changed, guclog reads at most the beginning
    of the image, without a wrong byte."""
    start, end = data_at(TEXT)
    pick = random.Random(7)
    kept = 0
    for _ in range(60):
        at, n = pick.randrange(start, end), pick.randrange(1, 12)
        put = pick.choice(('', '!', 'abcde', '|'))
        text = TEXT[:at] + put + TEXT[at + n:]
        run = guclog('convert', '--to', 'raw', '-', stdin=text, rc=None)
        assert IMAGE.startswith(run.raw)
        assert run.raw == IMAGE or (run.rc and run.err)
        kept += len(run.raw) > 8192
    assert kept > 10


def test_no_log(guclog):
    """The error state of a machine without GuC submission has no GuC log. The message says so."""
    start = TEXT.index('global --- GuC log')
    text = TEXT[:start] + TEXT[data_at(TEXT)[1] + 1:]
    run = guclog('info', '-', stdin=text, rc=2)
    assert 'it is an i915 error state without a GuC log' in run.err


def test_bomb(guclog):
    """guclog unpacks at most 256 MiB from an error state, however short its compressed data are."""
    log = held(IMAGE)
    text = forms.error_state(MACHINE, log, packed=zlib.compress(bytes(300 << 20), 9))
    run = guclog('info', '-', stdin=text, rc=None)
    assert run.rc and 'longer than 256 MiB when unpacked' in run.err


def test_damage_after_the_end(guclog):
    """If other characters follow the compressed data, guclog still reads the right image."""
    end = data_at(TEXT)[1]
    text = TEXT[:end] + ascii85.encode(b'more') + '|rest' + TEXT[end:]
    assert guclog('convert', '--to', 'raw', '-', stdin=text).raw == IMAGE
