# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# outside.sh -- a read of a register that the model does not have.  A control:
# the scenario itself is content, but a strict device fails the run.
#@ xe-by-hand yes
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
echo 1 >"$PCI/enable"
bar0=$(head -n 1 "$PCI/resource" | cut -d' ' -f1)
# GMD_ID's place, which is in the model, and one where nothing is
devmem $((bar0 + 0xd8c)) 32
devmem $((bar0 + 0x3ff0)) 32
