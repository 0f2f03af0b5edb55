# SPDX-License-Identifier: GPL-2.0-only
"""guclog events lists the dictionary (the names and meanings of event ids) and tests its rules on
logs. guclog decode shows events in words."""

import csv
import random
import re

import gucstory as g
import pytest
import stories
from conftest import TOP

# The rules of the dictionary, in the order in which events --check lists them.
RULES = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H9', 'C5', 'C6', 'C7', 'B1', 'B4', 'B5',
         'B6', 'B8', 'B10', 'M1', 'M2', 'M3', 'M4', 'P3', 'P4', 'P5', 'R1', 'R2', 'R3',
         'R4', 'R5', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7']


def rows():
    """Return the rows of data/guc_events.csv, from which the dictionary is made."""
    text = (TOP / 'data/guc_events.csv').read_text().splitlines()
    return list(csv.DictReader(line for line in text if not line.startswith('#')))


@pytest.fixture
def log(tmp_path):
    """A function that writes a log and returns its name."""
    def write(content, name='log'):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        return name
    return write


def dump_of(story, **args):
    """Return the devcoredump of a story, which is a generated workload (stories.py)."""
    return g.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim], **args)


def checked(guclog, name, rc=0):
    """Return the result of events --check for a log."""
    return guclog('events', '--check', '--json', name, rc=rc).json['logs'][0]


def test_dictionary_is_the_table(guclog):
    said = guclog('events', '--json').json
    table = rows()
    assert said['firmware'] == ['70.44.1']
    assert [(f'0x{e["id"]:04x}', e['name'], e['meaning'], ''.join(e['evidence']),
             str(e['hits']), str(e['checks'])) for e in said['events']] == \
        [(r['id'], r['name'], r['meaning'], r['evidence'], r['hits'], r['checks'])
         for r in table]
    assert all(e['guess'] == ('D' in e['evidence']) for e in said['events'])


def test_dictionary_as_text(guclog):
    out = guclog('events').out
    for row in rows():
        guess = '?' if 'D' in row['evidence'] else ''
        assert re.search(rf'^{row["id"]}  {row["name"]}{re.escape(guess)} ', out, re.M)


@pytest.mark.parametrize('seed', range(4))
def test_all_rules_are_tested_and_hold(guclog, log, seed):
    story = stories.make(seed, 'gr', steps=150)
    said = checked(guclog, log(dump_of(story)))
    assert [rule['rule'] for rule in said['rules']] == RULES
    assert [rule['rule'] for rule in said['rules'] if not rule['checks']] == []
    assert [rule['rule'] for rule in said['rules'] if not rule['holds']] == []
    assert said['firmware'] == '70.44.1' and said['fits'] is True
    assert said['unknown_ids'] == 0 and said['other_ids'] == []
    assert said['named'] == said['events'] == len(story.guc.events)
    guesses = {int(r['id'], 16) for r in rows() if 'D' in r['evidence']}
    assert said['guesses'] == sum(event[1] in guesses for event in story.guc.events)


def test_ids_without_a_name_are_listed(guclog, log):
    """events --check lists the ids of a log for which the dictionary has no name, so that a user
    can report them."""
    story = stories.make(1, '', steps=150)
    events = list(story.guc.events)
    events[50:50] = [(events[49][0], code, 1, 2) for code in (0x0501, 0x8200, 0x0501)]
    name = log(g.log_image(story.guc, events))
    said = checked(guclog, name)
    assert said['other_ids'] == [{'id': 0x0501, 'events': 2}, {'id': 0x8200, 'events': 1}]
    assert (said['unknown_ids'], said['named']) == (3, len(events) - 3)
    out = guclog('events', '--check', name).out
    assert '  other ids: 0501:2 8200:1\n' in out
    assert re.search(r'events \d+: \d+ \(9\d\.\d %\) with a name', out)


def moved(events, by):
    """Return the events with other ids, as another version of the firmware could have them: "by" is
    added to ids below 0x8000, and 0x10 to all other ids."""
    return [(tick, code + (by if code < 0x8000 else 0x10), *args)
            for tick, code, *args in events]


@pytest.mark.parametrize('by', (1, 0x40, -7))
def test_ids_that_have_moved_are_found(guclog, log, by):
    story = stories.make(5, 'gr', steps=900, version=0x463100)
    for i in range(60, 66):
        c = story.guc.register(i, (g.VIDEO, 0))
        story.guc.enable(c)
        story.guc.started(c)
        story.guc.complete(c)
        story.guc.disable(c)
        story.guc.deregister(c)
    text = dump_of(story, events=moved(story.guc.events, by)[-3276:])
    said = checked(guclog, log(text), rc=None)
    assert said['learned'] >= 20
    assert said['named'] > 0.95 * said['events']


