"""Every error notegen raises on purpose.

    NotegenError                one line: what, why, next step; facts as fields
    ├── SettingsError           problems                 all wrong settings at once
    ├── VaultNotFound           path
    ├── MocNotFound             name, known
    ├── MocAmbiguous            name, paths
    ├── MocUnreadable           path
    ├── SectionNotFound         section, moc
    ├── RunNotFound             name
    ├── PromptError             file, line
    ├── NamesUnreadable                                  the names on standard input
    ├── NameUnusable            name                     no text, or beyond all measure
    ├── CatalogueMissing        path
    ├── CatalogueUnusable       path                     damaged, another's, or of another form
    ├── CatalogueUnwritable     path
    ├── DumpUnreadable          path                     no dump, or one that breaks off
    ├── Stopped                 pins                     by Ctrl-C before anything was drafted
    ├── VaultBusy               path                     another run holds the vault
    ├── SourceError             service, attempt, status
    │   ├── SourceUnreachable                            noticed once, then everything waits
    │   │   └── NotAsked                                 --offline
    │   └── SourceRefused       retry_after_seconds      429, 503, "Rate exceeded."
    ├── ModelError              step, attempt, status
    │   ├── ModelUnreachable
    │   ├── ModelBusy           retry_after_seconds      429 and 5xx after all tries
    │   ├── ModelRejected                                key, model name or request refused: lasting
    │   │   └── QuotaUsedUp                              until the account is topped up
    │   ├── AnswerUnusable                               words that are no answer, empty, cut off
    │   │   └── ReplyUnusable                            no reply of a model server at all
    │   ├── QuestionTooLong     window_tokens            longer than the model's window
    │   └── ModelRefusal                                 the model declined to answer
    └── VaultError              path
        ├── NameNotAllowed
        ├── NoteExists
        ├── NoteChanged                                  saved by somebody while we worked
        ├── WriteFailed
        └── PinNotKept          link

`exit_status` is the command's status when the error ends it; `transient` tells "waiting" from "failed" when it ends
one paper only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar


class NotegenError(Exception):
    """Base of all. Its text is one line for a person: what happened, why, and what to do next."""

    exit_status: ClassVar[int] = 2
    transient: ClassVar[bool] = False

    def __init__(self, what: str, why: str = "", next_step: str = "") -> None:
        super().__init__(what, why, next_step)
        self.what = what
        self.why = why
        self.next_step = next_step

    def __str__(self) -> str:
        line = f"{self.what}: {self.why}" if self.why else self.what
        return " ".join((f"{line.rstrip('.。 ')}. {self.next_step}" if self.next_step else line).split())


class SettingsError(NotegenError):
    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("settings", "; ".join(problems), "Correct them and run again")
        self.problems = tuple(problems)


class VaultNotFound(NotegenError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"no vault at {path}", why, "Name one with --vault FOLDER or NOTEGEN_VAULT")
        self.path = path


class MocNotFound(NotegenError):
    def __init__(self, name: str, known: Sequence[str]) -> None:
        seen = ", ".join(f"“{moc}”" for moc in known[:5]) or "none"
        super().__init__(
            f"no note named “{name}”" if name else "no MOC in this vault",
            f"MOCs found: {seen}"
            if name
            else "none has MOC in its name, the tag moc, or a heading Papers or 論文 over links",
            "Give the name or path of a note",
        )
        self.name = name
        self.known = tuple(known)


class MocAmbiguous(NotegenError):
    def __init__(self, name: str, paths: Sequence[str]) -> None:
        super().__init__(f"“{name}” names {len(paths)} notes", ", ".join(paths), "Give the whole path")
        self.name = name
        self.paths = tuple(paths)


class MocUnreadable(NotegenError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"cannot read {path}", why, "Save it as UTF-8 text and run again")
        self.path = path


class SectionNotFound(NotegenError):
    def __init__(self, section: str, moc: str, why: str) -> None:
        next_step = "Give a heading of it with --section, as “Outer › Inner” where two are called the same"
        super().__init__(f"no line can be added to “{section}” in {moc}", why, next_step)
        self.section = section
        self.moc = moc


class RunNotFound(NotegenError):
    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"no run “{name}” to undo" if name else "nothing to undo", why, "See notegen undo --list")
        self.name = name


class PromptError(NotegenError):
    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"template {file}, line {line}", why, "Correct the template")
        self.file = file
        self.line = line


class NamesUnreadable(NotegenError):
    def __init__(self, why: str, next_step: str = "Give one name a line, as UTF-8 text") -> None:
        super().__init__("the names on standard input cannot be used", why, next_step)


class NameUnusable(NotegenError):
    def __init__(self, name: str, why: str) -> None:
        shown = name if len(name) <= 80 else f"{name[:80]}…"
        super().__init__(f"the name “{shown}” cannot be used", why, "Give a title, an arXiv id or a DOI")
        self.name = name


class CatalogueMissing(NotegenError):
    exit_status = 1

    def __init__(self, path: Path) -> None:
        super().__init__(f"no catalogue at {path}", "none was built there", "Build it: notegen catalogue build FILE")
        self.path = path


class CatalogueUnusable(NotegenError):
    exit_status = 1

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"cannot use the catalogue {path}", why, "Build it again: notegen catalogue build FILE")
        self.path = path


class CatalogueUnwritable(NotegenError):
    exit_status = 1

    def __init__(self, path: Path, why: str) -> None:
        next_step = "Make room (there and for temporary files) or see to the right to write, then build it again"
        super().__init__(f"cannot write the catalogue {path}", why, next_step)
        self.path = path


class DumpUnreadable(NotegenError):
    def __init__(self, path: Path, why: str, next_step: str) -> None:
        super().__init__(f"cannot read {path}", why, next_step)
        self.path = path


class Stopped(NotegenError):
    exit_status = 1

    def __init__(self, pins: Sequence[str] = ()) -> None:
        kept = f"no note was written; pinned before and kept: {', '.join(pins)}" if pins else "nothing was written"
        super().__init__("stopped", kept, "Run again")
        self.pins = tuple(pins)


class VaultBusy(NotegenError):
    exit_status = 75
    transient = True

    def __init__(self, path: str, wait_seconds: float = 0) -> None:
        why = f"another notegen run holds {path}" + (f", {wait_seconds:g} s waited" if wait_seconds else "")
        super().__init__("vault is in use", why, "Try again when it has ended, or wait for it: --wait SECONDS")
        self.path = path


class SourceError(NotegenError):
    exit_status = 1
    transient = True

    def __init__(self, service: str, why: str, *, attempt: int = 1, status: int | None = None) -> None:
        super().__init__(f"{service} gave no answer", why, "Run again later; nothing is lost")
        self.service = service
        self.attempt = attempt
        self.status = status


class SourceUnreachable(SourceError):
    pass


class NotAsked(SourceUnreachable):
    """Offline by the person's own word: nothing is wrong, but this could have been asked."""

    def __init__(self) -> None:
        super().__init__("", "")
        self.what = "offline"
        self.why = "nothing kept on this machine knows it"
        self.next_step = "Run without --offline"


