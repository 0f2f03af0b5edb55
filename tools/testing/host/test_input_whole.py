# SPDX-License-Identifier: GPL-2.0-only
"""guclog convert with whole inputs: from each form of a log, it makes the same LFD file."""

import gzip
import hashlib

import expect
import inputs
import pytest
from corpus import CASES
from inputs import MACHINE, MAIN, MEDIA, PACKINGS, every_form, held
from reference import facts, forms, lfd, log
from tool import save

FORMS = ('devcoredump', 'debugfs', 'debugfs-6.12', 'dmesg', 'dmesg-dead-ct', 'hexdump',
         'image', 'relay')
LOGS = {'complete': inputs.complete, 'bare': inputs.bare, 'small': inputs.small}
SMALL = inputs.small()


def in_form(wanted, image, **more):
    """Return a log in one form, its facts, and the options of convert that choose the log if the
    input has several."""
    content, known = next((content, known) for form, content, known
                          in every_form(image, **more) if form == wanted)
    return content, known, ('--log', '0') if wanted == 'relay' else ()


def rc_of(image):
    """Return the expected exit status for an image: 1 if the image has faults, else 0."""
    return int(bool(log.parse(image).faults))


@pytest.mark.parametrize('form', FORMS)
@pytest.mark.parametrize('name, gt', [('complete', MAIN), ('bare', MAIN),
                                      ('small', MEDIA)])
def test_form(guclog, form, name, gt):
    """From each form, convert makes the expected LFD file, and convert --to raw makes the image."""
    image = LOGS[name]()
    content, known, choice = in_form(form, image, gt=gt)
    if form == 'relay':
        image = forms.relay(image)
    run = guclog.convert(content, *choice)
    expect.made(run, expect.lfd_of(image, known), rc_of(image))
    assert lfd.check(run.made) is None
    assert expect.bare(run.made) == expect.bare(expect.lfd_of(image, {}))
    assert guclog.convert(content, '--to', 'raw', *choice).made == image


# The SHA-256 of the parts that do not depend on the form of a log (see expect.bare()), in the LFD
# files that are made from one log in eight forms.
EIGHT = 'a9c9042a406feae9e09c38b991b9efa5fe04f11a87e28a26d2ccc763ec7b6edb'


def digest(made):
    """Return the SHA-256 of those parts of an LFD file that do not depend on the form of the
    input."""
    common = hashlib.sha256()
    for kind, content in expect.bare(made):
        common.update(kind.to_bytes(4, 'little'))
        common.update(content if isinstance(content, bytes) else ''.join(
            f'{key}={value}\n' for key, value in content).encode())
    return common.hexdigest()


def test_eight_forms(guclog):
    """The LFD files that convert makes from one log in eight forms differ only in the facts. (In a
    guest, the module makes a file from the same image. The digest of this file is EIGHT, too.)"""
    image = inputs.bare()
    made = {}
    for form in FORMS:
        if form != 'dmesg-dead-ct':
            content, _, choice = in_form(form, image)
            made[form] = guclog.convert(content, *choice).made
    made['lfd'] = guclog.convert(made['devcoredump']).made
    assert {digest(each) for each in made.values()} == {EIGHT} and len(made) == 8
    known = CASES['eight-forms'].facts(len(image)).of()
    assert digest(expect.lfd_of(image, known)) == EIGHT
    assert len({dict(expect.lines(each))['source'] for each in made.values()}) == 7


def test_lfd(guclog):
    """convert copies an LFD file unchanged. convert --to raw fails, because an LFD file does not
    have the whole image."""
    made = expect.lfd_of(SMALL, expect.of_image())
    run = guclog.convert(made)
    assert (run.rc, run.made) == (0, made)
    for form in 'raw', 'state':
        expect.refused(guclog.convert(made, '--to', form))


@pytest.mark.parametrize('packing', PACKINGS)
@pytest.mark.parametrize('form', FORMS)
def test_packed(guclog, form, packing):
    """convert reads each form with each compression, from a file and from a pipe."""
    image, (content, known, _) = SMALL, in_form(form, SMALL)
    content = content.encode('ascii') if isinstance(content, str) else content
    if form == 'relay':         # a single sub-buffer of the relay is read as an image
        image = content = forms.relay(image)
        known = expect.of_image()
    path = save(f'{form}.{packing}', PACKINGS[packing](content))
    for source in path, path.read_bytes():
        expect.made(guclog.convert(source), expect.lfd_of(image, known), rc_of(image))


