# SPDX-License-Identifier: GPL-2.0-only
"""guclog and the independent writer in reference/ give the same output for each image of the
corpus, a set of generated log images (corpus/)."""

import re

import pytest

from conftest import TOP
from corpus import CASES, kept, random_images, spoiled_asic, spoiled_lfd
from corpus.outputs import outputs, spoiled_outputs
from reference.facts import FACTS, info
from reference.lfd import COMMENT, EVENTS, blocks, comment_pairs
from tool import save

FORMS = {'lfd': 'lfd', 'state': 'state', 'raw': 'img', 'info': 'info'}
ASIC = {'v1': 'asic_v1', 'v3': 'asic_v3', 'packed': 'asic_packed', 'rdf': 'rdf'}
SPOILED = {name.removeprefix('spoiled/'): content
           for name, content in spoiled_outputs()}
MORE = re.compile(r'.*\d+ more faults$')


def faults(corpus, case):
    """Return the expected fault messages of an image."""
    lines = corpus(case.name, 'state').read_text('ascii').splitlines()
    return [line.removeprefix('fault=') for line in lines if line.startswith('fault=')]


def rc_of(corpus, case):
    """Return the expected exit status for an image: 1 if the image has faults, else 0."""
    return int(b'\nfaults=0\n' not in corpus(case.name, 'state').read_bytes())


def test_convert(guclog, corpus, case):
    """For an image, convert writes the same bytes as the independent writer and reports each
    fault."""
    image, facts = corpus(case.name, 'img'), corpus(case.name, 'facts')
    want, rc = faults(corpus, case), rc_of(corpus, case)
    for form, suffix in FORMS.items():
        run = guclog('convert', '--to', form, '--facts', facts, image, rc=rc)
        assert run.raw == corpus(case.name, suffix).read_bytes(), form
        reported = [line for line in run.err.splitlines() if not MORE.match(line)]
        assert form == 'raw' or reported == [f'guclog: {image}: {fault}' for fault in want]
    for number, gt in enumerate(case.facts(0).gts[1:], 1):
        run = guclog('convert', '--facts', facts, '--gt', gt['gt'], image, rc=rc)
        assert run.raw == corpus(case.name, f'gt{number}.lfd').read_bytes()
    # The comment of an LFD file has all facts that are needed to make the same file from the image.
    run = guclog('convert', '--facts', corpus(case.name, 'lfd'), image, rc=rc)
    assert run.raw == corpus(case.name, 'lfd').read_bytes()


def test_check(guclog, corpus, case):
    """check prints each fault of an image. For the LFD file that was made from this image, it
    prints the faults in the comment of the file and the blocks that are missing."""
    image, made = corpus(case.name, 'img'), corpus(case.name, 'lfd')
    want, rc = faults(corpus, case), rc_of(corpus, case)
    run = guclog('check', '-q', '--as', 'image', image, rc=rc)
    found = [line for line in run.out.splitlines() if not MORE.match(line)]
    assert sorted(found) == sorted(f'{image}: {fault}' for fault in want)
    listed = re.compile(re.escape(str(made)) + r': noted in HOST_COMMENT at 0x[0-9a-f]+: (.*)')
    found = []
    for line in guclog('check', '-q', made, rc=rc).out.splitlines():
        match = listed.match(line)
        assert match or line.endswith(' is missing'), line
        if match and match[1].startswith('fault='):
            found.append(match[1].removeprefix('fault='))
    assert sorted(found) == sorted(want)


# For each set of facts, the first image with these facts. One image is enough, because ASIC info
# depends only on the facts.
FACTS_IMAGE = {info(case.facts(0)): case.name for case in reversed(CASES.values())}


@pytest.mark.parametrize('name', reversed(FACTS_IMAGE.values()))
def test_asic(guclog, corpus, name):
    """For each set of facts, asic writes the same bytes as the independent writer."""
    for form, suffix in ASIC.items():
        run = guclog('asic', '--facts', corpus(name, 'facts'), '--to', form)
        assert run.raw == corpus(name, suffix).read_bytes(), form


def check_events(state, prefix, events):
    """Check the event blocks of one kind in an LFD file. The lengths of the blocks and of the gaps
    must have the sums that guc_log_state states, and each block except the first must follow a gap.
    state: the lines of guc_log_state, as a dict
    prefix: the kind of the blocks in the keys of "state", such as "before_load"
    events: for each block, its fields in the output of info --blocks --json"""
    count, gaps = int(state.get(f'{prefix}_bytes', 0)), \
        int(state.get(f'{prefix}_gap_bytes', 0))
    assert sum(e['events_bytes'] for e in events) == count
    assert sum(e.get('gap_bytes', 0) for e in events) == gaps
    assert len(events) <= 1 + sum('gap_bytes' in e for e in events)
    entries = state.get(f'{prefix}_entries') if events else None
    assert sum(e.get('entries', 0) for e in events) == int(entries or 0)
    for fields in events:
        assert fields['order'] == (state['event_order'] if prefix == 'event'
                                   else 'storage order')


