# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hardware_mesa.sh -- the program for owners of hardware with an ordinary Vulkan program as its load:
# Debian's vkmark, through Mesa's driver.
#@ timeout 400
#@ mem 3072
#@ module yes
#@ hardware yes
#@ clients vkmark
#@ tool yes
# Shaders are not run, and what they would have written is read.
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
