#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""protocol.py DEVICE -- a client of the emulated GPU, without a guest: vfio-user,
then the protocol of x-pci-proxy-dev.

Asks what QEMU asks, looks at registers, orders, interrupts and memory, and then
says what no client may say.  The last line is "N passed, N failed".
"""
import array
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time

GPU = os.path.dirname(os.path.abspath(__file__))
HEADER = struct.Struct("<HHIII")
VERSION, DMA_MAP, DMA_UNMAP, DEVICE_INFO, REGION_INFO = 1, 2, 3, 4, 5
IRQ_INFO, SET_IRQS, REGION_READ, REGION_WRITE, DMA_READ, RESET = 7, 8, 9, 10, 11, 13
GSM, CONFIG = 0x800000, 7
SYSMEM, RETURN, CONFIG_WRITE, CONFIG_READ, BAR_WRITE, BAR_READ, _, PROXY_RESET = range(8)


class Client:
    """A device of its own, and a connection to it."""

    def __init__(self, device, profile, *options):
        self.dir = tempfile.TemporaryDirectory()
        path = f"{self.dir.name}/gpu"
        self.child = subprocess.Popen(
            [device, "--profile", f"{GPU}/profiles/{profile}.gpu", "--socket", path,
             "--images", self.dir.name, *options],
            stderr=open(f"{self.dir.name}/log", "w", encoding="ascii"))
        for _ in range(1000):
            if os.path.exists(path):
                break
            time.sleep(0.02)
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(path)
        self.control = socket.socket(socket.AF_UNIX)
        self.control.connect(path + ".ctl")
        self.next = 0

    def receive(self, n):
        data, fds = b"", array.array("i")
        while len(data) < n:
            part, extra, _, _ = self.sock.recvmsg(n - len(data), socket.CMSG_SPACE(32))
            if not part:
                raise EOFError
            for _, _, raw in extra:
                fds.frombytes(raw)
            data += part
        return data, list(fds)

    def call(self, command, body=b"", fds=()):
        """The reply: error, body, descriptors."""
        self.next += 1
        head = HEADER.pack(self.next, command, HEADER.size + len(body), 0, 0)
        aux = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self.sock.sendmsg([head, body], aux)
        head, got = self.receive(HEADER.size)
        ident, _, size, flags, error = HEADER.unpack(head)
        assert ident == self.next and flags & 1 and bool(flags & 0x20) == bool(error)
        body = self.receive(size - HEADER.size)[0] if size > HEADER.size else b""
        return error, body, got

    def read(self, region, offset, n):
        error, body, _ = self.call(REGION_READ, struct.pack("<QII", offset, region, n))
        return None if error else body[16:]

    def write(self, region, offset, data):
        body = struct.pack("<QII", offset, region, len(data)) + data
        return self.call(REGION_WRITE, body)[0]

    def reg(self, offset):
        return struct.unpack("<I", self.read(0, offset, 4))[0]

    def order(self, line):
        self.control.sendall(line.encode() + b"\n")
        return self.control.recv(600).decode().strip()

    def end(self):
        """The device's exit status."""
        self.sock.close()
        self.control.close()
        return self.child.wait(10)

    def log(self):
        with open(f"{self.dir.name}/log", encoding="ascii") as f:
            return f.read()


class ProxyClient(Client):
    """The same with QEMU's older protocol; and its test interface."""

    def __init__(self, device, profile, *options):
        super().__init__(device, profile, "--transport", "proxy", *options)
        self.qtest = socket.socket(socket.AF_UNIX)
        self.qtest.connect(f"{self.dir.name}/gpu.qtest")
        self.qtest.settimeout(5)

    def send(self, command, body=b"", fds=()):
        aux = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        self.sock.sendmsg([struct.pack("<IIQ", command, 0, len(body)), body], aux)

    def ask(self, command, body=b""):
        self.send(command, body)
        head, _ = self.receive(16)
        assert struct.unpack("<IIQ", head) == (RETURN, 0, 8)
        return struct.unpack("<Q", self.receive(8)[0])[0]

    def config(self, offset, n, value=None):
        command = CONFIG_READ if value is None else CONFIG_WRITE
        return self.ask(command, struct.pack("<IIi", offset, value or 0, n))

    def bar(self, address, n, value=None, memory=True):
        command = BAR_READ if value is None else BAR_WRITE
        return self.ask(command, struct.pack("<QQI?3x", address, value or 0, n, memory))

    def sysmem(self, start, size, offset, fd):
        pad = [0] * 7
        self.send(SYSMEM, struct.pack("<24Q", start, *pad, size, *pad, offset, *pad), [fd])

    def end(self):
        self.qtest.close()
        return super().end()


PASSED = FAILED = 0


