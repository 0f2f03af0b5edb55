#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""streamer.py DEVICE -- test the command streamer of the emulated GPU, and an engine's registers
while it runs, waits and hangs. The output is KTAP.
"""
import os
import re
import struct
import sys
import tempfile

import cases
from cases import expect
from client import PROFILES
from dialect import (ARB_CHECK, BATCH_END, BATCH_START, COMPUTE, CONTEXTS, COPY, FLAG, RENDER, SEMAPHORE,
                     STORE, Gpu)
from dump_text import CLASSES

ADS, LISTS, TABLES, SURFACES = 0x50000, 0x52000, 0x70000, 0xc0000
STORE_PPGTT, LOAD, SET_PREDICATE, PREDICATE = 0x10000002, 0x11080001, 0x00800000, 0x06000000
ATOMIC_INCREMENT, ATOMIC_ADD, INLINE = 0x17c00501, 0x17c00701, 1 << 18 | 8
PIPE_CONTROL, PRIMITIVE, WALKER = 0x7a000004, 0x7b000005, 0x72080026
FLUSH_TIMESTAMP, INDIRECT_DISPATCH = 0x1300c003, 0x7c01002b
UPPER = 0xffff8000		# upper dword of a canonical address in the upper half
RESULT = 0x418
BASE = {"rcs0": 0x2000, "bcs0": 0x22000, "bcs8": 0x3ee000, "ccs0": 0x1a000}


class Streamer(Gpu):
    """A GPU with contexts. Their PPGTT maps the memory of the test at the same addresses as the
    GGTT, and also in the upper half of the address space."""

    def __init__(self, device, profile="tgl", *options):
        super().__init__(device, profile, *options)
        root, levels = TABLES, 4 if profile in ("tgl", "mtl") else 5
        present = 3
        for level in range(levels - 1, 1, -1):
            # Addresses have 48 bits. Bit 47 selects a half of the topmost table if there are four
            # levels, or a half of the table below it if there are five levels.
            entries = [0] * 1024
            entries[0] = root + 4096 | present
            if level == 3:
                entries[512] = entries[0]
            self.put(root, *entries)
            root += 4096
        self.put(root, present | 1 << 7, 0)	# a page of 2M

    def context(self, guc_id, class_, **how):
        super().context(guc_id, class_, **how)
        lrca = CONTEXTS + guc_id * 0x3000
        self.put(lrca + 0x1000 + 4 * 0x31, 0)
        self.put(lrca + 0x1000 + 4 * 0x33, TABLES | 3)

    def finish(self, guc_id=1):
        name = f"{guc_id}:"
        self.wait_for(lambda: f"{name}" in self.c.order("contexts") and
                      re.search(rf" {guc_id}:\w+:idle", self.c.order("contexts")))
        expect("the batch ends", re.search(rf" {guc_id}:\w+:idle", self.c.order("contexts")))

    def do(self, class_, *commands):
        """Run a batch with these commands to its end, in a new context with guc_id 1."""
        self.context(1, class_)
        self.add(1, self.batch(*commands, BATCH_END))
        self.enable(1)
        self.finish()

    def engine(self, name):
        """{name: value} of an engine's registers."""
        base, reg = BASE[name], self.c.reg
        return {"head": reg(base + 0x34), "tail": reg(base + 0x30), "start": reg(base + 0x38),
                "ctl": reg(base + 0x3c), "acthd": reg(base + 0x74) | reg(base + 0x5c) << 32,
                "bbaddr": reg(base + 0x140) | reg(base + 0x168) << 32, "ipehr": reg(base + 0x68),
                "instdone": reg(base + 0x6c), "mode": reg(base + 0x9c), "id": reg(base + 0x238),
                "sq": reg(base + 0x510)}

    def stands(self, *words):
        """Check that the device has printed a message "stands: ..." with these words. The message
        gives the command at which an engine has stopped."""
        lines = [line for line in self.c.log().splitlines() if "stands: " in line]
        expect(f"{words} in {lines[-3:]}", any(all(w in line for w in words) for line in lines))


