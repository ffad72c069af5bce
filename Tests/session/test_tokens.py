# SPDX-License-Identifier: Apache-2.0
"""Tokens: what the server refuses, and with which code."""

from __future__ import annotations

import secrets
import time
import unittest
from typing import Any

import wire
from session_server import Server, ServerTest

DAY = 24 * 3600


def change(text: str, index: int) -> str:
    """Replace one character of a text by another of the same alphabet."""
    return text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1 :]


class Tokens(ServerTest):
    def setUp(self) -> None:
        self.session = self.server.create_session()

    def claims(self, **claims: Any) -> wire.Json:
        now = int(time.time())
        every = {
            "iss": self.server.key,
            "scope": "session.connect",
            "session_id": self.session,
            "exp": now + 600,
        } | claims
        return {name: value for name, value in every.items() if value is not None}

    def connect(self, text: Any) -> wire.Member:
        return self.server.api.connect(self.session, text)

    def connect_with(self, **claims: Any) -> wire.Member:
        return self.connect(wire.sign(self.server.secret, self.claims(**claims)))

    def test_claims_that_break_a_rule_are_1004(self) -> None:
        now = int(time.time())
        wrong: dict[str, wire.Json] = {
            "expired": {"exp": now - 60},
            "expired long ago": {"exp": 0},
            "negative expiry": {"exp": -5},
            "no expiry": {"exp": None},
            "expiry as a text": {"exp": str(now + 60)},
            "expiry as a truth value": {"exp": True},
            "expiry beyond 30 days": {"exp": now + 30 * DAY + 120},
            "expiry beyond 64 bits": {"exp": 2**70},
            "issued in the future": {"iat": now + 120},
            "not yet valid": {"nbf": now + 120},
            "iat as a text": {"iat": "now"},
            "unknown key": {"iss": "another-key"},
            "no key": {"iss": None},
            "key as a number": {"iss": 5},
            "wrong scope": {"scope": "session.create"},
            "unknown scope": {"scope": "session.connect session.create"},
            "no scope": {"scope": None},
            "unknown role": {"role": "admin"},
            "role with another spelling": {"role": "Moderator"},
            "role as a number": {"role": 1},
            "long data": {"connection_data": "x" * 1001},
            "data as an object": {"connection_data": {"name": "Ada"}},
        }
        for name, claims in wrong.items():
            with self.subTest(name):
                self.assert_refused(401, 1004, lambda claims=claims: self.connect_with(**claims))

    def test_the_session_of_the_token_is_the_session_of_the_url(self) -> None:
        other = self.server.create_session()
        self.assert_refused(404, 1005, lambda: self.connect_with(session_id=other))

    def test_a_malformed_or_forged_session_is_1005(self) -> None:
        middle = len(self.session) // 2
        for session in (
            "nonsense",
            change(self.session, 0),
            change(self.session, middle),
            change(self.session, len(self.session) - 2),
            self.session[:-3],
            self.session + "AAAA",
            "~" * 128,
        ):
            with self.subTest(session=session):
                text = wire.sign(self.server.secret, self.claims(session_id=session))
                self.assert_refused(
                    404,
                    1005,
                    lambda session=session, text=text: self.server.api.connect(session, text),
                )

    def test_a_session_of_another_server_is_1005(self) -> None:
        other = Server()
        self.addCleanup(other.close)
        session = other.create_session()
        text = self.server.token(session)
        self.assert_refused(404, 1005, lambda: self.server.api.connect(session, text))

    def test_clocks_may_differ_by_30_seconds(self) -> None:
        now = int(time.time())
        for claims in (
            {"exp": now - 20},
            {"iat": now + 20},
            {"nbf": now + 20},
            {"exp": now + 30 * DAY - 60},
            {"iat": now - DAY, "nbf": now - DAY},
        ):
            with self.subTest(claims=claims):
                self.connect_with(**claims)

    def test_a_signature_by_another_secret_is_1004(self) -> None:
        foreign = wire.sign(secrets.token_hex(32), self.claims())
        self.assert_refused(401, 1004, lambda: self.connect(foreign))

    def test_a_changed_token_is_1004(self) -> None:
        good = wire.sign(self.server.secret, self.claims(role="subscriber"))
        head, claims, signature = good.split(".")
        more = wire.sign("x" * 32, self.claims(role="moderator")).split(".")[1]
        for name, text in {
            "other claims": f"{head}.{more}.{signature}",
            "changed head": f"{change(head, 3)}.{claims}.{signature}",
            "changed claims": f"{head}.{change(claims, 5)}.{signature}",
            "changed signature": f"{head}.{claims}.{change(signature, 0)}",
            "short signature": f"{head}.{claims}.{signature[:-2]}",
            "long signature": f"{head}.{claims}.{signature}AA",
            "no signature": f"{head}.{claims}.",
            "two parts": f"{head}.{claims}",
            "four parts": f"{good}.{signature}",
            "padding": f"{head}.{claims}.{signature}=",
            "empty": "",
            "dots": "..",
            "many dots": "." * 10000,
            "not base64": "!!!.???.***",
            "white space": f" {good}",
            "line break": f"{good}\n",
        }.items():
            with self.subTest(name):
                self.assert_refused(401, 1004, lambda text=text: self.connect(text))
        self.connect(good)

    def test_another_algorithm_is_1004(self) -> None:
        for alg in (
            "none",
            "None",
            "NONE",
            "",
            "hs256",
            "HS384",
            "HS512",
            "RS256",
            None,
            5,
            ["HS256"],
        ):
            with self.subTest(alg=alg):
                head = {"alg": alg, "typ": "JWT"}
                text = wire.sign(self.server.secret, self.claims(), head)
                self.assert_refused(401, 1004, lambda text=text: self.connect(text))
                unsigned = text.rpartition(".")[0] + "."
                self.assert_refused(401, 1004, lambda text=unsigned: self.connect(text))
        without = wire.sign(self.server.secret, self.claims(), {"typ": "JWT"})
        self.assert_refused(401, 1004, lambda: self.connect(without))

    def test_claims_that_are_no_object_are_1004(self) -> None:
        claims: tuple[Any, ...] = ([], "text", 5, None, {}, [[[[]]]])
        for one in claims:
            with self.subTest(claims=one):
                text = wire.sign(self.server.secret, one)
                self.assert_refused(401, 1004, lambda text=text: self.connect(text))

    def test_data_of_1000_characters_is_passed_on_unchanged(self) -> None:
        for data in ("x" * 1000, "ß" * 1000, "🐚" * 1000, '"\\\n\u2028\u0001', ""):
            with self.subTest(data=data[:5]):
                member = self.connect_with(connection_data=data)
                self.assertEqual(member.answer["connection"]["data"], data)
        self.assertEqual(self.connect_with().answer["connection"]["data"], "")

    def test_a_token_may_be_used_several_times(self) -> None:
        text = wire.sign(self.server.secret, self.claims(jti="one"))
        ids = {self.connect(text).id for _ in range(3)}
        self.assertEqual(len(ids), 3)

    def test_a_session_is_created_with_its_own_scope_only(self) -> None:
        create = self.server.api.create_session
        text = wire.sign(self.server.secret, self.claims())
        self.assert_refused(401, 1004, lambda: create(text))
        self.assert_refused(401, 1004, lambda: create(self.server.token(exp=1)))
        self.assert_refused(401, 1004, lambda: create("nonsense"))
        call = self.server.api.json
        self.assert_refused(401, 1004, lambda: call("POST", "/v1/sessions", {}))
        for value in ("Basic abc", "Bearer", "Bearer ", self.server.token()):
            with self.subTest(value=value[:8]):
                headers = {"Authorization": value}
                self.assert_refused(
                    401,
                    1004,
                    lambda headers=headers: call("POST", "/v1/sessions", {}, None, headers),
                )

    def test_a_token_is_no_bearer_and_a_bearer_no_token(self) -> None:
        member, _ = self.join(self.session, "moderator")
        call = self.server.api.json
        for bearer in (self.server.token(self.session), "", "x", member.ticket, None):
            with self.subTest(bearer=(bearer or "")[:8]):
                self.assert_refused(
                    401,
                    1004,
                    lambda bearer=bearer: call("POST", f"{member.path}/requests", {}, bearer),
                )
        self.assert_refused(401, 1004, lambda: self.connect(member.bearer))
        self.assert_refused(401, 1004, lambda: self.connect(member.ticket))


