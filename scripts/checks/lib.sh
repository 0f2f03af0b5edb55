# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lib.sh -- paths and functions for the scripts in this folder, which source it.

CHECKS=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
TOP=$(readlink -f "$CHECKS/../..")
BUILD=${XGL_BUILD:-$TOP/build}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog
WORK=$BUILD/check/scratch/$(basename "$0" .sh)
cd "$TOP" || exit 2
mkdir -p "$WORK"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

PASSED=0 FAILED=0

die()
{
	echo "$(basename "$0"): $*" >&2
	exit 2
}

# tracked PATTERN...: list the tracked files, and new ones that are not ignored.
tracked()
{
	local f

	git -c safe.directory="$TOP" ls-files -co --exclude-standard -- "$@" |
		LC_ALL=C sort -u | while read -r f; do
			[ ! -f "$f" ] || echo "$f"
		done
}

# copy_to DIR [OPTION...]: copy the files that standard input lists into an empty DIR.
copy_to()
{
	local dir=$1
	shift

	rm -rf "$dir"
	mkdir -p "$dir"
	tar -c -T - | tar -x -C "$dir" "$@"
}

# c_files: list the C files and headers, except generated tables, which have long lines.
c_files()
{
	tracked '*.c' '*.h' | grep -vE '/(guc_device|known)_table\.c$'
}

# expect NAME COMMAND...: run a command, which counts as one comparison and has passed if the exit
# status is 0.  Its output is printed only if it has failed.
expect()
{
	local name=$1 out
	shift

	if out=$("$@" 2>&1); then
		PASSED=$((PASSED + 1))
	else
		FAILED=$((FAILED + 1))
		printf 'FAIL %s\n%s\n' "$name" "$out"
	fi
}

# clean FILE LOG: true if LOG has no message about FILE; otherwise print these messages.
clean()
{
	[ ! -s "$2" ] || ! grep -F "$1:" "$2"
}

# result: print the number of comparisons (calls of expect), and return the exit status of the
# check. A script calls it last.  The check as a whole is one test case; it fails if a comparison
# has failed or if there was none.
result()
{
	[ $((PASSED + FAILED)) -gt 0 ] || { echo "nothing was checked"; FAILED=1; }
	echo "$((PASSED + FAILED)) comparisons, $FAILED failed"
	[ "$FAILED" = 0 ]
}

# linux_source: print the path of Debian's kernel source, which has checkpatch and kernel-doc.
linux_source()
{
	"$TOP/tools/testing/guest/source.sh"
}

# remembered NAME FILE...: print the messages of the function say_NAME about these files,
# "FILE:LINE: text" on each line.  The messages about a file are cached: say_NAME is called only for
# files whose content has changed.  The key of the cache also contains the variable TOOL, or LINUX
# if TOOL is empty; its value must change when the tool that say_NAME runs gets another version.
remembered()
{
	local tool=$1 dir=$CACHE/checks/$1 f hash version new=() rc=0
	shift

	[ $# -gt 0 ] || return 0
	mkdir -p "$dir"
	version=$(sha256sum <<<"${TOOL:-$LINUX}" | cut -c1-16)
	declare -A kept=()
	while read -r hash f; do
		kept[$f]=$dir/$version-${hash::32}-${f//\//,}
		[ -e "${kept[$f]}" ] || new+=("$f")
	done < <(sha256sum "$@")
	if [ ${#new[@]} -gt 0 ]; then
		"say_$tool" "${new[@]}" >"$WORK/said" || rc=$?
		# Do not keep messages of a program that was killed, because they are incomplete.
		[ $rc -lt 128 ] || die "say_$tool was killed (status $rc)"
		for f in "${new[@]}"; do
			awk -v f="$f:" 'index($0, f) == 1' "$WORK/said" >"$WORK/one"
			mv "$WORK/one" "${kept[$f]}"
		done
	fi
	touch "${kept[@]}"
	cat "${kept[@]}"
	find "$dir" -type f -mtime +30 -delete
}