def expect(what, truth):
    global PASSED, FAILED
    if truth:
        PASSED += 1
    else:
        FAILED += 1
        print(f"not true: {what}")


def hello(c):
    error, body, _ = c.call(VERSION, struct.pack("<HH", 0, 0) + b"{}\0")
    expect("version 0.0 is accepted", not error and body[:4] == bytes(4))


def memory(size):
    fd = os.memfd_create("guest")
    os.ftruncate(fd, size)
    return fd


def dma_map(c, start, size, fd=None, offset=0):
    body = struct.pack("<IIQQQ", 32, 3, offset, start, size)
    return c.call(DMA_MAP, body, [] if fd is None else [fd])[0]


def a_good_client(device):
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
    # As xe adds it up: six L3 nodes' shares end where the page table begins.
    ccs = 6 * (c.reg(0x8800) & ~63 | c.reg(0x8804) << 32)
    gsm = c.reg(0x108100) | c.reg(0x108104) << 32
    expect("VRAM ends in tables", gsm - ccs == (12 << 30) // 512 and not ccs % (128 << 10) and
           (12 << 30) - gsm in range(16 << 20, 18 << 20))
    expect("a fuse cannot be written",
           not c.write(0, 0x913c, bytes(4)) and c.reg(0x913c) == 0xfffff)
    c.write(0, 0xa188, struct.pack("<I", 0x00010001))
    expect("forcewake is granted", c.reg(0xdfc) == 1)
    expect("the GuC is in reset", c.reg(0xc000) == 1)
    expect("part of a register", c.read(0, 0x913d, 2) == b"\xff\x0f")
    c.write(2, 0x1000, b"vram")
    expect("VRAM", c.read(2, 0x1000, 4) == b"vram")
    fd = memory(65536)
    expect("guest memory is mapped", not dma_map(c, 0x100000, 65536, fd))
    expect("and not twice", dma_map(c, 0x108000, 4096, fd))
    expect("unmap", not c.call(DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 0x100000, 65536))[0])
    expect("an order", c.order("stats").startswith("ok reads="))
    expect("an order that makes no sense", c.order("events many").startswith("error usage"))
    expect("an image that leaves its folder", c.order("image ../x").startswith("error"))
    # Mapping twice was a fault: the strict device tells.
    expect("a fault fails the run", c.end() == 1 and "fault: protocol" in c.log())


def a_quiet_client(device):
    c = Client(device, "tgl")
    hello(c)
    expect("BAR 2 of an integrated GPU", c.read(2, 0, 4) == bytes(4))
    expect("reset", not c.call(RESET)[0])
    efd = os.eventfd(0, os.EFD_NONBLOCK) if hasattr(os, "eventfd") else None
    if efd is not None:
        body = struct.pack("<5I", 20, 4 | 32, 1, 0, 1)
        expect("an eventfd for the MSI", not c.call(SET_IRQS, body, [efd])[0])
    expect("guest memory", not dma_map(c, 0, 4096, memory(4096)))
    expect("removed", c.order("remove") == "ok" and c.read(CONFIG, 0, 4) == b"\xff" * 4 and
           c.reg(0x913c) == 0xffffffff)
    expect("an unmap after that", not c.call(DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 0, 4096))[0])
    expect("back", c.order("return") == "ok" and c.read(CONFIG, 0, 2) == b"\x86\x80" and
           c.reg(0x913c) != 0xffffffff)
    expect("nobody complained", c.end() == 0)


class Driver:
    """As much of a driver as it takes to do something wrong to a GuC."""

    def __init__(self, device, *options):
        self.c = Client(device, "tgl", *options)
        self.c.call(VERSION, struct.pack("<HH", 0, 0) + b"{}\0")
        self.fd = memory(1 << 20)
        dma_map(self.c, 0, 1 << 20, self.fd)
        for page in range(256):
            self.c.write(0, GSM + 8 * page, struct.pack("<Q", page << 12 | 1))

    def put(self, at, *dwords):
        os.pwrite(self.fd, struct.pack(f"<{len(dwords)}I", *dwords), at)

    def reg(self, offset, *values):
        for i, v in enumerate(values):
            self.c.write(0, offset + 4 * i, struct.pack("<I", v))

    def boot(self, firmware=0x10000):
        """Upload: the header's module type and version are all that is read."""
        self.put(0x10000, 6)
        self.reg(0xc300, firmware, 0)
        self.reg(0xc314, 0x110011)

    def message(self, *dwords):
        self.reg(0x190240, *dwords, *[0] * (4 - len(dwords)))
        self.reg(0x1901f0, 1)

    def open_transport(self):
        self.boot()
        for key, value in ((0x902, 0x21000), (0x903, 0x20000), (0x904, 4096),
                           (0x905, 0x23000), (0x906, 0x22000), (0x907, 4096)):
            self.message(0x508, key << 16 | 2, value, 0)
        self.message(0x4509, 1)
        self.tail = 0

    def send(self, *hxg):
        self.put(0x21000 + 4 * self.tail, len(hxg), *hxg)
        self.tail += 1 + len(hxg)
        self.put(0x20004, self.tail)
        self.reg(0x1901f0, 1)

    def run_ring(self, *commands):
        """A context whose ring holds these."""
        self.open_transport()
        lrc = 0x31000
        self.put(0x40000, *commands)
        self.put(lrc + 4 * 5, 0)
        self.put(lrc + 4 * 7, 4 * len(commands))
        self.put(lrc + 4 * 9, 0x40000)
        self.put(lrc + 4 * 11, 0)
        self.send(0x4502, 0, 7, 0, 1, 0, 0, 0, 0, 0, lrc - 0x1000)
        self.send(0x1001, 7, 1)


