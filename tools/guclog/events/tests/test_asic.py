# SPDX-License-Identifier: GPL-2.0-only
"""guclog asic: --rdf, --from, compare, and where values come from."""
import random
import re

from tool import same, save

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
    """The values and the origins, by field."""
    d = guclog('asic', '--json', '--facts', facts_file(facts)).json
    return d['fields'], d['origins']


def listed(origin):
    return re.findall(r'fact (\w+)', origin)


def check_origins(guclog, facts):
    """A fact whose loss changes a field is named with it."""
    fields, origins = explain(guclog, facts)
    changes = {}
    for key in facts:
        less = {k: v for k, v in facts.items() if k != key}
        changed = explain(guclog, less)[0]
        for name, value in fields.items():
            if name.endswith('_name') and name != 'gpu_name':
                continue
            # the id and the IP choose rows of the table
            if changed[name] == value or key in ('pci_id', 'graphics_ip'):
                continue
            assert key in listed(origins[name]), (key, name, origins[name])
            changes.setdefault(key, []).append(name)
    return changes


def test_origins(guclog):
    changes = check_origins(guclog, FACTS)
    # every fact that is given counts somewhere, or the test says nothing
    silent = {'pci_id', 'graphics_ip', 'platform', 'gt'}
    same(set(FACTS) - set(changes) - silent, set())


def test_origins_of_less(guclog):
    rand = random.Random(7)
    for ident in ('8086:e223', '8086:56a0', '8086:9a49', '8086:b090', '8086:ffff'):
        facts = dict(FACTS, pci_id=ident)
        some = rand.sample(sorted(facts), 12)
        check_origins(guclog, {k: v for k, v in facts.items() if k in some})


def test_origins_that_do_not_count(guclog):
    """What is named is used: another value of it changes the field."""
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
        guclog('asic', '--rdf', 'blob', '-o', 'rdf')
        guclog('check', 'rdf')
        found = guclog('asic', '--json', 'rdf').json
        same((found['form'], found['version']), ('rdf', version))
        same(found['fields'], guclog('asic', '--json', 'blob').json['fields'])
        same(guclog('asic', '--rdf', '-', data=blob).raw, open('rdf', 'rb').read())
        if version == 1:
            same(guclog('asic', '--facts', 'facts', '--to', 'rdf').raw,
                 open('rdf', 'rb').read())
    guclog('asic', '--rdf', 'rdf', rc=2)
    guclog('asic', '--rdf', 'blob', '-o', 'no/folder', rc=2)
    save('blob', blob[:-1])
    guclog('asic', '--rdf', 'blob', rc=1)
    guclog('asic', '--rdf', 'nothing-there', rc=2)


def test_compare(guclog):
    facts_file(FACTS)
    forms = ('v1', 'v3', 'packed', 'rdf')
    for form in forms:
        guclog('asic', '--facts', 'facts', '--to', form, '-o', form)
    for form in forms:
        same('no difference' in guclog('asic', 'compare', 'v1', form).out, True)
        assert guclog('asic', '--json', 'compare', form, 'v3').json['same']
    facts_file(dict(FACTS, vram_bytes='1', dss_compute_mask='0xf'))
    guclog('asic', '--facts', 'facts', '--to', 'packed', '-o', 'other')
    text = guclog('asic', 'compare', 'v1', 'other', rc=1).out
    assert re.search(r'^vram_size +17179869184 -> 1 bytes$', text, re.M), text
    # 0x7777 | 0xf0f0f, five to a slice: the second one is bits 5 to 9
    assert re.search(r'^cu_mask\[1\]\[0\] +0x001b -> 0x001b$', text, re.M) is None
    assert 'cu_mask[0][0]' not in text and 'cu_mask[3][0]' in text, text
    found = guclog('asic', 'compare', '--json', 'v1', 'other', rc=1).json
    same(found['fields']['vram_size'],
         {'a': {'vram_size': 17179869184}, 'b': {'vram_size': 1}})
    assert 'cu_mask' in found['fields'] and 'device_id' not in found['fields']
    same(set(re.findall(r'^\w+', text, re.M)), set(found['fields']))
    save('broken', b'x' * 567)
    guclog('asic', 'compare', 'v1', 'broken', rc=2)


def test_usage(guclog):
    facts_file(FACTS)
    for args in (('--from', 'e223', '--facts', 'facts'), ('--from', 'e223', 'x'),
                 ('--from', 'e223', '-o', 'x'), ('--from', 'e223', '--gt', '0'),
                 ('--rdf', 'x', '--to', 'v1'), ('--rdf', 'x', '--json'),
                 ('--facts', 'facts', '--to', 'v1', '--json'),
                 ('compare', 'a'), ('compare', 'a', 'b', 'c')):
        guclog.usage('asic', *args)
