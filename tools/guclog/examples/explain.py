#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""explain.py DUMP -- print the explanation, its signature and the registers of the hung engine."""
import sys

import guclog

for dump in guclog.open(sys.argv[1]).dumps:
    found = (dump.logs or [dump])[0].explain()
    print(*(sentence.text for sentence in found.sentences), sep='\n')
    print('signature:', found.signature)
    for field in dump.fields:
        if field.section == 'register' and field.item == found.engine:
            print(field.item, f'{field.name}: {field.value}')
