"""Reading customers' messages: pure Python, no model, no clock, the same answer for the same words."""

from hotelsite.local_models.reading.amenities import AmenitiesReading
from hotelsite.local_models.reading.asking import Anchor
from hotelsite.local_models.reading.changes import apply_reading
from hotelsite.local_models.reading.date_rules import DateProblem
from hotelsite.local_models.reading.dates import DatesReading
from hotelsite.local_models.reading.destination import DESTINATIONS, ranked
from hotelsite.local_models.reading.distance import DistanceProblem, DistanceReading
from hotelsite.local_models.reading.evidence import Evidence
from hotelsite.local_models.reading.intents import Intent
from hotelsite.local_models.reading.message import Reading
from hotelsite.local_models.reading.money import BudgetProblem, BudgetReading
from hotelsite.local_models.reading.reader import read_message
from hotelsite.local_models.reading.rooms import RoomReading
from hotelsite.local_models.reading.selection import ResultName, ResultQuestion, Selection

__all__ = [
    "DESTINATIONS",
    "AmenitiesReading",
    "Anchor",
    "BudgetProblem",
    "BudgetReading",
    "DateProblem",
    "DatesReading",
    "DistanceProblem",
    "DistanceReading",
    "Evidence",
    "Intent",
    "Reading",
    "ResultName",
    "ResultQuestion",
    "RoomReading",
    "Selection",
    "apply_reading",
    "ranked",
    "read_message",
]
