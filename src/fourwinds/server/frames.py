"""Frames: what a channel pushes goes to the socket as it is, without a library's care for the rest.

A text in one frame, neither masked nor compressed, needs nothing but its length before it.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WHOLE_TEXT = 0x81  # the last frame of a message, which is text
SHORT, MIDDLE = 126, 1 << 16


class ChannelProtocol(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, with a short way for texts that are sent."""

    async def send(self, message: Any) -> None:
        text = message.get("text")
        if text is None or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(frame(text.encode()))


def frame(data: bytes) -> bytes:
    size = len(data)
    if size < SHORT:
        return bytes((WHOLE_TEXT, size)) + data
    if size < MIDDLE:
        return bytes((WHOLE_TEXT, 126, size >> 8, size & 255)) + data
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + data
