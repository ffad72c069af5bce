# SPDX-License-Identifier: Apache-2.0
"""Connecting, presence, roles and moderation."""

from __future__ import annotations

import re
import unittest
from typing import Any

import wire
from session_server import ServerTest, wait_for

CAPABILITIES = ("canPublish", "canSubscribe", "canSignal", "canForceMute", "canForceDisconnect")
ROLES = {
    None: (True, True, True, False, False),
    "subscriber": (False, True, True, False, False),
    "publisher": (True, True, True, False, False),
    "publisher-only": (True, False, False, False, False),
    "moderator": (True, True, True, True, True),
}
OPAQUE = r"[A-Za-z0-9\-_~.]{1,128}"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


class Connecting(ServerTest):
    def test_the_answer_of_a_connect_has_what_the_page_lists(self) -> None:
        session = self.server.create_session()
        self.assertRegex(session, f"^{OPAQUE}$")
        path = f"/v1/sessions/{session}/connections"
        text = self.server.token(session, connection_data="Ada ☕")
        status, _, answer = self.server.api.call("POST", path, {"token": text})
        self.assertEqual(status, 201)
        self.assertRegex(answer["connection"]["id"], f"^{OPAQUE}$")
        self.assertRegex(answer["connection"]["createdAt"], f"^{TIME}$")
        self.assertEqual(answer["connection"]["data"], "Ada ☕")
        self.assertEqual(answer["nextRequest"], 1)
        self.assertEqual(answer["graceTimeMs"], 20000)
        self.assertEqual(answer["heartbeatMs"], 5000)
        self.assertIsInstance(answer["iceServers"], list)
        self.assertTrue(0 < len(answer["resumeTicket"]) <= 8192)
        self.assertRegex(answer["resumeTicket"], r"^[A-Za-z0-9\-_~.]+$")
        self.assertTrue(answer["bearer"])
        self.assertTrue(answer["epoch"])
        snapshot = answer["snapshot"]
        self.assertEqual((snapshot["connections"], snapshot["streams"]), ([], []))
        self.assertEqual(snapshot["muteForced"], {"active": False})
        self.assertIsInstance(snapshot["complete"], bool)
        self.assertEqual(snapshot["upTo"], 0)

    def test_each_session_has_an_id_of_its_own(self) -> None:
        ids = {self.server.create_session() for _ in range(20)}
        self.assertEqual(len(ids), 20)

    def test_hello_is_first_and_has_no_id(self) -> None:
        member = self.server.connect(self.server.create_session())
        events = member.events()
        self.addCleanup(events.close)
        self.assertEqual(
            events.hello().data,
            {"epoch": member.epoch, "heartbeatMs": 5000, "graceTimeMs": 20000},
        )
        self.assertIn("text/event-stream", events.headers["Content-Type"])
        self.assertEqual(events.headers["X-Accel-Buffering"], "no")
        self.assertIn("no-store", events.headers["Cache-Control"])
        self.assertIn("no-transform", events.headers["Cache-Control"])

    def test_a_connection_is_visible_once_its_event_stream_is_open(self) -> None:
        session = self.server.create_session()
        _, first_events = self.join(session, data="first")
        second = self.server.connect(session, data="second")
        third = self.server.connect(session, data="third")
        self.assertNotIn(second.id, [one["id"] for one in third.snapshot["connections"]])
        events = second.events()
        self.addCleanup(events.close)
        created = first_events.next()
        self.assertEqual((created.type, created.position), ("connectionCreated", 1))
        self.assertEqual(created.data, {"connection": second.answer["connection"]})

    def test_a_snapshot_lists_the_others_only(self) -> None:
        session = self.server.create_session()
        first, _ = self.join(session, data="first")
        second, _ = self.join(session, data="second")
        self.assertEqual(second.snapshot["connections"], [first.answer["connection"]])
        other, _ = self.join(self.server.create_session())
        self.assertEqual(other.snapshot["connections"], [])

    def test_requests_before_the_event_stream_is_open_are_409(self) -> None:
        member = self.server.connect(self.server.create_session())
        self.assert_refused(409, 1015, lambda: member.post([{"number": 1, "op": "none"}]))
        self.open_events(member)
        self.assertEqual(member.post([{"number": 1, "op": "none"}])["nextRequest"], 2)

    def test_suppressed_connection_events_are_not_sent(self) -> None:
        session = self.server.create_session()
        _, quiet = self.join(session, suppressConnectionEvents=True)
        other, _ = self.join(session)
        other.post([{"number": 1, "op": "signal", "data": "x"}, {"number": 2, "op": "leave"}])
        third, _ = self.join(session)
        third.post([{"number": 1, "op": "signal", "data": "y"}])
        found = [quiet.next(), quiet.next()]
        self.assertEqual(
            [(event.type, event.data.get("data")) for event in found],
            [("signal", "x"), ("signal", "y")],
        )
        self.assertEqual([event.position for event in found], [1, 2])

    def test_an_encrypted_session_refuses_a_client_without_a_secret(self) -> None:
        session = self.server.create_session(encrypted=True)
        self.assert_refused(403, 6000, lambda: self.server.connect(session))
        self.assert_refused(403, 6000, lambda: self.server.connect(session, encryption=False))
        self.join(session, encryption=True)
        self.join(self.server.create_session(encrypted=False), encryption=True)

    def test_members_of_a_wrong_type_are_400(self) -> None:
        session = self.server.create_session()
        path = f"/v1/sessions/{session}/connections"
        good = self.server.token(session)
        wrong: tuple[Any, ...] = (
            {},
            {"token": 5},
            {"token": None},
            {"token": good, "suppressConnectionEvents": "yes"},
            {"token": good, "encryption": 1},
            [],
            "text",
        )
        for index, body in enumerate(wrong):
            with self.subTest(index):
                self.assert_refused(
                    400, 1011, lambda body=body: self.server.api.json("POST", path, body)
                )
        for options in ({"encrypted": "yes"}, {"hardMute": 1}):
            with self.subTest(options=options):
                self.assert_refused(
                    400, 1011, lambda options=options: self.server.create_session(**options)
                )

    def test_null_and_unknown_members_are_as_absent_ones(self) -> None:
        session = self.server.create_session(encrypted=None, hardMute=None, later={"x": [1]})
        self.join(session, suppressConnectionEvents=None, encryption=None, unknown=1)


