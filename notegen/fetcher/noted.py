"""Which papers have a note already, whatever its name: by arXiv id and DOI in its properties, and by alias."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from notegen.fetcher.identify import find_ids, normal_id
from notegen.obsidian import frontmatter, names
from notegen.obsidian.index import Index
from notegen.records import Paper, Wanted
from notegen.seams import Vault

_KEYS = ("arxiv_id", "arxiv", "arxivid", "doi", "url")


@dataclass(frozen=True, slots=True)
class Noted:
    """Paths of notes by "arXiv:ID" and "doi:DOI" (`papers`), and by alias as Obsidian compares names (`aliases`).

    Aliases do not resolve links (Obsidian help, Aliases), so a link to one looks missing.
    """

    papers: Mapping[str, str]
    aliases: Mapping[str, str]

    def of(self, paper: Paper | Wanted) -> str | None:
        """The path of the note that has this arXiv id or DOI, if there is one."""
        arxiv_id = normal_id(paper.arxiv_id)[0]
        return self.papers.get(f"arXiv:{arxiv_id}") or self.papers.get(f"doi:{paper.doi.casefold()}")


def read_noted(index: Index, vault: Vault) -> Noted:
    """One pass over the notes of a vault; only those are parsed whose bytes name an id or an alias."""
    papers: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for path in index.notes:
        content = vault.read(path)
        if not content.lstrip(b"\xef\xbb\xbf").startswith(b"---") or not _may_tell(content.lower()):
            continue
        text = content.decode("utf-8", "replace")
        for name in _ids(frontmatter.properties(text)):
            papers.setdefault(name, path)
        for alias in frontmatter.aliases(text):
            aliases.setdefault(names.key(alias), path)
    return Noted(papers, aliases)


def _may_tell(content: bytes) -> bool:
    return any(word in content for word in (b"arxiv", b"doi", b"alias"))


def _ids(properties: Mapping[str, str | list[str]]) -> list[str]:
    found = []
    for key, value in properties.items():
        if key.lower() not in _KEYS or not isinstance(value, str):
            continue
        ids = find_ids(f"arXiv:{value}" if "arxiv" in key.lower() and "/" not in value else value)
        found += [f"arXiv:{normal_id(ids.arxiv_id)[0]}"] if ids.arxiv_id else []
        found += [f"doi:{ids.doi.casefold()}"] if ids.doi else []
    return found
