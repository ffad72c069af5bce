# SPDX-License-Identifier: Apache-2.0
"""Failures of the service and of the SDK arrive as exceptions by code."""

from __future__ import annotations

import unittest
from collections.abc import Callable

from live import LiveTest

import happyoyster as ho


class Errors(LiveTest):
    def refused(self, kind: type[ho.OysterError], code: int, call: Callable[[], object]) -> None:
        with self.assertRaises(kind) as caught:
            call()
        error = caught.exception
        self.assertEqual((type(error), error.code), (kind, code))
        self.assertTrue(error.name)
        self.assertTrue(error.advice)

    def with_ticket(self, ticket: str) -> ho.Travel:
        travel = self.engine.create_travel(ticket)
        self.addCleanup(travel.close)
        return travel

    def test_a_bad_ticket_is_401010(self) -> None:
        self.gateway.credentials("adventure").apply(self.engine)
        travel = self.with_ticket("no-such-ticket")
        with self.assertRaises(ho.TicketInvalid) as caught:
            travel.start()
        error = caught.exception
        self.assertEqual((error.code, error.operation), (401010, "start"))
        self.assertEqual(error.kind, ho.ErrorKind.SERVER)
        self.assertFalse(error.retryable)
        self.assertNotIn("no-such-ticket", f"{error} {error.raw}")

    def test_a_used_ticket_is_401011(self) -> None:
        credentials = self.gateway.credentials("adventure")
        credentials.apply(self.engine)
        with self.with_ticket(credentials.ticket) as first:
            first.start()
        again = self.with_ticket(credentials.ticket)
        self.refused(ho.TicketUsed, 401011, again.start)

    def test_no_token_is_101001(self) -> None:
        credentials = self.gateway.credentials("adventure")
        self.engine.initialize(api_host=credentials.api_host, model=credentials.model)
        travel = self.with_ticket(credentials.ticket)
        self.refused(ho.TokenMissing, 101001, travel.start)
        self.engine.update_token(credentials.token)
        self.assertEqual(travel.start().mode, ho.Mode.ADVENTURE)

    def test_a_wrong_mode_is_103003(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        self.refused(ho.ModeMismatch, 103003, travel.pause)
        self.refused(ho.ModeMismatch, 103003, lambda: travel.send_instruct("Hello"))

    def test_a_wrong_state_is_103002(self) -> None:
        travel = self.travel("directing")
        travel.start()
        self.refused(ho.ConcurrentTravel, 103004, travel.start)
        self.refused(ho.InvalidState, 103002, lambda: travel.rewind(4))

    def test_a_second_travel_is_103004(self) -> None:
        self.travel("adventure")
        self.refused(ho.ConcurrentTravel, 103004, lambda: self.engine.create_travel("ticket"))

    def test_local_refusals_name_the_method(self) -> None:
        self.refused(ho.NotInitialized, 100001, lambda: self.engine.create_travel("ticket"))
        self.refused(ho.NotInitialized, 100001, lambda: self.engine.update_token("token"))
        bad = {"api_host": "http://example.com", "model": "m"}
        self.refused(ho.InvalidConfig, 100002, lambda: self.engine.initialize(**bad))
        with self.assertRaisesRegex(ho.InvalidConfig, r"ca_file cannot be read \(No such file"):
            self.engine.initialize(api_host="host.test", model="m", ca_file="/nonexistent.pem")
        travel = self.travel("directing")
        self.refused(ho.InvalidArgument, 109002, lambda: travel.rewind(float("nan")))
        with self.assertRaisesRegex(ho.InvalidArgument, "^rewind: .* the log names the argument"):
            travel.rewind(-1)
        self.refused(ho.ServerError, 400000, lambda: travel.send_instruct("  "))

    def test_the_4097th_engine_is_109007_and_names_the_limit(self) -> None:
        engines: list[ho.Engine] = []
        try:
            with self.assertRaises(ho.LimitReached) as caught:
                for _ in range(4097):
                    engines.append(ho.Engine())
        finally:
            for engine in engines:
                engine.close()
        self.assertIn("4096 engines exist", str(caught.exception))

    def test_a_text_that_would_break_a_header_is_109002(self) -> None:
        credentials = self.gateway.credentials("adventure")
        credentials.apply(self.engine)
        for text in ("", " ", "a b", "a\r\nX: y", "a\n", "a\0b", "a\x7f", "ä", "a" * 4097):
            with self.subTest(text[:8]):
                self.refused(
                    ho.InvalidArgument, 109002, lambda text=text: self.engine.update_token(text)
                )
                self.refused(
                    ho.InvalidArgument, 109002, lambda text=text: self.engine.create_travel(text)
                )
        with self.engine.create_travel(credentials.ticket) as travel:
            travel.start()
            travel.end()

    def test_commands_after_the_end_are_103001(self) -> None:
        travel = self.travel("adventure")
        travel.start()
        self.assertTrue(travel.end().confirmed)
        self.refused(ho.NoActiveTravel, 103001, travel.send_command)
        self.refused(ho.NoActiveTravel, 103001, travel.flush_commands)

    def test_commands_of_a_wrong_mode_are_error_events(self) -> None:
        travel = self.travel("acting")
        travel.start()
        with travel.events() as events:
            travel.send_command(ho.Translation.FRONT)
            while not isinstance(event := events.get(timeout=10), ho.ErrorEvent):
                self.assertIsNotNone(event)
        self.assertIs(type(event.error), ho.ModeMismatch)

    def test_a_failure_of_the_server_is_an_error_event_before_failed(self) -> None:
        travel = self.travel("adventure")
        started = travel.start()
        events = travel.events()
        self.gateway.fail_travel(started.encrypted_travel_id)
        *_, error, failed = events
        self.assertIsInstance(error, ho.ErrorEvent)
        self.assertTrue(error.error.ends_travel)
        self.assertEqual(failed.status, ho.Status.FAILED)

    def test_names_of_codes_and_statuses_agree_with_the_library(self) -> None:
        for code in ho.ErrorCode:
            name = ho.errors.error_for(code).name
            self.assertEqual(f"OYSTER_ERROR_{name}" if code else "OYSTER_OK", code.name)
        from happyoyster._raw.event import oyster_status_name  # noqa: PLC0415

        for status in ho.Status:
            self.assertEqual(oyster_status_name(status).decode(), status.label)


if __name__ == "__main__":
    unittest.main()
