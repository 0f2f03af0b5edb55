# SPDX-License-Identifier: GPL-2.0-only
"""Runs guclog explain on generated logs, and checks its output."""

import re

import gucstory as g
import pytest
import stories

# Keys that the JSON of guclog explain has for every log.
KEYS = {'hang', 'reset', 'victim', 'waiter', 'wait_ms', 'limit_ms',
        'unanswered_faults', 'stuck', 'dictionary'}
# Each row has a regular expression for a sentence of guclog explain, the basis of this sentence
# (the input from which the sentence follows), and its certainty, or None if any certainty is right.
SENTENCES = (
    (r'^(The dump: |In the dump, |The GuC reported to the driver: |The dump has no)', 'driver', 'read'),
    (r'^The dump alone does not show', 'driver', 'unknown'),
    (r'^Where: .* \(number ', 'driver', 'inferred'), (r'^Where: (?!.* \(number )', 'driver', 'read'),
    (r'^Where \S+ stood is not known', 'driver', 'unknown'),
    (r'^The last command that the engine.s streamer had parsed', 'driver', 'read'),
    (r'^Units of the engine|^The last command before this one that starts work|an estimate[,;]',
     'driver', 'inferred'),
    (r'^The place in the batch is not', 'driver', 'unknown'),
    (r'^guc_id \d+ was on its engine for between|^The times of the log are too late',
     'both', 'inferred'),
    (r'^Why: (?!.*memory|.*had refused)|^Stuck: ', 'log', 'inferred'),
    (r'^(It is unknown (why|whether)|This log does not show|No verdict|Nothing is known)', 'log', 'unknown'),
    (r'^(The log has|Page faults: |The longest time|At the end of the log, |Dictionary: |Then the driver)(?!.* which the dump is about)',
     'log', 'read'),
    (r'names the same guc_id\.$|which the dump is about;|reported a reset of guc_id', 'both', None),
    (r'^The log also has state captures', 'log', 'inferred'), (r'^It is unknown to which hang', 'log', 'unknown'),
    (r'^This may be the known case', 'public reports', 'inferred'),
    (r'^(The kernel log|\d+ other lines? of xe)', 'kernel log', None),
    (r'^No line of the kernel log', 'kernel log', 'unknown'),
    (r'^The module recorded', 'record', 'read'), (r'^Mappings of the process', 'mappings', 'inferred'),
)
REASON = f'LR job cleanup, guc_id={stories.VICTIM}'


def check_sentences(said):
    """Check that each sentence of explain --json has a basis and a certainty. If a row of SENTENCES
    matches the sentence, they must be those of the row. said: the parsed output."""
    for line in (line for log in said['logs'] for line in log['sentences']):
        assert line['basis'] and line['certainty'] in ('read', 'inferred', 'unknown'), line
        for pattern, basis, certainty in SENTENCES:
            if re.search(pattern, line['text']):
                assert line['basis'] == basis and line['certainty'] in (certainty or line['certainty'],), line
        if line['certainty'] == 'unknown':
            assert re.search('unknown|not known|not show|No |Nothing', line['text']), line


@pytest.fixture
def explain(guclog, tmp_path):
    """A function that runs explain --json on a log and returns the parsed output. It also checks
    that the output has the keys in KEYS, and checks the sentences (check_sentences())."""
    def run(content, *args, rc=None):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / 'log').write_bytes(data)
        said = guclog('explain', '--json', *args, 'log', rc=rc).json
        assert KEYS <= set(said)
        assert {'guc_id', 'engine'} <= set(said['victim'])
        assert {'guc_id'} <= set(said['waiter'])
        assert {'holds', 'failed'} <= set(said['dictionary'])
        check_sentences(said)
        return said
    return run


def dump_of(story, reason=None, **args):
    """Return the devcoredump of a story, which is a generated workload (stories.py). If no reason
    is given and the log has an engine reset, the line "Reason" of the dump names the context that
    was reset."""
    if reason is None:
        reset = any(event[1] == 0x03b3 for event in story.guc.events)
        reason = REASON if reset else 'asked by the user'
    return g.dump(story.guc, reason, [story.victim], **args)


def sentences(said):
    return ' '.join(line['text'] for line in said['logs'][0]['sentences'])


def check_reset(said, story, limit=640.0):
    """Check that explain found the engine reset of a story in which the victim does not leave its
    engine when the waiter needs it. limit: the preemption timeout that explain must state, in ms,
    or None."""
    assert (said['hang'], said['reset'], said['stuck']) == (True, True, None)
    assert said['victim'] == {'guc_id': story.victim.guc_id, 'engine': story.name}
    assert said['waiter'] == {'guc_id': story.waiter.guc_id}
    assert said['wait_ms'] == pytest.approx(640.002, abs=0.001)
    assert said['limit_ms'] == limit
    assert said['dictionary']['holds'] is True


def check_nothing(said):
    """Check that explain found no hang."""
    assert (said['hang'], said['reset'], said['stuck']) == (False, False, None)
    assert said['victim'] == {'guc_id': None, 'engine': None}
    assert said['wait_ms'] is None
    assert said['dictionary']['holds'] is True
