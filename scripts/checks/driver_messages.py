#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""driver_messages.py GUCLOG VERSION=SOURCE... -- check that guclog knows the messages of the drivers.

From each kernel source, the formats of all errors and warnings of xe, and of the part of i915 that
uses the GuC, are taken. Each becomes a line of a kernel log, with a value for each conversion, and
'guclog explain --json' must know it. The messages of Linux 7.3 are also tested in the form with
stable numbers of Linux 7.4. Files in LEFT_OUT are left out, for the reason that is there.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from driver_formats import formats  # noqa: E402

LEFT_OUT = {
    "tests": "tests that a kernel for users does not have",
    "display": "the display, whose code i915 and xe share",
    "compat-i915-headers": "the display",
    "selftests": "tests that a kernel for users does not have",
}
# The files of i915 about the GuC and about hangs.
I915 = ("gt/uc/*.[ch]", "gt/intel_reset.c", "gt/intel_tlb.c", "i915_gpu_error.c")
# What i915 prints before the messages of some files, see guc_err(), huc_err() and CT_ERROR() there.
PREFIXES = (("intel_guc_ct", "GUC: CT: "), ("intel_guc", "GUC: "), ("intel_huc", "HUC: "))
# Formats that only pass on a text, and texts that are only printed by a kernel that is not for users.
# %s(%#x)=%#x has the name of a register that is a row of the table.
NO_TEXT = re.compile(r"%pV|%s|%s\(%s\)|NOT[_ ]POSSIBLE|%s\(%#x\)=%#x")
SAMPLES = {"d": "7", "i": "7", "u": "7", "x": "17", "X": "17", "s": "word", "c": "c"}
CONVERSION = re.compile(r"%([-+ #0]*)(\d+|\*)?(?:\.(?:\d+|\*))?(hh|h|ll|l|z|t)?"
                        r"(p[A-Za-z]*|[a-zA-Z%])")


def sample(match):
    """Return a value for a conversion of printf()."""
    flags, _, _, kind = match.groups()
    if kind == "%":
        return "%"
    if kind in ("pe",):
        return "-EINVAL"
    if kind.startswith("ps"):
        return "some_function+0x12/0x34 [xe]"
    if kind.startswith("p"):
        return "0x1000"
    value = SAMPLES.get(kind, "7")
    return "0x" + value if "#" in flags and kind in "xX" else value


def text_of(fmt):
    """Return the first line of a message with a format."""
    text = CONVERSION.sub(sample, fmt).replace('\\"', '"').replace("\\t", "\t")
    # A message of several lines begins with its first; that of a page fault begins with a newline.
    return " ".join(text.replace("\\n", "\n").split("\n")).strip() if text.startswith("\\n") \
        else text.replace("\\n", "\n").split("\n")[0].rstrip()


def files(source):
    """Yield each file of the drivers that counts, with the name of its driver."""
    drm = Path(source) / "drivers/gpu/drm"
    for path in sorted((drm / "xe").rglob("*.[ch]")):
        if not set(path.relative_to(drm).parts) & set(LEFT_OUT):
            yield "xe", path
    for pattern in I915:
        for path in sorted((drm / "i915").glob(pattern)):
            if not path.name.startswith("selftest"):
                yield "i915", path


def messages(source):
    """Return a dict from (driver, text) to (severity, file) of the errors and warnings."""
    found = {}
    for driver, path in files(source):
        for severity, fmt in formats(path):
            text = text_of(fmt)
            if severity != "info" and text and not NO_TEXT.fullmatch(fmt.replace("\\n", "")):
                found.setdefault((driver, text), (severity, path.name))
    return found


def line_of(driver, text, severity, name, numbered):
    """Return a line of the kernel log with a message. name: the file that has the message"""
    error = "*ERROR* " if severity == "error" else ""
    number = "SIGID=199 (-EIO) " if numbered else ""
    place = "Tile0: GT0: " if driver == "xe" else "GT0: " + next(
        (prefix for begin, prefix in PREFIXES if name.startswith(begin)), "")
    return f"{driver} 0000:03:00.0: [drm] {error}{number}{place}{text}"


def read_all(guclog, lines):
    """Return for each line what it is about, from the JSON of guclog."""
    out = []
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for begin in range(0, len(lines), 60):
            part = lines[begin:begin + 60]
            file.seek(0)
            file.truncate()
            for number, line in enumerate(part):
                file.write(f"[ {1000 * number + 1}.000000] {line}\n")
            file.flush()
            run = subprocess.run([guclog, "explain", "--json", file.name], check=True,
                                 capture_output=True, text=True)
            data = json.loads(run.stdout)
            known = {entry["text"]: entry["about"] for entry in data["kernel_log"]}
            counts = data["messages"]
            missing = [line for line in part if line not in known]
            if len(missing) == counts["harmless"]:
                known |= {line: "not about a hang" for line in missing}
            elif missing:
                # Some are not understood: find them one by one.
                known |= dict(zip(missing, ["one by one"] * len(missing)))
            out += [known.get(line, "?") for line in part]
    for number, about in enumerate(out):
        if about != "one by one":
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(f"[    1.000000] {lines[number]}\n")
            file.flush()
            run = subprocess.run([guclog, "explain", "--json", file.name], check=True,
                                 capture_output=True, text=True)
            counts = json.loads(run.stdout)["messages"]
        out[number] = "not about a hang" if counts["harmless"] else "unknown"
    return out


def main():
    """Check the messages of each kernel source, and print how many are known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("guclog")
    parser.add_argument("source", metavar="VERSION=SOURCE", nargs="+")
    args = parser.parse_args()
    bad = 0
    for source in args.source:
        version, _, path = source.partition("=")
        found = messages(path)
        if len(found) < 200:
            sys.exit(f"driver_messages: {path} has only {len(found)} errors and warnings")
        for numbered in (False, True) if version == "7.3" else (False,):
            keys = [key for key in found if not numbered or key[0] == "xe"]
            lines = [line_of(*key, *found[key], numbered) for key in keys]
            about = read_all(args.guclog, lines)
            other = about.count("not about a hang")
            unknown = [(keys[i], found[keys[i]][1]) for i, a in enumerate(about)
                       if a in ("unknown", "?")]
            form = " with stable numbers" if numbered else ""
            print(f"Linux {version}{form}: {len(lines) - other - len(unknown)} known, "
                  f"{other} not about a hang, {len(unknown)} unknown")
            for (driver, text), name in unknown:
                print(f"  {driver} {name}: {text}")
            bad += len(unknown)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
