"""Templates of questions and notes: Jinja2 files, the user's own before those that ship."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from notegen.errors import PromptError

if TYPE_CHECKING:
    from jinja2 import Environment

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


def _packaged(name: str) -> tuple[str, str, None] | None:
    template = files("notegen.prompts").joinpath(name)
    return (template.read_text(encoding="utf-8"), str(template), None) if template.is_file() else None


def _line(error: Exception) -> int:
    """The line of the template an error came from; Jinja2 puts template lines into the traceback."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename.endswith((".j2", "<template>"))]
    return getattr(error, "lineno", None) or (frames[-1].lineno if frames else None) or 1
