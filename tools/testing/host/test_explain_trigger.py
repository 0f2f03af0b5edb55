# SPDX-License-Identifier: GPL-2.0-only
"""explain on a record of the module: a log that the module copied because of a trigger, an event of
xe that indicates a hang. The rows say which queue explain must name as the cause. An engine reset
of an earlier hang must not be taken for the cause."""

import expect
import gucstory as g
import stories
from explained import Truth, row
from reference import lfd

BOOT_NS = 100 * 10**9


def record(image, newest, **values):
    """Return a record of the module: an LFD file with the values of the trigger in its comment.
    newest: the tick of the newest event. values: None for a line that the comment lacks."""
    notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr',
             'anchor_boottime_ns': BOOT_NS, 'anchor_guc_tick': newest,
             'incident_seq': 2, 'incident_trigger': 'job timeout', 'incident_boottime_ns': BOOT_NS,
             'incident_guc_id': 5, 'incident_engine': 'vcs0', **values}
    text = ''.join(f'{k}={v}\n' for k, v in notes.items() if v is not None).encode()
    return expect.lfd_of(image, expect.of_image()) + lfd.block(0x6001, text)


def recorded(story, after_s, image=None, **values):
    """Return the record of a story. after_s: time from the newest event to the trigger in
    seconds. image: the image of the log, if it has more than the events of the story."""
    return record(image or g.log_image(story.guc), story.guc.events[-1][0],
                  **{'incident_boottime_ns': BOOT_NS + int(after_s * 10**9), **values})


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
ENGINE_FAILED = ('engine reset failed', None, None)
STORY = stories.make(1, 'r')
HUNG = STORY.victim.guc_id


def cause(guc_id=None, engine=None, basis=None, **more):
    """Return the truth about a record: the queue that is the cause, and what shows it."""
    return Truth(trigger__culprit={'guc_id': guc_id, 'engine': engine, 'basis': basis}, **more)


@row(pinned=True, after_s=(-0.5, 0, 0.2, 0.9))
def test_reset_of_the_trigger(after_s):
    return recorded(STORY, after_s, incident_guc_id=HUNG), \
        Truth(hang=True, reset=True, resets=1, victim=HUNG, engine=STORY.name,
              trigger__name='job timeout', trigger__engine='vcs0', trigger__guc_id=HUNG,
              trigger__boottime_ns=BOOT_NS + int(after_s * 10**9))


@row(pinned=True, after_s=(1.1, 4, 1000))
def test_reset_of_an_earlier_hang(after_s):
    """The trigger is a job timeout, and the log has an engine reset more than a second before it.
    explain does not say that the reset belongs to the trigger."""
    return recorded(STORY, after_s), \
        Truth(hang=False, reset=False, stuck=None, victim=None, engine=None, resets=1,
              signature='no hang', trigger__guc_id=5)


@row(pinned=True)
def test_reset_of_an_earlier_hang_before_a_restart():
    """The log has an engine reset seconds before the trigger, and the firmware was loaded again.
    Then the clock of the GuC cannot be related to that of the host. But the log ends at the
    trigger, which shows that the reset was earlier, so explain does not name it as the cause."""
    story = stories.make(1, 'r')
    story.guc.wait(4e6)
    story.guc.ready(story.waiter)
    return recorded(story, 0, anchor_boottime_ns=None, incident_log_restarted='yes'), \
        Truth(reset=False, victim=None, resets=1)


@row(pinned=True)
def test_trigger_without_a_time_or_a_context():
    """Without an anchor, the times cannot be compared."""
    return recorded(STORY, 9, anchor_boottime_ns=None, **NOBODY), \
        Truth(reset=True, trigger__guc_id=None, trigger__engine=None)


@row(boot=('', 'x', str(2**63), str(2**64 - 1), '9' * 40))
def test_damaged_time_of_the_trigger(boot):
    return recorded(STORY, 0, incident_boottime_ns=boot, incident_engine='\x1b[31m' * 9), \
        Truth(victim=HUNG, silent=('\x1b',))


@row(pinned=True)
def test_triggers_are_listed():
    def right(triggers):
        return [t['killed'] for t in triggers] == [False, False, False, True] and \
            triggers[0]['guc_id'] is None and triggers[1] == {
                'name': 'job timeout', 'after_ns': 1500000, 'guc_id': 7, 'engine': 'bcs0',
                'pid': 107, 'process': 'app7', 'killed': False}
    return recorded(STORY, 0, **NOBODY, incident_trigger_4_killed='yes', **listed(
        GT_RESET, ('job timeout', 7, 'bcs0'), ('job timeout', 9, ''),
        ('job timeout', 11, 'rcs0'))), \
        Truth(trigger__triggers=right)


