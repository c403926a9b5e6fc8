"""Whether two numbers change places between two texts, told by what each stands with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from notegen.summarizer.checks.concepts import CHANGES
from notegen.summarizer.checks.places import Placed, comparable, is_one_clause, placed_numbers
from notegen.summarizer.checks.quantity import Quantity


def exchanged_owners(text: str, *sources: str) -> list[str]:
    """Pairs of like numbers of the text that stand with each other's things in the sources, all taken together."""
    held = [placed_numbers(source) for source in sources]
    found = []
    for said in combinations(placed_numbers(text), 2):
        one, other = (placed.number for placed in said)
        if not one.agrees_with(other) and comparable(one, other):
            pairs = [(_only(one, placed), _only(other, placed)) for placed in held]
            if _crossed(said, [(own, others) for own, others in pairs if own and others and own != others]):
                found.append(f"{one.text} and {other.text}")
    return found


def astray(text: str, source: str) -> list[str]:
    """The only number of a plain statement, where it stands with two things of another one and none of its own."""
    said, held = placed_numbers(text), placed_numbers(source)
    own = _only(said[0].number, held) if len(said) == 1 and is_one_clause(text) else None
    if not own or not own.all or said[0].number.kind == "fraction" or said[0].all & own.all:
        return []
    others = [placed for placed in held if placed is not own and said[0].number.could_be(placed.number)]
    return [said[0].number.text] if any(len(said[0].all & other.all) > 1 for other in others) else []


def _only(number: Quantity, held: Sequence[Placed]) -> Placed | None:
    alike = [placed for placed in held if number.agrees_with(placed.number)]
    same = [placed for placed in alike if placed.number.kind == number.kind] or alike
    return same[0] if len(same) == 1 else None


def _crossed(said: tuple[Placed, Placed], sources: Sequence[tuple[Placed, Placed]]) -> bool:
    """Whether names or counted things, or other words of both numbers, stand with the other number in the sources.

    Words before a list stand with its first number only, so that words of one number alone show nothing.
    """
    straight = crossed = 0
    shown = False
    for held in sources:
        # The subject of both texts stands with its first number in either, whichever that is.
        common = frozenset.union(*(placed.subject for placed in said)) & frozenset.union(
            *(placed.subject for placed in held)
        )
        names, names_crossed = _evidence(
            [placed.sure - common for placed in said], [placed.sure - common for placed in held]
        )
        words, words_crossed = _evidence(
            [placed.all - common for placed in said], [placed.all - common for placed in held]
        )
        straight += sum(names) + sum(words)
        crossed += sum(names_crossed) + sum(words_crossed)
        shown |= any(names_crossed) or all(words_crossed)
    return shown and crossed > straight


def _evidence(
    said: Sequence[frozenset[str]], held: Sequence[frozenset[str]]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """How much the two numbers share with their own number of the source, and how much with the other's."""
    (one, other), (own, others) = (_apart(*pair) for pair in (said, held))
    return (len((one & own) - CHANGES), len((other & others) - CHANGES)), (len(one & others), len(other & own))


def _apart(one: frozenset[str], other: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    return one - other, other - one
