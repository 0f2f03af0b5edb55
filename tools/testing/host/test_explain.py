# SPDX-License-Identifier: GPL-2.0-only
"""guclog explain gives the right verdict on logs of stories (generated workloads, stories.py),
gives null for values that the log does not show, and reports no hang that did not happen."""

import json
import random

import gucstory as g
import pytest
import stories
from corpus import CASES
from explained import REASON, check_nothing, check_reset, dump_of, sentences
from reference import forms


@pytest.mark.parametrize('kinds', ('r', 'gr'))
@pytest.mark.parametrize('seed', range(6))
def test_refused_preemption_is_a_hang(explain, seed, kinds):
    story = stories.make(seed, kinds)
    said = explain(dump_of(story))
    check_reset(said, story)
    assert said['unanswered_faults'] == 0
    assert "the Reason of the dump names the same guc_id" in sentences(said)


@pytest.mark.parametrize('kinds', ('', 'g'))
@pytest.mark.parametrize('seed', range(6))
def test_granted_preemption_and_health_are_not_hangs(explain, seed, kinds):
    check_nothing(explain(dump_of(stories.make(seed, kinds))))


@pytest.mark.parametrize('seed', range(3))
def test_every_form_has_the_same_verdict(explain, guclog, seed):
    story = stories.make(seed, 'gr')
    image = g.log_image(story.guc)
    held = forms.Held(image, tick=story.guc.tick + 9999)
    made = guclog.convert(image).made
    for form in (image, made, forms.debugfs(held), forms.debugfs_old(image)):
        check_reset(explain(form), story, limit=None)


def test_limit_is_not_the_one_of_the_disable(explain):
    """After the reset, the driver disables the victim and sets its preemption timeout to 1 us (KLV
    0x2002). explain names the timeout that the victim had before."""
    story = stories.make(4, 'r')
    check_reset(explain(g.dump(story.guc, REASON)), story)


def test_limit_of_the_dump_without_the_rings(explain):
    story = stories.make(5, 'r')
    check_reset(explain(dump_of(story, ct=False)), story)


def test_wait_that_is_not_the_limit(explain):
    """If the time from the preemption request to the reset is not the preemption timeout, explain
    names the victim and the reset, but no timeout (limit_ms)."""
    story = stories.begin(6)
    domain = [story.engine]
    story.guc.refused(story.waiter, story.engine, domain, timeout_us=500000)
    said = explain(dump_of(story))
    assert (said['hang'], said['reset']) == (True, True)
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': story.name}
    assert said['limit_ms'] is None
    assert 'that is not the preemption timeout of 640.000 ms' in sentences(said)
    assert said['dictionary'] == {'holds': False, 'failed': ['R2'],
                                  'tested': said['dictionary']['tested'],
                                  'firmware_known': True}


def test_reason_that_names_another_context(explain):
    story = stories.make(7, 'r')
    said = explain(g.dump(story.guc, 'LR job cleanup, guc_id=99', [story.victim]))
    assert said['victim']['guc_id'] == stories.VICTIM
    assert 'names guc_id 99 instead, which contradicts the log' in sentences(said)


@pytest.mark.parametrize('named', (stories.VICTIM, 23))
def test_reason_chooses_among_resets(explain, named):
    story = stories.make(8, 'r', engine=(g.COMPUTE, 0))
    guc = story.guc
    second = guc.register(23, story.engine)
    guc.enable(second)
    guc.started(second)
    guc.refused(story.waiter, story.engine, [(g.RENDER, 0), story.engine])
    guc.clean_up(second)
    said = explain(g.dump(guc, f'LR job cleanup, guc_id={named}', [second]))
    assert said['victim']['guc_id'] == named
    assert said['resets'] == 2
    said = explain(g.log_image(guc))
    assert said['victim']['guc_id'] == 23


