# SPDX-License-Identifier: GPL-2.0-only
"""Whole inputs: one log in all forms gives one LFD file."""

import gzip
import hashlib
import json
import lzma
import subprocess

import expect
import logs
from corpus import CASES
from reference import ascii85, decorate, facts, forms, lfd, log
from tool import lines


def pack_zstd(data):
    return subprocess.run(['zstd', '-q', '-3', '-c'], input=data,
                          capture_output=True, check=True).stdout


PACKINGS = {'gzip': lambda data: gzip.compress(data, 1, mtime=0),
            'xz': lambda data: lzma.compress(data, preset=0),
            'zstd': pack_zstd}


# A dead CT buffer's own blob comes behind the log.
CT_LINES = ('**** GuC CT ****', 'H2G CTB (all sizes in DW):', '\tsize: 1024',
            'G2H CTB (all sizes in DW):', '\tg2h outstanding: 0',
            '[CTB].length: 0x800',
            *ascii85.lines('[CTB].data', b'\x01\x02\x03\x04' * 512))


def dmesg(machine, gt, messages, way=decorate.dmesg, tiles=True):
    return decorate.text(way(decorate.printk(machine, gt, messages, tiles)))


def every_form(image, machine=logs.MACHINE, gt=logs.MAIN, **more):
    """Name, content and facts of a log in each form but LFD."""
    held = logs.held(image, gt, **more)
    dead = forms.capture_dead(3, machine, held, behind=CT_LINES)
    yield ('devcoredump', forms.devcoredump(machine, held),
           expect.of_dump(machine, held))
    yield 'debugfs', forms.debugfs(held), expect.of_file(held)
    yield 'debugfs-6.12', forms.debugfs_old(image), expect.of_old_file()
    yield ('dmesg', dmesg(machine, gt, forms.capture(1, held)),
           expect.of_capture(machine, held))
    yield ('dmesg-dead-ct', dmesg(machine, gt, dead),
           expect.of_dead_capture(machine, held))
    yield 'hexdump', forms.hexdump(held), expect.of_hexdump(held)
    yield 'image', image, expect.of_image()
    yield ('relay', forms.relay(image, image), expect.of_relay())


def status(image):
    """0, or 1 when the log itself has faults."""
    return int(bool(log.parse(image).faults))


def check_forms(tool, count, name, image, **more):
    """Byte for byte what is expected, and equal among each other."""
    common = expect.bare(expect.lfd_of(image, {}))
    for form, content, known in every_form(image, **more):
        relay = ('--log', '0') if form == 'relay' else ()
        if relay:
            image = forms.relay(image)
            common = expect.bare(expect.lfd_of(image, {}))
        done = tool.convert(content, *relay)
        what = f'{name} as {form}'
        count.made(what, done, expect.lfd_of(image, known), status(image))
        count.check(f'{what}: is fine', not lfd.check(done.out))
        count.same(f'{what}: blocks', expect.bare(done.out), common)
        raw = tool.convert(content, '--raw', *relay)
        count.same(f'{what}: image', raw.out, image)


# Of the eight files, less the lines that name their source.
EIGHT = 'a9c9042a406feae9e09c38b991b9efa5fe04f11a87e28a26d2ccc763ec7b6edb'


def digest(made):
    """SHA-256 of what the forms of one log have in common."""
    common = hashlib.sha256()
    for kind, content in expect.bare(made):
        common.update(kind.to_bytes(4, 'little'))
        common.update(content if isinstance(content, bytes) else ''.join(
            f'{key}={value}\n' for key, value in content).encode())
    return common.hexdigest()


