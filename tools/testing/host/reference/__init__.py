# SPDX-License-Identifier: GPL-2.0-only
"""A second implementation of the formats, written from their description.

It shares no code with the C core, so equal bytes show that both implement the
description in the same way.
"""
