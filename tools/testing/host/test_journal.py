# SPDX-License-Identifier: GPL-2.0-only
"""Tests the records that guclog collect writes to the journal about each incident, with a real
systemd-journald."""

import json
import os
import re
import subprocess
from pathlib import Path

import gucstory
import pytest
import stories
from test_collect import GPU, Machine, with_notes

HERE = Path(__file__).parent
RECORDS = 'MESSAGE_ID=5f0b2d8f6d1b4f0e9a2c7f63a1c94b57'
# Without --all, journalctl prints only fields that are shorter than this number of bytes. guclog
# collect limits a whole record to this length, so no field can be longer.
LIMIT = 4096


def journald(script, *args):
    """Run a shell script while a separate journald runs. Return the output of the script."""
    if os.geteuid():
        pytest.skip('journald needs root')
    done = subprocess.run([HERE / 'journald.sh', 'sh', '-euc', script, 'sh', *map(str, args)],
                          capture_output=True, text=True, check=False, timeout=120)
    if done.returncode == 77:
        pytest.skip('there is no systemd-journald')
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(machine, names, options=''):
    """Run guclog collect for the dumps with these names, and return the records about them that
    journalctl prints. options: more options of journalctl."""
    run = [machine.guclog.path, 'collect', *machine.options()[1:]]
    script = f'''names=$1; shift
        for name in $names; do "$@" "$name" >&2; done
        journalctl --sync; journalctl -o json {options} {RECORDS}'''
    out = journald(script, ' '.join(names), *run)
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def machine(tmp_path, guclog):
    return Machine(tmp_path, guclog)


def hang(reason='LR job cleanup, guc_id=22'):
    story = stories.refuse(stories.begin(1))
    return story, gucstory.dump(story.guc, reason, [story.victim])


def own(record):
    return {key: value for key, value in record.items() if key.startswith('XE_GUCLOG_')}


def test_facts_of_a_hang(machine):
    """The record of a hang has all fields that Documentation/install.rst names, except
    XE_GUCLOG_STUCK and XE_GUCLOG_ERROR: no request was stuck, and no error occurred."""
    story, dump = hang()
    machine.xe_dump('devcd1', dump)
    record, = records(machine, ['devcd1'])
    meta, = machine.incidents()
    assert record['MESSAGE'] == f'GPU {GPU}: {meta["signature"]}, stored as {meta["incident"]}'
    assert own(record) == {
        'XE_GUCLOG_GPU': GPU, 'XE_GUCLOG_INCIDENT': meta['incident'],
        'XE_GUCLOG_KIND': 'devcoredump', 'XE_GUCLOG_SIGNATURE': meta['signature'],
        'XE_GUCLOG_HANG': 'yes', 'XE_GUCLOG_ENGINE': story.name,
        'XE_GUCLOG_GUC_ID': str(stories.VICTIM),
        'XE_GUCLOG_WAITER': str(meta['verdict']['waiter']['guc_id']),
        'XE_GUCLOG_WAIT_MS': record['XE_GUCLOG_WAIT_MS'],
        'XE_GUCLOG_KNOWN': 'bmg-lr-no-timeout',
        'XE_GUCLOG_REASON': 'LR job cleanup, guc_id=22', 'XE_GUCLOG_PROCESS': 'clpeak',
        'XE_GUCLOG_PID': '2711', 'XE_GUCLOG_GUC_VERSION': '70.44.1',
        'XE_GUCLOG_GUC_WANTED': '70.49.4', 'XE_GUCLOG_PLATFORM': 'BATTLEMAGE',
        'XE_GUCLOG_PCI_ID': '8086:e223', 'XE_GUCLOG_KERNEL': '6.16.3-2-test',
        'XE_GUCLOG_LOGS': '0', 'XE_GUCLOG_ERRORS': '0'}
    assert float(record['XE_GUCLOG_WAIT_MS']) == pytest.approx(640, abs=1)


