# SPDX-License-Identifier: Apache-2.0
"""The blocking layer against the fake library."""

from __future__ import annotations

import gc
import signal
import threading
import unittest
from collections.abc import Callable

from fixture import WithEngine

import happyoyster as ho
from happyoyster import _callbacks


class Engines(WithEngine):
    def test_refusals_are_exceptions_by_code(self) -> None:
        with self.assertRaises(ho.InvalidConfig) as caught:
            self.engine.initialize(api_host="", model="m")
        self.assertEqual(
            (caught.exception.code, caught.exception.operation), (100002, "initialize")
        )
        self.assertIn("model is blank", str(caught.exception))
        self.travel()
        with self.assertRaises(ho.ConcurrentTravel):
            self.engine.create_travel("directing")

    def test_arguments_without_a_c_representation_are_refused(self) -> None:
        for call in (
            lambda: self.engine.update_token("a\0b"),
            lambda: self.engine.update_token("\ud800"),
            lambda: self.engine.initialize(api_host="h", model="m", poll_interval_ms=-1),
            lambda: self.engine.initialize(api_host="h", model="m", callback_timeout_ms=2**32),
        ):
            with self.assertRaises(ho.InvalidArgument):
                call()
        with self.assertRaises(TypeError):
            self.engine.update_token(b"token")  # type: ignore[arg-type]

    def test_a_number_of_a_wrong_type_is_a_type_error_with_its_name(self) -> None:
        travel = self.travel()
        host = {"api_host": "h", "model": "m"}
        for name, call in {
            "poll_interval_ms": lambda: self.engine.initialize(**host, poll_interval_ms="5"),
            "max_experience_time_sec": lambda: travel.start("60"),  # type: ignore[arg-type]
            "to_sec": lambda: travel.rewind("6"),  # type: ignore[arg-type]
        }.items():
            self.assertRaisesRegex(TypeError, f"{name} must be .* not str", call)
        for call in (
            lambda: self.engine.initialize(**host, poll_interval_ms=50.5),
            lambda: self.engine.initialize(**host, callback_timeout_ms=1e3),
            lambda: travel.start(60.5),  # type: ignore[arg-type]
            lambda: travel.start(0.0),  # type: ignore[arg-type]
        ):
            self.assertRaisesRegex(TypeError, "_(ms|sec) must be an int, not float", call)
        for flag in ("no", 1, None):
            self.assertRaisesRegex(
                TypeError,
                "initialize: play_audio must be a bool, not ",
                lambda flag=flag: self.engine.initialize(**host, play_audio=flag),
            )

    def test_a_closed_engine_refuses_and_closes_again(self) -> None:
        self.engine.close()
        self.engine.close()
        self.assertFalse(self.engine.is_ready)
        with self.assertRaises(ho.InvalidHandle):
            self.engine.update_token("token")

    def test_the_shared_engine_is_one_object(self) -> None:
        with ho.Engine.shared() as shared:
            self.assertIs(shared, ho.Engine.shared())
            self.assertIsNot(shared, self.engine)
        self.assertTrue(shared.is_closed)

    def test_cleanup_forgets_the_configuration(self) -> None:
        self.engine.cleanup()
        self.assertFalse(self.engine.is_ready)

    def test_an_unclosed_engine_warns_and_closes(self) -> None:
        with self.assertWarns(ResourceWarning):
            engine = ho.Engine()
            del engine
            gc.collect()


