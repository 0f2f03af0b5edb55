#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# power.sh [SNAPSHOTS] -- simulate 50 (or SNAPSHOTS) power cuts of a guest while guclog collect
# stores incidents on a disk with ext4. QEMU is stopped for a moment and its disk is copied, so the
# copy has what a power cut at that moment would leave on the disk. All incidents in each copy must
# be complete.  Prints KTAP.
# shellcheck disable=SC2034	# the sourced harness reads the variables that are set here
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
. "$HERE/../lib.sh"
. "$QEMU_DIR/guest.sh"
. "$QEMU_DIR/verdict.sh"
SNAPSHOTS=${1:-50}
WORK=$BUILD/collect/power
GUCLOG=$BUILD/guclog/guclog

# snapshots: stop the guest, copy its disk and go on, each time within 20 ms after a write to the
# disk. Ten copies come after consecutive writes, then there is a pause of random length.
snapshots()
{
	python3 - "$WORK" "$SNAPSHOTS" <<-'EOT'
	import json, os, random, shutil, socket, sys, time

	work, wanted = sys.argv[1], int(sys.argv[2])
	qmp = socket.socket(socket.AF_UNIX)
	for _ in range(600):
	    try:
	        qmp.connect(f'{work}/qmp')
	        break
	    except OSError:
	        time.sleep(.1)
	lines = qmp.makefile('rw')

	def order(name):
	    lines.write(json.dumps({'execute': name}) + '\n')
	    lines.flush()
	    while 'return' not in json.loads(lines.readline() or '{"return": {}}'):
	        pass

	lines.readline()
	order('qmp_capabilities')
	# Wait until the guest has written a first incident to the disk.
	for _ in range(120):
	    if b'metadata.json' in open(f'{work}/disk', 'rb').read():
	        break
	    time.sleep(1)
	rng = random.Random(1)
	for n in range(wanted):
	    time.sleep(rng.uniform(.5, 3) if n % 10 == 0 else 0)
	    written = os.stat(f'{work}/disk').st_mtime_ns
	    end = time.monotonic() + 10
	    while os.stat(f'{work}/disk').st_mtime_ns == written and time.monotonic() < end:
	        time.sleep(.001)
	    time.sleep(rng.uniform(0, .02))
	    order('stop')
	    shutil.copyfile(f'{work}/disk', f'{work}/copy.{n:02}')
	    order('cont')
	EOT
}

# logs: read the JSON of "guclog incidents" from standard input, and print the incident and the file
# of each log, without the incidents that were reduced to their metadata and summary.
logs()
{
	python3 -c "$(cat <<-'EOT'
	import json, sys
	for m in json.load(sys.stdin):
	    for log in m.get('logs', []):
	        if not m.get('reduced'):
	            print(m['incident'], log['file'])
	EOT
	)"
}

# whole COPY: check that all incidents in a copy of the disk are complete.
whole()
{
	local dir=$WORK/store incidents name file rc=0

	e2fsck -fy "$1" >"$WORK/e2fsck" 2>&1 || rc=$?
	[ $rc -le 1 ] || { cat "$WORK/e2fsck"; return 1; }
	rm -rf "$dir"
	mkdir "$dir"
	debugfs -R "rdump /store $dir" "$1" 2>/dev/null
	incidents=$("$GUCLOG" incidents --store "$dir/store" --json) || return 1
	find "$dir/store" -maxdepth 1 -name '.new-*' | wc -l >>"$WORK/drafts"
	while read -r name file; do
		zstd -dcq "$dir/store/$name/$file" >"$WORK/log.lfd" &&
			"$GUCLOG" check -q --as lfd "$WORK/log.lfd" || return 1
		echo "$name" >>"$WORK/seen"
	done < <(logs <<<"$incidents")
}

. "$TOP/tools/testing/ktap.sh"
"$TOP/scripts/setup.sh" collect >&2
rm -rf "$WORK"
mkdir -p "$WORK/corpus"
make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" WERROR=1 >&2
"$HERE/system.sh" "$WORK/system" "$GUCLOG"
"$QEMU_DIR/module.sh" stock >&2
python3 "$TOP/tools/testing/host/mkimage.py" --out "$WORK/images" >&2
cp "$WORK"/images/real-words.{img,facts} "$WORK/corpus/"
mke2fs -q -t ext4 -F "$WORK/disk" 64M

variant stock
kernel=$("$QEMU_DIR/stock-kernel.sh")
guest_defaults
guest_option --system "$WORK/system"
# crc32c_generic is named here because it is not a dependency of the module ext4, which loads it
# only when a disk is mounted.
boot_modules "$kernel/tree" "$WORK/modules" virtio_pci virtio_console configfs virtio_blk \
	crc32c_generic ext4
guest_option --insmod "$BUILD/stock/xe_guclog.ko"
guest_option --files "$QEMU_DIR/scenarios/replay-lib.sh"
guest_option --files "$WORK/corpus"
guest_option --script "$HERE/power-guest.sh"
OUT=$WORK/run TIMEOUT=900
BOOT_MODULES=("$WORK"/modules/*)
# shellcheck disable=SC2054
QEMU+=(-drive "file=$WORK/disk,format=raw,if=none,id=disk"
       -device virtio-blk-pci,drive=disk -qmp "unix:$WORK/qmp,server=on,wait=off")
snapshots >&2 &
copier=$!
say "booting stock"
guest "$kernel/image" "$kernel/config" "$("$QEMU_DIR/busybox.sh" "$BUSYBOX_ARCH")" >"$WORK/verdict" ||
	{ kill $copier; cat "$WORK/verdict"; exit 1; }
wait $copier || true
for copy in "$WORK"/copy.*; do
	rc=0
	whole "$copy" >"$WORK/log" 2>&1 || rc=$?
	ktap_result $rc "power: cut ${copy##*.}"
	[ $rc = 0 ] || sed 's/^/# /' "$WORK/log"
done
rc=0
[ "$(grep -cx 1 "$WORK/drafts")" -gt 0 ] && [ -s "$WORK/seen" ] || rc=1
ktap_result $rc "power: some cuts came while an incident was written"
echo "# $(grep -cx 1 "$WORK/drafts") of $SNAPSHOTS cuts came while an incident was written;" \
	"$(sort -u "$WORK/seen" | wc -l) incidents were seen"
ktap_end
