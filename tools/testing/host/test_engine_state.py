# SPDX-License-Identifier: GPL-2.0-only
"""explain states where an engine stood when a generated dump was made: in the ring or in a batch,
in which job, and at which command. It states nothing that the registers and the context image in
the dump do not show."""

import json
import os
import random
import re
import struct
from pathlib import Path

import gucstory as g
import pytest
import stories
from explained import REASON, sentences
from memory import MIB, measure
from reference import ascii85, forms, image
from reference.sections import Context, Dump, Engine, Lrc, Range

RING = 0x4000
BATCH = 0x63fa00000
WALKER, STATE, END = 0x72080026, 0x61050001, 0x05000000
INDIRECT = {0x7c01002b: 45, 0x7c000004: 6, 0x7105040d: 15}
SEMAPHORE, NOOP, CONTROL, START = 0x0e00c003, 0, 0x7a000004, 0x18800101
# Phrases that explain must not print, because registers and a context image do not prove them.
FORBIDDEN = ('start of the batch', 'at the beginning of the batch', 'is the bug', 'caused by',
             'infinite loop', 'never ends', 'EUs are busy', 'all EUs', 'hung on a semaphore',
             'hangs on a semaphore', 'page fault at', 'fault address', 'desktop', 'the kernel that',
             'copy that never', 'program had closed', 'at batch start', 'work that hangs',
             'dma_fadd', 'shader', 'closed it', 'not captured', 'no such device', 'row_instdone')


def lri(*pairs):
    """Return the words of the command MI_LOAD_REGISTER_IMM with these pairs of register address and
    value."""
    return [0x11081000 | 2 * len(pairs) - 1, *(word for pair in pairs for word in pair)]


def image_of(ring, asid=0x3a, saved=0x6ab0b5dd, base=0x1a000, head=0, ctl=0x3001, batch=0,
             ipehr=None):
    """Return a context image: commands with pairs of register address and value. xe finds a value
    by its offset in the image, libguclog by the address of its register."""
    words = [0, *lri((base + 0x244, 0xffff0048), (base + 0x34, head), (base + 0x38, ring),
                     (base + 0x3c, ctl), (base + 0x168, batch >> 32),
                     (base + 0x140, batch & 0xffffffff)), 0, 0,
             *lri((base + 0x3a8, 1), (base + 0x278, asid)), 0,
             *lri((base + 0x588, 0), (base + 0x358, saved), *(
                 [(base + 0x68, ipehr)] if ipehr is not None else [])), END | 1]
    return struct.pack(f'<{len(words)}I', *words)


def head_of(position):
    """Return the value of RING_HEAD for a position, which is the number of bytes that the engine
    has read from the ring so far. The register has the number of wraps of the ring in 11 bits."""
    return position // RING % 2048 << 21 | position % RING


def registers(position, ring, desc, guc_id=32, **more):
    """Return the registers of an engine. position: the number of bytes that it has read from the
    ring so far; this number does not go back to 0 when the ring wraps."""
    regs = {'RING_HEAD': head_of(position), 'RING_TAIL': 0,
            'RING_CTL': 0x3001, 'RING_MI_MODE': 0x1000, 'RING_START': ring,
            'RING_EXECLIST_STATUS': guc_id << 39 | 0x4000309c,
            'RING_EXECLIST_SQ_CONTENTS': desc | 0x119, 'IPEHR': STATE,
            'ACTHD': BATCH + 4, 'RING_BBADDR': BATCH + 5, 'RING_INSTDONE': 0xffdefffe}
    return {**regs, **more}


def in_job(seqno, size=0xa0, dword=19):
    """Return the position in the ring at a dword of a job. size: the bytes that each job has in the
    ring."""
    return 8 + size * ((seqno + 127) % 2**32) + 4 * dword


def dump_of(seqno=171, begun=None, position=None, ranges=(), regs=None, kernel='7.3',
            reason=None, log=None, **queue):
    desc = queue.pop('desc', 0x021df000)
    begun = seqno if begun is None else begun
    lrc = Lrc(desc=desc, start_seqno=begun, seqno=queue.pop('done', begun - 1),
              indirect=queue.pop('indirect', 0),
              contents=image_of(desc - RING, **queue.pop('image', {})))
    engine = Engine(name=queue.pop('engine', 'ccs0'), source=queue.pop('source', 'GuC'),
                    regs=regs or registers(in_job(seqno) if position is None else position,
                                           desc - RING, desc, **queue.pop('more', {})))
    machine = forms.Machine(reason=reason or 'LR job cleanup, guc_id=32',
                            process=queue.pop('process', 'python3 [41874]'),
                            **queue.pop('chip', {}))
    context = Context(lrcs=(lrc,), jobs=(), **queue)
    return Dump(machine=machine, contexts=(context,), engines=(engine,), ranges=ranges,
                batches=(BATCH,), log=log).text(kernel)


@pytest.mark.parametrize('seed', range(20))
def test_job_and_batch(explain, seed):
    """explain computes from RING_HEAD which job the engine works on, also after the ring has
    wrapped."""
    rng = random.Random(seed)
    seqno, size = rng.randrange(-100, 100000), rng.choice((0xa0, 0x88, 0x90))
    said = explain(dump_of(seqno, position=in_job(seqno, size)), rc=1)
    state = said['engine_state']
    assert state['place'] == 'in the batch' and state['command'] == 'STATE_COMPUTE_MODE'
    assert (state['job'], state['job_dword']) in ((seqno, 19), (None, None))
    if seqno > 200:
        assert state['job'] == seqno
        assert f'number {seqno + 128} of this queue' in sentences(said)
    assert state['semaphore'] is False and state['asid'] == 0x3a
    assert 'did not wait for a semaphore' in sentences(said)


@pytest.mark.parametrize('seed', range(6))
def test_place_of_a_redacted_dump(explain, guclog, seed):
    """Redaction keeps the registers. It also keeps the address of a context and of its ring if a
    register has it, so explain still finds the job in a redacted dump. Other addresses are
    removed."""
    rng = random.Random(seed)
    seqno, desc = rng.randrange(300, 100000), rng.randrange(0x2000, 0x20000) << 12
    before = explain(dump_of(seqno, desc=desc), rc=1)['engine_state']
    guclog('convert', '--redact', '-o', 'redacted', 'log')
    redacted = Path('redacted').read_text()
    assert f'HW Context Desc: 0x{desc:08x}' in redacted
    after = explain(redacted, rc=1)['engine_state']
    assert after == {**before, 'asid': None} and after['place'] == 'in the batch'
    other = dump_of(seqno, desc=desc, regs=registers(in_job(seqno), 0x1000, 0x2000))
    Path('log').write_text(other)
    guclog('convert', '--redact', '--force', '-o', 'redacted', 'log')
    assert f'{desc:x}' in other and f'{desc:x}' not in Path('redacted').read_text()


@pytest.mark.parametrize('seqno, number', [
    (250000, 250128), (2**31 - 9, 2**31 + 119), (-2**31, 2**31 + 128), (-2**31 + 70, 2**31 + 198),
    (-200, 2**32 - 72)])
