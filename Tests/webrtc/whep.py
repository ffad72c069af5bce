# SPDX-License-Identifier: Apache-2.0
"""A signalling server as docs/webrtc.md describes it; aiortc sends the media."""

from __future__ import annotations

import asyncio
import json
import math
import struct
import threading
from collections.abc import Coroutine
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

import av
from aiortc import (
    MediaStreamTrack,
    RTCConfiguration,
    RTCPeerConnection,
    RTCRtpSender,
    RTCSessionDescription,
)
from aiortc.mediastreams import AudioStreamTrack, VideoStreamTrack
from av.plane import Plane

from lossy import LossyVideo, is_rtcp

T = TypeVar("T")

TIMEOUT = 15
WIDTH, HEIGHT = 640, 480
QUADRANTS = ((None, 90, 200), (80, 60, 180), (140, 170, 100), (200, 128, 128))
"""Y, U and V of the four quarters, row by row; the luma of the first one changes."""
LUMAS = tuple(range(40, 221, 30))
RATE = 48000
TONE = 440
"""Hertz."""


def _fill(plane: Plane, values: list[int]) -> None:
    """Paint the four quarters of a plane."""
    left, top = plane.width // 2, plane.height // 2
    right = plane.width - left
    padding = bytes(plane.line_size - plane.width)
    rows = [bytes([values[i]]) * left + bytes([values[i + 1]]) * right + padding for i in (0, 2)]
    plane.update(rows[0] * top + rows[1] * (plane.height - top))


