"""What every answer of the site carries, and the static files as a server with DEBUG off serves them."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.test import AsyncClient, Client, RequestFactory

from hotelsite.static_files import StaticFilesMiddleware


async def test_styles_of_the_admin_are_served_with_debug_off() -> None:
    assert not settings.DEBUG

    response = await AsyncClient().get("/static/admin/css/base.css")

    assert response.status_code == 200
    assert response["Content-Type"] == 'text/css; charset="utf-8"'


def test_a_page_may_load_nothing_inline_and_nothing_from_elsewhere(db: None) -> None:
    policy = Client().get("/no-such-page")["Content-Security-Policy"]

    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == directives["style-src"] == directives["connect-src"] == "'self'"
    assert directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert "unsafe" not in policy


def test_every_answer_refuses_frames_sniffing_and_referrers_to_others(db: None) -> None:
    response = Client().get("/no-such-page")

    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"


def test_a_foreign_host_is_refused() -> None:
    assert Client().get("/no-such-page", headers={"host": "evil.example"}).status_code == 400


async def test_files_come_whole_in_part_and_unchanged() -> None:
    client = AsyncClient()
    path = "/static/admin/css/base.css"

    whole = await client.get(path)
    part = await client.get(path, headers={"range": "bytes=0-9"})
    head = await client.head(path)
    unchanged = await client.get(path, headers={"if-modified-since": whole["Last-Modified"]})

    assert whole.status_code == 200
    assert whole["Content-Length"] == str(len(whole.content))
    assert (part.status_code, part.content) == (206, whole.content[:10])
    assert (head.status_code, head.content) == (200, b"")
    assert (unchanged.status_code, unchanged.content) == (304, b"")


async def test_an_unknown_file_is_not_found() -> None:
    for path in ("/static/no-such.css", "/static/../hotelsite/settings.py", "/static/%2e%2e/manage.py"):
        assert (await AsyncClient().get(path)).status_code == 404


def test_a_file_edited_under_a_running_server_is_served_whole(
    tmp_path: Path, rf: RequestFactory, db: None
) -> None:
    file = tmp_path / "page.js"
    file.write_text("short")
    served = StaticFilesMiddleware(lambda request: HttpResponse())
    served.add_files(str(tmp_path), prefix="edited/")
    file.write_text("considerably longer")

    answer = served._file(rf.get("/edited/page.js"))

    assert answer is not None
    assert answer.content == b"considerably longer"
    assert answer.headers["Content-Length"] == "19"
