"""Settings of the site, read from the environment. The README explains every variable.

Two ways to serve: a deployment sets `SECRET_KEY` and gets cookies for HTTPS alone; the demo (`make demo`) keeps its
secrets in `var/`, answers on plain HTTP to this machine, and is otherwise the same, with `DEBUG` off. Commands that serve
nobody, such as `replay`, need neither.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from hotelsite import environment
from hotelsite.demo_secrets import DemoSecrets

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
DEMO_SECRETS_FILE = VAR_DIR / "demo-secrets.json"

# --- Who may reach it ---------------------------------------------------------------------------------------------

DEBUG = environment.flag("DEBUG", default=False)

_configured_key = environment.text("SECRET_KEY")
_demo_secrets = None if _configured_key else DemoSecrets.load(DEMO_SECRETS_FILE)
SECRET_KEY = _configured_key or (_demo_secrets.secret_key if _demo_secrets else secrets.token_urlsafe(48))
# Without a key that lasts, no visitor may be served: each process would sign with a key of its own. `hotelsite.asgi`
# refuses to start then.
SECRET_KEY_LASTS = bool(_configured_key or _demo_secrets)

ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
if "*" in ALLOWED_HOSTS and not DEBUG:
    raise ImproperlyConfigured("ALLOWED_HOSTS is '*'. Outside DEBUG, name the hosts that customers use.")

# True when a proxy in front of this server ends TLS and always sets X-Forwarded-Proto itself; otherwise that header is
# the visitor's own word and decides nothing.
BEHIND_TLS_PROXY = environment.flag("BEHIND_TLS_PROXY", default=False)
if BEHIND_TLS_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = not DEBUG and _demo_secrets is None
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Nothing inline and nothing from elsewhere; 'self' in connect-src covers the websocket of the same origin.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- What it is made of -------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",  # first: it replaces runserver with one that speaks websockets
    "hotelsite.hotels",
    "hotelsite.local_models",
    "hotelsite.conversations",
    "hotelsite.web",
    "hotelsite.staff",
    "hotelsite.staff.admin_app.StaffAdminConfig",  # django.contrib.admin with our front page
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "hotelsite.static_files.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "hotelsite.urls"
ASGI_APPLICATION = "hotelsite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Straight from the apps' folders, found once at start-up: `serve` needs no collectstatic, with DEBUG off too.
WHITENOISE_USE_FINDERS = True
# On one's own machine an edited file shows at once.
WHITENOISE_AUTOREFRESH = DEBUG or _demo_secrets is not None

# --- Data ---------------------------------------------------------------------------------------------------------

_database = dj_database_url.parse(
    environment.text("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'db.sqlite3'}", conn_health_checks=True
)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    Path(_database["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    _database |= {
        "CONN_MAX_AGE": None,  # opening one for each turn halves the rate of turns
        "OPTIONS": {
            # A transaction that reads and then writes fails at once, whatever the timeout, when another one wrote in
            # between. IMMEDIATE takes the write lock first, so that it waits its turn instead.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
elif _database["ENGINE"] == "django.db.backends.postgresql":
    # Connections stay open in a pool. Kept by threads (CONN_MAX_AGE=None) they would pile up, since under ASGI each
    # HTTP request runs in a thread of its own: 60 were open after 300 requests, ten at a time.
    _database |= {
        "CONN_MAX_AGE": 0,  # what is closed goes back to the pool
        "OPTIONS": {**_database.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": 16}},
    }
DATABASES: dict[str, Any] = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = environment.text("REDIS_URL")
# The layer waits up to 5 seconds for a message, which is also when redis-py would give the connection up.
_redis = {"address": REDIS_URL, "socket_timeout": 30}
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [_redis]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

LANGUAGE_CODE = "en-us"
USE_I18N = True
TIME_ZONE = "America/Los_Angeles"  # where the hotels are
USE_TZ = True

# --- The conversation ---------------------------------------------------------------------------------------------

DECISION_PROVIDER = environment.choice("DECISION_PROVIDER", ["local", "typesafe"])
DECISION_MODEL = environment.text("DECISION_MODEL")  # None: the provider's default
TYPESAFE_API_KEY = environment.text("TYPESAFE_API_KEY")
TYPESAFE_BASE_URL = environment.text("TYPESAFE_BASE_URL")  # None: the provider's own address

CHAT_PROVIDER = environment.choice("CHAT_PROVIDER", ["local", "openai"])
CHAT_MODEL = environment.text("CHAT_MODEL")
# Takes over for the rest of a turn in which CHAT_MODEL failed.
CHAT_ALTERNATE_MODEL = environment.text("CHAT_ALTERNATE_MODEL")
OPENAI_API_KEY = environment.text("OPENAI_API_KEY")
OPENAI_BASE_URL = environment.text("OPENAI_BASE_URL")

HOTEL_CURRENT_DATE = environment.day("HOTEL_CURRENT_DATE")  # None: today's date where the hotels are
CHAT_INSPECTOR = environment.flag("CHAT_INSPECTOR", default=False)
# What models gave is customers' data of a kind; only the demo keeps it unasked.
DECISION_EVIDENCE = environment.flag("DECISION_EVIDENCE", default=_demo_secrets is not None)
# Dollars per million tokens, input and output, by model: staff pages estimate costs by them.
MODEL_PRICES = environment.prices("MODEL_PRICES")
# How long a turn keeps its session after its server was last heard of. Not for deployments to set: too short a lease
# interrupts turns of a busy server. The tests that kill servers shorten it.
TURN_LEASE_S = 30.0
SESSION_IDLE_MINUTES = environment.whole_number("SESSION_IDLE_MINUTES", default=24 * 60, minimum=1)
RATE_LIMIT_MESSAGES_PER_MINUTE = environment.whole_number(
    "RATE_LIMIT_MESSAGES_PER_MINUTE", default=60, minimum=1
)

# --- Logs ---------------------------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "private": {
            "()": "hotelsite.logs.PrivateFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "private"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would print whole exceptions, or mail them with the request's data.
        "django": {"handlers": [], "level": "INFO"},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # `serve` says itself where it listens and when it stops.
        "daphne": {"level": "WARNING"},
        # A scanner's wrong Host header gets its 400 and is no error of ours; a traceback each would fill the log.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # One line for each call of a provider is the audit's work.
        "httpx": {"level": "WARNING"},
    },
}
