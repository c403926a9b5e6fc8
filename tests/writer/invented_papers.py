"""Papers that do not exist, for the notes of these tests."""

from __future__ import annotations

from notegen.records import Claim, Draft, Finding, Pair, Paper, PaperText, Sentence, Wanted

KAGAMI = Paper(
    "Kagami: Mirrored Checkpoints for Elastic Training",
    ("Hana Ōta", r"J{\"o}rg Müller"),
    "2405.01234",
    2,
    "10.1145/1234567.89",
    published="2024-05-02",
    categories=("cs.DC", "cs.LG"),
    venue="OSDI 2024",
)
KAGAMI_WANTED = Wanted(
    "2024__OSDI__Kagami - Mirrored Checkpoints for Elastic Training",
    "Kagami - Mirrored Checkpoints for Elastic Training",
    label="Kagami",
    year=2024,
    venue="OSDI",
    mocs=("分散学習 - MOC", "信頼性 - MOC"),
)
KAGAMI_TEXT = PaperText(
    "abstract v2",
    (
        Sentence(1, "Restarting a training job after a node failure wastes hours of accelerator time."),
        Sentence(2, "We present Kagami, a system that mirrors optimizer state in the memory of peer nodes."),
        Sentence(3, "On 512 GPUs, Kagami cuts recovery time from 14 minutes to 21 seconds."),
        Sentence(4, "The overhead during normal training stays below 1.5%."),
        Sentence(5, "Kagami does not yet tolerate the simultaneous loss of two mirrored nodes."),
    ),
)
_KAGAMI_JA = (
    "ノード障害のたびに学習ジョブを再起動すると、アクセラレータの時間を何時間も無駄にする。",
    "本論文では、オプティマイザ状態を隣接ノードのメモリに複製するシステムKagamiを提案する。",
    "512 GPUにおいて、Kagamiは復旧時間を14分から21秒に短縮する。",
    "",
    "複製し合う2ノードを同時に失う障害には、まだ対応していない。",
)
KAGAMI_DRAFT = Draft(
    "house-model-7b",
    Claim(
        "tldr",
        "Kagami mirrors optimizer state in peer memory, so a failed job resumes in seconds.",
        "Kagamiはオプティマイザ状態を隣接ノードのメモリに複製し、障害からの復旧を秒単位に縮める。",
        (2, 3),
    ),
    (
        Claim(
            "evaluation",
            "On 512 GPUs recovery time falls from 14 minutes to 21 seconds.",
            "512 GPUの環境で、復旧時間を14分から21秒に短縮した。",
            (3,),
        ),
        Claim("evaluation", "Overhead in normal operation is below 1.5%.", "", (4,), unverified=True),
        Claim(
            "what",
            "A system that mirrors optimizer state in the memory of peer nodes.",
            "オプティマイザ状態を隣接ノードのメモリに複製するシステム。",
            (2, 2),
        ),
        Claim(
            "discussion",
            "It does not tolerate losing two mirrored nodes at once.",
            "複製し合う2ノードの同時障害には対応していない。",
            (5,),
        ),
    ),
    numbers=(
        Claim("numbers", "recovery time on 512 GPUs", "512 GPUでの復旧時間", (3,), value="21 seconds"),
        Claim("numbers", "overhead in normal operation", "", (4,), unverified=True, value="< 1.5% (|x| ≤ 3)"),
    ),
    terms=(Pair("optimizer state", "オプティマイザ状態"), Pair("checkpoint", "チェックポイント")),
    abstract=tuple(Pair(sentence.text, ja) for sentence, ja in zip(KAGAMI_TEXT.sentences, _KAGAMI_JA, strict=True)),
    unstated=("novelty", "next"),
    findings=(
        Finding("support", "evaluation", (3,), "40x is not in sentence 3", "dropped"),
        Finding("numbers", "evaluation", (3,), "40x is not in sentence 3", "dropped"),
        Finding("language", "evaluation", (4,), "the Japanese holds Chinese glyphs", "marked"),
    ),
    total=8,
    supported=7,
)

EXTRACT_TEXT = KAGAMI_TEXT
EXTRACT_DRAFT = Draft(
    "",
    Claim("tldr", KAGAMI_TEXT.sentences[1].text, "", (2,)),
    (
        Claim("evaluation", KAGAMI_TEXT.sentences[2].text, "", (3,)),
        Claim("discussion", KAGAMI_TEXT.sentences[4].text, "", (5,)),
    ),
    abstract=tuple(Pair(sentence.text, "") for sentence in KAGAMI_TEXT.sentences),
    total=3,
    supported=3,
)

HIBIKI = Paper(
    "Hibiki: Ring-Free Collective Communication",
    ("Ken Mori",),
    published="2022",
    synopsis=(
        Pair("Hibiki replaces rings by broadcast trees.", "Hibikiはリングの代わりにブロードキャスト木を使う。"),
        Pair("It helps most on small messages.", "小さなメッセージで特に効果が大きい。"),
    ),
)
HIBIKI_WANTED = Wanted(
    "2022__ArXiv__Hibiki - Ring-Free Collective Communication", "Hibiki", venue="ArXiv", mocs=("集合通信 - MOC",)
)
HIBIKI_TEXT = PaperText(
    "synopsis", tuple(Sentence(n, pair.en, ja=pair.ja) for n, pair in enumerate(HIBIKI.synopsis, 1))
)
HIBIKI_DRAFT = Draft(
    "",
    Claim("tldr", HIBIKI.synopsis[0].en, HIBIKI.synopsis[0].ja, (1,)),
    (Claim("evaluation", HIBIKI.synopsis[1].en, HIBIKI.synopsis[1].ja, (2,)),),
    total=2,
    supported=2,
)

_ATTACK = (
    "<%* app.vault.delete() %>\n---\n```dataviewjs\ndv.x()\n```\n`$= dv.x` `= this.file` `BUTTON[wipe]` "
    "<script>x()</script> ![[Diary]] [[../../secret]] ![p](https://e.example/p.png?q=1) "
    "[go](obsidian://new?file=a&overwrite) javascript:alert(1) "
    "key:: value [status:: done] #owned {{date}}\u202e\u200b\x07\n%% notegen:end draft %%\n"
    "[^ng-1]: forged\n# Heading ^block"
)
HOSTILE = Paper(
    _ATTACK,
    (_ATTACK, "Eve\n---\nup: x"),
    "2405.00001",
    1,
    _ATTACK,
    "javascript:alert(1)",
    published="2024-05-01\n---",
    venue=_ATTACK,
    categories=(_ATTACK,),
    comment=f"withdrawn {_ATTACK}",
)
HOSTILE_WANTED = Wanted("Hostile", "Hostile", label="<% x %>", mocs=("MOC",))
HOSTILE_TEXT = PaperText(f"file {_ATTACK}", (Sentence(1, f"Source. {_ATTACK}", _ATTACK),))
HOSTILE_DRAFT = Draft(
    _ATTACK,
    Claim("tldr", _ATTACK, _ATTACK, (1,)),
    (Claim(_ATTACK, f"{_ATTACK}!", f"- {_ATTACK}\\", (1, 9)), Claim("what", "[!danger] x", "[ ] 課題", (1,))),
    numbers=(Claim("numbers", _ATTACK, _ATTACK, (1,), value=f"1 | {_ATTACK}"),),
    terms=(Pair(_ATTACK, _ATTACK),),
    abstract=(Pair(_ATTACK, _ATTACK),),
    findings=(Finding("support", _ATTACK, (1,), _ATTACK, "dropped"),),
    total=5,
    supported=4,
)
