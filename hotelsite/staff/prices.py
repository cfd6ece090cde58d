"""What calls of models cost, by the prices in settings: estimates, since the provider's bill is the provider's."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django.conf import settings

from hotelsite.runtime import OFFLINE_PROVIDERS

_PER: Final = Decimal(1_000_000)


def cost(model: str, input_tokens: int, output_tokens: int, *, provider: str) -> Decimal | None:
    """Estimate in dollars; None where settings have no price for the model (`MODEL_PRICES`)."""
    if provider in OFFLINE_PROVIDERS:
        return Decimal(0)
    price = settings.MODEL_PRICES.get(model)
    if price is None:
        return None
    per_input, per_output = price
    return (per_input * input_tokens + per_output * output_tokens) / _PER
