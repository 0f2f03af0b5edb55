# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# stream.sh -- xe's guc_log is read while the writer's thread fills the ring.
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"
stay_awake
gt=$(gts | head -n 1)
order rate 3000 >/dev/null
for i in 1 2 3 4 5 6; do
	cat "$gt/uc/guc_log" >"read$i"
	sleep 0.5
done
order rate 0 >/dev/null
cat "$gt/uc/guc_log" >last
order image last >/dev/null
order state >last.state
