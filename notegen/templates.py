"""Templates of questions and notes: Jinja2 files, and lists of sections; the user's own before those that ship."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from notegen.errors import PromptError
from notegen.records import Section

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from jinja2 import Environment

KINDS = ("problem", "novelty", "method", "evaluation", "discussion", "limits")
_TAKEN_KEYS = ("tldr", "numbers", "terms", "abstract")
_TEMPLATE_FAULTS = (ArithmeticError, AttributeError, LookupError, NameError, RuntimeError, TypeError, ValueError)


@lru_cache(maxsize=8)
def _environment(folders: tuple[Path, ...]) -> Environment:
    """The templates of `folders`, first folder first, then those of the package. Undefined values are errors.

    Sandboxed, since a template may have come with somebody else's vault.
    """
    from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    own = FileSystemLoader([str(folder) for folder in folders], encoding="utf-8")
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([own, FunctionLoader(_packaged)]),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(name: str, folders: Sequence[Path], **values: object) -> str:
    """The template `name` filled with `values`; `PromptError` with file, line and reason when it cannot be."""
    from jinja2 import TemplateError

    file = name
    try:
        template = _environment(tuple(folders)).get_template(name)
        file = template.filename or name
        return template.render(**values)
    except TemplateError as error:
        file = getattr(error, "filename", None) or file
        raise PromptError(file, _line(error), error.message or type(error).__name__) from error
    except _TEMPLATE_FAULTS as error:
        raise PromptError(file, _line(error), str(error)) from error


def file_of(name: str, folders: Sequence[Path]) -> str:
    """The file that `render` takes for the template `name`."""
    return _environment(tuple(folders)).get_template(name).filename or name


def sections_of(name: str, folders: Sequence[Path]) -> tuple[Section, ...]:
    """The sections of the note template `name` (“ochiai”), from the first `name.toml` of `folders` and the package.

    Raises `PromptError` with file, line and reason where there is none or it cannot be used.
    """
    import tomllib

    file = f"{name}.toml"
    own = next((folder / file for folder in folders if (folder / file).is_file()), None)
    found = own or _files().joinpath(file)
    try:
        told = tomllib.loads(found.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(str(own or file), 1, "there is no such template that can be read") from error
    except tomllib.TOMLDecodeError as error:
        raise PromptError(str(own or file), 1, str(error)) from error
    listed = told.get("section")
    entries = listed if isinstance(listed, list) else []
    made = tuple(_section(entry, str(own or file)) for entry in entries)
    if not made or len({section.key for section in made}) < len(made):
        why = "two of its sections have the same key" if made else "it lists no [[section]]"
        raise PromptError(str(own or file), 1, why)
    return made


def _section(entry: object, file: str) -> Section:
    values = entry if isinstance(entry, dict) else {}
    words = [values.get(key) for key in ("key", "ja", "en", "asks")]
    takes = values.get("takes", [])
    if not all(isinstance(word, str) and word.strip() for word in words):
        raise PromptError(file, 1, "a [[section]] needs key, ja, en and asks, each a text")
    if words[0] in _TAKEN_KEYS or not re.fullmatch(r"[a-z][a-z0-9_-]*", str(words[0])):
        raise PromptError(file, 1, f"the key “{words[0]}” must be small letters, and none of {', '.join(_TAKEN_KEYS)}")
    if not isinstance(takes, list) or set(map(str, takes)) - set(KINDS):
        raise PromptError(file, 1, f"takes of “{words[0]}” is a list of {', '.join(KINDS)}")
    key, ja, en, asks = (" ".join(str(word).split()) for word in words)
    return Section(key, ja, en, asks, tuple(map(str, takes)))


def _files() -> Traversable:
    from importlib.resources import files

    return files("notegen.prompts")


def _packaged(name: str) -> tuple[str, str, None] | None:
    template = _files().joinpath(name)
    return (template.read_text(encoding="utf-8"), str(template), None) if template.is_file() else None


def _line(error: Exception) -> int:
    """The line of the template an error came from; Jinja2 puts template lines into the traceback."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.endswith((".j2", "<template>"))]
    return getattr(error, "lineno", None) or (frames[-1].lineno if frames else None) or 1
