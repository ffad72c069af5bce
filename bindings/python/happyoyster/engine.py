# SPDX-License-Identifier: Apache-2.0
"""The blocking engine."""

from __future__ import annotations

from ._engine_core import EngineCore
from .session import Session
from .travel import Travel


class Engine(EngineCore):
    """Configuration, token and the travel in flight. One travel at a time.

    ``Engine()`` creates an independent engine, ``Engine.shared()`` returns the process-level one.
    Use it in a ``with`` statement, from any thread::

        with Engine() as engine:
            engine.initialize(api_host="…", model="happyoyster-1.0-adventure")
            engine.update_token(token)
            with engine.create_travel(ticket) as travel:
                travel.start()
    """

    def create_travel(self, ticket: str) -> Travel:
        """Create a travel from a one-time ticket; nothing is sent until it starts."""
        return Travel(self, self._create_travel_handle(ticket))

    def create_session(
        self,
        server_url: str,
        key: str,
        session_id: str,
        *,
        suppress_connection_events: bool = False,
        ca_file: str | None = None,
        user_agent: str | None = None,
        timeout_ms: int = 0,
    ) -> Session:
        """Create a session of this engine; :class:`Session` describes the arguments.

        An engine has any number of sessions, also without a configuration.
        """
        return Session(
            server_url,
            key,
            session_id,
            engine=self,
            suppress_connection_events=suppress_connection_events,
            ca_file=ca_file,
            user_agent=user_agent,
            timeout_ms=timeout_ms,
        )

    def cleanup(self, timeout: float | None = None) -> None:
        """End the travel in flight and forget configuration and token."""
        self._cleanup_operation().wait(timeout)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
