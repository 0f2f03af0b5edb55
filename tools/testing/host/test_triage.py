# SPDX-License-Identifier: GPL-2.0-only
"""Tests guclog triage, which sorts many dumps by what happened in them."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
from datetime import datetime, timezone

import gucstory
import pytest
import stories
from memory import MIB, cpu, measure
from reference.sections import V612, Dump
from test_info_machine import NO_OVERRIDE


@pytest.fixture
def folder(tmp_path):
    """A folder with the dumps of three engine resets of the same kind, a dump without a hang, and a
    file that is not a dump."""
    (tmp_path / 'dumps/below').mkdir(parents=True)
    for i in range(3):
        story = stories.refuse(stories.begin(i, engine=(gucstory.COMPUTE, 0)))
        text = gucstory.dump(story.guc, f'LR job cleanup, guc_id={20 + i}', [story.victim])
        (tmp_path / f'dumps/below/{i}.txt').write_text(text)
    story = stories.begin(9)
    story.guc.settle()
    (tmp_path / 'dumps/fine.txt').write_text(gucstory.dump(story.guc, 'asked', []))
    (tmp_path / 'dumps/junk').write_bytes(b'\0\1\2')
    return tmp_path / 'dumps'


def test_like_dumps_are_one_group(guclog, folder):
    said = guclog('triage', '--json', folder).json
    count = {group['fault']: group['count'] for group in said['groups']}
    assert count.pop('engine reset on ccs: LR job cleanup, guc_id=N') == 3
    assert list(count.values()) == [1]
    assert (said['dumps'], said['skipped']) == (4, 1)
    group = max(said['groups'], key=lambda g: g['count'])
    assert group['representative'].endswith('.txt')
    assert group['firmware'] == '70.44.1'


def test_table(guclog, folder):
    out = guclog('triage', folder).out
    assert '     3  engine reset on ccs: LR job cleanup, guc_id=N\n' in out
    assert '        engines  ccs0\n        programs clpeak\n        waited   640 to 640 ms\n' in out
    assert '        kernels  6.16.3-2-test\n        known    bmg-lr-no-timeout\n' in out
    assert out.endswith('4 dumps; 1 other file was skipped\n')


@pytest.mark.parametrize('kind', ['json', 'csv'])
def test_faults_of_dumps_are_not_printed(guclog, folder, kind):
    """A damaged dump is explained as far as it can be read, without messages, also after a file
    that is a kernel log."""
    whole = (folder / 'below/0.txt').read_text()
    (folder / 'damaged.txt').write_text(whole[:len(whole) // 2])
    (folder / 'a.log').write_text('[   12.3] xe 0000:03:00.0: [drm] *ERROR* GT0: Timedout job: '
                                  'seqno=1, lrc_seqno=1, guc_id=2, flags=0x0 in x [12]\n')
    said = guclog('triage', f'--{kind}', folder / 'a.log', folder)
    assert said.err == ''


@pytest.mark.parametrize('name', ['=cmd', '+1', '-1', '@x'])
def test_csv_has_no_formulas(guclog, folder, name):
    """A spreadsheet would take a text that begins with one of these characters as a formula. An
    apostrophe before it prevents this."""
    text = (folder / 'fine.txt').read_text()
    (folder / 'fine.txt').write_text(re.sub('(?m)^kernel: .*', f'kernel: {name}|x', text))
    rows = list(csv.DictReader(io.StringIO(guclog('triage', '--csv', folder).out)))
    assert f"'{name}|x" in {row['kernel'] for row in rows}


@pytest.fixture
def bomb(folder):
    """A compressed file of less than 2 KiB in the folder. It unpacks to 6 MB, the heads of 100,000
    devcoredumps, for which guclog needs more than 150 MB of memory."""
    text = b'**** Xe Device Coredump ****\nReason: x\n**** GT #0 ****\n' * 105000
    (folder / 'aaa.zst').write_bytes(subprocess.run(['zstd', '-q'], input=text, check=True,
                                                    capture_output=True).stdout)
    return folder / 'aaa.zst'


@pytest.mark.plain_build
def test_file_that_needs_too_much_memory(guclog_path, folder, bomb):
    """If a file needs more memory than there is, triage names it, and sorts the others."""
    run = subprocess.run(['prlimit', f'--as={100 * MIB}', guclog_path, 'triage', '--json', folder],
                         capture_output=True, check=False)
    said = json.loads(run.stdout)
    assert (said['dumps'], said['skipped'], run.returncode) == (4, 2, 2)
    assert run.stderr.decode().startswith(f'guclog: {bomb}: ')


@pytest.mark.parametrize('verb', ['triage', 'explain', 'info', 'decode', 'dump', 'check',
                                  'report --text', 'events --learn'])
def test_limit_of_memory(guclog_path, small_peak, bomb, verb):
    """Each verb that reads logs keeps to the limit of memory, and names the file that exceeds
    it."""
    args = '--max-memory', '20M', *verb.split(), str(bomb)
    run = subprocess.run([guclog_path, *args], capture_output=True, check=False)
    assert (run.returncode, run.stderr.decode().count(f'{bomb}: ')) == (2, 1)
    status, peak = measure(guclog_path, [], *args)
    assert status == 2 and peak < small_peak + 60 * MIB


def test_limit_of_memory_is_a_number(guclog):
    for args in ('--max-memory',), ('--max-memory', 'x', 'info'), ('--max-memory', '0', 'info'):
        assert '--max-memory: ' in guclog(*args, rc=2).err


def test_a_file_counts_once(guclog, folder):
    """A file that several operands contain, or that has several names, counts once."""
    (folder / 'link.txt').hardlink_to(folder / 'fine.txt')
    said = guclog('triage', '--json', folder, folder / 'fine.txt', folder / 'below').json
    assert (said['dumps'], said['skipped']) == (4, 1)


def test_largest_group_is_first(guclog, folder):
    """The groups are sorted by the number of their dumps, not by their names."""
    for i in range(4):
        (folder / f'copy{i}').write_text((folder / 'fine.txt').read_text())
    groups = guclog('triage', '--json', folder).json['groups']
    assert [group['count'] for group in groups] == [5, 3]
    assert [group['fault'] for group in groups] != sorted(group['fault'] for group in groups)
    out = guclog('triage', folder).out
    assert out.startswith('     5') and '\n     3' in out
    one = guclog('triage', folder / 'below/0.txt').out
    assert one.endswith('\n1 dump; 0 other files were skipped\n')


def test_lines_and_csv_have_every_dump(guclog, folder):
    lines = [json.loads(x) for x in guclog('triage', '--jsonl', folder).out.splitlines()]
    rows = list(csv.DictReader(io.StringIO(guclog('triage', '--csv', folder).out)))
    assert len(lines) == len(rows) == 4
    for line, row in zip(lines, rows):
        assert {k: '' if v is None else str(v) for k, v in line.items()} == row


def test_facts_of_a_dump(guclog, folder):
    line = json.loads(guclog('triage', '--jsonl', folder / 'below/2.txt').out)
    assert line['wait_ms'] == 640 and line['known'] == 'bmg-lr-no-timeout'
    assert [line[key] for key in ('engine', 'process', 'kernel', 'platform', 'firmware')] == [
        'ccs0', 'clpeak', '6.16.3-2-test', 'BATTLEMAGE', '70.44.1']
    assert line['signature'].startswith('engine reset on ccs0')


def test_one_fault_on_eight_engines_is_one_group(guclog, tmp_path):
    for i in range(8):
        story = stories.refuse(stories.begin(i, engine=(gucstory.COPY, i)))
        (tmp_path / f'{i}.txt').write_text(gucstory.dump(
            story.guc, 'LR job cleanup, guc_id=22', [story.victim]))
    group, = guclog('triage', '--json', *tmp_path.glob('*.txt')).json['groups']
    assert group['count'] == 8 and group['fault'] == 'engine reset on bcs: LR job cleanup, guc_id=N'
    assert sorted(group['engines']) == [f'bcs{i}' for i in range(8)]


def test_job_that_timed_out_is_not_under_no_hang(guclog, tmp_path):
    """If a job timed out, triage does not sort the dump under "no hang", even if the log has no
    engine reset."""
    story = stories.begin(3)
    story.guc.settle()
    (tmp_path / 'x.txt').write_text(gucstory.dump(
        story.guc, 'Timedout job - seqno=7, lrc_seqno=7, guc_id=22, flags=0x0', [story.victim]))
    group, = guclog('triage', '--json', tmp_path / 'x.txt').json['groups']
    assert 'no hang' not in group['fault'] and 'Timedout job' in group['fault']


def test_dump_without_a_log_beside_one_with_a_log(guclog, folder, tmp_path):
    """If a file has two devcoredumps, triage counts and sorts both, also one without a GuC log,
    such as Linux 6.12 makes."""
    old = Dump().text(V612)
    (tmp_path / 'file').write_text((folder / 'below/0.txt').read_text() + old)
    (tmp_path / 'old').write_text(old)
    both = [json.loads(x) for x in guclog('triage', '--jsonl', 'file').out.splitlines()]
    alone = [json.loads(x) for path in (folder / 'below/0.txt', 'old')
             for x in guclog('triage', '--jsonl', path).out.splitlines()]
    assert sorted(x['fault'] for x in both) == sorted(x['fault'] for x in alone)
    assert len(both) == 2


def test_facts_of_a_dump_without_a_log(guclog, folder, tmp_path):
    """The platform and the time of a dump without a log are those in the head of the dump."""
    text = (folder / 'below/2.txt').read_text()
    (tmp_path / 'bare').write_text(text[:text.index('**** GuC Log')])
    whole, bare = (json.loads(guclog('triage', '--jsonl', path).out)
                   for path in (folder / 'below/2.txt', 'bare'))
    date = datetime.fromtimestamp(float(re.search('Snapshot time: ([0-9.]*)', text)[1]), timezone.utc)
    assert bare['platform'] == whole['platform'] == 'BATTLEMAGE'
    assert bare['time'] == date.strftime('%Y-%m-%dT%H:%M:%SZ')


@pytest.mark.any_build
def test_many_dumps_need_little_time(guclog_path, tmp_path):
    """triage takes less than 30 ms of processor time for each of 400 dumps with a full ring of
    64 KiB. (A quiet machine needs less than 6 ms.)"""
    (tmp_path / 'dumps').mkdir()
    for seed in range(4):
        story = stories.refuse(stories.begin(seed, steps=800))
        text = gucstory.dump(story.guc, 'LR job cleanup, guc_id=22', [story.victim])
        assert len(text) > 64 * 1024 * 5 / 4
        for i in range(100):
            (tmp_path / f'dumps/{seed}-{i}').write_text(text)
    assert min(cpu(guclog_path, 'triage', tmp_path / 'dumps') for _ in range(3)) < 400 * 0.03


def test_one_processor_gives_the_same(guclog_path, folder):
    """The files are read by as many threads as there are processors; this does not change the
    output."""
    def run(*before):
        return subprocess.run([*before, guclog_path, 'triage', '--jsonl', folder],
                              capture_output=True, check=True, text=True).stdout
    one = min(os.sched_getaffinity(0))
    assert run() == run('taskset', '--cpu-list', str(one))
    assert len(run().splitlines()) == 4


def test_memory_does_not_grow_with_the_dumps(guclog_path, small_peak, folder, tmp_path):
    """The memory of a dump is used again for the next one. On one processor guclog reads with one
    thread, whose memory does not depend on the order in which threads take the dumps."""
    peaks, processors = [], os.sched_getaffinity(0)
    for copies in 20, 200:
        many = tmp_path / f'many{copies}'
        many.mkdir()
        for i in range(copies):
            shutil.copyfile(folder / 'below/1.txt', many / str(i))
        os.sched_setaffinity(0, {min(processors)})
        try:
            peaks.append(measure(guclog_path, [], 'triage', str(many))[1])
        finally:
            os.sched_setaffinity(0, processors)
    assert peaks[1] < peaks[0] + MIB, peaks
    assert measure(guclog_path, [], 'triage', str(many))[1] < small_peak + 16 * MIB


def test_hostile_name_does_not_break_a_line(guclog, folder):
    (folder / 'fine.txt').rename(folder / 'a"b\n\x1b[31m,c')
    rows = list(csv.DictReader(io.StringIO(guclog('triage', '--csv', folder).out)))
    assert len(rows) == 4 and all(row['time'] is not None for row in rows)
    assert '\x1b' not in guclog('triage', folder).out


def test_named_link_is_followed(guclog, folder, tmp_path):
    """triage reads a link that the user names, but not a link in a directory, which may be a
    second name of a dump."""
    (tmp_path / 'links').mkdir()
    (tmp_path / 'links/file').symlink_to(folder / 'below/0.txt')
    (tmp_path / 'links/folder').symlink_to(folder)
    (tmp_path / 'links/gone').symlink_to('nothing')
    count = [guclog('triage', '--json', f'links/{name}').json['dumps']
             for name in ('file', 'folder', '')]
    assert count == [1, 4, 0]
    assert 'links/gone: No such file or directory' in guclog('triage', 'links/gone', rc=2).err


def test_pipe(guclog_path, guclog, folder, tmp_path):
    dump = folder / 'below/0.txt'
    want = guclog('triage', '--json', dump).json
    for path in '-', '/dev/stdin':
        out = subprocess.run([guclog_path, 'triage', '--json', path], input=dump.read_bytes(),
                             capture_output=True, check=True).stdout
        want['groups'][0]['representative'] = path
        assert json.loads(out) == want


@pytest.mark.parametrize('path', ('nothing', ''))
def test_path_that_is_not_there(guclog, path):
    assert guclog('triage', path, rc=2).err.endswith(': No such file or directory\n')


def test_dump_that_cannot_be_read(guclog, folder):
    """If triage has no permission to read a file, it reports an error, and does not count the file
    as one without a dump."""
    (folder / 'fine.txt').chmod(0)
    run = subprocess.run([*NO_OVERRIDE, guclog.path, 'triage', '--json', folder], check=False,
                         text=True, capture_output=True)
    assert run.returncode == 2 and run.stderr == f'guclog: {folder}/fine.txt: Permission denied\n'
    said = json.loads(run.stdout)
    assert (said['dumps'], said['skipped']) == (3, 1)


def test_directory_without_dumps(guclog, tmp_path):
    (tmp_path / 'empty').mkdir()
    assert guclog('triage', '--json', tmp_path / 'empty').json == {
        'groups': [], 'dumps': 0, 'skipped': 0}
