# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# kernel-lib.sh -- build kernels from Debian's source or unpack its packages; to be
# sourced after lib.sh.

# Print the configuration fragments of the variant.
fragments()
{
	local f

	for f in $FRAGMENTS; do
		cat "$QEMU_DIR/config/$f.config"
	done
}

# verify_config OBJ: fail unless the final configuration has every line of the fragments, because
# kconfig drops lines without a message.
verify_config()
{
	local obj=$1 line

	while IFS= read -r line; do
		case $line in
		CONFIG_*=n)
			! grep -q "^${line%=n}=" "$obj/.config" ||
				die "$VARIANT: $line is not in effect" ;;
		CONFIG_*=*)
			grep -qxF "$line" "$obj/.config" ||
				die "$VARIANT: $line is not in effect" ;;
		esac
	done <"$obj/fragments"
}

# compile SOURCE OBJ ARG...: build the variant's kernel with OBJ/fragments
compile()
{
	local src=$1 obj=$2
	shift 2

	# Do not use ccache, because the kernel is cached as a whole, and kernels with different
	# configurations share no objects.
	export CCACHE_DISABLE=1
	kmake -C "$src" O="$obj" KCONFIG_ALLCONFIG="$obj/fragments" allnoconfig >/dev/null
	verify_config "$obj"
	kmake -C "$src" O="$obj" -j"${XGL_JOBS:-$(nproc)}" "$@" >"$obj/log" 2>&1 || {
		tail -n 20 "$obj/log" >&2
		die "the $VARIANT kernel did not build (whole log: $obj/log)"
	}
}

# keep_headers SOURCE OBJ DIR: copy the files that a module build outside of the tree needs to DIR
keep_headers()
{
	# If CC were not HOSTCC, install-extmod-build would compile the host programs again.
	(cd "$2" && srctree=$1 SRCARCH=$SRCARCH CC=gcc HOSTCC=gcc MAKE=make \
		sh "$1/scripts/package/install-extmod-build" "$3")
}

# packages_of PATTERN PACKAGE: print the dependencies of PACKAGE with a name that starts with
# PATTERN
packages_of()
{
	apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts \
		--no-breaks --no-replaces --no-enhances "$2" 2>/dev/null | grep -E "^$1"
}

# unpack DIR PACKAGE...: unpack packages into DIR/tree, without installing them
unpack()
{
	local dir=$1 deb
	shift

	rm -rf "$dir"
	mkdir -p "$dir/tree" "$dir/debs"
	download "$dir/debs" "$@"
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$dir/tree"
	done
	rm -r "$dir/debs"
}

# relocate TREE RELEASE: in the unpacked headers, change absolute paths of installed headers to
# paths in TREE
relocate()
{
	sed -i "s,^include /usr/src/,include $1/usr/src/," \
		"$1/usr/src/linux-headers-$2/Makefile"
}
