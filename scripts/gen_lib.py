# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Functions that the generators of tables (scripts/gen-*.py) share: they read CSV files with
comment lines, write the generated files, and define the option --check."""

import argparse
import csv
import difflib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Bad(Exception):
    """A cell of a CSV file is invalid; the text of the exception is the reason."""


def read(path, columns, parse):
    """Return the rows of a CSV file, each converted by parse(cells). If parse() raises Bad or
    ValueError, or if the file does not have these columns, the program ends with a message."""
    lines = path.read_text(encoding="ascii").splitlines()
    numbered = [(n, line) for n, line in enumerate(lines, 1)
                if not line.startswith("#")]
    reader = csv.reader(line for _, line in numbered)
    if next(reader) != list(columns):
        sys.exit(f"{path}: the columns are not {','.join(columns)}")
    rows = []
    for (n, _), cells in zip(numbered[1:], reader):
        try:
            if len(cells) != len(columns):
                raise Bad(f"{len(cells)} cells, not {len(columns)}")
            rows.append(parse(cells))
        except (Bad, ValueError) as bad:
            sys.exit(f"{path}:{n}: {bad}")
    return rows


def list_table(widths, *rows):
    """Return a list-table in reStructuredText. widths: the relative widths of the columns,
    separated by blanks. The first of the rows has the names of the columns."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    for row in rows:
        lines += [f"   {mark} - {cell}".rstrip()
                  for mark, cell in zip("*" + " " * len(row), row)]
    return "\n".join(lines) + "\n"


def page_of(source, script):
    """Return the first lines of a generated page of the documentation: its licence, the file that
    it is made from, and the script that makes it."""
    return f""".. SPDX-License-Identifier: GPL-2.0-only
.. Generated from {source} by {script}:
   change that.

"""


def parser(doc):
    """Return an argument parser with the option --check. doc: the docstring of the script; its
    first line becomes the description in the help text."""
    options = argparse.ArgumentParser(description=doc.splitlines()[0])
    options.add_argument("--check", action="store_true",
                         help="fail when a generated file is out of date")
    return options


def differs(path, new):
    """Print the differences between a file and its expected content. Return whether there are
    any."""
    old = path.read_text(encoding="ascii") if path.exists() else ""
    sys.stdout.writelines(difflib.unified_diff(
        old.splitlines(True), new.splitlines(True), str(path), "new", n=0))
    return old != new


def write(made, check):
    """Write files, or, if check is true, write nothing and end the program with a message if one of
    them is out of date. made: a dict from path to content."""
    if not check:
        for path, new in made.items():
            path.write_text(new, encoding="ascii")
    elif any([differs(path, new) for path, new in made.items()]):
        sys.exit("the tables are out of date: run this script without --check")
