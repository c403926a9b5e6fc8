"""English words of one meaning and irregular forms, as papers use them: what a paraphrase may exchange."""

from __future__ import annotations

# A line each; a word may belong to several.
SYNONYMS = (
    "reduce reduction decrease lower cut shrink save drop less fewer small smaller shorten cheap fall decline",
    "increase improve improvement raise boost enhance gain higher high grow more greater larger large big rise great",
    "fast faster speed speedup accelerate acceleration quick quicker rapid time slow slower latency",
    "outperform surpass exceed beat better superior good best advantage",
    "evaluate evaluation experiment test measure benchmark assess validate trial",
    "train training learn learning",
    "limit limitation restrict constrain bound bottleneck hinder",
    "require need demand depend rely assume necessary",
    "communicate communication network exchange transfer transmit send traffic",
    "compute computation calculate computational",
    "memory footprint storage store",
    "split partition divide shard distribute distribution spread",
    "cpu gpu accelerator device processor hardware machine node worker server",
    "error loss mistake fault failure fail crash",
    "combine merge join integrate unify together hybrid",
    "keep stay maintain preserve retain hold sustain",
    "accuracy accurate quality precision performance",
    "overlap hide concurrent parallel simultaneous",
    "avoid eliminate remove prevent free",
    "change modify alter adapt adjust modification",
    "schedule order arrange plan",
    "scale scalable scalability size sized",
    "choose select pick decide determine selection",
    "start begin launch startup cold",
    "future next open remain later left",
    "code source public release available open-source",
    "read load fetch access lookup",
    "wait stall idle block",
    "user client customer",
    "question problem challenge issue difficulty difficult hard",
    "existing prior previous earlier conventional current traditional state-of-the-art baseline",
    "data dataset corpus sample",
    "model network architecture",
    "almost nearly close near comparable similar",
    "support handle run execute work",
    "predict prediction forecast estimate expect",
    "halt stop cease end finish terminate pause quit",
    "return revert fall back restore",
    "rank order sort priority prioritize",
    "grant hand give issue assign allot allocate",
    "share split divide common",
    "replace swap exchange substitute renew",
    "spend consume take cost need use require",
    "reach attain get obtain arrive",
    "hesitate reluctant unwilling hesitant",
    "lack miss absent without missing",
    "lag slow trail behind late",
    "produce generate yield create output give",
    "place put bring locate position store lay",
    "near close adjacent neighbor neighbour next beside",
    "delete erase remove discard drop evict purge",
    "new fresh recent modern",
    "whole entire full complete all total",
    "happen arise occur cause lead trigger induce",
    "hide conceal mask cover",
    "suffer hit hurt affect impact harm damage",
    "wait await",
    "begin start initial first",
    "identify detect recognize discover find notice",
    "permit allow let enable tolerate",
    "forbid disallow ban exclude omit skip",
    "explain describe clarify discuss",
    "aim goal purpose objective target intend",
    "method technique approach scheme strategy algorithm",
    "rely depend base hinge",
    "several multiple many various numerous",
    "rare seldom infrequent uncommon occasional",
    "typical usual common normal ordinary plain",
    "suit fit match appropriate suitable",
    "build construct create form assemble",
    "average mean typical",
    "gather collect aggregate accumulate",
    "mark flag label annotate tag",
    "reject refuse decline deny",
    "update refresh modify",
    "worsen degrade deteriorate decay decline drop",
)

_IRREGULAR = """
    began:begin begun:begin broke:break broken:break brought:bring built:build bought:buy caught:catch
    chose:choose chosen:choose dealt:deal drew:draw drawn:draw drove:drive driven:drive fell:fall fallen:fall fed:feed
    felt:feel fought:fight found:find forgot:forget forgotten:forget froze:freeze frozen:freeze gave:give given:give
    grew:grow grown:grow held:hold hid:hide hidden:hide kept:keep knew:know known:know knowledge:know led:lead
    left:leave
    lost:lose loss:lose losses:lose meant:mean met:meet paid:pay ran:run rose:rise risen:rise saw:see seen:see sent:send
    shrank:shrink shrunk:shrink spent:spend sped:speed split:split spoke:speak spoken:speak stood:stand
    stored:store swapped:swap
    taught:teach thought:think threw:throw thrown:throw told:tell took:take taken:take understood:understand went:go
    gone:go won:win wrote:write written:write analyses:analysis bases:basis hypotheses:hypothesis indices:index
    indexes:index matrices:matrix vertices:vertex criteria:criterion phenomena:phenomenon choice:choose proof:prove
    proofs:prove proven:prove growth:grow apply:apply comply:comply imply:imply multiply:multiply rely:rely reply:reply
    supply:supply
"""
IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR.split())
