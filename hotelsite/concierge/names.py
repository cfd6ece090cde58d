"""The nodes' names, for routes between modules that cannot import each other's classes. Source: PROTOCOL.md, `graph`."""

from typing import Final

ROUTER: Final = "Router"
READINESS: Final = "CriteriaReadiness"
SEARCH: Final = "SearchHotels"
PRESENT: Final = "Present"
REVIEW: Final = "PresentationReview"
TERMINATE: Final = "Terminate"