class SourceRefused(SourceError):
    def __init__(
        self,
        service: str,
        why: str,
        *,
        attempt: int = 1,
        status: int | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(service, why, attempt=attempt, status=status)
        self.retry_after_seconds = retry_after_seconds


class ModelError(NotegenError):
    """`tokens_in` and `tokens_out` were spent although there is no answer; `estimated` as in `records.Usage`."""

    exit_status = 1
    transient = True
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False

    def __init__(
        self,
        what: str,
        why: str,
        next_step: str = "Run again; answers that arrived are kept",
        *,
        step: str = "",
        attempt: int = 1,
        status: int | None = None,
    ) -> None:
        super().__init__(what, why, next_step)
        self.step = step
        self.attempt = attempt
        self.status = status


class ModelUnreachable(ModelError):
    exit_status = 3


class ModelBusy(ModelError):
    retry_after_seconds: float | None = None


class ModelRejected(ModelError):
    exit_status = 2
    transient = False


class QuotaUsedUp(ModelRejected):
    exit_status = 1
    transient = True


class AnswerUnusable(ModelError):
    pass


class ReplyUnusable(AnswerUnusable):
    """`is_empty` tells that the server sent nothing at all, rather than something else than a completion."""

    is_empty: bool = False


class QuestionTooLong(ModelError):
    """`window_tokens` is the window as the server told or showed it; else, `guessed`, half the question.

    With `passing` it is what an account may ask in a minute, and nothing of the model.
    """

    window_tokens: int = 0
    guessed: bool = False
    passing: bool = False


class ModelRefusal(ModelError):
    transient = False


class VaultError(NotegenError):
    exit_status = 1

    def __init__(self, path: str, what: str, why: str, next_step: str = "") -> None:
        super().__init__(what, why, next_step)
        self.path = path


class NameNotAllowed(VaultError):
    def __init__(self, name: str, why: str, next_step: str = "Change the link in the MOC") -> None:
        super().__init__(name, f"“{name}” cannot be a file name", why, next_step)
        self.name = name


class NoteExists(VaultError):
    def __init__(self, path: str) -> None:
        super().__init__(path, f"{path} exists", "something of that name is there; it stays as it is")


class NoteChanged(VaultError):
    transient = True

    def __init__(self, path: str) -> None:
        super().__init__(path, f"{path} changed", "somebody saved it meanwhile; it stays as it is", "Run again")


class WriteFailed(VaultError):
    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, f"cannot write {path}", why, "Mend that and run again")


class PinNotKept(VaultError):
    def __init__(self, link: str, why: str) -> None:
        path = ".notegen/pins.toml"
        super().__init__(path, f"“{link}” cannot be pinned in {path}", why, "Mend that and pin it again")
        self.link = link
