"""A person's answer to "which paper is this", written into the vault's pins."""

from __future__ import annotations

from notegen.errors import NoteChanged, NoteExists, PinNotKept, VaultError
from notegen.fetcher.pins import with_pin
from notegen.obsidian.index import OWN_FOLDER
from notegen.writer.journalled import JournalledVault

_TRIES = 3


def keep_pin(vault: JournalledVault, link: str, pin: str) -> None:
    """Write a pin into the vault's pins.toml; every other byte of it stays. `PinNotKept` when it cannot be done.

    To be called while the vault is held. What somebody saves meanwhile is read again, not overwritten.
    """
    why = ""
    for _ in range(_TRIES):
        try:
            return _write_pin(vault, link, pin)
        except (NoteChanged, NoteExists) as error:
            why = error.why
        except UnicodeDecodeError as error:
            raise PinNotKept(link, f"byte {error.start + 1} of it is not UTF-8") from error
        except UnicodeEncodeError as error:
            raise PinNotKept(link, "the name holds a broken character") from error
        except ValueError as error:
            raise PinNotKept(link, str(error)) from error
        except VaultError as error:
            raise PinNotKept(link, error.why) from error
    raise PinNotKept(link, why)


def _write_pin(vault: JournalledVault, link: str, pin: str) -> None:
    path = f"{OWN_FOLDER}/pins.toml"
    before = vault.find(path)
    after = with_pin((before or b"").decode("utf-8"), link, pin).encode("utf-8")
    if before is None:
        vault.create(path, after)
    else:
        vault.replace(path, after, expected=before)
