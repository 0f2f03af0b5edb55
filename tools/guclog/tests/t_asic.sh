# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guclog asic.

FACTS=$CORPUS/real-words.facts

# Against what the independent writer expects.
asic_is_same()
{
	local n nr=0

	for n in $(names "$2"); do
		g asic --facts "$CORPUS/$n.facts" --to "$1" -o got
		cmp got "$CORPUS/$n.$2" || { echo "$n"; return 1; }
		nr=$((nr + 1))
	done
	[ $nr -gt 5 ]
}

t_asic_corpus_v1()	{ asic_is_same v1 asic_v1; }
t_asic_corpus_v3()	{ asic_is_same v3 asic_v3; }
t_asic_corpus_packed()	{ asic_is_same packed asic_packed; }
t_asic_corpus_rdf()	{ asic_is_same rdf rdf; }

t_asic_sizes()
{
	local form

	for form in v1:568 v3:608 packed:558 rdf:664; do
		g asic --facts "$FACTS" --to ${form%:*}
		[ "$(stat -c %s out)" = ${form#*:} ]
		empty err
	done
}

# The same report, whatever it comes in.
t_asic_report()
{
	local form

	for form in v1 packed rdf; do
		g asic --facts "$FACTS" --to $form -o $form
		g asic $form
		grep -v -e '^form' -e '^version' out >$form.txt
	done
	cmp v1.txt packed.txt
	cmp v1.txt rdf.txt
	says v1.txt 'device_id=0xe223'
	says v1.txt 'gpu_type=discrete'
	says v1.txt 'memory_chip_type=gddr6'
	says v1.txt 'vram_size=34359738368'
	"$GUCLOG" asic - <rdf >out
	says out 'device_id=0xe223'
}

t_asic_json()
{
	g asic --facts "$FACTS" --to v3 -o v3
	with_json || { fails asic --json v3; return; }
	g asic --json v3
	python3 -m json.tool out >/dev/null
	json out 'd["form"] == "v3" and d["version"] == 3'
	json out 'd["fields"]["device_id"] == 0xe223'
	json out 'd["fields"]["gpu_type"] == 2 and d["fields"]["gpu_type_name"] == "discrete"'
	json out 'd["fields"]["memory_chip_type"] == 9 and d["fields"]["memory_chip_type_name"] == "gddr6"'
	json out 'd["fields"]["vram_size"] == 1 << 35'
	json out 'd["fields"]["pci_id"] == 0x30000'
	json out 'len(d["fields"]["cu_mask"]) == 64 and d["fields"]["cu_mask"][0] == 15'
	json out 'd["fields"]["max_shader_core_clock"] == 2800 * 10**6'
	json out 'd["fields"]["alu_per_clock"] == 4096'
	json out '"mall_cache_size" in d["fields"]'
	g asic --facts "$FACTS" --to v1 -o v1
	g asic --json v1
	json out 'd["form"] == "v1" and "pci_id" not in d["fields"] and "mall_cache_size" not in d["fields"]'
	# alu_per_clock: not a number, which JSON has no word for
	poke v1 408 00 00 c0 7f
	g asic --json v1
	json out 'd["fields"]["alu_per_clock"] is None'
}

t_asic_gt()
{
	printf 'pci_id=8086:e223\ngt=0\nreference_clock_hz=19200000\ngt=1\nreference_clock_hz=25000000\n' >facts
	g asic --facts facts --to v1 -o a
	g asic --facts facts --gt 0 --to v1 -o b
	g asic --facts facts --gt 1 --to v1 -o c
	cmp a b
	g asic c
	says out 'gpu_timestamp_frequency=25000000'
	fails asic --facts facts --gt 2 --to v1
}

t_asic_faults()
{
	g asic --facts "$FACTS" --to v1 -o v1
	head -c 567 v1 >short
	rc 1 g asic short
	empty out
	line err 'guclog: short: ASIC info at 0x0: length is 0x237, expected 558, 568, 576 or 608 bytes'
	if with_json; then
		rc 1 g asic --json short
		json out 'list(d) == ["fault"] and d["fault"]["found"] == 567'
		says err 'guclog: short: ASIC info at 0x0'
	fi
	poke v1 564 01
	rc 1 g asic v1
	says err 'v1: ASIC info at 0x234: padding is 0x1, expected 0x0'
	fails asic "$CORPUS/real-words.img"
	says err 'is a GuC log image, not ASIC info'
	fails asic "$CORPUS/real-words.lfd"
	says err 'is an LFD file, not ASIC info'
	: >nothing
	rc 1 g asic nothing
	empty out
}

t_asic_rdf_truncated()
{
	local len

	g asic --facts "$FACTS" --to rdf -o rdf
	for len in 1 7; do
		head -c $len rdf >short
		rc 1 g asic short
		rc 1 g check short
	done
	for len in 8 31 32 33 599 600 601 663; do
		head -c $len rdf >short
		rc 1 g asic short
		says err 'guclog: short: RDF at 0x'
		rc 1 g check short
		says out 'short: RDF at 0x'
	done
}

t_asic_usage()
{
	usage_error asic
	usage_error asic a b
	usage_error asic --to v1 a
	usage_error asic --facts "$FACTS" --to v2
	usage_error asic --facts "$FACTS" --to v1 --json
	usage_error asic --facts "$FACTS" --to v1 a
	usage_error asic --gt 0 a
	usage_error asic -o out2 a
	usage_error asic --nothing
}
