# SPDX-License-Identifier: GPL-2.0-only
"""Tests the Python module guclog. It is built, installed, and imported outside of the source
tree."""

import errno
import gzip
import json
import re
import struct
import tarfile
from pathlib import Path

import gucstory
import pytest
import stories
import test_engine_state
from conftest import TOP
from installed_library import EXAMPLES, SOURCE, VERSION, run
from reference import forms, image, ring, sections

IMAGE = image.standard(ring.ring(8192, 300, 'python'), (4096, 4096), 'python').build()
MACHINE = forms.Machine()
DUMP = forms.devcoredump(MACHINE, forms.Held(IMAGE)).encode()


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'dump.gz').write_bytes(gzip.compress(DUMP))
    story = stories.make(3, 'gr')
    (tmp_path / 'story').write_bytes(gucstory.log_image(story.guc))
    return tmp_path


def test_loop_of_the_documentation(python, files, guclog):
    out = python('-c', 'import guclog, json, sys\n'
                 'for e in guclog.open("dump.gz").events: print(json.dumps(e))')
    found = [json.loads(line) for line in out.splitlines()]
    expected = guclog('decode', '--json', 'dump.gz').json['events']
    newest = expected[-1]['boottime_ns']
    assert all(abs(e[4] - (newest - e[2])) <= 1 for e in found) and found[0][4] > 0
    assert [(e[0], e[1], e[2], e[5], e[6]) for e in found] == \
        [(e['index'], e['tick'], e['boottime_ns'], e['id'], e['args']) for e in expected]
    assert len(found) == 300


def test_owners_are_those_of_the_command(python, files, guclog):
    """The module finds the same events of a context as guclog decode --context. The text of an
    event about a message includes the arguments of the message, from the CT buffers of the
    devcoredump."""
    story = stories.make(3, 'gr')
    (files / 'hang').write_text(gucstory.dump(story.guc, 'a reason', [story.victim]))
    out = python('-c', 'import guclog, json\n'
                 'print(json.dumps([(e.index, e.guc_id, e.name, e.text)'
                 ' for e in guclog.open("hang").events]))')
    events = json.loads(out)
    victim = [e[0] for e in events if e[1] == story.victim.guc_id]
    shown = guclog('decode', '--json', '--context', story.victim.guc_id, 'hang').json
    assert victim == [e['index'] for e in shown['events']] and victim
    assert any(e[2] == 'H2G_RECEIVED' and 'fence=' in e[3] and e[0] in victim
               for e in events)


def test_log(python, files, guclog):
    out = python('-c', """
import guclog, json
with guclog.open('story') as file:
    log, = file.logs
v = log.explain()
print(json.dumps([log.form, v.hang, v.reset, v.victim, v.engine, v.waiter, v.stuck,
                  len(log.contexts), log.contexts[0].guc_id, log.order, log.losses,
                  len(log.lfd()), [b.name for b in log.blocks], len(log.asic('v1')),
                  len(log.faults), log.is_lfd, log.image == open('story', 'rb').read(),
                  next(e.fields for e in log.events if e.name == 'CTX_SUBMIT')]))
""")
    story = stories.make(3, 'gr')
    found = json.loads(out)
    contexts = guclog('decode', '--contexts', '--json', 'story').json['logs'][0]['contexts']
    assert found[:7] == ['image', True, True, stories.VICTIM, story.name, stories.WAITER, None]
    assert found[7:9] == [len(contexts), contexts[0]['guc_id']]
    assert found[11] == len(guclog('convert', 'story').raw)
    assert 'LOG_EVENTS_BUFFER' in found[12] and found[13] == 568
    assert found[15:17] == [False, True] and {'guc_id', 'lrca'} <= set(found[17])


