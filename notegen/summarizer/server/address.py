"""The forms of a model server's address."""

from __future__ import annotations

OPENAI_URL = "https://api.openai.com/v1"


def base_addresses(given: str) -> tuple[str, ...]:
    """The base addresses to try, likeliest first: as given, then with `/v1`, since people leave that out."""
    base = given.strip().rstrip("/").removesuffix("/chat/completions").rstrip("/") or OPENAI_URL
    return (base,) if base.endswith("/v1") else (base, f"{base}/v1")