def predication(device):
    """Check that MI_SET_PREDICATE and MI_PREDICATE disable the right commands and jumps."""
    gpu = Streamer(device)
    gpu.put(FLAG, *[0] * 8)
    at = gpu.batches
    store = [(STORE, FLAG + 4 * i, 0, i + 1) for i in range(8)]
    jump = BATCH_START | 1 << 15
    gpu.do(COPY, LOAD, RESULT, 0, SET_PREDICATE | 3, *store[0], SET_PREDICATE, *store[1],
           LOAD, 0x400, 5, LOAD, 0x404, 0, LOAD, 0x408, 5, LOAD, 0x40c, 0,
           PREDICATE | 2 << 6 | 2,		# 5 == 5
           SET_PREDICATE | 3, *store[2], SET_PREDICATE | 4, *store[3], SET_PREDICATE | 15, *store[4],
           SET_PREDICATE, PREDICATE | 3 << 6 | 1 << 3 | 2, *[jump, at, 0],	# 0: 1 and not 1
           *store[5])
    expect(f"stored values: {gpu.get(FLAG, 6)}", gpu.get(FLAG, 6) == (0, 2, 3, 0, 0, 6))
    expect("the device reports no fault", gpu.c.end() == 0)


def canonical(device):
    """Check that commands accept addresses of the upper half of the address space, in which bits
    63:48 are set like bit 47."""
    gpu = Streamer(device)
    gpu.put(FLAG, *[0] * 8)
    fill = [0x51000009 | 2 << 19, 15, 0, 1 << 16 | 4, FLAG + 16, UPPER, 0, 7, 0, 0, 0]
    gpu.do(COPY, STORE_PPGTT, FLAG, UPPER, 5, *fill)
    expect("a store to the upper half", gpu.get(FLAG)[0] == 5)
    expect("a fill of the upper half", gpu.get(FLAG + 16, 4) == (7, 7, 7, 7))
    expect("the device reports no fault", gpu.c.end() == 0)


def atomic(device):
    """Check that MI_ATOMIC is executed with inline operands or without operands."""
    gpu = Streamer(device)
    gpu.put(FLAG, 5, 0)
    gpu.do(COPY, ATOMIC_ADD | INLINE, FLAG, 0, 7, *[0] * 7, ATOMIC_INCREMENT, FLAG, 0)
    expect(f"the result {gpu.get(FLAG)}", gpu.get(FLAG, 2) == (13, 0))
    expect("the device reports no fault", gpu.c.end() == 0)


def unknown_atomic(device, header, *words):
    """Check that an MI_ATOMIC that the device does not model is a fault, and changes nothing."""
    gpu = Streamer(device)
    gpu.put(FLAG, 5, 0)
    gpu.context(1, COPY)
    gpu.add(1, gpu.batch(header, FLAG, 0, *words, BATCH_END))
    gpu.enable(1)
    gpu.stands("hangs", f"header={header:#010x}")
    expect(f"the memory {gpu.get(FLAG)}", gpu.get(FLAG, 2) == (5, 0))
    expect("the device reports a fault",
           gpu.c.end() == 1 and f"unknown MI command {header:#x} " in gpu.c.log())


