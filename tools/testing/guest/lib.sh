# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# lib.sh -- paths and the table of kernels; to be sourced.

QEMU_DIR=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
TOP=$(readlink -f "$QEMU_DIR/../../..")
BUILD=${XGL_BUILD:-$TOP/build}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog
export GPU_CACHE=$CACHE/gpu
. "$TOP/gpu/debian.sh"
# Features that are slow in emulation are off: rep movsb, five-level page tables, PCID.
PC_CPU="max,-erms,-fsrm,-la57,-pcid"
ALL_VARIANTS="base san kcsan i386 arm64 s390x"

# The flags of a calling make (W=1, C=1, -j) must not change a kernel build.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES KBUILD_EXTMOD M

# Build the KUnit suites too, which Kbuild leaves out by default.
export XGL_KUNIT=y

# candidate PACKAGE: print the version that apt would install, if any.
candidate()
{
	apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: \([^(].*\)$/\1/p'
}

# newest PACKAGE DIR: print the version of PACKAGE to use: the one that apt would install or, if apt
# knows none, the version that was added last to the cache DIR.
newest()
{
	local v

	v=$(candidate "$1")
	if [ -z "$v" ]; then
		"$TOP/scripts/setup.sh" lists >&2 || true
		v=$(candidate "$1")
	fi
	[ -n "$v" ] || v=$(kept "$2")
	[ -n "$v" ] || die "no $1 in apt and none in the cache"
	echo "$v"
}

# download DIR PACKAGE...: download .deb files; update apt's lists if that fails.
download()
{
	local dir=$1
	shift

	(cd "$dir" && apt-get -q download "$@" >/dev/null 2>&1) && return
	"$TOP/scripts/setup.sh" lists >&2
	(cd "$dir" && apt-get -q download "$@" >/dev/null) || die "cannot download $*"
}

# variant NAME: set the variables for building and booting the test kernel NAME.
variant()
{
	local pc=(qemu-system-x86_64 -M pc -cpu "$PC_CPU" -smp "2,sockets=2"
		  -device "isa-debug-exit,iobase=0xf4,iosize=4")

	VARIANT=$1 CROSS='' MEM=512 TIMEOUT=300 BUSYBOX_ARCH='' GROUPS_NEEDED='build ccache qemu'
	MODULE_CFLAGS=''
	ARCH=x86_64 SRCARCH=x86 TARGET=bzImage IMAGE=arch/x86/boot/bzImage
	SERIAL=virtio-serial-pci CONSOLE=ttyS0 QEMU=("${pc[@]}")
	# Status of QEMU if the guest ends normally: init writes 1 to isa-debug-exit, which gives
	# 2 * 1 + 1.
	GOOD_EXIT=3
	case $1 in
	base)	FRAGMENTS="common x86 x86_64" ;;
	san)	FRAGMENTS="common x86 x86_64 san" MEM=1024 TIMEOUT=900 ;;
	kcsan)	FRAGMENTS="common x86 x86_64 kcsan" MEM=1024 TIMEOUT=900 ;;
	# On i386, the compiler must refuse a constant that does not fit into 32 bits.
	i386)	FRAGMENTS="common x86 i386" ARCH=i386 BUSYBOX_ARCH=i386
		MODULE_CFLAGS=-Werror=overflow ;;
	arm64)	FRAGMENTS="common arm64" ARCH=arm64 SRCARCH=arm64
		CROSS=aarch64-linux-gnu- BUSYBOX_ARCH=arm64 CONSOLE=ttyAMA0
		TARGET=Image IMAGE=arch/arm64/boot/Image GOOD_EXIT=0
		GROUPS_NEEDED="$GROUPS_NEEDED qemu-foreign cross"
		QEMU=(qemu-system-aarch64 -M "virt,gic-version=3"
		      -cpu "max,pauth-impdef=on" -smp 2) ;;
	s390x)	FRAGMENTS="common s390x" ARCH=s390 SRCARCH=s390
		CROSS=s390x-linux-gnu- BUSYBOX_ARCH=s390x CONSOLE=ttyS1
		IMAGE=arch/s390/boot/bzImage SERIAL=virtio-serial-ccw GOOD_EXIT=0
		GROUPS_NEEDED="$GROUPS_NEEDED qemu-foreign cross"
		QEMU=(qemu-system-s390x -M s390-ccw-virtio -cpu max -smp 2) ;;
	# A scenario may enable lockdown. Then init cannot use /dev/port, so QEMU ends with 0.
	stock)	MEM=1024 GOOD_EXIT="3 0" GROUPS_NEEDED='build stock qemu' ;;
	*)	die "no test kernel '$1' (there are: $ALL_VARIANTS stock)" ;;
	esac
}

