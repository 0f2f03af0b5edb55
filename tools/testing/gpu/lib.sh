# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lib.sh -- an apt state of our own over Debian's suites; to be sourced after
# the guest harness's lib.sh.  Nothing of it touches the host's packages.

GPU_DIR=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
GPU_CACHE=$CACHE/gpu
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# Newest last: a suite that does not answer costs only what it alone has.
SUITES_MAIN="bookworm bookworm-backports trixie trixie-backports sid experimental"
SUITES_SECURITY="bookworm-security trixie-security"
LISTS_FRESH_MIN=720

# mirror WORD: the host's own mirror whose address ends in WORD.
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
	[ -n "$main" ] || die "apt names no mirror that ends in /debian"
	for s in $SUITES_MAIN; do
		echo "deb [signed-by=$KEYRING] $main $s main"
	done
	[ -z "$security" ] || for s in $SUITES_SECURITY; do
		echo "deb [signed-by=$KEYRING] $security $s main"
	done
}

# apt_do TOOL ARG...: apt-get or apt-cache on our state.  The status file is
# empty: what a package needs is then all there is to fetch.
apt_do()
{
	local tool=$1 apt=$GPU_CACHE/apt
	shift

	"$tool" -q -o "Dir::Etc::sourcelist=$apt/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null -o "Dir::State::Lists=$apt/lists" \
		-o "Dir::Cache=$apt/cache" -o "Dir::State::status=$apt/status" \
		-o APT::Sandbox::User=root -o APT::Architecture=amd64 \
		-o APT::Architectures=amd64 -o Acquire::Languages=none \
		-o Acquire::Retries=3 "$@"
}

# apt_lists: have package lists that are less than twelve hours old.
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

# fetch DIR PACKAGE...: the packages themselves into DIR, and nothing else.
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

# known WORD...: the answer to this question, when the lists are still the ones
# that it was found with.
known()
{
	local at=$GPU_CACHE/known/$*

	[ "$at" -nt "$GPU_CACHE/apt/.fresh" ] && [ -e "$(cat "$at")/.done" ] && cat "$at"
}

# remember ANSWER WORD...
remember()
{
	local answer=$1
	shift

	mkdir -p "$GPU_CACHE/known"
	echo "$answer" >"$GPU_CACHE/known/$*"
}

# own_mounts: how to get mounts of one's own, in ENTER; a container may keep users
# from being root of theirs.
own_mounts()
{
	ENTER=(unshare -m)
	[ "$(id -u)" != 0 ] || return 0
	ENTER=(unshare -rm)
	"${ENTER[@]}" true 2>/dev/null || ENTER=(sudo unshare -m)
}

# make_in ROOT RELEASE SOURCE PLACES ARG...: make modules of SOURCE with the headers
# and the compiler in ROOT, where it is /src and each of PLACES.  What is mounted
# goes with the process, what is made belongs to who called.  What was compiled once
# is not compiled again.
make_in()
{
	local rc=0

	own_mounts
	mkdir -p "$GPU_CACHE/ccache"
	# The variables are the inner shell's.
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
