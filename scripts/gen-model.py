#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make all descriptions of the records in data/model/ from its rows.

gen-model.py          writes the structures and enumerations in tools/guclog/model/records.h and
                      printed_names.h, and the lists of keys in tools/guclog/guclog.1
gen-model.py --check  fails if one of these is out of date
gen-model.py FILE.c   writes the descriptors, by which the command writes JSON, and the tables of
                      what xe prints in a devcoredump
gen-model.py guclog-DOCUMENT.schema.json
                        writes the JSON Schema of a document
gen-model.py FILE.rst   writes the tables of Documentation/dump-lines.rst

The Makefile of guclog calls it for the last two. It fails if a row is invalid.
"""
import json
import re
import sys
import textwrap
from pathlib import Path

sys.dont_write_bytecode = True

import gen_printed  # noqa: E402
from gen_lib import ROOT, Bad, parser, read, write  # noqa: E402

FOLDER = ROOT / "data/model"
HEADER = ROOT / "tools/guclog/model/records.h"
PUBLIC = ROOT / "tools/guclog/guclog.h"
MANUAL = ROOT / "tools/guclog/guclog.1"
NAME = re.compile(r"[a-z][a-z0-9_]*")
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?")
# For each type: its declaration in C, its type in the descriptors, and its type in JSON.
TYPES = {"bool": ("bool {}", "BOOL", "boolean"), "tri": ("enum guclog_tri {}", "TRI", "boolean"),
         "u32": ("uint32_t {}", "U32", "integer"), "s32": ("int32_t {}", "S32", "integer"),
         "u64": ("uint64_t {}", "U64", "integer"),
         "u32s": ("const uint32_t *{}", "U32S", "array"),
         "events": ("const uint64_t *{}", "EVENTS", "array"),
         "unsigned": ("unsigned int {}", "U32", "integer"),
         "text": ("const char *{}", "TEXT", "string"), "name8": ("char {}[8]", "NAME", "string"),
         "name": ("char {}[16]", "NAME", "string"),
         "name32": ("char {}[32]", "NAME", "string"), "ns": ("int64_t {}", "NS", "number"),
         "hex": ("uint64_t {}", "HEX", "string"), "dword": ("uint32_t {}", "DWORD", "string"),
         "event": ("uint64_t {}", "EVENT", "integer"), "tick": ("int64_t {}", "TICK", None),
         "s64": ("int64_t {}", "S64", None)}
# How a member says that its value is not known, in words.
UNKNOWN = {"none": "GUCLOG_NONE if unknown", "null": "NULL if unknown", "empty": "empty if unknown",
           "only null": "NULL if unknown", "zero": "0 if unknown",
           "false": "false also if unknown"}
IMPLIED = {"ns": "ns; GUCLOG_NO_TIME if unknown", "event": "GUCLOG_NO_EVENT if unknown"}


class Member:
    """A row of data/model/records.csv, which describes a member of a record."""

    def __init__(self, name, kind, unknown, key, meaning):
        self.name, self.key, self.meaning = name, key, meaning
        self.kind, _, self.more = kind.partition(" ")
        rest, _, self.unless = unknown.partition("unless ")
        self.unknown = rest.strip()
        self.has = f"has_{name}" if self.unknown == "has" else ""
        if self.unknown.startswith("if "):
            self.has, self.unknown = self.unknown[3:], "if"
        if self.kind not in (*TYPES, "enum", "one", "list", "array", "inline"):
            raise Bad(f"no type '{kind}'")
        if self.unknown not in ("", "has", "if", *UNKNOWN):
            raise Bad(f"'{unknown}' does not say when the value is unknown")
        if not NAME.fullmatch(name) or (key and not KEY.fullmatch(key)) or not meaning:
            raise Bad("a member needs a name, a key and a meaning")

    def count(self):
        """Return the name of the member of the structure that has the number of elements."""
        return {"list": f"nr_{self.name}s", "array": f"nr_{self.name}s", "events": f"nr_{self.name}s",
                "u32s": f"nr_{self.name}"}.get(self.kind)

    def optional(self):
        """Return whether the value can be null in JSON."""
        return bool(self.unknown or self.unless or self.kind in ("tri", "ns", "event", "enum"))


def parse_record(cells):
    record, name, kind, unknown, key, meaning = cells
    if not NAME.fullmatch(record) or not meaning:
        raise Bad("a record needs a name and a meaning")
    return record, Member(name, kind, unknown, key, meaning) if name else meaning


def parse_word(cells):
    name, value, word, meaning = cells
    if not NAME.fullmatch(name) or not meaning or value != value.upper():
        raise Bad("an enumeration needs a name, values in upper case, and meanings")
    return name, (value, word, meaning) if value else meaning


def group(rows):
    """Return a dict from the name of each group to its meaning and its other rows."""
    found = {}
    for name, row in rows:
        if isinstance(row, str):
            found[name] = row, []
        else:
            found[name][1].append(row)
    return found


def load():
    """Return the records and the enumerations."""
    return (group(read(FOLDER / "records.csv",
                       ("record", "member", "type", "unknown", "key", "meaning"), parse_record)),
            group(read(FOLDER / "words.csv", ("enum", "value", "word", "meaning"), parse_word)))


def with_unknown(meaning, words):
    """Add to a meaning when the value is unknown, behind its first sentence, unless it says so."""
    if not words or "; null" in meaning:
        return meaning
    first, dot, rest = meaning.partition(". ")
    end = "." if first.endswith(".") and not dot else ""
    return f"{first.removesuffix('.')}; {words}{end}{dot}{rest}".replace("; ns;", ", ns;")



def comment_line(name, text):
    # A tab at the beginning of the next lines is 8 columns wide.
    lines = textwrap.wrap(f" * @{name}: {text}", 99, break_on_hyphens=False)
    rest = textwrap.wrap(" ".join(lines[1:]), 92, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in [lines[0], *(f" *\t{line}" for line in rest)])


def members_in_c(member):
    """Return the members in C of a row: (declaration, name, meaning)."""
    out = []
    if member.unknown == "has":
        out.append((f"bool {member.has}", member.has, f"@{member.name} is known"))
    name, words = member.name, UNKNOWN.get(member.unknown) or IMPLIED.get(member.kind, "")
    if member.count():
        out.append((f"unsigned int {member.count()}", member.count(),
                    f"number of elements of @{name}"))
    if member.kind == "list":
        kind = f"const struct guclog_{member.more} *const *{name}"
    elif member.kind in ("one", "array", "inline"):
        kind = f"const struct guclog_{member.more} *{name}"
    elif member.kind == "enum":
        kind = f"enum guclog_{member.more} {name}"
    else:
        kind = TYPES[member.kind][0].format(name)
    return [*out, (kind, name, with_unknown(member.meaning, words))]


def structure(name, meaning, members):
    """Return a record as a structure in C with its comment."""
    short, _, more = meaning.partition(". ")
    rows = [row for member in members for row in members_in_c(member)]
    text = f"/**\n * struct guclog_{name} - {short}\n"
    text += "".join(comment_line(row[1], row[2]) for row in rows) + " *\n"
    if more:
        text += "".join(f" * {line}\n" for line in textwrap.wrap(more, 97)) + " *\n"
    text += " * Made by scripts/gen-model.py from data/model/records.csv: change that file.\n */\n"
    return text + f"struct guclog_{name} {{\n" + "".join(f"\t{row[0]};\n" for row in rows) + "};\n"


def enumeration(name, meaning, values):
    """Return an enumeration in C with its comments."""
    prefix = {"driver_kind": "driver", "batch_state": "batch", "culprit_basis": "culprit",
              "claim_what": "claim", "claim_witness": "by", "claim_cause": "cause",
              "kernel_event": "kernel", "message_class": "message", "kernel_dump": "dump"}.get(
        name, name).upper()
    text = "/*\n" + "".join(f" * {line}\n" for line in textwrap.wrap(
        f"{meaning} Made by scripts/gen-model.py from data/model/words.csv: change that file.", 97,
        break_on_hyphens=False))
    lines = []
    for number, (value, _, what) in enumerate(values):
        comma = "," if number + 1 < len(values) else ""
        lines.append(f"\tGUCLOG_{prefix}_{value}{comma}\t/* {what} */\n")
    return f"{text} */\nenum guclog_{name} {{\n{''.join(lines)}}};\n", prefix


def replace(text, pattern, new, what):
    """Replace the only match of a pattern in a text."""
    if len(re.findall(pattern, text)) != 1:
        sys.exit(f"{what} is not there once")
    return re.sub(pattern, lambda _: new, text)


def header(path, records, words):
    """Return the text of a header with the structures and enumerations of the model."""
    text = path.read_text(encoding="ascii")
    for name, (meaning, members) in records.items():
        text = replace(text, rf"/\*\*\n \* struct guclog_{name} - (?:(?!\*/)[\s\S])*\*/\n"
                       rf"struct guclog_{name} {{\n[^}}]*}};\n", structure(name, meaning, members),
                       f"{path}: struct guclog_{name}")
    for name, (meaning, values) in words.items():
        text = replace(text, rf"/\*(?:(?!\*/)[\s\S])*\*/\nenum guclog_{name} {{\n[^}}]*}};\n",
                       enumeration(name, meaning, values)[0], f"{path}: enum guclog_{name}")
    return text


def keys(members, records):
    """Return the objects in the JSON of a record: a dict from key to a member or to such a dict."""
    found = {}
    for member in members:
        if member.kind == "inline":
            found.update(keys(records[member.more][1], records))
            continue
        outer, _, inner = member.key.partition(".")
        if inner:
            found.setdefault(outer, {})[inner] = member
        elif outer:
            found[outer] = member
    return found


def roff(text):
    return re.sub(r"@(\w+)", r"\\fI\1\\fP", text).replace('"', "")


def manual_keys(found, members, words):
    """Return the lines of the manual about the keys of an object."""
    by_name = {member.name: member.key for member in members}
    lines = []
    for key, member in found.items():
        lines.append(f".It Va {key}")
        if isinstance(member, dict):
            lines += ["an object:", ".Bl -tag -width Ds -compact",
                      *manual_keys(member, members, words), ".El"]
            continue
        meaning = re.sub(r"@(\w+)", lambda m: "@" + by_name.get(m[1], m[1]), member.meaning)
        if member.kind == "enum":
            meaning += ": " + ", ".join(word for _, word, _ in words[member.more][1] if word)
        if member.kind == "bool" and member.more:
            meaning = meaning.partition(",")[0] + ": " + member.more.replace("|", " or ")
        if member.optional() and "unknown" not in meaning:
            meaning = with_unknown(meaning, "null if unknown")
        for sentence in re.split(r"(?<=\.) ", roff(meaning)):
            lines += textwrap.wrap(sentence, 97, break_on_hyphens=False)
    return lines


def manual(records, words):
    """Return the text of guclog.1 with the lists of keys between its comments "model NAME" and
    "model end"."""
    text = MANUAL.read_text(encoding="utf-8")

    def one(match):
        members = records[match[1]][1]
        lines = [".Bl -tag -width Ds -compact", *manual_keys(keys(members, records), members, words), ".El"]
        return f'.\\" model {match[1]}\n' + "\n".join(lines) + '\n.\\" model end\n'

    return re.sub(r'\.\\" model (\w+)\n(?:(?!\.\\" model)[\s\S])*\.\\" model end\n', one, text)


def c_member(record, member, kinds):
    """Return a member as an initialiser of struct model_member in C."""
    kind = {"enum": "ENUM", "one": "ONE", "list": "LIST", "array": "ARRAY",
            "inline": "INLINE"}.get(member.kind) or TYPES[member.kind][1]
    if member.kind == "bool" and member.more:
        kind = "WORDS"
    at = f"offsetof(struct guclog_{record}, {{}})"
    out = [f'.key = "{member.key}"', f".type = MODEL_{kind}", f".offset = {at.format(member.name)}"]
    if member.has:
        named = kinds.get(member.has) in ("name", "name32")
        out.append(f".{'named' if named else 'has'} = {at.format(member.has)} + 1")
    if member.unless:
        out.append(f".unless = {at.format(member.unless)} + 1")
    if member.unknown in ("none", "zero", "false"):
        out.append(f".unknown = MODEL_UNKNOWN_{member.unknown.upper()}")
    if member.unknown == "only null":
        out.append(".unknown = MODEL_UNKNOWN_NULL")
    if member.kind == "enum":
        out.append(f".words = &model_{member.more}")
    elif kind == "WORDS":
        out.append(f".words = &{record}_{member.name}")
    elif member.kind in ("one", "list", "array", "inline"):
        out.append(f".record = &model_{member.more}")
    if member.count():
        out.append(f".count = {at.format(member.count())}")
    return "\t{ " + ",\n\t  ".join(out) + " },\n"


def c_words(name, cells, static=""):
    body = "".join(f"\t{cell},\n" for cell in cells)
    return (f"static const char * const words_{name}[] = {{\n{body}}};\n\n"
            f"{static}const struct model_words {static and name or f'model_{name}'} = "
            f"{{ words_{name}, ARRAY_SIZE(words_{name}) }};\n\n")


def table(records, words):
    """Return the C file with the descriptors."""
    text = ("// SPDX-License-Identifier: MIT OR GPL-2.0-only\n/*\n * Generated by "
            "scripts/gen-model.py from data/model/: change the files there.\n */\n"
            '#include "model/record.h"\n\n')
    for name, (meaning, values) in words.items():
        prefix = enumeration(name, meaning, values)[1]
        text += c_words(name, [f'[GUCLOG_{prefix}_{value}] = ' + (f'"{word}"' if word else "NULL")
                               for value, word, _ in values])
    for name, (_, members) in records.items():
        for member in members:
            if member.kind == "bool" and member.more:
                text += c_words(f"{name}_{member.name}",
                                [f'"{word}"' for word in member.more.split("|")], "static ")
        kinds = {member.name: member.kind for member in members}
        text += (f"static const struct model_member members_{name}[] = {{\n"
                 + "".join(c_member(name, m, kinds) for m in members if m.key)
                 + f"}};\n\nconst struct model_record model_{name} = "
                 f"{{ members_{name}, ARRAY_SIZE(members_{name}),\n"
                 f"\tsizeof(struct guclog_{name}) }};\n\n")
    return text + gen_printed.table(gen_printed.load())


def schema_of(found, words):
    """Return the JSON Schema of an object."""
    out = {}
    for key, member in found.items():
        if isinstance(member, dict):
            out[key] = schema_of(member, words)
            continue
        if member.kind == "one":
            one = {"$ref": f"#/$defs/{member.more}"}
            value = {"anyOf": [one, {"type": "null"}]} if member.optional() else one
        elif member.kind in ("list", "array"):
            value = {"type": "array", "items": {"$ref": f"#/$defs/{member.more}"}}
        elif member.kind == "enum" or member.more:
            every = [word for _, word, _ in words[member.more][1]] if member.kind == "enum" else \
                member.more.split("|")
            value = {"enum": [word or None for word in every]}
        else:
            kind = TYPES[member.kind][2]
            more = {"items": {"type": "integer"}} if kind == "array" else {}
            value = {**more, "type": [kind, "null"] if member.optional() else kind}
        out[key] = {"description": member.meaning.replace("@", ""), **value}
    return {"type": "object", "properties": out, "required": list(out),
            "additionalProperties": False}


# The documents with a schema: the command that prints each, and for each record or list of records
# its key.
DOCUMENTS = {
    "explain": ("explain --json",
                {"driver": "driver", "engine_state": "engine_state", "batch": "batch",
                 "memory_fault": "memory_fault"},
                {"known": "known", "advice": "advice", "captures": "engine_state",
                 "suspects": "suspect", "kernel_log": "witness", "sentences": "sentence"}),
    "messages": ("dump --messages --json", {}, {"gts": "gt_messages"}),
}


def reachable(records, names):
    """Return the names of the records and of those that they contain, in the order of the rows."""
    found, left = set(), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [m.more for m in records[name][1] if m.kind in ("one", "list", "array", "inline") and m.key]
    return [name for name in records if name in found]


def schema(records, words, document):
    """Return the JSON Schema of a document. It describes the parts of it that are records of the
    model."""
    version = re.search(r'define GUCLOG_VERSION\s+"(.*)"', PUBLIC.read_text("ascii"))[1]
    command, parts, lists = DOCUMENTS[document]
    properties = {
        **{key: {"anyOf": [{"$ref": f"#/$defs/{name}"}, {"type": "null"}]}
           for key, name in parts.items()},
        **{key: {"type": "array", "items": {"$ref": f"#/$defs/{name}"}}
           for key, name in lists.items()}}
    if document == "explain":
        properties["logs"] = {"type": "array", "items": {"$ref": "#"}}
    return json.dumps({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"guclog {command}, version {version}",
        "type": "object",
        "properties": properties,
        "$defs": {name: {"description": records[name][0],
                         **schema_of(keys(records[name][1], records), words)}
                  for name in reachable(records, [*parts.values(), *lists.values()])}},
        indent=1) + "\n"


def main():
    options = parser(__doc__)
    options.add_argument("file", metavar="FILE", type=Path, nargs="?",
                         help="what to write: FILE.c, FILE.rst or guclog-DOCUMENT.schema.json")
    args = options.parse_args()
    records, words = load()
    if not args.file:
        printed = gen_printed.load()
        write({HEADER: header(HEADER, records, words),
               MANUAL: gen_printed.manual(manual(records, words), printed),
               gen_printed.HEADER: gen_printed.header(printed)}, args.check)
        return
    if args.file.suffix == ".rst":
        text = gen_printed.page(gen_printed.load())
    elif args.file.suffix == ".c":
        text = table(records, words)
    else:
        text = schema(records, words, args.file.name.split(".")[0].removeprefix("guclog-"))
    args.file.write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