# Each does one thing that neither a GPU nor its driver may do.
CRIMES = {
    "register": [lambda d: d.c.read(0, 0x3ff0, 4), lambda d: d.reg(0x1f0000, 1)],
    "gtt": [lambda d: d.boot(0xf0000000)],
    "action": [lambda d: (d.boot(), d.message(0x7777)),
               lambda d: (d.boot(), d.message(0x4502)),
               lambda d: (d.open_transport(), d.send(0x7777)),
               lambda d: (d.open_transport(), d.send(0x4502, 0, 1)),
               lambda d: (d.open_transport(), d.send(0x1000, 99))],
    "channel": [lambda d: (d.open_transport(), d.put(0x20004, 1024), d.reg(0x1901f0, 1)),
                lambda d: (d.open_transport(), d.put(0x21000, 200), d.put(0x20004, 3),
                           d.reg(0x1901f0, 1))],
    "command": [lambda d: d.run_ring(0x20000000, 0), lambda d: d.run_ring(0x1f800000, 0)],
    "protocol": [lambda d: d.c.call(DMA_READ, bytes(16))],
}


def strict(device):
    """A strict device ends with 1 after any of them, a lenient one with 0."""
    d = Driver(device)
    d.run_ring(0, 0)
    expect("a ring of nothing is no crime", d.c.end() == 0)
    for kind, ways in CRIMES.items():
        for i, crime in enumerate(ways):
            for options, status, word in (((), 1, "fault"),
                                          (("--lenient",), 0, "lenient")):
                d = Driver(device, *options)
                crime(d)
                expect(f"{kind} {i} is a {word} of its kind",
                       d.c.end() == status and f"{word}: {kind}: " in d.c.log())


def hostile(device):
    c = Client(device, "tgl", "--lenient")
    hello(c)
    tiny = memory(4096)
    cases = {
        "a command that there is not": (200, b"", ()),
        "a short DMA map": (DMA_MAP, bytes(8), ()),
        "a map beyond its file": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 8192), [tiny]),
        "a map that wraps": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 2**64 - 4096, 8192), [tiny]),
        "an offset that wraps": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 2**64 - 1, 0, 4096), [tiny]),
        "an empty map": (DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 0), [tiny]),
        "an unmap of nothing": (DMA_UNMAP, struct.pack("<IIQQ", 24, 0, 5, 5), ()),
        "a region that there is not": (REGION_INFO, struct.pack("<4IQQ", 32, 0, 77, 0, 0, 0), ()),
        "an interrupt that there is not": (IRQ_INFO, struct.pack("<4I", 16, 0, 9, 0), ()),
        "interrupts without end": (SET_IRQS, struct.pack("<5I", 20, 36, 1, 0, 2**32 - 1), ()),
        "a read of 4 GiB": (REGION_READ, struct.pack("<QII", 0, 0, 2**32 - 1), ()),
        "a read past the end": (REGION_READ, struct.pack("<QII", 1 << 24, 0, 4), ()),
        "a read at 2^64": (REGION_READ, struct.pack("<QII", 2**64 - 2, 0, 4), ()),
        "a read of the ROM": (REGION_READ, struct.pack("<QII", 0, 6, 4), ()),
        "a write without its data": (REGION_WRITE, struct.pack("<QII", 0, 0, 400), ()),
        "a write past PCI's end":
            (REGION_WRITE, struct.pack("<QII", 255, CONFIG, 4) + bytes(4), ()),
        "a client's DMA read": (DMA_READ, bytes(16), ()),
    }
    for what, (command, body, fds) in cases.items():
        expect(f"{what} is refused", c.call(command, body, fds)[0] != 0)
    expect("it still works", c.read(CONFIG, 0, 2) == b"\x86\x80")
    c.sock.sendall(HEADER.pack(1, REGION_READ, 2**32 - 1, 0, 0))
    try:
        c.receive(1)
        expect("a header of 4 GiB ends it", False)
    except (EOFError, ConnectionError):
        expect("a header of 4 GiB ends it", True)
    expect("a lenient device ends well", c.end() == 0)


