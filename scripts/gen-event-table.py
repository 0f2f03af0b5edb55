#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the tables of GuC log events from data/guc_events.csv and data/guc_firmware.csv.

Without an option it writes guc_event_ids.h and guc_event_table.c in drivers/xe_guclog/core; with
--check it writes nothing and fails if one of these two is out of date. With --page FILE it only
writes the tables of Documentation/guc-events.rst to FILE, and with --firmware FILE only the C table
for data/guc_firmware.csv, which has the event ids of other versions of the firmware.
"""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from gen_lib import (ROOT, Bad, list_table, page_of, parse_version, parser, read,  # noqa: E402
                     write)

EVENTS = ROOT / "data/guc_events.csv"
IDS = ROOT / "drivers/xe_guclog/core/guc_event_ids.h"
TABLE = ROOT / "drivers/xe_guclog/core/guc_event_table.c"
FIRMWARE = ROOT / "data/guc_firmware.csv"

COLUMNS = ("id", "name", "arg0", "arg1", "evidence", "firmware", "hits",
           "checks", "meaning", "source")
KINDS = ("action", "guc_id", "lrca", "class", "instance", "mask", "dec", "hex",
         "status", "enable")
WHOLE = {"pad": "PAD", "0": "ZERO", "-": "UNKNOWN"}
FIELD = re.compile(r"([a-z_]+)(?:\[(\d+):(\d+)\])?=([a-z_]+)(\??)")
MAX_FIELDS = 4
FIRMWARE_COLUMNS = ("first", "last", "device", "id", "name", "fields", "evidence", "hits",
                    "checks", "logs", "source")
PLACE = re.compile(r"([a-z_]+)=arg([01])\[(\d+):(\d+)\]")


def parse_field(text, arg):
    """Parse the text of one field of an event's argument, such as guc_id[15:0]=guc_id. arg: the
    number of the argument, 0 or 1. Return the field as a dict."""
    match = FIELD.fullmatch(text)
    if not match:
        raise Bad(f"'{text}' is not a field like guc_id[15:0]=guc_id")
    name, high, low, kind, guess = match.groups()
    if kind not in KINDS:
        raise Bad(f"'{kind}' is none of {', '.join(KINDS)}")
    high, low = int(high or 31), int(low or 0)
    if not 31 >= high >= low:
        raise Bad(f"'{text}': bits {high}:{low}")
    return {"name": name, "arg": arg, "high": high, "low": low, "kind": kind,
            "guess": bool(guess)}


def parse_arg(text, arg):
    """Parse the cell of an event's argument. Return the list of its fields, and a word for what the
    argument has: FIELDS, or PAD (0xdeadbeee), ZERO or UNKNOWN if it has no fields."""
    if text in WHOLE:
        return [], WHOLE[text]
    return [parse_field(field, arg) for field in text.split(";")], "FIELDS"


def parse_versions(text):
    """Convert a list of GuC versions, such as "70.44.1 70.49.4", to numbers."""
    return [parse_version(word) for word in text.split(" ")]


def parse_row(cells):
    """Return a row of data/guc_events.csv as a dict from column to value, with the parsed arguments
    and versions added. Raise Bad if a cell is invalid."""
    row = dict(zip(COLUMNS, cells))
    if not re.fullmatch(r"0x[0-9a-f]{4}", row["id"]):
        raise Bad(f"'{row['id']}' is not an id like 0x048e")
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", row["name"]):
        raise Bad(f"'{row['name']}' is not a name")
    if not re.fullmatch(r"A?B?C?D?", row["evidence"]) or not row["evidence"]:
        raise Bad(f"'{row['evidence']}' is not a class of evidence")
    if int(row["hits"]) > int(row["checks"]):
        raise Bad("more hits than checks")
    row["fields"], row["has"] = [], []
    for arg in (0, 1):
        fields, has = parse_arg(row[f"arg{arg}"], arg)
        row["fields"] += fields
        row["has"].append(has)
    if len(row["fields"]) > MAX_FIELDS:
        raise Bad(f"more than {MAX_FIELDS} fields")
    row["versions"] = parse_versions(row["firmware"])
    return row


def read_events():
    """Return the rows of data/guc_events.csv, which must be sorted by id."""
    rows = read(EVENTS, COLUMNS, parse_row)
    for key in ("id", "name"):
        if len({row[key] for row in rows}) != len(rows):
            sys.exit(f"{EVENTS}: a {key} is there twice")
    if rows != sorted(rows, key=lambda row: row["id"]):
        sys.exit(f"{EVENTS}: not sorted by id")
    if len(rows) > 64:
        sys.exit(f"{EVENTS}: more than 64 rows: sets of events are 64 bits")
    return rows


def versions_of(rows):
    """Return the versions of the firmware that the rows of data/guc_events.csv name, ascending."""
    return sorted({version for row in rows for version in row["versions"]})


def mask(field):
    """Return the bits of a field within its 32-bit argument, as a mask."""
    return (1 << field["high"] + 1) - (1 << field["low"])


def ids(rows):
    """Return the text of guc_event_ids.h."""
    enum = "\n".join(f"\t/* {row['meaning']} */\n\tGUC_EV_{row['name']} = {row['id']},"
                     for row in rows)
    index = "\n".join(f"\tGUC_EVX_{row['name']}," for row in rows)
    masks = "\n".join(
        f"#define GUC_EV_{row['name']}_{field['name'].upper()}\t0x{mask(field):08x}u"
        for row in rows for field in row["fields"]
        if (field["high"], field["low"]) != (31, 0))
    return f"""\