def test_check_and_blocks(python, files, guclog):
    """The module finds the same defects and the same blocks in an LFD file as the command."""
    guclog('convert', 'story', '-o', 'good.lfd', '--force')
    (files / 'cut.lfd').write_bytes((files / 'good.lfd').read_bytes()[:-4])
    found = json.loads(python('-c', """
import guclog, json
good, cut = (open(name, 'rb').read() for name in ('good.lfd', 'cut.lfd'))
log, = guclog.open('story').logs
print(json.dumps([guclog.check(good), guclog.check(cut).defects, guclog.check(b'none').form,
                  log.check().what, [(b.offset, b.type, b.nr_events) for b in guclog.blocks(good)],
                  log.captures]))
"""))
    shown = guclog('check', '--json', 'cut.lfd', rc=1).json['files'][0]
    assert found[0][0] == 'LFD file' and found[0][2].startswith('LFD 1.0, ')
    assert [d[5] for d in found[1]] == [shown['faults'][0]['text']]
    assert found[1][0][1] == shown['faults'][0]['offset'] and found[1][0][6] == shown['where']
    assert found[2] is None and found[3].startswith('GuC log image')
    listed = guclog('info', '--blocks', '--json', 'good.lfd').json['blocks']
    assert [b[:2] for b in found[4]] == [[b['offset'], b['type']] for b in listed]
    assert sum(b[2] for b in found[4]) > 100 and found[5] == []


def test_many_parts_with_data(python, tmp_path, monkeypatch):
    """For a devcoredump with many contexts and memory ranges, the module returns the right data for
    each of them."""
    monkeypatch.chdir(tmp_path)
    queues = [sections.Context(guc_id=i, lrcs=tuple(
        sections.Lrc(contents=struct.pack('<3I', i, n, 0x77777777) * (1 + 100 * n))
        for n in range(1 + i % 9))) for i in range(40)]
    ranges = [sections.Range(0x100000 * (i + 1), struct.pack('<2I', i, 0x99999999) * (1 + i % 7 * 300))
              for i in range(100)]
    Path('many').write_text(sections.Dump(contexts=queues, ranges=ranges).text(sections.V73))
    out = python('-c', """
import guclog, json
dump, = guclog.open('many').dumps
print(json.dumps([[(q.guc_id, [lrc.hwctx.hex() for lrc in q.lrcs]) for q in dump.queues],
                  [(r.address, r.length, r.data.hex()) for r in dump.ranges],
                  dump.engines['ccs0'].registers, len(dump.queues[0].lrcs[0].hwsp)]))
""")
    assert json.loads(out) == [
        [[q.guc_id, [lrc.contents.hex() for lrc in q.lrcs]] for q in queues],
        [[r.address, len(r.data), r.data.hex()] for r in ranges], sections.Engine().regs, 0]


