#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# headers.sh -- check that every header compiles alone: the headers of the ABI as C (gcc and clang,
# 64 and 32 bits) and as C++ (clang), the headers of the core and the layout as C (gcc and clang).
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

INC=(-I. -Iinclude -Idrivers/xe_guclog/core
     -Idrivers/xe_guclog/layout)
WARN=(-Wall -Wextra -Wno-sign-compare -Werror)
# With -m32, gcc does not search the folder that contains asm/ on Debian.
M32=(-m32 -idirafter "/usr/include/$(gcc -print-multiarch)")

# compile HEADER COMPILER ARG...: compile a file that includes only this header.
compile()
{
	local h=$1
	shift

	echo "#include \"$h\"" | "$@" "${INC[@]}" "${WARN[@]}" -fsyntax-only -
}

for h in $(tracked 'include/abi/*.h'); do
	for cc in gcc clang; do
		expect "$cc $h" compile "$h" $cc -std=c11 -x c
		expect "$cc -m32 $h" compile "$h" $cc -std=c11 -x c "${M32[@]}"
	done
	expect "C++ $h" compile "$h" clang -std=c++17 -x c++
done
for h in $(tracked 'drivers/xe_guclog/core/*.h' 'drivers/xe_guclog/layout/*.h'); do
	for cc in gcc clang; do
		expect "$cc $h" compile "$h" $cc -std=gnu11 -x c
	done
done
result
