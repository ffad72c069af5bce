# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin, as a host's own tests use it."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

USE = """
import happyoyster as ho
import pytest

@pytest.fixture
def travel(oyster_gateway):
    credentials = oyster_gateway.credentials("directing")
    with ho.Engine() as engine:
        credentials.apply(engine)
        with engine.create_travel(credentials.ticket) as travel:
            yield travel

def test_a_travel(travel, oyster_gateway):
    oyster_gateway.settings(pauseConfirmMs=70)
    travel.start()
    travel.pause()
    assert len(oyster_gateway.requests("travels/pause")) == 1
    assert len(oyster_gateway.travels()) == 1

def test_travels_of_the_test_before_are_removed(oyster_gateway):
    assert oyster_gateway.settings()["pauseConfirmMs"] == 50
    assert oyster_gateway.requests() == oyster_gateway.travels() == []

def test_a_fault(travel, oyster_gateway):
    oyster_gateway.fault("travels/enter-travel", code=429001, status=429)
    with pytest.raises(ho.CapacityExhausted):
        travel.start()

def test_faults_of_the_test_before_are_removed(travel, oyster_gateway):
    assert oyster_gateway.faults() == []
    travel.start()
"""

SESSIONS = """
import happyoyster as ho
import pytest

def test_a_guest_cannot_mute(oyster_session_server):
    session_id = oyster_session_server.create_session()
    token = oyster_session_server.token(session_id, role="publisher", data="Ada")
    server_url, key = oyster_session_server.url, oyster_session_server.key
    with ho.Session(server_url, key, session_id) as session, pytest.raises(ho.UnableToForceMute):
        session.connect(token)
        session.force_mute_all()

def test_the_server_is_the_same(oyster_session_server, oyster_gateway):
    assert oyster_session_server.create_session()
"""

UNUSED = """
import sys

def test_the_library_is_not_loaded():
    assert "happyoyster" not in sys.modules
"""


def test_the_fixture_gives_a_gateway_that_is_reset(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(USE)
    pytester.runpytest_subprocess().assert_outcomes(passed=4)


def test_a_session_server_starts_once(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SESSIONS)
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_a_run_that_needs_no_gateway_loads_no_library(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(UNUSED)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_a_missing_gateway_is_an_error_that_names_the_variable(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OYSTER_GATEWAY", "/nowhere/oyster-gateway")
    pytester.makepyfile(USE)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=4)
    result.stdout.fnmatch_lines(["*GatewayError: cannot run /nowhere/oyster-gateway: No such*"])