@pytest.mark.parametrize('more', (1, 2, 7, 8, 9))
def test_other_resets_are_a_sentence(explain, more):
    story = stories.make(8, 'r', engine=(g.COMPUTE, 0))
    guc = story.guc
    for guc_id in range(60, 60 + more):
        victim = guc.register(guc_id, story.engine)
        guc.enable(victim)
        guc.started(victim)
        guc.refused(story.waiter, story.engine, [(g.RENDER, 0), story.engine])
        guc.clean_up(victim)
    said = explain(g.dump(guc, f'LR job cleanup, guc_id={59 + more}', [victim]))
    others, = [line['text'] for line in said['logs'][0]['sentences'] if 'The others' in line['text']]
    listed = others.split('The others: ')[1]
    assert listed.endswith('.') and not listed.endswith(('..', ';.'))
    assert listed.count('guc_id') == min(more, 8) and listed.count(' at ') == min(more, 8)
    assert listed.endswith('; and earlier ones.') == (more > 8)


# Return a simulated GuC (gucstory.py), which at the end of the log has not answered a request of
# the driver, and the number of H2G messages that it has not read.
def stuck(kind):
    story = stories.begin(11, engine=(g.COMPUTE, 0))
    guc, other = story.guc, story.guc.contexts[40]
    guc.settle()
    unread = 0
    if kind == 'submit':
        guc.message(0x1000, other.guc_id)
        guc.ev(0x8105, other.lrca, other.guc_id)
        guc.ready(other)
        guc.place(other)
    elif kind == 'h2g':
        guc.h2g.send(0x1000, [other.guc_id], 2)
        guc.h2g.send(0x7000, [0, 0], 0)
        unread = 2
    elif kind == 'disable':
        guc.disable(other, answer=False)
    elif kind == 'enable':
        guc.disable(other)
        guc.message(0x1001, other.guc_id, 1)
        guc.ev(0x84bf, other.guc_id, 1)
    else:
        guc.disable(other)
        guc.deregister(other, answer=False)
    return guc, unread


@pytest.mark.parametrize('kind', ('submit', 'h2g', 'enable', 'disable', 'deregister'))
@pytest.mark.parametrize('late_ms', (40, 1000, 100000))
def test_late_answer_is_a_hang(explain, kind, late_ms):
    guc, unread = stuck(kind)
    said = explain(g.dump(guc, 'x', unread=unread, late_ms=late_ms))
    # The request that enables a context also submits its first work, so "stuck" is then "submit".
    name = 'submit' if kind == 'enable' else kind
    assert (said['hang'], said['reset'], said['stuck']) == (True, False, name)
    if kind != 'h2g':
        assert said['victim']['guc_id'] is not None
    if kind == 'enable':
        assert 'has not acknowledged the enable of guc_id 40' in sentences(said)
    assert said['dictionary']['holds'] is True


@pytest.mark.parametrize('kind', ('submit', 'h2g', 'enable', 'disable', 'deregister'))
def test_recent_request_is_not_a_hang(explain, kind):
    guc, unread = stuck(kind)
    check_nothing(explain(g.dump(guc, 'x', unread=unread, late_ms=0)))
    # A job of this queue timed out: also then, explain does not deny that a request is unanswered.
    said = explain(g.dump(guc, stories.timed_out(40), unread=unread, late_ms=0))
    text = sentences(said)
    assert (said['hang'], said['stuck']) == (True, None)
    assert 'no request in it is stuck: it does not show that the GuC itself hangs.' in text
    assert 'Unanswered at the end of the log: ' in text and 'is unanswered' not in text


