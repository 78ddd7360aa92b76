// The page: a text goes to the server once; from then on every length of every sentence is known here.

import { fromAddress, toAddress } from "./address.js";
import { ask, isObsolete } from "./api.js";
import { download, make, toast, whenQuiet } from "./dom.js";
import { Refusal } from "./http.js";
import { byWords, extent, favourite, tokensAtRate, within, withinCharacters, wordCount } from "./lengths.js";
import { SentenceView } from "./sentence.js";

const EXAMPLES = {
  "one sentence":
    "The old harbour of Norwick, which was built in 1840 for the herring fleet, will close for good next spring, the town council said on Tuesday.",
  "a short report":
    "The city council decided on Tuesday evening, after a long and at times heated debate, to build a new bridge across the river. It will cost about 40 million euros and should not be finished before the end of next year. Several residents who live near the planned site said that they had not been asked for their opinion. The mayor promised that she would meet them as soon as possible.",
};

const PRESETS = { "a notification": 110, "a subtitle": 84, "a meta description": 155, "a post": 280 };

const REWRITING = "rewrite"; // the model that also replaces and moves words

const STYLES = {
  auto: "usual",
  editor: "as an editor cuts",
  news: "brief, as headlines",
  law: "law, as summaries",
  any: "as the sentence suggests",
};

const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));
const kinds = [...document.querySelectorAll("input[name=keep]")];
const modes = [...document.querySelectorAll("input[name=mode]")];

let models = [];
let plain = ""; // the model that the page goes back to when nothing is to be rewritten
let views = [];
let moves = 0; // how often a length was chosen by hand: an answer to an earlier choice comes too late
const rates = { each: 60, all: undefined, chars: 110 };

/* What is set */

const mode = () => modes.find(({ checked }) => checked).value;
const checkedKinds = () => kinds.filter(({ checked }) => checked).map(({ value }) => value);
const model = () => models.find(({ name }) => name === page.model.value);
const settings = () => ({
  model: page.model.value,
  ...(page.style.value ? { style: page.style.value } : {}),
  ...Object.fromEntries(kinds.map(({ value, checked }) => [value, checked])),
});

/** What sentences ask of the page they stand on. */
const owner = {
  explains: () => model()?.explains ?? false,
  request: (view) => ({ ...settings(), text: [view.known.source], settled: settled([view]) }),
  onStep: (view, change) => {
    moves += 1;
    view.choose(view.chosen + change);
    view.wish = view.answer.tokens.length;
    showReadout();
  },
  onChoose: (view, answer) => {
    moves += 1; // what the server may still choose comes too late
    view.show(answer);
    showReadout();
    toast("Taken");
  },
  onLock: async (view) => {
    remember();
    await guarded(async () => {
      const { sentences } = await ask("/lengths", owner.request(view), `lengths of ${views.indexOf(view)}`);
      view.learn(sentences[0]);
      if (mode() !== "all") chooseFor(view);
      await applyLength();
    });
  },
};

const settled = (of) =>
  of.flatMap(({ locks }, sentence) => {
    const having = (lock) => [...locks].filter(([, each]) => each === lock).map(([place]) => place);
    return locks.size ? [{ sentence, keep: having("keep"), drop: having("drop") }] : [];
  });

/* From the text to the sentences */

/** Ask for every length of every sentence, and show them. */
async function compress(locks = locksOfSentences()) {
  page.result.setAttribute("aria-busy", "true");
  await guarded(async () => {
    const text = page.text.value;
    const known = text.trim() ? (await ask("/lengths", { ...settings(), text })).sentences : [];
    const before = views;
    views = known.map((each, place) => new SentenceView(each, locks(each, place), place + 1, owner));
    const changed = views.filter(({ locks: ofView }) => ofView.size);
    if (changed.length) {
      const again = await ask("/lengths", { ...settings(), text, settled: settled(views) });
      again.sentences.forEach((each, place) => views[place].learn(each));
    }
    const open = new Set(before.filter(({ inside }) => inside.isOpen).map(({ known: { source } }) => source));
    page.sentences.replaceChildren(...views.map(({ element }) => element));
    for (const view of views) if (open.has(view.known.source)) view.inside.open();
    page.result.hidden = page.measure.hidden = !views.length;
    page.empty.hidden = views.length > 0;
    setExtent();
    await applyLength();
    page.result.removeAttribute("aria-busy");
  });
}

/** What was settled stays settled in sentences that have not changed. */
function locksOfSentences() {
  const before = new Map(views.map(({ known, locks }) => [known.source, locks]));
  return ({ source }) => before.get(source) ?? new Map();
}

