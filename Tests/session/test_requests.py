# SPDX-License-Identifier: Apache-2.0
"""The request lane: numbers, repeats, limits of signals and bodies."""

from __future__ import annotations

import json
import unittest
from typing import Any

import wire
from session_server import ServerTest

KIB = 1024
SHELL = "🐚"


def signal(number: int, **members: Any) -> wire.Json:
    return {"number": number, "op": "signal", **members}


def padded(body: wire.Json, size: int) -> bytes:
    """Return a body of exactly this many bytes."""
    text = json.dumps(body).encode()
    return text + b" " * (size - len(text))


class SignalLimits(ServerTest):
    def check(self, code: int | None, **members: Any) -> None:
        """Send one signal to all; assert that it is refused with a code or arrives unchanged."""
        member, events = self.join(self.server.create_session())
        answer = member.post([signal(1, **members), signal(2, data="end")])["answers"]
        self.assertEqual(answer[0].get("error", {}).get("code"), code, answer[0])
        self.assertEqual(answer[1], {"number": 2})
        if code is None:
            event = events.next()
            expected = {name: value for name, value in members.items() if value is not None}
            expected |= {"from": member.answer["connection"], "number": 1}
            self.assertEqual((event.type, event.data), ("signal", expected))
        self.assertEqual(events.next().data["data"], "end")

    def test_a_type_has_1_to_128_characters(self) -> None:
        for length, code in ((0, 1461), (1, None), (127, None), (128, None), (129, 1461)):
            with self.subTest(length=length):
                self.check(code, type="t" * length)

    def test_a_type_has_letters_digits_and_three_signs(self) -> None:
        self.check(None, type="azAZ09-_~")
        for kind in (
            "a b",
            "a.b",
            "a/b",
            "a:b",
            "ä",
            SHELL,
            "a\n",
            "a\0",
            " ",
            "a+b",
            "@",
            "[",
            "`",
        ):
            with self.subTest(type=kind):
                self.check(1461, type=kind)

    def test_data_has_at_most_8192_bytes_of_utf_8(self) -> None:
        for name, data, code in (
            ("8191", "x" * 8191, None),
            ("8192", "x" * 8192, None),
            ("8193", "x" * 8193, 1413),
            ("8192 in emoji", SHELL * 2048, None),
            ("8193 in emoji", "x" + SHELL * 2048, 1413),
            ("8192 in two bytes each", "ß" * 4096, None),
            ("8194 in two bytes each", "ß" * 4097, 1413),
            ("8192 control characters", "\x01" * 8192, None),
            ("8192 quotes", '"' * 8192, None),
            ("a million", "x" * 1_000_000, 1413),
        ):
            with self.subTest(name):
                self.check(code, data=data)

    def test_characters_of_data_arrive_unchanged(self) -> None:
        for data in (
            "",
            "a\nb\r\nc\rd",
            "data: x\n\nid: 5\n\n",
            "\u2028\u2029\ufeff\u0001\u001f\u007f",
            "👩‍👩‍👧 e\u0301 \u202e",
            '{"a": [1, "\\"]}',
        ):
            with self.subTest(data=data):
                self.check(None, data=data)

    def test_all_members_may_be_absent_or_null(self) -> None:
        self.check(None)
        self.check(None, type=None, data=None)
        self.check(None, type="only")
        self.check(None, data="only")

    def test_members_of_a_wrong_type_refuse_that_request_alone(self) -> None:
        for members in ({"data": 5}, {"data": {"x": 1}}, {"to": 5}, {"to": ["x"]}):
            with self.subTest(members=members):
                self.check(1011, **members)
        for kind in (5, True, {}, ["x"]):
            with self.subTest(type=kind):
                self.check(1461, type=kind)

    def test_data_with_a_nul_or_a_lone_surrogate_is_1011(self) -> None:
        self.check(1011, data="a\0b")
        member, _ = self.join(self.server.create_session())
        call = self.server.api.json
        for number, text in (
            (1, rb"\ud83d"),
            (2, rb"\udc1a"),
            (3, rb"\udc1a\ud83d"),
            (4, rb"x\ud83dx"),
        ):
            body = b'{"requests": [{"number": %d, "op": "signal", "data": "%s"}]}' % (number, text)
            answer = call("POST", f"{member.path}/requests", body, member.bearer)
            self.assertEqual(answer["answers"][0]["error"]["code"], 1011)

    def test_a_signal_to_one_connection_reaches_that_one_only(self) -> None:
        session = self.server.create_session()
        first, first_events = self.join(session)
        second, second_events = self.join(session)
        _, third_events = self.join(session)
        for events in (first_events, second_events):
            for _ in range(2 if events is first_events else 1):
                self.assertEqual(events.next().type, "connectionCreated")
        first.post(
            [
                signal(1, data="to the second", to=second.id),
                signal(2, data="to myself", to=first.id),
                signal(3, data="to a stranger", to="unknown"),
                signal(4, data="to all"),
            ]
        )
        self.assertEqual(
            [second_events.next().data["data"] for _ in range(2)], ["to the second", "to all"]
        )
        self.assertEqual(
            [first_events.next().data["data"] for _ in range(2)], ["to myself", "to all"]
        )
        self.assertEqual(third_events.next().data["data"], "to all")


