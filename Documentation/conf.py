# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Sphinx: the kernel's own kernel-doc extension pulls the comments in.

LINUX_SRC names a kernel source tree; scripts/docs.sh sets it.
"""
import os
import sys

LINUX = os.environ["LINUX_SRC"]
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(LINUX, "Documentation", "sphinx"))
# The extension hands files to kernel-doc under this name.
os.environ.setdefault("srctree", TOP)

project = "xe-guclog"
extensions = ["kerneldoc"]
kerneldoc_bin = os.path.join(LINUX, "scripts", "kernel-doc")
kerneldoc_srctree = TOP
primary_domain = "c"
highlight_language = "none"
html_theme = "classic"
exclude_patterns = ["ABI"]