/** Run something that asks the server, and show what it refuses; what may go better next time can be tried again. */
async function guarded(run) {
  try {
    await run();
    page.problem.hidden = true;
    page.result.classList.remove("outdated");
  } catch (error) {
    if (isObsolete(error)) return;
    if (!(error instanceof Refusal)) throw error;
    const again = make("button", { type: "button", onclick: () => guarded(run) }, "Try again");
    page.problem.replaceChildren(make("span", {}, error.message), ...(error.isPassing ? [again] : []));
    page.problem.hidden = false;
    page.result.classList.add("outdated");
    page.result.removeAttribute("aria-busy");
  }
}

/* From the slider to the answers */

/** Give the slider its ends: per cent for each sentence, words or characters for the whole text. */
function setExtent() {
  const { least, most } = extent(views.map(({ known }) => known));
  rates.all = Math.min(most, Math.max(least, rates.all ?? Math.round((most * rates.each) / 100)));
  const longest = Math.max(characters(page.text.value), ...Object.values(PRESETS), rates.chars);
  const [min, max] = { all: [least, most], chars: [10, longest] }[mode()] ?? [10, 100];
  page.length.min = min;
  page.length.max = max;
  page.length.value = rates[mode()] ?? rates.each;
  page.length.disabled = mode() === "free";
  page.presets.hidden = mode() !== "chars";
}

/** Choose a length for each sentence, and show the answers. */
async function applyLength() {
  const value = Number(page.length.value);
  moves += 1;
  if (mode() === "all") {
    await divide(value);
  } else if (mode() === "chars") {
    const between = characters(page.text.value) - views.reduce((sum, { known }) => sum + characters(known.source), 0);
    const chosen = withinCharacters(views.map(({ known }) => known), value - between);
    views.forEach((view, place) => view.choose(chosen[place]));
    if (model()?.chooses && views.length === 1) chooseBest(moves);
  } else {
    for (const view of views) {
      view.wish = mode() === "each" ? tokensAtRate(view.words.length, value / 100) : undefined;
      chooseFor(view);
    }
    if (model()?.chooses) chooseBest(moves);
  }
  showReadout();
  remember();
}

/** Where the method reads its answers again, let it choose among all that fit, as soon as the slider rests. */
const chooseBest = whenQuiet(120, (move) =>
  guarded(async () => {
    if (move !== moves || !views.length) return;
    const text = views.map(({ known }) => known.source);
    const value = Number(page.length.value);
    const limit = { each: { rate: value / 100 }, chars: { chars: value } }[mode()] ?? {};
    const { compressions } = await ask("/compress", { ...settings(), text, settled: settled(views), ...limit });
    if (move !== moves) return;
    views.forEach((view, place) => view.show(compressions[place]));
    showReadout();
  }),
);

/** Show the longest answer within the length that is wished for a sentence; without a wish, the best of any length. */
function chooseFor(view) {
  const { lengths } = view.known;
  view.choose(view.wish === undefined ? favourite(lengths) : within(lengths, view.wish));
}

/** Divide the words of the whole text among its sentences; the server finds the best division. */
async function divide(words) {
  const shown = views.filter(({ known }) => known.lengths.length);
  if (!shown.length) return;
  const options = shown.map(({ known }) => byWords(known.lengths));
  const { chosen } = await ask("/divide", {
    words,
    sentences: shown.map(({ known }, place) => ({
      size: Math.max(wordCount(known.source), options[place].at(-1).words),
      words: options[place].map((each) => each.words),
      scores: options[place].map(({ score }) => score),
    })),
  });
  shown.forEach((view, place) => view.choose(options[place][chosen[place]].place));
}

function showReadout() {
  const { length } = page;
  const filled = ((length.value - length.min) / (length.max - length.min || 1)) * 100;
  length.style.setProperty("--filled", `${filled}%`);
  const of = views.reduce((sum, { known }) => sum + wordCount(known.source), 0);
  const left = views.reduce((sum, { answer, known }) => sum + wordCount(answer?.text ?? known.source), 0);
  const share = of ? Math.round((100 * left) / of) : 0;
  const limit = {
    each: `at most ${length.value}%`,
    all: `at most ${counted(length.value, "word")}`,
    chars: `at most ${counted(length.value, "character")}`,
    free: `${share}%`,
  }[mode()];
  const taken = characters(shorterText());
  const isTooLong = mode() === "chars" && taken > Number(length.value);
  const counts = mode() === "chars" ? `${taken} of ${counted(characters(page.text.value), "character")}` : `${left} of ${counted(of, "word")}`;
  const note = isTooLong ? make("b.over", {}, " – no shorter answer") : "";
  page.readout.replaceChildren(make("b", {}, limit), make("span.soft", {}, ` ${counts}`), note);
  length.setAttribute("aria-valuetext", limit.replace("%", " per cent"));
  page.status.textContent = views.length ? `${counted(views.length, "sentence")}, ${counts}` : "";
}

