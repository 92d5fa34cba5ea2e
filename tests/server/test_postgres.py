"""The same API on PostgreSQL; these tests are those of SQLite, with another database."""

from __future__ import annotations

import pytest

from fourwinds.server.settings import Settings
from tests.server.test_api import (
    test_a_private_match_is_there_for_its_players_alone,
    test_a_repeated_request_gets_its_first_answer_and_a_stale_one_the_present,
    test_accounts_tokens_and_forgetting,
    test_bots_play_their_seats_in_other_processes,
    test_the_channel_pushes_and_resumes_without_loss,
    test_two_guests_play_a_whole_match_and_verify_it,
)

__all__ = [
    "test_a_private_match_is_there_for_its_players_alone",
    "test_a_repeated_request_gets_its_first_answer_and_a_stale_one_the_present",
    "test_accounts_tokens_and_forgetting",
    "test_bots_play_their_seats_in_other_processes",
    "test_the_channel_pushes_and_resumes_without_loss",
    "test_two_guests_play_a_whole_match_and_verify_it",
]


@pytest.fixture
def settings(postgres: str) -> Settings:
    return Settings(postgres, strangers=10_000, burst=10_000)
