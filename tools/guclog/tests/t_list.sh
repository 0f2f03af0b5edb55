# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guclog list.

t_list_real_words()
{
	cp "$CORPUS/real-words.lfd" lfd
	g list lfd
	empty err
	says out 'lfd: LFD 1.0, 8 blocks, '
	row 0xc 0x0001 FW_VERSION 4 70.44.1
	row 0x18 0x0002 GUC_DEVICE_ID 4 0x61
	row 0x24 0x0003 TSC_FREQUENCY 4 '19200 kHz (19.2 MHz)'
	row 0x30 0x0004 GMD_ID 4 '0x05008000: IP 20.02, revision 0'
	row 0x3c 0x0005 BUILD_PLATFORM_ID 4 0x1e
	says out ' OS_ID '
	says out 'Linux 6.12'
	says out '3276 entries of 20 bytes, version 2; the ring had wrapped; oldest first'
	line out '    event_order=wrapped, oldest first'
	line out '    crash_dump=none'
}

# row WORD...: a line of these words.
row()
{
	tr -s ' ' <out | sed 's/ $//' | grep -qxF -e "$*" || { cat out; return 1; }
}

t_list_orders()
{
	g list "$CORPUS/not-wrapped.lfd"
	says out '1000 entries of 20 bytes, version 2; the ring had not wrapped; oldest first'
	g list "$CORPUS/before-load.lfd"
	says out '; the ring had not wrapped; oldest first'
	says out '; written before the firmware was loaded again; storage order'
	g list "$CORPUS/before-load-all.lfd"
	says out '; written before the firmware was loaded again; storage order'
	rc 1 says out 'oldest first  '
	g list "$CORPUS/version-3.lfd"
	says out ' bytes of entries, version 3; '
}

# Comments that do not belong to a block say nothing of it.
t_list_order_not_told()
{
	python3 - "$CORPUS/real-words.lfd" <<'EOF'
import sys
d = open(sys.argv[1], 'rb').read()
i = d.index(b'event_bytes=65520')
open('other', 'wb').write(d.replace(b'event_bytes=65520', b'event_bytes=65500'))
open('none', 'wb').write(d[:d.index(b'\x86\x80\x01\x60')])
EOF
	g list other
	says out '3276 entries of 20 bytes, version 2; order not told'
	g list none
	says out '3276 entries of 20 bytes, version 2; order not told'
}