@pytest.mark.parametrize('size', (0xa0, 0x88))
def test_jobs_after_many_laps(explain, seqno, number, size):
    """explain finds the job although the numbers of jobs wrap at 32 bits, and although the count of
    wraps in RING_HEAD goes back to 0 after 2048 wraps of the ring."""
    done = (seqno - 1 + 2**31) % 2**32 - 2**31
    said = explain(dump_of(seqno, done=done, position=in_job(seqno, size)), rc=1)
    assert (said['engine_state']['job'], said['engine_state']['job_dword']) == (seqno, 19)
    text = sentences(said)
    assert f'job {seqno % 2**32} (number {number} of this queue)' in text
    assert f'the last job that ended is {done % 2**32} (number {number - 1} of this queue)' in text
    assert 'none of its jobs' not in text
    said = explain(dump_of(seqno, done=done, position=in_job(seqno, size) + 8 * 1013 * 5), rc=1)
    assert said['engine_state']['job'] is None
    assert f'job {seqno % 2**32} had begun and not ended' in sentences(said)


@pytest.mark.parametrize('done, slowest', [((7, 6), 6), ((6, 7), 6), ((9, 9, 8), 8)])
def test_parallel_queue_with_several_rings(explain, done, slowest):
    """The rings of a parallel queue have ended different jobs: a job of the queue has ended if all
    its rings have ended it."""
    lrcs = tuple(Lrc(0x1000000 * (1 + i), start_seqno=10, seqno=seqno)
                 for i, seqno in enumerate(done))
    context = Context(guc_id=32, name='vcs0', lrcs=lrcs, jobs=(), parallel=True)
    said = explain(Dump(machine=forms.Machine(reason='LR job cleanup, guc_id=32'),
                        contexts=(context,)).text('7.3'), rc=1)
    text = sentences(said)
    assert re.search(r'the last job that ended is (\d+)', text)[1] == str(slowest), text
    assert f'of its {len(done)} rings' in text


def test_jobs_of_several_lengths_are_unknown(explain):
    """If the jobs of a queue have different lengths in the ring, the position in the ring does not
    show on which job the engine works. Then explain names no job."""
    said = explain(dump_of(171, position=in_job(171) + 8 * 37 * 5), rc=1)
    assert said['engine_state']['job'] is None
    assert 'job 171 had begun and not ended' in sentences(said)


def test_ring_before_the_batch(explain):
    """The engine of the kernel's own copy queue has stopped in the ring, five dwords after the
    beginning of a job. explain names this position and no batch."""
    text = dump_of(3738, begun=3737, done=3737, position=in_job(3738, 0x70, 5), guc_id=0,
                   engine_class=3, engine='bcs8', mask=1, process='no process [0]',
                   reason='Timedout job - seqno=3738, lrc_seqno=3738, guc_id=0, flags=0x73',
                   more={'ACTHD': 0x3401b0c, 'RING_BBADDR': 0x47f8cf68c4, 'IPEHR': 0x13004002,
                         'guc_id': 0})
    said = explain(text.replace('Flags: 0x20', 'Flags: 0x73'), rc=1)
    state = said['engine_state']
    assert (state['place'], state['job'], state['job_dword']) == ('before the batch', 3738, 5)
    assert state['command'] == 'MI_FLUSH_DW' and said['batch'] is None
    assert 'the batch of the job had not begun' in sentences(said)
    assert said['victim'] == {'guc_id': 0, 'engine': 'bcs8'}
    assert "kernel's own queue" in sentences(said)
    assert '47f8cf68c4' not in sentences(said)


@pytest.mark.parametrize('change', [
    {'RING_START': 0x5000000}, {'RING_EXECLIST_STATUS': 31 << 39 | 0x4000309c},
    {'RING_EXECLIST_SQ_CONTENTS': 0x6000119}, {'RING_CTL': 0x3000, 'RING_BBADDR': BATCH + 4}])
def test_registers_of_another_context_are_not_used(explain, change):
    said = explain(dump_of(more=change), rc=1)
    assert said['engine_state'] is None and said['batch'] is None
    assert 'Where: ' not in sentences(said) and 'IPEHR' not in sentences(said)


@pytest.mark.parametrize('kernel', ('6.12', '7.3'))
@pytest.mark.parametrize('source', ('GuC', 'Manual'))
def test_idle_engine(explain, guclog, kernel, source):
    """The registers of an idle engine still have ids and an address of the last context on it.
    explain does not state that the engine stood there."""
    said = explain(dump_of(kernel=kernel, source=source, more={
        'RING_CTL': 0, 'RING_BBADDR': BATCH + 4, 'ACTHD': 0}), rc=1)
    assert said['engine_state'] is None and said['batch'] is None
    idle, = [line['text'] for line in said['logs'][0]['sentences']
             if 'no context on it' in line['text']]
    assert idle.startswith('Where ccs0 stood is not known: ') and idle.endswith('.')
    assert 'IPEHR' not in sentences(said) and f'{BATCH:x}' not in sentences(said)
    assert ': no batch: the engine had no context ' in guclog('dump', '--batch', 'log', rc=1).out


IDLE = {'RING_CTL': 0, 'RING_BBADDR': BATCH + 4, 'ACTHD': 0}
OTHER = {'RING_START': 0x5000000}


def left_in(seqno, at, header, size=0xa0, **more):
    """Return arguments of image_of() for the image of a context that left its engine in the batch
    of a job, when the command "header" at the address "at" was executed."""
    position = in_job(seqno, size)
    return {'head': head_of(position), 'batch': at | 1, 'ipehr': header,
            **more}


@pytest.mark.parametrize('seed', range(12))
def test_place_in_the_saved_image(explain, guclog, seed):
    """If the registers belong to another context or to none, explain takes the position from the
    context image. This is usual on Linux 6.12, which reads the registers after it has disabled the
    context."""
    rng = random.Random(seed)
    words, places = made_batch(rng, rng.randrange(4, 120))
    at, one = rng.choice([p for p in places if p[1][0]])
    words[(at - BATCH) // 4] = one[0]
    seqno = rng.randrange(-127, 100000)
    said = explain(dump_of(
        seqno, kernel=rng.choice(('6.12', '7.3')), state=rng.choice((0x401, 0x1, 0x211)),
        more=rng.choice((IDLE, OTHER)), image=left_in(seqno, at, one[0], rng.choice((0xa0, 0x88))),
        ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),)), rc=1)
    state = said['engine_state']
    assert (state['basis'], state['place']) == ('context image', 'in the batch')
    assert (int(state['acthd'], 16), int(state['ipehr'], 16)) == (at, one[0])
    assert state['source'] is None and state['semaphore'] is None and state['busy'] is None
    assert seqno < 300 or state['job'] == seqno
    assert int(said['batch']['stop']['address'], 16) == at
    text = sentences(said)
    assert 'guc_id 32 left ccs0 in a batch' in text and f'BB_ADDR 0x{at:x}' in text
    assert 'when the context last left the engine' in text and 'is not known' not in text
    for line in said['logs'][0]['sentences']:
        if line['text'].startswith('Where: '):
            assert (line['basis'], line['certainty']) == ('driver', 'inferred')
    shown = guclog('dump', '--batch', 'log', rc=0).out
    assert f'BB_ADDR 0x{at:x}, IPEHR 0x{one[0]:08x} in the image of the context' in shown


