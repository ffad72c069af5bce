# SPDX-License-Identifier: Apache-2.0
"""The blocking session against the fake library."""

from __future__ import annotations

import gc
import json
import unittest
from datetime import datetime, timezone

from fixture import WithEngine, fake

import happyoyster as ho
from happyoyster import _callbacks
from happyoyster._raw.session import oyster_session_event_type as types

SERVER = ("http://127.0.0.1:1", "key")
ADA = ho.Connection(
    "connection-ada", datetime(2026, 12, 1, 13, 30, 0, 250000, tzinfo=timezone.utc), "Ada"
)


class WithSession(WithEngine):
    def session(self, session_id: str = "one") -> ho.Session:
        session = self.engine.create_session(*SERVER, session_id)
        self.addCleanup(session.release)
        return session

    def connected(self, role: str = "moderator") -> ho.Session:
        session = self.session()
        session.connect(role)
        return session


class Creation(WithSession):
    def test_a_session_has_its_id_and_is_not_connected(self) -> None:
        session = self.session("the-id")
        self.assertEqual(
            (session.id, session.status), ("the-id", ho.ConnectionStatus.NOT_CONNECTED)
        )
        self.assertEqual(session.stats(), {"signalsSent": 0})

    def test_a_session_of_its_own_closes_its_engine(self) -> None:
        with ho.Session(*SERVER, "alone") as session:
            engine = session._engine
            session.connect("publisher")
        self.assertTrue(session.is_closed)
        self.assertTrue(engine.is_closed)

    def test_a_refused_session_closes_its_engine_and_names_the_call(self) -> None:
        with self.assertRaises(ho.SessionInvalidParameter) as caught:
            ho.Session(*SERVER, "")
        self.assertEqual(
            (caught.exception.code, caught.exception.operation), (1011, "create_session")
        )
        gc.collect()  # An engine that was not closed warns here.

    def test_arguments_are_refused_as_in_c(self) -> None:
        create = self.engine.create_session
        for call in (
            lambda: create("", "key", "id"),
            lambda: create("http://127.0.0.1:1", "", "id"),
            lambda: create(*SERVER, "x" * 129),
            lambda: create(*SERVER, "id", timeout_ms=600001),
        ):
            self.assertRaises(ho.SessionInvalidParameter, call)
        for call in (
            lambda: create(*SERVER, "a\0b"),
            lambda: create(*SERVER, "\ud800"),
            lambda: create(*SERVER, "id", timeout_ms=-1),
            lambda: create(*SERVER, "id", timeout_ms=2**32),
        ):
            self.assertRaises(ho.InvalidArgument, call)
        self.assertRaises(TypeError, lambda: create(*SERVER, None))
        self.assertRaises(TypeError, lambda: create(*SERVER, "id", timeout_ms="1"))
        for value in ("no", 1, None):
            with self.assertRaisesRegex(TypeError, "suppress_connection_events must be a bool"):
                create(*SERVER, "id", suppress_connection_events=value)

    def test_the_limit_of_sessions_is_named(self) -> None:
        for _ in range(4):
            self.session()
        with self.assertRaises(ho.LimitReached) as caught:
            self.session()
        self.assertIn("4096 sessions exist", str(caught.exception))

    def test_an_unclosed_session_warns_and_releases(self) -> None:
        with self.assertWarns(ResourceWarning):
            session = self.engine.create_session(*SERVER, "one")
            del session
            gc.collect()

    def test_a_closed_session_refuses_and_closes_again(self) -> None:
        session = self.connected()
        session.close()
        session.close()
        self.assertEqual(repr(session), "<happyoyster.session.Session closed>")
        self.assertEqual(list(session.events()), [])
        for call in (
            lambda: session.status,
            lambda: session.connect("publisher"),
            session.send_signal,
            lambda: session.add_listener(print),
        ):
            self.assertRaises(ho.InvalidHandle, call)


