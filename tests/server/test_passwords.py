"""Passwords that guessing begins with are refused; what people make up themselves is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourwinds.server.accounts.passwords import is_common


@pytest.mark.parametrize(
    "password",
    [
        "1234567890",
        "0987654321",
        "0000000000",
        "password123",
        "Password1234!",
        "P@ssw0rd2024",
        "passwordpassword",
        "qwertyuiop",
        "qwertzuiop123",
        "azertyuiop",
        "1q2w3e4r5t",
        "1qaz2wsx3edc",
        "abcdefghij",
        "abcabcabcabc",
        "iloveyou1990",
        "sunshine2020",
        "Sonnenschein1",
        "motdepasse1",
        "football12345",
        "letmein12345",
        "fourwinds2026",
        "annbonny1234",
        "annbonnyannbonny",
        "aaaaaaaaaab",
        "121212121212",
        "monkey.dragon",
    ],
)
def test_what_is_tried_first_is_refused(password: str) -> None:
    assert is_common(password, "annbonny", "Ann")


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "battery staple",
        "tall ship and a star",
        "Xk7#pQ2vLm",
        "zwölf Möwen am Kai",
        "un vieux gréement",
        "4tR-m9w.Lzc",
        "brackish lantern",
    ],
)
def test_what_people_make_up_is_taken(password: str) -> None:
    assert not is_common(password, "annbonny", "Ann")


@given(st.text(alphabet="bcdfghjklmnpqrstvwxz2456789", min_size=14, max_size=40))
def test_chance_is_seldom_refused_and_nothing_crashes(password: str) -> None:
    assert not is_common(password) or len(set(password)) < 10


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_can_be_judged(password: str, login: str) -> None:
    is_common(password, login)
