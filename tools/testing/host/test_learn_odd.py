# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog events --learn on logs of firmware for which one of its assumptions is false
(odd_dialects.py). It may learn fewer names from such logs, but no false ones."""

import odd_dialects as odd
import pytest

# For each kind of firmware from whose logs names can be learned: the share of the events that must
# at least get the right name.
LEARNED = {'any argument': 0.95, 'coarse clock': 0.95, 'stale bits': 0.7, 'random bits': 0.7,
           'zeroes': 0.7, 'packed action': 0.7, 'small guc_ids': 0.7, 'high guc_ids': 0.7,
           'alike guc_ids': 0.7, 'units': 0.6, 'echoes': 0.3, 'two ids by half': 0.2,
           'classes, hardware': 0.2, 'jitter': 0.1, 'lost events': 0.9}


@pytest.mark.parametrize('kind', odd.FIRMWARE)
def test_no_wrong_name_is_learned(guclog, tmp_path, kind):
    total, bad = odd.collections.Counter(), []
    for seed in range(2, 6):
        log = odd.Log(seed, kind, reset=bool(seed & 1))
        (tmp_path / 'dump').write_text(log.text, encoding='ascii')
        names, false = odd.judge(log, guclog('events', '--learn', '--json', 'dump',
                                             rc=None).json)
        total += names
        bad += false
        bad += odd.judge_verdict(log, guclog('explain', '--json', 'dump', rc=None).json)[1]
    assert not bad
    assert total['right'] >= LEARNED.get(kind, 0) * total['events']


def test_the_judge_finds_what_is_false(guclog, tmp_path):
    """Negative control: judge() and judge_verdict() of odd_dialects.py count false names, fields,
    contexts and times that this test puts into the output of guclog."""
    log = odd.Log(3, 'any argument', reset=True)
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    learned = guclog('events', '--learn', '--json', 'dump', rc=None).json
    rows = {row['name']: row for row in learned['rows'] if row['used']}
    rows['QUEUE_POSITION']['name'] = 'CTX_RUNNING'
    field = next(f for f in rows['CTX_SUBMIT']['fields'] if f['name'] == 'guc_id')
    field['low'] += 1
    total, false = odd.judge(log, learned)
    assert (total['false names'], total['false fields'], len(false)) == (1, 1, 2)
    said = guclog('explain', '--json', 'dump', rc=None).json
    said['victim'] = {'guc_id': log.work.waiter.guc_id, 'engine': 'gsc9'}
    said['waiter'] = {'guc_id': 999}
    said['wait_ms'] = 1.0
    assert len(odd.judge_verdict(log, said)[1]) == 4


@pytest.mark.parametrize('kind, seed', (('twins', 9), ('echoes', 6)))
def test_repeated_status_words(guclog, tmp_path, kind, seed):
    """An unknown id does not get the name CSB (the context status word of an engine), although its
    events have the same values as the CSB events."""
    log = odd.Log(seed, kind, reset=bool(seed & 1))
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    assert not odd.judge(log, guclog('events', '--learn', '--json', 'dump', rc=None).json)[1]


@pytest.mark.parametrize('seed', (1, 40, 64))
def test_steps_in_the_other_order(guclog, tmp_path, seed):
    """If this firmware logs two kinds of events that follow each other in the opposite order, they
    get no false names."""
    log = odd.Log(seed, 'other order', reset=bool(seed & 1))
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    assert not odd.judge(log, guclog('events', '--learn', '--json', 'dump', rc=None).json)[1]


@pytest.mark.parametrize('seed', (100, 102))
def test_large_numbers_are_not_evidence(guclog, tmp_path, seed):
    """If the log has only a few CTX_DEREGISTERED events, their name is graded "likely" and not
    "certain", although their guc_ids are large numbers, which rarely match by chance. They do not
    get the name of an answer to another request."""
    log = odd.Log(seed, 'high guc_ids')
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    learned = guclog('events', '--learn', '--json', 'dump', rc=None).json
    assert not odd.judge(log, learned)[1]
    assert all(row['grade'] == 'likely' for row in learned['rows']
               if row['name'] == 'CTX_DEREGISTERED' and row['count'] < 4)


@pytest.mark.parametrize('seed', (0, 12, 19))
def test_lost_events_are_not_evidence(guclog, tmp_path, seed):
    """No false name is learned from a log in which one event in ten is missing. (If a check of a
    name fails, this counts against the name, although a missing event may be the reason.)"""
    log = odd.Log(seed, 'lost events', reset=bool(seed & 1))
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    assert not odd.judge(log, guclog('events', '--learn', '--json', 'dump', rc=None).json)[1]


def test_no_instance_without_a_class(guclog, tmp_path):
    """If this firmware has other numbers for the engine classes, the field with the class is not
    taken for the field with the engine's instance."""
    log = odd.Log(1, 'classes, shuffled', reset=True)
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    assert not odd.judge(log, guclog('events', '--learn', '--json', 'dump', rc=None).json)[1]


@pytest.mark.parametrize('seed', (5, 8, 14))
def test_only_one_class_is_known(guclog, tmp_path, monkeypatch, seed):
    """If the dump lists only one context and has no CT buffers, nothing shows the engine classes of
    the other contexts. No false name is learned, and most events get the right name."""
    monkeypatch.setattr(odd.Work, 'contexts', lambda work: [work.victim])
    log = odd.Log(seed, 'any argument', reset=True, ring=False)
    (tmp_path / 'dump').write_text(log.text, encoding='ascii')
    total, false = odd.judge(log, guclog('events', '--learn', '--json', 'dump', rc=None).json)
    assert not false
    assert total['right'] > 0.9 * total['events']
