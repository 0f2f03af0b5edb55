# SPDX-License-Identifier: GPL-2.0-only
"""explain on a record of the module: a log that the module copied because of a trigger, an event of
xe that indicates a hang. The tests check which queue explain names as the cause. An engine reset of
an earlier hang must not be taken for the cause."""

import gucstory as g
import pytest
import stories
from explained import sentences
from reference import lfd

BOOT_NS = 100 * 10**9


@pytest.fixture
def recorded(guclog, tmp_path):
    """A function that returns the log of a story (a generated workload, stories.py) as the module
    records it after a trigger. after_s: time from the newest event to the trigger in seconds.
    image: the image of the log, if it has more than the events of the story. values: other lines of
    the comment."""
    def run(story, after_s, image=None, **values):
        newest = story.guc.events[-1][0]
        notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr',
                 'anchor_boottime_ns': BOOT_NS, 'anchor_guc_tick': newest,
                 'incident_seq': 2, 'incident_trigger': 'job timeout',
                 'incident_boottime_ns': BOOT_NS + int(after_s * 10**9),
                 'incident_guc_id': 5, 'incident_engine': 'vcs0', **values}
        text = ''.join(f'{k}={v}\n' for k, v in notes.items() if v is not None).encode()
        (tmp_path / 'image').write_bytes(image or g.log_image(story.guc))
        guclog('convert', 'image', '-o', 'record')
        made = (tmp_path / 'record').read_bytes()
        return made + lfd.block(0x6001, text)
    return run


@pytest.mark.parametrize('after_s', (-0.5, 0, 0.2, 0.9))
def test_reset_of_the_trigger(explain, recorded, after_s):
    story = stories.make(1, 'r')
    said = explain(recorded(story, after_s, incident_guc_id=story.victim.guc_id))
    assert (said['hang'], said['reset'], said['resets']) == (True, True, 1)
    assert said['victim'] == {'guc_id': story.victim.guc_id, 'engine': story.name}
    assert {k: said['trigger'][k] for k in ('name', 'engine', 'boottime_ns', 'guc_id')} == {
        'name': 'job timeout', 'engine': 'vcs0', 'guc_id': story.victim.guc_id,
        'boottime_ns': BOOT_NS + int(after_s * 10**9)}


@pytest.mark.parametrize('after_s', (1.1, 4, 1000))
def test_reset_of_an_earlier_hang(explain, recorded, after_s):
    """The trigger is a job timeout, and the log has an engine reset more than a second before it.
    explain does not say that the reset belongs to the trigger."""
    story = stories.make(1, 'r')
    said = explain(recorded(story, after_s))
    assert (said['hang'], said['reset'], said['stuck']) == (False, False, None)
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert (said['resets'], said['signature']) == (1, 'no hang')
    assert said['trigger']['guc_id'] == 5
    text = sentences(said)
    assert 'job timeout of guc_id 5 on vcs0.' in text
    assert 'No engine reset belongs to this trigger' in text
    assert f'guc_id {story.victim.guc_id} at' in text


def test_reset_of_an_earlier_hang_before_a_restart(explain, recorded):
    """The log has an engine reset seconds before the trigger, and the firmware was loaded again.
    Then the clock of the GuC cannot be related to that of the host. But the log ends at the
    trigger, which shows that the reset was earlier, so explain does not name it as the cause."""
    story = stories.make(1, 'r')
    story.guc.wait(4e6)
    story.guc.ready(story.waiter)
    said = explain(recorded(story, 0, anchor_boottime_ns=None, incident_log_restarted='yes'))
    assert (said['reset'], said['victim']['guc_id'], said['resets']) == (False, None, 1)


def test_trigger_without_a_time_or_a_context(explain, recorded):
    story = stories.make(1, 'r')
    said = explain(recorded(story, 9, anchor_boottime_ns=None, incident_guc_id=None,
                            incident_engine=None))
    assert said['reset'] is True        # without an anchor, the times cannot be compared
    assert said['trigger']['guc_id'] is None and said['trigger']['engine'] is None
    assert 'job timeout.' in sentences(said)


@pytest.mark.parametrize('boot', ('', 'x', str(2**63), str(2**64 - 1), '9' * 40))
def test_damaged_time_of_the_trigger(explain, recorded, boot):
    story = stories.make(1, 'r')
    said = explain(recorded(story, 0, incident_boottime_ns=boot, incident_engine='\x1b[31m' * 9))
    assert said['victim']['guc_id'] == story.victim.guc_id
    assert '\x1b' not in sentences(said)


