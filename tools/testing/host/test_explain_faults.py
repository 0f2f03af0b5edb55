# SPDX-License-Identifier: GPL-2.0-only
"""guclog explain on memory faults, and on what the driver recorded: the first step of a chain is
the cause, and the driver's record is not trusted where other facts contradict it.

Each story (gucstory.py, stories.py) is told with what really happened, from the specification of
the messages and the events.
"""

import re

import gucstory as g
import pytest
import stories
from explained import Truth, named, row, sentences
from stories import VICTIM, WAITER, timed_out

CCS, RCS, BCS = (g.COMPUTE, 0), (g.RENDER, 0), (g.COPY, 3)
ACCESS = {'read': 0, 'write': 1, 'atomic': 2}
ASID = 0x2a


def request_of(address, engine=CCS, access='read', level=1, asid=ASID, data=0x35):
    """Return the four words of a page fault request, struct xe_guc_pagefault_desc."""
    return (data & 0xf) << 28 | g.HARDWARE_CLASS[engine[0]] << 25 | engine[1] << 19 | level, \
        asid << 12 | data >> 4, address & 0xfffff000 | ACCESS[access], address >> 32


def fault_story(seed, engine=CCS, cat_type=18, disables=True, **request):
    """Return a story in which the driver refuses a page fault of the victim."""
    story = stories.begin(seed, engine=engine)
    guc, victim = story.guc, story.victim
    address = request.pop('address', 0x8a0055400000)
    guc.faults(2)
    guc.answer(2)
    guc.fault_refused(victim, request_of(address, engine, **request), cat_type)
    if disables:
        guc.wait(900)
        guc.killed(victim, stories.domain_of(engine))
        guc.wait(60)
        guc.message(0x30, 2)
    return story


def dump_about(story, queue=None, **more):
    """Return the dump of a job timeout of a queue, by default the victim."""
    queue = queue or story.victim
    return g.dump(story.guc, timed_out(queue.guc_id), [queue], **more)


def in_order(*names):
    """Return a function that tests whether these events of a memory fault are known and in order."""
    def test(events):
        at = [events[name] for name in names]
        return None not in at and at == sorted(at) and len(at) == len(set(at))
    return test


# The cause is the first of the chain.
@row(pinned='engine', access=ACCESS, engine=(CCS, (g.COMPUTE, 2), BCS, RCS))
def test_refused_fault_is_the_cause(access, engine):
    story = fault_story(1, engine, access=access, address=0xaaad40200000, level=2)
    return dump_about(story), Truth(
        hang=True, reset=True, victim=VICTIM, engine=g.name_of(engine), waiter=None, wait_ms=None,
        failed=[], memory_fault__cat_type=18, memory_fault__fault__refused=True,
        memory_fault__fault__address='0xaaad40200000', memory_fault__fault__access=access,
        memory_fault__fault__level=2, memory_fault__events=in_order('refused', 'cat_error',
                                                                    'disabled'),
        signature=lambda text: text.startswith('memory fault on '))


@row(without=(None, 0x0535, 0x0523))
def test_memory_error_of_a_log_alone(without):
    """Without a devcoredump, the log still shows the memory error. Without the event of the memory
    error, it does not show that the driver refused the fault."""
    story = fault_story(2)
    return g.log_image(story.guc, [e for e in story.guc.events if e[1] != without]), \
        Truth(victim=VICTIM, **{'memory_fault': None} if without == 0x0535 else
              {'memory_fault__cat_type': 18, 'memory_fault__fault': None})


@row(pinned=True)
def test_log_that_ends_before_the_reset():
    """The module copies the log when it notices the memory error. The context is still on its
    engine, so the log does not show that nothing hangs."""
    story = fault_story(7, disables=False)
    guc = story.guc
    yield g.log_image(guc), Truth(hang=None, reset=False)
    guc.wait(900)
    guc.killed(story.victim, stories.domain_of(CCS))
    yield g.log_image(guc), Truth(hang=True)


@row()
def test_disable_of_a_queue_that_is_gone():
    """After the reset, the driver deregisters the queue, and another queue gets its guc_id."""
    story = fault_story(6)
    story.guc.clean_up(story.victim)
    stories.running(story.guc, VICTIM, BCS)
    return g.log_image(story.guc), \
        Truth(victim=VICTIM, memory_fault__events=in_order('cat_error', 'disabled'))


