"""What an address says of the machine behind it, and what of it is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notegen.addresses import is_loopback, is_private, shown


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.9.8.7", "127.1", "0.0.0.0", "0x7f.1"]
    + ["2130706433", "[::1]", "[::]", "[::ffff:127.0.0.1]", "user:pw@127.0.0.1"],
)
def test_this_machine_in_all_its_spellings(host: str) -> None:
    """Whatever the system takes for this machine is known as such, since no proxy may see it."""
    assert is_loopback(f"http://{host}:11434/v1")
    assert is_private(f"http://{host}/v1")


@pytest.mark.parametrize(
    ("host", "private"),
    [
        ("192.168.1.9", True),
        ("10.0.0.2", True),
        ("[fd00::1]", True),
        ("box", True),
        ("box.lan", True),
        ("host.docker.internal", True),
        ("8.8.8.8", False),
        ("[2606:4700::1111]", False),
        ("localhost.example.com", False),
        ("127.0.0.1.example.com", False),
        ("models.example.com", False),
        ("127.0.0.1@example.com", False),
    ],
)
def test_no_other_machine_is_taken_for_this_one(host: str, private: bool) -> None:
    """A network of one's own is not this machine, and a name that only looks like it is neither."""
    assert not is_loopback(f"https://{host}/v1")
    assert is_private(f"https://{host}/v1") is private


@pytest.mark.parametrize("url", ["", "no address", "http://[broken", "//", "http://"])
def test_what_is_no_address_is_not_this_machine(url: str) -> None:
    """Nothing is assumed of an address that cannot be read."""
    assert not is_loopback(url)


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("http://ann:hidden@box:8080/v1", "http://…@box:8080/v1"),
        ("http://ann:hid/den@box:8080/v1", "http://…@box:8080/v1"),
        ("http://ann:hid@den@box/v1", "http://…@box/v1"),
        ("ann:hidden@box:8080", "…@box:8080"),
        ("http:/ann:hidden@box", "http:/…@box"),
        ("https://box/v1?key=hidden", "https://box/v1"),
        ("https://box/v1#hidden", "https://box/v1"),
        ("https://box/v1", "https://box/v1"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_secrets_of_an_address_are_not_shown(url: str, seen: str) -> None:
    """User, password and query are left out, also where the address is written wrong."""
    assert shown(url) == seen


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=20))
def test_no_password_is_ever_shown(password: str) -> None:
    """Whatever stands in a password, nothing of it is shown."""
    assert shown(f"http://ann:{password}@box.lan:80/v1") == "http://…@box.lan:80/v1"
