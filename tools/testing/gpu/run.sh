#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh PLATFORM KERNEL [SCENARIO [OPTION...]] -- boot a Debian kernel with its
# own xe on an emulated GPU, run a scenario and check its result.
#
# PLATFORM is the name of a file in gpu/profiles/ or the path of a profile, KERNEL is a
# SPEC of kernel.sh, SCENARIO is a file in scenarios/ (default: probe).  The results are printed
# as KTAP, with two test cases: the guest; and the emulated GPU ("the device") together with the
# files that the scenario has saved, which SCENARIO.check examines.  The exit status is 0 if nothing
# failed. XGL_SAN=1: the device runs under ASan and UBSan.  XGL_ACCEL=kvm: the guest runs under KVM.
#
# SC2034: the sourced scripts of the harness read the variables that this script sets.
# shellcheck disable=SC2034
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$QEMU_DIR/guest.sh"
. "$QEMU_DIR/verdict.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"

FIRMWARE_VERSION=${XGL_FIRMWARE:-70.44.1}
# A firmware path given as a parameter taints the kernel.
TAINT_FINE=$((TAINT_FINE | 1 << 6))

usage()
{
	cat <<-EOT
	usage: run.sh PLATFORM KERNEL [SCENARIO [OPTION...]]
	  --gpu "OPTION..."   more options for the device (--lenient, -v, --seed N ...)
	  --xe "PARAM=V..."   more parameters for xe
	  --cpu FLAGS         more properties of the guest's processor (-hypervisor ...)
	  --dialect SEED[,WORD...]  give the log's events the form of another firmware (PROTOCOL.rst)
	  --vram GIB|full     largest VRAM of a card, in GiB (default: $VRAM), because accessed VRAM
	                      occupies host memory; full: as in the profile
	EOT
	guest_usage
}

gpu_options()
{
	while [ $# -gt 0 ]; do
		case $1 in
		--gpu)	GPU_ARGS="$GPU_ARGS $2"; shift 2 ;;
		--xe)	XE_ARGS="$XE_ARGS $2"; shift 2 ;;
		--dialect)	DIALECT=$2 FIRMWARE_VERSION=${XGL_FIRMWARE:-70.60.0}; shift 2 ;;
		--cpu)	PC_CPU="$PC_CPU,$2"; shift 2 ;;
		--vram)	VRAM=$2; shift 2 ;;
		*)	guest_option "$@"
			shift "$TAKEN" ;;
		esac
	done
}

# forgive: for each "KERNEL PATTERN" in FORGIVEN, accept this known warning of this kernel's xe, and
# the taint that it sets.  Any other warning makes the run fail.
forgive()
{
	local each release

	release=$(cat "$kernel/release")
	for each in "${FORGIVEN[@]}"; do
		case $release in
		"${each%% *}"*)
			NOT_OURS="$NOT_OURS|${each#* }"
			TAINT_FINE=$((TAINT_FINE | 1 << 9)) ;;
		esac
	done
}

# settings: apply the lines "#@ KEY VALUE" of the scenario's script, which select what the scenario
# needs: files in the guest, memory, time, and options of the device and of xe.
settings()
{
	local key value

	while read -r _ key value; do
		case $key in
		xe)		XE_ARGS="$XE_ARGS $value" ;;
		gpu)		GPU_ARGS="$GPU_ARGS $value" ;;
		timeout)	TIMEOUT=$value ;;
		mem)		MEM=$value ;;
		xe-by-hand)	BY_HAND=yes ;;
		no-btf)		NO_BTF=$value ;;
		module)		MODULE=$value ;;
		slot)		SLOT=$value ;;
		igt)		IGT=$value ;;
		tracers)	TRACERS=$value ;;
		hardware)	HARDWARE=$value GROUPS_NEEDED="$GROUPS_NEEDED tool" ;;
		patch)		XGL_PATCH=$GPU_DIR/negative/$value.patch ;;
		clients)	CLIENTS=$value
				[ "$value" = vkmark ] || GROUPS_NEEDED="$GROUPS_NEEDED clients" ;;
		check)		CHECK=$GPU_DIR/scenarios/$value.check
				[ -e "$CHECK" ] || die "no $CHECK" ;;
		command)	COMMAND=$value ;;
		bpf)		BPF=$value GROUPS_NEEDED="$GROUPS_NEEDED bpf" ;;
		tool)		TOOL=$value GROUPS_NEEDED="$GROUPS_NEEDED tool" ;;
		forgive)	FORGIVEN+=("$value") ;;
		*)		die "$SCRIPT: unknown setting '$key'" ;;
		esac
	done < <(grep '^#@' "$SCRIPT")
}

