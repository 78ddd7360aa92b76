"""The report of an experiment: Markdown, and one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from xml.etree.ElementTree import Element

from laconic.catalog import METRICS, resolve
from laconic.errors import counted
from laconic.experiment.results import RATE_TOLERANCE, SIGNIFICANT, Row, Table
from laconic.experiment.spec import READERS, SPEED, Plan, TiedPlan
from laconic.report.markup import document, element, section, table
from laconic.report.plots import bar_plot, histogram, scatter_plot

_NONE = "–"


def markdown(plan: Plan, tables: Sequence[Table], printed: Sequence[tuple[str, str]] = ()) -> str:
    """Return the report as Markdown, with what steps printed under their headings."""
    lines = [f"# {plan.title}", ""]
    if plan.about:
        lines += [plan.about.strip(), ""]
    for each in tables:
        head, rows = _cells(plan, each)
        lines += [f"## {each.corpus}", "", _about(each), "", _markdown_row(head), "|" + "---|" * len(head)]
        lines += [_markdown_row(row) for row in rows]
        lines += ["", _legend(plan, each), ""]
        if plan.tied is not None:
            lines += [_markdown_row(_TIED_HEAD), "|" + "---|" * len(_TIED_HEAD)]
            lines += [_markdown_row(row) for row in _tied_cells(plan, each)]
            lines += ["", _tied_legend(plan.tied), ""]
        if plan.edits:
            head, rows = _edit_cells(each)
            lines += [_markdown_row(head), "|" + "---|" * len(head), *map(_markdown_row, rows), "", _EDITS, ""]
        for source, reference, answers in each.examples:
            lines += [f"> {source}", ">", f"> reference: {reference}", ""]
            lines += [f"- {plan.systems[name].title or name}: {text}" for name, text in answers.items()]
            lines.append("")
    for heading, text in printed:
        lines += [f"## {heading}", "", "```", text, "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def page(plan: Plan, tables: Sequence[Table], printed: Sequence[tuple[str, str]] = ()) -> str:
    """Return the report as one self-contained HTML page with plots."""
    return document(
        plan.title,
        element("p", plan.about.strip() or "An experiment of laconic.", class_="soft"),
        (part for each in tables for part in _sections(plan, each)),
        (section(heading, element("pre", text)) for heading, text in printed),
    )


_EDITS = (
    "Edits that turn a source into the reference or the answer (TER, words only), on average; their shares without "
    "shifts; rewritten: with a substitution, an insertion or a shift; words per sentence."
)


def _edit_cells(each: Table) -> tuple[list[str], list[list[str]]]:
    head = ["edits", "insertions", "deletions", "substitutions", "shifts", "ins/del/sub %", "rewritten", "words"]
    every = [("references", each.reference_edits, each.reference_rewritten)]
    every += [(row.title, row.edits, row.rewritten) for row in each.rows]
    rows = []
    for title, edits, rewritten in every:
        counts = [edits[name] for name in ("insertions", "deletions", "substitutions", "shifts")]
        total = sum(counts[:3]) or 1.0
        shares = " / ".join(f"{100 * count / total:.0f}" for count in counts[:3])
        figures = [*(f"{count:.1f}" for count in counts), shares, _percent(rewritten), f"{edits['words']:.1f}"]
        rows.append([title, *figures])
    return head, rows


def _sections(plan: Plan, each: Table) -> Iterator[Element]:
    head, rows = _cells(plan, each)
    yield section(
        each.corpus,
        element("p", _about(each), class_="soft"),
        table(head, rows),
        element("p", _legend(plan, each), class_="small soft"),
    )
    if plan.edits:
        head, rows = _edit_cells(each)
        yield section(f"{each.corpus}: edits", table(head, rows), element("p", _EDITS, class_="small soft"))
    if plan.tied is not None:
        yield section(
            f"{each.corpus}: tied rates",
            table(_TIED_HEAD, _tied_cells(plan, each)),
            element("p", _tied_legend(plan.tied), class_="small soft"),
        )
    yield section(f"{each.corpus}: plots", element("div", _plots(plan, each), class_="plots"))
    if each.examples:
        yield section(f"{each.corpus}: sentences", *(_example(plan, *example) for example in each.examples))


def _plots(plan: Plan, each: Table) -> Iterator[Element]:
    rate, tested = plan.metrics[:2]
    points = [(row.title, row.scores[rate], row.scores[tested]) for row in each.rows]
    yield scatter_plot(points, f"{_name(rate)} and {_name(tested)}", _name(rate), _name(tested))
    timed = [(row.title, row.seconds * 1000) for row in each.rows if row.seconds is not None]
    if timed:
        yield bar_plot(timed, "milliseconds per sentence", "ms")
    for row in each.rows:
        if row.iterations:
            yield histogram(row.iterations, f"sentences by iterations: {row.title}", "iterations")


def _example(plan: Plan, source: str, reference: str, answers: Mapping[str, str]) -> Element:
    rows = [("source", source), ("reference", reference)]
    rows += [(plan.systems[name].title or name, text) for name, text in answers.items()]
    return table(("", ""), rows, words=2)


def _about(each: Table) -> str:
    return f"{counted(each.sentences, 'sentence')}; the references keep {each.gold_rate:.3f} of the words."


def _answered_otherwise(count: int, longest: int) -> str:
    long = f"of more than {counted(longest, 'word')}"
    sentences = counted(count, f"sentence {long} was", f"sentences {long} were")
    return f"{sentences} answered by the model's own search, whose time does not count."


def _legend(plan: Plan, each: Table) -> str:
    title = plan.systems[plan.baseline].title or plan.baseline
    too_long = "".join(
        f" {row.title}: {_answered_otherwise(row.too_long, plan.systems[row.system].longest or 0)}"
        for row in each.rows
        if row.too_long
    )
    return (
        f"difference: from {title} in {_name(plan.metrics[1])}; * significant (paired bootstrap, Holm-corrected, "
        f"p < {SIGNIFICANT}). "
        f"! keeps over {RATE_TOLERANCE} more or less of the words than the references. Milliseconds (ms) are of CPU "
        f"time per sentence, parsing not counted.{too_long}"
    )


_TIED_HEAD = ("systems", "metric", "sentences", "rates", "scores", "higher : lower", "p")


def _tied_cells(plan: Plan, each: Table) -> list[list[str]]:
    """Return the rows of the table of tied comparisons."""
    rows = []
    for pair in each.tied:
        first, second = (plan.systems[name].title or name for name in (pair.first, pair.second))
        rates, scores = (" : ".join(map(_shown, both)) if both else _NONE for both in (pair.rates, pair.scores))
        p = f"{pair.corrected:.3f}{' *' if pair.corrected < SIGNIFICANT else ''}"
        counts = f"{pair.higher} : {pair.lower}"
        rows.append([f"{first} : {second}", _name(pair.metric), str(pair.sentences), rates, scores, counts, p])
    return rows


def _tied_legend(tied: TiedPlan) -> str:
    return (
        f"Pairs of systems on the sentences where their rates differ by less than {tied.tolerance:g}; on how many of "
        "them the second scores higher and lower than the first, and the p-value of the sign test, Holm-corrected."
    )


def _cells(plan: Plan, each: Table) -> tuple[list[str], list[list[str]]]:
    """Return the headings and the rows of the table, the paper's figures beside ours where there are any."""
    with_paper = [metric for metric in plan.metrics if any(metric in row.paper for row in each.rows)]
    is_joint = any(row.certified is not None for row in each.rows)
    head = ["system"]
    for metric in plan.metrics:
        head += [_name(metric), "paper"] if metric in with_paper else [_name(metric)]
    judged = [name for name in READERS if any(name in row.paper for row in each.rows)]
    head += [f"paper: {name}" for name in judged]
    with_speed = any(SPEED in row.paper for row in each.rows)
    head += ["difference", "ms", "paper"] if with_speed else ["difference", "ms"]
    head += ["converged", "proved best", "iterations"] if is_joint else []
    rows = []
    for row in each.rows:
        cells = [row.title]
        for metric in plan.metrics:
            cells.append(_score(plan, each, row, metric))
            if metric in with_paper:
                cells.append(_shown(row.paper.get(metric)))
        cells += [_shown(row.paper.get(name)) for name in judged]
        cells += [_difference(row), _NONE if row.seconds is None else f"{row.seconds * 1000:.2f}"]
        if with_speed:
            cells.append(f"{row.paper[SPEED]:g}" if SPEED in row.paper else _NONE)
        if is_joint:
            iterations = fmean(row.iterations) if row.iterations else None
            cells += [_percent(row.converged), _percent(row.certified)]
            cells.append(_NONE if iterations is None else f"{iterations:.1f}")
        rows.append(cells)
    return head, rows


def _score(plan: Plan, each: Table, row: Row, metric: str) -> str:
    shown = _shown(row.scores.get(metric))
    # At the average rate only the words of all sentences together are set.
    is_rate = metric == "compression_rate" and (plan.systems[row.system].rate or plan.rate) == "gold"
    off = is_rate and abs(row.scores[metric] - each.gold_rate) > RATE_TOLERANCE
    return f"{shown} !" if off else shown


def _difference(row: Row) -> str:
    if row.difference is None or row.p is None:
        return _NONE
    return f"{row.difference:+.3f}{' *' if row.p < SIGNIFICANT else ''}"


def _name(metric: str) -> str:
    return resolve(metric, METRICS, "metric").title or metric.replace("_", " ")


def _shown(value: float | None) -> str:
    return _NONE if value is None else f"{value:.3f}"


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{share:.1%}"


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
