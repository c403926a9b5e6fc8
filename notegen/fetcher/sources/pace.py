"""Good manners towards one service, kept by all notegen processes of this machine together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from notegen.errors import SettingsError, SourceUnreachable

_PATIENCE_SECONDS = 300.0
_SLACK = 1.02  # a service may count from a little after its answer reached us


class Pace:
    """At most one request at a time, and `interval_seconds` between the end of one and the start of the next.

    `folder` is shared by all processes and holds a lock and the time of the last request; `clock` tells the time in
    seconds since the epoch, since it is compared between processes.
    """

    def __init__(
        self,
        folder: Path,
        interval_seconds: float,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        service: str = "arXiv",
    ) -> None:
        self.interval_seconds = interval_seconds
        self.clock = clock
        self._folder = folder
        self._stamp = folder / "last-request"
        self._sleep = sleep
        self._service = service

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, then hold it while the request runs.

        `SettingsError` when the folder cannot be used, `SourceUnreachable` when another process never ends its turn.
        """
        from filelock import FileLock, Timeout

        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._folder / "request.lock", timeout=_PATIENCE_SECONDS).acquire()
        except Timeout:
            raise SourceUnreachable(self._service, "another notegen process has kept it busy for minutes") from None
        except OSError as error:
            raise self._unusable(error) from error
        with lock:
            wait_seconds = self._remaining_seconds()
            if wait_seconds > 0:
                self._sleep(wait_seconds)
            try:
                yield
            finally:
                self._keep_time()

    def _remaining_seconds(self) -> float:
        """Seconds still to wait; a stamp that cannot be read, or lies in the future, counts as just made."""
        try:
            since_seconds = self.clock() - float(self._stamp.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return 0.0
        except (ValueError, OSError):
            since_seconds = 0.0
        return max(0.0, self.interval_seconds * _SLACK - max(0.0, since_seconds))

    def _keep_time(self) -> None:
        try:
            self._stamp.write_text(repr(self.clock()), encoding="utf-8")
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> SettingsError:
        return SettingsError([f"cache folder {self._folder} cannot be used ({error.strerror})"])
