"""Servers that refuse what a request says beside its messages, or how it says them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from odd_server import Asked, Reply
from replies import body_error, error, longest_answer
from rows import RECOVERED, Guard, Row, failed, refusing

Body = dict[str, Any]


def guard(wrong: Callable[[Any], object], reply: Reply) -> Guard:
    return lambda asked: reply if wrong(asked.body) else None


def form_of(body: Body) -> str:
    return str((body.get("response_format") or {}).get("type", ""))


def _alternate(body: Body) -> bool:
    roles = [message.get("role") for message in body.get("messages", ())]
    return roles[:1] != ["user"] or any(one == other for one, other in zip(roles, roles[1:], strict=False))


def _has_system(body: Body) -> bool:
    return any(message.get("role") in ("system", "developer") for message in body.get("messages", ()))


def counts_items(body: Body) -> bool:
    return "maxItems" in str((body.get("response_format") or {}).get("json_schema", ""))


NO_SCHEMA = guard(
    lambda body: form_of(body) == "json_schema",
    error("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
)
NO_OBJECT = guard(
    lambda body: form_of(body) == "json_object", error("'response_format.type' must be 'json_schema' or 'text'")
)
NO_FORM = guard(form_of, error("Unrecognized request argument supplied: response_format"))
NO_MAX_TOKENS = guard(
    lambda body: "max_tokens" in body,
    error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param="max_tokens",
        code="unsupported_parameter",
    ),
)
NO_MAX_COMPLETION = guard(
    lambda body: "max_completion_tokens" in body, error("Unknown parameter: 'max_completion_tokens'.")
)
ONE_TEMPERATURE = guard(
    lambda body: body.get("temperature", 1) != 1,
    error(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        param="temperature",
        code="unsupported_value",
    ),
)
NO_STREAM_OPTIONS = guard(
    lambda body: "stream_options" in body, error("Unknown field in request: stream_options", param="stream_options")
)
NO_STREAM = guard(lambda body: body.get("stream"), error("Streaming is not supported for this model", param="stream"))
NO_SYSTEM = guard(_has_system, error("System role not supported"))
ALTERNATE = guard(
    _alternate, error("Conversation roles must alternate user/assistant/user/assistant/... starting with user")
)


def _sibling(asked: Asked) -> Reply:
    """Says that it wants the other name of a parameter, whichever it gets."""
    has = "max_tokens" if "max_tokens" in asked.body else "max_completion_tokens"
    return error(f"Unsupported parameter: '{has}' is not supported with this model.", param=has)


def _strict(body: Body) -> bool:
    return bool((body.get("response_format") or {}).get("json_schema", {}).get("strict"))


def _too_large(asked: Asked) -> Reply | None:
    limit = longest_answer(asked.body)
    if limit <= 4096:
        return None
    told = (
        f"max_tokens is too large: {limit}. This model supports at most 4096 completion tokens, you provided {limit}."
    )
    return error(told, param="max_tokens")


ROWS = (
    Row("json_schema refused", refusing(NO_SCHEMA), RECOVERED, 2, again=1),
    Row("json_object refused", refusing(NO_OBJECT), RECOVERED, 1, again=1),
    Row("json_schema and json_object refused", refusing(NO_SCHEMA, NO_OBJECT), RECOVERED, 3, again=1),
    Row("response_format refused whole", refusing(NO_FORM), RECOVERED, 3, again=1),
    Row(
        "a keyword of the schema refused",
        refusing(guard(counts_items, error("Invalid schema for response_format: 'maxItems' is not permitted."))),
        RECOVERED,
        3,
        again=1,
    ),
    Row("max_tokens refused, max_completion_tokens asked for", refusing(NO_MAX_TOKENS), RECOVERED, 2, again=1),
    Row("max_completion_tokens refused", refusing(NO_MAX_COMPLETION), RECOVERED, 2, again=1),
    Row("temperature only 1", refusing(ONE_TEMPERATURE), RECOVERED, 2, again=1),
    Row("stream_options refused", refusing(NO_STREAM_OPTIONS), RECOVERED, 2, again=1),
    Row("stream refused", refusing(NO_STREAM), RECOVERED, 3, again=1),
    Row("system role refused", refusing(NO_SYSTEM), RECOVERED, 2, again=1),
    Row("roles must alternate", refusing(ALTERNATE), RECOVERED, 2, again=1),
    Row(
        "system role refused as 500 by a template",
        refusing(guard(_has_system, body_error({"error": {"code": 500, "message": "System role not supported"}}, 500))),
        RECOVERED,
        5,
        again=1,
    ),
    Row("max_tokens and temperature refused", refusing(NO_MAX_TOKENS, ONE_TEMPERATURE), RECOVERED, 3, again=1),
    Row(
        "everything refused that can be",
        refusing(NO_STREAM_OPTIONS, NO_MAX_TOKENS, NO_SCHEMA, NO_OBJECT, ONE_TEMPERATURE, NO_STREAM, ALTERNATE),
        RECOVERED,
        8,
        again=1,
    ),
    Row("strict refused", refusing(guard(_strict, error('Unknown name "strict": Cannot find field.'))), RECOVERED, 3),
    Row("max_tokens too large for this model", refusing(_too_large), RECOVERED, 4, again=1),
    Row("both names of the limit refused", refusing(_sibling), failed("max_(completion_)?tokens", exits=(1, 2, 3)), 4),
)
