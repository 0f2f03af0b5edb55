#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""tool.py GUCLOG DIR -- measure the speed of the command guclog, and print it.

The times of "guclog convert" and "guclog info" are compared with that of cat. Commands that are
compared run in turn, so that a busy machine slows all of them. The inputs are written into DIR by
the first call, and later calls use them again.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent))

ROUNDS = 11
EVENTS = 1180000                # number of events; their devcoredump has 25 MB of text
RING = 16 << 20                 # bytes, the largest ring of the firmware
PIECE = 5000000                 # bytes; the kernel log of 500 MB is this text, repeated 100 times
DUMPS = 10000                   # number of files for triage
DUMP_STEPS = 100                # steps of the workload in each; the dump then has about 70 KiB


def make_inputs(folder):
    """Write the inputs into a folder. A separate process does this, because it needs much memory,
    and a process with much memory takes long to fork. The process that measures forks for each
    command."""
    import inputs
    from reference import decorate, forms
    size = (20 * EVENTS + 8191) // 4096 * 4096
    large = inputs.flushed('bench', EVENTS, (size, 0x1000, 0x100000)).build()
    (folder / 'large.img').write_bytes(large)
    (folder / 'large.txt').write_text(
        forms.devcoredump(inputs.MACHINE, inputs.held(large)))
    (folder / 'story.img').write_bytes(story())
    make_hang(folder / 'hang.txt')
    make_dumps(folder / 'dumps')
    for name, way in ('dmesg', decorate.dmesg), ('json', decorate.journal_json):
        text = decorate.text(way(decorate.OTHERS * 20000))[:PIECE]
        (folder / name).write_text(text[:text.rindex('\n') + 1])


def make_dumps(folder):
    """Make DUMPS files: the devcoredumps of 32 different hangs, and copies of them."""
    import gucstory
    import stories
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for i in range(32):
        told = stories.begin(i)
        told.guc.some_work(DUMP_STEPS, [told.victim, told.waiter])
        stories.refuse(told)
        (folder / str(i)).write_text(gucstory.dump(
            told.guc, f'LR job cleanup, guc_id={i}', [told.victim]))
    for i in range(32, DUMPS):
        shutil.copyfile(folder / str(i % 32), folder / str(i))


def story():
    """Return the image of a log of a busy GPU with a hang at its end, from a generated workload (a
    "story", see stories.py). The ring is full, and all event ids are in the project's table
    data/guc_events.csv."""
    import gucstory
    import stories
    told = stories.begin(1)
    while len(told.guc.events) < RING // 20:
        told.guc.some_work(10000, [told.victim, told.waiter])
    told.guc.settle()
    told.guc.submit(told.victim)
    stories.refuse(told)
    return gucstory.log_image(told.guc, size=RING)


def seconds(command):
    start = time.perf_counter()
    subprocess.run(['/bin/sh', '-c', command], check=True)
    return time.perf_counter() - start


