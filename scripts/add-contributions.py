#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""add-contributions.py [--write] FILE... -- convert contributions to rows of guc_firmware.csv.

A contribution is the output of 'guclog contribute' for one log: the names that guclog has learned
for the event ids of the log. The script prints the rows for data/guc_firmware.csv that follow from
the contributions; the evidence in a row (hits, checks, logs) is the sum over the contributions.
With --write it adds the rows to that file. If the file already has a row for the same version,
device and id with the same name, the evidence is added to this row. A contribution that the file
already has is left out.

If an id has different names in the contributions or in the file, these names are printed, no new
row is made for the id, and the exit status is 1. If a field has different positions, these are
printed, and the row omits the field: in a log of few contexts, other bits can have the same values
as the field by chance.

A new row is only made if at least two logs give its id the same name. One log is enough if this id
and all ids that are graded "certain" in the contributions have the same names as in
data/guc_events.csv.
"""
import argparse
import collections
import csv
import hashlib
import io
import re
import sys

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad  # noqa: E402

FIRST = "guclog contribution 1"
FIRMWARE = ROOT / "data/guc_firmware.csv"
COLUMNS = ("first", "last", "device", "id", "name", "fields", "evidence", "hits", "checks",
           "logs", "source")
ID = re.compile(r"id 0x([0-9a-f]{4}) (\d+) (?:- .*|([A-Z0-9_]+) (certain|likely) "
                r"(\d+)/(\d+) ([ABCD]+|-)((?: [a-z_]+=arg[01]\[\d+:\d+\])*))")
DEVICE = re.compile(r"device: 8086:([0-9a-f]{4})")
VERSION = re.compile(r"firmware: (\d+\.\d+\.\d+)(?: .*)?")
Row = collections.namedtuple("Row", "id name grade hits checks evidence fields logs source")
Log = collections.namedtuple("Log", "firmware device rows source")


def read_id(line, source):
    """Return a Row for a line "id ..." of a contribution, or None if the line has no name for the
    id. source: the hash of the contribution."""
    match = ID.fullmatch(line)
    if not match:
        raise Bad(f"'{line[:60]}' is not a row")
    code, _, name, grade, hits, checks, evidence, fields = match.groups()
    if not name:
        return None
    return Row(f"0x{code}", name, grade, int(hits), int(checks), evidence.replace("-", ""),
               tuple(fields.split()), 1, source)


def read_log(lines):
    """Return a Log: the version of the firmware, the device, and the rows of one contribution.
    lines: the lines of the contribution."""
    source = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    firmware, device, rows = None, "any", []
    for line in lines:
        if VERSION.fullmatch(line):
            firmware = VERSION.fullmatch(line).group(1)
        elif DEVICE.fullmatch(line):
            device = "0x" + DEVICE.fullmatch(line).group(1)
        elif line.startswith("id "):
            rows.append(read_id(line, source))
    if not firmware:
        raise Bad("no version of the firmware")
    return Log(firmware, device, [row for row in rows if row], source)


def read(path):
    """Return the contributions in a file, as a list of Log."""
    logs, lines = [], None
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            try:
                if line == FIRST:
                    lines = []
                elif line == "end" and lines is not None:
                    logs.append(read_log(lines))
                    lines = None
                elif lines is not None:
                    lines.append(line)
            except Bad as bad:
                raise Bad(f"{path}: before line {number}: {bad}") from bad
    if not logs:
        raise Bad(f"{path}: no contribution")
    return logs


def dictionary():
    """Return a dict from name to id of the events in data/guc_events.csv."""
    lines = (ROOT / "data/guc_events.csv").read_text(encoding="ascii").splitlines()
    return dict(reversed(match.groups()) for match in (
        re.match(r"(0x[0-9a-f]{4}),([A-Z0-9_]+),", line) for line in lines) if match)


def table():
    """Return the lines of data/guc_firmware.csv that do not change (the comments, the names of the
    columns, and the rows about a range of versions), and its rows about a single version, as a dict
    from (version, device, id) to Row."""
    lines = FIRMWARE.read_text(encoding="ascii").splitlines(True)
    comments = [line for line in lines if line.startswith("#")]
    fixed, rows = [*comments, ",".join(COLUMNS) + "\n"], {}
    for line, cells in zip(lines[len(comments) + 1:], csv.DictReader(lines[len(comments):])):
        if cells["first"] != cells["last"]:
            fixed.append(line)
            continue
        rows[cells["first"], cells["device"], cells["id"]] = Row(
            cells["id"], cells["name"], "certain", int(cells["hits"]), int(cells["checks"]),
            cells["evidence"], tuple(filter(None, cells["fields"].split(";"))),
            int(cells["logs"]), cells["source"])
    return fixed, rows


def place(field):
    """Return name, argument and lowest bit of a field, but not its width, because logs show
    different widths of the same field."""
    name, arg, _, low = re.fullmatch(r"([a-z_]+)=arg([01])\[(\d+):(\d+)\]", field).groups()
    return name, arg, low


def contradiction(rows):
    """Return None if all of these rows, which have the same id, have the same name; otherwise a
    text with the names, each with the contributions that have it."""
    names = sorted({row.name for row in rows})
    return " or ".join(f"{name} ({' '.join(r.source for r in rows if r.name == name)})"
                       for name in names) if len(names) > 1 else None


def places_of(rows):
    """Return the positions that each field has in the rows, as a dict from the name of the field to
    the set of its positions (argument and lowest bit)."""
    places = collections.defaultdict(set)
    for name, arg, low in (place(field) for row in rows for field in row.fields):
        places[name].add(f"arg{arg} from bit {low}")
    return places


def add_up(rows):
    """Return the sum of rows with the same id and name. A field that has different positions in
    them is left out; a field with different widths gets the smallest width."""
    fields, places = {}, places_of(rows)
    for field in (field for row in rows for field in row.fields):
        name = place(field)[0]
        if len(places[name]) > 1:
            continue
        high = int(re.search(r"\[(\d+)", field).group(1))
        if name not in fields or high < fields[name][0]:
            fields[name] = high, field
    evidence = "".join(sorted({c for row in rows for c in row.evidence}))
    return rows[0]._replace(
        hits=sum(row.hits for row in rows), checks=sum(row.checks for row in rows),
        evidence=evidence or "D", fields=tuple(field for _, field in fields.values()),
        logs=sum(row.logs for row in rows),
        source=" ".join(dict.fromkeys(word for row in rows for word in row.source.split())))


def is_event(row, base):
    """Return True if data/guc_events.csv has an event with the name of the row; otherwise raise
    Bad. base: the result of dictionary()."""
    if row.name not in base:
        raise Bad(f"{row.source}: {row.id}: the dictionary has no {row.name}")
    return True


def merge(logs, known, base):
    """Add the rows of logs, all of one firmware version and device, to the rows that the file has
    for them. known: these rows, as a dict from id to Row. base: the result of dictionary(). Return
    the resulting rows as a dict from id to Row, and a list of lines to print about contradictions
    and about ids that only one log has."""
    by_id, said, rows = collections.defaultdict(list), [], {}
    agree = all(base.get(row.name) == row.id for log in logs for row in log.rows
                if row.grade == "certain")
    for code, row in known.items():
        by_id[code].append(row)
    for log in logs:
        for row in filter(lambda row: is_event(row, base), log.rows):
            by_id[row.id].append(row)
    for code, found in sorted(by_id.items()):
        wrong = contradiction(found)
        if wrong:
            said.append(f"# conflict: {code} is {wrong}")
            if code in known:
                rows[code] = known[code]
            continue
        said += [f"# field left out: {name} of {code} {found[0].name} is in "
                 + " or in ".join(sorted(at))
                 for name, at in sorted(places_of(found).items()) if len(at) > 1]
        row = add_up(found)
        if row.logs > 1 or code in known or (agree and base[row.name] == code):
            rows[code] = row
        else:
            said.append(f"# one log only: {code} {row.name} ({row.source})")
    return rows, said


def number(version):
    """Return a version as a tuple of numbers, for sorting."""
    return tuple(map(int, version.split(".")))


def text_of(rows):
    """Return rows as lines of data/guc_firmware.csv."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for (version, device, _), row in sorted(
            rows.items(), key=lambda item: (number(item[0][0]), *item[0][1:])):
        writer.writerow((version, version, device, row.id, row.name, ";".join(row.fields),
                         row.evidence, row.hits, row.checks, row.logs, row.source))
    return out.getvalue()


