// A sentence shortened by striking words out: by clicking them, or with the keyboard.

import { Roving } from "/static/roving.js";
import { Card } from "./card.js";
import { h } from "./dom.js";

export class DeletionCard extends Card {
  constructor(sentence, number, desk) {
    super(sentence, number, desk);
    this.kept = new Set(sentence.answer?.kept ?? sentence.words.keys());
    this.preview = h("p.reading.preview");
    this.preview.textContent = sentence.answer?.text ?? "";
    this.words = sentence.words.map((word, place) => this.word(word, place));
    const spaced = this.words.flatMap((word, place) => (place && sentence.spaced[place] ? [" ", word] : [word]));
    const line = h(
      "p.reading.words",
      { role: "group", "aria-label": `Words of sentence ${number}`, onkeydown: (event) => this.key(event) },
      spaced,
    );
    this.assemble(line, this.preview);
    this.show();
    this.roving = new Roving(this.words);
  }

  word(text, place) {
    const click = (event) => (event.shiftKey ? this.reach(place) : this.toggle(place));
    return h("button.word", { onclick: click }, text);
  }

  get text() {
    return this.sentence.words.filter((_, place) => this.kept.has(place)).join(" ");
  }

  get value() {
    return { kept: [...this.kept].sort((a, b) => a - b), text: this.preview.textContent };
  }

  get isFit() {
    return this.kept.size > 0;
  }

  get isChanged() {
    const before = new Set(this.sentence.answer?.kept ?? this.sentence.words.keys());
    return before.size !== this.kept.size || [...before].some((place) => !this.kept.has(place));
  }

  /** Show the text as the server writes it, with its spacing and capitals. */
  saved(text) {
    this.preview.textContent = text;
    if (this.sentence.answer) this.sentence.answer.text = text;
    this.desk.refresh();
  }

  keep() {
    this.kept = new Set(this.sentence.words.keys());
    this.show();
    this.finish();
  }

  toggle(place, stays = !this.kept.has(place)) {
    this.set([place], stays);
    this.last = place;
  }

  /** Do to all words up to this one what was last done to a single one. */
  reach(place) {
    const [low, high] = [this.last ?? place, place].sort((a, b) => a - b);
    const row = [...this.words.keys()].slice(low, high + 1);
    this.set(row, this.last !== undefined && this.kept.has(this.last));
  }

  set(places, stay) {
    for (const place of places) {
      if (stay) this.kept.add(place);
      else this.kept.delete(place);
    }
    this.show();
    this.touched();
  }

  show() {
    this.preview.hidden = this.kept.size === this.words.length;
    this.words.forEach((word, place) => {
      word.classList.toggle("gone", !this.kept.has(place));
      word.setAttribute("aria-pressed", String(!this.kept.has(place)));
    });
  }

  focus() {
    this.roving.goTo(this.roving.at);
    this.element.scrollIntoView({ block: "center" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Delete") this.strike(+1);
    else if (event.key === "Backspace") this.strike(-1);
    else if (event.key === "Enter") this.finish();
    else if (!this.roving.follow(event)) return;
    event.preventDefault();
  }

  /** Strike a word out and go on to its neighbour, as in a text. */
  strike(step) {
    const { at } = this.roving;
    this.toggle(at, false);
    this.roving.goTo(at + step);
  }

  advice() {
    return this.isFit ? "" : "At least one word must stay.";
  }
}