def test_rules_about_names_that_were_not_learned(guclog, log):
    """Some names are learned from the log of an unknown firmware. Rules about other names are not
    tested, and do not fail."""
    story = stories.make(5, 'gr', version=0x463602)
    name = log(dump_of(story, events=moved(story.guc.events, 0x1000)))
    said = checked(guclog, name, rc=0)
    tested = [rule for rule in said['rules'] if rule['checks']]
    assert len(tested) == said['rules_tested'] and len(tested) < len(said['rules'])
    assert all(rule['holds'] and rule['first_failure'] is None for rule in tested)
    assert all(rule['holds'] is None and rule['hits'] == 0
               for rule in said['rules'] if not rule['checks'])
    assert 'first failed' not in guclog('events', '--check', name, rc=0).out


@pytest.mark.parametrize('control', ('permute', 'shuffle'))
def test_nothing_is_learned_from_a_mixed_up_log(guclog, log, control):
    """If the arguments of a log were exchanged between events, or events were shuffled, events
    --learn learns only true names, and no names of the events that show when a context is on an
    engine."""
    story = stories.make(6, 'gr', steps=300, version=0x463100)
    events = stories.CONTROLS[control](story.guc.events, random.Random(3))
    name = log(g.log_image(story.guc, events))
    learned = guclog('events', '--learn', '--json', name, rc=None).json['rows']
    named = {row['id']: row['name'] for row in learned if row['used']}
    truth = {int(row['id'], 16): row['name'] for row in rows()}
    assert {code: truth[code] for code in named} == named
    assert not {'CTX_PLACED', 'CTX_RUNNING', 'CTX_OFF_ENGINE'} & set(named.values())


# In each row: a rule, the id of an event, and a change of the arguments of this event that makes
# the rule fail.
SPOILED = [
    ('H1', 0x048e, lambda a, b: (a + 0x7777, b)),
    ('C7', 0x0365, lambda a, b: (a, b << 1)),
    ('C5', 0x8104, lambda a, b: (a + (1 << 24), b)),
    ('C6', 0x8103, lambda a, b: (a ^ 1 << 24, b)),
    ('B1', 0x0476, lambda a, b: (a | 1 << 9, b)),
    ('B4', 0x0476, lambda a, b: (a, b ^ 1 << 6)),
    ('B6', 0x8102, lambda a, b: (a + (1 << 24), b)),
    ('B8', 0x0479, lambda a, b: (a + 8, b)),
    ('M2', 0x84c2, lambda a, b: (a, 1 - b)),
    ('M3', 0x850e, lambda a, b: (a + 1, b)),
    ('M4', 0x8507, lambda a, b: (a, b + 1)),
    ('P3', 0x0455, lambda a, b: (a + 8, b)),
    ('R1', 0x03b9, lambda a, b: ((a + 1) % 6, b)),
    ('R3', 0x03bf, lambda a, b: ((a + 1) % 6, b)),
    ('R4', 0x03ca, lambda a, b: (a, b + 1)),
    ('G2', 0x8105, lambda a, b: (a, b + 1)),
    ('G3', 0x84bf, lambda a, b: (a + 1, b)),
    ('G4', 0x850c, lambda a, b: (a + 1, b)),
    ('G5', 0x850a, lambda a, b: (a + 1, b)),
]


@pytest.mark.parametrize('rule,code,change', SPOILED, ids=[row[0] for row in SPOILED])
def test_rule_fails(guclog, log, rule, code, change):
    story = stories.make(3, 'r', steps=150)
    events = [(tick, c, *change(a, b)) if c == code else (tick, c, a, b)
              for tick, c, a, b in story.guc.events]
    said = checked(guclog, log(dump_of(story, events=events)), rc=1)
    failed = next(row for row in said['rules'] if row['rule'] == rule)
    assert failed['holds'] is False and failed['switches_off']
    first = next(i for i, event in enumerate(events) if event[1] == code)
    if not rule.startswith('G'):
        assert failed['first_failure'] >= first


