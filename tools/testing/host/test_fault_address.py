# SPDX-License-Identifier: GPL-2.0-only
"""What guclog explain says about the address of a page fault: the heap of each user space driver, the
nearest memory and batch in the dump, the addresses of other faults, and whether the address space was
in use. The heaps are computed here from the rules of the drivers' sources."""

import struct

import gucstory
import pytest
import stories
from explained import sentences
from reference import forms
from reference.sections import V73, Context, Dump, Lrc
from test_explain_faults import ASID, CCS, fault_story, request_of
from test_kernel_incidents import cat, fault, reset, timeout, xe

KIB, MIB, GIB, TOP = 1 << 10, 1 << 20, 1 << 30, 1 << 48


def compute_runtime():
    """Return the heaps of compute-runtime as in GfxPartition::init(): below half of the addresses the
    memory that is shared with the CPU, then four heaps of 4 GiB, then three of equal size."""
    base = TOP // 2
    heaps = [('SVM', 0, base)]
    for name in 'INTERNAL_DEVICE_MEMORY', 'INTERNAL', 'EXTERNAL_DEVICE_MEMORY', 'EXTERNAL':
        heaps.append((name, base, base + 4 * GIB))
        base += 4 * GIB
    size = (TOP - base) // 3 // (2 * MIB) * 2 * MIB
    for name in 'STANDARD', 'STANDARD64KB', 'STANDARD2MB':
        heaps.append((name, base, base + size))
        base += size
    return heaps


def anv():
    """Return the heaps of anv as in anv_physical_device_init_va_ranges()."""
    heaps, at = [], 2 * MIB
    for name, size in (('general_state_pool', GIB - 2 * MIB), ('low_heap', GIB), (None, GIB),
                       ('binding_table_pool', GIB), ('internal_surface_state_pool', GIB),
                       ('bindless_surface_state_pool', 2 * GIB), (None, GIB),
                       ('dynamic_state_pool', GIB), ('sampler_state_pool', 2 * GIB), (None, GIB),
                       ('instruction_state_pool', 2 * GIB)):
        heaps.append((name, at, at + size))
        at += size
    heaps.append(('high_heap', at, (15 << 44) - 4 * GIB))
    return [heap for heap in heaps if heap[0]] + [('trtt', 15 << 44, TOP - 4 * GIB)]


IRIS = [('SHADER', 0x1000, 4 * GIB), ('BINDER', 4 * GIB, 5 * GIB), ('SURFACE', 5 * GIB, 8 * GIB),
        ('DYNAMIC', 8 * GIB, 12 * GIB), ('OTHER', 12 * GIB, TOP - 4 * GIB)]

# Addresses as in public reports: near the ends of heaps, in the middle, and with wrong low bits.
ADDRESSES = [
    0x2a0000, 0x4c0000, 0x3fe00000, 0x41200000, 0x7ff01000, 0xc0004000, 0x100200000, 0x141000000,
    0x1bfff0000, 0x200010000, 0x23ff00000, 0x2400a0000, 0x300040000, 0x37ffe0000, 0x380000000,
    0x55d0aa30c000, 0x7f2a4c000000, 0x7ffffffff000, 0x800000040000, 0x800100002000, 0x8002fffff000,
    0x800300400000, 0x800400000000, 0x800400600000, 0x8a0055400000, 0xaaad55000000, 0xaaad55400000,
    0xb11e00000000, 0xd55699000000, 0xd556aa800000, 0xdeadbeef0000, 0xeffe80000000, 0xf00000200000,
    0xfffe00000000]


def wanted(address):
    """Return the names of the heaps with an address, by client."""
    return {client: next((name for name, begin, end in heaps if begin <= address < end), None)
            for client, heaps in (('compute-runtime', compute_runtime()), ('anv', anv()),
                                  ('iris', IRIS))}


def said_heaps(text):
    """Return the heaps that a sentence names, by client."""
    found = dict.fromkeys(('compute-runtime', 'anv', 'iris'))
    for part in text.split('Whose memory ')[1].split('; if '):
        for client in found:
            if f' uses {client} ' in part:
                found[client] = part.split(', heap ')[1].split()[0]
    return found


def test_number_of_addresses():
    assert len(ADDRESSES) >= 30


@pytest.mark.parametrize('address', ADDRESSES, ids=hex)
@pytest.mark.parametrize('signed', (False, True))
def test_heaps(guclog, tmp_path, address, signed):
    """The heaps are those of the sources; a sign-extended address is the same address."""
    shown = address | 0xffff << 48 if signed and address >> 47 else address
    (tmp_path / 'kernel').write_text(
        xe((7, fault(shown)), (7.001, 'Fault response: Unsuccessful -EINVAL'), (7.002, cat(3))))
    text = sentences(guclog('explain', '--json', 'kernel').json)
    assert f'{address:#x}' in text
    assert said_heaps(text) == wanted(address)


def test_null_pointer(guclog, tmp_path):
    (tmp_path / 'kernel').write_text(xe((7, fault(0x20)), (7.002, cat(3))))
    said = sentences(guclog('explain', '--json', 'kernel').json).partition('What to do')[0]
    assert 'null pointer' in said and 'compute-runtime' not in said


@pytest.mark.parametrize('state, word', ((0x249, 'not a consequence'), (0x289, 'a consequence:'),
                                         (None, None)))
def test_whether_the_program_had_ended(guclog, tmp_path, state, word):
    """The driver kills the queues of a program that ends, so the state of the queue shows whether the
    fault is a consequence. Without the state, nothing is said."""
    (tmp_path / 'kernel').write_text(
        xe((7, fault(0xaaad40000000)), (7.0001, 'Fault response: Unsuccessful -ENOENT'),
           (7.002, reset(3, state=state)), (7.0021, timeout(3, 'a', 5))))
    said = sentences(guclog('explain', '--json', 'kernel').json)
    assert word in said if word else 'consequence' not in said