def check_eight(tool, count):
    """One log in eight forms: eight files that differ in nothing but facts, and
    in no more from what the module writes of that image in a guest."""
    image = logs.bare()
    known = CASES['eight-forms'].facts(len(image)).of()
    made = {form: tool.convert(content, *(('--log', '0') * (form == 'relay')))
            for form, content, _ in every_form(image)}
    del made['dmesg-dead-ct']
    made['lfd'] = tool.convert(made['devcoredump'].out)
    count.same('eight forms', len(made), 8)
    same = {repr(expect.bare(done.out)) for done in made.values()}
    count.same('eight forms: one file but for the facts', len(same), 1)
    count.same('eight forms: SHA-256', {digest(done.out)
                                        for done in made.values()}, {EIGHT})
    count.same('eight forms: SHA-256 of the module\'s',
               digest(expect.lfd_of(image, known)), EIGHT)
    count.same('eight forms: different sources', len({
        dict(lines(done.out))['source'] for done in made.values()}), 7)


def check_lfd(tool, count, image):
    """An LFD file goes through as it is; it has no image."""
    made = expect.lfd_of(image, expect.of_image())
    done = tool.convert(made)
    count.same('lfd as lfd', (done.status, done.out), (0, made))
    for form in 'raw', 'state':
        done = tool.convert(made, '--to', form)
        count.same(f'lfd as {form}', (done.status, done.out), (2, b''))


def check_packed(tool, count, image):
    """Packed by all three, as a file and through a pipe."""
    for form, content, known in every_form(image):
        if isinstance(content, str):
            content = content.encode('ascii')
        if form == 'relay':
            image, content = forms.relay(image), forms.relay(image)
            known = expect.of_image()       # one sub-buffer is an image
        want = expect.lfd_of(image, known), status(image)
        for packing, pack in PACKINGS.items():
            path = tool.file(f'{form}.{packing}', pack(content))
            for way, source in ('file', path), ('pipe', path.read_bytes()):
                count.made(f'{form} in {packing}, {way}',
                           tool.convert(source), *want)


def check_pieces(tool, count, image):
    """Packed in two pieces, one behind the other, as logs are rotated."""
    held = logs.held(image)
    text = forms.debugfs(held).encode('ascii')
    want = expect.lfd_of(image, expect.of_file(held))
    for packing, pack in PACKINGS.items():
        packed = pack(text[:3000]) + pack(text[3000:])
        done = tool.convert(packed)
        count.made(f'two pieces in {packing}', done, want)


def check_gts(tool, count, image):
    """A dump with two GTs; --gt and --log choose."""
    held = [logs.held(image, gt) for gt in logs.MACHINE.gts]
    path = tool.file('two-gts', forms.devcoredump(logs.MACHINE, *held))
    for i, each in enumerate(held):
        want = expect.lfd_of(image, expect.of_dump(logs.MACHINE, each))
        for choice in '--gt', '--log':
            done = tool.convert(path, choice, i)
            count.made(f'two GTs, {choice} {i}', done, want)
    for choice in (), ('--gt', '7'), ('--log', '2'), ('--gt', 'x'):
        done = tool.convert(path, *choice)
        count.same(f'two GTs, {choice}', (done.status, done.out), (2, b''))


OTHER_SECTIONS = (
    '', '**** GuC CT ****', 'H2G CTB (all sizes in DW):', '\tsize: 1024',
    'G2H CTB (all sizes in DW):', '\tg2h outstanding: 0',
    '[CTB].length: 0x400', f'[CTB].data: {"s8W-!" * 200}{"z" * 56}',
    '', '**** Contexts ****', 'GuC ID: 32', '\tName: ccs32',
    '\t[HWSP].length: 0x1000', f'\t[HWSP].data: {"z" * 1024}',
    '\t[HWCTX].length: 0x800',
    f'\t[HWCTX].data: {"!!!!#" * 256}{"z" * 256}',
    '', '**** HW Engines ****', 'ccs0 (physical), logical instance=0',
    '', '**** VM state ****', '[0].error: -12',
    '[ffff800000000000].length: 0x400',
    f'[ffff800000000000].data: {"<<<<<" * 256}')