def test_list(guclog, corpus, case):
    """info --blocks --json lists every block of an LFD file. Its numbers agree with the text of
    guc_log_state."""
    path = corpus(case.name, 'lfd')
    data, walked = path.read_bytes(), list(blocks(path.read_bytes()))
    lines = corpus(case.name, 'state').read_text('ascii').splitlines()
    state = dict(line.split('=', 1) for line in lines if '=' in line)
    events, noted = {'event': [], 'before_load': [], 'after_wrap': []}, []
    guclog('info', '--blocks', path)
    doc = guclog('info', '--blocks', '--json', path).json
    assert doc['bytes'] == len(data)
    assert [(b['offset'], b['type'], b['bytes']) for b in doc['blocks']] == \
        [(b.offset, b.kind, len(b.data)) for b in walked]
    for found, block in zip(doc['blocks'], walked):
        if block.kind == COMMENT:
            assert set(found['comment']) == {key for key, _ in comment_pairs(block)}
            noted += found['comment'].get('fault', [])
        if block.kind == EVENTS:
            assert found['fields']['version'] == int.from_bytes(block.data[:4], 'little')
            fields = found['fields']
            events['before_load' if fields['before_load'] else
                   'after_wrap' if 'after_wrap' in fields else 'event'].append(fields)
    for prefix, found in events.items():
        check_events(state, prefix, found)
    assert noted == faults(corpus, case)


@pytest.mark.parametrize('name', [n for n in SPOILED if not n.endswith('.check')])
def test_spoiled(guclog, name):
    """check prints exactly the fault of each file that has a fault, and no fault of a valid
    file."""
    with open(name, 'wb') as f:
        f.write(SPOILED[name])
    verdict = SPOILED[f'{name}.check'].decode('ascii').rstrip('\n')
    first = guclog('check', name, rc=int(bool(verdict))).out.partition('\n')[0]
    assert first == f'{name}: {verdict}' if verdict else \
        first.startswith(f'{name}: fine')


@pytest.mark.parametrize('number', range(20))
def test_random_image(guclog, number):
    """For a random image with random facts (corpus/random_images.py), convert and asic write the
    same bytes as the independent writer."""
    case = list(random_images.cases(1, number + 1))[-1]
    want = {name.removeprefix(f'{case.name}.'): content for name, content in outputs(case)}
    save('img', want['img'])
    save('facts', want['facts'])
    for form, suffix in FORMS.items():
        run = guclog('convert', '--to', form, '--facts', 'facts', 'img', rc=None)
        assert run.rc in (0, 1) and run.raw == want[suffix], form
    for form, suffix in ASIC.items():
        assert guclog('asic', '--facts', 'facts', '--to', form).raw == want[suffix], form


def test_every_fault_is_spoiled():
    """For each kind of fault of LFD files, ASIC info and RDF files, the corpus has a file with this
    fault."""
    found = {each.fault.code for each in (*spoiled_asic.spoiled(), *spoiled_lfd.spoiled())
             if each.fault}
    assert found == {
        'TOO_SHORT', 'LFD_VERSION', 'BLOCK_MAGIC', 'BLOCK_COUNT', 'BLOCK_LEN',
        'BLOCK_LEN_MIN', 'BLOCK_TWICE', 'BLOCK_TYPE', 'OS_ID', 'NOT_TEXT', 'ASIC_NAME',
        'ASIC_PADDING', 'ASIC_VERSION', 'ASIC_CHUNK_SIZE', 'RDF_VERSION',
        'RDF_INDEX_SIZE', 'RDF_INDEX_OUTSIDE', 'RDF_CHUNK_OUTSIDE', 'RDF_COMPRESSION',
        'RDF_NO_CHUNK'}


def test_facts_of_the_header():
    """reference/facts.py lists the same facts as drivers/xe_guclog/core/guc_facts.h, in the same
    order."""
    rows = re.findall(r'^\tX\((\w), (\d), (\w+), ([\w ]+), (\w+)\)', (
        TOP / 'drivers/xe_guclog/core/guc_facts.h').read_text('utf-8'), re.M)
    found = [(key, (scope, int(comment), kind + size.removeprefix('guc_str')
                    if kind == 'STR' else kind)) for scope, comment, kind, size, key in rows]
    assert found == list(FACTS.items())


def test_kept():
    """The digests of the files that the independent writer makes are equal to those in
    SHA256SUMS."""
    assert kept.sums() == kept.SUMS.read_text('ascii')
