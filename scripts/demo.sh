#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# demo.sh -- from a GuC log image to what cat shows: boots a guest on Debian's
# own kernel, loads xe_guclog.ko, hands it an image and prints what is there.
set -euo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$TOP"
DEMO=build/demo
IMAGE=real-words
QEMU=tools/testing/guest
GUCLOG=build/guclog/guclog

if [ -t 1 ]; then
	bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[0m')
else
	bold='' dim='' plain=''
fi

step()
{
	printf '%s==>%s %s\n' "$bold" "$plain" "$*"
}

shown()
{
	printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"
}

# Long outputs are cut, and say so.
head_of()
{
	awk -v max="$1" '
	NR <= max { print "  " $0 }
	END { if (NR > max) printf "  ... %d more lines\n", NR - max }'
}

prepare()
{
	step "setting up"
	scripts/setup.sh build tool stock qemu
	step "building the tool"
	make -s -C tools/guclog O="$TOP/build/guclog" >/dev/null
	step "building xe_guclog.ko for Debian's stock 6.12 kernel"
	"$QEMU/module.sh" stock
	step "making a log image: the forty header words of an Arc Pro B70's log, a full ring"
	rm -rf "$DEMO"
	tools/testing/host/mkimage.py --out "$DEMO/demo" "$IMAGE"
}

boot()
{
	step "booting the stock kernel in QEMU, loading the module, replaying the image"
	"$QEMU/run.sh" stock --insmod "$TOP/build/stock/xe_guclog.ko" \
		--script "$QEMU/scenarios/demo.sh" --files "$DEMO/demo" \
		--files "$QEMU/scenarios/replay-lib.sh" \
		--out "$DEMO/guest" >"$DEMO/verdict" 2>&1 || {
		cat "$DEMO/verdict"
		exit 1
	}
}

in_guest()
{
	local dir=$DEMO/guest/files/$IMAGE path=/sys/kernel/debug/xe_guclog/$IMAGE

	printf '\n%sIn the guest (Linux %s)%s\n' "$dim" \
		"$(sed -n 's/^kernel \([^ ]*\).*/\1/p' "$DEMO/guest/facts")" "$plain"
	shown "ls -lR $path"
	grep -vE '^total|^$' "$dir/listing" | sed "s,^$path,.," | head_of 40
	shown "cat $path/gt0/guc_log_state     (LIC, ring)"
	sed -n '/^\[LIC\]/,$p' "$dir/gt0/guc_log_state" | head_of 40
	shown "cat $path/info                  (some of it)"
	grep -E '^(writer|source|driver|pci_id|platform|graphics_ip|guc_firmware|guc_version|guc_wanted|anchor_uncertainty_ns)=' \
		"$dir/info" | head_of 20
}

# The host's tool on the files that came out of the guest.
on_host()
{
	local dir=$DEMO/guest/files/$IMAGE sums

	printf '\n%sOn the host, the collected files%s\n' "$dim" "$plain"
	shown "guclog list guc_log_lfd"
	"$GUCLOG" list "$dir/gt0/guc_log_lfd" | head_of 30
	shown "guclog asic asic_info"
	"$GUCLOG" asic "$dir/asic_info" | head_of 30
	shown "guclog convert --facts $IMAGE.facts $IMAGE.img | sha256sum"
	"$GUCLOG" convert --facts "$DEMO/demo/$IMAGE.facts" \
		"$DEMO/demo/$IMAGE.img" -o "$DEMO/host.lfd"
	sums=$(sha256sum "$DEMO/host.lfd" "$dir/gt0/guc_log_lfd" | cut -d' ' -f1 | uniq)
	echo "  $sums"
	if [ "$(wc -l <<<"$sums")" != 1 ]; then
		echo "demo: the module and the tool made different files" >&2
		exit 1
	fi
	echo "  the module's guc_log_lfd in the guest is the same, byte for byte"
	printf '\nAll files: %s\n' "$DEMO/guest/files/$IMAGE/"
}

prepare
boot
in_guest
on_host
