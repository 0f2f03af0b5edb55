# SPDX-License-Identifier: GPL-2.0-only
"""guclog asic: the forms of ASIC info (v1, v3, packed and RDF), the report, the options --rdf and
--from, the comparison of two files, and the origins of a value (the facts and tables from which
guclog computed it)."""
import gzip
import random
import re
from pathlib import Path

import pytest
from tool import poke, same, save

FACTS = {
    'pci_address': '0000:03:00.0', 'pci_id': '8086:e223', 'pci_revision': '0x05',
    'platform': 'BATTLEMAGE', 'graphics_ip': '20.02', 'graphics_step': '4',
    'gpu_type': 'virtual', 'gpu_index': '1', 'dss_geometry_mask': '0x7777',
    'dss_compute_mask': '0xf0f0f', 'dss_per_slice': '5', 'eu_per_dss_mask': '0x7f',
    'eu_simd': '32', 'l3_bank_mask': '0xff', 'l3_bank_kib': '100',
    'slm_kib': '96', 'threads_per_eu': '5', 'hardware_contexts': '3',
    'geometry_pipes_per_slice': '2', 'pixels_per_slice': '7',
    'clock_current_mhz': '1234', 'clock_max_mhz': '2345',
    'vram_bytes': '17179869184', 'memory_type': 'lpddr5',
    'memory_bus_bits': '96', 'memory_mtps': '6400', 'gt': '0',
    'reference_clock_hz': '38400000',
}


def facts_file(facts):
    return save('facts', ''.join(f'{k}={v}\n' for k, v in facts.items()).encode())


def explain(guclog, facts):
    """Return two dicts about the ASIC info that guclog makes from these facts: the value of each
    field, and the origins of each value."""
    d = guclog('asic', '--json', '--facts', facts_file(facts)).json
    return d['fields'], d['origins']


def listed(origin):
    return re.findall(r'fact (\w+)', origin)


def check_origins(guclog, facts):
    """Leave out each fact in turn. If the value of a field changes, check that the fact is named as
    an origin of this field. Return a dict from the fact to the fields that changed."""
    fields, origins = explain(guclog, facts)
    changes = {}
    for key in facts:
        less = {k: v for k, v in facts.items() if k != key}
        changed = explain(guclog, less)[0]
        for name, value in fields.items():
            if name.endswith('_name') and name != 'gpu_name':
                continue
            # pci_id and graphics_ip choose a row of a table. They are not named as origins of the
            # values in this row.
            if changed[name] == value or key in ('pci_id', 'graphics_ip'):
                continue
            assert key in listed(origins[name]), (key, name, origins[name])
            changes.setdefault(key, []).append(name)
    return changes


def test_origins(guclog):
    changes = check_origins(guclog, FACTS)
    # When a fact was left out, at least one field must have changed, except for the facts in
    # "silent".
    silent = {'pci_id', 'graphics_ip', 'platform', 'gt'}
    same(set(FACTS) - set(changes) - silent, set())


def test_origins_of_less(guclog):
    rand = random.Random(7)
    for ident in ('8086:e223', '8086:56a0', '8086:9a49', '8086:b090', '8086:ffff'):
        facts = dict(FACTS, pci_id=ident)
        some = rand.sample(sorted(facts), 12)
        check_origins(guclog, {k: v for k, v in facts.items() if k in some})


def test_origins_that_do_not_count(guclog):
    """If a fact is named as an origin of a field, the field changes when the fact gets another
    value. This is not required of gpu_type and of the facts about DSS."""
    other = {'pci_address': '0000:04:00.0', 'pci_revision': '0x06',
             'graphics_step': '5', 'gpu_type': 'discrete', 'gpu_index': '2',
             'dss_geometry_mask': '0xf7777777', 'dss_compute_mask': '0xff0f0f0f',
             'eu_per_dss_mask': '0x1f',
             'eu_simd': '8', 'l3_bank_mask': '0xf', 'l3_bank_kib': '101',
             'slm_kib': '97', 'threads_per_eu': '6', 'hardware_contexts': '4',
             'geometry_pipes_per_slice': '3', 'pixels_per_slice': '8',
             'clock_current_mhz': '1235', 'clock_max_mhz': '2346',
             'vram_bytes': '1024', 'memory_type': 'gddr5',
             'memory_bus_bits': '97', 'memory_mtps': '6401',
             'reference_clock_hz': '1'}
    fields, origins = explain(guclog, FACTS)
    for name, origin in origins.items():
        for key in listed(origin):
            if key in other:
                changed = explain(guclog, dict(FACTS, **{key: other[key]}))[0]
                assert changed[name] != fields[name] or key.startswith(
                    ('dss_', 'gpu_type')), (name, key)


