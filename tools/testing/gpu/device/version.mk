# SPDX-License-Identifier: GPL-2.0
VERSION := 1.0.0