/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Generated by scripts/gen-event-table.py from data/guc_events.csv: change that file, not this one.
 */
#ifndef _GUC_EVENT_IDS_H_
#define _GUC_EVENT_IDS_H_

enum guc_event_id {{
{enum}
}};

/* The index of each event in guc_event_table[], and its bit in bit masks of events. */
enum guc_event_index {{
{index}
\tGUC_EVX_COUNT
}};

/* Bits of the arguments, for FIELD_GET(). */
{masks}

#endif
"""


def c_field(field):
    """Return a field as an initialiser in C."""
    guess = ", .guess = true" if field["guess"] else ""
    return (f"\t\t{{ \"{field['name']}\", GUC_EVENT_{field['kind'].upper()}, "
            f".arg = {field['arg']}, .low = {field['low']}, "
            f".bits = {field['high'] - field['low'] + 1}{guess} }},")


def c_row(row, versions):
    """Return a row of data/guc_events.csv as a designated initialiser in C. versions: the list of
    all versions of the firmware; the member firmware has a bit for each of them."""
    evidence = " | ".join(f"GUC_EVIDENCE_{letter}" for letter in row["evidence"])
    seen = sum(1 << versions.index(version) for version in row["versions"])
    lines = [f"\t{{ .id = GUC_EV_{row['name']}, .name = \"{row['name']}\",",
             f"\t  .meaning = \"{row['meaning']}\",",
             f"\t  .evidence = {evidence}, .firmware = 0x{seen:x}, "
             f".hits = {row['hits']}, .checks = {row['checks']},",
             f"\t  .has = {{ GUC_EVENT_HAS_{row['has'][0]}, "
             f"GUC_EVENT_HAS_{row['has'][1]} }}, "
             f".nr_fields = {len(row['fields'])}, .field = {{",
             *map(c_field, row["fields"])]
    return "\n".join(lines) + "\n\t  } },"


def table(rows):
    """Return the text of guc_event_table.c."""
    versions = versions_of(rows)
    known = "\n".join(f"\t0x{version:06x}," for version in versions)
    body = "\n".join(c_row(row, versions) for row in rows)
    return f"""\
// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Generated by scripts/gen-event-table.py from data/guc_events.csv: change that file, not this one.
 */
#include "guc_event.h"

/*
 * Versions of the firmware, as major << 16 | minor << 8 | patch. Bit n of the member firmware of an
 * event is set if the firmware of entry n logs this event.
 */
const u32 guc_event_firmware[] = {{
{known}
}};

const unsigned int guc_event_firmware_len = ARRAY_SIZE(guc_event_firmware);

