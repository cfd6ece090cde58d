"""The catalogue: what the shipped file holds, how a load treats what is there, and how faults are named."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.forms.models import model_to_dict

from hotelsite.hotels.bookings import reserve
from hotelsite.hotels.catalogue import (
    DEFAULT_ROOMS,
    Catalogue,
    CatalogueError,
    LoadResult,
    load_catalogue,
    read_catalogue,
)
from hotelsite.hotels.criteria import Amenity, RoomType
from hotelsite.hotels.models import BookedNight, Hotel, RoomUnit
from hotelsite.hotels.search import hotel_facts, search_hotels
from tests.hotels.support import TODAY, hotel, settled, stock_up


def snapshot() -> list[dict[str, Any]]:
    return [
        model_to_dict(row) for model in (Hotel, RoomUnit) for row in model._default_manager.order_by("id")
    ]


def test_the_shipped_file_has_32_hotels_and_every_amenity() -> None:
    catalogue = read_catalogue()

    assert len(catalogue.hotels) == 32
    assert frozenset().union(*(one.amenities for one in catalogue.hotels)) == frozenset(Amenity)
    assert sum(RoomType.SUITE in one.room_types for one in catalogue.hotels) == 21


def test_a_hotel_of_the_shipped_file(portland: None) -> None:
    benson = Hotel.objects.get(slug="the-benson-portland-curio-collection-by-hilton")

    assert benson.address == "309 SW Broadway Portland, Oregon 97205 USA"
    assert benson.base_nightly == Decimal(132)
    assert benson.offered == tuple(RoomType)
    assert (benson.airport_miles, benson.city_center_miles) == (Decimal(12), Decimal("0.6"))
    assert Amenity.CONCIERGE in benson.amenity_list
    assert Amenity.INDOOR_POOL not in benson.amenity_list
    assert benson.units.count() == 3 * DEFAULT_ROOMS


def test_house_rules_say_that_they_are_a_demonstration(portland: None) -> None:
    for facts in hotel_facts():
        assert facts.policies
        assert all(rule.startswith("Demonstration policy: ") for rule in facts.policies.values())


def test_loading_again_changes_nothing(portland: None) -> None:
    before = snapshot()

    result = load_catalogue(read_catalogue())

    assert result == LoadResult(created=0, updated=32, unlisted=0)
    assert snapshot() == before


@pytest.mark.django_db
def test_a_load_refreshes_what_differs_and_keeps_the_same_rows() -> None:
    stock_up(hotel("Alder", base="100", amenities=[Amenity.TENNIS]))
    alder = Hotel.objects.get()

    stock_up(hotel("Alder", base="120", rooms={RoomType.SUITE: 2}))

    refreshed = Hotel.objects.get()
    assert refreshed.pk == alder.pk
    assert (refreshed.base_nightly, refreshed.offered, refreshed.amenity_list) == (
        Decimal(120),
        (RoomType.SUITE,),
        (),
    )


@pytest.mark.django_db
def test_a_hotel_that_left_the_file_is_kept_and_no_longer_offered_until_it_returns() -> None:
    stock_up(hotel("Alder"), hotel("Birch"))

    stock_up(hotel("Birch"))
    assert [offer.name for offer in search_hotels(settled(), today=TODAY)] == ["Birch"]
    assert [facts.name for facts in hotel_facts()] == ["Birch"]

    stock_up(hotel("Alder"), hotel("Birch"))
    assert [offer.name for offer in search_hotels(settled(), today=TODAY)] == ["Alder", "Birch"]


@pytest.mark.django_db
def test_fewer_rooms_keep_the_nights_that_are_sold_and_sell_no_more() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 2}))
    for _ in range(2):
        reserve(
            session_id=uuid4(),
            hotel="alder",
            room_type=RoomType.ONE_BED,
            check_in=date(2027, 1, 4),
            check_out=date(2027, 1, 5),
            expected_total=Decimal(120),
        )

    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 1}))

    assert BookedNight.objects.filter(unit__isnull=False).count() == 2
    (offer,) = search_hotels(settled(stay=(date(2027, 1, 5), date(2027, 1, 6))), today=TODAY)
    assert offer.rooms_left == 1


FAULTS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("amenity", {"amenities": ["free_wifi", "helipad"]}, ["Alder", "amenities.1"]),
    ("price", {"base_nightly": "-3"}, ["Alder", "base_nightly", "greater than 0"]),
    ("room type", {"room_types": []}, ["Alder", "room_types"]),
    ("miles", {"airport_miles": "far"}, ["Alder", "airport_miles"]),
    ("unknown field", {"stars": 5}, ["Alder", "stars"]),
    ("rooms not offered", {"rooms": {"suite": 3}}, ["Alder", "suite", "does not offer"]),
    ("no name", {"name": None}, ["hotel 1", "name"]),
    ("policy topic", {"policies": {"helicopters": "no"}}, ["Alder", "policies.helicopters"]),
]


@pytest.mark.parametrize(("change", "named"), [(c, n) for _, c, n in FAULTS], ids=[i for i, _, _ in FAULTS])
def test_a_fault_names_the_hotel_and_the_field(
    tmp_path: Path, change: dict[str, Any], named: list[str]
) -> None:
    alder = hotel("Alder").model_dump(mode="json")
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps({"policies": {}, "hotels": [alder | change]}))

    with pytest.raises(CatalogueError) as caught:
        read_catalogue(path)

    assert [word for word in named if word not in str(caught.value)] == []


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    hotels = [hotel(name).model_dump(mode="json") | {"base_nightly": "0"} for name in ("Alder", "Birch")]
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps({"policies": {}, "hotels": hotels}))

    with pytest.raises(CatalogueError) as caught:
        read_catalogue(path)

    assert [problem.split(":")[0] for problem in caught.value.problems] == ["Alder", "Birch"]


def test_two_hotels_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(Catalogue(policies={}, hotels=[hotel("Alder"), hotel("ALDER")]).model_dump_json())

    with pytest.raises(CatalogueError, match="alder: name"):
        read_catalogue(path)


@pytest.mark.parametrize("content", ["", "[]", '{"hotels": []}', "{"])
def test_a_file_that_is_no_catalogue_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(content)

    with pytest.raises(CatalogueError):
        read_catalogue(path)


@pytest.mark.django_db
def test_the_command_says_what_it_did() -> None:
    output = StringIO()
    call_command("load_catalogue", stdout=output)
    call_command("load_catalogue", stdout=output)

    assert output.getvalue().splitlines() == [
        "32 hotels added, 0 refreshed, 0 no longer offered.",
        "0 hotels added, 32 refreshed, 0 no longer offered.",
    ]


@pytest.mark.django_db
def test_the_command_changes_nothing_when_the_file_is_wrong(tmp_path: Path) -> None:
    stock_up(hotel("Alder"))
    path = tmp_path / "catalogue.json"
    path.write_text('{"policies": {}, "hotels": [{"name": "Birch"}]}')

    with pytest.raises(CommandError, match="Birch: address"):
        call_command("load_catalogue", file=path)

    assert [one.name for one in Hotel.objects.listed()] == ["Alder"]


@pytest.mark.django_db
def test_a_hotel_of_unknown_words_does_not_pass_the_admin() -> None:
    stock_up(hotel("Alder"))
    alder = Hotel.objects.get()
    alder.amenities = ["helipad"]
    alder.room_types = ["penthouse"]

    with pytest.raises(ValidationError) as caught:
        alder.full_clean()

    assert set(caught.value.message_dict) == {"amenities", "room_types"}


@pytest.mark.django_db
@pytest.mark.parametrize("change", [{"base_nightly": 0}, {"airport_miles": -1}, {"city_center_miles": -1}])
def test_the_database_refuses_impossible_facts(change: dict[str, int]) -> None:
    stock_up(hotel("Alder"))

    with pytest.raises(IntegrityError), transaction.atomic():
        Hotel.objects.update(**change)
