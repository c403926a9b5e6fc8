"""Reads pages that LaTeXML made: arXiv's HTML and ar5iv."""