# The cause: the record, and the queue with what shows that it is the cause. If a trigger is a
# message of the firmware about a context, this is the cause, and not the job that timed out. If no trigger
# names the queue that hangs, the queue of the engine reset in the log is the cause. A record of an
# older version of the module has no list of triggers, only one trigger.
CAUSES = {
    'firmware': ((4, listed(('state capture', None, None), ('engine reset', 5, 'vcs0'),
                            ('job timeout', 7, 'bcs0'))), (5, 'vcs0', 'firmware')),
    'log': ((0.01, {**NOBODY, **listed(ENGINE_FAILED, GT_RESET, ('job timeout', HUNG + 1, 'bcs0'),
                                       ('job timeout', HUNG + 1, 'bcs0'))}),
            (HUNG, STORY.name, 'engine reset')),
    'first timeout': ((4, listed(('job timeout', 5, 'vcs0'), ('job timeout', 7, 'bcs0'))),
                      (5, 'vcs0', 'job timeout')),
    'no list': ((4, {}), (5, 'vcs0', 'job timeout')),
    # Only an engine reset of an earlier hang, or one at an unknown time, and the jobs ended because
    # of the reset of the whole GT.
    **{f'nothing {after_s}': ((after_s, {'anchor_boottime_ns': anchor, **NOBODY, **listed(
        GT_RESET, ('job timeout', 7, 'bcs0'))}), ())
       for after_s, anchor in ((4, BOOT_NS), (0.5, BOOT_NS), (0.01, None))},
}


@row(pinned='name', name=CAUSES)
def test_cause(name):
    (after_s, values), right = CAUSES[name]
    return recorded(STORY, after_s, **values), cause(*right)


@row(pinned=True, seed=(1, 2, 7))
def test_engine_that_cannot_be_reset_names_the_cause(seed):
    """The firmware reported that it could not reset an engine. explain names the queue that was on
    this engine according to the log as the cause, although other queues were on other engines."""
    story = stories.begin(seed)
    return recorded(story, 0.01, **NOBODY, incident_trigger_1_engine=story.name, **listed(
        ENGINE_FAILED, GT_RESET, ('job timeout', 901, 'bcs0'))), \
        cause(story.victim.guc_id, story.name, 'failed engine')


@row(how=((0, 'no'), (20, 'no'), (0, 'yes')))
def test_engine_of_a_log_without_a_clock(how):
    """The log has no anchor (the values of the clocks of GuC and host at one moment), so the times
    of the events cannot be compared with that of the trigger. If the firmware wrote nothing after
    the trigger, all events are before it. Then explain still names the queue on the engine that
    could not be reset."""
    written, restarted = how
    story = stories.begin(1)
    return recorded(story, 0.01, anchor_boottime_ns=None, **NOBODY,
                    incident_log_restarted=restarted, incident_written_bytes=written,
                    incident_trigger_1_engine=story.name, **listed(ENGINE_FAILED, GT_RESET)), \
        cause(story.victim.guc_id, story.name, 'failed engine') if how == (0, 'no') else cause()


@row(how=(('vecs1', 0.01, BOOT_NS, 'no'), ('', 0.01, BOOT_NS, 'no'), (None, -30, BOOT_NS, 'no'),
          (None, 0.01, None, 'no'), (None, 0.01, BOOT_NS, 'yes')))
def test_engine_without_a_cause(how):
    """The reset of an engine failed. explain names no cause if no queue was on this engine, if the
    engine is unknown, if the queue came to the engine after the trigger or at an unknown time, or
    if the firmware was loaded again."""
    engine, after_s, anchor, restarted = how
    story = stories.begin(1)
    lines = listed(ENGINE_FAILED, GT_RESET, ('job timeout', 901, 'bcs0'))
    lines['incident_trigger_1_engine'] = story.name if engine is None else engine
    return recorded(story, after_s, anchor_boottime_ns=anchor, **NOBODY, **lines,
                    incident_log_restarted=restarted), Truth(trigger__culprit__guc_id=None)


@row(pinned=True)
def test_unanswered_request_names_the_cause():
    """After a GT reset, the record also lists queues that did not cause it. If the log shows that
    the GuC has not answered a request of the driver, explain names the queue of this request as the
    cause."""
    story = stories.begin(12)
    story.guc.disable(story.victim, answer=False)
    return recorded(story, 2, anchor_age_ns=2 * 10**9, **NOBODY, **listed(
        GT_RESET, ('job timeout', 901, 'bcs0'), ('job timeout', 902, 'vcs0'))), \
        Truth(stuck='disable', trigger__culprit__guc_id=story.victim.guc_id,
              trigger__culprit__basis='request')


@row(restarted=('yes', 'no'))
def test_hang_of_an_earlier_firmware(restarted):
    """The ring still has events of a firmware that has reset an engine. If the present firmware was
    loaded before the trigger, that was an earlier hang, and its queue is not the cause."""
    new = stories.begin(13)
    image = g.restarted_image(new.guc.events[:100], STORY.guc.events)
    return recorded(new, 0, image, anchor_boottime_ns=None, **NOBODY, **listed(GT_RESET),
                    incident_log_restarted=restarted), \
        Truth(resets=int(restarted == 'yes'), trigger__culprit__guc_id=None)


@row()
def test_damaged_list():
    return recorded(STORY, 0, incident_trigger_1='\x1b[31m' * 20, incident_trigger_1_ns='9' * 30,
                    incident_trigger_2='x', incident_trigger_2_guc_id='-1',
                    incident_trigger_2_ns=str(2**64 - 1)), \
        Truth(trigger__triggers=lambda triggers: len(triggers) == 2, silent=('\x1b',))
