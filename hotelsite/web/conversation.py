"""Finds, begins and reads sessions for sockets and calls, and checks each time that the session is the asker's own.

Synchronous, as it uses the ORM; call it through `dbthreads`.
"""

from __future__ import annotations

from graph.engine import recorded_event
from graph.jsonvalue import JsonValue
from graph.turns import TurnInput
from hotelsite import runtime
from hotelsite.concierge import carry_over, choose_input, describe
from hotelsite.conversations import sessions
from hotelsite.conversations.models import Session, Turn
from hotelsite.conversations.values import turn_recorded
from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import Hotel
from hotelsite.web.client_frames import MAX_TURNS, Choose, Hello
from hotelsite.web.refusals import Refusal
from hotelsite.web.server_frames import Frame, history_frame, session_frame, terminal_frame


def find(owner: str, hello: Hello) -> str | None:
    """Return the id of the session that a `hello` means, None where it means a new one.

    Raises:
        SessionNotFound: It names a session that is not the owner's.
    """
    if hello.new or hello.from_session:
        return None
    if hello.session:
        return str(sessions.own_session(hello.session, owner).pk)
    newest = sessions.newest_active(owner)
    return str(newest.pk) if newest else None


def begin(owner: str, *, from_session: str | None = None) -> str:
    """Begin a session and return its id.

    Args:
        from_session: Another session of the owner, which may have expired; its criteria are taken over.

    Raises:
        SessionNotFound: `from_session` is not the owner's.
    """
    states = None
    if from_session:
        states = carry_over(sessions.states_of(sessions.own_session(from_session, owner)))
    return str(sessions.begin_session(owner, graph=runtime.GRAPH_NAME, states=states).pk)


def newest(owner: str) -> str | None:
    """Return the id of the owner's session that was begun last, whatever came of it; an API client has but one."""
    found = Session.objects.filter(owner=owner).order_by("-created_at").values_list("pk", flat=True).first()
    return str(found) if found else None


def end(session_id: str, owner: str) -> None:
    """Complete a session; does nothing to one that is over.

    Raises:
        SessionBusy: A turn is in flight.
        SessionNotFound: The session is not the owner's.
    """
    sessions.end_session(sessions.own_session(session_id, owner))


def picture(session_id: str, owner: str, *, after: int = 0) -> Frame:
    """Return the `session` frame, with the newest turns above a number.

    Raises:
        SessionNotFound: The session is not the owner's.
    """
    session = sessions.own_session(session_id, owner)
    in_flight = sessions.in_flight(session)
    while True:
        # Read without a transaction, which would hold the write lock on SQLite; a turn that ends or begins meanwhile
        # would leave a picture of what never was, so it is taken again.
        frame = _as_read(session, after=after, in_flight=in_flight)
        now_in_flight = sessions.in_flight(session)
        if now_in_flight == in_flight:
            return frame
        in_flight = now_in_flight


def history(session_id: str, owner: str, *, before: int, limit: int) -> Frame:
    """Return the `history` frame, with the newest turns below a number.

    Raises:
        SessionNotFound: The session is not the owner's.
    """
    turns, earlier = sessions.turns_before(sessions.own_session(session_id, owner), before, limit)
    return history_frame(turns, earlier=earlier)


def ending(session_id: str, owner: str, turn_id: str) -> Frame | None:
    """Return the last frame of a turn, None while it runs.

    Raises:
        SessionNotFound: The session is not the owner's.
        Refusal: `not_found`; it has no such turn.
    """
    session = sessions.own_session(session_id, owner)
    if sessions.in_flight(session) == turn_id:
        return None
    row = Turn.objects.filter(session=session, client_id=turn_id).first()
    if row is None:
        raise Refusal("not_found", "There is no such turn in this conversation.", turn_id=turn_id)
    return terminal_frame(recorded_event(turn_recorded(row), turn_id))


def check_choice(session_id: str, owner: str, frame: Choose) -> None:
    """Let a choice pass that the engine should see.

    That is one of the current results, an id that was used before, and anything in a session that takes no turn now,
    since the engine has the recorded answer or knows why.

    Raises:
        SessionNotFound: The session is not the owner's.
        Refusal: `not_in_results`.
    """
    session = sessions.own_session(session_id, owner)
    known = sessions.turn_by_client_id(session, frame.id) is not None
    takes_turns = session.status == Session.Status.ACTIVE and sessions.in_flight(session) is None
    if takes_turns and not known and frame.hotel not in _results(session):
        raise not_in_results(frame)


def not_in_results(frame: Choose) -> Refusal:
    """Return the refusal of a choice that is none of the current results."""
    text = "That hotel is not among the current results. Please choose one of them, or search again."
    return Refusal("not_in_results", text, turn_id=frame.id)


def choice(frame: Choose) -> TurnInput:
    """Return the turn that books a hotel, in the words of its name."""
    hotel = Hotel.objects.filter(slug=frame.hotel).first()
    return choose_input(frame.id, frame.hotel, hotel.name if hotel else frame.hotel)


def _results(session: Session) -> list[JsonValue]:
    """Slugs that may be booked now."""
    results = describe(sessions.states_of(session), today=business_today())["results"]
    assert isinstance(results, list)
    return results


def _as_read(session: Session, *, after: int, in_flight: str | None) -> Frame:
    turns, earlier = sessions.turns_after(session, after, MAX_TURNS)
    snapshot = describe(sessions.states_of(session), today=business_today())
    usage = sessions.usage_totals(session)  # reads the row anew, and with it cursor and status
    return session_frame(
        session_id=str(session.pk),
        status=session.status,
        node=session.cursor or runtime.get_engine().graphs[session.graph].start,
        snapshot=snapshot,
        turns=turns,
        earlier=earlier,
        in_flight=in_flight,
        usage=usage,
        graph=runtime.graph_json(session.graph),
    )