@pytest.mark.parametrize('code,rule', ((0x0442, 'P4'), (0x043e, 'P5')))
def test_queue_that_moves_by_another_step(guclog, log, code, rule):
    story = stories.begin(4)
    guc = story.guc
    for _ in range(5):
        guc.faults(2)
        guc.answer(2)
        if code == 0x0442:
            guc.responses = guc.position(guc.responses, 0)
            guc.message(0x6003, 0, 0)
            guc.ev(0x0442, g.PAD, g.PAD)
            guc.responses = guc.position(guc.responses, 16)
        else:
            guc.ev(0x043e, g.PAD, g.PAD)
            guc.requests = guc.position(guc.requests, 8)
    said = checked(guclog, log(g.log_image(guc)), rc=1)
    assert next(r for r in said['rules'] if r['rule'] == rule)['holds'] is False


@pytest.mark.parametrize('wait_us,fails', ((640000, False), (639000, True),
                                           (650000, False), (680000, True)))
def test_wait_must_be_the_limit(guclog, log, wait_us, fails):
    story = stories.begin(5)
    story.guc.refused(story.waiter, story.engine, [story.engine], wait_us)
    said = checked(guclog, log(dump_of(story)), rc=int(fails))
    assert next(r for r in said['rules'] if r['rule'] == 'R2')['holds'] is not fails


@pytest.mark.parametrize('control', stories.CONTROLS)
def test_mixed_up_log_has_no_names(guclog, log, control):
    story = stories.make(6, 'gr', steps=150)
    events = stories.CONTROLS[control](story.guc.events, random.Random(3))
    name = log(g.log_image(story.guc, events))
    checked(guclog, name, rc=1)
    named = set(re.findall(r'  0x[0-9a-f]{4}  ([A-Z]\w+)', guclog('decode', name).out))
    # In each of these logs, arguments and ids do not match, so these events, whose names depend on
    # arguments, get no names.
    assert not named & {'CTX_PLACED', 'CTX_NOT_READY', 'CTX_OFF_ENGINE', 'CSB',
                        'SWITCH_OUT_TIMEOUT', 'ELSQ_SUBMIT'}


def test_decode_in_words(guclog, log):
    story = stories.make(7, 'gr')
    name = log(dump_of(story))
    out = guclog('decode', name).out
    lines = [line for line in out.splitlines() if not line.startswith('#')]
    assert len(lines) == len(story.guc.events)
    named = {row['id']: row for row in rows()}
    for line, (_, code, _, _) in zip(lines, story.guc.events):
        row = named[f'0x{code:04x}']
        guess = '?' if 'D' in row['evidence'] else ''
        assert f'  {row["id"]}  {row["name"]}{guess}' in line
    assert f'SWITCH_OUT_REQUEST engine={story.name}' in out
    # decode takes the arguments of the newest messages from the H2G ring in the dump.
    assert 'action=DEREGISTER_CONTEXT fence=' in out


def test_stats_have_names(guclog, log):
    """info --counts takes the names of ids from the schema file of the user. Without one, it takes
    them from the dictionary, if the log agrees with the rules of the dictionary."""
    story = stories.make(7, 'gr')
    name, mixed = log(dump_of(story)), log(g.log_image(story.guc, stories.CONTROLS['renumber'](
        story.guc.events, random.Random(1))), 'mixed')
    table = {int(r['id'], 16): r['name'] for r in rows()}
    ids = guclog('info', '--counts', '--json', name).json['logs'][0]['ids']
    assert ids and all(row['name'] == table[row['id']] for row in ids)
    out = guclog('info', '--counts', name).out
    assert re.search(r'0x000003b8 .*  RESET_DECIDED\?$', out, re.M)
    assert re.search(r'0x0000048e .*  H2G_RECEIVED$', out, re.M)
    table = guclog('info', '--counts', '--json', name).json['logs'][0]
    shares = re.findall(r'^  0x[0-9a-f]+ +\d+ +([\d.]+)%', out, re.M)
    assert len(shares) == len(ids) and all(
        abs(float(share) - 100 * row['events'] / table['events']) < 0.0501
        for share, row in zip(shares, table['ids']))
    log(b'0x48e Mine\n', 'schema')
    assert '  Mine\n' in guclog('info', '--counts', '--schema', 'schema', name).out
    assert not any('name' in row for row in guclog('info', '--counts', '--json', mixed).json['logs'][0]['ids'])


def test_raw_is_ids_and_numbers(guclog, log):
    story = stories.make(8, 'gr')
    out = guclog('decode', '--raw', log(dump_of(story))).out
    lines = [line.split() for line in out.splitlines() if not line.startswith('#')]
    assert [(int(w[2], 16), int(w[3], 16), int(w[4], 16)) for w in lines] == \
        [event[1:] for event in story.guc.events]