def test_saved_place_without_the_batch(explain):
    """If the dump does not have the memory of the batch, explain still finds the job, from the ring
    head in the context image."""
    said = explain(dump_of(kernel='6.12', state=0x401, more=IDLE, ranges=-19,
                           image=left_in(171, BATCH + 64, SEMAPHORE)), rc=1)
    assert said['engine_state']['job'] == 171
    assert said['engine_state']['command'] == 'MI_SEMAPHORE_WAIT'
    assert said['batch']['state'] == 'not dumped'


@pytest.mark.parametrize('state, how, reason', [
    (0x441, {}, 'an engine that is reset saves nothing'),
    (0x403, {}, 'the queue was not disabled'), (0x409, {}, 'the queue was not disabled'),
    (0x405, {}, 'the queue was not disabled'),
    (0x401, {'batch': BATCH}, 'was saved outside a batch'),
    (0x401, {'head': 0x1234}, 'nothing shows that this batch belongs to the unfinished job'),
    (0x401, left_in(171, BATCH + 4, STATE, 0xa0, head=head_of(in_job(171, dword=21))),
     'nothing shows that this batch belongs to the unfinished job'),
    (0x401, {'done': 171}, 'nothing shows that this batch belongs to the unfinished job'),
    (0x401, {'ctl': 0}, ''), (0x401, {'indirect': 0x5000}, '')])
def test_saved_image_without_a_position(explain, state, how, reason):
    """explain does not take the position from the context image if the image was saved before the
    hang, or if nothing confirms that it is of the job that has not ended."""
    how = dict(how)
    queue = {key: how.pop(key) for key in ('done', 'indirect') if key in how}
    said = explain(dump_of(kernel='6.12', state=state, more=IDLE, ranges=-19, **queue,
                           image={**left_in(171, BATCH + 4, STATE), **how}), rc=1)
    assert said['engine_state'] is None and said['batch'] is None
    line, = [s['text'] for s in said['logs'][0]['sentences'] if 'ccs0 stood is not known' in s['text']]
    assert line.endswith(f'{reason}.') and (reason or line.endswith('reset of the queue.'))
    assert f'{BATCH + 4:x}' not in sentences(said)


def test_registers_are_better_than_the_image(explain):
    said = explain(dump_of(state=0x401, image=left_in(171, BATCH + 64, SEMAPHORE)), rc=1)
    assert said['engine_state']['basis'] == 'registers'
    assert said['engine_state']['command'] == 'STATE_COMPUTE_MODE'


@pytest.mark.parametrize('after, state', [(0, 'found'), (12, 'found'), (16, 'no match')])
def test_saved_place_is_exact(explain, after, state):
    """An engine reads commands ahead, but the address in a context image is exact. So explain
    accepts this address if it is the beginning or the end of the command in IPEHR, but not if it is
    later."""
    words = [STATE, 7, 0, CONTROL, 1, 0, 0, 0, 0, END]
    said = explain(dump_of(kernel='6.12', state=0x401, more=IDLE,
                           ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),),
                           image=left_in(171, BATCH + after, STATE)), rc=1)
    assert said['batch']['state'] == state


@pytest.mark.parametrize('predicated', (0, 1 << 15))
def test_saved_place_after_a_call(explain, predicated):
    """While a called (second-level) batch runs, the address in the context image is the return
    address in the calling batch. So explain does not state in which of the two batches the engine
    was."""
    inner, wait = BATCH + 0x1000, (SEMAPHORE, 5, 0x1000, 0, 0)
    outer = [*wait, START | 1 << 22 | predicated, inner & 0xffffffff, inner >> 32, *wait, *wait, END]
    data = struct.pack(f'<{len(outer)}I', *outer).ljust(0x1000, b'\0') + \
        struct.pack('<6I', *wait, END)
    for at, stop in ((0, 0), (32, None), (52, 52)):
        said = explain(dump_of(kernel='6.12', state=0x401, more=IDLE, ranges=(Range(BATCH, data),),
                               image=left_in(171, BATCH + at, SEMAPHORE)), rc=1)
        found = said['batch']['stop']
        assert (found and int(found['address'], 16) - BATCH) == stop
        assert ('in a batch that this one calls' in sentences(said)) == (stop is None)


def chip(pci_id, ip=(0, 0, 0)):
    """Return arguments of forms.Machine for a device. ip: its graphics version. xe prints 0.0.0 if
    the device has no register GMD_ID."""
    return {'pci_id': pci_id, 'gts': (forms.Gt(ip=ip),)}


TIGER_LAKE, ALCHEMIST, METEOR_LAKE, NO_SUCH = 0x9a49, 0x56a0, 0x7d55, 0x0001


def test_units_of_a_compute_engine(explain):
    """explain names the units of an engine that are busy: their bits of RING_INSTDONE are 0. It
    does not show bits without a known name, nor bit 0, which does not stand for a unit."""
    rng = random.Random(5)
    names = {16: 'VFE', 17: 'TSG', 21: 'CS'}
    for _ in range(12):
        value = rng.getrandbits(32) | 1 << 31
        state = explain(dump_of(more={'RING_INSTDONE': value}), rc=1)['engine_state']
        assert state['instdone'] == hex(value)
        assert state['busy'] == ', '.join(n for b, n in names.items() if not value >> b & 1)
    said = explain(dump_of(more={'RING_INSTDONE': 0xffdefffe}), rc=1)
    assert 'were still busy: VFE, CS (RING_INSTDONE 0xffdefffe' in sentences(said)
    assert 'were still busy: none ' in sentences(explain(dump_of(more={
        'RING_INSTDONE': 0xfffffffe}), rc=1))


@pytest.mark.parametrize('engine, number, device', [
    ('bcs0', 3, {}), ('rcs0', 0, {}), ('ccs0', 5, chip(TIGER_LAKE))])
def test_units_without_names_are_not_listed(explain, engine, number, device):
    """explain lists no busy units for engines and devices whose units it cannot name."""
    shift = 37 if device else 39
    said = explain(dump_of(engine=engine, engine_class=number, name=f'{engine[:3]}32', chip=device,
                           more={'RING_INSTDONE': 0xfff6,
                                 'RING_EXECLIST_STATUS': 32 << shift | 0x4000309c}), rc=1)
    assert said['engine_state']['busy'] is None
    assert 'were still busy' not in sentences(said)


@pytest.mark.parametrize('kernel, state, flags, words', [
    ('6.12.117', 0x250, 0, 'state: destroyed, reset, banned'),
    ('6.17.0-1010-intel', 0x1401, 0x53, 'state: registered, job timeout is checked, resume is pending|'
     "flags: kernel's own, permanent, highest priority, migrates memory"),
    ('7.3.4+deb13', 0x401, 0x20, 'state: registered, resume is pending|flags: low latency'),
    ('6.20.1', 0x401, 0x81, "state: registered, bit 10|flags: kernel's own, bit 7"),
    ('6.12.117', 0x800, 0x20, 'state: extra reference|flags: bit 5'),
    ('unknown', 0xc01, 0x21, "state: registered, bit 10, bit 11|flags: kernel's own, bit 5")])
def test_words_of_a_queue(guclog, tmp_path, kernel, state, flags, words):
    """guclog dump names the bits in the state and the flags of a queue. The meaning of a bit
    depends on the kernel version of the dump."""
    text = dump_of(state=state).replace('kernel: 6.16.3-2-test', f'kernel: {kernel}')
    (tmp_path / 'dump').write_text(text.replace('Flags: 0x20', f'Flags: {flags:#x}'))
    shown = guclog('dump', 'dump', rc=None).out
    for line in words.split('|'):
        assert re.search(rf'^ *{re.escape(line)}$', shown, re.M), shown


