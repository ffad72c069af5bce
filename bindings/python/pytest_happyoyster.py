# SPDX-License-Identifier: Apache-2.0
"""pytest plugin: the fixture ``oyster_gateway``.

It lies outside the package and imports it late, because pytest loads plugins in every run: one
that needs no gateway must not load the library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from happyoyster.testing import Gateway


@pytest.fixture(scope="session")
def oyster_gateway_session() -> Iterator[Gateway]:
    """Start one development gateway for all tests."""
    from happyoyster.testing import Gateway  # noqa: PLC0415

    with Gateway() as gateway:
        yield gateway


@pytest.fixture
def oyster_gateway(oyster_gateway_session: Gateway) -> Gateway:
    """Give a test the development gateway, which has forgotten what came before."""
    oyster_gateway_session.reset()
    return oyster_gateway_session
