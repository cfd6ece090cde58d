"""Who is asking: a browser by its cookie, an API client by its bearer token. Either is a random secret, never a name.

The database holds digests only, so that a copy of it opens no session.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.http import HttpResponseBase

COOKIE: Final = "chat_browser"
COOKIE_MAX_AGE_S: Final = 365 * 24 * 3600

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)  # 256 bits as `token_urlsafe` writes them
_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def owner_of(secret: str) -> str:
    """Return the digest under which sessions of this secret are kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def browser_owner(cookies: Mapping[str, str]) -> str | None:
    """Return the owner that a browser's cookies show, None where they show none."""
    return _owner(cookies.get(COOKIE, ""))


def bearer_owner(authorization: str) -> str | None:
    """Return the owner that an `Authorization` header shows, None where it holds no bearer token of ours."""
    found = _BEARER.fullmatch(authorization.strip())
    return _owner(found[1]) if found else None


def set_browser_cookie(response: HttpResponseBase) -> None:
    """Give the browser a new secret, which its scripts cannot read and other sites' requests do not carry."""
    response.set_cookie(
        COOKIE,
        new_secret(),
        max_age=COOKIE_MAX_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _owner(secret: str) -> str | None:
    return owner_of(secret) if _SECRET.fullmatch(secret) else None
