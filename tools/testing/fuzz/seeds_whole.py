# SPDX-License-Identifier: GPL-2.0
"""Whole files of the host tests, as inputs of fuzz_tool: dumps of simulated hangs and of public bug
reports, kernel logs, archives, mails, web pages, and files with type information."""
import html
import random
import re
import struct

import archives
import gucstory
import inputs
import live
import made_xe
import reference.lfd
import relabel
import seeds_dump
import seeds_folder
import stories
import test_engine_state
import test_explain_attacks
import test_explain_faults
import test_explain_stories
import test_explain_trigger
import test_fault_address
import test_kernel_incidents
import test_learn
import transcripts
from reference import decorate, forms, image, sections
from small import ANCHOR, lfd, walk

DUMP = ('explain --why A', 'explain --json A', 'dump --all A', 'dump --batch --all --json A',
        'dump --messages A', 'convert --redact -o OUT A', 'report --text A', 'triage A')
KERNEL = ('explain A', 'explain --json A', 'convert --redact -o OUT A', 'report --redact -o OUT A')
DIALECT = ('explain --json A', 'events --learn A', 'events --learn --json A', 'contribute A')
PAIR = ('explain A B', 'decode --timeline --json A B', 'report -o OUT A B', 'decode --json A B',
        'triage --json A B', 'events --learn --json A B')
ARCHIVE = ('info A', 'explain A', 'convert --redact --to lfd -o OUT A', 'triage --jsonl A')
LOG = ('check --json A', 'info --counts --json A', 'events --learn A',
       'decode --context 22 A', 'decode --timeline A', 'decode A',
       'decode --json A', 'decode --to csv A')

SHORT = lfd(walk(300, ANCHOR['anchor_guc_tick'] - 960 * 300))


def hangs():
    """Yield dumps of hangs: engine resets, preemptions, refused page faults and others."""
    for seed in range(3):
        for kinds in 'g', 'r', 'gr':
            story = stories.make(seed, kinds)
            yield f'{kinds}{seed}', gucstory.dump(
                story.guc, stories.timed_out(stories.VICTIM), [story.victim])
        story = test_explain_faults.fault_story(seed, access=('read', 'write', 'atomic')[seed])
        yield f'fault{seed}', gucstory.dump(
            story.guc, stories.timed_out(stories.VICTIM), [story.victim])
    for name, test in vars(test_explain_attacks).items():
        if hasattr(test, 'told') and list(test.values) == ['seed']:
            yield name, test.told(1)[0]
    story = stories.begin(4)
    story.guc.settle()
    for _ in range(4):
        story.guc.h2g.send(0x1000, (22,), 2)
    yield 'registers', test_engine_state.dump_of(ranges=[test_engine_state.Range(
        test_engine_state.BATCH, struct.pack('<4I', test_engine_state.STATE, 7, 0,
                                             test_engine_state.END))])
    captured = image.Image(
        [image.State(image.EVENT, 1024, bytes(1024), write_ptr=0, wrap_offset=0), image.crash(256),
         image.capture(1024, seeds_dump.REGION)], image.Lic(image.KLVS)).build()
    yield 'captured', sections.Dump(log=inputs.held(captured)).text(sections.V73)
    late = stories.begin(5)
    late.guc.ask(late.waiter, late.engine)
    late.guc.looks(late.guc.tick + 12 * gucstory.HZ)
    yield 'late', gucstory.dump(late.guc, 'asked by the user', [late.victim, late.waiter])
    yield 'stuck', gucstory.dump(story.guc, 'x', [story.victim], unread=4, late_ms=9000)
    for kind in 'submit', 'enable', 'disable', 'deregister':
        guc, unread = test_explain_stories.stuck(kind)
        yield f'stuck-{kind}', gucstory.dump(guc, 'x', [*guc.contexts.values()], unread=unread,
                                             late_ms=100000)
    for name in transcripts.NAMES:
        yield name, transcripts.dump(name)


