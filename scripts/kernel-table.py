#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Write the table of kernels in README.md, from what was run on each of Debian's kernels.

Without an option, the script reads the layout of xe in each of Debian's kernels with guclog layout,
and the results of tools/testing/gpu/matrix.sh (build/gpu/results.csv). It stores them in
data/kernels.csv, and writes the table from that file. A result replaces an older one of the same
kernel; if the release differs, all older results of the kernel are dropped. With --check it runs
nothing, and fails if README.md does not have the table of data/kernels.csv.
"""
import csv
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from gen_lib import ROOT, parser, read, write  # noqa: E402

README = ROOT / "README.md"
TABLE = ROOT / "data/kernels.csv"
RESULTS = ROOT / "build/gpu/results.csv"
SCENARIOS = ROOT / "tools/testing/gpu/scenarios"
FETCH = ROOT / "tools/testing/host/debian_xe/fetch.sh"
GUCLOG = ROOT / "build/guclog/guclog"
COLUMNS = ("kernel", "release", "required", "optional", "built", "booted", "recorded", "explained",
           "date")
DONE = COLUMNS[4:8]
# What these scenarios test: that the module records a hang, and that guclog explains a dump of a
# hang, or only reads one (xe's own).
RECORDED = {"hangs", "kills"}
EXPLAINED = {"hangs", "explain"}
READ = {"hang"}
# Kernels for which Debian has no headers. The module was built with headers made from the sources of
# these versions, and has passed live and ten hangs of the scenario hangs once, by hand.
BY_HAND = {"6.16", "6.17", "6.18"}
BEGIN, END = "<!-- begin of data/kernels.csv -->\n", "<!-- end of data/kernels.csv -->\n"
HEAD = ("kernel", "Debian's release", "members of xe found", "module built", "booted",
        "hang recorded", "dump explained")


def kernel_of(release):
    """The name of a row: version and flavour, such as "7.2-rt".

    A kernel of experimental can be a release candidate of a version that another suite already has.
    Its release has no patch level (7.3-amd64), and it has a row of its own ("7.3-exp").
    """
    version, patch = re.match(r"(\d+\.\d+)(\.\d+)?", release).groups()
    return version + ("" if patch else "-exp") + ("-rt" if "-rt-" in release else "")


def order(row):
    version, _, flavour = row["kernel"].partition("-")
    return [int(n) for n in version.split(".")], flavour


def read_layout(release):
    """Let guclog layout read xe's layout; return the numbers of required and optional members."""
    folder = Path(subprocess.run([FETCH, release], check=True, text=True,
                                 capture_output=True).stdout.strip())
    done = subprocess.run([GUCLOG, "layout", "--base", folder / "vmlinux.btf.zst",
                           next(folder.glob("xe.ko*"))], text=True, capture_output=True,
                          check=False)
    found = dict(re.findall(r"^(required|optional) (\d+ of \d+)$", done.stdout, re.M))
    return found.get("required", "refused"), found.get("optional", "refused")


def add_layouts(rows):
    """Read the layouts of the newest release of each version and flavour."""
    names = subprocess.run([FETCH, "--list"], check=True, text=True, capture_output=True).stdout
    for kernel, release in {kernel_of(name): name for name in names.split()}.items():
        row = rows.setdefault(kernel, {"kernel": kernel, "release": release} |
                              dict.fromkeys(DONE, "-") | {"date": "-"})
        # Keep the release that was booted.
        if not any(row[key] == "yes" for key in DONE):
            row["release"] = release
        row["required"], row["optional"] = read_layout(row["release"])


def uses_module(scenario):
    return "#@ module yes" in (SCENARIOS / f"{scenario}.sh").read_text(encoding="utf-8")


def add_result(row, scenario, is_fine):
    verdict = "yes" if is_fine else "no"
    row["booted"] = verdict if row["booted"] != "yes" else "yes"
    if is_fine and uses_module(scenario):
        row["built"] = "yes"
    if scenario in RECORDED:
        row["recorded"] = verdict
    if scenario in EXPLAINED:
        row["explained"] = verdict
    elif scenario in READ and row["explained"] in "-no":
        row["explained"] = "read" if is_fine else "no"


def add_results(rows):
    """Add the results of matrix.sh, the oldest first."""
    for line in RESULTS.read_text(encoding="ascii").splitlines():
        date, _, _, release, scenario, verdict = line.split(",")
        # The kernel with sanitizers is not one of Debian's.
        if not release.endswith("-amd64"):
            continue
        row = rows.setdefault(kernel_of(release), {"kernel": kernel_of(release), "release": ""})
        if row["release"] != release:
            row |= {"release": release} | dict.fromkeys(DONE, "-")
        row["date"] = date
        add_result(row, scenario, verdict == "ok")


def cell(row, key):
    """The text of a cell, which says why something was not run."""
    if row[key] != "-":
        return {"read": "xe's dump is read"}.get(row[key], row[key])
    if key != "built":
        return "-"
    return "layout checked" + (", run once by hand" if row["kernel"] in BY_HAND else "")


def table(rows):
    out = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for row in rows:
        members = f"{row['required']} required, {row['optional']} optional"
        cells = [row["kernel"], row["release"].removesuffix("-amd64"), members]
        out.append(f"| {' | '.join(cells + [cell(row, key) for key in DONE])} |")
    return "\n".join(out) + "\n"


def main():
    options = parser(__doc__)
    args = options.parse_args()
    rows = {row["kernel"]: row
            for row in read(TABLE, COLUMNS, lambda cells: dict(zip(COLUMNS, cells)))}
    if not args.check:
        if RESULTS.exists():
            add_results(rows)
        add_layouts(rows)
        comment = [line for line in TABLE.read_text(encoding="ascii").splitlines(True)
                   if line.startswith("#")]
        with open(TABLE, "w", encoding="ascii", newline="") as f:
            f.writelines(comment)
            out = csv.DictWriter(f, COLUMNS, lineterminator="\n")
            out.writeheader()
            out.writerows(sorted(rows.values(), key=order))
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    new = before + BEGIN + table(sorted(rows.values(), key=order)) + END + after
    write({README: new}, args.check)


if __name__ == "__main__":
    main()
