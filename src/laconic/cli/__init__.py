"""The command line: one file per command, imported only when it is called."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter

from laconic import __version__
from laconic.cancellation import Cancelled, interruptible
from laconic.cli._arguments import shown_default
from laconic.cli._defaults import project_defaults
from laconic.cli._mistakes import explained, with_dashes
from laconic.errors import LaconicError, UsageError

_OBJECTS_BETWEEN_COLLECTIONS = 10_000
"""Python's own figure, 700, costs a command more time than it saves memory: most of what it makes stays to its end."""

app = App(
    name="laconic",
    help="Shorten sentences: fast, offline, within the length you give, with every change explained.",
    version=__version__,
    suppress_keyboard_interrupt=False,
    config=project_defaults,
    default_parameter=Parameter(negative="", show_default=shown_default),
)
app.command(
    "laconic.cli.align:align",
    help="Link corresponding words of sentence pairs.",
    help_epilogue="Example: `laconic align pairs.jsonl --method statistical --symmetrize grow-diag-final-and`",
)
app.command(
    "laconic.cli.compare:compare",
    help="Test whether systems differ significantly.",
    help_epilogue="Example: `laconic compare dev.jsonl first.txt second.txt --metrics unigram_f1,bleu`",
)
app.command(
    "laconic.cli.compress:compress",
    help=(
        "Shorten sentences, or a whole document under one budget.\n\n"
        "A length is a limit: you get the best answer within it. A file is treated as a document: its sentences share "
        "one budget, and its layout stays. Text on the command line and on standard input is treated as sentences, "
        "each with the limit that you give. `--as` changes this."
    ),
    help_epilogue=(
        'Examples:\n\n`laconic compress "The scheme was meant for people of poor or moderate means." --words 7`\n\n'
        "`laconic compress README.md --words 200 --keep-numbers > short.md`\n\n"
        "`laconic compress article.txt --chars 2000 --drop-sentences`\n\n"
        '`laconic compress letter.txt --rate 0.5 --keep "New York" --keep-between "{{ }}"`\n\n'
        "`laconic compress film.srt > readable.srt`\n\n"
        "`laconic compress reviews.csv --field body --out-field short --words 20 --threads 4 -o out.csv`\n\n"
        "`cat sentences.txt | laconic compress --as lines --chars 60 --json`"
    ),
)
app.command("laconic.cli.corpus:app", name="corpus", help="Describe, convert, split and build corpora.")
app.command(
    "laconic.cli.evaluate:evaluate",
    help="Compress a corpus and score the answers.",
    help_epilogue="Example: `laconic evaluate dev.jsonl --model models/joint --rate gold`",
)
app.command("laconic.cli.grammar:app", name="grammar", help="Extract, show, describe and convert grammars.")
app.command(
    "laconic.cli.info:info",
    help="Show versions, paths and what is installed.",
    help_epilogue="Example: `laconic info --json`",
)
app.command("laconic.cli.lm:app", name="lm", help="Estimate and query n-gram language models.")
app.command(
    "laconic.cli.parse:parse",
    help="Show tokens, tags, trees and dependencies of a text.",
    help_epilogue='Example: `echo "Time flies like an arrow." | laconic parse --format tree`',
)
app.command(
    "laconic.cli.run:run",
    help="Run an experiment: train, compress, score, compare, report.",
    help_epilogue="Example: `laconic run experiments/yao_2014.toml --data corpora`",
)
app.command(
    "laconic.cli.score:score",
    help="Score outputs against sources and references.",
    help_epilogue="Example: `laconic score --source dev.txt --output mine.txt --reference dev.ref1.txt dev.ref2.txt`",
)
app.command(
    "laconic.cli.seal:seal",
    help="Update the checksums of a model after you change one of its files.",
    help_epilogue="Example: `laconic seal models/mine`",
)
app.command(
    "laconic.cli.study:app", name="study", help="Ask people to compress or rate sentences, and report their answers."
)
app.command(
    "laconic.cli.serve:serve",
    help="Serve a demo page and a JSON API.",
    help_epilogue="Example: `laconic serve --port 9000`",
)
app.command(
    "laconic.cli.train:train",
    help="Train a model on a corpus.",
    help_epilogue="Example: `laconic train joint train.jsonl --dev dev.jsonl --out models/joint`",
)
app.command(
    "laconic.cli._completion:install_completion",
    name="--install-completion",
    help=(
        "Install shell completion for this application.\n\n"
        "This command generates and installs the completion script to the appropriate location for your shell. After "
        "installation, you may need to restart your shell or source your shell configuration file."
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 for bad data, 2 for wrong usage."""
    _start_fast()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # half of a surrogate pair cannot be written as it is
    if sys.stdout is None:
        print("laconic: standard output is closed, so nothing can be written to it.", file=sys.stderr)
        return 1
    try:
        with interruptible():
            result = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()  # here, where a full disk can be reported
        return result if isinstance(result, int) else 0
    except CycloptsError as error:
        print(explained(error), file=sys.stderr)
        return 2
    except UsageError as error:
        print(f"laconic: {with_dashes(error)}", file=sys.stderr)
        return 2
    except LaconicError as error:
        print(f"laconic: {error}", file=sys.stderr)
        return 1
    except UnicodeEncodeError as error:  # bytes of the command line that are not UTF-8, where text is needed
        print(f"laconic: {error.object[:80]!r} is not text in UTF-8.", file=sys.stderr)
        return 2
    except BrokenPipeError:
        _write_no_more()  # the reader went away (`| head`): end quietly
        return 0
    except OSError as error:
        _write_no_more()
        print(f"laconic: {error.filename or 'standard output'}: {error.strerror or error}.", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, Cancelled):
        print("laconic: interrupted.", file=sys.stderr)
        return 130


def _start_fast() -> None:
    """Spare the process work that a short command would not gain from.

    The matrices of laconic are small, but numpy's library of linear algebra starts a thread for each processor, which
    wait for work in a busy loop. The variable counts where numpy is not yet imported, as in the program ``laconic``.
    And at the end there is no need to look for objects that only refer to one another.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)


def _write_no_more() -> None:
    """Let what waits to be written be discarded, so that Python does not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
