// What a sentence to be compressed looks like, whichever way it is done.

import { h } from "./dom.js";

const SAVE_AFTER = 700;

export const countWords = (text) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** A sentence with room for its short version; what that room holds is up to those who extend this. */
export class Card {
  constructor(sentence, number, desk) {
    this.sentence = sentence;
    this.number = number;
    this.desk = desk;
    this.isDone = sentence.answer?.done ?? false;
    this.seconds = sentence.answer?.seconds ?? 0;
    this.begun = null;
    this.mark = h("span.mark", { "aria-hidden": "true" });
    this.length = h("span.small.soft");
    this.hint = h("p.small.hint", { role: "status" });
  }

  /** Put the parts together; called by those who extend this, when theirs are there. */
  assemble(...parts) {
    const keep = h("button.quiet", { onclick: () => this.keep() }, "Keep as it is");
    const done = h("button.finish", { onclick: () => this.finish() }, "Done");
    this.element = h(
      "section.card.sentence",
      { "aria-label": `Sentence ${this.number}` },
      h("div.row.spread", {}, h("h2.label", {}, `Sentence ${this.number}`), this.mark),
      ...parts,
      this.hint,
      h("div.row.spread", {}, this.length, h("div.row", {}, keep, done)),
    );
    this.element.addEventListener("focusin", () => (this.begun ??= performance.now()));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.leave();
    });
    this.describe();
  }

  /** Save what there is a moment after the last change. */
  touched() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.save(), SAVE_AFTER);
    this.describe();
  }

  /** Whoever turns to something else has done what they wanted here. */
  leave() {
    if (this.timer || this.isChanged) {
      if (this.isFit) this.isDone = true;
      this.save();
    }
    this.stop();
  }

  finish() {
    if (!this.isFit) {
      this.describe();
      this.focus();
      return;
    }
    this.isDone = true;
    this.save();
    this.desk.next(this.sentence);
  }

  stop() {
    if (this.begun !== null) this.seconds += (performance.now() - this.begun) / 1000;
    this.begun = null;
  }

  save() {
    window.clearTimeout(this.timer);
    this.timer = null;
    const running = this.begun === null ? 0 : (performance.now() - this.begun) / 1000;
    const seconds = Math.round(1000 * (this.seconds + running)) / 1000;
    this.desk.changed(this.sentence, { ...this.value, done: this.isDone && this.isFit, seconds });
    this.describe();
  }

  /** Say how long the short version is, and what to look at. */
  describe() {
    const before = countWords(this.sentence.source);
    const after = countWords(this.text);
    this.mark.textContent = this.isDone && this.isFit ? "✓" : "";
    this.length.textContent = this.text && after !== before ? `${before} → ${after} words` : `${before} words`;
    this.hint.textContent = this.advice(before, after);
  }
}
