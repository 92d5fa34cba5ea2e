"""The laws every game obeys, each a function over any state of a match.

They are tried on random matches of every setting, by the tests (tests/conformance) and by
`fourwinds fuzz`. A game that is registered is under them; it declares nothing for it.
"""

from fourwinds.laws.acting import (
    a_decision_once_made_is_not_asked_again,
    a_secret_vote_can_be_changed_by_playing_another,
    an_illegal_action_is_refused_and_changes_nothing,
    candidates_hold_all_legal_actions_and_say_why_not,
    choices_made_at_the_same_time_commute,
    every_seat_that_is_asked_can_act,
    garbage_is_no_action,
    random_play_ends,
    what_is_taken_back_was_seen_by_its_owner_only,
)
from fourwinds.laws.dealing import (
    the_same_key_gives_the_same_cards_whatever_is_played,
    the_same_seed_and_actions_give_the_same_match,
)
from fourwinds.laws.knowing import (
    an_action_tells_the_same_in_every_possible_world_until_something_is_revealed,
    an_imagined_world_cannot_be_told_from_the_real_one,
    beliefs_repeat_themselves_and_leave_the_view_alone,
    facts_are_of_declared_kinds_and_respect_their_audience,
    recording_changes_nothing,
    views_carry_what_every_board_needs,
)
from fourwinds.laws.law import BrokenLaw, Law
from fourwinds.laws.past import imagined_worlds_allow_what_was_played
from fourwinds.laws.settings import Setting, settings
from fourwinds.laws.writing import (
    a_move_is_read_whole_or_refused,
    actions_are_read_as_they_are_written,
    copies_are_deep,
    positions_come_back_from_text_and_play_on_alike,
    states_and_rules_can_be_pickled,
)

LAWS: tuple[Law, ...] = (
    every_seat_that_is_asked_can_act,
    an_illegal_action_is_refused_and_changes_nothing,
    garbage_is_no_action,
    candidates_hold_all_legal_actions_and_say_why_not,
    choices_made_at_the_same_time_commute,
    a_decision_once_made_is_not_asked_again,
    what_is_taken_back_was_seen_by_its_owner_only,
    a_secret_vote_can_be_changed_by_playing_another,
    actions_are_read_as_they_are_written,
    a_move_is_read_whole_or_refused,
    positions_come_back_from_text_and_play_on_alike,
    copies_are_deep,
    states_and_rules_can_be_pickled,
    views_carry_what_every_board_needs,
    an_imagined_world_cannot_be_told_from_the_real_one,
    beliefs_repeat_themselves_and_leave_the_view_alone,
    facts_are_of_declared_kinds_and_respect_their_audience,
    an_action_tells_the_same_in_every_possible_world_until_something_is_revealed,
    recording_changes_nothing,
    imagined_worlds_allow_what_was_played,
    the_same_seed_and_actions_give_the_same_match,
    the_same_key_gives_the_same_cards_whatever_is_played,
)

__all__ = [
    "LAWS",
    "BrokenLaw",
    "Law",
    "Setting",
    "an_illegal_action_is_refused_and_changes_nothing",
    "random_play_ends",
    "settings",
]
