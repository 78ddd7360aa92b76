"""Language models: queries against the kenlm module, estimation against its lmplz, and growth with the text.

Without an argument the text is made up: phrases drawn by Zipf's law, so that n-grams recur as in real text. With one,
``python benchmarks/lm.py news.tok``, it is a file of tokens. lmplz is compared where it is installed; the environment
variable LMPLZ may name it. Every estimation runs in a process of its own, so that its peak memory is its own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path

import numpy as np

from _clock import seconds

SENTENCES = 200_000
ORDER = 3
QUERIES = 20_000
REPEATS = 5

ESTIMATE = """
import sys
from laconic.lm import Settings, estimate_to_file
estimate_to_file(sys.argv[1], sys.argv[2], Settings(order=int(sys.argv[3]), tokenized=True, memory=sys.argv[4]))
"""


def make_text(path: Path) -> None:
    """Write sentences of recurring phrases."""
    generator = np.random.default_rng(0)
    words = [f"w{number}" for number in generator.zipf(1.25, size=240_000) % 60_000]
    phrases = [" ".join(words[i : i + 2 + i % 5]) for i in range(0, len(words), 4)]
    with path.open("w", encoding="utf-8") as file:
        for _ in range(SENTENCES):
            file.write(" ".join(phrases[choice] for choice in generator.zipf(1.15, size=6) % len(phrases)) + "\n")


def compare_queries(arpa: Path, text: Path) -> None:
    """Print queries a second for both modules, by whole sentences and word by word."""
    import kenlm

    from laconic.lm import LanguageModel

    with text.open(encoding="utf-8") as lines:
        sentences = [line.strip() for line in islice(lines, QUERIES)]
    ours, theirs = LanguageModel.load(arpa), kenlm.Model(str(arpa))
    words = [[*sentence.split(), "</s>"] for sentence in sentences]
    count = sum(map(len, words))
    ids, starts = ours.encode(sentences)

    def step_ours() -> None:
        for sentence in words[:2000]:
            state = ours.begin_state
            for word in sentence:
                _, state = ours.score(state, word)

    def step_theirs() -> None:
        for sentence in words[:2000]:
            state, after = kenlm.State(), kenlm.State()
            theirs.BeginSentenceWrite(state)
            for word in sentence:
                theirs.BaseScore(state, word, after)
                state, after = after, state

    stepped = sum(map(len, words[:2000]))
    rival = seconds(lambda: [theirs.score(sentence) for sentence in sentences], REPEATS)
    mine = seconds(lambda: ours.sentences(sentences), REPEATS)
    numbers = seconds(lambda: ours.core.score_sentences(ids, starts), REPEATS)
    rival_step, mine_step = seconds(step_theirs, REPEATS), seconds(step_ours, REPEATS)
    differences = ours.sentences(sentences) - np.array([theirs.score(sentence) for sentence in sentences])
    largest = np.abs(differences).max()
    print(f"queries of {ours!r}, a processor second; largest difference between sentence scores {largest:.0e}")
    print(f"  kenlm, sentences       {count / rival / 1e6:5.2f} M   1.00 ×")
    print(f"  laconic, sentences     {count / mine / 1e6:5.2f} M  {rival / mine:5.2f} ×")
    print(f"  laconic, word numbers  {count / numbers / 1e6:5.2f} M  {rival / numbers:5.2f} ×")
    print(f"  kenlm, word by word    {stepped / rival_step / 1e6:5.2f} M   1.00 ×")
    print(f"  laconic, word by word  {stepped / mine_step / 1e6:5.2f} M  {rival_step / mine_step:5.2f} ×")


def measured(command: list[str], **options: object) -> tuple[float, float]:
    """Run a program; return its processor seconds and its peak memory in MB.

    A new process begins with its parent's peak, so this one must stay small until all are measured.
    """
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write_part(text: Path, some: Path, share: float) -> int:
    """Write the first lines of a text, so many bytes of it, and return how many words they have."""
    words = size = 0
    with text.open("rb") as source, some.open("wb") as target:
        for line in source:
            if size >= text.stat().st_size * share:
                break
            size += target.write(line)
            words += len(line.split())
    return words


def compare_estimation(text: Path, folder: Path) -> None:
    """Print words a second and peak memory, for growing parts of the text."""
    lmplz = os.environ.get("LMPLZ") or shutil.which("lmplz")
    print("estimation to ARPA: words, words a processor second, peak memory")
    for share in (0.25, 0.5, 1):
        some = folder / "part.txt"
        words = write_part(text, some, share)
        for memory in ("64M", "1G"):
            command = [sys.executable, "-c", ESTIMATE, str(some), str(folder / "model.arpa"), str(ORDER), memory]
            seconds, peak = measured(command)
            row = f"  laconic {memory:3}  {words:11,}  {words / seconds / 1e6:5.2f} M  {peak:5.0f} MB"
            if lmplz:
                with some.open("rb") as source, (folder / "rival.arpa").open("wb") as target:
                    command = [lmplz, "-o", str(ORDER), "-S", memory, "-T", str(folder / "t"), "--discount_fallback"]
                    rival, rival_peak = measured(command, stdin=source, stdout=target)
                row += f"   lmplz {words / rival / 1e6:5.2f} M  {rival_peak:5.0f} MB   {rival / seconds:4.2f} ×"
            print(row)


def run(source: str | None) -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = Path(source) if source else folder / "text.txt"
        if not source:
            make_text(text)
        compare_estimation(text, folder)
        compare_queries(folder / "model.arpa", text)


if __name__ == "__main__":
    run(sys.argv[1] if len(sys.argv) > 1 else None)
