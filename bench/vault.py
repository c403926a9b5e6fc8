"""A vault of invented notes for measurements: the same words give the same bytes on every machine.

python bench/vault.py FOLDER [--notes 10000] [--links 10] [--seed 1]

Japanese, Chinese and English notes in nested folders: properties with ids and aliases in some, code, formulas and
tables with links in them, CRLF and byte order marks, names that occur twice, templates, broken YAML, empty notes,
pictures, and one MOC whose papers all have notes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

MOC = "Reading - MOC"
_SPELLED = {
    "en": """
        anchor basket candle drizzle ember feather garden harbour island juniper kettle lantern meadow
        nutmeg orchard pebble quarry ribbon saddle thistle umbrella velvet willow yonder zephyr bright calm
        distant early gentle hollow slow quiet warm carries finds keeps measures returns turns wanders
        without between under
    """,
    "ja": """
        朝の霧 石畳 古い灯台 竹細工 風鈴 小さな橋 夜の港 木の器 麦畑 遠い山 静かな池 手紙 雨音 織物 階段
        図書室 時計塔 庭の苔 渡り鳥 紙風船 を測る に戻る が続く を並べる と比べる は軽い では足りない
    """,
    "zh": """
        清晨 石桥 旧灯塔 竹编 风铃 夜港 木碗 麦田 远山 静水 书信 雨声 织机 台阶 钟楼 青苔 候鸟 纸鸢 我们测量
        可以比较 逐渐变慢 不再需要 重新排列
    """,
}
WORDS = {language: words.split() for language, words in _SPELLED.items()}
_PLACES = """
    . daily daily/2023 daily/2024 notes notes/ideas notes/ideas/old 日記 日記/2024年 資料 資料/工作 资料
    资料/旧稿 projects projects/kiln projects/kiln/log projects/ferry projects/ferry/日誌 archive
    archive/2019 archive/2019/q4
"""
FOLDERS = _PLACES.split()
HEADINGS = ("Notes", "Summary", "Open questions", "References", "メモ", "要約", "参考文献", "摘要", "背景")
TEMPLATE = """---
title: "{{title}}"
aliases: []
tags: [paper, <% tp.date.now() %>]
---
## Memo
[[<% tp.file.folder() %>]]
"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", type=Path)
    for name, default in (("notes", 10_000), ("links", 10), ("seed", 1)):
        words.add_argument(f"--{name}", type=int, default=default)
    asked = words.parse_args()
    if asked.folder.exists() and any(asked.folder.iterdir()):
        words.error(f"{asked.folder} is not empty")
    make_vault(asked.folder, asked.notes, asked.links, asked.seed)
    print(f"{asked.notes:,} notes of about {asked.links} links in {asked.folder}")


