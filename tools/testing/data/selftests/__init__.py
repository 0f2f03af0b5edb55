# SPDX-License-Identifier: GPL-2.0-only
"""Tests of the independent writer; ../selftest.py runs them."""

# Fewer than that means that some were not found.
LEAST = 80