class Connecting(WithSession):
    def test_connect_returns_the_own_connection(self) -> None:
        session = self.session()
        connection = session.connect("publisher")
        self.assertEqual(connection, session.connection)
        self.assertEqual(connection.id, "connection-own")
        self.assertEqual(repr(session), "<happyoyster.session.Session connected>")

    def test_capabilities_follow_from_the_role(self) -> None:
        self.assertTrue(self.connected("moderator").capabilities.can_force_mute)
        found = self.connected("publisher").capabilities
        self.assertEqual((found.can_signal, found.can_force_disconnect), (True, False))

    def test_streams_are_a_dictionary_by_id(self) -> None:
        streams = self.connected().streams
        self.assertEqual(list(streams), ["stream-1"])
        stream = streams["stream-1"]
        self.assertEqual((stream.connection, stream.name), (ADA, "camera of Ada"))
        self.assertEqual((stream.width, stream.height, stream.has_audio), (640, 480, True))
        self.assertEqual(stream.video_type, ho.StreamVideoType.CAMERA)

    def test_before_the_connect_each_property_raises_1010(self) -> None:
        session = self.session()
        for call in (
            lambda: session.connection,
            lambda: session.streams,
            lambda: session.capabilities,
            lambda: session.send_signal("chat", "hello"),
            session.force_mute_all,
            session.report_issue,
            session.disconnect,
        ):
            with self.assertRaises(ho.SessionNotConnected) as caught:
                call()
            self.assertIs(caught.exception.kind, ho.ErrorKind.SESSION)
            self.assertEqual(caught.exception.code, 1010)

    def test_a_refused_token_raises_and_allows_another_connect(self) -> None:
        session = self.session()
        events = session.events()
        with self.assertRaises(ho.SessionAuthorizationFailed) as caught:
            session.connect("expired")
        self.assertEqual((caught.exception.code, caught.exception.operation), (1004, "connect"))
        self.assertIn("expired", caught.exception.message)
        session.connect("publisher")
        with self.assertRaises(ho.SessionIllegalState):
            session.connect("publisher")
        kinds = [type(events.get(timeout=5)) for _ in range(6)]
        change, failed = ho.SessionStatusChanged, ho.SessionFailed
        self.assertEqual(kinds, [change, change, failed, change, change, ho.SessionConnected])

    def test_a_token_that_is_none_is_refused_with_1011(self) -> None:
        session = self.session()
        for token in (None, ""):
            with self.assertRaises(ho.SessionInvalidParameter):
                session.connect(token)  # type: ignore[arg-type]

    def test_a_stream_that_is_over_gives_its_listener_back(self) -> None:
        session = self.session()
        streams = [session.events() for _ in range(8)]
        self.assertRaises(ho.LimitReached, session.events)
        session.connect("publisher")
        session.disconnect()
        for stream in streams:
            list(stream)
        session.add_listener(print).close()

    def test_a_session_can_connect_again(self) -> None:
        session = self.session()
        for _ in range(2):
            events = session.events()
            session.connect("publisher")
            session.disconnect()
            last = list(events)[-1]
            self.assertIsInstance(last, ho.SessionDisconnected)
            self.assertEqual(last.reason, ho.SessionReason.CLIENT)

    def test_the_block_disconnects_and_releases(self) -> None:
        with self.session() as session:
            events = session.events()
            session.connect("publisher")
        self.assertTrue(session.is_closed)
        self.assertIsInstance(list(events)[-1], ho.SessionDisconnected)

    def test_a_wait_with_timeout_raises_timeout_error(self) -> None:
        session = self.session("mute")
        with self.assertRaises(TimeoutError):
            session.connect("publisher", timeout=0.01)
        _callbacks._handlers.clear()

    def test_report_issue_returns_the_id(self) -> None:
        self.assertEqual(self.connected().report_issue(), "issue-1")