@pytest.mark.parametrize('times', (1, 3))
def test_grid_of_a_kernel_log(guclog, tmp_path, times):
    """The faults of an incident at equal distances, in any order, are described as such."""
    order = [(7 * i) % 12 for i in range(12 * times)]
    (tmp_path / 'kernel').write_text(''.join(
        xe((7 + n / 1e4, fault(0x800400000000 + 2 * MIB * i))) for n, i in enumerate(order))
        + xe((7.5, cat(3))))
    said = sentences(guclog('explain', '--json', 'kernel').json)
    assert '12 addresses, 2 MiB apart' in said
    assert ('each 3 times' in said) == (times == 3)


def dump_with_asid(story):
    """Return the devcoredump of a story. The context image of the victim has the number of its
    address space."""
    guc, desc = story.guc, story.victim.lrca << 12
    image = struct.pack('<6I', 0x11081003, 0x1a038, desc - 0x4000, 0x1a278, ASID, 0x05000001)
    machine = forms.Machine(reason=stories.timed_out(stories.VICTIM))
    held = forms.Held(gucstory.log_image(guc), machine.gts[0], tick=guc.events[-1][0] + 800000)
    context = Context(guc_id=stories.VICTIM, lrcs=(Lrc(desc=desc, contents=image),))
    text = Dump(machine=machine, log=held, engines=(), ranges=(), contexts=(context,)).text(V73)
    at = text.index('\n**** Contexts')
    return (text[:text.index('\n**** GuC CT')] + '\n'.join(gucstory.ct_lines(guc)) + '\n' +
            text[at:])


def test_grid_of_the_rings(explain):
    """The addresses of the page faults in the G2H ring are described, those of the address space of
    the queue alone: 40 addresses 4 MiB apart, two or three times each, in any order, with the
    requests of another address space between them."""
    story = stories.begin(3)
    guc = story.guc
    for n in range(90):
        slot = n * 7 % 40
        guc.event(0x6002, *request_of(0x800412000000 + 4 * MIB * slot, data=n))
        guc.event(0x6002, *request_of(0x1000 * n, asid=ASID + 1))
    guc.message(0x6003, ASID << 12 | 1, 89 << 16 | 5 << 13)
    guc.complete(story.victim)
    guc.disable(story.victim)
    said = sentences(explain(dump_with_asid(story)))
    assert '90 of them' in said and '40 addresses, 4 MiB apart, each 2 to 3 times' in said


@pytest.mark.parametrize('engine', (CCS, (gucstory.COPY, 3)))
@pytest.mark.parametrize('asid', (ASID, ASID + 1))
def test_address_space_that_is_used_later(explain, engine, asid):
    """If the driver resolves a page fault in the same address space after the one that it refused,
    the address space was not closed. The engine is named if it is another one."""
    story = fault_story(4, address=0x800412345000)
    guc = story.guc
    request = request_of(0x800412346000, engine, asid=asid, data=0x77)
    guc.event(0x6002, *request)
    guc.message(0x6003, asid << 12 | 1,
                0x77 << 16 | (request[0] >> 25 & 7) << 13 | (request[0] >> 19 & 0x3f) << 7)
    said = sentences(explain(dump_with_asid(story)))
    assert ('was not closed' in said) == (asid == ASID)
    assert ('also of bcs3' in said) == (asid == ASID and engine != CCS)


def test_address_space_that_was_used_before(explain):
    """What the driver resolved before it refused the fault does not show that the address space was
    still there."""
    story = fault_story(5, address=0x800412345000)
    assert 'was not closed' not in sentences(explain(dump_with_asid(story)))


def test_few_faults_have_no_grid(guclog, tmp_path):
    (tmp_path / 'kernel').write_text(''.join(
        xe((7 + n, fault(0x800400000000 + 2 * MIB * n))) for n in range(3)))
    assert ' apart' not in sentences(guclog('explain', '--json', 'kernel').json)


def test_address_beside_a_dump(explain):
    """With a devcoredump, explain names the heap and that the address space was in use, with the
    events that prove it."""
    story = fault_story(6, address=0xaaad40200000)
    said = explain(gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    shown = said['logs'][0]['sentences']
    assert said_heaps(sentences(said)) == wanted(0xaaad40200000)
    proof, = (s['events'] for s in shown if 'not a consequence' in s['text'])
    events = said['memory_fault']['events']
    assert proof == [events['refused'], events['disabled']]


def test_fault_after_a_disable(explain):
    """If the log does not show that the driver disabled the queue after the fault, it does not show
    that the address space was in use either."""
    story = fault_story(7, disables=False)
    said = explain(gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    assert 'consequence' not in sentences(said)


@pytest.mark.parametrize('length, word', ((64 * KIB, 'was bound'), (16 * KIB, '16 KiB after the end')))
def test_memory_and_batch_in_the_dump(explain, length, word):
    address = 0xaaad40200000
    story = fault_story(8, address=address)
    text = gucstory.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim])
    head, mark, _ = text.partition('**** VM state ****')
    begin = address - 32 * KIB
    assert mark
    said = sentences(explain(
        head.replace('**** Job ****\n', f'**** Job ****\nbatch_addr[0]: 0x{address - 4096:016x}\n')
        + f'**** VM state ****\n[{begin:x}].length: 0x{length:x}\n'
        f'[{begin:x}].data: ' + 'z' * (length // 4) + '\n'))
    assert word in said and f'{begin:#x}' in said
    assert ('4 KiB after the begin' in said) == ('**** Job ****' in head)
