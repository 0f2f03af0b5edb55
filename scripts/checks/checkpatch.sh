#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# checkpatch.sh [--recent] -- run checkpatch --strict on every C file, and fail if it prints a
# message that none of the exceptions below permits, or if an exception is not needed.  With
# --recent, check only kernel code, the public headers, and the files that the last 20 commits or
# the working tree changed; if the history is shorter, check every file.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# exceptions: print the table of exceptions, with a type of message, a pattern for the names of the
# files in which this type is permitted, and the reason
exceptions()
{
	cat <<-'END'
	MACRO_ARG_REUSE                   *                             only a problem for arguments with side effects, and the callers use none
	LINE_SPACING                      include/abi/*.h               an assertion directly follows its struct
	COMPLEX_MACRO                     */core/guc_facts.h            the list of facts is an X macro
	NEW_TYPEDEFS                      */core/guc_facts.h            one column of the list is the name of a type
	MACRO_ARG_UNUSED                  */core/guc_facts.h            a user of the list names all its columns
	COMPLEX_MACRO                     */layout/xel_fields.h         the list of fields is an X macro
	MACRO_ARG_UNUSED                  */layout/xel_*                a user of the list names all its columns
	MACRO_ARG_UNUSED                  */xgl_replay_attrs.c          a user of the list names all its columns
	LINUX_VERSION_CODE                */xgl_compat.h                the only file that depends on the version
	CONSTANT_COMPARISON               */xgl_compat.h                KERNEL_VERSION() looks like a constant
	MACRO_ARG_UNUSED                  */fuzz/fuzz_facts.c           a user of the list names all its columns
	MACRO_ARG_UNUSED                  */fuzz/fuzz_btf.c             a user of the list names all its columns
	MULTISTATEMENT_MACRO_USE_DO_WHILE */core/guc_facts.h            the macro expands to the members of a struct
	MULTISTATEMENT_MACRO_USE_DO_WHILE */fuzz/fuzz_facts.c           the macro expands to the statements of a function
	TRAILING_SEMICOLON                */core/guc_facts.h            members end with one
	TRAILING_SEMICOLON                */fuzz/fuzz_facts.c           statements end with one
	MACRO_ARG_PRECEDENCE              */fuzz/fuzz_facts.c           a member's name cannot be in parentheses
	MACRO_ARG_PRECEDENCE              */core/guc_hwconfig.c         a member's name cannot be in parentheses
	MACRO_ARG_PRECEDENCE              */xgl_xe_facts.c              a member's name cannot be in parentheses
	PREFER_KERNEL_TYPES               */user/names.h                   it defines u32
	PREFER_KERNEL_TYPES               gpu/device/types.h               it defines u32
	COMPLEX_MACRO                     gpu/device/dialect.h             rows of a table, not an expression
	MACRO_ARG_UNUSED                  gpu/device/dialect*              a user of the list names all its columns
	PREFER_DEFINED_ATTRIBUTE_MACRO    */user/names.h                   it defines __printf
	PREFER_DEFINED_ATTRIBUTE_MACRO    tools/*                       userspace has no such macros
	ARRAY_SIZE                        */bench/benchread.c           userspace has no such macro
	CAMELCASE                         @(*/fuzz/*|*/device/fuzz.c|*/base/unpack_*|*/read/*|*/shared/*|*/layout/elf_file.c|*/export/perfetto*|*/collect/pack.c|*/library/*|*/examples/*) names of libraries and of <inttypes.h>; one row for all files, since checkpatch reports a name only in the first file that has it
	LONG_LINE_STRING                  */report/summary*.c           a sentence in one piece can be found with grep
	LONG_LINE_STRING                  */explain/@(sentences_*|known|fault_address|fault_trace|advice).c  a sentence in one piece can be found with grep
	LONG_LINE                         */explain/@(sentences_*|state_captures).c  a sentence in one piece, after the "?" or ":" of an expression
	LONG_LINE                         */verbs/dump_batch.c         a sentence in one piece, after the "?" or ":" of an expression
	STATIC_CONST_CHAR_ARRAY           */fuzz/fuzz_@(state|witness).c   the members of a dump are not const
	LONG_LINE_STRING                  */guclog/@(verbs|messages)/*    a sentence in one piece can be found with grep
	LONG_LINE_STRING                  */guclog/@(collect|top|output)/* a sentence in one piece can be found with grep
	LONG_LINE                         @(*/verbs/filter|*/messages/words).c              a sentence in one piece can be found with grep
	COMPLEX_MACRO                     */verbs/filter.h              rows of a table, not an expression
	COMPLEX_MACRO                     */base/options.h              rows of a table, not an expression
	VOLATILE                          */base/file_out.c             a signal handler reads it
	VOLATILE                          */guclog/@(collect/watch|top/screen).c  a signal handler reads or writes it
	SPACING                           */bpf/guclog.bpf.c            SEC() before a function looks like a call
	VOLATILE                          */bpf/guclog-bpf.c            a signal handler writes it
	CAMELCASE                         */guest/clients/*             names of Vulkan, EGL, GL and OpenCL
	SPLIT_STRING                      */guest/clients/*             the text of a shader
	EMBEDDED_FUNCTION_NAME            */guest/clients/*             a word of a message is also the name of a function
	SPACING                           */guest/clients/vk.c          a loop whose body is one literal
	VOLATILE                          */hardware-check/*            the GPU or a signal handler writes it
	LONG_LINE_STRING                  */hardware-check/*            the text of a line of the page
	VOLATILE                          */gpu/guest/exec.c            the GPU writes it
	AVOID_EXTERNS                     */host/library/memory.c       glibc has these functions, and no header declares them
	AVOID_EXTERNS                     */host/library/arena.c        the linker defines these functions (--wrap)
	MACRO_ARG_UNUSED                  */model/facts.c               it does not use all columns of the list
	TRAILING_SEMICOLON                */model/facts.c               each row is a declaration
	AVOID_EXTERNS                     */tests/xe_bus_kunit.c        the suite includes the file that it tests
	MACRO_ARG_UNUSED                  */tests/@(record|saver|trigger|xe_bus)_kunit.c  stubs of functions
	MACRO_ARG_UNUSED                  */xgl_compat.h                older kernels take fewer arguments
	OPEN_ENDED_LINE                   */xgl_trace.h                 the form of all trace headers
	PARENTHESIS_ALIGNMENT             */xgl_trace.h                 the form of all trace headers
	END
}

