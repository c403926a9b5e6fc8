"""The models a server has."""

from __future__ import annotations

from collections.abc import Sequence

from notegen.errors import ModelRejected
from notegen.summarizer.server.connection import Connecting
from notegen.summarizer.server.failures import Failure, explained

_MOST_SHOWN = 8


def offered_by(connection: Connecting, base_url: str) -> str:
    """Their names, a few of them, for a person; "" when the server does not say."""
    try:
        return ", ".join(connection.offered(base_url)[:_MOST_SHOWN])
    except Failure:
        return ""


def only_model(connection: Connecting, addresses: Sequence[str]) -> str:
    """The one model that a server offers, at the first of the addresses where there is one. Raises `ModelError`s."""
    for address in addresses:
        try:
            offered = connection.offered(address)
        except Failure as error:
            if error.no_such_address and address != addresses[-1]:
                continue
            raise explained(error, "a model", address, None, connection.limits, "") from error
        if len(offered) == 1:
            return offered[0]
        why = f"{address} offers: {', '.join(offered[:_MOST_SHOWN]) or 'none'}"
        raise ModelRejected("no model named", why, "Set NOTEGEN_MODEL to one")
    raise ModelRejected("no model named", "no address to ask", "Set NOTEGEN_MODEL")
