# SPDX-License-Identifier: GPL-2.0-only
"""Documentation/input-forms.rst has a table of the forms of input: which events guclog reads from a
whole, a truncated and a pasted input. The test makes each input and compares the result with the
table."""

import bz2
import gzip
import lzma
import re
import subprocess

import pytest
from archives import tar, zipped
from conftest import TOP
from reference import decorate, forms, image, ring

IMAGE = image.standard(ring.ring(16384, 1000, 'table'), (4096, 4096), 'table').build()
HELD = forms.Held(IMAGE)
MACHINE = forms.Machine()
MESSAGES = decorate.printk(MACHINE, MACHINE.gts[0], forms.capture(1, HELD))
TEXT = {
    'Xe devcoredump': forms.devcoredump(MACHINE, HELD),
    'debugfs guc_log': forms.debugfs(HELD),
    'debugfs guc_log of Linux 6.12': forms.debugfs_old(IMAGE),
    'kernel log capture': decorate.text(decorate.dmesg(MESSAGES)),
    'the same as ``journalctl -o json``': decorate.text(decorate.journal_json(MESSAGES)),
    'the same as ``dmesg --json``': decorate.text(decorate.dmesg_json(MESSAGES)),
    'i915 guc_log_dump': forms.hexdump(HELD),
    'i915 error state': forms.error_state(MACHINE, HELD),
    'i915 error state, not compressed': forms.error_state(MACHINE, HELD, '~'),
}


def quoted(text):
    """Wrap a text and quote it, as a mail program does."""
    rows = []
    for line in text.splitlines():
        rows += [line[i:i + 78] for i in range(0, len(line), 78)] or ['']
    return ''.join(f'> {row}'.rstrip() + '\n' for row in rows)


def by(program):
    return lambda data: subprocess.run([program, '-qc'], input=data, check=True,
                                       capture_output=True).stdout


PACKED = {'gzip': gzip.compress, 'xz': lzma.compress, 'zstd': by('zstd'), 'bzip2': bz2.compress,
          'lz4': by('lz4'), 'lzip': by('lzip'), 'zip': lambda data: zipped({'dump.txt': data}),
          'tar': lambda data: tar('w', {'dump.txt': data}),
          'tar.xz': lambda data: tar('w:xz', {'dump.txt': data})}


def relayed():
    """Return the log as i915's relay copies it in two flushes: first the events before the wrap of
    the ring, then the events after it."""
    state = forms.State._make(forms.STATE.unpack_from(IMAGE))
    parts = (state.write, state.wrap), (state.wrap, state.write)
    return forms.relay(*(
        forms.STATE.pack(*state._replace(read=read, write=write, sampled=write))
        + IMAGE[forms.STATE.size:] for read, write in parts))


def inputs(guclog):
    """Return a dict from each form to three inputs: a whole one, a truncated one and a pasted one.
    The last one is None for a binary form, which cannot be pasted."""
    out = {}
    for name, text in TEXT.items():
        data = text.encode()
        out[name] = data, data[:len(data) // 2], quoted(text).encode()
    lfd = guclog('convert', '-', stdin=IMAGE).raw
    packed = {f'{name} of a dump': pack(TEXT['Xe devcoredump'].encode())
              for name, pack in PACKED.items()}
    for name, data in {'raw image': IMAGE, 'i915 guc_log_relay': relayed(), 'LFD file': lfd,
                       **packed}.items():
        out[name] = data, data[:len(data) * 3 // 5], None
    return out


def outcome(guclog, name, data, every):
    """Return what decode reads from an input, in the words that the table uses: "--", "no events",
    "a part" or "all events". every: (id, arguments) of each event of the whole log."""
    if data is None:
        return '--'
    run = guclog('decode', '--json', '-', stdin=data, rc=None)
    events = [(e['id'], *e['args']) for e in run.json['events']] if run.raw else []
    if not events:
        assert run.rc == 2 and run.err
        return 'no events'
    assert set(events) <= set(every)
    whole = len(events) == len(every)
    assert run.rc == (0 if whole and name != 'i915 guc_log_relay' else 1)
    return 'all events' if whole else 'a part'


def table():
    text = (TOP / 'Documentation/input-forms.rst').read_text()
    rows = re.findall(r'^   \* - (.*)\n     - (.*)\n     - (.*)\n     - (.*)$', text, re.MULTILINE)
    return {row[0]: row[1:] for row in rows[1:]}


@pytest.fixture
def every(guclog):
    run = guclog('decode', '--json', '-', stdin=IMAGE)
    return [(e['id'], *e['args']) for e in run.json['events']]


def test_table(guclog, every):
    found = {name: tuple(outcome(guclog, name, data, every) for data in row)
             for name, row in inputs(guclog).items()}
    assert table() == found