class Roles(ServerTest):
    def actions(self, member: wire.Member) -> dict[str, Any]:
        """Try every action with its right target, and return the code of each refusal."""
        requests: list[wire.Json] = [
            {"op": "signal"},
            {"op": "forceMuteAll"},
            {"op": "disableForceMute"},
            {"op": "forceMuteStream", "stream": "none"},
            {"op": "forceDisconnect", "connection": "none"},
            {"op": "reportIssue"},
            {"op": "none"},
        ]
        for index, request in enumerate(requests):
            request["number"] = index + 1
        answers = member.post(requests)["answers"]
        return {
            request["op"]: answer.get("error", {}).get("code")
            for request, answer in zip(requests, answers, strict=True)
        }

    def test_roles_have_the_capabilities_and_rights_of_the_table(self) -> None:
        for role, rights in ROLES.items():
            with self.subTest(role=role):
                member, _ = self.join(self.server.create_session(), role)
                expected = dict(zip(CAPABILITIES, rights, strict=True))
                self.assertEqual(member.answer["capabilities"], expected)
                can_mute = rights[3]
                self.assertEqual(
                    self.actions(member),
                    {
                        "signal": None if rights[2] else 1550,
                        "forceMuteAll": None if can_mute else 1540,
                        "disableForceMute": None if can_mute else 1540,
                        "forceMuteStream": 1535 if can_mute else 1540,
                        "forceDisconnect": 1011 if can_mute else 1520,
                        "reportIssue": None,
                        "none": None,
                    },
                )

    def test_a_refused_action_has_no_effect(self) -> None:
        session = self.server.create_session()
        _, watching = self.join(session)
        member, _ = self.join(session, "subscriber")
        other, _ = self.join(session, "publisher-only")
        watching.next(), watching.next()
        member.post(
            [
                {"number": 1, "op": "forceMuteAll"},
                {"number": 2, "op": "forceDisconnect", "connection": other.id},
            ]
        )
        other.post([{"number": 1, "op": "signal", "data": "not allowed"}])
        member.post([{"number": 3, "op": "signal", "data": "end"}])
        self.assertEqual(watching.next().data["data"], "end")


