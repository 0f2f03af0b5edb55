# SPDX-License-Identifier: GPL-2.0-only
"""guclog explain on memory faults, and on what the driver recorded: the first step of a chain is the
cause, and the driver's record is not trusted where other facts contradict it.

Each story (gucstory.py, stories.py) is told with what really happened, from the specification of
the messages and the events.
"""

import re

import gucstory as g
import pytest
import stories
from explained import REASON, sentences

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


def words(said):
    """Return the first sentence."""
    return said['logs'][0]['sentences'][0]['text']


def order(text, *parts):
    """Check that the parts are in the text, in this order."""
    at = [text.index(part) for part in parts]
    assert at == sorted(at), text


# The cause is the first of the chain.
@pytest.mark.parametrize('engine', (CCS, (g.COMPUTE, 2), BCS, RCS))
@pytest.mark.parametrize('access', ACCESS)
def test_refused_fault_is_the_cause(explain, engine, access):
    story = fault_story(1, engine, access=access, address=0xaaad40200000, level=2)
    said = explain(g.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    fault = said['memory_fault']
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': g.name_of(engine)}
    assert (fault['fault']['address'], fault['fault']['access'], fault['fault']['level']) == \
        ('0xaaad40200000', access, 2)
    assert fault['fault']['refused'] is True and fault['cat_type'] == 18
    order(words(said), '0xaaad40200000', 'type 18', 'disabled', 'reset')
    assert 'busy' not in words(said)
    assert said['waiter'] == {'guc_id': None} and said['wait_ms'] is None
    assert said['signature'].startswith('memory fault on ')
    assert said['dictionary']['failed'] == []
    events = fault['events']
    assert events['refused'] < events['cat_error'] < events['disabled']


@pytest.mark.parametrize('events', (None, 0x0535, 0x0523))
def test_memory_error_of_a_log_alone(explain, events):
    """Without a devcoredump, the log still shows the memory error. Without the event of the memory
    error, it does not show that the driver refused the fault."""
    story = fault_story(2)
    kept = [e for e in story.guc.events if e[1] != events]
    said = explain(g.log_image(story.guc, kept))
    assert said['victim']['guc_id'] == stories.VICTIM
    if events == 0x0535:
        assert said['memory_fault'] is None
    else:
        assert said['memory_fault']['cat_type'] == 18 and not said['memory_fault']['fault']


@pytest.mark.parametrize('disables', (False, True))
def test_log_that_ends_before_the_reset(explain, disables):
    """The module copies the log when it notices the memory error. The context is still on its
    engine, so the log does not show that nothing hangs."""
    story = fault_story(7, disables=False)
    guc = story.guc
    said = explain(g.log_image(guc))
    assert said['hang'] is None and said['reset'] is False
    assert f'guc_id {stories.VICTIM}' in sentences(said)
    if disables:
        guc.wait(900)
        guc.killed(story.victim, stories.domain_of(CCS))
        assert explain(g.log_image(guc))['hang'] is True


def test_disable_of_a_queue_that_is_gone(explain):
    """After the reset, the driver deregisters the queue, and another queue gets its guc_id."""
    story = fault_story(6)
    guc, victim = story.guc, story.victim
    guc.clean_up(victim)
    other = guc.register(stories.VICTIM, BCS)
    guc.enable(other)
    guc.started(other)
    said = explain(g.log_image(guc))
    assert said['victim']['guc_id'] == stories.VICTIM
    events = said['memory_fault']['events']
    assert None not in (events['cat_error'], events['disabled'])
    assert events['cat_error'] < events['disabled']


def test_refused_fault_without_a_memory_error(explain):
    """An address space that is known is not needed if the GuC names the context; without both, a
    refused fault is not blamed on the context."""
    story = fault_story(3, cat_type=None)
    said = explain(g.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    assert said['memory_fault'] is None
    assert said['driver']['fault_refused'] == 1


def test_memory_error_after_the_reset_is_no_cause(explain):
    """The long kernel is the cause of the reset; another context's fault comes after it."""
    story = stories.begin(4, engine=CCS)
    guc = story.guc
    stories.refuse(story)
    other = guc.register(44, (g.COMPUTE, 1))
    guc.enable(other)
    guc.started(other)
    guc.fault_refused(other, request_of(0x1000, other.engine))
    said = explain(g.dump(guc, REASON, [story.victim]))
    assert said['victim']['guc_id'] == stories.VICTIM and said['memory_fault'] is None
    assert said['waiter'] == {'guc_id': stories.WAITER}


def test_fault_of_an_earlier_stay(explain):
    """A fault of the context's engine that was refused before the context was placed there again
    belongs to an earlier hang."""
    story = stories.begin(5, engine=CCS)
    guc, victim = story.guc, story.victim
    guc.fault_refused(victim, request_of(0x7000), cat_type=None)
    guc.complete(victim)
    guc.submit(victim)
    guc.refused(story.waiter, CCS, stories.domain_of(CCS))
    guc.clean_up(victim)
    said = explain(g.dump(guc, f'LR job cleanup, guc_id={stories.VICTIM}', [victim]))
    assert said['memory_fault'] is None and said['waiter'] == {'guc_id': stories.WAITER}


def test_answers_of_the_log_and_of_the_rings(explain):
    """That each fault has an answer is not said without saying that an answer was a refusal."""
    story = fault_story(6)
    said = explain(g.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    assert re.search(r'Page faults: this log has (\d+) requests and \1 answers[^.]*\.\d+; [^.]*refused',
                     sentences(said))


def test_which_of_two_faults_was_refused(explain):
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
    said = explain(g.dump(guc, stories.timed_out(stories.VICTIM), [story.victim]))
    assert said['memory_fault']['fault']['address'] == '0x444000'
    assert [f['address'] for f in said['driver']['faults'] if f['refused']] == ['0x444000']


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
def rules_of(guclog):
    """Return a dict from name to result of the rules on the file "log"."""
    checked = guclog('events', '--check', '--json', 'log', rc=None).json['logs'][0]
    return {rule['rule']: rule for rule in checked['rules']}


def test_disable_that_ends_in_a_reset(explain, guclog, tmp_path):
    story = fault_story(8)
    (tmp_path / 'log').write_text(g.dump(story.guc, stories.timed_out(stories.VICTIM),
                                         [story.victim]))
    rules = rules_of(guclog)
    for name in ('M1', 'R1', 'R2', 'R3'):
        assert rules[name]['checks'] and rules[name]['hits'] == rules[name]['checks'], name


@pytest.mark.parametrize('top', (0, 9))
def test_wrong_words_of_a_disable(guclog, tmp_path, top):
    """M1 fails if the last CTX_NOT_READY of a disable does not say so, or if an earlier one does."""
    story = fault_story(9)
    events, at = list(story.guc.events), [i for i, e in enumerate(story.guc.events) if e[1] == 0x8101]
    i = at[-1] if top == 0 else at[-2]
    tick, code, arg0, arg1 = events[i]
    events[i] = tick, code, arg0 & 0xffffff | top << 24, arg1
    (tmp_path / 'log').write_bytes(g.log_image(story.guc, events))
    rules = rules_of(guclog)
    assert rules['M1']['hits'] < rules['M1']['checks']


def test_ready_events_of_other_contexts(explain):
    """With random arguments of all CTX_READY, rule C6 is not silent: the name is not used."""
    story = stories.begin(10, engine=CCS)
    events = [(t, code, story.guc.rng.randrange(1 << 32), story.guc.rng.randrange(1 << 32))
              if code == 0x8103 else (t, code, a, b) for t, code, a, b in story.guc.events]
    said = explain(g.dump(story.guc, 'asked by the user', [story.victim], events=events))
    assert 'C6' in [rule['name'] if isinstance(rule, dict) else rule
                    for rule in said['dictionary']['failed']]


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
    (12, [(12, 11)], False, 11), (12, [(11, 11)], False, 11), (4294967170, [(-126, -126)], True, -126),
    (4294967170, [(-126, -127)], False, -127), (9, [(9, 9), (9, 8)], False, 8),
    (9, [(9, 8), (9, 9)], False, 8), (9, [(9, 9), (9, 9)], True, 9),
    (9, [(9, 9), (9, 9), (9, 7), (9, 9)], False, 7),
)


@pytest.mark.parametrize('job, seqno, ended, last', SEQNOS)
def test_job_that_had_ended(explain, job, seqno, ended, last):
    said = explain(dump_without_log(timeout(job), {'seqno': seqno}, width=len(seqno)), rc=1)
    assert said['driver']['job_ended'] is ended
    assert said['driver']['seqno_done'] == last
    assert said['hang'] is (None if ended else True)
    assert ('thrown away' in words(said)) is not ended


# flags, name of the process; whether the queue is the kernel's own, and whether it binds
OWNERS = (
    ('0x0', 'no process [0]', False, False), ('0x0', 'glxgears [77]', False, False),
    ('0x1', 'no process [0]', True, False), ('0x53', 'no process [-1]', True, False),
    ('0x4', 'no process [0]', False, True), ('0x4', 'glxgears [77]', False, True),
    ('0x20', 'no process [0]', False, False), ('0x5', 'no process [0]', True, True),
)


@pytest.mark.parametrize('flags, process, kernel, bind', OWNERS)
@pytest.mark.parametrize('where', ('Flags', 'Reason'))
def test_flags_decide_whose_queue_it_is(explain, where, flags, process, kernel, bind):
    text = dump_without_log(timeout(7, flags), {'seqno': [(7, 6)], 'flags': flags}, process)
    if where == 'Reason':
        text = text.replace(f'\tFlags: {flags}\n', '')
    said = explain(text, rc=1)
    assert (said['driver']['kernel_queue'], said['driver']['bind_queue']) == (kernel, bind)
    assert ("kernel's own" in words(said)) is (kernel and not bind)
    assert ('page table' in words(said)) is bind
    if not kernel and not bind and process != 'no process [0]':
        assert 'glxgears (77)' in words(said)


@pytest.mark.parametrize('state, wedged', (('0x300', True), ('0x100', True), ('0x250', False)))
def test_wedged_device(explain, state, wedged):
    said = explain(dump_without_log(timeout(7), {'seqno': [(7, 6)], 'state': state}), rc=1)
    assert said['driver']['wedged'] is wedged and ('wedged' in sentences(said)) is wedged


@pytest.mark.parametrize('engine', (CCS, (g.COMPUTE, 2), BCS, (g.VIDEO, 1)))
@pytest.mark.parametrize('about', ('other', 'victim'))
def test_reset_of_an_engine_that_failed(explain, engine, about):
    """G2H ENGINE_FAILURE_NOTIFICATION names the engine: the context on it is the one that hung."""
    story = stories.begin(11, engine=engine)
    guc = story.guc
    other = guc.register(70, (g.COPY, 9))
    guc.enable(other)
    guc.started(other)
    end = guc.ask(story.waiter, engine) + 640000 * 192 // 10 + 40
    guc.looks(end)
    guc.exactly(end)
    guc.times_out(engine)
    guc.event(0x1009, *engine, 5)
    queue = other if about == 'other' else story.victim
    said = explain(g.dump(guc, stories.timed_out(queue.guc_id), [queue]))
    assert said['hang'] is True and said['failed_reset'] is True
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': g.name_of(engine)}
    assert (said['driver']['failed_engine'], said['driver']['failed_reason']) == (g.name_of(engine), 5)
    assert g.name_of(engine) in words(said)


@pytest.mark.parametrize('unread, stuck', ((3, 'h2g'), (3300, 'g2h')))
def test_driver_that_does_not_read(explain, unread, stuck):
    """If the unread messages of the GuC fill their ring, the driver hangs, and not the GuC."""
    story = stories.begin(12, engine=CCS)
    guc = story.guc
    guc.wait(100000)
    for number in range(unread):
        guc.event(0x7001, number)
    events = list(guc.events)
    for _ in range(4):
        guc.message(0x7000, 0)
    guc.message(0x1001, stories.VICTIM, 0)
    said = explain(g.dump(guc, f'Schedule disable failed to respond, guc_id={stories.VICTIM}, '
                          'ret=0, guc_read=0', [story.victim], events=events, unread=5,
                          late_ms=5000, unread_g2h=unread))
    assert said['stuck'] == stuck and said['driver']['unread_answers'] == unread
    assert ('driver no longer reads' in words(said)) is (stuck == 'g2h')


@pytest.mark.parametrize('rotate', (0, 100, 300))
def test_hang_before_the_firmware_was_loaded_again(explain, rotate):
    """The events of the hang are from before the load, and the oldest of them can be anywhere in
    the ring."""
    story = stories.begin(13, engine=CCS)
    stories.refuse(story)
    old = story.guc.events
    again = g.Guc(story.guc.rng)
    again.enable(again.register(5, BCS))
    again.started(again.contexts[5])
    log = g.restarted_image(again.events, old[-rotate:] + old[:-rotate])
    said = explain(g.dump(story.guc, f'LR job cleanup, guc_id={stories.VICTIM}', [story.victim],
                          log=log, ct=False))
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': 'ccs0'}
    assert (said['hang'], said['reset']) == (True, True)
    assert 'loaded again' in sentences(said)


def test_log_of_zeros(guclog, tmp_path):
    """A log that the GuC has not written is one fault, not one for each of its parts."""
    story = stories.begin(14, engine=CCS)
    (tmp_path / 'log').write_text(g.dump(story.guc, 'asked by the user', [story.victim],
                                         log=bytes(0x19000), ct=False))
    said = guclog('explain', 'log', rc=1)
    assert said.out.count('GuC has not written') == said.err.count('GuC has not written') == 1
    info = guclog('info', 'log', rc=1).out
    assert len(re.findall('^ +(?!complete| ).*GuC has not written', info, re.M)) == 1


def test_refusal_of_a_log_alone(explain):
    """An answer can be a refusal: a log without its devcoredump says so if its events show it."""
    story = fault_story(6)
    shown = sentences(explain(g.log_image(story.guc)))
    refused = any(event[1] == 0x0523 for event in story.guc.events)
    assert ('FAULT_REFUSED' in shown) is refused
    assert refused or 'can be a refusal' in shown
    healthy = stories.refuse(stories.begin(1, steps=400))
    shown = sentences(explain(g.log_image(healthy.guc)))
    assert 'each request has an answer' in shown and 'refusal' not in shown
