# SPDX-License-Identifier: GPL-2.0-only
"""What each witness claims about a hang, and which suspect explain names first. The suspects are
sorted in tools/guclog/explain/arbiter.c. The first suspect is the verdict; without a hang there is
none."""

import gucstory as g
import pytest
import stories
import transcripts
from explained import dump_of
from test_explain_faults import fault_story
from test_explain_kernel_log import BOOT, Log
from test_explain_resets import parallel, parallel_dump
from test_explain_stories import stuck
from test_explain_trigger import GT_RESET, NOBODY, listed, recorded
from test_kernel_incidents import cat, reset, timeout, xe

CCS, OTHER = (g.COMPUTE, 0), 70
DISABLE = 'Schedule disable failed to respond, guc_id={}, ret=0, guc_read=0'


def claims(suspect):
    """Return the claims about a suspect that say more than where the context was."""
    return [(c['witness'], c['what'], c['consequence_of']) for c in suspect['claims']
            if c['what'] != 'on the engine']


def suspects(said):
    """Return the guc_id, the basis and the claims of each suspect, and check that the first one is
    the verdict."""
    found = said['suspects']
    assert bool(found) is (said['hang'] is True)
    if found:
        first = {key: found[0][key] for key in ('guc_id', 'engine', 'basis')}
        assert first == {**said['victim'], 'basis': said['basis']}
    return [(s['guc_id'], s['basis'], claims(s)) for s in found]


def running_elsewhere(story):
    """Let another context run on another engine than that of the victim."""
    other = story.guc.register(OTHER, (g.COPY, 9))
    story.guc.enable(other)
    story.guc.started(other)
    return other


# Each witness alone.
def test_events_show_a_reset(explain):
    story = stories.make(1, 'r')
    said = explain(g.log_image(story.guc))
    assert suspects(said) == [(stories.VICTIM, 'log', [('events', 'engine reset', None)])]
    assert said['suspects'][0]['claims'][0]['event'] is not None


@pytest.mark.parametrize('kind', ('submit', 'enable', 'disable', 'deregister'))
def test_events_show_a_request(explain, kind):
    guc, unread = stuck(kind)
    said = explain(g.dump(guc, 'x', unread=unread, late_ms=1000))
    assert suspects(said) == [(said['victim']['guc_id'], 'log',
                               [('events', 'request not answered', None)])]


def test_events_show_unread_messages(explain):
    guc, unread = stuck('h2g')
    said = explain(g.dump(guc, 'x', unread=unread, late_ms=1000))
    assert suspects(said) == [(None, 'log', [('events', 'messages not read', None)])]


@pytest.mark.parametrize('reason, what', (
    (stories.timed_out(OTHER), 'job timeout'), (f'LR job cleanup, guc_id={OTHER}', 'queue removed'),
    (DISABLE.format(OTHER), 'disable failed')))
def test_dump_names_its_queue(explain, reason, what):
    """The log shows no hang, the reason of the devcoredump does."""
    story = stories.begin(1)
    other = running_elsewhere(story)
    said = explain(g.dump(story.guc, reason, [other]))
    assert suspects(said) == [(OTHER, 'driver', [('devcoredump', what, None)])]


def test_registers_show_the_engine(guclog):
    said = guclog('explain', '--json', '-', stdin=transcripts.dump('b70-copy-timeout'), rc=None).json
    engines = [c['engine'] for c in said['suspects'][0]['claims'] if c['witness'] == 'registers']
    assert engines == [said['victim']['engine']]
    suspects(said)


def test_kernel_log_alone(explain):
    said = explain(xe((50, reset(4)), (50.001, timeout(4, 'clpeak', 77))))
    assert suspects(said) == [(4, 'driver', [('kernel log', 'engine reset', None),
                                             ('kernel log', 'job timeout', None)])]
    assert said['suspects'][0]['process'] == 'clpeak'
    assert said['suspects'][0]['claims'][0]['time'] == '50.000000'


def test_triggers_alone_show_no_hang(explain):
    """A trigger says why a log was recorded, not that something hangs: there is no suspect, but a
    cause of the record."""
    said = explain(recorded(stories.begin(1), 4, incident_guc_id=5, incident_engine='vcs0',
                            **listed(('engine reset', 5, 'vcs0'))))
    assert said['hang'] is not True and not suspects(said)
    assert said['trigger']['culprit']['guc_id'] == 5


def test_no_witness(explain):
    assert not suspects(explain(g.log_image(stories.make(1, 'g').guc)))
    assert not suspects(explain(dump_of(stories.make(1, 'g'), 'asked by the user')))


# Witnesses that agree, or contradict each other.
def test_driver_and_log_agree(explain):
    said = explain(dump_of(stories.make(1, 'r')))
    assert suspects(said) == [(stories.VICTIM, 'both', [
        ('events', 'engine reset', None), ('devcoredump', 'engine reset', None),
        ('devcoredump', 'queue removed', None)])]


def test_driver_outweighs_the_log(explain):
    """The driver disabled another queue than the one whose request has no answer."""
    guc, _ = stuck('disable')
    queue = guc.contexts[stories.VICTIM]
    said = explain(g.dump(guc, stories.timed_out(stories.VICTIM), [queue], late_ms=1000))
    assert suspects(said) == [
        (stories.VICTIM, 'driver', [('devcoredump', 'job timeout', None)]),
        (40, 'log', [('events', 'request not answered', None)])]
    assert said['agree'] is False


