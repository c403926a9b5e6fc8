"""Whether the Japanese of a claim contradicts its English, as far as words show it: negation, direction, outcome."""

from __future__ import annotations

import re
from typing import NamedTuple


def _words(forms: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(forms.split())})\b", re.IGNORECASE)


_NOT = r"not no non nor never neither without cannot \w+n['’]t"
# Words by which English says in another way what Japanese says with ない.
_NEGATIVE = _words(
    rf"{_NOT} nothing none only hardly rarely seldom scarcely barely few fewer little less \w+less \w+-free lacks?"
    r" lacking fail\w* avoid\w* eliminat\w* remov\w* prevent\w* free instead rather limit\w* difficult\w* hard scarc\w*"
    r" poor\w* obviat\w* unlike ignor\w* overlook\w* miss\w* constant\w* remain\w* small\w* yet except but beyond"
    r" challeng\w* low\w* weak\w* short\w* independen\w* agnostic orthogonal skip\w* omit\w* exclud\w* reject\w*"
    r" refus\w* redundant near\w* zero disabl\w* degrad\w* suffer\w* mitigat\w*"
    r" idle idling wast\w* negligibl\w* behind random\w* consistent match\w* equal\w* absent empty stop\w* halt\w*"
    r" block\w* silent\w* clos\w* ends? ended lose lost ceas\w* forg[eo]\w* (?:un|in|im|ir|dis)[a-z]{4,}"
)
_NOT_NEGATIVE = _words(
    r"in(?:creas|put|clud|volv|form|tegrat|tens|ter|vestigat|troduc|sert|spir|stanc|dex|duc|fer|iti|nov|fra|side|dividual"
    r"|telli|stall|struct|valu)\w* im(?:prov|plement|pact|port|pos|age|ply|pli|itat)\w* un(?:der|i|til)\w*"
    r" dis(?:tribut|cuss|play|k|tanc|tinct|till|cov|patch|tinguish|aggregat)\w*"
)
_FIRMLY_NOT = _words(r"not(?!\s(?:only|just|merely)) no(?!\s(?:longer|less|more|fewer)) without cannot never \w+n['’]t")
_NEGATED_END = re.compile(
    r"(?:(?<![少危])ない|なかった|ません|ませんでした|できず|(?:不要|不可能|無関係)(?:である|だ|だった|となる|になる|とする)?)[。．.]?$"
)
_IDIOM_END = re.compile(
    r"(?:すぎ|しか[^、。]*|ほかなら|に違い|なければなら|なくてはなら|てはなら|ざるを得|欠かせ|限ら|少なく|やむを得|過言では|かもしれ"
    r"|変わら|届か|及ば|[劣衰落]ち|[切壊崩遅漏]れ|[失損]わ?れ|[絶消]え|遜色(?:が|は)?|かなわ|見逃せ|避けられ|差し支え|問題|に満た)(?:ない|なかった|ません)[。．.]?$"
)
_NEGATIVE_JAPANESE = re.compile(
    r"な[いくかけし]|[かがさざたなばまらわせけめれべえねてき]ず|ぬ|ません|[不未無非難困限失欠否避防除省劣弱悪誤低外止抑違異損]|だけ|のみ|まま|ゼロ|静的|固定|一定|同一"
)
_MATTERS = _words(r"important key crucial critical essential vital necessary needed requires? required")
_NEEDLESS = _words(rf"{_NOT} un\w+ redundant eliminat\w* remov\w* obviat\w* avoid\w* free")
_MATTERS_NOT = re.compile(
    r"不要(?!な)|重要では?ない|必要(?:が|は|では|で)?ない|必要とし(?:ない|ず)|[い要]らない|無意味|重要性は低い"
)
_MATTERS_JAPANESE = re.compile("必要|重要|不可欠|要する|欠かせない|鍵")
_DONE = re.compile(r"(?:すでに|既に)[^。]*(?:た|いる|済み)|完了し|完了済|実施済")
_PLANNED = _words(r"planned plans?\sto will future intend\w* going\sto")
_NAME = r"[A-Z][A-Za-z0-9]*(?:[-+.][A-Za-z0-9]+)*"
_WINS_JAPANESE = re.compile(
    rf"(?P<one>{_NAME})[はが][^。]*?(?P<other>{_NAME})[^。、A-Z]{{0,8}}"
    r"(?:を[^。、]{0,12}?(?P<wins>上回|凌|超え|しのぐ)|より[^。、]{0,12}?(?:(?P<better>優れ|高速|速)|遅|劣))"
)
_WINS = re.compile(
    rf"\b(?P<one>{_NAME})\b(?:\s[a-z]+){{0,4}}?\s(?:(?P<wins>outperform|surpass|exceed|beat|is superior to)"
    rf"|is (?:\d[\d.]*x )?(?:(?P<better>faster|better)|slower|worse) than)\w*(?:\sthan|\sto)?\s(?:the\s)?"
    rf"(?P<other>{_NAME})"
)


class _Direction(NamedTuple):
    """English of one direction and Japanese of the other, each with the words beside which it says nothing."""

    english: re.Pattern[str]
    unless: re.Pattern[str]
    japanese: re.Pattern[str]
    unless_japanese: re.Pattern[str]


