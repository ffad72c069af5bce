# SPDX-License-Identifier: Apache-2.0
"""Reads which names the header and each language have, straight from the sources."""
