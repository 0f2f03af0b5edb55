# SPDX-License-Identifier: GPL-2.0-only
"""guclog dump --messages: the messages of both CT buffers of a devcoredump."""

import random

import pytest
from reference import sections
from reference.sections import (BUSY, EVENT, FAILURE, RETRY, REQUEST, SUCCESS, V73, V612,
                                Dump, Message)

# Stands for the kernels after Linux 6.12 and before 7.3. In their dumps, H2G and G2H share one
# buffer object, and all words of it are in the dump.
V617 = '6.17'


def some_messages(seed, ring, count, origin):
    """Put COUNT messages of several lengths into a CT buffer. Their fences begin with 0x8000, as in
    messages of xe that need no answer. The receiver has read them all."""
    rand = random.Random(seed)
    for i in range(count):
        data = tuple(rand.getrandbits(32) for _ in range(rand.choice((0, 1, 2, 3, 11, 40))))
        ring.put(Message(rand.choice((0x1000, 0x1001, 0x100b, 0x7000, 0x7777)), data,
                         0x8000 | (i & 0x7fff), sections.FAST_REQUEST if not origin else EVENT,
                         origin=origin))
    ring.read()


def dump_with(tmp_path, kernel, to_guc, to_host, name='dump'):
    text = Dump(rings=(to_guc, to_host)).text(kernel)
    (tmp_path / name).write_text(text)
    return name


def expect_ring(got, ring, messages):
    """Check that the JSON about a CT buffer has the messages that were put into it."""
    assert got['words'] == ring.size
    assert got['head'] == ring.head and got['tail'] == ring.tail
    assert [m['word'] for m in got['messages']] == [at for at, _ in messages]
    for m, (_, message) in zip(got['messages'], messages):
        assert m['fence'] == message.fence
        assert m['data'] == list(message.data)
        assert m['data0'] == message.data0
        assert (m['error'] if m['action'] is None else m['action']) == message.action


@pytest.mark.parametrize('kernel', (V617, V73))
@pytest.mark.parametrize('count', (0, 1, 40, 60, 99, 500, 2345))
def test_every_whole_message_of_both_rings(guclog, tmp_path, kernel, count):
    to_guc, to_host = sections.h2g(), sections.g2h()
    some_messages(f'h2g {count}', to_guc, count, 0)
    some_messages(f'g2h {count}', to_host, 2 * count, 1)
    run = guclog('dump', '--messages', '--json', dump_with(tmp_path, kernel, to_guc, to_host))
    gt, = run.json['gts']
    assert gt['gt'] == 0 and not gt['disabled']
    expect_ring(gt['h2g'], to_guc, to_guc.whole())
    expect_ring(gt['g2h'], to_host, to_host.whole())
    assert not run.err


NUMBERS = (0, 0, 1, 2, 3, 4, 7, 32, 33, 0x602, 0x1000, 0x10002, 0x20003, 0x40000, 0x80002)


@pytest.mark.parametrize('seed', range(10))
def test_oldest_message_was_not_overwritten(guclog, tmp_path, seed):
    """When new messages have overwritten the beginning of an old one, dump does not show the rest
    of the old message, although its data words look like messages."""
    rand = random.Random(seed)
    to_guc = sections.h2g()
    fence = rand.randrange(0x8000)
    for _ in range(rand.randrange(300, 1200)):
        data = tuple(rand.choice((*NUMBERS, rand.getrandbits(rand.choice((16, 20, 32)))))
                     for _ in range(rand.choice((0, 1, 2, 3, 3, 3, 5, 11, 11, 16))))
        fence = (fence + 1) & 0x7fff
        to_guc.put(Message(rand.choice((0x1000, 0x1001, 0x100b, 0x4503)), data,
                           fence | rand.choice((0, 0x8000, 0x8000)), sections.FAST_REQUEST))
    to_guc.read()
    run = guclog('dump', '--messages', '--json', dump_with(tmp_path, V73, to_guc, sections.g2h()))
    expect_ring(run.json['gts'][0]['h2g'], to_guc, to_guc.whole())


@pytest.mark.parametrize('unread', (0, 1, 3))
@pytest.mark.parametrize('kernel', (V612, V617, V73))
def test_unread_messages(guclog, tmp_path, kernel, unread):
    to_guc, to_host = sections.h2g(), sections.g2h()
    some_messages('a', to_guc, 77, 0)
    some_messages('b', to_host, 9, 1)
    to_guc.read(unread)
    run = guclog('dump', '--messages', '--json', dump_with(tmp_path, kernel, to_guc, to_host))
    ring = run.json['gts'][0]['h2g']
    assert ring['unread'] == unread
    assert ring['only_unread'] == (kernel == V612)
    marked = [m for m in ring['messages'] if m['unread']]
    assert [m['word'] for m in marked] == [at for at, _ in to_guc.messages[77 - unread:]]
    if kernel == V612:
        assert marked == ring['messages']