# The functions of the library that the Python module does not call, as a dict from the reason to
# their names without "guclog_".
NOT_IN_PYTHON = {
    'only needed in C: Python has a class, list or dictionary with the same':
        'analysis_findings analysis_id block_os block_range blocks_add blocks_cut blocks_events '
        'blocks_stream blocks_version blocks_whole comment_block comment_get comment_next '
        'comment_read context_cell context_column dump_cut dump_find_log dump_number '
        'dump_seconds dump_text dump_why_no_log events_realtime_ns events_rewind explanation_json facts_has '
        'file_reason file_rename form_detect form_phrase log_complete log_entry log_events log_region '
        'redact_count_text redact_field timeline_add_dump timeline_add_events',
    'only needed in C: Log.export() and export() call one function for all of it':
        'export_begin export_begin_timeline export_close export_end export_event export_flush '
        'export_item export_open export_source export_tracks',
    'a file "info" or an RDF file is made by the command':
        'asic_wrap facts_info facts_merge facts_set',
    'the evidence of the dictionary, which "guclog events" shows':
        'dictionary_basis dictionary_find dictionary_firmware engine_class_name '
        'known_possible reason_pattern',
}
# For each Python class, the members of its C structure that have another name or type in Python, or
# do not exist there.
OTHER_MEMBERS = {
    'Batch': 'state start_assumed nr_commands command',
    'Block': 'bytes',
    'CheckResult': 'nr_defects defect',
    'Command': '',
    'Context': 'answers born end end_known ended engine_class first_ready longest_run longest_wait '
               'mode mode_known on_index on_known on_least on_since on_ticks priority ready_index '
               'since whole_runs left not_ready says_disabled',
    'Culprit': '',
    'Defect': 'fault block in_block type',
    'Driver': 'has_pid has_seqno_begun has_seqno_done has_cat_type nr_faults fault',
    'EngineState': 'has_job has_ipehr has_acthd has_asid has_instdone',
    'Event': 'definition stamp arg',
    'Explanation': 'analysis nr_advice nr_sentences sentence nr_known nr_kernel_lines nr_kernel_logs '
                   'kernel_log nr_witnesses witness nr_captures capture',
    'Fault': 'error',
    'Field': '',
    'Item': 'event',
    'KernelIncident': 'nr_lines line dump_line dump_of',
    'KernelLine': 'ns guc_id engine_class has_gt has_mask mask has_seqno seqno process has_pid pid '
                  'has_asid asid has_time has_tile tile has_sigid nr_fields field',
    'KernelLog': 'nr_lines line nr_incidents incident',
    'Known': '',
    'MemoryFault': 'has_cat_type refused_tick cat_tick disabled_tick',
    'Message': 'nr_data type_name',
    'PageFault': '',
    'Sentence': 'nr_events event',
    'Witness': 'line',
}


def test_python_has_each_function(python):
    """Each function of the library is called by the Python module, or NOT_IN_PYTHON has a reason
    why not."""
    module = (SOURCE / 'python/guclog/__init__.py').read_text()
    public = set(re.findall(r'^\tguclog_(\w+);', (SOURCE / 'guclog.map').read_text(), re.M))
    used = set(re.findall(r'\blib\.guclog_(\w+)', module))
    excepted = ' '.join(NOT_IN_PYTHON.values()).split()
    assert len(public) > 100 and len(excepted) == len(set(excepted))
    assert sorted(public - used) == sorted(excepted)


def test_types_of_members_are_public(python):
    """All classes of the module are in __all__, so that programs can use them in annotations."""
    module = (SOURCE / 'python/guclog/__init__.py').read_text()
    classes = set(re.findall(r'^class ([A-Z]\w+)', module, re.M))
    public = set(python('-c', 'import guclog; print(*guclog.__all__)').split())
    assert len(classes) > 30 and not classes - public


@pytest.mark.parametrize('name', OTHER_MEMBERS)
def test_python_has_each_member(python, name):
    header = re.sub(r'/\*.*?\*/', '', (SOURCE / 'guclog.h').read_text(), flags=re.S)
    words = re.sub(r'(?<!^)([A-Z])', r'_\1', name).lower()
    struct_text = re.search(rf'^struct guclog_{words} {{(.*?)\n}};', header, re.M | re.S)[1]
    members = re.findall(r'(\w+)(?:\[\w+\])?[;,]', struct_text)
    fields = python('-c', f'import guclog; print(*guclog.{name}._fields)').split()
    assert members and sorted(set(members) - set(fields)) == sorted(OTHER_MEMBERS[name].split())


