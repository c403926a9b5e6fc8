"""Refusals in every shape of error, and servers that ignore the form asked for instead of refusing it."""

from __future__ import annotations

from kinds_parameters import NO_OBJECT, counts_items, form_of, guard
from replies import body_error, error, text_error
from rows import RECOVERED, Row, failed, refusing, saying

_GEMINI = {
    "error": {
        "code": 400,
        "message": "Invalid JSON payload received. Unknown name \"maxItems\" at 'response_format': Cannot find field.",
        "status": "INVALID_ARGUMENT",
    }
}
_UNGENERATED = error(
    "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
    code="json_validate_failed",
    failed_generation='{"tldr": DECOY',
)
_NGINX = text_error("<html><body><h1>400 Bad Request</h1><hr>nginx</body></html>", 400, "text/html")
_PYDANTIC = {
    "detail": [{"type": "extra_forbidden", "loc": ["body", "response_format"], "msg": "Extra inputs are not permitted"}]
}

ROWS = (
    Row("refused as 422 with a list of details", refusing(guard(form_of, body_error(_PYDANTIC, 422))), RECOVERED, 3),
    Row(
        "refused as {detail: text}",
        refusing(guard(form_of, body_error({"detail": "response_format is not supported by this model"}))),
        RECOVERED,
        3,
    ),
    Row(
        "refused as {message: text}",
        refusing(
            guard(
                lambda body: "max_tokens" in body,
                body_error({"message": "max_tokens is not supported; use max_completion_tokens"}),
            )
        ),
        RECOVERED,
        2,
    ),
    Row(
        "refused as {error: text}",
        refusing(
            guard(lambda body: "temperature" in body, body_error({"error": "unsupported parameter: temperature"}))
        ),
        RECOVERED,
        2,
    ),
    Row(
        "refused as plain text",
        refusing(guard(lambda body: "stream_options" in body, text_error("stream_options is not supported"))),
        RECOVERED,
        2,
    ),
    Row("json_schema ignored, fenced text", saying(lambda text: f"```json\n{text}\n```"), RECOVERED, 1),
    Row("json_schema ignored, fence without language", saying(lambda text: f"```\n{text}\n```"), RECOVERED, 1),
    Row(
        "json_schema ignored, prose around",
        saying(lambda text: f"Sure! Here are the notes {{as asked}}:\n\n{text}\n\nLet me know if you need more."),
        RECOVERED,
        1,
        unseen=("Let me know", "Sure!"),
    ),
    Row(
        "json_object refused, json_schema ignored with prose around",
        refusing(NO_OBJECT, then=saying(lambda text: f"Here it is:\n{text}\nDone.")),
        RECOVERED,
        1,
    ),
    Row(
        "another 400 is told, not swallowed",
        refusing(lambda asked: error("Your account is not active, please check your billing details.")),
        failed("not active", exits=(2, 3)),
        1,
    ),
    Row(
        "a keyword of the schema refused, the error in a list",
        refusing(guard(counts_items, body_error([_GEMINI]))),
        RECOVERED,
        3,
        again=1,
    ),
    Row(
        "JSON could not be generated, whenever a form is asked for",
        refusing(guard(form_of, _UNGENERATED)),
        RECOVERED,
        3,
    ),
    Row("400 in HTML", lambda asked: _NGINX, failed("400", exits=(2, 3)), 4),
)
