"""Reading the nightly budget: amounts, bounds, totals for the stay, and the words that name a price without a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal
from enum import Enum, StrEnum
from typing import Final, Literal

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading import price_words as words
from hotelsite.local_models.reading.asking import Asked
from hotelsite.local_models.reading.dates import DatesReading
from hotelsite.local_models.reading.evidence import Passage


class BudgetProblem(StrEnum):
    """Why an amount or a price was named and yet is no budget."""

    CURRENCY = "currency"
    """Another currency than US dollars; `amount` has the number."""
    VAGUE = "vague"
    """"Cheap", "mid-range": a price without an amount."""
    APPROXIMATE = "approximate"
    """"About 200", "200 or 250": `amount` has the last one, and whether it is the most is open."""
    STAY_TOTAL = "stay_total"
    """An amount for the whole stay whose number of nights is not known; `amount` has it."""
    STAY_OR_NIGHT = "stay_or_night"
    """"200 for 3 nights": for the stay or for each night?"""
    AMOUNT = "amount"
    """An amount beyond all sense."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetReading:
    """What a message says about the price, in US dollars a night."""

    min: Decimal | None = None
    max: Decimal | None = None
    no_min: bool = False
    """The lower limit is given up."""
    no_max: bool = False
    raise_by: Decimal | None = None
    """Dollars by which the saved maximum grows; negative is down."""
    problem: BudgetProblem | None = None
    amount: Decimal | None = None
    """The number that a problem is about."""
    currency: str = "USD"
    """ISO 4217 code of the amount that a problem is about."""
    total: Decimal | None = None
    """The amount for the whole stay from which the limits were computed."""
    nights: int | None = None
    """The nights by which `total` was divided."""
    strong: bool = False
    """An amount with its unit or bound: it can hardly be about anything but a price."""

    @property
    def has_value(self) -> bool:
        """Tell whether anything certain was said that changes the budget."""
        amounts = (self.min, self.max, self.raise_by)
        return self.no_min or self.no_max or any(amount is not None for amount in amounts)


class _Bound(Enum):
    MIN = "min"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class _Amount:
    start: int
    end: int
    value: Decimal
    bound: _Bound | None
    sure: bool
    """It has a currency or is said to be for a night."""
    currency: str
    approximate: bool
    total: Literal["no", "yes", "unclear"]
    """Whether it is for the whole stay."""


_MOST_SENSIBLE: Final = Decimal(100_000)
_NEIGHBOURHOOD: Final = 80
"""Characters before a number in which its bound may stand."""
_LEAST_USUAL: Final = 10
"""Dollars: smaller bare numbers are nights or people more often than prices."""


def read_budget(
    passage: Passage, asked: Asked, saved: Criteria | None, dates: DatesReading | None
) -> BudgetReading | None:
    """Return what the message says about the price, None when it says nothing; claims the words it used.

    A lone amount, without a word that makes it a lower bound, is the most the customer will pay. An amount for the
    whole stay is divided by its nights, rounded down to the cent, when they are known from the message or were saved.
    """
    reading = _limits_given_up(passage, asked)
    if changed := _changed_by(passage):
        return replace(reading, raise_by=changed, strong=True)
    amounts = _amounts(passage, asked, is_saved=saved is not None and saved.budget.answered)
    for amount in amounts:
        passage.claim(amount.start, amount.end, Criterion.BUDGET, "amount")
    if amounts:
        reading = _from_amounts(reading, amounts, passage.text, saved, dates)
    if reading.has_value or reading.problem:
        for match in passage.find(words.PRICE_WORD):
            passage.claim(match.start(), match.end(), Criterion.BUDGET, "price_word")
        return reading
    return _without_amount(passage)


def _limits_given_up(passage: Passage, asked: Asked) -> BudgetReading:
    no_min = no_max = False
    is_price = asked.criterion is not Criterion.DISTANCE
    for pattern, gives_min, gives_max in (
        *(((words.BARE_NO_LIMIT, True, True),) if is_price else ()),
        (words.NO_LIMIT, True, True),
        (words.NO_MIN, True, False),
        (words.NO_MAX, False, True),
    ):
        for match in passage.find(pattern):
            passage.claim(match.start(), match.end(), Criterion.BUDGET, "no_limit")
            no_min, no_max = no_min or gives_min, no_max or gives_max
    return BudgetReading(no_min=no_min, no_max=no_max, strong=no_min or no_max)


def _changed_by(passage: Passage) -> Decimal | None:
    """Return the dollars in "raise it by 50" or "$20 less"."""
    for match in passage.find(words.AMOUNT):
        before, after = passage.open_text[: match.start()], passage.open_text[match.end() :]
        has_currency = bool(match["currency"] or match["word"])
        way = (
            words.MORE_AFTER.match(after) if has_currency and not words.BOUND_BEFORE.search(before) else None
        )
        up = words.MORE.search(before) or (way and way["more"])
        if up or way or words.LESS.search(before):
            passage.claim(match.start(), match.end(), Criterion.BUDGET, "amount")
            return _number(match) * (1 if up else -1)
    return None


