# SPDX-License-Identifier: GPL-2.0-only
"""Each verb of guclog on each input of inputs.NAMED, in each form of output. The tables have the
inputs, the verbs and the rules that an output of a form must follow."""

import csv
import io
import json
import re

import expect
import pytest
from explained import check_pinned, check_schema
from inputs import NAMED, small
from reference import lfd
from tool import save


# The rules of each form. Each function gets the bytes of standard output.
def is_text(out):
    """Lines of UTF-8 without control characters."""
    text = out.decode('utf-8')
    assert text.endswith('\n') and text.strip()
    assert not re.search(r'[^\n\x20-\x7e\u00a0-\uffff]', text)


def is_json(out):
    """One value, of which no key occurs twice in an object."""
    def once(pairs):
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)
    return json.loads(out, object_pairs_hook=once)


def is_jsonl(out):
    assert all(isinstance(is_json(line), dict) for line in out.splitlines())


def is_csv(out):
    """Rows of the same length, the first with names."""
    rows = list(csv.reader(io.StringIO(out.decode())))
    assert len({len(row) for row in rows}) == 1 and len(set(rows[0])) == len(rows[0])


def is_lfd(out):
    assert lfd.blocks(out)


def has_schema(document):
    """JSON of a verb that has a JSON Schema."""
    def rule(out):
        check_schema(is_json(out), document)
    rule.__name__ = f'is_{document}'
    return rule


# The verbs with their options, and the rule for the output.
VERBS = {
    'explain': is_text, 'explain --why': is_text, 'explain --json': has_schema('explain'),
    'info': is_text, 'info --json': is_json, 'info --blocks': is_text, 'info --counts': is_text,
    'decode': is_text, 'decode --json': is_json, 'decode --to csv': is_csv,
    'decode --to jsonl': is_jsonl, 'decode --timeline': is_text, 'decode --contexts': is_text,
    'dump': is_text, 'dump --json': is_json, 'dump --messages': is_text,
    'dump --messages --json': has_schema('messages'),
    'events --check': is_text, 'events --check --json': is_json, 'triage': is_text,
    'triage --json': is_json, 'triage --jsonl': is_jsonl, 'check': is_text, 'check --json': is_json,
    'report --text': is_text, 'convert --to lfd -o -': is_lfd,
}
# The exit status of each of these verbs, in their order, for each input.
EXITS = {
    'devcoredump': '00000000000010000110000000',
    'debugfs': '00000000000012222110000000',
    'debugfs-6.12': '00000000000012222110000000',
    'dmesg': '00000000000012222110000000',
    'dmesg-dead-ct': '00000000000010011110000000',
    'hexdump': '00000000000012222110000000',
    'image': '00000000000012222110000000',
    'relay': '11111001111112222110001111',
    'lfd': '00000000000012222110000000',
    'error-state': '11111001111012222110001111',
    'two-gts': '11111201111010000110001112',
    'hang': '00000000000000000000000000',
    'no-hang': '00000000000000000000000000',
    'cut': '11111000000001111000001110',
    'kernel-log': '00000220222022222220002202',
    'b70-copy-timeout': '11111222222120000110002212',
    'b70-long-kernel': '00000000000000000000000000',
    'b70-refused-fault': '00000000000000000000000000',
    'no-log': '22211222222120011220002222',
    'empty': '22222222222222222220002221',
    'junk': '22222222222222222220002222',
}
# JSON with the exit status 2 lists what could not be read.
LISTS_ERRORS = ('events --check --json', 'check --json')


@pytest.fixture(scope='module')
def contents():
    return {name: make() for name, make in NAMED.items()}


@pytest.mark.parametrize('command', VERBS)
@pytest.mark.parametrize('name', NAMED)
def test_verb(guclog, contents, name, command):
    """The exit status is that of the table. 2 means a message and no output."""
    save(name, contents[name])
    run = guclog(*command.split(), name, rc=int(EXITS[name][list(VERBS).index(command)]))
    if run.rc == 2:
        assert run.err.startswith('guclog: ')
    if run.rc == 2 and command not in LISTS_ERRORS:
        assert not run.raw
    elif run.raw or not run.rc:
        VERBS[command](run.raw)


# Command lines with a mistake, which end with the exit status 2 and a message. The names of inputs
# are those of inputs.NAMED.
OF_A_GT = ('convert', 'convert --to events', 'info', 'info --blocks', 'info --counts', 'decode',
           'decode --to csv', 'decode --contexts', 'explain', 'report --force -o page')
WRONG = [
    'junk', 'help junk', 'hang', 'gone.txt', 'exlpain x', 'explian x', 'decod x', 'inf x',
    'report- x', 'dumps x', 'incident x', 'explain', 'dump hang hang', 'decode --id 455 hang',
    'convert --to junk hang',
    'decode --time junk hang', 'convert --log 2 two-gts', 'convert two-gts',
    'info --blocks --log 2 two-gts', 'info --blocks two-gts', 'info --blocks --gt 0 media.lfd',
    'info --blocks', 'info --blocks hang cut', 'info --blocks --counts hang',
    'info --schema junk hang', 'info --blocks junk', 'info --blocks empty', 'info --blocks zeros',
    'dump junk', 'dump image', 'dump missing', 'dump --messages junk',
    'dump --messages --gt 7 hang',
    'dump --messages --ring none hang', 'check junk', 'check empty', 'check missing', 'check',
    *(f'{verb} --gt 7 two-gts' for verb in OF_A_GT),
    *(f'{verb} --gt=one two-gts' for verb in OF_A_GT),
    *(f'info --gt={number} two-gts' for number in ('-1', '1x', '', '4294967296', '0x')),
    *(f'{verb} --junk' for verb in ('asic', 'layout', 'collect', 'incidents', 'record', 'top',
                                    *dict.fromkeys(verb.split()[0] for verb in VERBS))),
]


@pytest.mark.pinned
@pytest.mark.parametrize('command', WRONG)
def test_wrong_command(guclog, contents, request, command):
    """sentences/ has the message."""
    for name in NAMED.keys() & set(command.split()):
        save(name, contents[name])
    save('zeros', bytes(100))
    save('media.lfd', expect.lfd_of(small(), {**expect.of_image(), 'gt': 1}))
    run = guclog(*command.split(), rc=2)
    assert not run.raw
    check_pinned(run.err.splitlines(), request)


@pytest.mark.parametrize('name', [name for name in NAMED if EXITS[name][0] != '2'])
def test_verbs_agree(guclog, contents, name):
    """The verbs have the same events and the same verdict of an input, whatever the form."""
    save(name, contents[name])

    def run(*args):
        return guclog(*args, name, rc=None)
    said = run('explain', '--json').json
    told = [line['text'] for log in said['logs'] for line in log['sentences']]
    for args in ('explain',), ('report', '--text'):
        # Both leave out the sentences about which nothing can be done.
        shown = ' '.join(run(*args).out.split())
        assert told[0].rstrip('.;') in shown, args
    decoded = run('decode', '--json')
    if decoded.rc == 2:
        assert all(log['firmware'] is None for log in said['logs'])
        return
    number = len(decoded.json['events'])
    assert len(run('decode', '--to', 'jsonl').raw.splitlines()) == number
    assert len(list(csv.reader(io.StringIO(run('decode', '--to', 'csv').out)))) == number + 1
    assert sum(log['events']['entries'] for log in run('info', '--json').json['logs']) == number
