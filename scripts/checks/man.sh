#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# man.sh -- check that mandoc's lint gives no warning about the manual pages.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

for f in $(tracked '*.[1-9]'); do
	expect "$f" mandoc -T lint -W warning "$f"
done
result
