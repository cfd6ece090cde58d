"""Opening a conversation: a new one, the newest, a given one, one seeded from another, and never somebody else's."""

from __future__ import annotations

from tests.web.support import Browser, Stage, new_id

EMPTY_USAGE = {
    "decisions": {"calls": 0, "skipped": 0, "input_tokens": 0, "output_tokens": 0, "total_tokens": 0},
    "chat": {"calls": 0, "input_tokens": 0, "output_tokens": 0, "total_tokens": 0},
}


async def test_a_first_visit_begins_a_session(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (_, session):
        assert session["type"] == "session"
        assert (session["status"], session["node"], session["in_flight"]) == ("active", "Router", None)
        assert (session["turns"], session["earlier"], session["results_turn"]) == ([], False, None)
        assert session["usage"] == EMPTY_USAGE
        assert session["graph"]["nodes"][0] == {"name": "Router", "kind": "graph"}
        assert session["criteria"]["dates"] == {"answered": False, "check_in": None, "check_out": None}


async def test_a_reload_finds_the_same_conversation(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, first):
        await socket.ask("two nights")
    async with ann.chat() as (_, again):
        assert again["session"] == first["session"]
        (turn,) = again["turns"]
        assert turn["turn"] == 1
        assert turn["request"] == {"type": "message", "text": "two nights"}
        assert turn["message"]["text"] == "You said: two nights"
        assert turn["status"] == "completed"


async def test_new_begins_anew_and_is_the_newest_from_then_on(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (_, first), ann.chat(new=True) as (socket, second):
        assert second["session"] != first["session"]
        await socket.ask("hello")
    async with ann.chat() as (_, newest):
        assert newest["session"] == second["session"]


async def test_an_older_session_opens_by_its_id(site: Stage, ann: Browser) -> None:
    async with (
        ann.chat() as (_, first),
        ann.chat(new=True),
        ann.chat(session=first["session"]) as (_, opened),
    ):
        assert opened["session"] == first["session"]


async def test_one_socket_can_move_to_another_session_and_hears_only_that(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (moving, first), ann.chat(session=first["session"]) as (staying, _):
        second = await moving.hello(new=True)
        await staying.ask("hello")

        assert second["session"] != first["session"]
        assert await moving.silent()


async def test_somebody_elses_session_is_not_found_like_one_that_never_was(
    site: Stage, ann: Browser, bob: Browser
) -> None:
    async with ann.chat() as (_, theirs):
        stolen = await (await bob.connect()).hello(session=theirs["session"])
        unknown = await (await bob.connect()).hello(session=new_id())
        seeded = await (await bob.connect()).hello(**{"new": True, "from": theirs["session"]})

    assert stolen == unknown == seeded
    assert (stolen["type"], stolen["code"]) == ("error", "not_found")


async def test_a_browser_without_cookie_is_told_so_and_closed(site: Stage) -> None:
    socket = await Browser(cookie="").connect()

    assert (await socket.error())["code"] == "not_found"
    assert await socket.closed() == 4401


async def test_after_leaves_out_what_the_page_has(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        for words in ("one", "two", "three"):
            await socket.ask(words)
    async with ann.chat(after=2) as (_, session):
        assert [turn["turn"] for turn in session["turns"]] == [3]
        assert session["earlier"] is False


async def test_a_socket_whose_hello_failed_is_bound_to_nothing(
    site: Stage, ann: Browser, bob: Browser
) -> None:
    async with ann.chat() as (hers, theirs):
        his = await bob.connect()
        await his.hello(session=theirs["session"])
        turn_id = await his.say("me too")
        refused = await his.error()
        await his.send(type="history", before=9)
        unread = await his.error()
        await hers.ask("hello")

        assert (refused["code"], refused["id"]) == ("not_found", turn_id)
        assert unread["code"] == "not_found"
        assert await his.silent()
        await his.leave()
    assert site.runs == ["hello"]
