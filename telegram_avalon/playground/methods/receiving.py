"""Methods about how updates reach the bot."""

import re
from urllib.parse import urlsplit

from telegram_avalon.clock import SECOND
from telegram_avalon.playground.context import Context, method
from telegram_avalon.playground.errors import ApiError, bad_request
from telegram_avalon.playground.parameters import Parameters
from telegram_avalon.playground.webhook import Registration
from telegram_avalon.playground.wire import given

_PORTS = frozenset({443, 80, 88, 8443})
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_MOST_CONNECTIONS = 100
_CONNECTIONS = 40


def _get_updates(context: Context, parameters: Parameters) -> object:
    _allow(context, parameters)
    return context.inbox.poll(
        parameters.integer("offset"),
        parameters.integer("limit"),
        parameters.integer("timeout") * SECOND,
    )


def _set_webhook(context: Context, parameters: Parameters) -> object:
    url = parameters.text("url")
    registration = _registration(parameters, url) if url else Registration()
    _allow(context, parameters)
    if parameters.flag("drop_pending_updates"):
        context.inbox.forget_all()
    context.webhook.register(registration)
    return True


def _delete_webhook(context: Context, parameters: Parameters) -> object:
    if parameters.flag("drop_pending_updates"):
        context.inbox.forget_all()
    context.webhook.register(Registration())
    return True


def _get_webhook_info(context: Context, _: Parameters) -> object:
    registration, error = context.webhook.registration, context.webhook.last_error
    shown: dict[str, object] = {
        "url": registration.url,
        "has_custom_certificate": registration.custom_certificate,
        "pending_update_count": len(context.inbox.pending),
    }
    if error:
        at, message = error
        shown |= {"last_error_date": at // SECOND, "last_error_message": message}
    most = registration.max_connections if registration.url else None
    allowed = sorted(context.inbox.allowed or ())
    return shown | given(max_connections=most, allowed_updates=allowed)


def _nothing_to_do(_: Context, __: Parameters) -> object:
    return True


def _allow(context: Context, parameters: Parameters) -> None:
    """Take over *allowed_updates*; a call without it leaves the last one in force."""
    kinds = parameters.array("allowed_updates")
    if kinds is not None:
        context.inbox.allow(kinds)


def _registration(parameters: Parameters, url: str) -> Registration:
    _check_address(url)
    secret = parameters.text("secret_token")
    if secret and not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    connections = parameters.integer("max_connections", _CONNECTIONS)
    return Registration(
        url,
        secret,
        connections if 1 <= connections <= _MOST_CONNECTIONS else _CONNECTIONS,
        "certificate" in parameters,
    )


def _check_address(url: str) -> None:
    """Take https on the four ports Telegram delivers to; on this machine plain http will do."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _bad_webhook("invalid URL specified") from None
    if parts.hostname in _LOOPBACK and parts.scheme in ("http", "https"):
        return
    if parts.scheme != "https":
        raise _bad_webhook("An HTTPS URL must be provided for webhook")
    if not parts.hostname:
        raise _bad_webhook("invalid URL specified")
    if (port or 443) not in _PORTS:
        raise _bad_webhook("Webhook can be set up only on ports 80, 88, 443 or 8443")


def _bad_webhook(reason: str) -> ApiError:
    return bad_request(f"bad webhook: {reason}")


METHODS = (
    method("getUpdates", _get_updates, "offset", "limit", "timeout", "allowed_updates"),
    method(
        "setWebhook",
        _set_webhook,
        "url",
        "certificate",
        "ip_address",
        "max_connections",
        "allowed_updates",
        "drop_pending_updates",
        "secret_token",
    ),
    method("deleteWebhook", _delete_webhook, "drop_pending_updates"),
    method("getWebhookInfo", _get_webhook_info),
    method("logOut", _nothing_to_do),
    method("close", _nothing_to_do),
)
