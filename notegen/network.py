"""What the environment says of the way to a server: proxies, and authorities to trust besides the usual ones.

The same for every door, although the libraries behind them read different variables.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import getproxies

from notegen.addresses import is_loopback, shown
from notegen.errors import SettingsError

PROXY_FORMS = "http://host:port or socks5://host:port"
SOCKS_HINT = "run pip install socksio PySocks, or unset ALL_PROXY, HTTP_PROXY and HTTPS_PROXY"
_FILES = "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"
_FOLDERS = "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"


def is_direct(url: str) -> bool:
    """Whether a server is asked past every proxy: this machine always, others by NO_PROXY.

    That names hosts, domains and networks such as 192.168.0.0/16, as Requests reads it.
    """
    from requests.utils import should_bypass_proxies

    return is_loopback(url) or bool(should_bypass_proxies(url, no_proxy=None))


def proxy_of(url: str) -> str:
    """The proxy through which a server is asked, as it may be shown; "" when there is none."""
    proxies = getproxies()
    return "" if is_direct(url) else shown(proxies.get(urlsplit(url).scheme) or proxies.get("all") or "")


def proxy_problem(url: str) -> str:
    """Why the proxy of a server cannot be used by Requests, with what to do about it; "" when it can."""
    proxy = proxy_of(url)
    scheme = proxy.partition("://")[0].lower() if "://" in proxy else "http"
    if not proxy or scheme in ("http", "https"):
        return ""
    if scheme not in ("socks4", "socks4a", "socks5", "socks5h"):
        return f"the proxy {proxy} cannot be used: give it as {PROXY_FORMS}"
    return "" if find_spec("socks") else f"the proxy {proxy} needs a package that is not installed: {SOCKS_HINT}"


def trusting_context() -> ssl.SSLContext | None:
    """Trusts the usual authorities and those that SSL_CERT_FILE, SSL_CERT_DIR or REQUESTS_CA_BUNDLE name.

    None where they name none. Raises `SettingsError` for one that cannot be read. A server with an authority of its own
    and the public services are so reached in one run.
    """
    return _context(os.environ)


def _context(environ: Mapping[str, str]) -> ssl.SSLContext | None:
    named = {variable: environ[variable] for variable in (*_FILES, *_FOLDERS) if environ.get(variable)}
    if not named:
        return None
    from requests.utils import DEFAULT_CA_BUNDLE_PATH

    context = ssl.create_default_context(cafile=DEFAULT_CA_BUNDLE_PATH)
    context.load_default_certs()
    for variable, value in named.items():
        for place in value.split(os.pathsep) if variable == "SSL_CERT_DIR" else [value]:
            _trust(context, variable, place)
    return context


def _trust(context: ssl.SSLContext, variable: str, place: str) -> None:
    path = Path(place).expanduser()
    try:
        if path.is_dir() and variable in _FOLDERS:
            context.load_verify_locations(capath=path)
        elif variable in _FILES:
            context.load_verify_locations(cafile=path)
        elif not path.is_dir():
            raise SettingsError([f"{variable} “{place}” is not a folder"])
    except FileNotFoundError as error:
        raise SettingsError([f"{variable} “{place}” is not there"]) from error
    except ssl.SSLError as error:
        raise SettingsError([f"{variable} “{place}” holds no certificate in PEM form"]) from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or str(error)
        raise SettingsError([f"{variable} “{place}” cannot be read ({why})"]) from error
