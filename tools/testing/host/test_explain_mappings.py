# SPDX-License-Identifier: GPL-2.0-only
"""explain looks up the addresses of a devcoredump in the memory mappings (/proc/PID/maps) of the
process that hung the GPU. guclog collect has stored these mappings in the incident."""

import re
import struct
import subprocess
import sys

import gucstory as g
import pytest
import stories
from reference import forms
from reference.sections import V73, Context, Dump, Lrc, Range
from test_collect import Machine
from test_engine_state import BATCH, dump_of

PID = 41874
BEGIN = 'Mappings of the process when the incident was stored (they describe GPU memory only ' \
        'where the process and the GPU use the same address for it): '


def line(start, end, name):
    """Return a line of /proc/PID/maps."""
    columns = f'{start:08x}-{end:08x} r-xp 00001000 fe:01 1234567 '
    return f'{columns:73}{name}\n' if name else f'{columns}\n'


def mappings(name, start=BATCH - 0x1000, end=BATCH + 0x1000):
    """Return three lines of /proc/PID/maps: a mapping with this name, which contains the batch, and
    one mapping before and one after it."""
    return (line(0x1000, start, '/usr/lib/below.so') + line(start, end, name) +
            line(end, 0x7fffffffffff, '/usr/lib/above.so'))


@pytest.fixture
def named(guclog, tmp_path):
    """A function that runs explain on an incident with a dump and mappings. It returns what explain
    says about the mapping of an address, or None if it says nothing."""
    incident = tmp_path / 'incident'
    incident.mkdir()

    def run(maps, dump=None, operand='incident', pid=PID):
        (incident / 'devcoredump.txt').write_text(dump or dump_of())
        for i, (number, text) in enumerate(((PID + 2, mappings('other')), (pid, maps))):
            (incident / f'process.{3 * i}.maps.zst').write_bytes(
                subprocess.run(['zstd', '-qc'], input=f'PID {number}\n{text}'.encode(), check=True,
                               capture_output=True).stdout)
        said = guclog('explain', '--json', operand, rc=None).json['logs'][0]['sentences']
        found = [s['text'] for s in said if s['text'].startswith(BEGIN)]
        assert len(found) < 2
        shown = guclog('report', '--text', operand, rc=None).out
        assert [f'- {text}' for text in found] == [
            at for at in shown.splitlines() if at.startswith(f'- {BEGIN}')]
        assert BEGIN not in guclog('report', '--text', '--redact', 'incident/devcoredump.txt',
                                   rc=None).out
        return found[0][len(BEGIN):-1] if found else None
    return run


@pytest.mark.parametrize('name, said', [
    ('/opt/secret/lib/libfoo.so', "libfoo.so's mapping"),
    ('/usr/lib/libfoo.so.1 (deleted)', "libfoo.so.1's mapping"),
    ('/dir with blanks/lib foo.so', "lib foo.so's mapping"),
    ('/dev/dri/renderD128', "renderD128's mapping"), ('[heap]', 'the mapping [heap]'),
    ('', 'a mapping without a name'), (' (deleted)', "(deleted)'s mapping"),
    ('/tmp/\x1b]0;name\x07', r"\x1b]0;name\x07's mapping")])
@pytest.mark.parametrize('operand', ('incident', 'incident/devcoredump.txt'))
def test_name_of_the_mapping(named, name, said, operand):
    """explain shows the name of a mapped file without its directory, which can contain the name of
    a user."""
    assert named(mappings(name), operand=operand) == f'ACTHD 0x{BATCH + 4:x} is in {said}'


@pytest.mark.parametrize('start, end', ((BATCH, BATCH + 4), (BATCH + 5, BATCH + 0x1000)))
def test_address_beside_a_mapping(named, start, end):
    """An address that is before the start of a mapping, or equal to its end, is not in the
    mapping."""
    assert named(line(start, end, '/usr/lib/libfoo.so')) == \
        f'ACTHD 0x{BATCH + 4:x} is in no mapping'


def test_first_and_last_byte(named):
    for start, end in ((BATCH + 4, BATCH + 8), (BATCH, BATCH + 5)):
        assert "is in libfoo.so's mapping" in named(line(start, end, '/usr/lib/libfoo.so'))


