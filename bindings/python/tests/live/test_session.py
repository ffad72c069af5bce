# SPDX-License-Identifier: Apache-2.0
"""Blocking sessions with the session server: connecting, signals, moderation."""

from __future__ import annotations

import time
import unittest

from session_live import TIMEOUT, SessionTest

import happyoyster as ho

SIGNALS = 300


class Connecting(SessionTest):
    def test_members_see_each_other(self) -> None:
        ada = self.connected(name="Ada")
        grace = self.connected(name="Grace")
        created = ada.next(ho.ConnectionCreated)
        self.assertEqual(created.connection, grace.session.connection)
        self.assertEqual(created.connection.data, "Grace")
        present = grace.next(ho.ConnectionCreated)
        self.assertEqual(present.connection, ada.session.connection)
        age = time.time() - present.connection.created_at.timestamp()
        self.assertLess(abs(age), 300)
        grace.session.disconnect()
        destroyed = ada.next(ho.ConnectionDestroyed)
        self.assertEqual(destroyed.connection.data, "Grace")
        self.assertEqual(destroyed.reason, ho.SessionReason.CLIENT)
        self.assertEqual(ada.session.streams, {})

    def test_a_connection_may_have_1000_characters_of_data(self) -> None:
        for character in "x漢🐚":
            member = self.connected(name=character * 1000)
            connection = member.session.connection
            self.assertEqual(connection.data if connection else None, character * 1000)

    def test_the_events_of_a_connection_are_in_order(self) -> None:
        ada = self.member(name="Ada")
        own = ada.connect()
        ada.session.disconnect()
        events = ada.rest()
        statuses = [
            str(event.status) for event in events if isinstance(event, ho.SessionStatusChanged)
        ]
        self.assertEqual(statuses, ["connecting", "connected", "disconnecting", "notConnected"])
        connected = next(each for each in events if isinstance(each, ho.SessionConnected))
        self.assertEqual(connected.connection, own)
        self.assertEqual(events[-1].reason, ho.SessionReason.CLIENT)
        self.assertEqual([each.sequence for each in events], list(range(1, len(events) + 1)))

    def test_each_role_has_its_capabilities(self) -> None:
        expected = {
            "subscriber": (False, True, True, False, False),
            "publisher": (True, True, True, False, False),
            "publisher-only": (True, False, False, False, False),
            "moderator": (True, True, True, True, True),
        }
        for role, rights in expected.items():
            with self.subTest(role):
                member = self.connected(role)
                self.assertEqual(member.session.capabilities, ho.Capabilities(*rights))
                member.session.close()

    def test_refused_tokens_raise_by_code_and_allow_another_connect(self) -> None:
        member = self.member()
        token = self.server.token
        hour_ago = int(time.time()) - 3600
        for refused in (
            "not-a-token",
            token(self.session_id, exp=hour_ago),
            token(self.session_id, scope="session.create"),
            token(self.session_id, iss="another-project"),
            member.token[:-4] + "AAAA",
        ):
            with self.refused(ho.SessionAuthorizationFailed, 1004):
                member.session.connect(refused, timeout=TIMEOUT)
            self.assertEqual(member.session.status, ho.ConnectionStatus.NOT_CONNECTED)
        other = self.server.create_session()
        with self.refused(ho.InvalidSessionId, 1005):
            member.session.connect(token(other), timeout=TIMEOUT)
        member.connect()
        with self.refused(ho.SessionIllegalState, 1015):
            member.connect()

    def test_a_server_that_is_not_there_is_a_failed_connect(self) -> None:
        with ho.Session("http://127.0.0.1:1", "key", "session") as session:
            with self.assertRaises(ho.SessionError) as caught:
                session.connect("token", timeout=TIMEOUT)
            self.assertIn(caught.exception.code, (1006, 1023))
            self.assertEqual(session.status, ho.ConnectionStatus.NOT_CONNECTED)

    def test_malformed_options_are_refused_with_1011(self) -> None:
        for url, key, session_id in (
            ("", "key", "id"),
            ("ftp://127.0.0.1", "key", "id"),
            ("http://example.com", "key", "id"),
            (self.server.url, "", "id"),
            (self.server.url, "k" * 129, "id"),
            (self.server.url, "key", ""),
            (self.server.url, "key", "with space"),
        ):
            which, refusal = (
                self.subTest((url, key)),
                self.refused(ho.SessionInvalidParameter, 1011),
            )
            with which, refusal:
                ho.Session(url, key, session_id)

    def test_a_session_connects_again_and_is_another_connection(self) -> None:
        member = self.connected()
        first = member.session.connection
        member.session.disconnect()
        with self.refused(ho.SessionNotConnected, 1010):
            member.session.disconnect()
        self.assertNotEqual(member.connect().id, first.id)

    def test_suppressed_connection_events_do_not_arrive(self) -> None:
        with ho.Session(
            self.server.url, self.server.key, self.session_id, suppress_connection_events=True
        ) as session:
            events = session.events()
            session.connect(self.server.token(self.session_id), timeout=TIMEOUT)
            other = self.connected()
            other.session.send_signal("mark")
            while not isinstance(event := events.get(timeout=TIMEOUT), ho.SignalReceived):
                self.assertNotIsInstance(event, ho.ConnectionCreated)

    def test_report_issue_returns_an_id_and_offline_raises_1010(self) -> None:
        member = self.connected()
        self.assertTrue(member.session.report_issue(timeout=TIMEOUT))
        member.session.disconnect()
        with self.refused(ho.SessionNotConnected, 1010):
            member.session.report_issue()