def test_engine_of_the_status_page(explain):
    """If the dump has the registers of several engines, explain takes the engine of the context
    from the status page (HWSP) of the context."""
    text = dump_of(mask=3)
    other = text[text.index('ccs0 (physical)'):text.index('**** VM state')]
    text = text.replace(other, other.replace('0x00000000021db000', '0x0000000000aa0000')
                        .replace('021df119', '00aaa119') +
                        other.replace('ccs0 (physical), logical instance=0',
                                      'ccs1 (physical), logical instance=1')
                        .replace('0x00000000021db000', '0x0000000000bb0000')
                        .replace('021df119', '00bbb119'))
    assert explain(text, rc=1)['driver']['engine'] is None
    page = bytearray(4096)
    for number, engine in ((5 | 1 << 4, 'ccs1'), (3 | 1 << 4, None), (0, None), (5 | 7 << 4, None)):
        page[1024:1028] = struct.pack('<I', number)
        made = re.sub(r'\[HWSP\].data: .*', lambda m: '[HWSP].data: ' + ascii85.encode(page), text)
        assert explain(made, rc=1)['driver']['engine'] == engine


def jobs_of(text, begun, done):
    """Return the dump with a status page (HWSP) that has two job numbers: of the last job that has
    begun and of the last job that has ended."""
    page = bytearray(4096)
    struct.pack_into('<ixxxxi', page, 512, done, begun)
    text = re.sub(r'\[HWSP\].data: .*', lambda m: '[HWSP].data: ' + ascii85.encode(page), text)
    return text


@pytest.mark.parametrize('kernel, known', [('6.12.117', True), ('6.17.4', True), ('6.18.1', False),
                                           ('7.3.4', False), ('5.17.0', False)])
@pytest.mark.parametrize('lost', ('Start seqno: .*', 'Seqno: .*', '(?:Start s|S)eqno: .*'))
def test_jobs_of_the_status_page(explain, kernel, known, lost):
    """If a dump of Linux up to 6.17 lacks the lines with the job numbers, explain takes the numbers
    from the status page. It does not do so for other kernels."""
    text = dump_of(171).replace('kernel: 6.16.3-2-test', f'kernel: {kernel}')
    driver = explain(re.sub(rf'\t{lost}\n', '', jobs_of(text, 171, 170)), rc=1)['driver']
    found = driver['seqno'], driver['seqno_done']
    assert (found == (171, 170)) == known and set(found) <= {171, 170, None}
    assert known or None in found


@pytest.mark.parametrize('begun, done', [(171, 169), (170, 171), (172, 171), (0, 0), (171, 171)])
def test_other_numbers_in_the_status_page(explain, begun, done):
    """explain does not use the job numbers in the status page if they contradict each other or the
    text of the dump."""
    text = re.sub('\tSeqno: .*\n', '', jobs_of(dump_of(171), begun, done))
    driver = explain(text, rc=1)['driver']
    assert (driver['seqno'], driver['seqno_done']) == (171, 171 if (begun, done) == (171, 171) else None)


def test_place_by_the_status_page(explain):
    text = re.sub(r'\t(?:Start s|S)eqno: .*\n', '', jobs_of(dump_of(171), 171, 170))
    said = explain(text, rc=1)
    assert said['engine_state']['job'] == 171
    assert 'the last job that ended is 170 (number 298 of this queue)' in sentences(said)
    assert 'number 299 of this queue' in sentences(said)


def test_only_idle_engines_are_called_idle(explain, guclog):
    for change in ({}, {'RING_START': 0x5000000}, {'RING_CTL': 0}):
        assert 'no context on it' not in sentences(explain(dump_of(more=change), rc=1))


@pytest.mark.parametrize('pci_id, shift, ours', [
    (TIGER_LAKE, 37, True), (TIGER_LAKE, 39, False), (ALCHEMIST, 39, True),
    (ALCHEMIST, 37, False), (NO_SUCH, 37, False)])
@pytest.mark.parametrize('kernel', ('6.12', '7.3'))
def test_version_comes_from_the_pci_id(explain, pci_id, shift, ours, kernel):
    """The position of the guc_id in RING_EXECLIST_STATUS depends on the graphics version. If the
    dump does not have the version, explain takes it from the PCI id."""
    said = explain(dump_of(kernel=kernel, chip=chip(pci_id), more={
        'RING_EXECLIST_STATUS': 32 << shift | 0x4000309c, 'IPEHR': 0x71050000}), rc=1)
    assert (said['engine_state'] is not None) == ours
    if ours:
        assert said['engine_state']['place'] == 'in the batch'
        assert said['engine_state']['command'] == 'GPGPU_WALKER'


def test_version_of_another_context_of_tiger_lake(explain):
    said = explain(dump_of(chip=chip(TIGER_LAKE), more={
        'RING_EXECLIST_STATUS': 31 << 37 | 0x4000309c}), rc=1)
    assert said['engine_state'] is None


@pytest.mark.parametrize('seqno', (1001, 70007))
@pytest.mark.parametrize('device, size, dword, place', [
    (chip(TIGER_LAKE), 0xb0, 20, 'before the batch'), (chip(TIGER_LAKE), 0xb0, 30, 'after the batch'),
    (chip(TIGER_LAKE), 0xa0, 22, 'before the batch'), (chip(TIGER_LAKE), 0xc8, 32, 'before the batch'),
    (chip(TIGER_LAKE), 0xc8, 34, 'after the batch'), (chip(METEOR_LAKE, (12, 70, 4)), 0xd8, 30,
                                                      'before the batch'),
    (chip(METEOR_LAKE, (12, 70, 4)), 0xa0, 20, 'before the batch'),
    (chip(ALCHEMIST), 0xa0, 20, 'after the batch')])
def test_job_with_tables_of_compression(explain, seqno, device, size, dword, place):
    """Before it starts the batch of a job, xe writes commands into the ring. On a device with
    AuxCCS (tables for compressed memory), there are 4 more dwords in Linux 6.12 and 14 more in 7.3.
    explain needs the PCI id to state whether the engine stood before or after the start of the
    batch."""
    shift = 37 if device['pci_id'] == TIGER_LAKE else 39
    position = in_job(seqno, size, dword)
    state = explain(dump_of(seqno, position=position, chip=device, more={
        'RING_EXECLIST_STATUS': 32 << shift | 0x4000309c, 'RING_BBADDR': BATCH,
        'ACTHD': position}), rc=1)['engine_state']
    assert (state['place'], state['job'], state['job_dword']) == (place, seqno, dword)


# Generated batches.
def command(rng):
    """Return the words of a random command whose length explain knows."""
    kind = rng.randrange(7)
    if kind == 0:
        return [NOOP]
    if kind == 1:
        return [CONTROL, rng.getrandbits(32), 0, 0, 0, 0]
    if kind == 2:
        n = rng.randrange(1, 5)
        return [0x11000000 | 2 * n - 1, *(rng.getrandbits(31) for _ in range(2 * n))]
    if kind == 3:
        return [STATE, rng.getrandbits(32), 0]
    if kind == 4:
        header, dwords = rng.choice([(WALKER, 40), *INDIRECT.items()])
        return [header, *(rng.getrandbits(32) for _ in range(dwords - 1))]
    if kind == 5:
        return [0x78230000, rng.getrandbits(32)]
    return [0x10000002, 0x1000, 0, rng.getrandbits(32)]