class Signals(WithSession):
    def test_an_own_signal_to_all_returns_with_its_members(self) -> None:
        session = self.connected("publisher")
        events = session.events()
        for arguments in (("chat", "hello"), ("chat", None), (None, "héllo ☃"), (None, None)):
            session.send_signal(*arguments)
            event = events.get(timeout=5)
            assert isinstance(event, ho.SignalReceived)
            self.assertEqual((event.type, event.data), arguments)
            self.assertEqual(event.sender, session.connection)

    def test_limits_are_those_of_c(self) -> None:
        session = self.connected("publisher")
        session.send_signal("t" * 128, "d" * 8192)
        session.send_signal(None, "é" * 4096)
        for kind in ("", "t" * 129, "with space", "é", "a\0b"):
            with self.subTest(kind), self.assertRaises(ho.InvalidSignalType):
                session.send_signal(kind)
        for data in ("d" * 8193, "é" * 4097):
            self.assertRaises(
                ho.SignalDataTooLong, lambda data=data: session.send_signal(data=data)
            )
        self.assertRaises(ho.SessionInvalidParameter, lambda: session.send_signal("t", to=""))
        self.assertRaises(ho.InvalidArgument, lambda: session.send_signal(data="a\0b"))
        self.assertRaises(TypeError, lambda: session.send_signal(b"chat"))  # type: ignore[arg-type]
        for value in ("no", 1, None):
            with self.assertRaisesRegex(TypeError, "retry_after_reconnect must be a bool"):
                session.send_signal(retry_after_reconnect=value)  # type: ignore[arg-type]

    def test_a_target_is_a_connection_or_an_id(self) -> None:
        session = self.connected("publisher")
        events = session.events()
        session.send_signal("psst", to=ADA)
        session.send_signal("psst", to=session.connection)
        session.send_signal("psst", to=session.connection.id)
        for _ in range(2):
            self.assertIsInstance(events.get(timeout=5), ho.SignalReceived)

    def test_an_unknown_target_is_an_error_event(self) -> None:
        session = self.connected("publisher")
        events = session.events()
        session.send_signal("psst", to="unknown")
        event = events.get(timeout=5)
        assert isinstance(event, ho.SessionErrorEvent)
        self.assertIsInstance(event.error, ho.SessionInvalidParameter)
        self.assertEqual(event.error.operation, "send_signal")

    def test_a_publisher_only_raises_1550(self) -> None:
        session = self.connected("publisher-only")
        with self.assertRaises(ho.UnableToSignal) as caught:
            session.send_signal("chat")
        self.assertEqual(caught.exception.code, 1550)


class Moderation(WithSession):
    def test_a_moderator_mutes_and_unmutes(self) -> None:
        session = self.connected()
        events = session.events()
        stream = session.streams["stream-1"]
        session.force_mute_all()
        session.force_mute_all([])
        session.force_mute_all({"stream-1": stream})  # a dictionary of streams iterates over ids
        session.force_mute_all(excluded=[stream])
        session.disable_force_mute()
        session.force_mute_stream(stream)
        session.force_mute_stream(stream.id)
        found = [events.get(timeout=5) for _ in range(5)]
        self.assertEqual([event.active for event in found], [True] * 4 + [False])

    def test_without_the_role_each_call_raises_its_code(self) -> None:
        session = self.connected("publisher")
        for call in (
            session.force_mute_all,
            session.disable_force_mute,
            lambda: session.force_mute_stream("stream-1"),
        ):
            with self.assertRaises(ho.UnableToForceMute) as caught:
                call()
            self.assertEqual(caught.exception.code, 1540)
        with self.assertRaises(ho.UnableToForceDisconnect) as refused:
            session.force_disconnect(ADA)
        self.assertEqual(refused.exception.code, 1520)

    def test_none_is_refused_with_1011_and_an_unknown_stream_with_1535(self) -> None:
        session = self.connected()
        for call in (
            lambda: session.force_mute_stream(None),  # type: ignore[arg-type]
            lambda: session.force_disconnect(None),  # type: ignore[arg-type]
            lambda: session.force_mute_all([None]),  # type: ignore[list-item]
            lambda: session.force_mute_all(["unknown"]),
        ):
            self.assertRaises(ho.SessionInvalidParameter, call)
        self.assertRaises(ho.InvalidStream, lambda: session.force_mute_stream("unknown"))
        self.assertRaises(TypeError, lambda: session.force_mute_all("stream-1"))

    def test_a_moderator_can_disconnect_itself(self) -> None:
        session = self.connected()
        events = session.events()
        session.force_disconnect(session.connection)
        last = list(events)[-1]
        self.assertIsInstance(last, ho.SessionDisconnected)
        self.assertEqual(last.reason, ho.SessionReason.FORCED)