@pytest.mark.parametrize('late_ms, hang', ((0, False), (1000, None)))
@pytest.mark.parametrize('fails', ('rule', 'ring'))
def test_unread_messages_that_no_event_confirms(explain, fails, late_ms, hang):
    """The GuC has not read messages, and wrote no event for a second. If the rules for messages
    fail, or the H2G ring does not match the events, explain does not say that nothing is stuck."""
    guc, unread = stuck('h2g')
    if fails == 'rule':
        for _ in range(3):
            guc.message(0x7fff)
        guc.h2g.send(0x1000, [1], 2)
        guc.h2g.send(0x1000, [1], 2)
    else:
        guc.h2g = g.Ring(g.H2G_WORDS, True)
        for _ in range(40):
            guc.h2g.send(0x5000, [0], 2)
    said = explain(g.dump(guc, 'CTB is dead - 0x80', unread=unread, late_ms=late_ms))
    assert (said['hang'], said['stuck']) == (hang, None)
    text = sentences(said)
    assert ('no request is stuck' in text) is (hang is False)
    assert ('It is unknown whether the GuC still reads messages: it has not read 2, ' in text) is \
        (hang is None)


@pytest.mark.parametrize('reason', ('Schedule disable failed to respond, guc_id=22',
                                    stories.timed_out(22)))
def test_failed_disable_before_the_log(explain, reason):
    """The GuC has not acknowledged the disable of a queue, and newer events have overwritten this
    request. explain only says of the log, not of the GuC, that no request is unanswered."""
    story = stories.begin(12)
    guc = story.guc
    guc.disable(story.victim, answer=False)
    begin = len(guc.events)
    guc.wait(4900000)
    guc.some_work(600, [story.victim, story.waiter])
    said = explain(dump_of(story, reason, events=guc.events[begin + 5:], late_ms=1))
    text = sentences(said)
    assert (said['hang'], said['reset'], said['stuck']) == (True, False, None)
    assert 'does not hang' not in text and 'no request to the GuC' not in text
    assert ('no request in it is unanswered' in text) is (reason == stories.timed_out(22))
    guc.refused(guc.register(60, story.engine), story.engine)
    text = sentences(explain(dump_of(story, reason, events=guc.events[begin + 5:], late_ms=1)))
    assert 'No submission, disable or deregistration in this log is unanswered.' in text


@pytest.mark.parametrize('kind', ('submit', 'enable', 'disable', 'deregister'))
def test_age_without_a_clock_is_unknown(explain, kind):
    said = explain(g.log_image(stuck(kind)[0]))
    assert (said['hang'], said['reset'], said['stuck']) == (None, False, None)
    assert said['dictionary']['holds'] is True


def test_disable_of_a_running_context_may_take_its_timeout(explain):
    story = stories.begin(12)
    story.guc.disable(story.victim, answer=False)
    check_nothing(explain(dump_of(story, late_ms=300)))
    assert explain(dump_of(story, late_ms=2000))['stuck'] == 'disable'


@pytest.mark.parametrize('late_ms, stuck_on', ((4800, None), (5100, 'disable')))
def test_slow_disable_hides_no_other_hang(explain, late_ms, stuck_on):
    """If the GuC has not answered a request to disable a context for 5 s, the time for which xe
    waits, explain calls this a hang. An earlier slow answer (after 650 ms) to another such request
    does not make this limit longer."""
    story = stories.begin(12)
    story.guc.disable(story.waiter, after_us=650000)
    story.guc.disable(story.victim, answer=False)
    assert explain(dump_of(story, late_ms=late_ms))['stuck'] == stuck_on


def test_request_that_goes_on_being_open(explain):
    """If it is unknown when the log was copied, the events after an unanswered request still show
    how old the request is at least."""
    story = stories.begin(13, engine=(g.COMPUTE, 0))
    guc = story.guc
    guc.settle()
    guc.disable(guc.contexts[41], answer=False)
    guc.wait(3000000)
    guc.some_work(20, [guc.contexts[41]])
    guc.settle()
    assert explain(g.log_image(guc))['stuck'] == 'disable'


