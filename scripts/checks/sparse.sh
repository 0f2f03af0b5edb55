#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# sparse.sh -- check that sparse with endian checks gives no message about the modules.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh

# say_sparse FILE...: print the messages of sparse.  A message about a header of the project, or
# about a file that a test suite includes, fails the check as a whole.  Messages about the kernel's
# headers do not count.
say_sparse()
{
	local dir=$WORK/src log=$WORK/build.log f fault

	rm -rf "$dir"
	copy_sources "$dir"
	settle "$dir" "$VARIANT-src"
	kmake -C "$TREE" M="$PLACE" C=2 CF="$FLAGS" -j2 "${@/%.c/.o}" >"$log" 2>&1 ||
		{ cat "$log" >&2; die "it does not build"; }
	for f; do
		[ -e "$dir/${f%.c}.o" ] || die "$f was not built"
	done
	sed -nE "s,^$PLACE/,,; /^(drivers|include|tools)\/.*(warning|error):/p" "$log" |
		tee "$WORK/faults"
	while IFS= read -r fault; do
		[[ " $* " = *" ${fault%%:*} "* ]] || die "$fault"
	done <"$WORK/faults"
}

variant base
TREE=$("$CHECKS/prepared-kernel.sh" gcc) || exit 2
FLAGS="-D__CHECK_ENDIAN__ -Wbitwise -Wcontext"
# The messages also depend on the included files, so these are a part of the key of their cache.
mapfile -t shared < <(tracked 'drivers/*.h' 'include/*.h' '*Kbuild')
TOOL="$(sparse --version) $FLAGS $TREE $(cat "${shared[@]}" | sha256sum)"
mapfile -t files < <(tracked 'drivers/*.c' | grep -v '/tests/')
remembered sparse "${files[@]}" >"$WORK/all"
# The test suites include all other files of the module, so the key of the cache has these files.
mapfile -t suites < <(tracked 'drivers/*/tests/*.c')
TOOL="$TOOL $(cat "${files[@]}" | sha256sum)"
remembered sparse "${suites[@]}" >>"$WORK/all"
for f in "${files[@]}" "${suites[@]}"; do
	expect "$f" clean "$f" "$WORK/all"
done
result
