# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""Sphinx settings, for scripts/docs.sh."""
import glob
import os
import sys

import sphinx

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, "Documentation"))

project = "xe-guclog"
extensions = ["kernel_doc", "furo_files"]
kernel_doc_script = glob.glob("/usr/lib/linux-kbuild-*/scripts/kernel-doc")[-1]
kernel_doc_top = TOP
kernel_doc_sphinx = sphinx.__version__
primary_domain = "c"
highlight_language = "none"
html_theme = "furo"
html_title = "xe-guclog"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_copyright = False
exclude_patterns = ["ABI"]
