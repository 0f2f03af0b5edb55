#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""list_json.py CORPUS NAME.json...: is `guclog list --json` true of NAME.lfd?

Walks the LFD file on its own, and takes the numbers of events from the state
report of the same log.
"""
import json
import pathlib
import struct
import sys


def walk(data):
    """Yield (offset, type, payload)."""
    pos = 12
    while pos < len(data):
        head, count = struct.unpack_from("<II", data, pos)
        yield pos, head >> 16, data[pos + 8:pos + 8 + 4 * count]
        pos += 8 + 4 * count


def same(what, got, want):
    if got != want:
        raise SystemExit(f"{what}: {got!r}, expected {want!r}")


def check_comment(name, block, body):
    text = body.rstrip(b"\0").decode("ascii")
    keys = {line.split("=", 1)[0] for line in text.splitlines()}
    same(f"{name} comment", set(block["comment"]), keys)


def check_events(name, state, prefix, events):
    """Those of one ring: at most one block, as long as the state says."""
    count = int(state.get(f"{prefix}_bytes", 0))
    same(f"{name} {prefix}", [e["events_bytes"] for e in events], [count] * (count > 0))
    for fields in events:
        entries = state.get(f"{prefix}_entries")
        same(f"{name} entries", fields.get("entries"), entries and int(entries))
        order = "storage order" if fields["before_load"] else state["event_order"]
        same(f"{name} order", fields["order"], order)


def check(corpus, path):
    name = path.stem
    doc = json.loads(path.read_text(encoding="ascii"))
    data = (corpus / f"{name}.lfd").read_bytes()
    lines = (corpus / f"{name}.state").read_text(encoding="ascii").splitlines()
    state = dict(line.split("=", 1) for line in lines if "=" in line)
    events = {False: [], True: []}
    told = []

    same(f"{name} bytes", doc["bytes"], len(data))
    same(f"{name} blocks", [(b["offset"], b["type"], b["bytes"]) for b in doc["blocks"]],
         [(off, kind, len(body)) for off, kind, body in walk(data)])
    for block, (_, kind, body) in zip(doc["blocks"], walk(data)):
        if kind == 0x6001:
            check_comment(name, block, body)
            told += block["comment"].get("fault", [])
        if kind == 0x2000:
            same(f"{name} version", block["fields"]["version"],
                 struct.unpack_from("<I", body)[0])
            events[block["fields"]["before_load"]].append(block["fields"])
    check_events(name, state, "event", events[False])
    check_events(name, state, "before_load", events[True])
    same(f"{name} faults", told,
         [line.removeprefix("fault=") for line in lines if line.startswith("fault=")])


def main():
    paths = [pathlib.Path(arg) for arg in sys.argv[2:]]
    if len(paths) < 20:
        raise SystemExit("too few files")
    for path in paths:
        check(pathlib.Path(sys.argv[1]), path)


main()
