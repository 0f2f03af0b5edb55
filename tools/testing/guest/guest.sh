# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# guest.sh -- options, initramfs and boot of one guest; to be sourced.

# The kernel must not report RCU stalls on a slow host, so the timeout is two minutes.
KERNEL_ARGS="panic=-1 log_buf_len=2M kunit.enable=1 rcupdate.rcu_cpu_stall_timeout=120"

guest_usage()
{
	cat <<-EOT
	  --insmod "FILE [ARG...]"  load this module (in the order given)
	  --script FILE             run this in the guest, under sh, in \$OUT
	  --files PATH              put this file or directory in \$JOB/files
	  --suites N --cases N      minimum number of KUnit suites and of passed cases
	  --out DIR                 write the report to DIR, and the script's files to DIR/files
	  --append "ARG..."         add ARG... to the kernel command line
	  --mem MB --timeout S
	  --system DIR              boot the systemd of this root directory; one of its services runs init
	  --keep-loaded             do not unload the modules at the end
	EOT
}

# guest_option ARG...: parse the option at the beginning of ARG...; sets TAKEN to the number of its
# words.
guest_option()
{
	[ $# -ge 2 ] || [ "$1" = --keep-loaded ] || die "$1 needs a value"
	TAKEN=2
	case $1 in
	--insmod)	INSMOD+=("$2") ;;
	--script)	SCRIPT=$2 ;;
	--files)	FILES+=("$2") ;;
	--suites)	SUITES=$2 ;;
	--cases)	CASES=$2 ;;
	--out)		OUT=$2 ;;
	--append)	APPEND="$APPEND $2" ;;
	--mem)		MEM=$2 ;;
	--timeout)	TIMEOUT=$2 ;;
	--system)	SYSTEM=$2 APPEND="$APPEND rdinit=/lib/systemd/systemd" ;;
	--keep-loaded)	UNLOAD=no TAKEN=1 ;;
	*)		die "no option '$1'" ;;
	esac
}

guest_defaults()
{
	INSMOD=() FILES=() BOOT_MODULES=() SCRIPT='' SUITES=0 CASES=0 OUT='' APPEND=''
	UNLOAD=yes LEAK_WAIT=6 EXIT_PORT=no SYSTEM=''
}

pack()
{
	(cd "$1" && find . -print0 | LC_ALL=C sort -z |
		cpio --null -o -H newc -R 0:0 --reproducible --quiet)
}

# make_initramfs DIR BUSYBOX: print the initramfs: an archive with init, the job's files and
# busybox, followed by an archive of the directory of --system if this option was given.
make_initramfs()
{
	local dir=$1 busybox=$2 line f

	mkdir -p "$dir"/{bin,proc,sys,dev,tmp,job/mods,job/files}
	cp "$busybox" "$dir/bin/busybox"
	install -m 755 "$QEMU_DIR/init" "$dir/init"
	: >"$dir/job/boot"
	: >"$dir/job/insmod"
	for f in "${BOOT_MODULES[@]}"; do
		cp "$f" "$dir/job/mods/"
		basename "$f" >>"$dir/job/boot"
	done
	for line in "${INSMOD[@]}"; do
		f=${line%% *}
		[ -e "$f" ] || die "no module $f"
		cp "$f" "$dir/job/mods/"
		echo "${f##*/}${line#"$f"}" >>"$dir/job/insmod"
	done
	for f in "${FILES[@]}"; do
		cp -r "$f" "$dir/job/files/"
	done
	[ -z "$SCRIPT" ] || cp "$SCRIPT" "$dir/job/script"
	cat >"$dir/job/plan" <<-EOT
	SCRIPT='${SCRIPT##*/}'
	UNLOAD=$UNLOAD
	LEAK_WAIT=$LEAK_WAIT
	EXIT_PORT=$EXIT_PORT
	EOT
	pack "$dir"
	[ -z "$SYSTEM" ] || pack "$SYSTEM"
}

console_args()
{
	if [ "$SERIAL" = virtio-serial-ccw ]; then
		echo "-chardev file,id=console,path=$1 -device sclpconsole,chardev=console"
	else
		echo "-serial file:$1"
	fi
}

# boot IMAGE INITRD OUT: run QEMU and unpack the report; sets QEMU_STATUS.
boot()
{
	local out=$3 accel=${XGL_ACCEL:-tcg}

	QEMU_STATUS=0
	# shellcheck disable=SC2046
	timeout -k 5 "$TIMEOUT" "${QEMU[@]}" -accel "$accel" -m "$MEM" \
		-nodefaults -display none -no-reboot \
		$(console_args "$out/console") -device "$SERIAL" \
		-chardev "file,id=report,path=$out/report.tar" \
		-device "virtserialport,chardev=report,name=report" \
		-kernel "$1" -initrd "$2" \
		-append "console=$CONSOLE $KERNEL_ARGS $APPEND" \
		</dev/null >"$out/qemu.log" 2>&1 || QEMU_STATUS=$?
	tar -xf "$out/report.tar" -C "$out" 2>/dev/null || true
	rm -f "$out/report.tar"
	[ ! -s "$out/qemu.log" ] || sed 's/^/qemu: /' "$out/qemu.log" >&2
}

# guest IMAGE CONFIG BUSYBOX: boot with the options that were given, and print the verdict.
guest()
{
	local work

	[ -z "$SCRIPT" ] || [ -e "$SCRIPT" ] || die "no script $SCRIPT"
	work=$(mktemp -d)
	# shellcheck disable=SC2064
	trap "rm -rf '$work'" EXIT
	rm -rf "$OUT"
	mkdir -p "$OUT"
	make_initramfs "$work/root" "$3" >"$work/initrd"
	boot "$1" "$work/initrd" "$OUT"
	verdict "$OUT" "$QEMU_STATUS" "$2"
}
