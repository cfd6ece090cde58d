from __future__ import annotations

import pytest

from hotelsite.local_models.reading.canonical import canonicalise


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Two hundred and fifty bucks", "250 bucks"),
        ("a hundred a night", "100 a night"),
        ("two thousand one hundred", "2100"),
        ("between one hundred and two hundred", "between 100 and 200"),
        ("2 hundred", "200"),
        ("1.5k at most", "1500 at most"),
        ("half a grand or a grand", "half a grand or 1000"),
        ("twelve to fifteen", "12 to 15"),
        ("fifty-five", "55"),
        ("seven fifty", "750"),
        ("a room 2nite, 1 nite", "a room tonight, 1 night"),
        ("from 2morrow", "from tomorrow"),
        ("one twenty-five a night", "125 a night"),
        ("at seven fifty", "at 7 50"),
        ("five thirty pm", "5 30 pm"),
        ("two, fifty at most", "2, 50 at most"),
        ("12,000", "12000"),
        ("the twenty-first of May", "the 21st of may"),
        ("the first to the fifth", "the 1st to the 5th"),
        ("the second one", "the 2nd one"),
        ("wait a second", "wait a second"),
        ("one more night", "1 more night"),
        ("this one, not that one", "this one, not that one"),
        ("a couple of nights", "2 nights"),
        ("we are a couple", "we are a couple"),
    ],
)
def test_numbers_in_words_become_digits_only_where_they_count(written: str, canonical: str) -> None:
    assert canonicalise(written).text == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("I’ll stay — “late”", 'i will stay - "late"'),  # noqa: RUF001
        ("we'd like what they've got", "we would like what they have got"),
        ("don't, that's it", "dont, thats it"),
        ("ﬁtness ＣＥＮＴＥＲ", "fitness center"),  # noqa: RUF001
        ("par\u200bking\u202e!", "parking!"),
        ("a\x00b\ud800c\nd", "a bc d"),
    ],
)
def test_characters_that_look_alike_become_one(written: str, canonical: str) -> None:
    assert canonicalise(written).text == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("brekfast", "breakfast"),
        ("parkign", "parking"),
        ("wensday", "wednesday"),
        ("tommorow", "tomorrow"),
        ("feburary", "february"),
        ("ariport", "airport"),
        ("packing", "packing"),
        ("barking", "barking"),
        ("sundae", "sundae"),
    ],
)
def test_one_slip_of_the_keyboard_is_mended_and_other_words_are_not(written: str, canonical: str) -> None:
    assert canonicalise(written).text == canonical


def test_every_canonical_character_leads_back_to_the_original() -> None:
    message = "Two hundred, PLEASE: the ﬁfth!"
    canonical = canonicalise(message)

    start = canonical.text.index("200")
    assert message[slice(*canonical.original_span(start, start + 3))] == "Two hundred"
    start = canonical.text.index("please")
    assert message[slice(*canonical.original_span(start, start + 6))] == "PLEASE"
    assert len(canonical.text) == len(canonical.starts) == len(canonical.ends)
