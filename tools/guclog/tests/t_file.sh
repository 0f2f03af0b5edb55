# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# Files that cannot be read or written, and the command line as a whole.

IMG=$CORPUS/real-words.img

t_help()
{
	local v

	g --help
	says out 'Usage: guclog VERB'
	mv out help
	g help
	cmp out help
	g --version
	line out 'guclog 0.1.0'
	for v in convert check list asic; do
		says help "  $v"
		g $v --help
		says out "Usage: guclog $v"
		says out --help
		empty err
		g $v -h
	done
}

t_no_verb()
{
	rc 2 g
	says err 'Usage: guclog VERB'
	rc 2 g nothing
	says err "guclog: no verb 'nothing'"
	empty out
}

t_unreadable_input()
{
	local v

	mkdir dir
	for v in convert check list asic; do
		fails $v missing
		line err 'guclog: missing: No such file or directory'
		fails $v dir
		case $v in
		convert|check|list) line err 'guclog: dir: no GuC log in it' ;;
		*)	line err 'guclog: dir: Is a directory' ;;
		esac
	done
}

t_stdin_closed()
{
	local v

	for v in convert check list asic; do
		rc 2 "$GUCLOG" $v - <&- >out 2>err
		says err 'guclog: standard input: '
		empty out
	done
}

t_stdout_full()
{
	local to

	for to in lfd raw state info; do
		rc 2 "$GUCLOG" convert --to $to "$IMG" >/dev/full 2>err
		says err 'guclog: standard output: No space left on device'
	done
	rc 2 "$GUCLOG" list "$CORPUS/real-words.lfd" >/dev/full 2>err
	says err 'guclog: standard output: No space left on device'
	rc 2 "$GUCLOG" check "$IMG" >/dev/full 2>err
	says err 'guclog: standard output: No space left on device'
	rc 2 "$GUCLOG" --help >/dev/full 2>err
	says err 'guclog: standard output: No space left on device'
}

t_stdout_closed()
{
	rc 2 "$GUCLOG" convert "$IMG" >&- 2>err
	says err 'guclog: standard output: '
	rc 2 "$GUCLOG" list "$CORPUS/real-words.lfd" >&- 2>err
	says err 'guclog: standard output: '
	rc 0 "$GUCLOG" convert "$IMG" -o lfd >&- 2>err
	empty err
}

# Messages must not be written into an output file that got number 2.
t_stderr_closed()
{
	local img=$CORPUS/page-only.img

	rc 1 "$GUCLOG" convert "$img" -o a 2>err
	[ -s err ]
	rc 1 "$GUCLOG" convert "$img" -o b 2>&-
	cmp a b
}

t_output_device()
{
	rc 2 g convert "$IMG" -o /dev/full
	says err 'guclog: /dev/full: No space left on device'
	rc 0 g convert "$IMG" -o /dev/null
	[ -c /dev/null ]
	only err out
}

t_output_cannot_be_made()
{
	fails convert "$IMG" -o missing/lfd
	says err 'guclog: missing/lfd: No such file or directory'
	mkdir dir
	fails convert "$IMG" -o dir
	says err 'guclog: dir: '
	only dir err out
	[ -z "$(ls -A dir)" ]
}

# A file limit: the disk is full in the middle of the file.
t_output_is_whole_or_not_there()
{
	(
		ulimit -f 8
		trap '' XFSZ
		rc 2 g convert "$IMG" -o new
		says err 'File too large'
	)
	only err out
	echo old >old
	(
		ulimit -f 8
		trap '' XFSZ
		rc 2 g convert "$IMG" -o old
	)
	only err old out
	[ "$(cat old)" = old ]
}

t_output_stays_when_input_fails()
{
	echo old >old
	rc 2 g convert missing -o old
	[ "$(cat old)" = old ]
	only err old out
}

t_output_mode_and_link()
{
	umask 027
	g convert "$IMG" -o new
	[ "$(stat -c %a new)" = 640 ]
	echo old >file
	chmod 604 file
	ln -s file link
	g convert "$IMG" -o link
	[ -L link ]
	cmp file new
	[ "$(stat -c %a file)" = 604 ]
	cp "$IMG" img
	g convert img -o img
	cmp img new
}

# pty COMMAND...: with a terminal as its standard output.
pty()
{
	python3 -c 'import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' "$@" </dev/null
}

t_terminal_gets_no_binary()
{
	rc 2 pty "$GUCLOG" convert "$IMG" >out
	says out 'is a terminal and this is binary; use -o FILE'
	rc 2 pty "$GUCLOG" convert --to raw "$IMG" >out
	rc 0 pty "$GUCLOG" convert --to state "$IMG" >out
	says out event_order=
	rc 2 pty "$GUCLOG" asic --facts "$CORPUS/real-words.facts" --to v1 >out
	says out 'is a terminal'
}

t_file_that_does_not_know_its_length()
{
	mkfifo fifo
	cat "$IMG" >fifo &
	g convert --facts "$CORPUS/real-words.facts" fifo
	cmp out "$CORPUS/real-words.lfd"
	wait
}

t_manual_names_all()
{
	local v o man=$MAN

	for v in convert check list asic info decode stats diff export extract; do
		grep -qx "\.Ss guclog $v" "$man"
		g $v --help
		grep -o -e '--[a-z][a-z-]*' out | sort -u | while read -r o; do
			grep -q "Fl -${o#--}" "$man" || { echo "$v $o"; exit 1; }
		done
	done
}
