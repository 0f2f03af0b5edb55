# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# clients-lib.sh -- functions of the scenarios that run programs with the user-space drivers of Mesa
# or Intel; to be sourced.
. "$JOB/files/hang-lib.sh"
CLIENT_LIMIT_S=$(setting limit 120)

# with_libraries NAME: set up the libraries of the package set NAME (clients.sh) for the programs of
# that set and for the test programs vk, gl, cl and ze (guest/clients)
with_libraries()
{
	CLIENT=$JOB/files/$1
	mkdir -p /lib64 /tmp/home
	ln -sf "$CLIENT/lib/ld-linux-x86-64.so.2" /lib64/
	chmod +x "$CLIENT"/bin/* "$CLIENT"/lib/ld-* "$JOB"/files/vk "$JOB"/files/gl "$JOB"/files/cl "$JOB"/files/ze \
		2>/dev/null || true
	export HOME=/tmp/home XDG_RUNTIME_DIR=/tmp/home
}

# driver_json FILE LIBRARY: write a configuration file that makes the Vulkan or EGL loader use the
# driver LIBRARY
driver_json()
{
	cat >"$1" <<-END
	{ "file_format_version": "1.0.1", "ICD": { "library_path": "$CLIENT/lib/$2", "api_version": "1.4.0" } }
	END
}

# with_mesa NAME: call with_libraries NAME, and make programs use Mesa's drivers of this package set
with_mesa()
{
	with_libraries "$1"
	driver_json /tmp/vulkan.json libvulkan_intel.so
	driver_json /tmp/egl.json libEGL_mesa.so.0
	export VK_DRIVER_FILES=/tmp/vulkan.json __EGL_VENDOR_LIBRARY_FILENAMES=/tmp/egl.json
	# INTEL_FORCE_PROBE makes the drivers accept platforms whose support is experimental.
	export INTEL_FORCE_PROBE='*' MESA_SHADER_CACHE_DISABLE=true
	# xe runs without its display, and vulkaninfo fails if a primary node has no outputs.
	rm -f /dev/dri/card*
}

# with_vkmark: call with_mesa, and set VKMARK to the command that runs vkmark without a display
with_vkmark()
{
	with_mesa vkmark
	mkdir /tmp/winsys
	ln -s "$CLIENT/lib/headless.so" /tmp/winsys/
	# shellcheck disable=SC2034
	VKMARK="$CLIENT/bin/vkmark --winsys headless --winsys-dir /tmp/winsys --data-dir $CLIENT/share -s 320x240"
}

# client OUTPUT PROGRAM ARGUMENT...: run the program, with its output in OUTPUT.out and OUTPUT.err
client()
{
	output=$1
	shift
	LD_LIBRARY_PATH=$CLIENT/lib timeout -s KILL "$CLIENT_LIMIT_S" "$@" >"$output.out" 2>"$output.err"
}

# works OUTPUT PROGRAM ARGUMENT...: run the program, which must end with status 0
works()
{
	begun=$(uptime_s)
	client "$@" || fail "$1: status $?: $(tail -n 5 "$1.out" "$1.err")"
	echo "$1: fine after $(($(uptime_s) - begun)) s: $(tail -n 1 "$1.out")"
}

# hangs NAME ORDER PROGRAM ARGUMENT...: run the program, which must hang the GPU, and save xe's
# dump as NAME.devcoredump. ORDER has the arguments of the control command "hang" that makes the
# emulated GPU hang; it is empty if the program itself causes the hang.
hangs()
{
	name=$1
	order note "$name" >/dev/null
	[ -z "$2" ] || order hang "$2" >/dev/null
	shift 2
	echo "hang $name" >>hangs
	client "$name" "$@" && fail "$name: the program succeeded, so nothing hung"
	within 60 has_dump || fail "$name: no devcoredump: $(tail -n 3 "$name.out" "$name.err"; order contexts)"
	# From Mesa's decode of the batches, keep only the lines with commands.
	sed -n 's/ *$//; /^Batch for /p; /^0x[0-9a-f]*:  0x[0-9a-f]*:  [A-Z0-9]/p' "$name.out" "$name.err" >"$name.mesa"
	dump=$(dump_of_xe)
	tr -d '\0' <"$dump/data" >"$name.devcoredump"
	free_dumps
	[ -n "${others:-}" ] || within 20 engines_idle || fail "$name: an engine stays busy: $(order contexts)"
	rm "$name.out" "$name.err"
	echo "$name: $(sed -n 's/^Process: //p' "$name.devcoredump"), $(sed -n 's/^\tIPEHR/IPEHR/p' "$name.devcoredump" | head -n 1)"
}
