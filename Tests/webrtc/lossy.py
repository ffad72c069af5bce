# SPDX-License-Identifier: Apache-2.0
"""Drops video packets of aiortc, the same ones in each run, and measures the delay of the NACKs."""

from __future__ import annotations

import random
import struct
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

PAUSE = 0.15
"""A sender that sends no packet for this time, in seconds, has paused."""

Send = Callable[[bytes], Awaitable[None]]


def is_rtcp(packet: bytes) -> bool:
    """Return whether a packet is RTCP, which shares its port with RTP."""
    return 192 <= packet[1] <= 223


@dataclass
class Loss:
    """A video packet that was not sent."""

    sequence: int
    noticeable_at: float | None = None
    """When the next packet was sent: from then on a receiver can detect the gap."""
    packets_since: int = 0
    """Video packets sent after that one, until the NACK or the PLI."""
    asked_at: float | None = None
    """When the first NACK for it arrived."""
    is_final: bool = False
    """Retransmissions are dropped as well: the loss ends with a PLI instead of a NACK."""

    @property
    def delay_ms(self) -> float:
        """Time from the gap to the NACK; 0 for a NACK before the gap, infinite without a NACK."""
        if self.asked_at is None:
            return float("inf")
        if self.noticeable_at is None:
            return 0.0
        return (self.asked_at - self.noticeable_at) * 1000


class LossyVideo:
    """Drops a share of one sender's packets, and of its retransmissions if wanted."""

    def __init__(self, sender: Any, share: float, seed: int, loses_repeats: bool = False) -> None:
        """Start; ``sender`` is an ``RTCRtpSender`` of aiortc that sends video."""
        self._random = random.Random(seed)
        self._sender = sender
        self._share = share
        self._loses_repeats = loses_repeats
        self._sent: set[int] = set()
        self._open: dict[int, Loss] = {}
        self.losses: list[Loss] = []
        self._newest: float | None = None
        self.paused_ms = 0.0
        """The sum of the sender's pauses."""
        self.nacks = 0
        """Sequence numbers in all NACKs."""
        self._is_next_final = False
        self._final: Loss | None = None
        """The final loss without a PLI so far."""
        self.key_frame_requests = 0
        """How many final losses were followed by a PLI."""
        self.plis = 0
        """How many PLIs arrived."""
        self.ignores_plis = False
        """The sender does not receive PLIs."""
        self._send: Send = sender.transport._send_rtp
        self._handle = sender._handle_rtcp_packet
        sender.transport._send_rtp = self._filter
        sender._handle_rtcp_packet = self._look_at_feedback

    def lose_one_for_good(self) -> None:
        """Drop the next packet, and all retransmissions until a PLI arrives."""
        self._is_next_final = True

    @property
    def packets(self) -> int:
        """How many video packets there were, without retransmissions."""
        return len(self._sent)

    def settled(self) -> list[Loss]:
        """Return the losses that a receiver could detect."""
        return [loss for loss in self.losses if loss.noticeable_at is not None]

    async def _filter(self, packet: bytes) -> None:
        if not self._is_dropped(packet):
            await self._send(packet)

    def _is_dropped(self, packet: bytes) -> bool:
        if is_rtcp(packet):
            return False
        sequence, _, source = struct.unpack("!HII", packet[2:12])
        if source == self._sender._rtx_ssrc or sequence in self._sent:
            return self._final is not None or (self._loses_repeats and self._is_unlucky())
        if source != self._sender._ssrc:
            return False
        self._sent.add(sequence)
        self._watch_pace()
        if not self._is_next_final and not self._is_unlucky():
            self._pass_by()
            return False
        loss = Loss(sequence, is_final=self._is_next_final)
        if loss.is_final:
            self._final = loss
            self._is_next_final = False
        self._open[sequence] = loss
        self.losses.append(loss)
        return True

    def _is_unlucky(self) -> bool:
        return self._random.random() < self._share

    def _watch_pace(self) -> None:
        now = time.monotonic()
        if self._newest is not None and now - self._newest > PAUSE:
            self.paused_ms += (now - self._newest) * 1000
        self._newest = now

    def _pass_by(self) -> None:
        now = time.monotonic()
        for loss in self._open.values():
            if loss.noticeable_at is None:
                loss.noticeable_at = now
            else:
                loss.packets_since += 1

    async def _look_at_feedback(self, packet: Any) -> None:
        now = time.monotonic()
        lost = getattr(packet, "lost", ())
        self.nacks += len(lost)
        for sequence in lost:
            loss = self._open.get(sequence)
            if loss is not None and loss.asked_at is None:
                loss.asked_at = now
                if not loss.is_final:
                    del self._open[sequence]
        # PLI; one that arrives before the gap can be detected has another cause.
        is_request = type(packet).__name__ == "RtcpPsfbPacket" and packet.fmt == 1
        self.plis += is_request
        if is_request and self._final is not None and self._final.noticeable_at is not None:
            del self._open[self._final.sequence]
            self._final = None
            self.key_frame_requests += 1
        if not (is_request and self.ignores_plis):
            await self._handle(packet)
