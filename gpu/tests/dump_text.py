# SPDX-License-Identifier: GPL-2.0
"""Writes a devcoredump in the form of xe on Linux 6.17, from the state of the driver in
simulate.py, its contexts, and the memory that it shares with the emulated GPU."""
import base64
import struct

CLASSES = ("rcs", "vcs", "vecs", "bcs", "ccs", "gsccs")	# as the GuC numbers them
XE_CLASS = (0, 1, 2, 3, 5, 4)
BASES = {"rcs0": 0x2000, "bcs0": 0x22000, "bcs8": 0x3ee000, "ccs0": 0x1a000, "vcs0": 0x1c0000,
         "vecs0": 0x1c8000}


def ascii85(data):
    """Encode as the kernel's ascii85: five digits per dword, most significant first; a dword of 0
    is z."""
    words = struct.unpack(f"<{len(data) // 4}I", data)
    return base64.a85encode(struct.pack(f">{len(words)}I", *words)).decode("ascii")


def blob(name, data, indent=""):
    return [f"{indent}[{name}].length: 0x{len(data):x}", f"{indent}[{name}].data: {ascii85(data)}"]


def ring(name, size, head, tail, reserve=0):
    return [f"{name} CTB (all sizes in DW):", f"\tsize: {size}", f"\tresv_space: {reserve}",
            f"\thead: {head}", f"\ttail: {tail}",
            f"\tspace: {(head - tail - 1) % size - reserve}", "\tbroken: 0",
            f"\thead (memory): {head}", f"\ttail (memory): {tail}", "\tstatus (memory): 0x0"]


def transport(data):
    """Return the lines of section "GuC CT". DATA: the bytes of the descriptors, the H2G ring and
    the G2H ring."""
    h2g, g2h = struct.unpack_from("<2I", data, 0), struct.unpack_from("<2I", data, 2048)
    return ["**** GuC CT ****", *ring("H2G", 1024, *h2g), *ring("G2H", 32768, *g2h, 16384),
            "\tg2h outstanding: 0", *blob("CTB", data), ""]


def context(c):
    """Return the lines of section "Contexts" for one context. C: the dictionary that
    simulate.Context.facts() returns."""
    return [f"GuC ID: {c['guc_id']}", f"\tName: {CLASSES[c['class']]}{c['guc_id']}",
            f"\tClass: {XE_CLASS[c['class']]}", f"\tLogical mask: 0x{c['mask']:x}", "\tWidth: 1",
            "\tRef: 2", f"\tTimeout: {c['timeout_ms']} (ms)", "\tTimeslice: 1000 (us)",
            f"\tPreempt timeout: {c['preempt_us']} (us)", f"\tHW Context Desc: 0x{c['lrca']:08x}",
            f"\tHW Ring address: 0x{c['ring']:08x}", "\tHW Indirect Ring State: 0x00000000",
            f"\tLRC Head: (memory) {c['head']}",
            f"\tLRC Tail: (internal) {c['tail']}, (memory) {c['tail']}",
            f"\tRing start: (memory) 0x{c['ring']:08x}",
            f"\tStart seqno: (memory) {c['started']}", f"\tSeqno: (memory) {c['finished']}",
            f"\tTimestamp: 0x{c['time']:08x}", f"\tJob Timestamp: 0x{c['job_time']:08x}",
            *blob("HWSP", c["hwsp"], "\t"), *blob("HWCTX", c["hwctx"], "\t"),
            f"\tSchedule State: 0x{c['state']:x}", "\tFlags: 0x0",
            *([f"\tJob: seqno={c['submitted']}, fence=0, finished=0"] if c["open"] else [])]


def engine(name, read):
    """Return the lines of section "HW Engines" for one engine. READ: a function that reads a
    register."""
    base = BASES[name]

    def wide(low):
        return read(base + low) | read(base + low + (0x4 if low in (0x234, 0x510) else 0)) << 32

    acthd = read(base + 0x74) | read(base + 0x5c) << 32
    address = read(base + 0x140) | read(base + 0x168) << 32
    fetch = read(base + 0x78) | read(base + 0x60) << 32
    logical = [other for other in BASES if other[:-1] == name[:-1]].index(name)
    lines = [f"{name} (physical), logical instance={logical}", "\tCapture_source: Manual",
             "\tCoverage: full-capture", "\tForcewake: domain 0x2, ref 1", "\tReserved: no"]
    for label, low in (("HWSTAM", 0x98), ("RING_HWS_PGA", 0x80), ("RING_HEAD", 0x34),
                       ("RING_TAIL", 0x30), ("RING_CTL", 0x3c), ("RING_MI_MODE", 0x9c),
                       ("RING_MODE", 0x29c), ("RING_ESR", 0xb8), ("RING_EMR", 0xb4),
                       ("RING_EIR", 0xb0), ("RING_IMR", 0xa8), ("IPEHR", 0x68),
                       ("RING_INSTDONE", 0x6c)):
        lines.append(f"\t{label}: 0x{read(base + low):08x}")
    lines += ["\tINDIRECT_RING_STATE: 0x00000000", f"\tACTHD: 0x{acthd:016x}",
              f"\tRING_BBADDR: 0x{address:016x}", f"\tRING_START: 0x{read(base + 0x38):016x}",
              f"\tRING_DMA_FADD: 0x{fetch:016x}",
              f"\tRING_EXECLIST_STATUS: 0x{wide(0x234):016x}",
              f"\tRING_EXECLIST_SQ_CONTENTS: 0x{wide(0x510):016x}"]
    return lines


def dump(machine, log, ct=None, contexts=(), engines=()):
    """Return the whole dump as text.  MACHINE is a dictionary with the keys reason, uptime_ns,
    ticks, process, pci_id, ip and firmware."""
    lines = ["**** Xe Device Coredump ****"]
    if machine["reason"]:
        lines.append(f"Reason: {machine['reason']}")
    lines += ["kernel: 6.17.0-emulated", "module: xe",
              f"Snapshot time: {1789335967 + machine['uptime_ns'] // 10**9}.000000000",
              f"Uptime: {machine['uptime_ns'] // 10**9}.{machine['uptime_ns'] % 10**9:09}",
              f"Process: {machine['process']}", f"PCI ID: 0x{machine['pci_id']:04x}",
              "PCI revision: 0x00", "GT id: 0", "\tTile: 0", "\tType: main",
              f"\tIP ver: {machine['ip']}", "\tCS reference clock: 19200000", "",
              "**** GT #0 ****", "\tTile: 0", "", "**** GuC Log ****",
              "GuC firmware: xe/guc_70.bin", f"GuC version: {machine['firmware']}",
              f"Kernel timestamp: 0x{machine['uptime_ns']:X} [{machine['uptime_ns']}]",
              f"GuC timestamp: 0x{machine['ticks']:X} [{machine['ticks']}]", "Log level: 5",
              *blob("LOG", log), ""]
    if ct is not None:
        lines += transport(ct)
    lines.append("**** Contexts ****")
    for c in contexts:
        lines += context(c)
    lines += ["", "**** Job ****", "", "**** HW Engines ****"]
    for one in engines:
        lines += [*one, ""]
    lines += ["", "**** VM state ****", "[0].error: -19", ""]
    return "\n".join(lines)
