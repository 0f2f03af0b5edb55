# SPDX-License-Identifier: GPL-2.0-only
"""Makes the sections of a devcoredump other than the GuC log, as xe prints them.

The wording is copied from xe_devcoredump.c, xe_guc_ct.c, xe_guc_submit.c, xe_lrc.c, xe_hw_engine.c,
xe_guc_capture.c, xe_sched_job.c and xe_vm.c of Linux 6.12.117 and 7.3.4; the CT buffers follow
guc_communication_ctb_abi.h and guc_messages_abi.h.
"""

import struct
from dataclasses import dataclass, field

from . import ascii85
from .forms import Machine, _data, _machine, _seconds, _snapshot

V612, V73 = '6.12', '7.3'
REQUEST, EVENT, FAST_REQUEST, BUSY, RETRY, FAILURE, SUCCESS = 0, 1, 2, 3, 5, 6, 7
H2G_WORDS, G2H_WORDS = 1024, 32768


@dataclass(frozen=True)
class Message:
    """A message of a CT buffer. action: bits 15:0 of its HXG header; data0: bits 27:16."""
    action: int
    data: tuple = ()
    fence: int = 0
    kind: int = FAST_REQUEST
    data0: int = 0
    origin: int = 0

    def words(self):
        return [self.fence << 16 | 1 + len(self.data),
                self.origin << 31 | self.kind << 28 | self.data0 << 16 | self.action,
                *self.data]


class Ring:
    """A CT buffer; put() writes a message in the same way as its sender (xe or the GuC).

    pads: whether the sender never divides a message. If a message does not fit before the end of
    the ring, such a sender fills the ring up to its end with zeroes, and writes the message at the
    beginning. xe does this, the GuC does not.
    """

    def __init__(self, size, pads):
        self.size, self.pads = size, pads
        self.words = [0] * size
        self.head = self.tail = self.status = 0
        self.messages = []          # (word at which it begins, message)

    def put(self, message):
        words = message.words()
        if self.pads and self.tail + len(words) > self.size:
            self.words[self.tail:] = [0] * (self.size - self.tail)
            self.tail = 0
        self.messages.append((self.tail, message))
        for word in words:
            self.words[self.tail] = word
            self.tail = (self.tail + 1) % self.size

    def read(self, unread=0):
        """Set the head as the receiver does when it has read all messages except the newest ones.
        unread: number of messages that it has not read."""
        at = len(self.messages) - unread
        self.head = self.messages[at][0] if unread else self.tail

    def whole(self):
        """Return the messages that are still complete in the ring, with the word at which each one
        begins, the oldest first. Later messages have overwritten the others or a part of them."""
        owner = {}
        for i, (at, message) in enumerate(self.messages):
            for n in range(len(message.words())):
                owner[(at + n) % self.size] = i
            if self.pads and i + 1 < len(self.messages) and self.messages[i + 1][0] < at:
                for n in range(at + len(message.words()), self.size):
                    owner[n] = None
        count = {}
        for i in owner.values():
            count[i] = count.get(i, 0) + 1
        return [entry for i, entry in enumerate(self.messages)
                if count.get(i) == len(entry[1].words())]


def h2g():
    return Ring(H2G_WORDS, True)


def g2h():
    return Ring(G2H_WORDS, False)


def ctb(kernel, to_guc, to_host):
    """Return the bytes that a dump has in the line [CTB].data. In Linux 7.3, the H2G ring and the
    G2H ring are in separate buffer objects. In earlier kernels, at least up to Linux 6.17, they
    share one buffer object, in which the order of the parts is different."""
    def desc(ring):
        return struct.pack('<3I', ring.head, ring.tail, ring.status).ljust(2048, b'\0')

    def words(ring):
        return struct.pack(f'<{ring.size}I', *ring.words)

    if kernel == V73:
        return (desc(to_guc) + bytes(2048) + words(to_guc) +
                bytes(2048) + desc(to_host) + words(to_host))
    return desc(to_guc) + desc(to_host) + words(to_guc) + words(to_host)


