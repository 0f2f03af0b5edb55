# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lib.sh -- build modules in a chroot of Debian packages; to be sourced after ../guest/lib.sh.  The
# host's packages are not changed.

GPU_DIR=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

# copy_libraries TREE TO PROGRAM...: copy the libraries of TREE that the programs need, and
# the dynamic linker, to TO.  Some packages have their libraries in a folder of /usr/lib.
copy_libraries()
{
	local lib=$1/usr/lib/x86_64-linux-gnu to=$2 linker=ld-linux-x86-64.so.2 path program

	path=$lib$(printf ':%s' "$1"/usr/lib/*/)
	shift 2
	cp -L "$lib/$linker" "$to/"
	for program; do
		"$lib/$linker" --library-path "$path" --list "$program"
	done | awk '$3 ~ /^\// { print $3 }' | sort -u | while read -r lib; do
		cp -L "$lib" "$to/"
	done
}

# own_mounts: set ENTER to the command that creates a mount namespace. The command uses sudo where
# user namespaces are forbidden, as in some containers.
own_mounts()
{
	ENTER=(unshare -m)
	[ "$(id -u)" != 0 ] || return 0
	ENTER=(unshare -rm)
	"${ENTER[@]}" true 2>/dev/null || ENTER=(sudo unshare -m)
}

# make_in ROOT RELEASE SOURCE PLACES ARG...: build the modules in SOURCE with the headers
# and the compiler of the chroot ROOT, where SOURCE is mounted at /src and at each path in
# PLACES.  The mounts are in a mount namespace that ends with the build.  The caller's user owns the
# results.  ccache keeps compiled objects.
make_in()
{
	local rc=0

	own_mounts
	mkdir -p "$GPU_CACHE/ccache"
	# SC2016: the variables belong to the inner shell.
	# shellcheck disable=SC2016
	"${ENTER[@]}" bash -c '
		root=$1 src=$2 places=$3 ccache=$4
		shift 4
		mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev" || exit
		for place in /src $places; do
			mkdir -p "$root$place" && mount --bind "$src" "$root$place" || exit
		done
		mount --bind "$ccache" "$root/ccache" || exit
		exec env -i PATH=/usr/bin:/usr/sbin HOME=/tmp CCACHE_DIR=/ccache \
			CCACHE_MAXSIZE=500M CCACHE_DEPEND=1 DEBIAN_KERNEL_USE_CCACHE=yes \
			chroot "$root" make -s "$@"
	' make_in "$1" "$3" "$4" "$GPU_CACHE/ccache" -C "/usr/src/linux-headers-$2" M=/src -j"$(nproc)" \
		"${@:5}" modules || rc=$?
	[ "${ENTER[0]}" != sudo ] || sudo chown -R "$(id -u)" "$3" "$GPU_CACHE/ccache"
	return $rc
}
