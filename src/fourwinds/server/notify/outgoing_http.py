"""Requests to addresses that people gave us: over https, to public machines, never further.

A name is looked up once, every address it has must be public, and the connection goes to that very
address, so that nobody can point us at machines only we can reach. Redirects are not followed.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

from fourwinds.server.errors import ServerError

TIMEOUT = 5.0
DEADLINE = 8.0
MOST_READ = 1000
LONGEST_URL = 1000
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class Unreachable(Exception):
    """Nobody answered; a later try may succeed."""


def check(url: str, *, private: bool) -> SplitResult:
    """The parts of an address we may send to; `private` allows http and machines of our own."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _bad("a URL") from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise _bad(f"a URL of at most {LONGEST_URL} plain characters")
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise _bad("a URL that begins with https://")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise _bad("a URL with a host and without a password")
    if not private:
        if port not in (None, 443, 8443):
            raise _bad("port 443 or 8443")
        if _literal(parts.hostname) and not public(parts.hostname):
            raise _bad("a public machine")
    return parts


def _literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def public(address: str) -> bool:
    """Whether an address is one of the public internet, also if it is wrapped in another."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner:
            return public(str(inner))
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _find(host: str, port: int, *, private: bool) -> str:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable from None
    addresses = [str(each[4][0]) for each in found]
    if not addresses:
        raise Unreachable
    if not private and not all(public(address) for address in addresses):
        raise _bad("a public machine")
    return addresses[0]


class _Pinned(http.client.HTTPConnection):
    """A connection to one address, whatever the name says meanwhile."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self._address = address
        self._context = context

    def connect(self) -> None:
        there = socket.create_connection((self._address, self.port), TIMEOUT)
        if self._context is None:
            self.sock = there
        else:
            self.sock = self._context.wrap_socket(there, server_hostname=self.host)

    def give_up(self) -> None:
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool) -> tuple[int, bytes]:
    """Send a body; returns the status of the answer and how it begins."""
    parts = check(url, private=private)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    host = parts.hostname or ""
    address = _find(host, port, private=private)
    context = ssl.create_default_context() if secure else None
    connection = _Pinned(host, port, address, context)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    # However slowly the other side speaks, it holds us up no longer than this.
    timer = threading.Timer(DEADLINE, connection.give_up)
    timer.start()
    try:
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        return answer.status, answer.read(MOST_READ)
    except (OSError, http.client.HTTPException):
        raise Unreachable from None
    finally:
        timer.cancel()
        connection.close()


def _bad(expected: str) -> ServerError:
    return ServerError("bad-address", f"expected {expected}")