# kernel_dir VARIANT: print the folder of a kernel, which has the kernel (image), its configuration
# (config) and what a module build needs (ext/).
kernel_dir()
{
	if [ "$1" = stock ]; then
		"$QEMU_DIR/stock-kernel.sh"
	else
		"$QEMU_DIR/kernel.sh" "$1"
	fi
}

# kmake ARGS...: run the kernel's make for the chosen variant; the build is reproducible. KERNEL_CC
# selects a compiler other than gcc.
kmake()
{
	local cc=${KERNEL_CC:-${CROSS}gcc}

	if command -v ccache >/dev/null; then
		cc="ccache $cc"
		export CCACHE_DIR=${CCACHE_DIR:-$CACHE/ccache} CCACHE_MAXSIZE=3G
		export CCACHE_DEPEND=1
	fi
	KBUILD_BUILD_TIMESTAMP=@0 KBUILD_BUILD_USER=xgl KBUILD_BUILD_HOST=xgl \
		make -s ARCH="$ARCH" ${CROSS:+CROSS_COMPILE="$CROSS"} \
		CC="$cc" "$@"
}

# copy_sources DIR: copy the sources for a module build to DIR.  Objects of an earlier build stay
# there, so that only files that have changed are compiled.
copy_sources()
{
	local made

	made=(--filter='P *.o' --filter='P *.ko' --filter='P *.cmd' --filter='P *.mod*'
	      --filter='P Module.symvers' --filter='P modules.order')
	mkdir -p "$1"
	(cd "$TOP" && rsync -aR --delete --prune-empty-dirs "${made[@]}" \
		--exclude='*.mod.c' --include='*/' --include='*.[chS]' --include='*.mk' \
		--include=Kbuild --exclude='*' ./Kbuild ./include ./drivers ./tools/testing "$1/")
}

# settle DIR NAME: make a link to DIR, with a path that is the same for every checkout, so that
# ccache finds the objects; sets PLACE to the path of the link. The link is locked until the script
# ends.
settle()
{
	lock "place-$2"
	PLACE=$CACHE/place/$2
	mkdir -p "$CACHE/place"
	ln -sfn "$1" "$PLACE"
}

# put FILE DIR: copy a file to DIR, and replace an older one in one step, because another process
# may be reading it.
put()
{
	cp "$1" "$2/.new"
	mv "$2/.new" "$2/$(basename "$1")"
}

# Options of make for modules that tests load: without debug information, which no test needs, they
# compile faster and are a tenth of the size.
NO_DEBUG_INFO=(CONFIG_DEBUG_INFO= CONFIG_DEBUG_INFO_BTF_MODULES=)

# build_modules HEADERS SOURCE OUT: build all modules of SOURCE, copy them to OUT.
build_modules()
{
	local log=$2/build.log ko

	settle "$2" "$VARIANT-${2##*/}"
	kmake -C "$1" M="$PLACE" -j"$(nproc)" KCFLAGS="${MODULE_CFLAGS:-}" \
		"${NO_DEBUG_INFO[@]}" modules >"$log" 2>&1 || {
		tail -n 30 "$log" >&2
		die "the modules did not build for ${VARIANT}"
	}
	cat "$log" >&2
	find "$2" -name '*.ko' | while read -r ko; do
		put "$ko" "$3"
	done
}