class Signals(SessionTest):
    def test_a_signal_reaches_all_its_sender_included(self) -> None:
        ada, grace = self.connected(name="Ada"), self.connected(name="Grace")
        for arguments in (("chat", "hello"), ("chat", None), (None, "☃ 🙂"), (None, None)):
            ada.session.send_signal(*arguments)
            for member in (ada, grace):
                signal = member.next(ho.SignalReceived)
                self.assertEqual((signal.type, signal.data), arguments)
                self.assertEqual(signal.sender, ada.session.connection)

    def test_a_signal_to_one_connection_reaches_it_alone(self) -> None:
        ada, grace, edsger = (self.connected(name=name) for name in ("Ada", "Grace", "Edsger"))
        ada.session.send_signal("psst", to=grace.session.connection)
        ada.session.send_signal("all")
        self.assertEqual(grace.next(ho.SignalReceived).type, "psst")
        self.assertEqual(grace.next(ho.SignalReceived).type, "all")
        self.assertEqual(ada.next(ho.SignalReceived).type, "all")
        self.assertEqual(edsger.next(ho.SignalReceived).type, "all")

    def test_limits_are_exact(self) -> None:
        member = self.connected()
        for kind, data in (("t" * 128, "d" * 8192), ("A-z_0~9", "🙂" * 2048)):
            member.session.send_signal(kind, data)
            signal = member.next(ho.SignalReceived)
            self.assertEqual((signal.type, signal.data), (kind, data))
        for kind in ("", "t" * 129, "with space", "é", "a\0b"):
            with self.subTest(kind), self.refused(ho.InvalidSignalType, 1461):
                member.session.send_signal(kind)
        for data in ("d" * 8193, "🙂" * 2048 + "x"):
            with self.refused(ho.SignalDataTooLong, 1413):
                member.session.send_signal("t", data)

    def test_an_unknown_target_is_an_error_event(self) -> None:
        member = self.connected()
        member.session.send_signal("psst", to="unknown")
        error = member.next(ho.SessionErrorEvent).error
        self.assertIsInstance(error, ho.SessionInvalidParameter)

    def test_signals_arrive_in_order(self) -> None:
        ada, grace = self.connected(name="Ada"), self.connected(name="Grace")
        for number in range(SIGNALS):
            ada.session.send_signal("count", str(number))
        for member in (ada, grace):
            found = [member.next(ho.SignalReceived).data for _ in range(SIGNALS)]
            self.assertEqual(found, [str(number) for number in range(SIGNALS)])

    def test_a_publisher_only_neither_signals_nor_moderates(self) -> None:
        member = self.connected("publisher-only")
        with self.refused(ho.UnableToSignal, 1550):
            member.session.send_signal("chat")
        with self.refused(ho.UnableToForceMute, 1540):
            member.session.force_mute_all()