# cap_vram DIR: copy the profile to DIR, with at most $VRAM GiB of VRAM, and use the copy.
cap_vram()
{
	local copy
	copy=$1/$(basename "$PROFILE")

	awk -v max="$VRAM" '$1 == "vram-gib" && max != "full" && $2 > max { $2 = max } { print }' \
		"$PROFILE" >"$copy"
	PROFILE=$copy
}

# add_module: build xe_guclog.ko for this kernel, and add it and the program query (guest/query.c)
# to the guest's files.  If XGL_PATCH is set, this patch is applied to the module's sources.
add_module()
{
	local ko

	ko=$("$GPU_DIR/module.sh" "$spec" ${XGL_PATCH:+"$XGL_PATCH"})
	[ ! -e "${ko%/*}/xgl_refuse.ko" ] || FILES+=("${ko%/*}/xgl_refuse.ko")
	FILES+=("$ko" "$BUILD/gpu/query" "$GPU_DIR/scenarios"/{live,hang,faults}-lib.sh)
	# lockdep checks the lock of a device only if the lock has a class of its own, which
	# xgl_lock_class gives to the lock of the GPU's device.
	[ "$spec" != 6.12-san ] || INSMOD+=("${ko%/*}/xgl_lock_class.ko")
}

# add_no_btf: add xe-no-btf.ko, an xe without type information, and xe.btf, a file with this type
# information and that of the kernel.
add_no_btf()
{
	local types

	types=$("$TOP/tools/testing/host/debian_xe/fetch.sh" "$(cat "$kernel/release")")
	objcopy --remove-section .BTF --remove-section .BTF.base --remove-section .BTF_ids \
		"$kernel/xe.ko" "$DIR/xe-no-btf.ko"
	objcopy -O binary --only-section .BTF --set-section-flags .BTF=alloc \
		"$kernel/xe.ko" "$DIR/split.btf"
	zstd -qd "$types/vmlinux.btf.zst" -o "$DIR/vmlinux.btf"
	"$GPU_DIR/whole_btf.py" "$DIR/vmlinux.btf" "$DIR/split.btf" "$DIR/xe.btf"
	FILES+=("$DIR/xe-no-btf.ko" "$DIR/xe.btf")
}

# add_igt: add the tests of Intel's suite IGT, and the list of the tests that the scenario runs.
add_igt()
{
	local igt

	igt=$("$GPU_DIR/igt.sh")
	FILES+=("$igt/igt-lib" "$igt/igt-tests" "$GPU_DIR/scenarios/igt.tests")
}

# add_tracers: add the programs that record trace events.
add_tracers()
{
	FILES+=("$("$GPU_DIR/tracers.sh")/tracers")
}

# add_hardware: add xe-guclog-hardware-check and guclog, statically linked. With "wrong", also add a
# guclog with an error in its dictionary of event names.
add_hardware()
{
	make -s -C "$TOP/tools/hardware-check" O="$BUILD/gpu/hardware-check" STATIC=1 WERROR=1 >&2
	make -s -C "$TOP/tools/guclog" O="$BUILD/gpu/static/guclog" STATIC=1 WERROR=1 >&2
	FILES+=("$BUILD/gpu/hardware-check/xe-guclog-hardware-check" "$BUILD/gpu/static/guclog/guclog"
		"$GPU_DIR/scenarios/hardware-lib.sh")
	[ "$HARDWARE" != wrong ] || install -D "$("$GPU_DIR/wrong-guclog.sh")" "$DIR/wrong/guclog"
	[ "$HARDWARE" != wrong ] || FILES+=("$DIR/wrong")
}