def test_views_of_a_hang(python, files, guclog):
    """Tests several functions of the module on a log with a hang. The module returns the engine
    reset, and the same rules and summary as the command prints. The total time on engines is the
    same in the log's slices (the spans in which a context is on an engine) and in its contexts. An
    event is found by its index. The module can read the LFD file and the ASIC info that it has made,
    and reads a file with facts."""
    (files / 'info').write_text('graphics_ip=20.01\ngt=0\ntile=1\n')
    found = json.loads(python('-c', """
import guclog, json
log, = guclog.open('story').logs
slices = log.slices
assert guclog.open_memory(log.lfd()).logs[0].lfd() == log.lfd()
made, = [f for f in log.asic_fields if f.name == 'gpu_type']
read, = [f for f in guclog.asic(log.asic()) if f.name == 'gpu_type']
assert made.values == read.values and made.origin and not read.origin
assert not log.holes and b'CTX_SUBMIT' in guclog.export(guclog.open('story'))
assert [row.grade for row in guclog.learn(log, log)]
print(json.dumps([[log.resets, log.rules, log.summary, guclog.facts('info')],
                  sum(s.to_tick - s.from_tick for s in slices if s.engine),
                  sum(c.on_engine_ns for c in log.contexts),
                  [s for s in slices if s.state][-1], log.events[5].index]))
"""))
    (resets, rules, summary, facts), ticks, ns, last, index = found
    assert facts == [{'graphics_ip': '20.01'}, [{'gt': '0', 'tile': '1'}]] and index == 5
    story = stories.make(3, 'gr')
    reset, = resets
    assert reset[2:5] == [story.name, [stories.VICTIM], True]
    assert abs(reset[5] - 640002000) < 2000
    check, = guclog('events', '--check', '--json', 'story').json['logs']
    assert [r[0] for r in rules] == [r['rule'] for r in check['rules']]
    assert len(summary) > 4 and all(text in guclog('info', 'story').out for _, text in summary)
    assert abs(ticks * 1e9 / 19.2e6 / ns - 1) < 1e-6 and last[3] <= last[4] and not last[1]


def test_times_of_slices(python, files):
    """The times of slices on CLOCK_BOOTTIME are those of the events. If the log has no clock anchor,
    or if the frequency of the GuC's clock is 0 or unknown, they are None."""
    story = stories.make(3, 'gr')
    (files / 'hang').write_text(gucstory.dump(story.guc, 'a reason', [story.victim]))
    log = (files / 'story').read_bytes()
    clock = struct.pack('<I', 19200)
    assert log.count(clock) == 1
    (files / 'no-clock').write_bytes(log.replace(clock, bytes(4)))
    assert python('-c', """
import guclog
log, = guclog.open('hang').logs
times = {e.tick: e.boottime_ns for e in log.events}
print(sum(s.from_ns == times[s.from_tick] is not None for s in log.slices) > 100)
for name in 'story', 'no-clock':
    log, = guclog.open(name).logs
    print(len(log.slices) > 100, {(s.from_ns, s.to_ns) for s in log.slices})
""") == 'True\nTrue {(None, None)}\nTrue {(None, None)}\n'


def test_layout_of_xe(python, tmp_path):
    out = python('-c', '''if True:
        import guclog
        try:
            guclog.xe_layout('none', 'none')
        except OSError as reason:
            print(reason)''')
    assert out.startswith('none: ')


def test_dictionary_and_names(python, guclog):
    out = python('-c', 'import guclog, json\n'
                 'print(json.dumps([[(r.id, r.name) for r in guclog.dictionary()],'
                 ' guclog.device_name(0xe20b), guclog.device_name(1)]))')
    rows, name, none = json.loads(out)
    shown = guclog('events', '--json').json['events']
    assert sorted(rows) == sorted([e['id'], e['name']] for e in shown) and len(rows) > 20
    assert 'B580' in name and none is None


def test_incidents_of_a_kernel_log(python, files):
    """explain() returns the kernel logs with their incidents, and the values of each line."""
    out = python('-c', """
import guclog, json
dump = guclog.open('dump.gz').dumps[0]
text = (b'[    5.000000] xe 0000:03:00.0: [drm] *ERROR* GT0: reset failed (-ETIMEDOUT)\\n'
        b'[   90.000000] xe 0000:03:00.0: [drm] *ERROR* GT0: Timedout job: seqno=7, lrc_seqno=7, '
        b'guc_id=9, flags=0x0 in a [41]\\n')
log, = dump.explain({'dmesg': text}).kernel_logs
print(json.dumps([[(i.about, i.device, i.dump, i.cause.event, len(i.lines)) for i in log.incidents],
                  [line.fields.get('guc_id') for line in log.lines], log.name]))
""")
    assert json.loads(out) == [
        [['GT reset', '0000:03:00.0', 'none', 'GT reset failed', 1],
         ['job timeout', '0000:03:00.0', 'none', 'job timeout', 1]], [None, '9'], 'dmesg']