def _ring_lines(kernel, ring):
    out = [f'\tsize: {ring.size}', '\tresv_space: 0', f'\thead: {ring.head}',
           f'\ttail: {ring.tail}', '\tspace: 12', '\tbroken: 0',
           f'\thead (memory): {ring.head}', f'\ttail (memory): {ring.tail}',
           f'\tstatus (memory): 0x{ring.status:x}']
    if kernel == V612:
        at = ring.head
        while at != ring.tail:
            out.append(f'\tcmd[{at}]: 0x{ring.words[at]:08x}')
            at = (at + 1) % ring.size
    return out


def guc_ct(kernel, to_guc, to_host, blob=None):
    """Return the lines of the section "GuC CT". blob: the bytes for the line [CTB].data, by default
    those of ctb()."""
    gap = [''] if kernel == V612 else []
    out = ['H2G CTB (all sizes in DW):', *_ring_lines(kernel, to_guc), *gap,
           'G2H CTB (all sizes in DW):', *_ring_lines(kernel, to_host),
           '\tg2h outstanding: 0']
    if kernel != V612:
        data = ctb(kernel, to_guc, to_host) if blob is None else blob
        out += [f'[CTB].length: 0x{len(data):x}', f'[CTB].data: {ascii85.encode(data)}']
    return out


@dataclass(frozen=True)
class Lrc:
    desc: int = 0x021df000
    head: int = 14920
    tail: int = 15080
    start_seqno: int = 171
    seqno: int = 170
    timestamp: int = 1
    job_timestamp: int = 0x2eb477cf
    contents: bytes = bytes(range(64)) * 4
    indirect: int = 0

    def lines(self, kernel):
        out = [f'\tHW Context Desc: 0x{self.desc:08x}']
        if kernel != V612:
            out.append(f'\tHW Ring address: 0x{self.desc - 0x4000:08x}')
        out += [f'\tHW Indirect Ring State: 0x{self.indirect:08x}', f'\tLRC Head: (memory) {self.head}',
                f'\tLRC Tail: (internal) {self.tail}, (memory) {self.tail}']
        if kernel != V612:
            out.append(f'\tRing start: (memory) 0x{self.desc - 0x4000:08x}')
        out += [f'\tStart seqno: (memory) {self.start_seqno}',
                f'\tSeqno: (memory) {self.seqno}']
        if kernel == V612:
            out.append(f'\tTimestamp: 0x{self.timestamp:08x}')
        else:
            out += [f'\tTimestamp: 0x{self.timestamp:016x}', '\tTimestamp ms: 0',
                    '\tQueue Timestamp: 0x0000000000000002', '\tQueue Timestamp ms: 0']
        out += [f'\tJob Timestamp: 0x{self.job_timestamp:08x}', '\t[HWSP].length: 0x1000',
                '\t[HWSP].data: ' + ascii85.encode(bytes(4096)), '\t[HWCTX].length: 0x100']
        if kernel == V73:
            out += ['', '\t[HWCTX].replay_offset: 0x0', '', '\t[HWCTX].replay_length: 0x0']
        return [*out, '\t[HWCTX].data: ' + ascii85.encode(self.contents)]


@dataclass(frozen=True)
class Context:
    guc_id: int = 32
    name: str = 'ccs32'
    engine_class: int = 5
    mask: int = 1
    preempt_timeout: int = 640000
    timeout: int = 5000
    state: int = 0x250
    lrcs: tuple = (Lrc(),)
    jobs: tuple = ((171, 0, 0),)
    parallel: bool = False

    def lines(self, kernel):
        out = [f'GuC ID: {self.guc_id}', f'\tName: {self.name}',
               f'\tClass: {self.engine_class}', f'\tLogical mask: 0x{self.mask:x}',
               f'\tWidth: {len(self.lrcs)}', '\tRef: 2', f'\tTimeout: {self.timeout} (ms)',
               '\tTimeslice: 1000 (us)', f'\tPreempt timeout: {self.preempt_timeout} (us)']
        for lrc in self.lrcs:
            out += lrc.lines(kernel)
        out += [f'\tSchedule State: 0x{self.state:x}', '\tFlags: 0x20']
        if self.parallel:
            out += ['\tWQ head: 16 (internal), 32 (memory)',
                    '\tWQ tail: 48 (internal), 48 (memory)', '\tWQ status: 1',
                    '\tWQ[8]: 0x00020012', '\tWQ[9]: 0x12345678']
        return out + [f'\tJob: seqno={seqno}, fence={fence}, finished={finished}'
                      for seqno, fence, finished in self.jobs]


