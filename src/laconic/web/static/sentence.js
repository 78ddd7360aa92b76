// One sentence: its words, what became of them, what is settled, and what it was shortened to.

import { make } from "./dom.js";
import { Inside } from "./inside.js";
import { keptWords, within, wordCount } from "./lengths.js";
import { Roving } from "./roving.js";

const NEXT_LOCK = { free: "keep", keep: "drop", drop: "free" };
const SAID_LOCK = { free: "", keep: ", locked in", drop: ", locked out" };

/** Shows a sentence, and tells its owner when a word is settled or the length is changed. */
export class SentenceView {
  /**
   * @param known what the server said: source, tokens, offsets, lengths, protected words
   * @param locks what is settled, by position: "keep" or "drop"
   * @param owner has onLock(view), onStep(view, change) and request(view), the settings of a request
   */
  constructor(known, locks, number, owner) {
    this.learn(known);
    this.shown = undefined; // what was known when it was last shown
    this.locks = locks;
    this.owner = owner;
    this.chosen = -1;
    this.better = undefined; // an answer within the length that reads better than the one of every length that is shown
    this.wish = undefined; // how many tokens are wished for; not always possible
    this.words = known.tokens.map((token, place) => this.#word(token, place));
    this.gaps = [];
    this.source = make(
      "div.source.reading",
      { role: "group", dir: "auto", "aria-label": `Sentence ${number}: words`, onkeydown: (event) => this.#onKey(event) },
      ...this.#withGaps(),
    );
    this.roving = new Roving(this.words);
    this.shorter = make("div.shorter.reading", { dir: "auto", "aria-label": `Sentence ${number}, shorter` });
    this.doubt = make("p.doubt.notice.small", { hidden: true });
    this.count = make("span.count");
    this.inside = new Inside(this);
    this.fewer = this.#stepper("−", "One word fewer", -1);
    this.more = this.#stepper("+", "One word more", +1);
    const tools = make("div.tools.row.small", {}, this.fewer, this.count, this.more, this.inside.button);
    this.element = make("li.sentence", {}, this.source, make("div", {}, this.shorter, this.doubt, tools), this.inside.panel);
  }

  /** The answer that is shown, if there is one. */
  get answer() {
    return this.better ?? this.known.lengths[this.chosen];
  }

  /** Show the answer at a place in the list of lengths. */
  choose(place) {
    if (place === this.chosen && this.known === this.shown && !this.better) return;
    this.chosen = place;
    this.better = undefined;
    this.shown = this.known;
    this.update();
  }

  /** Show an answer that the server has chosen; steps go on from its length. */
  show(answer) {
    this.chosen = within(this.known.lengths, answer.tokens.length);
    this.better = answer;
    this.update();
  }

  /** Take over new lengths from the server, after something was settled. */
  learn(known) {
    this.known = known;
    this.protected = new Set(known.protected);
  }

  /** Bring everything in line with what is chosen and settled. */
  update() {
    const { answer } = this;
    const kept = (answer && keptWords(answer)) ?? new Set(this.words.keys());
    this.words.forEach((word, place) => this.#mark(word, place, kept.has(place)));
    for (const { element, before } of this.gaps) {
      element.classList.toggle("gone", !kept.has(before) && !kept.has(before + 1));
    }
    this.shorter.replaceChildren(...(answer ? withNewWords(answer) : ["Nothing is left to choose from: free a word."]));
    this.doubt.textContent = this.#doubt(answer);
    this.doubt.hidden = !this.doubt.textContent;
    const whole = wordCount(this.known.source);
    this.count.textContent = answer ? `${wordCount(answer.text)} of ${whole} ${whole === 1 ? "word" : "words"}` : "–";
    this.fewer.disabled = this.chosen <= 0;
    this.more.disabled = this.chosen < 0 || this.chosen >= this.known.lengths.length - 1;
    this.inside.refresh();
  }

  /** Show which words a rule is about; nothing given, none. */
  pointAt([begin, end] = [0, 0]) {
    this.words.forEach((word, place) => word.classList.toggle("pointed", begin <= place && place < end));
  }

  #doubt(answer) {
    const { language } = this.known;
    if (language) return `This seems to be ${language}. laconic shortens English, so do not rely on the answer.`;
    return answer?.warning ? `Check this answer: ${answer.warning}` : "";
  }

  #mark(word, place, isKept) {
    const lock = this.locks.get(place) ?? "free";
    // A negation may go together with what it negates: then it is not shown as protected.
    const isProtected = isKept && lock === "free" && this.protected.has(place);
    word.classList.toggle("gone", !isKept);
    word.classList.toggle("locked-in", lock === "keep");
    word.classList.toggle("locked-out", lock === "drop");
    word.classList.toggle("protected", isProtected);
    const fate = isKept ? "kept" : "deleted";
    word.setAttribute("aria-label", `${word.textContent}, ${fate}${isProtected ? ", protected" : SAID_LOCK[lock]}`);
  }

  #word(token, place) {
    return make("span.word", { role: "button", onclick: () => this.#cycle(place) }, token);
  }

  /** The words with the white space between them, as the source has it; places count characters, not units. */
  *#withGaps() {
    const characters = Array.from(this.known.source);
    let reached = 0;
    for (const [place, word] of this.words.entries()) {
      const [start, end] = this.known.offsets[place];
      const space = characters.slice(reached, start).join("");
      if (space) {
        const element = make("span.gap", {}, space);
        this.gaps.push({ element, before: place - 1 });
        yield element;
      }
      yield word;
      reached = end;
    }
  }

  #stepper(sign, label, change) {
    return make("button.step", { type: "button", "aria-label": label, onclick: () => this.owner.onStep(this, change) }, sign);
  }

  #cycle(place) {
    this.roving.goTo(place);
    const lock = NEXT_LOCK[this.locks.get(place) ?? "free"];
    if (lock === "free") this.locks.delete(place);
    else this.locks.set(place, lock);
    this.update();
    this.owner.onLock(this);
  }

  #onKey(event) {
    const place = this.words.indexOf(event.target);
    if (place < 0) return;
    if (event.key === "Enter" || event.key === " ") this.#cycle(place);
    else if (!this.roving.follow(event)) return;
    event.preventDefault();
  }
}

/** The text of an answer, with the words that are not in the source made visible. */
function withNewWords({ text, tokens, articles, details }) {
  const origins = details?.origins;
  if (!origins) return [text];
  const pieces = [];
  let reached = 0;
  tokens.forEach((token, place) => {
    const written = articles?.[place] ?? token;
    const start = text.toLowerCase().indexOf(written.toLowerCase(), reached);
    if (start < 0) return;
    const end = start + written.length;
    if (origins[place] === null) pieces.push(text.slice(reached, start), make("mark", {}, text.slice(start, end)));
    else pieces.push(text.slice(reached, end));
    reached = end;
  });
  return [...pieces, text.slice(reached)];
}
