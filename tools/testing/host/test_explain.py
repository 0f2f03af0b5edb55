# SPDX-License-Identifier: GPL-2.0-only
"""The command guclog explain: its inputs, its options, its exit status and the form of its output.
What it must say is in the tables of test_explain_*.py."""

import json
import random

import gucstory as g
import pytest
import stories
from corpus import CASES
from explained import dump_of
from test_explain_stories import STUCK, asked_and_refused, index, stuck


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
    for kind in STUCK:
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
        assert said['stuck'] in (None, *STUCK)
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


def test_parts_of_a_stream(guclog, tmp_path):
    """For several logs, "hang" is false only if it is false for each log with events. The second
    log here is a part of a stream in which it is unknown whether there was a hang, so "hang" is
    null."""
    story, looks = asked_and_refused(25)
    events = story.guc.events
    (tmp_path / 'parts').mkdir()
    for i, part in enumerate((events[:index(story.guc, 0x03a8) - 20], events[looks[0]:looks[-1]])):
        (tmp_path / 'parts' / f'{i}').write_bytes(g.log_image(story.guc, part))
    said = guclog('explain', '--json', 'parts', rc=None).json
    assert [log['hang'] for log in said['logs']] == [False, None]
    assert said['hang'] is None


@pytest.mark.parametrize('kinds', ('', 'r'))
def test_crash_of_the_firmware_elsewhere(guclog, tmp_path, kinds):
    """report and triage have the verdict of explain on a log with a crash dump of the firmware."""
    story = stories.make(21, kinds, engine=(g.COMPUTE, 0))
    (tmp_path / 'log').write_bytes(g.log_image(story.guc, crash=bytes(range(256)) * 4))
    said = guclog('explain', '--json', 'log', rc=None).json
    first = said['logs'][0]['sentences'][0]
    assert (first['basis'], first['certainty']) == ('log', 'read')
    assert said['signature'].split(',')[0] in guclog('triage', 'log', rc=None).out
    assert guclog('report', '--text', 'log', rc=None).out.split('\n\n')[1].startswith(first['text'])
