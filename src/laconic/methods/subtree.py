"""`subtree`: a word stays only with its head, with learnt feature weights (Berg-Kirkpatrick et al. 2011)."""

from laconic.pipeline.info import MethodInfo
from laconic.pipeline.linear import LinearDeletion

INFO = MethodInfo(
    name="subtree",
    description="Deletes whole branches of the sentence's dependency tree.",
    load=LinearDeletion.load,
    train="laconic.learn.deletion.training:train_linear",
    gives=frozenset({"token", "heads"}),
    search="subtree",
)
