"""Chinese wording in Japanese text: its function words, and kanji that both know where only Chinese uses them so."""

from __future__ import annotations

import re

_KANJI = r"\u4e00-\u9fff"
_KATAKANA = r"ァ-ヺー"
_HIRAGANA, _HAN, _CLAUSE = re.compile("[ぁ-ん]"), re.compile(f"[{_KANJI}]"), re.compile("[、。，；：（）()]")
_MOST_BARE_KANJI = 9
_STARTS = r"(?:^|(?<=[、。，]))"  # where a clause begins; Japanese puts a noun here, Chinese its verb or preposition
# Kanji of no modern Japanese word: pronouns, prepositions, adverbs, particles.
_CHINESE_ALONE = "之很并仍也其哪您嗎呢麼于它她雖缺"
# Of kanji that Chinese uses as function words, what Japanese writes before or after them; else they are Chinese.
_FUNCTION_KANJI = (
    ("在", "存現所実潜顕滞内偏遍散点介不自健混駐近常伏", "庫宅籍学来留位外住米日野京中り席社職校荷勤国"),
    ("与", "付関寄給授参貸供所賦天贈投譲分施附", "えらっしする信党件奪野"),
    ("是", "国如色", "非正認が"),
    ("及", "言普波追遡溯論企", "びぶばべんぼっ第落"),
    ("了", "完終修校魅未満投読議", "解承見以察知"),
    ("而", "", "上下立"),
    ("就", "成去", "職任業航寝学労役くいかけ床眠位"),
    ("還", "返帰往償生奪召送", "元流付暦り"),
    ("但", "", "しだ馬"),
    ("些", "", "細少末事か"),
    ("僅", "", "かす少差々"),
    ("尚", "高和時好", "、更早武且古もさ"),
    ("此", "", "のれ処度方"),
    ("該", "当", "当博"),
    ("較", "比", "差正べ"),
    ("由", "理経自因事", "来緒々"),
    ("均", "平", "等一質衡さしす分整斉"),
    ("却", "退忘冷返償売消棄脱焼没困閑減滅銷", "下っ"),
    ("並", "人家軒足月毛町", "びべみんぶ行列存立木外走置進大盛製河"),
    ("没", "埋沈出水日病陥", "収頭入落却後年個交"),
    ("已", "", "然むまめに上"),
    ("甚", "", "だ大"),
)
# Chinese function words. Where Japanese knows the same kanji, what follows there is ruled out.
_CONNECTIVES = (
    " 但是 因為 如果 如何(?![なにわせとよ]) 如此 即使 即便 然後 因此 因而 従而 於是 進而 並且 或者 以及 此外 另外"
    " 首先 例如 比如 不僅 不但 不管 不論 無論(?![、。]) 由於 対於 関於 基於 用於 為了 除了 根据 根據 針対 相比"
    " 相較 比起 使得 変得 意味着 存在着 随着 沿着 有着 按照 依照 鑑於 至於 由此 以往的 以往[、，]"
    " 只[能有需在要是会用] 無需 無須 無法(?![者地]) 毫[無不] 任何 可以 可[将在] 能[夠够否] 応該 已経 正在 尤其"
    " 尤為 特別是 更[加為] 再次 首次 直到 至少(?!量) 至多 大約(?!数) 高達 多達 長達 低至 約為 有助 有待 有所 没有"
    " 某些 某個 有些 一些 整個 多個 両個 幾個 毎個 毎一 第[一二三]個 情況下 的情況 的時候 進一[歩步]"
    " 逐[歩漸](?!的) 所提(?!起) 所需 未[能被](?!力) 非常(?![にな時口用食停階警識態勤]) 十分(?=[高低有重良明優])"
    " 更[快高好大小多少低長優強] 最[快慢好佳](?!調) 最優(?![先秀良]) (?<![首京])都[是能有持可需]"
    " 不(?:再(?![現生帰構開利送])|会|需|是|得[不已]|到(?![達着])|超過|共享|支持|改変|影響"
    "|進行|考慮|保留|依頼|受(?![理験信])|僅|允許|同於|如(?!意))"
    " 被(?:認|視|称|証|看|広|用(?!者)|利用|採用|使用|提出|設計|替換|破壊|発現|定義|執行|応用|忽|分為|送)"
    " 所(?:提出|示的|述的|用的|産生|導致) 従[不未] 従(?=[^、。]{1,12}到)"
    " [達看得遇提測収受感降増減高升]到(?![達着来底]) 能(?=減少|提高|提升|降低|処理|支持|保証|有効|避免|適応|実現)"
    " 作為(?=[ァ-ヺA-Z]) 造成(?=遅|性|延|損|影|問|系|大|巨) 引起(?![こし]) 導致 面臨 考慮到"
    " (?:倍|%|秒|個|年|件|次)左右(?![さすのにで対両非]) 不断(?=[一-鿿]{2})(?!の|努力)"
    " 対[^、。ぁ-ん]{3,12}(?:進行|的(?![なにで]))"
)
# Chinese terms whose Japanese is another word.
_TERMS = (
    " 端到端 機器学習 深度学習 語言 神経網絡 網絡 網格 分布式 高効(?!率) 高效 算法 緩存 内存 顕存 存儲 磁盤 硬盤"
    " 帯寛 時延 線程 進程 節点 集群 服務 用戸 吞吐 代碼 源碼 接口 優化 降低 提升 提高 改進(?!党) 減小 減軽 加快"
    " 減慢 上升 変[快慢大小]得? 避免 共享 時鐘 空閑 協助 具有(?![すし]) 擁有 持有 批次 批量 批処理 数据(?!え)"
    " 開銷 延遅 [異同]歩(?![行道調幅]) 関鍵 軟件 硬件 程序(?!化) 編訳 虚擬 調度(?!品) 隊列 緩衝区 響応 並発 負載"
    " 鏈路 雲計算 辺縁 変量 参数 数組 (?<![塗])線性(?!能) 矩陣 向量 梯度 準確 召回 魯棒 拡展 可靠 穏定 場景 框架"
    " 模塊 模型(?=[的をはがに、]) 架構 機制 方案 開源 測試 調試 運行時 実時(?!間|刻) 離線(?!電) 検測 標簽 語料"
    " 文本 図像 視頻 音頻 像素 分辨 語音 人工智能 預(?![金けかりっ託言血入貯るれ]) 微調(?!整) 剪枝"
    " (?<![定数物])量化 稀疎 注意力 写入 増長(?!す) 友好(?!国|条約|関係|都市|的) 文件系統 操作系統"
    " (?<![ァ-ヺー])結構(?=[をがの的化]) [ァ-ヺーA-Za-z]結構 未来工作 本文提出 (?:結果|実験|研究)(?:表明|顕示)"
    " (?:数|網)據 [軸径縦横]向(?![きけかい上性]) 漂移 混流器 其余 額外 原有(?!の) 後続的 相応的 現有"
)
# Japanese joins these nouns by の, never by 的.
_NEVER_TEKI = (
    "性能|方法|問題|精度|遅延|速度|帯域|容量|請求|文件|時刻|検査|訓練|推理|実現|数量|副本|任務|成本|変化|更新|規模|需求|計算|隊列長度|長度"
    "|主要|重要|必要|有用|不同|相同|各種|全部|単一|大量|少量|相関|上限|下限|最低|最高|最大|最小|最新|提出|使用|設計|処理|出力|入力|結果(?=的[^に])"
)
_FORMS = (
    *_CONNECTIVES.split(),
    *_TERMS.split(),
    # 的 makes adjectives with な, に and だ in Japanese, or joins two kanji words; it is no genitive.
    rf"[{_KATAKANA}A-Za-z0-9%]的(?![なにでだ確中])",
    r"(?:自身|同様|我們|所有|(?<!大)々|(?<!集)中|[快慢高低新多少大小後上下]|[^時空人民世区瞬期週年中]間)的(?![なにでだ確中])",
    rf"(?:{_NEVER_TEKI})的(?![なにでだ確中])|要的(?=[{_KATAKANA}])",
    rf"(?:有効|顕著|自動|高速|成功|大幅|極大|迅速|充分|直接|独立|動態|持続)地(?=[{_KANJI}{_KATAKANA}])",
    rf"[{_KATAKANA}A-Za-z]和[ァ-ヺA-Za-z]|[{_KANJI}]於(?![いけ])",
    rf"(?<=[{_KANJI}]{{2}})(?<![調平緩飽温総中講昭令柔違不融親唱付日英独仏共])和(?=[{_KANJI}]{{2}})(?![文訳音解集風歌紙食室英製服語名暦算則議睦])",
    rf"(?<=[{_KANJI}{_KATAKANA}A-Za-z0-9%])(?<![行作人有所営当])為(?![替すにめさしせるれ])",
    rf"(?<![{_KANJI}{_KATAKANA}])不能(?=[{_KANJI}])|(?<!順)不同(?![意期一])|(?<![水目手以])目前(?![のにでだとまへ])",
    rf"(?<=[{_KATAKANA}A-Za-z、はが])会(?=[{_KANJI}])(?![議場員社合期計長費館話誌頭派談見])",
    rf"{_STARTS}(?:把(?![握持捉手])|将(?=[ァ-ヺA-Z])|比(?![較率例重喩類熱肩価定況])(?=[{_KANJI}ァ-ヺA-Z])|以(?![上下外内前後来降てっ南西北東遠])|為(?=[{_KANJI}])|向(?=[ァ-ヺA-Z]))",
    rf"(?<=[はがも])(?:把(?![握持捉手])|将(?=[{_KANJI}ァ-ヺA-Z])(?![来軍棋校]))|将(?=[其会被該此])|(?<=、)則",
    rf"通過(?=[{_KANJI}ァ-ヺA-Z])(?![率点時後前中帯型文数者儀列量可性確域])|{_STARTS}(?:通過(?![すしさせ点率時でをの後])|提出(?=[A-Z]))",
    rf"進行(?=[{_KANJI}]{{2}})(?![状方中度形管速性具役係波表段過可予台確型])",
    rf"(?<!同時)(?<!並行)(?<!並列)(?<!順次)(?<!逐次)(?<!司会)(?<!議事)(?<=[{_KANJI}]{{2}})進行(?=[しすさ])",
    rf"一[個種](?=[{_KANJI}])(?![師大中小人体所月類])|需要(?=人手|大量|更|再|進行|使用|事前)",
)


def _function_kanji() -> str:
    return "|".join(
        f"{f'(?<![{before}])' if before else ''}{kanji}(?![{after}])" for kanji, before, after in _FUNCTION_KANJI
    )


_CHINESE = re.compile(f"[{_CHINESE_ALONE}]|{'|'.join(f'(?:{form})' for form in _FORMS)}|{_function_kanji()}")


def chinese_wording(text: str) -> str:
    """The first word of the text that is Chinese and not Japanese, "" when there is none. Quotes count as text.

    A clause of many kanji without any hiragana, in a text that has some, is Chinese as well.
    """
    if found := _CHINESE.search(text):
        return found.group()
    if not _HIRAGANA.search(text):
        return ""
    bare = (clause for clause in _CLAUSE.split(text) if not _HIRAGANA.search(clause))
    return next((clause[:12] for clause in bare if len(_HAN.findall(clause)) >= _MOST_BARE_KANJI), "")
