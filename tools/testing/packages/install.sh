#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# install.sh -- make install into a folder: all that should be there is, works from
# there, and make uninstall leaves nothing.  Ends with "N passed, N failed".
# shellcheck disable=SC2317	# functions are called through expect()
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# expect WHAT COMMAND...: its output only when it fails
expect()
{
	local what=$1
	shift

	if "$@" >"$scratch/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $what"
		tail -n 15 "$scratch/log" | sed 's/^/     /'
	fi
}

root=$scratch/root prefix=/opt/x
wanted="bin/guclog
include/guclog.h
lib/libguclog.a
lib/libguclog.so
lib/libguclog.so.0
lib/pkgconfig/libguclog.pc
share/bash-completion/completions/guclog
share/guclog/formats/guc_asic_info.ksy
share/guclog/formats/guc_lfd.ksy
share/guclog/formats/guc_log.ksy
share/guclog/formats/guc_rdf.ksy
share/guclog/formats/guclog.hexpat
share/guclog/formats/guclog.magic
share/man/man1/guclog.1"

target()
{
	make -s -C "$top" DESTDIR="$root" PREFIX=$prefix "$1"
}

found()
{
	(cd "$root$prefix" && find . -type f -o -type l) | sed 's,^\./,,' |
		grep -v '^lib/libguclog.so.[0-9]*\.[0-9]' | sort
}

complete()
{
	diff <(found) <(echo "$wanted" | sort)
}

# Linked from there; a program runs from there.
pkg_config()
{
	local pc=$root$prefix/lib/pkgconfig

	# shellcheck disable=SC2046
	echo 'int main(void) { return !guclog_version(); }' |
		gcc -include guclog.h -x c -o "$scratch/program" - \
			$(PKG_CONFIG_LIBDIR=$pc PKG_CONFIG_SYSROOT_DIR=$root \
			pkg-config --cflags --libs libguclog) &&
		LD_LIBRARY_PATH=$root$prefix/lib "$scratch/program"
}

nothing_left()
{
	[ -z "$(find "$root" -type f -o -type l)" ]
}

expect "make install" target install
expect "all files, and no other" complete
expect "the tool runs" "$root$prefix/bin/guclog" --version
expect "the library by pkg-config" pkg_config
expect "make install again" target install
expect "make uninstall" target uninstall
expect "nothing is left" nothing_left
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
