"""The venue of a paper, read from what its authors wrote on arXiv."""

from __future__ import annotations

import re

_VENUES = """AAAI ACL AISTATS APNet APSys ASE ASPLOS ATC BMVC CCS CGO CHI CIDR CIKM COLING COLM COLT CoNEXT CoNLL CoRL
    CRYPTO CVPR DAC DSN EACL ECCV ECOOP EMNLP EuroSys FAccT FAST FOCS FSE HotNets HotOS HOTI HPCA HPDC ICALP ICASSP
    ICCAD ICCV ICDCS ICDE ICDM ICLR ICML ICPP ICRA ICS ICSE ICWSM IJCAI INFOCOM Interspeech IPDPS IROS ISCA ISSTA JMLR
    KDD LREC MICCAI MICRO MLSys MobiCom MobiSys MSR NAACL NDSS NeurIPS NSDI OOPSLA OSDI PACT PLDI PMLR PODC PODS POPL
    PPoPP RecSys RSS SC SIGCOMM SIGGRAPH SIGIR SIGMETRICS SIGMOD SoCC SODA SOSP SPAA STOC TACL TMLR TODS UAI UIST VLDB
    WACV WMT WSDM WWW"""
_NAMES = _VENUES.split()
_LONG = 6
_SPELLED = {"NIPS": "NeurIPS"} | {name: name for name in _NAMES} | {name.upper(): name for name in _NAMES}
_SPELLED |= {name.capitalize(): name for name in _NAMES if len(name) >= _LONG}
_BY_LETTERS = {name.casefold(): spelled for name, spelled in _SPELLED.items()}
VENUES = frozenset(_SPELLED)
_ANY = "|".join(sorted(_SPELLED, key=len, reverse=True))
_WITH_YEAR = re.compile(
    rf"(?<![\w@-])({_ANY})(?:\s*(?:19|20)|-(?:19|20|(?=\d))|\s*['\u2019]|(?=\d\d(?!\d)))\d\d(?![\d-])"
)
_IN_JOURNAL = re.compile(rf"(?<![\w@-])({_ANY})(?!\w)")
_NOT_THERE = re.compile(
    r"submi|under review|preliminary|earlier|previous|short version|different|workshop|reject|poster|\bdemo|findings"
    r"|extended (?:version|abstract)|draft|challenge|tutorial",
    re.IGNORECASE,
)


def spelled(venue: str) -> str:
    """A known venue as it spells itself ("neurips" is "NeurIPS"); "" for one that is not known."""
    return _SPELLED.get(venue) or _BY_LETTERS.get(venue.casefold(), "")


def venue_of(comment: str, journal_ref: str) -> str:
    """The conference or journal a paper appeared at ("OSDI"), or "" when that is not clear.

    A known name with a year in the comment counts ("accepted at NeurIPS 2023", "OSDI '18"), or a known name in the
    journal reference; not a submission, a workshop, a poster, nor where an earlier version was.
    """
    for text, pattern in ((journal_ref, _IN_JOURNAL), (comment, _WITH_YEAR)):
        found = pattern.search(text)
        if found and not _NOT_THERE.search(text):
            return _SPELLED[found[1]]
    return ""
