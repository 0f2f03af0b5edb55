# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# list.sh -- the list of the checks that scripts/check.sh runs, which sources this file.
#
# tier   name              needs          command
#
# "make check" runs the tiers "check" and "short", "make check-deep" the tiers "check" and "deep".
# A check of the tier "short" is a short form of the next check of the tier "deep" in the list.  The
# column "needs" lists the checks that must pass before, separated by commas, or "-" for none.
#
# Up to four checks run at a time.  They start in the order of the list: first those that take long
# or that others need, last those that take a short time, so that no processor is idle near the
# end.  If the column "needs" ends with "alone", the check runs after all others, and no other check
# runs at the same time.  Such a check boots a virtual machine, and it fails or measures wrong times
# if the host is too busy to run the virtual machine without delays.
#
# host runs the tests in tools/testing/host.  host-san repeats one in three of those that run guclog
# with sanitizers, with which each run of guclog takes several times as long.  The deep checks run
# all of these with sanitizers, in two halves, and the others without: those for which one build of
# guclog is enough, and those that measure memory.  unchanged.sh does not run a check if nothing has
# changed on which its result depends, but prints the output of an earlier run.
checks()
{
	cat <<'END'
check  setup-kernels     -                     scripts/setup.sh build ccache qemu
check  kernel-san        setup-kernels         tools/testing/guest/kernel.sh san
deep   kernel-gpu-san    kernel-san            tools/testing/gpu/kernel.sh 6.12-san
check  setup             setup-kernels         scripts/setup.sh tool check docs formats m32 stock collect fleet rpm browser python user-s390x

check  corpus            setup                 python3 tools/testing/host/mkimage.py --out build/corpus
check  tool              setup                 make -s -C tools/guclog O="$PWD/build/guclog" WERROR=1
check  unit              setup                 scripts/checks/unchanged.sh drivers include tools data scripts -- tools/testing/unit/run.sh self gcc san s390x
check  kernel-stock      setup                 tools/testing/guest/stock-kernel.sh
deep   kernel-base       setup                 tools/testing/guest/kernel.sh base
deep   kernel-i386       setup                 tools/testing/guest/kernel.sh i386
deep   kernel-kcsan      setup                 tools/testing/guest/kernel.sh kcsan
deep   kernel-s390x      setup                 tools/testing/guest/kernel.sh s390x

short  host              tool                  /usr/bin/python3 -m pytest tools/testing/host --every 8 --ktap
deep   host-half         tool                  /usr/bin/python3 -m pytest tools/testing/host -m 'any_build or plain_build' --every 2 --ktap
short  host-san          tool                  scripts/checks/host-build.sh san --every 8 --one-in 3
deep   host-san-1-half   tool                  scripts/checks/host-build.sh san --every 2 --part 1/2
deep   host-san-2-half   tool                  scripts/checks/host-build.sh san --every 2 --part 2/2
short  kunit-san         kernel-san            scripts/checks/unchanged.sh Kbuild drivers include tools/testing/guest gpu -- scripts/checks/kunit.sh san
deep   kunit-san-2       kernel-san            scripts/checks/kunit.sh san 2
short  replay-stock      kernel-stock,tool     flock build/check/replay.lock tools/testing/guest/scenarios/replay-check.sh stock corpus:8 rules stream stress
deep   replay-stock-all  kernel-stock,tool     flock build/check/replay.lock tools/testing/guest/scenarios/replay-check.sh stock
short  replay-san        kernel-san,tool       flock build/check/replay.lock tools/testing/guest/scenarios/replay-check.sh san stress
deep   replay-san-all    kernel-san,tool       flock build/check/replay.lock tools/testing/guest/scenarios/replay-check.sh san rules stress
check  gpu-device        tool                  scripts/checks/unchanged.sh include tools/testing/gpu tools/testing/ktap.sh gpu -- make -s -C tools/testing/gpu test
check  gpu-explain       gpu-device,tool       tools/testing/gpu/run.sh bmg 7.3 explain --append gpu_troubles=short
check  gpu-live          gpu-device,tool       tools/testing/gpu/run.sh tgl 6.12-deb12 live
check  gpu-mesa          gpu-explain           tools/testing/gpu/run.sh bmg 7.3 mesa --append gpu_hangs=walker
check  gpu-suspended     gpu-device,tool       scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- tools/testing/gpu/run.sh bmg 6.12-deb12 suspended
check  gpu-suspended-7   gpu-device,tool       scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- tools/testing/gpu/run.sh tgl 7.3 suspended
short  gpu-resumes       gpu-live              scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- tools/testing/gpu/run.sh tgl 6.12-deb12 resumes
deep   gpu-resumes-200   gpu-live              tools/testing/gpu/matrix.sh ' resumes '
short  gpu-kills         gpu-live              scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- tools/testing/gpu/run.sh bmg 7.3 kills --append gpu_kills=1
deep   gpu-kills-1000    gpu-live              tools/testing/gpu/matrix.sh ' kills '
deep   gpu-no-debugfs    gpu-live              tools/testing/gpu/matrix.sh ' no_debugfs '
short  layout            tool                  scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- /usr/bin/python3 -m pytest tools/testing/host/test_layout_debian.py --kernels 6.12,7.3 --ktap
deep   layout-all        tool                  /usr/bin/python3 -m pytest tools/testing/host/test_layout_debian.py --kernels all --ktap
short  cross-arch        tool                  scripts/checks/unchanged.sh drivers include tools data scripts -- tools/testing/host/cross_arch/run.sh --short s390x
deep   cross-arch-all    tool                  tools/testing/host/cross_arch/run.sh
short  negative-controls kunit-san             scripts/checks/unchanged.sh Kbuild drivers include tools/testing/guest tools/testing/ktap.sh gpu -- tools/testing/guest/negative_controls.sh
deep   negative-controls-deep kernel-san,kernel-kcsan,kernel-i386,kernel-s390x tools/testing/guest/negative_controls.sh --deep
deep   cocci-all         setup                 scripts/checks/cocci.sh
short  checkpatch        setup                 scripts/checks/checkpatch.sh --recent
deep   checkpatch-all    setup                 scripts/checks/checkpatch.sh
check  gcc-w1            setup                 scripts/checks/module-w1.sh gcc
deep   clang-w1          setup                 scripts/checks/module-w1.sh clang
check  compat            gcc-w1                scripts/checks/unchanged.sh Kbuild drivers include tools/testing gpu -- scripts/checks/compat.sh
check  sparse            gcc-w1                scripts/checks/unchanged.sh Kbuild drivers include tools/testing/guest gpu -- scripts/checks/sparse.sh
check  clean-build       kernel-stock,setup    scripts/checks/unchanged.sh . -- scripts/checks/clean-build.sh
check  gpu-alone         setup                 scripts/checks/unchanged.sh . -- scripts/checks/device-alone.sh
deep   gpu-boot          gpu-alone,gpu-explain scripts/checks/device-alone.sh boot

check  fuzz-log          corpus                tools/testing/fuzz/run.sh --seconds 3 fuzz_log
deep   fuzz-log-long     fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 30 fuzz_log
short  fuzz-lfd          corpus                tools/testing/fuzz/run.sh --seconds 1 fuzz_lfd
deep   fuzz-lfd-long     fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 30 fuzz_lfd
short  fuzz-asic         corpus                tools/testing/fuzz/run.sh --seconds 1 fuzz_asic
deep   fuzz-asic-long    fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 30 fuzz_asic
short  fuzz-facts        corpus                tools/testing/fuzz/run.sh --seconds 1 fuzz_facts
deep   fuzz-facts-long   fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 30 fuzz_facts
short  fuzz-btf          setup                 tools/testing/fuzz/run.sh --seconds 1 fuzz_btf
deep   fuzz-btf-long     fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 30 fuzz_btf
check  fuzz-ct           corpus                tools/testing/fuzz/run.sh --seconds 3 fuzz_ct fuzz_capture_region fuzz_follow
short  fuzz-tool         corpus                tools/testing/fuzz/run.sh --seconds 1 fuzz_events fuzz_text fuzz_capture fuzz_hexdump fuzz_dump fuzz_witness fuzz_learn fuzz_state fuzz_live fuzz_tool fuzz_library
deep   fuzz-tool-long    fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 10 fuzz_events fuzz_text fuzz_capture fuzz_hexdump fuzz_dump fuzz_witness fuzz_learn fuzz_state fuzz_live fuzz_tool fuzz_library
deep   fuzz-folder       fuzz-log              tools/testing/fuzz/run.sh --keep --seconds 60 fuzz_folder
deep   fuzz-coverage     fuzz-tool-long,fuzz-folder tools/testing/fuzz/coverage.py build/corpus

short  mutants           unit                  tools/testing/mutate/mutate.py --part core --recent --count 12 --seed "$(git rev-parse HEAD)" --least 50
deep   mutants-core      unit                  tools/testing/mutate/mutate.py --part core --count 200
deep   mutants-tool      tool                  tools/testing/mutate/mutate.py --part tool --count 160
deep   mutants-module    kernel-base,tool      tools/testing/mutate/mutate.py --part module --count 40

check  kernel-doc        setup                 scripts/checks/unchanged.sh . -- scripts/checks/kernel-doc.sh
check  clang-format      setup                 scripts/checks/unchanged.sh . -- scripts/checks/clang-format.sh
check  headers           setup                 scripts/checks/unchanged.sh drivers include -- scripts/checks/headers.sh
check  structure         setup                 scripts/checks/unchanged.sh . -- scripts/checks/structure.py
check  shell             setup                 scripts/checks/unchanged.sh . -- scripts/checks/shell.sh
check  python            setup                 scripts/checks/unchanged.sh . -- scripts/checks/python.sh
deep   kaitai            tool,corpus           scripts/checks/kaitai.sh build/guclog/guclog build/corpus
check  docs              setup                 scripts/docs.sh
short  learn             tool                  scripts/checks/unchanged.sh Kbuild drivers include tools data scripts gpu -- /usr/bin/python3 -B tools/testing/host/learn_figures.py build/guclog/guclog --logs 3
deep   learn-all         tool                  /usr/bin/python3 -B tools/testing/host/learn_figures.py build/guclog/guclog --logs 60
check  man               setup                 scripts/checks/man.sh
check  tree              setup                 scripts/checks/tree.py
check  device-table      setup                 scripts/gen-device-table.py --check
check  event-table       setup                 scripts/gen-event-table.py --check
check  model             setup                 scripts/gen-model.py --check
check  kernel-table      setup                 scripts/kernel-table.py --check
check  abi-names         setup                 drm="$(tools/testing/guest/source.sh)/drivers/gpu/drm"; scripts/gen-abi-names.py --check --verify "$drm/xe/abi" --i915 "$drm/i915/gt/uc/abi"
check  driver-messages   tool                  scripts/checks/unchanged.sh data scripts tools gpu -- scripts/checks/driver-messages.sh build/guclog/guclog
check  prefixes          kernel-stock          scripts/checks/unchanged.sh Kbuild drivers include tools/testing gpu -- scripts/checks/prefixes.sh

deep   static            tool                  tools/testing/host/static_command.sh
deep   duckdb            tool                  scripts/checks/duckdb.sh build/guclog/guclog
deep   unit-more         unit                  scripts/setup.sh user-arm64 >&2 && tools/testing/unit/run.sh clang m32 arm64
deep   host-m32          tool                  scripts/checks/host-build.sh m32
deep   tool-clang        setup                 make -s -C tools/guclog O="$PWD/build/guclog-clang" WERROR=1 CC=clang
deep   kunit-s390x       kernel-s390x          scripts/checks/kunit.sh s390x
deep   kunit-kcsan       kernel-kcsan          scripts/checks/kunit.sh kcsan
deep   kunit-i386-3      kernel-i386           scripts/checks/kunit.sh i386 3
deep   replay-kcsan      kernel-kcsan,tool     flock build/check/replay.lock tools/testing/guest/scenarios/replay-check.sh kcsan rules stress
check  package-scripts   setup                 scripts/checks/unchanged.sh contrib debian tools/testing/host -- tools/testing/host/debian_packages.sh --scripts
deep   packages          setup                 tools/testing/host/debian_packages.sh
deep   packages-booted   kernel-stock,tool     tools/testing/guest/packages.sh
deep   foreign-packages  setup                 tools/testing/host/foreign_packages.sh
deep   collect-guest     kernel-stock,corpus,tool tools/testing/guest/collect/run.sh log
deep   anchor-gpu        kernel-stock,tool     tools/testing/gpu/run.sh tgl 6.12-deb12 anchor
deep   collect-gpu       kernel-stock,tool     tools/testing/guest/collect/run.sh xe 6.12-deb12 tgl
deep   collect-gpu-7     kernel-stock,tool     tools/testing/guest/collect/run.sh xe 7.3 bmg
deep   collect-power     kernel-stock,tool     tools/testing/guest/collect/power.sh
deep   collect-series    kernel-stock,tool     tools/testing/guest/collect/run.sh xe 6.12-deb12 tgl collect_series
deep   collect-hostile   kernel-stock,tool     tools/testing/guest/collect/run.sh xe 6.12-deb12 tgl hostile
deep   collect-hostile-7 kernel-stock,tool     tools/testing/guest/collect/run.sh xe 7.3 bmg hostile
deep   collect-watch     kernel-stock,tool     tools/testing/guest/collect/run.sh xe 6.12-deb12 tgl watch
deep   dkms              kernel-stock          tools/testing/guest/dkms.sh
deep   fuzz-afl          corpus                tools/testing/fuzz/afl.sh 20
deep   gpu-hang          gpu-explain           tools/testing/gpu/matrix.sh ' hang$'
deep   gpu-explain-all   gpu-explain           tools/testing/gpu/matrix.sh ' explain'
deep   gpu-controls      gpu-explain           tools/testing/gpu/negative_controls.sh
deep   gpu-live-612      gpu-live              tools/testing/gpu/matrix.sh '^([^t].*|tgl-.*) 6\.12-deb12 live$| 6\.12-deb12 (bad_layout|no_btf|load_order)$'
deep   gpu-live-7        gpu-live              tools/testing/gpu/matrix.sh ' 7\.[23] (live|unavailable|bad_layout|no_btf|load_order)$'
deep   gpu-power         gpu-live              tools/testing/gpu/matrix.sh '^(tgl 6\.12-deb12|bmg 7\.3) (suspended|system_sleep)$'
deep   gpu-idle          gpu-live              tools/testing/gpu/matrix.sh ' idle'
deep   gpu-hangs         gpu-live              tools/testing/gpu/matrix.sh '(deb12|7\.3) (hangs --append gpu_hangs|two_hangs)'
deep   gpu-pressure      gpu-live              tools/testing/gpu/matrix.sh ' hangs .*fragmented'
deep   gpu-bpf           gpu-live              tools/testing/gpu/matrix.sh ' bpf$'
deep   gpu-rt            gpu-live              tools/testing/gpu/matrix.sh ' 7\.[23]-rt '
deep   gpu-newest        gpu-live              tools/testing/gpu/matrix.sh ' (sid|experimental) '
deep   gpu-incidents     gpu-live              tools/testing/gpu/matrix.sh '(deb12|7\.3) (incident|traps|triggers|no_triggers|last_copy)$'
deep   gpu-stream        gpu-live,alone        tools/testing/gpu/matrix.sh '(deb12|7\.3) stream'
deep   gpu-trace         gpu-live,alone        tools/testing/gpu/matrix.sh ' trace$'
deep   gpu-vram          gpu-live              tools/testing/gpu/matrix.sh ' (vram_reads|slot_reset)'
deep   gpu-clients       gpu-mesa              tools/testing/gpu/matrix.sh ' (mesa|neo) '
deep   gpu-faults        gpu-mesa              tools/testing/gpu/matrix.sh ' faults'
deep   gpu-stall         gpu-mesa,alone        tools/testing/gpu/matrix.sh ' (stall|unbound)$'
deep   gpu-hardware      gpu-live,alone        tools/testing/gpu/matrix.sh ' hardware'
deep   gpu-igt           gpu-live,alone        tools/testing/gpu/run.sh bmg 7.3 igt
deep   gpu-igt-tgl       gpu-live              tools/testing/gpu/run.sh tgl 7.3 igt --append 'gpu_igt=xe_(c|vm|exec_(basic|reset))'
deep   gpu-live-san      kernel-gpu-san        tools/testing/gpu/matrix.sh ' 6\.12-san (live|unavailable|incident)$'
deep   gpu-hangs-san     kernel-gpu-san        tools/testing/gpu/matrix.sh ' 6\.12-san (hangs|stream)'
deep   gpu-stress-tgl    gpu-live              tools/testing/gpu/matrix.sh '^tgl 6\.12-deb12 hotplug_stress'
deep   gpu-stress-bmg    gpu-live              tools/testing/gpu/matrix.sh '^bmg 7\.3 hotplug_stress'
deep   gpu-stress-san    kernel-gpu-san        tools/testing/gpu/matrix.sh ' 6\.12-san hotplug_stress.*readers=files'
deep   gpu-stress-streams kernel-gpu-san       tools/testing/gpu/matrix.sh ' 6\.12-san hotplug_stress.*readers=streams'
deep   gpu-san-control   kernel-gpu-san        tools/testing/gpu/module_controls.sh --san
deep   gpu-stress-control gpu-live              tools/testing/gpu/module_controls.sh
deep   gpu-device-25     gpu-device            RUNS=25 make -s -C tools/testing/gpu test
deep   gpu-fuzz          gpu-device            make -s -C tools/testing/gpu fuzz FUZZ_SECONDS=30
END
}