def test_kernel_log(python, files):
    """explain() returns what the lines of a kernel log report, as objects in "witnesses". It raises
    an error for a text that is not a kernel log."""
    out = python('-c', """
import guclog, json
dump = guclog.open('dump.gz').dumps[0]
line = (b'[    5.000000] xe 0000:03:00.0: [drm] GT0: Timedout job: seqno=7, lrc_seqno=7, '
        b'guc_id=9, flags=0x0 in a b [41]\\n')
w, = dump.explain({'dmesg': line}).witnesses
print(json.dumps([w.log, w.joined, w.event, w.time, w.device, w.guc_id, w.seqno, w.process, w.pid]))
print(json.dumps([w.log for w in dump.explain({'\\udcff.txt': line}).witnesses]))
for call in (lambda: dump.explain({'x': b'none'}), lambda: guclog.timeline(texts={'x': 'none'}),
             lambda: guclog.open('dump.gz').report(texts=['none'])):
    try:
        call()
    except guclog.Error as e:
        print(json.dumps([e.code, str(e)]))
""").split('\n')
    assert json.loads(out[0]) == ['dmesg', False, 'job timeout', '5.000000', '0000:03:00.0', 9, 7,
                                  'a b', 41]
    assert json.loads(out[1]) == ['\\xff.txt']
    what = 'neither a kernel log nor a trace'
    assert [json.loads(line) for line in out[2:5]] == [[errno.ENOMSG, said] for said in (
        'x: not a kernel log', f'x: {what}', f'a text of the report: {what}')]


def test_dump(python, files):
    out = python('-c', """
import guclog, json
file = guclog.open_memory(open('dump.gz', 'rb').read(), name='it')
dump = file.logs[0].dump
print(json.dumps([file.form, file.packing, dump.name, dump.head['kernel'],
                  file.logs[0].facts['kernel'], len(file.dumps), len(list(dump.messages))]))
""")
    found = json.loads(out)
    assert found == ['Xe devcoredump', 'gzip', 'it', MACHINE.kernel, MACHINE.kernel, 1, 0]


def test_form_of_an_archive(python, files):
    """An archive has the form of its first log."""
    with tarfile.open('all.tar', 'w') as archive:
        archive.add('dump.gz')
        archive.add('story')
    assert json.loads(python('-c', """
import guclog, json
file = guclog.open('all.tar')
print(json.dumps([file.form, [log.form for log in file.logs]]))
""")) == ['Xe devcoredump', ['Xe devcoredump', 'image']]


def test_explanation_of_a_dump(python, tmp_path, monkeypatch):
    """The explanation of a dump has the verdict, the driver's data about the hang, the state of the
    engine, and the batch buffer with its commands."""
    monkeypatch.chdir(tmp_path)
    Path('state').write_text(test_engine_state.dump_of(ranges=(sections.Range(
        test_engine_state.BATCH, struct.pack('<5I', 0, test_engine_state.STATE, 7, 0, 0x05000000)),)))
    out = python('-c', """
import guclog, json
x = guclog.open('state').dumps[0].explain()
print(json.dumps([x.hang, x.victim, x.engine, x.basis, x.driver.process, x.driver.pid, x.state.job,
                  x.state.command, x.batch.stop.address, [c.name for c in x.batch.commands],
                  x.sentences[0].text]))
""")
    found = json.loads(out)
    assert found[:8] == [True, 32, 'ccs0', 'driver', 'python3', 41874, 171, 'STATE_COMPUTE_MODE']
    assert found[8] == test_engine_state.BATCH + 4
    assert found[9] == ['MI_NOOP', 'STATE_COMPUTE_MODE', 'MI_BATCH_BUFFER_END']
    assert found[10].startswith('A queue of python3 (41874) on the compute engine')


