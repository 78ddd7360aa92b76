"""Speed of the searches: growth with the sentence, and ratios against integer programming in the same run.

    python benchmarks/search.py [--instances N] [--sizes 10 20 40 60]

Scores are random. Times are CPU seconds of one thread, the mean over instances; each instance of a dynamic
program is repeated and its fastest time taken, since other work on the machine only ever adds.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from _clock import seconds
from laconic.search.base import Scores, Search
from laconic.search.bigram import BigramSearch
from laconic.search.chain import ChainSearch
from laconic.search.constraints import Constraints
from laconic.search.joint import JointSearch
from laconic.search.joint_ilp import JointIlpSearch
from laconic.search.lagrangian import LagrangianSearch
from laconic.search.program import Program, Solution
from laconic.search.subtree import SubtreeSearch

RIVAL_SIZE = 25
"""Words of the sentences on which the solvers are compared; half of the words are kept."""

Task = Callable[[Scores], object]


def random_scores(generator: np.random.Generator, size: int) -> Scores:
    """Return normally distributed scores of every part, with a random parse."""
    return Scores(
        token=generator.normal(size=size),
        bigram=generator.normal(size=(size + 2, size + 2)),
        arc=generator.normal(size=(size + 1, size + 1)),
        transition=generator.normal(size=(size + 1, 2, 2)),
        heads=[0, *(int(generator.integers(1, word)) for word in range(2, size + 1))],
    )


def tasks(size: int) -> dict[str, Task]:
    """Return what is timed for sentences of a size."""
    half = Constraints.exactly(size, size // 2)
    return {
        "bigram, all lengths": BigramSearch().all_lengths,
        "crf, all lengths": ChainSearch().all_lengths,
        "subtree, all lengths": SubtreeSearch().all_lengths,
        "joint-exact, all lengths": JointSearch().all_lengths,
        "joint-exact, n/2 words": partial(JointSearch().search, constraints=half),
        "joint-lagrangian, n/2 words": partial(LagrangianSearch().search, constraints=half),
    }


def mean_seconds(task: Task, instances: Sequence[Scores], repeats: int) -> float:
    """Return the mean CPU time of a task, each instance at its fastest."""
    return sum(seconds(partial(task, scores), repeats) for scores in instances) / len(instances)


def print_growth(sizes: Sequence[int], count: int) -> None:
    """Print the time of each search for each size, and the power of n with which the last step grows."""
    print("Milliseconds a sentence, by the number of words")
    print(f"{'':28}" + "".join(f"{size:>10}" for size in sizes) + f"{'growth':>10}")
    for name in tasks(0):
        times = []
        for size in sizes:
            instances = [random_scores(np.random.default_rng([size, seed]), size) for seed in range(count)]
            times.append(mean_seconds(tasks(size)[name], instances, repeats=5))
        power = math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2]) if len(sizes) > 1 else math.nan
        print(f"{name:28}" + "".join(f"{1e3 * value:10.3f}" for value in times) + f"{f'n^{power:.1f}':>10}")
    print()


def print_ratios(count: int) -> None:
    """Print how many times faster each search is than each solver for one length."""
    instances = [random_scores(np.random.default_rng([RIVAL_SIZE, seed]), RIVAL_SIZE) for seed in range(count)]
    half = Constraints.exactly(RIVAL_SIZE, RIVAL_SIZE // 2)
    rivals: dict[str, Search] = {"HiGHS": JointIlpSearch()}
    if importlib.util.find_spec("gurobipy"):
        rivals["Gurobi"] = JointIlpSearch(solver=gurobi)
    times = {
        name: mean_seconds(partial(rival.search, constraints=half), instances, repeats=1)
        for name, rival in rivals.items()
    }
    print(f"{RIVAL_SIZE} words, {count} instances: times faster than joint-ilp (crossing arcs allowed) at one length")
    header = "".join(f"{f'{name} {1e3 * value:.0f} ms':>20}" for name, value in times.items())
    print(f"{'':28}{'ms':>10}{header}")
    for name, task in tasks(RIVAL_SIZE).items():
        if name.startswith("joint"):
            own = mean_seconds(task, instances, repeats=20)
            ratios = "".join(f"{f'{value / own:,.0f}x':>20}" for value in times.values())
            print(f"{name:28}{1e3 * own:10.3f}{ratios}")
    print()
    print_quality(instances)


def print_quality(instances: Sequence[Scores]) -> None:
    """Print, over all lengths, how often the relaxation proves its answer, how often it is best, what it loses."""
    proved, best, losses = 0, 0, []
    for scores in instances:
        exact, relaxed = JointSearch().all_lengths(scores), LagrangianSearch().all_lengths(scores)
        for words in range(1, len(exact)):
            kept, score = relaxed.at(words), exact.scores[words]
            proved += kept.is_optimal
            best += bool(kept.score > score - 1e-9)
            losses.append((score - kept.score) / abs(score))
    shares = f"best {100 * best / len(losses):.0f}%, proved {100 * proved / len(losses):.0f}%"
    print(f"joint-lagrangian, {len(losses)} answers of all lengths: {shares}, mean loss {100 * np.mean(losses):.2f}%")


def gurobi(program: Program, limit: float) -> Solution | None:
    """Solve a program with Gurobi on one thread, leaving out what is fixed at zero: its free licence is small."""
    import gurobipy

    used = [index for index, upper in enumerate(program.upper) if upper > 0]
    with gurobipy.Env(params={"OutputFlag": 0}) as env, gurobipy.Model(env=env) as model:
        model.Params.Threads, model.Params.TimeLimit, model.Params.MIPGap = 1, limit, 0.0
        kinds = {True: gurobipy.GRB.INTEGER, False: gurobipy.GRB.CONTINUOUS}
        variables = {
            index: model.addVar(
                program.lower[index], program.upper[index], program.cost[index], kinds[program.integer[index]]
            )
            for index in used
        }
        model.ModelSense = gurobipy.GRB.MAXIMIZE
        for row, (low, high) in enumerate(zip(program.row_low, program.row_high, strict=True)):
            span = range(program.starts[row], program.starts[row + 1])
            line = gurobipy.LinExpr(
                [
                    (program.coefficients[at], variables[program.columns[at]])
                    for at in span
                    if program.columns[at] in variables
                ]
            )
            if low == high:
                model.addLConstr(line == low)
            else:
                if low > -math.inf:
                    model.addLConstr(line >= low)
                if high < math.inf:
                    model.addLConstr(line <= high)
        model.optimize()
        if not model.SolCount:
            return None
        values = np.zeros(len(program.cost))
        values[used] = [variables[index].X for index in used]
        status = "optimal" if model.Status == gurobipy.GRB.OPTIMAL else "time limit"
        return Solution(values, model.ObjVal, model.ObjBound, status)


def main() -> None:
    """Print growth and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--instances", type=int, default=10, help="random sentences for each figure")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 15, 25, 40, 60], help="numbers of words")
    arguments = parser.parse_args()
    print_growth(arguments.sizes, arguments.instances)
    print_ratios(arguments.instances)


if __name__ == "__main__":
    main()
