# SPDX-License-Identifier: GPL-2.0-only
"""explain with several inputs about one hang, and with incomplete dumps. Each explanation uses only
the sections of its own input, and takes no name from another input."""

import random
import re
from pathlib import Path

import gucstory as g
import pytest
import stories
from explained import check_sentences
from reference import forms, lfd
from reference.sections import V73, V612, Context, Dump, Message, g2h, h2g

REASON = stories.timed_out(stories.VICTIM)
MACHINE = forms.Machine(reason=REASON)


def record(guclog, tmp_path, story):
    """Write the module's record of the hang to the file "record": the GuC log at the trigger (an
    event of xe that indicates a hang), with the values of the trigger in its comment."""
    uptime = MACHINE.uptime
    notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr', 'anchor_boottime_ns': uptime,
             'anchor_guc_tick': story.guc.events[-1][0], 'incident_seq': 2,
             'incident_trigger': 'engine reset', 'incident_boottime_ns': uptime,
             'incident_guc_id': story.victim.guc_id, 'incident_engine': story.name}
    (tmp_path / 'image').write_bytes(g.log_image(story.guc))
    guclog('convert', 'image', '-o', 'record')
    with open(tmp_path / 'record', 'ab') as f:
        f.write(lfd.block(0x6001, ''.join(f'{k}={v}\n' for k, v in notes.items()).encode()))
    (tmp_path / 'image').unlink()


def explained(guclog, *inputs):
    said = guclog('explain', '--json', *inputs, rc=None).json
    check_sentences(said)
    return said, [(log['victim']['guc_id'], log['victim']['engine'], log['waiter']['guc_id'])
                  for log in said['logs']]


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('inputs', (('dump', 'record'), ('record', 'dump'), ('.',)))
def test_dump_and_record_of_a_hang(guclog, tmp_path, inputs, seed):
    """For xe's dump and the module's record of one hang, explain names the same contexts. It names
    the process only for the dump, because the record does not have it."""
    story = stories.make(seed, 'r')
    record(guclog, tmp_path, story)
    (tmp_path / 'dump').write_text(g.dump(story.guc, REASON, [story.victim]))
    said, found = explained(guclog, *inputs)
    assert found == [(stories.VICTIM, story.name, stories.WAITER)] * 2
    processes = [(log['driver'] or {'process': None})['process'] for log in said['logs']]
    assert sorted((p or {'name': None})['name'] or '' for p in processes) == ['', 'clpeak']
    assert [bool(log['trigger']) for log in said['logs']].count(True) == 1


@pytest.mark.parametrize('other', ('record', 'debugfs'))
def test_dump_of_an_old_kernel_beside_its_log(guclog, tmp_path, other):
    """The dump of Linux 6.12 has no GuC log, but the other input has it. explain takes the victim
    from the dump, and the engine and the waiting context from the other input."""
    story = stories.make(3, 'r', engine=(g.COMPUTE, 0))
    record(guclog, tmp_path, story)
    held = forms.Held(g.log_image(story.guc), MACHINE.gts[0], tick=story.guc.events[-1][0])
    (tmp_path / 'debugfs').write_text(forms.debugfs(held))
    (tmp_path / 'dump').write_text(Dump(
        machine=forms.Machine(reason='', kernel='6.12.117+deb12-amd64'), engines=(), ranges=(),
        contexts=(Context(guc_id=stories.VICTIM, jobs=()),)).text(V612))
    said, found = explained(guclog, 'dump', other)
    assert found == [(stories.VICTIM, None, None), (stories.VICTIM, 'ccs0', stories.WAITER)]
    assert [log['basis'] for log in said['logs']] == ['driver', 'log']


@pytest.mark.parametrize('seed', range(6))
def test_dumps_of_two_hangs(guclog, tmp_path, seed):
    """If explain gets the dumps of two hangs, it names the right contexts for each, although the
    guc_ids are equal."""
    rng = random.Random(seed)
    wanted = []
    for name in ('one', 'two'):
        story = stories.make(rng.randrange(999), 'r')
        (tmp_path / name).write_text(g.dump(story.guc, REASON, [story.victim]))
        wanted.append((stories.VICTIM, story.name, stories.WAITER))
    assert explained(guclog, 'one', 'two')[1] == wanted
    (tmp_path / 'both').write_text((tmp_path / 'one').read_text() + (tmp_path / 'two').read_text())
    assert explained(guclog, 'both')[1] == wanted


@pytest.mark.parametrize('kernel, sent, unread, reported', (
    (V73, True, False, True), (V73, False, False, False), (V612, True, True, True),
    (V612, True, False, None), (V612, False, False, None)))
