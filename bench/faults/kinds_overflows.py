"""Questions too long for the window in the words of many servers, and limits that are no window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from odd_server import Reply
from replies import body_error, error, longest_answer, prompt_tokens, text_error
from rows import RECOVERED, Guard, Row, first, refusing, waiting

_WINDOW = 4096
Told = Callable[[int, int], Reply]


def _over(told: Told, *, answer: bool = True) -> Guard:
    """Refuses what is too long, by tokens of the question and of the longest answer; these count only with `answer`."""

    def refused(asked: object) -> Reply | None:
        tokens_in, tokens_out = prompt_tokens(asked.body), longest_answer(asked.body)  # type: ignore[attr-defined]
        return told(tokens_in, tokens_out) if tokens_in + tokens_out * answer > _WINDOW else None

    return refused


def _detail(words: str) -> Reply:
    return body_error({"error": {"message": words, "type": "BadRequestError", "code": 400}})


_ANTHROPIC = _over(
    lambda asked, _: body_error(
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": f"prompt is too long: {asked} tokens > 4096 maximum",
            },
        }
    ),
    answer=False,
)
_ANTHROPIC_SUM = _over(
    lambda asked, answer: body_error(
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": f"input length and `max_tokens` exceed context limit: {asked} + {answer} > 4096, "
                "decrease input length or `max_tokens` and try again",
            },
        }
    )
)
_GEMINI = _over(
    lambda asked, _: body_error(
        [
            {
                "error": {
                    "code": 400,
                    "message": f"The input token count ({asked}) exceeds the maximum number of tokens allowed (4096).",
                    "status": "INVALID_ARGUMENT",
                }
            }
        ]
    ),
    answer=False,
)
_VERTEX = _over(
    lambda asked, _: _detail(
        f"Unable to submit request because the input token count is {asked} but model only supports up to 4096. Reduce "
        "the input token count and try again."
    ),
    answer=False,
)
_MISTRAL = _over(
    lambda asked, _: body_error(
        {
            "object": "error",
            "message": f"Prompt contains {asked} tokens and 0 draft tokens, too large for model with 4096 maximum "
            "context length",
            "type": "invalid_request_prompt",
            "code": "3051",
        }
    ),
    answer=False,
)
_TGI_SUM = _over(
    lambda asked, answer: body_error(
        {
            "error": f"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: {asked} "
            f"`inputs` tokens and {answer} `max_new_tokens`",
            "error_type": "validation",
        },
        422,
    )
)
_TGI = _over(
    lambda asked, _: body_error(
        {
            "error": f"Input validation error: `inputs` must have less than 4096 tokens. Given: {asked}",
            "error_type": "validation",
        },
        422,
    ),
    answer=False,
)
_COHERE = _over(
    lambda asked, _: body_error(
        {
            "message": "too many tokens: total number of tokens in the prompt cannot exceed 4096 - received "
            f"{asked}. Try using a shorter prompt or setting the truncate parameters."
        }
    ),
    answer=False,
)
_LM_STUDIO = _over(
    lambda asked, _: body_error(
        {
            "error": f"Trying to keep the first {asked} tokens when context the overflows. However, the model is "
            "loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger "
            "context length, or provide a shorter input"
        }
    ),
    answer=False,
)
_LM_STUDIO_KEEP = _over(
    lambda asked, _: body_error(
        {
            "error": "The number of tokens to keep from the initial prompt is greater than the context length "
            f"(n_keep: {asked}>= n_ctx: 4096). Try to load the model with a larger context length, or provide a "
            "shorter input."
        }
    ),
    answer=False,
)
_VLLM = _over(
    lambda asked, answer: _detail(
        f"You passed {asked} input tokens and requested {answer} output tokens. However, the model's context length is "
        f"only 4096 tokens, resulting in a maximum input length of {max(1, 4096 - answer)} tokens. Please reduce the "
        f"length of the input prompt. (parameter=input_tokens, value={asked})"
    )
)
_VLLM_DECODER = _over(
    lambda asked, _: _detail(
        f"The decoder prompt (length {asked}) is longer than the maximum model length of 4096. Make sure that "
        "`max_model_len` is no smaller than the number of text tokens."
    ),
    answer=False,
)
_SGLANG = _over(
    lambda asked, answer: _detail(
        f"Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of "
        f"{asked + answer} tokens: {asked} tokens from the input messages and {answer} tokens for the completion. "
        "Please reduce the number of tokens in the input messages or the completion to fit within the limit."
    )
)
_OLLAMA = _over(
    lambda asked, _: error(f"prompt too long; exceeded max context length by {asked - _WINDOW} tokens"), answer=False
)
_XAI = _over(
    lambda asked, _: body_error(
        {
            "code": "Client specified an invalid argument",
            "error": f"This model's maximum prompt length is 4096 but the request contains {asked} tokens.",
        }
    ),
    answer=False,
)
_MOONSHOT = _over(lambda asked, _: error("Invalid request: Your request exceeded model token limit: 4096"))
_QWEN = _over(
    lambda asked, _: error("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 4096]"),
    answer=False,
)
_CLOUDFLARE = _over(
    lambda asked, answer: body_error(
        {
            "errors": [
                {
                    "message": "AiError: AiError: The estimated number of input and maximum output tokens "
                    f"({asked + answer}) exceeded this model context window limit (4096). (9a5b)",
                    "code": 5021,
                }
            ],
            "success": False,
            "result": {},
            "messages": [],
        },
        413,
    )
)
_FIREWORKS = _over(
    lambda asked, _: error(f"The prompt is too long: {asked}, model maximum context length: 4096"), answer=False
)
_GITHUB = _over(
    lambda asked, _: body_error(
        {
            "error": {
                "code": "tokens_limit_reached",
                "message": "Request body too large for invented-model model. Max size: 4096 tokens.",
                "details": "Request body too large for invented-model model. Max size: 4096 tokens.",
            }
        },
        413,
    )
)
_LITELLM = _over(
    lambda asked, answer: body_error(
        {
            "error": {
                "message": "litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: "
                f"OpenAIException - This model's maximum context length is 4096 tokens. However, you requested "
                f"{asked + answer} tokens ({asked} in the messages, {answer} in the completion). Please reduce the "
                "length of the messages or completion.\nReceived Model Group=invented-model\nAvailable Model Group "
                "Fallbacks=None",
                "type": None,
                "param": None,
                "code": "400",
            }
        }
    )
)
_ZHIPU = _over(lambda asked, _: body_error({"error": {"code": "1261", "message": "Prompt 超长"}}), answer=False)


def _groq(asked: int, answer: int) -> Reply:
    told = (
        "Request too large for model `invented-model` in organization `org_01` service tier `on_demand` on tokens per "
        f"minute (TPM): Limit 4096, Requested {asked + answer}, please reduce your message size and try again. Need "
        "more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing"
    )
    return body_error({"error": {"message": told, "type": "tokens", "code": "rate_limit_exceeded"}}, 413)


_BEDROCK_RATE = error("Too many tokens, please wait before trying again.", 429, type="throttling_exception")
_ANTHROPIC_RATE = body_error(
    {
        "type": "error",
        "error": {
            "type": "rate_limit_error",
            "message": "This request would exceed your organization's rate limit of 1,000 input tokens per minute. "
            "Please reduce the prompt length or the maximum tokens requested, or try again later.",
        },
    },
    429,
    retry_after="17",
)
_LONG = {"NOTEGEN_CONTEXT": "16384"}
_KNOWN = {"window_tokens": _WINDOW}
_in_parts = partial(Row, end=RECOVERED, requests=24, environment=_LONG, long=True, window=_WINDOW)
_named = partial(_in_parts, learnt=_KNOWN)

ROWS = (
    _named("Anthropic: prompt is too long", refusing(_ANTHROPIC)),
    _named("Anthropic: input and max_tokens exceed the context limit", refusing(_ANTHROPIC_SUM)),
    _named("Gemini: input token count exceeds the maximum", refusing(_GEMINI)),
    _named("Vertex: model only supports up to", refusing(_VERTEX)),
    _named("Mistral: too large for model", refusing(_MISTRAL)),
    _named("TGI: inputs + max_new_tokens", refusing(_TGI_SUM)),
    _named("TGI: inputs must have less than", refusing(_TGI)),
    _named("Cohere: too many tokens", refusing(_COHERE)),
    _named("LM Studio: context the overflows", refusing(_LM_STUDIO)),
    _named("LM Studio: n_keep >= n_ctx", refusing(_LM_STUDIO_KEEP)),
    _named("vLLM: maximum input length told, too", refusing(_VLLM)),
    _named("vLLM: decoder prompt", refusing(_VLLM_DECODER)),
    _named("SGLang: requested token count", refusing(_SGLANG)),
    _in_parts("Ollama: exceeded by so many tokens", refusing(_OLLAMA)),
    _named("xAI: maximum prompt length", refusing(_XAI)),
    _named("Moonshot: model token limit", refusing(_MOONSHOT)),
    _named("Qwen: range of input length", refusing(_QWEN)),
    _named("Cloudflare: context window limit in a list of errors", refusing(_CLOUDFLARE)),
    _named("Fireworks: model maximum context length", refusing(_FIREWORKS)),
    _named("GitHub Models: request body too large", refusing(_GITHUB)),
    _named("LiteLLM: ContextWindowExceededError", refusing(_LITELLM)),
    _in_parts("Zhipu: Prompt 超长", refusing(_ZHIPU)),
    _in_parts(
        "Groq: request larger than the tokens of a minute", refusing(_over(_groq)), learnt={"window_tokens": None}
    ),
    Row(
        "Bedrock: too many tokens, a rate, once",
        first(lambda asked: _BEDROCK_RATE),
        RECOVERED,
        2,
        pause_seconds=(0.5, 60.0),
        learnt={"window_tokens": None},
    ),
    Row(
        "Bedrock: too many tokens, a rate, always",
        lambda asked: _BEDROCK_RATE,
        waiting("too many tokens, please wait"),
        4,
        learnt={"window_tokens": None},
    ),
    Row(
        "Anthropic: rate of input tokens, once",
        first(lambda asked: _ANTHROPIC_RATE),
        RECOVERED,
        2,
        pause_seconds=(17.0, 30.0),
        learnt={"window_tokens": None},
    ),
    Row(
        "an upload limit of the gateway is no model's window, when short",
        lambda asked: text_error(
            "<html><head><title>413 Request Entity Too Large</title></head></html>", 413, "text/html"
        ),
        waiting("413|too large", exits=(1, 2, 3)),
        8,
    ),
)