# add_clients: add the package set $CLIENTS of clients.sh (user-space drivers of Mesa or Intel), and
# programs of guest/clients that use the drivers.
add_clients()
{
	local dir

	dir=$("$GPU_DIR/clients.sh" "$CLIENTS")
	FILES+=("$dir/$CLIENTS" "$GPU_DIR/scenarios"/{live,hang,faults,clients}-lib.sh)
	[ "$CLIENTS" != vkmark ] || return 0
	make -s -C "$GPU_DIR/guest/clients" OUT="$BUILD/gpu/clients" "$CLIENTS"
	case $CLIENTS in
	mesa)	FILES+=("$BUILD/gpu/clients"/{vk,gl}) ;;
	*)	FILES+=("$BUILD/gpu/clients"/{cl,ze}) ;;
	esac
}

# add_command: add guclog, statically linked.
add_command()
{
	make -s -C "$TOP/tools/guclog" O="$BUILD/guclog-static" STATIC=1 WERROR=1 >&2
	FILES+=("$BUILD/guclog-static/guclog")
}

# for_sanitizers: give the sanitizer kernel more memory and time, and the frequency of the time
# stamp counter, so that the kernel does not measure it.
for_sanitizers()
{
	[ "$spec" = 6.12-san ] || return 0
	[ "$MEM" -ge 3072 ] || MEM=3072
	[ "$TIMEOUT" -ge 1800 ] || TIMEOUT=1800
	APPEND="$APPEND tsc=reliable tsc_early_khz=$("$BUILD/gpu/ticks")"
}

# add_bpf: add the recorder without a module of contrib/bpf
add_bpf()
{
	make -s -C "$TOP/contrib/bpf" OUT="$BUILD/gpu/bpf" >&2
	FILES+=("$BUILD/gpu/bpf"/{guclog-bpf,guclog.bpf.o} "$GPU_DIR/scenarios"/{live,hang}-lib.sh)
}

# start_gpu DIR: start the device in the background and wait until it listens.
start_gpu()
{
	local n=0

	mkdir -p "$1/images"
	# shellcheck disable=SC2086
	"$DEVICE" --profile "$PROFILE" --socket "$1/gpu" \
		--images "$1/images" ${DIALECT:+--dialect $DIALECT --truth $1/images/dialect.json} \
		$GPU_ARGS 2>"$1/gpu.log" &
	GPU_PID=$!
	until [ -S "$1/gpu" ]; do
		n=$((n + 1))
		if [ $n -gt 100 ] || ! kill -0 $GPU_PID 2>/dev/null; then
			cat "$1/gpu.log" >&2
			die "the device does not start"
		fi
		sleep 0.05
	done
}

# machine DIR: set QEMU's options: a PC with memory that the device can share, the device in the
# slot of Intel's integrated GPUs, and the control socket on a virtio port. The processor has only
# 39 address bits: with 40 bits, QEMU would reserve the last 12 GiB of the address space. The PC's
# firmware would place a card's BAR in this range, but Linux could not place the BAR there again
# after a rescan of the bus.
machine()
{
	local device='{"driver":"vfio-user-pci","bus":"pcie.0","addr":"0x2","socket":'

	device="$device{\"path\":\"$1/gpu\",\"type\":\"unix\"}}"
	QEMU=("$VFIO_QEMU/qemu" -device "$device" -machine "q35,memory-backend=ram" -cpu "$PC_CPU,phys-bits=39"
	       -smp "2,sockets=2" -device "isa-debug-exit,iobase=0xf4,iosize=4"
	       -object "memory-backend-memfd,id=ram,size=${MEM}M,share=on"
	       -device "virtio-serial-pci,id=orders,addr=0x8"
	       -chardev "socket,id=orders,path=$1/gpu.ctl"
	       -device "virtserialport,bus=orders.0,chardev=orders,name=gpu")
}

