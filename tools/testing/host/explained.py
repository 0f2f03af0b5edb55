# SPDX-License-Identifier: GPL-2.0-only
"""What guclog explain says of a generated log, and what it should say."""

import gucstory as g
import pytest
import stories

KEYS = {'hang', 'reset', 'victim', 'waiter', 'wait_ms', 'limit_ms',
        'unanswered_faults', 'stuck', 'dictionary'}
REASON = f'LR job cleanup, guc_id={stories.VICTIM}'


@pytest.fixture
def explain(guclog, tmp_path):
    """A function that explains a log and checks that every key is there."""
    def run(content, *args, rc=None):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / 'log').write_bytes(data)
        said = guclog('explain', '--json', *args, 'log', rc=rc).json
        assert KEYS <= set(said)
        assert {'guc_id', 'engine'} <= set(said['victim'])
        assert {'guc_id'} <= set(said['waiter'])
        assert {'holds', 'failed'} <= set(said['dictionary'])
        return said
    return run


def dump_of(story, reason=None, **args):
    """A devcoredump. Its reason is the reset of the victim, if there was one."""
    if reason is None:
        reset = any(event[1] == 0x03b3 for event in story.guc.events)
        reason = REASON if reset else 'asked by the user'
    return g.dump(story.guc, reason, [story.victim], **args)


def sentences(said):
    return ' '.join(line['text'] for line in said['logs'][0]['sentences'])


def check_reset(said, story, limit=640.0):
    assert (said['hang'], said['reset'], said['stuck']) == (True, True, None)
    assert said['victim'] == {'guc_id': story.victim.guc_id, 'engine': story.name}
    assert said['waiter'] == {'guc_id': story.waiter.guc_id}
    assert said['wait_ms'] == pytest.approx(640.002, abs=0.001)
    assert said['limit_ms'] == limit
    assert said['dictionary']['holds'] is True


def check_nothing(said):
    assert (said['hang'], said['reset'], said['stuck']) == (False, False, None)
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert said['wait_ms'] is None
    assert said['dictionary']['holds'] is True
