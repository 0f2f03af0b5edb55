# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# mesa.sh -- Debian's Vulkan and GL drivers for Intel: vulkaninfo, a submission to each queue,
# draws; then four hangs: an event that is never set, a draw, a compute walker and a copy.  On
# the command line, gpu_hangs=NAME,... selects hangs.
#@ timeout 1200
#@ mem 3072
#@ clients mesa
#@ check clients
#@ tool yes
# Shaders are not run, and what they would have written is read.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
# Without a queue family for the copy engine, a copy is a draw.
COPIES=copy
[ "$(profiled version)" -ge 1255 ] || COPIES=draw
HANGS=$(setting hangs event,draw,walker,copy,gl)

json()
{
	cat >"$1" <<-END
	{ "file_format_version": "1.0.1", "ICD": { "library_path": "$CLIENT/lib/$2", "api_version": "1.4.0" } }
	END
}

bound || fail "xe did not bind"
stay_awake
with_libraries mesa
json /tmp/vulkan.json libvulkan_intel.so
json /tmp/egl.json libEGL_mesa.so.0
export VK_DRIVER_FILES=/tmp/vulkan.json __EGL_VENDOR_LIBRARY_FILENAMES=/tmp/egl.json
# Drivers of experimental platforms ask for a confirmation.
export INTEL_FORCE_PROBE='*' MESA_SHADER_CACHE_DISABLE=true
# xe runs without its display, and a primary node without outputs ends vulkaninfo.
rm -f /dev/dri/card*
works vulkaninfo "$CLIENT/bin/vulkaninfo" --summary
grep -q 'driverName *= Intel open-source Mesa driver' vulkaninfo.out || fail "$(cat vulkaninfo.out)"
works queues "$JOB/files/vk" queues
works draw "$JOB/files/vk" draw
works walker "$JOB/files/vk" walker
works gl "$JOB/files/gl"
job_timeout 500
for hang in $(echo "$HANGS" | tr , ' '); do
	case $hang in
	event)	hangs hang-event '' "$JOB/files/vk" event ;;
	draw)	hangs hang-draw draw "$JOB/files/vk" draw ;;
	walker)	hangs hang-walker stall "$JOB/files/vk" walker ;;
	copy)	hangs hang-copy "$COPIES" "$JOB/files/vk" copy ;;
	gl)	hangs hang-gl draw "$JOB/files/gl" ;;
	*)	fail "no hang '$hang'" ;;
	esac
done
works after "$JOB/files/vk" draw