def make_vault(folder: Path, notes: int, links: int, seed: int) -> None:
    """Writes the vault; of `notes` one is the MOC and one in a hundred a paper's note that it lists."""
    chance = random.Random(seed)
    papers = [_paper_name(number, chance) for number in range(max(1, notes // 100))]
    templates = max(1, notes // 500)
    others = [_place(number, chance) for number in range(max(0, notes - 1 - len(papers) - templates))]
    others = _doubled(others, chance)
    targets = [PurePosixPath(path).stem for path in others] + papers
    _write(folder / ".obsidian" / "templates.json", b'{"folder": "templates"}')
    _write(folder / ".obsidian" / "app.json", b'{"newFileLocation": "folder", "newFileFolderPath": "papers"}')
    _write(folder / f"{MOC}.md", _moc(papers, chance).encode())
    for number, name in enumerate(papers):
        _write(folder / "papers" / f"{name}.md", _paper(number, name, targets, links, chance).encode())
    for number in range(templates):
        _write(folder / "templates" / f"template {number}.md", TEMPLATE.encode())
    for number, path in enumerate(others):
        _write(folder / f"{path}.md", _note(number, targets, links, chance))
    for number in range(notes // 50):
        _write(folder / "attachments" / f"picture {number}.png", b"\x89PNG\r\n\x1a\n" + chance.randbytes(200))


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def _paper_name(number: int, chance: random.Random) -> str:
    venue = chance.choice(("KILN", "FERRY", "LOOM"))
    return f"{2010 + number % 15}__{venue}__{' '.join(chance.sample(WORDS['en'], 5)).title()} {number}"


def _place(number: int, chance: random.Random) -> str:
    """Path of an ordinary note, without ".md"."""
    language = _language(chance)
    blank = " " if language == "en" else ""
    name = blank.join(chance.sample(WORDS[language], chance.randint(2, 5)))
    return f"{chance.choice(FOLDERS)}/{name}{' ' if language == 'en' else ''}{number}".removeprefix("./")


def _doubled(paths: Sequence[str], chance: random.Random) -> list[str]:
    """The paths, one in a hundred given the name of another in its own folder."""
    return [
        f"doubles/{number // 100}/{chance.choice(paths).rpartition('/')[2]}" if number % 100 == 99 else path
        for number, path in enumerate(paths)
    ]


def _language(chance: random.Random) -> str:
    return chance.choices(("ja", "en", "zh"), (5, 3, 2))[0]


def _sentence(language: str, chance: random.Random) -> str:
    words = chance.choices(WORDS[language], k=chance.randint(6, 14))
    return " ".join(words).capitalize() + "." if language == "en" else "".join(words) + "。"


def _moc(papers: Sequence[str], chance: random.Random) -> str:
    lines = [f"- {name.rpartition(' ')[2]}: [[{name}]]" for name in papers]
    middle = len(lines) // 2
    told = _sentence("en", chance)
    first, second = "\n".join(lines[:middle]), "\n".join(lines[middle:])
    return f"---\ntags:\n  - moc\n---\n{told}\n\n## Papers\n{first}\n\n### 論文\n{second}\n"


def _paper(number: int, name: str, targets: Sequence[str], links: int, chance: random.Random) -> str:
    title = name.rpartition("__")[2]
    head = f'---\ntitle: "{title}"\naliases:\n  - "K{number}"\narxiv_id: "20{number % 12 + 1:02}.{10000 + number:05}"\n'
    head += f'doi: "10.5555/{number}"\nup:\n  - "[[{MOC}]]"\n---\nParent: [[{MOC}]]\n\n## Abstract\n'
    return head + _body("en", targets, max(0, links - 2), chance)


def _note(number: int, targets: Sequence[str], links: int, chance: random.Random) -> bytes:
    """An ordinary note; one in a hundred is empty, one in a hundred has a head that is no YAML."""
    if number % 100 == 7:
        return b""
    language = _language(chance)
    head = _head(number, language, chance) if chance.random() < 0.5 else ""
    if number % 100 == 13:
        head = '---\ntitle: "never closed\naliases: [a, b\n  - : @x\n---\n'
    text = head + _body(language, targets, links, chance)
    text = text.replace("\n", "\r\n") if number % 20 == 3 else text
    return (b"\xef\xbb\xbf" if number % 50 == 11 else b"") + text.encode()


def _head(number: int, language: str, chance: random.Random) -> str:
    lines = [f"created: 2024-03-{number % 28 + 1:02}", f"tags: [{chance.choice(WORDS['en'])}, log]"]
    if chance.random() < 0.3:
        lines += ["aliases:", f"  - {chance.choice(WORDS[language])} {number}", f'  - "n: {number}"']
    if chance.random() < 0.1:
        lines.append(f"url: https://arxiv.org/abs/21{number % 12 + 1:02}.{number % 90000 + 10000:05}")
    if chance.random() < 0.1:
        lines.append(f'title: "{" ".join(chance.sample(WORDS["en"], 4))}"')
    return "---\n" + "\n".join(lines) + "\n---\n"


def _body(language: str, targets: Sequence[str], links: int, chance: random.Random) -> str:
    """Sections of prose with exactly `links` links, and samples in code and formulas that are none."""
    forms = (_plain, _labelled, _headed, _listed, _tabled, _markdown)
    pieces = [f"# {_sentence(language, chance)[:20]}"]
    for number in range(links):
        if number % 4 == 0:
            pieces.append(f"## {chance.choice(HEADINGS)}")
        prose = " ".join(_sentence(language, chance) for _ in range(chance.randint(1, 3)))
        pieces.append(chance.choice(forms)(chance.choice(targets), prose))
    extras = (
        "```python\nlink = '[[no link]]'\n```",
        "Inline `[[no link]]` and $a_{[[i]]} < b$ and\n$$\nx = \\frac{1}{2}\n$$",
        "%% a remark [[unseen]] %%",
        "> [!note] a callout\n> with two lines",
    )
    pieces += [extra for extra in extras if chance.random() < 0.25]
    pieces += ["`#moc` is a tag"] if chance.random() < 0.02 else []
    return "\n\n".join(pieces) + "\n"


def _plain(target: str, prose: str) -> str:
    return f"{prose} [[{target}]] {prose}"


def _labelled(target: str, prose: str) -> str:
    return f"{prose} [[{target}|{target[:6]}]]"


def _headed(target: str, prose: str) -> str:
    return f"{prose} [[{target}#メモ]]"


def _listed(target: str, prose: str) -> str:
    return f"- {prose}\n    - [[{target}]]"


def _tabled(target: str, prose: str) -> str:
    return f"| name | text |\n| --- | --- |\n| [[{target}\\|it]] | {prose} |"


def _markdown(target: str, prose: str) -> str:
    return f"{prose} [it]({target.replace(' ', '%20')}.md)"


if __name__ == "__main__":
    main()