/* Sorted by id. */
const struct guc_event_def guc_event_table[GUC_EVX_COUNT] = {{
{body}
}};
"""


def cell_of_arg(row, arg):
    """Return the cell for an argument of an event in the table of Documentation/guc-events.rst."""
    if row["has"][arg] != "FIELDS":
        return {"PAD": "0xdeadbeee", "ZERO": "0", "UNKNOWN": ""}[row["has"][arg]]
    words = []
    for field in row["fields"]:
        if field["arg"] != arg:
            continue
        bits = (field["high"], field["low"])
        where = "" if bits == (31, 0) else f" {bits[0]}:{bits[1]}"
        words.append(f"{field['name']}{where}{'?' if field['guess'] else ''}")
    return ", ".join(words)


def page(rows):
    """Return the tables of Documentation/guc-events.rst about the rows of data/guc_events.csv."""
    return page_of("data/guc_events.csv", "scripts/gen-event-table.py") + list_table(
        "8 22 20 20 30", ("id", "name", "arg0", "arg1", "meaning"),
        *((row["id"], row["name"] + ("?" if "D" in row["evidence"] else ""),
           cell_of_arg(row, 0), cell_of_arg(row, 1), row["meaning"]) for row in rows)) + \
        "\nThe evidence of each row:\n\n" + list_table(
            "8 8 12 12 60", ("id", "class", "confirmed", "firmware", "evidence"),
            *((row["id"], ", ".join(row["evidence"]), f"{row['hits']} of {row['checks']}",
               row["firmware"], row["source"]) for row in rows))


def parse_place(text, event):
    """Parse the text that gives the place of a field in another firmware, such as
    guc_id=arg1[15:0]. event: the row of data/guc_events.csv about this event. Return a tuple: the
    index of the field in this row, the number of the argument, the lowest bit, the number of
    bits."""
    match = PLACE.fullmatch(text)
    names = [field["name"] for field in event["fields"]]
    if not match or match.group(1) not in names:
        raise Bad(f"'{text}' is not a field of {event['name']} like guc_id=arg1[15:0]")
    arg, high, low = map(int, match.groups()[1:])
    if not 31 >= high >= low:
        raise Bad(f"'{text}': bits {high}:{low}")
    return names.index(match.group(1)), arg, low, high - low + 1


def parse_firmware(events):
    """Return a function that converts the cells of a row of data/guc_firmware.csv to a dict.
    events: the rows of data/guc_events.csv."""
    by_name = {row["name"]: row for row in events}

    def parse(cells):
        row = dict(zip(FIRMWARE_COLUMNS, cells))
        if row["name"] not in by_name:
            raise Bad(f"the dictionary has no {row['name']}")
        if not re.fullmatch(r"0x[0-9a-f]{4}", row["id"]):
            raise Bad(f"'{row['id']}' is not an id like 0x048e")
        if not re.fullmatch(r"any|0x[0-9a-f]{4}", row["device"]):
            raise Bad(f"'{row['device']}' is not a device id like 0xe223")
        if not re.fullmatch(r"A?B?C?D?", row["evidence"]) or not row["evidence"]:
            raise Bad(f"'{row['evidence']}' is not a class of evidence")
        if int(row["hits"]) > int(row["checks"]) or not int(row["logs"]):
            raise Bad("more hits than checks, or no log")
        row["range"] = parse_versions(row["first"]) + parse_versions(row["last"])
        if row["range"][0] > row["range"][1]:
            raise Bad("the last version is before the first one")
        row["places"] = [parse_place(word, by_name[row["name"]])
                         for word in row["fields"].split(";") if word]
        return row
    return parse


def read_firmware(events):
    """Return the rows of data/guc_firmware.csv. events: the rows of data/guc_events.csv."""
    rows = read(FIRMWARE, FIRMWARE_COLUMNS, parse_firmware(events))
    keys = [(*row["range"], row["device"], row["id"]) for row in rows]
    if keys != sorted(set(keys)):
        sys.exit(f"{FIRMWARE}: not sorted by version, device and id, or a row is there twice")
    return rows


def c_firmware(row):
    """Return a row of data/guc_firmware.csv as a designated initialiser in C."""
    evidence = " | ".join(f"GUC_EVIDENCE_{letter}" for letter in row["evidence"])
    device = 0 if row["device"] == "any" else int(row["device"], 16)
    lines = [f"\t{{ .first = 0x{row['range'][0]:06x}, .last = 0x{row['range'][1]:06x}, "
             f".device = 0x{device:04x},",
             f"\t  .id = {row['id']}, .event = GUC_EVX_{row['name']},",
             f"\t  .evidence = {evidence},",
             f"\t  .hits = {row['hits']}, .checks = {row['checks']}, .logs = {row['logs']},",
             "\t  .slot = {",
             *(f"\t\t[{n}] = {{ .arg = {arg}, .low = {low}, .bits = {bits} }},"
               for n, arg, low, bits in row["places"])]
    return "\n".join(lines) + "\n\t  } },"


def firmware_table(rows):
    """Return the text of the C file for the rows of data/guc_firmware.csv."""
    body = "\n".join(map(c_firmware, rows))
    return f"""\
// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Generated by scripts/gen-event-table.py from data/guc_firmware.csv: change that file, not this one.
 */
#include "events/learn/firmware.h"

/* Ends with an empty row. */
const struct firmware_row firmware_table[] = {{
{body}{chr(10) if body else ""}\t{{ .event = LEARN_NONE }}
}};
"""


def firmware_page(rows):
    """Return the table of Documentation/guc-events.rst about the rows of data/guc_firmware.csv, or
    a sentence if there are none."""
    if not rows:
        return "\nNo other version has rows in data/guc_firmware.csv yet.\n"
    return "\nOther versions:\n\n" + list_table(
        "16 10 8 22 30 14", ("firmware", "device", "id", "name", "fields", "confirmed"),
        *((row["first"] + ("" if row["first"] == row["last"] else f" to {row['last']}"),
           row["device"], row["id"], row["name"], row["fields"].replace(";", ", "),
           f"{row['hits']} of {row['checks']}, {row['logs']} logs") for row in rows))


def main():
    """Write the files that the options select, or check that they are up to date."""
    options = parser(__doc__)
    options.add_argument("--page", metavar="FILE", type=Path,
                         help="write only the tables of the documentation")
    options.add_argument("--firmware", metavar="FILE", type=Path,
                         help="write only the C table of other versions of the firmware")
    args = options.parse_args()
    rows = read_events()
    if args.page:
        args.page.write_text(page(rows) + firmware_page(read_firmware(rows)), encoding="ascii")
    elif args.firmware:
        args.firmware.write_text(firmware_table(read_firmware(rows)), encoding="ascii")
    else:
        write({IDS: ids(rows), TABLE: table(rows)}, args.check)


if __name__ == "__main__":
    main()
