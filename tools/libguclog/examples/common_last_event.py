#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR GPL-2.0-only
"""common_last_event.py DIRECTORY -- find the last event that many dumps have in common.

Each "# %%" begins a cell for editors that run such files as notebooks.
"""

# %% Which dumps?
import sys
from collections import Counter
from pathlib import Path

import guclog

folder = Path(sys.argv[1] if len(sys.argv) > 1 else '.')
paths = sorted(path for path in folder.rglob('*') if path.is_file())

# %% The newest event of each log.  Files without a log are named and skipped.
newest = []
for path in paths:
    try:
        file = guclog.open(path)
    except guclog.Error as reason:
        print(f'skipped: {reason}')
        continue
    for log in file.logs:
        events = [event for event in log.events if not event.before_load]
        if events:
            newest.append((log, events[-1]))

# %% How often is each of them the newest one?
counts = Counter(event.name or hex(event.id) for _, event in newest)
print(f'{len(newest)} logs')
for name, count in counts.most_common():
    print(f'{count:5}  {name}')

# %% The logs that end with the most frequent one, and their verdicts.
if counts:
    common = counts.most_common(1)[0][0]
    print(f'common last event: {common}')
    for log, event in newest:
        if (event.name or hex(event.id)) == common:
            hang = {True: 'hang', False: 'no hang', None: 'unknown'}[log.explain().hang]
            print(f'{log.name}: {event.text or hex(event.id)}: {hang}')
