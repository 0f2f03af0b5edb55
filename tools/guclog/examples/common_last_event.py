#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""common_last_event.py DIRECTORY -- find the event with which most logs of a directory end.

A "# %%" line begins a cell in editors that can run a Python file as a notebook.
"""

# %% Find all files in the directory.
import sys
from collections import Counter
from pathlib import Path

import guclog

folder = Path(sys.argv[1] if len(sys.argv) > 1 else '.')
paths = sorted(path for path in folder.rglob('*') if path.is_file())

# %% Get the newest event of each log.  Files without a log are skipped with a message.
newest = []
for path in paths:
    try:
        file = guclog.open(path)
    except guclog.Error as reason:
        print(f'skipped: {reason}')
        continue
    for number, log in enumerate(file.logs):
        events = [event for event in log.events if not event.before_load]
        if events:
            newest.append((file, number, log.name, events[-1]))

# %% Count how many logs end with each event.
counts = Counter(event.name or hex(event.id) for *_, event in newest)
print(f'{len(newest)} logs')
for name, count in counts.most_common():
    print(f'{count:5}  {name}')

# %% Print the verdicts of the logs that end with the most frequent event.
if counts:
    common = counts.most_common(1)[0][0]
    print(f'common last event: {common}')
    for file, number, name, event in newest:
        if (event.name or hex(event.id)) == common:
            hang = {True: 'hang', False: 'no hang', None: 'unknown'}[file.explain(log=number).hang]
            print(f'{name}: {event.text or hex(event.id)}: {hang}')