def made_batch(rng, commands):
    """Return the words of a batch, and a list of (address, words) of its commands. Some commands
    jump, and the words that they skip are not commands."""
    words, places = [], []
    for i in range(commands):
        address = BATCH + 4 * len(words)
        if i and rng.random() < 0.1:
            skip = rng.randrange(4)
            target = address + 12 + 4 * skip
            words += [START | (1 << 15 if rng.random() < 0.3 and not skip else 0),
                      target & 0xffffffff, target >> 32,
                      *(rng.choice((0xffffffff, 0x7fffffff)) for _ in range(skip))]
            address = target
        one = command(rng)
        places.append((address, one))
        words += one
    return words + [END], places


@pytest.mark.parametrize('seed', range(30))
@pytest.mark.parametrize('kernel', ('6.12', '7.3'))
def test_stop_in_the_batch(explain, guclog, seed, kernel):
    """If the header of the command at the address in ACTHD equals IPEHR, explain names it as the
    command at which the engine stopped."""
    rng = random.Random(seed)
    words, places = made_batch(rng, rng.randrange(4, 120))
    at, one = rng.choice([p for p in places if p[1][0]])
    regs = {'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': one[0]}
    data = struct.pack(f'<{len(words)}I', *words)
    text = dump_of(ranges=(Range(0x1a0000, bytes(4096)), Range(BATCH, data.ljust(8192, b'\0'))),
                   more=regs)
    if kernel == '6.12':
        text = text.replace('HW Ring address', 'HW ring of another name')
    said = explain(text, rc=1)
    batch = said['batch']
    assert batch['state'] == 'found' and int(batch['stop']['address'], 16) == at
    assert batch['stop']['dwords'] == len(one) and not batch['start_assumed']
    known = dict(places)
    for row in batch['commands']:
        address = int(row['address'], 16)
        assert len(row['header']) == len('0x12345678')
        assert address not in known or row['dwords'] == len(known[address])
    before = [a for a, one in places if one[0] in (WALKER, *INDIRECT) and a <= at]
    assert (batch['work'] is not None) == bool(before)
    if before:
        assert int(batch['work']['address'], 16) == before[-1]
    shown = guclog('dump', '--batch', 'log', rc=0).out
    marked, = [line for line in shown.splitlines() if line.startswith('> ')]
    assert f'0x{at:012x}' in marked


def test_batch_in_65000_ranges(explain):
    """A program chooses how many buffers are in its dump. With 65,000 of them and a batch that runs
    through all of them several times, explain ends long before the time limit of the collector,
    which is 60 seconds."""
    words = [word for i in range(8)
             for word in (START | 1 << 15, (BATCH + 12 * i + 12) & 0xffffffff, BATCH >> 32)] + [NOOP] * 65000
    at = BATCH + 4 * len(words)
    ranges = [Range(BATCH + 4 * i, struct.pack('<I', word))
              for i, word in enumerate([*words, STATE, 7, 0, END])]
    random.Random(1).shuffle(ranges)
    begin = os.times().children_user
    said = explain(dump_of(ranges=ranges, more={
        'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': STATE}), rc=1)
    assert int(said['batch']['stop']['address'], 16) == at
    assert os.times().children_user - begin < 20


def test_second_level_batch(explain):
    """If a batch calls another (second-level) batch, explain finds the command at which the engine
    stopped in either of them, and states which of the two it is."""
    inner = BATCH + 0x1000
    outer = [NOOP, START | 1 << 22, inner & 0xffffffff, inner >> 32, STATE, 7, 0, END]
    called = [CONTROL, 1, 0, 0, 0, 0, END]
    data = struct.pack('<8I', *outer).ljust(0x1000, b'\0') + struct.pack('<7I', *called)
    for at, header, level in ((inner, CONTROL, 2), (BATCH + 16, STATE, 1)):
        said = explain(dump_of(ranges=(Range(BATCH, data),), more={
            'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': header}), rc=1)
        assert said['batch']['stop']['level'] == level
        assert int(said['batch']['stop']['address'], 16) == at


BARRIER, BLOCK_COPY = 0xac000003, 0x50680014


def stop_at(explain, guclog, words, at, regs=(), **how):
    """Explain a dump in which an engine stopped at word "at" of a batch. Return the output of
    explain, and the line of dump --batch about the command there."""
    header = words[at]
    said = explain(dump_of(ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),), more={
        'ACTHD': BATCH + 4 * at, 'RING_BBADDR': BATCH + 4 * at | 1, 'IPEHR': header,
        **dict(regs)}, **how), rc=1)
    line, = [one for one in guclog('dump', '--batch', 'log', rc=0).out.splitlines()
             if one.startswith('> ')]
    return said, line


def test_barrier_before_the_stop(explain, guclog):
    """RESOURCE_BARRIER has a separate command type (bits 31:29 of its header). explain knows the
    length of this command, and so finds the commands after it."""
    words = [STATE, 7, 0, BARRIER, 1, 2, 3, 4, CONTROL, 0, 0, 0, 0, 0, END]
    said, line = stop_at(explain, guclog, words, 8)
    assert said['batch']['state'] == 'found' and 'PIPE_CONTROL' in line
    assert [(row['name'], row['dwords']) for row in said['batch']['commands']][:2] == [
        ('STATE_COMPUTE_MODE', 3), ('RESOURCE_BARRIER', 5)]


def test_addresses_of_a_copy(explain, guclog):
    words = [BLOCK_COPY, *range(100, 121), END]
    words[4:6], words[9:11] = (0xff410000, 0xffffeffe), (0xff400000, 0xffffeffe)
    said, line = stop_at(explain, guclog, words, 0, engine='bcs0', engine_class=3)
    assert 'XY_BLOCK_COPY_BLT: 0xeffeff400000 to 0xeffeff410000 ' in line


@pytest.mark.parametrize('header, of', [(0x0e01c003, 'register'), (0x0e00c003, 'memory')])
def test_what_a_semaphore_waits_for(explain, guclog, header, of):
    said, line = stop_at(explain, guclog, [header, 5, 0x4208, 0, 0, END], 0)
    assert f'MI_SEMAPHORE_WAIT: {of} == 0x5 at 0x4208, polling ' in line


@pytest.mark.parametrize('canonical', (False, True))
def test_high_addresses(explain, canonical):
    """explain finds an address with and without its upper 16 bits. The hardware sets these bits to
    bit 47, the driver prints them as 0."""
    at = 0xfffefff76000
    data = struct.pack('<4I', STATE, 1, 0, END)
    shown = at | 0xffff000000000000 if canonical else at
    said = explain(dump_of(ranges=(Range(at, data),), more={
        'ACTHD': shown, 'RING_BBADDR': shown | 1}), rc=1)
    assert int(said['batch']['stop']['address'], 16) == at


