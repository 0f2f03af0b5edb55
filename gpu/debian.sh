# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# debian.sh -- download packages of all of Debian's suites with a separate apt state, and unpack
# kernels and programs into a cache; to be sourced.  The host's packages are not changed.

GPU_CACHE=${GPU_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/emulated-gpu}
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# The suites, oldest first.  If one cannot be reached, only its packages are missing.
SUITES_MAIN="bookworm bookworm-backports trixie trixie-backports sid experimental"
SUITES_SECURITY="bookworm-security trixie-security"
LISTS_FRESH_MIN=720

say()
{
	echo "${0##*/}: $*" >&2
}

die()
{
	say "$*"
	exit 2
}

# lock NAME: take a lock, which is held until the script ends or takes another lock.
lock()
{
	mkdir -p "$GPU_CACHE/lock"
	exec 9>"$GPU_CACHE/lock/$1"
	flock 9
}

# kept DIR: print the version that was added last to the cache DIR, in which each version has a
# folder
kept()
{
	find "$1" -mindepth 2 -maxdepth 2 -name .done -printf '%T@ %h\n' 2>/dev/null |
		sort -rn | sed -n '1s,.*/,,p'
}

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

# with_needed FILES MODULE: print the files of the modules that MODULE needs, then the file of
# MODULE. FILES lists the files of all modules of a kernel; a module that is built into the kernel
# has none.
with_needed()
{
	local file need

	file=$(grep -m 1 -E "/${2//[-_]/[-_]}\.ko(\.[a-z]+)?\$" "$1") || return 0
	for need in $(modinfo -F depends "$file" | tr , ' '); do
		with_needed "$1" "$need"
	done
	echo "$file"
}

# plain FILE DIR [PREFIX]: copy a module to DIR, decompressed, and print its new name, which begins
# with PREFIX
plain()
{
	local name

	name=${3:-}$(basename "$1")
	case $name in
	*.xz)	name=${name%.xz}; xz -dc "$1" >"$2/$name" ;;
	*.zst)	name=${name%.zst}; zstd -qdc "$1" >"$2/$name" ;;
	*.gz)	name=${name%.gz}; gzip -dc "$1" >"$2/$name" ;;
	*)	cp "$1" "$2/$name" ;;
	esac
	echo "$name"
}

# boot_modules TREE DIR MODULE...: put the modules and those that they need into DIR, without
# compression and numbered in loading order.  TREE has an unpacked kernel.  depmod is not used,
# because it would read all modules of TREE.
boot_modules()
{
	local dir=$2 files n=100 file name

	mkdir -p "$dir"
	files=$(mktemp)
	find "$1" -path '*/lib/modules/*' -name '*.ko*' >"$files"
	for name in "${@:3}"; do
		with_needed "$files" "$name"
	done | awk '!seen[$0]++' | while read -r file; do
		n=$((n + 1))
		plain "$file" "$dir" "$n-" >/dev/null
	done
	rm "$files"
}
