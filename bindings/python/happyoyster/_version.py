# SPDX-License-Identifier: Apache-2.0
"""Version of this package; a test compares it with the VERSION file of the project."""

__version__ = "0.1.0"