class Lane(ServerTest):
    def setUp(self) -> None:
        self.session = self.server.create_session()
        self.member, self.events = self.join(self.session)

    def post_raw(self, body: Any) -> wire.Json:
        path = f"{self.member.path}/requests"
        return self.server.api.json("POST", path, body, self.member.bearer)

    def received(self) -> list[str]:
        """Return the data of all signals so far; sends one more to find the end."""
        number = self.member.post()["nextRequest"]
        self.member.post([signal(number, data="end")])
        found: list[str] = []
        while not found or found[-1] != "end":
            found.append(self.events.next().data["data"])
        return found[:-1]

    def test_a_post_without_requests_is_a_ping(self) -> None:
        for body in ({"requests": []}, {}, {"requests": None}, b""):
            with self.subTest(body=body):
                answer = self.post_raw(body)
                self.assertEqual((answer["answers"], answer["nextRequest"]), ([], 1))

    def test_one_post_has_at_most_64_requests(self) -> None:
        answer = self.member.post([{"number": n, "op": "none"} for n in range(1, 65)])
        self.assertEqual(answer["nextRequest"], 65)
        self.assertEqual([one["number"] for one in answer["answers"]], list(range(1, 65)))
        many = [signal(n, data="too many") for n in range(65, 130)]
        self.assert_refused(400, 1011, lambda: self.member.post(many))
        self.assertEqual(self.member.post()["nextRequest"], 65)
        self.assertEqual(self.received(), [])

    def test_a_body_of_requests_has_at_most_1_mib(self) -> None:
        body = {"requests": [signal(1, data="fits")]}
        self.assertEqual(self.post_raw(padded(body, 1024 * KIB))["nextRequest"], 2)
        body = {"requests": [signal(2, data="does not fit")]}
        self.assert_refused(413, 1011, lambda: self.post_raw(padded(body, 1024 * KIB + 1)))
        self.assertEqual(self.received(), ["fits"])

    def test_a_body_of_a_connect_has_at_most_32_kib(self) -> None:
        path = f"/v1/sessions/{self.session}/connections"
        body = {"token": self.server.token(self.session)}
        call = self.server.api.json
        call("POST", path, padded(body, 32 * KIB))
        self.assert_refused(413, 1011, lambda: call("POST", path, padded(body, 32 * KIB + 1)))

    def test_the_largest_batch_of_signals_is_accepted(self) -> None:
        batch = [signal(n, type="t" * 128, data="x" * 8192) for n in range(1, 65)]
        self.assertEqual(self.member.post(batch)["nextRequest"], 65)
        self.assertEqual(self.received(), ["x" * 8192] * 64)

    def test_a_repeated_number_gets_the_stored_answer_and_has_no_effect(self) -> None:
        batch = [
            signal(1, data="once"),
            signal(2, type="not allowed"),
            {"number": 3, "op": "reportIssue"},
        ]
        first = self.member.post(batch)
        self.assertEqual(self.member.post(batch)["answers"], first["answers"])
        other = [signal(1, data="another"), signal(2, data="another"), signal(3, data="another")]
        self.assertEqual(self.member.post(other)["answers"], first["answers"])
        both = self.member.post([*batch[1:], signal(4, data="new")])
        self.assertEqual(both["answers"], [*first["answers"][1:], {"number": 4}])
        self.assertEqual(self.received(), ["once", "new"])

    def test_the_last_128_answers_are_kept(self) -> None:
        for start in (1, 65, 129):
            self.member.post([{"number": n, "op": "none"} for n in range(start, start + 64)])
        answer = self.member.post([{"number": n, "op": "none"} for n in range(129, 193)])
        self.assertEqual(answer["nextRequest"], 193)
        again = self.member.post([{"number": n, "op": "none"} for n in range(65, 129)])
        self.assertEqual([one["number"] for one in again["answers"]], list(range(65, 129)))
        old = [{"number": 1, "op": "none"}]
        self.assert_refused(400, 1011, lambda: self.member.post(old))

    def test_a_gap_in_the_numbers_is_409_and_nothing_is_executed(self) -> None:
        for numbers, expected in (((2,), 1), ((1, 3), 1), ((5, 6), 1), ((1_000_000,), 1)):
            with self.subTest(numbers=numbers):
                batch = [signal(number, data="gap") for number in numbers]
                refusal = self.assert_refused(
                    409, 1015, lambda batch=batch: self.member.post(batch)
                )
                self.assertEqual(refusal.error["nextRequest"], expected)
        self.assertEqual(self.received(), [])

    def test_malformed_bodies_are_400_and_nothing_is_executed(self) -> None:
        wrong: tuple[Any, ...] = (
            b"{",
            b"[]",
            b"null",
            b"5",
            b'{"requests": [}',
            b'{"requests": []} more',
            b'{"requests": {"number": 1, "op": "signal"}}',
            b"\xff\xfe{}",
            b'{"requests": [{"number": 1, "op": "signal", "data": "\xff"}]}',
            b"[" * 100_000,
            b'{"a":' * 50_000,
            {"requests": [5]},
            {"requests": [None]},
            {"requests": [[]]},
            {"requests": [{}]},
            {"requests": [{"op": "signal"}]},
            {"requests": [{"number": 1}]},
            {"requests": [{"number": "1", "op": "signal"}]},
            {"requests": [{"number": 1.5, "op": "signal"}]},
            {"requests": [{"number": 0, "op": "signal"}]},
            {"requests": [{"number": -1, "op": "signal"}]},
            {"requests": [{"number": True, "op": "signal"}]},
            {"requests": [{"number": 1, "op": 5}]},
            {"requests": [signal(1), {"number": 2}]},
            b'{"requests": [{"number": 1e400, "op": "signal"}]}',
            b'{"requests": [{"number": 99999999999999999999999, "op": "signal"}]}',
            {"requests": [], "lastEvent": 5},
        )
        for index, body in enumerate(wrong):
            with self.subTest(index=index, body=str(body)[:60]):
                self.assert_refused(400, 1011, lambda body=body: self.post_raw(body))
        self.assertEqual(self.received(), [])

    def test_an_unknown_operation_is_refused_and_counted(self) -> None:
        answer = self.member.post([{"number": 1, "op": "dance"}, signal(2, data="next")])
        self.assertEqual(answer["answers"][0]["error"]["code"], 1011)
        self.assertEqual(answer["answers"][1], {"number": 2})
        self.assertEqual(self.received(), ["next"])

    def test_a_position_of_another_epoch_acknowledges_nothing(self) -> None:
        self.assertEqual(self.member.post([], "ffffffffffffffff-5")["answers"], [])
        for beyond in (1, 99999, 2**63, 10**30):
            with self.subTest(beyond=beyond):
                position = f"{self.member.epoch}-{beyond}"
                self.assert_refused(400, 1011, lambda p=position: self.member.post([], p))
        self.member.post([signal(1, data="kept")])
        self.assertEqual(self.events.next().data["data"], "kept")
        again = self.open_events(self.member)
        self.assertEqual(again.next().data["data"], "kept")


