from __future__ import annotations

from typing import Any

import pytest

from hotelsite.hotels.criteria import Amenity
from hotelsite.local_models.reading import AmenitiesReading
from tests.local_models.support import SAVED, asked, read


def amenities_of(text: str, **known: Any) -> AmenitiesReading:
    found = read(text, **known).amenities
    assert found is not None
    return found


EXAMPLES = {
    Amenity.AIRPORT_SHUTTLE: ["an airport shuttle", "a ride from the airport"],
    Amenity.BOUTIQUE: ["a boutique hotel"],
    Amenity.BUSINESS_CENTER: ["a business centre", "somewhere with a printer"],
    Amenity.CONCIERGE: ["a concierge"],
    Amenity.CONNECTING_ROOMS: ["connecting rooms", "adjoining rooms"],
    Amenity.DIGITAL_KEY: ["a digital key", "we want to use our phone as a key"],
    Amenity.EV_CHARGING: [
        "EV charging",
        "we need to charge our electric car",
        "we have an electric car",
        "we drive a Tesla",
    ],
    Amenity.EVENING_RECEPTION: ["an evening reception", "happy hour"],
    Amenity.FITNESS_CENTER: ["a gym", "somewhere to work out"],
    Amenity.FREE_BREAKFAST: ["free breakfast", "breakfast included"],
    Amenity.FREE_PARKING: ["free parking", "a place to park our van", "we really need to park for free"],
    Amenity.FREE_WIFI: ["wi-fi", "free internet access"],
    Amenity.INDOOR_POOL: ["an indoor pool"],
    Amenity.KITCHEN: ["a kitchenette", "we want to cook our own meals"],
    Amenity.MEETING_ROOM: ["a meeting room", "conference facilities"],
    Amenity.NEW_HOTEL: ["a newly built hotel"],
    Amenity.NON_SMOKING: ["non-smoking", "a smoke-free room"],
    Amenity.ON_SITE_RESTAURANT: ["an on-site restaurant", "we want to eat in the hotel"],
    Amenity.OUTDOOR_POOL: ["an outdoor pool", "a rooftop pool"],
    Amenity.PET_FRIENDLY: ["pet friendly", "we bring our two dogs"],
    Amenity.ROOM_SERVICE: ["room service", "food delivered to the room"],
    Amenity.STREAMING: ["Netflix", "a smart tv"],
    Amenity.TENNIS: ["a tennis court"],
}


def test_every_amenity_has_an_example() -> None:
    assert set(EXAMPLES) == set(Amenity)


@pytest.mark.parametrize(
    ("amenity", "words"), [(amenity, words) for amenity, examples in EXAMPLES.items() for words in examples]
)
def test_an_amenity_is_read_by_its_name_and_in_other_words(amenity: Amenity, words: str) -> None:
    assert amenities_of(f"we would like a hotel, {words}, please").wished == {amenity}


def test_a_pool_is_taken_for_an_indoor_pool_and_marked_as_assumed() -> None:
    found = amenities_of("a hotel with a pool")

    assert found.wished == found.assumed == {Amenity.INDOOR_POOL}


@pytest.mark.parametrize(
    ("text", "kind", "amenities"),
    [
        ("leave out the pool", "removed", {Amenity.INDOOR_POOL}),
        ("I don't need parking", "removed", {Amenity.FREE_PARKING}),
        ("breakfast is not that important", "removed", {Amenity.FREE_BREAKFAST}),
        ("we no longer need breakfast", "removed", {Amenity.FREE_BREAKFAST}),
        ("remove the gym and the wifi", "removed", {Amenity.FITNESS_CENTER, Amenity.FREE_WIFI}),
        ("no pool", "negated", {Amenity.INDOOR_POOL}),
        ("no gym or pool", "negated", {Amenity.FITNESS_CENTER, Amenity.INDOOR_POOL}),
        ("anything but a boutique hotel", "negated", {Amenity.BOUTIQUE}),
        ("does it have a gym?", "asked_about", {Amenity.FITNESS_CENTER}),
        ("is breakfast free?", "asked_about", {Amenity.FREE_BREAKFAST}),
        ("do you know if there is parking?", "asked_about", {Amenity.FREE_PARKING}),
        ("is there a place with a kitchen?", "wished", {Amenity.KITCHEN}),
        ("can you find me something with a gym?", "wished", {Amenity.FITNESS_CENTER}),
    ],
)
def test_wished_removed_refused_and_asked_about_are_told_apart(
    text: str, kind: str, amenities: set[Amenity]
) -> None:
    found = amenities_of(text, saved=SAVED)

    told = {name: getattr(found, name) for name in ("wished", "removed", "negated", "asked_about")}
    assert told == {name: amenities if name == kind else frozenset() for name in told}


