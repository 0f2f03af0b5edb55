# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""GuC logs of Intel GPUs.

    import guclog

    for e in guclog.open("dump.gz").events:
        print(e.boottime_ns, e.text)

open() reads a file in any form that the command guclog reads, or a directory of such files.
open_memory() reads bytes or pasted text, and open_fd() an open file.

The module prints nothing. If an input cannot be read, Error is raised. If parts of an input are
missing or damaged, File.messages has texts about them. Several threads can use an object, but an
iterator can be used by only one thread at a time.
"""

from __future__ import annotations

import errno
import os
from functools import lru_cache
from itertools import islice
from typing import (Dict, Iterator, List, NamedTuple, Optional, Protocol, Sequence, Tuple, Union,
                    overload)

from ._guclog import ffi, lib

__all__ = ['Advice', 'AsicField', 'Batch', 'Block', 'Capture', 'CheckResult', 'Command', 'Context',
           'Culprit', 'Defect', 'Driver', 'Dump', 'Engine', 'EngineState', 'Error', 'Event',
           'Events', 'Explanation', 'Facts', 'Fault', 'Field', 'File', 'Item', 'KernelIncident',
           'KernelLine', 'KernelLog', 'Known', 'Learned', 'Log', 'Lrc', 'MemoryFault', 'Message',
           'PageFault', 'Queue', 'Range', 'Redaction', 'Register', 'Reset', 'Row', 'Rule',
           'Sentence', 'Slice', 'Witness', 'XeLayout', 'asic', 'blocks', 'check',
           'device_name', 'dictionary', 'export', 'facts', 'learn', 'open', 'open_fd',
           'open_memory', 'redact', 'timeline', 'version', 'xe_layout']

_NO_TIME = lib.GUCLOG_NO_TIME
# GUCLOG_NO_EVENT
_NO_EVENT = 2 ** 64 - 1
_NONE = lib.GUCLOG_NONE
_LIC = {'fw_version': lib.GUCLOG_LIC_FW_VERSION,
        'guc_device_id': lib.GUCLOG_LIC_GUC_DEVICE_ID,
        'tsc_frequency_khz': lib.GUCLOG_LIC_TSC_FREQUENCY,
        'gmd_id': lib.GUCLOG_LIC_GMD_ID,
        'build_platform_id': lib.GUCLOG_LIC_BUILD_PLATFORM_ID}
_ORDERS = {lib.GUCLOG_ORDER_ABSENT: 'absent', lib.GUCLOG_ORDER_LINEAR: 'linear',
           lib.GUCLOG_ORDER_WRAPPED: 'wrapped', lib.GUCLOG_ORDER_STORAGE: 'storage'}
_ASIC = {'v1': lib.GUCLOG_ASIC_V1, 'v3': lib.GUCLOG_ASIC_V3,
         'v1-packed': lib.GUCLOG_ASIC_V1_PACKED, 'rdf': lib.GUCLOG_ASIC_RDF}
_CHECKED = {None: lib.GUCLOG_FORM_UNKNOWN, 'image': lib.GUCLOG_FORM_IMAGE,
            'lfd': lib.GUCLOG_FORM_LFD, 'asic': lib.GUCLOG_FORM_ASIC,
            'rdf': lib.GUCLOG_FORM_RDF}
_DEFECTS = {lib.GUCLOG_DEFECT_FAULT: 'fault', lib.GUCLOG_DEFECT_LOSS: 'loss',
            lib.GUCLOG_DEFECT_LISTED: 'listed', lib.GUCLOG_DEFECT_MISSING: 'missing',
            lib.GUCLOG_DEFECT_DUMP: 'dump'}
_PLACES = {lib.GUCLOG_PLACE_BEFORE_BATCH: 'before the batch',
           lib.GUCLOG_PLACE_IN_BATCH: 'in the batch',
           lib.GUCLOG_PLACE_AFTER_BATCH: 'after the batch'}
_EXPORTS = {'csv': lib.GUCLOG_EXPORT_CSV, 'jsonl': lib.GUCLOG_EXPORT_JSONL,
            'json': lib.GUCLOG_EXPORT_JSON, 'perfetto': lib.GUCLOG_EXPORT_PERFETTO}


def __dir__() -> List[str]:
    return sorted(__all__)


class Error(OSError):
    """Raised if an input cannot be read.

    code and errno have the same value: a positive number of Python's module errno, such as ENOMSG
    for an input without a GuC log.
    """

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code, text)
        self.code = code

    def __str__(self) -> str:
        return str(self.strerror)


class Fault(NamedTuple):
    """A fault (wrong value) in the image of a log.

    offset is the offset of the wrong value in bytes, found this value, expected the value or limit
    that the format requires, and text a sentence about the fault.
    """

    offset: int
    found: int
    expected: int
    text: str


class Event(NamedTuple):
    """An event of a log. Unknown values are None.

    index is 0 for the oldest event of the log. Events from before the firmware was loaded again
    (before_load is True) are numbered separately, also from 0. after_load: the firmware was loaded
    again right before this event.

    tick is the time in ticks of the GuC's clock, and ago_ns the time from this event to the newest
    one. If ambiguous is True, the times may be wrong by multiples of 2^32 ticks.

    gap_bytes is the length of the events that are missing right before this one. In a stream, it is
    a lower bound; gap_ticks is then the time between the events before and after the gap, and
    gap_estimate the number of missing events, estimated from the rate before the gap.

    name and text come from the dictionary (the table of known event ids). fields has the values in
    the arguments by their names. guess: the name is a guess. learned: the name was learned from
    this log.
    """

    index: int
    tick: int
    boottime_ns: Optional[int]
    realtime_ns: Optional[int]
    ago_ns: Optional[int]
    id: int
    args: Tuple[int, int]
    dword1: int
    gap_bytes: int
    gap_ticks: Optional[int]
    gap_estimate: Optional[int]
    before_load: bool
    after_load: bool
    ambiguous: bool
    guess: bool
    learned: bool
    guc_id: Optional[int]
    engine: Optional[str]
    name: Optional[str]
    text: str
    fields: Dict[str, int]


class Context(NamedTuple):
    """A context and its history in a log.

    engine is the last engine on which the context was or, if that is unknown, the class of its
    engines. on_engine: the context is on the engine at the end of the log. first and last are the
    indexes of the first and the last event that name the context. submits, runs, preempted and
    resets count how often it was submitted, began to run, was preempted, and was removed from its
    engine by a reset.

    on_engine_ns is the total time that the context was on engines; if on_engine_least is True, it
    is a lower bound. longest_wait_ns is the longest time that the context had work and waited for
    an engine; if longest_wait_least is True, the context still waits at the end of the log, so the
    time is a lower bound. disable_open and deregister_open: the driver's request to disable or to
    deregister the context is unanswered at the end of the log.
    """

    guc_id: int
    lrca: Optional[int]
    engine: Optional[str]
    state: str
    first: int
    last: int
    submits: int
    runs: int
    preempted: int
    resets: int
    on_engine_ns: Optional[int]
    longest_wait_ns: Optional[int]
    on_engine: bool
    on_engine_least: bool
    disable_open: bool
    deregister_open: bool
    longest_wait_least: bool


class Slice(NamedTuple):
    """A period in which a context was on an engine (state is None) or in a state (engine is None).

    from_tick and to_tick are the beginning and the end in ticks of the GuC's clock, from_ns and
    to_ns the same times on CLOCK_BOOTTIME, or None if the log has no clock anchor.
    """

    guc_id: int
    engine: Optional[str]
    state: Optional[str]
    from_tick: int
    to_tick: int
    from_ns: Optional[int]
    to_ns: Optional[int]


class Reset(NamedTuple):
    """An engine reset.

    first and last are the indexes of the first and the last event of the reset. victims has the
    guc_ids of the contexts that the reset removed from the engine. timed_out: a context had not
    left its engine after wait_ns; limit_ns is the preemption timeout of this context.
    """

    first: int
    last: int
    engine: Optional[str]
    victims: Tuple[int, ...]
    timed_out: bool
    wait_ns: Optional[int]
    limit_ns: Optional[int]


class Rule(NamedTuple):
    """A rule that tests the names of the dictionary on a log, and its result.

    text is a condition that the events of a log meet if the names of their ids are right. checks is
    the number of tests of this condition, hits the number of tests in which it was true. few: there
    were too few tests for a result. weak: if only this rule fails, the names are still used.
    """

    name: str
    text: str
    checks: int
    hits: int
    few: bool
    weak: bool
    failed: bool


class Sentence(NamedTuple):
    """A sentence of an explanation, and the events of the log that prove it.

    basis is the source of the sentence: 'driver' (the devcoredump), 'log', 'both', 'record' (the
    module), 'kernel log', 'mappings', 'trace' or 'public reports'. certainty is 'read' (the inputs contain
    the information), 'inferred' or 'unknown' (the inputs lack the information).
    """

    text: str
    events: Tuple[int, ...]
    basis: Optional[str]
    certainty: str


class Known(NamedTuple):
    """A published problem that a log or a devcoredump resembles.

    known is the description of the problem. matched names the properties of the problem that the
    input has. refuted names an observation that would show that the input has another problem. cure
    is what helped, or None if that is not known.
    """

    id: str
    known: str
    link: str
    source: str
    matched: str
    refuted: str
    cure: Optional[str]


class Advice(NamedTuple):
    """What the user can do next. finding: what the advice follows from."""

    finding: str
    text: str


class PageFault(NamedTuple):
    """A page fault that the GuC has reported to the driver."""

    asid: int
    address: int
    engine: Optional[str]
    level: int
    access: str
    type: str
    refused: Optional[bool]


class MemoryFault(NamedTuple):
    """The failed memory access of a context with which a hang began.

    fault: the page fault that the driver refused to resolve, or None. cat_error: the GuC reported a
    memory (CAT) error. The indexes are those of the events with which the GuC read the refusal, with
    which it reported the error, and with which the driver disabled the context, or None.
    """

    fault: Optional[PageFault]
    cat_error: bool
    cat_type: Optional[int]
    refused_index: Optional[int]
    cat_index: Optional[int]
    disabled_index: Optional[int]


class Driver(NamedTuple):
    """What the driver recorded about a queue in a devcoredump and in the kernel logs.

    Unknown values are None. kernel_queue: the queue belongs to the driver itself. bind_queue: its
    jobs change page tables. job_ended: the job had ended when the driver made the dump. wedged: the
    driver had declared the device wedged. failed_engine: the engine that the GuC could not reset.
    no_timeout: the jobs of the queue have no time limit. given_up: the driver ended the jobs
    without waiting for their time limit. nr_unread is the number of the driver's messages that the GuC had not read;
    disable_unread: one of them disables the context.

    faults has the newest page faults. nr_fault_requests is the number of page faults that the CT
    rings contain, and nr_fault_answers the number of answers to them; nr_fault_refused counts the
    answers which report that the fault was not resolved.
    """

    kind: Optional[str]
    reason: Optional[str]
    guc_id: Optional[int]
    engine: Optional[str]
    process: Optional[str]
    pid: Optional[int]
    seqno_begun: Optional[int]
    seqno_done: Optional[int]
    run_ns: Optional[int]
    hang: Optional[bool]
    reset: Optional[bool]
    cat_error: Optional[bool]
    engine_class: Optional[str]
    kernel_queue: bool
    no_timeout: bool
    given_up: bool
    cat_type: Optional[int]
    nr_unread: int
    disable_unread: bool
    nr_fault_requests: int
    nr_fault_answers: int
    nr_fault_refused: int
    faults: List[PageFault]
    bind_queue: bool
    wedged: bool
    job_ended: bool
    failed_engine: Optional[str]
    failed_reason: int
    nr_unread_answers: int
    not_reading: bool


class Command(NamedTuple):
    """A command of a batch (a buffer with commands for an engine).

    header is the first dword of the command, dwords its length. level is 1 in the batch that the
    ring calls, and 2 in a batch that this batch calls. text has the most important fields of the
    command.
    """

    address: int
    header: int
    dwords: int
    level: int
    name: str
    text: str


class Batch(NamedTuple):
    """The batch that an engine was executing.

    start is the address of the batch. stop is the command at which the engine stopped, an estimate.
    work is the last command up to stop that starts shader work, a copy or a fill. acthd and ipehr
    are the values of these registers of the engine. commands has the last commands up to stop and
    some that follow it.
    """

    start: int
    acthd: int
    ipehr: int
    stop: Optional[Command]
    work: Optional[Command]
    commands: List[Command]


class EngineState(NamedTuple):
    """The state of an engine when its registers were read or saved.

    source is the reader of the registers: "GuC" or "Manual" (the driver). saved: the registers are
    from the context image, where the engine saved them when it switched the context out; acthd is
    then the value of the register BB_ADDR.

    place is the position of the engine in the ring of its context: "before the batch", "in the
    batch" or "after the batch". job_dword is its position in the commands of the job in the ring,
    in dwords. busy names the units that are working according to the register instdone. least_ns
    and most_ns are the minimum and the maximum time for which the context was on the engine. older
    is only for captures: True if they were made before the hang, False if that is not known.
    """

    engine: str
    source: Optional[str]
    place: Optional[str]
    job: Optional[int]
    job_dword: Optional[int]
    command: Optional[str]
    ipehr: Optional[int]
    acthd: Optional[int]
    instdone: Optional[int]
    busy: Optional[str]
    semaphore: Optional[bool]
    asid: Optional[int]
    least_ns: Optional[int]
    most_ns: Optional[int]
    guc_id: int
    older: bool
    saved: bool


class Culprit(NamedTuple):
    """The queue that caused the problem for which the module recorded a log.

    Unknown values are None. basis is the kind of evidence: "firmware", "request", "engine reset",
    "devcoredump", "job timeout" or "failed engine".
    """

    guc_id: Optional[int]
    engine: Optional[str]
    basis: Optional[str]


class KernelLine(NamedTuple):
    """A line of a kernel log about trouble of a driver. Unknown values are None.

    about is the name of what the line is about, such as "memory fault". weight is 0 for a note and 9
    for a GPU that is lost. fields has the values in the line by their names, as text, and words what
    the driver's source says that some of them mean. incident is the number of the incident in the
    kernel log.
    """

    event: str
    about: str
    weight: int
    time: Optional[str]
    device: Optional[str]
    gt: Optional[int]
    error: bool
    i915: bool
    sigid: Optional[int]
    meaning: Optional[str]
    advice: Optional[str]
    incident: Optional[int]
    fields: Dict[str, str]
    words: Dict[str, str]
    text: str


class KernelIncident(NamedTuple):
    """Lines of a kernel log that have one cause.

    cause is the first line and worst the gravest. open_reset is the line with which a GT reset began
    whose end is not in the kernel log. dump is "none", "perhaps", "deleted" or "expired".
    """

    device: Optional[str]
    about: str
    weight: int
    cause: KernelLine
    worst: KernelLine
    lines: List[KernelLine]
    open_reset: Optional[KernelLine]
    dump: str


class KernelLog(NamedTuple):
    """A kernel log that was given to explain(), with its incidents.

    nr_unread counts the lines of the drivers whose texts are not known and that are not marked as
    errors, nr_harmless those that are known not to be about a hang, and nr_filtered the page faults of
    which only the first line is there.
    """

    name: str
    kernel: Optional[str]
    lines: List[KernelLine]
    incidents: List[KernelIncident]
    nr_unread: int
    nr_harmless: int
    nr_filtered: int
    unread: Optional[str]


class Witness(NamedTuple):
    """A line of a kernel log about a hang.

    joined: the time and the context in the line prove that it reports the hang that the explanation
    is about. time is the time of the line as printed in the kernel log, None if it has none.
    """

    log: str
    joined: bool
    event: str
    time: Optional[str]
    device: Optional[str]
    gt: Optional[int]
    guc_id: Optional[int]
    engine_class: Optional[str]
    seqno: Optional[int]
    process: Optional[str]
    pid: Optional[int]
    text: str


class Explanation(NamedTuple):
    """The verdict about a log or devcoredump, and its evidence. Unknown values are None.

    See struct guclog_explanation in guclog.h.
    """

    hang: Optional[bool]
    reset: Optional[bool]
    victim: Optional[int]
    engine: Optional[str]
    waiter: Optional[int]
    wait_ns: Optional[int]
    limit_ns: Optional[int]
    unanswered_faults: Optional[int]
    stuck: Optional[str]
    signature: str
    sentences: List[Sentence]
    known: List[Known]
    basis: Optional[str]
    driver: Driver
    agree: Optional[bool]
    state: Optional[EngineState]
    batch: Optional[Batch]
    idle_engine: Optional[str]
    culprit: Culprit
    witnesses: List[Witness]
    captures: List[EngineState]
    firmware_crash: Optional[bool]
    memory_fault: Optional[MemoryFault]
    failed_reset: bool
    kernel_logs: List[KernelLog]
    advice: List[Advice]


class Message(NamedTuple):
    """A message in the CT buffers of a devcoredump. ring is "h2g" or "g2h".

    offset is the offset of the message's first dword in the ring, in dwords. fence is a number that
    the answer to the message repeats. For a request, name is the name of its action. For an answer,
    answers is the name of the action of the request that it answers.
    """

    gt: Optional[int]
    ring: str
    unread: bool
    offset: int
    fence: int
    type: Optional[str]
    action: int
    data0: int
    has_action: bool
    failed: bool
    name: Optional[str]
    answers: Optional[str]
    data: Tuple[int, ...]
    text: str


class Field(NamedTuple):
    """A "name: value" line of a devcoredump, see struct guclog_field in guclog.h."""

    section: str
    gt: Optional[int]
    number: Optional[int]
    item: Optional[str]
    name: str
    value: str


class Engine(NamedTuple):
    """An engine in a devcoredump; registers has the values of the registers by their names."""

    name: str
    gt: Optional[int]
    logical_instance: int
    fields: Dict[str, str]
    registers: Dict[str, int]


class Lrc(NamedTuple):
    """A logical ring context of an exec queue.

    hwsp is the hardware status page, and hwctx the context image. The zeroes at the end of both are
    left out.
    """

    fields: Dict[str, str]
    hwsp: bytes
    hwctx: bytes


class Queue(NamedTuple):
    """An exec queue in a devcoredump."""

    guc_id: int
    gt: Optional[int]
    fields: Dict[str, str]
    lrcs: List[Lrc]
    state: str                  # names of the bits of "Schedule State"
    flags: str                  # names of the bits of "Flags"


class Range(NamedTuple):
    """A range of memory of the GPU VM in a devcoredump.

    data has the contents without the zeroes at their end. error is the driver's negative errno if
    it could not read the memory.
    """

    address: int
    length: Optional[int]
    error: Optional[int]
    data: bytes


class Register(NamedTuple):
    """A register that the GuC has captured.

    A steered register exists several times; group and instance select one of its instances. For
    other registers they are None.
    """

    name: str
    value: int
    group: Optional[int]
    instance: Optional[int]


class Capture(NamedTuple):
    """Registers that the GuC has captured.

    guc_id and lrca are those of the context on the engine. Captures with the same group were made
    at the same time. stale: the capture is older than the captures of the other groups. unread: the
    driver had not read the capture. partial: the GuC could not capture all registers.
    """

    group: int
    stale: bool
    unread: bool
    partial: bool
    type: Optional[str]
    engine: Optional[str]
    guc_id: Optional[int]
    lrca: Optional[int]
    registers: List[Register]


class Row(NamedTuple):
    """An event of the dictionary (the table of known event ids).

    See struct guclog_row in guclog.h.
    """

    id: int
    name: str
    meaning: str
    guess: bool
    evidence: int
    hits: int
    checks: int


class Defect(NamedTuple):
    """A defect of a log or a file.

    kind is "fault", "loss", "listed" (a comment of the LFD file lists the defect), "missing" (a
    required block is missing) or "dump" (the devcoredump of the log was cut off). For a fault,
    offset is the offset of the wrong value in bytes, found this value, and expected the value or
    limit that the format requires. block_number is the number of the LFD block that contains or
    precedes the fault, counted from 1, and where is a sentence about that block.
    """

    kind: str
    offset: Optional[int]
    found: int
    expected: int
    block_number: Optional[int]
    text: str
    where: Optional[str]


class CheckResult(NamedTuple):
    """The result of a check.

    form is None if the input cannot be checked. bytes is the number of checked bytes. what is a
    description of the input if it has no defects, else None. nr_faults also counts faults that are
    not in defects.
    """

    form: Optional[str]
    bytes: int
    what: Optional[str]
    nr_faults: int
    defects: List[Defect]


class Block(NamedTuple):
    """A block of an LFD file; name is empty for an unknown type.

    offset is the offset of the block in the file in bytes. value is the first dword of data. For a
    block of events, nr_events is the number of its events. text describes the content in one line.
    It is empty for a HOST_COMMENT block, because the data of such a block are text.
    """

    offset: int
    type: int
    name: str
    value: int
    nr_events: int
    data: bytes
    text: str


class Learned(NamedTuple):
    """The proposed meaning of an event id of an unknown firmware.

    count is the number of events with the id. name is the proposed name of the event. grade is the
    certainty of the proposal: "certain", "likely", "doubt" or "unknown". score is the weight of the
    evidence in bits. checks is the number of checks of the proposal, and hits the number of those
    that it passed.
    """

    id: int
    count: int
    name: Optional[str]
    grade: str
    score: float
    hits: int
    checks: int


class AsicField(NamedTuple):
    """A field of ASIC info.

    A mask has two values for each slice. origin names the facts and tables from which the values
    were made; it is empty for ASIC info that was read.
    """

    name: str
    unit: Optional[str]
    values: Tuple[int, ...]
    texts: Tuple[Optional[str], ...]
    origin: str


class Facts(NamedTuple):
    """Facts (properties) of a device and of each of its GTs, with the keys of the module's "info"
    file."""

    device: Dict[str, str]
    gts: List[Dict[str, str]]


class XeLayout(NamedTuple):
    """Whether the module can read the private structures of the xe driver of a kernel.

    why is the reason if the module cannot read them. text is the content of the module's file
    xe_layout.
    """

    supported: bool
    why: Optional[str]
    kernel: str
    text: str


def _text(pointer: object) -> str:
    return ffi.string(pointer).decode('utf-8', 'backslashreplace')


def _text_or_none(pointer: object) -> Optional[str]:
    return _text(pointer) if pointer else None


def _facts(facts: object) -> Dict[str, str]:
    found, i = {}, 0
    while key := lib.guclog_fact_key(i):
        i += 1
        if lib.guclog_facts_get(facts, key, ffi.NULL, 0) >= 0:
            found[_text(key)] = _sized_text(lib.guclog_facts_get, facts, key)
    return found


def _known(value: int, unknown: int = -1) -> Optional[int]:
    return None if value == unknown else value


def _check(code: int) -> int:
    """Return code, or raise an Error if code is a negative errno value."""
    if code < 0:
        raise Error(-code, _text(lib.guclog_strerror(code)))
    return code


def _check_text(code: int, name: str, why: str = 'neither a kernel log nor a trace') -> None:
    """Raise an Error if the library could not use the text of the caller."""
    if code == -errno.ENOMSG:
        raise Error(errno.ENOMSG, f'{name}: {why}')
    _check(code)


def _sized_text(function: object, *args: object) -> str:
    """Return the whole text of a function that writes text to a buffer as snprintf() does."""
    buf = ffi.new('char[]', 256)
    size = function(*args, buf, len(buf))
    if size >= len(buf):
        buf = ffi.new('char[]', size + 1)
        function(*args, buf, size + 1)
    return _text(buf)


def _filled(function: object, *args: object) -> bytes:
    """Return all bytes that a function writes to a buffer. The function is called twice: first to
    get the number of bytes, then to write them."""
    length = ffi.new('size_t *')
    _check(function(*args, ffi.NULL, 0, length))
    buf = ffi.new('char[]', length[0])
    _check(function(*args, buf, length[0], length))
    return bytes(ffi.buffer(buf, length[0]))


def _some(array: object, nr: int) -> Sequence[object]:
    return array[0:nr] if nr else ()


def _bytes(piece: object) -> bytes:
    return bytes(ffi.buffer(piece.data, piece.len)) if piece.len else b''


def _fields(fields: object) -> Dict[str, str]:
    return {_text(f.name): _text(f.value) for f in _some(fields.field, fields.nr)}


def _lrc(lrc: object) -> Lrc:
    return Lrc(_fields(lrc.fields), _bytes(lrc.hwsp), _bytes(lrc.hwctx))


@lru_cache
def _engine(number: int) -> Optional[str]:
    return None if number == _NONE else _sized_text(lib.guclog_engine_name, number)


def _capture(c: object) -> Capture:
    registers = [Register(_text(r.name), r.value, r.group if r.steered else None,
                          r.instance if r.steered else None)
                 for r in _some(c.reg, c.nr_regs)]
    is_engine = c.type == lib.GUCLOG_CAPTURE_INSTANCE
    name = f'{_text(c.class_name)}{c.instance}' if is_engine and c.class_name else None
    return Capture(c.group, bool(c.stale), bool(c.unread), bool(c.partial),
                   _text_or_none(c.type_name), name, _known(c.guc_id, _NONE),
                   _known(c.lrca, _NONE), registers)


def _events(events: object) -> Iterator[Event]:
    e, name, value = map(ffi.new, ('struct guclog_event *', 'char **', 'uint32_t *'))
    while lib.guclog_events_next(events, e):
        fields: Dict[str, int] = {}
        while not lib.guclog_event_field(e, len(fields), name, value):
            fields[_text(name[0])] = value[0]
        yield Event(e.index, e.tick, _known(e.boottime_ns, _NO_TIME),
                    _known(e.realtime_ns, _NO_TIME), _known(e.ago_ns, _NO_TIME), e.id,
                    (e.arg[0], e.arg[1]), e.dword1, e.gap_bytes, e.gap_ticks or None,
                    e.gap_estimate or None, e.before_load, e.after_load, e.ambiguous, e.guess,
                    e.learned, _known(e.guc_id, _NONE), _engine(e.engine), _text_or_none(e.name),
                    _sized_text(lib.guclog_event_text, events, e), fields)


def _tri(value: int) -> Optional[bool]:
    return None if value == lib.GUCLOG_UNKNOWN else value == lib.GUCLOG_YES


def _fault(f: object) -> Optional[PageFault]:
    if not f:
        return None
    return PageFault(f.asid, f.address, _text(f.engine) or None, f.level, _text(f.access),
                     _text(f.type), _tri(f.refused))


def _memory_fault(m: object) -> Optional[MemoryFault]:
    if not m:
        return None
    return MemoryFault(_fault(m.fault), bool(m.cat_error), m.cat_type if m.has_cat_type else None,
                       _known(m.refused_index, _NO_EVENT), _known(m.cat_index, _NO_EVENT),
                       _known(m.disabled_index, _NO_EVENT))


def _driver(d: object) -> Driver:
    return Driver(
        _text_or_none(lib.guclog_driver_kind_name(d.kind)), _text_or_none(d.reason),
        _known(d.guc_id, lib.GUCLOG_NONE), _text(d.engine) or None, _text_or_none(d.process),
        d.pid if d.has_pid else None, d.seqno_begun if d.has_seqno_begun else None,
        d.seqno_done if d.has_seqno_done else None, _known(d.run_ns, _NO_TIME), _tri(d.hang),
        _tri(d.reset), _tri(d.cat_error), _text_or_none(d.engine_class), bool(d.kernel_queue),
        bool(d.no_timeout), bool(d.given_up), d.cat_type if d.has_cat_type else None,
        d.nr_unread, bool(d.disable_unread), d.nr_fault_requests, d.nr_fault_answers,
        d.nr_fault_refused,
        [f for f in map(_fault, _some(d.fault, d.nr_faults)) if f], bool(d.bind_queue),
        bool(d.wedged), bool(d.job_ended), _text(d.failed_engine) or None, d.failed_reason,
        d.nr_unread_answers, bool(d.not_reading))


def _command(c: object) -> Optional[Command]:
    if not c:
        return None
    return Command(c.address, c.header, c.dwords, c.level, _text(c.name), _text(c.text))


def _batch(b: object) -> Optional[Batch]:
    if not b:
        return None
    commands = [_command(c) for c in b.command[0:b.nr_commands]] if b.nr_commands else []
    return Batch(b.start, b.acthd, b.ipehr, _command(b.stop), _command(b.work),
                 [c for c in commands if c])


def _state(s: object) -> Optional[EngineState]:
    if not s:
        return None
    return EngineState(
        _text(s.engine), _text_or_none(s.source), _PLACES.get(s.place),
        s.job if s.has_job else None, s.job_dword if s.has_job else None,
        _text_or_none(s.command),
        s.ipehr if s.has_ipehr else None, s.acthd if s.has_acthd else None,
        s.instdone if s.has_instdone else None, _text_or_none(s.busy),
        _tri(s.semaphore), s.asid if s.has_asid else None, _known(s.least_ns, _NO_TIME),
        _known(s.most_ns, _NO_TIME), s.guc_id, bool(s.older),
        bool(s.saved))


def _witness(w: object) -> Witness:
    line = w.line
    return Witness(
        _text(w.log.name), bool(w.joined), _text(lib.guclog_kernel_event_name(line.event)),
        _text(line.time) if line.has_time else None, _text(line.device) or None, line.gt if line.has_gt else None,
        _known(line.guc_id, _NONE), _text(line.engine_class) or None,
        line.seqno if line.has_seqno else None, _text_or_none(line.process),
        line.pid if line.has_pid else None, _text(line.text))


def _kernel_line(line: object) -> Optional[KernelLine]:
    if not line:
        return None
    fields = _some(line.field, line.nr_fields)
    return KernelLine(
        _text(lib.guclog_kernel_event_name(line.event)),
        _text(lib.guclog_message_class_name(line.about)), line.weight,
        _text(line.time) if line.has_time else None, _text(line.device) or None,
        line.gt if line.has_gt else None, bool(line.error), bool(line.i915),
        line.sigid if line.has_sigid else None, _text_or_none(line.meaning),
        _text_or_none(line.advice), _known(line.incident, _NONE),
        {_text(f.name): _text(f.text) for f in fields},
        {_text(f.name): _text(f.words) for f in fields if f.words}, _text(line.text))


def _kernel_incident(i: object) -> KernelIncident:
    return KernelIncident(
        _text(i.device) or None, _text(lib.guclog_message_class_name(i.about)), i.weight,
        _kernel_line(i.cause), _kernel_line(i.worst),
        [_kernel_line(x) for x in _some(i.line, i.nr_lines)], _kernel_line(i.open_reset),
        ('none', 'perhaps', 'deleted', 'expired')[i.dump])


def _kernel_log_of(log: object) -> KernelLog:
    return KernelLog(
        _text(log.name), _text_or_none(log.kernel),
        [_kernel_line(x) for x in _some(log.line, log.nr_lines)],
        [_kernel_incident(x) for x in _some(log.incident, log.nr_incidents)],
        log.nr_unread, log.nr_harmless, log.nr_filtered, _text_or_none(log.unread))


def _kernel_log(name: str, data: bytes) -> object:
    error = ffi.new('int *')
    log = lib.guclog_kernel_log_open(os.fsencode(name), data, len(data), error)
    if not log:
        _check_text(error[0], name, 'not a kernel log')
    return ffi.gc(log, lib.guclog_kernel_log_free)


def _explain(log: object, dump: object, kernel_logs: Dict[str, bytes]) -> Explanation:
    error = ffi.new('struct guclog_error *')
    logs = [_kernel_log(name, data) for name, data in kernel_logs.items()]
    array = ffi.new('struct guclog_kernel_log *[]', logs)
    options = ffi.new('struct guclog_explain_options *')
    options.size = ffi.sizeof('struct guclog_explain_options')
    options.nr_kernel_logs = len(logs)
    options.kernel_log = array
    x = lib.guclog_explain(log, dump, options, error)
    if not x:
        raise Error(-error.code, _text(error.text))
    x = ffi.gc(x, lib.guclog_explanation_free)
    return Explanation(
        _tri(x.hang), _tri(x.reset), _known(x.victim, lib.GUCLOG_NONE),
        _text(x.engine) or None, _known(x.waiter, lib.GUCLOG_NONE),
        _known(x.wait_ns, _NO_TIME), _known(x.limit_ns, _NO_TIME),
        _known(x.unanswered_faults, lib.GUCLOG_NONE), _text_or_none(x.stuck),
        _text(x.signature),
        [Sentence(_text(s.text), tuple(s.event[0:s.nr_events]),
                  _text_or_none(lib.guclog_basis_name(s.basis)),
                  _text(lib.guclog_certainty_name(s.certainty)))
         for s in x.sentence[0:x.nr_sentences]],
        [Known(_text(k.id), _text(k.known), _text(k.link), _text(k.source), _text(k.matched),
               _text(k.refuted), _text_or_none(k.cure))
         for k in x.known[0:x.nr_known]],
        _text_or_none(lib.guclog_basis_name(x.basis)), _driver(x.driver), _tri(x.agree),
        _state(x.state), _batch(x.batch), _text_or_none(x.idle_engine),
        Culprit(_known(x.culprit.guc_id, lib.GUCLOG_NONE), _text(x.culprit.engine) or None,
                _text_or_none(lib.guclog_culprit_basis_name(x.culprit.basis))),
        [_witness(w) for w in _some(x.witness, x.nr_witnesses)],
        [_state(s) for s in _some(x.capture, x.nr_captures)],
        _tri(x.firmware_crash), _memory_fault(x.memory_fault), bool(x.failed_reset),
        [_kernel_log_of(log) for log in _some(x.kernel_log, x.nr_kernel_logs)],
        [Advice(_text(a.finding), _text(a.text)) for a in _some(x.advice, x.nr_advice)])


def _context(a: object, c: object) -> Context:
    timed = bool(lib.guclog_analysis_survey(a).hz)
    on_engine = lib.guclog_analysis_on_ticks(a, c)
    least = ffi.new('bool *')
    wait = lib.guclog_analysis_wait_ticks(a, c, least)
    return Context(c.guc_id, c.lrca or None,
                   _sized_text(lib.guclog_context_engine, c) or None,
                   _text(lib.guclog_context_state_name(c.state)), c.first,
                   c.last, c.submits, c.runs, c.preempted, c.resets,
                   lib.guclog_analysis_ns(a, on_engine) if timed else None,
                   lib.guclog_analysis_ns(a, wait) if timed else None,
                   bool(c.on_engine), bool(c.on_least),
                   bool(c.mode.open and not c.mode.value), bool(c.end.open), bool(least[0]))


def _written(function: object, *args: object) -> bytes:
    """Return the output of a function that passes it in pieces to a callback (guclog_write_fn)."""
    pieces: List[bytes] = []

    @ffi.callback('int(void *, const void *, size_t)')
    def write(_context: object, data: object, size: int) -> int:
        pieces.append(bytes(ffi.buffer(data, size)))
        return 0

    _check_text(function(*args, write, ffi.NULL), 'a text of the report')
    return b''.join(pieces)


def _data(data: Union[str, bytes]) -> bytes:
    return data.encode('utf-8', 'surrogateescape') if isinstance(data, str) else bytes(data)


class Events(Sequence[Event]):
    """The events of a log. Events from before the firmware was loaded again come first."""

    def __init__(self, owner: object, log: object) -> None:
        self._owner = owner
        error = ffi.new('struct guclog_error *')
        events = lib.guclog_events_open(log, 0, error)
        # A log without events is not an error here: Events is then empty.
        if not events and error.code != -errno.ENOENT:
            _check(error.code)
        self.walk = ffi.gc(events, lib.guclog_events_close) if events else ffi.NULL

    def __len__(self) -> int:
        return self.walk.entries + self.walk.before_load if self.walk else 0

    def __iter__(self) -> Iterator[Event]:
        if not self.walk:
            return
        events = ffi.gc(lib.guclog_events_copy(self.walk), lib.guclog_events_close)
        yield from _events(events)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> List[Event]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Event, List[Event]]:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._at(places)
        wanted = {place: None for place in places}
        found = {i: event for i, event in enumerate(self) if i in wanted}
        return [found[place] for place in places]

    def _at(self, place: int) -> Event:
        before = self.walk.before_load
        if place < before:
            return next(islice(self, place, None))
        events = ffi.gc(lib.guclog_events_copy(self.walk), lib.guclog_events_close)
        lib.guclog_events_seek(events, place - before)
        return next(_events(events))


class Dump:
    """A devcoredump."""

    def __init__(self, owner: object, dump: object) -> None:
        self._owner, self._dump = owner, dump

    @property
    def name(self) -> str:
        """The name of the file."""
        return _text(self._dump.name)

    @property
    def fields(self) -> List[Field]:
        """The "name: value" lines, section by section. Within a section, the order can differ from
        that of the text."""
        found, f = [], ffi.new('struct guclog_field *')
        while not lib.guclog_dump_list(self._dump, len(found), f):
            found.append(Field(_text(f.section), _known(f.gt), _known(f.number),
                               _text_or_none(f.item), _text(f.name), _text(f.value)))
        return found

    @property
    def head(self) -> Dict[str, str]:
        """The lines of the head, such as "Reason" and "Process"."""
        return {f.name: f.value for f in self.fields if f.section == 'head'}

    @property
    def logs(self) -> List[Log]:
        """The logs in the devcoredump, one for each GT."""
        file = self._owner
        return [Log(file, file.log[i]) for i in range(file.nr_logs)
                if file.log[i].dump == self._dump]

    def _gts(self) -> Iterator[Tuple[Optional[int], object]]:
        for gt in _some(self._dump.gt, self._dump.nr_gts):
            yield gt.id if gt.has_id else None, gt

    @property
    def engines(self) -> Dict[str, Engine]:
        """The engines by name, such as "ccs0". If several GTs have engines with the same name, only
        the first of them is included."""
        found: Dict[str, Engine] = {}
        for number, gt in self._gts():
            for e in _some(gt.engine, gt.nr_engines):
                registers = {_text(r.name): r.number for r in _some(e.regs.field, e.regs.nr)
                             if r.is_number}
                found.setdefault(_text(e.name), Engine(
                    _text(e.name), number, e.logical_instance, _fields(e.fields), registers))
        return found

    @property
    def queues(self) -> List[Queue]:
        """The exec queues."""
        words = lib.guclog_dump_queue_words
        return [Queue(c.guc_id, number, _fields(c.fields),
                      [_lrc(lrc) for lrc in _some(c.lrc, c.nr_lrcs)],
                      _sized_text(words, self._dump, ffi.addressof(c), True),
                      _sized_text(words, self._dump, ffi.addressof(c), False))
                for number, gt in self._gts() for c in _some(gt.context, gt.nr_contexts)]

    @property
    def ranges(self) -> List[Range]:
        """The ranges of memory of the GPU VM that the devcoredump has."""
        vm = self._dump.vm
        return [Range(r.address, r.length if r.has_length else None,
                      r.error if r.has_error else None, _bytes(r.bytes))
                for r in _some(vm.range, vm.nr_ranges)]

    def explain(self, kernel_logs: Optional[Dict[str, bytes]] = None) -> Explanation:
        """Explain what happened, from the devcoredump without its logs.

        kernel_logs has the contents of kernel logs by their names. They are evidence about the
        hang, as for the command "guclog explain"."""
        return _explain(ffi.NULL, self._dump, kernel_logs or {})

    @property
    def messages(self) -> Iterator[Message]:
        """The CT messages: for each GT the messages to the GuC, then the messages from the GuC."""
        for i, (gt, _) in enumerate(self._gts()):
            ct = ffi.gc(lib.guclog_ct_open(self._dump, i), lib.guclog_ct_close)
            for ring in ct.ring:
                for message in _some(ring.message, ring.nr_messages):
                    yield self._message(gt, message)

    @staticmethod
    def _message(gt: Optional[int], m: object) -> Message:
        return Message(gt, 'h2g' if m.ring == lib.GUCLOG_H2G else 'g2h', bool(m.unread),
                       m.offset, m.fence, _text_or_none(m.type_name), m.action, m.data0,
                       bool(m.has_action), bool(m.failed), _text_or_none(m.name),
                       _text_or_none(m.answers), tuple(_some(m.data, m.nr_data)),
                       _text(m.text))


class Log:
    """The log of one GT."""

    def __init__(self, owner: object, log: object) -> None:
        self._owner, self._log = owner, log

    def export(self, form: str) -> bytes:
        """Return all events in the format "csv", "jsonl" (one JSON object in each line), "json" or
        "perfetto" (a trace for Perfetto)."""
        return _written(lib.guclog_export_log, self._log, _EXPORTS[form])

    @property
    def name(self) -> str:
        """The name of the file, with the member of an archive."""
        return _text(self._log.name)

    @property
    def form(self) -> str:
        """The form of the log, such as "Xe devcoredump"."""
        return _text(lib.guclog_form_label(self._log.form))

    @property
    def is_lfd(self) -> bool:
        """Whether the input was an LFD file."""
        return bool(self._log.is_lfd)

    @property
    def image(self) -> bytes:
        """The image of the log buffer, or the whole LFD file if is_lfd is True."""
        return _bytes(self._log.image)

    @property
    def facts(self) -> Dict[str, str]:
        """Facts (properties) of the device and the GT, with the keys of the module's "info"
        file."""
        return _facts(self._log.facts)

    @property
    def losses(self) -> List[str]:
        """Descriptions of the missing parts of the log."""
        lines = _text(self._log.losses).splitlines()
        return [line.split('=', 1)[1] for line in lines]

    @property
    def faults(self) -> List[Fault]:
        """Faults in the image, at most the first 16."""
        found, f = [], ffi.new('struct guclog_fault *')
        while not lib.guclog_log_fault(self._log, len(found), f):
            found.append(Fault(f.offset, f.found, f.expected, _text(f.text)))
        return found

    @property
    def lic(self) -> Dict[str, int]:
        """Values of the firmware's log init config (LIC)."""
        value, found = ffi.new('uint32_t *'), {}
        for name, key in _LIC.items():
            if not lib.guclog_log_lic(self._log, key, value):
                found[name] = value[0]
        return found

    @property
    def order(self) -> str:
        """Order of the events: "linear" (oldest first, the ring has not wrapped), "wrapped" (oldest
        first, the ring has wrapped), "storage" (the order in the ring's memory, because the order
        in time is unknown) or "absent" (the log has no usable event region, or does not state the
        order)."""
        return _ORDERS[self._log.order]

    @property
    def crash(self) -> bytes:
        """The crash dump, empty if there is none."""
        return _bytes(self._log.crash)

    @property
    def text(self) -> str:
        """The log in the format of the module's guc_log_state file; empty for an LFD file."""
        return _sized_text(lib.guclog_log_text, self._log)

    @property
    def events(self) -> Events:
        """The events, oldest first."""
        return Events(self._owner, self._log)

    def explain(self, kernel_logs: Optional[Dict[str, bytes]] = None) -> Explanation:
        """Explain what happened, from the log and its devcoredump.

        kernel_logs has the contents of kernel logs by their names. They are evidence about the
        hang, as for the command "guclog explain"."""
        return _explain(self._log, ffi.NULL, kernel_logs or {})

    def _analysis(self, contexts: bool = True) -> Tuple[object, object]:
        """Return a reader of the events, and their analysis; each is NULL if there is none. If
        contexts is True, the analysis is also NULL if the event names of the dictionary cannot be
        used for the log, so that contexts cannot be listed."""
        walk = Events(self._owner, self._log).walk
        a = walk.analysis if walk else ffi.NULL
        if a and contexts and not lib.guclog_analysis_has_contexts(a):
            a = ffi.NULL
        return walk, a

    @property
    def contexts(self) -> List[Context]:
        """The contexts; empty if the event names of the dictionary cannot be used for the log."""
        walk, a = self._analysis()
        found: List[Context] = []
        while a and (c := lib.guclog_analysis_context(a, len(found))):
            found.append(_context(a, c))
        return found

    @property
    def slices(self) -> List[Slice]:
        """All periods in which a context kept its state or its engine, in the order of their ends;
        empty if the event names of the dictionary cannot be used for the log."""
        walk, a = self._analysis()
        found: List[Slice] = []

        @ffi.callback('guclog_slice_fn')
        def add(_: object, c: object, engine: bool, begin: int, end: int) -> None:
            state = None if engine else _text(lib.guclog_context_state_name(c.state))
            found.append(Slice(c.guc_id, _engine(c.engine) if engine else None, state, begin, end,
                               _known(lib.guclog_events_boottime_ns(walk, begin), _NO_TIME),
                               _known(lib.guclog_events_boottime_ns(walk, end), _NO_TIME)))

        if a:
            _check(lib.guclog_events_slices(walk, add, ffi.NULL))
        return found

    @property
    def resets(self) -> List[Reset]:
        """The newest 32 engine resets, oldest first."""
        walk, a = self._analysis()
        found: List[Reset] = []
        while a and (r := lib.guclog_analysis_reset(a, len(found))):
            wait = r.wait_known and lib.guclog_analysis_survey(a).hz
            victims = r.victim[0:min(r.nr_victims, lib.GUCLOG_MAX_VICTIMS)]
            found.append(Reset(
                r.begin_index, r.end_index, _engine(victims[0].engine) if victims else None,
                tuple(v.guc_id for v in victims), bool(r.timed_out),
                lib.guclog_analysis_ns(a, r.timeout_tick - r.wait.tick) if wait else None,
                r.limit_us * 1000 or None))
        return found

    @property
    def rules(self) -> List[Rule]:
        """The rules that test the names of the dictionary, and their results on the log."""
        walk, a = self._analysis(contexts=False)
        found, r = [], ffi.new('struct guclog_rule *')
        while a and not lib.guclog_analysis_rule(a, len(found), r):
            found.append(Rule(_text(r.name), _text(r.text), r.checks, r.hits, bool(r.few),
                              bool(r.weak), bool(r.failed)))
        return found

    @property
    def holes(self) -> List[Tuple[int, int]]:
        """Ranges of missing bytes of the image: offset of the first byte, offset after the last."""
        begin, end, found = ffi.new('uint64_t *'), ffi.new('uint64_t *'), []
        while not lib.guclog_log_hole(self._log, len(found), begin, end):
            found.append((begin[0], end[0]))
        return found

    @property
    def summary(self) -> List[Tuple[str, str]]:
        """A summary of the log as (name, text) rows: GPU, GT, driver, firmware, log level, data,
        events, times, crash dump, faults, advice. The name is empty if a row continues the
        preceding row."""
        summary, found = ffi.new('struct guclog_summary *'), []
        walk = Events(self._owner, self._log).walk

        @ffi.callback('guclog_row_fn')
        def add(_: object, name: object, text: object) -> None:
            found.append((_text(name), _text(text)))

        lib.guclog_log_summary(self._log, walk, summary)
        lib.guclog_summary_rows(summary, add, ffi.NULL)
        return found

    @property
    def captures(self) -> List[Capture]:
        """The registers that the GuC has captured; empty if the log has no state capture
        region."""
        captures = lib.guclog_captures_open(self._log, ffi.NULL)
        if not captures:
            return []
        captures = ffi.gc(captures, lib.guclog_captures_close)
        return [_capture(c) for c in _some(captures.capture, captures.nr)]

    @property
    def dump(self) -> Optional[Dump]:
        """The devcoredump that contains the log, None if there is none."""
        dump = self._log.dump
        return Dump(self._owner, dump) if dump else None

    def lfd(self, notes: Sequence[str] = ()) -> bytes:
        """Return the log as an LFD file. notes are further "key=value" lines for the main comment
        of the file; they are not used if the log was read from an LFD file."""
        if self.is_lfd:
            return self.image
        lines = _text(self._log.losses)
        lines += ''.join(note + '\n' for note in notes)
        facts = self._log.facts
        return _filled(lib.guclog_log_lfd, self._log, facts, lines.encode('ascii'))

    @property
    def blocks(self) -> List[Block]:
        """The blocks of the LFD file; if it is damaged, only the blocks before its fault."""
        return blocks(self.lfd())

    def check(self) -> CheckResult:
        """Find the defects of the log, with their offsets."""
        return _checked(lib.guclog_check(self._log))

    def asic(self, form: str = 'v3') -> bytes:
        """Return ASIC info in the form "v1", "v3", "v1-packed" or "rdf"."""
        return _filled(lib.guclog_asic_make, _ASIC[form], self._log.facts)

    @property
    def asic_fields(self) -> List[AsicField]:
        """The fields of ASIC info, from the facts and the table of known devices."""
        return _asic(lib.guclog_asic_from_facts(self._log.facts))