class RateLimit(ServerTest):
    settings = {"limits": {"signalsPerSecond": 50, "signalsAtOnce": 100}}

    def test_too_many_signals_stop_the_batch_and_the_rest_may_be_repeated(self) -> None:
        session = self.server.create_session()
        member, events = self.join(session)
        other, _ = self.join(session)
        numbers = list(range(1, 181))
        answered: list[int] = []
        refusals: list[wire.Refused] = []
        while len(answered) < len(numbers):
            first = len(answered) + 1
            batch = [signal(n, data=str(n)) for n in numbers[first - 1 : first + 63]]
            try:
                answer = member.post(batch)
            except wire.Refused as refusal:
                answer = refusal.body
                refusals.append(refusal)
            answered += [one["number"] for one in answer["answers"]]
            self.assertEqual(answer["nextRequest"], len(answered) + 1)
        self.assertEqual(answered, numbers)
        self.assertGreater(len(refusals), 0)
        for refusal in refusals:
            self.assertEqual((refusal.status, refusal.code), (429, 1011))
            self.assertGreater(refusal.error["retryAfterMs"], 0)
            self.assertLessEqual(refusal.error["retryAfterMs"], 1000)
            self.assertGreaterEqual(int(refusal.headers["Retry-After"]), 1)
        # The limit is one connection's own.
        self.assertEqual(other.post([signal(1, data="other")])["answers"], [{"number": 1}])
        data = [one.data["data"] for one in events.until("signal") if one.type == "signal"]
        while len(data) < len(numbers):
            data.append(events.next().data["data"])
        self.assertEqual(data, [str(n) for n in numbers])

    def test_other_requests_are_not_limited_as_signals(self) -> None:
        member, _ = self.join(self.server.create_session())
        for start in range(1, 641, 64):
            member.post([{"number": n, "op": "none"} for n in range(start, start + 64)])


if __name__ == "__main__":
    unittest.main()