def records():
    """Yield logs that the module recorded, with their triggers."""
    listed = test_explain_trigger.listed
    for i, (triggers, reset) in enumerate((
            ((('job timeout', 22, 'ccs0'), ('job timeout', 9, '')), 'r'),
            ((('engine reset', 22, 'ccs0'), ('job timeout', 22, 'ccs0')), 'r'),
            ((('GT reset', None, None), ('job timeout', 22, 'ccs0')), ''),
            ((('engine reset failed', None, None), ('GT reset', None, None)), 'r'),
            ((('state capture', None, None), ('memory CAT error', 22, 'bcs0')), 'g'))):
        story = stories.make(i, reset)
        newest = story.guc.events[-1][0]
        notes = {'writer': 'xe_guclog', 'anchor': 'a change of write_ptr',
                 'anchor_guc_tick': newest, 'anchor_boottime_ns': 10 ** 11,
                 'incident_seq': 2, 'incident_guc_id': 22,
                 'incident_trigger': triggers[0][0], 'incident_engine': 'ccs0',
                 'incident_boottime_ns': 10 ** 11 + 10 ** 8, **listed(*triggers)}
        made = live.Stream(story.guc)
        text = ''.join(f'{key}={value}\n' for key, value in notes.items()).encode()
        yield f'{i}', made.head + made.events() + reference.lfd.block(0x6001, text)


def dialects():
    """Yield dumps with events of invented firmware, whose ids and fields differ more and more."""
    for seed, change in enumerate((relabel.Change(), relabel.Change(swap=True),
                                   relabel.Change(swap=True, move='alike'),
                                   relabel.Change(swap=True, move='each'))):
        story = test_learn.story_of(seed, 'gr')
        yield f'{seed}', test_learn.dialect_dump(story, relabel.Dialect(seed, change))
    # The dump lists one context only.
    guc = gucstory.Guc(random.Random(1), test_learn.OTHER)
    guc.next_lrca = 0x54321
    queues = [guc.register(i, (engine, i)) for i, engine in enumerate((gucstory.RENDER,
                                                                      gucstory.COPY))]
    for queue in queues:
        guc.enable(queue)
        guc.started(queue)
        guc.complete(queue)
    guc.some_work(900)
    other = relabel.Dialect(1, relabel.Change(swap=True, move='each'))
    yield 'one-context', gucstory.dump(guc, 'asked by the user', queues[:1],
                                       events=other.events(guc.events)[-3276:])


def faults():
    """Yield kernel logs of page faults at addresses in the heaps of several drivers."""
    make = test_kernel_incidents
    for address in test_fault_address.ADDRESSES[::3]:
        yield f'{address:x}', make.xe(
            *((500 + i / 10, make.fault(address + 0x200000 * i)) for i in range(4)),
            (501, 'Fault response: Unsuccessful -ENOENT'), (501.1, make.cat(4)),
            (501.2, make.reset(4, state=0x249)), (501.3, make.timeout(4, 'trainer', 9911)))


def kernel_logs():
    cases = {name: text for name, (text, _) in test_kernel_incidents.CASES.items()}
    for name, text in {**cases, **test_kernel_incidents.HEALTHY}.items():
        yield name.replace(' ', '-').replace('/', '-'), text
    capture = decorate.printk(inputs.MACHINE, inputs.MAIN, forms.capture(
        1, inputs.held(inputs.small())))
    for name in ('dmesg', 'dmesg_raw', 'dmesg_dated', 'journal', 'journal_precise', 'journal_json',
                 'journal_json_bytes', 'journal_json_pretty', 'journal_json_seq', 'dmesg_json',
                 'dmesg_coloured', 'plain'):
        yield name, decorate.text(getattr(decorate, name)(capture))


