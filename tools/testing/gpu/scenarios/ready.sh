# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# ready.sh -- a GuC that never gets ready: xe gives up without a splat, and
# binds when it is well again.
#@ xe-by-hand yes
#@ timeout 300
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
order ready never >/dev/null
load_xe || true
! bound || fail "xe bound to a dead GuC"
! order state | grep -q ' running=1 ' || fail "the GuC runs"
rmmod xe 2>/dev/null || true
order ready normal >/dev/null
load_xe
bound || fail "xe did not bind to a GuC that is well again"
rmmod xe
