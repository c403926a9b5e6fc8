"""Chinese wording in Japanese text: its function words, and kanji that both know where only Chinese uses them so."""

from __future__ import annotations

import re

_KANJI = r"\u4e00-\u9fff"
_KATAKANA = r"ァ-ヺー"
_STARTS = r"(?:^|(?<=[、。，]))"  # where a clause begins; Japanese puts a noun here, Chinese its verb or preposition
# Kanji of no modern Japanese word: pronouns, prepositions, adverbs, particles.
_CHINESE_ALONE = "之很并仍也其哪您嗎呢麼于它她雖缺"
# Of kanji that Chinese uses as function words, what Japanese writes before or after them; else they are Chinese.
_FUNCTION_KANJI = (
    ("在", "存現所実潜顕滞内偏遍散点介不自健混駐近常伏", "庫宅籍学来留位外住米日野京中り"),
    ("与", "付関寄給授参貸供所賦天贈投譲", "えらっしする信党件奪野"),
    ("是", "国如", "非正認が"),
    ("及", "言普波追遡論企", "びぶばんぼっ第落"),
    ("了", "完終修校魅未満投読議", "解承見以"),
    ("而", "", "上下立"),
    ("就", "成去", "職任業航寝学労役くいか"),
    ("還", "返帰往償生奪召", "元流付暦り"),
    ("但", "", "しだ馬"),
    ("些", "", "細少末事か"),
    ("僅", "", "かす少差々"),
    ("尚", "高和時好", "、更早武且古も"),
    ("此", "", "のれ処度方"),
    ("該", "当", "当博"),
    ("較", "比", "差正"),
    ("由", "理経自因事", "来緒々"),
    ("均", "平", "等一質衡さしす"),
)
_CONNECTIVES = (
    "雖然 但是 因為 如果 如何(?![なにわせとよ]) 如此 即使 即便 然而 然後 因此 因而 従而 並且 而且 或者 以及 此外 另外"
    " 首先 其次 例如 比如 不僅 不但 不管 不論 無論 由於 対於 関於 基於 用於 等於 為了 除了 根据 根據 針対 相比"
    " 相較 使得 以往的 以往[、，] 只[能有需在要] 無需 無須 無法(?![者地]) 任何 可以 可[将在] 能[夠够] 応該 已経 正在"
    " 没有 某些 有些 一些 整個 情況下 進一[歩步]"
    " 更[快高好大小多少低長優] 最[快慢好](?!調) (?<![首京])都[是能有会持可需]"
    " 不(?:再(?![現生帰構開])|会|需|是|得[不已]|到(?![達着])|超過|共享|支持)"
    " 被(?:認為|視為|称為|用) 所(?:提出|示的|述的|用的) 達到"
)
_TERMS = (
    "端到端 機器学習 深度学習 語言 神経網絡 網絡 分布式 高效 算法 緩存 存儲 線程 進程 節点 集群 服務器 用戸 吞吐 代碼"
    " 接口 優化 降低 提升 共享 時鐘 空閑 協助 具有(?![すし]) 持有 批次 数据(?!え) 開銷 延遅 [異同]歩(?![行道調幅]) 関鍵"
    " 未来工作 本文提出 (?:結果|実験|研究)(?:表明|顕示) (?:数|網)據"
)
_FORMS = (
    *_CONNECTIVES.split(),
    *_TERMS.split(),
    # 的 makes adjectives with な, に and だ in Japanese, or joins two kanji words; it is no genitive.
    rf"[{_KATAKANA}A-Za-z0-9]的(?![なにでだ確中])[{_KANJI}{_KATAKANA}A-Za-z]",
    r"(?:自身|同様|我們|所有|々|(?<!集)中|[快慢高低新多少大小後上下]|[^時空人民世区瞬期週年中]間)的(?![なにでだ確中])",
    rf"[重要有用]要的(?!確)|要的(?=[{_KATAKANA}])",
    rf"[{_KATAKANA}A-Za-z]和[ァ-ヺA-Za-z]|[{_KANJI}]於(?![いけ])",
    rf"(?<=[{_KANJI}{_KATAKANA}A-Za-z0-9%])(?<![行作人有所営当])為(?![替すにめさしせるれ])",
    rf"(?<![{_KANJI}{_KATAKANA}])不能(?=[{_KANJI}])|(?<!順)不同(?![意期一])|(?<![水目手以])目前(?![のにでだとまへ])",
    rf"(?<=[{_KATAKANA}A-Za-z、])会(?=[{_KANJI}])(?![議場員社合期計長費館話誌頭派談見])",
    rf"{_STARTS}(?:把(?![握持])|将(?=[ァ-ヺA-Z])|比(?![較率例重喩類熱])(?=[{_KANJI}ァ-ヺA-Z])|以(?![上下外内前後来降てっ])|為(?=[{_KANJI}]))",
    rf"{_STARTS}(?:通過(?![すしさせ点率時でをの後])|提出(?=[A-Z]))|将(?=[其会被該此])|(?<=、)則",
    rf"一[個種](?=[{_KANJI}])(?![師大中小人体所月類])|需要(?=人手|大量|更|再|進行|使用|事前)",
)


def _function_kanji() -> str:
    return "|".join(
        f"{f'(?<![{before}])' if before else ''}{kanji}(?![{after}])" for kanji, before, after in _FUNCTION_KANJI
    )


_CHINESE = re.compile(f"[{_CHINESE_ALONE}]|{'|'.join(f'(?:{form})' for form in _FORMS)}|{_function_kanji()}")


def chinese_wording(text: str) -> str:
    """The first word of the text that is Chinese and not Japanese, "" when there is none. Quotes count as text."""
    found = _CHINESE.search(text)
    return found.group() if found else ""
