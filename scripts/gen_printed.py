# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""What xe prints in a devcoredump: reads data/model/printed.csv, and makes the enumerations and the
tables from its rows. scripts/gen-model.py calls it."""

import re
import textwrap

from gen_lib import ROOT, Bad, list_table, page_of, read

FILE = ROOT / "data/model/printed.csv"
HEADER = ROOT / "tools/guclog/model/printed_names.h"
COLUMNS = ("section", "member", "printed", "place", "type", "redaction", "words", "key", "kernels",
           "meaning")
NAME = re.compile(r"[a-z][a-z0-9_]*")
# The types of the printed texts, and what a text of the type is.
TYPES = {"text": "name of a line \"name: value\"",
         "number": "the same; the value begins with a number",
         "seconds": "the same; the value is a time",
         "stamp": "the same; the value is a number, and the number again in brackets",
         "plain": "name before data in ascii85",
         "title": "title of a section, between \"****\"",
         "data": "NAME of lines \"[NAME].length: value\" and \"[NAME].data: value\"",
         "dotted": "name of a line \"[ADDRESS].name: value\"",
         "item": "NAME of a line \"NAME[number]: value\"",
         "mark": "line without a value",
         "part": "text within a line"}
# The classes of redaction, and what redaction keeps of a value.
CLASSES = {"none": "nothing: redaction does not know the line",
           "keep": "numbers, and the words that xe prints, without brackets",
           "stamp": "a number, and the same number in brackets",
           "seconds": "a number with decimals",
           "driver": "the name of the driver xe",
           "release": "the version of a kernel release",
           "firmware": "the name of a firmware file in the driver's folder",
           "process": "nothing of the name and the PID of a process",
           "reason": "a sentence of xe without the process that it names",
           "address": "nothing of an address",
           "context": "an address that a register of an engine also has",
           "count": "numbers without units",
           "small": "numbers of at most 20 bits: a larger number can be an address",
           "log": "the data of a log",
           "ring": "nothing of the contents of a ring",
           "image": "nothing of the contents of a context",
           "memory": "nothing of the contents of memory"}
# What the tables of Documentation/dump-lines.rst call the sections without a title.
NO_TITLE = {"gt_list": "List of GTs", "ring": "Ring", "lrc": "LRC", "register": "Register",
            "kernel_log": "Kernel log", "i915": "i915"}
KERNELS = re.compile(r"|-?6\.12|6\.13-|7\.[23]-|other")


class Printed:
    """A row of data/model/printed.csv."""

    def __init__(self, cells):
        (self.section, self.member, self.printed, self.place, self.type, redaction, words, self.key,
         self.kernels, self.meaning) = cells
        self.redaction, self.words = redaction or "none", words.split()
        self.id = f"DUMP_{self.section}_{self.member}".upper()
        if self.type != "title" and not self.member and self.section not in NO_TITLE:
            raise Bad(f"section {self.section} has no title")
        if not NAME.fullmatch(self.section) or not self.meaning or \
                (self.member and not NAME.fullmatch(self.member)):
            raise Bad("a row needs a section, a name that is valid in C, and a meaning")
        if bool(self.printed) != bool(self.type) or (self.member and not self.printed):
            raise Bad("a row with a printed text needs a type")
        if self.type and self.type not in TYPES:
            raise Bad(f"no type '{self.type}'")
        if (self.type == "title") != bool(self.printed and not self.member):
            raise Bad("a printed text without a member is the title of the section")
        if self.redaction not in CLASSES:
            raise Bad(f"no class of redaction '{self.redaction}'")
        if self.place not in ("", "memory", "internal"):
            raise Bad(f"no place '{self.place}'")
        if not KERNELS.fullmatch(self.kernels):
            raise Bad(f"'{self.kernels}' does not say which kernels print the text")

    def is_line(self):
        """Return whether the printed text is the name of a line "name: value"."""
        return self.type in ("text", "number", "seconds", "stamp", "plain")


def load():
    """Return the rows."""
    rows = read(FILE, COLUMNS, Printed)
    seen, classes = set(), {}
    for row in rows:
        this = row.section, row.printed, row.place, row.type
        if row.printed and this in seen:
            raise SystemExit(f"{FILE}: '{row.printed}' is twice in section {row.section}")
        seen.add(this)
        # Redaction does not know the section of a line, because its title may be missing.
        if row.is_line() and classes.setdefault(row.printed, row.redaction) != row.redaction:
            raise SystemExit(f"{FILE}: '{row.printed}' has two classes of redaction")
    return rows


def sections(rows):
    """Return the names of the sections in their order."""
    return list(dict.fromkeys(row.section for row in rows))


def enum(name, meaning, values):
    """Return an enumeration in C. values: (value, meaning) of each."""
    text = "/*\n" + "".join(f" * {line}\n" for line in textwrap.wrap(meaning, 97)) + \
        f" */\nenum {name} {{\n"
    for value, what in values:
        line = f"\t{value},\t/* {what} */"
        if len(line.expandtabs()) <= 100:
            text += line + "\n"
            continue
        lines = textwrap.wrap(what, 89, break_on_hyphens=False)
        if len(lines) == 1:
            text += f"\t/* {what} */\n\t{value},\n"
        else:
            text += "\t/*\n" + "".join(f"\t * {line}\n" for line in lines) + f"\t */\n\t{value},\n"
    return text + "};\n"


def members(rows):
    """Return the members: (value in C, meaning) of each."""
    found = {}
    for row in rows:
        if row.member:
            found.setdefault(row.id, row.meaning)
    return list(found.items())


def line_of(row):
    """Return (macro in C, text) of the beginning of a line with a title or with data, else None."""
    if row.type == "title":
        end = "" if row.printed.endswith("#") else " ****"
        return f"TITLE_{row.section}".upper(), f"**** {row.printed}{end}"
    if row.type in ("data", "plain"):
        text = f"[{row.printed}].data:" if row.type == "data" else f"{row.printed}:"
        return f"LINE_{row.section}_{row.member}".upper(), text
    return None


def header(rows):
    """Return the text of the header with the enumerations."""
    of = {row.section: row.meaning for row in reversed(rows) if not row.member}
    return (
        "/* SPDX-License-Identifier: MIT OR GPL-2.0-only */\n"
        "/*\n * What xe prints in a devcoredump. Made by scripts/gen-model.py from\n"
        " * data/model/printed.csv: change that file.\n */\n"
        "#ifndef _MODEL_PRINTED_NAMES_H_\n#define _MODEL_PRINTED_NAMES_H_\n\n"
        + enum("dump_section", "The parts of a devcoredump.",
               [(f"SECTION_{name}".upper(), of[name]) for name in sections(rows)]
               + [("SECTIONS", "number of sections")]) + "\n"
        + enum("dump_name", "What a line of a devcoredump is about.",
               [("DUMP_UNKNOWN", "not in data/model/printed.csv"), *members(rows),
                ("DUMP_NAMES", "number of names")]) + "\n"
        + enum("printed_type", "The types of printed texts.",
               [(f"PRINTED_{name}".upper(), what) for name, what in TYPES.items()]) + "\n"
        + enum("printed_class", "What redaction keeps of the value after a printed text.",
               [(class_in_c(name), what) for name, what in CLASSES.items()])
        + "\n/* The lines with the titles, and the beginnings of the lines with data. */\n"
        + "".join(f"#define {name}\t{quoted(text)}\n"
                  for name, text in filter(None, map(line_of, rows)))
        + "\n#endif\n")


def manual(text, rows):
    """Return the text of guclog.1 with the keys of each section between its comments "printed
    SECTION" and "printed end"."""
    def one(match):
        lines = []
        for row in rows:
            if row.key and row.section == match[1]:
                lines += [f".It Va {row.key}",
                          *textwrap.wrap(f"{row.meaning}; null if unknown", 97)]
        return f'.\\" printed {match[1]}\n' + "\n".join(lines) + '\n.\\" printed end\n'

    return re.sub(r'\.\\" printed (\w+)\n(?:(?!\.\\" printed)[\s\S])*\.\\" printed end\n', one, text)


