#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# sparse.sh -- run sparse, with its checks of endianness, on the module and on its test suites, and
# fail if it prints a message.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh

# say_sparse FILE...: print the messages of sparse about these files.  If there is a message about
# another file of the project, such as a header, the whole script fails.  Messages about the
# kernel's headers do not count.
say_sparse()
{
	local dir=$WORK/src log=$WORK/build.log f fault

	rm -rf "$dir"
	copy_sources "$dir"
	# Use the folder and the options of module-w1.sh, because ccache has the objects for them.
	settle "$dir" w1-gcc
	kmake -C "$TREE" M="$PLACE" W=1 C=2 CF="$FLAGS" -j2 "${@/%.c/.o}" >"$log" 2>&1 ||
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
# The messages about a file also depend on the headers that it includes.  So the hash of all headers
# is a part of TOOL, the key with which remembered() caches the messages.
mapfile -t shared < <(tracked 'drivers/*.h' 'include/*.h' '*Kbuild')
TOOL="$(sparse --version) $FLAGS $TREE $(cat "${shared[@]}" | sha256sum)"
mapfile -t files < <(tracked 'drivers/*.c' | grep -v '/tests/')
remembered sparse "${files[@]}" >"$WORK/all"
# The test suites include other C files of the module, so for them the key also contains a hash of
# these files.
mapfile -t suites < <(tracked 'drivers/*/tests/*.c')
TOOL="$TOOL $(cat "${files[@]}" | sha256sum)"
remembered sparse "${suites[@]}" >>"$WORK/all"
for f in "${files[@]}" "${suites[@]}"; do
	expect "$f" clean "$f" "$WORK/all"
done
result
