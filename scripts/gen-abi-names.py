#!/usr/bin/python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Make the core's tables of the names in the GuC ABI.

Without an option it writes drivers/xe_guclog/core/guc_abi_names_table.c from data/guc_abi.csv and
data/guc_abi_notes.csv. With --check it writes nothing and fails if that C file is out of date.

With --headers DIR --kernel VERSION it first writes data/guc_abi.csv from the ABI headers of xe in
the source of a kernel (DIR is drivers/gpu/drm/xe/abi there). With --verify DIR it fails if the
headers of xe in the source of another kernel give one of the names another value.

With --i915 DIR (drivers/gpu/drm/i915/gt/uc/abi in a kernel's source) it fails if a KLV key in
i915's headers is not in data/guc_abi.csv with the same name, or if i915's headers lack a key of a
row that is marked as i915's. (KLVs, which consist of key, length and value, are the form in which
the GuC gets policies and configurations.)

Rows that are marked as later are from public patches of xe that the kernel does not have yet. They
are kept until the headers of a kernel have their constants.
"""
import csv
import pathlib
import re
import sys

sys.dont_write_bytecode = True

from gen_lib import ROOT, parser, write  # noqa: E402

NAMES = ROOT / "data/guc_abi.csv"
NOTES = ROOT / "data/guc_abi_notes.csv"
TABLE = ROOT / "drivers/xe_guclog/core/guc_abi_names_table.c"

ACTIONS = "guc_actions_abi.h"
SLPC = "guc_actions_slpc_abi.h"
SRIOV = "guc_actions_sriov_abi.h"
KLVS = "guc_klvs_abi.h"
I915 = "i915/"
LATER = "later/"

# For each kind of name: the headers that have such names, and a pattern for the names of the C
# constants. The name in the table is the text of the pattern's groups, joined by "_"; so it does
# not have the constant's prefix.
KINDS = {
    "action": ((ACTIONS, SLPC, SRIOV),
               r"(?:XE_)?GUC_ACTION_(?:HOST2GUC_)?(?!(?:LIMIT|DEFAULT)$)(?!.*_LEN$)(\w+)"),
    "klv": ((KLVS,), r"GUC_(?:KLV_(?!0_)(\w+)_KEY|(CONTEXT_POLICIES)_KLV_ID_(\w+)|"
                     r"(?:WORKAROUND|WA|FEATURE)_KLV_(?:ID_)?(\w+))"),
    "slpc_event": ((SLPC,), r"SLPC_EVENT_(\w+)"),
    "slpc_param": ((SLPC,), r"SLPC_PARAM_(?!TASK_(?:DEFAULT|ENABLED|DISABLED|UNKNOWN)$)(\w+)"),
    "response": (("guc_errors_abi.h",), r"XE_GUC_RESPONSE_(?:ERROR_)?(?:STATUS_)?(\w+)"),
    "hxg_type": (("guc_messages_abi.h",), r"GUC_HXG_TYPE_(\w+)"),
    "ctb_status": (("guc_communication_ctb_abi.h",), r"GUC_CTB_STATUS_(?!NO_ERROR)(\w+)"),
    "engine_class": (("guc_scheduler_abi.h",), r"GUC_(?!LAST_|MAX_)(\w+)_CLASS"),
    "priority": (("guc_scheduler_abi.h",), r"GUC_CLIENT_PRIORITY_(?!NUM$)(\w+)"),
    "tlb_inval": ((ACTIONS,), r"XE_GUC_TLB_INVAL_(?!MODE_|TYPE_|FLUSH_)(\w+)"),
    "capture_status": ((ACTIONS,), r"XE_GUC_STATE_CAPTURE_EVENT_STATUS_(?!MASK)(\w+)"),
}
DIRECTIONS = {"h2g": "GUC_ABI_FROM_HOST", "g2h": "GUC_ABI_FROM_GUC",
              "mmio": "GUC_ABI_FROM_HOST"}


def constants(path):
    """Yield the name and the value of each numeric constant in a header: first those of its
    #defines, then those of its enums, both in the order of the file."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    number = r"(?:0[xX][0-9a-fA-F]+|[0-9]+)[uU]?"
    for name, value in re.findall(
            rf"^#define\s+(\w+)\s+\(?({number}(?:\s*<<\s*{number})?)\)?\s*$", text, re.M):
        parts = [int(part.strip().rstrip("uU"), 0) for part in value.split("<<")]
        yield name, parts[0] << (parts[1] if len(parts) > 1 else 0)
    for body in re.findall(r"^enum\s*\w*\s*\{(.*?)\}", text, re.M | re.S):
        following = 0
        body = re.sub(r"^#.*$", "", body, flags=re.M)
        for item in body.split(","):
            match = re.fullmatch(rf"\s*(\w+)\s*(?:=\s*({number}))?\s*", item)
            if not match:
                if item.strip():
                    following = None
                continue
            if match[2]:
                following = int(match[2].rstrip("uU"), 0)
            if following is None:
                continue
            yield match[1], following
            following += 1


