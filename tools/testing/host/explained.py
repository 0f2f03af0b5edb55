# SPDX-License-Identifier: GPL-2.0-only
"""Runs guclog explain on generated logs, and checks its output.

The tests of explain are rows of a table: each returns an input and the Truth about it (see row()).
What explain prints for a row with "pinned" is in sentences/; golden.py --write renews these files.
"""

import functools
import inspect
import itertools
import json
import re
import subprocess
import tempfile
from pathlib import Path

import gucstory as g
import jsonschema
import pytest
import stories

TOP = Path(__file__).resolve().parents[3]
# Keys that the JSON of guclog explain has for every log, and that have no schema.
KEYS = {'hang', 'reset', 'victim', 'waiter', 'wait_ms', 'limit_ms', 'unanswered_faults', 'stuck',
        'dictionary'}
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


@functools.cache
def schema(document):
    """Return a validator of a JSON Schema that scripts/gen-model.py makes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f'guclog-{document}.schema.json'
        subprocess.run([TOP / 'scripts/gen-model.py', path], check=True, timeout=60)
        rules = json.loads(path.read_text())
    return jsonschema.validators.validator_for(rules)(rules)


def check_schema(said, document='explain'):
    """Check the JSON of a verb against its schema."""
    fault = jsonschema.exceptions.best_match(schema(document).iter_errors(said))
    assert fault is None, f'{"/".join(map(str, fault.absolute_path))}: {fault.message:.300}'


def pytest_addoption(parser):
    parser.addoption('--renew', action='store_true',
                     help='renew the sentences of the rows that are run (golden.py --write)')


@pytest.fixture
def explain(guclog, tmp_path):
    """A function that runs explain --json on a log and returns the parsed output. It also checks
    that the output has the form of the schema, and checks the sentences (check_sentences()).
    may_fail: explain may refuse the log; the function then returns None."""
    def run(content, *args, rc=None, may_fail=False):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / 'log').write_bytes(data)
        done = guclog('explain', '--json', *args, 'log', rc=rc)
        if may_fail and done.rc == 2 and not done.raw:
            return None
        said = done.json
        assert KEYS <= set(said) and {'guc_id', 'engine'} <= set(said['victim'])
        check_schema(said)
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


def named(guc_id):
    """Return the Reason of a devcoredump about a queue that was reset."""
    return f'LR job cleanup, guc_id={guc_id}'


def sentences(said):
    return ' '.join(line['text'] for line in said['logs'][0]['sentences'])


def verdict(said):
    """Return the verdict of an output of explain: what the reason of a failed test shows first."""
    return {key: said[key] for key in ('hang', 'reset', 'stuck', 'victim', 'waiter', 'wait_ms')}


def agrees(found, want):
    """Return whether a value is the wanted one, see Truth."""
    if callable(want):
        return want(found)
    if isinstance(want, set):
        return any(agrees(found, one) for one in want)
    return found is want if isinstance(want, bool) or want is None else found == want


class Truth:
    """What explain must say about an input.

    facts: values in the JSON of explain. A set has several right values, and a function returns
        whether a value is right. "victim" and "waiter" are guc_ids, "engine" is that of the victim,
        "failed" and "holds" are those of the dictionary; a__b is the member b of the member a.
    silent: regular expressions that no sentence of explain may match
    says: names, units and the like that the sentences must have
    rc: the exit status; None for any
    args: options of explain
    may_fail: whether explain may refuse the input
    """
    PLACES = {'victim': 'victim__guc_id', 'engine': 'victim__engine', 'waiter': 'waiter__guc_id',
              'failed': 'dictionary__failed', 'holds': 'dictionary__holds'}

    def __init__(self, **facts):
        self.facts = {'silent': (), 'says': (), 'rc': None, 'args': (), 'may_fail': False, **facts}
        for name in 'silent', 'says', 'rc', 'args', 'may_fail':
            setattr(self, name, self.facts.pop(name))

    def __or__(self, more):
        """Return this truth with other facts or arguments."""
        old = {name: value for name, value in vars(self).items() if name != 'facts'}
        return Truth(**{**old, **self.facts, **more})

    def judge(self, said):
        for key, want in self.facts.items():
            found = said
            for name in self.PLACES.get(key, key).split('__'):
                found = found[name]
            assert agrees(found, want), \
                f'{key} is {found!r}, not {want!r}: {verdict(said)}\n{sentences(said)}'
        for words in self.says:
            assert words in sentences(said), \
                f'explain does not say {words!r}: {verdict(said)}\n{sentences(said)}'
        for words in self.silent:
            match = re.search(words, sentences(said))
            assert not match, f'explain says {match[0]!r}: {verdict(said)}\n{sentences(said)}'


def reset_of(story, limit=640.0, **more):
    """Return the truth about a story in which the victim does not leave its engine when the waiter
    needs it. limit: the preemption timeout that explain must state, in ms, or None."""
    return Truth(hang=True, reset=True, stuck=None, victim=story.victim.guc_id, engine=story.name,
                 waiter=story.waiter.guc_id, wait_ms=pytest.approx(640.002, abs=0.001),
                 limit_ms=limit, holds=True) | more


NOTHING = Truth(hang=False, reset=False, stuck=None, victim=None, engine=None, wait_ms=None,
                holds=True)
SENTENCES_OF = Path(__file__).parent / 'sentences'
# Sentences that the output for each log or dump has. They are pinned in transcripts/golden/.
COMMON = ('The log has ', 'The dump: ', 'In the dump, ', 'Dictionary: ', 'What to do: ',
          'Page faults: ', 'The longest time ', 'At the end of the log, ',
          'This log does not show what ', 'No submission, disable ')


def blocks(path):
    """Return a dict from the name of a row to the sentences that explain must print for it."""
    if not path.exists():
        return {}
    return {name: text.splitlines() for name, text in
            re.findall(r'^== (.*)\n((?:(?!== ).*\n)*)', path.read_text('utf-8'), re.M)}


def check_pinned(found, request):
    """Compare lines with those in the file for this test, or renew them."""
    path = SENTENCES_OF / f'{request.path.stem}.txt'
    pinned, name = blocks(path), request.node.name.removeprefix('test_')
    if not request.config.getoption('renew'):
        for a, b in itertools.zip_longest(found, pinned.get(name, ())):
            assert a == b, f'{path.name}, {name}: golden.py --write renews it'
        return
    pinned[name] = found
    path.parent.mkdir(exist_ok=True)
    path.write_text('# SPDX-License-Identifier: GPL-2.0-only\n' + ''.join(
        f'== {name}\n' + ''.join(f'{line}\n' for line in lines)
        for name, lines in sorted(pinned.items())), encoding='utf-8')


def row(pinned=False, **values):
    """Make a row of the table from a function that returns an input and the truth about it, or
    several such pairs. values: the values of its parameters, of which each combination is a test.
    pinned: whether the sentences are pinned, too, for the first value of each parameter; the name
        of a parameter pins them for each of its values."""
    values = {name: list(each) for name, each in values.items()}

    def make(function):
        def test(explain, request, **chosen):
            pairs = function(**chosen)
            said = []
            for content, truth in [pairs] if isinstance(pairs, tuple) else pairs:
                said.append(explain(content, *truth.args, rc=truth.rc, may_fail=truth.may_fail))
                if said[-1] is not None:
                    truth.judge(said[-1])
            if pinned and all(chosen[name] in (values[name] if name == pinned else values[name][:1])
                              for name in values):
                check_pinned([line['text'] for one in said for log in one['logs']
                              for line in log['sentences']
                              if not line['text'].startswith(COMMON)], request)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        test.__signature__ = inspect.Signature(
            [inspect.Parameter(name, kind) for name in ('explain', 'request', *values)])
        test.__name__, test.__doc__, test.__module__ = \
            function.__name__, function.__doc__, function.__module__
        test.told, test.values = function, values
        for name, each in values.items():
            test = pytest.mark.parametrize(name, each, ids=named_value)(test)
        return pytest.mark.pinned(test) if pinned else test
    return make


def named_value(value):
    """Return the name of a value in the name of a test; None for the name that pytest gives it."""
    return value.__name__ if callable(value) else \
        value.replace(' ', '_') if isinstance(value, str) else None
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
