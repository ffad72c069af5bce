# SPDX-License-Identifier: Apache-2.0
"""The event stream and long polling: each event once and in order, over reconnects and replays."""

from __future__ import annotations

import threading
import unittest
from typing import Any

import wire
from peer import Peer
from session_server import PACE, STREAMS, ServerTest, wait_for


def signals(first: int, count: int, data: str | None = None) -> list[wire.Json]:
    return [
        {"number": n, "op": "signal", "data": data or str(n)} for n in range(first, first + count)
    ]


def send(member: wire.Member, first: int, count: int, data: str | None = None) -> None:
    """Send signals with the numbers from ``first``, 64 in a POST."""
    for start in range(first, first + count, 64):
        member.post(signals(start, min(64, first + count - start), data))


def texts(events: list[wire.Event]) -> list[str]:
    return [event.data["data"] for event in events]


class EventStreams(ServerTest):
    settings = {"limits": PACE}

    def setUp(self) -> None:
        self.session = self.server.create_session()
        self.member, self.events = self.join(self.session)

    def reopen(self, last: str | None = None) -> wire.EventStream:
        return self.open_events(self.member, last)

    def test_events_are_numbered_from_1_without_gaps(self) -> None:
        send(self.member, 1, 100)
        found = [self.events.next() for _ in range(100)]
        self.assertEqual(
            [event.id for event in found], [f"{self.member.epoch}-{n}" for n in range(1, 101)]
        )
        self.assertEqual(texts(found), [str(n) for n in range(1, 101)])

    def test_a_new_stream_continues_after_the_last_event_id(self) -> None:
        send(self.member, 1, 10)
        seen = [self.events.next() for _ in range(4)]
        again = self.reopen(seen[-1].id)
        self.assertEqual(texts([again.next() for _ in range(6)]), ["5", "6", "7", "8", "9", "10"])

    def test_without_a_last_event_id_all_unacknowledged_events_are_sent(self) -> None:
        send(self.member, 1, 5)
        found = [self.events.next() for _ in range(5)]
        again = self.reopen()
        self.assertEqual([again.next() for _ in range(5)], found)
        self.member.post([], found[2].id)
        third = self.reopen()
        self.assertEqual([third.next() for _ in range(2)], found[3:])

    def test_an_acknowledged_event_is_gone(self) -> None:
        send(self.member, 1, 5)
        found = [self.events.next() for _ in range(5)]
        self.member.post([], found[2].id)
        refusal = self.assert_refused(410, 1022, lambda: self.member.events(found[0].id))
        self.assertIs(refusal.error["resume"], True)
        self.assertEqual(texts([self.reopen(found[2].id).next()]), ["4"])

    def test_positions_that_the_server_does_not_know_are_410(self) -> None:
        send(self.member, 1, 2)
        for position in (
            "ffffffffffffffff-1",
            f"{self.member.epoch}-3",
            f"{self.member.epoch}-99999999999999999999",
            f"{self.member.epoch}-x",
            f"{self.member.epoch}--1",
            f"{self.member.epoch}",
            "nonsense",
            "1",
        ):
            with self.subTest(position=position):
                refusal = self.assert_refused(
                    410, 1022, lambda position=position: self.member.events(position)
                )
                self.assertIs(refusal.error["resume"], True)
                self.assert_refused(
                    410, 1022, lambda position=position: self.member.poll(0, position)
                )

    def test_position_0_is_the_begin_of_the_epoch(self) -> None:
        send(self.member, 1, 1)
        self.assertEqual(texts([self.reopen(f"{self.member.epoch}-0").next()]), ["1"])

    def test_a_second_event_stream_ends_the_first(self) -> None:
        second = self.reopen()
        self.assertEqual(self.events.wait_for_end(), [])
        send(self.member, 1, 1)
        self.assertEqual(texts([second.next()]), ["1"])

    def test_a_long_poll_ends_the_event_stream_and_the_other_way_round(self) -> None:
        self.assertEqual(self.member.poll(0), [])
        self.assertEqual(self.events.wait_for_end(), [])
        found: list[Any] = []
        poll = threading.Thread(target=lambda: found.append(self.member.poll(30)))
        poll.start()
        wait_for(lambda: self.server.metric(STREAMS) >= 1, "the poll waits")
        again = self.reopen()
        poll.join(wire.TIMEOUT)
        self.assertEqual(found, [[]])
        send(self.member, 1, 1)
        self.assertEqual(texts([again.next()]), ["1"])

    def test_a_resume_renews_bearer_and_epoch_of_the_same_connection(self) -> None:
        _, watching = self.join(self.session)
        self.assertEqual(self.events.next().type, "connectionCreated")
        send(self.member, 1, 3)
        former = self.member.answer
        self.assertEqual(watching.until("signal")[-1].data["number"], 1)
        self.member.resume(next_request=1)
        self.assertEqual(self.member.id, former["connection"]["id"])
        self.assertEqual(self.member.answer["connection"], former["connection"])
        self.assertNotEqual(self.member.bearer, former["bearer"])
        self.assertNotEqual(self.member.epoch, former["epoch"])
        self.assertEqual(self.member.answer["capabilities"], former["capabilities"])
        # A server that knows the connection uses its own number.
        self.assertEqual(self.member.answer["nextRequest"], 4)
        old = wire.Member(self.server.api, self.session, former)
        self.assert_refused(401, 1004, old.post)
        self.assert_refused(401, 1004, old.events)
        events = self.reopen()
        send(self.member, 4, 1)
        self.assertEqual((events.next().id), f"{self.member.epoch}-1")
        # Others saw nothing of it.
        self.assertEqual([watching.next().data.get("number") for _ in range(3)], [2, 3, 4])

    def test_a_foreign_changed_or_missing_ticket_is_refused(self) -> None:
        other, _ = self.join(self.session)
        ticket = self.member.ticket
        middle = len(ticket) // 2
        changed = ticket[:middle] + ("A" if ticket[middle] != "A" else "B") + ticket[middle + 1 :]
        for name, text in {
            "another connection's": other.ticket,
            "changed": changed,
            "cut": ticket[:-4],
            "a bearer": self.member.bearer,
            "nonsense": "nonsense",
        }.items():
            with self.subTest(name):
                self.assert_refused(401, 1004, lambda text=text: self.member.resume(1, text))
        path = f"{self.member.path}/resume"
        for body in (
            {},
            {"ticket": 5, "nextRequest": 1},
            {"ticket": ticket},
            {"ticket": ticket, "nextRequest": "x"},
            {"ticket": ticket, "nextRequest": 0},
            [],
        ):
            with self.subTest(body=str(body)[:20]):
                self.assert_refused(
                    400, 1011, lambda body=body: self.server.api.json("POST", path, body)
                )
        self.assertEqual(self.member.post()["nextRequest"], 1)

    def test_a_reader_that_does_not_acknowledge_is_sent_to_a_resume(self) -> None:
        reader, events = self.join(self.session)
        for n in range(1, 1100, 50):
            send(self.member, n, 50)
            seen = [self.events.next() for _ in range(50)]
            self.member.post([], seen[-1].id)
        found = events.wait_for_end()
        self.assertLessEqual(len(found), 1000)
        refusal = self.assert_refused(410, 1022, lambda: reader.events(found[-1].id))
        self.assertIs(refusal.error["resume"], True)
        refusal = self.assert_refused(410, 1022, reader.events)
        self.assertIs(refusal.error["resume"], True)
        reader.resume()
        again = self.open_events(reader)
        self.member.post([{"number": 1101, "op": "signal", "data": "after"}])
        self.assertEqual(texts([again.next()]), ["after"])

    def test_4_mib_of_waiting_events_are_the_limit(self) -> None:
        reader = self.server.connect(self.session)
        raw = reader.dial_events()
        self.addCleanup(raw.close)
        self.assertEqual(self.events.next().type, "connectionCreated")
        # Nothing reads the raw socket. 640 events of 8 KiB are more than 4 MiB, but not 1,000.
        for n in range(1, 641, 64):
            send(self.member, n, 64, "x" * 8192)
            seen = [self.events.next() for _ in range(64)]
            self.member.post([], seen[-1].id)
        refusal = self.assert_refused(410, 1022, reader.events)
        self.assertIs(refusal.error["resume"], True)
        reader.resume()
        self.open_events(reader)


