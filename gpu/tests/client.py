# SPDX-License-Identifier: GPL-2.0
"""A vfio-user client that talks to the emulated GPU like QEMU, and the parts of a GPU driver that
tests need."""
import array
import os
import socket
import struct
import subprocess
import tempfile
import time

PROFILES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../profiles")
HEADER = struct.Struct("<HHIII")
VERSION, DMA_MAP, DMA_UNMAP, DEVICE_INFO, REGION_INFO = 1, 2, 3, 4, 5
IRQ_INFO, SET_IRQS, REGION_READ, REGION_WRITE, DMA_READ, RESET = 7, 8, 9, 10, 11, 13
GSM, CONFIG = 0x800000, 7


class Client:
    """Starts an emulated GPU, and connects to its vfio-user socket and its control socket."""

    def __init__(self, device, profile, *options):
        self.dir = tempfile.TemporaryDirectory()
        path = f"{self.dir.name}/gpu"
        self.child = subprocess.Popen(
            [device, "--profile", os.path.join(PROFILES, f"{profile}.gpu"), "--socket", path,
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
        """Send a request; returns error, body and descriptors of the reply."""
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
        """Disconnect; returns the device's exit status."""
        self.sock.close()
        self.control.close()
        return self.child.wait(10)

    def log(self):
        with open(f"{self.dir.name}/log", encoding="ascii") as f:
            return f.read()


def memory(size):
    fd = os.memfd_create("guest")
    os.ftruncate(fd, size)
    return fd


def dma_map(c, start, size, fd=None, offset=0):
    body = struct.pack("<IIQQQ", 32, 3, offset, start, size)
    return c.call(DMA_MAP, body, [] if fd is None else [fd])[0]


class Driver:
    """The parts of a GPU driver that boot the GuC and exchange messages with it."""

    def __init__(self, device, *options, profile="tgl"):
        self.c = Client(device, profile, *options)
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

    def boot(self, firmware=0x10000, version=(70, 44, 1)):
        """Upload firmware; the device reads only module type and version of its header."""
        self.put(0x10000, 6)
        self.put(0x10040, version[0] << 16 | version[1] << 8 | version[2])
        self.reg(0xc300, firmware, 0)
        self.reg(0xc314, 0x110011)

    def image(self, name):
        """Let the device save the log buffer in the file NAME; returns its bytes."""
        assert self.c.order(f"image {name}") == "ok"
        with open(f"{self.c.dir.name}/{name}", "rb") as f:
            return f.read()

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
        """Send an H2G message, and empty the G2H ring."""
        for dword in (len(hxg), *hxg):
            self.put(0x21000 + 4 * self.tail, dword)
            self.tail = (self.tail + 1) % 1024
        self.put(0x20004, self.tail)
        self.reg(0x1901f0, 1)
        return self.receive()

    def get(self, at, count=1):
        return struct.unpack(f"<{count}I", os.pread(self.fd, 4 * count, at))

    def receive(self):
        """Remove the messages from the G2H ring; returns them without their CT headers."""
        head, tail = self.get(0x22000, 2)
        messages = []
        while head != tail:
            count = self.get(0x23000 + 4 * head)[0] & 0xff
            messages.append([self.get(0x23000 + 4 * ((head + 1 + i) % 1024))[0]
                             for i in range(count)])
            head = (head + 1 + count) % 1024
        self.put(0x22000, head)
        return messages

    def ring(self, lrc, ring, *commands):
        """Write these commands to a ring at the address RING, and the registers of this ring to the
        context image at the address LRC."""
        self.put(ring, *commands)
        self.put(lrc + 4 * 5, 0)
        self.put(lrc + 4 * 7, 4 * len(commands))
        self.put(lrc + 4 * 9, ring)
        self.put(lrc + 4 * 11, 0)

    def run_ring(self, *commands):
        """Register and enable a context with guc_id 7 and with these commands in its ring."""
        self.open_transport()
        self.ring(0x31000, 0x40000, *commands)
        self.send(0x4502, 0, 7, 0, 1, 0, 0, 0, 0, 0, 0x30000)
        self.send(0x1001, 7, 1)
