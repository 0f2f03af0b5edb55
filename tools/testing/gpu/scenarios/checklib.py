# SPDX-License-Identifier: GPL-2.0
"""Common parts of the *.check programs, which check what a scenario has saved: makes the modules in
gpu/tests importable, and keeps a list of the faults that were found."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "gpu/tests"))
faults = []


def fault(text):
    """Add a fault to the list."""
    faults.append(text)


def expects(fine, text):
    """Add a fault to the list if the condition is false."""
    if not fine:
        fault(text)


def finish(fine=True):
    """Print up to 20 faults, and exit with status 0 if there are none and FINE is true."""
    for text in faults[:20]:
        print(f"fault: {text}")
    sys.exit(0 if fine and not faults else 1)