def test_blocker_before_waiter(explain):
    """The dump is about the queue that waited for the engine."""
    story = stories.refuse(stories.begin(1), clean_up=False)
    said = explain(g.dump(story.guc, stories.timed_out(stories.WAITER), [story.waiter]))
    assert suspects(said) == [
        (stories.VICTIM, 'log', [('events', 'engine reset', None)]),
        (stories.WAITER, 'driver', [('devcoredump', 'job timeout', None),
                                    ('events', 'affected', 'another queue')])]
    assert said['agree'] is None


def test_unread_messages_before_a_queue(explain):
    """The GuC does not read messages. So it is not the queue whose disable has no answer."""
    story = stories.begin(12, engine=CCS)
    events = list(story.guc.events)
    story.guc.message(0x1001, stories.VICTIM, 0)
    said = explain(g.dump(story.guc, DISABLE.format(stories.VICTIM), [story.victim], events=events,
                          unread=1, late_ms=5000))
    first, second = suspects(said)
    assert first[0] is None and ('devcoredump', 'messages not read', None) in first[2]
    assert (second[0], second[2][0]) == (stories.VICTIM, ('devcoredump', 'disable failed', None))


def test_failed_reset_before_its_consequences(explain):
    """The driver resets the whole GT, so the job of the queue of the dump ended as well."""
    story = stories.begin(11, engine=CCS)
    other = running_elsewhere(story)
    story.guc.event(0x1009, *CCS, 5)
    said = explain(g.dump(story.guc, stories.timed_out(OTHER), [other]))
    assert suspects(said) == [
        (stories.VICTIM, 'both', [('devcoredump', 'engine reset failed', None),
                                  ('events', 'engine reset failed', None)]),
        (OTHER, 'driver', [('devcoredump', 'job timeout', None)])]


def test_memory_fault_before_the_reset(explain):
    story = fault_story(1)
    said = explain(g.dump(story.guc, stories.timed_out(stories.VICTIM), [story.victim]))
    (guc_id, basis, found), = suspects(said)
    assert (guc_id, basis) == (stories.VICTIM, 'both')
    assert found[0][1:] == ('memory fault', None)
    assert {c[1:] for c in found[1:]} == {('engine reset', 'memory fault'),
                                          ('job timeout', 'memory fault')}
    assert said['signature'].startswith('memory fault')


def test_memory_fault_in_a_kernel_log(explain):
    said = explain(xe((79, cat(12)), (79.1, cat(12)), (79.2, reset(12))))
    (guc_id, _, found), = suspects(said)
    assert guc_id == 12 and found[:2] == [('kernel log', 'memory fault', None),
                                          ('kernel log', 'engine reset', 'memory fault')]


@pytest.mark.parametrize('first, cause', (('job timeout', None), ('engine reset', None),
                                          (GT_RESET[0], 'GT reset')))
def test_log_before_the_triggers(explain, first, cause):
    """The log shows which queue hangs. The queue that a trigger names follows, also if it caused
    the record."""
    story = stories.make(1, 'r')
    triggers = (GT_RESET, ('job timeout', 5, 'vcs0')) if cause else ((first, 5, 'vcs0'),)
    said = explain(recorded(story, 0.01, **(NOBODY if cause else {}), **listed(*triggers)))
    what = 'job timeout' if cause else first
    assert suspects(said) == [(stories.VICTIM, 'log', [('events', 'engine reset', None)]),
                              (5, 'record', [('trigger', what, cause)])]
    assert said['trigger']['culprit']['guc_id'] == (5 if first == 'engine reset' else stories.VICTIM)


def test_trigger_of_a_killed_queue_is_no_claim(explain):
    said = explain(recorded(stories.make(1, 'r'), 0.01, **NOBODY, incident_trigger_1_killed='yes',
                            **listed(('job timeout', 5, 'vcs0'))))
    assert [s[0] for s in suspects(said)] == [stories.VICTIM]


@pytest.mark.parametrize('ours', (False, True))
def test_kernel_log_with_a_dump(guclog, tmp_path, ours):
    """A line about the hang supports the dump, a line about another queue claims nothing."""
    log = Log()
    log.hang(BOOT, stories.VICTIM if ours else 99, ours)
    (tmp_path / 'dump').write_text(g.dump(stories.begin(1, engine=CCS).guc,
                                          stories.timed_out(stories.VICTIM), late_ms=1))
    (tmp_path / 'dmesg').write_text(log.printk())
    said = guclog('explain', '--json', 'dump', 'dmesg', rc=None).json
    assert suspects(said) == [(stories.VICTIM, 'driver', [
        *([('kernel log', 'engine reset', None)] if ours else []),
        ('devcoredump', 'job timeout', None)])]


def test_parallel_queue_is_one_suspect(explain):
    """The events are about the second context of the queue, the dump is about the first one."""
    story = stories.begin(13)
    story.guc.complete(story.victim)
    story.guc.settle()
    queue = parallel(story.guc, 200, g.VIDEO, 2)
    story.guc.refused(story.guc.register(62, queue[1].engine), queue[1].engine)
    said = explain(parallel_dump(story.guc, queue))
    (guc_id, basis, found), = suspects(said)
    assert (guc_id, basis) == (200, 'both') and ('events', 'engine reset', None) in found
    assert said['suspects'][0]['claims'][0]['guc_id'] == 201
    assert said['victim']['engine'] == 'vcs1'


@pytest.mark.parametrize('name', transcripts.NAMES)
def test_transcripts(guclog, name):
    said = guclog('explain', '--json', '-', stdin=transcripts.dump(name), rc=None).json
    assert suspects(said)[0][0] == said['victim']['guc_id']
