"""Who may ask, and how: every request passes here before anything else sees it.

The page is for people who sit at this computer. But any page of the web can make their browser
send requests to it, and a name of the web can be made to lead to it (DNS rebinding). So the names
of the host and of the page that asks must be ours, and whatever changes something must be JSON,
which a foreign page cannot send unasked. Beyond this computer a token is needed as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import ipaddress
import re
import socket
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outplay.web.replies import PAGES, error_response, html, internal_error, path_of
from outplay.web.request_schema import RequestError

MOST_BYTES = 100_000
"""Of a request."""

DRAIN_SECONDS, MOST_DRAINED = 1.0, 2_000_000
"""For reading what is refused."""

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""On every answer."""

HOST = re.compile(r"(\[[0-9a-fA-F:.]{2,45}\]|[a-zA-Z0-9._-]{1,253})(?::([0-9]{1,5}))?")
"""A host and a port, as in the header Host."""

LOCAL = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean all addresses of this computer."""


def is_loopback(host: str) -> bool:
    """Can nobody but this computer reach that host?"""
    found = _address(host)
    return found.is_loopback if found else host.lower() == "localhost"


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host)
    return None


def in_address(host: str) -> str:
    """The host as addresses have it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host.lower()


@dataclass(frozen=True)
class AccessPolicy:
    """Under which names the server is asked, and with which token."""

    port: int
    host: str = "127.0.0.1"
    token: str = ""
    """Empty: none is needed."""

    @property
    def cookie(self) -> str:
        """Its name; cookies of one host are shared by all of its ports."""
        return f"outplay-{self.port}"

    def knows(self, name: str) -> bool:
        """Is `name`, as in the header Host, one of ours?"""
        found = HOST.fullmatch(name)
        if not found or int(found[2] or 80) != self.port:
            return False
        host = found[1].lower()
        if host in (*LOCAL, in_address(self.host)):
            return True
        if self.host not in EVERYWHERE:
            return False
        own = socket.gethostname().lower()
        # A name of the web can be made to lead here, an address cannot.
        return host in (own, f"{own}.local") or _address(host.strip("[]")) is not None

    def opens(self, headers: Headers, cookie: str | None) -> bool:
        """Does the request bring the token, if one is needed?"""
        if not self.token:
            return True
        kind, _, given = headers.get("authorization", "").partition(" ")
        brought = [cookie or "", given.strip() if kind.lower() == "bearer" else ""]
        return any(hmac.compare_digest(text.encode(), self.token.encode()) for text in brought)


async def drain(receive: Receive) -> None:
    """Reads on for a moment: who is cut off while still sending never sees the answer."""
    size, more = 0, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while more and size < MOST_DRAINED:
                message = await receive()
                size += len(message.get("body", b""))
                more = message["type"] == "http.request" and message.get("more_body", False)


class AccessMiddleware:
    """Wraps the app: refuses what is foreign, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, policy: AccessPolicy) -> None:
        self.app, self.policy = app, policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = ended = False

        async def sent(message: Message) -> None:
            nonlocal started, ended
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)
            ended = message["type"] == "http.response.body" and not message.get("more_body")

        request = Request(scope)
        try:
            try:
                answer = self._check(request) or self.app
            except RequestError as error:
                answer = error_response(request, error)
                if request.method in CHANGING:
                    await drain(receive)
            await answer(scope, receive, sent)
        except Exception as error:
            if ended:
                return  # Starlette has answered, and raises it again
            if started:
                raise  # uvicorn closes the connection, so that nobody takes it for whole
            await internal_error(request, error)(scope, receive, sent)

    def _check(self, request: Request) -> Response | None:
        """A response that ends it here, or None; raises RequestError."""
        headers, method = request.headers, request.method
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not HOST.fullmatch(hosts[0]):
            raise RequestError("The Host header is missing or invalid.", 400)
        if not self.policy.knows(hosts[0]):
            raise RequestError("This server does not answer to that host name.", 403)
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin):
            raise RequestError("Requests from other sites are not allowed.", 403)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not (
            # A link may lead here; it shows a page, and changes nothing.
            method == "GET"
            and headers.get("sec-fetch-mode") == "navigate"
            and headers.get("sec-fetch-dest") == "document"
            and path_of(request) in PAGES
        ):
            raise RequestError("Requests from other sites are not allowed.", 403)
        if (answer := self._token(request)) is not None:
            return answer
        if method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": "GET, HEAD, POST, DELETE, OPTIONS"})
        if method in CHANGING:
            self._check_body(request)
        return None

    def _is_ours(self, origin: str) -> bool:
        scheme, _, name = origin.partition("://")
        return scheme == "http" and self.policy.knows(name)

    def _token(self, request: Request) -> Response | None:
        """A first visit with the token in its address gets it as a cookie, and goes on from there.

        The page is asked for by our own page, not by a redirect: a strict cookie would not be
        sent where the link stood on a page from elsewhere.
        """
        policy = self.policy
        if policy.opens(request.headers, request.cookies.get(policy.cookie)):
            return None
        given = request.query_params.get("token", "")
        if (
            request.method == "GET"
            and path_of(request) in PAGES
            and hmac.compare_digest(given.encode(), policy.token.encode())
        ):
            rest = [
                (name, value)
                for name, value in request.query_params.multi_items()
                if name != "token"
            ]
            to = path_of(request) + (f"?{urlencode(rest)}" if rest else "")
            answer = html(
                "Outplay",
                f'<p><a href="{escape(to)}">Continue to Outplay</a></p>',
                head=f'<meta http-equiv="refresh" content="0;url={escape(to)}">',
            )
            answer.set_cookie(policy.cookie, policy.token, httponly=True, samesite="strict")
            return answer
        raise RequestError(
            "A token is required: open the address that `outplay serve` printed.", 401
        )

    def _check_body(self, request: Request) -> None:
        headers = request.headers
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > MOST_BYTES:
            raise RequestError(f"The request is larger than {MOST_BYTES // 1000} kB.", 413)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        empty = length == "0" and "transfer-encoding" not in headers
        if request.method == "DELETE" and empty and not kind:
            # A form can send neither of these headers from elsewhere.
            if "origin" in headers or "x-outplay-tab" in headers:
                return
            raise RequestError("The header X-Outplay-Tab is missing.", 403)
        if kind != "application/json":
            raise RequestError("Send JSON, with Content-Type: application/json.", 415)