class Calls(WithEngine):
    def test_each_call_returns_its_data(self) -> None:
        travel = self.travel()
        self.assertEqual(travel.status, ho.Status.IDLE)
        started = travel.start(60)
        self.assertEqual((started.mode, started.version), (ho.Mode.DIRECTING, "fakeV1"))
        self.assertEqual(travel.pause().status, ho.Status.PAUSED)
        self.assertTrue(travel.send_instruct("rain").queued)
        self.assertEqual(travel.resume().status, ho.Status.RUNNING)
        self.assertFalse(travel.send_instruct("sun").queued)
        self.assertEqual(travel.rewind(6).resumed_at_sec, 4.0)
        acts = [*["act", {"content": "act", "cut": True}] * 22, "act"]
        self.assertEqual(travel.update_script(acts).turn_count, 45)
        self.assertEqual(travel.info()["status"], "running")
        self.assertTrue(travel.can(ho.Action.END))
        self.assertEqual(travel.end(), travel.end())
        self.assertTrue(travel.is_ended)

    def test_a_failed_completion_raises_with_the_error_object(self) -> None:
        with self.assertRaises(ho.TicketUsed) as caught:
            self.travel("used").start()
        error = caught.exception
        self.assertEqual((error.operation, error.message), ("start", "the fake refuses"))
        self.assertEqual((error.retryable, error.raw), (True, {"requestId": "r-1"}))

    def test_command_values_out_of_range_are_refused_and_not_truncated(self) -> None:
        travel = self.travel("adventure")
        travel.send_command(ho.Translation.FRONT, interaction=ho.Interaction.JUMP)
        travel.flush_commands()
        for value in (-1, 9, 2**32 + 1):
            with self.assertRaises(ho.InvalidArgument):
                travel.send_command(value)  # type: ignore[arg-type]
        with self.assertRaises(ho.InvalidArgument):
            travel.rewind(float("nan"))

    def test_a_command_value_of_another_type_is_a_type_error_that_names_the_enum(self) -> None:
        travel = self.travel("adventure")
        wrong: list[tuple[object, str]] = [
            (ho.Rotation.MOUSE_UP, "not Rotation.MOUSE_UP"),
            ("front", "not 'front'"),
            (None, "not None"),
        ]
        for value, shown in wrong:
            with self.subTest(shown), self.assertRaises(TypeError) as caught:
                travel.send_command(value)  # type: ignore[arg-type]
            expected = "send_command: translation must be a Translation, such as Translation."
            self.assertTrue(str(caught.exception).startswith(expected), caught.exception)
            self.assertTrue(str(caught.exception).endswith(shown), caught.exception)
        with self.assertRaisesRegex(TypeError, "rotation must be a Rotation"):
            travel.send_command(rotation=ho.Interaction.JUMP)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "interaction must be an? Interaction"):
            travel.send_command(interaction=ho.Translation.FRONT)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "action must be an? Action"):
            travel.can(ho.Status.RUNNING)  # type: ignore[arg-type]

    def test_leaving_the_block_ends_and_releases(self) -> None:
        with self.travel() as travel:
            travel.start()
            events = travel.events()
        self.assertTrue(travel.is_closed)
        self.assertEqual([event.status for event in events], [ho.Status.ENDED])
        with self.assertRaises(ho.InvalidHandle):
            travel.pause()

    def test_an_unclosed_travel_warns_and_releases(self) -> None:
        with self.assertWarns(ResourceWarning):
            travel = self.engine.create_travel("acting")
            del travel
            gc.collect()
        self.travel("acting")

    def test_a_wait_with_timeout_raises_timeout_error(self) -> None:
        travel = self.travel("mute")
        with self.assertRaises(TimeoutError):
            travel.start(timeout=0.01)
        _callbacks._handlers.clear()

    def test_ctrl_c_interrupts_every_wait(self) -> None:
        travel = self.travel("mute")
        waits: list[Callable[[], object]] = [
            lambda: next(travel.frames(timeout=20)),
            lambda: travel.events().get(timeout=20),
            lambda: travel.start(timeout=20),
        ]
        # A shell may have started us in the background, where the signal is ignored.
        former = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, former)
        main = threading.main_thread().ident
        for number, wait in enumerate(waits):
            with self.subTest(number):
                threading.Timer(0.1, signal.pthread_kill, (main, signal.SIGINT)).start()
                with self.assertRaises(KeyboardInterrupt):
                    wait()
        _callbacks._handlers.clear()


