"""Frames that go to the socket directly are what a WebSocket library reads."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import CLIENT, OPEN, Protocol

from fourwinds.server.frames import frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_read_as_the_text_it_holds(size: int) -> None:
    text = ("é" + "x" * size)[:size]
    reader = Protocol(CLIENT, state=OPEN, max_size=None)
    reader.receive_data(frame(text.encode()) + frame(b"next"))
    first, second = reader.events_received()
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert (first.opcode, first.fin, bytes(first.data).decode()) == (Opcode.TEXT, True, text)
    assert bytes(second.data) == b"next"
