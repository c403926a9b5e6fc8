"""A text of 120 pages on windows of 4k, 8k and 32k tokens: calls, tokens, sections cited, the planted fact.

python bench/long.py

The text is invented, the model is a stand-in that answers from what it is shown (tests/summarizer/test_long_papers.py).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "summarizer"))

import test_long_papers as long_papers
from scripted import OCHIAI, Shelf

from notegen.summarizer.draft import draft
from notegen.summarizer.tokens import question_tokens


def main() -> int:
    text = long_papers.long_text()
    words = sum(len(sentence.text.split()) for sentence in text.sentences)
    sections = {sentence.section for sentence in text.sentences[1:]}
    print(f"{words:,} words, {len(text.sentences):,} sentences in {len(sections)} sections")
    for context_tokens in (4096, 8192, 32768):
        model, before = long_papers.reader(), time.process_time()
        made = draft(long_papers.PAPER, text, model, Shelf(), OCHIAI, context_tokens=context_tokens)
        cited = long_papers.sections_cited(made, text) & sections
        tokens = [question_tokens(question) for question in model.asked]
        largest = max(question_tokens(question) + question.max_tokens for question in model.asked)
        there = "is" if any("37%" in claim.en for claim in made.claims) else "IS NOT"
        print(f"window of {context_tokens:,} tokens, {time.process_time() - before:.1f} s CPU")
        print(f"  {len(tokens)} calls, {sum(tokens):,} tokens in; largest question with its answer {largest:,}")
        print(f"  {len(made.claims)} claims cite {len(cited)} of {len(sections)} sections; the fact {there} there")
    return 0


if __name__ == "__main__":
    sys.exit(main())
