# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# mesa.sh -- run Debian's Vulkan and GL drivers for Intel: vulkaninfo, a submission to each queue,
# draws; then provoke hangs: of a wait for an event that is never set, a draw, a compute walker, a
# copy, and a draw with GL.  On the kernel's command line, gpu_hangs=NAME,... selects hangs, and
# gpu_rounds=N adds N hangs of programs that do several pieces of work, of which one hangs.
#@ timeout 1800
#@ mem 3072
#@ clients mesa
#@ check clients
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
# On GPUs before graphics version 12.55, Mesa has no queue family for the copy engine, and
# implements a copy as a draw.
COPIES=copy
[ "$(profiled version)" -ge 1255 ] || COPIES=draw
HANGS=$(setting hangs event,draw,walker,copy,gl)
ROUNDS=$(setting rounds 0)

bound || fail "xe did not bind"
stay_awake
with_mesa mesa
works vulkaninfo "$CLIENT/bin/vulkaninfo" --summary
grep -q 'driverName *= Intel open-source Mesa driver' vulkaninfo.out || fail "$(cat vulkaninfo.out)"
works queues "$JOB/files/vk" queues
works draw "$JOB/files/vk" draw
works walker "$JOB/files/vk" walker
works indirect "$JOB/files/vk" indirect
works gl "$JOB/files/gl"
job_timeout 500
# Make the drivers print the batches that they submit.
export INTEL_DEBUG=bat

# hang_by KIND N SPARED [nested]: run N pieces of work; the one after the first SPARED hangs
hang_by()
{
	name=hang-$1-$2-$3${4:+-$4}
	case $1 in
	event)	hangs "$name" '' "$JOB/files/vk" event "$2" ${4:+"$4"} ;;
	draw)	hangs "$name" "draw 1 $3" "$JOB/files/vk" draw "$2" ${4:+"$4"} ;;
	walker)	hangs "$name" "draw 1 $3" "$JOB/files/vk" walker "$2" ${4:+"$4"} ;;
	indirect) hangs "$name" "draw 1 $3" "$JOB/files/vk" indirect "$2" ${4:+"$4"} ;;
	stall)	hangs "$name" "stall 1 $3" "$JOB/files/vk" walker "$2" ${4:+"$4"} ;;
	copy)	hangs "$name" "$COPIES 1 $3" "$JOB/files/vk" copy "$2" ${4:+"$4"} ;;
	gl)	hangs "$name" "draw 1 $3" "$JOB/files/gl" "$2" ;;
	*)	fail "no hang '$1'" ;;
	esac
}

for hang in $(echo "$HANGS" | tr , ' '); do
	hang_by "$hang" 1 0
done
round=0
while [ $round -lt "$ROUNDS" ]; do
	n=$((1 + round / 7 % 5))
	nested=
	[ $((round / 3 % 2)) = 0 ] || nested=nested
	# shellcheck disable=SC2046
	hang_by $(echo event draw walker stall copy gl indirect | cut -d' ' -f$((1 + round % 7))) $((n + 1)) \
		$((round * 3 % (n + 1))) $nested
	round=$((round + 1))
done
unset INTEL_DEBUG
works after "$JOB/files/vk" draw