# slot DIR: put the device below a root port, and connect QEMU's monitor to a virtio port, so that
# the scenario can inject errors.  The link speed is limited, because at a higher speed Linux waits
# for a bit that QEMU does not set after a reset.
slot()
{
	QEMU=("${QEMU[@]/\"bus\":\"pcie.0\",\"addr\":\"0x2\"/\"bus\":\"above-gpu\"}")
	QEMU=("${QEMU[0]}" -device "pcie-root-port,id=above-gpu,bus=pcie.0,addr=0x3,chassis=1,x-speed=5"
	      "${QEMU[@]:1}"
	      -chardev "socket,id=monitor,path=$1/monitor,server=on,wait=off"
	      -object "monitor-hmp,id=hmp,chardev=monitor"
	      -chardev "socket,id=orders-monitor,path=$1/monitor"
	      -device "virtserialport,bus=orders.0,chardev=orders-monitor,name=monitor")
}

# judge_gpu DIR: wait until the device ends, copy its files to the report, and return its exit
# status, which is not 0 if there were faults and --lenient was not given.
judge_gpu()
{
	local rc=0 n=0

	# The device ends when its client disconnects; without a client it does not end.
	while kill -0 $GPU_PID 2>/dev/null && [ $n -lt 40 ]; do
		n=$((n + 1))
		sleep 0.05
	done
	kill $GPU_PID 2>/dev/null || true
	wait $GPU_PID || rc=$?
	GPU_PID=
	cp "$1/gpu.log" "$OUT/gpu.log"
	cp "$PROFILE" "$OUT/gpu.profile"
	[ -z "$(ls "$1/images")" ] || cp -r "$1/images" "$OUT/"
	[ $rc = 0 ] || {
		grep -E '^\S+ fault' "$1/gpu.log" | head -n 12 | sed 's/^/  | /' || true
		tail -n 4 "$1/gpu.log" | sed 's/^/  | /'
		echo "fault: the device ended with status $rc"
	}
	return $rc
}

# introduce PLATFORM: print kernel, GPU, and the comment at the top of the scenario's script
introduce()
{
	echo "# Linux $(cat "$kernel/release") with its own xe on an emulated GPU, $(basename "$1" .gpu)"
	sed -n '3,${ /^# /!q; s/^# /#   /p }' "$SCRIPT"
}

# seen: print the last 20 lines that the scenario has printed in the guest
seen()
{
	[ ! -s "$OUT/script.log" ] || tail -n 20 "$OUT/script.log" | sed 's/^/  /'
}

finish()
{
	[ -z "${GPU_PID:-}" ] || kill "$GPU_PID" 2>/dev/null || true
	rm -rf "$DIR"
}

