# SPDX-License-Identifier: Apache-2.0
"""Enums, errors and results without a travel."""

from __future__ import annotations

import pickle
import unittest
from datetime import datetime, timezone

import support  # noqa: F401

import happyoyster as ho
from happyoyster.errors import error_for, refusal


class Enums(unittest.TestCase):
    def test_unknown_numbers_become_members(self) -> None:
        status = ho.Status(77)
        self.assertEqual((int(status), status.name), (77, "UNKNOWN_77"))
        self.assertFalse(status.is_terminal)
        with self.assertRaises(ValueError):
            ho.Status("running")

    def test_text_is_the_spelling_of_the_reference(self) -> None:
        self.assertEqual(str(ho.Status.RUNNING), "running")
        self.assertEqual(f"{ho.Translation.FRONT_LEFT:>10}", " frontLeft")
        self.assertIs(ho.Mode.from_label("acting", ho.Mode.UNKNOWN), ho.Mode.ACTING)
        self.assertIs(ho.Mode.from_label(None, ho.Mode.UNKNOWN), ho.Mode.UNKNOWN)


class Errors(unittest.TestCase):
    def test_classes_follow_from_codes(self) -> None:
        cases = {
            101001: ho.TokenMissing,
            103002: ho.InvalidState,
            109002: ho.InvalidArgument,
            401010: ho.TicketInvalid,
            401011: ho.TicketUsed,
            403005: ho.ContentRejected,
            429002: ho.CapacityExhausted,
            499999: ho.ServerError,
            1004: ho.SessionAuthorizationFailed,
            1011: ho.SessionInvalidParameter,
            1461: ho.InvalidSignalType,
            1999: ho.SessionError,
            10000: ho.OysterError,
            777: ho.OysterError,
        }
        for code, expected in cases.items():
            with self.subTest(code):
                self.assertIs(type(error_for(code)), expected)

    def test_details_of_the_error_object_override_those_of_the_code(self) -> None:
        raw = {"requestId": "r"}
        details = {"message": "no", "operation": "sendInstruct", "retryable": True, "raw": raw}
        error = error_for(105001, {**details, "endsTravel": False})
        self.assertEqual((error.message, error.operation, error.raw), ("no", "send_instruct", raw))
        self.assertTrue(error.retryable)
        self.assertFalse(error.ends_travel)
        self.assertTrue(error_for(105001).ends_travel)
        self.assertEqual(str(error), "send_instruct: 105001 NAME. no. Do better.")

    def test_limit_reached_names_the_limit(self) -> None:
        error = refusal(109007, "acquire", "64 frames of this view are held")
        self.assertIs(type(error), ho.LimitReached)
        self.assertIn("reached: 64 frames of this view are held.", str(error))
        self.assertNotIn("64", str(refusal(109009, "acquire", "64 frames of this view are held")))

    def test_errors_can_be_pickled(self) -> None:
        error = pickle.loads(pickle.dumps(error_for(401011, {"operation": "start"})))
        self.assertIs(type(error), ho.TicketUsed)
        self.assertEqual((error.code, error.operation), (401011, "start"))


class Results(unittest.TestCase):
    def test_end_reads_time_and_duration(self) -> None:
        data = {"encryptedTravelId": "t", "status": "ended", "endedAt": "2026-09-03T10:02:00Z"}
        result = ho.EndResult.parse({**data, "duration": 88, "confirmed": True})
        ended_at = datetime(2026, 9, 3, 10, 2, tzinfo=timezone.utc)
        self.assertEqual(result, ho.EndResult("t", ho.Status.ENDED, ended_at, 88.0, True))

    def test_wrong_types_are_absent_values(self) -> None:
        for duration in (True, False, "1"):
            result = ho.EndResult.parse({"endedAt": "soon", "duration": duration, "status": 5})
            self.assertEqual((result.ended_at, result.duration), (None, None))
        start = ho.StartResult.parse({"mode": "dreaming", "version": None})
        self.assertEqual((start.mode, start.version), (ho.Mode.UNKNOWN, ""))
        self.assertEqual(start.mode_name, "dreaming")
        self.assertEqual(ho.StartResult.parse({"mode": "acting"}).mode_name, "acting")

    def test_secret_urls_are_not_shown(self) -> None:
        start = ho.StartResult.parse({"firstFrame": "https://secret", "playUrl": "https://secret"})
        self.assertEqual(start.first_frame, "https://secret")
        self.assertNotIn("secret", repr(start))
        event = ho.FirstFrameGenerated(1, 0.0, ho.Status.PREPARE, "https://secret")
        self.assertNotIn("secret", repr(event))


if __name__ == "__main__":
    unittest.main()
