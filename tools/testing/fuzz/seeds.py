#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""seeds.py OUT [CORPUS] -- first inputs for the fuzzers, in OUT/fuzz_NAME/.

Small inputs make fuzzers fast: these images have rings of a few hundred bytes. CORPUS is
the output of tools/testing/host/mkimage.py. From it, this script takes the state page of
each image (with a few of the bytes that follow), and the LFD files, facts and ASIC info
of up to 4096 bytes.
"""
import gzip
import json
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(1, str(HERE.parent / 'host'))

import gucstory  # noqa: E402
import seeds_btf  # noqa: E402
import seeds_dump  # noqa: E402
import seeds_folder  # noqa: E402
import seeds_whole  # noqa: E402
import stories  # noqa: E402
from reference import decorate, forms, image as log_image  # noqa: E402

PAGE = 4096
EVENT = (0xcabba9e6, 0xdeadfeed)
CRASH = (0xcabba9e6, 0x8086dead)
CAPTURE = (0xcabba9f7, 0xbeeffeed)
MAX = 4096


def state(marker, size, read=0, write=0, wrap=0, version=2, flags=0):
    return struct.pack('<9I', *marker, read, write, size, 0, wrap, flags, version)


def lic(klvs, version=0x10000, count=None):
    data = b''.join(struct.pack('<I', k << 16 | len(v)) +
                    b''.join(struct.pack('<I', x) for x in v) for k, v in klvs)
    count = len(data) // 4 if count is None else count
    return struct.pack('<3I', 0x8086900d, version, count) + data


FIVE = [(1, [0x462c01]), (2, [0x61]), (3, [19200]), (4, [0x5008000]), (5, [0x1e])]


def entries(n):
    return b''.join(struct.pack('<5I', 1000 + i, 0, 7 + i % 3, i, ~i & 0xffffffff)
                    for i in range(n))


def log_input(head, data, flags=0, select=0xff, extra=0):
    return struct.pack('<BBHI', flags, select, len(head), extra) + head + data


def log_seeds():
    """Yield logs with an event ring of 264 bytes: thirteen entries and a tail of four bytes. Some
    have states with wrong sizes or pointers."""
    rest = state(CRASH, 32, wrap=32) + state(CAPTURE, 64, write=8, wrap=64)
    ring, tail = entries(13), bytes(4)
    after = bytes(96)

    def one(name, ev, data=ring + tail + after, tail_head=rest + lic(FIVE), **kw):
        return name, log_input(ev + tail_head, data, **kw)

    yield one('empty', state(EVENT, 264, wrap=264), bytes(360))
    yield one('linear', state(EVENT, 264, write=60, wrap=264),
              ring[:60] + bytes(204) + after)
    yield one('before-load', state(EVENT, 264, write=60, wrap=264))
    yield one('wrapped', state(EVENT, 264, write=100, wrap=260))
    yield one('wrapped-to-zero', state(EVENT, 264, write=0, wrap=260))
    yield one('wrapped-unread', state(EVENT, 264, write=100, read=200, wrap=260))
    yield one('write-beyond-wrap', state(EVENT, 264, write=260, wrap=240))
    yield one('write-beyond', state(EVENT, 264, write=268, wrap=264))
    yield one('unaligned', state(EVENT, 264, write=61, wrap=262))
    yield one('size-odd', state(EVENT, 263, write=60, wrap=263))
    yield one('version-3', state(EVENT, 264, write=60, wrap=264, version=3, flags=0x1f))
    yield one('cut', state(EVENT, 264, write=100, wrap=260), ring[:130], flags=2,
              extra=1000)
    yield one('huge', state(EVENT, 0xfffffffc, write=100, wrap=0), flags=4)
    yield one('crash', state(EVENT, 264), ring + tail + bytes(31) + b'\1' + bytes(64))
    yield one('notes', state(EVENT, 264), flags=8, select=3)
    yield one('no-lic', state(EVENT, 264), tail_head=rest)
    yield one('lic-1.1', state(EVENT, 264), tail_head=rest + lic(FIVE, 0x10001))
    yield one('lic-2.0', state(EVENT, 264), tail_head=rest + lic(FIVE, 0x20000))
    yield one('lic-odd', state(EVENT, 264), tail_head=rest + lic(
        [(1, [1, 2]), (9, []), (2, [3]), (2, [4]), (3, []), (4, [5])], count=4000))
    yield one('twice', state(EVENT, 264), tail_head=state(EVENT, 20) +
              state((0xcabba9e6, 1), 8) + rest + lic(FIVE))
    yield 'full-page', log_input(state(EVENT, 264) + state((1, 2), 0) * 112, ring)
    yield 'raw-short', log_input(b'', entries(3), flags=1)


def block(kind, data):
    data += bytes(-len(data) % 4)
    return struct.pack('<II', kind << 16 | 0x8086, len(data) // 4) + data


def lfd_seeds():
    head = struct.pack('<QI', 0x8086aaaa474c5346, 0x10000)
    five = b''.join(block(k, struct.pack('<I', v[0])) for k, v in FIVE)
    os_id = block(0x4000, struct.pack('<I', 2) + b'6.12.1')
    events = block(0x2000, struct.pack('<I', 2) + entries(3))
    comment = block(0x6001, b'writer=x\nevent_order=wrapped, oldest first\n')
    yield 'empty', b''
    yield 'header', head
    yield 'whole', head + five + os_id + events + block(0x2001, b'c' * 8) + comment
    yield 'twice', head + five + five
    yield 'count', head + struct.pack('<II', 0x20008086, 0xffffffff)
    yield 'reserved', head + block(0x8000, b'') + block(0x7fff, b'1234')
    gap = ('events=events right before these are missing\nevents_gap_bytes=40\n'
           'events_gap_ticks=1000\nevents_gap_estimate_entries=50\n')
    load = 'events=the firmware was loaded again right before these\n'
    anchor = 'anchor_guc_tick=1003\nanchor_boottime_ns=1000000000\nanchor_age_ns=5\n'
    main = 'writer=x\nevent_stream=x\nevent_order=not wrapped, oldest first\n'
    notes = ['', anchor, gap, '', load, anchor, '']
    yield 'stream', head + five + os_id + block(0x6001, main.encode()) + b''.join(
        (block(0x6001, note.encode()) if note else b'') + events for note in notes)


def facts_seeds():
    yield 'some', (b'source=replay\npci_address=0000:03:00.0\npci_id=8086:e223\n'
                   b'graphics_ip=20.01\ndss_geometry_mask=0xfffff\n'
                   b'memory_type=gddr6\ngpu_type=discrete\nvram_bytes=12884901888\n'
                   b'gt=0\ngt_type=main\nguc_version=70.44.1\n')
    yield 'mask', b'dss_compute_mask=0x123456789abcdef0fedcba9876543210\n'
    yield 'hwconfig', b''.join(struct.pack('<3I', key, 1, value) for key, value in (
        (11, 4), (15, 8), (63, 2), (64, 16), (65, 64), (66, 8), (73, 128)))
    yield 'bad', b'pci_id=8086\nlog_level=99999999999\n=\n\nkernel=\x7f\n'


def asic_seeds():
    blob = bytearray(568)
    blob[152:158] = b'a name'
    index = b'AsicInfo' + bytes(12) + struct.pack('<I5Q', 1, 32, 0, 32, 568, 0)
    for magic in b'AMD_RDF ', b'RTA_DATA':
        head = magic + struct.pack('<IIQQ', 3, 0, 600, 64)
        yield 'rdf-' + magic[:3].decode(), b'\0' + head + blob + index
    for size in 558, 568, 576, 608:
        yield str(size), bytes(1 + size)
    for name, text in facts_seeds():
        yield 'facts-' + name, b'\1' + text


def images():
    """Yield images with a ring of 264 bytes. An image has 4464 bytes, which are 279 whole lines of
    a hexdump."""
    rest = state(CRASH, 32, wrap=32) + state(CAPTURE, 72, write=8, wrap=72)
    for name, fields in (('linear', {'write': 60, 'wrap': 264}),
                         ('wrapped', {'write': 100, 'wrap': 260})):
        page = state(EVENT, 264, **fields) + rest + lic(FIVE)
        yield name, page.ljust(PAGE, b'\0') + entries(13) + bytes(4) + \
            b'crash' + bytes(27 + 72)


def texts():
    """Yield each image in every text form of a log that guclog reads."""
    machine = forms.Machine()
    for name, image in images():
        held = forms.Held(image)
        yield f'{name}-devcoredump', forms.devcoredump(machine, held, held)
        yield f'{name}-debugfs', forms.debugfs(held)
        yield f'{name}-old', forms.debugfs_old(image)
        yield f'{name}-dmesg', decorate.text(decorate.dmesg(decorate.printk(
            machine, held.gt, forms.capture(1, held))))
        yield f'{name}-dead', '\n'.join(forms.capture_dead(2, machine, held))
        yield f'{name}-hexdump', forms.hexdump(held)[:6000]
        yield f'{name}-error-state', forms.error_state(machine, held)
        yield f'{name}-error-plain', forms.error_state(machine, held, '~')
        lines = decorate.printk(machine, held.gt, forms.capture(1, held))
        for way in decorate.JSON_WAYS:
            yield f'{name}-{way.__name__}', decorate.text(way(lines))


def text_seeds():
    for name, text in texts():
        yield name, b'\x20' + text.encode()
        # Put a blank into the data, after the first 2048 characters of the line, because these are
        # always read in one piece.
        start = text.find('.data: ') + 2100
        if start > 2100:
            yield name + '-blank', b'\0' + (text[:start] + ' ' + text[start + 1:]).encode()


def capture_seeds():
    """Yield the lines of a capture without "Capture N.M: ". The byte before each line selects in
    fuzz_capture.c the capture to which the line belongs, and whether lines are lost or doubled, or
    begin again with the number 1."""
    machine = forms.Machine()
    for name, image in images():
        held = forms.Held(image)
        for kind, lines in (('log', forms.capture(1, held)),
                            ('dead', forms.capture_dead(1, machine, held))):
            bare = [re.sub(r'^Capture [0-9.]*: ', '', line) for line in lines]
            yield f'{name}-{kind}', '\n'.join(
                '\0' + line for line in bare).encode()
            yield f'{name}-{kind}-odd', '\n'.join(
                (' ' if i % 9 == 8 else '@' if i % 9 == 4 else '`') + line
                for i, line in enumerate(bare)).encode()


def hexdump_seeds():
    for name, image in images():
        for how in 0, 3, 0x12, 0x25, 0x33, 0x47:
            yield f'{name}-{how}', bytes([how]) + image[:64] + image[PAGE:]


# A schema file with names for ids, as the second file of some verbs.
SCHEMA = b'# names\n0x0007 start engine:dec context:hex\n8 - "a b" c:signed\n'


def event_seeds():
    """Yield events of a context that runs, is preempted, and causes a reset. An event begins with
    its index in the dictionary (the table of known events, guc_event_table.c)."""
    yield 'empty', b''
    run = bytes([20, 0x14, 0, 16, 0, 25, 0x14, 1, 1, 23, 0x11, 2, 0, 1, 24, 0x11,
                 0, 64, 1, 1, 0x10, 4, 1, 18, 0x18, 1, 0, 255])
    yield 'run', b'\x03\0' + run * 3
    steps = (3, 4, 4, 7, 6, 5, 9, 11, 10, 21, 26, 12, 12)
    yield 'reset', b'\x03\0' + b''.join(bytes([s, 0x10, 4, 0]) for s in steps)
    yield 'ring', b'\x01\x04' + bytes(range(256)) + run


def learn_seeds():
    """Yield events of a context that runs on an engine 40 times, with the messages from the driver
    to the GuC (H2G)."""
    yield 'empty', b''
    messages = struct.pack('<HBB', 0x1000, 9, 0) * 40
    context = bytes([9, 0x21, 3, 64])

    def event(index, step, arg0, arg1):
        return struct.pack('<BBII', index, step, arg0, arg1)

    word = 3 << 20 | 0x21
    run = b''.join(event(*e) for e in (
        (20, 99, 0x1000, 0), (25, 1, 0x21, 9), (23, 4, word, 9), (24, 2, word, 9),
        (1, 4, 3 << 20 | 1 << 4, 1), (18, 4, 1, 3 << 29 | 0xffff << 6), (22, 5, word, 9),
        (18, 60, 0x18, 3 << 29 | 9 << 6), (19, 4, 64, 64), (26, 1, word, 9),
        (21, 2, word, 9)))
    yield 'runs', bytes([40, 1]) + messages + context + run * 40
    yield 'no-ring', bytes([0, 1]) + context + run * 40


def inputs():
    """Return a list of (name, bytes): a log in many forms."""
    lfds = dict(lfd_seeds())
    logs = [('lfd', lfds['whole']), ('stream', lfds['stream']), *images(),
            *((name, text.encode()) for name, text in texts())]
    logs += [('relay', forms.relay(*(image for _, image in images())))]
    return [*logs, ('gzip', gzip.compress(logs[-1][1], mtime=0))]


def library_seeds():
    """Yield seeds for fuzz_library.c: a byte that selects the memory limit, then an input."""
    for i, (name, data) in enumerate(inputs()):
        yield f'{name}', b'\xff' + data
        yield f'{name}-limited', bytes([i * 5 % 0x55]) + data
    for name, data in seeds_dump.dump_seeds():
        yield f'dump-{name}', b'\xff' + data[1:]


def tool_seeds():
    """Yield seeds for fuzz_tool.c: one byte with the index of a command line, then the content of
    the file that this command reads. If the command reads two files, the length of the first file
    (16 bits) precedes them."""
    runs = (HERE / 'fuzz_tool.c').read_text()
    runs = re.findall(r'^\t"(.*)",$', runs, re.M)
    facts = dict(facts_seeds())['some']
    asic = dict(asic_seeds())['568'][1:]
    logs = inputs()
    lfd = logs[0][1]
    hang = seeds_dump.hang()
    for number, run in enumerate(runs):
        verb = run.split()[0]
        files = [('asic', asic), ('facts', facts)] if verb == 'asic' else logs
        beside = {'facts': facts, 'schema': SCHEMA}.get(
            next(iter(re.findall(r'--(\w+) B', run)), ''), lfd)
        # Each command line gets a whole dump that shows a hang, and every ninth other file.
        for i, (name, data) in enumerate(files + ([('hang', hang)] if verb != 'asic' else [])):
            if name != 'hang' and i % 9 != number % 9 and len(files) > 5:
                continue
            data = data[:0xffff]
            if re.search(r'\bB\b', run):
                data = struct.pack('<H', len(data)) + data + beside
            yield f'{number}-{name}', bytes([number]) + data
    yield from seeds_whole.seeds(runs)


def state_seeds():
    """Yield seeds for fuzz_state.c: registers of an engine, the image of a context, a batch of some
    commands, and for some seeds a log with state captures."""
    numbers = bytes([2] * 5 + [3]) + struct.pack('<II', 0, 0x61050001) + bytes([1, 4, 0]) + \
        bytes([2] * 3) + bytes([0, 171, 0, 170, 0, 1, 0, 1, 0, 5, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0])
    batch = struct.pack('<9I', 0, 0x61050001, 7, 0, 0x18800101, 0x3fa00000, 6, 0x05000000, 0)
    image = struct.pack('<11I', 0, 0x11081003, 0x1a038, 0x21db000, 0x1a278, 58, 0x11081001,
                        0x1a358, 0x6ab0b5dd, 0x05000001, 0)
    for select in 0, 0x04, 0x08, 0x11, 0x35, 0x80, 0x92:
        yield f'batch-{select:x}', numbers + struct.pack('<BH', select, 0) + batch
        yield f'image-{select:x}', numbers + struct.pack('<BH', select, len(image)) + image + batch
    # An idle engine, and the image of a context that left the engine while it executed a batch.
    idle = b'\0\0\0\0' + numbers[2:]
    image = struct.pack('<16I', 0, 0x1108100b, 0x1a034, 0x84, 0x1a038, 0x21db000, 0x1a03c, 0x3001,
                        0x1a168, 6, 0x1a140, 0x3fa00005, 0x1a068, 0x61050001, 0x05000001, 0)
    for state in 0, 1, 2, 0x40:
        changed = idle[:-4] + bytes([state]) + idle[-3:]
        yield f'saved-{state:x}', changed + struct.pack('<BH', 0, len(image)) + image + batch
    events = b''.join(map(gucstory.entry, stories.begin(1).guc.events[-40:]))
    registers = ((0x34, 0x3001), (0x3c, 0x3001), (0x68, 0x61050001), (0x74, 0x3fa00004), (0x5c, 6))
    for order in (0, 1), (1, 0), (1, 1):
        groups = b''.join(struct.pack(f'<{7 + 4 * len(registers)}I', 0, 1, 0, 0x42, 0x21df000,
                                      (36, 32)[own], len(registers),
                                      *(word for at, value in registers
                                        for word in (at, value + 4 * (1 - own), 0, 0)))
                          for own in order)
        log = log_image.Image([
            log_image.State(log_image.EVENT, 1024, events, write_ptr=len(events), wrap_offset=0),
            log_image.crash(256), log_image.capture(1024, groups)],
            log_image.Lic(((1, 0x462c01), *log_image.KLVS[1:]))).build()
        yield f'captures-{order[0]}{order[1]}', numbers + struct.pack('<BHH', 0x40, 0, len(log) // 4) \
            + log + batch


def follow_seeds():
    """Yield seeds for fuzz_follow.c: the size of a ring, and steps of its writer and reader."""
    yield 'slow', b'\x28' + bytes([1, 3] * 40)
    yield 'overtaken', b'\x28' + bytes([1, 3, 200, 0, 1, 5, 90, 2] * 8)
    yield 'restart', b'\x10' + bytes([3, 1, 255, 0, 2, 2] * 12)


def witness_seeds():
    """Yield kernel logs, in several forms, about the hang in the devcoredump of fuzz_witness.c, and
    traces about its page fault."""
    head = 'xe 0000:03:00.0: [drm] '
    texts = ('Tile0: GT0: Engine reset: engine_class=ccs, logical_mask: 0x1, guc_id=22',
             'GT0: Engine memory CAT error [1]: class=ccs, logical_mask: 0x1, guc_id=22',
             'GT0: \n\tASID: 58\n\tFaulted Address: 0x0000eab4c8480000\n\tFaultType: 0',
             'GT0: Fault response: Unsuccessful -EINVAL', 'GT0: reset started',
             '*ERROR* GT0: Schedule disable failed to respond, guc_id=22',
             'GT0: Timedout job: seqno=171, lrc_seqno=171, guc_id=22, flags=0x0 in clpeak [2711]',
             'Xe device coredump has been created')
    lines = [(365371.2 + i / 100, head + text) for i, text in enumerate(texts)]
    printk = ''.join(f'[{at:.6f}] {text}\n' for at, text in lines)
    older = printk.replace('365371', '365300').replace('guc_id=22', 'guc_id=7')
    forms_of = {
        'printk': printk, 'older': older + printk,
        'journal': printk.replace('] xe', '] host kernel: xe'),
        'suspend': '[  100.000000] PM: suspend entry (s2idle)\n' + printk,
        'iso': ''.join(f'2026-01-01T00:00:0{i}.123456+00:00 {text}\n'
                       for i, (_, text) in enumerate(lines)),
        'local': ''.join(f'[Thu Jan  1 00:00:0{i} 2026] {text}\n'
                         for i, (_, text) in enumerate(lines)),
        'json': json.dumps({'dmesg': [{'pri': 6, 'time': at, 'msg': text} for at, text in lines]}),
    }
    for name, text in forms_of.items():
        for flags in 0, 1, 3:
            yield f'{name}-{flags}', bytes([flags]) + text.encode()
    dev, queue = 'dev=0000:03:00.0, ', '5:0x1, gt=0, width=1, guc_id=22, guc_state=0x3, flags=0x0'
    bound = dev + ('vma=0abc, vm=0def, asid=0x0002a, start=0x800400a00000, end=0x800400bfffff, '
                   'userptr=0x000000000000')
    events = (('xe_vm_create', dev + 'vm=0def, asid=0x0002a, vm flags=0x00001'),
              ('xe_exec_queue_create', dev + queue), ('xe_vma_bind', bound),
              ('xe_vma_unbind', bound), ('xe_exec_queue_kill', dev + queue),
              ('xe_exec_queue_memory_cat_error', dev + queue), ('xe_exec_queue_reset', dev + queue))
    head = '# tracer: nop\n# entries-in-buffer/entries-written: 7/7   #P:2\n'
    for left_out in range(len(events)):
        yield f'trace-{left_out}', b'\4' + head.encode() + ''.join(
            f'  app-501 (  500) [001] ..... {i}.000001: {name}: {text}\n'
            for i, (name, text) in enumerate(events) if i != left_out).encode()


SEEDS = {
    'fuzz_log': log_seeds, 'fuzz_lfd': lfd_seeds, 'fuzz_asic': asic_seeds,
    'fuzz_facts': facts_seeds, 'fuzz_btf': seeds_btf.seeds, 'fuzz_ct': seeds_dump.ct_seeds,
    'fuzz_capture_region': seeds_dump.region_seeds, 'fuzz_follow': follow_seeds,
    'fuzz_events': event_seeds, 'fuzz_learn': learn_seeds, 'fuzz_state': state_seeds,
    'fuzz_text': text_seeds, 'fuzz_capture': capture_seeds, 'fuzz_hexdump': hexdump_seeds,
    'fuzz_dump': seeds_dump.dump_seeds, 'fuzz_witness': witness_seeds,
    'fuzz_live': seeds_folder.live_seeds, 'fuzz_tool': tool_seeds,
    'fuzz_folder': seeds_folder.folder_seeds, 'fuzz_library': library_seeds}


def from_corpus(corpus):
    """Yield (fuzzer, name, input) for the files in CORPUS, see the beginning of this file."""
    for path in sorted(corpus.iterdir()):
        kind = path.suffix[1:]
        size = path.stat().st_size
        if kind == 'img':
            with path.open('rb') as f:
                page, crumb = f.read(PAGE), f.read(240)
            head = page.rstrip(b'\0')
            left = max(0, size - PAGE - len(crumb))
            yield 'fuzz_log', path.stem, (
                log_input(head, crumb, flags=2, extra=left) if len(page) == PAGE
                else log_input(b'', page, flags=1))
        elif size > MAX:
            continue
        elif kind == 'lfd':
            yield 'fuzz_lfd', path.stem, path.read_bytes()
        elif kind == 'facts':
            yield 'fuzz_facts', path.stem, path.read_bytes()
            yield 'fuzz_asic', path.name, b'\1' + path.read_bytes()
        elif kind.startswith('asic') or kind == 'rdf':
            yield 'fuzz_asic', path.name, b'\0' + path.read_bytes()


def main():
    out = pathlib.Path(sys.argv[1])
    for fuzzer, seeds in SEEDS.items():
        (out / fuzzer).mkdir(parents=True, exist_ok=True)
        for name, data in seeds():
            (out / fuzzer / f'seed-{name}').write_bytes(data)
    if len(sys.argv) > 2:
        for fuzzer, name, data in from_corpus(pathlib.Path(sys.argv[2])):
            (out / fuzzer / f'corpus-{name}').write_bytes(data)


if __name__ == '__main__':
    main()
