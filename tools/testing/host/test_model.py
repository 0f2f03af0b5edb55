# SPDX-License-Identifier: GPL-2.0-only
"""The model of the records in data/model/: its JSON Schemas and the JSON that guclog prints agree, and
a new member needs only its row."""

import csv
import json
import re
import shutil
import subprocess
import sys

import pytest
import test_engine_state
import transcripts
from conftest import TOP
from explained import check_schema, schema
from reference import forms, sections

RECORDS = TOP / 'data/model/records.csv'
SCRIPT = TOP / 'scripts/gen-model.py'


def test_the_schema_finds_a_difference():
    rules = schema('explain').schema
    validator = schema('explain').evolve(schema={'$ref': '#/$defs/page_fault',
                                                 '$defs': rules['$defs']})
    fault = dict.fromkeys(rules['$defs']['page_fault']['properties'])
    assert not validator.is_valid(fault)
    fault |= {'asid': 1, 'address': '0x1000', 'access': 'read', 'type': 'not present', 'level': 1}
    assert validator.is_valid(fault)
    assert not validator.is_valid({**fault, 'level': True})
    assert not validator.is_valid({**fault, 'more': 1})


@pytest.mark.parametrize('name', transcripts.NAMES)
def test_json_has_the_schema(guclog, name):
    """What explain prints for a devcoredump matches the schema."""
    found = guclog('explain', '--json', '-', stdin=transcripts.dump(name), rc=None).json
    check_schema(found)
    assert {'driver', 'known', 'engine_state', 'captures'} <= set(found)
    assert all(log['sentences'] for log in found['logs'])


def test_lines_of_a_kernel_log_have_the_schema(guclog):
    """The lines have each key of a line, also those that the text alone had: what to do, how grave
    the line is, the tile and the engines."""
    found = guclog('explain', '--json', '-', stdin=(
        '<7>[   20.120000] xe 0000:03:00.0: [drm:guc_exec_queue_timedout_job [xe]] Tile1: GT2: Timedout '
        'job: seqno=4294967169, lrc_seqno=4294967169, guc_id=9, flags=0x0 in Xorg [901]\n'
        '<3>[   20.130000] xe 0000:03:00.0: [drm] *ERROR* Tile0: GT0: GuC mmio request 0x4000: failure 0x30 '
        'hint 0x0\n<3>[   20.140000] xe 0000:03:00.0: [drm] *ERROR* CRITICAL: Xe has declared device '
        '0000:03:00.0 as wedged.\n<3>[   20.150000] xe 0000:03:00.0: [drm] *ERROR* Tile0: GT0: GuC Crash '
        'dump notification\n'), rc=None).json
    check_schema(found)
    lines = {line['event']: line for line in found['kernel_log']}
    assert [line['tile'] for line in found['kernel_log']] == [1, 0, None, 0]
    assert all(line['weight'] and line['meaning'] for line in lines.values())
    assert any(line['advice'] for line in lines.values())


@pytest.mark.parametrize('arguments', ([], ['--ring', 'g2h'], ['--last', '1']))
def test_messages_have_the_schema(guclog, tmp_path, arguments):
    """What dump --messages prints matches its schema: for requests, events, answers and errors, a
    ring that is not wanted, and one and two devcoredumps."""
    h2g, g2h = sections.h2g(), sections.g2h()
    h2g.put(sections.Message(0x3003, (0x602, 7, 1200), 5, sections.REQUEST))
    for message in ((0, (), 5, sections.SUCCESS), (0x60, (), 6, sections.FAILURE),
                    (0x1002, (32, 0), 0, sections.EVENT)):
        g2h.put(sections.Message(*message, origin=1))
    dump = sections.Dump(rings=(h2g, g2h)).text(sections.V73)
    (tmp_path / 'one').write_text(dump)
    (tmp_path / 'two').write_text(dump + dump)
    for name in 'one', 'two':
        found = guclog('dump', '--messages', '--json', *arguments, tmp_path / name, rc=None).json
        check_schema(found, 'messages')
        assert len(found['gts']) == (1 if name == 'one' else 2)
        assert all((gt['dump'] is None) == (name == 'one') for gt in found['gts'])
    answers = [(m['answers'], m['error'], m['action']) for m in found['gts'][0]['g2h']['messages']]
    assert answers[-3:] == [('PC_SLPC_REQUEST', None, None), (None, 0x60, None),
                            (None, None, 0x1002)][-len(answers):]


def test_members_that_had_drifted(guclog):
    """The place of an engine has the same words everywhere, and JSON has what the driver recorded
    about time limits and unread messages."""
    dump = test_engine_state.dump_with_captures(
        [test_engine_state.captured(32, 4, {'RING_HEAD': 0x403a94, 'RING_CTL': 0x3001, 'IPEHR': 0,
                                            'ACTHD': 4, 'RING_BBADDR': 5})], 1)
    found = guclog('explain', '--json', '-', stdin=dump, rc=None).json
    assert {'no_timeout', 'disable_unread', 'not_reading'} <= set(found['driver'])
    assert 'idle_engine' in found


def test_generated_files_are_current():
    subprocess.run([SCRIPT, '--check'], check=True)


