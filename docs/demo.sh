#!/usr/bin/env bash
# What `make demo` shows: a paragraph at three lengths, with what was deleted, and the tools around it.
set -euo pipefail
sample=$(python -c 'import laconic, pathlib; print(pathlib.Path(laconic.__file__).parent / "data/sample")')
say() { printf '\n\033[1;36m$ %s\033[0m\n' "$*"; }

paragraph="The old harbour of Norwick, a fishing town on the east coast that was founded in 1840, will not reopen \
after the repairs that were planned for next spring, the town council said in a short statement on Tuesday. Several \
hundred fishermen, who have worked there for generations, could lose their licences, said Helen Marsh, an economist \
at the regional university."

for rate in 0.8 0.6 0.4; do
    say "laconic compress \"The old harbour of Norwick, a fishing town ...\" --rate $rate"
    FORCE_COLOR=1 laconic compress "$paragraph" --rate "$rate" --show marked
done

say 'laconic compress "..." --words 8 --keep fishermen --json'
laconic compress "${paragraph#*Tuesday. }" --words 8 --keep fishermen --json | python -m json.tool --no-ensure-ascii --compact

say "echo 'Time flies like an arrow.' | laconic parse --format tree"
echo 'Time flies like an arrow.' | laconic parse --format tree

say "laconic corpus stats sample/deletion.jsonl"
laconic corpus stats "$sample/deletion.jsonl"
