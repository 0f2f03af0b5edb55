#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [log|xe KERNEL PLATFORM [SCENARIO [OPTION...]]] -- test guclog collect in a guest with real
# udev and systemd.  log (the default): with Debian's kernel, request the log of a replay device (a
# log image that the module shows as the log of a GPU).  xe: the emulated GPU hangs, and the dump of
# xe and the GuC logs must become one incident; with the scenario collect_series the GPU hangs 20
# times, with hostile a user without rights attacks the collector.  OPTION: for gpu/run.sh.
# Each combination of arguments has a separate folder in the build folder. Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../../..")
BUILD=${XGL_BUILD:-$TOP/build}
WORK=$BUILD/collect/$(IFS=-; echo "${*:-log}")
SYSTEM=$WORK/system
QEMU=$TOP/tools/testing/guest

"$TOP/scripts/setup.sh" collect >&2
mkdir -p "$WORK"
exec 8>"$WORK/.lock"
flock 8
make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" WERROR=1 >&2
"$HERE/system.sh" "$SYSTEM" "$BUILD/guclog/guclog"
case ${1:-log} in
log)	"$QEMU/module.sh" stock
	rm -rf "$WORK/corpus"
	mkdir -p "$WORK/corpus"
	python3 "$TOP/tools/testing/host/mkimage.py" --out "$WORK/images" >&2
	cp "$WORK"/images/real-words.{img,facts} "$WORK/corpus/"
	exec "$QEMU/run.sh" stock --system "$SYSTEM" --insmod "$BUILD/stock/xe_guclog.ko" \
		--files "$QEMU/scenarios/replay-lib.sh" --files "$WORK/corpus" \
		--script "$QEMU/scenarios/collect.sh" --out "$WORK/run" ;;
xe)	exec "$TOP/tools/testing/gpu/run.sh" "${3:-tgl}" "${2:-6.12-deb12}" "${4:-collect}" \
		--system "$SYSTEM" "${@:5}" ;;
*)	echo "usage: run.sh [log|xe KERNEL PLATFORM [SCENARIO [OPTION...]]]" >&2
	exit 2 ;;
esac
