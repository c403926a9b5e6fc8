"""What servers mean by the words of a refusal: no such model, a key, a purse, a pause, a judgement of the question."""

from __future__ import annotations

import re

_NO_SUCH_MODEL = re.compile(
    r"\bmodels?\b.{0,80}\b(?:not (?:found|exist|available|(?:been )?loaded|supported)|does(?: not|n't) exist|unknown"
    r"|no longer|a valid model)|(?:no such|unknown|invalid|unsupported) model|model_not_(?:found|available|supported)"
    r"|not a valid model|no endpoints found for|no models? (?:is |are )?loaded|unable to access model"
    r"|not have access to model|\bdeployment\b.{0,80}\bnot (?:found|exist)|\Amodel: \S+\Z",
    re.IGNORECASE,
)
_BARRED_MODEL = re.compile(r"no endpoints found|no allowed providers|data policy", re.IGNORECASE)
_NO_MONEY = re.compile(
    r"insufficient.{0,12}(?:quota|credit|balance|fund)|requires more credits|credit balance is too low"
    r"|exceeded your current quota|quota.{0,20}exhausted|billing (?:hard )?limit",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:incorrect|invalid) api.?key|api.?key (?:is |was )?(?:not valid|invalid|incorrect|expired|not found)",
    re.IGNORECASE,
)
_JUDGED = re.compile(r"\bflagged\b|requires moderation|content.?(?:filter|policy)|usage polic", re.IGNORECASE)
_NOT_TAKEN = re.compile(
    r"n[o']t (?:be )?(?:\w+ )?(?:support|allow|permit|implement|enabled|convert)|unsupported|unimplemented|unknown"
    r"|unrecogni[sz]ed|invalid (?:param|value|format|schema|grammar|response_format|role|request)|must "
    r"|\bonly |required|failed to (?:parse|compile|load)\b.{0,40}(?:grammar|schema|format)|template|jinja|extra inputs",
    re.IGNORECASE,
)
_PART = (
    r"\d+(?:\.\d+)? ?(?:ms|milliseconds?|s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)(?![a-z])"
)
_PAUSE = re.compile(rf"(?:retry|try again) (?:in|after) ((?:{_PART}|(?<=[smhd])\d[\d.]*[smhd]|\s)+)", re.IGNORECASE)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?) ?(ms|milli|[smhd])", re.IGNORECASE)
_SECONDS = {"ms": 0.001, "milli": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


def names_no_such_model(words: str) -> bool:
    """Whether the server has not the model asked for."""
    return bool(_NO_SUCH_MODEL.search(words))


def bars_model(words: str) -> bool:
    """Whether a router knows the model, but asks it for nobody with these settings (OpenRouter, Errors)."""
    return bool(_BARRED_MODEL.search(words))


def names_money(words: str) -> bool:
    """Whether there is nothing left to pay with."""
    return bool(_NO_MONEY.search(words))


def names_key(words: str) -> bool:
    """Whether the key is refused; Gemini and xAI say so with status 400."""
    return bool(_KEY.search(words))


def judges(words: str) -> bool:
    """Whether a filter or moderation declined what was asked."""
    return bool(_JUDGED.search(words))


def takes_not(words: str) -> bool:
    """Whether something of the request is not taken at all, rather than that something went wrong on the way."""
    return bool(_NOT_TAKEN.search(words))


def told_pause_seconds(words: str) -> float | None:
    """The pause that is asked for in words, such as `7.66s`, `28m48.5s`, `20ms`, `26 seconds`; None for none."""
    found = _PAUSE.search(words)
    amounts = _AMOUNT.findall(found[1]) if found else []
    return sum(float(number) * _SECONDS[unit.casefold()] for number, unit in amounts) if amounts else None
