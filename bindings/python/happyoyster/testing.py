# SPDX-License-Identifier: Apache-2.0
"""The development gateway and the session server for tests, on this machine, without account.

With pytest, use the fixture ``oyster_gateway``; without pytest::

    with Gateway() as gateway, Engine() as engine:
        credentials = gateway.credentials("adventure")
        credentials.apply(engine)
        with engine.create_travel(credentials.ticket) as travel:
            travel.start()

The gateway's executable is the one that ``OYSTER_GATEWAY`` names, else ``oyster-gateway`` in the
``PATH``, else that of this package. docs/gateway.md lists the members of settings and faults.
"""

from __future__ import annotations

import json
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ._engine_core import EngineCore
from ._server_process import ServerProcess, ServerProcessError, find_program
from ._session_server import SessionServer, SessionServerError

__all__ = [
    "FAST",
    "Credentials",
    "Gateway",
    "GatewayError",
    "SessionServer",
    "SessionServerError",
    "find_gateway",
]

ENVIRONMENT_VARIABLE = "OYSTER_GATEWAY"
EXECUTABLE = "oyster-gateway"
FAST: Mapping[str, Any] = MappingProxyType(
    {"initMs": 0, "startMs": 0, "pauseConfirmMs": 50, "roomTeardownMs": 0}
)
"""Settings that make the gateway answer sooner than the service does."""


class GatewayError(ServerProcessError):
    """The gateway is missing, does not start, or refuses a request of a test."""


def find_gateway() -> Path:
    """Return the path of the gateway's executable."""
    return Path(find_program(EXECUTABLE, ENVIRONMENT_VARIABLE, GatewayError))


@dataclass(frozen=True)
class Credentials:
    """What a host's own server issues for one travel."""

    api_host: str
    model: str
    token: str = field(repr=False)
    ticket: str = field(repr=False)
    world: str
    """Encrypted id of the world."""

    def apply(self, engine: EngineCore, **options: Any) -> None:
        """Initialise an engine with them; options are further arguments of ``initialize``.

        The defaults are a poll every 100 ms and the loopback test card.
        """
        options = {"poll_interval_ms": 100, "stream_engine": "loopback", **options}
        engine.initialize(api_host=self.api_host, model=self.model, **options)
        engine.update_token(self.token)


class Gateway:
    """A gateway process, which ends with the process that started it.

    It starts with the settings :data:`FAST`, or others; :meth:`reset` applies them again.
    """

    def __init__(
        self, executable: str | Path | None = None, settings: Mapping[str, Any] = FAST
    ) -> None:
        """Start the gateway and wait until it is ready. Raises :class:`GatewayError`."""
        self._settings = dict(settings)
        command = [str(executable or find_gateway()), "--exit-with-stdin"]
        self._process = ServerProcess("gateway", command, GatewayError)
        self.api_url: str = self._process.ready["api"]
        """URL of the service."""
        self.control_url: str = self._process.ready["control"]
        """URL of the control port."""
        try:
            self.settings(**self._settings)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """Process id of the gateway."""
        return self._process.pid

    def request(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Call a route of the control port. Raises :class:`GatewayError` with its answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.control_url + path, data, headers, method=method)
        return self._process.send(f"{method} {path}", request)

    def credentials(self, mode: str = "adventure", **options: Any) -> Credentials:
        """Issue token and ticket for one travel in a world of this mode."""
        issued = self.request("POST", "/credentials", {"mode": str(mode), **options})
        return Credentials(
            issued["apiHost"],
            issued["model"],
            issued["token"],
            issued["ticket"],
            issued["encryptedWorldId"],
        )

    def settings(self, **changes: Any) -> dict[str, Any]:
        """Change settings until the next reset, and return all of them."""
        return self.request("POST", "/settings", changes)

    def fault(self, route: str, **members: Any) -> None:
        """Make requests of a route such as ``travels/status`` fail, or ``*`` for all."""
        self.request("POST", "/faults", {"route": route, **members})

    def faults(self) -> list[dict[str, Any]]:
        """List the faults that are set."""
        faults: list[dict[str, Any]] = self.request("GET", "/faults")["faults"]
        return faults

    def clear_faults(self, route: str | None = None) -> None:
        """Remove the faults of a route, or all."""
        self.request("DELETE", "/faults" + _query(route))

    def requests(self, route: str | None = None) -> list[dict[str, Any]]:
        """List the requests to the service, oldest first: of one route, or all."""
        requests: list[dict[str, Any]] = self.request("GET", "/requests" + _query(route))[
            "requests"
        ]
        return requests

    def census(self) -> dict[str, int]:
        """Return the number of the gateway's live objects by class, to find leaks."""
        objects: dict[str, int] = self.request("GET", "/census")["objects"]
        return objects

    def travels(self) -> list[dict[str, Any]]:
        """List the travels that the service knows, newest first."""
        travels: list[dict[str, Any]] = self.request("GET", "/travels")["travels"]
        return travels

    def end_travel(self, encrypted_travel_id: str) -> None:
        """End a travel on the service's side."""
        self.request("POST", "/travels/end", {"encryptedTravelId": encrypted_travel_id})

    def fail_travel(
        self, encrypted_travel_id: str, error_code: str = "TRAVEL_RUNTIME_FAILED"
    ) -> None:
        """Let a travel fail on the service's side."""
        body = {"encryptedTravelId": encrypted_travel_id, "errorCode": error_code}
        self.request("POST", "/travels/fail", body)

    def advance(self, seconds: float) -> None:
        """Advance the service's clock, so that tokens and tickets expire and worlds are built."""
        self.request("POST", "/clock", {"advanceMs": round(seconds * 1000)})

    def reset(self) -> None:
        """Remove all travels, tickets and faults, and apply the first settings again."""
        self.request("POST", "/reset")
        self.settings(**self._settings)

    def close(self) -> None:
        """Stop the gateway; closing again does nothing."""
        self._process.close()

    def __enter__(self) -> Gateway:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _query(route: str | None) -> str:
    return "" if route is None else "?" + urllib.parse.urlencode({"route": route})
