# SPDX-License-Identifier: Apache-2.0
"""Reads the tables of `facts/` and the C headers, and writes what repeats them."""
