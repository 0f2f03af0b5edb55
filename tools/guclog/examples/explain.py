#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""explain.py DUMP -- print the explanation, its signature and the registers of the hung engine."""
import sys
import guclog

file = guclog.open(sys.argv[1])
found = file.explain()
print(file.text("explain"), "signature: ", found.signature, sep="")
for gt in file.dump().gts:
    print(*(f"{name}: {value}" for engine in gt.engines if engine.name == found.victim.engine
            for name, value in engine.registers.items()), sep="\n")
