"""Nodes whose parts do not fit. Each line marked `# E: code` must be an error of that code."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from graph import (
    DecisionConfig,
    DecisionContext,
    DecisionNode,
    GraphNode,
    Noul,
    Questions,
    Route,
    Visit,
    direct,
    go,
    noul,
)


class Count(BaseModel):
    model_config = ConfigDict(frozen=True)

    number: int = 0


class Other(BaseModel):
    model_config = ConfigDict(frozen=True)


class Asked(Questions):
    whether: Noul = noul("Is it?")


class Counter(GraphNode[Count]):
    async def run(self, visit: Visit[Count]) -> Route:
        visit.save(Other())  # E: arg-type
        visit.own.number = 3  # E: misc
        repr(visit.own.amount)  # E: attr-defined
        repr(visit.of(Counter).amount)  # E: attr-defined
        return go(Count)  # E: arg-type


class Judge(DecisionNode[Count, Asked]):
    decision = DecisionConfig(retries=2)  # E: call-arg

    def on_decision(  # E: override
        self, answers: Asked, context: DecisionContext, visit: Visit[Count]
    ) -> str:
        return direct("text").reply  # E: return-value
