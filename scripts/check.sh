#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# check.sh [--deep] [--resume] [--list] [-j N] [NAME...] -- run the named checks and those that they
# need; without NAME, all of the tiers "check" and "short", or with --deep of "check" and "deep".
#
# Each check is a command in checks/list.sh.  If it prints KTAP, each named test case counts once,
# however often it ran; otherwise the command is one test case.  Logs are in build/check/.  The last
# line is "N passed, N failed".
#
# Runs with --resume are parts of one run, and may be interrupted.  A check that has passed in an
# earlier part is counted and not run again, if the commit and all files are still the same.
set -uo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
BUILD=${XGL_BUILD:-$TOP/build}
LOGS=$BUILD/check
PARTS=$LOGS/parts
cd "$TOP" || exit 2
. scripts/checks/list.sh

# The flags of a make that has started this script must not change what the checks build.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# With these settings ccache ignores the path of the checkout, so that checkouts in different
# folders share the compiled objects.
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

# tree_id: print a hash of the commit and of all files that git does not ignore
tree_id()
{
	{
		git rev-parse HEAD || die "--resume needs a git checkout"
		git diff --binary HEAD
		git ls-files -oz --exclude-standard | xargs -0r sha256sum
	} | sha256sum
}

# open_parts: delete the results of earlier parts (runs with --resume) if a file has changed since
# then; if --resume is given, begin a new part
open_parts()
{
	[ -n "$resume" ] || [ -e "$PARTS" ] || return 0
	TREE=$(tree_id) || exit 2
	[ "$TREE" = "$(cat "$PARTS/tree" 2>/dev/null)" ] || rm -rf "$PARTS"
	[ -n "$resume" ] || return 0
	mkdir -p "$PARTS"
	echo "$TREE" >"$PARTS/tree"
	PART=$(mktemp "$PARTS/seconds.XXXXXX")
}

# keep_result NAME: store the results of a check that has passed, so that later parts do not run it
# again; store nothing if a file has changed since this part began
keep_result()
{
	[ "$TREE" = "$(tree_id)" ] || return 0
	sed -n 's/^# boot beside xe: //p' "$LOGS/$1.log" >"$PARTS/$1.boots"
	mv "$LOGS/$1.cases" "$PARTS/$1.cases"
}

# take_result NAME: if the check has passed in an earlier part, add its stored results to those of
# this run; otherwise return false
take_result()
{
	[ -n "$resume" ] && [ -e "$PARTS/$1.cases" ] || return 1
	STATE[$1]=ok
	cat "$PARTS/$1.cases" >>"$RESULTS"
	cat "$PARTS/$1.boots" >>"$LOGS/boots"
}

