# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Read logs of the GuC, a microcontroller in Intel GPUs, with libguclog.

    file = guclog.open("dump.txt", "dmesg.txt")
    for sentence in file.explain().logs[0].sentences:
        print(sentence.text)
    for event in file.events:
        print(event.tick, event.name, event.text)

A document, such as the result of explain(), is what the command prints with --json: each object is
a Document, a dict whose keys are attributes, too. A value that is not known is None. A key that the
document does not have raises AttributeError. guclog(1) and the JSON Schemas in share/guclog/
describe the keys.
"""

import json as _json
import os as _os
from typing import Any, Iterator, NamedTuple, Optional

from ._guclog import ffi, lib

__all__ = ["Document", "Error", "Event", "File", "Log", "Stream", "dictionary", "layout", "open",
           "open_fd", "open_memory", "version"]


def version() -> str:
    """Return the release of the library."""
    return _text(lib.guclog_version())


class Error(OSError):
    """An input cannot be read, or there is no such document. errno is a value of the module
    errno."""

    @property
    def code(self) -> int:
        return self.errno

    def __str__(self) -> str:
        return self.strerror


class Document(dict):
    """An object of a document in JSON; its keys are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Event(NamedTuple):
    """An event of a log. A value that is not known is None."""
    index: int
    tick: int
    boottime_ns: Optional[int]
    realtime_ns: Optional[int]
    ago_ns: Optional[int]
    id: int
    args: tuple
    name: Optional[str]
    text: Optional[str]
    guc_id: Optional[int]
    engine: Optional[str]
    before_load: bool
    gap_bytes: int
    ambiguous: bool
    guess: bool
    learned: bool
    fields: Document


def _text(chars) -> Optional[str]:
    return None if chars == ffi.NULL else ffi.string(chars).decode("utf-8", "replace")


def _known(value: int, unknown: int) -> Optional[int]:
    return None if value == unknown else value


class _Names:
    """The names of engines, each asked for once."""

    def __init__(self):
        self.buf, self.engine = ffi.new("char[64]"), {lib.GUCLOG_NONE: None}

    def of(self, number: int) -> Optional[str]:
        if number not in self.engine:
            lib.guclog_engine_name(number, self.buf, len(self.buf))
            self.engine[number] = _text(self.buf)
        return self.engine[number]


def _fields(event) -> Document:
    name, value, fields = ffi.new("const char **"), ffi.new("uint32_t *"), Document()
    while not lib.guclog_event_field(event, len(fields), name, value):
        fields[_text(name[0])] = value[0]
    return fields


def _event(event, names: _Names, reader=None) -> Event:
    text = None
    if event.name != ffi.NULL and reader is not None:
        buf = ffi.new("char[]", 512)
        lib.guclog_event_text(reader, event, buf, 512)
        text = _text(buf)
    return Event(event.index, event.tick, _known(event.boottime_ns, lib.GUCLOG_NO_TIME),
                 _known(event.realtime_ns, lib.GUCLOG_NO_TIME),
                 _known(event.ago_ns, lib.GUCLOG_NO_TIME), event.id, tuple(event.arg),
                 _text(event.name), text, _known(event.guc_id, lib.GUCLOG_NONE),
                 names.of(event.engine), event.before_load, event.gap_bytes, event.ambiguous,
                 event.guess, event.learned,
                 _fields(event) if event.name != ffi.NULL else Document())


class Events:
    """The events of a log: an iterable with a length; events[i] is the event with the index i."""

    def __init__(self, log: "Log", plain: bool):
        self._log, self._plain = log, plain

    def _reader(self):
        events = ffi.new("struct guclog_events **")
        error = lib.guclog_events_open(self._log._log, self._plain, events)
        if error == -2:  # ENOENT: no events
            return None
        if error:
            raise Error(-error, f"{self._log.name}: {_text(lib.guclog_strerror(error))}")
        return ffi.gc(events[0], lib.guclog_events_close)

    def __iter__(self) -> Iterator[Event]:
        reader, event, names = self._reader(), ffi.new("struct guclog_event *"), _Names()
        while reader is not None and lib.guclog_events_next(reader, event):
            yield _event(event, names, reader)

    def __getitem__(self, index: int) -> Event:
        reader, event = self._reader(), ffi.new("struct guclog_event *")
        if reader is None or lib.guclog_events_seek(reader, index) or \
                not lib.guclog_events_next(reader, event):
            raise IndexError(index)
        return _event(event, _Names(), reader)


class Log:
    """The log of one GT."""

    def __init__(self, file: "File", log):
        self._file, self._log = file, log  # the file keeps the log valid
        self.name = _text(lib.guclog_log_name(log))

    @property
    def events(self) -> Events:
        return Events(self, False)

    @property
    def plain_events(self) -> Events:
        """The events without names, contexts and engines, which is faster."""
        return Events(self, True)


