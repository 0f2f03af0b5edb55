# SPDX-License-Identifier: GPL-2.0
VERSION := 1.2.0
