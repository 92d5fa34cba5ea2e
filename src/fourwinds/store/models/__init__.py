"""The tables. The log, keyed (match, number), is the truth; the rest of a match follows from it.

Of sessions and tokens only hashes are kept.
"""

from fourwinds.store.models.base import Base
from fourwinds.store.models.clubs import ClubMatchRow, ClubMemberRow, ClubRatingRow, ClubRow
from fourwinds.store.models.daily import DailyDealRow, DailyTryRow
from fourwinds.store.models.duplicates import (
    DuplicateDealRow,
    DuplicatePlayerRow,
    DuplicateRow,
    DuplicateTableRow,
)
from fourwinds.store.models.friends import BlockRow, FollowRow, InvitationRow
from fourwinds.store.models.jobs import JobRow, JobTurnRow, KeyRow
from fourwinds.store.models.matches import (
    AnswerRow,
    EntryRow,
    GatheringRow,
    MatchRow,
    NoteRow,
    PlayerRow,
    ReportRow,
    SnapshotRow,
)
from fourwinds.store.models.notices import ChannelRow, OutboxRow
from fourwinds.store.models.people import (
    BoxRow,
    LessonRow,
    ProfileRow,
    SecondFactorRow,
    SessionRow,
    TicketRow,
    TokenRow,
    UserRow,
)
from fourwinds.store.models.results import RatingRow, ResultRow, StudyRow
from fourwinds.store.models.tournaments import (
    TournamentEntryRow,
    TournamentPlayerRow,
    TournamentRow,
)

__all__ = [
    "AnswerRow",
    "Base",
    "BlockRow",
    "BoxRow",
    "ChannelRow",
    "ClubMatchRow",
    "ClubMemberRow",
    "ClubRatingRow",
    "ClubRow",
    "DailyDealRow",
    "DailyTryRow",
    "DuplicateDealRow",
    "DuplicatePlayerRow",
    "DuplicateRow",
    "DuplicateTableRow",
    "EntryRow",
    "FollowRow",
    "GatheringRow",
    "InvitationRow",
    "JobRow",
    "JobTurnRow",
    "KeyRow",
    "LessonRow",
    "MatchRow",
    "NoteRow",
    "OutboxRow",
    "PlayerRow",
    "ProfileRow",
    "RatingRow",
    "ReportRow",
    "ResultRow",
    "SecondFactorRow",
    "SessionRow",
    "SnapshotRow",
    "StudyRow",
    "TicketRow",
    "TokenRow",
    "TournamentEntryRow",
    "TournamentPlayerRow",
    "TournamentRow",
    "UserRow",
]
