"""`joint`: words, neighbours and a tree over what is left, with learnt feature weights (Qian & Liu 2014)."""

from laconic.pipeline.info import MethodInfo
from laconic.pipeline.linear import LinearDeletion

INFO = MethodInfo(
    name="joint",
    description="Deletes words; looks at words, their neighbours and the grammar of what is left.",
    load=LinearDeletion.load,
    train="laconic.learn.deletion.training:train_linear",
    gives=frozenset({"token", "bigram", "arc", "heads"}),
    search="joint-exact",
)
