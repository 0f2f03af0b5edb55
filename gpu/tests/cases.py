# SPDX-License-Identifier: GPL-2.0
"""Runs the tests of the emulated GPU: each test case is a function that calls expect() for each
condition that must be true. The results are printed as KTAP."""
import traceback

FAILED = []


def expect(what, truth):
    """Let the running test case fail with the message WHAT if TRUTH is false."""
    if not truth:
        FAILED.append(what)


def run(cases):
    """Run the test cases, each a tuple (name, function, arguments...), and print the results as
    KTAP; returns the exit status."""
    bad = 0
    print(f"KTAP version 1\n1..{len(cases)}", flush=True)
    for number, (name, function, *arguments) in enumerate(cases, 1):
        FAILED.clear()
        try:
            function(*arguments)
        except Exception:	# the other cases still run
            FAILED.append(traceback.format_exc())
        for what in FAILED:
            print("".join(f"# {line}\n" for line in str(what).splitlines()), end="")
        print(f"{'not ok' if FAILED else 'ok'} {number} {name}", flush=True)
        bad += bool(FAILED)
    return 1 if bad else 0
