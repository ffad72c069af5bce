# SPDX-License-Identifier: Apache-2.0
"""pytest plugin: the fixtures ``oyster_gateway`` and ``oyster_session_server``.

It lies outside the package and imports it late, because pytest loads plugins in every run: one
that needs no server must not load the library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from happyoyster.testing import Gateway, SessionServer


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


@pytest.fixture(scope="session")
def oyster_session_server() -> Iterator[SessionServer]:
    """Start one session server for all tests; each test creates sessions of its own."""
    from happyoyster.testing import SessionServer  # noqa: PLC0415

    with SessionServer() as server:
        yield server
