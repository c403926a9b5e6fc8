from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notegen.obsidian import links
from notegen.writer.clean import clean_inline, clean_property, is_safe_url

# What must never stand in text that was cleaned, wherever in a note it is put.
_LIVE = re.compile(
    r"::|</?[A-Za-z!?]|~~~|==|\[\^|\]:"
    r"|(?<![\\\w])(?:obsidian|file|javascript|vbscript|data):\S|(?<!\S)#[A-Za-z_]|(?<!\S)\^\w+$|[\x00-\x1f\u200b\u202e]",
    re.IGNORECASE,
)

_PIECES = st.sampled_from(
    re.findall(
        r"\S+",
        "<% %> [[ ]] ![[ ]( [^ ]: :: %% {{ }} ``` ` `= `$= '' `` $ $$ \\ # #tag ^id ~~~ == --- === _ __ * > - 1. [ ] ! "
        "< <b> </ <!-- javascript: data: file: obsidian:// https://a.b/#c x y 論文 を BUTTON[ = : | \\frac \\href "
        "$x$ $a_1$ \u0301 \u212b \u1fef \u200b \u202e \u0338 \ufe0f \u3164 \U000e0041 &amp; &#91; &lt; & ; k {a=1} ** "
        "{% zotero:// 📅 2024-01-01 dice: ( ) ［ ＜ 。 \u037e \x00 \ud800 \u2028 \x85",
    )
) | st.sampled_from(" \n\t")
_HOSTILE = st.lists(_PIECES, max_size=14).map("".join) | st.text(max_size=30)