HOSTILE = {
    'loop': [START, BATCH & 0xffffffff, BATCH >> 32],
    'two loops': [START | 1 << 15, BATCH & 0xffffffff, BATCH >> 32] * 300 + [END],
    'calls': [START | 1 << 22, (BATCH + 12) & 0xffffffff, BATCH >> 32] * 40,
    'unknown': [0xffffffff] * 8, 'zeroes': [0] * 200000, 'cut': [WALKER],
    'far': [START, 0xfffffffc, 0xffffffff], 'end': [END],
}


def whole(guclog, text, rc=0):
    """Run dump --batch --all. Return three values: (offset in the batch, length in dwords) of each
    command that it lists, the batch in the JSON, and the first line of the text output."""
    with open('log', 'w', encoding='ascii') as f:
        f.write(text)
    shown = guclog('dump', '--batch', '--all', 'log', rc=rc).out
    said = json.loads(guclog('dump', '--batch', '--all', '--json', 'log', rc=rc).out)
    batch = said['dumps'][0]['batch']
    rows = [(int(c['address'], 16) - BATCH, c['dwords']) for c in batch['commands']]
    assert re.findall(r'^[ >] 0x(\w+) ', shown, re.M) == [f'{a + BATCH:012x}' for a, _ in rows]
    return rows, batch, shown.splitlines()[0]


@pytest.mark.parametrize('seed', range(4))
def test_whole_batch(guclog, seed):
    """dump --batch --all lists each command of the batch once, also those far from the command at
    which the engine stopped."""
    rng = random.Random(seed)
    words, places = made_batch(rng, 200)
    at, one = next(p for p in places if p[1][0])
    data = struct.pack(f'<{len(words)}I', *words).ljust(8192, b'\0')
    rows, batch, _ = whole(guclog, dump_of(ranges=(Range(BATCH, data),), more={
        'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': one[0]}))
    known = dict(places)
    assert [r for r in rows if r[0] + BATCH in known] == [(a - BATCH, len(c)) for a, c in places]
    # The other commands are the end of the batch (1 dword) and the jumps (3 dwords).
    assert {n for a, n in rows if a + BATCH not in known} == {1, 3}
    assert int(batch['stop']['address'], 16) == at


def test_whole_batch_with_jumps(guclog):
    """dump --batch --all lists a batch only once if it is called twice. For a predicated jump, it
    lists first the commands at the target and then those after the jump."""
    inner = BATCH + 0x1000
    call = [START | 1 << 22, inner & 0xffffffff, inner >> 32]
    outer = [*call, *call, START | 1 << 15, (BATCH + 48) & 0xffffffff, BATCH >> 32,
             STATE, 7, 0, CONTROL, 1, 0, 0, 0, 0, END]
    data = struct.pack(f'<{len(outer)}I', *outer).ljust(0x1000, b'\0') + struct.pack('<I', END)
    rows, batch, _ = whole(guclog, dump_of(ranges=(Range(BATCH, data),), more={
        'ACTHD': inner, 'RING_BBADDR': inner | 1, 'IPEHR': END}))
    assert rows == [(0, 3), (0x1000, 1), (12, 3), (24, 3), (48, 6), (72, 1), (36, 3)]
    assert int(batch['stop']['address'], 16) == inner


def test_whole_batch_without_a_place(guclog):
    """dump --batch --all also lists a batch if it is unknown where the engine stopped. The section
    "Job" of the dump has the address of the batch. This is usual on Linux 6.12, which reads the
    registers when the engine is idle."""
    words = [STATE, 7, 0, CONTROL, 1, 0, 0, 0, 0, END]
    rows, batch, line = whole(guclog, dump_of(
        kernel='6.12', ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),),
        more={'RING_CTL': 0, 'RING_BBADDR': 0, 'ACTHD': 0}), rc=1)
    assert rows == [(0, 3), (12, 6), (36, 1)] and not batch['stop']
    assert batch['state'] == 'no place' and 'the engine had no context' in line


@pytest.mark.parametrize('name', HOSTILE)
def test_whole_hostile_batches_end(guclog, name):
    words = HOSTILE[name]
    rows, batch, _ = whole(guclog, dump_of(
        ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),),
        more={'RING_CTL': 0, 'RING_BBADDR': 0, 'ACTHD': 0}), rc=1)
    assert len(rows) <= 65536 and len(set(rows)) == len(rows)
    assert batch['state'] == 'no place'


@pytest.mark.parametrize('name', HOSTILE)
def test_hostile_batches_end(explain, name):
    words = HOSTILE[name]
    at = BATCH + 4 * len(words) - 4
    said = explain(dump_of(ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),), more={
        'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': 0x7b000005}), rc=1)
    assert said['batch']['stop'] is None
    assert re.search('is the one in IPEHR|an earlier command is unknown', sentences(said))


def walked(commands, repeat):
    words = commands * repeat
    at = BATCH + 4 * len(words)
    text = dump_of(ranges=(Range(BATCH, struct.pack(f'<{len(words) + 4}I', *words, STATE, 7, 0, END)),),
                   more={'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': STATE})
    return text, len(words) * 4


def test_batch_that_is_too_long(explain):
    """explain searches for the command at which the engine stopped in the first million commands of
    a batch, and states if there are more commands."""
    assert explain(walked([NOOP], 999000)[0], rc=1)['batch']['state'] == 'found'
    said = explain(walked([NOOP], 1000001)[0], rc=1)
    assert said['batch']['state'] == 'too long'
    assert 'only the first million commands are searched' in sentences(said)


def test_memory_of_a_large_batch(guclog_path, small_peak, tmp_path):
    """The search for the command at which the engine stopped needs at most 6 MiB of memory in
    addition to the data of the batch."""
    text, size = walked([WALKER, *range(39)], 60000)
    (tmp_path / 'dump').write_text(text)
    peak = measure(guclog_path, (), 'explain', str(tmp_path / 'dump'))[1]
    assert 0 < peak < small_peak + size + 6 * MIB


def test_batch_that_is_not_there(explain, guclog):
    said = explain(dump_of(ranges=(Range(0x1a0000, bytes(64)),)), rc=1)
    assert said['batch']['state'] == 'not dumped'
    assert 'none of the dumped memory ranges contains the address in ACTHD' in sentences(said)
    said = explain(dump_of(ranges=-19), rc=1)
    assert 'nothing was marked for capture' in sentences(said)
    assert 'no batch: ' in guclog('dump', '--batch', 'log', rc=1).out


def without(text, *names):
    """Return a devcoredump without the lines that begin with one of these names."""
    return ''.join(line for line in text.splitlines(keepends=True)
                   if not line.lstrip('\t').startswith(names))


def test_without_the_register_of_the_batch(explain):
    """RING_BBADDR shows whether an engine was in a batch. Without this register, explain still
    names the position in the ring. Unless this position is before the start of the batch, explain
    leaves open whether the engine was in the ring or in the batch. It does not call the engine
    idle."""
    said = explain(without(dump_of(), 'RING_BBADDR'), rc=1)
    assert said['engine_state']['place'] is None and said['engine_state']['job_dword'] == 19
    assert 'Where: ccs0 stood in its ring or in a batch of job 171 ' in sentences(said)
    assert 'does not have RING_BBADDR' in sentences(said)
    said = explain(without(dump_of(position=in_job(171, dword=5)), 'RING_BBADDR'), rc=1)
    assert said['engine_state']['place'] == 'before the batch'
    said = explain(without(dump_of(more={'RING_CTL': 0}), 'RING_BBADDR'), rc=1)
    assert said['engine_state'] is None and 'IPEHR' not in sentences(said)
    line, = [s['text'] for s in said['logs'][0]['sentences'] if 'stood is not known' in s['text']]
    assert 'no context on it' not in line and 'does not have RING_BBADDR' in line


