# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog events --learn, which finds the names of the event ids of an unknown firmware. It
learns here from generated logs of firmware that does not exist (relabel.py), so the true names are
known. Also tests the verdicts of guclog explain with the learned names."""

import random
import re
import struct

import gucstory as g
import learn_figures
import pytest
import relabel
import stories
from explained import check_nothing, check_reset, dump_of
from reference import lfd
from relabel import Change, Dialect

OTHER = 0x463c00        # 70.60.0, a version that the dictionary does not have
NAMES = {code: kind.name for code, kind in relabel.KINDS.items()}


def story_of(seed, kinds=None):
    rng = random.Random(seed)
    if kinds is None:
        kinds = rng.choice(('', 'g', 'r', 'gr'))
    return stories.make(seed, kinds, steps=rng.choice((100, 250, 400)), version=OTHER)


def dialect_dump(story, dialect, events=None, **args):
    """Return the devcoredump of a story (a generated workload, see stories.py) in which another
    firmware has written the events. dialect: this firmware, a relabel.Dialect. events: by default
    those of the story."""
    events = dialect.events(events or story.guc.events)[-3276:]
    contexts = {id(c): c for c in (*story.guc.contexts.values(), story.victim,
                                   story.waiter)}
    reset = any(event[1] == 0x03b3 for event in story.guc.events)
    reason = f'LR job cleanup, guc_id={stories.VICTIM}' if reset else 'asked by the user'
    return g.dump(story.guc, reason, list(contexts.values()), events=events, **args)


def learn(guclog, tmp_path, text, rc=0):
    (tmp_path / 'dump').write_text(text, encoding='ascii')
    return guclog('events', '--learn', '--json', 'dump', rc=rc).json


def judge(learned, dialect, held=0.9):
    """Check that each row that guclog events --learn uses has a score of at least 10, and that at
    least the share "held" of its checks hold. Return the number of events that got the right name,
    the number of all events, and a list of the rows with a false name."""
    truth = dialect.truth()
    for row in learned['rows']:
        if row['used'] and row['checks']:
            assert row['score'] >= 10
            assert row['hits'] >= held * row['checks']
    right = sum(row['count'] for row in learned['rows'] if row['used'] and
                {NAMES[code] for code in truth.get(row['id'], ())} == {row['name']})
    false = [row for row in learned['rows'] if row['used'] and
             row['name'] not in {NAMES[code] for code in truth.get(row['id'], ())}]
    return right, sum(row['count'] for row in learned['rows']), false


@pytest.mark.parametrize('seed', range(4))
def test_the_dictionary_is_learned_again(guclog, tmp_path, seed):
    """If the firmware has an unknown version but writes the same events as 70.44.1, each row that
    is learned has the same name and fields as in the dictionary."""
    story = story_of(seed, 'gr')
    learned = learn(guclog, tmp_path, dump_of(story))
    assert learned['base_moved'] == 0
    rows = {entry['id']: entry for entry in guclog('events', '--json').json['events']}
    for row in learned['rows']:
        base = rows[row['id']]
        assert (row['used'], row['base'], row['name']) == (True, True, base['name'])
        fields = [{key: f[key] for key in ('name', 'arg', 'low')} for f in row['fields']
                  if f['found']]
        assert fields == [{key: f[key] for key in ('name', 'arg', 'low')}
                          for f in base['fields']]


@pytest.mark.parametrize('change', [
    Change(), Change(swap=True), Change(swap=True, move='alike'),
    Change(swap=True, move='each')], ids=('ids', 'exchanged', 'alike', 'each'))
@pytest.mark.parametrize('seed', range(3))
def test_another_dialect_is_learned(guclog, tmp_path, change, seed):
    story, dialect = story_of(seed), Dialect(seed, change)
    right, total, false = judge(learn(guclog, tmp_path, dialect_dump(story, dialect)),
                                dialect)
    assert not false
    assert right > 0.95 * total


@pytest.mark.parametrize('seed', range(3))
@pytest.mark.parametrize('how', ('half', 'no ring', 'lost', 'foreign', 'split', 'merged'))
def test_no_name_is_false(guclog, tmp_path, how, seed):
    """From a log with less evidence, for example without the CT buffers or without some of the
    events, fewer names may be learned, but no false ones."""
    story, rng = story_of(seed), random.Random(seed)
    change = Change(swap=True, move='each')
    if how == 'split':
        change = change._replace(split=(rng.choice((0x8103, 0x8104, 0x0476, 0x0365)),))
    elif how == 'merged':
        change = change._replace(merge=(rng.choice(((0x8103, 0x8104), (0x8102, 0x8107),
                                                    (0x84bf, 0x84c2), (0x0365, 0x0479))),))
    dialect, events = Dialect(seed, change), story.guc.events
    if how == 'half':
        events = events[len(events) // 2:]
    elif how == 'lost':
        events = [event for event in events if rng.random() >= 0.05]
    text = dialect_dump(story, dialect, events, ct=how != 'no ring')
    if how == 'foreign':
        noisy = relabel.foreign(dialect.events(events), seed, 1)[-3276:]
        text = g.dump(story.guc, 'asked by the user', [story.victim, story.waiter],
                      events=noisy)
    right, total, false = judge(learn(guclog, tmp_path, text, rc=None), dialect,
                                0.8 if how == 'lost' else 0.9)
    assert not false
    if how in ('half', 'no ring', 'lost', 'split'):
        assert right > 0.8 * total


@pytest.mark.parametrize('kinds, ring', (('g', True), ('r', False)))
@pytest.mark.parametrize('seed', (501, 504, 505))
def test_ends_of_runs_in_the_other_order(guclog, explain, tmp_path, kinds, ring, seed):
    """In this firmware, the two last events when a context leaves its engine (CTX_OFF_ENGINE and
    CTX_NOT_READY) have the opposite order. No false name is learned if the log has at least one
    preemption or disable of a context. explain does not state that there was no reset if there was
    one, and does not report a reset if there was none."""
    story, dialect = story_of(seed, kinds), Dialect(seed, Change(swap=True, move='each'))
    events = story.guc.events
    for i, (one, two) in enumerate(zip(events, events[1:])):
        if (one[1], two[1]) == (0x8107, 0x8101):
            events[i:i + 2] = (one[0], *two[1:]), (two[0], *one[1:])
    text = dialect_dump(story, dialect, ct=ring)
    assert not judge(learn(guclog, tmp_path, text), dialect)[2]
    assert explain(text)['firmware']['reset'] is not (kinds != 'r')


@pytest.mark.parametrize('seed', (0, 2, 4))
def test_ends_of_runs_among_foreign_events(guclog, tmp_path, seed):
    """RING_AT_SWITCH, which is logged when a context leaves its engine, is learned although there
    are unknown events among the events that are logged then."""
    text, truth = learn_figures.log_of(seed, 'foreign 100 %')
    rows = learn(guclog, tmp_path, text, rc=None)['rows']
    named = {row['name'] for row in rows if row['used'] and {row['name']} == truth[row['id']]}
    assert 'RING_AT_SWITCH' in named


def test_page_fault_requests_that_move_nothing(guclog, tmp_path):
    """The events about page faults are learned although after some PF_REQUESTS events, the position
    in the queue is unchanged. A published log has such events."""
    story, dialect, events = story_of(4, 'g'), Dialect(4, Change(swap=True, move='each')), []
    for before, event in zip([(0, 0), *story.guc.events], story.guc.events):
        events.append(event)
        if before[1] == 0x043e and event[0] % 3 == 0:
            events += [(event[0], *before[1:]), (event[0], 0x0455, event[3], event[3])]
    rows = learn(guclog, tmp_path, dialect_dump(story, dialect, events))['rows']
    assert {'PF_REQUESTS', 'PF_RESPONSES'} <= {row['name'] for row in rows if row['used']}
    assert not judge({'rows': rows}, dialect)[2]


def test_the_last_message_is_handled_too(guclog, tmp_path):
    """The last message to the GuC in a log, and the events that follow it, are also used as
    evidence. Without them, the name CTX_SUBMIT could not be learned from this log, because it has
    less than 20 submissions."""
    text, truth = learn_figures.log_of(1002, 'newest 30 %')
    rows = learn(guclog, tmp_path, text, rc=None)['rows']
    assert 'CTX_SUBMIT' in {row['name'] for row in rows if row['used']}
    assert all({row['name']} == truth[row['id']] for row in rows if row['used'])


def test_two_events_do_not_make_a_second_message_id(guclog, tmp_path):
    """No false name is learned from a log with only seven messages to the GuC, although two events
    of another kind have the same values as events of messages would have."""
    text, truth = learn_figures.log_of(154, 'newest 10 %')
    rows = learn(guclog, tmp_path, text, rc=None)['rows']
    assert all({row['name']} == truth[row['id']] for row in rows if row['used'])


@pytest.mark.parametrize('seed', range(6))
def test_explain_names_the_reset_of_a_dialect(explain, seed):
    story, dialect = story_of(seed, 'gr'), Dialect(seed, Change(swap=True, move='each'))
    said = explain(dialect_dump(story, dialect))
    check_reset(said, story)
    assert 'learned from this log' in ' '.join(
        s['text'] for s in said['logs'][0]['sentences'])


@pytest.mark.parametrize('seed', range(4))
def test_the_log_begins_after_the_victim(explain, seed):
    """explain finds the reset and its victim in a log that begins after the victim began to run on
    the engine."""
    story, dialect = story_of(seed, 'r'), Dialect(seed, Change(swap=True, move='each'))
    runs = [i for i, event in enumerate(story.guc.events)
            if event[1] == 0x8102 and event[3] == stories.VICTIM]
    check_reset(explain(dialect_dump(story, dialect, story.guc.events[runs[-1] + 1:])), story)


def test_a_large_log(guclog, tmp_path):
    """Names are learned from a log with many more events than the messages in the CT buffers cover.
    (The learner compares only the newest events with the messages.)"""
    story, dialect = stories.begin(1, steps=20000, version=OTHER), Dialect(1, Change(swap=True))
    events = dialect.events(stories.refuse(story).guc.events)
    image = g.log_image(story.guc, events, size=4 << 20)
    text = g.dump(story.guc, 'asked by the user', [story.victim, story.waiter], events=events,
                  log=image)
    right, total, false = judge(learn(guclog, tmp_path, text), dialect)
    assert not false
    assert right > 0.95 * total


@pytest.mark.parametrize('seed', range(6))
def test_no_hang_is_invented(explain, seed):
    story, dialect = story_of(seed, 'g'), Dialect(seed, Change(swap=True, move='each'))
    story.guc.settle()
    said = explain(dialect_dump(story, dialect))
    assert said['hang'] in (None, False)
    assert (said['victim']['guc_id'], said['wait_ms']) == (None, None)


def healthy(seed):
    """Return a story (stories.py) without a hang, at whose end its context "waiter" is disabled and
    can be deregistered, and a firmware with other ids and fields."""
    story = story_of(seed, '')
    story.guc.settle()
    story.guc.disable(story.waiter)
    return story, Dialect(seed, Change(swap=True, move='each'))


@pytest.mark.parametrize('seed', range(4))
@pytest.mark.parametrize('answer', (True, False))
def test_the_rings_show_what_is_answered(explain, answer, seed):
    """The log has a single deregistration of a context, so the events about it cannot be learned.
    explain still states that there is no hang if the G2H ring has the GuC's answer. If the answer
    is missing there, explain gives no verdict."""
    story, dialect = healthy(seed)
    story.guc.deregister(story.waiter, answer)
    assert explain(dialect_dump(story, dialect))['hang'] is (False if answer else None)


@pytest.mark.parametrize('seed', range(4))
@pytest.mark.parametrize('report', (False, True))
def test_the_rings_show_whether_there_was_a_reset(explain, report, seed):
    """The log has no reset. explain states this only if the G2H ring has no report of a reset. If
    the ring has one, or if the dump has no rings, explain does not state whether there was a
    reset."""
    story, dialect = story_of(seed, ''), Dialect(seed, Change(swap=True, move='each'))
    story.guc.settle()
    if report:
        story.guc.event(0x1008, story.victim.guc_id)
    said = explain(dialect_dump(story, dialect))['firmware']
    assert (said['reset'], said['hang']) == ((None, None) if report else (False, False))
    assert explain(dialect_dump(story, dialect, ct=False))['firmware']['reset'] is None


def test_names_of_the_dictionary_are_kept(explain):
    """A short log of an unknown firmware has too few events to test all names of the dictionary.
    explain also uses the names that are not tested, if the log agrees with all rules that it can
    test."""
    check_reset(explain(dump_of(story_of(1, 'r'))), story_of(1, 'r'))
    healthy = story_of(1, 'g')
    healthy.guc.settle()
    check_nothing(explain(dump_of(healthy)))


@pytest.mark.parametrize('seed', range(3))
def test_the_driver_lists_one_context(guclog, tmp_path, seed):
    """Names are learned although the dump lists only one context, and its guc_id is 0, a number
    that other fields have, too. The guc_ids of the other contexts are in the messages."""
    guc = g.Guc(random.Random(seed), OTHER)
    guc.next_lrca = 0x54321
    queues = [guc.register(i, (engine, i)) for i, engine in enumerate((g.RENDER, g.COPY))]
    for c in queues:
        guc.enable(c)
        guc.started(c)
        guc.complete(c)
    guc.some_work(900)
    dialect = Dialect(seed, Change(swap=True, move='each'))
    text = g.dump(guc, 'asked by the user', queues[:1], events=dialect.events(guc.events)[-3276:])
    right, total, false = judge(learn(guclog, tmp_path, text), dialect)
    assert not false
    assert right > 0.9 * total


def test_several_logs_add_up(guclog, tmp_path):
    dialect = Dialect(5, Change(swap=True, move='each'))
    for seed in (0, 1):
        story = story_of(seed, 'r')
        (tmp_path / f'dump{seed}').write_text(dialect_dump(story, dialect), encoding='ascii')
    one = guclog('events', '--learn', '--json', 'dump0').json
    both = guclog('events', '--learn', '--json', 'dump0', 'dump1').json
    assert both['logs'] == 2
    assert judge(both, dialect)[2] == []
    scores = {row['id']: row['score'] for row in one['rows'] if row['used']}
    assert all(row['score'] > scores[row['id']] for row in both['rows']
               if row['id'] in scores and row['used'] and row['checks'])


def test_learned_names_are_marked(guclog, tmp_path):
    story, dialect = story_of(3, 'r'), Dialect(3, Change(swap=True, move='each'))
    (tmp_path / 'dump').write_text(dialect_dump(story, dialect), encoding='ascii')
    text = guclog('decode', 'dump').out
    assert ' CTX_PLACED ' in text
    assert all(line.endswith('(learned)') for line in text.splitlines()
               if ' CTX_PLACED ' in line)
    lines = guclog('events', '--learn', 'dump').out
    assert 'What would refute these names' in lines


@pytest.mark.parametrize('seed', (107, 119, 129))
def test_a_reset_that_lacks_a_step(guclog, tmp_path, seed):
    """No false name is learned from a log that lacks some events of an engine reset, so the
    remaining events of the reset follow each other in a misleading order."""
    text, truth = learn_figures.log_of(seed, 'lost 5 %')
    rows = learn(guclog, tmp_path, text)['rows']
    assert all({row['name']} == truth[row['id']] for row in rows if row['used'])


@pytest.mark.parametrize('seed', (1001, 1005))
def test_few_events_are_not_certain(guclog, tmp_path, seed):
    text, _ = learn_figures.log_of(seed, 'ids')
    rows = learn(guclog, tmp_path, text)['rows']
    assert any(row['count'] == 1 and row['used'] for row in rows)
    assert all(row['grade'] != 'certain' for row in rows if row['count'] < 4)


def test_nothing_to_learn_from(guclog, tmp_path):
    """From an image, which has neither a list of contexts nor CT buffers, no false name is learned.
    For an id without a name, the values of its arguments are described."""
    story, dialect = story_of(2, 'r'), Dialect(2, Change(swap=True, move='each'))
    image = g.log_image(story.guc, dialect.events(story.guc.events)[-3276:])
    (tmp_path / 'image').write_bytes(image)
    learned = guclog('events', '--learn', '--json', 'image', rc=None).json
    assert judge(learned, dialect)[2] == []
    looks = {look for row in learned['rows'] if not row['used'] for look in row['look']}
    assert looks and looks <= {'varies', 'constant', 'pad', 'guc_id', 'context image', 'counter',
                               'one bit', 'small number'}


def test_options(guclog):
    assert '--check and --learn' in guclog('events', '--learn', rc=2).err
    assert 'cannot be used together' in guclog('events', '--learn', '--check', 'x', rc=2).err


def test_the_page_has_the_learned_names(guclog, tmp_path):
    story, dialect = story_of(3, 'r'), Dialect(3, Change(swap=True, move='each'))
    (tmp_path / 'dump').write_text(dialect_dump(story, dialect), encoding='ascii')
    guclog('report', 'dump', '-o', 'page.html')
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    placed = next(new for new, codes in dialect.truth().items() if 0x8104 in codes)
    assert re.search(rf'"{placed}": ?{{[^{{}}]*"name": ?"CTX_PLACED"', page)


def test_log_without_events(guclog, tmp_path):
    """For a log without events, events --learn fails with a message that names the log and the
    reason."""
    (tmp_path / 'lfd').write_bytes(struct.pack('<QI', lfd.MAGIC, lfd.VERSION))
    assert guclog('events', '--learn', 'lfd', rc=1).err == 'guclog: lfd: no events\n'


# Seeds of workloads of which the newest events create no queue, and the number of these events.
STEADY = tuple((seed, (800, 1000, 1500, 2500)[seed % 4]) for seed in range(12))


@pytest.mark.parametrize('seed, events', STEADY)
def test_steady_work(guclog, tmp_path, seed, events):
    """Of a log of a workload in which no queue is created, and whose devcoredump lists one queue as
    those of xe do, each id of the dictionary gets its name if only the version is another."""
    story = stories.make(seed, ('', 'r', 'g', 'gr')[seed // 3], steps=1500, version=OTHER)
    newest = story.guc.events[-events:]
    learned = learn(guclog, tmp_path, g.dump(
        story.guc, f'LR job cleanup, guc_id={stories.VICTIM}', [story.victim], events=newest))
    assert len(newest) == events
    assert {(row['id'], row['name']) for row in learned['rows'] if row['used']} == {
        (event[1], NAMES[event[1]]) for event in newest}


@pytest.mark.parametrize('seed', range(6))
def test_steady_work_of_another_dialect(guclog, tmp_path, seed):
    story = stories.make(seed, '', steps=1500, version=OTHER)
    dialect = Dialect(seed, Change(swap=True, move='each'))
    learned = learn(guclog, tmp_path, g.dump(story.guc, 'asked', [story.victim],
                                             events=dialect.events(story.guc.events)[-1500:]))
    assert not judge(learned, dialect)[2]


def test_own_images_need_several_contexts(guclog, tmp_path):
    """The bits that the dictionary has for the LRCA are used for contexts that the driver does not
    list only if the values are one for each context: here they are the same for all."""
    story = stories.make(2, '', steps=1500, version=OTHER)
    events = [(*event[:2], 0x4711, *event[3:]) if event[1] == 0x8105 else event
              for event in story.guc.events[-800:]]
    learned = learn(guclog, tmp_path, g.dump(story.guc, 'asked', [story.victim], events=events))
    names = {row['id']: row['name'] for row in learned['rows'] if row['used']}
    assert not {0x8101, 0x8102, 0x8103, 0x8104, 0x8107} & set(names)


def test_no_second_id_with_one_action(guclog, tmp_path):
    """An id whose bits always have the value of one action is not a second H2G_RECEIVED. The log
    lacks every third message with this action, so events of another id fit into the gaps."""
    story = stories.make(2, '', steps=600, version=OTHER)
    events, n = [], 0
    for event in story.guc.events[-1500:]:
        if event[1] == 0x048e and event[2] & 0xffff == 0x1000:
            n += 1
            if n % 3 == 0:
                event = (event[0], 0x0365, 0x1000, *event[3:])
        elif event[1] == 0x0365:
            continue
        events.append(event)
    learned = learn(guclog, tmp_path, g.dump(story.guc, 'asked', [story.victim], events=events))
    assert 0x0365 not in {row['id'] for row in learned['rows'] if row['used'] and
                          row['name'] == 'H2G_RECEIVED'}