def test_words(guclog, tmp_path):
    to_guc, to_host = sections.h2g(), sections.g2h()
    for message in (Message(0x3003, (0x602, 7, 1200), 5, REQUEST),
                    Message(0x1001, (32, 0), 0x8006), Message(0x1234, (9,), 0x8007, data0=3)):
        to_guc.put(message)
    for message in (Message(0, (), 5, SUCCESS, origin=1),
                    Message(0x60, (), 0x8006, FAILURE, 0x21, origin=1),
                    Message(2, (), 5, BUSY, origin=1), Message(1, (), 9, RETRY, origin=1),
                    Message(0x1002, (32, 0), 0, EVENT, origin=1)):
        to_host.put(message)
    to_guc.read()
    to_host.read(1)
    to_guc.status = 5
    out = guclog('dump', '--messages', dump_with(tmp_path, V73, to_guc, to_host)).out
    assert out.splitlines() == [
        'GT 0',
        'H2G: 1024 words, head 12, tail 12, status 0x5 OVERFLOW MISMATCH; 3 messages, 0 unread',
        '   word   fence  type               action or answer',
        '      0       5  REQUEST            PC_SLPC_REQUEST event=PARAMETER_SET '
        'GLOBAL_MAX_GT_UNSLICE_FREQ_MHZ=1200',
        '      5   32774  FAST_REQUEST       SCHED_CONTEXT_MODE_SET guc_id=32 mode=disable',
        '      9   32775  FAST_REQUEST       action 0x1234 data0=0x3 data1=0x9',
        'G2H: 32768 words, head 8, tail 12, status 0x0; 5 messages, 1 unread',
        '   word   fence  type               action or answer',
        '      0       5  RESPONSE_SUCCESS   RESPONSE_SUCCESS data0=0x0 to PC_SLPC_REQUEST',
        '      2   32774  RESPONSE_FAILURE   RESPONSE_FAILURE error=INVALID_PARAMS hint=0x21 '
        'to SCHED_CONTEXT_MODE_SET',
        '      4       5  NO_RESPONSE_BUSY   NO_RESPONSE_BUSY counter=2 to PC_SLPC_REQUEST',
        '      6       9  NO_RESPONSE_RETRY  NO_RESPONSE_RETRY reason=1',
        '      8       0  EVENT              SCHED_CONTEXT_MODE_DONE guc_id=32 mode=disable'
        '  (unread)',
    ]


def test_options(guclog, tmp_path):
    to_guc, to_host = sections.h2g(), sections.g2h()
    some_messages('c', to_guc, 30, 0)
    some_messages('d', to_host, 30, 1)
    name = dump_with(tmp_path, V73, to_guc, to_host)
    out = guclog('dump', '--messages', '--ring', 'h2g', '--last', 4, name).out
    assert 'G2H' not in out and len(out.splitlines()) == 3 + 4
    gt, = guclog('dump', '--messages', '--ring', 'g2h', '--last', 0, '--json', name).json['gts']
    assert gt['h2g'] is None and gt['g2h']['messages'] == []
    guclog('dump', '--messages', '--gt', 0, name)
    run = guclog('dump', '--messages', '--gt', 1, name, rc=2)
    assert 'has no sections of GT 1' in run.err and not run.raw
    guclog.usage('dump', '--messages', '--ring', 'both ways', name)
    for options in (), ('--json',):
        assert guclog('dump', '--messages', *options, '--ring', 'both', name).out == \
            guclog('dump', '--messages', *options, name).out
    guclog.usage('dump', '--ring', 'both', name)


def test_disabled(guclog, tmp_path):
    (tmp_path / 'dump').write_text(Dump().text(V73))
    assert 'the driver had disabled them' in guclog('dump', '--messages', 'dump').out


@pytest.mark.parametrize('keep', (100, 4000, 6000, 20000))
def test_cut_data_loses_only_what_is_missing(guclog, tmp_path, keep):
    to_guc, to_host = sections.h2g(), sections.g2h()
    some_messages('e', to_guc, 99, 0)
    some_messages('f', to_host, 2500, 1)
    text = Dump(rings=(to_guc, to_host)).text(V73)
    at = text.index('[CTB].data: ')
    (tmp_path / 'dump').write_text(text[:at + keep])
    run = guclog('dump', '--messages', '--json', 'dump', rc=1)
    gt, = run.json['gts']
    whole = [(at, m.words()) for at, m in to_guc.whole()]
    if keep == 20000:
        expect_ring(gt['h2g'], to_guc, to_guc.whole())
        words = {m['word'] for m in gt['g2h']['messages']}
        assert words and words <= {word for word, _ in to_host.whole()}
    elif gt['h2g']:
        assert {m['word'] for m in gt['h2g']['messages']} <= {at for at, _ in whole}


@pytest.mark.parametrize('head, tail', ((5000, 3), (3, 5000), (4294967295, 4294967295)))
def test_impossible_descriptor(guclog, tmp_path, head, tail):
    to_guc, to_host = sections.h2g(), sections.g2h()
    some_messages('g', to_guc, 5, 0)
    some_messages('h', to_host, 5, 1)
    to_guc.head, to_guc.tail = head, tail
    run = guclog('dump', '--messages', dump_with(tmp_path, V73, to_guc, to_host), rc=1)
    assert 'GuC CT: CT buffers at 0x0: ' in run.err
    assert 'G2H: 32768 words' in run.out


def test_missing_gt_of_two_dumps(guclog, tmp_path):
    """The error names each GT once, also if several devcoredumps have it. Its number may begin with
    that of another GT."""
    (tmp_path / 'dumps').mkdir()
    for name, gt in ('a', 12), ('b', 1), ('c', 12), ('d', 1):
        text = Dump(rings=(sections.h2g(), sections.g2h()), gt=gt).text(V73)
        (tmp_path / 'dumps' / name).write_text(text)
    run = guclog('dump', '--messages', '--gt', 7, 'dumps', rc=2)
    assert run.err.endswith(': has no sections of GT 7, only of GT 12, GT 1\n')
