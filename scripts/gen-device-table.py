#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the core's device table from data/xe_devices.csv and data/xe_graphics.csv.

Without an option it writes drivers/xe_guclog/core/guc_device_table.c; with --check it writes
nothing and fails if this file is out of date.
"""
import re
import sys

sys.dont_write_bytecode = True

from gen_lib import ROOT, Bad, parser, read, write  # noqa: E402

DEVICES = ROOT / "data/xe_devices.csv"
GRAPHICS = ROOT / "data/xe_graphics.csv"
TABLE = ROOT / "drivers/xe_guclog/core/guc_device_table.c"

GPU_TYPES = ("integrated", "discrete")
MEMORY_TYPES = ("ddr4", "ddr5", "gddr5", "gddr6", "hbm2", "hbm3", "lpddr4",
                "lpddr5")

# Limits of the members of the structures in guc_device.h. U8, U16: the largest value of an unsigned
# number of 8 and 16 bits. NAME, PLATFORM: the maximum number of characters in the name of a device
# (the member gpu_name of ASIC info) and of a platform.
U8, U16, NAME, PLATFORM = 0xff, 0xffff, 255, 31


def number(top):
    """Return a function that converts a cell to a number, and raises Bad unless the cell is a
    decimal number from 0 to top."""
    def parse(cell):
        if not re.fullmatch(r"0|[1-9][0-9]*", cell) or int(cell) > top:
            raise Bad(f"'{cell}' is not a number from 0 to {top}")
        return int(cell)
    return parse


def release(cell):
    """Convert the version of a graphics IP to a number: 20.01 to 2001. The cell 0, which means that
    the version is unknown, gives 0."""
    if cell == "0":
        return 0
    if not re.fullmatch(r"[1-9][0-9]\.[0-9]{2}", cell):
        raise Bad(f"'{cell}' is not a version like 20.01")
    return int(cell.replace(".", ""))


def device_id(cell):
    """Convert a PCI device id such as 0xe20b to a number."""
    if not re.fullmatch(r"0x[0-9a-f]{4}", cell):
        raise Bad(f"'{cell}' is not a device id like 0xe20b")
    return int(cell, 16)


def text(longest):
    """Return a function that returns a cell unchanged, and raises Bad unless the cell has at most
    this number of characters, all of them printable ASCII that needs no escape in a C string."""
    def parse(cell):
        if not re.fullmatch(r'[ !#-\[\]-~]*', cell) or len(cell) > longest:
            raise Bad(f"'{cell}' is not plain text of up to {longest} characters")
        return cell
    return parse


def word(prefix, words):
    """Return a function that converts one of these words to the name of a C constant with this
    prefix, such as GUC_ASIC_MEM_DDR4. An empty cell gives PREFIX_UNKNOWN."""
    def parse(cell):
        if cell and cell not in words:
            raise Bad(f"'{cell}' is none of {', '.join(words)}")
        return prefix + (cell.upper() or "UNKNOWN")
    return parse


DEVICE_COLUMNS = {
    "device": device_id,
    "platform": text(PLATFORM),
    "name": text(NAME),
    "graphics_ip": release,
    "gpu_type": word("GUC_ASIC_GPU_", GPU_TYPES),
    "slices": number(32),
    "dss_per_slice": number(16),
    "dss": number(128),
    "memory_type": word("GUC_ASIC_MEM_", MEMORY_TYPES),
    "memory_bus_bits": number(U16),
    "memory_mtps": number(U16),
    "pixels_per_slice": number(U8),
    "l1_kib": number(U16),
    "l3_kib": number(U16),
    "evidence": text(1000),
}

GRAPHICS_COLUMNS = {
    "graphics_ip": release,
    "dss_per_slice": number(16),
    "eus_per_dss": number(64),
    "eu_simd": number(U8),
    "threads_per_eu": number(U8),
    "grf_per_eu": number(U16),
    "grf_min": number(U8),
    "grf_granularity": number(U8),
    "texels_per_dss": number(U8),
    "slm_kib": number(U16),
    "l3_bank_kib": number(U16),
    "evidence": text(1000),
}


def sorted_rows(path, columns):
    """Return the rows of a CSV file as dicts with parsed cells. columns: a dict from the name of a
    column to the function that parses its cells. The rows must be sorted by the first column."""
    rows = read(path, columns, lambda cells: {
        key: parse(cell) for (key, parse), cell in zip(columns.items(), cells)})
    key = next(iter(columns))
    keys = [row[key] for row in rows]
    if keys != sorted(set(keys)):
        sys.exit(f"{path}: not sorted by {key}, or one is there twice")
    return rows


def value(key, cell):
    """Return a cell as C source."""
    if key == "device":
        return f"0x{cell:04x}"
    if key in ("platform", "name"):
        return f'"{cell}"'
    return str(cell)


def members(row):
    """Return designated initialisers in C for a row. Members that are 0, empty or unknown are left
    out, because C sets them to 0."""
    return [f".{key} = {value(key, cell)}" for key, cell in row.items()
            if key != "evidence" and cell not in (0, "")
            and not str(cell).endswith("_UNKNOWN")]


def wrap(words):
    """Join words with commas, and return the text as lines that have at most 100 columns together
    with the tabs that array() and share() write before them."""
    lines = [""]
    for word_ in words:
        if len(lines[-1]) + len(word_) > 84:
            lines.append("")
        lines[-1] += f" {word_},"
    lines[-1] = lines[-1][:-1]
    return lines


def array(declaration, entries):
    """Return the definition of an array in C. entries: for each element of the array, the list of
    its initialisers."""
    rows = ["\t{" + "\n\t ".join(wrap(entry)) + " }," for entry in entries]
    return "\n".join([f"{declaration}[] = {{", *rows, "};", ""])


def share(rows):
    """Put the initialisers that are the same for several devices into C macros. Return two values:
    the text of these macros, and for each row the list of its initialisers, in which the name of a
    macro replaces the initialisers that the macro has."""
    macros, names, entries = "", {}, []
    common = [tuple(m for m in members(row) if not m.startswith((".device", ".name")))
              for row in rows]
    for row, words in zip(rows, common):
        if words not in names and common.count(words) > 1:
            nr = sum(name.startswith(row["platform"]) for name in names.values())
            names[words] = f"{row['platform']}_{nr + 1}"
            macros += " \\\n\t".join([f"#define {names[words]}",
                                     *map(str.strip, wrap(words))]) + "\n"
        own = [m for m in members(row) if m not in words]
        entries.append([*own, names[words]] if words in names else members(row))
    return macros, entries


def table():
    """Return the text of guc_device_table.c."""
    graphics = sorted_rows(GRAPHICS, GRAPHICS_COLUMNS)
    macros, devices = share(sorted_rows(DEVICES, DEVICE_COLUMNS))
    return f"""\
// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Generated from data/xe_devices.csv and data/xe_graphics.csv: change those files, not this one.
 * Members that are not initialised are 0, which means unknown.
 */
#include "guc_device.h"

/* Sorted by graphics_ip. */
{array("const struct guc_graphics guc_graphics_table", map(members, graphics))}
const unsigned int guc_graphics_table_len = ARRAY_SIZE(guc_graphics_table);

/* The properties that several devices share. */
{macros}
/* Sorted by PCI device id. The compiler stores equal strings once. */
{array("const struct guc_device guc_device_table", devices)}
const unsigned int guc_device_table_len = ARRAY_SIZE(guc_device_table);
"""


def main():
    """Write guc_device_table.c, or check that it is up to date."""
    args = parser(__doc__).parse_args()
    write({TABLE: table()}, args.check)


if __name__ == "__main__":
    main()
