# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# igt.sh -- run tests of Intel's suite IGT while the module is loaded, and read the module's files
# after each test.  igt.tests lists the tests, igt.failures lists the subtests that may fail and the
# reasons.  On the kernel's command line, gpu_igt=PATTERN selects tests by name; N seconds after the
# boot (gpu_seconds=N) no further test is started.
#@ timeout 1800
#@ mem 2560
#@ module yes
#@ igt yes
# Some tests submit batches that access pages that are not mapped, which is a fault.
#@ gpu --lenient
. "$JOB/files/hang-lib.sh"
TESTS=$JOB/files/igt-tests
LIB=$JOB/files/igt-lib
PATTERN=$(setting igt)
BUDGET_S=$(setting seconds 1500)
LIMIT_S=300

# prepare: create directories that the tests need, and a link to their dynamic linker
prepare()
{
	mkdir -p /lib64 /run /dev/shm
	ln -s "$LIB/ld-linux-x86-64.so.2" /lib64/
	mount -t tmpfs tmpfs /dev/shm
	chmod +x "$TESTS"/* "$LIB"/ld-*
	export LD_LIBRARY_PATH="$LIB" HOME=/tmp
}

# chosen: print the lines of igt.tests for this run, as TEST SUBTESTS
chosen()
{
	sed 's/#.*//' "$JOB/files/igt.tests" | awk -v p="$PATTERN" 'NF && $1 ~ p { print $1, $2 }'
}

# read_ours TEST: check that the log of each GT can be read after the test
read_ours()
{
	for gt in $(live_gts); do
		cat "$LIVE/gt$gt/guc_log_lfd" >/dev/null || fail "after $1: no log of GT $gt"
	done
}

# stop_left: kill the processes that a test left running. xe cannot be unloaded while they run.
stop_left()
{
	for exe in /proc/[0-9]*/exe; do
		case $(readlink "$exe") in
		"$TESTS"/*)
			pid=${exe#/proc/}
			kill -9 "${pid%/exe}" || true ;;
		esac
	done
}

# run_one TEST SUBTESTS: run a test, with its output in TEST.out
run_one()
{
	start=$(uptime_s)
	[ "$start" -lt "$BUDGET_S" ] || return 0
	limit=$((BUDGET_S - start))
	[ $limit -lt $LIMIT_S ] || limit=$LIMIT_S
	rc=0
	# igt.check judges the status of the test.
	timeout -s KILL $limit "$TESTS/$1" --run-subtest "$2" >"$1.out" 2>"$1.err" || rc=$?
	stop_left
	echo "$1: status $rc, $(($(uptime_s) - start)) s"
	echo "$1 $rc" >>ended
	read_ours "$1"
}

bound || fail "xe did not bind"
load_ours
eventually shown_live || fail "the GPU is not shown"
eventually all_shown || fail "GTs shown: $(live_gts)"
prepare
basename "$PROFILE" .gpu >platform
chosen >tests
[ -s tests ] || fail "no test of igt.tests has '$PATTERN' in its name"
while read -r test subtests <&4; do
	run_one "$test" "${subtests:-*}"
done 4<tests
bound || fail "xe is not bound any more"
# xe cannot be unloaded while a dump exists.
free_dumps
rmmod xe_guclog
