from __future__ import annotations

import pytest

from notegen.obsidian.latex import to_unicode


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"{\"o} \"{o} \"o {\'\i} \c{c} \v{s} \H{o} \~n", "ö ö ö í ç š ő ñ"),
        (r"{\ss} \L{}ukasz {\O}rsted \AA ngström", "ß Łukasz Ørsted Ångström"),
        (r"$\pi_0$ $\epsilon$-nets $\ell_{2}$ $\beta$", "π0 ε-nets ℓ2 β"),
        (r"$\mathcal{O}(n^2)$ $2^{10}$ $10\times$", "O(n^2) 2^10 10×"),
        (r"\emph{Fast} \textbf{and} R\&D at 50\%", "Fast and R&D at 50%"),
    ],
)
def test_simple_latex_becomes_unicode(text: str, plain: str) -> None:
    """Accents, special letters, Greek, digits below the line, fonts and escaped signs have plain forms."""
    assert to_unicode(text) == plain


@pytest.mark.parametrize(
    "text", [r"$\sum_{i=1}^n x_i$", r"\pi alone", "from $5 to $6", r"$\frac{a}{b}$", "snake_case {x}"]
)
def test_what_has_no_plain_form_stays(text: str) -> None:
    """A formula is never half translated, and text that is no LaTeX is not touched."""
    assert to_unicode(text) == text
