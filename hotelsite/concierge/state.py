"""What each node saves between turns, and the errand that a request runs within one turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from hotelsite.concierge.arguments import Place
from hotelsite.concierge.replies import QuickReply
from hotelsite.hotels.criteria import (
    AmenitiesCriterion,
    BudgetCriterion,
    Criteria,
    Criterion,
    DatesCriterion,
    DistanceCriterion,
    RoomTypeCriterion,
)
from hotelsite.hotels.search import Offer
from hotelsite.hotels.values import Frozen

PAGE: Final = 8
"""Results shown at once."""


class Errand(Frozen):
    """One request on its way through router and collectors; handed from node to node, void once its turn is over."""

    turn: int
    open_question: Criterion | None = None
    """What the customer had been asked when the request came in."""
    about_results: bool = False
    """It was made beside a list of hotels, and concerns none of them."""
    pending: tuple[Criterion, ...] = ()
    """Mentioned, and still to be visited."""
    tried: tuple[Criterion, ...] = ()
    """Visited for this request, in order; empty until it has been placed."""
    captured: tuple[Criterion, ...] = ()
    unfinished: Criterion | None = None
    """Half answered, readable in several ways, or refused: asked again before anything else."""
    question: str = ""
    """What to ask for `unfinished`: why it was refused, or which was meant; '' where half of it was kept."""
    choices: tuple[QuickReply, ...] = ()
    """Buttons that answer `question`."""
    remarks: tuple[str, ...] = ()
    """What the reply says beside it: people counted, sums done, wishes that cannot be searched for."""

    @property
    def visits_another(self) -> bool:
        """Whether the criterion being visited is not the first one of this request."""
        return len(self.tried) > 1

    def visiting(self, criterion: Criterion) -> Errand:
        """Take a criterion off the queue, because its collector is entered now."""
        pending = tuple(name for name in self.pending if name is not criterion)
        tried = tuple(dict.fromkeys((*self.tried, criterion)))
        return self.model_copy(update={"pending": pending, "tried": tried})

    def mentioning(self, criteria: tuple[Criterion, ...], remarks: tuple[str, ...]) -> Errand:
        """Queue further criteria, each at most once for one request, and note what is to be said."""
        known = (*self.tried, *self.pending)
        new = tuple(name for name in Criterion if name in criteria and name not in known)
        said = tuple(dict.fromkeys((*self.remarks, *remarks)))
        return self.model_copy(update={"pending": (*self.pending, *new), "remarks": said})

    def having_captured(self, criterion: Criterion) -> Errand:
        return self.model_copy(update={"captured": (*self.captured, criterion)})

    def leaving_open(
        self, criterion: Criterion, question: str = "", choices: tuple[QuickReply, ...] = ()
    ) -> Errand:
        """Note that a criterion needs another question; the first one asks, a later one is told beside it."""
        if self.unfinished is None:
            return self.model_copy(update={"unfinished": criterion, "question": question, "choices": choices})
        return self.model_copy(update={"remarks": (*self.remarks, question)}) if question else self


Source = Literal["said", "control"]


class _Collected(Frozen):
    source: Source | None = None
    """How the newest value came: in words, or by a control of the page."""
    errand: Errand | None = None
    """The request that the router forwarded here, seeded with the transition."""
    taken: int | None = None
    """Number of the turn in which the customer took the value that the router offered and seeded."""
    misses: int = 0
    """How often in a row the criterion was asked for and nothing came of the answer."""


class DatesState(DatesCriterion, _Collected):
    nights: int | None = None
    """Half an answer: the length of a stay that has no check-in yet."""


class BudgetState(BudgetCriterion, _Collected):
    pass


class RoomTypeState(RoomTypeCriterion, _Collected):
    pass


class AmenitiesState(AmenitiesCriterion, _Collected):
    pass


class DistanceState(DistanceCriterion, _Collected):
    near: tuple[Place, ...] = ()
    """Half an answer: near what, without a number of miles."""


CollectorState = DatesState | BudgetState | RoomTypeState | AmenitiesState | DistanceState


@dataclass(frozen=True, slots=True)
class Owner:
    """The node that owns a criterion."""

    node: str
    state: type[CollectorState]


OWNERS: Final[Mapping[Criterion, Owner]] = {
    Criterion.DATES: Owner("DateRange", DatesState),
    Criterion.BUDGET: Owner("Budget", BudgetState),
    Criterion.ROOM_TYPE: Owner("RoomType", RoomTypeState),
    Criterion.AMENITIES: Owner("Amenities", AmenitiesState),
    Criterion.DISTANCE: Owner("Distance", DistanceState),
}


class Notice(Frozen):
    """Something the router tells once, such as that nothing was found."""

    text: str
    quick_replies: tuple[QuickReply, ...] = ()
    asks: Criterion | None = None
    """The one criterion that it asks the customer to change, None where there are several or none."""


class RouterState(Frozen):
    notice: Notice | None = None
    errand: Errand | None = None
    asked: Criterion | None = None
    """What the notice told last asks to change; the request after it is read in its light."""
    offered: tuple[QuickReply, ...] = ()
    """The answers that the notice told last offers, in the order in which it names them."""
    last_route: str | None = None
    """Where the newest decision sent a request: a label of `Destination`."""


class ReadinessReview(Frozen):
    outcome: str
    faithful: float


class ReadinessState(Frozen):
    review: ReadinessReview | None = None
    accepted: bool | None = None
    """None where the judge could not be asked."""


class PresentState(Frozen):
    results: tuple[Offer, ...] = ()
    criteria: Criteria | None = None
    """What the results were searched with; they are current while the saved criteria equal these."""
    results_turn: int | None = None
    criteria_review_accepted: bool | None = None
    """True, or None where the judge was down and valid criteria were enough."""
    shown: int = PAGE
    """How many of the results the customer has seen."""
    drafting: bool = False
    """A presentation is being drafted or reviewed; never true between turns."""
    draft: str | None = None
    selection: str | None = None
    """Slug of the hotel read back last; a bare yes right after it books."""


class DraftReview(Frozen):
    grounded: float
    completeness: float
    clarity: float


class ReviewState(Frozen):
    review: DraftReview | None = None
    accepted: bool | None = None
    """None where the judge could not be asked."""
