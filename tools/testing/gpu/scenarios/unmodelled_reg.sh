# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# unmodelled_reg.sh -- read a register that the model does not have.  For
# negative_controls.sh: the scenario succeeds, but a strict device fails the run.
#@ xe-by-hand yes
. "$JOB/files/lib.sh"
echo 1 >"$PCI/enable"
bar0=$(head -n 1 "$PCI/resource" | cut -d' ' -f1)
# Read GMD_ID, which is in the model, and an offset that is not.
devmem $((bar0 + 0xd8c)) 32
devmem $((bar0 + 0x3ff0)) 32