class File:
    """An input that was read. A File is also a context manager."""

    def __init__(self, handle: object) -> None:
        self._handle = handle

    def __enter__(self) -> File:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; its memory is freed when its logs are no longer used."""
        self._handle = None

    @property
    def _open(self) -> object:
        if self._handle is None:
            raise ValueError('the file is closed')
        return self._handle

    @property
    def form(self) -> str:
        """The form of the input, such as "Xe devcoredump" or "directory"; for an archive or an
        email, the form of its first log."""
        return _text(lib.guclog_file_form(self._open))

    @property
    def packing(self) -> Optional[str]:
        """The compression of the input, such as "gzip"; None if it is not compressed."""
        return _text_or_none(self._open.packing)

    @property
    def messages(self) -> List[str]:
        """Texts about missing or damaged parts of the input and about skipped files."""
        found: List[str] = []
        while message := self._open.message[len(found)]:
            found.append(_text(message))
        return found

    @property
    def logs(self) -> List[Log]:
        """The logs in the input."""
        handle = self._open
        return [Log(handle, handle.log[i])
                for i in range(handle.nr_logs)]

    @property
    def dumps(self) -> List[Dump]:
        """The devcoredumps in the input, with and without logs."""
        handle, found = self._open, []
        while dump := handle.dump[len(found)]:
            found.append(Dump(handle, dump))
        return found

    def report(self, *, text: bool = False, texts: Sequence[Union[str, bytes]] = (),
               title: Optional[str] = None) -> str:
        """Return a report with all known information, as one HTML page or as text.

        texts are kernel logs and text outputs of trace tools to include."""
        options = ffi.new('struct guclog_report_options *')
        keep = [ffi.from_buffer(_data(t)) for t in texts]
        name = ffi.new('char[]', b'kernel log')
        lines = ffi.new('struct guclog_report_text[]', len(keep))
        for line, data in zip(lines, keep):
            line.name, line.data, line.len = name, data, len(data)
        shown = ffi.new('char[]', os.fsencode(title)) if title is not None else ffi.NULL
        options.size, options.title = ffi.sizeof(options[0]), shown
        options.flags = lib.GUCLOG_REPORT_TEXT if text else 0
        options.nr_texts, options.text = len(keep), lines
        return _written(lib.guclog_report, self._open, options).decode()

    @property
    def events(self) -> Iterator[Event]:
        """The events of all logs, one log after the other: an iterator, which can be used once. The
        events of a single log (events of Log) are a sequence."""
        for log in self.logs:
            yield from log.events


def _file(function: object, *args: object, name: Optional[str], max_memory: int) -> File:
    options, error = ffi.new('struct guclog_options *'), ffi.new('struct guclog_error *')
    keep = ffi.new('char[]', os.fsencode(name)) if name is not None else ffi.NULL
    options.size, options.max_memory = ffi.sizeof(options[0]), max_memory
    options.name = keep
    handle = function(*args, options, error)
    if not handle:
        raise Error(-error.code, _text(error.text))
    return File(ffi.gc(handle, lib.guclog_close))


def open(path: Union[str, bytes, os.PathLike], *, max_memory: int = 0) -> File:
    """Read a file or directory.

    max_memory is the maximum memory for the file in bytes, 0 for 2 GiB. Raises Error.
    """
    return _file(lib.guclog_open, os.fsencode(path), name=None, max_memory=max_memory)


def open_memory(data: Union[str, bytes, bytearray, memoryview], *,
                name: Optional[str] = None, max_memory: int = 0) -> File:
    """Read an input in memory, such as a pasted text."""
    if isinstance(data, str):
        data = data.encode('utf-8', 'surrogateescape')
    keep = ffi.from_buffer(data)
    return _file(lib.guclog_open_memory, keep, len(keep), name=name, max_memory=max_memory)


class _HasFileno(Protocol):
    def fileno(self) -> int:
        """Return the number of the file descriptor."""


def open_fd(fd: Union[int, _HasFileno], *, name: Optional[str] = None,
            max_memory: int = 0) -> File:
    """Read an open file, a pipe or a socket to its end.

    fd is the number of a file descriptor, or an object with fileno(), such as a file object or a
    socket. The input is read from the position of the descriptor, so bytes that a file object has
    already in its buffer are not read.
    """
    return _file(lib.guclog_open_fd, fd if isinstance(fd, int) else fd.fileno(), name=name,
                 max_memory=max_memory)


def _checked(c: object) -> CheckResult:
    c = ffi.gc(c, lib.guclog_check_free)
    return CheckResult(_text(lib.guclog_form_label(c.form)) if c.form else None, c.bytes,
                       _text_or_none(c.what), c.nr_faults,
                       [Defect(_DEFECTS[d.kind], d.fault.offset if d.fault.error else None,
                               d.fault.found, d.fault.expected, d.block_number or None,
                               _text(d.text), _text_or_none(d.where))
                        for d in _some(c.defect, c.nr_defects)])


def check(data: bytes, form: Optional[str] = None) -> CheckResult:
    """Find the defects of an image, an LFD file, ASIC info or an RDF file, with their offsets.

    form is one of "image", "lfd", "asic" and "rdf"; None detects the form.
    """
    keep = ffi.from_buffer(data)
    return _checked(lib.guclog_check_bytes(keep, len(keep), _CHECKED[form]))


def blocks(data: bytes) -> List[Block]:
    """Return the blocks of an LFD file; if it is damaged, only the blocks before its fault."""
    fault, block = ffi.new('struct guclog_fault *'), ffi.new('struct guclog_block *')
    keep, found = ffi.from_buffer(data), []
    walk = lib.guclog_blocks_open(keep, len(data), fault)
    if not walk:
        raise Error(-fault.error, _text(fault.text))
    walk = ffi.gc(walk, lib.guclog_blocks_close)
    while lib.guclog_blocks_next(walk, block, ffi.NULL) > 0:
        found.append(Block(block.offset, block.type, _text(lib.guclog_block_name(block.type)),
                           block.value, block.nr_events, _bytes(block.data),
                           _sized_text(lib.guclog_block_text, walk, block)))
    return found


def _asic(a: object) -> List[AsicField]:
    a = ffi.gc(a, lib.guclog_asic_close)
    fields = [(f, _some(f.value, f.nr_values)) for f in _some(a.field, a.nr_fields)]
    return [AsicField(_text(f.name), _text_or_none(f.unit), tuple(v.number for v in values),
                      tuple(_text_or_none(v.text) for v in values), _text(f.origin))
            for f, values in fields]


def asic(data: bytes) -> List[AsicField]:
    """Return the fields of ASIC info or of an RDF file."""
    fault, keep = ffi.new('struct guclog_fault *'), ffi.from_buffer(data)
    a = lib.guclog_asic_open(keep, len(data), fault)
    if not a:
        raise Error(-fault.error or errno.ENOMEM, _text(fault.text))
    return _asic(a)


def facts(path: Union[str, bytes, os.PathLike]) -> Facts:
    """Read the facts in the module's "info" file or in an LFD file."""
    error = ffi.new('struct guclog_error *')
    file = lib.guclog_facts_open(os.fsencode(path), error)
    if not file:
        raise Error(-error.code, _text(error.text))
    file = ffi.gc(file, lib.guclog_facts_close)
    return Facts(_facts(file.device), [_facts(gt) for gt in _some(file.gt, file.nr_gts)])


