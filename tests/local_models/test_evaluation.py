from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models import evaluation as evaluation_module
from hotelsite.local_models.evaluation import evaluate_file, evaluate_row, evaluate_rows
from tests.local_models.support import DATA, needs_data


def row(text: str, destination: str = "dates", **labels: Any) -> dict[str, Any]:
    values = {criterion.value: labels.pop(criterion.value, None) for criterion in Criterion}
    return {
        "id": "one",
        "text": text,
        "reference_date": "2026-11-30",
        "destination": destination,
        "values": values,
        **labels,
    }


STAY = {"check_in": "2026-12-05", "check_out": "2026-12-08", "nights": None}


@pytest.mark.parametrize(
    ("labelled", "criterion", "verdict"),
    [
        pytest.param(row("Dec 5 to 8", dates=STAY), Criterion.DATES, "right", id="right"),
        pytest.param(
            row("Dec 5 for 3 nights", dates=STAY), Criterion.DATES, "right", id="nights say the same"
        ),
        pytest.param(row("from Dec 5", dates=STAY), Criterion.DATES, "incomplete", id="half of it"),
        pytest.param(row("Dec 6 to 8", dates=STAY), Criterion.DATES, "wrong", id="another day"),
        pytest.param(row("Dec 6 to 8", dates=None), Criterion.DATES, "wrong", id="none was labelled"),
        pytest.param(row("hello", dates=STAY), Criterion.DATES, "missed", id="nothing read"),
        pytest.param(row("hello"), Criterion.DATES, "absent", id="nothing there"),
        pytest.param(row("next Friday", dates=STAY), Criterion.DATES, "missed", id="a question is no value"),
        pytest.param(
            row("Dec 6 to 8", dates=STAY, alt_values={"dates": [STAY | {"check_in": "2026-12-06"}]}),
            Criterion.DATES,
            "right",
            id="also right",
        ),
        pytest.param(
            row("a cheap hotel", budget={"min": None, "max": None}), Criterion.BUDGET, "right", id="no amount"
        ),
        pytest.param(row("a cheap hotel"), Criterion.BUDGET, "spurious", id="touched without a value"),
        pytest.param(
            row(
                "a hotel with a pool",
                amenities={"amenities": []},
                amenities_any_of=["indoor_pool", "outdoor_pool"],
            ),
            Criterion.AMENITIES,
            "right",
            id="any of several",
        ),
        pytest.param(
            row("a hotel with a gym", amenities={"amenities": ["fitness_center", "free_wifi"]}),
            Criterion.AMENITIES,
            "incomplete",
            id="one of two",
        ),
    ],
)
def test_a_value_is_judged_against_its_label(
    labelled: dict[str, Any], criterion: Criterion, verdict: str
) -> None:
    assert evaluate_row(labelled).verdicts[criterion] == verdict


def test_the_destination_is_judged_strictly_and_leniently() -> None:
    evaluation = evaluate_rows(
        [row("Dec 5 to 8"), row("a suite", "unclear", also_accept=["room_type"]), row("bye", "search")]
    )

    assert evaluation.strict_accuracy == pytest.approx(1 / 3)
    assert evaluation.lenient_accuracy == pytest.approx(2 / 3)
    assert evaluation.confusion()["search"] == {"exit": 1}


def test_wrong_values_are_counted_apart() -> None:
    evaluation = evaluate_rows([row("Dec 6 to 8", dates=STAY), row("Dec 5 to 8", dates=STAY)])

    assert (evaluation.wrong_values, evaluation.wrong_value_rate) == (1, 0.5)
    assert evaluation.scores(Criterion.DATES) == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


def test_a_row_without_a_destination_is_about_anything_but_hotels() -> None:
    result = evaluate_row({"id": "x", "text": "a suite"})

    assert (result.expected, result.lenient, result.verdicts[Criterion.ROOM_TYPE]) == (
        "unclear",
        False,
        "wrong",
    )


def test_the_command_prints_figures_and_names_what_was_missed(tmp_path: Path) -> None:
    file = tmp_path / "messages.jsonl"
    file.write_text(
        "\n".join(json.dumps(line) for line in (row("Dec 5 to 8", dates=STAY), row("bye", "search")))
    )
    out = io.StringIO()

    call_command("evaluate_understanding", str(file), "--errors", stdout=out)

    printed = out.getvalue()
    assert "destination: 50.0% strictly" in printed
    assert '"got": "exit"' in printed
    assert "bye" not in printed


def test_the_command_prints_json(tmp_path: Path) -> None:
    file = tmp_path / "messages.jsonl"
    file.write_text(json.dumps(row("Dec 6 to 8", dates=STAY)))
    out = io.StringIO()

    call_command("evaluate_understanding", str(file), "--json", "--errors", stdout=out)

    figures = json.loads(out.getvalue())
    assert figures["wrong_values"] == {"count": 1, "rate": 1.0}
    assert figures["errors"][0]["values"]["dates"]["verdict"] == "wrong"


@pytest.mark.parametrize("content", ["no json", '["a list"]', '{"id": 1}'])
def test_the_command_refuses_what_is_no_labelled_message(tmp_path: Path, content: str) -> None:
    file = tmp_path / "messages.jsonl"
    file.write_text(content)

    with pytest.raises(CommandError):
        call_command("evaluate_understanding", str(file))


OWN_MESSAGES = Path(evaluation_module.__file__).parent / "data" / "own.jsonl"


@pytest.mark.parametrize(
    ("part", "messages", "lenient", "f1", "wrong"),
    [
        pytest.param("held_out", 400, 0.95, 0.96, 0.01, id="never used to improve the reading"),
        pytest.param("tune", 800, 0.98, 0.98, 0.01, id="used to improve it"),
    ],
)
def test_our_own_messages_are_understood(
    part: str, messages: int, lenient: float, f1: float, wrong: float
) -> None:
    evaluation = evaluate_file(OWN_MESSAGES, part=part)

    assert len(evaluation.results) >= messages
    assert evaluation.lenient_accuracy >= lenient
    assert evaluation.scores()["f1"] >= f1
    assert evaluation.wrong_value_rate <= wrong


def test_the_command_measures_one_part_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "messages.jsonl"
    rows = (row("Dec 5 to 8", dates=STAY, part="tune"), row("bye", "exit", part="held_out"))
    file.write_text("\n".join(json.dumps(line) for line in rows))
    out = io.StringIO()

    call_command("evaluate_understanding", str(file), "--part", "held_out", stdout=out)

    assert out.getvalue().startswith("1 messages\n")


def test_the_calibration_error_is_the_gap_between_certainty_and_truth() -> None:
    right = evaluate_rows([row("Dec 5 to 8", dates=STAY)])
    wrong = evaluate_rows([row("Dec 5 to 8", "exit", dates=STAY)])

    assert right.calibration_error == pytest.approx(1 - right.results[0].probability)
    assert wrong.calibration_error == pytest.approx(wrong.results[0].probability)


@needs_data
def test_messages_of_real_customers_are_understood() -> None:
    evaluation = evaluate_file(DATA / "customer-utterances-dev.jsonl")

    assert evaluation.lenient_accuracy >= 0.99
    assert evaluation.scores()["f1"] >= 0.99
    assert evaluation.wrong_value_rate == 0


@needs_data
def test_messages_about_anything_but_hotels_are_unclear_and_hold_no_value() -> None:
    evaluation = evaluate_file(DATA / "out-of-scope.jsonl")

    assert evaluation.lenient_accuracy >= 0.97
    assert evaluation.wrong_values == 0
