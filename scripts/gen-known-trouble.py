#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the tables of published problems from data/known_trouble.csv.

gen-known-trouble.py FILE.c writes the table for libguclog, whose Makefile calls this script.
gen-known-trouble.py FILE.rst writes the table of Documentation/known-trouble.rst; scripts/docs.sh
calls it. Both fail if a row of the CSV file is invalid.
"""
import argparse
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad, list_table, page_of, parse_version, read  # noqa: E402

CASES = ROOT / "data/known_trouble.csv"
DEVICES = ROOT / "data/xe_devices.csv"

COLUMNS = ("id", "platform", "firmware", "verdict", "engine", "reason", "needs", "known",
           "refuted", "cure", "link", "source")
# The words of the column "needs": conditions that a dump must fulfil in addition to match a case.
# The texts are for the output of guclog and for the documentation.
NEEDS = {"faults": "page faults that were not resolved", "no-timeout": "jobs without a time limit",
         "waiter": "a context that waited for the engine until the preemption timeout",
         "never-ran": "a context that was on no engine",
         "newer-firmware": "a firmware newer than the driver wants",
         "large-host-buffer": "a buffer of 512 MiB or more in memory of the host",
         "semaphore-fault": "a page fault at the end of compute-runtime's heap for semaphores",
         "program-ended": "a queue that was killed because its program ended",
         "ends-with-zeros": "a whole dump of about 512 KB with a log that ends with zeros"}
VERDICTS = ("any", "reset", "none", "submit", "h2g", "disable", "deregister")
ENGINES = ("", "rcs", "vcs", "vecs", "bcs", "ccs", "gsccs")
LINK = re.compile(r"https://[!-~]+")


def platforms():
    """Return the names of the platforms in data/xe_devices.csv, which are those that guclog can
    print."""
    lines = DEVICES.read_text(encoding="ascii").splitlines()
    rows = [line.split(",") for line in lines if line and not line.startswith("#")]
    return {row[1] for row in rows[1:]}


def parse_row(cells):
    """Return a row of data/known_trouble.csv as a dict from column to value, with the first and the
    last version as numbers. Raise Bad if a cell is invalid."""
    row = dict(zip(COLUMNS, cells))
    if not re.fullmatch(r"[a-z][a-z0-9-]*", row["id"]):
        raise Bad(f"'{row['id']}' is not an id like bmg-ccs-reset")
    if row["platform"] and row["platform"] not in platforms():
        raise Bad(f"no platform '{row['platform']}' in {DEVICES.name}")
    if row["verdict"] not in VERDICTS:
        raise Bad(f"'{row['verdict']}' is none of {', '.join(VERDICTS)}")
    if row["engine"] not in ENGINES:
        raise Bad(f"'{row['engine']}' is not a class of engines")
    row["needs"] = row["needs"].split()
    if set(row["needs"]) - set(NEEDS):
        raise Bad(f"'{' '.join(row['needs'])}' is none of {', '.join(NEEDS)}")
    if not LINK.fullmatch(row["link"]):
        raise Bad(f"'{row['link']}' is not a link")
    if not row["known"] or row["known"].endswith(".") or not row["source"]:
        raise Bad("known and source must not be empty, and known has no full stop")
    if not row["firmware"] and row["verdict"] == "any" and not row["engine"] and \
            not row["needs"]:
        raise Bad("too many dumps of the platform would match")
    if not row["refuted"] or row["refuted"].endswith("."):
        raise Bad("refuted must not be empty, and has no full stop")
    if row["cure"].endswith("."):
        raise Bad("cure has no full stop")
    if '"' in "".join(cells) or "\\" in "".join(cells):
        raise Bad("a quotation mark or a backslash")
    first, _, last = row["firmware"].partition("-")
    row["first"] = parse_version(first) if first else 0
    row["last"] = parse_version(last) if last else row["first"] or 0xffffff
    if row["first"] > row["last"]:
        raise Bad("the first version is newer than the last")
    return row


def read_cases():
    """Return the rows of data/known_trouble.csv; no two rows may have the same id."""
    rows = read(CASES, COLUMNS, parse_row)
    if len({row["id"] for row in rows}) != len(rows):
        sys.exit(f"{CASES}: an id is there twice")
    return rows


def c_text(name, text):
    """Return the initialiser in C of a string member, or an empty text if the string is empty."""
    return f"\t  .{name} = \"{text}\",\n" if text else ""


def c_needs(needs):
    """Return the initialiser in C of the member needs, or an empty text if there are no needs."""
    names = [f"BIT(KNOWN_NEEDS_{need.upper().replace('-', '_')})" for need in needs]
    return f"\t  .needs = {' | '.join(names)},\n" if names else ""


def c_row(row):
    """Return a row as a designated initialiser in C."""
    return (f"\t{{ .id = \"{row['id']}\", .verdict = KNOWN_{row['verdict'].upper()},\n"
            f"\t  .first = 0x{row['first']:06x}, .last = 0x{row['last']:06x},\n"
            + c_text("platform", row["platform"]) + c_text("engine", row["engine"])
            + c_text("reason", row["reason"]) + c_needs(row["needs"]) + c_text("known", row["known"])
            + c_text("refuted", row["refuted"]) + c_text("cure", row["cure"])
            + c_text("link", row["link"]) + c_text("source", row["source"]) + "\t},")


def table(rows):
    """Return the text of the C file for libguclog."""
    body = "\n".join(map(c_row, rows))
    needs = "\n".join(f"\t[KNOWN_NEEDS_{need.upper().replace('-', '_')}] = \"{text}\","
                      for need, text in NEEDS.items())
    return f"""\
// SPDX-License-Identifier: GPL-2.0-only
/*
 * Generated by scripts/gen-known-trouble.py from data/known_trouble.csv: change that file.
 */
#include "explain/known.h"

const struct known_trouble known_table[] = {{
{body}
}};

const unsigned int known_table_len = ARRAY_SIZE(known_table);

const char * const known_needs_text[] = {{
{needs}
}};
"""


def sign(row):
    """Return the text for the column "signature": the properties of a dump that matches the
    case."""
    verdict = {"any": "", "reset": "an engine reset", "none": "no reset, nothing stuck"}.get(
        row["verdict"], f"stuck: {row['verdict']}")
    words = [verdict, row["engine"] and f"engine {row['engine']}",
             row["reason"] and f"Reason: {row['reason']}",
             *(NEEDS[need] for need in row["needs"])]
    return "; ".join(word for word in words if word)


def page(rows):
    """Return the text of the table in Documentation/known-trouble.rst."""
    return page_of("data/known_trouble.csv", "scripts/gen-known-trouble.py") + list_table(
        "16 12 12 20 40", ("id", "platform", "GuC", "signature", "what is known"),
        *((row["id"], row["platform"] or "any", row["firmware"] or "any", sign(row),
           f"{row['known']} (`{row['source']} <{row['link']}>`__)") for row in rows))


def main():
    """Write the table for libguclog or the one for the documentation, by the suffix of FILE."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", metavar="FILE", type=Path,
                        help="what to write: FILE.c for libguclog, FILE.rst for the documentation")
    args = parser.parse_args()
    make = page if args.file.suffix == ".rst" else table
    args.file.write_text(make(read_cases()), encoding="ascii")


if __name__ == "__main__":
    main()