def learn(log: Log, *more: Log) -> List[Learned]:
    """Learn the meaning of the events of an unknown firmware from its logs.

    More can be learned from logs in devcoredumps than from other logs, because devcoredumps also
    have messages and contexts. Raises Error if nothing can be learned."""
    error = ffi.new('struct guclog_error *')
    learned = lib.guclog_learn(log._log, error)
    if not learned:
        raise Error(-error.code, _text(error.text))
    learned = ffi.gc(learned, lib.guclog_learned_free)
    for other in more:
        if lib.guclog_learned_add(learned, other._log, error):
            raise Error(-error.code, _text(error.text))
    return [Learned(r.id, r.count, _text_or_none(r.name), _text(r.grade), r.score, r.hits,
                    r.checks)
            for r in _some(learned.row, learned.nr_rows)]


def xe_layout(xe: Union[str, os.PathLike], base: Union[str, os.PathLike, None] = None) -> XeLayout:
    """Check whether the module supports the xe driver of a kernel.

    xe is the path of xe.ko or of xe's BTF. base is the path of that kernel, of its boot image or of
    its BTF; None if xe belongs to the running kernel.
    """
    error = ffi.new('struct guclog_error *')
    found = lib.guclog_xe_layout_open(os.fsencode(xe),
                                      ffi.NULL if base is None else os.fsencode(base), error)
    if not found:
        raise Error(-error.code, _text(error.text))
    found = ffi.gc(found, lib.guclog_xe_layout_close)
    return XeLayout(bool(found.supported), _text_or_none(found.why), _text(found.kernel),
                    _text(found.text))


