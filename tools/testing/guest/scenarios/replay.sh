# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# replay.sh -- run the parts of the test of replay devices (replay-PART.sh) that are in $JOB/files,
# one after the other.
ret=0
for part in corpus stream stress rules; do
	script=$JOB/files/replay-$part.sh
	[ -e "$script" ] || continue
	echo "# $part"
	sh "$script" || ret=1
done
exit $ret