def test_reset_in_a_dump_with_the_unread_messages(guclog, tmp_path, kernel, sent, unread, reported):
    """The dump of Linux 6.12 has only the unread messages. If the report of a reset is not among
    them, it is unknown whether the GuC has sent it."""
    ring = g2h()
    ring.put(Message(0x1002, (stories.VICTIM, 1), origin=1, kind=1))    # SCHED_CONTEXT_MODE_DONE
    if sent:
        ring.put(Message(0x1008, (stories.VICTIM,), origin=1, kind=1))  # CONTEXT_RESET_NOTIFICATION
    ring.read(unread=unread)
    (tmp_path / 'dump').write_text(Dump(
        machine=MACHINE, engines=(), ranges=(), rings=(h2g(), ring),
        contexts=(Context(guc_id=stories.VICTIM, jobs=()),)).text(kernel))
    driver = guclog('explain', '--json', 'dump', rc=1).json['driver']
    assert (driver['reset'], driver['cat_error']) == (reported, False if kernel == V73 else None)


@pytest.mark.parametrize('together', ('folder', 'one file'))
def test_dumps_of_old_and_new_kernels(guclog, tmp_path, together):
    """If only some dumps of a directory or a file have a GuC log, explain prints the name of each
    dump and then its explanation. If the user selects a log, it explains only this log."""
    story = stories.make(3, 'r')
    texts = {'new': g.dump(story.guc, REASON, [story.victim])}
    for name in ('old', 'older'):
        texts[name] = Dump(machine=forms.Machine(process=f'{name} [8]'), engines=(), ranges=(),
                           contexts=(Context(guc_id=stories.VICTIM, jobs=()),)).text(V612)
    (tmp_path / 'folder').mkdir()
    for name, text in texts.items():
        (tmp_path / 'folder' / name).write_text(text)
    (tmp_path / 'one file').write_text(''.join(texts.values()))
    names = {'new: GT 0', 'old', 'older'}
    if together != 'folder':
        names = {together, f'{together}: GT 0'}
    said = guclog('explain', '--json', together, rc=1).json
    assert [log['driver']['process']['name'] for log in said['logs']] == ['clpeak', 'old', 'older']
    assert {Path(log['name']).name for log in said['logs']} == names
    assert said['basis'] == 'both'
    out = guclog('explain', together, rc=1).out
    titles = {re.sub(r', dump \d+ \(line \d+\)$', '', line) for line in out.splitlines()}
    assert names <= {title.removeprefix('folder/') for title in titles}
    assert out.count(', dump ') == (0 if together == 'folder' else 3)
    assert len(guclog('explain', '--json', '--gt', 0, together, rc=None).json['logs']) == 1


@pytest.mark.parametrize('hung', (0, 1))
def test_only_the_gt_with_the_queue_hangs(guclog, tmp_path, hung):
    """A dump has the logs of two GTs. explain finds the hang only on the GT that has it, although a
    queue of the other GT has the same guc_id."""
    bad = stories.make(5, 'r', engine=(g.VIDEO, 2))
    good = stories.begin(6)
    good.guc.settle()
    texts = []
    for gt in (0, 1):
        story = bad if gt == hung else good
        contexts = [story.victim] if gt == hung else []
        texts.append(g.dump(story.guc, REASON, contexts, gt=gt))
    head, first = texts[0].split('\n**** GT #0 ****', 1)
    second = texts[1].split('\n**** GT #1 ****', 1)[1]
    (tmp_path / 'dump').write_text(f'{head}\n**** GT #0 ****{first}\n**** GT #1 ****{second}')
    said, found = explained(guclog, 'dump')
    assert found[hung] == (stories.VICTIM, bad.name, stories.WAITER)
    assert found[1 - hung] == (None, None, None)
    assert said['victim'] == {'guc_id': stories.VICTIM, 'engine': bad.name}


@pytest.mark.parametrize('seed', range(30))
@pytest.mark.parametrize('part', ('head', 'tail', 'hole'))
def test_parts_of_a_dump(guclog, tmp_path, part, seed):
    """If a part of a dump is missing, explain names the right contexts or none."""
    rng = random.Random(seed)
    story = stories.make(seed, 'r')
    text = g.dump(story.guc, REASON, [story.victim, *story.guc.contexts.values()])
    at = rng.randrange(300, len(text) - 300)
    left = {'head': text[:at], 'tail': text[at:],
            'hole': text[:at] + text[at + rng.randrange(1, 20000):]}[part]
    (tmp_path / 'part').write_text(left)
    run = guclog('explain', '--json', 'part', rc=None)
    if run.rc == 2:
        assert part == 'tail'
        return
    said = run.json
    check_sentences(said)
    assert said['victim']['guc_id'] in (stories.VICTIM, None)
    assert said['victim']['engine'] in (story.name, None)
    assert said['waiter']['guc_id'] in (stories.WAITER, None)
    if part == 'head' and '**** GT' in left:
        assert said['victim']['guc_id'] == stories.VICTIM
