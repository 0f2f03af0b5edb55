#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# debian_packages.sh [--scripts|--short] -- build the Debian packages of the checkout, check them with
# lintian, and install them into a minimal Debian in a chroot.  There, run the command guclog on a
# log, build programs with the library, and let DKMS build the module with the headers of Debian's
# 6.12.  Then purge the packages, and check that they leave no file.  --short ends after lintian.
# --scripts builds only the packages without compiled programs, and only checks that the maintainer
# scripts stop, restart and forget the systemd units.  Prints KTAP.
# shellcheck disable=SC2317	# functions are called through expect()
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$here/../../..")
BUILD=${XGL_BUILD:-$TOP/build}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog
work=$BUILD/packages
KERNEL=6.12-amd64
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export LC_ALL=C.UTF-8

short='' scripts=''
case ${1:-} in
--short) short=yes ;;
--scripts) scripts=yes work=$work-scripts ;;
esac

. "$TOP/tools/testing/ktap.sh"

# expect NAME COMMAND...: run a command as one test case; true if it passed
expect()
{
	local failed=$KTAP_FAILED

	ktap_case "packages: $1" "${@:2}"
	[ "$failed" = "$KTAP_FAILED" ]
}

finish()
{
	ktap_end
	exit
}

# sources: copy the files that git tracks to another folder. dpkg-buildpackage writes the packages
# into the parent folder of the source, and that of the checkout must not change.
sources()
{
	rm -rf "$work/tree"
	mkdir -p "$work/tree/src"
	git -C "$TOP" ls-files -z --cached |
		tar -C "$TOP" --null -T - --ignore-failed-read -cf - 2>/dev/null |
		tar -C "$work/tree/src" -xf -
}

build()
{
	(cd "$work/tree/src" && nice dpkg-buildpackage ${scripts:+-A -d} -us -uc)
}

# script NAME PATTERN: search for a command in a maintainer script of the collector's package.
script()
{
	dpkg-deb --ctrl-tarfile "$work"/tree/xe-guclog-collect_*.deb | tar -xO "./$1" | grep -E "$2"
}

# depends: check that the collector needs a guclog that is not older.
depends()
{
	dpkg-deb -f "$work"/tree/xe-guclog-collect_*.deb Depends | grep -F 'guclog (>= '
}

packages=(guclog libguclog1 libguclog-dev python3-guclog xe-guclog-collect xe-guclog-dkms)
all_there()
{
	local p

	for p in "${packages[@]}"; do
		ls "$work/tree/${p}_"*.deb || return
	done
}

