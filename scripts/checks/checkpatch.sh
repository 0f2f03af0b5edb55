#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# checkpatch.sh -- checkpatch --strict on every C file, with the exceptions below.  An
# exception that is not used is a failure too.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# type, files, reason
exceptions()
{
	cat <<-'END'
	MACRO_ARG_REUSE                   *                             a guess: every min() of ours is given plain values
	LINE_SPACING                      include/abi/*.h               an assertion stands right below its struct
	COMPLEX_MACRO                     */core/guc_facts.h            the list of facts is an X macro
	NEW_TYPEDEFS                      */core/guc_facts.h            a column of that list is a type's name
	MACRO_ARG_UNUSED                  */core/guc_facts.h            who walks the list takes every column
	COMPLEX_MACRO                     */layout/xel_fields.h         the list of fields is one as well
	MACRO_ARG_UNUSED                  */layout/xel_*                likewise
	MACRO_ARG_UNUSED                  */xgl_replay_attrs.c          the same
	LINUX_VERSION_CODE                */xgl_compat.h                what it is there for
	CONSTANT_COMPARISON               */xgl_compat.h                a version's macro looks like a constant
	MACRO_ARG_UNUSED                  */fuzz/fuzz_facts.c           the same
	MACRO_ARG_UNUSED                  */fuzz/fuzz_btf.c             the same
	MULTISTATEMENT_MACRO_USE_DO_WHILE */core/guc_facts.h            it makes the members of a struct
	MULTISTATEMENT_MACRO_USE_DO_WHILE */fuzz/fuzz_facts.c           it makes the statements of a function
	TRAILING_SEMICOLON                */core/guc_facts.h            members end with one
	TRAILING_SEMICOLON                */fuzz/fuzz_facts.c           statements end with one
	MACRO_ARG_PRECEDENCE              */fuzz/fuzz_facts.c           a member's name cannot be in parentheses
	MACRO_ARG_PRECEDENCE              */core/guc_hwconfig.c         nor this one
	MACRO_ARG_PRECEDENCE              */xgl_xe_facts.c              nor this one
	PREFER_KERNEL_TYPES               */user/names.h                   this is where u32 comes from
	PREFER_DEFINED_ATTRIBUTE_MACRO    */user/names.h                   this is where __printf comes from
	PREFER_DEFINED_ATTRIBUTE_MACRO    tools/*                       the kernel's names for them are not there
	ARRAY_SIZE                        */bench/benchread.c           nor this one
	CAMELCASE                         @(*/fuzz/*|*/device/fuzz.c|*/input/*|*/shared/*|*/layout/elf_file.c|*/export/perfetto*|*/collect/pack.c|*/library/*|*/examples/*) names of libraries and of <inttypes.h>; one exception, since checkpatch reports a name once in a run
	LONG_LINE_STRING                  */report/summary*.c           a sentence is searched for in one piece
	LONG_LINE_STRING                  */explain/@(sentences_*|known).c  the same
	LONG_LINE                         */explain/@(sentences_*|state_captures).c  the same, before a "?" or ":"
	LONG_LINE                         */guclog/dump_batch.c         the same
	STATIC_CONST_CHAR_ARRAY           */fuzz/fuzz_@(state|witness).c   the members of a dump are not const
	LONG_LINE_STRING                  */guclog/@(cmd|info|decode|dump|convert|events)_*.c  the same
	LONG_LINE_STRING                  */guclog/@(collect|top)/*     the same
	LONG_LINE_STRING                  */report/data_log.c           the same
	LONG_LINE_STRING                  @(*/input/@(armor|input|inputs)|*/layout/type_file).c  the same
	LONG_LINE                         */input/filter.c              the same
	COMPLEX_MACRO                     */input/filter.h              rows of a table, not an expression
	COMPLEX_MACRO                     */util/options.h              the same
	VOLATILE                          */util/file_out.c             a signal handler reads it
	VOLATILE                          */guclog/@(collect/watch|top/screen).c  the same
	CAMELCASE                         */guest/clients/*             names of Vulkan, EGL, GL and OpenCL
	SPLIT_STRING                      */guest/clients/*             the text of a shader
	EMBEDDED_FUNCTION_NAME            */guest/clients/*             a word of a message
	SPACING                           */guest/clients/vk.c          a loop whose body is one literal
	VOLATILE                          */hardware-check/*            the GPU or a signal handler writes it
	LONG_LINE_STRING                  */hardware-check/*            the text of a line of the page
	VOLATILE                          */gpu/guest/exec.c            the GPU writes it
	AVOID_EXTERNS                     */host/library/memory.c       glibc has them, but no header of it
	AVOID_EXTERNS                     */host/library/arena.c        the linker makes them (--wrap)
	MACRO_ARG_UNUSED                  */libguclog/facts.c           the rows of a list, of which it uses some
	TRAILING_SEMICOLON                */libguclog/facts.c           each row is a declaration
	AVOID_EXTERNS                     */tests/xe_bus_kunit.c        the suite includes the file that it tests
	MACRO_ARG_UNUSED                  */tests/@(record|watch|xe_bus)_kunit.c  and replaces functions by nothing
	MACRO_ARG_UNUSED                  */xgl_compat.h                older kernels take fewer arguments
	OPEN_ENDED_LINE                   */xgl_trace.h                 the form of all trace headers
	PARENTHESIS_ALIGNMENT             */xgl_trace.h                 the same
	END
}

# One line for each message, FILE:LINE: KIND:TYPE: text.  Runs in a scratch folder,
# because checkpatch creates a file there and does not delete it.
say_checkpatch()
{
	local dir=$WORK/tree

	rm -rf "$dir"
	mkdir "$dir"
	ln -s "$TOP"/* "$dir/"
	(cd "$dir" && "$LINUX/scripts/checkpatch.pl" --no-tree --strict --terse \
		--show-types --no-summary --max-line-length=100 -f "$@" 2>&1)
}

# judge FILE: print its messages that no exception covers; note the exceptions used.
judge()
{
	local f=$1 type line bad=0

	while read -r line; do
		type=$(sed -nE 's/^[^ ]+ (ERROR|WARNING|CHECK):([A-Z_]+):.*/\2/p' <<<"$line")
		if excepted "$f" "$type"; then
			echo "$RULE" >>"$WORK/used"
		else
			echo "$line"
			bad=1
		fi
	done < <(grep -F "$f:" "$WORK/all")
	return $bad
}

# excepted FILE TYPE: sets RULE to the exception's number.
excepted()
{
	local type files

	RULE=0
	while read -r type files _; do
		RULE=$((RULE + 1))
		# shellcheck disable=SC2053
		[ "$type" != "$2" ] || [[ $1 != $files ]] || return 0
	done < <(exceptions)
	return 1
}

is_used()
{
	grep -qx "$1" "$WORK/used" || { echo "no file needs exception $1: $2"; return 1; }
}

LINUX=$(linux_source) || exit 2
FILES=$(c_files | tr '\n' ' ')
: >"$WORK/used"
# shellcheck disable=SC2086
remembered checkpatch $FILES >"$WORK/all"
for f in $FILES; do
	expect "$f" judge "$f"
done
n=0
while read -r line; do
	n=$((n + 1))
	expect "exception $n" is_used "$n" "$line"
done < <(exceptions)
result