@pytest.mark.parametrize('packing', PACKINGS)
def test_two_packed_pieces(guclog, packing):
    """convert reads a file that consists of several compressed pieces one after the other, as
    rotated logs can be joined."""
    pack, one = PACKINGS[packing], held(SMALL)
    text = forms.debugfs(one).encode('ascii')
    expect.made(guclog.convert(pack(text[:3000]) + pack(text[3000:])),
                expect.lfd_of(SMALL, expect.of_file(one)))


def test_two_gts(guclog):
    """--gt and --log choose one of two logs in a dump."""
    logs = [held(SMALL, gt) for gt in MACHINE.gts]
    path = save('two-gts', forms.devcoredump(MACHINE, *logs))
    for i, each in enumerate(logs):
        want = expect.lfd_of(SMALL, expect.of_dump(MACHINE, each))
        for choice in '--gt', '--log':
            expect.made(guclog.convert(path, choice, i), want, what=f'{choice} {i}')
    for choice in (), ('--gt', '7'), ('--log', '2'), ('--gt', 'x'):
        expect.refused(guclog.convert(path, *choice), choice)


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


@pytest.mark.parametrize('where', [('tail',), ('head',), ('head', 'tail')], ids='-'.join)
def test_other_sections(guclog, where):
    """Other sections of a dump also have ascii85 data. They do not change the LFD file."""
    one = held(SMALL)
    text = forms.devcoredump(MACHINE, one, **dict.fromkeys(where, OTHER_SECTIONS))
    expect.made(guclog.convert(text), expect.lfd_of(SMALL, expect.of_dump(MACHINE, one)))


def test_directory(guclog, tmp_path):
    """In a directory with logs in several forms and with other files, convert finds the logs."""
    logs = [held(SMALL, gt) for gt in MACHINE.gts]
    text = inputs.dmesg(MACHINE, MAIN, forms.capture(1, logs[0]))
    save('collected/a/dmesg.gz', gzip.compress(text.encode('ascii')))
    save('collected/b/data', forms.devcoredump(MACHINE, logs[1]))
    save('collected/notes', 'It hung.\n')
    for i, known in enumerate((expect.of_capture(MACHINE, logs[0]),
                               expect.of_dump(MACHINE, logs[1]))):
        for choice in '--gt', '--log':
            expect.made(guclog.convert(tmp_path / 'collected', choice, i),
                        expect.lfd_of(SMALL, known), what=f'{choice} {i}')


def test_copy_of_the_debugfs_directory(guclog, tmp_path):
    """From a copy of the module's directory in debugfs, convert makes the same LFD file as the file
    guc_log_lfd in it."""
    case = CASES['facts-2-gts']
    image = case.image()
    known = case.facts(len(image))
    save('copy/info', facts.info(known))
    for i in 0, 1:
        made = expect.lfd_of(image, known.of(i))
        save(f'copy/gt{i}/guc_log_raw', image)
        save(f'copy/gt{i}/guc_log_lfd', made)
        expect.made(guclog.convert(tmp_path / 'copy', '--gt', i), made)


@pytest.mark.parametrize('form', ['devcoredump', 'debugfs'])
def test_older_platform(guclog, form):
    """convert finds the right facts of an older GPU without the register GMD_ID, with the GT on a
    second tile, without a GuC timestamp (xe could not read the clock), and with log level 0."""
    one = held(SMALL, inputs.ELDER.gts[1], tick=forms.NO_STAMP, level=0,
               firmware='xe/pvc_guc_70.9.1.bin', found='70.9.1', wanted='70.9.1')
    content, known = {
        'devcoredump': (forms.devcoredump(inputs.ELDER, one),
                        expect.of_dump(inputs.ELDER, one)),
        'debugfs': (forms.debugfs(one), expect.of_file(one))}[form]
    expect.made(guclog.convert(content), expect.lfd_of(SMALL, known))


@pytest.mark.parametrize('form', FORMS[:-1])
def test_info(guclog, form):
    """info --json has the same facts of a log as convert's file, and says that the log is
    complete."""
    content, known, _ = in_form(form, SMALL)
    one, = guclog('info', '--json', '-', stdin=content).json['logs']
    found = {key: value for key, value in one['facts'].items()
             if key not in ('status', 'log_bytes')}
    assert sorted(found.items()) == sorted(
        tuple(line.split('=', 1)) for line in facts.lines(known, lambda scope, comment: True))
    assert (one['complete'], one['losses'], one['bytes'], one['total_bytes'],
            one['fault_count']) == (True, 0, len(SMALL), len(SMALL), 0)
