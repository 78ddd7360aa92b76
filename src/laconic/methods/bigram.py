"""`bigram`: words and their neighbours, with learnt feature weights (McDonald 2006)."""

from laconic.pipeline.info import MethodInfo
from laconic.pipeline.linear import LinearDeletion

INFO = MethodInfo(
    name="bigram",
    description="Deletes words; looks at words and their neighbours.",
    load=LinearDeletion.load,
    train="laconic.learn.deletion.training:train_linear",
    gives=frozenset({"token", "bigram", "heads"}),
    search="bigram",
)