def test_longest_record_is_whole(machine):
    """If the dump and the log have very long texts, no field of the record is too long for
    journalctl. (Without --all, journalctl prints null instead of a long field.)"""
    long = 'x' * 900
    head = (f'**** Xe Device Coredump ****\nReason: {long}\nkernel: {long}\nmodule: xe\n'
            f'Process: {long} [4294967295]\nPCI ID: 0xe223\n')
    machine.xe_dump('devcd1', head)
    machine.log_dump('devcd2', 0, place='-first', content=with_notes(
        f'incident_triggers_seen={long}', f'incident_engine={long}', 'incident_guc_id=' + long,
        f'guc_version={long}', f'platform={long}'))
    record, = records(machine, ['devcd1'])
    assert None not in record.values()
    fields = own(record)
    assert {'XE_GUCLOG_REASON', 'XE_GUCLOG_PROCESS', 'XE_GUCLOG_KERNEL'} <= set(fields)
    assert sum(len(key) + len(value) + 2 for key, value in record.items()
               if not key.startswith('_')) < LIMIT
    assert all(isinstance(value, str) for value in fields.values())


def test_biggest_record_has_every_field():
    """The limits of the fields in collect/journal.c are so small that a record in which each field
    has its greatest length is shorter than the limit of a record. So no field is ever left out."""
    source = (HERE.parents[1] / 'guclog/collect/journal.c').read_text()
    limits = {name: int(value) for name, value in re.findall(
        r'#define (MAX_\w+|RECORD_BYTES)\s+(\d+)', source)}
    # In a call of field_count(), the regular expression below finds this name instead of a limit.
    limits['metadata_member'] = 23        # characters, enough for a size_t in decimal
    fields = re.findall(r'\bfield(?:_\w+)?\(r, "(\w+)", (\w+)', source)
    assert {name for name, _ in fields} == set(re.findall(r'"([A-Z_]{7,})"', source))
    assert sum(len(f'{name}=\n') + limits[limit] for name, limit in fields) < LIMIT
    assert limits['RECORD_BYTES'] == LIMIT


def test_control_characters_do_not_make_bytes_of_a_field(machine):
    """guclog collect replaces control characters and bytes that are not UTF-8 in the fields of a
    record. Otherwise journalctl would print the field as a list of numbers."""
    machine.xe_dump('devcd1', '**** Xe Device Coredump ****\nReason: a\x1b[2J\xff\n'
                              'Process: \x1b]0;x\x07 [1]\n')
    record, = records(machine, ['devcd1'])
    assert record['XE_GUCLOG_REASON'].startswith('a?[2J')
    assert record['XE_GUCLOG_PROCESS'] == '?]0;x?'


def test_errors_of_a_collection_are_in_its_record(machine):
    """If parts of an incident could not be collected, its record has the number of errors and the
    first error."""
    config = machine.sys / 'kernel/config/xe_guclog'
    config.mkdir(parents=True)
    (config / 'capture').symlink_to('/dev/full')
    machine.xe_dump('devcd1', hang()[1])
    record, = records(machine, ['devcd1'])
    # One error for each GT that a GPU can have (DEVCD_MAX_GTS).
    assert record['XE_GUCLOG_ERRORS'] == '8'
    assert record['XE_GUCLOG_ERROR'].startswith('capture: No space left on device, ')


def test_journalctl_loses_long_fields(tmp_path):
    """Negative control for the tests of long fields: without --all, journalctl of this machine does
    print null instead of a field of 4200 bytes."""
    out = journald('''printf 'MESSAGE=x\\nXE_LONG=%s\\n' "$(head -c 4200 /dev/zero | tr '\\0' x)" |
        logger --journald; journalctl --sync
        journalctl -o json MESSAGE=x; journalctl -o json --all MESSAGE=x''')
    cut, whole = map(json.loads, out.splitlines())
    assert cut['XE_LONG'] is None and len(whole['XE_LONG']) == 4200
