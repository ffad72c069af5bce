# SPDX-License-Identifier: Apache-2.0
"""The blocking session."""

from __future__ import annotations

from ._callbacks import logger
from ._session_core import DISCONNECT_TIMEOUT, SESSION, SessionCore
from .errors import OysterError, SessionIllegalState, SessionNotConnected
from .listeners import BaseEventStream
from .session_events import SessionEvent
from .session_values import Connection


class SessionEventStream(BaseEventStream[SessionEvent]):
    """Events of a session in order, until it is disconnected or released.

    A stream that is garbage-collected removes its listener.
    """

    def __init__(self, session: int) -> None:
        super().__init__(SESSION, session)


class Session(SessionCore):
    """A session of several people: its connections, signals and moderation.

    :meth:`Engine.create_session` creates it in an engine; a session that is created by itself has
    an engine of its own. At the end of its ``with`` statement the session is disconnected and
    released. Methods that wait take ``timeout`` in seconds; after it they raise ``TimeoutError``
    while the operation continues. Ctrl-C interrupts every wait::

        with Session(server_url, key, session_id) as session:
            events = session.events()  # before connect, to miss none
            session.connect(token)
            session.send_signal("chat", "hello")
            for event in events:
                ...
    """

    def connect(self, token: str, *, timeout: float | None = None) -> Connection:
        """Connect, and return the own connection. A session that is not connected may try again.

        Raises :class:`SessionAuthorizationFailed`, :class:`InvalidSessionId`,
        :class:`SessionConnectionLimit` and other classes of :class:`SessionError`.
        """
        return self._connect(token).wait(timeout)

    def disconnect(self, *, timeout: float | None = None) -> None:
        """Leave the session, within 7 s also without a network. It may connect again."""
        self._disconnect().wait(timeout)

    def report_issue(self, *, timeout: float | None = None) -> str:
        """Send the library's own report of this session, and return the id of the issue."""
        return self._report_issue().wait(timeout)

    def events(self) -> SessionEventStream:
        """Return a stream of events: iterate over it, or ``get()`` one with a timeout.

        The stream has all events after this call until the session is disconnected: call it before
        ``connect`` to receive all, and again before another connect.
        """
        return SessionEventStream(self._handle)

    def close(self) -> None:
        """Disconnect the session if it is not, and release it; closing again does nothing.

        A failed or slow disconnect is logged and not raised.
        """
        try:
            if self._must_leave():
                self.disconnect(timeout=DISCONNECT_TIMEOUT)
        except (SessionNotConnected, SessionIllegalState):
            pass  # The session ended at the same time.
        except (OysterError, TimeoutError) as failure:
            logger.warning("closing a session: %s", failure)
        finally:
            self.release()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
