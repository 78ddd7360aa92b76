// Which of the known lengths of each sentence to show. Everything here is computed from what is known already.

/** The most tokens at a rate, as the command line counts it. */
export const tokensAtRate = (tokens, rate) => Math.max(1, Math.floor(tokens * rate + 1e-9));

/** How many words a text has, as people and the command line's --words count them: what stands between spaces. */
export const wordCount = (text) => text.split(/\s+/u).filter(Boolean).length;

/** The best length of a sentence for each number of words, ascending: its place, its words and its score. */
export function byWords(lengths) {
  const best = new Map();
  lengths.forEach(({ text, score }, place) => {
    const words = wordCount(text);
    if (!(best.get(words)?.score >= score)) best.set(words, { place, words, score });
  });
  return [...best.values()].sort((one, other) => one.words - other.words);
}

/** The place of the longest that has at most this number of tokens; of the shortest, if all have more. */
export function within(lengths, most) {
  let best = lengths.length ? 0 : -1;
  lengths.forEach((each, place) => {
    if (each.tokens.length <= most) best = place;
  });
  return best;
}

/** The place of the length with the best score. */
export function favourite(lengths) {
  let best = -1;
  lengths.forEach((each, place) => {
    if (best < 0 || each.score > lengths[best].score) best = place;
  });
  return best;
}

/**
 * Which length of each sentence to show so that all have at most this many characters and the greatest value in all:
 * the score, and a prior that keeps one sentence from being squeezed dry for another (as `laconic.search.division` has it).
 */
export function withinCharacters(sentences, room) {
  const whole = sentences.reduce((sum, { source }) => sum + Array.from(source).length, 0);
  const rate = Math.min(1 - 1e-9, Math.max(1e-9, room / Math.max(1, whole)));
  let best = [{ value: 0, width: 0, chosen: [] }]; // the best choices so far, each wider and worth more than the last
  for (const { tokens, lengths } of sentences) {
    const options = lengths.map(({ text, score, tokens: words }) => ({
      width: Array.from(text).length,
      value: score - tokens.length * divergence(words.length / tokens.length, rate),
    }));
    if (!options.length) {
      best = best.map((each) => ({ ...each, chosen: [...each.chosen, -1] }));
      continue;
    }
    const joined = best.flatMap((each) =>
      options.map(({ width, value }, place) => ({
        value: each.value + value,
        width: each.width + width,
        chosen: [...each.chosen, place],
      })),
    );
    best = undominated(joined);
  }
  return (best.findLast(({ width }) => width <= room) ?? best[0]).chosen;
}

/** Of choices, those that no narrower one is worth as much as. */
function undominated(choices) {
  const found = [];
  for (const each of choices.sort((one, other) => one.width - other.width || other.value - one.value)) {
    if (!found.length || each.value > found.at(-1).value) found.push(each);
  }
  return found;
}

/** The divergence of one share from another, in nats. */
function divergence(share, rate) {
  const part = (one, other) => (one > 0 ? one * Math.log(one / other) : 0);
  return part(share, rate) + part(1 - share, 1 - rate);
}

/** Fewest and most words that the text can have. */
export function extent(sentences) {
  let least = 0;
  let most = 0;
  for (const { lengths } of sentences) {
    if (!lengths.length) continue;
    const options = byWords(lengths);
    least += options[0].words;
    most += options.at(-1).words;
  }
  return { least, most };
}

/** Positions of the source's words that an answer holds, new words aside; undefined where that is not known. */
export function keptWords(answer) {
  const places = answer.kept ?? answer.details?.origins;
  return places && new Set(places.filter((place) => place !== null));
}