def group(paths, known):
    """Return the contributions that are not in data/guc_firmware.csv yet, as a dict from (version,
    device) to a list of Log. known: the rows of that file."""
    seen = {word for row in known.values() for word in row.source.split()}
    groups = collections.defaultdict(list)
    for log in (log for path in paths for log in read(path)):
        if log.source not in seen:
            groups[log.firmware, log.device].append(log)
        seen.add(log.source)
    return groups


def main():
    """Read the contributions, print the rows, and with --write add them to the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--write", action="store_true", help="add them to the file")
    parser.add_argument("file", nargs="+", help="an output of guclog contribute")
    args = parser.parse_args()
    fixed, known = table()
    new, conflicts = dict(known), 0
    base = dictionary()
    try:
        for (version, device), logs in sorted(group(args.file, known).items()):
            rows, said = merge(logs, {key[2]: row for key, row in known.items()
                                      if key[:2] == (version, device)}, base)
            print(f"# {version}, device {device}: {len(logs)} new logs, {len(rows)} rows")
            print("\n".join(said), end="\n" if said else "")
            made = {(version, device, code): row for code, row in rows.items()}
            print(text_of(made), end="")
            new.update(made)
            conflicts += sum(line.startswith("# conflict") for line in said)
    except (Bad, OSError, UnicodeDecodeError) as error:
        sys.exit(f"add-contributions.py: {error}")
    if args.write:
        FIRMWARE.write_text("".join(fixed) + text_of(new), encoding="ascii")
    return int(conflicts > 0)


if __name__ == "__main__":
    sys.exit(main())