@pytest.mark.parametrize('seed', range(8))
def test_dump_with_a_log_without_its_newest_events(explain, seed):
    """explain reports no hang for a log that lacks its newest events. The CT buffer shows that they
    are missing: it has messages that the GuC has read, but that are not in the log."""
    story = stories.make(seed, '')
    events = story.guc.events
    for _ in range(4):
        end = random.Random(seed).randrange(100, len(events) - 30)
        said = explain(dump_of(story, events=events[:end], late_ms=5000))
        assert not said['hang'] and said['stuck'] is None


@pytest.mark.parametrize('kinds', ('', 'g', 'r', 'gr'))
@pytest.mark.parametrize('seed', range(4))
def test_cut_anywhere(explain, seed, kinds):
    story = stories.make(seed, kinds)
    rng, events = random.Random(seed), story.guc.events
    for _ in range(6):
        first = rng.randrange(len(events))
        part = events[first:rng.randrange(first + 1, len(events) + 1)]
        said = explain(g.log_image(story.guc, part))
        assert said['dictionary']['holds'] is not False, said['dictionary']
        assert said['stuck'] is None
        assert said['hang'] is not True or said['reset']
        if 'r' not in kinds:
            assert not said['reset']
        assert said['victim']['guc_id'] in (None, stories.VICTIM)
        assert said['victim']['engine'] in (None, story.name)
        assert said['waiter']['guc_id'] in (None, stories.WAITER)


@pytest.mark.parametrize('seed', range(3))
def test_wrapped_ring(explain, seed):
    story = stories.make(seed, 'r', steps=900)
    image = g.log_image(story.guc, size=16384)
    assert len(story.guc.events) > 2 * 16384 // 20
    check_reset(explain(image), story, limit=None)


@pytest.mark.parametrize('seed', range(4))
@pytest.mark.parametrize('kinds', ('', 'g', 'r', 'gr'))
@pytest.mark.parametrize('control', stories.CONTROLS)
def test_no_hang_is_invented(explain, control, kinds, seed):
    """If a log is changed so that rules of the dictionary fail (stories.CONTROLS), explain gives no
    verdict."""
    story = stories.make(seed, kinds)
    events = stories.CONTROLS[control](story.guc.events, random.Random(seed))
    said = explain(g.log_image(story.guc, events))
    assert said['hang'] is None and said['stuck'] is None
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert said['waiter'] == {'guc_id': None}
    assert said['wait_ms'] is None and said['unanswered_faults'] is None
    assert said['dictionary']['failed']


@pytest.mark.parametrize('control', stories.CONTROLS)
def test_mixed_up_log_with_its_dump(explain, control):
    story = stories.make(9, 'r')
    events = stories.CONTROLS[control](story.guc.events, random.Random(1))
    said = explain(dump_of(story, events=events))
    assert said['firmware']['hang'] is None and said['firmware']['guc_id'] is None
    assert (said['hang'], said['basis']) == (True, 'driver')
    assert said['victim']['guc_id'] == stories.VICTIM and said['waiter']['guc_id'] is None


def test_random_events(explain):
    rng = random.Random(5)
    codes = [event[1] for event in stories.make(1, 'gr').guc.events]
    guc = g.Guc(rng)
    for _ in range(3000):
        guc.ev(rng.choice(codes), rng.getrandbits(32) >> rng.randrange(32),
               rng.getrandbits(32) >> rng.randrange(32))
    said = explain(g.log_image(guc))
    assert said['hang'] is None and said['dictionary']['holds'] is False


def test_unknown_firmware_is_trusted_as_far_as_it_goes(explain):
    """The dictionary does not have this firmware. If the log agrees with all rules and tests them
    often enough, explain uses the names of events that it learns from the log, and says that they
    were learned."""
    story = stories.make(2, 'r', steps=300, version=0x463100)
    said = explain(dump_of(story))
    check_reset(said, story)
    assert 'GuC 70.49.0 is not known, the names of events were learned from this log' in sentences(said)


