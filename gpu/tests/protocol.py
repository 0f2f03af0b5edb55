#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""protocol.py DEVICE -- test the emulated GPU with a vfio-user client, without a guest.

The client sends the messages of QEMU, checks registers, control commands, interrupts, memory
and the log, and sends malformed messages.  The output is KTAP.
"""
import os
import struct
import subprocess
import sys
import time

import cases
import expect as expect_log
from cases import expect
from client import (CONFIG, DEVICE_INFO, DMA_MAP, DMA_READ, DMA_UNMAP, GSM, HEADER, IRQ_INFO,
                    PROFILES, REGION_INFO, REGION_READ, REGION_WRITE, RESET, SET_IRQS, VERSION,
                    Client, Driver, dma_map, memory)

def hello(c):
    error, body, _ = c.call(VERSION, struct.pack("<HH", 0, 0) + b"{}\0")
    expect("version 0.0 is accepted", not error and body[:4] == bytes(4))


def a_good_client(device):
    """Check the replies to valid requests of a client (regions, registers, pcode, VRAM, guest
    memory, control commands). After the refused mapping, the exit status must be 1."""
    c = Client(device, "bmg")
    hello(c)
    error, body, _ = c.call(DEVICE_INFO, struct.pack("<4I", 16, 0, 0, 0))
    expect("device info", not error and struct.unpack("<4I", body) == (16, 3, 9, 5))
    error, body, fds = c.call(REGION_INFO, struct.pack("<4IQQ", 64, 0, 0, 0, 0, 0))
    info = struct.unpack("<4IQQ", body[:32])
    expect("BAR 0 is 16 MiB, and its GSM can be mapped", not error and info[4] == 1 << 24 and
           len(fds) == 1 and struct.unpack("<QQ", body[48:64]) == (GSM, GSM))
    error, body, fds = c.call(REGION_INFO, struct.pack("<4IQQ", 32, 0, 2, 0, 0, 0))
    expect("BAR 2 has room for 12 GiB", not error and
           struct.unpack("<4IQQ", body)[4] == 16 << 30 and len(fds) == 1)
    expect("PCI id", c.read(CONFIG, 0, 4) == struct.pack("<HH", 0x8086, 0xe20b))
    expect("GMD_ID", c.reg(0xd8c) == 20 << 22 | 1 << 14 | 4)
    # 0x8800 has the start of the compression metadata (flat CCS) in VRAM, divided by the six L3
    # nodes. As xe requires, the metadata ends where the memory of the GGTT begins.
    ccs = 6 * (c.reg(0x8800) & ~63 | c.reg(0x8804) << 32)
    gsm = c.reg(0x108100) | c.reg(0x108104) << 32
    expect("the end of VRAM has the tables",
           gsm - ccs == (12 << 30) // 512 and not ccs % (128 << 10) and
           (12 << 30) - gsm in range(16 << 20, 18 << 20))
    expect("a fuse cannot be written",
           not c.write(0, 0x913c, bytes(4)) and c.reg(0x913c) == 0xfffff)
    c.write(0, 0xa188, struct.pack("<I", 0x00010001))
    expect("forcewake is granted", c.reg(0xdfc) == 1)
    expect("the GuC is in reset", c.reg(0xc000) == 1)
    expect("a part of a register can be read", c.read(0, 0x913d, 2) == b"\xff\x0f")
    for command, data in (0x7e, 1), (0x7c, 0):
        c.write(0, 0x138128, struct.pack("<II", 5, 5))
        c.write(0, 0x138124, struct.pack("<I", 1 << 31 | command))
        expect(f"the answer of pcode to command {command:#x}",
               [c.reg(o) for o in (0x138124, 0x138128, 0x13812c)] == [0, data, 0])
    c.write(0, 0x7ff000, b"1234")
    expect("a doorbell does not keep a write",
           c.read(0, 0x7ff000, 8) == bytes.fromhex("efbeadde") * 2)
    c.write(2, 0x1000, b"vram")
    expect("VRAM keeps a write", c.read(2, 0x1000, 4) == b"vram")
    fd = memory(65536)
    expect("guest memory is mapped", not dma_map(c, 0x100000, 65536, fd))
    expect("overlapping guest memory is refused", dma_map(c, 0x108000, 4096, fd))
    expect("guest memory is unmapped",
           not c.call(DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 0x100000, 65536))[0])
    expect("an order is answered", c.order("stats").startswith("ok reads="))
    expect("an invalid order is refused", c.order("events many").startswith("error usage"))
    expect("an order with too many words is refused",
           c.order("stats 1 2 3 4 5 6 7 8").startswith("error usage"))
    expect("an image outside the directory is refused", c.order("image ../x").startswith("error"))
    # The overlapping mapping was a fault, and the device runs without --lenient.
    expect("after a fault, the exit status is 1", c.end() == 1 and "fault: protocol" in c.log())


def a_trapped_vram(device):
    """Check that with --trap-vram each read of VRAM is a message, that the device counts these
    reads by size, and that the control command "delay" makes them slow."""
    c = Client(device, "bmg", "--trap-vram")
    hello(c)
    error, body, fds = c.call(REGION_INFO, struct.pack("<4IQQ", 32, 0, 2, 0, 0, 0))
    expect("VRAM cannot be mapped", not error and not fds and
           not struct.unpack("<4IQQ", body)[1] & 4)
    c.write(2, 0, b"abcdefgh")
    expect("VRAM can be read", c.read(2, 0, 8) == b"abcdefgh" and c.read(2, 4, 4) == b"efgh")
    c.read(2, 0, 1)
    expect("reads are counted", c.order("vram") ==
           "ok read1=1 read2=0 read4=1 read8=1 more=0 writes=1")
    c.order("delay 5000")
    start = time.monotonic()
    c.read(2, 0, 8)
    expect("a read takes as long as ordered", time.monotonic() - start >= 0.005)
    expect("the device reports no fault", c.end() == 0)
    c = Client(device, "bmg", "--trap-vram", "--manual-clock")
    hello(c)
    c.order("delay 5000")
    expect("a read does not wait for a manual clock", c.read(2, 0, 8) == bytes(8))
    expect("the device with a manual clock reports no fault", c.end() == 0)


def a_quiet_client(device):
    """Check that an integrated GPU accepts a reset, an eventfd for its MSI, a removal and a return,
    without a fault."""
    c = Client(device, "tgl")
    hello(c)
    expect("BAR 2 of an integrated GPU can be read", c.read(2, 0, 4) == bytes(4))
    expect("a reset succeeds", not c.call(RESET)[0])
    efd = os.eventfd(0, os.EFD_NONBLOCK) if hasattr(os, "eventfd") else None
    if efd is not None:
        body = struct.pack("<5I", 20, 4 | 32, 1, 0, 1)
        expect("an eventfd for the MSI is accepted", not c.call(SET_IRQS, body, [efd])[0])
    expect("guest memory is mapped", not dma_map(c, 0, 4096, memory(4096)))
    expect("a removed device reads as ones",
           c.order("remove") == "ok" and c.read(CONFIG, 0, 4) == b"\xff" * 4 and
           c.reg(0x913c) == 0xffffffff)
    expect("guest memory of a removed device is unmapped",
           not c.call(DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 0, 4096))[0])
    expect("a device that was returned can be read",
           c.order("return") == "ok" and c.read(CONFIG, 0, 2) == b"\x86\x80" and
           c.reg(0x913c) != 0xffffffff)
    expect("the device reports no fault", c.end() == 0)


def seeded_log(device):
    """Check the log buffer in several states: its content must be equal to the output of a second
    implementation of the seeded events (expect.py)."""
    d = Driver(device, "--seed", "7")
    d.boot()
    expect("after a boot without a log buffer, there is no log", "base=0 " in d.c.order("state"))
    d.reg(0xc180 + 4, 0x80000 | 1 | 15 << 6 | 3 << 4 | 3 << 10)
    d.reg(0x941c, 1)
    d.boot()
    steps = (("boot", (), 100), ("more", ("events 1234",), 1334),
             ("wrapped", ("wrap", "events 148"), 3276 + 1 + 148))
    for name, orders, written in steps:
        for order in orders:
            d.c.order(order)
        image = d.image(name)
        head = expect_log.states(image)[0]
        data, write, wrap = expect_log.ring(0x10000, 7, written)
        expect(f"{name}: the pointers", (head["write_ptr"], head["wrap_offset"]) == (write, wrap))
        expect(f"{name}: the events", expect_log.ordered(image, head) == data)
    for i, state in enumerate(expect_log.states(image)):
        expect(f"state {i}", (state["marker0"], state["marker1"]) == expect_log.MARKERS[i] and
               state["version"] == 2)
    d.c.order("crash")
    d.c.order("capture 4024")
    image = d.image("crash")
    crash, capture = image[0x11000:0x15000], image[0x15000:0x15000 + 4024]
    expect("the crash dump", crash == expect_log.words(7 ^ 0x6372617368, 0x4000))
    expect("the state capture", capture == expect_log.words(7 ^ 0x63617074, 4024))
    expect("events without data are sent", [d.c.order("crash notify"), d.c.order("flush")] ==
           ["ok", "ok"])
    d.c.order("torn on")
    d.c.order("wrap")
    expect("with torn, a wrap does not update wrap_offset",
           expect_log.states(d.image("torn"))[0]["write_ptr"] == 20)
    for form, (version, keys) in LIC_FORMS.items():
        d.c.order(f"lic {form}")
        have = expect_log.lic(d.image("lic"))
        expect(f"LIC {form}", have[0] == version and list(have[1]) == keys and
               (not keys or have[1][3] == (19200,)) and
               (form == "long") == (bool(keys) and len(have[1][2]) == 3))
    d.c.order("ready never")
    d.reg(0x941c, 1)
    d.boot()
    expect("a GuC that is not ready", " running=0 " in d.c.order("state") and
           d.c.reg(0xc000) >> 8 & 0xff == 0)
    expect("the log causes no fault", d.c.end() == 0)


# {form of the LIC: (version, keys)}
LIC_FORMS = {"good": (0x10000, [1, 2, 3, 4, 5]), "minor": (0x10001, [1, 2, 3, 4, 5, 6]),
             "major": (0x20000, [1, 2, 3, 4, 5]), "long": (0x10000, [1, 2, 3, 4, 5]),
             "unknown": (0x10000, [1, 0x7ff, 2, 3, 4, 5, 6]), "missing": (None, [])}


# {kind of fault: functions that each cause one fault of this kind}
FAULTS = {
    "register": [lambda d: d.c.read(0, 0x3ff0, 4), lambda d: d.reg(0x1f0000, 1)],
    "gtt": [lambda d: d.boot(0xf0000000)],
    "action": [lambda d: (d.boot(), d.message(0x7777)),
               lambda d: (d.boot(), d.message(0x4502)),
               lambda d: (d.open_transport(), d.send(0x7777)),
               lambda d: (d.open_transport(), d.send(0x4502, 0, 1)),
               lambda d: (d.open_transport(), d.send(0x1000, 99)),
               # register a compute context; this GPU (tgl) has no compute engine
               lambda d: (d.open_transport(), d.send(0x4502, 0, 7, 4, 1, 0, 0, 0, 0, 0, 0x30000))],
    "channel": [lambda d: (d.open_transport(), d.put(0x20004, 1024), d.reg(0x1901f0, 1)),
                lambda d: (d.open_transport(), d.put(0x21000, 200), d.put(0x20004, 3),
                           d.reg(0x1901f0, 1))],
    "command": [lambda d: d.run_ring(0x20000000, 0), lambda d: d.run_ring(0x1f800000, 0)],
    "protocol": [lambda d: d.c.call(DMA_READ, bytes(16))],
}


def strict(device, kind, commit):
    """Check that after a fault the device exits with status 1, or with --lenient with status 0."""
    for options, status, word in (((), 1, "fault"), (("--lenient",), 0, "lenient")):
        d = Driver(device, *options)
        commit(d)
        expect(f"{kind}: the message is a {word} of this kind",
               d.c.end() == status and f"{word}: {kind}: " in d.c.log())


def no_fault(device):
    """Check that a ring with only two MI_NOOP commands is executed without a fault."""
    d = Driver(device)
    d.run_ring(0, 0)
    expect("MI_NOOP commands in a ring are not a fault", d.c.end() == 0)


def hostile(device):
    """Check that the device refuses malformed requests and continues to work, and that it closes
    the connection after a header with an invalid size."""
    c = Client(device, "tgl", "--lenient")
    hello(c)
    tiny = memory(4096)
    cases = {
        "an unknown command": (200, b"", ()),
        "a short DMA map": (DMA_MAP, bytes(8), ()),
        "a map beyond its file": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 8192), [tiny]),
        "a map that wraps": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 2**64 - 4096, 8192), [tiny]),
        "an offset that wraps": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 2**64 - 1, 0, 4096), [tiny]),
        "an empty map": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 0), [tiny]),
        "an unmap of nothing": (DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 5, 5), ()),
        "an unknown region": (REGION_INFO, struct.pack("<4IQQ", 32, 0, 77, 0, 0, 0), ()),
        "an unknown interrupt": (IRQ_INFO, struct.pack("<4I", 16, 0, 9, 0), ()),
        "2^32 - 1 interrupts": (SET_IRQS, struct.pack("<5I", 20, 36, 1, 0, 2**32 - 1), ()),
        "a read of 4 GiB": (REGION_READ, struct.pack("<QII", 0, 0, 2**32 - 1), ()),
        "a read past the end": (REGION_READ, struct.pack("<QII", 1 << 24, 0, 4), ()),
        "a read at 2^64": (REGION_READ, struct.pack("<QII", 2**64 - 2, 0, 4), ()),
        "a read of the ROM": (REGION_READ, struct.pack("<QII", 0, 6, 4), ()),
        "a write without its data": (REGION_WRITE, struct.pack("<QII", 0, 0, 400), ()),
        "a write past PCI's end":
            (REGION_WRITE, struct.pack("<QII", 255, CONFIG, 4) + bytes(4), ()),
        "a DMA read by the client": (DMA_READ, bytes(16), ()),
    }
    for what, (command, body, fds) in cases.items():
        expect(f"{what} is refused", c.call(command, body, fds)[0] != 0)
    expect("the device still works", c.read(CONFIG, 0, 2) == b"\x86\x80")
    c.sock.sendall(HEADER.pack(1, REGION_READ, 2**32 - 1, 0, 0))
    try:
        c.receive(1)
        expect("a header with a size of 4 GiB ends the connection", False)
    except (EOFError, ConnectionError):
        expect("a header with a size of 4 GiB ends the connection", True)
    expect("a lenient device exits with status 0", c.end() == 0)


def wrong_dialects(device):
    """Check that the device refuses dialects that PROTOCOL.rst does not define."""
    for text in "", "x", "1,words", "1,foreign=", "1,foreign=x", "1,foreign=100000":
        done = subprocess.run([device, "--profile", f"{PROFILES}/tgl.gpu", "--socket", "/nonexistent/gpu",
                               "--dialect", text], stderr=subprocess.PIPE, text=True, check=False)
        expect(f"the dialect '{text}' is refused",
               done.returncode != 0 and "not of the form SEED[,WORD...]" in done.stderr)


def main():
    if len(sys.argv) != 2:
        print("usage: protocol.py DEVICE", file=sys.stderr)
        return 2
    device = sys.argv[1]
    listed = [(test.__name__, test, device) for test in
              (a_good_client, a_trapped_vram, a_quiet_client, seeded_log, no_fault, hostile,
               wrong_dialects)]
    listed += [(f"fault_{kind}_{i}", strict, device, kind, commit)
               for kind, ways in FAULTS.items() for i, commit in enumerate(ways)]
    return cases.run(listed)


sys.exit(main())
