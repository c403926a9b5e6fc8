r"""Names of LaTeX commands a paper may hold, and those of them that a line break or a tab before a word looks like.

Only names that begin as an escape of JSON does (b, f, n, r, t, u) or that follow a backslash too many need to be known:
any other backslash before a letter is no escape of JSON (RFC 8259, 7). From LaTeX, amsmath, amssymb, mathtools,
bm, physics, siunitx, natbib and hyperref.
"""

from __future__ import annotations

_ESCAPE_LIKE = """
    backepsilon backprime backsim backsimeq backslash bar barwedge Bar bbox Bbbk because begin begingroup beta beth
    between bf bfseries bgroup bibitem bibliography big Big bigcap bigcirc bigcup bigg Bigg biggl Biggl biggm biggr
    Biggr bigl Bigl bigm bigodot bigoplus bigotimes bigr Bigr bigsqcup bigstar bigtriangledown bigtriangleup
    biguplus bigvee bigwedge binom blacklozenge blacksquare blacktriangle blacktriangledown blacktriangleleft
    blacktriangleright bm bmod boldmath boldsymbol bot bowtie Box boxdot boxed boxminus boxplus boxtimes bra braket
    breve bullet Bumpeq bumpeq fallingdotseq fbox fcolorbox figurename Finv flat flalign flushleft flushright
    footnote footnotemark footnotesize footnotetext forall foreignlanguage frac frak framebox frown fontsize
    fontfamily fontseries selectfont nabla natural ncong ne nearrow neg negmedspace negthickspace negthinspace neq
    newcommand newenvironment newline newpage newtheorem nexists ngeq ngeqq ngeqslant ngtr ni nicefrac nleftarrow
    nLeftarrow nleftrightarrow nLeftrightarrow nleq nleqq nleqslant nless nmid nobreak nobreakdash nocite noindent
    nolimits nolinebreak nonumber nopagebreak norm normalfont normalsize not notag notin notni nparallel nprec
    npreceq nrightarrow nRightarrow nshortmid nshortparallel nsim nsubseteq nsubseteqq nsucc nsucceq nsupseteq
    nsupseteqq ntriangleleft ntrianglelefteq ntriangleright ntrianglerighteq nu num numberwithin numrange nvdash
    nVdash nvDash nVDash nwarrow raggedleft raggedright raise raisebox rangle rank rbrace rbrack rceil Re real reals
    ref reflectbox relax renewcommand rfloor rgroup rhd rho right rightarrow Rightarrow rightarrowtail
    rightharpoondown rightharpoonup rightleftarrows rightleftharpoons rightmargin rightrightarrows rightsquigarrow
    rightthreetimes risingdotseq rlap rm rmfamily rmoustache Rn root rot rotatebox rq Rrightarrow Rsh rtimes rule
    rvert rVert tableofcontents tabular tabularnewline tag tan tanh tau tbinom text textasciicircum textasciitilde
    textbackslash textbar textbf textbullet textcite textcolor textdegree textdollar textellipsis textemdash
    textendash textgreater textit textless textmd textmu textnormal textquotedblleft textquotedblright textquoteleft
    textquoteright textregistered textrm textsc textsf textsl textstyle textsubscript textsuperscript texttrademark
    texttt textunderscore textup textwidth tfrac thanks therefore theta thetasym thickapprox thicksim thickspace
    thinspace thispagestyle tilde times tiny title to today top Tr tr trace triangle triangledown triangleleft
    trianglelefteq triangleq triangleright trianglerighteq tt ttfamily twoheadleftarrow twoheadrightarrow ulcorner
    unboldmath underaccent underbar underbrace underbracket undergroup underleftarrow underleftrightarrow underline
    underparen underrightarrow underset unit unitfrac unlhd unrhd upalpha uparrow Uparrow updownarrow Updownarrow
    upharpoonleft upharpoonright uplus upmu uppercase upshape upsilon Upsilon upuparrows urcorner url usepackage
"""
_OTHERS = """
    aleph alpha amalg ang angle approx approxeq arccos arcsin arctan arg argmax argmin ast asymp autoref acute
    bigoplus cal cap cdot cdots centerdot chi circ cite citep citet clubsuit color colon coloneqq cong coprod cos
    cosh cot coth csc cup curvearrowleft dagger daleth dashv dbinom ddagger ddot ddots deg delta Delta det dfrac
    diamond diamondsuit digamma dim displaystyle div dot doteq dots dotsb dotsc ell emph emptyset end ensuremath
    epsilon eqref equiv eta eth exists exp gamma Gamma gcd ge geq geqslant gets gg gimel grave gtrsim hat hbar
    heartsuit hline hom hookrightarrow hphantom href hspace iff iiint iint Im imath implies in include
    includegraphics inf infty injlim int intercal iota it item itshape jmath kappa ker ket label lambda Lambda land
    langle large Large lbrace lceil ldots le left leftarrow Leftarrow leftrightarrow leq leqslant lesssim lfloor lg
    lim liminf limits limsup ll ln lnot log longleftarrow longmapsto longrightarrow lor lvert lVert mapsto mathbb
    mathbf mathcal mathds mathfrak mathit mathop mathrm mathring mathscr mathsf mathtt max mbox mid min mod models
    mp mu mathbin middle odot oint omega Omega ominus operatorname oplus oslash otimes over overbrace overline
    overrightarrow overset parallel partial per perp phantom phi Phi pi Pi pm pmod Pr prec preceq prime prod projlim
    propto psi Psi qquad quad qty scriptsize scriptstyle sec section setminus SI si sigma Sigma sim simeq sin sinh
    small smile sqcap sqcup sqrt square stackrel star subset subseteq substack succ succeq sum sup supset supseteq
    surd swarrow searrow varepsilon varnothing varphi varpi varrho varsigma vartheta vcenter vdash vdots vec vee
    vert Vert vphantom vspace wedge widehat widetilde wp wr xi Xi xleftarrow xrightarrow zeta
"""
COMMANDS = frozenset((_ESCAPE_LIKE + _OTHERS).split())
LETTER_AFTER_BREAK = frozenset({"nu", "ne", "ni"})
WORD_AFTER_BREAK = frozenset({"nexists", "nless", "nmid", "nparallel", "nsim", "tan", "trace"})
