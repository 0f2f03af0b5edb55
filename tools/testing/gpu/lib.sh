# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lib.sh -- download Debian packages with a separate apt state, and build modules in a chroot of
# such packages; to be sourced after ../guest/lib.sh.  The host's packages are not changed.

GPU_DIR=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
GPU_CACHE=$CACHE/gpu
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# The suites, oldest first.  If one cannot be reached, only its packages are missing.
SUITES_MAIN="bookworm bookworm-backports trixie trixie-backports sid experimental"
SUITES_SECURITY="bookworm-security trixie-security"
LISTS_FRESH_MIN=720

# mirror WORD: print the mirror with an address that ends in WORD, from the host's apt
# configuration.
mirror()
{
	apt-get indextargets --format "\$(REPO_URI)" |
		grep -E "/$1/?\$" | sort -u | head -n 1
}

apt_sources()
{
	local main security s

	main=$(mirror debian)
	security=$(mirror debian-security)
	[ -n "$main" ] || die "apt's configuration has no mirror that ends in /debian"
	for s in $SUITES_MAIN; do
		echo "deb [signed-by=$KEYRING] $main $s main"
	done
	[ -z "$security" ] || for s in $SUITES_SECURITY; do
		echo "deb [signed-by=$KEYRING] $security $s main"
	done
}

# apt_do TOOL ARG...: run apt-get or apt-cache with the separate state.  Its status file is
# empty, so that all dependencies of a package are fetched.  The cache of the package lists is
# enabled, because container images disable it, and without it each call parses all lists for two
# seconds.
apt_do()
{
	local tool=$1 apt=$GPU_CACHE/apt
	shift

	"$tool" -q -o "Dir::Etc::sourcelist=$apt/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null -o "Dir::State::Lists=$apt/lists" \
		-o "Dir::Cache=$apt/cache" -o "Dir::State::status=$apt/status" \
		-o Dir::Cache::pkgcache=pkgcache.bin -o Dir::Cache::srcpkgcache=srcpkgcache.bin \
		-o APT::Sandbox::User=root -o APT::Architecture=amd64 \
		-o APT::Architectures=amd64 -o Acquire::Languages=none \
		-o Acquire::Retries=3 "$@"
}

# apt_lists: update package lists that are older than twelve hours.
apt_lists()
{
	local apt=$GPU_CACHE/apt

	[ -z "$(find "$apt/.fresh" -mmin -$LISTS_FRESH_MIN 2>/dev/null)" ] || return 0
	say "reading the package lists of Debian's suites"
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	: >"$apt/status"
	apt_sources >"$apt/sources.list"
	apt_do apt-get update >"$apt/log" 2>&1 || tail -n 5 "$apt/log" >&2
	touch "$apt/.fresh"
}

# fetch DIR [-t SUITE] PACKAGE...: download these packages, without their dependencies, into DIR.
fetch()
{
	local dir=$1
	shift

	mkdir -p "$dir"
	(cd "$dir" && apt_do apt-get download "$@" >log 2>&1) || {
		tail -n 5 "$dir/log" >&2
		die "cannot download $*"
	}
}

# fetch_unlisted DIR RELEASE KIND...: download into DIR the packages linux-KIND-RELEASE of a kernel
# (KIND: modules, base) that are no longer in the package lists, as happens to backports that were
# replaced: the mirror keeps the files as long as the lists have other packages of this version.
# Their addresses are derived from that of linux-binary-RELEASE.  Unlike other downloads, these files
# have no checksums in the lists, so only tests may read them.
fetch_unlisted()
{
	local dir=$1 release=$2 uri file kind
	shift 2

	read -r uri file _ < <(apt_do apt-get download --print-uris "linux-binary-$release" \
		2>/dev/null | tr -d "'") || die "no linux-binary-$release"
	uri=${uri%/*/*}/linux/${uri##*/}
	mkdir -p "$dir"
	for kind; do
		apt_do /usr/lib/apt/apt-helper download-file "${uri/linux-binary-/linux-$kind-}" \
			"$dir/${file/linux-binary-/linux-$kind-}" >"$dir/log" 2>&1 || {
			tail -n 5 "$dir/log" >&2
			die "the mirror no longer has linux-$kind-$release"
		}
	done
}