@pytest.mark.parametrize(
    "text",
    [
        r"成功率は $\alpha_1 \le 0.5$ のとき 5% から <5% へ下がり、a < b が成り立つ。",
        "The buffer grad_norm_2 uses `torch.float16`, C# and rule #1; ratio 3:1 at 99.9%.",
        r"With \pi outside maths, $\frac{a}{b}$ inside, and x_{t} in between",
        "Costs fall by 40% (see https://example.org/a_b#c, write to e-mail@host.example).",
        "「鏡」は、複製を2つ持つ：A→B、B→A。",
        "C# and F#, A[i][j], x ≤ y, p < 0.05, [MASK], ~100, A*, O(n^2), #1, a|b, f(x) = 2, {a, b}, 3:1 & R&D",
        r"$\alpha_{ij}$ and $\{x = 1\}$, `x_i`, `git log --oneline`, `A[i][j]`, `lr=0.1`, `<unk>` and snake_case",
        "See https://example.org/__init__/#c?d==e~~f and http://example.org/*g*h.",
        "*slanted* and **strong** words — with dashes – and “quotes”, 5 µs, 3 × 4, 2^10",
    ],
)
def test_honest_text_is_left_as_it_is(text: str) -> None:
    """Maths, code, names, inequalities, underscores, percent signs, addresses and Japanese stay byte for byte."""
    assert clean_inline(text) == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("<%* tp.file.move('x') %>", "＜%* tp.file.move('x') %>"),
        ("`= this.file.name` and `$= dv.current()`", "'= this.file.name' and '＄= dv.current()'"),
        ("`BUTTON[purge]`", "'BUTTON[purge]'"),
        ("<img src=x onerror=y> a<b", "< img src=x onerror=y> a< b"),
        ("![[Diary 2020]] and [[Plan|the plan]]", "Diary 2020 and the plan"),
        ("![](http://t.example/p.gif)", "![] (http://t.example/p.gif)"),
        ("[open](obsidian://new?file=a)", r"[open] (obsidian\://new?file=a)"),
        ("[open](file:///etc/passwd)", r"[open] (file\:///etc/passwd)"),
        ("status:: done, [owner:: me], std::move", r"status:\: done, [owner:\: me], std:\:move"),
        ("#idea and (#草案) but C# and #12", r"\#idea and (\#草案) but C# and #12"),
        ("the end ^ref-1", r"the end \^ref-1"),
        ("%% notegen:end draft %%", "% % notegen:end draft % %"),
        ("{{title}}", "{ {title}}"),
        ("see [^ng-1] or ^[inline]", r"see [\^ng-1] or \^[inline]"),
        ("[a]: javascript:x", r"[a]\: javascript\:x"),
        ("first\n---\nsecond\r\n\tthird", "first --- second third"),
        ("```js\n<%* run() %>\n```", "'''js ＜%* run() %> '''"),
        ("~~~ base", r"\~\~\~ base"),
        ("a==b==c", r"a=\=b=\=c"),
        ("zero\u200bwidth \u202eright\u0007", "zerowidth right"),
        ("``mirrored'' and `lazy' copies", "“mirrored” and ‘lazy’ copies"),
        ("__init__", r"\_\_init__"),
        ("$$ never closed, $5 to $3", r"\$\$ never closed, \$5 to \$3"),
        ("<unk> and </s>", "< unk> and < /s>"),
        ("`std::vector` and std::vector", r"'std:\:vector' and std:\:vector"),
        ("`dice: 1d6` `text:a|b` `#= 1`", r"'dice: 1d6' 'text:a|b' '#= 1'"),
        ("`{ onclick=x }` { onclick=x }", "'｛ onclick=x }' ｛ onclick=x }"),
        ("2*3*4 and a**b", r"2\*3\*4 and a\*\*b"),
        ("a &amp; b &lt;i&gt; &#91;&#91;x]]", "a & b < i> x"),
        (r"\&lt; &amp;lt; `&amp;#91;` &buf; R&amp;D", r"\< ＆lt; `＆#91;` &buf; R&D"),
        ("zotero://select vscode://x", r"zotero\://select vscode\://x"),
        ("due 📅 2024-05-01, on 2024-05-01", r"due 📅 2024\-05-01, on 2024-05-01"),
        (r"\[\[Diary]] !\[p\](x)", r"\[ \[Diary]] !\[p\] (x)"),
        ("R&am\u200bp;D &notit;", "R&D &notit;"),
        ("an open { brace", "an open ｛ brace"),
        ("$a #b$", r"$a \#b$"),
        ("{% include x %}", "{ % include x %}"),
        ("--- start-multi-column", r"\--- start-multi-column"),
        ("50%% of [^1]", r"50% % of [\^1]"),
        ("${{x}}$", "${ {x}}$"),
        ("tag\U000e0041 selector\ufe0f filler\u3164 joiner\u034f", "tag selector filler joiner"),
        (r"$\href{javascript:x}{y}$", r"＄\href{javascript\:x}{y}＄"),
        ("$a<b$", "$a< b$"),
        ("ends with a stroke \\", "ends with a stroke \\\\"),
    ],
)
def test_what_would_act_is_broken_up_and_stays_readable(text: str, cleaned: str) -> None:
    """Each construct that executes, loads, links, tags or hides comes out inert, its words still there."""
    assert clean_inline(text) == cleaned


@pytest.mark.parametrize(
    "start",
    [
        "# A",
        "- a",
        "* a",
        "+ a",
        "> a",
        "1. a",
        "2) a",
        "[ ] a",
        "[!note] a",
        "---",
        "===",
        "***",
        "| --- |",
        "?",
        "??",
    ],
)
def test_no_block_starts_with_the_text(start: str) -> None:
    """A marker of a list, heading, quote, callout, task or rule at the start is escaped, its characters kept."""
    cleaned = clean_inline(start)
    assert "\\" in cleaned[:3]
    assert cleaned.replace("\\", "") == start


@settings(max_examples=100)
@given(_HOSTILE)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    """Text that was cleaned comes through the border again unchanged."""
    cleaned = clean_inline(text)
    assert clean_inline(cleaned) == cleaned


@settings(max_examples=100)
@given(_HOSTILE)
def test_nothing_live_is_left_whatever_was_put_together(text: str) -> None:
    """No combination of hostile pieces survives as something Obsidian or a plugin acts on, and no link does."""
    cleaned = clean_inline(text)
    assert not re.search(r"<%|%%|\{\{|\[\[|\]\(|```", cleaned)
    assert cleaned.count("`") % 2 == 0
    assert not any(re.match(r"\s*\$?=|BUTTON\[", code) for code in re.findall(r"`([^`]*)`", cleaned))
    if "$" not in cleaned and "`" not in cleaned:
        assert not _LIVE.search(re.sub(r"https?://[\w.~/?#@!&*+,;=%:-]+", " ", cleaned))
    assert not links.read_links(f"- {cleaned}\n")
    assert len(cleaned.splitlines()) <= 1


