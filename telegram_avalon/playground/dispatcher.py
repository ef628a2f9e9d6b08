"""The way of a call, from its name to its outcome.

Find the method, let the faults strike that come before, count the call against the limits, carry
it out in one step of the event loop, let the faults strike that come after.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import isawaitable

from telegram_avalon.clock import Clock
from telegram_avalon.playground.access import reach, slow_mode_wait
from telegram_avalon.playground.chats import Chat
from telegram_avalon.playground.context import Context, Method
from telegram_avalon.playground.errors import ApiError, too_many_requests
from telegram_avalon.playground.faults import Fault, Faults, Strike
from telegram_avalon.playground.limits import LIMITED, LONGEST_HOLD, Limits, retry_after
from telegram_avalon.playground.methods import METHODS
from telegram_avalon.playground.parameters import Parameters, from_values

CUT = 0
"""The status of a call whose connection is cut instead of answered."""

_SLOW = frozenset({Fault.SLOW, Fault.SLOW_AFTER})
_REFUSALS = {
    Fault.INTERNAL_ERROR: (500, "Internal Server Error"),
    Fault.INTERNAL_ERROR_AFTER: (500, "Internal Server Error"),
    Fault.BAD_GATEWAY: (502, "Bad Gateway"),
    Fault.BAD_GATEWAY_AFTER: (502, "Bad Gateway"),
    Fault.BAD_GATEWAY_HTML: (502, "Bad Gateway"),
    Fault.BAD_GATEWAY_HTML_AFTER: (502, "Bad Gateway"),
    Fault.RESET: (CUT, "connection reset"),
    Fault.RESET_AFTER: (CUT, "connection reset"),
}


@dataclass(eq=False)
class Call:
    """One call as the server saw it. Status None: still going on; 0: the connection was cut."""

    method: str
    chat_id: int | None
    params: dict[str, str]
    at: int
    status: int | None = None
    error: str = ""
    fault: Fault | None = None
    in_webhook_reply: bool = False


@dataclass(frozen=True)
class Outcome:
    """What to answer: a result, or a refusal."""

    result: object = None
    refusal: ApiError | None = None
    fault: Fault | None = None


@dataclass
class Dispatcher:
    clock: Clock
    limits: Limits
    faults: Faults
    context: Context
    calls: list[Call] = field(default_factory=list)

    async def dispatch(
        self, name: str, values: Mapping[str, object], *, in_webhook_reply: bool = False
    ) -> Outcome:
        """Carry out one call and log it."""
        method = METHODS.get(name.lower())
        parameters = from_values(values)
        call = self._logged(method.name if method else name, parameters)
        call.in_webhook_reply = in_webhook_reply
        try:
            if method is None:
                refusal = ApiError(404, "Not Found: method not found")
            else:
                return await self._perform(method, call, parameters)
        except ApiError as refused:
            refusal = refused
        call.status, call.error = refusal.status, refusal.description
        self.context.world.touch(call.chat_id)
        return Outcome(refusal=refusal, fault=call.fault)

    def _logged(self, name: str, parameters: Parameters) -> Call:
        chat_id = parameters.integer("chat_id") if "chat_id" in parameters else None
        call = Call(name, chat_id, parameters.raw, self.clock.now())
        self.calls.append(call)
        self.context.world.touch(call.chat_id)
        return call

    async def _perform(self, method: Method, call: Call, parameters: Parameters) -> Outcome:
        self._lint(method, parameters)
        strike = self.faults.draw(method.name, call.chat_id)
        call.fault = strike.fault if strike else None
        await self.faults.pause(method.name, call.chat_id, after=False)
        await self._strike(strike, after=False)
        await self._admit(method, parameters)
        result = method.perform(self.context, parameters)
        if isawaitable(result):
            result = await result
        self.context.world.touch(call.chat_id)
        await self.faults.pause(method.name, call.chat_id, after=True)
        await self._strike(strike, after=True)
        call.status = 200
        self.context.world.touch(call.chat_id)
        return Outcome(result, fault=call.fault)

    async def _strike(self, strike: Strike | None, *, after: bool) -> None:
        if strike is None or strike.fault.is_after is not after:
            return
        if strike.fault in _SLOW:
            await self.clock.sleep(strike.delay)
        elif strike.fault is Fault.TOO_MANY_REQUESTS:
            raise too_many_requests(strike.retry_after)
        else:
            raise ApiError(*_REFUSALS[strike.fault])

    async def _admit(self, method: Method, parameters: Parameters) -> None:
        """Let a call through the flood limits, or hold it for a while and refuse it."""
        if method.name.lower() not in LIMITED:
            return
        chat = reach(self.context.world, parameters)
        patience = min(self.limits.hold, LONGEST_HOLD)
        while wait := self.limits.admit(chat.id, self._slow_mode(method, chat)):
            if wait > patience:
                await self.clock.sleep(patience)
                raise too_many_requests(retry_after(wait - patience))
            patience -= wait
            await self.clock.sleep(wait)

    def _slow_mode(self, method: Method, chat: Chat) -> int:
        posts = method.name in {"sendMessage", "sendDocument"}
        return slow_mode_wait(self.context.world, chat) if posts else 0

    def _lint(self, method: Method, parameters: Parameters) -> None:
        unknown = sorted(parameters.raw.keys() - method.parameters)
        if unknown:
            self.context.lints.append(f"{method.name}: unknown parameters {unknown}")
