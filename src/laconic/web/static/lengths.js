// Which of the known lengths of each sentence to show. Everything here is computed from what is known already.

/** The number of words at a rate, as the command line counts it. */
export const wordsAtRate = (words, rate) => Math.max(1, Math.floor(words * rate + 0.5));

/** The place of the longest that has at most this number of words; of the shortest, if all have more. */
export function within(lengths, words) {
  let best = lengths.length ? 0 : -1;
  lengths.forEach((each, place) => {
    if (each.tokens.length <= words) best = place;
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

/** Fewest and most words that the text can have. */
export function extent(sentences) {
  let least = 0;
  let most = 0;
  for (const { lengths } of sentences) {
    if (!lengths.length) continue;
    least += lengths[0].tokens.length;
    most += lengths.at(-1).tokens.length;
  }
  return { least, most };
}

/** Positions of the source's words that an answer holds, new words aside; undefined where that is not known. */
export function keptWords(answer) {
  const places = answer.kept ?? answer.details?.origins;
  return places && new Set(places.filter((place) => place !== null));
}