@pytest.mark.parametrize('kernel', ('6.12', '7.3'))
def test_why_the_memory_of_the_batch_is_missing(explain, kernel):
    """explain names the true reason why the memory of the batch is not in the dump."""
    words = struct.pack('<4I', STATE, 0, END, 0)
    text = dump_of(kernel=kernel, ranges=(Range(BATCH, words),))
    for damaged, reason in (
            (without(text, f'[{BATCH:x}].data'), 'contains the address in ACTHD are missing.'),
            (text.replace('].data: ', '].data: \x7f'), 'contains the address in ACTHD end before it.'),
            (dump_of(kernel=kernel, ranges=(Range(BATCH, error=-14, length=4096),)),
             'could not read the memory range that contains the address in ACTHD (error -14).'),
            (text[:text.index('**** VM state')], 'the section VM state is missing.'),
            (dump_of(kernel=kernel, ranges=-12), 'could not capture any memory (error -12).')):
        said = explain(damaged, rc=1)
        assert said['batch']['state'] == 'not dumped'
        assert reason in sentences(said) and 'none of the dumped' not in sentences(said)
        assert 'nothing was marked' not in sentences(said)


def test_without_the_address_of_the_batch(explain, guclog):
    """If the dump lacks the address of the job's batch, explain and dump --batch name this as the
    reason why they do not find the command at which the engine stopped."""
    words = [0xdead0000, 0x12345678, STATE, 0, END, 0]
    text = dump_of(ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),),
                   more={'ACTHD': BATCH + 8})
    assert 'an earlier command is unknown' in sentences(explain(text, rc=1))
    said = explain(without(text, 'batch_addr'), rc=1)
    assert said['batch']['state'] == 'no start'
    assert "the dump does not have the address of the job's batch (section Job)" in sentences(said)
    assert "the address of the job's batch (section Job)" in guclog('dump', '--batch', 'log', rc=1).out


@pytest.mark.parametrize('seed', range(8))
def test_time_on_the_engine_has_two_bounds(explain, seed):
    """If the victim was on its engine before the log begins, explain gives two bounds for the time
    on the engine. The lower bound counts from the beginning of the log. The upper bound counts from
    the time at which the context was last saved, which the context image shows."""
    rng = random.Random(seed)
    story = stories.make(seed, 'r', engine=(g.COMPUTE, 0))
    asked = next(i for i, e in enumerate(story.guc.events) if e[1] == 0x03a8)
    events = story.guc.events[asked - 3:]
    before = rng.randrange(19200, 200 * g.HZ)
    desc = story.victim.lrca << 12
    lrc = Lrc(desc=desc, contents=image_of(desc - RING, saved=events[0][0] - before & 0xffffffff))
    machine = forms.Machine(reason=REASON)
    held = forms.Held(g.log_image(story.guc, events), machine.gts[0], tick=events[-1][0] + 800000)
    text = Dump(machine=machine, log=held, contexts=(Context(guc_id=stories.VICTIM, lrcs=(lrc,)),),
                engines=(), ranges=()).text('7.3')
    said = explain(text)
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': 'ccs0'}
    bounds = re.search(r'for between ([\d.]+) and ([\d.]+) s', sentences(said))
    least = (next(e[0] for e in events if e[1] == 0x03b9) - events[0][0]) / g.HZ
    assert float(bounds[1]) == pytest.approx(least, abs=0.1)
    assert float(bounds[2]) == pytest.approx(least + before / g.HZ, abs=0.11)
    assert float(bounds[2]) >= least + before / g.HZ - 0.001


CAPTURED = (('RING_HEAD', 0x34, 0), ('RING_CTL', 0x3c, 0), ('IPEHR', 0x68, 0), ('ACTHD', 0x74, 0),
            ('ACTHD', 0x5c, 32), ('RING_BBADDR', 0x140, 0), ('RING_BBADDR', 0x168, 32))


def captured(guc_id, number, regs, desc=0x021df000):
    """Return a capture group with the registers of one engine. number: the engine's class as the
    GuC numbers it."""
    words = [0, 1, 0, number << 4 | 2, desc, guc_id, len(CAPTURED)]
    for name, offset, shift in CAPTURED:
        words += [offset, regs[name] >> shift & 0xffffffff, 0, 0]
    return struct.pack(f'<{len(words)}I', *words)


def dump_with_captures(groups, first, **how):
    """Return a dump whose log has these groups of state captures. The capture region has wrapped,
    and its write pointer is before the oldest group. groups: the oldest first. first: index of the
    group at the beginning of the region."""
    newer = b''.join(groups[first:])
    events = stories.begin(1).guc.events
    log = image.Image([image.State(image.EVENT, 65536, b''.join(map(g.entry, events)),
                                   write_ptr=20 * len(events), wrap_offset=0), image.crash(4096),
                       image.capture(4096, newer + b''.join(groups[:first]), read_ptr=len(newer),
                                     write_ptr=len(newer), sampled_write_ptr=len(newer))],
                      image.Lic(((1, 0x462c01), *image.KLVS[1:])))
    return dump_of(log=forms.Held(log.build()), **how)


@pytest.mark.parametrize('before', range(4))
@pytest.mark.parametrize('first', range(4))
def test_captures_of_earlier_resets(explain, before, first):
    """If a log has several captures of engine registers, explain says only of those before the
    capture of the hang that they are of earlier resets, even if their guc_id is the same."""
    regs = {'RING_HEAD': 0x403a94, 'RING_CTL': 0x3001, 'IPEHR': STATE, 'ACTHD': BATCH + 4,
            'RING_BBADDR': BATCH + 5}
    waits = {**regs, 'RING_HEAD': 0x600a90, 'RING_CTL': 0x3401, 'IPEHR': SEMAPHORE}
    others = [(32, 4, 'ccs0'), (36, 3, 'bcs0'), (7, 0, 'rcs0')]
    groups = [captured(*one[:2], waits) for one in others]
    groups.insert(before, captured(32, 4, regs))
    said = explain(dump_with_captures(groups, first, more=regs))
    older = [True] * before + [None] * (3 - before)
    assert [(c['guc_id'], c['engine'], c['older']) for c in reversed(said['captures'])] == \
        [(guc_id, name, old) for (guc_id, _, name), old in zip(others, older)]
    assert said['engine_state']['acthd'] == hex(BATCH + 4) and said['victim']['guc_id'] == 32
    text = sentences(said)
    assert ('of earlier resets, not of this hang: ' in text) == (before > 0)
    assert ('to which hang these state captures in the log belong: ' in text) == (before < 3)
    assert 'guc_id 36 on bcs0 in a batch at MI_SEMAPHORE_WAIT, waiting for a semaphore' in text
    for change in ({'RING_HEAD': 0x403a90}, {'IPEHR': WALKER}, {'ACTHD': BATCH + 8}):
        other = explain(dump_with_captures(groups, first, more={**regs, **change}))
        assert [c['older'] for c in other['captures']] == [None] * 4