def test_a_new_member_needs_only_its_row(tmp_path):
    """A row for a new member adds it to the header, the manual, the descriptors and the schema."""
    for name in ('data/model/records.csv', 'data/model/words.csv', 'data/model/printed.csv',
                 'scripts/gen-model.py', 'scripts/gen_lib.py', 'scripts/gen_printed.py',
                 'tools/guclog/guclog.h', 'tools/guclog/model/records.h', 'tools/guclog/guclog.1'):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    rows = (tmp_path / 'data/model/records.csv').read_text()
    rows = re.sub(r'(?m)^(driver,wedged,.*\n)',
                  r'\1driver,timeslice_us,u32,has,timeslice_us,time slice of the queue in us\n', rows)
    (tmp_path / 'data/model/records.csv').write_text(rows)
    script = tmp_path / 'scripts/gen-model.py'
    subprocess.run([script], check=True)
    for name in 'made.c', 'guclog-explain.schema.json':
        subprocess.run([script, tmp_path / name], check=True)
    assert '\tbool has_timeslice_us;\n\tuint32_t timeslice_us;\n' in \
        (tmp_path / 'tools/guclog/model/records.h').read_text()
    assert '.It Va timeslice_us\n' in (tmp_path / 'tools/guclog/guclog.1').read_text()
    assert 'offsetof(struct guclog_driver, timeslice_us)' in (tmp_path / 'made.c').read_text()
    made = json.loads((tmp_path / 'guclog-explain.schema.json').read_text())
    assert made['$defs']['driver']['properties']['timeslice_us']['type'] == ['integer', 'null']


@pytest.mark.parametrize('row', ('driver,x,u33,,x,y', 'driver,x,u32,maybe,x,y', 'driver,x,u32,,X,y',
                                 'driver,x,u32,,x,', 'driver,x,u32,,x'))
def test_a_wrong_row_is_refused(tmp_path, row):
    for name in ('data/model/words.csv', 'scripts/gen-model.py', 'scripts/gen_lib.py',
                 'scripts/gen_printed.py'):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    (tmp_path / 'data/model/records.csv').write_text(RECORDS.read_text() + row + '\n')
    done = subprocess.run([tmp_path / 'scripts/gen-model.py', tmp_path / 'made.c'], check=False,
                          capture_output=True, text=True)
    assert done.returncode and 'records.csv:' in done.stderr


def test_each_key_is_once_in_its_record():
    with RECORDS.open(encoding='ascii') as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith('#')))
    keys = [(row['record'], row['key']) for row in rows if row['key']]
    assert len(keys) == len(set(keys))


def printed():
    """Return the rows of printed.csv for lines "name: value"."""
    with open(TOP / 'data/model/printed.csv', encoding='ascii') as file:
        rows = csv.DictReader(line for line in file if not line.startswith('#'))
        return [row for row in rows if row['type'] in ('text', 'number', 'seconds', 'stamp')]


@pytest.mark.parametrize('kernel', (sections.V612, sections.V73))
def test_every_line_of_a_dump_has_a_row(guclog, kernel):
    """All lines of the devcoredumps of xe are known. A line without a row is counted, and shown with
    its section."""
    text = sections.Dump(log=forms.Held(bytes(4096)), rings=(sections.h2g(), sections.g2h()),
                         engines=(sections.Engine(),)).text(kernel)
    assert guclog('dump', '--json', '-', stdin=text, rc=None).json['unknown_lines'] == 0
    more = text.replace('\tClass: ', '\tNovelty: 7\n\tClass: ', 1)
    found = guclog('dump', '--json', '-', stdin=more, rc=None).json
    assert found['unknown_lines'] == 1
    assert found['gts'][0]['contexts'][0]['fields']['Novelty'] == '7'
    assert 'unknown' in guclog('dump', '-', stdin=more, rc=None).out


def test_redaction_keeps_what_the_rows_allow(guclog):
    """Redaction keeps the names of the lines whose rows have a class, and no word that their rows do
    not have."""
    rows = printed()
    text = '**** Xe Device Coredump ****\n' + ''.join(f'{r["printed"]}: qzxvw\n' for r in rows)
    found = guclog('convert', '--redact', '-', stdin=text, rc=None).out.split('\n')[1:]
    assert not any('qzxvw' in line for line in found)
    kept = [line.startswith(row['printed'] + ':') for line, row in zip(found, rows)]
    assert kept == [row['redaction'] != '' for row in rows]
    assert any(kept) and not all(kept)


def test_each_word_of_a_row_is_kept(guclog):
    rows = [row for row in printed() if row['redaction'] == 'keep' and row['words']]
    lines = [f'{row["printed"]}: {row["words"]}' for row in rows]
    text = '**** Xe Device Coredump ****\n' + '\n'.join(lines) + '\n'
    assert lines and guclog('convert', '--redact', '-', stdin=text,
                            rc=None).out.split('\n')[1:-1] == lines


@pytest.mark.parametrize('row', (
    'lrc,x,X,,text,all,,,,y',           # no such class of redaction
    'lrc,x,X,,texts,,,,,y',             # no such type
    'lrc,x,X,elsewhere,text,,,,,y',     # no such place
    'lrc,x,X,,text,,,,8.0,y',           # no such kernel
    'lrc,x,,,,,,,,y',                   # a member without a text
    'lrc,timeout,Timeout,,number,address,,,,y',         # another class than in section queue
    'lrc,seqno,Seqno,memory,number,keep,,,,y'))         # twice
def test_a_wrong_printed_row_is_refused(tmp_path, row):
    for name in ('scripts/gen_lib.py', 'scripts/gen_printed.py', 'data/model/printed.csv'):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    run = [sys.executable, '-B', '-c', 'import gen_printed; gen_printed.load()']
    subprocess.run(run, cwd=tmp_path / 'scripts', check=True)
    with open(tmp_path / 'data/model/printed.csv', 'a', encoding='ascii') as file:
        file.write(row + '\n')
    done = subprocess.run(run, cwd=tmp_path / 'scripts', check=False, capture_output=True, text=True)
    assert done.returncode and 'printed.csv:' in done.stderr
