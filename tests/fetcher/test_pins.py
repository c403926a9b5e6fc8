"""Writing into pins.toml, which belongs to a person: one pin changes, every other byte stays."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from notegen.fetcher.pins import UNREADABLE, pin_of, read_pins, with_pin
from notegen.obsidian import names

MINE = """# which paper is which
"2024__X__Tako" = "arXiv:1905.00002"   # asked Mori
kite = 'none'

"Broken" = none
"""
_LINKS = st.text(min_size=1).filter(lambda text: _bare(text) and not any("\ud800" <= c <= "\udfff" for c in text))
_PINS = st.sampled_from(["none", "arXiv:2301.01234", "arXiv:math.GT/0309136v2", "doi:10.5555/kite.1"])
_LINES = st.one_of(
    st.sampled_from(
        [
            '"Tako" = "none"',
            "tako = 'none' # why",
            '"tako" = none  # \x07 bell',
            '"[[Tako|T]]" = "doi:10.5555/k.1"',
            '"T\\u0061ko"\x1f= "none"',
            "[table]",
            "a.b = 'none'",
            'Tako = """none"""',
            "# a remark",
            "",
            '"ガ" = "none"',
        ]
    ),
    st.text(alphabet=st.characters(exclude_categories=["Cs"])),
)


def _bare(link: str) -> str:
    return link.strip().removeprefix("[[").removesuffix("]]").partition("|")[0].strip()


def _read(text: str) -> dict[str, str]:
    return {names.key(link): pin for link, pin in read_pins(text.encode("utf-8"))[0].items()}


def test_a_new_pin_is_added_at_the_end() -> None:
    """All that was there stays as it was, and a last line that did not end is ended."""
    assert with_pin("", "Kite", "none") == '"Kite" = "none"\n'
    assert with_pin(MINE, "新しい論文", "doi:10.5555/k.1") == MINE + '"新しい論文" = "doi:10.5555/k.1"\n'
    assert with_pin("# mine", "Kite", "none") == '# mine\n"Kite" = "none"\n'
    assert with_pin("\ufeff# mine\r\n", "Kite", "none") == '\ufeff# mine\r\n"Kite" = "none"\r\n'


def test_a_pin_is_changed_in_its_place() -> None:
    """Its spelling and its remark stay, and so does every other line."""
    changed = with_pin(MINE, "2024__x__tako", "none")

    assert changed == MINE.replace('"arXiv:1905.00002"', '"none"')
    assert with_pin(MINE, "Kite", "arXiv:2209.00001") == MINE.replace("'none'", '"arXiv:2209.00001"')
    windows = MINE.replace("\n", "\r\n")
    assert with_pin(windows, "kite", "none") == windows.replace("'none'", '"none"')


def test_several_pins_of_one_link_become_one() -> None:
    """The last is changed, the others go; what a person remarked beside them stays."""
    text = '"Kite" = "none" # too old\n# mine\n"kite" = nonsense\n\'[[KITE]]\' = "none" # last\nend\n'

    assert with_pin(text, "Kite", "doi:10.5555/k.1") == (
        "# too old\n# mine\n'[[KITE]]' = \"doi:10.5555/k.1\" # last\nend\n"
    )


@pytest.mark.parametrize("line", ['"Kite" = none # why', "Kite = arXiv:2209.00001 # why", '"Kite" = "open # why'])
def test_a_line_that_cannot_be_read_is_replaced_by_one_that_can(line: str) -> None:
    """A pin that was not understood is one afterwards; the remark beside it stays."""
    assert read_pins(line.encode())[0] == {"Kite": UNREADABLE}
    assert with_pin(line + "\n", "Kite", "none") == '"Kite" = "none"  # why\n'


@pytest.mark.parametrize("link", ['say "no" \\ yes', "tab\there", "論文：『分散』", "line\nbreak", "\x7f", "a#b = c"])
def test_any_link_text_can_be_a_key(link: str) -> None:
    """Quotes, backslashes, Japanese and controls are written so that TOML itself reads the link text back."""
    assert tomllib.loads(with_pin("", link, "none")) == {link: "none"}


@given(st.lists(_LINES), _LINKS, _PINS, st.sampled_from(["\n", "\r\n"]))
@example(['"A" = "none"', '"B" = none'], "A", "none", "\n")
def test_what_was_written_reads_back_and_nothing_else_changes(
    lines: list[str], link: str, pin: str, ending: str
) -> None:
    """Whatever stands in the file: the link has its pin, every other link the pin it had."""
    text = ending.join(lines)
    before, after = _read(text), _read(with_pin(text, link, pin))

    assert after.pop(names.key(_bare(link))) == pin
    before.pop(names.key(_bare(link)), None)
    assert after == before


@given(st.lists(_LINES), _PINS)
def test_a_known_link_with_every_kind_of_line(lines: list[str], pin: str) -> None:
    """Pins of one link in all spellings collapse to one line, and pinning again changes nothing."""
    text = with_pin("\n".join(lines), "tako", pin)

    assert _read(text)["tako"] == pin
    assert with_pin(text, "tako", pin) == text
    assert text.count("# a remark") == "\n".join(lines).count("# a remark")


@pytest.mark.parametrize(
    "value",
    ["2301.01234 or 2301.09999", "arXiv:2301.01234, doi:10.5555/kite.1", "10.5555/kite.1 10.5555/kite.2"],
)
def test_a_pin_that_names_two_papers_is_none(value: str) -> None:
    """Of two papers named for one link none is taken; the link waits for its person, who is told."""
    pins, problems = read_pins(f'"Kite" = "{value}"\n"Tako" = "none"\n'.encode())

    assert pins == {"Kite": UNREADABLE, "Tako": "none"}
    assert problems == (f"pins.toml, line 1: “{value}” names more than one paper",)


@pytest.mark.parametrize(
    ("value", "pin"),
    [
        ("https://arxiv.org/abs/2301.01234 (arXiv:2301.01234v1)", "arXiv:2301.01234"),
        ("doi:10.5555/Kite.1, https://doi.org/10.5555/kite.1", "doi:10.5555/Kite.1"),
        ("https://doi.org/10.48550/arXiv.2301.01234", "arXiv:2301.01234"),
    ],
)
def test_one_paper_named_twice_is_one(value: str, pin: str) -> None:
    """The same id told in two ways is one pin."""
    assert read_pins(f'"Kite" = "{value}"'.encode()) == ({"Kite": pin}, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_pins_in_another_encoding_are_told(encoding: str) -> None:
    """Of a file saved as UTF-16 no pin is used and no link it names is decided; one line says what to do."""
    pins, problems = read_pins(("\ufeff" + MINE.replace("\n", "\r\n") + '"凧" = "none"').encode(encoding))

    assert pins == dict.fromkeys(("2024__X__Tako", "kite", "Broken", "凧"), UNREADABLE)
    assert len(problems) == 1
    assert "save it as UTF-8" in problems[0]


@pytest.mark.parametrize(
    ("typed", "pin"),
    [
        ("2301.01234", "arXiv:2301.01234"),
        (" arXiv:2301.01234v2 ", "arXiv:2301.01234v2"),
        ("https://arxiv.org/pdf/cs/0701188v2.pdf", "arXiv:cs/0701188v2"),
        ("https://doi.org/10.48550/arXiv.2301.01234", "arXiv:2301.01234"),
        ("10.5555/kite.1", "doi:10.5555/kite.1"),
        ("doi:10.5555/kite.1", "doi:10.5555/kite.1"),
        ("https://dl.example.org/doi/pdf/10.5555/kite.1", "doi:10.5555/kite.1"),
        ("None", "none"),
        ("", None),
        ("Kite", None),
        ("the one of 2301.01234", None),
        ("2301.01234 2301.09999", None),
        ("2301.01234 10.5555/kite.1", None),
        ("10.5555/kite.1 10.5555/kite.2", None),
        ("10.5555/(SICI)1097<693::AID-ASI4>3.0.CO;2-O", None),
    ],
)
def test_what_may_be_typed_for_a_pin(typed: str, pin: str | None) -> None:
    """An arXiv id or DOI, alone or in an address, or "none"; what names two papers or has other words is refused."""
    assert pin_of(typed) == pin
