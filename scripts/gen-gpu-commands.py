#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the table of the GPU's commands.

gen-gpu-commands.py FILE writes the C file for libguclog from data/gpu_commands.csv; the Makefile of
libguclog calls it. gen-gpu-commands.py --genxml LIBRARY renews the rows of the CSV file that have
"genxml" in the column source: they come from Mesa's descriptions of the commands in XML. LIBRARY is
one of Mesa's drivers, such as Debian's libvulkan_intel.so, which contain these descriptions as zlib
data. The rows with another source are not changed.
"""
import argparse
import re
import sys
import xml.etree.ElementTree as ET
import zlib
from pathlib import Path

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad, read  # noqa: E402

COMMANDS = ROOT / "data/gpu_commands.csv"
COLUMNS = ("header", "mask", "name", "engines", "graphics", "source")
# The graphics versions in the CSV file, and the bit of each in the masks of the C table. GENXML is
# a dict from the name of a version in Mesa's XML to its name in the CSV file.
GRAPHICS = {"12.0": 1, "12.5": 2, "20": 4, "30": 8}
GENXML = {"12": "12.0", "12.5": "12.5", "20": "20", "30": "30"}
ENGINES = {"render": 1, "blitter": 2, "video": 4, "compute": 8}


def descriptions(library):
    """Return the XML documents (genxml) in a library of Mesa, as a dict from graphics version to
    root element."""
    data = Path(library).read_bytes()
    for match in re.finditer(b"\x78[\x01\x5e\x9c\xda]", data):
        try:
            text = zlib.decompressobj().decompress(data[match.start():])
        except zlib.error:
            continue
        if b"<genxml" in text:
            parts = re.findall(r"<genxml.*?</genxml>", text.decode("utf-8"), re.S)
            return {root.get("gen"): root for root in map(ET.fromstring, parts)}
    sys.exit(f"{library}: no genxml")


def instructions(documents, gen):
    """Return the instructions of a graphics version, as a dict from name to XML element. A document
    can import the instructions of another version, except those that it excludes by name; the
    imported ones are included."""
    root, found = documents[gen], {}
    for imported in root.findall("import"):
        digits = re.search(r"\d+", imported.get("name"))[0]
        other = next(gen for gen in (f"{digits[:-1]}.{digits[-1]}", digits[:-1], f"{digits}0")
                     if gen in documents)
        without = {one.get("name") for one in imported.findall("exclude")}
        found |= {name: one for name, one in instructions(documents, other).items()
                  if name not in without}
    found |= {one.get("name"): one for one in root.findall("instruction")}
    return found


def row_of(instruction):
    """Return a tuple for an instruction: header (the fixed bits of the first dword), mask (which
    bits are fixed), name and engines."""
    header = mask = 0
    for field in instruction.findall("field"):
        if field.get("dword") != "0" or field.get("default") is None:
            continue
        high, low = map(int, field.get("bits").split(":"))
        if low >= 16:
            mask |= ((1 << (high - low + 1)) - 1) << low
            header |= int(field.get("default"), 0) << low
    engines = instruction.get("engine") or "all"
    return header, mask, instruction.get("name"), engines.replace("|", "+")


def genxml_rows(library):
    """Return lines for the CSV file with the instructions in a library of Mesa. If an instruction
    is the same in several graphics versions, they share a line."""
    documents, seen = descriptions(library), {}
    for gen, name in GENXML.items():
        for instruction in instructions(documents, gen).values():
            row = row_of(instruction)
            if row[1]:
                seen.setdefault(row, []).append(name)
    return [f"0x{header:08x},0x{mask:08x},{name},{engines},{'+'.join(graphics)},genxml"
            for (header, mask, name, engines), graphics in sorted(seen.items())]


def update(library):
    """Replace the rows with the source genxml in the CSV file by those from a library of Mesa."""
    lines = COMMANDS.read_text(encoding="ascii").splitlines()
    head = [line for line in lines if line.startswith(("#", "header,"))]
    others = [line for line in lines if line not in head and not line.endswith(",genxml")]
    COMMANDS.write_text("\n".join([*head, *genxml_rows(library), *others, ""]),
                        encoding="ascii")


def bits(text, table, name):
    """Convert names such as 12.0+20 to a bit mask. table: a dict from name to bit. name: what such
    a name is, for the message about an unknown name."""
    if any(word not in table for word in text.split("+")):
        raise Bad(f"{name} '{text}' is not one of {', '.join(table)}")
    return sum(table[word] for word in text.split("+"))


def parse_row(cells):
    """Return a row of the CSV file as a dict, with numbers for all cells except the name."""
    row = dict(zip(COLUMNS, cells))
    header, mask = int(row["header"], 16), int(row["mask"], 16)
    if header & ~mask or mask >> 32:
        raise Bad(f"{row['header']} has bits outside of {row['mask']}")
    if not re.fullmatch(r"[A-Z0-9_]+", row["name"]):
        raise Bad(f"'{row['name']}' is not a name of a command")
    return {"header": header, "mask": mask, "name": row["name"],
            "engines": 15 if row["engines"] == "all" else
            bits(row["engines"], ENGINES, "engine"),
            "graphics": bits(row["graphics"], GRAPHICS, "version")}


def table(rows):
    """Return the text of the C file. If several rows match a header, the row with the largest mask,
    which is the most specific one, comes first."""
    rows = sorted(rows, key=lambda row: (row["header"] >> 29, -row["mask"], row["header"]))
    body = "\n".join(
        f"\t{{ 0x{r['header']:08x}, 0x{r['mask']:08x}, {r['engines']}, {r['graphics']}, "
        f"\"{r['name']}\" }}," for r in rows)
    return f"""\
// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Generated by scripts/gen-gpu-commands.py from data/gpu_commands.csv: change that file.
 */
#include "explain/gpu_command.h"

const struct gpu_command gpu_commands[] = {{
{body}
}};

const unsigned int gpu_commands_len = ARRAY_SIZE(gpu_commands);
"""


def main():
    """Renew the CSV file if --genxml is given, and write the C file if FILE is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", metavar="FILE", nargs="?", type=Path, help="the C file")
    parser.add_argument("--genxml", metavar="LIBRARY", help="renew the rows of the CSV file")
    args = parser.parse_args()
    if args.genxml:
        update(args.genxml)
    text = table(read(COMMANDS, COLUMNS, parse_row))
    if args.table:
        args.table.write_text(text, encoding="ascii")


main()