class Events(WithEngine):
    def test_a_stream_yields_all_events_in_order_and_ends(self) -> None:
        travel = self.travel()
        events = travel.events()
        travel.start()
        travel.end()
        found = list(events)
        kinds = [type(event) for event in found]
        change = ho.StatusChanged
        self.assertEqual(kinds, [change, ho.TravelInfoReady, change, change])
        self.assertEqual([event.sequence for event in found], [1, 2, 3, 4])
        self.assertEqual(found[0].monotonic_time, 1.5)
        self.assertEqual(found[-1].status, ho.Status.ENDED)
        self.assertIsNone(events.get())

    def test_a_stream_of_an_ended_travel_is_empty(self) -> None:
        travel = self.travel()
        travel.end()
        self.assertEqual(list(travel.events()), [])

    def test_a_wait_for_an_event_with_timeout_raises_timeout_error(self) -> None:
        with self.travel().events() as events, self.assertRaises(TimeoutError):
            events.get(timeout=0.01)

    def test_release_ends_a_stream(self) -> None:
        travel = self.travel()
        events = travel.events()
        travel.release()
        self.assertEqual(list(events), [])

    def test_an_abandoned_stream_removes_its_listener(self) -> None:
        travel = self.travel()
        stream = travel.events()
        travel.start()
        for event in stream:
            self.assertEqual(event.sequence, 1)
            break
        del stream
        self.assertEqual(_callbacks.registered(), 0)
        travel.events().close()

    def test_errors_arrive_as_events(self) -> None:
        travel = self.travel("acting")
        with travel.events() as events:
            travel.send_command(ho.Translation.FRONT)
            event = events.get(timeout=5)
        self.assertIsInstance(event, ho.ErrorEvent)
        self.assertIsInstance(event.error, ho.ModeMismatch)

    def test_a_handler_runs_before_the_call_returns_and_its_exceptions_are_logged(self) -> None:
        travel = self.travel()
        seen: list[str] = []

        def handler(event: ho.Event) -> None:
            seen.append(str(event.status))
            raise RuntimeError("a bug of the host")

        with self.assertLogs("happyoyster", "ERROR") as logs:
            listener = travel.add_listener(handler)
            travel.start()
        self.assertEqual(seen, ["prepare", "prepare", "running"])
        self.assertIn("a bug of the host", logs.output[0])
        listener.close()
        listener.close()
        travel.pause()
        self.assertEqual(len(seen), 3)

    def test_a_refusal_names_the_method_and_has_no_diagnostics(self) -> None:
        travel = self.travel()
        travel.release()
        for call, name in (
            (travel.start, "start"),
            (lambda: travel.add_listener(print), "add_listener"),
            (lambda: travel.send_instruct("Rain"), "send_instruct"),
        ):
            with self.subTest(name):
                with self.assertRaises(ho.InvalidHandle) as caught:
                    call()
                self.assertEqual((caught.exception.operation, caught.exception.raw), (name, None))

    def test_waiting_inside_a_handler_is_refused(self) -> None:
        travel = self.travel()
        failures: list[Exception] = []

        def handler(event: ho.Event) -> None:
            try:
                travel.pause()
            except ho.WouldDeadlock as failure:
                failures.append(failure)

        travel.add_listener(handler)
        travel.start()
        self.assertEqual(len(failures), 3)


class Log(unittest.TestCase):
    def test_records_are_forwarded_to_children(self) -> None:
        ho.log.forward()
        with self.assertLogs("happyoyster.core", "WARNING") as logs:
            ho.log.set_level(ho.LogLevel.INFO)
        self.assertEqual(logs.output, ["WARNING:happyoyster.core:level set"])
        ho.log.restore()
        self.assertEqual(_callbacks.registered(), 0)
        with self.assertRaises(ho.InvalidArgument):
            ho.log.set_level(ho.LogLevel.DEFAULT)


if __name__ == "__main__":
    unittest.main()
