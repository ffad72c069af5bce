# SPDX-License-Identifier: Apache-2.0
"""GStreamer without one of its plugins: start fails before it uses the ticket."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

from webrtc_test import WebRTCTest

HOST = """
import json, logging, sys
import happyoyster as ho

facts = json.loads(sys.argv[1])
logged, events = [], []
keep = logging.Handler()
keep.emit = lambda record: logged.append(record.getMessage())
logging.getLogger("happyoyster").addHandler(keep)
ho.log.forward()
engine = ho.Engine()
engine.initialize(poll_interval_ms=100, **facts["config"])
engine.update_token(facts["token"])
travel = engine.create_travel(facts["ticket"])
travel.add_listener(events.append)
outcome = {"code": 0, "message": "", "engine": None, "frames": 0, "events": []}
try:
    travel.start(timeout=30)
    outcome["engine"] = travel.info().get("streamEngine")
    if facts["film"]:
        travel.record(facts["film"])
    for frame in travel.frames(timeout=15):
        outcome["frames"] += 1
        if outcome["frames"] == 24:
            break
    travel.end(timeout=10)
except ho.OysterError as error:
    outcome.update(code=error.code, message=error.message, status=str(travel.status))
travel.close()
engine.close()
outcome["events"] = [
    (event.error.code, event.error.message) for event in events if isinstance(event, ho.ErrorEvent)
]
outcome["log"] = logged
print(json.dumps(outcome))
"""
"""A host, which gets its GStreamer plugins from its environment."""

PLUGINS = next(iter(Path("/usr/lib").glob("*/gstreamer-1.0/libgstcoreelements.so"))).parent

NEEDED = {
    "nice": ("nicesrc", "gstreamer1.0-nice"),
    "vpx": ("vp8dec", "gstreamer1.0-plugins-good"),
    "rtp": ("rtpvp8depay", "gstreamer1.0-plugins-good"),
    "rtpmanager": ("rtpbin", "gstreamer1.0-plugins-good"),
    "opus": ("opusenc", "gstreamer1.0-plugins-base"),
    "app": ("appsink", "gstreamer1.0-plugins-base"),
    "audiotestsrc": ("audiotestsrc", "gstreamer1.0-plugins-base"),
    "webrtc": ("webrtcbin", "gstreamer1.0-plugins-bad"),
    "srtp": ("srtpdec", "gstreamer1.0-plugins-bad"),
    "dtls": ("dtlsdec", "gstreamer1.0-plugins-bad"),
    "sctp": ("sctpdec", "gstreamer1.0-plugins-bad"),
    "coreelements": ("queue", "libgstreamer1.0-0"),
    "debug": ("capssetter", "gstreamer1.0-plugins-good"),
}
"""Plugins that every travel needs, an element of each, and its Debian package."""


class MissingElements(WebRTCTest):
    """Each host is a process of its own, because a process loads GStreamer once."""

    def run_host(
        self, plugin: str | None, choice: str, film: str | None = None, **options: Any
    ) -> dict[str, Any]:
        credentials = self.gateway.credentials()
        with tempfile.TemporaryDirectory() as folder:
            for file in PLUGINS.glob("*.so"):
                if file.name != f"libgst{plugin}.so":
                    Path(folder, file.name).symlink_to(file)
            environment = {
                **os.environ,
                "GST_PLUGIN_SYSTEM_PATH_1_0": folder,
                "GST_REGISTRY": f"{folder}/registry.bin",
                "GST_REGISTRY_FORK": "no",
            }
            config = {
                "api_host": credentials.api_host,
                "model": credentials.model,
                "stream_engine": choice,
                **options,
            }
            facts = {
                "config": config,
                "token": credentials.token,
                "ticket": credentials.ticket,
                "film": film,
            }
            done = subprocess.run(
                [sys.executable, "-c", HOST, json.dumps(facts)],
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        outcome: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return outcome

    def entered(self) -> int:
        """How many tickets were used."""
        return len(self.gateway.requests("enter-travel"))

    def test_start_names_the_missing_element_and_its_package_and_keeps_the_ticket(self) -> None:
        for plugin, (element, package) in NEEDED.items():
            with self.subTest(plugin):
                self.gateway.reset()
                outcome = self.run_host(plugin, "webrtc")
                self.assertEqual(outcome["code"], 105001, outcome)
                self.assertIn("the stream engine webrtc cannot run: GStreamer", outcome["message"])
                self.assertRegex(
                    outcome["message"], rf"\b{element}\b[^()]*\(Debian package {package}\)"
                )
                self.assertEqual(self.entered(), 0)
                self.assertIn("IDLE", outcome["status"].upper())

    def test_auto_against_loopback_shows_the_test_card_and_logs_the_reason(self) -> None:
        outcome = self.run_host("nice", "auto")
        self.assertEqual((outcome["code"], outcome["engine"]), (0, "loopback"), outcome)
        self.assertEqual(outcome["frames"], 24)
        [warning] = [line for line in outcome["log"] if "test card" in line]
        self.assertIn(
            "GStreamer lacks nicesink, nicesrc (Debian package gstreamer1.0-nice)", warning
        )

    def test_start_needs_the_audio_elements_only_with_play_audio(self) -> None:
        outcome = self.run_host("audioresample", "webrtc", play_audio=True)
        self.assertEqual(outcome["code"], 105001, outcome)
        self.assertIn("audioresample (Debian package", outcome["message"])
        self.assertEqual(self.entered(), 0)
        outcome = self.run_host("audioresample", "webrtc")
        self.assertEqual((outcome["code"], outcome["frames"]), (0, 24), outcome)

    def test_a_travel_starts_without_optional_plugins(self) -> None:
        for plugin in "libav", "videoparsersbad", "isomp4", "pulseaudio", None:
            with self.subTest(plugin):
                outcome = self.run_host(plugin, "auto")
                self.assertEqual((outcome["code"], outcome["engine"]), (0, "webrtc"), outcome)
                self.assertEqual((outcome["frames"], outcome["events"]), (24, []))

    def test_a_recording_without_a_muxer_is_an_error_event(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            outcome = self.run_host("matroska", "webrtc", film=f"{folder}/film.webm")
        self.assertEqual((outcome["code"], outcome["frames"]), (0, 24), outcome)
        [(code, message)] = outcome["events"]
        self.assertEqual(code, 109005)
        self.assertIn("GStreamer lacks webmmux (Debian package gstreamer1.0-plugins-good)", message)


if __name__ == "__main__":
    unittest.main()