def test_from(guclog):
    text = guclog('asic', '--from', 'e223').out
    assert re.search(r'^device_id=0xe223 +# fact pci_id$', text, re.M), text
    assert re.search(r'^l1_cache_size=\d+ bytes +# table device.l1_kib$', text, re.M)
    assert re.search(r'^vram_size=0 bytes +# vram_bytes not known$', text, re.M)
    assert re.search(r'^lds_granularity=1024 bytes +# constant$', text, re.M)
    save('facts', b'pci_id=8086:e223\n')
    for form in ('v1', 'v3', 'packed', 'rdf'):
        want = guclog('asic', '--facts', 'facts', '--to', form).raw
        for ident in ('e223', '0xe223', '8086:e223', 'E223'):
            same(guclog('asic', '--from', ident, '--to', form).raw, want)
    for wrong in ('', 'zz', '10de:e223', '8086:ffff', '8086:e2233', 'e22'):
        guclog('asic', '--from', wrong, rc=2)


def test_rdf(guclog):
    facts_file(FACTS)
    for form, version in (('v1', 1), ('packed', 1), ('v3', 3)):
        blob = guclog('asic', '--facts', 'facts', '--to', form).raw
        save('blob', blob)
        guclog('asic', '--rdf', 'blob', '--force', '-o', 'rdf')
        guclog('check', 'rdf')
        found = guclog('asic', '--json', 'rdf').json
        same((found['form'], found['version']), ('rdf', version))
        same(found['fields'], guclog('asic', '--json', 'blob').json['fields'])
        same(guclog('asic', '--rdf', '-', stdin=blob).raw, open('rdf', 'rb').read())
        if version == 1:
            same(guclog('asic', '--facts', 'facts', '--to', 'rdf').raw,
                 open('rdf', 'rb').read())
    guclog('asic', '--rdf', 'rdf', rc=2)
    guclog('asic', '--rdf', 'blob', '-o', 'no/folder', rc=2)
    save('blob', blob[:-1])
    guclog('asic', '--rdf', 'blob', rc=1)
    guclog('asic', '--rdf', 'nothing-there', rc=2)


@pytest.fixture
def real(corpus):
    """The facts of the log image real-words of the corpus (corpus/). They are plausible values for
    an Arc Pro B70."""
    return corpus('real-words', 'facts')


@pytest.mark.parametrize('form, size', [('v1', 568), ('v3', 608), ('packed', 558),
                                        ('rdf', 664)])
def test_size(guclog, real, form, size):
    run = guclog('asic', '--facts', real, '--to', form)
    same((len(run.raw), run.err), (size, ''))


def test_report(guclog, real):
    """guclog asic prints the same report for the forms v1, packed and RDF, except in the lines
    "form" and "version"."""
    reports = []
    for form in 'v1', 'packed', 'rdf':
        guclog('asic', '--facts', real, '--to', form, '-o', form)
        lines = guclog('asic', form).out.splitlines()
        reports.append([line for line in lines
                        if not line.startswith(('form', 'version'))])
    assert reports[0] == reports[1] == reports[2]
    text = '\n'.join(reports[0])
    for value in ('device_id=0xe223', 'gpu_type=discrete', 'memory_chip_type=gddr6',
                  'vram_size=34359738368'):
        assert value in text
    assert 'device_id=0xe223' in guclog('asic', '-', stdin=Path('rdf').read_bytes()).out


def test_json(guclog, real):
    guclog('asic', '--facts', real, '--to', 'v3', '-o', 'v3')
    found = guclog('asic', '--json', 'v3').json
    same((found['form'], found['version']), ('v3', 3))
    fields = found['fields']
    for key, value in {'device_id': 0xe223, 'gpu_type': 2, 'gpu_type_name': 'discrete',
                       'memory_chip_type': 9, 'memory_chip_type_name': 'gddr6',
                       'vram_size': 1 << 35, 'pci_id': 0x30000, 'alu_per_clock': 4096,
                       'max_shader_core_clock': 2800 * 10**6}.items():
        same((key, fields[key]), (key, value))
    same((len(fields['cu_mask']), fields['cu_mask'][0]), (64, 15))
    assert 'mall_cache_size' in fields
    guclog('asic', '--facts', real, '--to', 'v1', '-o', 'v1')
    found = guclog('asic', '--json', 'v1').json
    assert found['form'] == 'v1' and not {'pci_id', 'mall_cache_size'} & set(found['fields'])
    # make alu_per_clock a NaN, which JSON cannot express
    poke('v1', 408, 0, 0, 0xc0, 0x7f)
    assert guclog('asic', '--json', 'v1').json['fields']['alu_per_clock'] is None


