#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# sparse.sh -- sparse with endian checks over all modules: nothing to say.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/qemu/lib.sh
. tools/testing/qemu/lib.sh

variant base
tree=$(kernel_dir base)/ext
dir=$WORK/src
rm -rf "$dir"
copy_sources "$dir"
log=$dir/build.log
kmake -C "$tree" M="$dir" C=2 CF="-D__CHECK_ENDIAN__ -Wbitwise -Wcontext" -j2 modules \
	>"$log" 2>&1 || { cat "$log"; exit 1; }
# The kernel's own headers are not ours to mend.
if grep -E '(warning|error):' "$log" | grep -E "($dir/|^)(drivers|include/abi|tools)/"; then
	exit 1
fi
# It did run: one line each in a verbose build.
files=$(find "$dir" -name '.*.o.cmd' | wc -l)
[ "$files" -gt 5 ] || die "only $files objects were built"
