# SPDX-License-Identifier: Apache-2.0
"""Loss, the grace time and the end of a connection."""

from __future__ import annotations

import threading
import time
import unittest

import wire
from peer import Peer
from session_server import LOST, Server, ServerTest, wait_for

GRACE_MS = 1500


class GraceTime(ServerTest):
    @classmethod
    def setUpClass(cls) -> None:
        pass  # Each test has a server of its own: it counts lost connections.

    def setUp(self) -> None:
        self.server = Server(journal=True, graceTimeMs=GRACE_MS, heartbeatMs=200)
        self.addCleanup(self.server.close)
        self.session = self.server.create_session()
        self.watching = Peer(self.server.api, self.session, self.server.token(self.session))
        self.addCleanup(self.watching.close)

    def lost(self) -> float:
        return self.server.metric(LOST)

    def test_a_connection_without_event_stream_is_over_after_the_grace_time(self) -> None:
        member, events = self.join(self.session)
        self.assertEqual(member.answer["graceTimeMs"], GRACE_MS)
        self.watching.wait_for_event("connectionCreated")
        begin = time.monotonic()
        events.close()
        destroyed = self.watching.wait_for_event("connectionDestroyed")
        self.assertEqual(
            destroyed.data, {"connection": member.answer["connection"], "reason": "lost"}
        )
        self.assertGreater(time.monotonic() - begin, GRACE_MS / 1000 * 0.9)
        for call in (member.post, member.events, lambda: member.poll(0), member.resume):
            refusal = self.assert_refused(410, 1022, call)
            self.assertEqual((refusal.error["resume"], refusal.error["reason"]), (False, "lost"))

    def test_others_notice_nothing_when_the_client_returns_within_the_grace_time(self) -> None:
        member, events = self.join(self.session)
        self.watching.wait_for_event("connectionCreated")
        events.close()
        wait_for(lambda: self.lost() == 1, "the loss")
        # Signals of others wait, and requests of the lost connection are executed.
        self.watching.ask("signal", data="while you were away")
        self.assertEqual(
            member.post([{"number": 1, "op": "signal", "data": "still here"}])["nextRequest"], 2
        )
        again = self.open_events(member, f"{member.epoch}-0")
        self.assertEqual(
            [again.next().data["data"] for _ in range(2)], ["while you were away", "still here"]
        )
        self.assertEqual(self.lost(), 0)
        self.watching.wait(lambda: len(self.watching.signals()) == 2, "both signals")
        self.assertEqual(
            [event.type for event in self.watching.events],
            ["connectionCreated", "signal", "signal"],
        )

    def test_a_resume_within_the_grace_time_is_not_seen_by_others(self) -> None:
        member, events = self.join(self.session)
        events.close()
        wait_for(lambda: self.lost() == 1, "the loss")
        member.resume()
        self.open_events(member)
        self.assertIn(self.watching.id, [one["id"] for one in member.snapshot["connections"]])
        member.post([{"number": 1, "op": "signal", "data": "back"}])
        self.watching.wait(self.watching.signals, "the signal")
        self.assertEqual(
            [event.type for event in self.watching.events], ["connectionCreated", "signal"]
        )

    def test_a_leave_of_a_lost_connection_is_immediate(self) -> None:
        member, events = self.join(self.session)
        events.close()
        wait_for(lambda: self.lost() == 1, "the loss")
        member.post([{"number": 1, "op": "leave"}])
        destroyed = self.watching.wait_for_event("connectionDestroyed")
        self.assertEqual(destroyed.data["reason"], "client")

    def test_a_connection_that_polls_and_pings_stays(self) -> None:
        peer = Peer(self.server.api, self.session, self.server.token(self.session), only_polls=True)
        self.addCleanup(peer.close)
        # Longer than the grace time: three polls of 2 s without an event.
        polls = threading.Event()
        member = peer.member
        original = member.poll
        counted: list[int] = []

        def poll(wait: int = 20, last: str | None = None) -> list[wire.Event]:
            found = original(wait, last)
            counted.append(1)
            if len(counted) > 2:
                polls.set()
            return found

        member.poll = poll  # type: ignore[method-assign]
        self.assertTrue(polls.wait(wire.TIMEOUT))
        self.assertEqual(peer.ask("signal", data="alive"), {"number": 1})
        self.assertIsNone(peer.reason)

    def test_a_force_disconnect_reaches_a_lost_connection(self) -> None:
        moderator, _ = self.join(self.session, "moderator")
        member, events = self.join(self.session)
        events.close()
        wait_for(lambda: self.lost() == 1, "the loss")
        moderator.post([{"number": 1, "op": "forceDisconnect", "connection": member.id}])
        destroyed = self.watching.wait_for_event("connectionDestroyed")
        self.assertEqual(destroyed.data["reason"], "forced")
        refusal = self.assert_refused(410, 1022, member.resume)
        self.assertEqual((refusal.error["resume"], refusal.error["reason"]), (False, "forced"))


class Silence(ServerTest):
    settings = {"journal": True, "graceTimeMs": 200, "heartbeatMs": 200}

    def test_a_client_that_does_not_post_for_10_s_is_lost(self) -> None:
        session = self.server.create_session()
        _, silent = self.join(session)
        begin = time.monotonic()
        # The stream is read all the time; it ends because no POST arrives.
        last = silent.wait_for_end()
        self.assertGreater(time.monotonic() - begin, 9)
        self.assertLessEqual({event.type for event in last}, {"disconnected", "snapshot"})

    def test_a_connect_without_event_stream_leaves_no_trace(self) -> None:
        session = self.server.create_session()
        watching = Peer(self.server.api, session, self.server.token(session))
        self.addCleanup(watching.close)
        before = self.server.metric("oyster_session_sessions")
        member = self.server.connect(session)
        hidden = self.server.connect(self.server.create_session())

        def is_gone() -> bool:
            try:
                hidden.post()
            except wire.Refused as refusal:
                return refusal.status in (401, 404, 410)
            return False

        wait_for(is_gone, "the end of the hidden connection")
        for call in (member.post, member.events):
            with self.assertRaises(wire.Refused) as caught:
                call()
            self.assertIn(caught.exception.status, (401, 404, 410))
        self.assertLessEqual(self.server.metric("oyster_session_sessions"), before)
        watching.ask("signal", data="end")
        watching.wait_for_event("signal")
        kinds = [event.type for event in watching.events if event.type != "snapshot"]
        self.assertEqual(kinds, ["signal"])

    def test_snapshots_are_complete_after_the_first_grace_time(self) -> None:
        session = self.server.create_session()

        def is_complete() -> bool:
            member = self.server.connect(session)
            return bool(member.snapshot["complete"])

        wait_for(is_complete, "a complete snapshot")


if __name__ == "__main__":
    unittest.main()