def check_sections(tool, count, image):
    """Other sections before and behind, with ascii85 of their own."""
    held = logs.held(image)
    want = expect.lfd_of(image, expect.of_dump(logs.MACHINE, held))
    for name, around in (('behind', {'tail': OTHER_SECTIONS}),
                         ('before', {'head': OTHER_SECTIONS}),
                         ('around', {'head': OTHER_SECTIONS,
                                     'tail': OTHER_SECTIONS})):
        done = tool.convert(forms.devcoredump(logs.MACHINE, held, **around))
        count.made(f'sections {name}', done, want)


def check_directory(tool, count, image):
    """What a collector put together: forms beside files that are none."""
    held = [logs.held(image, gt) for gt in logs.MACHINE.gts]
    text = dmesg(logs.MACHINE, logs.MAIN, forms.capture(1, held[0]))
    tool.file('collected/a/dmesg.gz', gzip.compress(text.encode('ascii')))
    tool.file('collected/b/data', forms.devcoredump(logs.MACHINE, held[1]))
    tool.file('collected/notes', 'It hung.\n')
    for i, known in enumerate((expect.of_capture(logs.MACHINE, held[0]),
                               expect.of_dump(logs.MACHINE, held[1]))):
        for choice in '--gt', '--log':
            count.made(f'directory, {choice} {i}',
                       tool.convert(tool.scratch / 'collected', choice, i),
                       expect.lfd_of(image, known))


def check_copy(tool, count):
    """A copy of the module's own directory: image and facts make its file."""
    case = CASES['facts-2-gts']
    image = case.image()
    known = case.facts(len(image))
    tool.file('copy/info', facts.info(known))
    for i in 0, 1:
        made = expect.lfd_of(image, known.of(i))
        tool.file(f'copy/gt{i}/guc_log_raw', image)
        tool.file(f'copy/gt{i}/guc_log_lfd', made)
        done = tool.convert(tool.scratch / 'copy', '--gt', i)
        count.made(f'copy of the debugfs directory, --gt {i}', done, made)


def check_elder(tool, count, image):
    """A chip without a GMD ID, a second tile, no GuC clock, level 0."""
    gt = logs.ELDER.gts[1]
    held = logs.held(image, gt, tick=forms.NO_STAMP, level=0,
                     firmware='xe/pvc_guc_70.9.1.bin', found='70.9.1',
                     wanted='70.9.1')
    for form, content, known in (
            ('devcoredump', forms.devcoredump(logs.ELDER, held),
             expect.of_dump(logs.ELDER, held)),
            ('debugfs', forms.debugfs(held), expect.of_file(held))):
        done = tool.convert(content)
        count.made(f'no GMD ID, no clock: {form}', done,
                   expect.lfd_of(image, known))


def check_info(tool, count, image):
    """info names the form and knows the same facts."""
    for form, content, known in every_form(image):
        if form == 'relay':
            continue
        done = tool.run('info', '--json', '-', stdin=content)
        one, = json.loads(done.out)['logs']
        lines = facts.lines(known, lambda scope, in_comment: True)
        found = {key: value for key, value in one['facts'].items()
                 if key not in ('status', 'log_bytes')}
        count.same(f'info of {form}: facts', sorted(found.items()), sorted(
            tuple(line.split('=', 1)) for line in lines))
        count.same(f'info of {form}', (
            done.status, one['complete'], one['losses'], one['bytes'],
            one['total_bytes'], one['fault_count']),
            (0, True, 0, len(image), len(image), 0))


def run(tool, count):
    small = logs.small()
    check_forms(tool, count, 'complete log', logs.complete())
    check_forms(tool, count, 'log without LIC', logs.bare())
    check_forms(tool, count, 'second GT', small, gt=logs.MEDIA)
    check_eight(tool, count)
    check_lfd(tool, count, small)
    check_packed(tool, count, small)
    check_pieces(tool, count, small)
    check_gts(tool, count, small)
    check_sections(tool, count, small)
    check_directory(tool, count, small)
    check_copy(tool, count)
    check_elder(tool, count, small)
    check_info(tool, count, small)
