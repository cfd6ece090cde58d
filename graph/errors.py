"""Every error the library raises on purpose.

Three families: mistakes of the graph's author (`GraphDefinitionError`, `RoutingError`, ...), failures of a
provider (`ProviderError` and its kin), and refusals of the engine to start a turn (`TurnRefused`).
Messages name the node or field and the mend; they never quote a customer's words or an answer.
"""

from __future__ import annotations

from typing import Literal

FailureCategory = Literal["timeout", "provider", "validation", "configuration", "circuit_open"]


class GraphError(Exception):
    """Root of the library's errors."""


# --- mistakes of the graph's author -------------------------------------------------------------------------


class GraphDefinitionError(GraphError):
    """The graph, or a node of it, is declared wrongly; raised while compiling, before the first customer."""

    def __init__(self, node: str, problem: str, mend: str) -> None:
        super().__init__(f"{node}: {problem} {mend}")
        self.node = node
        self.problem = problem
        self.mend = mend


class RoutingError(GraphError):
    """A routing builder was used where its rules forbid it; `.node` is the offender once a node returned it."""

    def __init__(self, message: str, *, node: str | None = None) -> None:
        super().__init__(f"{node}: {message}" if node else message)
        self.node = node


class UndeclaredRouteError(RoutingError):
    """A node routed to a node that its `targets` do not declare."""

    def __init__(self, node: str, target: str) -> None:
        super().__init__(
            f"routes to {target!r}, which its targets do not declare. Add it to `targets`.", node=node
        )
        self.target = target


class RoutingLoopError(RoutingError):
    """A turn entered more nodes than the graph allows; `.path` lists them in order."""

    def __init__(self, path: tuple[str, ...], limit: int) -> None:
        super().__init__(f"a turn may enter {limit} nodes; it went {' > '.join(path)}.", node=path[-1])
        self.path = path
        self.limit = limit


class StateError(GraphError):
    """A node's state was read or written against the rules; the message names the node and the field."""


class NotJsonError(GraphError):
    """A value that must be plain JSON is not; `.path` leads to it, like `facts.criteria.check_in`."""

    def __init__(self, path: str, found: type) -> None:
        super().__init__(
            f"{path} is a {found.__name__}; convert it to plain JSON (str, int, float, bool, None, list, dict)."
        )
        self.path = path


class ReservedFactError(GraphError):
    """Facts used a name that the library supplies itself."""

    def __init__(self, node: str, name: str) -> None:
        super().__init__(f"{node}: facts may not hold {name!r}; the library adds it. Rename the fact.")
        self.node = node
        self.name = name


class QuestionError(GraphError):
    """A question map is malformed; the message names the question and the rule."""


# --- failures of a provider ---------------------------------------------------------------------------------


class ProviderError(GraphError):
    """A decision or chat provider answered with an error, or could not be reached.

    Attributes:
        transient: Whether trying again may help (408, 429, 5xx, connection lost).
        status: HTTP status, None where there was none.
        retry_after_s: Seconds the provider asked us to wait, None where it did not say.
        request_id: The provider's id of the request, for its support.
        usage: Token counts reported with the error, as the provider sent them.
        detail: What the server said in its own words, '' for nothing. It may quote the request, so it is no part of
            the message and belongs in no log.
    """

    category: FailureCategory = "provider"

    def __init__(
        self,
        message: str,
        *,
        transient: bool = False,
        status: int | None = None,
        retry_after_s: float | None = None,
        request_id: str | None = None,
        usage: object = None,
        detail: str = "",
    ) -> None:
        super().__init__(message)
        self.transient = transient
        self.status = status
        self.retry_after_s = retry_after_s
        self.request_id = request_id
        self.usage = usage
        self.detail = detail


class ProviderTimeout(ProviderError):
    """An attempt ran past its deadline of `.seconds`."""

    category: FailureCategory = "timeout"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} s", transient=True)
        self.seconds = seconds


class ProviderMisconfigured(ProviderError):
    """The provider cannot work as configured (no key, 401, 403): never retried, never degraded."""

    category: FailureCategory = "configuration"


class CircuitOpenError(ProviderError):
    """The provider failed repeatedly; it is left alone for another `.retry_after_s` seconds."""

    category: FailureCategory = "circuit_open"


class InvalidAnswerError(ProviderError):
    """An answer does not fit its questions; `.problems` names each question and the rule, never the answer."""

    category: FailureCategory = "validation"

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class ChatLoopError(ProviderError):
    """The chat model never came to a reply or an accepted tool call within the allowed rounds."""

    category: FailureCategory = "validation"


class ReplyTruncated(ProviderError):
    """A chat reply stopped at its length limit: half a sentence, or half a tool call."""

    category: FailureCategory = "validation"


class ReplyRefused(ProviderError):
    """The chat model, or a filter before it, declined to answer."""

    category: FailureCategory = "validation"


class ContextTooLong(ProviderError):
    """The request holds more tokens than the chat model reads."""


# --- a turn that cannot start, or cannot go on --------------------------------------------------------------


class TurnRefused(GraphError):
    """The store would not begin this turn. Nothing was written."""


class SessionNotFound(TurnRefused):
    """There is no such session."""


class SessionBusy(TurnRefused):
    """Another turn of this session is in flight; `.turn_id` is the client id of that turn."""

    def __init__(self, turn_id: str) -> None:
        super().__init__(f"turn {turn_id} is in flight")
        self.turn_id = turn_id


class TurnInFlight(TurnRefused):
    """This very turn is already running; follow its events. `.number` is its number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"turn {number} is already running")
        self.number = number


class TurnIdReused(TurnRefused):
    """The client id was used before with another body."""


class SessionCompleted(TurnRefused):
    """The session is over; a new one must be begun."""


class SessionExpired(TurnRefused):
    """The session lay idle for too long; a new one may take over its criteria."""


class LeaseLostError(GraphError):
    """Another process took over the session, so this turn may write nothing any more."""
