#!/usr/bin/env bash
# What `make demo` shows: a paragraph at three lengths, with what was deleted, and the tools around it.
set -euo pipefail

export FORCE_COLOR=1
export paragraph="The old harbour of Norwick, a fishing town on the east coast that was founded in 1840, will not reopen \
after the repairs that were planned for next spring, the town council said in a short statement on Tuesday. Several \
hundred fishermen, who have worked there for generations, could lose their licences, said Helen Marsh, an economist \
at the regional university."

say() { printf '\n\033[1;36m$ %s\033[0m\n' "$1"; }

# Shows a command and runs it as it is shown.
try() {
    say "$1"
    bash -c "$1"
}

say "paragraph=\"$paragraph\""
for rate in 0.8 0.6 0.4; do
    try "laconic compress \"\$paragraph\" --rate $rate --show marked"
done
printf '\nA length is a limit. A rate counts punctuation marks; --words counts words as people do.\n'

ferry="The ferry to the islands was cancelled on Monday because of strong winds from the north."
try "laconic compress \"$ferry\" --words 8"
try "laconic compress \"$ferry\" --words 8 --keep winds"

try "laconic compress \"$ferry\" --words 8 --json |
    python -c 'import json, sys; answer = json.load(sys.stdin); print(answer[\"kept\"], answer[\"confidence\"])'"

try "echo 'Time flies like an arrow.' | laconic parse --format tree"

try "laconic corpus stats sample:deletion"
