# SPDX-License-Identifier: GPL-2.0-only
"""Find the messages that the drivers xe and i915 print into the kernel log in their source code."""

import re

# The functions that print, and the severity of what they print.
PRINTERS = {
    "error": r"(?:drm|dev|pci|pr|xe|gt|guc|huc|gsc|xe_gt|xe_gt_sriov|xe_sriov|xe_tile|xe_tile_sriov|"
             r"gt_probe|xe_log|vf|pf)_"
             r"(?:err|crit|emerg|alert)(?:_once|_ratelimited|_early|_hw)?|DRM_ERROR(?:_RATELIMITED)?|"
             r"CT_ERROR|CT_PROBE_ERROR|gt_probe_error|guc_probe_error|huc_probe_error|"
             r"i915_probe_error|pci_err|drm_err_probe",
    "warning": r"(?:drm|dev|pci|pr|xe|gt|guc|huc|gsc|xe_gt|xe_gt_sriov|xe_sriov|xe_tile|xe_tile_sriov)_"
               r"(?:warn|notice)(?:_once|_ratelimited)?|DRM_WARN|"
               r"(?:drm|xe_gt|xe_tile|gt|guc|dev)_WARN(?:_ONCE)?|WARN|WARN_ONCE",
    "info": r"(?:drm|dev|pci|pr|xe|gt|guc|huc|gsc|xe_gt|xe_gt_sriov|xe_sriov|xe_tile|xe_tile_sriov)_"
            r"info(?:_once|_ratelimited)?|DRM_INFO|DRM_NOTE",
}
CALL = re.compile(r"\b(?:" + "|".join(f"(?P<{level}>{names})"
                                      for level, names in PRINTERS.items()) + r")\s*\(")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.S)


def without_comments(code):
    """Return C code without its comments."""
    return COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else " ", code)


def arguments(code, at):
    """Return the arguments of the call whose opening parenthesis is before at."""
    depth, begin, out = 1, at, []
    while at < len(code):
        if code[at] == '"':
            at = STRING.match(code, at).end() if STRING.match(code, at) else at + 1
            continue
        if code[at] in "([{":
            depth += 1
        elif code[at] in ")]}":
            depth -= 1
            if not depth:
                return out + [code[begin:at]]
        elif code[at] == "," and depth == 1:
            out.append(code[begin:at])
            begin = at + 1
        at += 1
    return out


# Macros that stand for a part of a format.
MACROS = {"PTR_FMT": "%p", "PRIu64": "llu", "PRIx64": "llx", "XE_GT_BUG_ON": ""}
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\w+)|(\S)')


def format_of(argument):
    """Return the text of an argument that consists of string literals and macros, or None."""
    text, found = "", False
    for literal, word, other in TOKEN.findall(argument):
        if word:
            text += MACROS.get(word, "%s")
        elif other:
            return None
        else:
            text += literal
            found = True
    return text if found else None


def formats(path):
    """Yield the severity and the format of each message in a file of C code."""
    code = without_comments(path.read_text(encoding="utf-8", errors="replace"))
    # The definitions of the functions that print are not messages.
    code = re.sub(r"^[ \t]*#[ \t]*define(?:[^\n\\]|\\.|\\\n)*", "", code, flags=re.M | re.S)
    for call in CALL.finditer(code):
        for argument in arguments(code, call.end()):
            text = format_of(argument)
            if text is not None:
                yield call.lastgroup, text
                break