class Moderation(ServerTest):
    def test_force_mute_reaches_everyone_and_later_snapshots(self) -> None:
        session = self.server.create_session()
        _, first = self.join(session, "subscriber")
        moderator, own = self.join(session, "moderator")
        first.next()
        for number, op, active in ((1, "forceMuteAll", True), (2, "disableForceMute", False)):
            moderator.post([{"number": number, "op": op}])
            for events in (first, own):
                event = events.next()
                self.assertEqual((event.type, event.data), ("muteForced", {"active": active}))
            later = self.server.connect(session)
            self.assertEqual(later.snapshot["muteForced"], {"active": active})

    def test_force_mute_checks_the_excluded_streams(self) -> None:
        moderator, _ = self.join(self.server.create_session(), "moderator")
        wrong: tuple[Any, ...] = ("text", 5, [5], [None], {"a": 1})
        requests = [
            {"number": index + 1, "op": "forceMuteAll", "excludedStreams": value}
            for index, value in enumerate(wrong)
        ]
        for answer in moderator.post(requests)["answers"]:
            self.assertEqual(answer["error"]["code"], 1011, answer)
        accepted = moderator.post(
            [
                {"number": 6, "op": "forceMuteAll", "excludedStreams": []},
                {"number": 7, "op": "forceMuteAll", "excludedStreams": None},
            ]
        )
        self.assertEqual(accepted["answers"], [{"number": 6}, {"number": 7}])

    def test_force_disconnect_ends_the_target_and_is_seen(self) -> None:
        session = self.server.create_session()
        target, own = self.join(session)
        moderator, events = self.join(session, "moderator")
        own.next()
        answer = moderator.post([{"number": 1, "op": "forceDisconnect", "connection": target.id}])
        self.assertEqual(answer["answers"], [{"number": 1}])
        last = own.wait_for_end()
        self.assertEqual(
            [(event.type, event.data) for event in last], [("disconnected", {"reason": "forced"})]
        )
        event = events.next()
        self.assertEqual(event.type, "connectionDestroyed")
        self.assertEqual(
            event.data, {"connection": target.answer["connection"], "reason": "forced"}
        )
        for call in (target.post, lambda: target.events(last[0].id), target.resume):
            refusal = self.assert_refused(410, 1022, call)
            self.assertIs(refusal.error["resume"], False)
            self.assertEqual(refusal.error["reason"], "forced")

    def test_a_moderator_may_disconnect_itself(self) -> None:
        moderator, events = self.join(self.server.create_session(), "moderator")
        moderator.post([{"number": 1, "op": "forceDisconnect", "connection": moderator.id}])
        self.assertEqual(events.wait_for_end()[-1].data, {"reason": "forced"})

    def test_a_connection_of_another_session_is_out_of_reach(self) -> None:
        other, other_events = self.join(self.server.create_session())
        moderator, _ = self.join(self.server.create_session(), "moderator")
        answers = moderator.post(
            [
                {"number": 1, "op": "forceDisconnect", "connection": other.id},
                {"number": 2, "op": "signal", "to": other.id},
                {"number": 3, "op": "forceDisconnect"},
                {"number": 4, "op": "forceDisconnect", "connection": 7},
                {"number": 5, "op": "forceDisconnect", "connection": ""},
            ]
        )["answers"]
        self.assertEqual([answer["error"]["code"] for answer in answers], [1011] * 5)
        other.post([{"number": 1, "op": "signal", "data": "alone"}])
        self.assertEqual(other_events.next().data["data"], "alone")

    def test_a_leave_is_immediate_and_the_last_request(self) -> None:
        session = self.server.create_session()
        _, watching = self.join(session)
        member, events = self.join(session)
        watching.next()
        answers = member.post(
            [
                {"number": 1, "op": "signal", "data": "last"},
                {"number": 2, "op": "leave"},
                {"number": 3, "op": "signal", "data": "too late"},
            ]
        )["answers"]
        self.assertEqual(answers, [{"number": 1}, {"number": 2}])
        self.assertEqual(watching.next().data["data"], "last")
        gone = watching.next()
        self.assertEqual(gone.type, "connectionDestroyed")
        self.assertEqual(gone.data, {"connection": member.answer["connection"], "reason": "client"})
        self.assertEqual(events.wait_for_end()[-1].data, {"reason": "client"})
        refusal = self.assert_refused(410, 1022, member.post)
        self.assertEqual((refusal.error["resume"], refusal.error["reason"]), (False, "client"))

    def test_reports_of_issues_get_an_id_each(self) -> None:
        member, _ = self.join(self.server.create_session())
        answers = member.post(
            [
                {"number": 1, "op": "reportIssue"},
                {"number": 2, "op": "reportIssue", "report": {"log": ["line"] * 10}},
                {"number": 3, "op": "reportIssue", "report": "text"},
                {"number": 4, "op": "reportIssue", "report": {"x": "a" * 65536}},
            ]
        )["answers"]
        ids = [answer["result"]["issueId"] for answer in answers[:2]]
        self.assertEqual(len(set(ids)), 2)
        self.assertTrue(all(re.fullmatch(OPAQUE, one) for one in ids), ids)
        self.assertEqual([answer["error"]["code"] for answer in answers[2:]], [1011, 1011])


class FullSession(ServerTest):
    settings = {"limits": {"connections": 3}}

    def test_a_session_has_at_most_its_limit_of_connections(self) -> None:
        session = self.server.create_session()
        first, _ = self.join(session)
        for _ in range(2):
            self.join(session)
        self.assert_refused(409, 1027, lambda: self.server.connect(session))
        self.join(self.server.create_session())
        first.post([{"number": 1, "op": "leave"}])
        self.join(session)

    def test_a_session_without_connections_is_forgotten(self) -> None:
        session = self.server.create_session()
        before = self.server.metric("oyster_session_sessions")
        member, _ = self.join(session, "moderator")
        self.assertEqual(self.server.metric("oyster_session_sessions"), before + 1)
        member.post([{"number": 1, "op": "forceMuteAll"}, {"number": 2, "op": "leave"}])
        wait_for(
            lambda: self.server.metric("oyster_session_sessions") == before, "the session's end"
        )
        self.assertEqual(self.server.connect(session).snapshot["connections"], [])


if __name__ == "__main__":
    unittest.main()