# lint: run lintian on the packages, and fail for each problem that it reports, also for those of
# severity "info".
lint()
{
	# The suppressed tag demands that the changelog closes a bug report. Only packages that are
	# uploaded to Debian do this.
	lintian --tag-display-limit 0 --info --display-info \
		--fail-on error,warning,info \
		--suppress-tags initial-upload-closes-no-bugs "$work"/tree/*.changes
}

mirror()
{
	# shellcheck disable=SC2016
	apt-get indextargets --format '$(REPO_URI) $(CODENAME)' "Created-By: Packages" |
		sed 's,/ , ,' | sort -u
}

# base: make a minimal Debian of the host's release, with the packages in BASE, on which the tested
# packages and this test depend.  It is kept in the cache until one of BASE has a newer version.
BASE=(gcc libc6-dev make pkg-config dkms kmod "linux-headers-$KERNEL" libjson-c5
	libprotobuf-c1 libprotobuf-c-dev libzstd1 liblzma5 zlib1g libarchive13 libarchive-dev libjson-c-dev liblzma-dev
	libzstd-dev zlib1g-dev python3 python3-cffi-backend file man-db systemd udev zstd)

base()
{
	local uri suite lines=() stamp tar new

	while read -r uri suite; do
		lines+=("deb $uri $suite main")
	done < <(mirror)
	[ ${#lines[@]} -gt 0 ] || { echo "apt has no lists"; return 1; }
	stamp=$(apt-cache policy "${BASE[@]}" base-files |
		grep -E '^[^ ]|Candidate' | sha256sum | cut -c 1-16)
	tar=$CACHE/packages/base-$stamp.tar
	new=$CACHE/packages/new.tar
	if [ ! -e "$tar" ]; then
		mkdir -p "${tar%/*}"
		rm -rf "${tar%/*}"/base-*
		(IFS=,; printf '%s\n' "${lines[@]}" |
			nice mmdebstrap --variant=minbase --include="${BASE[*]}" \
			--dpkgopt=path-exclude=/etc/kernel/postinst.d/initramfs-tools \
			"$(. /etc/os-release && echo "$VERSION_CODENAME")" \
			"$new" -) || return 1
		mv "$new" "$tar"
	fi
	rm -rf "$root"
	mkdir -p "$root"
	tar -C "$root" -xf "$tar" --exclude='./dev/*' || return 1
	[ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
	[ -e "$root/dev/fd" ] || ln -s /proc/self/fd "$root/dev/fd"
}

# in_root COMMAND...: run a command in the chroot of the minimal Debian, in its own PID namespace
in_root()
{
	unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

bash_in_root()
{
	in_root bash -euo pipefail -c "$1"
}

# install_all: install the packages with dpkg.  It downloads nothing, so the minimal Debian must
# already have all their dependencies.
install_all()
{
	mkdir -p "$root/debs"
	cp "$work"/tree/*.deb "$root/debs/"
	rm -f "$root"/debs/*-dbgsym_*
	bash_in_root 'dpkg -i /debs/*.deb'
}

# files LIST: write the names of the files in the minimal Debian to LIST, without those that dpkg,
# apt and depmod write for any package, caches, log files, temporary files, the key that dkms makes
# once, and the files of this test.
files()
{
	(cd "$root" && find . -mindepth 2 -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt \
		-o -path ./var/cache -o -path ./var/log \) -prune -o ! -path './debs/*' \
		! -path './proc/*' ! -path './tmp/*' ! -path './var/lib/dkms/mok.*' \
		! -path './lib/modules/*/modules.*' ! -path './usr/lib/modules/*/modules.*' \
		-print) | LC_ALL=C sort >"$work/$1"
}

# nothing_left: like piuparts, check that the packages have left no file after their removal.
nothing_left()
{
	local left

	files after && [ -s "$work/before" ] && [ -s "$work/after" ] &&
		left=$(LC_ALL=C comm -13 "$work/before" "$work/after") || return
	[ -z "$left" ] || { echo "$left"; return 1; }
}

sample()
{
	python3 -B - "$root/sample.txt" "$root/sample.img" <<-'END'
	import sys
	sys.path.insert(1, 'tools/testing/host')
	import inputs
	from reference import forms
	image = inputs.complete()
	open(sys.argv[1], 'w').write(forms.devcoredump(inputs.MACHINE, inputs.held(image)))
	open(sys.argv[2], 'wb').write(image)
	END
}

program()
{
	cat >"$root/program.c" <<-'END'
	#include <guclog.h>
	#include <stdio.h>
	#include <string.h>

	static int put(void *file, const void *data, size_t len)
	{
		return fwrite(data, 1, len, file) != len;
	}

	int main(int argc, char **argv)
	{
		struct guclog *g = guclog_new(0), *made = guclog_new(0);
		const char *text;
		FILE *f = argc == 3 ? fopen(argv[2], "wb") : NULL;

		if (!f || guclog_open(g, argv[1]) || guclog_write(g, "lfd", put, f) || fclose(f))
			return 1;
		return guclog_open(made, argv[2]) ||
		       guclog_document_text(made, "check", GUCLOG_FORMAT_JSON, NULL, &text);
	}
	END
}

cd "$TOP" || exit 2
"$TOP/scripts/setup.sh" packages || exit 2
mkdir -p "$work"
expect "the source" sources || finish
expect "dpkg-buildpackage" build || finish
expect "removal stops the units" script prerm \
	'^[^#]*deb-systemd-invoke stop .*xe-guclog-watch.service'
expect "removal stops collectors" script prerm "systemctl stop 'xe-guclog-collect@"
expect "an upgrade restarts the units" script postinst \
	'^[^#]*deb-systemd-invoke .*xe-guclog-watch.service'
expect "installation starts the preparation" script postinst 'start xe-guclog-prepare.service'
expect "a purge removes the links of the units" script postrm \
	'deb-systemd-helper purge .*xe-guclog-watch.service'
expect "the collector's version of guclog" depends
if [ -n "$scripts" ]; then
	finish
fi
expect "all packages" all_there
expect "lintian" lint
if [ -n "$short" ]; then
	finish
fi
[ "$(id -u)" = 0 ] || { echo "packages: a chroot needs root"; exit 2; }

root=$work/root
expect "a clean Debian" base || finish
sample
program
files before
expect "installation" install_all || finish
# shellcheck disable=SC2016
{
expect "guclog --version" bash_in_root 'guclog --version | grep -x "guclog 0.1.0"'
expect "guclog info" bash_in_root 'guclog info /sample.txt | grep "firmware *GuC 70.44.1" >/dev/null'
expect "guclog convert and check" bash_in_root \
	'guclog convert /sample.img -o /sample.lfd && guclog check /sample.lfd'
expect "guclog decode --json" bash_in_root 'guclog decode --json /sample.txt >/events.json && grep -q boottime_ns /events.json'
expect "guclog decode --to perfetto" bash_in_root \
	'guclog decode --to perfetto -o /sample.pftrace /sample.txt && [ -s /sample.pftrace ]'
expect "packed input" bash_in_root 'xz -k /sample.txt && guclog info /sample.txt.xz | grep "in xz" >/dev/null'
expect "the manual" bash_in_root 'man -w guclog'
expect "file(1) with the magic" bash_in_root \
	'file -m /usr/share/guclog/formats/guclog.magic /sample.lfd | grep "GuC log, LFD file" >/dev/null'
expect "the tool's libraries" bash_in_root '! ldd /usr/bin/guclog | grep "not found"'
expect "a program with the shared library" bash_in_root \
	'gcc -o /program /program.c $(pkg-config --cflags --libs libguclog) &&
	 ldd /program | grep libguclog.so.1 >/dev/null && /program /sample.img /program.lfd &&
	 guclog check /program.lfd'
expect "a program with the static library" bash_in_root \
	'gcc -o /program /program.c $(pkg-config --static --cflags --libs libguclog |
		sed "s/-lguclog /-l:libguclog.a /") && ! ldd /program | grep libguclog &&
	 /program /sample.img /static.lfd && cmp /program.lfd /static.lfd'
expect "an example of the library" bash_in_root \
	'gcc -o /events /usr/share/doc/libguclog-dev/examples/events.c \
		$(pkg-config --cflags --libs libguclog) &&
	 [ "$(/events /sample.txt.xz | wc -l)" -gt 100 ]'
expect "manual pages of the library" bash_in_root 'man -w 3 guclog guclog_open guclog_events_next'
expect "the Python module" bash_in_root \
	'python3 -W error -c "import guclog; print(len([*guclog.open(\"/sample.txt.xz\").events]))" |
	 grep -E "^[0-9]{3,}$"'
expect "dkms lists the module" bash_in_root 'dkms status | grep "xe-guclog/0.1.0"'
expect "dkms builds the module" bash_in_root \
	'k=$(basename "$(echo /usr/src/linux-headers-*-amd64)") k=${k#linux-headers-}
	 dkms status -m xe-guclog -k "$k" | grep installed >/dev/null ||
	 dkms install -m xe-guclog -v 0.1.0 -k "$k" || { cat /var/lib/dkms/xe-guclog/0.1.0/build/make.log; false; }
	 m=$(find "/lib/modules/$k" -name "xe_guclog.ko*") && [ -n "$m" ] &&
	 modinfo -F vermagic "$m" | grep "^$k "'
expect "removal leaves the incidents" bash_in_root \
	'mkdir -p /var/lib/xe-guclog/incident && apt-get remove -y xe-guclog-collect &&
	 [ -d /var/lib/xe-guclog/incident ]'
expect "purge removes the incidents" bash_in_root \
	'apt-get purge -y xe-guclog-collect && [ ! -e /var/lib/xe-guclog ]'
expect "removal" bash_in_root \
	'apt-get purge -y guclog libguclog1 libguclog-dev python3-guclog xe-guclog-dkms'
}
expect "a purge leaves no file" nothing_left
rm -rf "$root"
finish
