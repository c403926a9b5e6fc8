"""Words of a column as rows from top to bottom; what is raised, lowered or stacked is a piece of its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from notegen.fetcher.full_text.pdf.page import Word

_OPERATORS = frozenset("∑∏∫∮∪∩⊎")
_NEAR = 0.78  # of the larger size: less between two lines that stand on each other there is not


@dataclass(slots=True, eq=False)
class Row:
    """Words on one height, and the pieces of other rows that belong into it."""

    words: list[Word]
    y: float
    size: float
    pieces: list[Row] = field(default_factory=list)

    @property
    def x0(self) -> float:
        """Where it begins."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Where it ends."""
        return max(word.x1 for word in self.words)


def rows_of(words: Sequence[Word]) -> list[Row]:
    """The rows from top to bottom; raised, lowered and stacked pieces are put into the row they stand at."""
    levels = _levels(words)
    levels.sort(key=lambda row: (-round(row.size), row.x0 - row.x1))
    rows: list[Row] = []
    for level in levels:
        rest: list[Word] = []
        for piece in _pieces(level):
            home = _home(piece, rows)
            if home is None:
                rest += piece.words
            else:
                home.pieces.append(piece)
        if rest:
            rows.append(Row(rest, level.y, level.size))
    return sorted(rows, key=lambda row: -row.y)


def _levels(words: Sequence[Word]) -> list[Row]:
    """Words by their height and, where it differs much, their size."""
    levels: list[Row] = []
    for word in sorted(words, key=lambda word: (-word.y, -word.size)):
        for level in reversed(levels[-4:]):
            if abs(level.y - word.y) <= 0.08 * max(level.size, word.size):
                level.words.append(word)
                break
        else:
            levels.append(Row([word], word.y, word.size))
    for level in levels:
        level.words.sort(key=lambda word: word.x0)
        sizes: Counter[float] = Counter()
        for word in level.words:
            sizes[word.size] += len(word.text)
        level.size = sizes.most_common(1)[0][0]
    return levels


def _pieces(level: Row) -> list[Row]:
    """A level cut where there is more than a blank."""
    pieces: list[Row] = []
    for word in level.words:
        if pieces and word.x0 - pieces[-1].words[-1].x1 < 0.9 * level.size:
            pieces[-1].words.append(word)
        else:
            pieces.append(Row([word], level.y, level.size))
    return pieces


def _home(piece: Row, rows: Sequence[Row], is_within: bool = False) -> Row | None:
    """The row that a piece stands at: near in height, and no words of that row where the piece is."""
    best: Row | None = None
    for row in rows:
        distance = abs(row.y - piece.y)
        is_small = piece.size < 0.86 * row.size
        most = (1.7 if is_small and _is_limit(piece, row) else 1.02) * row.size
        if not 0.08 * row.size < distance <= most or (best and distance >= abs(best.y - piece.y)):
            continue
        if distance > _NEAR * row.size and not (is_small and piece.x1 - piece.x0 < 3 * row.size):
            continue
        beside = [*row.words, *(word for other in row.pieces for word in other.words)]
        reach = (0.6 if is_small or is_within else 3) * row.size
        near = any(word.x0 - reach < piece.x1 and word.x1 + reach > piece.x0 for word in beside)
        over = any(min(word.x1, piece.x1) - max(word.x0, piece.x0) > 0.5 * row.size for word in row.words)
        if near and (not over or is_small):
            best = row
    inner = [each for each in best.pieces if piece.size < 0.86 * each.size] if best else []
    return _home(piece, inner, True) or best if inner else best


def _is_limit(piece: Row, row: Row) -> bool:
    """Whether a piece stands at a large operator, as a limit of a sum or an integral does."""
    return any(
        word.text[:1] in _OPERATORS and word.x0 - row.size < piece.x1 and piece.x0 < word.x1 + row.size
        for word in row.words
    )
