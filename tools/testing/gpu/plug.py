#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""plug.py SOCKET FD COMMAND... -- run COMMAND with descriptor FD connected to
SOCKET: x-pci-proxy-dev takes its connection ready-made."""
import os
import socket
import sys


def main():
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    wire = socket.socket(socket.AF_UNIX)
    wire.connect(sys.argv[1])
    os.dup2(wire.fileno(), int(sys.argv[2]))
    os.execvp(sys.argv[3], sys.argv[3:])


sys.exit(main())
