# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# load_order.sh -- load and unload xe and the module in either order, at once, and one
# without the other: the log is shown when both are loaded, and neither has a reference
# to the other.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"
ROUNDS=3

# both NAME: save the log. images.check compares it with the device's image.
both()
{
	eventually shown_live || fail "$1: nothing is shown"
	stay_awake
	take_raw "$1"
	[ "$(live_gts | wc -l)" = "$(gts | wc -l)" ] || fail "$1: GTs shown: $(live_gts)"
}

# Check that there is no dependency and no reference between the modules.
free()
{
	grep -q '^xe_guclog [0-9]* 0 - ' /proc/modules || fail "ours: $(grep ^xe_g /proc/modules)"
	! grep '^xe [0-9]* [0-9]* [^ ]*xe_guclog' /proc/modules || fail "xe is held"
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
	[ ! -e "$X" ] || fail "something of the module is left"
	cat "$(gts | head -n 1)/uc/guc_info" >/dev/null || fail "xe does not go on"
	load_ours
	both "xe-first-$i"
	free
	out
	load_xe &
	load_ours
	wait $!
	both "at-once-$i"
	# unload in the other order
	rmmod xe
	eventually hidden || fail "a GPU is shown after rmmod $i"
	rmmod xe_guclog
done
echo "$ROUNDS rounds"
