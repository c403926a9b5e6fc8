"""Habits of models: how each maker's think, mark and misspell what they answer."""

from __future__ import annotations

import html
import json
import re
from functools import partial

from right_model import SENTENCES
from rows import PICKED, RECOVERED, Row, saying

_SENTENCES = {"NOTEGEN_ROAD": "sentences"}
_THOUGHT = (
    "The user wants Japanese. Draft: 囮の文である。おとりの論文は嘘を述べる。 "
    '{"tldr": {"en": "DECOY", "ja": "おとり。", "cites": [1]}}\n囮の文はおとりである。'
)
_UNSEEN = ("DECOY", "おとり", "囮", "think", "<|", "channel")
_FORMS = {
    "think": "<think>{}</think>{}",
    "think, only the closing one": "{}</think>\n{}",
    "thinking": "<thinking>{}</thinking>\n{}",
    "seed:think": "<seed:think>{}</seed:think>{}",
    "EXAONE": "<thought>\n{}\n</thought>\n\n{}",
    "Magistral": "[THINK]{}[/THINK]{}",
    "Kimi": "◁think▷{}◁/think▷{}",
    "Cohere": "<|START_THINKING|>{}<|END_THINKING|><|START_RESPONSE|>{}<|END_RESPONSE|>",
    "gpt-oss": "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}<|return|>",
    "gpt-oss without signs": "analysis{}assistantfinal{}",
    "Gemma 4": "<|channel>thought\n{}<channel|>{}",
    "ERNIE": "<think>\n{}\n</think>\n\n<response>\n{}\n</response>\n",
    "Hunyuan": "<think>\n{}\n</think>\n<answer>\n{}\n</answer>",
    "OpenThinker": "<|begin_of_thought|>\n{}\n<|end_of_thought|>\n\n<|begin_of_solution|>\n{}\n<|end_of_solution|>",
    "Apertus": "<|inner_prefix|>{}<|inner_suffix|>{}",
}


def _by_sentence(form: str) -> Row:
    script = saying(lambda text: _put(form, text), plain=True)
    return Row(f"thoughts of {form}, sentences", script, PICKED, 30, environment=_SENTENCES, unseen=_UNSEEN)


def _put(form: str, text: str) -> str:
    before, between, after = _FORMS[form].split("{}")
    return f"{before}{_THOUGHT}{between}{text}{after}"


def _one_line(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=False)


def _raw_control(text: str) -> str:
    """LaTeX read as escapes by a server that then wrote the characters themselves."""
    for name, char in (
        ("frac", "\x0crac"),
        ("boldsymbol", "\x08oldsymbol"),
        ("theta", "\theta"),
        ("rho", "\rho"),
        ("nu", "\nu"),
        ("text", "\text"),
    ):
        text = text.replace(f"\\\\{name}", char)
    return text


def _lines(text: str) -> str:
    """One object a key, one a line."""
    return "\n".join(json.dumps({key: value}, ensure_ascii=False) for key, value in json.loads(text).items())


def _unescaped_quotes(text: str) -> str:
    return _one_line(text).replace("「論文🌍」", '"論文🌍"')


def _upper_escapes(text: str) -> str:
    return json.dumps(json.loads(text), ensure_ascii=True)


def _bullets(text: str) -> str:
    return f"**Answer:**\n\n```json5\n{text}\n```\n\n> Note: {SENTENCES[0][:20]}"


_mended = partial(Row, end=RECOVERED, requests=1)
_TAILS = {
    "Llama": "<|eot_id|>",
    "Gemma": "<end_of_turn>\n",
    "Phi": "<|end|>",
    "Qwen": "<|im_end|>",
    "Mistral": "</s>",
    "DeepSeek": "<｜end▁of▁sentence｜>",
}

ROWS = (
    *(
        Row(f"thoughts of {form}", saying(partial(_put, form), plain=True), RECOVERED, 1, unseen=_UNSEEN)
        for form in _FORMS
    ),
    *map(_by_sentence, _FORMS),
    *(
        _mended(f"the mark of an end of {maker}", saying(lambda text, tail=tail: text + tail, plain=True))
        for maker, tail in _TAILS.items()
    ),
    *(
        Row(
            f"the mark of an end of {maker}, sentences",
            saying(lambda text, tail=tail: text + tail, plain=True),
            PICKED,
            30,
            environment=_SENTENCES,
            unseen=("<|", "end_of_turn", "</s>", "｜"),
        )
        for maker, tail in _TAILS.items()
    ),
    _mended("the answer twice", saying(lambda text: f"{text}\n\n{text}")),
    _mended("one object a key", saying(_lines)),
    _mended("HTML entities for quotes", saying(lambda text: html.escape(text, quote=True))),
    _mended("the last bracket missing", saying(lambda text: text.rstrip()[:-1])),
    _mended("one bracket too many", saying(lambda text: text + "}")),
    _mended("every letter escaped", saying(_upper_escapes)),
    _mended("a fence called json5, a note behind", saying(_bullets)),
    _mended("blank space for long before the answer", saying(lambda text: "\n" * 400 + text)),
    _mended("LaTeX turned into control characters", saying(_raw_control)),
    _mended("formulas between \\( and \\)", saying(lambda text: re.sub(r"\$([^$]+)\$", r"\\\\(\1\\\\)", text))),
)