@dataclass(frozen=True)
class Engine:
    name: str = 'ccs0'
    instance: int = 0
    source: str = 'GuC'
    regs: dict = field(default_factory=lambda: {
        'HWSTAM': 0xffffffff, 'RING_HWS_PGA': 0xf2a000, 'RING_HEAD': 0x403a94,
        'RING_TAIL': 0x3ae8, 'IPEHR': 0x61050001, 'ACTHD': 0xd556aa7e1b04,
        'RING_EXECLIST_SQ_CONTENTS': 0x1000021df119, 'ROW_INSTDONE[0]': 0,
        'RCU_MODE': 1})

    def lines(self, kernel):
        out = [f'{self.name} (physical), logical instance={self.instance}']
        if kernel != V612:
            out += [f'\tCapture_source: {self.source}', '\tCoverage: full-capture']
        out.append('\tForcewake: domain 0x2, ref 2')
        if kernel != V612:
            out.append('\tReserved: no')
        wide = ('ACTHD', 'RING_START', 'RING_BBADDR', 'RING_EXECLIST_SQ_CONTENTS')
        out += [f'\t{name}: 0x{value:0{16 if name in wide else 8}x}'
                for name, value in self.regs.items()]
        return out if kernel == V612 else [*out, '']


@dataclass(frozen=True)
class Range:
    address: int
    data: bytes = b''
    error: int = 0
    length: int = None

    def lines(self, kernel):
        length = len(self.data) if self.length is None else self.length
        out = [f'[{self.address:x}].length: 0x{length:x}']
        if kernel == V73:
            out.append(f'[{self.address:x}].properties: '
                       'read_write|bo|mem_region=0x1|pat_index=3|cpu_caching=1')
        if self.error:
            return [*out, f'[{self.address:x}].error: {self.error}']
        return [*out, f'[{self.address:x}].data: {ascii85.encode(self.data)}']


def vm_state(kernel, ranges):
    """Return the lines of the section "VM state". ranges: the ranges of memory in it, or an error
    number if the driver could not capture the memory of a VM."""
    if isinstance(ranges, int):
        return [f'[0].error: {ranges}']
    out = ['VM.uapi_flags: 0x0'] if kernel == V73 else []
    for one in ranges:
        out += one.lines(kernel)
    return out


@dataclass(frozen=True)
class Dump:
    """A whole devcoredump. log: the GuC log in it (a forms.Held), or None, as for Linux 6.12."""
    machine: Machine = Machine()
    log: object = None
    rings: tuple = None
    contexts: tuple = (Context(),)
    batches: tuple = (0x1000, 0x2000)
    engines: tuple = (Engine(),)
    ranges: object = (Range(0x1a0000, bytes(range(256))), Range(0xffff0000, error=-14, length=4096))
    gt: int = 0

    def text(self, kernel):
        machine = self.machine
        out = ['**** Xe Device Coredump ****']
        if kernel != V612:
            out.append(f'Reason: {machine.reason}')
        process = machine.process if kernel != V612 else machine.process.split(' [')[0]
        out += [f'kernel: {machine.kernel}', 'module: xe',
                f'Snapshot time: {_seconds(machine.snapshot)}',
                f'Uptime: {_seconds(machine.uptime)}', f'Process: {process}',
                *_machine(machine), '', f'**** GT #{self.gt} ****', '\tTile: 0']
        if kernel != V612 and self.log:
            out += ['', '**** GuC Log ****', *_snapshot(self.log), _data(self.log.image)]
        out += ['', '**** GuC CT ****']
        if self.rings is None:
            out.append('CT disabled')
        else:
            out += guc_ct(kernel, *self.rings)
        out += ['', '**** Contexts ****']
        for context in self.contexts:
            out += context.lines(kernel)
        out += ['', '**** Job ****']
        out += [f'batch_addr[{i}]: 0x{a:016x}' for i, a in enumerate(self.batches)]
        out += ['', '**** HW Engines ****']
        for engine in self.engines:
            out += engine.lines(kernel)
        out += ['', '**** VM state ****', *vm_state(kernel, self.ranges)]
        return ''.join(line + '\n' for line in out)