def listed(*triggers):
    """Return the lines in the comment of a record that list these triggers. Each trigger is (name,
    guc_id, engine)."""
    lines = {}
    for n, (name, guc_id, engine) in enumerate(triggers, 1):
        lines[f'incident_trigger_{n}'] = name
        lines[f'incident_trigger_{n}_ns'] = (n - 1) * 1500000
        if guc_id is not None:
            lines.update({f'incident_trigger_{n}_guc_id': guc_id,
                          f'incident_trigger_{n}_engine': engine,
                          f'incident_trigger_{n}_pid': 100 + guc_id,
                          f'incident_trigger_{n}_process': f'app{guc_id}'})
    return lines


NOBODY = {'incident_guc_id': None, 'incident_engine': None}
GT_RESET = ('GT reset', None, None)


def test_triggers_are_listed(explain, recorded):
    said = explain(recorded(stories.make(1, 'r'), 0, **NOBODY, incident_trigger_4_killed='yes',
                            **listed(GT_RESET, ('job timeout', 7, 'bcs0'), ('job timeout', 9, ''),
                                     ('job timeout', 11, 'rcs0'))))
    assert said['trigger']['triggers'][1] == {
        'name': 'job timeout', 'after_ns': 1500000, 'guc_id': 7, 'engine': 'bcs0', 'pid': 107,
        'process': 'app7', 'killed': False}
    assert [t['killed'] for t in said['trigger']['triggers']] == [False, False, False, True]
    assert said['trigger']['triggers'][0]['guc_id'] is None
    assert 'The record lists 4 triggers: GT reset; job timeout of guc_id 7 on bcs0 of the ' \
           'process app7, 1.500 ms after the first; ' in sentences(said)


def test_firmware_names_the_cause(explain, recorded):
    """If a trigger is a message of the firmware about a context, explain names this context as the
    cause, and not that of a job that timed out."""
    story = stories.make(1, 'r')
    said = explain(recorded(story, 4, incident_guc_id=5, incident_engine='vcs0', **listed(
        ('state capture', None, None), ('engine reset', 5, 'vcs0'), ('job timeout', 7, 'bcs0'))))
    assert said['trigger']['culprit'] == {'guc_id': 5, 'engine': 'vcs0', 'basis': 'firmware'}
    assert 'The cause is guc_id 5 on vcs0: the firmware named this queue.' in sentences(said)


def test_log_names_the_cause_of_a_gt_reset(explain, recorded):
    """If no trigger names the queue that hangs, explain names the queue of the engine reset in the
    log as the cause."""
    story = stories.make(1, 'r')
    innocent = 1 + story.victim.guc_id
    said = explain(recorded(story, 0.01, **NOBODY, **listed(
        ('engine reset failed', None, None), GT_RESET, ('job timeout', innocent, 'bcs0'),
        ('job timeout', innocent, 'bcs0'))))
    assert said['trigger']['culprit'] == {'guc_id': story.victim.guc_id, 'engine': story.name,
                                          'basis': 'engine reset'}
    assert f'Jobs of other queues ended with the reset of the GT: guc_id {innocent}.' in \
        sentences(said)


@pytest.mark.parametrize('seed', (1, 2, 7))
def test_engine_that_cannot_be_reset_names_the_cause(explain, recorded, seed):
    """The firmware reported that it could not reset an engine. explain names the queue that was on
    this engine according to the log as the cause, although other queues were on other engines."""
    story = stories.begin(seed)
    said = explain(recorded(story, 0.01, **NOBODY, incident_trigger_1_engine=story.name, **listed(
        ('engine reset failed', None, None), GT_RESET, ('job timeout', 901, 'bcs0'))))
    assert said['trigger']['culprit'] == {'guc_id': story.victim.guc_id, 'engine': story.name,
                                          'basis': 'failed engine'}
    assert f'engine reset failed on {story.name}; ' in sentences(said)
    assert f'The cause is guc_id {story.victim.guc_id} on {story.name}: ' in sentences(said)


@pytest.mark.parametrize('written, restarted, known', (
    (0, 'no', True), (20, 'no', False), (0, 'yes', False)))
def test_engine_of_a_log_without_a_clock(explain, recorded, written, restarted, known):
    """The log has no anchor (the values of the clocks of GuC and host at one moment), so the times
    of the events cannot be compared with that of the trigger. If the firmware wrote nothing after
    the trigger, all events are before it. Then explain still names the queue on the engine that
    could not be reset."""
    story = stories.begin(1)
    said = explain(recorded(story, 0.01, anchor_boottime_ns=None, **NOBODY,
                            incident_log_restarted=restarted, incident_written_bytes=written,
                            incident_trigger_1_engine=story.name,
                            **listed(('engine reset failed', None, None), GT_RESET)))
    assert said['trigger']['culprit']['guc_id'] == (story.victim.guc_id if known else None)
    assert said['trigger']['culprit']['basis'] == ('failed engine' if known else None)


