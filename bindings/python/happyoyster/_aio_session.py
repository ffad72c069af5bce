# SPDX-License-Identifier: Apache-2.0
"""The asyncio session."""

from __future__ import annotations

import asyncio

from . import _callbacks
from ._aio_engine import LoopEngine
from ._aio_events import LoopEventStream, complete
from ._session_core import DISCONNECT_TIMEOUT, SESSION, SessionCore
from .errors import OysterError, SessionIllegalState, SessionNotConnected
from .session_events import SessionEvent
from .session_values import Connection


class SessionEventStream(LoopEventStream[SessionEvent]):
    """Events of a session in order, until it is disconnected or released."""

    def __init__(self, session: int) -> None:
        super().__init__(SESSION, session)


class Session(SessionCore):
    """A session of several people; :class:`happyoyster.Session` describes the methods.

    ::

        async with aio.Session(server_url, key, session_id) as session:
            events = session.events()  # before connect, to miss none
            await session.connect(token)
            session.send_signal("chat", "hello")
            async for event in events:
                ...
    """

    _engine_class = LoopEngine
    _engine: LoopEngine

    async def connect(self, token: str) -> Connection:
        """Connect, and return the own connection. A session that is not connected may try again."""
        return await complete(self._connect(token), self._engine._loop)

    async def disconnect(self) -> None:
        """Leave the session, within 7 s also without a network. It may connect again."""
        await complete(self._disconnect(), self._engine._loop)

    async def report_issue(self) -> str:
        """Send the library's own report of this session, and return the id of the issue."""
        return await complete(self._report_issue(), self._engine._loop)

    def events(self) -> SessionEventStream:
        """Return a stream of events for ``async for``.

        The stream has all events after this call until the session is disconnected: call it before
        ``connect`` to receive all, and again before another connect.
        """
        return SessionEventStream(self._handle)

    async def close(self) -> None:
        """Disconnect the session if it is not, and release it; closing again does nothing."""
        try:
            if self._must_leave():
                await asyncio.wait_for(self.disconnect(), DISCONNECT_TIMEOUT)
        except (SessionNotConnected, SessionIllegalState):
            pass  # The session ended at the same time.
        except (OysterError, asyncio.TimeoutError) as failure:
            _callbacks.logger.warning("closing a session: %s", failure)
        finally:
            self.release()

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()