def read_headers(folder, must_exist):
    """Return rows (kind, value, name, header) for the constants in a kernel's headers. folder: the
    folder of the headers. must_exist: whether a missing header is an error."""
    rows = []
    for kind, (headers, pattern) in KINDS.items():
        for header in headers:
            path = folder / header
            if not path.exists() and not must_exist:
                continue
            for name, value in constants(path):
                match = re.fullmatch(pattern, name)
                if match:
                    name = "_".join(g for g in match.groups() if g)
                    rows.append((kind, value, name, header))
    return rows


def of_i915(rows):
    """Return the rows of keys that only i915's headers have: their column "header" begins with
    "i915/"."""
    return [row for row in rows if row["header"].startswith(I915)]


def of_patches(rows):
    """Return the rows of constants that only patches of xe have: their column "header" begins with
    "later/"."""
    return [row for row in rows if row["header"].startswith(LATER)]


def verify_i915(folder):
    """Fail unless all KLV keys in i915's headers are in data/guc_abi.csv with the same names, and
    i915's headers have all keys of the rows that are marked as i915's."""
    rows = read_csv(NAMES)
    known = {(int(row["value"], 0), row["name"]) for row in rows if row["kind"] == "klv"}
    pattern = KINDS["klv"][1]
    there = {(value, "_".join(g for g in match.groups() if g))
             for name, value in constants(folder / KLVS)
             for match in [re.fullmatch(pattern, name)] if match}
    wrong = [f"i915 has the key {value:#x} {name}" for value, name in sorted(there - known)]
    wrong += [f"i915 has no key {row['value']} {row['name']}" for row in of_i915(rows)
              if (int(row["value"], 0), row["name"]) not in there]
    if wrong or len(there) < 10:
        sys.exit("\n".join(wrong) or f"{folder}: only {len(there)} keys")


def write_names(folder, kernel):
    """Write data/guc_abi.csv from the headers of a kernel's xe. Rows that are marked as i915's or
    as later are kept as they are; later ones only if the headers lack the name."""
    there = read_headers(folder, True)
    known = {(kind, name) for kind, _, name, _ in there}
    kept = read_csv(NAMES)
    kept = of_i915(kept) + [row for row in of_patches(kept)
                            if (row["kind"], row["name"]) not in known]
    others = [(row["kind"], int(row["value"], 0), row["name"], row["header"]) for row in kept]
    rows = sorted(set(there + others),
                  key=lambda row: (list(KINDS).index(row[0]), row[1], row[2]))
    lines = ["# SPDX-License-Identifier: MIT OR GPL-2.0-only",
             "# Constants of the GuC's ABI, by scripts/gen-abi-names.py from the headers in",
             f"# drivers/gpu/drm/xe/abi of Linux {kernel}; i915/...: keys that only i915 has;",
             "# later/...: constants of public patches of xe (data/guc_abi_notes.csv names them).",
             "kind,value,name,header"]
    lines += [f"{kind},0x{value:x},{name},{header}" for kind, value, name, header in rows]
    NAMES.write_text("\n".join(lines) + "\n", encoding="ascii")


def read_csv(path):
    """Return the rows of a CSV file as dicts from column to cell. Comment lines are skipped."""
    lines = path.read_text(encoding="ascii").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def verify(folder):
    """Fail unless the names of data/guc_abi.csv have the same values in the headers of another
    kernel's xe. Names that these headers do not have are not compared."""
    known = {(row["kind"], row["name"]): int(row["value"], 0) for row in read_csv(NAMES)}
    rows = read_headers(folder, False)
    wrong = [f"{kind} {name}: {value:#x}, not {known[kind, name]:#x}"
             for kind, value, name, _ in rows
             if known.get((kind, name), value) != value]
    if wrong or len(rows) < 100:
        sys.exit("\n".join(wrong) or f"{folder}: only {len(rows)} constants")


