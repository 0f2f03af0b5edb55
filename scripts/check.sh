#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# check.sh [--deep] [--list] [-j N] [NAME...] -- run the named checks and what
# they need, all of them by default.
#
# Each check is a command.  A command whose last line is "N passed, N failed"
# counts for so many, every other one for one.  Logs are in build/check/.
set -uo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
BUILD=${XGL_BUILD:-$TOP/build}
LOGS=$BUILD/check
cd "$TOP" || exit 2
. scripts/checks/list.sh

# A caller's make must not leak into what the checks build.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# Whatever the checks compile, they compile once. Another checkout's objects are
# as good: paths below this one do not count.
export CCACHE_DIR=${CCACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/ccache}
export CCACHE_MAXSIZE=3G CCACHE_BASEDIR=$TOP CCACHE_NOHASHDIR=1
PATH=/usr/lib/ccache:$PATH

die()
{
	echo "check: $*" >&2
	exit 2
}

now()
{
	echo "${EPOCHREALTIME/[.,]/}"
}

# Sets CMD, NEEDS, NAMES (in order) from the list.
read_list()
{
	local tier name needs cmd

	NAMES=()
	while read -r tier name needs cmd; do
		[[ -n $tier && $tier != '#'* ]] || continue
		[ -z "${CMD[$name]:-}" ] || die "two checks are called '$name'"
		NAMES+=("$name")
		TIER[$name]=$tier
		NEEDS[$name]=${needs//,/ }
		[ "$needs" != - ] || NEEDS[$name]=
		CMD[$name]=$cmd
	done < <(checks)
}

# want NAME: it and what it needs.
want()
{
	local need

	[ -n "${CMD[$1]:-}" ] || die "no check '$1' (see --list)"
	[ -z "${STATE[$1]:-}" ] || return 0
	STATE[$1]=waiting
	for need in ${NEEDS[$1]}; do
		want "$need"
	done
}

print_list()
{
	local name

	for name in "${NAMES[@]}"; do
		printf '%-6s %-18s %s\n' "${TIER[$name]}" "$name" "${CMD[$name]}"
	done
}

start()
{
	local name=$1

	echo "== $name"
	STATE[$name]=running
	BEGAN[$name]=$(now)
	timeout -k 10 "${XGL_CHECK_TIMEOUT:-2400}" bash -c "${CMD[$name]}" \
		</dev/null >"$LOGS/$name.log" 2>&1 &
	PID_OF[$!]=$name
}

# finish NAME STATUS: count it and say so.
finish()
{
	local name=$1 rc=$2 log=$LOGS/$1.log passed failed ms tests

	ms=$((($(now) - BEGAN[$name]) / 1000))
	if [[ $(tail -n 1 "$log" 2>/dev/null) =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}
		tests=", $passed tests"
		[ "$rc" = 0 ] && [ "$passed" -gt 0 ] || [ "$failed" -gt 0 ] || failed=1
	else
		passed=$((rc == 0)) failed=$((rc != 0)) tests=
	fi
	PASSED=$((PASSED + passed)) FAILED=$((FAILED + failed))
	if [ "$failed" = 0 ]; then
		STATE[$name]=ok
		printf 'ok   %s (%d.%d s%s)\n' "$name" $((ms / 1000)) $((ms % 1000 / 100)) "$tests"
		return
	fi
	STATE[$name]=failed
	[ "$rc" != 124 ] || echo "(out of time)" >>"$log"
	printf 'FAIL %s (%s)\n' "$name" "$log"
	tail -n 25 "$log" | sed 's/^/     | /'
}

# A check that cannot be made has failed.
give_up()
{
	STATE[$1]=failed
	FAILED=$((FAILED + 1))
	echo "FAIL $1 (needs $2)"
}

# Sets NEXT to the first check that can start now, to nothing when there is none.
find_next()
{
	local name need ready

	NEXT=
	for name in "${NAMES[@]}"; do
		[ "${STATE[$name]:-}" = waiting ] || continue
		ready=yes
		for need in ${NEEDS[$name]}; do
			case ${STATE[$need]} in
			ok)	;;
			failed)	give_up "$name" "$need"; find_next; return ;;
			*)	ready= ;;
			esac
		done
		[ -z "$ready" ] || { NEXT=$name; return; }
	done
}

run_all()
{
	local rc pid

	PASSED=0 FAILED=0
	while :; do
		find_next
		while [ -n "$NEXT" ] && [ ${#PID_OF[@]} -lt "$LANES" ]; do
			start "$NEXT"
			find_next
		done
		[ ${#PID_OF[@]} -gt 0 ] || break
		rc=0
		wait -n -p pid "${!PID_OF[@]}" || rc=$?
		finish "${PID_OF[$pid]}" "$rc"
		unset "PID_OF[$pid]"
	done
}

# Ends what it started, and nothing else.
interrupted()
{
	trap '' INT TERM HUP
	echo "check: interrupted" >&2
	[ ${#PID_OF[@]} = 0 ] || kill -TERM "${!PID_OF[@]}" 2>/dev/null
	wait
	exit 130
}

tiers=' check ' LANES=$(nproc) chosen=() listing=
[ "$LANES" -le 2 ] || LANES=2
while [ $# -gt 0 ]; do
	case $1 in
	--deep)	tiers=' check deep ' ;;
	--list)	listing=yes ;;
	-j)	LANES=${2:?-j wants a number}; shift ;;
	-h|--help) sed -n '3,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
	-*)	die "no option '$1'" ;;
	*)	chosen+=("$1") ;;
	esac
	shift
done

declare -A CMD=() NEEDS=() TIER=() STATE=() BEGAN=() PID_OF=()
read_list
[ -z "$listing" ] || { print_list; exit 0; }
if [ ${#chosen[@]} = 0 ]; then
	for name in "${NAMES[@]}"; do
		[[ $tiers != *" ${TIER[$name]} "* ]] || chosen+=("$name")
	done
fi
for name in "${chosen[@]}"; do
	want "$name"
done

mkdir -p "$LOGS"
exec 8>"$LOGS/.lock"
flock -n 8 || die "another check is running in $BUILD"
trap interrupted INT TERM HUP
began=$(now)
run_all 8>&-
printf '%d checks in %d s, logs in %s\n' "${#STATE[@]}" $((($(now) - began) / 1000000)) "$LOGS"
echo "$PASSED passed, $FAILED failed"
[ "$FAILED" = 0 ] && [ "$PASSED" -gt 0 ]