@row()
def test_refused_fault_without_a_memory_error():
    """An address space that is known is not needed if the GuC names the context; without both, a
    refused fault is not blamed on the context."""
    return dump_about(fault_story(3, cat_type=None)), \
        Truth(memory_fault=None, driver__fault_refused=1)


@row()
def test_memory_error_after_the_reset_is_no_cause():
    """The long kernel is the cause of the reset; another context's fault comes after it."""
    story = stories.refuse(stories.begin(4, engine=CCS))
    other = stories.running(story.guc, 44, (g.COMPUTE, 1))
    story.guc.fault_refused(other, request_of(0x1000, other.engine))
    return g.dump(story.guc, named(VICTIM), [story.victim]), \
        Truth(victim=VICTIM, waiter=WAITER, memory_fault=None)


@row()
def test_fault_of_an_earlier_stay():
    """A fault of the context's engine that was refused before the context was placed there again
    belongs to an earlier hang."""
    story = stories.begin(5, engine=CCS)
    guc, victim = story.guc, story.victim
    guc.fault_refused(victim, request_of(0x7000), cat_type=None)
    guc.complete(victim)
    guc.submit(victim)
    stories.refuse(story)
    return g.dump(guc, named(VICTIM), [victim]), Truth(memory_fault=None, waiter=WAITER)


def test_answers_of_the_log_and_of_the_rings(explain):
    """That each fault has an answer is not said without saying that an answer was a refusal."""
    assert re.search(r'Page faults: this log has (\d+) requests and \1 answers[^.]*\.\d+; [^.]*refused',
                     sentences(explain(dump_about(fault_story(6)))))


@row()
def test_which_of_two_faults_was_refused():
    """An answer belongs to the request with the same address space, engine and private data."""
    story = stories.begin(7, engine=CCS)
    guc = story.guc
    for address, data in ((0x111000, 1), (0x222000, 2), (0x333000, 3)):
        guc.event(0x6002, *request_of(address, data=data))
    guc.faults(0)
    guc.fault_refused(story.victim, request_of(0x444000, data=4))
    for data in (2, 1, 3):
        guc.message(0x6003, ASID << 12 | 0x401, data << 16 | 5 << 13)
    guc.wait(900)
    guc.killed(story.victim, stories.domain_of(CCS))
    return dump_about(story), Truth(
        memory_fault__fault__address='0x444000', driver__faults=lambda faults: [
            f['address'] for f in faults if f['refused']] == ['0x444000'])


@pytest.mark.parametrize('seed', range(8))
def test_departures_count_the_first_run(explain, seed):
    """The stay that began before the log counts as a departure."""
    story = stories.begin(20 + seed, engine=CCS, steps=seed * 5)
    guc, victim = story.guc, story.victim
    first = len(guc.events)
    runs = 1 + seed % 4
    for _ in range(runs):
        guc.complete(victim)
        guc.submit(victim)
    guc.refused(story.waiter, CCS, stories.domain_of(CCS))
    said = explain(g.log_image(guc, guc.events[first:]))
    assert int(re.search(r'left its engine (\d+) time', sentences(said))[1]) == runs


# A disable during which the engine is reset (rules M1, R2).
def rules_of(guclog, content):
    """Return a dict from name to result of the rules on a log."""
    checked = guclog('events', '--check', '--json', '-', stdin=content, rc=None).json['logs'][0]
    return {rule['rule']: rule for rule in checked['rules']}


def test_disable_that_ends_in_a_reset(guclog):
    rules = rules_of(guclog, dump_about(fault_story(8)))
    for name in ('M1', 'R1', 'R2', 'R3'):
        assert rules[name]['checks'] and rules[name]['hits'] == rules[name]['checks'], name


@pytest.mark.parametrize('top', (0, 9))
def test_wrong_words_of_a_disable(guclog, top):
    """M1 fails if the last CTX_NOT_READY of a disable does not say so, or if an earlier one does."""
    story = fault_story(9)
    events, at = list(story.guc.events), [i for i,
                                          e in enumerate(story.guc.events) if e[1] == 0x8101]
    i = at[-1] if top == 0 else at[-2]
    tick, code, arg0, arg1 = events[i]
    events[i] = tick, code, arg0 & 0xffffff | top << 24, arg1
    rules = rules_of(guclog, g.log_image(story.guc, events))
    assert rules['M1']['hits'] < rules['M1']['checks']