def test_events_are_a_sequence(python, files):
    """The events of a log are a Python sequence with a length, negative indexes and slices. Also,
    dir() of the module has only the names in __all__."""
    out = python('-c', """
import guclog
events = guclog.open('story').logs[0].events
every = list(events)
assert len(events) == len(every) > 10 and every == list(events)
assert events[0] == every[0] and events[-1] == every[-1] and events[7] == every[7]
assert events[2:9:3] == every[2:9:3] and events[::-1] == every[::-1]
try:
    events[len(every)]
except IndexError:
    print(sorted(guclog.__all__) == dir(guclog))
try:
    guclog.open('none')
except OSError as reason:
    print(reason.errno, reason)
""")
    assert out == 'True\n2 none: No such file or directory\n'


def test_examples_explain_a_dump(python, tmp_path, monkeypatch):
    """The examples explain.c and explain.py print the same sentences, signature and registers of a
    dump. They are short: at most 30 lines of C, and 10 lines of code in Python."""
    assert len((EXAMPLES / 'explain.c').read_text().splitlines()) <= 30
    code = (EXAMPLES / 'explain.py').read_text().split('import sys', 1)[1].splitlines()
    assert 1 + len([line for line in code if line.strip()]) <= 10
    monkeypatch.chdir(tmp_path)
    Path('state').write_text(test_engine_state.dump_of())
    out = python(EXAMPLES / 'explain.py', 'state').splitlines()
    assert out[0].startswith('A queue of python3 (41874) on the compute engine')
    assert [line for line in out if line.startswith('signature: ')]
    assert [line for line in out if line.startswith('ccs0 ACTHD: ')]
    library = TOP / 'build/libguclog-gcc'
    run('gcc', '-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', f'-I{SOURCE}', '-o',
        'explain', EXAMPLES / 'explain.c', f'-L{library}', '-lguclog')
    assert run('./explain', 'state', env={'LD_LIBRARY_PATH': str(library)}).splitlines() == out


def test_errors(python, files):
    out = python('-c', """
import errno, guclog
def error(call, *args, **more):
    try:
        call(*args, **more)
    except guclog.Error as reason:
        return errno.errorcode[reason.code], str(reason)
print(error(guclog.open, 'none'))
print(error(guclog.open_memory, 'nothing'))
print(error(guclog.open, 'dump.gz', max_memory=1000))
file = guclog.open('dump.gz')
events = file.events
file.close()
try:
    file.logs
except ValueError as reason:
    print(reason)
""")
    assert out.splitlines() == [
        "('ENOENT', 'none: No such file or directory')",
        "('ENOMSG', 'memory: no GuC log in it: it is text without a GuC log')",
        "('ENOMEM', 'dump.gz: needs more memory than is allowed')", 'the file is closed']


def test_closed_file_stays_while_it_is_used(python, files):
    """Objects from a file stay valid after the file was closed."""
    out = python('-c', """
import gc, guclog
file = guclog.open('dump.gz')
log = file.logs[0]
events = iter(log.events)
first = next(events)
file.close()
del file, log
gc.collect()
print(1 + sum(1 for _ in events), first.index)
""")
    assert out == '300 0\n'


def test_threads(python, files):
    out = python('-c', """
import guclog
from concurrent.futures import ThreadPoolExecutor
shared = guclog.open('dump.gz')
def work(i):
    file = shared if i % 2 else guclog.open('dump.gz')
    return tuple(e.tick for e in file.events)
with ThreadPoolExecutor(4) as pool:
    print(len(set(pool.map(work, range(20)))))
""")
    assert out == '1\n'