def version() -> str:
    """Return the release of the library, such as "1.0.0"."""
    return _text(lib.guclog_version())


def device_name(device: int) -> Optional[str]:
    """Return the product name of the Intel GPU with a PCI device ID, or None if it is unknown."""
    found = ffi.new('struct guclog_device *')
    lib.guclog_device_find(device, found)
    return _text_or_none(found.name)


def dictionary() -> List[Row]:
    """Return all events of the dictionary."""
    found, r = [], ffi.new('struct guclog_row *')
    while not lib.guclog_dictionary_row(len(found), r):
        found.append(Row(r.id, _text(r.name), _text(r.meaning), bool(r.guess), r.evidence,
                         r.hits, r.checks))
    return found


class Redaction(NamedTuple):
    """A redacted file: data that can identify a person, a program or a machine were removed."""

    data: bytes
    counts: Dict[str, int]      # number of places for each kind, such as "process name"


def redact(data: Union[str, bytes]) -> Redaction:
    """Redact a devcoredump, a log, a kernel log or an LFD file.

    data may be compressed by gzip, xz or zstd, or be in a mail or a web page; the result is the
    redacted file without this packing. Raises Error if data are none of these.
    """
    code = ffi.new('int *')
    keep = ffi.from_buffer(_data(data))
    r = lib.guclog_redact(keep, len(keep), lib.GUCLOG_REDACT_ANY, code)
    if not r:
        _check(code[0])
    try:
        counts = {_text(lib.guclog_redact_kind_name(i)): r.count[i].places
                  for i in range(r.nr_counts) if r.count[i].places}
        return Redaction(bytes(ffi.buffer(r.data, r.len)), counts)
    finally:
        lib.guclog_redaction_free(r)