def packed():
    """Yield archives, mails and web pages with logs in them."""
    dump = transcripts.dump(transcripts.NAMES[1])
    files = {'x/info': seeds_folder.FACTS.encode(), 'x/gt0/guc_log_lfd': SHORT,
             'x/gt0/guc_log_raw': inputs.small(), 'x/dump.txt': dump.encode()}
    yield 'tar', archives.tar('w', files)
    yield 'tar-gz', archives.tar('w:gz', files)
    yield 'tar-xz', archives.tar('w:xz', files)
    for way, pack in inputs.PACKINGS.items():
        yield way, pack(dump.encode())
    yield 'zip', archives.zipped(files)
    short = forms.debugfs(inputs.held(inputs.small()))
    yield 'page', (f'<html><head><title>x</title></head><body><p>Hello</p><pre>{html.escape(short)}'
                   '</pre></body></html>').encode()
    yield 'page-of-lines', ''.join(
        f'<span class="l">{html.escape(line)}</span><br>\n' for line in short.splitlines()).encode()
    yield 'mail', ('From: a@example.org\nSubject: x\nMIME-Version: 1.0\n'
                   'Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n'
                   f'Content-Transfer-Encoding: 8bit\n\n{short}--b--\n').encode()
    yield 'quoted', ''.join(f'> {line}\n' for line in short.splitlines()).encode()
    yield 'terminal', short.replace('\n', '\r\n').replace('GuC', '\x1b[1mGuC\x1b[0m').encode()
    for width in 72, 80:
        yield f'wrapped-{width}', '\n'.join(
            line[at:at + width] for line in short.splitlines()
            for at in range(0, max(len(line), 1), width)).encode()
    at = short.index('.data: ') + 3000
    yield 'lost', (short[:at] + short[at + 1:at + 4000] + short[at + 4003:]).encode()
    yield 'utf-16', short.encode('utf-16')
    lines = decorate.printk(inputs.MACHINE, inputs.MAIN, forms.capture(
        1, inputs.held(inputs.small())))
    yield 'export', '\n'.join(''.join(f'{key}={value}\n' for key, value in record.items())
                              for record in decorate.records(lines)).encode()


def stream_of(seed):
    """Return a stream of a firmware that is not known."""
    story = stories.make(seed, 'r', steps=100, version=test_learn.OTHER)
    story.guc.events = relabel.Dialect(1).events(story.guc.events)
    made = live.Stream(story.guc, tick=story.guc.events[0][0])
    return made.head + made.events()


def pairs():
    """Yield a dump and a kernel log about the same hang, two logs of one GPU, and two dumps of the
    same firmware, which is not known."""
    make = test_kernel_incidents
    for seed in range(3):
        story = test_explain_faults.fault_story(seed)
        text = make.xe(
            (365371, make.fault(0x8a0055400000)), (365371.2, make.cat(stories.VICTIM)),
            (365371.3, make.reset(stories.VICTIM)),
            (365371.4, make.timeout(stories.VICTIM, 'clpeak', 2711)))
        head = ('', '2026-01-01T00:00:00.123456+00:00 host kernel: ',
                'Jan 01 00:00:00 host kernel: ')[seed]
        yield f'{seed}', gucstory.dump(
            story.guc, stories.timed_out(stories.VICTIM), [story.victim]), \
            re.sub(r'(?m)^\[.*?\] ', head, text) if head else text
    yield 'copies', SHORT, lfd(walk(200, ANCHOR['anchor_guc_tick'] - 960 * 200), facts={})
    yield 'learned', *(stream_of(seed) for seed in (1, 2))


def seeds(runs):
    """Yield inputs of fuzz_tool; see tool_seeds() of seeds.py. runs: its command lines."""
    types = made_xe.files()
    for group, files, lines in (
            ('dump', hangs(), DUMP), ('record', records(), DUMP[:2]),
            ('dialect', dialects(), DIALECT),
            ('kernel', (*kernel_logs(), *faults()), KERNEL), ('packed', packed(), ARCHIVE),
            ('log', [('lfd', SHORT), ('image', inputs.small()),
                     ('stream', seeds_folder.broken_stream())], LOG),
            ('types', ((name, types[name]) for name in ('whole', 'xe.ko', 'vmlinux')),
             ('layout A', 'layout --json A'))):
        for i, (name, data) in enumerate(files):
            data = data if isinstance(data, bytes) else data.encode()
            # Of the command lines for dumps and kernel logs, each file gets some.
            some = lines
            if group in ('dump', 'kernel') and name not in ('registers', 'captured'):
                some = [lines[(i + k) % len(lines)] for k in (0, 1, 2)[:len(lines) // 2]]
            for line in some:
                yield f'{group}-{name}-{lines.index(line)}', bytes([runs.index(line)]) + data
    for name, one, other in pairs():
        one, other = (x if isinstance(x, bytes) else x.encode() for x in (one, other))
        for i, line in enumerate(PAIR):
            yield f'pair-{name}-{i}', struct.pack('<BH', runs.index(line), len(one)) + one + other
