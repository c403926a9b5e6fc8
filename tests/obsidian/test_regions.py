from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.obsidian.regions import find, fingerprint, render, replace

DRAFT = render("draft", "- 主張\n- claim")
RELATED = render("related", "")
NOTE = f"# Mine\n{DRAFT}\n\nmy words\n\n{RELATED}\nend\n"

texts = st.text(alphabet="a#`~%->[]あ \n\t\r", max_size=40)
hostile = st.lists(
    st.sampled_from(
        [
            "a",
            "主張",
            "\n",
            "\r\n",
            "\n\n",
            " ",
            "```",
            "~~~",
            "    ```",
            "> ",
            "- ",
            "%%",
            "%% x %%",
            "<!--",
            "-->",
            "$$",
            "`",
        ]
        + [
            "%% notegen:begin draft sha256=ba7816bf8f01cfea %%",
            "%% notegen:end draft %%",
            "%% notegen:end other %%",
            "---\n",
        ]
    ),
    max_size=10,
).map("".join)


def test_shape() -> None:
    """The marks are Obsidian comments alone on their lines, with the first 16 hex digits of SHA-256 of the text."""
    assert render("draft", "abc\n") == (
        "%% notegen:begin draft sha256=ba7816bf8f01cfea %%\nabc\n%% notegen:end draft %%"
    )


def test_find() -> None:
    """Regions are found by name with their text and place, empty ones and neighbours too."""
    found = find(NOTE)

    assert {name: region.body for name, region in found.items()} == {"draft": "- 主張\n- claim", "related": ""}
    assert NOTE[found["draft"].start : found["draft"].end] == DRAFT
    assert all(region.untouched for region in found.values())


@pytest.mark.parametrize(
    ("edited", "untouched"),
    [
        (NOTE.replace("claim", "claim!"), False),
        (NOTE.replace("- claim", "- claim\n"), True),
        (NOTE.replace("- claim", "- claim  \t"), True),
        (NOTE.replace("\n", "\r\n"), True),
    ],
)
def test_untouched(edited: str, untouched: bool) -> None:
    """An edited text no longer has its fingerprint; line ends and trailing blanks are no edit."""
    assert find(edited)["draft"].untouched is untouched


@pytest.mark.parametrize(
    "text",
    [
        NOTE.replace("%% notegen:end draft %%", ""),
        NOTE.replace("%% notegen:begin draft", "%% notegen:begun draft"),
        NOTE + DRAFT,
        NOTE + "%% notegen:end draft %%\n",
        NOTE.replace("- claim", RELATED.replace("related", "inner")),
        f"```\n{DRAFT}\n```\n",
        f"> {DRAFT}",
        DRAFT.replace("%% notegen:end", "text %% notegen:end"),
        DRAFT.replace("- claim", "```\nopen"),
        DRAFT.replace("- claim", RELATED.partition("\n")[0]) + "\n%% notegen:end related %%",
    ],
)
def test_broken_marks_are_no_region(text: str) -> None:
    """Missing, doubled, nested, crossing or quoted marks and marks in code make no region."""
    assert "draft" not in find(text)


def test_nested_region_is_absent_and_neighbours_stay() -> None:
    """A region inside another is not one, an unbalanced mark leaves the regions after it alone."""
    nested = NOTE.replace("- claim", render("inner", "x"))
    unbalanced = "%% notegen:begin lost sha256=ba7816bf8f01cfea %%\n" + NOTE

    assert set(find(nested)) == {"related"}
    assert set(find(unbalanced)) == {"draft", "related"}


@pytest.mark.parametrize(
    "body",
    [
        DRAFT,
        "a\n%% notegen:end other %%\nb",
        "```\nnever closed",
        "~~~~\n~~~",
        "```\n    ```",
        "%%\nhidden",
        "50 %% off",
        "<!-- open",
    ],
)
def test_a_body_that_breaks_its_region_is_refused(body: str) -> None:
    """A text with a mark of its own, an open fence or an open comment is refused before it can do harm."""
    with pytest.raises(ValueError, match="draft"):
        render("draft", body)


