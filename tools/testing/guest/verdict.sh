# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2153
# verdict.sh -- decide from a guest's report whether the run passed; to be sourced.
#
# KTAP alone is not enough, because a case still prints "ok" after a lockdep splat, a
# sleep in atomic context, a WARN or a leak, and a guest that ran no test ends normally.

# Lines of the kernel log that make a run fail.
BAD_LOG='BUG:|BUG at|WARNING:|UBSAN:|KASAN:|Oops|Kernel panic|general protection'
BAD_LOG+='|DEBUG_LOCKS|INFO: trying to register|INFO: task .* blocked|suspicious RCU'
BAD_LOG+='|rcu.*detected.*stall|soft lockup|ODEBUG|refcount_t:|Unable to handle'
BAD_LOG+='|unhandled fault|already present!|cannot create duplicate|stack is corrupted'
# KCSAN also reports races inside the core kernel; a report counts only if its line names a module,
# in brackets.
NOT_OURS='BUG: KCSAN: [^[]*$'

# Taint bits that every run may have: out-of-tree module, unsigned module, a KUnit test has run.
TAINT_FINE=$((1 << 12 | 1 << 13 | 1 << 18))

# ktap_count DIR: print the numbers "passed failed skipped suites broken", summed over DIR/*, which
# has a file for each suite.  A suite is broken when it has no plan, not as many results as planned,
# or no result of its own.  If a suite has failed although none of its cases has, one more is
# counted as broken.
ktap_count()
{
	local files=("$1"/*)

	[ -e "${files[0]}" ] || { echo 0 0 0 0 0; return; }
	awk '
	function close_suite() {
		if (!open) return
		suites++
		if (planned < 1 || planned != seen || !verdicts) broken++
	}
	FNR == 1 { close_suite(); open = 1; planned = 0; seen = 0; verdicts = 0 }
	/^    1\.\.[0-9]+/ { planned = substr($1, 4) + 0 }
	/^    (not )?ok [0-9]+/ { seen++ }
	/^    ok [0-9]+.*# SKIP/ { skipped++; next }
	/^    ok [0-9]+/ { passed++ }
	/^    not ok [0-9]+/ { failed++ }
	/^(not )?ok [0-9]+/ { verdicts++ }
	/^not ok [0-9]+/ { red++ }
	END {
		close_suite()
		if (red > 0 && failed == 0) broken++
		print passed + 0, failed + 0, skipped + 0, suites + 0, broken + 0
	}' "${files[@]}"
}

fault()
{
	FAULTS+=("$*")
}

judge_end()
{
	local out=$1 rc=$2

	case $rc in
	124|137) fault "the guest did not end in time" ;;
	*)	case " $GOOD_EXIT " in
		*" $rc "*) ;;
		*) fault "QEMU ended with status $rc, not $GOOD_EXIT" ;;
		esac ;;
	esac
	[ -e "$out/zz-complete" ] || fault "the guest's report is missing or cut short"
}

judge_log()
{
	local out=$1 log hits

	for log in "$out/dmesg" "$out/console"; do
		[ -e "$log" ] || continue
		hits=$(grep -aE "$BAD_LOG" "$log" | grep -avE "$NOT_OURS" | sed 's/\r$//' | head -n 3) || true
		[ -z "$hits" ] || { fault "kernel log: $hits"; return; }
	done
}

judge_facts()
{
	local out=$1 key value taint

	[ -e "$out/facts" ] || return 0
	while read -r key value; do
		case $key in
		insmod|rmmod)
			case $value in
			*' ok') ;;
			*) fault "$key $value" ;;
			esac ;;
		lockdep)
			[ "$value" = 1 ] || fault "lockdep turned itself off" ;;
		taint)
			taint=$((value & ~TAINT_FINE))
			[ $taint = 0 ] || fault "kernel taint $value" ;;
		esac
	done <"$out/facts"
	grep -q '^taint ' "$out/facts" || fault "no taint in the report"
	[ ! -s "$out/kmemleak" ] || fault "kmemleak: $(grep -c '^unreferenced' "$out/kmemleak") objects leaked"
}

# lockdep and kmemleak must have run if the kernel was built with them.
judge_debugging()
{
	local out=$1 config=$2

	[ -e "$config" ] && [ -e "$out/facts" ] || return 0
	! grep -qx CONFIG_PROVE_LOCKING=y "$config" || grep -q '^lockdep ' "$out/facts" ||
		fault "lockdep did not run"
	! grep -qx CONFIG_DEBUG_KMEMLEAK=y "$config" || grep -q '^kmemleak on' "$out/facts" ||
		fault "kmemleak did not run"
}

# Print the result of the guest as one test case, which has the name of the scenario, or "kunit" if
# the guest only ran the KUnit suites.
ktap_verdict()
{
	local good='ok'

	[ ${#FAULTS[@]} = 0 ] && [ "$failed" = 0 ] || good='not ok'
	printf 'KTAP version 1\n1..1\n%s 1 guest %s\n' "$good" "$(basename "${SCRIPT:-kunit}" .sh)"
}

# verdict OUT QEMU-STATUS KERNEL-CONFIG: print the results as KTAP, the faults and
# the totals; true when the run passed.
# Uses SUITES and CASES (how many must have run and passed at least), SCRIPT, GOOD_EXIT.
verdict()
{
	local out=$1 rc=$2 passed failed skipped suites broken extra=0

	FAULTS=()
	judge_end "$out" "$rc"
	judge_facts "$out"
	judge_debugging "$out" "$3"
	judge_log "$out"
	read -r passed failed skipped suites broken < <(ktap_count "$out/ktap")
	[ "$broken" = 0 ] || fault "$broken suites' results are broken"
	[ "$suites" -ge "$SUITES" ] || fault "only $suites of $SUITES suites ran"
	[ "$passed" -ge "$CASES" ] || fault "only $passed of $CASES cases passed"
	if [ -n "$SCRIPT" ]; then
		if grep -qsx 'script 0' "$out/facts"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			sed 's/^/  | /' "$out/script.log" 2>/dev/null | tail -n 25
		fi
	fi
	cat "$out"/ktap/* 2>/dev/null || true
	[ "$((passed + failed))" -gt 0 ] || fault "nothing was tested"
	ktap_verdict
	if [ ${#FAULTS[@]} -gt 0 ]; then
		printf 'fault: %s\n' "${FAULTS[@]}"
		[ -e "$out/zz-complete" ] || tail -n 15 "$out/console" 2>/dev/null | sed 's/^/  | /'
		extra=1
	fi
	failed=$((failed + extra))
	[ "$skipped" = 0 ] || echo "$skipped skipped"
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}