# say_checkpatch FILE...: print a line "FILE:LINE: KIND:TYPE: text" for each message.  checkpatch
# runs in a scratch folder with links to the sources, because it writes a file to the current
# folder.
say_checkpatch()
{
	local dir=$WORK/tree

	rm -rf "$dir"
	mkdir "$dir"
	ln -s "$TOP"/* "$dir/"
	(cd "$dir" && "$LINUX/scripts/checkpatch.pl" --no-tree --strict --terse \
		--show-types --no-summary --max-line-length=100 -f "$@" 2>&1)
}

# judge FILE: print the messages about FILE that no exception covers, and fail if there is one.
# Write the numbers of the exceptions that were used to $WORK/used.
judge()
{
	local f=$1 line bad=0

	while read -r line; do
		if [[ $line =~ ^[^\ ]+\ (ERROR|WARNING|CHECK):([A-Z_]+): ]] &&
		   excepted "$f" "${BASH_REMATCH[2]}"; then
			echo "$RULE" >>"$WORK/used"
		else
			echo "$line"
			bad=1
		fi
	done <<<"${SAID[$f]}"
	return $bad
}

# excepted FILE TYPE: true if an exception covers messages of this type about the file; the variable
# RULE then has the number of the exception.
excepted()
{
	local type files

	for RULE in "${!RULES[@]}"; do
		read -r type files _ <<<"${RULES[RULE]}"
		# shellcheck disable=SC2053
		[ "$type" != "$2" ] || [[ $1 != $files ]] || return 0
	done
	return 1
}

# recent: list the C files that --recent checks, see the beginning of this file
recent()
{
	local repo=(git -c "safe.directory=$TOP")

	"${repo[@]}" diff --name-only HEAD~20 -- >"$WORK/changed" 2>&1 || { c_files; return; }
	"${repo[@]}" ls-files -o --exclude-standard >>"$WORK/changed"
	tracked drivers include tools/testing/guest >>"$WORK/changed"
	c_files | grep -Fxf "$WORK/changed"
}

is_used()
{
	grep -qx "$1" "$WORK/used" || { echo "no file needs this exception: $2"; return 1; }
}

LINUX=$(linux_source) || exit 2
case ${1:-} in
--recent) FILES=$(recent | tr '\n' ' ') ;;
'')	FILES=$(c_files | tr '\n' ' ') ;;
*)	die "usage: checkpatch.sh [--recent]" ;;
esac
: >"$WORK/used"
mapfile -t RULES < <(exceptions)
# shellcheck disable=SC2086
remembered checkpatch $FILES >"$WORK/all"
declare -A SAID=()
while read -r line; do
	SAID[${line%%:*}]+=${SAID[${line%%:*}]:+$'\n'}$line
done <"$WORK/all"
for f in $FILES; do
	if [ -n "${SAID[$f]:-}" ]; then
		expect "$f" judge "$f"
	else
		PASSED=$((PASSED + 1))
	fi
done
for n in "${!RULES[@]}"; do
	[ $# = 0 ] || break
	expect "exception $((n + 1))" is_used "$n" "${RULES[n]}"
done
result