@pytest.mark.parametrize('engine, after_s, anchor, restarted', (
    ('vecs1', 0.01, BOOT_NS, 'no'), ('', 0.01, BOOT_NS, 'no'), (None, -30, BOOT_NS, 'no'),
    (None, 0.01, None, 'no'), (None, 0.01, BOOT_NS, 'yes')))
def test_engine_without_a_cause(explain, recorded, engine, after_s, anchor, restarted):
    """The reset of an engine failed. explain names no cause if no queue was on this engine, if the
    engine is unknown, if the queue came to the engine after the trigger or at an unknown time, or
    if the firmware was loaded again."""
    story = stories.begin(1)
    lines = listed(('engine reset failed', None, None), GT_RESET, ('job timeout', 901, 'bcs0'))
    lines['incident_trigger_1_engine'] = story.name if engine is None else engine
    said = explain(recorded(story, after_s, anchor_boottime_ns=anchor, **NOBODY, **lines,
                            incident_log_restarted=restarted))
    assert said['trigger']['culprit']['guc_id'] is None


def test_unanswered_request_names_the_cause(explain, recorded):
    """After a GT reset, the record also lists queues that did not cause it. If the log shows that
    the GuC has not answered a request of the driver, explain names the queue of this request as the
    cause."""
    story = stories.begin(12)
    story.guc.disable(story.victim, answer=False)
    said = explain(recorded(story, 2, anchor_age_ns=2 * 10**9, **NOBODY, **listed(
        GT_RESET, ('job timeout', 901, 'bcs0'), ('job timeout', 902, 'vcs0'))))
    assert said['stuck'] == 'disable'
    assert said['trigger']['culprit']['guc_id'] == story.victim.guc_id
    assert said['trigger']['culprit']['basis'] == 'request'
    assert 'guc_id 901, 902.' in sentences(said)


@pytest.mark.parametrize('restarted, resets', (('yes', 1), ('no', 0)))
def test_hang_of_an_earlier_firmware(explain, recorded, restarted, resets):
    """The ring still has events of a firmware that has reset an engine. If the present firmware was
    loaded before the trigger, that was an earlier hang, and its queue is not the cause."""
    old, new = stories.make(1, 'r'), stories.begin(13)
    image = g.restarted_image(new.guc.events[:100], old.guc.events)
    said = explain(recorded(new, 0, image, anchor_boottime_ns=None, **NOBODY, **listed(GT_RESET),
                            incident_log_restarted=restarted))
    assert said['resets'] == resets
    assert said['trigger']['culprit']['guc_id'] is None


@pytest.mark.parametrize('after_s, anchor', ((4, BOOT_NS), (0.5, BOOT_NS), (0.01, None)))
def test_cause_that_nothing_names(explain, recorded, after_s, anchor):
    """explain names no cause if the log has only an engine reset of an earlier hang, or one at an
    unknown time, and the jobs ended because of the reset of the whole GT."""
    said = explain(recorded(stories.make(1, 'r'), after_s, anchor_boottime_ns=anchor, **NOBODY,
                            **listed(GT_RESET, ('job timeout', 7, 'bcs0'))))
    assert said['trigger']['culprit'] == {'guc_id': None, 'engine': None, 'basis': None}
    assert 'It is unknown which queue is the cause: the whole GT was reset' in sentences(said)
    assert 'The cause is' not in sentences(said)


def test_first_timeout_without_a_gt_reset(explain, recorded):
    said = explain(recorded(stories.make(1, 'r'), 4, incident_guc_id=5, incident_engine='vcs0',
                            **listed(('job timeout', 5, 'vcs0'), ('job timeout', 7, 'bcs0'))))
    assert said['trigger']['culprit'] == {'guc_id': 5, 'engine': 'vcs0', 'basis': 'job timeout'}


def test_record_without_a_list(explain, recorded):
    """The record of an older version of the module has no list of triggers, only one trigger.
    explain takes the cause from this trigger."""
    said = explain(recorded(stories.make(1, 'r'), 4))
    assert said['trigger']['triggers'] == []
    assert said['trigger']['culprit']['basis'] == 'job timeout'
    assert 'The record lists' not in sentences(said)


def test_damaged_list(explain, recorded):
    said = explain(recorded(stories.make(1, 'r'), 0, incident_trigger_1='\x1b[31m' * 20,
                            incident_trigger_1_ns='9' * 30, incident_trigger_2='x',
                            incident_trigger_2_guc_id='-1', incident_trigger_2_ns=str(2**64 - 1)))
    assert len(said['trigger']['triggers']) == 2
    assert '\x1b' not in sentences(said)
