"""Sends mails by the SMTP server of the settings."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from fourwinds.core.errors import BadOptions
from fourwinds.server.notify.outgoing_http import Unreachable
from fourwinds.server.notify.templates import MailText

TIMEOUT = 10.0
LOCAL = ("localhost", "127.0.0.1", "::1")


class Mailer:
    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise BadOptions("smtp: expected smtp://USER:PASSWORD@HOST:PORT or smtps://...")
        if "@" not in sender:
            raise BadOptions("mail_from: expected the mail address of the sender")
        self._secure = parts.scheme == "smtps"
        self._host = parts.hostname
        self._port = parts.port or (465 if self._secure else 587)
        self._user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")
        self._sender = sender

    def send(self, to: str, letter: MailText, item: str) -> None:
        """Send a letter; the same item always under the same id, so that it shows but once."""
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = letter.subject
        message["Date"] = formatdate(usegmt=True)
        message["Message-ID"] = f"<{item}@{self._sender.rpartition('@')[2].strip('>')}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text.lstrip())
        try:
            with self._connect() as server:
                if self._user:
                    server.login(self._user, self._password)
                server.send_message(message)
        except (OSError, smtplib.SMTPException):
            raise Unreachable from None

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self._secure:
            return smtplib.SMTP_SSL(self._host, self._port, timeout=TIMEOUT, context=context)
        server = smtplib.SMTP(self._host, self._port, timeout=TIMEOUT)
        # Neither passwords nor mails cross the net in the open.
        if self._host not in LOCAL:
            server.starttls(context=context)
        return server
