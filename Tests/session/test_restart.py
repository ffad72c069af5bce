# SPDX-License-Identifier: Apache-2.0
"""The server is killed and started again, with and without its journal."""

from __future__ import annotations

import json
import os
import resource
import signal
import unittest
from typing import Any

import wire
from peer import Peer
from session_server import PACE, STREAMS, Server, SessionTest, wait_for

COUNT = 1000


class RestartTest(SessionTest):
    def serve(self, **settings: Any) -> Server:
        server = Server(**{"limits": PACE, "heartbeatMs": 500, **settings})
        self.addCleanup(server.close)
        return server

    def peer(self, server: Server, session: str, role: str | None = None, **options: Any) -> Peer:
        peer = Peer(server.api, session, server.token(session, role=role), **options)
        self.addCleanup(peer.close)
        return peer


class WithJournal(RestartTest):
    def test_1000_signals_arrive_once_and_in_order_through_a_kill(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        sender = self.peer(server, session)
        reader = self.peer(server, session)
        polling = self.peer(server, session, only_polls=True)
        for n in range(COUNT):
            sender.request("signal", type="count", data=str(n))
            if n == COUNT // 2:
                reader.wait(lambda: len(reader.signals()) > COUNT // 4, "a quarter of the signals")
                server.kill()
                server.start()
        expected = [str(n) for n in range(COUNT)]
        for peer in (sender, reader, polling):
            peer.wait(lambda peer=peer: len(peer.signals()) >= COUNT, "all signals")
            self.assertEqual([one["data"] for one in peer.signals()], expected)
            self.assertEqual((peer.faults, peer.resumes, peer.reason), ([], 0, None))
        self.assertEqual(
            [event.type for event in reader.events if event.type == "connectionDestroyed"], []
        )
        self.assertTrue(all("error" not in one for one in sender.answers.values()))

    def test_many_kills_in_a_row_lose_and_repeat_nothing(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        sender = self.peer(server, session)
        reader = self.peer(server, session)
        for n in range(5):
            for m in range(40):
                sender.request("signal", data=f"{n}.{m}")
            server.kill()
            server.start()
        expected = [f"{n}.{m}" for n in range(5) for m in range(40)]
        reader.wait(lambda: len(reader.signals()) >= len(expected), "all signals")
        self.assertEqual([one["data"] for one in reader.signals()], expected)
        self.assertEqual((reader.faults, reader.resumes), ([], 0))

    def test_the_state_of_a_session_outlives_a_kill(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        moderator = self.peer(server, session, "moderator")
        member, events = server.join(session, data="kept")
        gone, gone_events = server.join(session)
        moderator.ask("forceMuteAll")
        moderator.ask("forceDisconnect", connection=gone.id)
        issue = member.post([{"number": 1, "op": "reportIssue"}])["answers"]
        server.kill()
        events.wait_for_end()
        gone_events.wait_for_end()
        member.close()
        server.start()
        again = self.open_events(member, f"{member.epoch}-0")
        self.assertEqual(
            [again.next().type for _ in range(3)],
            ["connectionCreated", "muteForced", "connectionDestroyed"],
        )
        # The stored answer, the number, the mute state and the former end are known.
        self.assertEqual(member.post([{"number": 1, "op": "reportIssue"}])["answers"], issue)
        later = server.connect(session)
        self.assertEqual(later.snapshot["muteForced"], {"active": True})
        self.assertEqual(
            {one["id"] for one in later.snapshot["connections"]}, {moderator.id, member.id}
        )
        self.assert_refused(410, 1022, gone.resume)

    def test_a_client_that_does_not_return_is_over_after_the_grace_time(self) -> None:
        server = self.serve(journal=True, graceTimeMs=1000)
        session = server.create_session()
        watching = self.peer(server, session)
        member, _ = server.join(session)
        watching.wait_for_event("connectionCreated")
        server.kill()
        server.start()
        destroyed = watching.wait_for_event("connectionDestroyed")
        self.assertEqual(destroyed.data["connection"]["id"], member.id)
        self.assertEqual(destroyed.data["reason"], "lost")

    def test_a_journal_with_a_torn_end_is_read(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        member, events = server.join(session)
        member.post([{"number": n, "op": "signal", "data": str(n)} for n in range(1, 11)])
        server.kill()
        events.wait_for_end()
        member.close()
        journal = server.folder / "journal"
        size = journal.stat().st_size
        self.assertGreater(size, 0)
        with journal.open("r+b") as file:
            file.truncate(size - 3)
        server.start()
        self.assertEqual(member.post()["answers"], [])

    def test_the_journal_has_no_secret_and_is_for_its_owner_only(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        member, events = server.join(session)
        self.addCleanup(events.close)
        member.post([{"number": 1, "op": "signal", "data": "text"}])
        journal = server.folder / "journal"
        text = journal.read_bytes() + server.log().encode()
        for secret in (
            server.secret,
            server.settings["serverSecret"],
            member.bearer,
            member.ticket,
        ):
            self.assertNotIn(secret.encode(), text)
        self.assertEqual(journal.stat().st_mode & 0o077, 0)

    def test_a_journal_does_not_grow_without_bound(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        sizes = []
        for _ in range(6):
            member, events = server.join(session)
            for n in range(1, 1025, 64):
                member.post(
                    [{"number": m, "op": "signal", "data": "x" * 4096} for m in range(n, n + 64)],
                )
                last = None
                for _ in range(64):
                    last = events.next().id
                member.post([], last)
            member.post([{"number": 1025, "op": "leave"}])
            events.wait_for_end()
            sizes.append(os.stat(server.folder / "journal").st_size)
        # Each round writes 4 MiB of signals that are acknowledged at once.
        self.assertLess(sizes[-1], 16 << 20, sizes)

    def test_a_journal_that_may_not_grow_does_not_end_the_server(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        member, events = server.join(session)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (256, 256))
        for number in (1, 2, 3):
            member.post([{"number": number, "op": "signal", "data": "x" * 1000}])
            self.assertEqual(events.next().data["number"], number)
        self.assertEqual(server.stop(signal.SIGTERM), 0)

    def test_a_stop_by_sigterm_is_a_restart_for_the_clients(self) -> None:
        server = self.serve(journal=True)
        session = server.create_session()
        first, second = self.peer(server, session), self.peer(server, session)
        self.assertEqual(server.stop(signal.SIGTERM), 0)
        server.start()
        first.ask("signal", data="after the restart")
        second.wait(second.signals, "the signal")
        self.assertEqual((first.resumes, second.resumes), (0, 0))
        self.assertEqual([first.reason, second.reason], [None, None])


class WithoutJournal(RestartTest):
    def test_clients_resume_with_their_tickets_and_keep_their_ids(self) -> None:
        server = self.serve(graceTimeMs=1500)
        session = server.create_session()
        moderator = self.peer(server, session, "moderator")
        reader = self.peer(server, session)
        ids = (moderator.id, reader.id)
        self.assertEqual(moderator.ask("signal", data="before"), {"number": 1})
        # The answer to the sender may leave before the event: without a journal a kill drops it.
        reader.wait(reader.signals, "the first signal")
        epochs = {moderator.member.epoch, reader.member.epoch}
        server.kill()
        server.start()
        for peer in (moderator, reader):
            peer.wait(lambda peer=peer: peer.resumes == 1, "a resume")
            self.assertIs(peer.snapshots[-1]["complete"], False)
            self.assertNotIn(peer.member.epoch, epochs)
        self.assertEqual((moderator.id, reader.id), ids)
        self.assertEqual(moderator.ask("signal", data="after"), {"number": 2})
        reader.wait(lambda: len(reader.signals()) == 2, "both signals")
        self.assertEqual([one["data"] for one in reader.signals()], ["before", "after"])
        # After one grace time all clients receive the state of the session.
        for peer, other in ((moderator, reader), (reader, moderator)):
            snapshot = peer.wait_for_event("snapshot").data
            self.assertIs(snapshot["complete"], True)
            self.assertEqual([one["id"] for one in snapshot["connections"]], [other.id])
        # The role is the ticket's.
        self.assertEqual(moderator.ask("forceDisconnect", connection=reader.id), {"number": 3})
        reader.wait(lambda: reader.reason, "the end")
        self.assertEqual(reader.reason, "forced")
        self.assertEqual((moderator.faults, reader.faults), ([], []))

    def test_1000_signals_arrive_once_and_in_order_through_a_kill(self) -> None:
        server = self.serve()
        session = server.create_session()
        sender, reader = self.peer(server, session), self.peer(server, session)
        for n in range(COUNT):
            sender.request("signal", data=str(n))
            if n == COUNT // 2:
                # Nothing is on its way: what the server had accepted is lost without a journal.
                sender.wait(lambda n=n: len(sender.answers) == n + 1, "the answers")
                reader.wait(lambda n=n: len(reader.signals()) == n + 1, "half of the signals")
                server.kill()
                server.start()
                reader.wait(lambda: reader.resumes == 1 and reader.is_open, "the resume")
                wait_for(lambda: server.metric(STREAMS) >= 2, "both event streams")
        reader.wait(lambda: len(reader.signals()) >= COUNT, "all signals")
        self.assertEqual([one["data"] for one in reader.signals()], [str(n) for n in range(COUNT)])
        self.assertEqual((sender.faults, reader.faults), ([], []))

    def test_a_ticket_of_another_server_is_refused(self) -> None:
        server = self.serve()
        session = server.create_session()
        member, events = server.join(session)
        server.kill()
        events.wait_for_end()
        server.settings["serverSecret"] = "another secret of 32 bytes or more"
        server.start()
        with self.assertRaises(wire.Refused) as caught:
            member.resume()
        self.assertIn((caught.exception.status, caught.exception.code), ((401, 1004), (404, 1005)))

    def test_numbers_continue_with_the_client_s_own(self) -> None:
        server = self.serve()
        session = server.create_session()
        member, events = server.join(session)
        member.post([{"number": n, "op": "none"} for n in range(1, 11)])
        server.kill()
        events.wait_for_end()
        server.start()
        member.close()
        answer = member.resume(next_request=11)
        self.assertEqual(answer["nextRequest"], 11)
        self.open_events(member)
        self.assertEqual(member.post([{"number": 11, "op": "none"}])["nextRequest"], 12)

    def test_a_ticket_is_over_one_grace_time_after_the_restart(self) -> None:
        server = self.serve(graceTimeMs=500)
        session = server.create_session()
        late, late_events = server.join(session)
        watching = self.peer(server, session)
        server.kill()
        late_events.wait_for_end()
        server.start()
        # The complete snapshot marks the end of the grace time.
        self.assertEqual(watching.wait_for_event("snapshot").data["connections"], [])
        refusal = self.assert_refused(410, 1022, late.resume)
        self.assertEqual((refusal.error["resume"], refusal.error["reason"]), (False, "lost"))

    def test_sigint_ends_every_connection(self) -> None:
        server = self.serve()
        session = server.create_session()
        member, events = server.join(session)
        polling = server.connect(session)
        polling.poll(0)
        self.assertEqual(events.next().type, "connectionCreated")
        self.assertEqual(server.stop(signal.SIGINT), 0)
        last = events.wait_for_end()
        self.assertEqual((last[-1].type, last[-1].data), ("disconnected", {"reason": "server"}))
        for event in last[:-1]:
            # The other connection may be over first.
            self.assertEqual((event.type, event.data["reason"]), ("connectionDestroyed", "server"))
        self.assertNotIn(member.bearer, json.dumps(server.log()))


if __name__ == "__main__":
    unittest.main()
