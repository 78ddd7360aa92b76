"""A small bitext, and the pipeline over it."""

from laconic.align import Alignment
from laconic.extract.bitext import Cut
from laconic.extract.pipeline import Foreign, Pipeline
from laconic.extract.pivot import Cutoffs
from laconic.extract.samt import SyntaxExtractor

ENGLISH = ["The house is big .", "The home is big .", "Paris likes the house .", "", "The home likes Paris ."]
TREES = [
    "(S (NP (DT The) (NN house)) (VP (VBZ is) (ADJP (JJ big))) (. .))",
    "(S (NP (DT The) (NN home)) (VP (VBZ is) (ADJP (JJ big))) (. .))",
    "(S (NP (NNP Paris)) (VP (VBZ likes) (NP (DT the) (NN house))) (. .))",
    "",
    "(S (NP (DT The) (NN home)) (VP (VBZ likes) (NP (NNP Paris))) (. .))",
]
FRENCH = ["La maison est grande .", "La maison est grande .", "Paris aime la maison .", "", "La maison aime Paris ."]


class Diagonal:
    """Links words by their places, and remembers what it was given."""

    calls = 0

    def align(self, pairs):
        Diagonal.calls += 1
        return [Alignment([(k, k) for k in range(min(len(here), len(there)))]) for here, there in pairs]


def write_bitext(folder):
    for name, lines in (("text.en", ENGLISH), ("text.trees", TREES), ("text.fr", FRENCH), ("text.it", FRENCH)):
        (folder / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return folder


def build(folder, engine, *, aligner=Diagonal, languages=("fr", "it"), extractor=None, **options):
    reports = {}
    pipeline = Pipeline(
        folder / "work",
        folder / "text.en",
        [Foreign(language, folder / f"text.{language}") for language in languages],
        extractor or SyntaxExtractor(),
        options.pop("cutoffs", Cutoffs(least_count=1)),
        engine,
        aligners=aligner,
        aligner_name="diagonal",
        cut=options.pop("cut", Cut(part_lines=2)),
        trees=folder / "text.trees",
        report=lambda step, figures: reports.__setitem__(step, figures),
    )
    return pipeline.run(**options), reports