def test_gt(guclog):
    save('facts', 'pci_id=8086:e223\ngt=0\nreference_clock_hz=19200000\n'
                  'gt=1\nreference_clock_hz=25000000\n')
    first = guclog('asic', '--facts', 'facts', '--to', 'v1').raw
    same(guclog('asic', '--facts', 'facts', '--gt', 0, '--to', 'v1').raw, first)
    guclog('asic', '--facts', 'facts', '--gt', 1, '--to', 'v1', '-o', 'second')
    assert 'gpu_timestamp_frequency=25000000' in guclog('asic', 'second').out
    guclog.fails('asic', '--facts', 'facts', '--gt', 2, '--to', 'v1')


def test_faults(guclog, corpus, real):
    blob = guclog('asic', '--facts', real, '--to', 'v1').raw
    save('short', blob[:567])
    run = guclog('asic', 'short', rc=1)
    same((run.out, run.err), ('', 'guclog: short: ASIC info at 0x0: length is 0x237, '
                                  'expected 0x22e, 0x238, 0x240 or 0x260\n'))
    run = guclog('asic', '--json', 'short', rc=1)
    same((list(run.json), run.json['fault']['found']), (['fault'], 567))
    assert 'guclog: short: ASIC info at 0x0' in run.err
    save('v1', blob)
    poke('v1', 564, 1)
    assert 'v1: ASIC info at 0x234: padding is 0x1, expected 0x0' in \
        guclog('asic', 'v1', rc=1).err
    assert 'is a GuC log image, not ASIC info' in \
        guclog.fails('asic', corpus('real-words', 'img')).err
    assert 'is an LFD file, not ASIC info' in \
        guclog.fails('asic', corpus('real-words', 'lfd')).err
    save('nothing', b'')
    same(guclog('asic', 'nothing', rc=1).out, '')


def test_rdf_truncated(guclog, real):
    rdf = guclog('asic', '--facts', real, '--to', 'rdf').raw
    for length in 1, 7, 8, 31, 32, 33, 599, 600, 601, 663:
        save('short', rdf[:length])
        err, out = guclog('asic', 'short', rc=1).err, guclog('check', 'short', rc=1).out
        if length >= 8:         # long enough for the magic number of an RDF file
            assert 'guclog: short: RDF at 0x' in err and 'short: RDF at 0x' in out


def test_usage(guclog):
    facts_file(FACTS)
    for args in ((), ('a', 'b'), ('--to', 'v1', 'a'), ('--gt', '0', 'a'),
                 ('-o', 'out', 'a'), ('--nothing',), ('--facts', 'facts', '--to', 'v2'),
                 ('--facts', 'facts', '--to', 'v1', 'a'),
                 ('--from', 'e223', '--facts', 'facts'), ('--from', 'e223', 'x'),
                 ('--from', 'e223', '-o', 'x'), ('--from', 'e223', '--gt', '0'),
                 ('--rdf', 'x', '--to', 'v1'), ('--rdf', 'x', '--json'),
                 ('--facts', 'facts', '--to', 'v1', '--json'),
                 ('compare', 'a'), ('compare', 'a', 'b', 'c')):
        guclog.usage('asic', *args)


def test_compressed_facts(guclog):
    """asic reads a compressed file for its option --facts."""
    plain = facts_file(FACTS)
    save('facts.gz', gzip.compress(plain.read_bytes()))
    same(guclog('asic', '--json', '--facts', 'facts.gz').json,
         guclog('asic', '--json', '--facts', plain).json)


def test_compressed_files(guclog, corpus, real):
    """asic reads compressed ASIC info. check reads a compressed file, also if --as states its
    form."""
    blob = guclog('asic', '--facts', real, '--to', 'v1').raw
    save('v1', blob)
    save('v1.gz', gzip.compress(blob))
    same(guclog('asic', 'v1.gz').out, guclog('asic', 'v1').out)
    save('lfd.gz', gzip.compress(corpus('real-words', 'lfd').read_bytes()))
    assert 'lfd.gz: fine: LFD' in guclog('check', '--as', 'lfd', 'lfd.gz').out
