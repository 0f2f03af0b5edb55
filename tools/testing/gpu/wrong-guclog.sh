#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# wrong-guclog.sh -- build a static guclog with an error in its dictionary (the names of two
# events are exchanged), and print its path.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"

copy=$BUILD/gpu/wrong-source
rm -rf "$copy"
mkdir -p "$copy/drivers/xe_guclog"
cp -r "$TOP/data" "$TOP/scripts" "$copy/"
cp -r "$TOP/drivers/xe_guclog/core" "$copy/drivers/xe_guclog/"
sed -i 's/^\(0x[0-9a-f]*\),SCHED_MODE_SET,/\1,OTHER,/; s/,SCHED_MODE_DONE,/,SCHED_MODE_SET,/
	s/,OTHER,/,SCHED_MODE_DONE,/' "$copy/data/guc_events.csv"
! cmp -s "$copy/data/guc_events.csv" "$TOP/data/guc_events.csv" || die "no row was changed"
python3 -B "$copy/scripts/gen-event-table.py" >&2
make -s -C "$TOP/tools/guclog" O="$BUILD/gpu/wrong/guclog" STATIC=1 \
	core="$copy/drivers/xe_guclog/core" >&2
echo "$BUILD/gpu/wrong/guclog/guclog"
