# SPDX-License-Identifier: GPL-2.0
"""Test cases of the device: functions with expectations; the results are printed as KTAP."""
import traceback

FAILED = []


def expect(what, truth):
    """An expectation of the running case; WHAT is printed when it is not met."""
    if not truth:
        FAILED.append(what)


def run(cases):
    """Run (name, function, arguments...), print KTAP, return the exit status."""
    bad = 0
    print(f"KTAP version 1\n1..{len(cases)}", flush=True)
    for number, (name, function, *arguments) in enumerate(cases, 1):
        FAILED.clear()
        try:
            function(*arguments)
        except Exception:	# a case that fails does not end the others
            FAILED.append(traceback.format_exc())
        for what in FAILED:
            print("".join(f"# {line}\n" for line in str(what).splitlines()), end="")
        print(f"{'not ok' if FAILED else 'ok'} {number} {name}", flush=True)
        bad += bool(FAILED)
    return 1 if bad else 0