# --- amounts ------------------------------------------------------------------------------------------------


def _amounts(passage: Passage, asked: Asked, *, is_saved: bool) -> list[_Amount]:
    text = passage.open_text
    found: list[_Amount] = []
    begin = 0
    for match in words.AMOUNT.finditer(text):
        before = re.sub(
            r"^.*(?:[;!?]|\. |~)",
            "",
            text[max(begin, match.start() - _NEIGHBOURHOOD) : match.start()],
            flags=re.DOTALL,
        )
        bound, reach = _bound(before, text[match.end() :], plus=bool(match["plus"]))
        if words.NO_PRICE_AFTER.match(text, match.end()) or words.NO_PRICE_BEFORE.search(before):
            continue
        joined = bool(found) and bool(words.RANGE_MARK.fullmatch(text, found[-1].end, match.start()))
        moved = (is_saved or (asked.criterion is None and _is_usual(match))) and _is_moved_to(
            match, before, asked
        )
        if joined or moved or _is_money(match, before, text, bound, asked):
            found.append(_amount(match, before, passage, bound))
            begin = match.end() + reach
    return [amount for amount in found if not _is_refused(amount, text)] or found


def _is_refused(amount: _Amount, text: str) -> bool:
    """Tell whether an amount is only named to set another against it."""
    before = text[max(0, amount.start - _NEIGHBOURHOOD) : amount.start]
    return bool(words.REFUSED_BEFORE.search(before) or words.REFUSED_AFTER.match(text, amount.end))


def _amount(match: re.Match[str], before: str, passage: Passage, bound: _Bound | None) -> _Amount:
    after = passage.open_text[match.end() :]
    value = _number(match)
    if match["minus"] or match["minus_after"]:
        value = -value
    if match["science"] or match["broken"]:
        value = _MOST_SENSIBLE + 1
    currency = (match["currency"] or match["word"] or "").strip()
    per_night = bool(words.PER_NIGHT.match(after))
    approximately = words.APPROXIMATELY.search(before) or words.APPROXIMATELY_AFTER.match(after)
    return _Amount(
        start=match.start(),
        end=match.end(),
        value=value,
        bound=bound,
        sure=bool(currency) or per_night,
        currency=currency,
        approximate=bool(match["grouped"]) or (bound is None and bool(approximately)),
        total="no" if per_night else _for_the_stay(before, passage.text[match.end() :]),
    )


def _number(match: re.Match[str]) -> Decimal:
    """Return the digits of an amount as one number; of one that is broken, the first."""
    if match["grouped"]:
        return Decimal(re.sub(r"[. ]", "", match["grouped"]))
    return Decimal(re.split(r"[ ,]", match["number"])[0])


def _for_the_stay(before: str, after: str) -> Literal["no", "yes", "unclear"]:
    if words.TOTAL_AFTER.match(after) or words.TOTAL_BEFORE.search(before):
        return "yes"
    return "unclear" if words.FOR_NIGHTS.match(after) else "no"


def _is_money(match: re.Match[str], before: str, text: str, bound: _Bound | None, asked: Asked) -> bool:
    """Tell whether a number is an amount of money, from its currency, its neighbours and what was asked."""
    after = text[match.end() :]
    if match["currency"] or match["word"] or words.PER_NIGHT.match(after):
        return True
    if words.counts_other_things(after) or words.NUMBERS_A_THING.search(before):
        return False
    if asked.criterion is Criterion.BUDGET:
        return True
    if _number(match) < _LEAST_USUAL:
        return False
    if (
        words.TOTAL_AFTER.match(after)
        or words.RANGE_AHEAD.match(after)
        or words.TALK_OF_MONEY.search(before)
        or (words.BETWEEN.search(before) and words.OTHER_AMOUNT.match(after) and _is_usual(match))
        or words.NIGHTLY.search(text)
    ):
        return True
    return bound is not None and _is_usual(match)


def _is_moved_to(match: re.Match[str], before: str, asked: Asked) -> bool:
    """Tell whether the saved limit moves to a number; a small one may be miles where miles were asked for."""
    least = 1 if asked.criterion is not Criterion.DISTANCE else 4
    return _number(match) >= least * _LEAST_USUAL and bool(words.MOVED_TO.search(before))


def _is_usual(match: re.Match[str]) -> bool:
    """Tell whether a number is as large as prices of a night are."""
    return _number(match) >= 4 * _LEAST_USUAL


