"""What servers by name refuse and how they put it: parameters, models, keys, quotas; and words that only pass by."""

from __future__ import annotations

from functools import partial
from typing import Any

from kinds_parameters import form_of, guard
from odd_server import Reply
from replies import body_error, error, longest_answer
from rows import RECOVERED, Row, failed, first, refusing, rejected, waiting

Body = dict[str, Any]


def _roles(body: Body) -> bool:
    return any(message.get("role") == "system" for message in body.get("messages", ()))


def _limit(told: str, most: int = 2048) -> Any:
    return lambda asked: error(told.format(longest_answer(asked.body))) if longest_answer(asked.body) > most else None


def _wrapped(raw: str, status: int = 400) -> Reply:
    """OpenRouter's wrapper; the words of the provider stand in the metadata."""
    facts = {"raw": raw, "provider_name": "Azure"}
    return body_error({"error": {"message": "Provider returned error", "code": status, "metadata": facts}}, status)


_O1 = error(
    "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    param="messages[0].role",
    code="unsupported_value",
)
_GEMMA = body_error(
    [
        {
            "error": {
                "code": 400,
                "message": "Developer instruction is not enabled for models/invented-model",
                "status": "INVALID_ARGUMENT",
            }
        }
    ]
)
_UNVERIFIED = error(
    "Your organization must be verified to stream this model. Please go to: "
    "https://platform.openai.com/settings/organization/general and click on Verify Organization.",
    param="stream",
    code="unsupported_value",
)
_VOCABULARY = body_error(
    {"error": {"message": "failed to load model vocabulary required for format", "type": "api_error"}}, 500
)
_GEMINI_MINUTE = body_error(
    [
        {
            "error": {
                "code": 429,
                "message": "You exceeded your current quota, please check your plan and billing details. For more "
                "information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor "
                "your current usage, head to: https://ai.dev/usage?tab=rate-limit. \n* Quota exceeded for metric: "
                "generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 20, model: "
                "invented-model\nPlease retry in 34.074824224s.",
                "status": "RESOURCE_EXHAUSTED",
                "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34s"}],
            }
        }
    ],
    429,
)


def _groq_rate(wait: str, of: str = "day (TPD)") -> Reply:
    told = (
        f"Rate limit reached for model `invented-model` in organization `org_01` service tier `on_demand` on tokens "
        f"per {of}: Limit 100000, Used 99000, Requested 3000. Please try again in "
        f"{wait}. Need more tokens? Upgrade to Dev "
        "Tier today at https://console.groq.com/settings/billing"
    )
    return body_error({"error": {"message": told, "type": "tokens", "code": "rate_limit_exceeded"}}, 429)


def _status(status: int, words: str, **facts: object) -> Reply:
    return error(words, status, **facts)


_no_model = partial(Row, end=rejected("no model “", "NOTEGEN_MODEL"), requests=2)
_SAME = {"form": "json_schema", "stream": True, "temperature": True, "system": True, "window_tokens": None}
_passing = partial(Row, end=RECOVERED, requests=6, learnt=_SAME)
_TRIES = 3


def _always(reply: Reply) -> Any:
    return lambda asked: reply


def _thrice(reply: Reply) -> Any:
    """A fault that outlasts the tries of one question."""
    return first(lambda asked: reply, _TRIES)


