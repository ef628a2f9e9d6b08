"""HTTP forms: how parameters arrive and how outcomes leave."""

import json
from typing import Any

from aiohttp import web

from telegram_avalon.playground.dispatcher import CUT, Outcome
from telegram_avalon.playground.errors import ApiError
from telegram_avalon.playground.faults import Fault
from telegram_avalon.playground.parameters import Upload

_BAD_GATEWAY_PAGE = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
_PAGES = frozenset({Fault.BAD_GATEWAY_HTML, Fault.BAD_GATEWAY_HTML_AFTER})


async def read_values(request: web.Request) -> dict[str, object]:
    """Collect a request's parameters: from the query, and from whatever kind of body it has."""
    values: dict[str, object] = dict(request.query)
    if request.content_type == "application/json":
        body: object = json.loads(await request.read() or b"{}")
        if not isinstance(body, dict):
            raise ValueError
        return values | body
    form: Any = await request.post()
    return values | {name: _part(value) for name, value in form.items()}


def _part(value: str | bytearray | web.FileField) -> str | Upload:
    if isinstance(value, web.FileField):
        return Upload(value.filename, value.file.read(), value.content_type)
    return value if isinstance(value, str) else value.decode()


def respond(request: web.Request, outcome: Outcome) -> web.StreamResponse:
    refusal = outcome.refusal
    if refusal is None:
        return web.json_response({"ok": True, "result": outcome.result}, dumps=_dumps)
    if refusal.status == CUT:
        if request.transport:
            request.transport.abort()
        return web.Response(status=500)
    if outcome.fault in _PAGES and refusal.status == 502:
        return web.Response(status=502, text=_BAD_GATEWAY_PAGE, content_type="text/html")
    return refuse(refusal)


def refuse(refusal: ApiError) -> web.Response:
    body: dict[str, object] = {
        "ok": False,
        "error_code": refusal.status,
        "description": refusal.description,
    }
    if refusal.parameters:
        body["parameters"] = refusal.parameters
    return web.json_response(body, status=refusal.status, dumps=_dumps)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
