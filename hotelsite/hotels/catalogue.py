"""The catalogue file and its loading: validated as a whole first, written in one transaction, the same when repeated."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Final

from django.db import transaction
from django.utils.text import slugify
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from hotelsite.hotels.models import Hotel, RoomUnit
from hotelsite.hotels.vocabulary import Amenity, PolicyTopic, RoomType

CATALOGUE_FILE: Final = Path(__file__).with_name("catalogue.json")
DEFAULT_ROOMS: Final = 5

Money = Annotated[Decimal, Field(gt=0, max_digits=8, decimal_places=2)]
Miles = Annotated[Decimal, Field(ge=0, max_digits=5, decimal_places=2)]
Words = Annotated[str, Field(min_length=1, max_length=500)]


class CatalogueError(Exception):
    """The catalogue file cannot be loaded; `.problems` says of each fault which hotel, which field and what is wrong."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class CatalogueHotel(BaseModel):
    """One hotel as the file has it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=100)]
    address: Annotated[str, Field(min_length=1, max_length=200)]
    base_nightly: Money
    """US dollars a night, before season, room and weekend."""
    room_types: Annotated[frozenset[RoomType], Field(min_length=1)]
    airport_miles: Miles
    city_center_miles: Miles
    amenities: frozenset[Amenity]
    rooms: dict[RoomType, Annotated[int, Field(ge=0, le=1000)]] = {}
    """How many rooms of a kind; a kind that is not here has `DEFAULT_ROOMS`."""
    policies: dict[PolicyTopic, Words] = {}
    """House rules that differ from the catalogue's own."""

    @model_validator(mode="after")
    def _rooms_are_offered(self) -> CatalogueHotel:
        if unknown := self.rooms.keys() - self.room_types:
            raise ValueError(f"rooms counts {', '.join(sorted(unknown))}, which room_types does not offer")
        return self

    @property
    def slug(self) -> str:
        return slugify(self.name)

    def room_count(self, room_type: RoomType) -> int:
        return self.rooms.get(room_type, DEFAULT_ROOMS) if room_type in self.room_types else 0


class Catalogue(BaseModel):
    """The whole file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policies: dict[PolicyTopic, Words]
    """House rules of every hotel that has none of its own on the topic."""
    hotels: Annotated[list[CatalogueHotel], Field(min_length=1)]


def read_catalogue(path: Path = CATALOGUE_FILE) -> Catalogue:
    """Return the file's content, validated.

    Raises:
        CatalogueError: It is missing, no JSON, or any hotel breaks a rule; all faults are named at once.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, ValueError) as error:
        raise CatalogueError([f"{path}: {error}"]) from error
    try:
        catalogue = Catalogue.model_validate(raw)
    except ValidationError as error:
        problems = [_problem(raw, fault["loc"], fault["msg"]) for fault in error.errors(include_url=False)]
        raise CatalogueError(problems) from error
    slugs = Counter(hotel.slug for hotel in catalogue.hotels)
    if twice := [slug for slug, times in slugs.items() if times > 1]:
        raise CatalogueError(
            [f"{slug}: name: two hotels have a name that gives this address" for slug in twice]
        )
    return catalogue


def _problem(raw: object, location: tuple[int | str, ...], message: str) -> str:
    """Say where a fault is: `Hilton Portland Downtown: amenities.3: Input should be ...`."""
    match raw, location:
        case {"hotels": list(hotels)}, ("hotels", int(position), *field):
            hotel = hotels[position]
            name = hotel.get("name") if isinstance(hotel, dict) else None
            where = [str(name or f"hotel {position + 1}"), ".".join(map(str, field))]
        case _:
            where = [".".join(map(str, location)) or "catalogue"]
    return ": ".join([*filter(None, where), message])


@dataclass(frozen=True, kw_only=True)
class LoadResult:
    """What a load found, counted in hotels."""

    created: int
    updated: int
    unlisted: int
    """In the database, but not in the file: kept for their bookings, and no longer offered."""


@transaction.atomic
def load_catalogue(catalogue: Catalogue) -> LoadResult:
    """Write hotels and rooms; hotels are known by slug, and those not in the file are unlisted, never deleted."""
    existing = set(Hotel.objects.values_list("slug", flat=True))
    rows = [_hotel_row(hotel, catalogue) for hotel in catalogue.hotels]
    Hotel.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["slug"], update_fields=sorted(_HOTEL_COLUMNS)
    )
    slugs = {row.slug for row in rows}
    unlisted = Hotel.objects.listed().exclude(slug__in=slugs).update(listed=False)
    _write_rooms(catalogue)
    return LoadResult(created=len(slugs - existing), updated=len(slugs & existing), unlisted=unlisted)


_HOTEL_COLUMNS: Final = {field.name for field in Hotel._meta.concrete_fields} - {"id", "slug"}


def _hotel_row(hotel: CatalogueHotel, catalogue: Catalogue) -> Hotel:
    policies = catalogue.policies | hotel.policies
    return Hotel(
        slug=hotel.slug,
        name=hotel.name,
        address=hotel.address,
        base_nightly=hotel.base_nightly,
        room_types=[kind.value for kind in RoomType if kind in hotel.room_types],
        airport_miles=hotel.airport_miles,
        city_center_miles=hotel.city_center_miles,
        amenities=[amenity.value for amenity in Amenity if amenity in hotel.amenities],
        policies={topic.value: policies[topic] for topic in PolicyTopic if topic in policies},
        listed=True,
    )


def _write_rooms(catalogue: Catalogue) -> None:
    """Make the units in service those of the file; a unit too many stays for the nights that it has sold."""
    ids = dict(Hotel.objects.values_list("slug", "id"))
    wanted = {
        (ids[hotel.slug], kind.value, number)
        for hotel in catalogue.hotels
        for kind in RoomType
        for number in range(1, hotel.room_count(kind) + 1)
    }
    known = {(unit.hotel_id, unit.room_type, unit.number): unit for unit in RoomUnit.objects.all()}
    changed = [unit for key, unit in known.items() if unit.in_service != (key in wanted)]
    for unit in changed:
        unit.in_service = not unit.in_service
    RoomUnit.objects.bulk_update(changed, ["in_service"], batch_size=500)
    RoomUnit.objects.bulk_create(
        RoomUnit(hotel_id=hotel_id, room_type=kind, number=number)
        for hotel_id, kind, number in sorted(wanted - known.keys())
    )
