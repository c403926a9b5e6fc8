"""The signs by which `sentences` knows where a sentence ends: patterns and lists of words, English and Japanese."""

from __future__ import annotations

import re

CJK = "\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
JOINS = (  # Japanese that joins what follows to what stands before
    r"(?:[をがへ]|の(?!ち)|に(?!も)|は(?![いじ])|も(?![しちうっ])|や(?![がはっ])|と(?!く|ころ|も[にあ]|り[わあ])|で(?![はも])"
    r"|より|から|など|なる|って)"
)
PARAGRAPH = re.compile(rf"(?<![.?!。．])\n\n(?=\$\$|\\\[)|(?<=\$\$|\\\])\n\n(?=[a-z,]|{JOINS})|(?P<end>\n\n)")
WRAP = re.compile(rf"(?<=[{CJK}])\n(?=[{CJK}])|(?<=[A-Za-z]-)\n(?=[A-Za-z0-9])")
ROW = re.compile(r"\|.*\||[^\t]+\t.*")
MARK = re.compile(  # an unnamed one opens an item wherever it begins a line
    r"[•●○◦▪‣・①-⒇]|(?P<dash>[-*–]\s)|(?P<number>\d{1,2}(?:[.)]\s|．(?!\d))|[０-９]{1,2}．)"
    r"|(?P<letter>[(（](?:[A-Z]?\d{1,2}|[A-Za-z]|[ivx]{1,4})[)）]|(?:[a-z]|[ivx]{1,4})[.)]\s|[ア-コ][)）])"
)
HEADING = re.compile(
    rf"\d{{1,2}}(?:\.\d{{1,2}}){{1,3}}\.?\s[A-Z{CJK}].{{0,60}}|\d{{1,2}}\.?\s(?=[{CJK}])(?:はじめに|[^をはが、，]{{1,20}})"
    r"|\d{1,2}\.?(?=\s[A-Z])(?:\s(?:[A-Z]\S*|[a-z]{1,4})){1,8}"
)
CLOSED = re.compile(r"[.:;!?。．：；！？][\"'”’)\]」）]*\s*$")
SCAN = re.compile(
    r"(?P<row>^\|.*\|$)|(?P<display>\$\$[^$]{1,2000}\$\$|\\\[(?:[^\\]|\\[^\[\]]){1,2000}+\\\])"
    r"|(?P<maths>(?<![\\$])\$(?:\s?\\[^$]{1,400}(?<!\\)\$|(?![\s$])[^$]{0,400}(?<![\s\\])\$(?!\d))"
    r"|\\\((?:[^\\]|\\[^()]){1,400}+\\\))"
    r"|(?P<address>https?://[!-~]+(?<![.,;:!?)\]}'\"]))"
    r"|(?P<bracket>\((?:[^()]|\([^()]{0,200}\)){1,400}+\)|\[[^\[\]]{1,400}\]|（[^（）]{1,400}）)"
    r"|(?P<quote>「[^「」]{1,400}」|『[^『』]{1,400}』|“[^“”]{1,400}”|‘[^‘’]{1,200}’|``[^`']{1,400}''"
    r"|(?<![A-Za-z0-9\\])\"(?=\S)[^\"]{1,400}(?<![\s\\])\"(?![A-Za-z0-9]))|(?P<stop>[.!?…。．！？]++)"
)
SAID = re.compile(r"[.!?…。．！？]\s*(?:\$\$?|\\[\])]|[)）\]」』”’\"']+)$")
CITED = r"\[[\d,;\s–-]{1,40}\]"
FOLLOWS = rf"(?=[\W_]*$|\s*(?:[A-Z$]|\[\d|(?!{JOINS}|では|でも)[{CJK}]))"
TAIL = re.compile(  # closing marks, then citations, a footnote mark, the box after a proof
    rf"[\"'”’)\]}}」』）】〕*_]*+(?:\s?{CITED}(?:\s?[,–-]?\s?{CITED}){{0,9}}{FOLLOWS}"
    rf"|\$(?=\s[A-Z])|\s?[(（][^()（）.]{{1,60}}(?:\.[^()（）.]{{1,60}})?(?:19|20)\d\d[a-z]?[)）]{FOLLOWS}"
    r"|(?<=[a-z]{3}\.)\d{1,2}(?=\s[A-Z])|(?:\s?[¹²³⁰⁴-⁹†‡]+)+)?(?:\s?[□■∎◻])?"
)
GOES_ON = re.compile(r"\s*(?:[、，,;；:：）」』】)。．.!?！？]|と(?!く|ころ|も[にあ]|り[わあ]|[。．])|って)")
PARTICLE = re.compile(rf"\s*(?:{JOINS}|[「『]|だ(?![がか])|です)")
NEXT = re.compile(r"\s*[\"'“‘(\[{「『（]*([^\s,;:.)\]]{0,40})(\.?)")
BEGINNING = re.compile(r"[$\\|‖∀-⋿]|(?![a-z])[^\W_]|[a-z]\S*[A-Z]")
PART = re.compile(r"\s\((?:[a-z]|[ivx]{1,4})\)(?:\s|$)")
LOWER_NAME = re.compile(r"(?!with|from|that|then|than|were)[a-z]{4,}|[a-z]{1,3}-[a-z]+|[a-z]{2,}\d\w*")
TOKEN = re.compile(rf"[^\s(（\[“\"'‘{{!?{CJK}]{{1,30}}$")
INITIALS = re.compile(r"(?:[A-Z]\.-?)*[A-Z]")
NEVER_LAST = re.compile(
    r"[eE]\.g|[iI]\.e|eg|ie|[cC]f|[vV]s|viz|[aA]pprox|[rR]esp|w\.r\.t|a\.k\.a|s\.t|[DM]rs?|Ms|Prof|St|Mt"
)
SELDOM_LAST = re.compile(
    r"al|inc|corp|ltd|co|jr|sr|dept|univ|ph\.d|m\.sc|b\.sc|a\.m|p\.m|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|figs?"
    r"|eqn?s?|secs?|sect|tab|refs?|thms?|lem|prop|def|cor|algs?|chs?|chap|app|exs?|suppl|pp?|vols?|eds?|ca|min|max|avg"
    r"|std|rev|lett|phys|math|soc|amer|sci|vers?|incl|excl|prob|coeff?|symp|assoc|ser|proc|conf|trans|ann|bull|acad|op"
    r"|intl|natl|v|(?:[a-z]\.)+[a-z]"
)
OPENINGS = re.compile(
    r"We|The|This|These|Those|That|Our|In|Its?|However|Here|To|For|As|By|With|When|While|Although|First|Second|Third|Then"
    r"|Moreover|Furthermore|Thus|Therefore|Hence|They|Their|There|On|At|From|If|Both|Each|Such|Since|Using|Based|Unlike"
    r"|One|Two|Three|Despite|Recent|Experiments|Results|Existing|Instead|Note|Let|But|And|Yet|Or|Most|Many|Some|Several"
    r"|Extensive|Compared|Through|Under|Given|After|Before|Because|Can|Does|Do|How|What|Which|Why|Who|Where|Is|Are|An?"
    r"|He|She|His|Her|You"
    r"|All|Any|No|None|Nobody|Nothing|Neither|Either|Every|Others?|Another|Now|So|Next|Later|Also|Still"
    r"|Only|Not|Once|Until|Without|Within|Whether|Suppose|Assume|Consider|See|Again|Indeed|Even|Rather|Overall|During|Over"
    r"|Among|Between|Nevertheless|Otherwise|Meanwhile|Further|Recall|Define|Similar|Following|Motivated|[A-Z][a-z]{3,}ly"
)
HEAD = re.compile(
    r"[(（]?(?:\d{1,3}(?:\.\d{1,2})*|[０-９]{1,2}|[A-Za-z]|[ivxIVX]{1,5})[)）]?"
    r"|(?:Theorem|Lemma|Corollary|Proposition|Definition|Remark|Example|Claim|Conjecture|Assumption|Observation|Fact"
    r"|Property|Step|Case|Proof|Hypothesis|Condition|Notation|Figure|Fig\.?|Table|Tab\.?|Algorithm|Listing"
    r"|定理|補題|系|命題|定義|注意?|例|証明|備考|仮定|主張|予想|性質|図|表)"
    r"(?: sketch|の概略|の方針)?(?: of [^.]{1,40})?\s?[A-Z]?[\d０-９.．]*(?:\s?[(（][^()（）]{1,60}[)）])?"
)
