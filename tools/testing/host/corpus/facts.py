# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the corpus that differ only in their facts (properties of the device, the driver and the
log). The facts determine the comment of the LFD file, the text of "info", and the ASIC info."""

from reference.facts import FACTS

from .case import SMALL, log, table
from .devices import (B70_TEXT, HOST, device, gt, known, nothing, only)


def rows(*described):
    """Register a case for each (name, shows, facts); see Case. The logs of these cases have the
    same size and number of entries."""
    for name, shows, facts in described:
        table([(name, shows, lambda seed: log(seed, 300, SMALL))],
              facts=facts)


def release(length):
    """Return facts in which the kernel release has this number of characters."""
    text = '6.12.57+deb12-amd64-with-a-long-name'[:length]
    return device(known(B70_TEXT, kernel=text), gt())


rows(*[(f'd21-release-{size}', f'a kernel release of {size} characters',
        release(size)) for size in (16, 17, 18, 19)])

ALL = {'U32': '{n}', 'U64': '{n}000000007', 'X32': '0x{n:x}',
       'MASK': '0x5a{n:x}', 'BDF': '10000:ff:1f.7', 'ID': '8086:a7a0',
       'REL': '{n}.255.4294967295', 'IP': '12.{n:02}', 'GPU': 'integrated',
       'GT': 'media', 'MEM': 'lpddr4'}
MAXIMUM = {'U32': '4294967295', 'U64': '18446744073709551615',
           'X32': '0xffffffff', 'MASK': '0x' + 32 * 'f',
           'BDF': 'ffffffff:ff:1f.7', 'ID': 'ffff:ffff',
           'REL': '4294967295.4294967295.4294967295', 'IP': '655.35',
           'GPU': 'virtual', 'GT': 'media', 'MEM': 'lpddr5'}
ZERO = {'U32': '0', 'U64': '0', 'X32': '0x00', 'MASK': '0x0',
        'BDF': '0000:00:00.0', 'ID': '8086:9a49', 'REL': '0.0.0',
        'IP': '0.00', 'GPU': 'unknown', 'GT': 'main', 'MEM': 'unknown'}


def every(forms, text):
    """Return facts with a value for every key. The device has one GT, GT 0.

    forms: for each kind of fact that is not a string, a format for its value
    text: a function that makes a string from the key and the greatest length
    """
    lines = []
    for n, (key, (_, _, kind)) in enumerate(FACTS.items(), 2):
        if kind.startswith('STR'):
            value = text(key, int(kind[3:]) - 1)
        else:
            value = forms[kind].format(n=n)
        lines.append(f'{key}={"0" if key == "gt" else value}\n')
    return device(''.join(lines))


rows(
    ('facts-none', 'no facts', nothing),
    ('facts-all', 'all facts, each with a different value',
     every(ALL, lambda key, room: f'the {key}, in words'[:room])),
    ('facts-max', 'every fact has its largest value',
     every(MAXIMUM, lambda key, room: (key + ' ~!=#').ljust(room, '.'))),
    ('facts-zero', 'every number is known to be 0: no value is taken from the tables',
     every(ZERO, lambda key, room: '0')),
    ('facts-media', 'the media GT',
     device(B70_TEXT, gt(1, 'media'))),
    ('facts-2-gts', 'two GTs, two LFD files',
     device(B70_TEXT, gt(0), gt(1, 'media', version='70.44.2', level=1,
                                more='reference_clock_hz=38400000\n'))),
    ('facts-2-tiles', 'a GT on each of two tiles',
     device(known(B70_TEXT, pci_id='8086:0bd5', platform='PVC',
                  graphics_ip='12.60'), gt(0), gt(1, tile=1))),
    ('facts-no-anchor', 'no clock anchor',
     device(B70_TEXT, gt(more=''))),
)

# Real devices. In most cases, all facts are known that a driver can read from the device.
rows(
    ('bmg', 'Battlemage B580',
     device(known(B70_TEXT, pci_id='8086:e20b', graphics_ip='20.01',
                  dss_geometry_mask='0xfffff', dss_compute_mask='0xfffff',
                  l3_bank_mask='0xffffff', vram_bytes='12884901888',
                  memory_bus_bits='192'), gt())),
    ('bmg-fused', 'Battlemage B570, a slice and two DSS fused off',
     device(known(B70_TEXT, pci_id='8086:e20c', graphics_ip='20.01',
                  dss_geometry_mask='0xfd0ef', dss_compute_mask='0xfd0ef',
                  l3_bank_mask='0xfffff', vram_bytes='10737418240',
                  memory_bus_bits='160'), gt())),
    ('bmg-fused-last', 'the last slice is fused off and not counted',
     device(known(B70_TEXT, dss_geometry_mask='0xfffffff',
                  dss_compute_mask='0xffffffe'), gt())),
    ('tgl', 'Tiger Lake: no hwconfig, so values come from the tables',
     device(known(HOST, pci_address='0000:00:02.0', pci_id='8086:9a49',
                  pci_revision='0x01', platform='TIGERLAKE',
                  graphics_ip='12.00', media_ip='12.00',
                  gpu_type='integrated', dss_geometry_mask='0x3f',
                  eu_per_dss_mask='0xffff', l3_bank_mask='0xff',
                  hardware_contexts='1', clock_max_mhz='1300',
                  clock_current_mhz='0'),
            gt(firmware='i915/tgl_guc_70.bin'))),
    ('dg2', 'Arc A770, one DSS fused off, its data rate known',
     device(known(HOST, pci_address='0000:03:00.0', pci_id='8086:56a0',
                  pci_revision='0x08', platform='DG2', graphics_ip='12.55',
                  gpu_type='discrete', dss_geometry_mask='0x7fffffff',
                  dss_compute_mask='0x7fffffff', eu_per_dss_mask='0xffff',
                  l3_bank_mask='0xffffffff', l3_bank_kib='512',
                  vram_bytes='17179869184', memory_mtps='17500',
                  hardware_contexts='5', clock_max_mhz='2400'),
            gt(firmware='i915/dg2_guc_70.bin'))),
    ('lnl', 'Lunar Lake: system memory',
     device(known(HOST, pci_address='0000:00:02.0', pci_id='8086:64a0',
                  pci_revision='0x04', platform='LUNARLAKE',
                  graphics_ip='20.04', graphics_step='4', media_ip='20.00',
                  gpu_type='integrated', dss_geometry_mask='0xff',
                  dss_compute_mask='0xff', dss_per_slice='4',
                  eu_per_dss_mask='0xff', eu_simd='16', l3_bank_mask='0xf',
                  l3_bank_kib='2048', slm_kib='128', threads_per_eu='8',
                  vram_bytes='1073741824', clock_max_mhz='1950'),
            gt(firmware='xe/lnl_guc_70.bin'))),
    ('ptl', 'Panther Lake: six DSS per slice, from the driver',
     device(known(HOST, pci_address='0000:00:02.0', pci_id='8086:b080',
                  pci_revision='0x00', platform='PANTHERLAKE',
                  graphics_ip='30.00', graphics_step='4',
                  gpu_type='integrated', dss_geometry_mask='0xfff',
                  dss_compute_mask='0xfff', dss_per_slice='6',
                  memory_type='lpddr5', memory_mtps='9600'), gt())),
    ('ptl-table', 'Panther Lake: six DSS per slice, from the table',
     device(known(HOST, pci_id='8086:b080', dss_compute_mask='0xfdf'))),
    ('nvl', 'an IP whose register file is computed from its threads',
     device(known(HOST, platform='NOVALAKE_S', graphics_ip='35.04',
                  pci_id='8086:d740', dss_compute_mask='0xf',
                  eu_per_dss_mask='0xff', threads_per_eu='10'), gt())),
    ('vf', 'a virtual function: no fuses and clocks, so the values of the die are used',
     device(known(HOST, pci_address='0000:03:00.1', pci_id='8086:e20b',
                  platform='BATTLEMAGE', graphics_ip='20.01',
                  gpu_type='virtual', vram_bytes='2147483648'),
            gt(wanted='70.44.1', more=''))),
)

# Devices of which few facts are known, and facts that do not fit into the fields of ASIC info.
rows(
    ('id-only', 'only a PCI id',
     device('pci_id=8086:56a0\n')),
    ('id-unknown', 'a PCI id that is in no table',
     device('pci_id=8086:fffe\nplatform=FUTURE\ngraphics_ip=40.10\n')),
    ('id-foreign', 'another vendor\'s device with a device id of the table',
     device('pci_id=1002:e20b\n')),
    ('platform-only', 'a platform name without an IP version',
     device('platform=BATTLEMAGE\n')),
    ('ip-only', 'an IP version without a platform name: the rest comes from the tables',
     device('graphics_ip=12.74\ndss_geometry_mask=0xff\n')),
    ('ip-ancient', 'an IP older than all rows of the table',
     device('graphics_ip=9.00\npci_revision=0x02\n')),
    ('step-old', 'a graphics step and an old IP: the step is used',
     device('graphics_ip=12.10\npci_revision=0x02\ngraphics_step=3\n')),
    ('step-12.70', 'no step and an IP with GMD ID: the revision is not used',
     device('graphics_ip=12.70\npci_revision=0x02\n')),
    ('clock-current', 'a current clock and no maximum clock',
     device('clock_current_mhz=1450\n')),
    ('mask-128', '32 slices of 4 DSS, the largest number that fits',
     device(f'dss_geometry_mask=0x{32 * "f"}\neu_per_dss_mask=0xff\n')),
    ('mask-rows', '128 slices of one DSS: more than fit',
     device(f'dss_geometry_mask=0x{32 * "f"}\ndss_per_slice=1\n'
            'geometry_pipes_per_slice=2\n')),
    ('mask-wide', 'slices of 24 DSS: more than fit',
     device('dss_geometry_mask=0xf00003fffff\ndss_per_slice=24\n')),
    ('mask-wider', 'one slice with all 128 DSS',
     device(f'dss_compute_mask=0x{32 * "e"}\ndss_per_slice=4294967295\n')),
    ('l3-no-bank-size', 'L3 banks of unknown size',
     device('pci_id=8086:e20b\nl3_bank_mask=0xff\n')),
    ('l3-bank-0', 'L3 banks of 0 KiB: the size comes from the table of PCI ids',
     device('pci_id=8086:56a0\nl3_bank_mask=0xff\nl3_bank_kib=0\n')),
    ('l3-beyond', 'caches larger than their fields',
     device(f'l3_bank_mask=0x{32 * "f"}\nl3_bank_kib=4194303\n'
            'slm_kib=4194304\n')),
    *[(f'memory-{kind}', f'{kind}: {ops} transfers per clock',
       only(memory_type=kind, memory_mtps='6401', memory_bus_bits='64'))
      for kind, ops in (('ddr4', 2), ('ddr5', 4), ('gddr6', 16), ('hbm2', 2),
                        ('lpddr5', 8), ('ddr', 'an unknown number of'))],
)
