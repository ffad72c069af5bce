# SPDX-License-Identifier: Apache-2.0
"""An engine of the fake library for each test."""

from __future__ import annotations

import ctypes
import gc
import unittest

import support

import happyoyster as ho
from happyoyster import _callbacks

fake = ctypes.CDLL(str(support.fake_library))
"""The functions that only the fake has."""


class WithEngine(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = ho.Engine()
        self.addCleanup(self.check_released)
        self.addCleanup(self.engine.close)
        self.engine.initialize(api_host="127.0.0.1", model="fake")
        self.engine.update_token("token")

    def check_released(self) -> None:
        gc.collect()
        self.assertEqual(_callbacks.registered(), 0)
        self.assertEqual(fake.fake_frames_held(), 0)

    def travel(self, ticket: str = "directing") -> ho.Travel:
        travel = self.engine.create_travel(ticket)
        self.addCleanup(travel.release)
        return travel