def test_unknown_firmware_without_instances(explain):
    story = stories.make(2, '', steps=1, version=0x463100)
    said = explain(dump_of(story))
    assert (said['hang'], said['reset'], said['victim']['guc_id']) == (None, None, None)


@pytest.mark.parametrize('open_faults', (0, 7))
def test_page_faults(explain, open_faults):
    story = stories.begin(14)
    for n in (3, 90, 17):
        story.guc.faults(n)
        story.guc.answer(n)
    if open_faults:
        story.guc.faults(open_faults)
    story.guc.settle()
    said = explain(dump_of(story))
    assert (said['hang'], said['unanswered_faults']) == (False, open_faults)


@pytest.mark.parametrize('n, text', ((1, '1 request and 1 answer, '), (2, '2 requests and 2 answers, ')))
def test_number_of_page_faults_in_words(explain, n, text):
    """The sentence about page faults has the singular for one request and one answer."""
    guc = g.Guc(random.Random(1))
    context = guc.register(1, (g.COPY, 0))
    for _ in range(n):
        guc.faults(1)
        guc.answer(1)
    guc.enable(context)
    guc.started(context)
    guc.complete(context)
    assert f'Page faults: this log has {text}' in sentences(explain(g.log_image(guc)))


def test_log_without_page_faults_from_its_load(explain):
    guc = g.Guc(random.Random(1))
    context = guc.register(1, (g.COPY, 0))
    guc.enable(context)
    guc.started(context)
    guc.complete(context)
    assert explain(g.log_image(guc))['unanswered_faults'] == 0
    # New events have overwritten the beginning of the log, so the positions in the page fault queue
    # are unknown.
    for _ in range(200):
        guc.submit(context)
        guc.complete(context)
    assert explain(g.log_image(guc, size=4096))['unanswered_faults'] is None


def test_several_gts(explain):
    """If an input has the logs of several GTs, the verdict on the input is that on the log with a
    hang."""
    healthy, bad = stories.make(15, ''), stories.make(16, 'r')
    machine = forms.Machine(reason=REASON)
    logs = [forms.Held(g.log_image(s.guc), gt, tick=s.guc.tick + 800000)
            for s, gt in zip((healthy, bad), machine.gts)]
    said = explain(forms.devcoredump(machine, *logs))
    check_reset(said, bad, limit=None)
    assert [log['hang'] for log in said['logs']] == [False, True]
    check_nothing(explain(forms.devcoredump(machine, *logs), '--gt', 0))


def test_several_files(guclog, tmp_path):
    """explain with several files prints the name of each log and then its explanation. If one file
    cannot be read, it still explains the others."""
    (tmp_path / 'one').write_text(dump_of(stories.make(15, 'r')))
    (tmp_path / 'two').write_text(dump_of(stories.make(16, '')))
    run = guclog('explain', 'one', 'gone', 'two', rc=2)
    assert run.err == 'guclog: gone: No such file or directory\n'
    alone = [guclog('explain', name).out for name in ('one', 'two')]
    assert run.out == f'one: GT 0\n{alone[0]}two: GT 0\n{alone[1]}'
    said = guclog('explain', '--json', 'one', 'two').json
    assert [(log['name'], log['hang']) for log in said['logs']] == [
        ('one: GT 0', True), ('two: GT 0', False)]
    assert not guclog('explain', 'gone', rc=2).out


def test_incomplete_log_is_a_fault(guclog, tmp_path):
    """If a log is incomplete, the exit status of explain is 1, as that of the other verbs."""
    text = dump_of(stories.make(15, 'r'))
    data = text.index('[LOG].data: ')
    for end, faults in (len(text), 0), (data + 20000, 1):
        (tmp_path / 'dump').write_text(text[:end])
        for verb in 'explain', 'info', 'dump', 'decode':
            guclog(verb, 'dump', rc=faults)


