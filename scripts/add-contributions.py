#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""add-contributions.py FILE... -- turn outputs of 'guclog contribute' into rows.

Prints, for each firmware, the rows of data/guc_events.csv that its contributions confirm,
and new rows for ids that moved, with the sums of their evidence and the files that they
come from. Names that contradict each other are shown, and give no row. The maintainer adds
the rows: nothing is written.

A row needs two logs of its firmware, or one whose other rows agree with the dictionary.
"""
import argparse
import collections
import re
import sys

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad  # noqa: E402

FIRST = "guclog contribution 1"
ID = re.compile(r"id 0x([0-9a-f]{4}) (\d+) (?:- .*|([A-Z0-9_]+) (certain|likely) "
                r"(\d+)/(\d+) ([ABCD]+|-)((?: [a-z_]+=arg[01]\[\d+:\d+\])*))")
FIELD = re.compile(r"([a-z_]+)=arg([01])\[(\d+):(\d+)\]")
Row = collections.namedtuple("Row", "id name grade hits checks evidence fields source")


def read(path):
    """The contributions of a file: firmware and rows of each."""
    logs, firmware, rows = [], None, []
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            if line == FIRST:
                firmware, rows = None, []
            elif line == "end":
                if not firmware:
                    raise Bad(f"{path}:{number}: no firmware")
                logs.append((firmware, rows))
            elif line.startswith("firmware: "):
                match = re.match(r"firmware: (\d+\.\d+\.\d+)", line)
                firmware = match.group(1) if match else None
            elif line.startswith("id "):
                match = ID.fullmatch(line)
                if not match:
                    raise Bad(f"{path}:{number}: '{line[:60]}' is no row")
                code, _, name, grade, hits, checks, evidence, fields = match.groups()
                if name:
                    rows.append(Row(int(code, 16), name, grade, int(hits), int(checks),
                                    evidence, tuple(FIELD.findall(fields)), path))
    return logs


def dictionary():
    """Names and ids of data/guc_events.csv."""
    names = {}
    for line in (ROOT / "data/guc_events.csv").read_text(encoding="utf-8").splitlines():
        match = re.match(r"(0x[0-9a-f]{4}),([A-Z0-9_]+),", line)
        if match:
            names[match.group(2)] = int(match.group(1), 16)
    return names


def add_up(rows):
    """One row of several that agree; None when they contradict each other. A field of which
    a log has one value only can be found in a wrong place: it is left out if places differ."""
    places = collections.defaultdict(set)
    for row in rows:
        for name, arg, _, low in row.fields:
            places[name].add((arg, low))
    if len({row.name for row in rows}) > 1:
        return None
    evidence = "".join(sorted({c for row in rows for c in row.evidence if c != "-"}))
    fields = tuple(f for f in rows[0].fields if len(places[f[0]]) == 1)
    return rows[0]._replace(hits=sum(row.hits for row in rows), evidence=evidence or "D",
                            checks=sum(row.checks for row in rows), fields=fields,
                            source=" ".join(sorted({row.source for row in rows})))


def report(firmware, logs, base):
    """Print the rows of a firmware. Return: whether there is a conflict."""
    by_id = collections.defaultdict(list)
    for rows in logs:
        for row in rows:
            by_id[row.id].append(row)
    agree = all(base.get(row.name) == row.id for rows in logs for row in rows
                if row.grade == "certain")
    print(f"# {firmware}: {len(logs)} logs, "
          f"{'all ids as in the dictionary' if agree else 'ids have moved'}")
    conflict = False
    for code, rows in sorted(by_id.items()):
        row = add_up(rows)
        if not row:
            conflict = True
            print(f"# conflict: 0x{code:04x} is " + " or ".join(sorted(
                f"{r.name} ({r.source})" for r in rows)))
            continue
        enough = len(rows) > 1 or (agree and base.get(row.name) == code)
        fields = " ".join(f"{n}=arg{a}[{h}:{low}]" for n, a, h, low in row.fields)
        print(f"{'' if enough else '# one log only: '}0x{code:04x},{row.name},"
              f"{row.evidence},{firmware},{row.hits},{row.checks},{fields},{row.source}")
    return conflict


def main():
    """Read the files and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", nargs="+", help="an output of guclog contribute")
    args = parser.parse_args()
    by_firmware = collections.defaultdict(list)
    try:
        for path in args.file:
            for firmware, rows in read(path):
                by_firmware[firmware].append(rows)
    except (Bad, OSError, UnicodeDecodeError) as error:
        sys.exit(f"add-contributions.py: {error}")
    base = dictionary()
    conflicts = [report(firmware, logs, base)
                 for firmware, logs in sorted(by_firmware.items())]
    return int(any(conflicts))


if __name__ == "__main__":
    sys.exit(main())