[ $# -ge 2 ] || { usage; exit 2; }
case $1 in
*/*)	PROFILE=$1 ;;
*)	PROFILE=$TOP/gpu/profiles/$1.gpu ;;
esac
spec=$2
scenario=${3:-probe}
[ -e "$PROFILE" ] || die "no profile '$1' (there are: $(cd "$TOP/gpu/profiles" && echo *.gpu))"
variant stock
# The group of QEMU is missing, because gpu/qemu.sh provides QEMU.
GROUPS_NEEDED='compile guest'
guest_defaults
SCRIPT=$GPU_DIR/scenarios/$scenario.sh CHECK=$GPU_DIR/scenarios/$scenario.check
FORGIVEN=() GPU_ARGS='' DIALECT='' XE_ARGS='' TOOL='' MODULE=no NO_BTF=no IGT=no TRACERS=no HARDWARE=no CLIENTS=no COMMAND=no BPF=no BY_HAND=no SLOT=no VRAM=2
MEM=1024 TIMEOUT=900 EXIT_PORT=yes
SERIAL=virtio-serial-pci,addr=0x9
[ -e "$SCRIPT" ] || die "no scenario '$scenario'"
settings
gpu_options "${@:4}"
# shellcheck disable=SC2086
"$TOP/scripts/setup.sh" $GROUPS_NEEDED >&2
VFIO_QEMU=$("$TOP/gpu/qemu.sh")
OUT=${OUT:-$BUILD/gpu/run/$(basename "$1" .gpu)-$spec-$scenario}

# Two runs with the same build folder must not build at the same time, or write the same report.
# The second run waits.
mkdir -p "$(dirname "$OUT")" "$BUILD/gpu"
exec 7>"$OUT.lock"
flock 7
exec 6>"$BUILD/gpu/.lock"
flock 6
make -s -j2 -C "$GPU_DIR" OUT="$BUILD/gpu"
DEVICE=$BUILD/gpu/gpu
if [ -n "${XGL_SAN:-}" ]; then
	make -s -C "$TOP/gpu" OUT="$BUILD/gpu" SAN=1
	DEVICE=$BUILD/gpu/san/gpu
fi
kernel=$("$GPU_DIR/kernel.sh" "$spec")
forgive
DIR=$(mktemp -d)
trap finish EXIT
cap_vram "$DIR"
for_sanitizers
[ "$MODULE" = no ] || add_module
[ "$NO_BTF" = no ] || add_no_btf
[ "$IGT" = no ] || add_igt
[ "$TRACERS" = no ] || add_tracers
[ "$HARDWARE" = no ] || add_hardware
[ "$CLIENTS" = no ] || add_clients
[ "$COMMAND" = no ] || add_command
[ "$BPF" = no ] || add_bpf
exec 6>&-
"$BUILD/gpu/firmware" "$DIR/gpu_guc.bin" "$FIRMWARE_VERSION"
echo "guc_firmware_path=gpu_guc.bin huc_firmware_path= gsc_firmware_path= probe_display=0" \
	"force_probe=* guc_log_level=5$XE_ARGS" >"$DIR/xe-args"
FILES+=("$DIR/gpu_guc.bin" "$DIR/xe-args" "$PROFILE" "$GPU_DIR/scenarios/lib.sh"
	"$TOP/gpu/tests/found.sh"
	"$BUILD/gpu/exec" "$BUILD/gpu/stalls" "$BUILD/gpu/fragment" "$BUILD/gpu/hostile")
BOOT_MODULES=("$kernel"/boot-modules/*)
if [ $BY_HAND = yes ]; then
	FILES+=("$kernel/xe.ko")
else
	INSMOD=("$kernel/xe.ko $(cat "$DIR/xe-args")" "${INSMOD[@]}")
fi
# Kernel features that slow down an emulated processor are disabled, and so is the check of the
# timer at boot, which fails when the host is too busy.
APPEND="quiet loglevel=4 mitigations=off nokaslr no_timer_check cryptomgr.notests $APPEND"
APPEND="firmware_class.path=/job/files $APPEND"
machine "$DIR"
[ "$SLOT" = no ] || slot "$DIR"
start_gpu "$DIR"
say "booting $(basename "$kernel") on $1: $scenario"
# Use a subshell, because guest() sets its own trap.
rc=0
(guest "$kernel/image" "$kernel/config" "$("$QEMU_DIR/busybox.sh")") >"$DIR/verdict" || rc=1
# The .check file of the scenario uses this guclog. Two runs must not build it at the same time.
[ -z "$TOOL" ] || flock "$BUILD/.guclog.lock" \
	make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" WERROR=1 >&2
worse=0
judge_gpu "$DIR" || worse=1
introduce "$1"
[ $rc != 0 ] || seen
# The scenario's .check program examines, on the host, the files that the scenario has saved.
if [ $rc = 0 ] && [ -e "$CHECK" ]; then
	"$CHECK" "$OUT" "$TOP" "$BUILD" || worse=$((worse + 1))
fi
sed '$d' "$DIR/verdict"
good='ok'
[ $worse = 0 ] || good='not ok'
printf 'KTAP version 1\n1..1\n%s 1 device and files of %s\n' "$good" "$scenario"
echo "# the guest's files, its kernel log and the device's messages: $OUT"
echo "# boot beside xe: $(basename "$1" .gpu) $spec"
[ $rc = 0 ] && [ $worse = 0 ]