class Events(WithSession):
    def event(self, kind: int, payload: object = None, code: int = 0) -> ho.SessionEvent:
        session = self.session()
        with session.events() as events:
            fake.fake_session_event(kind, 1, code, json.dumps(payload or {}).encode())
            event = events.get(timeout=5)
        session.release()
        assert event is not None
        self.assertEqual((event.sequence, event.monotonic_time), (1, 1.5))
        self.assertEqual(event.status, ho.ConnectionStatus.CONNECTED)
        return event

    def test_each_type_has_a_class_with_its_data(self) -> None:
        ada = {"id": "connection-ada", "createdAt": "2026-12-01T13:30:00.250Z", "data": "Ada"}
        stream = {"id": "s", "connection": ada, "width": 2, "videoType": "screen"}
        lost = {"reason": "lost"}
        cases: list[tuple[int, object, type[ho.SessionEvent], dict[str, object]]] = [
            (types.OYSTER_SESSION_EVENT_STATUS_CHANGED, {}, ho.SessionStatusChanged, {}),
            (
                types.OYSTER_SESSION_EVENT_CONNECTED,
                {"connection": ada, "capabilities": {"canPublish": True, "canSignal": 1}},
                ho.SessionConnected,
                {
                    "connection": ADA,
                    "capabilities": ho.Capabilities(True, False, False, False, False),
                },
            ),
            (
                types.OYSTER_SESSION_EVENT_DISCONNECTED,
                {"reason": "server"},
                ho.SessionDisconnected,
                {"reason": ho.SessionReason.SERVER},
            ),
            (types.OYSTER_SESSION_EVENT_RECONNECTING, {}, ho.SessionReconnecting, {}),
            (types.OYSTER_SESSION_EVENT_RECONNECTED, {}, ho.SessionReconnected, {}),
            (
                types.OYSTER_SESSION_EVENT_CONNECTION_CREATED,
                {"connection": ada},
                ho.ConnectionCreated,
                {"connection": ADA},
            ),
            (
                types.OYSTER_SESSION_EVENT_CONNECTION_DESTROYED,
                {"connection": ada, **lost},
                ho.ConnectionDestroyed,
                {"connection": ADA, "reason": ho.SessionReason.LOST},
            ),
            (
                types.OYSTER_SESSION_EVENT_STREAM_CREATED,
                {"stream": stream},
                ho.StreamCreated,
                {"stream": ho.Stream.parse(stream)},
            ),
            (
                types.OYSTER_SESSION_EVENT_STREAM_DESTROYED,
                {"stream": stream, "reason": "evaporated"},
                ho.StreamDestroyed,
                {"stream": ho.Stream.parse(stream), "reason": ho.SessionReason.UNKNOWN},
            ),
            (
                types.OYSTER_SESSION_EVENT_STREAM_CHANGED,
                {"stream": stream, "changed": ["hasAudio", "videoType", "colour"]},
                ho.StreamChanged,
                {
                    "stream": ho.Stream.parse(stream),
                    "changed": {ho.StreamChange.HAS_AUDIO, ho.StreamChange.VIDEO_TYPE},
                },
            ),
            (
                types.OYSTER_SESSION_EVENT_SIGNAL,
                {"type": "chat", "from": ada},
                ho.SignalReceived,
                {"type": "chat", "data": None, "sender": ADA},
            ),
            (
                types.OYSTER_SESSION_EVENT_SIGNAL,
                {"data": ""},
                ho.SignalReceived,
                {"type": None, "data": "", "sender": None},
            ),
            (
                types.OYSTER_SESSION_EVENT_MUTE_FORCED,
                {"active": True},
                ho.MuteForced,
                {"active": True},
            ),
            (
                types.OYSTER_SESSION_EVENT_ARCHIVE_STARTED,
                {"id": "a"},
                ho.ArchiveStarted,
                {"id": "a", "name": None},
            ),
            (
                types.OYSTER_SESSION_EVENT_ARCHIVE_STOPPED,
                {"id": "a"},
                ho.ArchiveStopped,
                {"id": "a"},
            ),
        ]
        for number, payload, kind, members in cases:
            with self.subTest(kind.__name__):
                event = self.event(number, payload)
                self.assertIs(type(event), kind)
                self.assertEqual({name: getattr(event, name) for name in members}, members)
        tested = {number for number, *_ in cases}
        rest = {types.OYSTER_SESSION_EVENT_FAILED, types.OYSTER_SESSION_EVENT_ERROR}
        self.assertEqual(tested | rest, set(types))

    def test_failures_have_an_exception_of_their_code(self) -> None:
        failed = self.event(types.OYSTER_SESSION_EVENT_FAILED, {"message": "lost"}, 1022)
        assert isinstance(failed, ho.SessionFailed)
        self.assertIsInstance(failed.error, ho.SessionConnectionDropped)
        self.assertEqual(failed.error.message, "lost")
        refused = self.event(types.OYSTER_SESSION_EVENT_ERROR, {}, 1535)
        assert isinstance(refused, ho.SessionErrorEvent)
        self.assertIsInstance(refused.error, ho.InvalidStream)

    def test_an_unknown_type_is_a_plain_event(self) -> None:
        self.assertIs(type(self.event(77)), ho.SessionEvent)

    def test_members_of_wrong_types_count_as_absent(self) -> None:
        event = self.event(types.OYSTER_SESSION_EVENT_CONNECTION_CREATED, {"connection": 5})
        assert isinstance(event, ho.ConnectionCreated)
        self.assertEqual(event.connection, ho.Connection("", None, ""))
        event = self.event(types.OYSTER_SESSION_EVENT_STREAM_CHANGED, {"stream": [], "changed": 1})
        assert isinstance(event, ho.StreamChanged)
        self.assertEqual((event.stream.width, event.changed), (0, frozenset()))

    def test_a_stream_of_a_failed_session_is_empty(self) -> None:
        session = self.session()
        fake.fake_session_event(types.OYSTER_SESSION_EVENT_STATUS_CHANGED, 5, 0, b"{}")
        self.assertEqual(list(session.events()), [])

    def test_release_ends_a_stream(self) -> None:
        session = self.session()
        events = session.events()
        session.release()
        self.assertEqual(list(events), [])

    def test_a_handler_runs_before_the_call_returns_and_its_exceptions_are_logged(self) -> None:
        session = self.session()
        seen: list[str] = []

        def handler(event: ho.SessionEvent) -> None:
            seen.append(type(event).__name__)
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            listener = session.add_listener(handler)
            session.connect("publisher")
            _callbacks.reports.flush()
        self.assertEqual(seen[2:], ["SessionConnected", "ConnectionCreated", "StreamCreated"])
        self.assertIn("a bug of the host", logs.output[0])
        listener.close()
        session.disconnect()
        self.assertEqual(len(seen), 5)

    def test_waiting_inside_a_handler_is_refused_and_signals_are_not(self) -> None:
        session = self.session()
        failures: list[Exception] = []

        def handler(event: ho.SessionEvent) -> None:
            if isinstance(event, ho.SessionConnected):
                session.send_signal("chat", "from a handler")
                try:
                    session.disconnect()
                except ho.WouldDeadlock as failure:
                    failures.append(failure)

        events = session.events()
        session.add_listener(handler)
        session.connect("publisher")
        while not isinstance(event := events.get(timeout=5), ho.SignalReceived):
            pass
        self.assertEqual(event.data, "from a handler")
        self.assertEqual(len(failures), 1)


if __name__ == "__main__":
    unittest.main()
