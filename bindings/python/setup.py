# SPDX-License-Identifier: Apache-2.0
"""Build wheels: with the library inside they are for one platform and any Python 3 on it.

Temporary files of a build go to a directory of their own; beside the sources they would become
part of later wheels.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

SCRATCH = tempfile.mkdtemp(prefix="happyoyster-build-")
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
LIBRARY = Path(__file__).parent / "happyoyster" / "libhappyoyster.so.0"


class Package(Distribution):
    """A package that may have the library inside, and no compiled Python."""

    def has_ext_modules(self) -> bool:
        """Whether the wheel contains a binary for one platform."""
        return LIBRARY.exists()


class Wheel(bdist_wheel):
    """A wheel that does not depend on a version of Python's own ABI."""

    def get_tag(self) -> tuple[str, str, str]:
        """Keep only the platform of the tag."""
        return "py3", "none", super().get_tag()[2]


setup(
    distclass=Package,
    cmdclass={"bdist_wheel": Wheel},
    options={"build": {"build_base": SCRATCH}, "egg_info": {"egg_base": SCRATCH}},
)