@settings(max_examples=100)
@given(_HOSTILE)
def test_letters_are_never_lost(text: str) -> None:
    """Every letter and digit one can see of a text without wikilinks and entities is still there, in order."""
    text = re.sub("[\u3164\u115f\u1160\uffa0]", "", text).replace("[[", "[").replace("&", "+")
    letters = "".join(char for char in unicodedata.normalize("NFC", text) if char.isalnum())
    assert "".join(char for char in clean_inline(text) if char.isalnum()) == letters


_LONG = (
    "[[ ` $a \\ ``x _ %% ![ $\\ data data- &amp; &# 📅 [[a| $$a $a$ *a a: `a:b `{ { {= :: # "
    "= ~ < \ufe0f e\u0301 - ? \\href \\{"
)


@pytest.mark.parametrize("piece", _LONG.split())
def test_very_long_hostile_text_is_cleaned_in_time_that_grows_with_it(piece: str) -> None:
    """Eight times as much of opening marks takes no more than about eight times as long, and never hangs the run."""
    for clean in (clean_inline, clean_property):
        short, long = (min(_seconds(clean, piece * (size // len(piece))) for _ in "ab") for size in (10_000, 80_000))
        assert long < 30 * short + 0.02, (piece, short, long)


def _seconds(clean: Callable[[str], str], text: str) -> float:
    started = time.process_time()
    clean(text)
    return time.process_time() - started


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("status:: done, std::move", "status: : done, std: :move"),
        (r"$\href{javascript:x}{y}$ of", r"＄\href{javascript：x}{y}＄ of"),
        ("zotero://select and https://a.example/b", "zotero：//select and https://a.example/b"),
        ("{% x %} {{y}} %% z %% ![p](q)", "{ % x %} { {y}} % % z % % ![p] (q)"),
        ("a <b>\u202e\ufe0f\U000e0041", "a < b>"),
    ],
)
def test_a_property_holds_nothing_that_acts(text: str, cleaned: str) -> None:
    """Dataview reads fields in the head, too, and shows properties as Markdown: both come out inert."""
    assert clean_property(text) == cleaned


def test_a_property_is_one_readable_line() -> None:
    """LaTeX becomes Unicode where it is simple; line breaks, control characters, links and templates do not pass."""
    title = 'K{\\"o}nig:\n $\\pi_0$ in $\\mathcal{O}(n^2)$ [[Diary]] <% x %> obsidian://new \x07`= this`'
    assert clean_property(title) == "König: π0 in O(n^2) Diary ＜% x %> obsidian：//new '= this'"


@pytest.mark.parametrize(
    "title", ['A: "B" #1', "[x] {x} - @k", "yes", r"\pi and 100%", "日本語：論文", "C++ & a < b", "'q'"]
)
def test_an_honest_property_stays_as_it_is(title: str) -> None:
    """Colons, quotes, brackets and signs that YAML minds are none of the cleaner's business."""
    assert clean_property(title) == title


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://arxiv.org/abs/2401.00001v2", True),
        ("http://example.org/a?b=c&d=%20#e", True),
        ("HTTPS://example.org", True),
        ("javascript:alert(1)", False),
        ("obsidian://open?vault=x", False),
        ("file:///etc/passwd", False),
        ("data:text/html,x", False),
        ("//example.org/x", False),
        ("https://", False),
        ("https://[", False),
        ("https://example.org/a b", False),
        ("https://example.org/\n---", False),
        ("https://example.org/](obsidian://x)", False),
        ("", False),
    ],
)
def test_only_web_addresses_are_safe(url: str, safe: bool) -> None:
    """http and https with a host pass; every other scheme and anything that breaks a line or a link does not."""
    assert is_safe_url(url) is safe