class Moderation(SessionTest):
    def test_all_connections_receive_mute_forced(self) -> None:
        moderator, guest = self.connected("moderator"), self.connected()
        for call, active in (
            (moderator.session.force_mute_all, True),
            (lambda: moderator.session.force_mute_all(["some-stream"]), True),
            (moderator.session.disable_force_mute, False),
        ):
            call()
            for member in (moderator, guest):
                self.assertEqual(member.next(ho.MuteForced).active, active)

    def test_a_moderator_disconnects_a_guest(self) -> None:
        moderator, guest = self.connected("moderator"), self.connected(name="guest")
        moderator.session.force_disconnect(guest.session.connection)
        self.assertEqual(guest.rest()[-1].reason, ho.SessionReason.FORCED)
        destroyed = moderator.next(ho.ConnectionDestroyed)
        self.assertEqual(destroyed.connection.data, "guest")
        self.assertEqual(destroyed.reason, ho.SessionReason.FORCED)
        self.assertEqual(guest.session.status, ho.ConnectionStatus.NOT_CONNECTED)

    def test_a_moderator_disconnects_itself(self) -> None:
        moderator = self.connected("moderator")
        moderator.session.force_disconnect(moderator.session.connection.id)
        self.assertEqual(moderator.rest()[-1].reason, ho.SessionReason.FORCED)

    def test_without_the_role_each_call_raises_its_code(self) -> None:
        for role in ("subscriber", "publisher"):
            session = self.connected(role).session
            with self.refused(ho.UnableToForceMute, 1540):
                session.force_mute_all()
            with self.refused(ho.UnableToForceMute, 1540):
                session.disable_force_mute()
            with self.refused(ho.UnableToForceDisconnect, 1520):
                session.force_disconnect(session.connection)

    def test_what_does_not_exist_is_refused(self) -> None:
        moderator = self.connected("moderator")
        with self.refused(ho.InvalidStream, 1535):
            moderator.session.force_mute_stream("unknown")
        for call in (moderator.session.force_mute_stream, moderator.session.force_disconnect):
            with self.refused(ho.SessionInvalidParameter, 1011):
                call(None)  # type: ignore[arg-type]
        moderator.session.force_disconnect("unknown")
        error = moderator.next(ho.SessionErrorEvent).error
        self.assertIsInstance(error, ho.SessionInvalidParameter)


class Ending(SessionTest):
    def test_the_end_of_the_block_leaves_at_once(self) -> None:
        ada = self.connected()
        with self.connected(name="Grace").session:
            ada.next(ho.ConnectionCreated)
        self.assertEqual(ada.next(ho.ConnectionDestroyed).connection.data, "Grace")

    def test_a_release_leaves_in_the_background(self) -> None:
        ada, grace = self.connected(), self.connected(name="Grace")
        events = grace.events
        grace.session.release()
        grace.session.release()
        self.assertTrue(all(event is not None for event in events))
        self.assertEqual(ada.next(ho.ConnectionDestroyed).reason, ho.SessionReason.CLIENT)
        with self.assertRaises(ho.InvalidHandle):
            grace.session.send_signal("chat")

    def test_calls_inside_a_handler_work_or_are_refused(self) -> None:
        member = self.member("moderator")
        failures: list[ho.OysterError] = []

        def handler(event: ho.SessionEvent) -> None:
            if isinstance(event, ho.SessionConnected):
                member.session.send_signal("from-a-handler")
                try:
                    member.session.disconnect()
                except ho.WouldDeadlock as failure:
                    failures.append(failure)
            elif isinstance(event, ho.SignalReceived):
                member.session.force_disconnect(member.session.connection)

        member.session.add_listener(handler)
        member.connect()
        self.assertEqual(member.rest()[-1].reason, ho.SessionReason.FORCED)
        self.assertEqual(len(failures), 1)

    def test_many_sessions_come_and_leave(self) -> None:
        found: set[str] = set()
        with ho.Engine() as engine:
            for _ in range(20):
                with engine.create_session(
                    self.server.url, self.server.key, self.session_id
                ) as session:
                    token = self.server.token(self.session_id)
                    found.add(session.connect(token, timeout=TIMEOUT).id)
                self.assertTrue(session.is_closed)
        self.assertEqual(len(found), 20, "each has a connection of its own")


if __name__ == "__main__":
    unittest.main()
