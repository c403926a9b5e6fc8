"""What was read of full texts, kept on disk, so that a paper is fetched and read once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from notegen.errors import NotAsked
from notegen.fetcher.full_text.as_json import from_json, to_json
from notegen.fetcher.full_text.parts import FullText
from notegen.fetcher.identify import normal_id
from notegen.records import Form
from notegen.whole_file import write_whole

READERS: dict[Form, int] = {"html": 1, "pdf": 1}
"""Counted up when a reader gives something else of the same bytes: what the earlier one gave is then read anew."""

_HOUR_SECONDS = 3_600.0
_DAY_SECONDS = 24 * _HOUR_SECONDS
_MOST_BYTES = 200_000_000
_NOT_OURS = (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a paper in one form: the text that was read, None where arXiv has none."""

    full_text: FullText | None


class KeptTexts:
    """Texts in `folder`, by arXiv id with version and by form.

    The text of a known version is kept without end, that of whatever is the latest version seven days; that arXiv has
    none, or a text that admits a fault, one day; a page without a paper, which may be one of maintenance, one hour.
    `clock` tells the time in seconds since the epoch.
    """

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self._folder, self._clock = folder, clock

    def get(self, form: Form, arxiv_id: str) -> Kept | None:
        """What is kept; None when nothing is, it is too old, or the file is torn or not ours."""
        path = self._path(form, arxiv_id)
        try:
            if not path.is_file() or path.stat().st_size > _MOST_BYTES:
                return None
            held = json.loads(path.read_bytes())
            if (held["form"], held["arxiv_id"], held["reader"]) != (form, arxiv_id, READERS[form]):
                return None
            kept = Kept(None if held["text"] is None else from_json(held["text"]))
            age_seconds = self._clock() - held["at"]
        except _NOT_OURS:
            return None
        longest_seconds = _longest_seconds(arxiv_id, kept.full_text)
        return kept if longest_seconds is None or 0 <= age_seconds < longest_seconds else None

    def keep(self, form: Form, arxiv_id: str, full_text: FullText | None) -> None:
        """Keep what was read, None for "arXiv has none"; a full disk costs what was read, not the run."""
        text = None if full_text is None else to_json(full_text)
        held = {"form": form, "arxiv_id": arxiv_id, "reader": READERS[form], "at": self._clock(), "text": text}
        with suppress(OSError, UnicodeEncodeError):
            write_whole(self._path(form, arxiv_id), json.dumps(held, ensure_ascii=False))

    def _path(self, form: Form, arxiv_id: str) -> Path:
        digest = hashlib.sha256(f"{form}\n{arxiv_id}".encode(errors="replace")).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"


class OfflinePages:
    """A `TextSource` that is not to be asked: only what is kept is read."""

    def fetch(self, form: Form, arxiv_id: str) -> bytes | None:
        """Raises `NotAsked`."""
        raise NotAsked


def _longest_seconds(arxiv_id: str, full_text: FullText | None) -> float | None:
    """How long it is kept; None without end."""
    if full_text is None:
        return _DAY_SECONDS
    if not full_text.parts:
        return _HOUR_SECONDS
    if full_text.notices:
        return _DAY_SECONDS
    return None if normal_id(arxiv_id)[1] else 7 * _DAY_SECONDS
