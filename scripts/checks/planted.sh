#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# planted.sh -- negative control of the static checks: add faults to a copy of the sources, at least
# one for each check; each check must fail and name its fault.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
COPY=$WORK/copy

copy()
{
	tracked .gitignore Kbuild debian/copyright include drivers scripts tools/testing/guest tools/libguclog/guclog.map \
		tools/libguclog/python | grep -v '/tests/' | copy_to "$COPY"
	git -C "$COPY" init -q
}

plant()
{
	cat >>"$COPY/drivers/xe_guclog/core/guc_text.c" <<-'END'

	u32 planted(__le32 value);
	u32 planted(__le32 value)
	{
		int unused = 1;

		switch(value) {
		case 1:
			break;
					};
		return value;
	}

	/**
	 * planted_doc() - a parameter without a description
	 */
	void planted_doc(u32 value);
	END
	{
		printf '\nstatic inline void planted_long(int *p)\n{\n'
		yes '	(*p)++;' | head -n 61
		echo '}'
		printf '\nint guc_planted_unused(void)\n{\n\treturn 0;\n}\n'
	} >"$COPY/drivers/xe_guclog/core/guc_long.c"
	echo 'struct planted { u32 member; };' >"$COPY/include/abi/guc_planted_abi.h"
	mkdir -p "$COPY/tools/guclog/planted" "$COPY/tools/libguclog" "$COPY/tools/shared"
	: >"$COPY/tools/guclog/planted/verb.h"
	echo '#include "planted/verb.h"' >"$COPY/tools/libguclog/planted.c"
	: >"$COPY/tools/libguclog/inside.h"
	echo '#include "inside.h"' >"$COPY/tools/guclog/planted.c"
	echo '#include "inside.h"' >"$COPY/tools/shared/planted.c"
	# shellcheck disable=SC2016
	echo 'for f in $(ls); do rm $f; done ' >"$COPY/scripts/planted.sh"
	echo 'import os' >"$COPY/scripts/planted.py"
	echo '.Planted' >"$COPY/drivers/planted.1"
	git -C "$COPY" add -A
}

# red CHECK PATTERN ARG...: run a check with these arguments in the copy; it must fail and print a
# line that matches PATTERN.
red()
{
	local name=$1 pattern=$2 log=$WORK/$1.log
	shift 2

	if (cd "$COPY" && env -u XGL_BUILD "scripts/checks/$name".* "$@") >"$log" 2>&1; then
		echo "$name is green"
		return 1
	fi
	grep -qE "$pattern" "$log" || {
		echo "$name does not name the fault"
		tail -n 20 "$log"
		return 1
	}
}

copy || exit 2
plant
expect headers red headers "FAIL gcc include/abi/guc_planted_abi.h"
expect shell red shell "FAIL scripts/planted.sh"
expect python red python "planted.py:1.*'os' imported but unused"
expect man red man "FAIL drivers/planted.1"
expect tree red tree "planted.sh: not true: has_licence"
expect space red tree "planted.sh: not true: no_stray_space"
expect kernel-doc red kernel-doc "planted\(\) has no kernel-doc"
expect parse red kernel-doc "guc_text.c:[0-9]+: .*'value' not described in 'planted_doc'"
expect checkpatch red checkpatch "guc_text.c:[0-9]+: ERROR:SPACING"
expect clang-format red clang-format "guc_text.c:[0-9]+: indentation of ."
expect cocci red cocci "guc_text.c.*Unneeded semicolon" semicolon
expect prefixes red prefixes "^planted$"
expect structure red structure "guc_long.c:2: 61 lines: static inline void planted_long"
expect library red structure "planted.c: the library includes planted/verb.h of the command"
expect internal red structure "the command includes inside.h, which is inside the library"
expect shared red structure "shared/planted.c: the shared code includes inside.h"
expect unused red structure "guc_planted_unused\(\) is not called"
expect gcc-w1 red module-w1 "guc_text.c:.*unused variable" gcc
expect sparse red sparse "guc_text.c:.*(restricted|incorrect type)"
result
