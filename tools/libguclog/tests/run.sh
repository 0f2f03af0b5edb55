#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh -- the tests of libguclog: installed into a folder, found by pkg-config,
# linked shared and static, from C and C++, with the sanitizers. Ends with "N
# passed, N failed".
set -uo pipefail

here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

export ASAN_OPTIONS=exitcode=99:detect_leaks=1
export UBSAN_OPTIONS=exitcode=99:halt_on_error=1:print_stacktrace=1
export LC_ALL=C
passed=0 failed=0
version=$(sed -n 's/^.define GUC_VERSION[[:space:]]*"\(.*\)"/\1/p' \
	"$top/drivers/xe_guclog/core/guc_version.h")
warn=(-Wall -Wextra -Werror -pedantic)

# expect NAME COMMAND...: its output only when it fails; a last line "N passed,
# N failed" counts for so many.
expect()
{
	local name=$1 rc=0
	shift

	"$@" >"$scratch/log" 2>&1 || rc=$?
	if [ $rc != 0 ]; then
		failed=$((failed + 1))
		echo "FAIL $name (exit $rc)"
		tail -n 12 "$scratch/log" | sed 's/^/     /'
	elif [[ $(tail -n 1 "$scratch/log") =~ ^([0-9]+)\ passed,\ 0\ failed$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
	else
		passed=$((passed + 1))
	fi
}

# lib BUILD TARGET [VARIABLE...]: make it, into its own folder.
lib()
{
	local o=$top/build/libguclog-$1 target=$2
	shift 2

	nice make -s -C "$here/.." O="$o" WERROR=1 PREFIX=/opt/guclog "$target" "$@"
}

# pc OPTION...: as if the folder were the system.
pc()
{
	PKG_CONFIG_LIBDIR=$root/opt/guclog/lib/pkgconfig \
	PKG_CONFIG_SYSROOT_DIR=$root pkg-config "$@" libguclog
}

# program COMPILER SOURCE OPTION...: built with what pkg-config says.
program()
{
	local cc=$1 src=$2
	shift 2

	# shellcheck disable=SC2046
	$cc "${warn[@]}" "$@" "-DVERSION=\"$version\"" $(pc --cflags) \
		-o "$scratch/program" "$here/$src" -x none $(pc --libs)
}

run()
{
	LD_LIBRARY_PATH=$root/opt/guclog/lib "$scratch/program" "$@"
}

# Of the caller's program: every name that guclog.h declares, and no other.
declared()
{
	grep -oE '\bguclog_[a-z_]+\(' "$here/../guclog.h" | tr -d '(' | sort -u
}

shown()
{
	nm "$@" | awk '$2 ~ /[A-Zi]/ && $2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u
}

same_names()
{
	diff <(declared) <(shown "$@")
}

no_more_names()
{
	! shown "$@" | grep -v '^guclog_'
}

no_writable_data()
{
	size -A "$1" | awk '/^\.(data|bss)[ .]/ && !/\.rel\.ro/ && $2 { print; bad = 1 }
		END { exit bad }'
}

soname_is()
{
	objdump -p "$1" | grep -qxE " *SONAME +$2"
}

needs_shared()
{
	objdump -p "$scratch/program" | grep -qE 'NEEDED +libguclog\.so\.0$'
}

# An undefined name is found when linking, and one of the core is not there.
refused()
{
	echo 'int guc_log_parse(void); int main(void) { return guc_log_parse(); }' \
		>"$scratch/refused.c"
	! gcc "$scratch/refused.c" -o "$scratch/refused" "$@" 2>"$scratch/why" &&
		grep -q 'undefined reference to .guc_log_parse' "$scratch/why"
}

installed()
{
	diff - <(cd "$root" && find . ! -type d | sort) <<-END
	./opt/guclog/include/guclog.h
	./opt/guclog/lib/libguclog.a
	./opt/guclog/lib/libguclog.so
	./opt/guclog/lib/libguclog.so.0
	./opt/guclog/lib/libguclog.so.$version
	./opt/guclog/lib/pkgconfig/libguclog.pc
	END
}

nothing_left()
{
	[ -z "$(find "$root" ! -type d)" ]
}

test_build()
{
	local so=$root/opt/guclog/lib/libguclog.so a=$root/opt/guclog/lib/libguclog.a

	expect "installed files" installed
	expect "pkg-config's version" [ "$(pc --modversion)" = "$version" ]
	expect "names of the shared library" same_names -D --defined-only "$so"
	expect "names of the static library" same_names -g --defined-only "$a"
	expect "no other names, shared" no_more_names -D --defined-only "$so"
	expect "no other names, static" no_more_names -g --defined-only "$a"
	expect "no globals" no_writable_data "$a"
	expect "soname" soname_is "$so" libguclog.so.0
	expect "the core is inside, shared" refused "-L$root/opt/guclog/lib" -lguclog
	expect "the core is inside, static" refused "$a"
}

# programs COMPILER: C against the shared library.
programs()
{
	expect "$1 rules" program "$1" rules.c -std=c99
	expect "$1 shared" needs_shared
	expect "$1 rules run" run
	expect "$1 corpus" program "$1" corpus.c -std=c99 -D_DEFAULT_SOURCE
	expect "$1 corpus run" run "$corpus" "${names[@]}"
}

corpus=$scratch/corpus
python3 "$top/tools/testing/host/mkimage.py" --max-bytes 1500000 --out "$corpus" >"$scratch/log" || exit 2
mapfile -t names < <(cd "$corpus" && for f in *.img; do echo "${f%.img}"; done)

root=$scratch/gcc
expect "build" lib gcc all
expect "install" lib gcc install DESTDIR="$root"
test_build
programs gcc
expect "C++ rules" program g++ rules.c -x c++ -std=c++11
expect "C++ rules run" run
expect "static: link all" gcc "-DVERSION=\"$version\"" "-I$root/opt/guclog/include" \
	-o "$scratch/program" "$here/rules.c" "$root/opt/guclog/lib/libguclog.a"
expect "static run" "$scratch/program"
expect "uninstall" lib gcc uninstall DESTDIR="$root"
expect "uninstalled" nothing_left

root=$scratch/clang
expect "clang build" lib clang install CC=clang DESTDIR="$root"
programs clang

root=$scratch/san
expect "san build" lib san install SAN=1 DESTDIR="$root"
warn+=("-fsanitize=address,undefined" -fno-sanitize-recover=all)
programs gcc

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
