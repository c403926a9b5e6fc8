"""What a server says of a model's window in its list of models, and where the window is set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# Fields of the entry of a model, as the servers' own documentation has them: vLLM and SGLang `max_model_len`;
# OpenRouter `context_length`; Groq `context_window`; Mistral `max_context_length`; llama.cpp `meta.n_ctx` and
# `meta.n_ctx_train`; LM Studio (REST API) `loaded_context_length` and `max_context_length`.
_SERVED = "max_model_len", "loaded_context_length", "n_ctx", "context_length", "context_window"
_MOST = "n_ctx_train", "max_context_length", "max_model_len", "context_length", "context_window"
_SETTING = {
    "ollama": "OLLAMA_CONTEXT_LENGTH={}",
    "llama.cpp": "-c {}",
    "LM Studio": "context length {}",
    "vLLM": "--max-model-len {}",
}
_OWNER = {"library": "ollama", "llamacpp": "llama.cpp", "vllm": "vLLM", "organization_owner": "LM Studio"}


@dataclass(frozen=True, slots=True)
class Named:
    """What a server names, None where it does not: the window it `served` the model with, and the `most` it can have.

    `kind` is the server's program, "" where that is not known.
    """

    served: int | None = None
    most: int | None = None
    kind: str = ""

    def setting(self, tokens: int) -> str:
        """Where on the server a window of so many tokens is set."""
        known = [self.kind] if self.kind else list(_SETTING)
        told = (f"{'Ollama' if kind == 'ollama' else kind}: {_SETTING[kind].format(tokens)}" for kind in known)
        return "; ".join(told)


def named_window(entries: Sequence[Mapping[str, Any]], name: str) -> Named:
    """What the entry of this model says, or the only one's."""
    entry = next((one for one in entries if one.get("id") in (name, f"{name}:latest")), None)
    if entry is None and len(entries) == 1:
        entry = entries[0]
    if entry is None:
        return Named()
    held = {**_dict(entry.get("meta")), **entry}
    kind = "LM Studio" if "loaded_context_length" in held else _OWNER.get(str(entry.get("owned_by")), "")
    served = _first(held, _SERVED)
    if served is None and "loaded_context_length" not in held and not kind:
        served = _first(held, ("max_context_length",))
    return Named(served, _first(held, _MOST), kind)


def _first(held: Mapping[str, Any], fields: Iterable[str]) -> int | None:
    counts = (held.get(field) for field in fields)
    return next((count for count in counts if isinstance(count, int) and count > 0), None)


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