class Quadrants(VideoStreamTrack):
    """Four plain colours."""

    _shown = 0

    def __init__(self, size: tuple[int, int]) -> None:
        """Start with a size, which may be changed at any time."""
        super().__init__()
        self.size = size

    async def recv(self) -> av.VideoFrame:
        """Paint the next frame."""
        pts, time_base = await self.next_timestamp()
        frame = av.VideoFrame(*self.size, "yuv420p")
        changing = LUMAS[self._shown // 6 % len(LUMAS)]
        self._shown += 1
        lumas = [changing if y is None else y for y, _, _ in QUADRANTS]
        _fill(frame.planes[0], lumas)
        _fill(frame.planes[1], [u for _, u, _ in QUADRANTS])
        _fill(frame.planes[2], [v for _, _, v in QUADRANTS])
        frame.pts, frame.time_base = pts, time_base
        return frame


class Tone(AudioStreamTrack):
    """A sine. While it is muted, no audio is sent and its time continues."""

    _position = 0
    is_muted = False

    async def recv(self) -> av.AudioFrame:
        """Make the next 20 ms, 20 ms after the last ones."""
        silence = await super().recv()  # Paces the track; at 8 kHz.
        count = RATE * silence.samples // silence.sample_rate
        while self.is_muted:
            self._position += count
            await super().recv()
        frame = av.AudioFrame("s16", "mono", count)
        values = (
            round(8000 * math.sin(2 * math.pi * TONE * (self._position + i) / RATE))
            for i in range(count)
        )
        frame.planes[0].update(b"".join(v.to_bytes(2, "little", signed=True) for v in values))
        frame.sample_rate, frame.pts, frame.time_base = RATE, self._position, Fraction(1, RATE)
        self._position += count
        return frame


class Client:
    """One client: its peer connection, and what it sent."""

    def __init__(self, codec: str, size: tuple[int, int]) -> None:
        """Prepare to send one video codec, such as ``VP8``."""
        self._codec = codec
        self.picture = Quadrants(size)
        self.tone = Tone()
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.channels: dict[str, Any] = {}
        self.messages: list[tuple[str, dict[str, Any]]] = []
        """Messages on data channels: label and object."""
        self.received: list[MediaStreamTrack] = []
        self.connection.on("datachannel", self._open_channel)
        self.connection.on("track", self.received.append)

    async def answer(self, offer: str) -> str:
        """Start to send, and return the SDP answer to an offer."""
        for track in self.picture, self.tone:
            self.connection.addTrack(track)
        for transceiver in self.connection.getTransceivers():
            if transceiver.kind == "video":
                codecs = RTCRtpSender.getCapabilities("video").codecs
                name = f"video/{self._codec}"
                transceiver.setCodecPreferences([c for c in codecs if c.mimeType == name])
        # aiortc reads the preferences when the offer is set.
        await self.connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
        await self.connection.setLocalDescription(await self.connection.createAnswer())
        return str(self.connection.localDescription.sdp)

    def _open_channel(self, channel: Any) -> None:
        self.channels[channel.label] = channel

        def receive(text: str) -> None:
            message = json.loads(text)
            self.messages.append((channel.label, message))
            applied = {"type": "applied", "sequence": message["sequence"], "frame": 1}
            self.channels["oyster-commands"].send(json.dumps(applied))

        channel.on("message", receive)


class WhepServer:
    """Serves on a free port of 127.0.0.1, with aiortc on a thread of its own."""

    def __init__(
        self,
        codec: str = "VP8",
        size: tuple[int, int] = (WIDTH, HEIGHT),
        names_sources: bool = True,
    ) -> None:
        """Start to serve. A server that may change its SSRCs leaves them out of its answers."""
        self.codec = codec
        self.size = size
        self._names_sources = names_sources
        self.clients: list[Client] = []
        self.requests: list[tuple[str, str, dict[str, str], str]] = []
        """Method, path, headers in lower case, and body."""
        self._loop = asyncio.new_event_loop()
        self._loop_thread = threading.Thread(target=self._loop.run_forever)
        self._loop_thread.start()
        whep = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                whep._join(self)

            def do_DELETE(self) -> None:
                whep._leave(self)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/channel"

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT)

    def _hear(self, handler: BaseHTTPRequestHandler) -> str:
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0)).decode()
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.requests.append((handler.command, handler.path, headers, body))
        return body

    def _join(self, handler: BaseHTTPRequestHandler) -> None:
        offer = self._hear(handler)

        async def begin() -> tuple[Client, str]:
            client = Client(self.codec, self.size)
            return client, await client.answer(offer)

        client, answer = self._run(begin())
        self.clients.append(client)
        if not self._names_sources:
            lines = answer.splitlines(keepends=True)
            answer = "".join(line for line in lines if not line.startswith("a=ssrc:"))
        content = answer.encode()
        handler.send_response(201)
        handler.send_header("Content-Type", "application/sdp")
        # A relative URL, which servers may send.
        handler.send_header("Location", f"/resources/{len(self.clients)}")
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def _leave(self, handler: BaseHTTPRequestHandler) -> None:
        self._hear(handler)
        self._run(self.clients[int(handler.path.rpartition("/")[2]) - 1].connection.close())
        handler.send_response(204)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def video_sender(self) -> Any:
        """Return the newest client's sender of video."""
        [sender] = [s for s in self.clients[-1].connection.getSenders() if s.kind == "video"]
        return sender

    def lose_video(self, share: float, seed: int, loses_repeats: bool = False) -> LossyVideo:
        """Drop a share of the last client's video packets from now on."""

        async def begin() -> LossyVideo:
            return LossyVideo(self.video_sender(), share, seed, loses_repeats)

        return self._run(begin())

    def show(self, width: int, height: int) -> None:
        """Send frames of another size to the last client."""
        self.clients[-1].picture.size = (width, height)

    def change_video_source(self) -> None:
        """Change the SSRC of the last client's video, without notification."""
        sender = self.video_sender()
        send = sender.transport._send_rtp

        async def send_changed(packet: bytes) -> None:
            if not is_rtcp(packet) and struct.unpack("!I", packet[8:12])[0] == sender._ssrc:
                packet = packet[:8] + struct.pack("!I", sender._ssrc ^ 1) + packet[12:]
            await send(packet)

        async def begin() -> None:
            sender.transport._send_rtp = send_changed

        self._run(begin())

    def open_channels(self, count: int) -> None:
        """Open this number of further data channels to the last client."""

        async def begin() -> None:
            for index in range(count):
                self.clients[-1].connection.createDataChannel(str(index))

        self._run(begin())

    def claim_size(self, width: int, height: int) -> None:
        """Send VP8 key frames that claim a size and are otherwise empty."""
        picture = b"\x10\x02\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(900)

        async def send() -> None:
            sender = self.video_sender()
            for number in range(20):
                # Version 2, marker, payload type of VP8; an SSRC of its own.
                packet = struct.pack("!BBHII", 0x80, 0x80 | 96, number, number * 3000, 12345)
                await sender.transport._send_rtp(packet + b"\x10" + picture)
                await asyncio.sleep(0.03)

        self._run(send())

    def close(self) -> None:
        """Close all peer connections and stop serving."""
        for client in self.clients:
            self._run(client.connection.close())
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._loop_thread.join()
        self._loop.close()
