# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# unmodelled_reg.sh -- read a register that the model does not have, which makes the run fail if
# the device is strict.  negative_controls.sh checks this.
#@ xe-by-hand yes
. "$JOB/files/lib.sh"
echo 1 >"$PCI/enable"
bar0=$(head -n 1 "$PCI/resource" | cut -d' ' -f1)
# Read GMD_ID, which the model has, and an offset that it does not have.
devmem $((bar0 + 0xd8c)) 32
devmem $((bar0 + 0x3ff0)) 32
