# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guclog check.

t_check_image()
{
	cp "$CORPUS/real-words.img" img
	g check img
	line out 'img: fine: GuC log image, LIC 1.0, 3276 entries, wrapped, oldest first, 1.0 MiB'
	g check -q img
	empty out
	# write_ptr of the event data
	poke img 12 01 00 01 00
	rc 1 g check -q img
	line out 'img: event data at 0xc: write_ptr is 0x10001, expected at most 0x10000'
	line out 'img: event data at 0xc: write_ptr is 0x10001, expected a multiple of 0x4'
	[ "$(wc -l <out)" = 2 ]
}

t_check_corpus_images()
{
	local n got

	know_faults
	for n in $(names img); do
		got=0
		"$GUCLOG" check -q --as image "$CORPUS/$n.img" >>out || got=$?
		[ $got = "${FAULTS[$n]:-0}" ]
	done
	told img out '' .img
}

t_check_lfd()
{
	cp "$CORPUS/real-words.lfd" lfd
	g check lfd
	says out 'lfd: fine: LFD 1.0, 8 blocks, 6'
	empty err
}

# What the writer has told is told again; nothing else is found in its files.
t_check_corpus_lfds()
{
	local n got

	know_faults
	for n in $(names lfd); do
		got=0
		"$GUCLOG" check -q "$CORPUS/$n.lfd" >>out || got=$?
		[ $got = "${FAULTS[$n]:-0}" ]
	done
	sed -n 's/ told in HOST_COMMENT at 0x[0-9a-f]*: fault=/ /p' out >again
	told lfd again '' .lfd
	rc 1 grep -v -e ' told in HOST_COMMENT ' -e ' is missing$' out
}

t_check_lfd_missing_blocks()
{
	# The header and nothing behind it.
	head -c 12 "$CORPUS/real-words.lfd" >lfd
	rc 1 g check lfd
	line out 'lfd: required block 0x0001 FW_VERSION is missing'
	line out 'lfd: required block 0x0005 BUILD_PLATFORM_ID is missing'
	line out 'lfd: required block 0x4000 OS_ID is missing'
	[ "$(wc -l <out)" = 6 ]
	# Without the first block, of 12 bytes.
	{ cat lfd; tail -c +25 "$CORPUS/real-words.lfd"; } >lfd1
	rc 1 g check lfd1
	line out 'lfd1: required block 0x0001 FW_VERSION is missing'
	[ "$(wc -l <out)" = 1 ]
}

# mangled OFFSET BYTES WHAT WHERE: one sentence, and the block it is in.
mangled()
{
	cp "$CORPUS/real-words.lfd" lfd
	# shellcheck disable=SC2086
	poke lfd "$1" $2
	rc 1 g check --as lfd lfd
	line out "lfd: $3"
	[ -z "$4" ] || line out "lfd: this is $4"
}

t_check_lfd_mangled()
{
	local full=$CORPUS/real-words.lfd count left

	left=$(printf '0x%x' $((($(stat -c %s "$full") - 0x50) / 4)))
	count=0x10000$(od -An -tx1 -j 76 -N 1 "$full" | tr -d ' ')
	mangled 0 ff 'LFD at 0x0: magic is 0x8086aaaa474c53ff, expected 0x8086aaaa474c5346' ''
	mangled 10 02 'LFD at 0x8: version is 0x20000, expected major 0x1' ''
	mangled 24 87 'LFD at 0x18: block header is 0x28087, expected magic 0x8086' \
		'behind block 1, 0x0001 FW_VERSION at 0xc'
	mangled 14 02 'LFD at 0x18: second block of type 0x2' \
		'in block 2, 0x0002 GUC_DEVICE_ID at 0x18'
	mangled 16 02 'LFD at 0x10: data_count is 0x2, expected 0x1' \
		'in block 1, 0x0001 FW_VERSION at 0xc'
	mangled 79 01 "LFD at 0x4c: data_count is $count, expected at most $left" \
		'in block 6, 0x4000 OS_ID at 0x48'
}

# Where a file can end without a fault: behind its header and each block.
t_check_lfd_truncated()
{
	local full=$CORPUS/not-wrapped.lfd end len

	for end in 12 24 36 48; do
		for len in $((end - 1)) "$end" $((end + 1)); do
			head -c $len "$full" >lfd
			rc 1 g check lfd
			if [ "$len" = "$end" ]; then
				says out ' is missing'
			else
				says out 'lfd: LFD at 0x'
			fi
		done
	done
	for len in 1 4 7 8 11; do
		head -c $len "$full" >lfd
		rc 1 g check lfd
		line out "lfd: LFD at 0x0: length is 0x$(printf %x $len), expected at least 0xc"
	done
}

t_check_asic()
{
	local form

	for form in v1 v3 packed rdf; do
		g asic --facts "$CORPUS/real-words.facts" --to $form -o $form
	done
	g check v1 v3 packed rdf
	line out 'v1: fine: ASIC info version 1, 568 bytes'
	line out 'v3: fine: ASIC info version 3, 608 bytes'
	line out 'packed: fine: ASIC info version 1, packed, 558 bytes'
	line out 'rdf: fine: RDF file with ASIC info version 1, 664 bytes'
	poke v1 102 01
	rc 1 g check v1
	says out 'v1: ASIC info at 0x66: padding is 0x1, expected 0x0'
	poke rdf 8 02
	rc 1 g check rdf
	says out 'rdf: RDF at 0x8: version is 0x2, expected 0x3'
}

t_check_unknown_form()
{
	head -c 1000 /dev/zero >zeroes
	fails check zeroes
	line err 'guclog: zeroes: neither a GuC log, LFD file, ASIC info nor RDF file'
	: >nothing
	fails check nothing
	line err 'guclog: nothing: is empty'
	rc 1 g check --as image zeroes
	says out 'zeroes: state page at 0x0: length is 0x3e8, expected at least 0x1000'
	rc 1 g check --as lfd nothing
	rc 1 g check --as asic zeroes
	rc 1 g check --as rdf nothing
}

t_check_worst_of_several()
{
	local good=$CORPUS/real-words.img bad=$CORPUS/page-only.img

	rc 0 g check "$good" "$good"
	rc 1 g check "$bad" "$good"
	rc 2 g check missing "$bad" "$good"
	says out "$good: fine: "
	says out "$bad: "
	line err 'guclog: missing: No such file or directory'
}

t_check_usage()
{
	usage_error check
	usage_error check --as nothing "$CORPUS/real-words.img"
	usage_error check --nothing
}