@pytest.mark.parametrize(
    "body", ["", "%% a comment %%", "%%%%", "```\ncode\n```", "> ```\n> code", "- `a", "$$", "\r\n\r\n"]
)
def test_a_body_that_is_whole_is_kept(body: str) -> None:
    """Closed comments and code, lone signs and emptiness are a region's text as they are."""
    assert find(render("draft", body))["draft"].body == body.strip("\r\n")


def test_a_head_hides_no_region() -> None:
    """What a property holds, even a mark or a fence, is nothing to the regions of the body."""
    text = f"---\nnote: |\n  ```\n  code\n---\n{DRAFT}\n"
    inside = f'---\nnote: "\n{DRAFT}\n"\n---\nbody\n'

    assert set(find(text)) == {"draft"}
    assert find(inside) == {}


def test_a_rule_at_the_top_is_no_head() -> None:
    """A rule in the first line and one in a region do not make a head of what is between them."""
    text = f"---\n{render('draft', '---')}\n"

    assert find(text)["draft"].body == "---"


def test_replace_keeps_other_bytes() -> None:
    """Only the region changes; CRLF stays CRLF, also after the marks; a missing region is a KeyError."""
    windows = "\ufeff" + NOTE.replace("\n", "\r\n").replace("draft %%\r\n\r\n", "draft %%  \r\n\r\n")
    changed = replace(windows, "draft", "new\nlines")

    assert changed == windows.replace(DRAFT.replace("\n", "\r\n"), render("draft", "new\nlines").replace("\n", "\r\n"))
    with pytest.raises(KeyError):
        replace(windows, "abstract", "x")


@given(before=texts | hostile, body=texts | hostile, renewed=texts | hostile, after=texts | hostile)
def test_replace_is_exact_and_idempotent(before: str, body: str, renewed: str, after: str) -> None:
    """Whatever is around a region stays the same, and three replacements are as good as one."""
    try:
        old, new = render("draft", body), render("draft", renewed)
    except ValueError:
        return
    text = f"{before}\n{old}\n{after}"
    if "draft" not in find(text):
        return
    changed = replace(text, "draft", renewed)

    assert changed == f"{before}\n{new}\n{after}"
    assert replace(replace(changed, "draft", renewed), "draft", renewed) == changed
    assert find(changed)["draft"].untouched
    assert replace(changed, "draft", find(text)["draft"].body) == text


@given(bodies=st.lists(texts | hostile, max_size=3), between=texts)
def test_regions_do_not_disturb_each_other(bodies: list[str], between: str) -> None:
    """A note of several regions gives each of them back, in Windows' line ends too, and says each is untouched."""
    try:
        parts = {f"r{number}": render(f"r{number}", body) for number, body in enumerate(bodies)}
    except ValueError:
        return
    text = f"{between.replace('`', '').replace('~', '').replace('---', '')}\n" + "\n\n".join(parts.values())
    found = find(text)

    assert {name: text[region.start : region.end] for name, region in found.items()} == parts
    assert all(region.untouched for region in found.values())
    assert [region.body for region in find(text.replace("\n", "\r\n")).values()] == [
        region.body for region in found.values()
    ]


@given(text=hostile, body=texts | hostile)
def test_any_text_loses_nothing(text: str, body: str) -> None:
    """Of any note, only the text between a region's own marks is replaced."""
    for region in find(text).values():
        try:
            changed = replace(text, region.name, body)
        except ValueError:
            continue
        assert changed.startswith(text[: region.start])
        assert changed.endswith(text[region.end :])


@given(texts)
def test_fingerprint_ignores_what_editors_change(body: str) -> None:
    """Other line ends, trailing blanks and outer blank lines give the same fingerprint."""
    unix = body.replace("\r\n", "\n").replace("\r", "\n")

    assert fingerprint(unix.replace("\n", "  \r\n") + "\n\n") == fingerprint(body)
