# SPDX-License-Identifier: GPL-2.0
# Each target installs the Debian packages that it needs (scripts/setup.sh), builds in build/ and
# prints what it does. When the kernel's build system builds the module, it reads Kbuild instead of
# this file.

KDIR ?= /lib/modules/$(shell uname -r)/build
KVER ?= $(shell uname -r)
SECONDS ?= 300
export PREFIX ?= /usr/local
export DESTDIR

# Variables of "make gpu" (PLATFORM, KERNEL and SCENARIO) and "make check-gpu" (GPU), which run
# tests on the emulated GPU. Examples:
#   make gpu PLATFORM=bmg KERNEL=7.3 SCENARIO=live
#   make check-gpu GPU='bmg 7.3'
PLATFORM ?= tgl
KERNEL ?= 7.3
SCENARIO ?= probe
GPU ?=
# Options of the test on a real GPU: make hardware-check HARDWARE='--seconds 20'
HARDWARE ?=

# The mutants of "make mutate": COUNT of them, chosen by SEED, in FILES (default: all sources).
# Example: make mutate FILES=drivers/xe_guclog/core COUNT=100 SEED=2
FILES ?=
COUNT ?= 40
SEED ?= 1

.PHONY: help all modules guclog hardware-check install uninstall demo check check-deep gpu check-gpu fuzz mutate bench bench-tool bench-gpu \
	dist static \
	dkms-install dkms-uninstall clean

help:
	@echo 'make all        the tool, and the module if KDIR has kernel headers'
	@echo 'make modules    xe_guclog.ko for KDIR (the running kernel) in build/module/'
	@echo 'make dkms-install    the module for this kernel and later ones (root; KVER=);'
	@echo '                     make dkms-uninstall removes it'
	@echo 'make guclog     the tool in build/guclog/'
	@echo 'make install    tool, manual, completion, library, format definitions;'
	@echo '                DESTDIR=$(DESTDIR) PREFIX=$(PREFIX); make uninstall removes them'
	@echo 'make dist       a tarball of the source in build/dist/; the same bytes each time'
	@echo 'make static     the command as one static file for x86-64 and one for arm64'
	@echo 'make demo       a hang on the emulated GPU: Debian xe, our module, the explanation'
	@echo 'make hardware-check  test the module on the Intel GPU of this machine, as root; HARDWARE=OPTIONS'
	@echo 'make check      all tests, some in a short form (the test kernels are built once, and kept)'
	@echo 'make check-deep all tests in their long form, and more kernels and negative controls'
	@echo 'make fuzz       the fuzzers, SECONDS=$(SECONDS) each, on the inputs of the last run'
	@echo 'make mutate     break one line at a time, and see whether a test fails:'
	@echo '                COUNT=$(COUNT) SEED=$(SEED) FILES=FOLDERS-OR-FILES'
	@echo 'make gpu        boot a Debian kernel and its own xe on an emulated GPU:'
	@echo '                PLATFORM=$(PLATFORM) KERNEL=$(KERNEL) SCENARIO=$(SCENARIO)'
	@echo 'make check-gpu  all platforms, kernels and scenarios; GPU=PATTERN for some'
	@echo 'make bench      benchmarks, which build no kernel; make bench-tool: only those of the command;'
	@echo '                make bench-gpu: only that of guc_log_lfd, compared with that of xe'
	@echo 'make clean      remove build/'
	@echo
	@echo 'KDIR=$(KDIR)'

all: guclog
	@scripts/modules.sh --if-headers "$(KDIR)"

modules:
	@scripts/modules.sh "$(KDIR)"

dkms-install dkms-uninstall:
	@KVER="$(KVER)" scripts/dkms.sh $(@:dkms-%=%)

guclog:
	@scripts/setup.sh tool
	@$(MAKE) --no-print-directory -C tools/guclog O="$(CURDIR)/build/guclog"

# This target does not install the module; dkms-install does. debian/rules does not use this target:
# it calls the Makefiles of the folders itself.
install: guclog
	@$(MAKE) --no-print-directory -C tools/guclog O="$(CURDIR)/build/guclog" install install-lib
	@$(MAKE) --no-print-directory -C tools/formats install
	@$(MAKE) --no-print-directory -C tools/hardware-check O="$(CURDIR)/build/hardware-check" install

uninstall:
	@$(MAKE) --no-print-directory -C tools/guclog uninstall
	@$(MAKE) --no-print-directory -C tools/formats uninstall
	@$(MAKE) --no-print-directory -C tools/hardware-check uninstall

dist:
	@scripts/dist.sh

static:
	@scripts/static.sh

demo:
	@scripts/demo.sh

hardware-check:
	@scripts/hardware-check.sh $(HARDWARE)

check:
	@scripts/check.sh

check-deep:
	@scripts/check.sh --deep

fuzz:
	@scripts/setup.sh check tool
	@tools/testing/fuzz/run.sh --keep --seconds "$(SECONDS)"

mutate:
	@scripts/setup.sh check tool
	@tools/testing/mutate/mutate.py --count "$(COUNT)" --seed "$(SEED)" $(FILES)

gpu:
	@tools/testing/gpu/run.sh "$(PLATFORM)" "$(KERNEL)" "$(SCENARIO)"

check-gpu:
	@tools/testing/gpu/matrix.sh "$(GPU)"

bench:
	@tools/testing/guest/bench/run.sh

bench-tool:
	@tools/testing/guest/bench/run.sh --tool

bench-gpu:
	@tools/testing/guest/bench/run.sh --gpu

clean:
	rm -rf build
