"""Make the word list of the support check, notegen/summarizer/checks/wordnet.txt, from WordNet 3.0.

    python bench/wordnet.py [--wordnet /usr/share/wordnet] [--replay FOLDER] [--least 120]

The database is that of Debian's package wordnet-base. A word is taken when at least LEAST of the 60,000 abstracts in
FOLDER (data/records.jsonl.gz) have it in some form, and with the first two of its meanings; a line holds the words of
one meaning, those of the next wider or a similar one, and those derived from them. First in the file stand the words
that WordNet's own text (SemCor) has often, by how often: they say little of what a sentence is about.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from pathlib import Path

from checks_outside import REPLAY

from notegen.summarizer.checks.words import stem

TARGET = Path(__file__).resolve().parents[1] / "notegen" / "summarizer" / "checks" / "wordnet.txt"
PARTS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
MEANINGS, DERIVED_MEANINGS = 2, 8
OFTEN = (200, 60, 20, 10)
Meaning = tuple[str, str]  # part of speech and place in its file
HEADER = """\
Which English words may stand for one another, and which say little. Made by bench/wordnet.py from WordNet 3.0:
WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Permission to use, copy, modify and
distribute this software and database and its documentation for any purpose and without fee or royalty is hereby
granted, provided that you agree to comply with the following copyright notice and statements, including the
disclaimer, and that the same appear on ALL copies of the software, database and documentation, including
modifications that you make for internal use or for distribution. THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND
PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT
LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY
PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT INFRINGE ANY THIRD
PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS. The name of Princeton University or Princeton may not be used
in advertising or publicity pertaining to distribution of the software and/or database. Title to copyright in this
software, database and any associated documentation shall at all times remain with Princeton University and LICENSEE
agrees to preserve same."""


def known_stems(replay: Path, least: int) -> set[str]:
    """Stems that at least so many abstracts have."""
    count: Counter[str] = Counter()
    with gzip.open(replay / "data" / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            count.update({stem(word) for word in re.findall("[a-z]{3,}", (json.loads(line)["abstract"] or "").lower())})
    return {word for word, papers in count.items() if papers >= least}


def ranks(wordnet: Path) -> dict[tuple[str, Meaning], int]:
    """For each word and meaning, how many meanings of the word are more usual."""
    found = {}
    for part in dict.fromkeys(PARTS.values()):
        for line in _lines(wordnet / f"index.{part}"):
            word, _, meanings, pointers, *rest = line.split()
            for rank, place in enumerate(rest[int(pointers) + 2 :]):
                found[word, (part, place)] = rank
            assert len(rest) == int(pointers) + 2 + int(meanings)
    return found


def meanings(wordnet: Path) -> dict[Meaning, tuple[list[str], list[tuple[str, Meaning, int, int]]]]:
    """The words of each meaning, and its pointers: sign, meaning, and the places of the words they join (0 for all)."""
    found = {}
    for part in dict.fromkeys(PARTS.values()):
        for line in _lines(wordnet / f"data.{part}"):
            place, _, _, size, *rest = line.split(" | ")[0].split()
            words = [word.partition("(")[0] for word in rest[: 2 * int(size, 16) : 2]]
            behind = rest[2 * int(size, 16) + 1 :]
            pointers = []
            for at in range(0, 4 * int(rest[2 * int(size, 16)]), 4):
                sign, there, kind, ends = behind[at : at + 4]
                pointers.append((sign, (PARTS[kind], there), int(ends[:2], 16), int(ends[2:], 16)))
            found[part, place] = (words, pointers)
    return found


def groups(wordnet: Path, known: set[str]) -> set[tuple[str, ...]]:
    """Words that may stand for one another, a tuple for each meaning."""
    rank, all_meanings = ranks(wordnet), meanings(wordnet)

    def taken(word: str, meaning: Meaning, usual: int = MEANINGS) -> bool:
        plain = word.isascii() and word.isalpha() and word.islower() and len(word) > 2
        return plain and rank.get((word, meaning), usual) < usual and stem(word) in known

    found = set()
    for meaning, (words, pointers) in all_meanings.items():
        own = [word for word in words if taken(word, meaning)]
        wider = []
        for sign, there, here, end in pointers if own else ():
            beside = all_meanings[there][0]
            if sign == "+" and words[here - 1] in own and taken(beside[end - 1], there, DERIVED_MEANINGS):
                wider.append(beside[end - 1])
            if sign in ("@", "&"):
                wider += [word for word in beside if taken(word, there)]
        group = tuple({stem(word): word for word in reversed([*own, *wider])}.values())
        if len(group) > 1:
            found.add(tuple(sorted(group)))
    return found


def often(wordnet: Path) -> dict[int, list[str]]:
    """Words by how often, at least, WordNet's own text has them."""
    count: Counter[str] = Counter()
    for line in (wordnet / "cntlist.rev").read_text(encoding="ascii").splitlines():
        key, _, times = line.split()
        count[key.partition("%")[0]] += int(times)
    found: dict[int, list[str]] = {least: [] for least in OFTEN}
    for word, total in sorted(count.items()):
        if word.isalpha() and total >= OFTEN[-1]:
            found[next(least for least in OFTEN if total >= least)].append(word)
    return found


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="ascii").splitlines() if not line.startswith("  ")]


def main() -> None:
    """Write the list anew and say how long it is."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    asked.add_argument("--replay", type=Path, default=REPLAY)
    asked.add_argument("--least", type=int, default=120)
    options = asked.parse_args()
    lines = [f"# {line}" for line in HEADER.splitlines()]
    lines += (f"{least} {' '.join(words)}" for least, words in often(options.wordnet).items())
    lines += sorted(" ".join(group) for group in groups(options.wordnet, known_stems(options.replay, options.least)))
    TARGET.write_text("\n".join(lines) + "\n", encoding="ascii")
    print(f"{len(lines):,} lines, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