def test_json_has_names_and_fields(guclog, log):
    story = stories.make(9, 'r')
    events = guclog('decode', '--json', log(g.log_image(story.guc))).json['events']
    placed = [e for e in events if e['id'] == 0x8104 and
              e['fields']['guc_id'] == stories.VICTIM]
    assert placed[0]['name'] == 'CTX_PLACED' and placed[0]['engine'] == story.name
    assert all(e['guess'] for e in events if e['id'] == 0x03ae)
    assert not any('guess' in e for e in events if e['id'] == 0x8104)


def indexes(guclog, name, *args, rc=0):
    """Return the indexes of the events that decode prints."""
    out = guclog('decode', *args, name, rc=rc).out
    return [int(line.split()[0]) for line in out.splitlines()
            if not line.startswith('#')]


def test_events_of_a_context(guclog, log):
    story = stories.make(10, 'gr')
    name = log(g.log_image(story.guc))
    found = set(indexes(guclog, name, '--context', stories.VICTIM))
    for i, (_, code, arg0, arg1) in enumerate(story.guc.events):
        if code in (0x8101, 0x8102, 0x8103, 0x8104, 0x8105, 0x8107):
            assert (i in found) == (arg1 == stories.VICTIM)
        elif code in (0x84bf, 0x84c2, 0x850a, 0x850c, 0x850e, 0x8507, 0x036f):
            assert (i in found) == (arg0 == stories.VICTIM)
        elif code == 0x0476 and arg1 >> 6 & 0xffff != 0xffff:
            assert (i in found) == (arg1 >> 6 & 0xffff == stories.VICTIM)


def test_events_of_an_engine(guclog, log):
    story = stories.make(11, 'gr')
    name = log(g.log_image(story.guc))
    found = set(indexes(guclog, name, '--engine', story.name))
    cls, instance = story.engine
    for i, (_, code, arg0, arg1) in enumerate(story.guc.events):
        if code == 0x0476:
            same = (arg1 >> 29, arg1 >> 23 & 63) == story.engine
        elif code in (0x8102, 0x8104, 0x8107):
            same = (arg0 >> 20 & 15, arg0 >> 24) == story.engine
        elif code in (0x03a8, 0x03be, 0x03bf):
            same = (arg0, arg1) == (cls, instance)
        else:
            continue
        assert (i in found) == same, (i, hex(code))


def test_messages_only(guclog, log):
    story = stories.make(12, '')
    name = log(g.log_image(story.guc))
    messages = [i for i, event in enumerate(story.guc.events) if event[1] == 0x048e]
    assert indexes(guclog, name, '--h2g') == messages
    assert indexes(guclog, name, '--h2g', '--last', 3) == messages[-3:]


def test_events_around_a_time(guclog, log):
    story = stories.make(13, 'r')
    name = log(g.log_image(story.guc))
    newest = story.guc.events[-1][0]
    near = [i for i, event in enumerate(story.guc.events)
            if abs(newest - event[0] - 0.3 * g.HZ) <= 0.1 * g.HZ]
    assert near and indexes(guclog, name, '--around', '-0.3,0.1') == near
    guclog.usage('decode', '--around', '-0.3,x', name)


def test_context_of_a_mixed_up_log_is_refused(guclog, log):
    story = stories.make(14, '')
    events = stories.exchange(story.guc.events, None)
    run = guclog('decode', '--context', 1, log(g.log_image(story.guc, events)), rc=2)
    assert 'the dictionary does not fit this log' in run.err


def test_events_wants_check_for_logs(guclog, log):
    guclog('events', log(b'x'), rc=2)
    guclog('events', '--check', rc=2)
    guclog('events', '--check', 'log', rc=2)


@pytest.mark.parametrize('agree', (True, False))
def test_a_rule_with_few_checks(guclog, tmp_path, agree):
    """A log of an unknown firmware has only one preemption, and no messages of the driver. The
    event of this preemption gets its name if all other rules hold, but not if one of them fails."""
    story = stories.make(1, 'g', version=0x463c00)
    keep = (0x8103, 0x8104, 0x0365, 0x0476, 0x8102, 0x0479, 0x8107, 0x8101, 0x03a8)
    events = [(tick, code, arg0, arg1 + 8 * (code == 0x0479 and not agree))
              for tick, code, arg0, arg1 in story.guc.events if code in keep]
    (tmp_path / 'image').write_bytes(g.log_image(story.guc, events))
    checked, = guclog('events', '--check', '--json', 'image', rc=None).json['logs']
    assert {rule['rule']: rule['checks'] for rule in checked['rules']}['R1'] == 1
    named = {row['id']: row['named'] for row in checked['ids']}
    assert (named[0x03a8], named[0x8107]) == (agree, agree)
