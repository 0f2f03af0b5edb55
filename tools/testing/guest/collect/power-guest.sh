# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# power-guest.sh -- in a guest with udev and systemd: request a log 25 times, and store each dump
# on the disk with guclog collect, while power.sh copies the disk.
set -eu
. "$JOB/files/replay-lib.sh"
C=$JOB/files/corpus
GPU=0000:03:00.0
STORE=/mnt/store

mkdir -p /mnt /etc/default
mount -t ext4 /dev/vda /mnt
mkdir $STORE
soon systemctl -q is-active systemd-udevd
# In this guest this script runs guclog collect, so udev must not run it.
rm /etc/udev/rules.d/60-xe-guclog-collect.rules
udevadm control --reload
make_device $GPU "$C/real-words.img" "$C/real-words.facts"
echo 1 >"$CONFIG/$GPU/live"
i=0
while [ $i -lt 25 ]; do
	i=$((i + 1))
	echo $GPU/gt0 >"$CONFIG/capture"
	for d in /sys/class/devcoredump/devcd*; do
		/usr/bin/guclog collect --no-journal --store $STORE --keep 20 "${d##*/}" || true
	done
done
rmdir "$CONFIG/$GPU"
umount /mnt
