#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# judge.sh events|cause LOG -- examine a log of the emulated GPU with guclog ($GUCLOG), for
# gpu/tests/dialect.py.
case $1 in
events)	exec "$GUCLOG" events --check "$2" ;;
cause)	exec "$GUCLOG" explain --json "$2" ;;
*)	exit 2 ;;
esac
