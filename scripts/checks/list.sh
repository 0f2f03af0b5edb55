# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# list.sh -- the checks; to be sourced.
#
# tier   name              needs          command
#
# "check" is what make check runs, make check-deep runs "deep" as well.  A name
# may need others, separated by commas; "-" is none.  The order is that of
# starting, long ones first, two at a time.
checks()
{
	cat <<'END'
check  setup             -              scripts/setup.sh build check qemu qemu-foreign cross ccache
END
}