def a_proxy(device):
    c = ProxyClient(device, "tgl")
    expect("PCI id", c.config(0, 4) == 0x9a498086)
    c.config(0x10, 4, 0xffffffff)
    expect("BAR 0 has 16 MiB", c.config(0x10, 4) == 0xff000000)
    c.config(0x18, 4, 0xffffffff)
    expect("so has BAR 2", c.config(0x18, 4) == 0xff000000)
    c.config(0x14, 4, 0xffffffff)
    expect("there is no upper half", c.config(0x14, 4) == 0)
    c.config(0x10, 4, 0xe1000000)
    c.config(0x18, 4, 0xe2000000)
    expect("a fuse", c.bar(0xe100913c, 4) == 0x3f)
    c.bar(0xe1800008, 8, 0x1234567887654321)
    expect("the page table", c.bar(0xe1800008, 8) == 0x1234567887654321)
    c.bar(0xe2000010, 2, 0xbeef)
    expect("VRAM", c.bar(0xe2000010, 4) == 0xbeef)
    fd = memory(65536)
    c.sysmem(0x100000, 65536, 0, fd)
    c.sysmem(0x100000, 32768, 32768, fd)
    expect("guest memory, twice", c.config(0, 2) == 0x8086)
    # The bell of a GuC, the master switch, and an address for the MSI.
    c.order("crash notify")
    c.config(0xb0, 4, 0xfee01000)
    c.config(0xb8, 2, 0x4041)
    c.config(0xae, 2, 0x81)
    c.bar(0xe1190010, 4, 1 << 31)
    expect("an MSI", c.qtest.recv(100) == b"writel 0xfee01000 0x4041\n")
    c.qtest.send(b"OK\n")
    expect("reset", c.ask(PROXY_RESET) == 0 and c.config(0x10, 4) == 0)
    expect("nobody complained", c.end() == 0)


def a_hostile_proxy(device):
    c = ProxyClient(device, "bmg", "--lenient")
    none = 2**64 - 1
    c.config(0x18, 4, 0xffffffff)
    expect("VRAM's window has 256 MiB", c.config(0x18, 4) == 0xf0000000)
    c.config(0x10, 4, 0xe1000000)
    c.config(0x18, 4, 0xf0000000)
    expect("a read past BAR 0", c.bar(0xe1fffffe, 4) == none)
    expect("a read before BAR 0", c.bar(0xe0fffffe, 4) == none)
    expect("a read at 2^64", c.bar(2**64 - 2, 4) == none)
    expect("three bytes", c.bar(0xe1000000, 3) == none)
    expect("4 GiB", c.bar(0xe1000000, 2**32 - 1) == none)
    expect("an I/O port", c.bar(0xe1000000, 4, memory=False) == none)
    expect("a write past VRAM", c.bar(0xffffffff, 2, 7) == none)
    expect("configuration past its end", c.config(254, 4) == none)
    expect("configuration at 2^32", c.config(2**32 - 1, 2, 5) == none)
    expect("minus one byte of it", c.config(0, -1) == none)
    c.sysmem(0, 1 << 40, 0, memory(4096))
    c.sysmem(2**64 - 4096, 8192, 0, memory(8192))
    expect("it still works", c.config(0, 2) == 0x8086)
    c.send(BAR_READ, bytes(8))
    try:
        c.receive(1)
        expect("a short message ends it", False)
    except (EOFError, ConnectionError):
        expect("a short message ends it", True)
    expect("a lenient device ends well", c.end() == 0)
    for command, size in ((RETURN, 8), (200, 0), (2**32 - 1, 0), (SYSMEM, 2**64 - 1)):
        c = ProxyClient(device, "tgl", "--lenient")
        c.sock.sendall(struct.pack("<IIQ", command, 0, size))
        try:
            c.receive(1)
            expect(f"command {command} ends it", False)
        except (EOFError, ConnectionError):
            expect(f"command {command} ends it", c.end() == 0)


def main():
    if len(sys.argv) != 2:
        print("usage: protocol.py DEVICE", file=sys.stderr)
        return 2
    for test in (a_good_client, a_quiet_client, strict, hostile, a_proxy, a_hostile_proxy):
        test(sys.argv[1])
    print(f"{PASSED} passed, {FAILED} failed")
    return 1 if FAILED or not PASSED else 0


sys.exit(main())