def test_dump_without_a_log(explain, guclog):
    """A dump of Linux 6.12 has no GuC log. explain takes the verdict from the driver's data in the
    dump."""
    story = stories.make(17, 'r')
    lines = ['**** Xe Device Coredump ****', f'Reason: {REASON}', 'kernel: 6.12.9',
             'module: xe', 'Snapshot time: 1767225600.123456789',
             'Uptime: 365371.234567890', 'Process: clpeak', '',
             '**** GT #0 ****', '\tTile: 0', *g.context_lines([story.victim]), '']
    said = explain('\n'.join(lines), rc=1)
    assert (said['hang'], said['basis']) == (True, 'driver')
    assert said['firmware'] is None and said['dictionary']['holds'] is None
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': None}
    assert 'The dump has no GuC log' in sentences(said)
    out = guclog('explain', 'log', rc=1).out
    assert f'In the dump, guc_id {stories.VICTIM} is ' in out


ENGINES = ('', '**** HW Engines ****', 'rcs0 (physical), logical instance=0',
           '', 'ccs0 (physical), logical instance=1', '', 'ccs2 (physical), logical instance=0')


@pytest.mark.parametrize('queue, mask, engines, text', [
    ('rcs10', 1, ENGINES, 'a queue of rcs0,'), ('ccs10', 1, ENGINES, 'a queue of ccs2,'),
    ('ccs10', 2, ENGINES, 'a queue of ccs0,'), ('ccs10', 3, ENGINES,
                                              'a queue of class ccs, logical mask 0x3,'),
    ('bcs10', 1, ENGINES, 'a queue of class bcs, logical mask 0x1,'),
    ('rcs10', 1, (), 'a queue of class rcs, logical mask 0x1,')])
def test_queue_is_not_counted_as_an_engine(explain, queue, mask, engines, text):
    """xe's name of an exec queue consists of the engine class and the guc_id, such as rcs10.
    explain does not take it for the name of an engine."""
    story = stories.make(17, 'r')
    rows = g.context_lines([story.victim])
    name = next(row for row in rows if row.startswith('\tName: '))
    rows = [row.replace(name, f'\tName: {queue}')
            .replace('Logical mask: 0x1', f'Logical mask: {mask:#x}') for row in rows]
    said = explain('\n'.join([
        '**** Xe Device Coredump ****', f'Reason: {REASON}', 'kernel: 6.12.9',
        'module: xe', 'Snapshot time: 1767225600.123456789', 'Uptime: 365371.234567890',
        'Process: clpeak', '', '**** GT #0 ****', '\tTile: 0', *rows, *engines, '']), rc=1)
    assert f'In the dump, guc_id {stories.VICTIM} is {text}' in sentences(said)
    assert queue not in sentences(said)


def test_directory_without_any_log(guclog, tmp_path):
    (tmp_path / 'log').write_bytes(b'nothing\n' * 100)
    guclog('explain', 'log', rc=2)


def test_standard_input(guclog):
    text = dump_of(stories.make(18, 'r'))
    said = guclog('explain', '--json', '-', stdin=text).json
    assert said['hang'] is True and said['limit_ms'] == 640.0


def test_why_prints_the_events(guclog, tmp_path):
    story = stories.make(19, 'r')
    (tmp_path / 'log').write_text(dump_of(story))
    plain = guclog('explain', 'log').out.splitlines()
    why = guclog('explain', '--why', 'log').out.splitlines()
    assert [line for line in why if not line.startswith('    ')] == plain
    proofs = '\n'.join(line for line in why if line.startswith('    '))
    for name in ('SWITCH_OUT_REQUEST', 'SWITCH_OUT_TIMEOUT', 'CTX_NOT_READY',
                 'CTX_DEREGISTERED'):
        assert name in proofs
    assert len(plain) <= 24


def test_sentences_have_events_of_the_log(explain):
    story = stories.make(20, 'gr')
    said = explain(dump_of(story))
    assert json.dumps(said['logs'][0]['victim']) == json.dumps(said['victim'])
    for line in said['logs'][0]['sentences']:
        assert line['text'].endswith('.') or line['text'].endswith(';')
        assert all(0 <= i < len(story.guc.events) for i in line['events'])