def test_every_name_is_documented(python):
    out = python('-c', """
import guclog, inspect, typing
for name in guclog.__all__:
    thing = getattr(guclog, name)
    assert inspect.getdoc(thing), name
    for member, value in vars(thing).items() if isinstance(thing, type) else ():
        value = value.fget if isinstance(value, property) else value
        if not inspect.isfunction(value) or member.startswith('_'):
            continue
        if value.__module__ == 'guclog':
            assert value.__doc__, (name, member)
            assert 'return' in value.__annotations__, (name, member)
    if inspect.isfunction(thing):
        assert 'return' in thing.__annotations__, name
print(guclog.version())
""")
    assert out == f'{VERSION}\n'


def test_common_last_event(python, files, tmp_path):
    """The example common_last_event.py counts, for each kind of event, the logs of which it is the
    last event."""
    folder = tmp_path / 'dumps'
    folder.mkdir()
    story = gucstory.log_image(stories.make(3, 'gr').guc)
    for i in range(3):
        (folder / f'story{i}').write_bytes(story)
    (folder / 'dump.gz').write_bytes(gzip.compress(DUMP))
    (folder / 'junk').write_text('nothing')
    script = tmp_path / 'common.py'
    script.write_text((EXAMPLES / 'common_last_event.py').read_text())
    out = python(script, folder)
    last = python('-c', 'import guclog; print([*guclog.open("story").events][-1].name)').strip()
    assert out.startswith(f'skipped: {folder}/junk: no GuC log in it')
    assert f'\n4 logs\n    3  {last}\n' in out
    assert f'\ncommon last event: {last}\n' in out
    assert all(f'\n{folder}/story{i}: ' in out for i in range(3))


def test_package_has_its_types(python):
    assert (SOURCE / 'python/guclog/py.typed').exists()
    out = python('-c', 'import guclog, pathlib; '
                 'print(pathlib.Path(guclog.__file__).with_name("py.typed").exists())')
    assert out == 'True\n'


def test_redact_report_timeline_export(python, files, guclog):
    """The module can redact a dump, and can make a page, a report as text, a timeline and an export
    of it. The export equals that of guclog decode, the timeline has as many items as that of the
    command, and the report has the sentences of guclog explain."""
    text = DUMP.decode().replace('Process: ', 'Process: secret-', 1)
    (files / 'dump').write_text(text)
    (files / 'dmesg').write_text('[    5.000000] xe 0000:03:00.0: [drm] Found battlemage\n')
    out = python('-c', """if True:
        import guclog, json
        from pathlib import Path
        data, lines = Path('dump').read_bytes(), Path('dmesg').read_text()
        file = guclog.open('dump')
        Path('jsonl').write_bytes(file.logs[0].export('jsonl'))
        Path('text').write_text(file.report(text=True, texts=[lines], title='dump'))
        Path('page').write_text(file.report())
        r = guclog.redact(data)
        assert len(r.data) == len(data) and b'secret' not in r.data
        assert r.counts['process name'] >= 1
        hidden = guclog.open_memory(r.data, name='x').report(text=True)
        assert 'secret' not in hidden and 'GPU: ' in hidden
        items = guclog.timeline(file, texts=[lines], suspended=False)
        print(json.dumps([len(items), [i for i in items if i.source == 'kernel0']]))
        for wrong in (lambda: guclog.redact('a text'), lambda: guclog.timeline(texts=['x'])):
            try:
                wrong()
            except (guclog.Error, OSError):
                continue
            raise AssertionError
    """)
    nr, (line,) = json.loads(out)
    assert line[0] == 5 * 10 ** 9 and line[3] and 'battlemage' in line[4]
    said = guclog('decode', '--timeline', '--no-suspend', '--json', 'dump', 'dmesg').json
    assert nr == len(said['events']) + len(said['unplaced'])
    assert (files / 'jsonl').read_text() == guclog('decode', '--to', 'jsonl', 'dump').out
    assert (files / 'page').read_text().startswith('<!doctype html>')
    text = (files / 'text').read_text()
    for log in guclog('explain', '--json', 'dump').json['logs']:
        assert all(sentence['text'] in text for sentence in log['sentences'])
