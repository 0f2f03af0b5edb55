# SPDX-License-Identifier: GPL-2.0
"""Splits an LFD file into its blocks. Shares no code with the module or the command."""
import struct


def blocks(data):
    """[(type, payload)] of the blocks of an LFD file; raises ValueError if it is malformed."""
    if data[:8] != bytes.fromhex("46534c47aaaa8680"):
        raise ValueError("no LFD magic")
    at, found = 12, []
    while at < len(data):
        head, count = struct.unpack_from("<2I", data, at)
        if head & 0xffff != 0x8086 or at + 8 + 4 * count > len(data):
            raise ValueError(f"bad block at {at:#x}")
        found.append((head >> 16, data[at + 8:at + 8 + 4 * count]))
        at += 8 + 4 * count
    return found
