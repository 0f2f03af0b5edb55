# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# unmodelled_reg.sh -- read a register that the emulated GPU does not model.  This is a fault, after
# which run.sh must fail, unless the device runs with --lenient.  negative_controls.sh checks both
# cases.
#@ xe-by-hand yes
. "$JOB/files/lib.sh"
echo 1 >"$PCI/enable"
bar0=$(head -n 1 "$PCI/resource" | cut -d' ' -f1)
# Read GMD_ID, which the emulated GPU models, and an offset that it does not model.
devmem $((bar0 + 0xd8c)) 32
devmem $((bar0 + 0x3ff0)) 32
