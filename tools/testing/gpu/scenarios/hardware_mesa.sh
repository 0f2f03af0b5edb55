# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hardware_mesa.sh -- run xe-guclog-hardware-check with a Vulkan program as its load: Debian's vkmark
# with Mesa's driver.
#@ timeout 400
#@ mem 3072
#@ module yes
#@ hardware yes
#@ clients vkmark
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
. "$JOB/files/hardware-lib.sh"
bound || fail "xe did not bind"
with_vkmark
cat >/tmp/load.sh <<-END
	export LD_LIBRARY_PATH=$CLIENT/lib
	exec $VKMARK -b cube:duration=5
END
hardware_check mesa --load "sh /tmp/load.sh"
cat mesa.page
[ "$(cat mesa.status)" = 0 ] || fail "exit status $(cat mesa.status): $(tail -n 20 mesa.log)"
grep -Eq '^holds +client stream ' mesa.page || fail "the load's events are not in the stream"
! grep -q '^does not hold' mesa.page || fail "something does not hold"
