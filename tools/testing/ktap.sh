# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# ktap.sh -- print results as KTAP, for scripts of several test cases; to be sourced.

KTAP_RUN=0 KTAP_FAILED=0
echo "KTAP version 1"

# ktap_result STATUS NAME: print the result of one test case; STATUS 0 is a pass.
ktap_result()
{
	KTAP_RUN=$((KTAP_RUN + 1))
	if [ "$1" = 0 ]; then
		echo "ok $KTAP_RUN $2"
	else
		KTAP_FAILED=$((KTAP_FAILED + 1))
		echo "not ok $KTAP_RUN $2"
	fi
}

# ktap_case NAME COMMAND...: run the command; its output is printed if it fails.
ktap_case()
{
	local name=$1 rc=0 out
	shift

	out=$("$@" 2>&1) || rc=$?
	ktap_result $rc "$name"
	[ $rc = 0 ] || printf '%s\n' "$out" | sed 's/^/# /'
}

# ktap_end: print the plan, after the last case; true if cases ran and all passed.
ktap_end()
{
	echo "1..$KTAP_RUN"
	[ "$KTAP_FAILED" = 0 ] && [ "$KTAP_RUN" -gt 0 ]
}