t_list_corpus()
{
	local n

	for n in $(names lfd); do
		"$GUCLOG" list "$CORPUS/$n.lfd" >>out
		! with_json || "$GUCLOG" list --json "$CORPUS/$n.lfd" >"$n.json"
	done
	[ "$(grep -c 'event_order=wrapped, oldest first' out)" -gt $((20 / EVERY)) ]
	[ "$(grep -c 'the ring had wrapped; oldest first$' out)" -gt $((20 / EVERY)) ]
	! with_json || python3 "$HERE/list_json.py" "$CORPUS" ./*.json
}

t_list_json()
{
	with_json || { fails list --json "$CORPUS/real-words.lfd"; return; }
	g list --json "$CORPUS/real-words.lfd"
	python3 -m json.tool out >/dev/null
	json out 'd["version"] == "1.0" and len(d["blocks"]) == 8'
	json out '[b["type"] for b in d["blocks"]] == [1, 2, 3, 4, 5, 0x4000, 0x2000, 0x6001]'
	json out 'd["blocks"][0]["fields"] == {"value": 0x462c01, "version": "70.44.1", "branch": 0}'
	json out 'd["blocks"][1]["fields"] == {"value": 0x61}'
	json out 'd["blocks"][2]["fields"] == {"value": 19200, "frequency_khz": 19200}'
	json out 'd["blocks"][3]["fields"] == {"value": 0x5008000, "arch": 20, "release": 2, "revision": 0}'
	json out 'd["blocks"][4]["fields"] == {"value": 30} and d["blocks"][4]["name"] == "BUILD_PLATFORM_ID"'
	json out 'd["blocks"][5]["fields"]["os"] == "Linux" and d["blocks"][5]["fields"]["os_id"] == 2'
	json out 'd["blocks"][5]["fields"]["release"].startswith("6.12")'
	json out 'd["blocks"][6]["fields"] == {"version": 2, "events_bytes": 65520, "entry_bytes": 20, "entries": 3276, "order": "wrapped, oldest first", "before_load": False}'
	json out 'd["blocks"][7]["comment"]["writer"].startswith("xe_guclog ") and not d["blocks"][7]["fields"]'
	json out '"fault" not in d'
}

t_list_json_comment()
{
	with_json || return 0
	g convert --note a=1 --note a=2 --note a=3 --note 'q="\/' \
		"$CORPUS/page-only.img" -o lfd || :
	g list --json lfd
	json out 'd["blocks"][-1]["comment"]["a"] == ["1", "2", "3"]'
	json out 'd["blocks"][-1]["comment"]["q"] == chr(34) + chr(92) + "/"'
	json out 'type(d["blocks"][-1]["comment"]["fault"]) is list'
}

# Nothing that a file says reaches the terminal or JSON as a control character.
t_list_hostile_text()
{
	g convert --note 'x=ABCD' "$CORPUS/empty.img" -o lfd
	python3 - <<'EOF'
d = open('lfd', 'rb').read()
open('lfd', 'wb').write(d.replace(b'x=ABCD\n', b'x\x1b[2J\n\xff'))
EOF
	rc 1 g list lfd
	says err 'lfd: LFD at 0x'
	says err 'byte is 0x1b, expected printable ASCII'
	line out '    x\x1b[2J'
	rc 1 grep -q $'\x1b' out
	with_json || return 0
	rc 1 g list --json lfd
	json out 'd["blocks"][-1]["other_lines"] == [r"x\x1b[2J", r"\xff"]'
	json out 'd["fault"]["found"] == 0x1b and "printable" in d["fault"]["text"]'
}

t_list_before_the_fault()
{
	head -c 40 "$CORPUS/real-words.lfd" >lfd
	rc 1 g list lfd
	says out ' GUC_DEVICE_ID '
	line err 'guclog: lfd: LFD at 0x24: length is 0x4, expected at least 0x8'
	with_json || return 0
	rc 1 g list --json lfd
	json out 'len(d["blocks"]) == 2 and d["fault"]["offset"] == 0x24'
	: >nothing
	rc 1 g list --json nothing
	json out 'd["blocks"] == [] and d["bytes"] == 0'
}

# Blocks of wrong lengths are shown as what they are.
t_list_malformed_blocks()
{
	python3 - <<'EOF'
import struct
d = bytes.fromhex('46534c47aaaa868000000100')
for t, words in ((1, (1, 2)), (0x4000, ()), (0x2000, ()), (0x2000, (2,)),
                 (0x3fff, (1,)), (0x6000, (1,)), (0x6002, ()), (0x9000, ()),
                 (0x6001, ())):
    d += struct.pack('<II', t << 16 | 0x8086, len(words))
    d += struct.pack('<%dI' % len(words), *words)
open('lfd', 'wb').write(d)
EOF
	rc 1 g list lfd
	row 0xc 0x0001 FW_VERSION 8 'malformed: not one dword'
	says out 'malformed: empty'
	says out 'malformed: no version'
	says out '0 entries of 20 bytes, version 2; order not told'
	says out 'optional, from the firmware, not decoded'
	says out 'event schema, not decoded'
	says out 'reserved, not decoded'
	with_json || return 0
	rc 1 g list --json lfd
	json out 'len(d["blocks"]) == 9 and d["blocks"][4]["name"] is None'
	json out 'd["blocks"][0]["fields"] == {} and d["blocks"][1]["fields"] == {}'
}

t_list_other_forms()
{
	g asic --facts "$CORPUS/real-words.facts" --to rdf -o rdf
	fails list rdf
	says err 'is an RDF file, not an LFD file'
	head -c 100 /dev/zero >zeroes
	rc 1 g list zeroes
	says err 'zeroes: LFD at 0x0: magic is 0x0, expected 0x8086aaaa474c5346'
}

# Of another form it lists what convert makes of it.
t_list_of_a_log()
{
	cp "$CORPUS/real-words.img" log
	g convert log -o lfd
	g list log
	sed 's/^log:/lfd:/' out >of_log
	g list lfd
	cmp out of_log
	fails list --log 1 log
	says err 'has no log 1, only log 0'
	with_unpack || return 0
	gzip log
	g list log.gz
	diff <(sed 1d out) <(sed 1d of_log)
}

t_list_cut()
{
	head -c 3000 "$CORPUS/real-words.lfd" >lfd
	rc 1 g list lfd
	says out 'LOG_EVENTS_BUFFER'
	says out ', then the file ends'
	says err 'data_count is '
	rc 1 g decode lfd
	[ "$(grep -vc '^#' out)" = $(((3000 - 0x64 - 12) / 20)) ]
}

t_list_usage()
{
	usage_error list
	usage_error list a b
	usage_error list --nothing
}
