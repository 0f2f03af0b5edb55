# SPDX-License-Identifier: GPL-2.0-only
"""The formats once more, written from their description.

Nothing here is shared with the C core: where the two agree byte for byte, two
readings of the same text agree.
"""
