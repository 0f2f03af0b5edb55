# SPDX-License-Identifier: GPL-2.0-only
"""explain, on a log that the module recorded by itself: an engine reset of an earlier hang
does not belong to its trigger."""

import gucstory as g
import pytest
import stories
from explained import sentences
from reference import lfd

BOOT_NS = 100 * 10**9


@pytest.fixture
def recorded(guclog, tmp_path):
    """A function that returns the log of a story as a record of the module."""
    def run(story, after_s, **values):
        newest = story.guc.events[-1][0]
        notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr',
                 'anchor_boottime_ns': BOOT_NS, 'anchor_guc_tick': newest,
                 'incident_seq': 2, 'incident_trigger': 'job timeout',
                 'incident_boottime_ns': BOOT_NS + int(after_s * 10**9),
                 'incident_guc_id': 5, 'incident_engine': 'vcs0', **values}
        text = ''.join(f'{k}={v}\n' for k, v in notes.items() if v is not None).encode()
        (tmp_path / 'image').write_bytes(g.log_image(story.guc))
        guclog('convert', 'image', '-o', 'record')
        made = (tmp_path / 'record').read_bytes()
        return made + lfd.block(0x6001, text)
    return run


@pytest.mark.parametrize('after_s', (-0.5, 0, 0.2, 0.9))
def test_reset_of_the_trigger(explain, recorded, after_s):
    story = stories.told(1, 'r')
    said = explain(recorded(story, after_s, incident_guc_id=story.victim.guc_id))
    assert (said['hang'], said['reset'], said['resets']) == (True, True, 1)
    assert said['victim'] == {'guc_id': story.victim.guc_id, 'engine': story.name}
    assert said['trigger'] == {'name': 'job timeout', 'engine': 'vcs0',
                               'boottime_ns': BOOT_NS + int(after_s * 10**9),
                               'guc_id': story.victim.guc_id}


@pytest.mark.parametrize('after_s', (1.1, 4, 1000))
def test_reset_of_an_earlier_hang(explain, recorded, after_s):
    """A job timeout that is no engine reset, in a log that has one of seconds before."""
    story = stories.told(1, 'r')
    said = explain(recorded(story, after_s))
    assert (said['hang'], said['reset'], said['stuck']) == (False, False, None)
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert (said['resets'], said['signature']) == (1, 'no hang')
    assert said['trigger']['guc_id'] == 5
    text = sentences(said)
    assert 'job timeout of guc_id 5 on vcs0.' in text
    assert 'No engine reset belongs to this trigger' in text
    assert f'guc_id {story.victim.guc_id} at' in text


def test_trigger_without_a_time_or_a_context(explain, recorded):
    story = stories.told(1, 'r')
    said = explain(recorded(story, 9, anchor_boottime_ns=None, incident_guc_id=None,
                            incident_engine=None))
    assert said['reset'] is True        # the times cannot be compared
    assert said['trigger']['guc_id'] is None and said['trigger']['engine'] is None
    assert 'job timeout.' in sentences(said)


@pytest.mark.parametrize('boot', ('', 'x', str(2**63), str(2**64 - 1), '9' * 40))
def test_damaged_time_of_the_trigger(explain, recorded, boot):
    story = stories.told(1, 'r')
    said = explain(recorded(story, 0, incident_boottime_ns=boot, incident_engine='\x1b[31m' * 9))
    assert said['victim']['guc_id'] == story.victim.guc_id
    assert '\x1b' not in sentences(said)