def compare(*commands):
    """Run commands in turn. Return the median time of each one, in seconds."""
    times = [[] for _ in commands]
    for _ in range(ROUNDS):
        for i, command in enumerate(commands):
            times[i].append(seconds(command))
    return [sorted(each)[ROUNDS // 2] for each in times]


def bench_convert(guclog, folder):
    text = folder / 'large.txt'
    cat, convert, stored = compare(
        f'cat {text} | wc -c >/dev/null',
        f'{guclog} convert {text} | wc -c >/dev/null',
        f'{guclog} convert {text} --force -o {folder}/made')
    print(f'  25 MB of text: cat | wc {cat * 1e3:.1f} ms, convert | wc '
          f'{convert * 1e3:.1f} ms ({convert / cat:.2f} times), '
          f'convert -o {stored * 1e3:.1f} ms')


def bench_kernel_log(guclog, folder):
    """Print how long info takes for a kernel log of 500 MB that has no GuC log, that is, no lines
    "Capture N.M:"."""
    for name, what in ('dmesg', 'kernel log'), ('json', 'journal as JSON'):
        feed = f'for i in $(seq 100); do cat {folder}/{name}; done'
        wc, took = compare(f'{feed} | wc -c >/dev/null',
                           f'{feed} | {guclog} info - 2>/dev/null || true')
        print(f'  500 MB of a {what}: info {took:.2f} s ({took / wc:.1f} times cat | wc)')


def bench_events(guclog, folder):
    for verb in 'decode', 'decode --json', 'decode --to jsonl', 'decode --to csv':
        took, = compare(f'{guclog} {verb} {folder}/large.img >/dev/null')
        print(f'  {verb}: {EVENTS / took / 1e6:.2f} million events per second')


def bench_words(guclog, folder):
    """Print how long the commands take that show the meanings of events. Each command first tests
    on the whole log whether the table of events (data/guc_events.csv) is right for it."""
    for verb in 'decode', 'explain', 'decode --contexts', 'events --check':
        took, = compare(f'{guclog} {verb} {folder}/story.img >/dev/null')
        print(f'  a ring of 16 MiB: {verb} {took:.2f} s, '
              f'{RING / 20 / took / 1e6:.1f} million events per second')


# What a script does that counts the dumps with the same Reason and process, without their numbers.
COUNTER = '''
import collections, os, re, sys
count = collections.Counter()
for entry in os.scandir(sys.argv[1]):
    with open(entry.path, encoding='ascii') as file:
        text = file.read()
    head = re.findall(r'^(Reason|Process): (.*)', text, re.M)
    count[tuple(re.sub(r'[0-9]+', 'N', value) for _, value in head)] += 1
print(count)
'''


def bench_triage(guclog, folder):
    """Print the time and the peak memory of triage, and for comparison the time of a script that
    only counts two lines of each dump."""
    from peak import measure
    start = time.perf_counter()
    peak = measure((guclog, 'triage', str(folder / 'dumps')))[1]
    took = time.perf_counter() - start
    start = time.perf_counter()
    subprocess.run([sys.executable, '-c', COUNTER, folder / 'dumps'], check=True,
                   stdout=subprocess.DEVNULL)
    script = time.perf_counter() - start
    size = sum((folder / f'dumps/{i}').stat().st_size for i in range(32)) // 32
    print(f'  triage of {DUMPS} dumps of {size // 1024} KiB: {took:.1f} s, '
          f'{peak / (1 << 20):.0f} MiB; a script that counts two lines of each: {script:.1f} s')


def make_hang(path):
    """Write the devcoredump of a hang to path. Its log has a ring of 16 MiB, and its batch buffer
    has 64 MiB. The registers of an engine show that it stopped near the end of the batch buffer."""
    import struct

    import gucstory as g
    import stories
    from reference import forms
    from reference.sections import V73, Context, Dump, Engine, Lrc, Range
    told = stories.begin(1, engine=(g.RENDER, 0))
    while len(told.guc.events) < RING // 20:
        told.guc.some_work(10000, [told.victim, told.waiter])
    told.guc.settle()
    told.guc.submit(told.victim)
    stories.refuse(told)
    machine = forms.Machine(reason='Timedout job - seqno=171, lrc_seqno=171, guc_id=22, flags=0x0')
    held = forms.Held(g.log_image(told.guc, size=RING), machine.gts[0],
                      tick=told.guc.events[-1][0] + 100000)
    batch, desc, header = 0x63fa00000, told.victim.lrca << 12, 0x61050001
    one = struct.pack('<49I', 0x7a000004, *range(5), 0x72080026, *range(39), header, 7, 0)
    words = (one * 300000 + struct.pack('<I', 0x05000000)).ljust(64 << 20, b'\0')
    at = batch + len(one) * 299999 + 4 * 46
    engine = Engine(name='rcs0', regs={
        'RING_HEAD': 0x100, 'RING_CTL': 0x3001, 'RING_START': desc - 0x4000,
        'RING_EXECLIST_STATUS': 22 << 39, 'RING_EXECLIST_SQ_CONTENTS': desc | 0x119,
        'IPEHR': header, 'ACTHD': at, 'RING_BBADDR': at | 1})
    context = Context(guc_id=22, engine_class=0, lrcs=(Lrc(desc=desc),), jobs=())
    path.write_text(Dump(machine=machine, log=held, contexts=(context,), engines=(engine,),
                         ranges=(Range(batch, words),), batches=(batch,)).text(V73))


def bench_hang(guclog, folder):
    """Print the time and the peak memory that explain needs for the dump of make_hang()."""
    from peak import measure
    path = folder / 'hang.txt'
    took, = compare(f'{guclog} explain {path} >/dev/null')
    peak = measure((guclog, 'explain', str(path)))[1]
    print(f'  a dump with a ring of 16 MiB and a batch of 64 MiB: explain {took:.2f} s, '
          f'{peak / (1 << 20):.0f} MiB')


def main():
    if sys.argv[1:2] == ['--make']:
        make_inputs(Path(sys.argv[2]))
        return 0
    guclog, folder = (Path(arg).resolve() for arg in sys.argv[1:3])
    if not all((folder / name).exists() for name in ('json', 'story.img', 'hang.txt', 'dumps')):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, '-B', __file__, '--make', folder],
                       check=True)
    bench_convert(guclog, folder)
    bench_kernel_log(guclog, folder)
    bench_events(guclog, folder)
    bench_words(guclog, folder)
    bench_hang(guclog, folder)
    bench_triage(guclog, folder)
    return 0


if __name__ == '__main__':
    sys.exit(main())