@row()
def test_ready_events_of_other_contexts():
    """With random arguments of all CTX_READY, rule C6 is not silent: the name is not used."""
    story = stories.begin(10, engine=CCS)
    rng = story.guc.rng
    events = [(t, code, rng.randrange(1 << 32), rng.randrange(1 << 32)) if code == 0x8103 else
              (t, code, a, b) for t, code, a, b in story.guc.events]
    return g.dump(story.guc, 'asked by the user', [story.victim], events=events), \
        Truth(failed=lambda rules: 'C6' in rules)


# What the driver recorded: "reason, fields of the queue, facts".
def dump_without_log(reason, fields, process='python3 [4321]', width=1):
    """Return a devcoredump without a log, of a queue with guc_id 22."""
    text = ['**** Xe Device Coredump ****', f'Reason: {reason}', 'kernel: 7.3.4-test', 'module: xe',
            'Snapshot time: 1789464703.072039291', 'Uptime: 170678.677636902',
            f'Process: {process}', 'PCI ID: 0xe223', 'PCI revision: 0x00', 'GT id: 0', '\tTile: 0',
            '\tType: main', '\tIP ver: 20.2.0', '\tCS reference clock: 19200000', '',
            '**** GT #0 ****', '\tTile: 0', '', '**** Contexts ****', 'GuC ID: 22',
            '\tName: ccs22', '\tClass: 5', '\tLogical mask: 0x1', f'\tWidth: {width}', '\tRef: 2',
            '\tTimeout: 5000 (ms)', '\tTimeslice: 1000 (us)', '\tPreempt timeout: 640000 (us)']
    for begun, done in fields['seqno']:
        text += ['\tHW Context Desc: 0x00e91000', '\tHW Ring address: 0x00e8d000',
                 '\tHW Indirect Ring State: 0x00000000', '\tLRC Head: (memory) 11400',
                 '\tLRC Tail: (internal) 11560, (memory) 11560',
                 '\tRing start: (memory) 0x00e8d000', f'\tStart seqno: (memory) {begun}',
                 f'\tSeqno: (memory) {done}', '\tTimestamp: 0x0000000000012345',
                 '\tTimestamp ms: 3', '\tJob Timestamp: 0x3bef22ad']
    return '\n'.join([*text, f'\tSchedule State: {fields.get("state", "0x200")}',
                      f'\tFlags: {fields.get("flags", "0x0")}', ''])


def timeout(job, flags='0x0'):
    return f'Timedout job - seqno={job}, lrc_seqno={job}, guc_id=22, flags={flags}'


# job in the Reason, jobs begun and ended in each ring, whether the job in the Reason had ended, and
# the number of the job that ended last.
SEQNOS = (
    (12, [(12, 12)], True, 12), (12, [(13, 13)], True, 13), (5, [(40, 39)], True, 39),
    (12, [(12, 11)], False, 11), (12, [(11, 11)], False, 11), (4294967170, [(-126, -126)], True,
                                                               -126),
    (4294967170, [(-126, -127)], False, -127), (9, [(9, 9), (9, 8)], False, 8),
    (9, [(9, 8), (9, 9)], False, 8), (9, [(9, 9), (9, 9)], True, 9),
    (9, [(9, 9), (9, 9), (9, 7), (9, 9)], False, 7),
)


@row(pinned='jobs', jobs=SEQNOS)
def test_job_that_had_ended(jobs):
    job, seqno, ended, last = jobs
    return dump_without_log(timeout(job), {'seqno': seqno}, width=len(seqno)), \
        Truth(rc=1, driver__kind='job timeout', driver__job_ended=ended, driver__seqno_done=last,
              hang=None if ended else True)


# flags, name of the process; whether the queue is the kernel's own, and whether it binds
OWNERS = (
    ('0x0', 'no process [0]', False, False), ('0x0', 'glxgears [77]', False, False),
    ('0x1', 'no process [0]', True, False), ('0x53', 'no process [-1]', True, False),
    ('0x4', 'no process [0]', False, True), ('0x4', 'glxgears [77]', False, True),
    ('0x20', 'no process [0]', False, False), ('0x5', 'no process [0]', True, True),
)


