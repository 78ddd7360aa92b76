"""`simplify`: the rewriting of `paraphrase`, tuned towards simpler words."""

from laconic.methods.paraphrase import load_paraphrase
from laconic.pipeline.info import MethodInfo

INFO = MethodInfo(
    name="simplify",
    description="Replaces phrases by simpler ones learnt from translations.",
    load=load_paraphrase,
    train="laconic.learn.paraphrase.training:train_paraphrase",
    explains=True,
)