def test_range_of_the_vm(named):
    """If the dump has the memory ranges of the VM (the process's GPU address space), explain also
    names the range that contains the address."""
    ranges = (Range(BATCH - 0x8000, bytes(0x1000)), Range(BATCH - 0x100, bytes(0x1000)))
    assert named(mappings('/usr/lib/libfoo.so'), dump_of(ranges=ranges)) == \
        f'ACTHD 0x{BATCH + 4:x}, in the range of the VM from 0x{BATCH - 0x100:x} on, is in ' \
        "libfoo.so's mapping"


@pytest.mark.parametrize('maps', ('', mappings('/usr/lib/libfoo.so')[:-9]),
                         ids=('empty', 'cut'))
def test_mappings_that_are_not_whole(named, maps):
    assert named(maps) is None


def test_mappings_of_another_process(named):
    assert named(mappings('/usr/lib/libfoo.so'), pid=PID + 1) is None


def test_ring_address_is_not_an_address_of_the_process(named):
    dump = dump_of(more={'RING_BBADDR': BATCH + 4, 'ACTHD': BATCH + 4})
    assert named(mappings('/usr/lib/libfoo.so'), dump) is None


def test_page_faults_of_the_address_space(named):
    """explain looks up only page faults in the victim's address space, because those of another
    address space belong to another process. It names each address once."""
    story = stories.begin(3)
    guc = story.guc
    for asid, page in ((57, 0x7f0000001000), (58, 0x7f0000002000), (57, 0x7f0000001000),
                       (57, 0x7f0000009000)):
        guc.event(0x6002, 0, asid << 12, page & 0xfffff000, page >> 32)
        guc.h2g.send(0x6003, (1 | asid << 12, 0), 2)
    guc.complete(story.victim)
    guc.disable(story.victim)
    desc = story.victim.lrca << 12
    words = [0x11081003, 0x1a038, desc - 0x4000, 0x1a278, 57, 0x05000001]
    machine = forms.Machine(reason=stories.timed_out(stories.VICTIM),
                            process=f'python3 [{PID}]')
    held = forms.Held(g.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    lrc = Lrc(desc=desc, contents=struct.pack('<6I', *words))
    text = Dump(machine=machine, log=held, engines=(), ranges=(),
                contexts=(Context(guc_id=stories.VICTIM, lrcs=(lrc,)),)).text(V73)
    at = text.index('\n**** Contexts')
    text = text[:text.index('\n**** GuC CT')] + '\n'.join(g.ct_lines(guc)) + '\n' + text[at:]
    maps = line(0x7f0000001000, 0x7f0000003000, '/usr/lib/libfoo.so')
    assert named(maps, text) == \
        'the page fault at 0x7f0000009000 is in no mapping; ' \
        "the page fault at 0x7f0000001000 is in libfoo.so's mapping"


def test_incident_of_a_running_process(guclog, tmp_path):
    """guclog collect stores the mappings of a running process. The summary of the incident names
    the mapping of the address. A redacted export has neither the mappings nor this sentence."""
    machine = Machine(tmp_path, guclog)
    run = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)
    try:
        # The loader maps the library first, and makes a part of it executable later.
        while not re.search(' r-xp .*libc.so', maps := open(f'/proc/{run.pid}/maps').read()):
            pass
        at, = {int(text.split('-')[0], 16) for text in maps.splitlines()
               if 'libc.so' in text and 'r-xp' in text}
        comm = open(f'/proc/{run.pid}/comm').read().strip()
        machine.xe_dump('devcd1', dump_of(process=f'{comm} [{run.pid}]', more={
            'ACTHD': at + 4, 'RING_BBADDR': at + 5}))
        name, = machine.collect('devcd1')
    finally:
        run.communicate(b'\n')
    shown = guclog('incidents', '--store', machine.store, 'show', name).out
    assert f"{BEGIN}ACTHD 0x{at + 4:x} is in libc.so.6's mapping." in shown
    assert BEGIN in guclog('explain', machine.store / name, rc=None).out
    guclog('incidents', '--store', machine.store, 'export', name, '--redact', '-o', 'out.tar.zst')
    unpack = 'zstd -dcq out.tar.zst | tar x --to-command="zstd -dcfq"'
    packed = subprocess.run(unpack, shell=True, cwd=tmp_path, check=True, capture_output=True,
                            text=True).stdout
    assert 'Reason: LR job cleanup, guc_id=32' in packed
    assert 'libc.so' not in packed and f'PID {run.pid}' not in packed
    assert 'Mappings of the process' not in packed
