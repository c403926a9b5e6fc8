"""How often sentences are cut where a person marked their boundaries, and how long hostile text takes.

    python bench/sentences.py [tuned|held_out]...      counts by language and kind, every failure, peers, seconds

Without an argument both halves are counted; failures of the held-out half are printed only where it is named. The
marked set and its rules are in tests/fetcher/sentences. A boundary at an empty line is not counted as found, as any
splitter finds it; only missing it counts. Peers get each paragraph with its lines joined; they are measured where
they are installed (pip install pysbd ja_sentence_segmenter).
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from pathlib import Path

from notegen.fetcher.sentences import split_sentences

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "fetcher" / "sentences"))
from marked import HALVES, Passage, Splitter, failures, found_boundaries, passages, traps

HOSTILE = [".", ". ", "x. ", ".) ", ".)))", "...", "J. ", "1. ", "Fig. 1. ", "et al. ", ". [1] ", "[1] ", ". (a 2"]
HOSTILE += ["(", "((a)", "($「", "$", "$$", "$\\a ", "\\(", "\\[", "$$\n\n", '"', "'", "“", "「", "_", "*", "https://"]
HOSTILE += ["あ。", "。\n\n", "- a\n", "|a\n", "a\tb\n", "1.1 A\n", "a-\n", " \n", "\n\n", "\f", "\t", "\u3000", "a"]
PLAIN = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|(?<=[。．！？])")


def tally(passage: Passage, found: frozenset[int]) -> Counter[str]:
    return Counter(
        right=len((passage.boundaries & found) - passage.at_empty_lines),
        missed=len(passage.boundaries - found),
        wrong=len(found - passage.boundaries),
        traps=traps(passage),
    )


def rates(count: Counter[str]) -> str:
    right, missed, wrong = count["right"], count["missed"], count["wrong"]
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    f1 = 2 * right / max(1, 2 * right + missed + wrong)
    shares = f"precision {precision:7.2%}  recall {recall:7.2%}  F1 {f1:7.2%}"
    return f"{right + missed:4} boundaries {count['traps']:4} traps  {shares}  missed {missed}, wrong {wrong}"


def measure(half: str, *, told: bool) -> None:
    by_kind: dict[tuple[str, str], Counter[str]] = {}
    lines: list[str] = []
    for passage in passages(half):
        found = found_boundaries(passage, split_sentences)
        by_kind.setdefault((passage.language, passage.kind), Counter()).update(tally(passage, found))
        lines += failures(passage, found)
    print(f"\n{half}\n{'all':26} {rates(sum(by_kind.values(), Counter()))}")
    for language in sorted({language for language, _ in by_kind}):
        of_it = {kind: count for (its, kind), count in by_kind.items() if its == language}
        print(f"{language:26} {rates(sum(of_it.values(), Counter()))}")
        for kind, count in of_it.items() if told else ():
            print(f"   {kind:23} {rates(count)}")
    print("\n".join(lines if told else ()))


def peers() -> dict[str, Splitter]:
    """Other splitters at hand, each over the paragraphs of a text with their lines joined."""
    found: dict[str, Splitter] = {"plain pattern": PLAIN.split}
    try:
        import pysbd

        english, japanese = (pysbd.Segmenter(language=code, clean=False) for code in ("en", "ja"))
        found["pysbd en"], found["pysbd ja"] = english.segment, japanese.segment
    except ImportError:
        print("pysbd is not installed")
    try:
        from ja_sentence_segmenter.split.simple_splitter import split_punctuation

        found["ja_sentence_segmenter"] = lambda text: split_punctuation(text, punctuations="。．！？!?")
    except ImportError:
        print("ja_sentence_segmenter is not installed")
    return {name: _by_paragraph(split) for name, split in found.items()}


def _by_paragraph(split: Splitter) -> Splitter:
    def by_paragraph(text: str) -> list[str]:
        paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
        return [piece for paragraph in paragraphs if paragraph for piece in split(paragraph)]

    return by_paragraph


def measure_peers(half: str) -> None:
    print(f"\npeers, {half}")
    for name, split in peers().items():
        counts: dict[str, Counter[str]] = {}
        for passage in passages(half):
            counts.setdefault(passage.language, Counter()).update(tally(passage, found_boundaries(passage, split)))
        for language, count in counts.items():
            print(f"{name:22} {language:6} {rates(count)}")


def measure_time() -> None:
    taken = {}
    for piece in HOSTILE:
        text = piece * (1_000_000 // len(piece))
        start = time.process_time()
        split_sentences(text)
        taken[piece] = time.process_time() - start
    slowest = sorted(taken, key=lambda piece: -taken[piece])[:5]
    print("\n1 MB of one piece repeated, slowest: " + ", ".join(f"{piece!r} {taken[piece]:.2f} s" for piece in slowest))
    prose = "\n\n".join(passage.text for half in HALVES for passage in passages(half))
    start = time.process_time()
    split_sentences(prose * (1_000_000 // len(prose) + 1))
    print(f"1 MB of the marked prose: {time.process_time() - start:.2f} s")


def main(halves: list[str]) -> None:
    if unknown := set(halves) - set(HALVES):
        sys.exit(f"no such half: {', '.join(sorted(unknown))}; name {' or '.join(HALVES)}")
    for half in halves or HALVES:
        measure(half, told=half in halves or half == "tuned")
    for half in halves or HALVES:
        measure_peers(half)
    measure_time()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1:])