ROWS = (
    Row("OpenAI o1: role system refused", refusing(guard(_roles, _O1)), RECOVERED, 2, again=1),
    Row("Gemini, Gemma: developer instruction", refusing(guard(_roles, _GEMMA)), RECOVERED, 2, again=1),
    Row(
        "OpenAI: not verified to stream", refusing(guard(lambda b: b.get("stream"), _UNVERIFIED)), RECOVERED, 2, again=1
    ),
    Row("Ollama: vocabulary required for format", refusing(guard(form_of, _VOCABULARY)), RECOVERED, 9, again=1),
    Row(
        "Groq: max_tokens less than the context_window",
        refusing(
            _limit(
                "`max_tokens` must be less than or equal to `2048`, the maximum value for `max_tokens` is less than "
                "the `context_window` for this model"
            )
        ),
        RECOVERED,
        3,
        learnt={"most_tokens": 2048, "window_tokens": None},
    ),
    Row(
        "Anthropic: max_tokens over the most of the model",
        refusing(
            _limit(
                "max_tokens: {} > 2048, which is the maximum allowed number of output tokens for "
                "claude-3-haiku-20240307"
            )
        ),
        RECOVERED,
        3,
        learnt={"most_tokens": 2048},
    ),
    Row(
        "Vertex: maxOutputTokens with an exclusive range",
        refusing(
            _limit(
                "Unable to submit request because it has a maxOutputTokens value of {} but the supported range is from "
                "1 (inclusive) to 2049 (exclusive). Update the value and try again."
            )
        ),
        RECOVERED,
        3,
        learnt={"most_tokens": 2048},
    ),
    Row(
        "Qwen: range of max_tokens",
        refusing(_limit("<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 2048]")),
        RECOVERED,
        3,
        learnt={"most_tokens": 2048},
    ),
    Row(
        "OpenRouter: the provider's refusal in metadata.raw",
        refusing(
            guard(
                lambda body: "temperature" in body,
                _wrapped(
                    '{"error":{"message":"Unsupported parameter: \'temperature\' is not supported with this model."}}'
                ),
            )
        ),
        RECOVERED,
        2,
        again=1,
    ),
    Row(
        "Cloudflare: json mode not supported, in a list of errors",
        refusing(
            guard(
                form_of,
                body_error(
                    {"success": False, "errors": [{"code": 5025, "message": "This model doesn't support JSON Schema."}]}
                ),
            )
        ),
        RECOVERED,
        3,
        again=1,
    ),
    _no_model(
        "Gemini: models/x is not found",
        _always(
            body_error(
                [
                    {
                        "error": {
                            "code": 404,
                            "message": "models/invented-model is not found for API version v1main, or is "
                            "not supported for "
                            "generateContent. Call "
                            "ListModels to see the list of available models and their supported methods.",
                            "status": "NOT_FOUND",
                        }
                    }
                ],
                404,
            )
        ),
    ),
    _no_model(
        "Together: unable to access model",
        _always(
            _status(
                404,
                "Unable to access model invented-model. Please "
                "visit https://api.together.ai/models to view the list of supported models.",
                code="model_not_available",
            )
        ),
    ),
    _no_model("Anthropic: not_found_error", _always(_status(404, "model: invented-model", code="not_found_error"))),
    _no_model(
        "OpenRouter: not a valid model ID", _always(_status(400, "invented-model is not a valid model ID", code=400))
    ),
    _no_model(
        "OpenRouter: no endpoints found", _always(_status(404, "No endpoints found for invented/model.", code=404))
    ),
    _no_model(
        "Azure: DeploymentNotFound",
        _always(
            body_error(
                {
                    "error": {
                        "code": "DeploymentNotFound",
                        "message": "The API deployment for this resource does not exist. If you created the "
                        "deployment within the last 5 minutes, "
                        "please wait a moment and try again.",
                    }
                },
                404,
            )
        ),
    ),
    _no_model(
        "LM Studio: no models loaded",
        _always(
            _status(
                404,
                "No models loaded. Please load a model in the developer page or use the `lms load` command.",
                code="model_not_found",
            )
        ),
    ),
    _no_model(
        "LiteLLM: invalid model name",
        _always(
            _status(
                400,
                "/chat/completions: Invalid model name passed in "
                "model=invented-model. Call `/v1/models` to view available models for your key.",
            )
        ),
    ),
    _no_model(
        "Hugging Face: supported by no provider",
        _always(
            _status(
                400,
                "The requested model 'invented-model' is not supported by any provider you have enabled.",
                code="model_not_supported",
            )
        ),
    ),
    _no_model(
        "OpenAI: the project has no access to the model",
        _always(
            _status(403, "Project `proj_1` does not have access to model `invented-model`", code="model_not_found")
        ),
    ),
    Row(
        "OpenRouter: data policy",
        _always(
            _status(
                404,
                "No endpoints found matching your data policy (Paid model "
                "training). Configure: https://openrouter.ai/settings/privacy",
                code=404,
            )
        ),
        rejected("data policy", "^(?!.*no model server at that address)"),
        2,
    ),
    Row(
        "Gemini: API key not valid, as 400",
        _always(
            body_error(
                [
                    {
                        "error": {
                            "code": 400,
                            "message": "API key not valid. Please pass a valid API key.",
                            "status": "INVALID_ARGUMENT",
                        }
                    }
                ]
            )
        ),
        rejected("OPENAI_API_KEY"),
        1,
    ),
    Row(
        "xAI: incorrect key, as 400",
        _always(
            body_error(
                {
                    "code": "Client specified an invalid argument",
                    "error": "Incorrect API key provided: sk***ef. You can obtain an API key from https://console.x.ai.",
                }
            )
        ),
        rejected("OPENAI_API_KEY"),
        1,
    ),
    Row(
        "OpenRouter: 403 by moderation is the paper's",
        _always(
            _status(403, 'Your chosen model requires moderation and your input was flagged for "illicit"', code=403)
        ),
        failed("flagged", "^(?!.*key refused)", exits=(1, 2, 3)),
        1,
    ),
    Row("Gemini: a minute's quota, once", first(_always(_GEMINI_MINUTE)), RECOVERED, 2, pause_seconds=(34.0, 60.0)),
    Row(
        "Groq: try again in 7.66s",
        first(_always(_groq_rate("7.66s", "minute (TPM)"))),
        RECOVERED,
        2,
        pause_seconds=(7.6, 20.0),
    ),
    Row("Groq: try again in 28m48s", _always(_groq_rate("28m48.5s")), waiting("28m48|1,?728|29 min|tokens per day"), 1),
    Row(
        "OpenAI: try again in 20ms, once",
        first(_always(_groq_rate("20ms", "min (TPM)"))),
        RECOVERED,
        2,
        pause_seconds=(0.0, 5.0),
    ),
    Row(
        "Together: model not available at the moment, 429 once",
        first(
            _always(
                _status(
                    429,
                    "The model invented-model is not available at the moment, please retry later",
                    code="model_rate_limit",
                )
            )
        ),
        RECOVERED,
        2,
    ),
    _passing("500 upstream stream closed, three times", _thrice(_status(500, "stream disconnected before completion"))),
    _passing(
        "500 while the JSON is written, three times", _thrice(_status(500, "error writing json response: broken pipe"))
    ),
    _passing("500 of a schema cache, three times", _thrice(_status(500, "schema cache: database is locked"))),
    _passing("500 of a hot card, three times", _thrice(_status(500, "GPU temperature 92C, slowing down"))),
    Row(
        "Ollama: more system memory",
        _always(_status(500, "model requires more system memory (5.6 GiB) than is available (3.1 GiB)")),
        waiting("system memory"),
        4,
        learnt=_SAME,
    ),
    Row(
        "KoboldCpp: 503 busy, twice",
        first(
            _always(
                body_error(
                    {"detail": {"msg": "Server is busy; please try again later.", "type": "service_unavailable"}}, 503
                )
            ),
            2,
        ),
        RECOVERED,
        3,
    ),
    Row(
        "an error that colours a terminal",
        _always(_status(400, "\x1b[31mfatal:\x1b[0m bad \x07 thing")),
        failed("fatal", exits=(1, 2, 3)),
        2,
    ),
    Row(
        "MiniMax: 200 with base_resp",
        _always(
            body_error(
                {
                    "id": "",
                    "choices": None,
                    "base_resp": {"status_code": 1004, "status_msg": "login fail: Please carry the API secret key"},
                },
                200,
            )
        ),
        waiting("login fail", exits=(1, 2, 3)),
        5,
    ),
    Row(
        "Zhipu: 200 with code and msg",
        _always(body_error({"code": 500, "msg": "404 NOT_FOUND", "success": False}, 200)),
        waiting("NOT_FOUND", exits=(1, 2, 3)),
        5,
    ),
)