def _bound(before: str, after: str, *, plus: bool) -> tuple[_Bound | None, int]:
    """Return which limit an amount is, from the words around it, and how far the words after it reach."""
    behind = words.BOUND_AFTER.match(after)
    cue = next(reversed(list(words.BOUND_BEFORE.finditer(before))), None)
    if cue is not None and not _reaches(before[cue.end() :], before[cue.start() :]):
        cue = None
    if behind and (cue is None or not words.BOUND_OF_NEXT.match(after, behind.end())):
        return (_Bound.MIN if behind["min"] else _Bound.MAX), behind.end()
    if plus:
        return _Bound.MIN, 0
    if cue is None:
        return None, 0
    bound = _Bound.MIN if cue["min"] else _Bound.MAX
    if words.TURNABLE.search(cue[0]) and words.NEGATION.search(before[: cue.start()]):
        bound = _Bound.MAX if bound is _Bound.MIN else _Bound.MIN
    return bound, 0


def _reaches(between: str, words_from_cue: str) -> bool:
    """Tell whether a bound's words belong to the amount: side by side, or "the most for us should be 200"."""
    return bool(words.GAP_TO_AMOUNT.fullmatch(between)) or (
        len(words_from_cue) < 50 and bool(words.SET_TO.search(words_from_cue))
    )


# --- what they come to --------------------------------------------------------------------------------------


def _from_amounts(
    reading: BudgetReading,
    amounts: list[_Amount],
    text: str,
    saved: Criteria | None,
    dates: DatesReading | None,
) -> BudgetReading:
    for amount in amounts:
        if amount.currency and amount.currency not in words.DOLLARS:
            return BudgetReading(
                problem=BudgetProblem.CURRENCY,
                amount=amount.value,
                currency=words.currency_code(amount.currency),
                strong=True,
            )
        if abs(amount.value) > _MOST_SENSIBLE:
            return BudgetReading(problem=BudgetProblem.AMOUNT, strong=True)
    strong = reading.strong or any(amount.sure or amount.bound for amount in amounts)
    last = amounts[-1]
    either = len(amounts) > 1 and re.fullmatch(r"\W*or\W*", text[amounts[-2].end : last.start])
    if (last.approximate and len(amounts) == 1) or either:
        return replace(reading, problem=BudgetProblem.APPROXIMATE, amount=last.value, strong=strong)
    low, high = _low_and_high(amounts, text)
    reading = replace(reading, min=low, max=high, strong=strong)
    if words.NIGHTLY.search(text) or all(amount.total == "no" for amount in amounts):
        return reading
    return _shared_out(reading, amounts, _nights(saved, dates))


def _low_and_high(amounts: list[_Amount], text: str) -> tuple[Decimal | None, Decimal | None]:
    """Return the limits that the newest amounts set: two of a range, else the last one alone."""
    last = amounts[-1]
    if len(amounts) >= 2:
        first = amounts[-2]
        if first.bound and last.bound and first.bound is not last.bound:
            low, high = (first, last) if first.bound is _Bound.MIN else (last, first)
            return low.value, high.value
        side_by_side = words.RANGE_MARK.fullmatch(text, first.end, last.start)
        if (
            side_by_side or re.search(r"\b(?:between|range)\b", text[: first.start])
        ) and last.bound is not _Bound.MIN:
            return first.value, last.value
    return (last.value, None) if last.bound is _Bound.MIN else (None, last.value)


def _shared_out(reading: BudgetReading, amounts: list[_Amount], nights: int | None) -> BudgetReading:
    """Turn limits for the whole stay into limits for a night, or ask."""
    total = amounts[-1].value
    asking = replace(reading, min=None, max=None, amount=total)
    if any(amount.total == "unclear" for amount in amounts):
        return replace(asking, problem=BudgetProblem.STAY_OR_NIGHT)
    if not nights or total <= 0:
        return replace(asking, problem=BudgetProblem.STAY_TOTAL)
    low, high = (
        None if amount is None else (amount / nights).quantize(Decimal("0.01"), ROUND_DOWN)
        for amount in (reading.min, reading.max)
    )
    return replace(reading, min=low, max=high, total=total, nights=nights)


def _nights(saved: Criteria | None, dates: DatesReading | None) -> int | None:
    for stay in (dates, saved.dates if saved else None):
        if stay and stay.check_in and stay.check_out and stay.check_out > stay.check_in:
            return (stay.check_out - stay.check_in).days
        if isinstance(stay, DatesReading) and stay.nights:
            return stay.nights
    return None


# --- prices without an amount -------------------------------------------------------------------------------


def _without_amount(passage: Passage) -> BudgetReading | None:
    for match in _wished_prices(passage):
        passage.claim(match.start(), match.end(), Criterion.BUDGET, "price_word")
        return BudgetReading(problem=BudgetProblem.VAGUE)
    return None


def _wished_prices(passage: Passage) -> Iterator[re.Match[str]]:
    """Yield the words of price that wish for one; "what are your prices?" and "is it more expensive?" do not."""
    for match in passage.find(words.PRICE_WORD):
        before = passage.text[: match.start()]
        asked_for = words.INFORM if words.PRICE_NOUN.fullmatch(match[0]) else words.COMPARED
        if match[0].endswith("est") or not asked_for.search(before):
            yield match
