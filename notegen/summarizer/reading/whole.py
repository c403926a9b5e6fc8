"""An answer that broke off: what of it is whole."""

from __future__ import annotations

import json

from notegen.summarizer.reading.heard import heard


def whole_part(text: str) -> str:
    """What is whole of a text that breaks off within its answer, as JSON; the text as it is where nothing is open.

    Whole are the members of the answer and the items of its lists that end before the break; the statement in which
    it breaks off is not. A thought is no answer, and stays as it is.
    """
    said = heard(text)
    if not said.broken_off:
        return text
    found = [said.broken_off, *said.objects[: said.whole_before]]
    whole = "\n".join(json.dumps(each, ensure_ascii=False) for each in found)
    return whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