def is_number(value):
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def all_stories():
    """Yield logs and dumps with each kind of hang, without a hang, and with damage."""
    for seed, kinds in ((1, ''), (2, 'g'), (3, 'r'), (4, 'gr')):
        yield dump_of(stories.make(seed, kinds))
    for kind in ('submit', 'h2g', 'enable', 'disable', 'deregister'):
        guc, unread = stuck(kind)
        yield g.dump(guc, 'x', unread=unread, late_ms=1000)
    whole = dump_of(stories.make(5, 'gr'))
    yield whole[:len(whole) // 2]
    yield whole.replace('[LOG].data', '[LOG].gone')
    for control in stories.CONTROLS.values():
        story = stories.make(6, 'r')
        yield dump_of(story, events=control(story.guc.events, random.Random(1)))


def test_minimal_keys_have_their_types(explain):
    """In the output of explain --json for each log of all_stories(), each value has its type or is
    null."""
    for text in all_stories():
        said = explain(text)
        assert all(said[key] in (True, False, None) for key in ('hang', 'reset'))
        assert said['stuck'] in (None, 'submit', 'h2g', 'disable', 'deregister')
        assert is_number(said['victim']['guc_id']) and is_number(said['waiter']['guc_id'])
        assert isinstance(said['victim']['engine'], (str, type(None)))
        for key in ('wait_ms', 'limit_ms', 'unanswered_faults'):
            assert is_number(said[key])
        assert said['dictionary']['holds'] in (True, False, None)
        assert all(isinstance(rule, str) for rule in said['dictionary']['failed'])
        if said['hang'] is not None:
            assert said['hang'] == (said['reset'] is True or said['stuck'] is not None or
                                    (said['driver'] or {}).get('hang') is True)


def test_text_fits_on_a_screen(guclog, tmp_path):
    for text in all_stories():
        (tmp_path / 'log').write_text(text)
        lines = guclog('explain', 'log', rc=None).out.splitlines()
        assert 1 <= len(lines) <= 24


@pytest.mark.parametrize('level, events, said', [(0, 0, True), (1, 0, False), (3, 0, False),
                                                 (None, 0, False), (0, 50, False)])
def test_another_log_level(guclog, tmp_path, level, events, said):
    """explain advises another log level only if the log has no events and its level is known to be
    0."""
    guc = stories.make(1, '').guc
    (tmp_path / 'image').write_bytes(g.log_image(guc, guc.events[:events]))
    (tmp_path / 'image.facts').write_text('' if level is None else f'log_level={level}\n')
    guclog('convert', '--facts', 'image.facts', 'image', '-o', 'log')
    text = guclog('explain', 'log', rc=None).out
    assert ('guc_log_level=1' in text) == said
    assert 'guc_log_level' not in text.replace('set guc_log_level=1 and wait', '' if said else 'x')


def test_faults_of_the_log_are_printed(guclog, tmp_path):
    """explain prints on standard error why its exit status is 1."""
    (tmp_path / 'log').write_bytes(CASES['crash-twice'].image())
    assert guclog('explain', 'log', rc=1).err == \
        'guclog: log: crash dump at 0x6c: second state with marker 0xcabba9e68086dead\n'


def test_fault_of_a_cut_lfd_file_is_printed_once(guclog, tmp_path):
    """explain prints once that an LFD file cannot be read to its end."""
    (tmp_path / 'image').write_bytes(CASES['not-wrapped'].image())
    guclog('convert', 'image', '-o', 'whole')
    (tmp_path / 'log').write_bytes((tmp_path / 'whole').read_bytes()[:-2])
    said = guclog('explain', 'log', rc=1).err.splitlines()
    assert any(said) and len(said) == len(set(said)), said
