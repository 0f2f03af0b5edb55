#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# dist.sh [DIR] -- write a tarball of the source of the last commit to DIR, build/dist by
# default.  The same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
dir=${1:-build/dist}
version=$(sed -n 's/^.define GUC_VERSION[[:space:]]*"\(.*\)"/\1/p' drivers/xe_guclog/core/guc_version.h)
name=xe-guclog-$version

git rev-parse --verify -q HEAD >/dev/null 2>&1 || {
	echo "dist: this is not a checkout of git, so the source is a tarball already" >&2
	exit 2
}
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
	echo "dist: changes that are not committed are left out" >&2
mkdir -p "$dir"
# git archive sorts the files and gives each of them the time of the commit and the same owner, so
# the tarball depends only on the commit.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD |
	xz -T1 -6 >"$dir/$name.tar.xz.new"
mv "$dir/$name.tar.xz.new" "$dir/$name.tar.xz"
(cd "$dir" && sha256sum "$name.tar.xz")
