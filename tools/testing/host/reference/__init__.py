# SPDX-License-Identifier: GPL-2.0-only
"""A second implementation of the formats of GuC logs, LFD files and ASIC info, written from their
description.

It shares no code with the C implementation (drivers/xe_guclog/core). If both make the same bytes
from a log, both implement the description in the same way.
"""
