# SPDX-License-Identifier: Apache-2.0
"""One travel in each mode, with statuses in order."""

from __future__ import annotations

import threading
import unittest

from live import LiveTest

import happyoyster as ho

S = ho.Status
START = [S.PREPARE, S.RUNNING]
PAUSE = [S.PAUSING, S.PAUSED]
RESUME = [S.PREPARE, S.RUNNING]


def changes(events: ho.EventStream) -> list[ho.Status]:
    """Return the statuses of a travel that has ended, and check what all streams promise."""
    found = list(events)
    assert [event.sequence for event in found] == list(range(1, len(found) + 1)), found
    assert not [event for event in found if isinstance(event, ho.ErrorEvent)], found
    return [event.status for event in found if isinstance(event, ho.StatusChanged)]


class Modes(LiveTest):
    def test_adventure(self) -> None:
        travel = self.travel("adventure")
        events = travel.events()
        self.assertTrue(travel.can(ho.Action.START))
        started = travel.start(60)
        self.assertEqual(started.mode, ho.Mode.ADVENTURE)
        self.assertEqual(started.max_experience_time_sec, 60)
        self.assertTrue(travel.can(ho.Action.SEND_COMMAND))
        for _ in range(5):
            travel.send_command(ho.Translation.FRONT, interaction=ho.Interaction.JUMP)
        travel.flush_commands()
        travel.send_command()
        travel.pause_local_audio_capture()
        travel.resume_local_audio_capture()
        info = travel.info()
        self.assertEqual(info["encryptedTravelId"], started.encrypted_travel_id)
        self.assertIn("frames", str(travel.stats()).lower())
        ended = travel.end()
        self.assertEqual((ended.status, travel.end()), (S.ENDED, ended))
        self.assertIsNotNone(ended.ended_at)
        self.assertEqual(changes(events), [*START, S.ENDED])

    def test_directing(self) -> None:
        travel = self.travel("directing")
        events = travel.events()
        self.assertEqual(travel.start().mode, ho.Mode.DIRECTING)
        sent = travel.send_instruct("The oven door swings open")
        self.assertEqual((sent.accepted, sent.queued), (True, False))
        self.assertEqual(travel.pause().status, S.PAUSED)
        kept = travel.send_instruct("It begins to snow")
        self.assertEqual((kept.accepted, kept.queued), (True, True))
        self.assertEqual(kept.content, "It begins to snow")
        self.assertEqual(travel.resume().status, S.RUNNING)
        self.assertEqual(travel.pause().status, S.PAUSED)
        rewound = travel.rewind(4)
        self.assertEqual(rewound.status, S.RUNNING)
        self.assertIsNotNone(rewound.resumed_at_sec)
        self.assertEqual(rewound.resumed_at_sec % 4, 0)
        travel.end()
        self.assertEqual(changes(events), [*START, *PAUSE, *RESUME, *PAUSE, *RESUME, S.ENDED])

    def test_acting(self) -> None:
        travel = self.travel("acting")
        events = travel.events()
        started = travel.start()
        self.assertEqual(started.mode, ho.Mode.ACTING)
        self.assertTrue(travel.send_instruct("Wave to the audience").accepted)
        travel.pause()
        travel.resume()
        travel.end()
        self.assertEqual(changes(events), [*START, *PAUSE, *RESUME, S.ENDED])

    def test_travel_info_ready_arrives_between_prepare_and_running(self) -> None:
        travel = self.travel("adventure")
        events = travel.events()
        started = travel.start()
        travel.end()
        found = list(events)
        ready = next(event for event in found if isinstance(event, ho.TravelInfoReady))
        self.assertEqual(ready.info, started)
        running = next(event for event in found if event.status == S.RUNNING)
        self.assertLess(ready.sequence, running.sequence)

    def test_an_end_by_the_server_ends_the_event_stream(self) -> None:
        travel = self.travel("adventure")
        events = travel.events()
        started = travel.start()
        self.gateway.end_travel(started.encrypted_travel_id)
        self.assertEqual(changes(events), [*START, S.ENDED])
        self.assertTrue(travel.is_ended)

    def test_a_handler_runs_during_the_travel_and_its_exceptions_are_logged(self) -> None:
        travel = self.travel("adventure")
        seen: list[ho.Event] = []
        threads = set()

        def handler(event: ho.Event) -> None:
            seen.append(event)
            threads.add(threading.get_ident())
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            listener = travel.add_listener(handler)
            travel.start()
            listener.close()
        self.assertEqual(seen[-1].status, S.RUNNING)
        self.assertIn("a bug of the host", logs.output[0])
        self.assertNotIn(threading.get_ident(), threads)


if __name__ == "__main__":
    unittest.main()