class File:
    """One or several inputs, such as a devcoredump and the kernel log of the same machine."""

    def __init__(self, max_memory: int = 0):
        self._g = ffi.gc(lib.guclog_new(max_memory), lib.guclog_free)

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *exception) -> None:
        pass

    def _check(self, result: int) -> int:
        if result < 0:
            raise Error(-result, _text(lib.guclog_error(self._g)))
        return result

    def add(self, path) -> "File":
        """Add a file or a directory."""
        self._check(lib.guclog_open(self._g, _os.fsencode(path)))
        return self

    def add_memory(self, data: bytes, name: str = "memory") -> "File":
        """Add an input in memory."""
        self._check(lib.guclog_open_memory(self._g, name.encode(), ffi.from_buffer(data),
                                           len(data)))
        return self

    def add_fd(self, fd, name: str = "file") -> "File":
        """Add an open file, which is read to its end."""
        fd = fd if isinstance(fd, int) else fd.fileno()
        self._check(lib.guclog_open_fd(self._g, name.encode(), fd))
        return self

    @property
    def messages(self) -> list:
        """Sentences about what is missing in the inputs, and those of the last document."""
        out = []
        while (text := lib.guclog_message(self._g, len(out))) != ffi.NULL:
            out.append(_text(text))
        return out

    @property
    def form(self) -> Optional[str]:
        """Form of the first input, such as "Xe devcoredump"."""
        return _text(lib.guclog_form(self._g, 0))

    @property
    def logs(self) -> list:
        out = []
        while (log := lib.guclog_log(self._g, len(out))) != ffi.NULL:
            out.append(Log(self, log))
        return out

    @property
    def events(self) -> Iterator[Event]:
        """The events of all logs."""
        for log in self.logs:
            yield from log.events

    def document(self, kind: str, **options) -> Document:
        """Return a document. Options are those of the verb that prints it: gt=0, why=True."""
        return _json.loads(self.text(kind, lib.GUCLOG_FORMAT_JSON, **options),
                           object_pairs_hook=Document)

    def text(self, kind: str, form=lib.GUCLOG_FORMAT_TEXT, **options) -> str:
        """Return a document as text."""
        words = (name.replace("_", "-") if value is True else f"{name.replace('_', '-')}={value}"
                 for name, value in options.items() if value not in (None, False))
        text = ffi.new("const char **")
        self._check(lib.guclog_document_text(self._g, kind.encode(), form,
                                             " ".join(words).encode(), text))
        return _text(text[0])

    def write(self, form: str, path=None) -> Optional[bytes]:
        """Write the inputs as "lfd", "image", "csv", "jsonl", "json", "perfetto", "page", "report"
        or "redacted" into a file, or return the bytes if there is no path."""
        out = []
        sink = ffi.callback("int(void *, const void *, size_t)",
                            lambda _, data, size: out.append(bytes(ffi.buffer(data, size))) or 0)
        self._check(lib.guclog_write(self._g, form.encode(), sink, ffi.NULL))
        data = b"".join(out)
        if path is None:
            return data
        with _os.fdopen(_os.open(path, _os.O_WRONLY | _os.O_CREAT | _os.O_TRUNC, 0o666),
                        "wb") as file:
            file.write(data)
        return None


def _add_kinds() -> None:
    """Give File a method for each kind of document, such as File.explain(gt=0)."""
    for kind in ("info", "blocks", "counts", "explain", "dump", "messages", "batch", "contexts",
                 "check", "learn", "triage", "asic"):
        def method(self, _kind=kind, **options) -> Document:
            return self.document(_kind, **options)
        method.__doc__ = f'Return the document "{kind}"; guclog(1) describes its keys and options.'
        setattr(File, {"messages": "ct_messages"}.get(kind, kind), method)


_add_kinds()


class Stream:
    """Events of a stream (guc_log_stream) that arrives in pieces."""

    def __init__(self):
        self._stream = ffi.gc(lib.guclog_stream_new(), lib.guclog_stream_free)
        self._names = _Names()

    def feed(self, data: bytes) -> Iterator[Event]:
        """Add bytes. Return an iterator over the events that are complete now."""
        event = ffi.new("struct guclog_event *")
        if lib.guclog_stream_feed(self._stream, ffi.from_buffer(data), len(data)):
            raise MemoryError
        while lib.guclog_stream_next(self._stream, event) > 0:
            yield _event(event, self._names)


def open(*paths, max_memory: int = 0) -> File:
    """Open files or directories."""
    file = File(max_memory)
    for path in paths:
        file.add(path)
    return file


def open_memory(data: bytes, name: str = "memory", max_memory: int = 0) -> File:
    """Open an input in memory."""
    return File(max_memory).add_memory(data, name)


def open_fd(fd, name: str = "file", max_memory: int = 0) -> File:
    """Open a file descriptor or a file object."""
    return File(max_memory).add_fd(fd, name)


def dictionary() -> Document:
    """Return the dictionary of event ids."""
    return File().document("events")


def layout(xe, base=None) -> Document:
    """Return the offsets of the members of xe's types in a kernel, as "guclog layout"."""
    return File().add(xe).document("layout", base=base)