def all_texts():
    """Yield dumps of several kinds: the engine has stopped in a batch, in the ring, and so on."""
    yield dump_of()
    yield dump_of(more={'IPEHR': SEMAPHORE, 'RING_CTL': 0x3401})
    yield dump_of(more={'RING_BBADDR': 0, 'ACTHD': in_job(171)})
    yield dump_of(source='Manual')
    yield dump_of(ranges=-19)
    yield dump_of(state=0x250, more={'ROW_INSTDONE[0]': 0, 'RING_DMA_FADD': 0xd556aa7e1f00})
    yield dump_of(3738, begun=3737, done=3737, position=in_job(3738, 0x70, 5), engine_class=3,
                  engine='bcs8', mask=1, more={
                      'ACTHD': 0x3401b0c, 'RING_BBADDR': 0x47f8cf68c4, 'IPEHR': 0x13004002,
                      'RING_INSTDONE': 0xfffffff7})
    words, places = made_batch(random.Random(1), 50)
    at, one = places[30]
    yield dump_of(ranges=(Range(BATCH, struct.pack(f'<{len(words)}I', *words)),),
                  more={'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': one[0]})


def test_no_forbidden_words(explain):
    for text in all_texts():
        shown = sentences(explain(text, rc=1)).lower()
        for words in FORBIDDEN:
            assert words.lower() not in shown


IN_RING = {'RING_BBADDR': 0x47f8cf68c4, 'ACTHD': 0x3401b0c, 'IPEHR': 0x13004002}
# Statements that registers and context images do not prove. For each: the arguments of dump_of(),
# and a regular expression that the output of explain must not match.
NOT_SHOWN = {
    'an old batch address is not a place': (dict(more=IN_RING), '47f8cf68c4'),
    'ACTHD is not an address in the ring': (dict(more=IN_RING), '0x3401b0c'),
    'the fetch address is not a fault': (dict(more={'RING_DMA_FADD': 0xabcdef00}), 'abcdef00|DMA_FADD'),
    'IPEHR is not an error': ({}, '(?i)IPEHR[^.]*error|invalid|illegal'),
    'a masked EIR proves nothing': (dict(more={'RING_EIR': 0, 'RING_EMR': 0xffffffff}), r'\bEIR|no error'),
    'the status has no public layout': ({}, '4000309c|EXECLIST'),
    'a saved head is not a place': ({}, '14920'),
    'ROW_INSTDONE has no known meaning': (dict(more={'ROW_INSTDONE[0]': 0}), 'ROW_INSTDONE|EU'),
    'unnamed bits are not units': (dict(more={'INSTDONE_GEOM_SVGUNIT[0]': 0xffdfffff}), 'SVG|GEOM'),
    "xe's own marks are not news": (dict(state=0x210), 'destroyed|banned|its state'),
    'a name of a queue is not an engine': (dict(name='ccs7', engine_class=5), 'ccs7|ccs32'),
    'the mode set last is not a cause': ({}, '(?i)because of|caused|is the bug'),
    'the hardware waits for nobody by name': ({}, '(?i)desktop|user|application'),
    'a copy that did not begin does not hang': (
        dict(seqno=3738, begun=3737, done=3737, position=in_job(3738, 0x70, 5), engine_class=3,
             engine='bcs8', mask=1, more=IN_RING), '(?i)copy (that|never|hangs)|page fault'),
    'a semaphore is not a cause': (dict(more={'IPEHR': SEMAPHORE, 'RING_CTL': 0x3401}),
                                '(?i)hung on|hangs on|deadlock|never'),
    'nothing marked is not a failure': (dict(ranges=-19), '(?i)-19|no such device|not captured|failed'),
    'the batch is at no start': ({}, '(?i)(start|beginning) of the batch'),
}


@pytest.mark.parametrize('what', NOT_SHOWN)
def test_what_registers_do_not_show(explain, what):
    how, words = NOT_SHOWN[what]
    text = dump_of(**how)
    for kernel in ('7.3', '6.12'):
        said = explain(text if kernel == '7.3' else dump_of(**how, kernel=kernel), rc=1)
        lines = [line['text'] for line in said['logs'][0]['sentences']
                 if not line['text'].startswith(('The dump: ', 'What to do: '))]
        assert len(lines) > 2
        for line in lines:
            assert not re.search(words, line), line


def test_only_the_process_of_the_address_space_is_named(explain):
    """If a page fault is in another address space than the victim's, explain shows the number of
    this address space and does not name the victim's process."""
    story = stories.begin(3)
    story.guc.event(0x6002, 0, 57 << 12, 0x1000, 0x7f00)
    stories.refuse(story)
    said = explain(g.dump(story.guc, f'LR job cleanup, guc_id={stories.VICTIM}', [story.victim]))
    assert said['driver']['faults'] and 57 in [f['asid'] for f in said['driver']['faults']]
    for line in said['logs'][0]['sentences'][1:]:
        assert 'fault' not in line['text'] or 'clpeak' not in line['text']


def test_wait_alone_is_not_a_hang(explain):
    """If an engine waits for a semaphore and nothing has timed out, explain does not call this a
    hang. The idle loop of compute-runtime waits in this way."""
    text = dump_of(more={'IPEHR': SEMAPHORE, 'RING_CTL': 0x3401}, reason='asked by the user')
    said = explain(text, rc=1)
    assert said['hang'] is None and said['engine_state']['semaphore'] is True
    assert said['victim'] == {'guc_id': None, 'engine': None}


@pytest.mark.parametrize('seed', range(4))
def test_page_has_batch_registers_and_ranges(guclog, tmp_path, seed):
    """The HTML page of guclog report has the commands of the batch that explain shows, the engine's
    registers and the memory ranges of the VM."""
    rng = random.Random(seed)
    words, places = made_batch(rng, 40)
    at, one = rng.choice([p for p in places if p[1][0]])
    data = struct.pack(f'<{len(words)}I', *words)
    (tmp_path / 'dump').write_text(dump_of(
        ranges=(Range(BATCH, data), Range(0x1a0000, error=-14, length=4096)),
        more={'ACTHD': at, 'RING_BBADDR': at | 1, 'IPEHR': one[0], 'ROW_INSTDONE[3]': 0x1234}))
    guclog('report', 'dump', '-o', 'page.html', rc=None)
    page = Path('page.html').read_text()
    found = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page,
                                 re.S)[1])
    tables = {t['title']: t['rows'] for t in found['tables']}
    batch, = [rows for title, rows in tables.items() if title.startswith('Commands of the batch')]
    said = guclog('explain', '--json', 'dump', rc=None).json['batch']
    assert [(int(r[1], 16), r[2].removeprefix('(called) '), int(r[4])) for r in batch] == [
        (int(c['address'], 16), c['name'], c['dwords']) for c in said['commands']]
    assert [int(r[1], 16) for r in batch if r[0] == 'stop'] == [at]
    assert 'tr.mark' in page and ".classList.add('mark')" in page
    registers = {r[2]: r[3] for r in tables['Registers of the engines in the devcoredump']}
    assert int(registers['ACTHD'], 16) == at and 'ROW_INSTDONE[3]' not in registers
    assert [(int(r[0], 16), r[1], r[3]) for r in tables['Memory of the VM in the devcoredump']] == [
        (BATCH, str(len(data)), 'in the dump'), (0x1a0000, '4096', 'not read: error -14')]