class Item(NamedTuple):
    """An event, a message or a line in a timeline."""

    ns: int                     # time since boot if placed, else time on the source's own clock
    uncertainty_ns: Optional[int]
    source: str                 # such as "guc0", "ct0", "kernel0" or "trace0"
    placed: bool                # ns is the time since boot, the common clock of all placed items
    text: str


_Texts = Union[Sequence[Union[str, bytes]], Dict[str, Union[str, bytes]]]


def _timeline(files: Sequence[File], texts: _Texts, suspended: bool) -> object:
    t = ffi.gc(lib.guclog_timeline_new(0 if suspended else lib.GUCLOG_TIMELINE_NO_SUSPEND),
               lib.guclog_timeline_free)
    for file in files:
        _check(lib.guclog_timeline_add_file(t, file._open))
    named = texts.items() if isinstance(texts, dict) else [('kernel log', one) for one in texts]
    for name, text in named:
        data = ffi.from_buffer(_data(text))
        _check_text(lib.guclog_timeline_add_text(t, os.fsencode(name), data, len(data)), name)
    _check(lib.guclog_timeline_sort(t))
    return t


def export(*files: File, form: str = 'perfetto', texts: _Texts = (),
           suspended: bool = True) -> bytes:
    """Return the items that timeline() returns, in one of the output formats of Log.export()."""
    return _written(lib.guclog_export_timeline, _timeline(files, texts, suspended), _EXPORTS[form])


def timeline(*files: File, texts: _Texts = (), suspended: bool = True) -> List[Item]:
    """Return the events, messages and lines of files, kernel logs and traces, sorted by time.

    texts are the kernel logs and traces, or a dictionary of them by name. suspended is False if the
    machine was not suspended since it booted.
    """
    t = _timeline(files, texts, suspended)
    items = []
    for i in range(t.nr_items):
        item = t.item[i]
        words = _text(item.text) if item.text else _sized_text(
            lib.guclog_event_text, item.source.events, ffi.addressof(item, 'event'))
        items.append(Item(item.ns, _known(item.uncertainty_ns, lib.GUCLOG_NO_BOUND),
                          _text(item.source.short_name), bool(item.source.placed), words))
    return items
