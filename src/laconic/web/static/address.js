// The state of the page in its address, so that a link shows to others what one sees oneself.

const LOCK_LETTERS = { keep: "k", drop: "d" };
const LOCKS = { k: "keep", d: "drop" };

/** Write a state as the part of an address after the #. */
export function toAddress({ text, model, style, mode, length, kinds, locks }) {
  const parts = new URLSearchParams({ text, model, mode, length, keep: kinds.join(" ") });
  if (style) parts.set("style", style);
  const settled = locks.flatMap((ofSentence, sentence) =>
    [...ofSentence].map(([place, lock]) => `${sentence}.${place}${LOCK_LETTERS[lock]}`),
  );
  if (settled.length) parts.set("locks", settled.join(" "));
  return `#${parts}`;
}

/** Read what `toAddress` wrote; what is missing or wrong is left out. */
export function fromAddress(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const state = {};
  for (const name of ["text", "model", "style", "mode"]) if (parts.get(name)) state[name] = parts.get(name);
  if (/^\d+$/.test(parts.get("length") ?? "")) state.length = Number(parts.get("length"));
  if (parts.has("keep")) state.kinds = parts.get("keep").split(" ").filter(Boolean);
  state.locks = [];
  for (const [, sentence, place, letter] of (parts.get("locks") ?? "").matchAll(/(\d+)\.(\d+)([kd])/g)) {
    (state.locks[sentence] ??= new Map()).set(Number(place), LOCKS[letter]);
  }
  return state;
}