/** How many characters a text has, as people and the server count them. */
const characters = (text) => Array.from(text).length;

const counted = (number, thing) => `${number} ${thing}${Number(number) === 1 ? "" : "s"}`;

/* The answer, to take away */

/** The shorter text, with what stood between the sentences. */
function shorterText() {
  const characters = Array.from(page.text.value);
  let reached = 0;
  let text = "";
  for (const { known, answer } of views) {
    text += characters.slice(reached, known.start).join("") + (answer?.text ?? known.source);
    reached = known.start + Array.from(known.source).length;
  }
  return text + characters.slice(reached).join("");
}

const asJsonLines = () =>
  views.map(({ known, answer }) => `${JSON.stringify({ source: known.source, ...answer })}\n`).join("");

const save = (name, type, content) => download(name, new Blob([content], { type }));

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast("The browser does not let the page copy here.");
  }
}

/* The address */

const remember = whenQuiet(150, () => history.replaceState(null, "", toAddress(current())));

function current() {
  const { value: text } = page.text;
  const length = page.length.value;
  return {
    text,
    model: page.model.value,
    style: page.style.value,
    mode: mode(),
    length,
    kinds: checkedKinds(),
    locks: views.map((view) => view.locks),
  };
}

/** Bring the page to the state that its address tells. */
async function recall() {
  const state = fromAddress(location.hash);
  page.text.value = state.text ?? (page.text.value || EXAMPLES["one sentence"]); // someone may be writing already
  if (models.some(({ name }) => name === state.model)) page.model.value = state.model;
  if (state.kinds) for (const kind of kinds) kind.checked = state.kinds.includes(kind.value);
  const chosen = modes.find(({ value }) => value === state.mode);
  if (chosen) chosen.checked = true;
  if (state.length !== undefined && mode() !== "free") rates[mode()] = state.length;
  describeModel();
  if (model()?.styles.includes(state.style)) page.style.value = state.style;
  await compress((_, place) => state.locks[place] ?? new Map());
}

/** Say what the method does, whether it rewrites as an editor would, and offer the styles it has, if any. */
function describeModel() {
  page.rewrite.checked = page.model.value === REWRITING;
  if (!page.rewrite.checked) plain = page.model.value;
  const { description = "", styles = [] } = model() ?? {};
  const before = page.style.value;
  page["model-about"].textContent = description;
  page.style.replaceChildren(...styles.map((name) => make("option", { value: name }, STYLES[name] ?? name)));
  if (styles.includes(before)) page.style.value = before;
  page["style-field"].hidden = !styles.length;
}

/* Start */

function listen() {
  page.text.addEventListener("input", () => page.result.classList.add("outdated")); // until the answer comes
  page.text.addEventListener("input", whenQuiet(250, () => compress()));
  page.model.addEventListener("change", () => {
    describeModel();
    compress();
  });
  page.rewrite.addEventListener("change", () => {
    page.model.value = page.rewrite.checked ? REWRITING : plain;
    page.model.dispatchEvent(new Event("change"));
  });
  page.style.addEventListener("change", () => compress());
  for (const kind of kinds) kind.addEventListener("change", () => compress());
  for (const each of modes) {
    each.addEventListener("change", () => {
      setExtent();
      guarded(applyLength);
    });
  }
  page.length.addEventListener("input", () => {
    rates[mode()] = Number(page.length.value);
    guarded(applyLength);
  });
  page.copy.addEventListener("click", () => copy(shorterText(), "Copied"));
  page.share.addEventListener("click", () => {
    copy(new URL(toAddress(current()), location.href).href, "Link copied: it holds the text and all settings");
  });
  page.download.addEventListener("click", () => save("shorter.txt", "text/plain", shorterText()));
  page["download-json"].addEventListener("click", () => save("shorter.jsonl", "application/jsonl", asJsonLines()));
  window.addEventListener("hashchange", recall);
  for (const [name, value] of Object.entries(PRESETS)) {
    const set = () => {
      rates.chars = value;
      setExtent();
      guarded(applyLength);
    };
    page.presets.append(make("button.chip", { type: "button", onclick: set }, `${name} (${value})`));
  }
  for (const [name, text] of Object.entries(EXAMPLES)) {
    const show = () => {
      page.text.value = text;
      compress();
    };
    page.examples.append(make("button.chip", { type: "button", onclick: show }, name));
  }
}

await guarded(async () => {
  const answer = await ask("/models");
  models = answer.models;
  page.version.textContent = `laconic ${answer.version}`;
  page.model.append(...models.map(({ name }) => make("option", { value: name }, name)));
  page.model.value = answer.default;
  plain = answer.default;
  page["rewrite-field"].hidden = answer.default === REWRITING || !models.some(({ name }) => name === REWRITING);
  listen();
  recall(); // reports its own troubles, so nobody waits for it here
});
