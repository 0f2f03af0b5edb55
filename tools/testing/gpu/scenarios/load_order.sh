# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# load_order.sh -- load and unload xe and the module in both orders, at the same time, and one
# without the other.  The log must be shown while both are loaded, and neither module may hold a
# reference to the other.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"
ROUNDS=3

# both NAME: save the logs, which images.check compares with the device's images
both()
{
	eventually shown_live || fail "$1: nothing is shown"
	eventually all_shown || fail "$1: GTs shown: $(live_gts)"
	stay_awake
	take_raw "$1"
}

# free: check that neither module holds a reference to the other
free()
{
	grep -q '^xe_guclog [0-9]* 0 - ' /proc/modules || fail "ours: $(grep ^xe_g /proc/modules)"
	! grep '^xe [0-9]* [0-9]* [^ ]*xe_guclog' /proc/modules || fail "xe_guclog uses xe"
}

alone()
{
	hidden || fail "$1: a GPU is shown"
	[ -d "$X" ] || fail "$1: $X is gone"
}

i=0
while [ $i -lt $ROUNDS ]; do
	i=$((i + 1))
	load_ours
	alone "before xe $i"
	load_xe
	both "ours-first-$i"
	free
	rmmod xe
	eventually hidden || fail "without xe $i a GPU is shown"
	load_xe
	both "xe-again-$i"
	rmmod xe_guclog
	[ ! -e "$X" ] || fail "files of the module remain"
	cat "$(gts | head -n 1)/uc/guc_info" >/dev/null || fail "xe no longer works"
	load_ours
	both "xe-first-$i"
	free
	out
	load_xe &
	load_ours
	wait $!
	both "at-once-$i"
	# Unload in the other order.
	rmmod xe
	eventually hidden || fail "a GPU is shown after rmmod $i"
	rmmod xe_guclog
done
echo "$ROUNDS rounds"
