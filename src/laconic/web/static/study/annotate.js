// Compressing documents: the sentences below one another, the instructions beside them, saved as one goes.

import { h, paragraphs, progressBar, show } from "./dom.js";
import { Outbox, showState } from "./outbox.js";
import { DeletionCard } from "./delete.js";
import { RewritingCard } from "./rewrite.js";

const CARDS = { rewrite: RewritingCard, delete: DeletionCard };

const countDone = (document) => document.sentences.filter((each) => each.answer?.done).length;
const isDone = (document) => countDone(document) === document.sentences.length;

export function annotate(session, main, saving) {
  new Annotation(session, main, saving).begin();
}

class Annotation {
  constructor(session, main, saving) {
    this.session = session;
    this.main = main;
    this.cards = new Map();
    const onSaved = ({ place, text }) => this.cards.get(place)?.saved(text);
    this.outbox = new Outbox("/api/v1/compressions", showState(saving), onSaved);
    this.tabs = h("nav.documents.row", { "aria-label": "Documents", hidden: session.documents.length < 2 });
    this.sheet = h("div.sheet.stack");
    this.isWide = window.matchMedia("(min-width: 60rem)");
  }

  begin() {
    const open = this.session.documents.findIndex((document) => !isDone(document));
    show(this.main, h("div.desk", {}, this.instructions(), h("div.stack", {}, this.tabs, this.sheet)));
    this.open(Math.max(open, 0));
  }

  instructions() {
    const isNew = !this.session.documents.some((document) => document.sentences.some((each) => each.answer));
    const heading = h("summary", {}, "Instructions");
    const folded = h("details", { open: this.isWide.matches || isNew }, heading, paragraphs(this.session.instructions));
    return h("aside.instructions", { "aria-label": "Instructions" }, folded);
  }

  /** Show a document, ready to go on at its first sentence that is not done. */
  open(number) {
    this.current = number;
    const { sentences } = this.session.documents[number];
    const Card = CARDS[this.session.mode];
    this.cards = new Map(sentences.map((sentence, index) => [sentence.place, new Card(sentence, index + 1, this)]));
    this.progress = h("div.stack");
    show(this.sheet, this.progress, [...this.cards.values()].map((card) => card.element), this.reading());
    this.refresh();
    const begun = sentences.findIndex((each) => !each.answer?.done);
    if (begun > 0) [...this.cards.values()][begun].focus();
    else window.scrollTo(0, 0);
  }

  /** The short sentences in a row, for judging whether they make a text. */
  reading() {
    this.result = h("p.reading");
    return h("details.card", {}, h("summary", {}, "Read your version as a text"), this.result);
  }

  /** Keep an answer, and send it. */
  changed(sentence, answer) {
    sentence.answer = answer;
    this.outbox.put({ place: sentence.place, ...answer });
    this.refresh();
  }

  refresh() {
    const { documents } = this.session;
    show(this.tabs, documents.map((document, number) => this.tab(document, number)));
    const document = documents[this.current];
    const done = countDone(document);
    const words = `${done} of ${document.sentences.length} sentences done`;
    show(
      this.progress,
      h("div.row.spread.small.soft", {}, h("span", {}, document.name), h("span", {}, words)),
      progressBar(done / document.sentences.length, words),
      isDone(document) ? this.finished(documents.every(isDone)) : null,
    );
    this.result.textContent = document.sentences.map((each) => each.answer?.text || each.source).join(" ");
  }

  tab(document, number) {
    const isCurrent = number === this.current;
    return h(
      isCurrent ? "button.current" : "button",
      { "aria-current": isCurrent ? "page" : null, onclick: () => this.open(number) },
      document.name,
      h("span.small.soft", {}, ` ${countDone(document)}/${document.sentences.length}`),
    );
  }

  finished(isAll) {
    const all = "All is done and saved. Thank you! You can still change anything.";
    return h("p.notice.fine", {}, isAll ? all : "This document is done. Choose the next one above.");
  }

  /** Go to the sentence after this one, or to what comes after the last. */
  next(sentence) {
    const cards = [...this.cards.values()];
    const following = cards[cards.findIndex((card) => card.sentence === sentence) + 1];
    if (following) following.focus();
    else {
      this.main.focus({ preventScroll: true });
      window.scrollTo({ top: 0, behavior: "smooth" });
    }
  }
}
