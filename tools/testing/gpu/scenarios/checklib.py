# SPDX-License-Identifier: GPL-2.0
"""Common parts of the checks of scenarios: modules of the tests, and a list of faults."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
faults = []


def fault(text):
    """Note a fault."""
    faults.append(text)


def expects(fine, text):
    """Note a fault if the condition is false."""
    if not fine:
        fault(text)


def finish(fine=True):
    """Print the faults and exit."""
    for text in faults[:20]:
        print(f"fault: {text}")
    sys.exit(0 if fine and not faults else 1)