def tiled(x, y, pitch, legacy):
    """Offset of the byte X of row Y in a tiled surface, calculated from the order of the address
    bits. LEGACY: TileY, else Tile4."""
    order = ("x0 x1 x2 x3 y0 y1 y2 y3 y4 x4 x5 x6" if legacy else
             "x0 x1 x2 x3 y0 y1 x4 x5 y2 x6 y3 y4").split()
    inside = sum((({"x": x, "y": y}[name[0]] >> int(name[1:])) & 1) << i
                 for i, name in enumerate(order))
    return (y // 32 * (pitch // 128) + x // 128) * 4096 + inside


def block_copy(device, profile):
    """Check that XY_BLOCK_COPY_BLT copies a rectangle at an offset from a linear to a tiled surface
    and back."""
    gpu = Streamer(device, profile)
    pitch, width, height = 512, 100, 70		# bytes, pixels of 4 bytes, rows
    start, tiles, back = SURFACES, SURFACES + 0x10000, SURFACES + 0x20000
    image = [(y << 16 | x) + 1 for y in range(80) for x in range(128)]
    gpu.put(start, *image)
    gpu.put(tiles, *[0] * 0x4000)
    gpu.put(back, *[0] * 0x4000)
    copy = 0x50400000 | 2 << 19 | (10 if profile == "tgl" else 20)
    rest = [0] * (0 if profile == "tgl" else 10)
    gpu.do(COPY,
           copy, 2 << 30 | pitch // 4 - 1, 3 << 16 | 5, 3 + height << 16 | 5 + width, tiles, 0, 0,
           4 << 16 | 6, pitch - 1, start, 0, 0, *rest,
           copy, pitch - 1, 0, height << 16 | width, back, 0, 2 << 16 | 1,
           3 << 16 | 5, 2 << 30 | pitch // 4 - 1, tiles, 0, 0, *rest)
    raw = struct.pack("<16384I", *gpu.get(tiles, 0x4000))
    wrong = [(x, y) for y in range(height) for x in range(width)
             if struct.unpack_from("<I", raw, tiled(4 * (x + 5), y + 3, pitch, profile == "tgl"))[0]
             != image[(y + 4) * 128 + x + 6]]
    expect(f"copy to the tiled surface: {len(wrong)} wrong pixels, {wrong[:3]}", not wrong)
    have = gpu.get(back, 128 * 80)
    wrong = [(x, y) for y in range(height) for x in range(width)
             if have[(y + 2) * 128 + x + 1] != image[(y + 4) * 128 + x + 6]]
    expect(f"copy back to linear: {len(wrong)} wrong pixels, {wrong[:3]}", not wrong)
    expect("no bytes outside the rectangle are written", sum(map(bool, have)) == width * height)
    expect("the device reports no fault", gpu.c.end() == 0)


def post_sync(device):
    """Check the writes at the end of a walker, an indirect walker and a flush (post-sync): an
    immediate value or timestamps."""
    gpu = Streamer(device, "lnl")
    gpu.put(FLAG, *[0] * 16)
    def walker(operation, at):
        words = [WALKER] + [0] * 39
        words[27:32] = operation, at, UPPER, 0x1234, 0x5678
        return words
    gpu.do(COMPUTE, *walker(1, FLAG), *walker(3, FLAG + 16), PIPE_CONTROL, 3 << 14 | 1 << 20, FLAG + 8,
           0, 0, 0, INDIRECT_DISPATCH, *[0] * 5, *walker(1, FLAG + 48)[1:])
    expect("the immediate", gpu.get(FLAG, 2) == (0x1234, 0x5678))
    expect("the immediate of the indirect walker", gpu.get(FLAG + 48, 2) == (0x1234, 0x5678))
    stamps = struct.unpack("<5Q", struct.pack("<10I", *gpu.get(FLAG + 8, 10)))
    expect("five timestamps", all(stamps) and stamps[0] >= stamps[4] and
           stamps[1] <= stamps[3] and stamps[2] <= stamps[4])
    expect("the device reports no fault", gpu.c.end() == 0)


def timestamps(device):
    """Check that a flush of a copy engine writes a timestamp of more than 32 bits, which agrees
    with the engine's timestamp registers."""
    gpu = Streamer(device, "lnl", "--manual-clock")
    gpu.c.order("advance 300000000")
    gpu.put(FLAG, *[0] * 4)
    gpu.do(COPY, FLUSH_TIMESTAMP, FLAG, UPPER, 0, 0)
    stamp = struct.unpack("<Q", struct.pack("<2I", *gpu.get(FLAG, 2)))[0]
    now = gpu.c.reg(BASE["bcs0"] + 0x358) | gpu.c.reg(BASE["bcs0"] + 0x35c) << 32
    expect(f"timestamp {stamp:#x}, register {now:#x}",
           stamp >> 32 == 1 and 0 <= now - stamp < 19200000)
    expect("the device reports no fault", gpu.c.end() == 0)


def idle_registers(device):
    """Check that the registers of an engine that is idle again keep the addresses and the id of its
    last context."""
    gpu = Streamer(device, "lnl")
    before = gpu.engine("bcs0")
    expect("registers of an engine that was not used",
           before["instdone"] == 0xfffffffe and before["ctl"] == 0)
    batch = gpu.batches
    gpu.do(COPY, ARB_CHECK)
    after = gpu.engine("bcs0")
    expect(f"registers of an idle engine: {after}",
           after["ctl"] == 0 and after["acthd"] == 0 and after["bbaddr"] == batch + 4 and
           after["instdone"] == 0xfffffffe and after["mode"] == 0x1200 and after["id"] == 1 << 7 and
           after["ipehr"] == 0 and after["head"] == after["tail"] == 16)
    expect("the device reports no fault", gpu.c.end() == 0)


def tiled_fill(device):
    """Check that XY_FAST_COLOR_BLT, with which drivers clear surfaces, fills a rectangle at an
    offset in a tiled surface."""
    gpu = Streamer(device, "lnl")
    pitch, width, height = 512, 100, 70
    gpu.put(SURFACES, *[0] * 0x4000)
    gpu.do(COPY, 0x51000009 | 2 << 19, 2 << 30 | pitch // 4 - 1, 3 << 16 | 5, 3 + height << 16 | 5 + width,
           SURFACES, 0, 0, 0xc0ffee, 0, 0, 0)
    raw = struct.pack("<16384I", *gpu.get(SURFACES, 0x4000))
    filled = {(x, y) for y in range(96) for x in range(128)
              if struct.unpack_from("<I", raw, tiled(4 * x, y, pitch, False))[0] == 0xc0ffee}
    expect("the rectangle is filled",
           filled == {(x, y) for x in range(5, 105) for y in range(3, 73)})
    expect("no bytes outside the rectangle are written",
           raw.count(b"\xee\xff\xc0") == width * height)
    expect("the device reports no fault", gpu.c.end() == 0)


def narrow_post_sync(device):
    """Check the post-sync write of COMPUTE_WALKER on a GPU before Xe2: its fields are one dword
    earlier in the command than on Xe2, and its timestamps have 32 bits."""
    gpu = Streamer(device, "mtl")
    gpu.put(FLAG, *[0] * 16)
    def walker(operation, at):
        words = [WALKER - 1] + [0] * 38
        words[26:31] = operation, at, UPPER, 0x1234, 0x5678
        return words
    gpu.do(COMPUTE, *walker(1, FLAG), *walker(3, FLAG + 16))
    expect("the immediate", gpu.get(FLAG, 2) == (0x1234, 0x5678))
    stamps = gpu.get(FLAG + 16, 5)
    expect(f"four timestamps: {stamps}", all(stamps[:4]) and not stamps[4])
    expect("the device reports no fault", gpu.c.end() == 0)


def where(device, profile, class_, order, commands, stop, second=False):
    """Let a batch stop at a command, and check that the engine's registers and the device's
    messages have this command. STOP is its index in COMMANDS, a list of tuples of dwords. ORDER is
    the control command that makes the GPU hang, or None if the batch waits at a semaphore. With
    SECOND, the commands are in a second level batch."""
    name = {RENDER: "rcs0", COPY: "bcs0", COMPUTE: "ccs0"}[class_]
    gpu = Streamer(device, profile)
    gpu.put(FLAG, 0)
    flat = [word for command in commands for word in command]
    inside = gpu.batch(*flat, BATCH_END)
    batch = gpu.batch(BATCH_START | 1 << 22, inside, 0, BATCH_END) if second else inside
    at = inside + 4 * sum(map(len, commands[:stop]))
    gpu.context(1, class_, preempt_us=50000)
    gpu.context(2, class_)
    saved = CONTEXTS + 0x3000 + 0x1000
    gpu.put(saved + 8, BASE[name] + 0x244)
    if order:
        gpu.c.order(order)
    gpu.add(1, batch)
    gpu.enable(1)
    have = gpu.engine(name)
    header = commands[stop][0]
    expect(f"the engine has stopped at {at:#x}: {have}",
           have["acthd"] == at and have["ipehr"] == header)
    expect("RING_BBADDR", have["bbaddr"] == (batch + 12 if second else at) | 1)
    lrca = CONTEXTS + 0x3000
    expect("the registers of the ring",
           have["start"] == lrca + 0x2000 and have["tail"] == 16 and have["head"] == 12 and
           have["sq"] == lrca | 0x119 and have["id"] == (1 << 5 if profile == "tgl" else 1 << 7))
    waits = header == SEMAPHORE
    expect("semaphore and idle bits", bool(have["ctl"] & 1 << 10) == waits and have["ctl"] & 1 and
           bool(have["mode"] & 1 << 9) == waits)
    expect("RING_INSTDONE has a busy unit", have["instdone"] != 0xfffffffe)
    expect("the image has the ring head of the last context switch",
           gpu.get(lrca + 0x1000 + 20)[0] == 0)
    if not waits:
        gpu.stands("hangs", "guc_id=1", f"engine={name}", "in=batch", f"address={at:#x}",
                   f"header={header:#010x}", *(["level=2"] if second else []))
    # At a semaphore the context can leave the engine for another context, but not while work hangs.
    if order:
        gpu.add(2, gpu.batch(BATCH_END))
        gpu.enable(2)
        gpu.wait_for(lambda: gpu.event(0x1008, 1))
        gpu.stands("reset", "guc_id=1", f"address={at:#x}")
        expect("a reset does not change the image",
               not any(gpu.get(saved + 4 * n)[0] for n in (5, 15, 0xc5)))
        if order != "hang bcs":		# the same work hangs again
            gpu.enable(1, 0)
            gpu.enable(1)
            expect("the same work hangs again", gpu.engine(name)["acthd"] == at)
    else:
        gpu.enable(1, 0)
        gpu.stands("waits", "guc_id=1", f"address={at:#x}")
        expect("a switch saves the head", gpu.get(saved + 20)[0] == 12)
        expect("a switch saves the address in the batch",
               gpu.get(saved + 4 * 13, 3)[::2] == (0, have["bbaddr"]))
        listed = profile == "lnl" and class_ != COPY
        expect("a switch saves IPEHR", gpu.get(saved + 4 * 0xc4, 2) ==
               ((BASE[name] + 0x68, header) if listed else (0, 0)))
        gpu.put(FLAG, gpu.get(at + 4)[0])
        gpu.enable(1)
        gpu.finish()
        expect("after the batch, bit 0 of BB_ADDR is clear", not gpu.get(saved + 4 * 15)[0] & 1)
    expect("the device reports no fault", gpu.c.end() == 0)


def stalled_in_ring(device):
    """Check that the streamer stops in the ring, at the flush after the batch, if the last work of
    the batch hangs."""
    gpu = Streamer(device, "lnl")
    gpu.context(1, COMPUTE)
    words = [WALKER] + [0] * 39
    words[27:32] = 1, FLAG, 0, 7, 7		# post-sync write
    gpu.put(FLAG, 0)
    walker = gpu.batch(*words, BATCH_END)
    lrca, flush = CONTEXTS + 0x3000, (PIPE_CONTROL, 1 << 20, 0, 0, 0, 0)
    gpu.put(lrca + 0x2000, BATCH_START, walker, 0, 0, *flush)
    gpu.put(lrca + 0x1000 + 4 * 7, 40)
    gpu.c.order("hang stall")
    gpu.enable(1)
    have = gpu.engine("ccs0")
    expect(f"the engine has stopped in the ring: {have}",
           have["acthd"] == 16 == have["head"] and have["ipehr"] == PIPE_CONTROL and
           not have["bbaddr"] & 1)
    expect("the walker has not ended", gpu.get(FLAG)[0] == 0)
    gpu.stands("hangs", "in=ring", f"address={lrca + 0x2010:#x}")
    gpu.stands("work", f"address={walker:#x}", f"header={WALKER:#010x}")
    expect("the device reports no fault", gpu.c.end() == 0)


def wraps(device):
    """Check that RING_HEAD and the context's image count the wraps of the ring."""
    gpu = Streamer(device, "lnl")
    gpu.context(1, COPY)
    gpu.put(FLAG, 0)
    good = gpu.batch(BATCH_END)
    gpu.add(1, good)
    gpu.enable(1)
    for _ in range(2 * 256 + 10):
        gpu.run(1, good)
    lrca = CONTEXTS + 0x3000
    expect("RING_HEAD in the image", gpu.get(lrca + 0x1000 + 20)[0] == 2 << 21 | 16 * 11)
    gpu.run(1, gpu.batch(SEMAPHORE, 1, FLAG, 0, BATCH_END))
    have = gpu.engine("bcs0")["head"]
    expect(f"the register RING_HEAD: {have:#x}", have == 2 << 21 | 16 * 11 + 12)
    expect("the device reports no fault", gpu.c.end() == 0)


def capture(device):
    """Check that the GuC, before an engine reset, saves the registers that the driver's lists in
    the ADS (additional data structures) contain."""
    gpu = Streamer(device, "lnl")
    # Three lists with two, one and three registers.
    lists = {0x119c: (0x14800, 0x9120), 0x111c: (0x7100,), 0x109c: (0x34, 0x68, 0x74)}
    at = LISTS
    gpu.put(ADS, *[0] * 0x480)
    for pointer, regs in lists.items():
        gpu.put(ADS + pointer, at)
        gpu.put(at, len(regs), *[word for reg in regs for word in (reg, 0, 2 if reg == 0x7100 else 0, 0)])
        at += 256
    gpu.reg(0xc180 + 4 * 5, ADS >> 12 << 1)
    gpu.open_transport()
    gpu.context(1, RENDER, preempt_us=50000)
    gpu.context(2, RENDER)
    draw = gpu.batch(PRIMITIVE, *[0] * 6, BATCH_END)
    gpu.c.order("hang draw")
    gpu.add(1, draw)
    gpu.enable(1)
    gpu.add(2, gpu.batch(BATCH_END))
    gpu.enable(2)
    gpu.wait_for(lambda: gpu.event(0x1008, 1))
    image = gpu.image("capture")
    state = struct.unpack_from("<9I", image, 72)
    words = struct.unpack_from(f"<{state[3] // 4}I", image, 0x1000 + 0x10000 + 0x4000)
    expect("the size of the capture",
           state[2] == 0 and state[3] == state[5] == 4 * (2 + 3 * 5 + 4 * 6))
    none, lrca = 0xffffffff, CONTEXTS + 0x3000
    want = [0, 3, 0, 0, none, none, 2, 0x14800, gpu.c.reg(0x14800), 0, 0, 0x9120, 4, 0, 0,
            0, 1, none, none, 1, 0x7100, none, 2, 0,
            0, 2, lrca, 1, 3, 0x34, 12, 0, 0, 0x68, PRIMITIVE, 0, 0, 0x74, draw, 0, 0]
    expect(f"the dwords of the capture: {[f'{w:x}' for w in words]}", list(words) == want)
    expect("the device reports no fault", gpu.c.end() == 0)


def listed_engines(profile):
    """The engines that xe must find, by the "expect" lines of a profile: a list for each GT."""
    with open(f"{PROFILES}/{profile}.gpu", encoding="ascii") as f:
        return [line.split()[3:] for line in f if re.match(r"expect gt\d engines ", line)]


def engines(device, profile, gts):
    """Check that the device has exactly the engines that xe finds, and that each engine of the
    first GT runs a batch of a context that may run only on this engine."""
    gpu = Gpu(device, profile)
    if len(gts) > 1:			# boot the media GT's GuC too
        gpu.reg(0x38c300, 0x10000, 0)
        gpu.reg(0x38c314, 0x110011)
    for gt, listed in enumerate(gts):
        names = [f"{name}{i}" for name in CLASSES for i in range(9)]
        have = [name for name in names if gpu.c.order(f"fail {name} {gt}") == "ok"]
        expect(f"GT {gt} has {have}", sorted(have) == sorted(listed + ["gsccs0"] * gt))
    for guc_id, name in enumerate(gts[0]):
        class_ = CLASSES.index(name.rstrip("0123456789"))
        first = [n.rstrip("0123456789") for n in gts[0]].index(CLASSES[class_])
        gpu.put(FLAG, 0)
        gpu.context(guc_id, class_, mask=1 << guc_id - first)
        gpu.add(guc_id, gpu.batch(STORE, FLAG, 0, guc_id + 1, BATCH_END))
        gpu.enable(guc_id)
        expect(f"{name} runs a batch", gpu.get(FLAG)[0] == guc_id + 1)
        expect(f"{name} is the engine of the context",
               f" {guc_id}:{name}:idle" in gpu.c.order("contexts"))
    expect("the device reports no fault", gpu.c.end() == 0)


def quarter_fused_off(device):
    """Check that a DG2 lacks a compute engine if the quarter of the DSS that belongs to this engine
    is fused off."""
    with open(f"{PROFILES}/dg2.gpu", encoding="ascii") as f, \
         tempfile.TemporaryDirectory() as folder:
        text = re.sub(r"(0x913c|0x9144) 0xffffffff", r"\1 0xffff00f0", f.read())
        with open(f"{folder}/dg2.gpu", "w", encoding="ascii") as less:
            less.write(text)
        engines(device, f"{folder}/dg2",
                [[name for name in listed_engines("dg2")[0] if name != "ccs1"]])


def main():
    if len(sys.argv) != 2:
        print("usage: streamer.py DEVICE", file=sys.stderr)
        return 2
    device = sys.argv[1]
    primitive, walker = (PRIMITIVE, *[0] * 6), (WALKER, *[0] * 39)
    fill = (0x51000009 | 2 << 19, 15, 0, 1 << 16 | 4, FLAG + 16, 0, 0, 7, 0, 0, 0)
    blit = (0x50400014 | 2 << 19, 15, 0, 1 << 16 | 4, FLAG + 16, 0, 0, 0, 15, FLAG, *[0] * 12)
    stall = (PIPE_CONTROL, 1 << 20, 0, 0, 0, 0)
    store, arb = (STORE, FLAG + 8, 0, 1), (ARB_CHECK,)
    wait = (SEMAPHORE, 1, FLAG, 0)
    return cases.run([
        ("predication", predication, device),
        ("canonical", canonical, device),
        ("atomic", atomic, device),
        ("atomic_of_registers", unknown_atomic, device, ATOMIC_ADD),
        ("atomic_of_16_bytes", unknown_atomic, device, 0x17c04e01 | INLINE, *[7] * 8),
        ("block_copy_tile_y", block_copy, device, "tgl"),
        ("block_copy_tile_4", block_copy, device, "lnl"),
        ("post_sync", post_sync, device),
        ("narrow_post_sync", narrow_post_sync, device),
        ("tiled_fill", tiled_fill, device),
        ("timestamps", timestamps, device),
        ("idle_registers", idle_registers, device),
        ("hang_draw", where, device, "tgl", RENDER, "hang draw", [store, arb, primitive, store], 2),
        ("hang_walker", where, device, "lnl", COMPUTE, "hang draw", [store, walker, store], 1),
        ("hang_copy", where, device, "lnl", COPY, "hang copy", [fill, blit, store], 1),
        ("hang_mem_copy", where, device, "lnl", COPY, "hang copy",
         [fill, (0x56800008, 15, 0, 15, 15, FLAG, 0, FLAG + 16, 0, 0), store], 1),
        ("hang_third_draw", where, device, "tgl", RENDER, "hang draw 1 2",
         [primitive, primitive, arb, primitive], 3),
        ("hang_stall", where, device, "lnl", RENDER, "hang stall", [primitive, store, stall], 2),
        ("hang_barrier", where, device, "lnl", COMPUTE, "hang stall",
         [walker, store, (0xac000003, 0, 0, 0, 0), stall], 2),
        ("hang_batch", where, device, "lnl", COPY, "hang bcs", [store, arb], 0),
        ("hang_second_level", where, device, "lnl", COMPUTE, "hang draw", [arb, walker], 1, True),
        ("hang_before_a_wait", where, device, "lnl", COMPUTE, "hang stall", [walker, store, wait], 2),
        ("semaphore", where, device, "lnl", COPY, None, [store, wait, arb], 1),
        ("semaphore_compute", where, device, "lnl", COMPUTE, None, [store, wait, arb], 1),
        ("semaphore_second_level", where, device, "lnl", RENDER, None, [store, wait, arb], 1, True),
        ("semaphore_render", where, device, "tgl", RENDER, None, [wait, store], 0),
        ("stalled_in_ring", stalled_in_ring, device),
        ("wraps", wraps, device),
        ("capture", capture, device),
        ("quarter_fused_off", quarter_fused_off, device),
    ] + [(f"engines_{name}", engines, device, name, listed_engines(name)) for name in
         sorted(file[:-4] for file in os.listdir(PROFILES) if file.endswith(".gpu"))])


if __name__ == "__main__":
    sys.exit(main())
