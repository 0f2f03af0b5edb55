#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the table of the drivers' messages from data/driver_messages.csv.

gen-driver-messages.py FILE.c writes the table for libguclog, whose Makefile calls this script.
gen-driver-messages.py --check only tests the rows. Both fail if a row is invalid.
"""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad, read  # noqa: E402

MESSAGES = ROOT / "data/driver_messages.csv"
COLUMNS = ("driver", "pattern", "class", "event", "since", "until", "weight", "meaning", "advice")
DRIVERS = ("xe", "i915", "any", "bus", "kernel")
# The classes, with the event that is usual for the class and its weight, which says how grave it is.
CLASSES = {
    "job-timeout": ("JOB_TIMEOUT_OTHER", 2), "engine-reset": ("ENGINE_RESET", 3),
    "memory-fault": ("MEMORY_ERROR", 4), "guc-unreachable": ("NO_ANSWER", 6),
    "guc-crash": ("GUC_CRASH", 7), "load-failure": ("LOAD_FAILED", 8),
    "gt-reset": ("GT_RESET", 5), "device-lost": ("DEVICE_LOST", 9),
    "hardware-error": ("HARDWARE_ERROR", 6), "pci-reset": ("PCI_RESET", 1),
    "driver": ("DRIVER_ERROR", 1), "dump": ("DUMP_PATH", 0), "firmware-age": ("FIRMWARE_AGE", 0),
    "detail": ("DETAIL", 0), "other": ("OTHER", 0), "info": ("INFO", 0),
}
FIELD = re.compile(r"\{(?:\*|[a-z_]+:[dxewsp])\}")
LINUX = re.compile(r"(\d)\.(\d{1,2})")


def linux(text):
    """Return a release of Linux such as 6.12 as the number 612, or 0 if the text is empty."""
    match = LINUX.fullmatch(text)
    if text and not match:
        raise Bad(f"'{text}' is not a release of Linux")
    return int(match[1]) * 100 + int(match[2]) if text else 0


def parse_row(cells):
    """Return a row as a dict. Raise Bad if a cell is invalid."""
    row = dict(zip(COLUMNS, cells))
    if row["driver"] not in DRIVERS:
        raise Bad(f"'{row['driver']}' is none of {', '.join(DRIVERS)}")
    if row["class"] not in CLASSES:
        raise Bad(f"'{row['class']}' is none of {', '.join(CLASSES)}")
    if not row["pattern"] or row["pattern"].count("|") > 1 or "\\" in "".join(cells):
        raise Bad("the pattern is empty, has two '|', or a cell has a backslash")
    if "{" in FIELD.sub("", row["pattern"]):
        raise Bad("a field of the pattern is not {*} or {name:type}")
    if re.search(r"\}\{", row["pattern"]):
        raise Bad("two fields without a text between them")
    event, weight = CLASSES[row["class"]]
    row["event"] = row["event"] or event
    row["weight"] = int(row["weight"]) if row["weight"] else weight
    row["since"], row["until"] = linux(row["since"]), linux(row["until"])
    if row["until"] and row["since"] > row["until"]:
        raise Bad("since is newer than until")
    if row["class"] != "info" and not row["meaning"]:
        raise Bad("the meaning is empty")
    if row["meaning"].endswith(".") or row["advice"].endswith("."):
        raise Bad("a full stop at the end of a sentence")
    row["begin"] = re.match(r"[^{|]*", row["pattern"])[0]
    return row


def literals(pattern):
    """Return the number of characters of a pattern that are not fields."""
    return len(FIELD.sub("", pattern))


def read_messages():
    """Return the rows in the order in which they are compared with a line: by the first character,
    and of two rows that both can match a line, the more specific first."""
    rows = read(MESSAGES, COLUMNS, parse_row)
    seen = set()
    for row in rows:
        key = (row["driver"], row["pattern"])
        if key in seen:
            sys.exit(f"{MESSAGES}: a pattern is there twice: {row['pattern']}")
        seen.add(key)
    return sorted(rows, key=lambda row: (ord(row["begin"][0]) if row["begin"] else 0,
                                         -len(row["begin"]), -literals(row["pattern"]),
                                         row["pattern"], row["driver"]))


def c_string(text):
    """Return a text as a string of C."""
    return '"' + text.replace('"', '\\"') + '"'


def c_row(row):
    """Return a row as a designated initialiser in C."""
    more = "".join(f"\t  .{name} = {c_string(row[name])},\n" for name in ("meaning", "advice")
                   if row[name])
    release = "".join(f" .{name} = {row[name]}," for name in ("since", "until") if row[name])
    return (f"\t{{ .pattern = {c_string(row['pattern'])}, .begin_len = {len(row['begin'])},\n"
            f"\t  .driver = MESSAGE_{row['driver'].upper()},"
            f" .class = GUCLOG_MESSAGE_{row['class'].upper().replace('-', '_')},\n"
            f"\t  .event = GUCLOG_KERNEL_{row['event']}, .weight = {row['weight']},{release}\n"
            f"{more}\t}},")


def table(rows):
    """Return the text of the C file for libguclog."""
    body = "\n".join(map(c_row, rows))
    first, index = 0, []
    for char in range(129):
        while first < len(rows) and (ord(rows[first]["begin"][0]) if rows[first]["begin"] else 0) \
                < char:
            first += 1
        index.append(first)
    numbers = ",\n\t".join(", ".join(map(str, index[i:i + 16])) for i in range(0, 129, 16))
    return f"""\
// SPDX-License-Identifier: GPL-2.0-only
/*
 * Generated by scripts/gen-driver-messages.py from data/driver_messages.csv: change that file.
 */
#include "messages/message.h"

const struct message_row message_table[] = {{
{body}
}};

const u16 message_index[129] = {{
	{numbers}
}};
"""


def main():
    """Write the table, or only test the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only test the rows")
    parser.add_argument("file", metavar="FILE.c", type=Path, nargs="?", help="what to write")
    args = parser.parse_args()
    rows = read_messages()
    if args.file and not args.check:
        args.file.write_text(table(rows), encoding="ascii")
    elif not args.check:
        parser.error("FILE.c or --check is needed")


if __name__ == "__main__":
    main()