class Heartbeats(ServerTest):
    settings = {"heartbeatMs": 200}

    def test_a_comment_is_sent_in_each_heartbeat(self) -> None:
        _, events = self.join(self.server.create_session())
        for _ in range(3):
            self.assertTrue(str(events.next_item()).startswith(":"))


class LongPolling(ServerTest):
    settings = {"limits": PACE}

    def test_a_poll_opens_the_connection_and_delivers_each_event_once(self) -> None:
        session = self.server.create_session()
        _, watching = self.join(session)
        member = self.server.connect(session)
        self.assertEqual(member.poll(0), [])
        self.assertEqual(watching.next().type, "connectionCreated")
        send(member, 1, 100)
        found: list[wire.Event] = []
        while len(found) < 100:
            batch = member.poll(30, found[-1].id if found else None)
            self.assertTrue(0 < len(batch) <= 64, len(batch))
            found += batch
        self.assertEqual(texts(found), [str(n) for n in range(1, 101)])
        self.assertEqual([event.position for event in found], list(range(1, 101)))
        self.assertEqual(member.poll(0, found[-1].id), [])
        self.assertEqual(member.poll(1, found[-1].id), [])
        self.assert_refused(410, 1022, lambda: member.poll(0, found[0].id))

    def test_a_waiting_poll_is_answered_by_an_event(self) -> None:
        session = self.server.create_session()
        member = self.server.connect(session)
        member.poll(0)
        found: list[Any] = []
        poll = threading.Thread(target=lambda: found.append(member.poll(30)))
        poll.start()
        other, _ = self.join(session)
        poll.join(wire.TIMEOUT)
        self.assertEqual(
            [(event.type, event.data["connection"]["id"]) for event in found[0]],
            [("connectionCreated", other.id)],
        )

    def test_the_wait_has_0_to_30_seconds(self) -> None:
        member = self.server.connect(self.server.create_session())
        call = self.server.api.json
        for wait in ("-1", "31", "x", "", "1.5", "99999999999999999999", "0x1"):
            with self.subTest(wait=wait):
                path = f"{member.path}/events?wait={wait}"
                self.assert_refused(
                    400, 1011, lambda path=path: call("GET", path, None, member.bearer)
                )
        self.assertEqual(member.poll(0), [])

    def test_the_last_event_of_a_waiting_poll_is_disconnected(self) -> None:
        session = self.server.create_session()
        member = self.server.connect(session)
        member.poll(0)
        moderator, _ = self.join(session, "moderator")
        last = member.poll(30)[-1].id
        found: list[wire.Event] = []
        poll = threading.Thread(target=lambda: found.extend(member.poll(30, last)))
        before = self.server.metric(STREAMS)
        poll.start()
        wait_for(lambda: self.server.metric(STREAMS) > before, "the poll waits")
        moderator.post([{"number": 1, "op": "forceDisconnect", "connection": member.id}])
        poll.join(wire.TIMEOUT)
        self.assertEqual(
            [(event.type, event.data) for event in found], [("disconnected", {"reason": "forced"})]
        )
        self.assert_over(member, found[-1].id)

    def test_a_client_that_does_not_poll_receives_the_end_as_410(self) -> None:
        session = self.server.create_session()
        member = self.server.connect(session)
        member.poll(0)
        moderator, _ = self.join(session, "moderator")
        moderator.post([{"number": 1, "op": "forceDisconnect", "connection": member.id}])
        self.assert_over(member, None)

    def assert_over(self, member: wire.Member, last: str | None) -> None:
        for call in (lambda: member.poll(0, last), lambda: member.events(last), member.post):
            refusal = self.assert_refused(410, 1022, call)
            self.assertEqual((refusal.error["resume"], refusal.error["reason"]), (False, "forced"))


class ReconnectingPeers(ServerTest):
    settings = {"limits": PACE}

    def test_signals_arrive_exactly_once_and_in_order_over_many_losses(self) -> None:
        session = self.server.create_session()
        count = 600
        peers = [
            Peer(self.server.api, session, self.server.token(session)),
            Peer(self.server.api, session, self.server.token(session)),
            Peer(self.server.api, session, self.server.token(session), only_polls=True),
        ]
        for one in peers:
            self.addCleanup(one.close)
        for n in range(count):
            peers[0].request("signal", data=str(n))
            if n % 100 == 50:
                peers[1].wait(lambda n=n: len(peers[1].signals()) >= n, "half of the signals")
                peers[1].lose()
                peers[0].lose()
        expected = [str(n) for n in range(count)]
        for one in peers:
            one.wait(lambda one=one: len(one.signals()) >= count, "all signals")
            self.assertEqual([signal["data"] for signal in one.signals()], expected)
            self.assertEqual((one.faults, one.resumes), ([], 0))
            self.assertEqual(
                [event.type for event in one.events if event.type == "connectionDestroyed"], []
            )


if __name__ == "__main__":
    unittest.main()
