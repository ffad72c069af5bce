# SPDX-License-Identifier: Apache-2.0
"""The gateway for users' tests."""

from __future__ import annotations

import os
import unittest
from unittest import mock

from live import LiveTest

import happyoyster as ho
from happyoyster import testing


class Gateways(LiveTest):
    def test_credentials_hide_their_secrets(self) -> None:
        credentials = self.gateway.credentials(ho.Mode.ACTING)
        self.assertEqual(credentials.model, "happyoyster-1.0-acting")
        self.assertNotIn(credentials.token, repr(credentials))
        self.assertNotIn(credentials.ticket, repr(credentials))

    def test_settings_last_until_the_reset(self) -> None:
        self.assertEqual(self.gateway.settings(envelope="A")["envelope"], "A")
        self.gateway.reset()
        settings = self.gateway.settings()
        self.assertEqual(settings["envelope"], "B")
        self.assertLessEqual(testing.FAST.items(), settings.items())

    def test_faults_apply_until_they_are_cleared(self) -> None:
        travel = self.travel("adventure")
        self.gateway.fault("travels/enter-travel", status=503)
        self.assertEqual([fault["status"] for fault in self.gateway.faults()], [503])
        with self.assertRaises(ho.OysterError):
            travel.start()
        self.gateway.clear_faults("travels/enter-travel")
        self.assertEqual(self.gateway.faults(), [])

    def test_a_ticket_expires_when_the_clock_advances(self) -> None:
        travel = self.travel("adventure")
        self.gateway.advance(1801)
        with self.assertRaises(ho.OysterError):
            travel.start()

    def test_a_refusal_contains_the_reason(self) -> None:
        with self.assertRaisesRegex(testing.GatewayError, "POST /settings: 400 .*weather"):
            self.gateway.settings(weather="fine")

    def test_it_can_be_started_with_other_settings_and_closed_twice(self) -> None:
        with testing.Gateway(settings={"pauseConfirmMs": 7}) as gateway:
            gateway.reset()
            self.assertEqual(gateway.settings()["pauseConfirmMs"], 7)
        gateway.close()

    def test_a_missing_executable_is_named(self) -> None:
        with self.assertRaisesRegex(testing.GatewayError, "cannot run /nowhere/gateway: No such"):
            testing.Gateway("/nowhere/gateway")

    def test_an_executable_that_ends_at_once_is_an_error_with_its_output(self) -> None:
        with self.assertRaisesRegex(testing.GatewayError, "status 2: .*exit-with-stdin"):
            testing.Gateway("ls")

    def test_without_any_executable_the_variable_is_named(self) -> None:
        nothing = mock.patch.dict(os.environ, {"OYSTER_GATEWAY": "", "PATH": ""})
        beside = mock.patch.object(testing, "EXECUTABLE", "no-such-gateway")
        with nothing, beside, self.assertRaisesRegex(testing.GatewayError, "set OYSTER_GATEWAY"):
            testing.find_gateway()


if __name__ == "__main__":
    unittest.main()