# version_in SUITE PACKAGE: print the version of a package in a suite
version_in()
{
	apt_do apt-cache madison "$2" 2>/dev/null |
		awk -F' *[|] *' -v s="$1/main" '$3 ~ s { print $2; exit }'
}

# versions_in SUITE PACKAGE...: print the names and versions of the packages in a suite, separated
# by dashes, or nothing if the suite lacks one of the packages
versions_in()
{
	local suite=$1 all='' p v
	shift

	for p; do
		v=$(version_in "$suite" "$p")
		[ -n "$v" ] || return 0
		all=$all${all:+-}$p-$v
	done
	echo "$all"
}

# fetch_all DIR SUITE PACKAGE...: download packages of a suite (of any suite, if SUITE is empty) and
# their dependencies into DIR, except those with a name that matches the pattern LEAVE_OUT
fetch_all()
{
	local dir=$1 from=(${2:+-t "$2"}) names
	shift 2

	mkdir -p "$dir"
	# For each file, apt-get prints a line "'URI' FILE ..."; FILE begins with "PACKAGE_".
	names=$(apt_do apt-get -y --no-install-recommends "${from[@]}" --print-uris install "$@" \
		2>"$dir/log" | awk -v without="^(${LEAVE_OUT:-})$" '
			/^\047/ && split($2, name, "_") && name[1] !~ without { print name[1] }') || true
	[ -n "$names" ] || {
		tail -n 5 "$dir/log" >&2
		die "cannot find $*"
	}
	# shellcheck disable=SC2086
	fetch "$dir" "${from[@]}" $names
}

# unpack DIR SUITE PACKAGE...: download packages with fetch_all and unpack them into DIR/tree
unpack()
{
	local dir=$1 deb

	fetch_all "$dir/archives" "${@:2}"
	mkdir -p "$dir/tree"
	for deb in "$dir"/archives/*.deb; do
		dpkg-deb -x "$deb" "$dir/tree"
	done
	rm -rf "$dir/archives"
}

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

# known WORD...: print the directory in the cache that remember() has stored for these words.  The
# words name what is in the directory, for example "kernel 7.3".  Fails if the package lists were
# updated since then, or if the directory is incomplete.
known()
{
	local at=$GPU_CACHE/known/$*

	[ "$at" -nt "$GPU_CACHE/apt/.fresh" ] && [ -e "$(cat "$at")/.done" ] && cat "$at"
}

# remember DIR WORD...: store for known() that DIR is the directory for these words
remember()
{
	local answer=$1
	shift

	mkdir -p "$GPU_CACHE/known"
	echo "$answer" >"$GPU_CACHE/known/$*"
}

# provide KIND SUITE PACKAGES COMMAND...: print the directory KIND/VERSION of the cache; COMMAND
# prints VERSION, the version of PACKAGES in SUITE.  If the directory does not exist, the function
# "build" of the calling script creates it.
provide()
{
	local kind=$1 suite=$2 packages=$3 v dir
	shift 3

	lock gpu-apt
	apt_lists
	known "$kind" && return
	v=$("$@")
	# If there are no package lists, use the newest version in the cache.
	[ -n "$v" ] || v=$(kept "$GPU_CACHE/$kind")
	[ -n "$v" ] || die "no $packages in $suite, and none in the cache"
	dir=$GPU_CACHE/$kind/$v
	if [ ! -e "$dir/.done" ]; then
		say "unpacking $kind $v"
		build "$dir"
	fi
	remember "$dir" "$kind"
	echo "$dir"
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
