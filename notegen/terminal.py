"""DOOR to the terminal: the only module that prints (rich). Results go to stdout, progress and problems to stderr."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from notegen import views
from notegen.errors import Stopped
from notegen.records import Match, Paper, PaperReport, Report
from notegen.views import Resolved
from notegen.writer.journal import Run
from notegen.writer.undo import Undone

if TYPE_CHECKING:
    from rich.console import Console, Group, RenderableType
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

_STYLE = {
    **dict.fromkeys(("written", "would-write", "accepted"), "green"),
    **dict.fromkeys(("unfinished", "ambiguous", "not-found", "waiting"), "yellow"),
    "missing": "cyan",
    "failed": "red",
}
_PLAIN = str.maketrans({"█": "#", "▒": "=", "░": ".", "›": ">", "…": "..."})
_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), "\ufffd")
_UNSURE = ("ambiguous", "not-found")
_TO_DECIDE = "To decide: notegen resolve NAME --pin ID (none mutes it), or write the arXiv id on the link's line"
_DIFF_STYLE = {"-": "red", "+": "green", "@": "cyan"}
_SETTLED = {"exists", "muted", "not-a-paper"}
_ROWS, _DIFFS = 12, 3
_CHECK_WIDTH = 11  # of the name of what was looked at
_CHECK_STYLE = {"ok": "green", "problem": "yellow"}
_LEAST_WIDTH = 12  # of a column that is cut


class Terminal:
    """Implements `seams.Screen`, and shows results. A bar is drawn only where stderr is a terminal that can move."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._bar: Progress | None = None
        self._err: Console | None = None
        self._told: Counter[str] = Counter()
        self._unsure = False
        self._tenth = 0

    @property
    def _stderr(self) -> Console:
        if self._err is None:
            from rich.console import Console

            self._err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        return self._err

    def say(self, line: str) -> None:
        """One line of news on stderr."""
        self._stderr.print(_harmless(line), markup=False, style="dim" if self._stderr.is_terminal else None)

    def problem(self, line: str) -> None:
        """One line of what, why, next step on stderr."""
        style = "red" if self._stderr.is_terminal else None
        self._stderr.print(f"notegen: {_harmless(line)}", markup=False, style=style)

    def begin(self, total: int) -> None:
        if total < 2 or not sys.stderr.isatty() or self._stderr.is_dumb_terminal:
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
        self._bar = Progress(*columns, console=self._stderr, transient=True)
        self._bar.add_task("", total=total)
        self._bar.start()

    def working(self, link: str) -> None:
        if self._bar:
            from rich.markup import escape

            room = max(10, self._stderr.width - 52)
            self._bar.update(self._bar.task_ids[0], description=escape(_cut(link, room)))

    def done(self, report: PaperReport) -> None:
        if report.outcome in views.PROBLEMS:
            self._told[report.reason] += 1
            self._unsure |= report.outcome in _UNSURE
            if self._told[report.reason] == 1:
                self.problem(f"{report.link}: {report.outcome}: {report.reason}")
        for line in views.finding_lines(report):
            self.say(f"  {line}")
        if self._bar:
            self._bar.advance(self._bar.task_ids[0])

    def end(self) -> None:
        """The list is through, or was broken off: the bar goes, what was told once is counted, the next step named."""
        if self._bar:
            self._bar.stop()
            self._bar = None
        for reason, count in self._told.items():
            if count > 1:
                self.say(f"  {count - 1} more: {reason}")
        if self._unsure:
            self.say(_TO_DECIDE)

    def read_so_far(self, records: int, share: float) -> None:
        """How far a list of records has been read: a bar, or, where none can move, a line each tenth of the way."""
        tenth = int(share * 10)
        if self._stderr.is_terminal and not self._stderr.is_dumb_terminal:
            self._move_bar(records, share)
        elif tenth > self._tenth:
            self.say(f"{tenth * 10}% read, {views.amount(records, 'record')}")
        self._tenth = max(tenth, self._tenth)

    def _move_bar(self, records: int, share: float) -> None:
        if self._bar is None:
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

            columns = (BarColumn(24), TaskProgressColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
            self._bar = Progress(*columns, console=self._stderr, transient=True)
            self._bar.add_task("", total=1.0)
            self._bar.start()
        news = views.amount(records, "record") + (", sorting" if share >= 1 else "")
        self._bar.update(self._bar.task_ids[0], completed=share, description=news)

    def can_ask(self) -> bool:
        """Whether a person sits here: stdin, stdout and stderr are a terminal, and no CI system runs us."""
        unattended = os.environ.get("CI", "").lower() not in ("", "0", "false")
        streams = (sys.stdin, sys.stdout, sys.stderr)
        return all(stream is not None and stream.isatty() for stream in streams) and not unattended

    def ask(self, question: str) -> str | None:
        """The line a person types after the question, which goes to stderr; None when they end their input.

        Raises `Stopped` for Ctrl-C.
        """
        try:
            self._stderr.print(_harmless(question), markup=False, end="")
            line = sys.stdin.buffer.readline()
        except (KeyboardInterrupt, Stopped):
            self._stderr.print("")
            raise Stopped from None
        if not line.endswith(b"\n"):
            self._stderr.print("")
        return line.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r\n") if line else None

    def show_candidates(self, name: str, match: Match) -> None:
        """The papers a name may mean, numbered, on stderr."""
        from rich.text import Text

        self._stderr.print("")
        self._stderr.print(_grid([(Text(match.decision, "yellow"), _about(name, match))]), soft_wrap=False)

    def show_resolved(self, resolved: Sequence[Resolved], totals: dict[str, int], *, can_be_pinned: bool) -> None:
        """Each name with the paper it is, or with those it may be; in a pipe a table with a line for each of them."""
        from rich.text import Text

        if not resolved:
            self.say("no names")
            return
        if _is_terminal():
            rows = [
                (Text(one.match.decision, _STYLE.get(one.match.decision, "")), _about(one.name, one.match))
                for one in resolved
            ]
            _stdout().print(_grid(rows))
        else:
            self._table(views.RESOLVED_HEAD, list(views.resolved_rows(resolved)))
        self._line(views.counts(totals))
        if can_be_pinned and any(one.match.decision in _UNSURE for one in resolved):
            self.say(_TO_DECIDE)

    def show_lines(self, lines: Iterable[str]) -> None:
        """Results that are lines already."""
        for line in lines:
            self._line(line)

    def show_json(self, data: dict[str, Any]) -> None:
        """One JSON object on stdout, in UTF-8 whatever the console's encoding; bytes that are no text become "?"."""
        _write((json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace"))

    def show_notes(self, reports: Iterable[PaperReport]) -> None:
        """The notes as they would be written: highlighted on a terminal, the very bytes in a pipe."""
        for report in reports:
            if not report.markdown:
                continue
            self.say(f"would write {report.path}")
            if not _is_terminal():
                _write(report.markdown.encode("utf-8"))
                continue
            from rich.syntax import Syntax

            coloured = Syntax("", "markdown", theme="ansi_dark", background_color="default").highlight(report.markdown)
            _stdout().print(coloured, soft_wrap=True, end="")

    def show_plan(self, report: Report, costs: str) -> None:
        """Which papers, and what they would cost."""
        papers = [paper for paper in report.papers if paper.outcome not in ("exists", "not-a-paper")]
        self._table(("note", "text at hand", "tokens", "paper"), views.plan_rows(papers))
        self._line(costs)

    def show_report(self, report: Report, totals: dict[str, int]) -> None:
        """The closing tables of a run: the papers unless there are many, what was near to those not found, the sums.

        What a person may have to do stands below, whole. On a terminal the problems were told as they came and are not
        repeated.
        """
        told = [p for p in report.papers if p.outcome != "not-a-paper" and (p.outcome != "exists" or p.reason)]
        rows = [p for p in told if not _is_terminal() or p.outcome not in views.PROBLEMS]
        if _is_terminal() and len(rows) > _ROWS:
            self._table(("outcome", "read", "notes", "claims", "supported"), views.sum_rows(told))
        elif rows:
            self._table(("outcome", "note", "read", "claims", "paper"), views.report_rows(rows))
        for paper in told:
            if paper.outcome in views.PROBLEMS and paper.candidates:
                self._line(f"\n{paper.link}: nearest")
                for candidate in views.nearest(paper.candidates)[:3]:
                    self._line(f"  {views.candidate_line(candidate)}")
        for place, line in enumerate(views.remark_lines(told)):
            self._line(line if place else f"\n{line}")
        self._show_kept(told)
        self._line(views.counts(totals))
        listed = any(paper.listed and paper.listed.added for paper in report.papers)
        if (totals.keys() <= _SETTLED or not report.due) and not listed:
            self._line("nothing to write: no file was changed")

    def _show_kept(self, papers: Sequence[PaperReport]) -> None:
        """The fresh text of regions that their owner edited, as diffs; of many notes only how to see them."""
        edited = [paper for paper in papers if paper.kept]
        for paper in edited[:_DIFFS]:
            self._line(f"\n{paper.path}")
            for line in "".join(map(views.diff, paper.kept)).splitlines():
                self._line(line, style=_DIFF_STYLE.get(line[:1]))
        if len(edited) > _DIFFS:
            self._line(
                f'\nand {len(edited) - _DIFFS} more; one by one: notegen generate "NOTE NAME" --refresh --dry-run'
            )

    def show_undone(self, run: Run, undone: Sequence[Undone]) -> None:
        """Each file of a run that was taken back, and what was kept as it is."""
        self._table(("outcome", "file", "why"), [(one.outcome, one.path, one.reason) for one in undone])
        counted: Counter[str] = Counter(one.outcome for one in undone)
        self._line(f"{run.id} ({run.command}) undone: {views.counts(counted)}")
        if not all(one.whole for one in undone):
            self.say("notegen undo tries the others again; to go further back name a run: notegen undo --list")

    def show_runs(self, runs: Sequence[Run]) -> None:
        """The runs of a vault."""
        if not runs:
            self.say("no run is known of the vault at this path")
            return
        self._table(("run", "began (UTC)", "files", "command", ""), views.run_rows(runs))

    def show_status(
        self, report: Report, places: Sequence[tuple[str, str]], totals: dict[str, int], everything: bool
    ) -> None:
        """Counts by MOC and section (`places`, one a paper), then the links not done, each with its reason."""
        for moc in dict.fromkeys(moc for moc, _ in places):
            rows = views.status_rows(report.papers, places, moc)
            self._table(views.status_head(report.papers, moc), rows)
            self._line("")
        for kind in views.KINDS:
            papers = [p for p in report.papers if p.outcome == kind and (kind != "exists" or p.reason)]
            shown = papers if everything or not _is_terminal() else papers[:_ROWS]
            if papers:
                self._line(f"{kind.replace('-', ' ')} ({len(papers)})")
            for paper in shown:
                reason = f"  ({paper.reason})" if paper.reason else ""
                self._line(f"  {views.SIGN[kind]} {paper.link}{reason}", cut=True)
            if len(shown) < len(papers):
                self._line(f"    and {len(papers) - len(shown)} more (--all shows every link)")
            if papers:
                self._line("")
        self._line(views.counts(totals) or "no links")

    def show_check(self, state: str, name: str, found: str, next_step: str) -> None:
        """One thing that was looked at, what was found, and what to do; in words where a mark cannot be drawn."""
        plain = _is_dumb() or "utf" not in (sys.stdout.encoding or "").lower()
        mark = (views.PLAIN_MARK if plain else views.MARK)[state]
        if not _is_terminal():
            step = f". {next_step}" if next_step else ""
            self._line(f"{mark}{':' if plain else ''} {name}: {found.rstrip('.')}{step}")
            return
        from rich.table import Table
        from rich.text import Text

        table = Table.grid(padding=(0, 2, 0, 0))
        for width in (max(map(len, views.PLAIN_MARK.values())) if plain else 1, _CHECK_WIDTH):
            table.add_column(width=width, no_wrap=True)
        table.add_column(overflow="fold")
        style = _CHECK_STYLE.get(state, "")
        table.add_row(Text(mark, style), name, Text(_drawable(found)))
        if next_step:
            table.add_row("", "", Text(_drawable(next_step), style))
        _stdout().print(table)

    def _line(self, text: str, *, cut: bool = False, style: str | None = None) -> None:
        if not _is_terminal():
            _write(f"{_drawable(text)}\n".encode(sys.stdout.encoding or "utf-8", "replace"))
        elif cut:
            _stdout().print(_drawable(text), markup=False, overflow="ellipsis", no_wrap=True)
        else:
            _stdout().print(_drawable(text), markup=False, soft_wrap=True, style=style)

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        if not _is_terminal():
            for row in (head, ["---"] * len(head), *rows):
                cells = (cell.replace("|", "\\|").replace("\n", " ") for cell in row)
                self._line(f"| {' | '.join(cells)} |")
            return
        from rich.table import Table
        from rich.text import Text

        console = _stdout()
        table = Table(box=None, pad_edge=False, header_style="bold")
        widths = [max(cell_len(row[column]) for row in (head, *rows)) for column in range(len(head))]
        while sum(widths) + 2 * len(head) > console.width and max(widths) > _LEAST_WIDTH:
            widths[widths.index(max(widths))] -= 1
        for title, width in zip(head, widths, strict=True):
            table.add_column(Text(_cut(title, width)), no_wrap=True)
        for row in rows:
            cells = (_drawable(_cut(cell, width)) for cell, width in zip(row, widths, strict=True))
            table.add_row(*(Text(cell, style=_STYLE.get(cell, "")) for cell in cells))
        console.print(table)


def _about(name: str, match: Match) -> Group:
    """A name, the paper it is and why; or the papers it may be, numbered as they may be chosen."""
    from rich.console import Group
    from rich.text import Text

    told = [Text(_drawable(name), "bold")]
    if match.paper:
        told += [Text(_drawable(match.paper.title)), Text(_drawable(views.facts(match.paper)), "dim")]
        told += _warned(match.paper)
    told.append(Text(_drawable(match.reason)))
    if not match.candidates:
        return Group(*told, "")
    lines = [(one.paper, (one.paper.title, views.facts(one.paper), one.why)) for one in match.candidates]
    told_of = [Group(*(Text(_drawable(line)) for line in three), *_warned(paper)) for paper, three in lines]
    return Group(*told, _grid([(Text(str(number)), one) for number, one in enumerate(told_of, 1)]), "")


def _warned(paper: Paper) -> list[Text]:
    """A line of its own for a withdrawn paper, none for any other."""
    from rich.text import Text

    words = views.withdrawn(paper)
    return [Text(_drawable(f"withdrawn: {words}"), "yellow")] if words else []


def _grid(rows: Sequence[tuple[RenderableType, RenderableType]]) -> Table:
    """Two columns, the second as wide as there is room, wrapped."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _drawable(text: str) -> str:
    """The text for a console that knows no line drawing, such as one in cp932, with what it has instead."""
    text = _harmless(text)
    return text if "utf" in (sys.stdout.encoding or "").lower() else text.translate(_PLAIN)


def _harmless(text: str) -> str:
    """The text without what a terminal would obey: names and titles come from anywhere."""
    return text.translate(_CONTROLS)


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _is_dumb() -> bool:
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def _stdout() -> Console:
    from rich.console import Console

    return Console(highlight=False, emoji=False)


def _write(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _cut(text: str, width: int) -> str:
    """The text in `width` cells. Of a path of sections the end is kept, of anything else the beginning."""
    from rich.cells import set_cell_size

    if cell_len(text) <= width:
        return text
    if " › " not in text:
        return set_cell_size(text, width - 1).rstrip() + "…"
    while cell_len(text) > width - 1:
        text = text[1:]
    return "…" + text


def cell_len(text: str) -> int:
    """Columns a text takes on a terminal."""
    from rich.cells import cell_len

    return cell_len(text)
