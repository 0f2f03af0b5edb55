#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# negative_controls.sh [--deep] -- test the guest harness: boot guests in which the module
# xgl_faults commits faults. run.sh must report that each of them has failed, for the right reason.
# With --deep, boot more guests, on all test kernels except base and arm64; guests without a fault
# must pass.  Prints KTAP.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

. "$TOP/tools/testing/ktap.sh"

# Options of run.sh that load another module before xgl_faults.
EARLY=()

# boot NAME VARIANT FAULTS OPTION...: boot a guest with these faults; sets OUTPUT to the file with
# the output of run.sh, and STATUS to its exit status.
boot()
{
	local out=$BUILD/controls/$1 variant=$2 plant=$3
	shift 3

	mkdir -p "$out"
	STATUS=0
	"$QEMU_DIR/run.sh" "$variant" --out "$out/run" --suites 1 --cases 3 "${EARLY[@]}" \
		--insmod "$BUILD/$variant/xgl_faults.ko plant=$plant" "$@" \
		>"$out/verdict" 2>&1 || STATUS=$?
	OUTPUT=$out/verdict
}

# count good|bad NAME: print the result of one test case
count()
{
	[ "$1" = good ] && ktap_result 0 "$2" && return
	ktap_result 1 "$2"
	tail -n 30 "$OUTPUT" | sed 's/^/# /'
}

# red NAME VARIANT FAULTS REASON OPTION...: boot a guest with these faults, and check that run.sh
# fails and prints a line that matches the pattern REASON.
red()
{
	local name=$1 variant=$2 plant=$3 reason=$4
	shift 4

	boot "$name-$variant" "$variant" "$plant" "$@"
	if [ "$STATUS" = 1 ] && grep -qE "$reason" "$OUTPUT"; then
		count good "$name is red on $variant"
	else
		count bad "$name is red on $variant"
		echo "# expected: $reason"
	fi
}

# green NAME VARIANT FAULTS: boot a guest without faults, or with faults that have no effect on this
# kernel, and check that run.sh passes.
green()
{
	boot "$1-$2" "$2" "$3"
	if [ "$STATUS" = 0 ]; then
		count good "$1 is green on $2"
	else
		count bad "$1 is green on $2"
	fi
}

# One boot with several faults: each must be reported.  The first fault is that the lock of a device
# and another lock are taken in both orders; lockdep checks the lock of a device only after
# xgl_lock_class has given it a separate class.
many_san()
{
	local why missing=''

	EARLY=(--insmod "$BUILD/san/xgl_lock_class.ko name=0000:00:01.0 invert=1")
	boot many-san san fail,atomic-sleep,shift,out-of-bounds,leak --append panic_on_warn=0
	EARLY=()
	for why in 'circular locking' 'gpu_lock_class' 'sleeping|scheduling while atomic' 'UBSAN: shift' \
		   'KASAN: slab-out-of-bounds'; do
		grep -qE "$why" "$BUILD/controls/many-san/run/dmesg" || missing="$missing '$why'"
	done
	grep -q 'not ok .* faults_commit' "$OUTPUT" || missing="$missing 'not ok'"
	grep -q 'kmemleak: .* leaked' "$OUTPUT" || missing="$missing 'kmemleak'"
	grep -q 'lockdep turned itself off' "$OUTPUT" || missing="$missing 'lockdep off'"
	if [ "$STATUS" = 1 ] && [ -z "$missing" ]; then
		count good "six faults at once are red on san"
	else
		count bad "six faults at once are red on san"
		echo "# not reported:$missing"
	fi
}

short()
{
	red crash san crash 'report is missing or cut short'
	many_san
}

deep()
{
	green none i386 ''
	red fail i386 fail 'not ok .* faults_commit'
	red disabled i386 '' 'only 0 of 3 cases' --append kunit.enable=0
	red skip i386 skip 'only 2 of 3 cases'
	red warn i386 warn 'kernel log: WARNING'
	red taint i386 taint 'kernel taint'
	red oops i386 oops 'NULL pointer'
	red hang i386 hang 'did not end in time' --timeout 20
	green none san ''
	red out-of-bounds san out-of-bounds 'KASAN: slab-out-of-bounds'
	red use-after-free san use-after-free 'KASAN: slab-use-after-free'
	red shift san shift 'UBSAN: shift'
	red abba san abba 'circular locking'
	red atomic-sleep san atomic-sleep 'sleeping|scheduling while atomic'
	red leak san leak 'kmemleak: .* leaked'
	green none kcsan ''
	red race kcsan race 'KCSAN: data-race'
	green endian i386 endian
	red endian s390x endian 'not ok .* faults_endian'
}

variants=san
[ "${1:-}" != --deep ] || variants="san kcsan i386 s390x"
for v in $variants; do
	"$QEMU_DIR/module.sh" "$v" tools/testing/guest/faults
done
short
[ "${1:-}" != --deep ] || deep
ktap_end