def string(text):
    """Return a text as a string literal of C, or NULL if it is empty."""
    return f'"{text}"' if text else "NULL"


def entry(begin, words):
    """Return an element of a C array: the text "begin", then the string "words", on a line of its
    own if the line would become too long."""
    line = f"\t{{ {begin}, {string(words)} }},"
    if len(line) < 88:
        return line
    return f'\t{{ {begin},\n\t  "{words}",\n\t}},'


def actions(rows, notes):
    """Return the C array of the actions (messages between the driver and the GuC), sorted by action
    code. notes: the rows of data/guc_abi_notes.csv; those that are used are removed."""
    out, seen = [], {}
    for row in rows:
        note = notes.pop(("action", row["name"]), None)
        if not note:
            sys.exit(f"{NOTES}: no line for the action {row['name']}")
        code = int(row["value"], 0)
        # CLIENT_SOFT_RESET and VF2GUC_VF_RESET have the same code; the first row's name is used.
        if code in seen:
            continue
        seen[code] = row["name"]
        out.append(entry(f"0x{code:04x}, {DIRECTIONS[note['direction']]}, "
                         f"{string(row['name'])}", note["words"]))
    return "\n".join(["const struct guc_abi_action guc_abi_actions[] = {", *out, "};", "",
                      "const unsigned int guc_abi_nr_actions = ARRAY_SIZE(guc_abi_actions);"])


def names(kind, rows, notes):
    """Return the C array of the names of one kind, sorted by value. notes: the rows of
    data/guc_abi_notes.csv; those that are used are removed."""
    out, seen = [], set()
    for row in rows:
        value = int(row["value"], 0)
        if value in seen:
            continue
        seen.add(value)
        note = notes.pop((kind, row["name"]), None)
        unit = f", {string(note['unit'])}" if note else ", NULL"
        name = ("i915:" if of_i915([row]) else "") + row["name"]
        out.append(f"\t{{ 0x{value:x}, {string(name)}{unit} }},")
    return "\n".join([f"static const struct guc_abi_name {kind}_names[] = {{", *out, "};"])


def table():
    """Return the text of guc_abi_names_table.c."""
    rows = read_csv(NAMES)
    notes = {(note["kind"], note["name"]): note for note in read_csv(NOTES)}
    of_kind = {kind: [row for row in rows if row["kind"] == kind] for kind in KINDS}
    arrays = [names(kind, of_kind[kind], notes) for kind in KINDS if kind != "action"]
    first = actions(of_kind["action"], notes)
    if notes:
        sys.exit(f"{NOTES}: no constant for {', '.join(' '.join(key) for key in notes)}")
    sets = [f"\t[GUC_ABI_{kind.upper()}] = {{ {kind}_names, ARRAY_SIZE({kind}_names) }},"
            for kind in KINDS if kind != "action"]
    return "\n".join([
        "// SPDX-License-Identifier: MIT OR GPL-2.0-only",
        "/*",
        " * Generated by scripts/gen-abi-names.py from data/guc_abi.csv and",
        " * data/guc_abi_notes.csv: change those files, not this one. Each table is sorted by value.",
        " */",
        '#include "guc_abi_names.h"',
        "", first, "", "\n\n".join(arrays), "",
        "const struct guc_abi_names guc_abi_tables[GUC_ABI_KINDS] = {", *sets, "};", ""])


def main():
    """Do what the options select; then write guc_abi_names_table.c or check that it is up to
    date."""
    options = parser(__doc__)
    options.add_argument("--headers", type=pathlib.Path, help="read the names from these headers")
    options.add_argument("--kernel", help="version of the kernel of --headers")
    options.add_argument("--verify", type=pathlib.Path, help="compare the names with these headers")
    options.add_argument("--i915", type=pathlib.Path, help="compare the keys with these headers")
    args = options.parse_args()
    if args.headers:
        if not args.kernel:
            options.error("--headers needs --kernel")
        write_names(args.headers, args.kernel)
    if args.verify:
        verify(args.verify)
    if args.i915:
        verify_i915(args.i915)
    write({TABLE: table()}, args.check)


if __name__ == "__main__":
    main()