def page(rows):
    """Return the text of the tables in Documentation/dump-lines.rst."""
    kernels = {"": "all", "-6.12": "6.12", "7.2-": "7.2, 7.3", "7.3-": "7.3",
               "6.13-": "from 6.13 on", "other": "others"}
    text = page_of("data/model/printed.csv", "scripts/gen-model.py")
    for section in sections(rows):
        of = [row for row in rows if row.section == section]
        title = next((row.printed for row in of if row.type == "title"), NO_TITLE.get(section))
        what = next(row.meaning for row in of if not row.member)
        text += f"{title}\n{'=' * len(title)}\n\n{what[:1].upper()}{what[1:].rstrip('.')}.\n\n"
        text += list_table("24 12 32 32", ("text", "kernels", "meaning", "redaction keeps"), *(
            (f"``{row.printed.strip()}{f' ({row.place})' if row.place else ''}``",
             kernels[row.kernels], row.meaning,
             "the text" if row.type in ("mark", "part") else
             "" if row.redaction == "none" else CLASSES[row.redaction])
            for row in of if row.member)) + "\n"
    return text


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def class_in_c(name):
    """Return the enumerator of a class of redaction."""
    return "KEEP_WORDS" if name == "keep" else f"KEEP_{name}".upper()


def table(rows):
    """Return the C source of the tables."""
    order = sections(rows)
    ranked = sorted((row for row in rows if row.printed),
                    key=lambda row: (row.printed.encode(), order.index(row.section), row.place))
    text = '#include "model/printed.h"\n\nconst struct printed_name printed_names[] = {\n'
    for row in ranked:
        cells = [f".printed = {quoted(row.printed)}"]
        if row.place:
            cells.append(f".place = {quoted(row.place)}")
        cells += [f".type = PRINTED_{row.type}".upper().replace(".TYPE", ".type"),
                  f".section = SECTION_{row.section}".upper().replace(".SECTION", ".section")]
        if row.member:
            cells.append(f".id = {row.id}")
        cells.append(f".keep = {class_in_c(row.redaction)}")
        if row.key:
            cells.append(f".key = {quoted(row.key)}")
        text += "\t{ " + ", ".join(cells) + " },\n"
    text += "};\n\nconst unsigned int printed_names_len = ARRAY_SIZE(printed_names);\n\n"
    text += "const u16 printed_first[DUMP_NAMES] = {\n"
    first = {}
    for row in rows:
        if row.member:
            first.setdefault(row.id, ranked.index(row))
    text += "".join(f"\t[{value}] = {at},\n" for value, at in first.items()) + "};\n\n"
    text += "const u16 printed_titles[SECTIONS] = {\n"
    text += "".join(f"\t[SECTION_{row.section.upper()}] = {ranked.index(row) + 1},\n"
                    for row in rows if row.type == "title") + "};\n\n"
    initials = sorted({row.printed[0] for row in rows if row.is_line()})
    text += "const bool printed_initials[256] = {\n"
    text += "".join(f"\t['{letter}'] = true,\n" for letter in initials) + "};\n\n"
    words = sorted({word for row in rows for word in (*row.words, *row.place.split())})
    text += "const char * const printed_words[] = {\n"
    text += "".join(f"\t{quoted(word)},\n" for word in words)
    return text + "};\n\nconst unsigned int printed_words_len = ARRAY_SIZE(printed_words);\n"
