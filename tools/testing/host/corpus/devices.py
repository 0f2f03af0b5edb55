# SPDX-License-Identifier: GPL-2.0-only
"""The devices of the corpus, described by facts (lines key=value).

The values are plausible for the named devices, but none of them was read from hardware.
"""

from copy import deepcopy

from reference.facts import Facts, parse

HOST = """\
source=replay
driver=replay
kernel=6.12.57+deb12-amd64
"""

ANCHOR = """\
reference_clock_hz=19200000
anchor_boottime_ns=365401817253
anchor_realtime_ns=1767225600123456789
anchor_guc_tick=7015714891
anchor_uncertainty_ns=3125
"""


def device(text, *gts):
    """Return a function for Case.facts, which makes the facts of a device with these GTs, and sets
    the log length of each GT to the length of the image."""
    made = parse(text + ''.join(gts))

    def facts(image_bytes):
        out = deepcopy(made)
        for gt in out.gts:
            gt.update(status='ok', log_bytes=image_bytes)
        return out
    return facts


def nothing(image_bytes):
    """Return no facts. Like device(), a function for Case.facts."""
    return Facts()


def known(text, **facts):
    """Return a text of facts (key=value lines) with some of them replaced or added."""
    lines = dict(line.split('=', 1) for line in text.splitlines())
    return ''.join(f'{key}={value}\n'
                   for key, value in {**lines, **facts}.items())


def only(**facts):
    return device(known('', **facts))


def gt(number=0, kind='main', tile=0, version='70.44.1', wanted='70.49.4',
       firmware='xe/bmg_guc_70.bin', level=3, more=ANCHOR):
    return (f'gt={number}\ntile={tile}\ngt_type={kind}\n'
            f'guc_firmware={firmware}\nguc_version={version}\n'
            f'guc_wanted={wanted}\nlog_level={level}\n{more}')


B70_TEXT = HOST + """\
pci_address=0000:03:00.0
pci_id=8086:e223
pci_revision=0x00
platform=BATTLEMAGE
graphics_ip=20.02
graphics_step=0
media_ip=13.01
gpu_type=discrete
gpu_index=0
dss_geometry_mask=0xffffffff
dss_compute_mask=0xffffffff
dss_per_slice=4
eu_per_dss_mask=0xff
eu_simd=16
l3_bank_mask=0xffffffff
l3_bank_kib=768
slm_kib=128
threads_per_eu=8
hardware_contexts=2
geometry_pipes_per_slice=1
pixels_per_slice=16
clock_current_mhz=2400
clock_max_mhz=2800
vram_bytes=34359738368
memory_type=gddr6
memory_bus_bits=256
memory_mtps=19000
"""

B70 = device(B70_TEXT, gt())