class RotatedKeys(unittest.TestCase):
    def test_tokens_of_two_secrets_are_valid_during_a_rotation(self) -> None:
        old, new, foreign = (secrets.token_hex(32) for _ in range(3))
        projects = [
            {
                "key": "rotating",
                "secrets": [{"kid": "old", "secret": old}, {"kid": "new", "secret": new}],
            },
            {"key": "another", "secrets": [{"kid": "old", "secret": foreign}]},
        ]
        server = Server(projects=projects)
        self.addCleanup(server.close)
        session = server.api.create_session(wire.token("rotating", new, kid="new"))

        def connect(secret: str, kid: str | None, key: str = "rotating") -> int:
            try:
                server.api.connect(session, wire.token(key, secret, session, kid=kid))
            except wire.Refused as refusal:
                return int(refusal.code or 0)
            return 0

        self.assertEqual([connect(old, "old"), connect(new, "new")], [0, 0])
        self.assertEqual([connect(old, None), connect(new, None)], [0, 0])
        self.assertEqual([connect(old, "new"), connect(new, "old")], [1004, 1004])
        self.assertEqual([connect(old, "gone"), connect(new, "")], [1004, 1004])
        self.assertEqual(connect(foreign, "old"), 1004)
        # A valid token of another project does not open this project's session.
        self.assertEqual(connect(foreign, "old", "another"), 1005)
        self.assertEqual(connect(foreign, "old", "another"), 1005)


if __name__ == "__main__":
    unittest.main()
