# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guclog convert.

# Every image of the corpus, against what the independent writer expects; each
# fault told, and the exit status.
corpus_is_same()
{
	local n nr=0 got

	know_faults
	for n in $(names "$1"); do
		got=0
		"$GUCLOG" convert --facts "$CORPUS/$n.facts" --to "$1" \
			"$CORPUS/$n.img" >out 2>>err || got=$?
		[ $got = "${FAULTS[$n]:-0}" ]
		cmp out "$CORPUS/$n.$1"
		nr=$((nr + 1))
	done
	told "$1" err 'guclog: ' .img
	[ $nr -gt $((100 / EVERY)) ]
}

t_convert_corpus_lfd()		{ corpus_is_same lfd; }
t_convert_corpus_state()	{ corpus_is_same state; }
t_convert_corpus_info()		{ corpus_is_same info; }

# A file's own comments are facts enough to make it again.
t_convert_facts_of_lfd()
{
	local n nr=0

	for n in $(names lfd); do
		"$GUCLOG" convert --facts "$CORPUS/$n.lfd" "$CORPUS/$n.img" \
			>out 2>/dev/null || [ $? = 1 ]
		cmp out "$CORPUS/$n.lfd" || { echo "$n"; return 1; }
		nr=$((nr + 1))
	done
	[ $nr -gt $((100 / EVERY)) ]
	head -c 100 "$CORPUS/real-words.lfd" >short
	fails convert --facts short "$CORPUS/real-words.img"
}

t_convert_raw_is_the_image()
{
	g convert --to raw "$CORPUS/d01-wrapped.img"
	cmp out "$CORPUS/d01-wrapped.img"
	empty err
}

t_convert_stdin_stdout()
{
	"$GUCLOG" convert --facts "$CORPUS/real-words.facts" - \
		<"$CORPUS/real-words.img" >out
	cmp out "$CORPUS/real-words.lfd"
	# shellcheck disable=SC2002
	cat "$CORPUS/real-words.img" |
		"$GUCLOG" convert --facts "$CORPUS/real-words.facts" -o - - |
		cmp - "$CORPUS/real-words.lfd"
}

t_convert_more_faults_than_listed()
{
	g convert --to state "$CORPUS/real-words.img"
	head -c 4096 /dev/zero | tr '\0' '\377' >ones
	rc 1 g convert --to state ones
	says out faults_not_listed=
	says err ' more faults'
}

t_convert_empty_image()
{
	: >img
	rc 1 g convert img -o lfd
	says err 'img: state page at 0x0: length is 0x0, expected at least 0x1000'
	rc 1 g check lfd
	g list lfd
	says out 'fault=state page at 0x0'
}

t_convert_without_facts()
{
	g convert "$CORPUS/not-wrapped.img" -o lfd
	g list lfd
	line out '    source=image'
	g convert --to info "$CORPUS/not-wrapped.img"
	line out source=image
	line out "log_bytes=$(stat -c %s "$CORPUS/not-wrapped.img")"
	mv out facts
	g convert --facts facts "$CORPUS/not-wrapped.img"
	cmp out lfd
}

t_convert_gt_picks_the_facts()
{
	g convert --facts "$CORPUS/facts-2-gts.facts" --gt 1 \
		"$CORPUS/facts-2-gts.img"
	cmp out "$CORPUS/facts-2-gts.gt1.lfd"
	printf '%s\n' kernel=6.1 gt=0 log_level=1 '' gt=1 log_level=3 >facts
	g convert --facts facts "$CORPUS/empty.img" -o a
	g convert --facts facts --gt 0 "$CORPUS/empty.img" -o b
	g convert --facts facts --gt 1 "$CORPUS/empty.img" -o c
	cmp a b
	rc 1 cmp -s a c
	g list c
	line out '    log_level=3'
	rc 1 says out '    log_level=1'
	fails convert --facts facts --gt 2 "$CORPUS/empty.img"
	says err 'facts: no gt=2'
	fails convert --facts facts --gt x "$CORPUS/empty.img"
	says err "--gt x: not a number"
}

t_convert_notes()
{
	g convert --note a=1 --note 'b=two words' "$CORPUS/empty.img" -o lfd
	g list lfd
	line out '    a=1'
	line out '    b=two words'
	[ "$(tail -n 1 out)" = '    b=two words' ]
	usage_error convert --note nokey "$CORPUS/empty.img"
	usage_error convert --note =1 "$CORPUS/empty.img"
	usage_error convert --note $'a=1\nb=2' "$CORPUS/empty.img"
	usage_error convert --note $'a=\xc3\xa4' "$CORPUS/empty.img"
	usage_error convert --to state --note a=1 "$CORPUS/empty.img"
}

t_convert_usage()
{
	usage_error convert
	usage_error convert a b
	usage_error convert --to nothing "$CORPUS/empty.img"
	usage_error convert --to
	usage_error convert --nothing
	# An image does not know its GT.
	fails convert --gt 0 "$CORPUS/empty.img"
	says err 'empty.img: has no log of GT 0, only of a GT that is not known'
}

t_convert_other_forms()
{
	# An LFD file is passed on as it is.
	g convert "$CORPUS/real-words.lfd"
	cmp out "$CORPUS/real-words.lfd"
	g asic --facts "$CORPUS/empty.facts" --to rdf -o rdf
	fails convert rdf
	mkdir dir
	fails convert dir
	says err 'guclog: dir: no GuC log in it'
}

t_facts_file_forms()
{
	local img=$CORPUS/empty.img

	printf '# comment\n\nunknown_key=1\nplatform=BATTLEMAGE\ngt=0' >facts
	g convert --to info --facts facts "$img"
	printf 'writer=xe_guclog 0.1.0\nplatform=BATTLEMAGE\ngt=0\n' | cmp - out
	# A fact of a GT without gt= is of a GT without a number.
	printf 'log_level=2\nplatform=X\n' >facts
	g convert --to info --facts facts "$img"
	printf 'writer=xe_guclog 0.1.0\nplatform=X\nlog_level=2\n' | cmp - out
	fails convert --facts facts --gt 0 "$img"
}

t_facts_file_errors()
{
	local img=$CORPUS/empty.img

	printf 'platform=X\npci_id=80860\n' >facts
	fails convert --facts facts "$img" -o lfd
	line err 'guclog: facts: line 2: pci_id: malformed value'
	printf 'platform=X\n\nnonsense\n' >facts
	fails convert --facts facts "$img"
	line err "guclog: facts: line 3: nonsense: no '='"
	printf 'platform=X\nplatform=Y\n' >facts
	fails convert --facts facts "$img"
	line err 'guclog: facts: line 2: platform: second value'
	printf 'gt=1\ngt=1\n' >facts
	fails convert --facts facts "$img"
	line err 'guclog: facts: line 2: gt: this GT was there before'
	printf 'gt=one\n' >facts
	fails convert --facts facts "$img"
	printf 'platform=\n' >facts
	fails convert --facts facts "$img"
	printf 'platform=a\0b\n' >facts
	fails convert --facts facts "$img"
	fails convert --facts missing "$img"
	line err 'guclog: missing: No such file or directory'
	only err facts out
}

# A time from before the boot has one sign, in front.
t_info_before_boot()
{
	sed 's/^anchor_boottime_ns=.*/anchor_boottime_ns=1000/' \
		"$CORPUS/real-words.facts" >facts
	g convert --facts facts "$CORPUS/real-words.img" -o lfd
	g info lfd
	grep -qE 'newest .* before the capture, -[0-9]+\.[0-9]{6} s after boot' out
}