@pytest.mark.parametrize(
    ("text", "adds", "replaces"),
    [
        ("plus parking", True, False),
        ("also a gym", True, False),
        ("a gym instead", False, True),
        ("only a gym", False, True),
        ("a gym", False, False),
    ],
)
def test_adding_and_replacing_are_told_apart(text: str, adds: bool, replaces: bool) -> None:
    found = amenities_of(text)

    assert (found.adds, found.replaces) == (adds, replaces)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("no amenities needed", {}),
        ("any amenities", {}),
        ("the amenities don't matter", {}),
        ("none", asked("amenities")),
        ("nope", asked("amenities")),
        ("no, thanks", asked("amenities")),
        ("nothing special", asked("amenities")),
        ("I don't mind", asked("amenities")),
    ],
)
def test_no_preference_is_read(text: str, known: dict[str, Any]) -> None:
    assert amenities_of(text, **known).no_preference


def test_agreeing_to_a_question_wishes_what_it_names() -> None:
    found = amenities_of("yes please", previous_reply="Would you like free parking as well?")

    assert found.wished == {Amenity.FREE_PARKING}


@pytest.mark.parametrize("text", ["a sauna", "a room with a balcony", "a hot tub"])
def test_wishes_outside_the_catalogue_are_reported_and_not_bent(text: str) -> None:
    found = amenities_of(text)

    assert found.unknown
    assert not found.wished


@pytest.mark.parametrize(
    "text",
    [
        "we come without any pets",
        "a hotel near a good restaurant",
        "please move our dinner reservation",
        "how much is parking at the airport?",
        "reset the wifi",
    ],
)
def test_things_of_the_same_name_elsewhere_are_no_amenities(text: str) -> None:
    assert read(text).amenities is None


@pytest.mark.parametrize(
    "text",
    [
        "my wife dislikes gyms",
        "we can not bear a gym",
        "gyms are really awful",
        "I'm no fan of gyms",
        "a gym is a deal breaker",
        "please stay away from gyms",
    ],
)
def test_what_is_disliked_is_no_wish(text: str) -> None:
    found = amenities_of(text, **asked("amenities"))

    assert found.negated == {Amenity.FITNESS_CENTER}
    assert not found.wished


@pytest.mark.parametrize(
    ("text", "either", "wished"),
    [
        ("breakfast or a kitchen", {Amenity.FREE_BREAKFAST, Amenity.KITCHEN}, set()),
        (
            "wifi, and either a concierge or at least a business center",
            {Amenity.CONCIERGE, Amenity.BUSINESS_CENTER},
            {Amenity.FREE_WIFI},
        ),
        ("a pool, or else tennis", {Amenity.INDOOR_POOL, Amenity.TENNIS}, set()),
    ],
)
def test_one_of_two_is_not_both(text: str, either: set[Amenity], wished: set[Amenity]) -> None:
    found = amenities_of(text, **asked("amenities"))

    assert found.either == either
    assert found.wished == wished


@pytest.mark.parametrize("text", ["no gym or pool", "no pool or gym", "neither a pool nor a gym"])
def test_a_refusal_holds_for_all_that_it_lists(text: str) -> None:
    found = amenities_of(text, **asked("amenities"))

    assert found.negated == {Amenity.FITNESS_CENTER, Amenity.INDOOR_POOL}
    assert not found.either