@row(pinned='owner', where=('Flags', 'Reason'), owner=OWNERS)
def test_flags_decide_whose_queue_it_is(where, owner):
    flags, process, kernel, bind = owner
    text = dump_without_log(timeout(7, flags), {'seqno': [(7, 6)], 'flags': flags}, process)
    if where == 'Reason':
        text = text.replace(f'\tFlags: {flags}\n', '')
    return text, Truth(rc=1, driver__kernel_queue=kernel, driver__bind_queue=bind)


@row(pinned='state', state=('0x300', '0x100', '0x250'))
def test_wedged_device(state):
    return dump_without_log(timeout(7), {'seqno': [(7, 6)], 'state': state}), \
        Truth(rc=1, driver__wedged=state != '0x250')


@row(pinned='engine', about=('other', 'victim'), engine=(CCS, (g.COMPUTE, 2), BCS, (g.VIDEO, 1)))
def test_reset_of_an_engine_that_failed(about, engine):
    """G2H ENGINE_FAILURE_NOTIFICATION names the engine: the context on it is the one that hung."""
    story = stories.begin(11, engine=engine)
    guc = story.guc
    other = stories.running(guc, 70, (g.COPY, 9))
    end = guc.ask(story.waiter, engine) + 640000 * 192 // 10 + 40
    guc.looks(end)
    guc.exactly(end)
    guc.times_out(engine)
    guc.event(0x1009, *engine, 5)
    name = g.name_of(engine)
    return dump_about(story, other if about == 'other' else None), \
        Truth(hang=True, failed_reset=True, victim=VICTIM, engine=name, driver__failed_engine=name,
              driver__failed_reason=5)


@row(pinned='unread', unread=(3, 3300))
def test_driver_that_does_not_read(unread):
    """If the unread messages of the GuC fill their ring, the driver hangs, and not the GuC."""
    story = stories.begin(12, engine=CCS)
    guc = story.guc
    guc.wait(100000)
    for number in range(unread):
        guc.event(0x7001, number)
    events = list(guc.events)
    for _ in range(4):
        guc.message(0x7000, 0)
    guc.message(0x1001, VICTIM, 0)
    return g.dump(guc, f'Schedule disable failed to respond, guc_id={VICTIM}, ret=0, guc_read=0',
                  [story.victim], events=events, unread=5, late_ms=5000, unread_g2h=unread), \
        Truth(driver__kind='disable failed', stuck='g2h' if unread > 3 else 'h2g',
              driver__unread_answers=unread)


@row(pinned=True, rotate=(0, 100, 300))
def test_hang_before_the_firmware_was_loaded_again(rotate):
    """The events of the hang are from before the load, and the oldest of them can be anywhere in
    the ring."""
    story = stories.refuse(stories.begin(13, engine=CCS))
    old = story.guc.events
    again = g.Guc(story.guc.rng)
    stories.running(again, 5, BCS)
    return g.dump(story.guc, named(VICTIM), [story.victim], ct=False,
                  log=g.restarted_image(again.events, old[-rotate:] + old[:-rotate])), \
        Truth(hang=True, reset=True, victim=VICTIM, engine='ccs0')


def test_log_of_zeros(guclog):
    """A log that the GuC has not written is one fault, not one for each of its parts."""
    story = stories.begin(14, engine=CCS)
    text = g.dump(story.guc, 'asked by the user', [story.victim], log=bytes(0x19000), ct=False)
    said = guclog('explain', '-', stdin=text, rc=1)
    assert said.out.count('not written') == said.err.count('not written') == 1
    info = guclog('info', '-', stdin=text, rc=1).out
    assert len(re.findall('^ +(?!complete| ).*not written', info, re.M)) == 1


@row()
def test_refusal_of_a_log_alone():
    """An answer can be a refusal: a log without its devcoredump says so if its events show it."""
    story = fault_story(6)
    assert any(event[1] == 0x0523 for event in story.guc.events)
    healthy = stories.refuse(stories.begin(1, steps=400))
    return [(g.log_image(story.guc), Truth(says=('FAULT_REFUSED',))),
            (g.log_image(healthy.guc), Truth(says=('each request',), silent=('refusal',)))]
