# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# job.sh -- for scripts that make a root directory for the option --system of run.sh

# install_job DIR: in this root directory, make a service that runs the guest harness's init, and
# let systemd start it. Other processes do not see the mounts of the service (PrivateMounts).
install_job()
{
	mkdir -p "$1/etc/systemd/system"
	cat >"$1/etc/systemd/system/job.service" <<-EOT
	[Unit]
	DefaultDependencies=no
	After=systemd-udevd.service systemd-udev-trigger.service systemd-journald.service
	[Service]
	ExecStart=/init
	PrivateMounts=yes
	StandardOutput=null
	EOT
	cat >"$1/etc/systemd/system/job.target" <<-EOT
	[Unit]
	DefaultDependencies=no
	AllowIsolate=yes
	Wants=systemd-journald.service systemd-udevd.service systemd-udev-trigger.service
	Wants=systemd-tmpfiles-setup.service job.service
	EOT
	ln -sfn job.target "$1/etc/systemd/system/default.target"
}