_FASTER = r"faster speed-?ups? speeds?\sup sped\sup accelerat\w+ quicker"
_UP = r"increas(?:e[sd]?|ing) rais(?:e[sd]?|ing) grows? grew rises? rose lengthen\w* higher enlarg\w*"
_DOWN = (
    r"reduc(?:e[sd]?|ing|tion) decreas(?:e[sd]?|ing) lower(?:s|ed|ing)? cuts? cutting shr[aiu]nks? drop(?:s|ped)?"
    r" declined? declines falls? fell shorten\w*"
)
_BETTER = r"outperform\w* surpass\w* beats? superior better improv(?:e[sd]?|ing|ements?)"
_WORSE = r"underperform\w* worse\w* degrad\w* inferior hurts? harms?"
_DIRECTIONS = tuple(
    _Direction(_words(english), _words(unless), re.compile(japanese), re.compile(unless_japanese))
    for english, unless, japanese, unless_japanese in (
        (
            _FASTER,
            rf"{_NOT} slow\w* delay\w* latenc\w+ stragg\w+ late lag\w*",
            r"遅い|遅く|遅か|低速|減速|時間がかかる",
            r"速[いくかめ]|高速|加速|速度(?:の)?向上",
        ),
        (
            r"slower slowdowns? slows slowed",
            rf"{_NOT} fast\w* speed\w* accelerat\w* quick\w*",
            r"速[いくか]|高速|加速",
            r"[遅劣鈍悪長]|低速|低下|減速",
        ),
        (
            _UP,
            rf"{_NOT} {_DOWN} {_WORSE} low\w* sav\w* few\w* less small\w* short\w* avoid\w* limit\w* than while",
            r"減[らりるっ少]|削減|低減|短縮|縮小|下が|下げ|低下",
            r"[増上高伸多長]|拡大|改善|大き|向上|成長",
        ),
        (
            _DOWN,
            rf"{_NOT} {_UP} {_BETTER} boost\w* high\w* more larger longer gain\w* scal\w* extend\w* too while",
            r"増加|増や|増え|増大|上昇|上が[るりっ]|拡大す|長くな",
            r"[減削短低下縮節抑少小省軽避除落切安速早]|なく|ない",
        ),
        (
            _BETTER,
            rf"{_NOT} {_WORSE} lower fall\w* loss\w* except but while than at\sthe\scost",
            r"下回|劣る|劣って|悪化|劣化|及ばない|敗れ",
            r"[優凌良]|上回|向上|改善|勝[るつ]",
        ),
        (
            _WORSE,
            rf"{_NOT} {_BETTER} prevent\w* avoid\w* mitigat\w* even while but than",
            r"上回|優れ|向上|改善",
            r"[劣悪損害落妨]|下回|低下|及ば|下が",
        ),
        (r"doubl\w+ tripl\w+ quadrupl\w+", rf"{_NOT} {_DOWN} halv\w* half less fewer", r"半減|半分|分の[一1１]", r"倍"),
        (
            r"(?:one|a)\s(?:third|quarter|fifth|tenth) halv\w+",
            rf"{_NOT} {_UP} {_FASTER} more larger longer times",
            r"\d倍",
            r"[減削短低縮節抑少小省速]|分の|半",
        ),
        (r"only", rf"{_NOT} all any every each if when", r"すべて|全ての|あらゆる|任意の", r"のみ|だけ|限[らりる定]"),
        (r"near-linear near-linearly (?:nearly|almost)\slinear\w*", r"super\w*", r"超線形", r"ほぼ|近い"),
    )
)


def contradiction(ja: str, en: str, source: str = "") -> str:
    """In words how the Japanese contradicts the English, "" when it does not as far as words show.

    Negation shows only where the English is not alone: a paraphrase may negate what its source affirms in other words.
    """
    matters_too = _MATTERS_JAPANESE.search(_MATTERS_NOT.sub("", ja))
    if _MATTERS.search(en) and _MATTERS_NOT.search(ja) and not _NEEDLESS.search(f"{en} {source}") and not matters_too:
        return "calls unnecessary or unimportant what matters in the English"
    negative = _NEGATIVE.search(_NOT_NEGATIVE.sub("", f"{en} {source}"))
    if _NEGATED_END.search(ja) and not _IDIOM_END.search(ja) and not negative:
        return "negates what the English affirms"
    if _FIRMLY_NOT.search(en) and _FIRMLY_NOT.search(source or en) and not _NEGATIVE_JAPANESE.search(ja):
        return "affirms what the English negates"
    for each in _DIRECTIONS:
        silent = each.unless.search(f"{en} {source}") or each.unless_japanese.search(ja)
        if not silent and each.english.search(en) and (found := each.japanese.search(ja)):
            return f"says the opposite of the English: {found.group()}"
    if _DONE.search(ja) and _PLANNED.search(en) and "already" not in en.casefold():
        return "says done what the English plans"
    return _other_winner(ja, en)


def _other_winner(ja: str, en: str) -> str:
    japanese, english = _WINS_JAPANESE.search(ja), _WINS.search(en)
    if not (japanese and english):
        return ""
    sides, said = japanese.group("one", "other"), english.group("one", "other")
    alike = any(japanese.group("wins", "better")) == any(english.group("wins", "better"))
    if sides == (said[::-1] if alike else said):
        return f"exchanges winner and loser: {sides[0]} and {sides[1]}"
    return ""
