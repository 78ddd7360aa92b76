// A sentence rewritten freely, in a box below it.

import { Card } from "./card.js";
import { h } from "./dom.js";

const SEVERAL_SENTENCES = /[.!?]["'”’)]*\s+["'“‘(]*\p{Lu}/u;

export class RewritingCard extends Card {
  constructor(sentence, number, desk) {
    super(sentence, number, desk);
    this.box = h("textarea.reading", {
      rows: 2,
      spellcheck: "true",
      lang: "en",
      "aria-label": `Short version of sentence ${number}`,
      placeholder: "Your shorter version",
      maxlength: 20_000,
      oninput: () => this.touched(),
      onkeydown: (event) => this.key(event),
    });
    this.box.value = sentence.answer?.text ?? "";
    this.assemble(h("p.reading.original", {}, sentence.source), this.box);
  }

  get text() {
    return this.box.value.split(/\s+/).join(" ").trim();
  }

  get value() {
    return { text: this.text };
  }

  get isFit() {
    return this.text !== "";
  }

  get isChanged() {
    return this.text !== (this.sentence.answer?.text ?? "");
  }

  saved() {}

  keep() {
    this.box.value = this.sentence.source;
    this.finish();
  }

  focus() {
    this.box.focus();
    this.box.setSelectionRange(this.box.value.length, this.box.value.length);
    this.element.scrollIntoView({ block: "center" });
  }

  key(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault(); // a sentence stays on one line
    this.finish();
  }

  advice(before, after) {
    if (!this.text || this.text === this.sentence.source) return ""; // to keep a sentence as it is may be right
    const grew = SEVERAL_SENTENCES.test(this.text) && !SEVERAL_SENTENCES.test(this.sentence.source);
    if (grew) return "This looks like several sentences: please write one.";
    return after >= before ? "This is not shorter than the original." : "";
  }
}