# read_list: read the list of checks in list.sh.  Set the associative arrays TIER, CMD, NEEDS and
# ALONE, whose keys are names of checks, and NAMES, the names in the order of the list.
read_list()
{
	local tier name needs cmd

	NAMES=()
	while read -r tier name needs cmd; do
		[[ -n $tier && $tier != '#'* ]] || continue
		[ -z "${CMD[$name]:-}" ] || die "two checks are called '$name'"
		NAMES+=("$name")
		TIER[$name]=$tier
		[[ $needs != *,alone ]] || ALONE[$name]=yes
		needs=${needs%,alone}
		NEEDS[$name]=${needs//,/ }
		[ "$needs" != - ] || NEEDS[$name]=
		CMD[$name]=$cmd
	done < <(checks)
}

# want NAME: mark this check and those that it needs as waiting, unless they have passed in an
# earlier part.
want()
{
	local need

	[ -n "${CMD[$1]:-}" ] || die "no check '$1' (see --list)"
	[ -z "${STATE[$1]:-}" ] || return 0
	! take_result "$1" || return 0
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
	local name=$1 limit=2400

	echo "== $name"
	STATE[$name]=running
	BEGAN[$name]=$(now)
	# limit is a time in seconds.  It is longer for a deep check, which can boot thirty guests.
	[ "${TIER[$name]}" != deep ] || limit=5400
	timeout -k 10 "${XGL_CHECK_TIMEOUT:-$limit}" \
		bash -c "trap 'times >\"\$0\"' EXIT; ${CMD[$name]}" "$LOGS/$name.cpu" \
		</dev/null >"$LOGS/$name.log" 2>&1 &
	PID_OF[$!]=$name
	show_first_failure "$name" $! &
}

# show_first_failure NAME PID: as soon as a test case of a check fails, print the case and what
# failed. PID is the process of the check, which can run for minutes after that.
show_first_failure()
{
	local log=$LOGS/$1.log

	grep -m 1 -q '^ *not ok [0-9]' < <(exec tail -n +1 -f --pid="$2" "$log") || return 0
	# The lines about what failed can follow the result.
	sleep 0.5
	! kill -0 "$2" 2>/dev/null ||
		scripts/checks/ktap.py "$log" | sed -n "s/^FAIL\t/fail $1: /p" | head -n 1
}

# cpu_seconds NAME: print the processor time of a check that has ended, from the output of the shell
# command "times" that start() has stored.
cpu_seconds()
{
	tr ' ' '\n' <"$LOGS/$1.cpu" 2>/dev/null |
		awk -F '[ms]' '{ s += 60 * $1 + $2 } END { printf "%.1f", s }'
}

# finish NAME STATUS: record the results of a check that has ended with this exit status, and print
# one line about it; if it failed, also print the names of its failed cases, what failed in each, the
# command that runs the first one again, and the end of its log.
finish()
{
	local name=$1 rc=$2 log=$LOGS/$1.log cases=$LOGS/$1.cases ms failed tests='' kept=''

	ms=$((($(now) - BEGAN[$name]) / 1000))
	! grep -q '^# nothing has changed since this output:' "$log" || kept=', unchanged'
	scripts/checks/ktap.py "$log" >"$cases"
	if [ -s "$cases" ]; then
		tests=", $(grep -c . "$cases") tests"
	elif [ "$rc" = 0 ]; then
		printf 'ok\t%s\n' "$name" >"$cases"
	fi
	failed=$(grep -c ^FAIL "$cases")
	if [ "$rc" != 0 ] && [ "$failed" = 0 ]; then
		printf 'FAIL\t%s (exit status %s)\n' "$name" "$rc" >>"$cases"
		failed=1
	fi
	cat "$cases" >>"$RESULTS"
	sed -n 's/^# boot beside xe: //p' "$log" >>"$LOGS/boots"
	[ -z "$resume" ] || seconds >"$PART"
	if [ "$failed" = 0 ]; then
		STATE[$name]=ok
		[ -z "$resume" ] || keep_result "$name"
		printf 'ok   %s (%d.%d s, CPU %s s%s)\n' "$name" $((ms / 1000)) \
			$((ms % 1000 / 100)) "$(cpu_seconds "$name")" "$tests$kept"
		return
	fi
	STATE[$name]=failed
	[ "$rc" != 124 ] || echo "(timed out)" >>"$log"
	printf 'FAIL %s (%s)\n' "$name" "$log"
	sed -n 's/^FAIL\t//p' "$cases" | head -n 20 | awk -F '\t' -v check="$name" '
	{ printf "     | not ok: %s%s\n", $1, $2 == "" ? "" : "\n     |         " substr($2, 1, 180) }
	NR == 1 { first = $1 }
	END { printf "     | again: scripts/again.sh %s \047%s\047\n", check, first }'
	tail -n 25 "$log" | sed 's/^/     | /'
}

# skip_check NAME NEED: record NAME as failed, because NEED, a check that it needs, has failed.
skip_check()
{
	STATE[$1]=failed
	printf 'FAIL\t%s (needs %s)\n' "$1" "$2" >>"$RESULTS"
	echo "FAIL $1 (needs $2)"
}

# seconds: print the number of seconds since this script began to run the checks
seconds()
{
	echo $((($(now) - began) / 1000000))
}

# spent: print the number of checks and the time that they took; with --resume, the sum over all
# parts
spent()
{
	local files=() parts=

	if [ -n "$resume" ]; then
		seconds >"$PART"
		files=("$PARTS"/seconds.*)
		parts=" in ${#files[@]} parts"
	fi
	printf '%d checks in %d s%s, logs in %s\n' "${#STATE[@]}" \
		"$(seconds | cat "${files[@]:--}" | awk '{ s += $1 } END { print s }')" \
		"$parts" "$LOGS"
}

# summary: print how many guests were booted with xe on an emulated GPU, for each platform and
# kernel, then the totals of the test cases.  A test case is counted once by its name; it has failed
# if one of its runs failed.
summary()
{
	sort "$LOGS/boots" | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/boots beside xe: \1 x \2/'
	awk -F '\t' '
	{ runs++ }
	$1 == "skip" { skips++; next }
	!($2 in bad) { bad[$2] = 0; names++ }
	$1 == "FAIL" && !bad[$2] { bad[$2] = 1; failed++ }
	END {
		printf "%d named test cases ran %d times, %d runs were skipped\n",
			names, runs - skips, skips
		printf "%d passed, %d failed\n", names - failed, failed
		exit failed || !names
	}' "$RESULTS"
}

# find_next: set NEXT to the first waiting check for which all needed checks have passed, or to an
# empty text if no check can start now.  A check that has to run alone waits until no other check is
# running or can start.
find_next()
{
	local name need ready alone=

	NEXT=
	for name in "${PID_OF[@]}"; do
		[ -z "${ALONE[$name]:-}" ] || return 0
	done
	for name in "${NAMES[@]}"; do
		[ "${STATE[$name]:-}" = waiting ] || continue
		ready=yes
		for need in ${NEEDS[$name]}; do
			case ${STATE[$need]} in
			ok)	;;
			failed)	skip_check "$name" "$need"; find_next; return ;;
			*)	ready= ;;
			esac
		done
		[ -n "$ready" ] || continue
		[ -n "${ALONE[$name]:-}" ] || { NEXT=$name; return; }
		alone=${alone:-$name}
	done
	[ ${#PID_OF[@]} -gt 0 ] || NEXT=$alone
}

# next_end: wait until a check ends, and set PID and RC, its exit status.  "wait -n" misses a
# process that ended while bash ran another command.  So first look for such a process; "wait PID"
# returns its status.
next_end()
{
	PID=
	while [ -z "$PID" ]; do
		RC=0
		for PID in "${!PID_OF[@]}"; do
			kill -0 "$PID" 2>/dev/null || { wait "$PID" || RC=$?; return; }
		done
		wait -n -p PID "${!PID_OF[@]}" 2>/dev/null || RC=$?
		PID=${PID:-}
	done
}

run_all()
{
	while :; do
		find_next
		while [ -n "$NEXT" ] && [ ${#PID_OF[@]} -lt "$LANES" ]; do
			start "$NEXT"
			find_next
		done
		[ ${#PID_OF[@]} -gt 0 ] || break
		next_end
		finish "${PID_OF[$PID]}" "$RC"
		unset "PID_OF[$PID]"
	done
}

# interrupted: the handler of SIGINT, SIGTERM and SIGHUP; end the running checks and exit.
interrupted()
{
	trap '' INT TERM HUP
	echo "check: interrupted" >&2
	[ ${#PID_OF[@]} = 0 ] || kill -TERM "${!PID_OF[@]}" 2>/dev/null
	wait
	exit 130
}

tiers=' check short ' LANES='' chosen=() listing='' resume=''
while [ $# -gt 0 ]; do
	case $1 in
	--deep)	tiers=' check deep '
		export XGL_FRESH=1 ;;
	--list)	listing=yes ;;
	--resume) resume=yes ;;
	-j)	LANES=${2:?-j wants a number}; shift ;;
	-h|--help) sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
	-*)	die "no option '$1'" ;;
	*)	chosen+=("$1") ;;
	esac
	shift
done
# LANES is the number of checks that run at a time.  It is the number of processors, of which at
# most two are counted, plus two, because checks also wait, for example for downloads or for a
# virtual machine.
[ -n "$LANES" ] || LANES=$(($(nproc) < 2 ? 3 : 4))

declare -A CMD=() NEEDS=() ALONE=() TIER=() STATE=() BEGAN=() PID_OF=()
read_list
[ -z "$listing" ] || { print_list; exit 0; }
if [ ${#chosen[@]} = 0 ]; then
	for name in "${NAMES[@]}"; do
		[[ $tiers != *" ${TIER[$name]} "* ]] || chosen+=("$name")
	done
fi

mkdir -p "$LOGS"
RESULTS=$LOGS/results
exec 8>"$LOGS/.lock"
flock -n 8 || die "another check is running in $BUILD"
trap interrupted INT TERM HUP
began=$(now)
: >"$RESULTS"
: >"$LOGS/boots"
open_parts
for name in "${chosen[@]}"; do
	want "$name"
done
run_all 8>&-
spent
summary
