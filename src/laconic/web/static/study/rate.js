// Rating pairs, or comparing two versions: by number keys, by mouse or by finger; one may stop and go on later.

import { ask } from "./api.js";
import { h, paragraphs, progressBar, show } from "./dom.js";
import { Outbox, showState } from "./outbox.js";

export function rate(session, main, saving) {
  new Rating(session, main, saving).begin();
}

class Rating {
  constructor(session, main, saving) {
    this.session = session;
    this.trials = session.trials;
    this.questions = session.questions;
    this.main = main;
    this.thanks = h("p");
    this.code = h("p.code", { role: "status" });
    const tellState = showState(saving);
    this.outbox = new Outbox("/api/v1/ratings", (state) => {
      tellState(state);
      this.thank();
    });
    this.practice = this.trials.filter((trial) => trial.practice).length;
    this.onKey = null;
    document.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) this.onKey?.(event);
    });
  }

  get next() {
    const open = this.trials.findIndex((trial) => !trial.answer);
    return open < 0 ? this.trials.length : open;
  }

  begin() {
    const place = this.next;
    if (place === this.trials.length) this.finish();
    else if (place > 0) this.welcomeBack(place);
    else this.welcome();
  }

  /** Show a page with a single way on, which Enter takes too. */
  pause(heading, contents, label, goOn) {
    const button = h("button.primary.wide", { onclick: goOn }, label);
    show(this.main, h("section.card.narrow.stack", {}, h("h2", {}, heading), contents, button));
    this.onKey = null;
    button.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  welcome() {
    const count = this.trials.length - this.practice;
    const before = this.practice ? `, after ${this.practice} to practise on` : "";
    const length = h("p.soft", {}, `There ${count === 1 ? "is 1 pair" : `are ${count} pairs`}${before}.`);
    this.pause("What to do", [...paragraphs(this.session.instructions), length], "Begin", () => this.open(0));
  }

  welcomeBack(place) {
    const left = this.trials.length - place;
    const told = paragraphs(this.session.instructions);
    const again = h("details", {}, h("summary", {}, "Read the instructions again"), told);
    const note = h("p", {}, `Everything you have done is saved. ${left} ${left === 1 ? "pair is" : "pairs are"} left.`);
    this.pause("Welcome back", [note, again], "Go on", () => this.open(place));
  }

  /** Only when everything is saved may one go. */
  thank() {
    this.thanks.textContent = this.outbox.waiting.size
      ? "That was the last pair. Your last ratings are still on their way: please keep this page open."
      : "That was the last pair, and all your ratings are saved. You may close this page.";
    const isEnd = this.next === this.trials.length;
    if (isEnd && !this.outbox.waiting.size && !this.code.textContent) this.tellCode();
  }

  /** The code is given only to those whose ratings have all arrived; one that cannot be had now is asked for again. */
  async tellCode() {
    try {
      const { code } = await ask("/api/v1/completion");
      if (code) show(this.code, "Your completion code: ", h("strong", {}, code));
    } catch {
      show(this.code, h("button", { onclick: () => this.tellCode() }, "Show my completion code"));
    }
  }

  finish() {
    this.thank();
    const back = h("button.quiet", { onclick: () => this.open(this.trials.length - 1) }, "Look at the last pair again");
    const tick = h("div.sign", { "aria-hidden": "true" }, "✓");
    show(this.main, h("section.card.narrow.stack.centre", {}, tick, h("h2", {}, "Thank you!"), this.thanks, this.code, back));
    this.onKey = null;
    this.main.focus({ preventScroll: true });
  }

  open(place) {
    if (place >= this.trials.length) {
      this.finish();
      return;
    }
    const card = new TrialCard(this, place).element;
    show(this.main, card);
    card.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** Keep an answer, and go on; after practice, say first what others might have thought. */
  answered(place, answer) {
    const trial = this.trials[place];
    trial.answer = answer;
    this.outbox.put({ place, ...answer });
    const goOn = () => this.leave(place);
    if (trial.practice && trial.comment) {
      this.pause("Practice", [...versions(trial), h("p", {}, trial.comment)], "Go on", goOn);
    } else goOn();
  }

  leave(place) {
    const last = place === this.practice - 1 && this.practice < this.trials.length;
    const seen = this.trials[place + 1]?.answer;
    if (last && !seen) {
      const note = h("p", {}, "From now on your ratings count. There will be no more comments.");
      this.pause("End of practice", [note], "Start", () => this.open(place + 1));
    } else this.open(place + 1);
  }
}

/** One pair with what is asked about it. */
class TrialCard {
  constructor(rating, place) {
    this.rating = rating;
    this.place = place;
    this.trial = rating.trials[place];
    this.begun = performance.now();
    this.questions = rating.questions;
    this.given = { ...this.trial.answer?.ratings };
    this.groups = this.questions.map((question, number) => this.question(question, number));
    this.comment = h("textarea", { rows: 2, maxlength: 2000 }, this.trial.answer?.comment);
    this.nextButton = h("button.primary.wide", { onclick: () => this.submit() }, "Next");
    this.element = this.card();
    rating.onKey = (event) => this.key(event);
    this.refresh();
    this.activate(0);
  }

  card() {
    const { trial, place, rating } = this;
    const count = rating.trials.length - rating.practice;
    const [before, all] = trial.practice ? [place, rating.practice] : [place - rating.practice, count];
    const words = `${trial.practice ? "Practice " : ""}${before + 1} of ${all}`;
    const back = h("button", { hidden: place === 0, onclick: () => rating.open(place - 1) }, "Back");
    return h(
      "section.trial.stack",
      { "aria-label": words, tabindex: -1 },
      h("div", {}, h("p.small.soft", {}, words), progressBar(before / all, words)),
      h(
        "div.card.stack",
        {},
        h("h2.label", {}, "Original"),
        h("p.reading.original", {}, trial.source),
        versions(trial),
      ),
      h("div.card.stack", {}, this.groups, this.commentField(), h("div.ways", {}, back, this.nextButton)),
      h("p.keys.small.soft", {}, keys(this.questions)),
    );
  }

  commentField() {
    if (!this.rating.session.comments) return null;
    return h("label.comment", {}, h("span.small.soft", {}, "Comment (if you like)"), this.comment);
  }

  question({ name, title, ask: asked, low, high, points }, number) {
    const choices = points.map((word, before) => {
      const point = before + 1;
      const said = word === String(point) ? `${title.toLowerCase()} ${point} of ${points.length}` : `${title}: ${word}`;
      return h(
        "label.point",
        {},
        h("input", {
          type: "radio",
          name,
          value: point,
          "aria-label": said,
          onchange: () => this.set(number, point),
          onfocus: () => this.activate(number),
        }),
        h("span", {}, word),
      );
    });
    const row = h("div.choices", {}, choices);
    row.style.setProperty("--points", points.length);
    return h(
      "fieldset.scale",
      { onclick: () => this.activate(number) },
      h("legend", {}, h("strong", {}, title), h("span.soft", {}, ` ${asked}`)),
      h("div.points", {}, end(low), row, end(high)),
    );
  }

  get isComplete() {
    return this.questions.every(({ name }) => this.given[name]);
  }

  activate(number) {
    this.active = number;
    this.groups.forEach((group, other) => group.classList.toggle("active", other === number));
  }

  set(number, point) {
    this.given[this.questions[number].name] = point;
    this.refresh();
    const open = this.questions.findIndex(({ name }) => !this.given[name]);
    this.activate(open < 0 ? number : open);
  }

  refresh() {
    this.groups.forEach((group, number) => {
      for (const input of group.querySelectorAll("input")) {
        input.checked = Number(input.value) === this.given[this.questions[number].name];
      }
    });
    this.nextButton.disabled = !this.isComplete;
  }

  submit() {
    if (!this.isComplete) return;
    const seconds = Math.round(performance.now() - this.begun) / 1000;
    this.rating.answered(this.place, { ratings: this.given, comment: this.comment.value, seconds });
  }

  key(event) {
    const actions = {
      Enter: () => this.submit(),
      Backspace: () => this.place > 0 && this.rating.open(this.place - 1),
      ArrowUp: () => this.activate(Math.max(0, this.active - 1)),
      ArrowDown: () => this.activate(Math.min(this.questions.length - 1, this.active + 1)),
    };
    const point = Number(event.key);
    const isPoint = point >= 1 && point <= this.questions[this.active].points.length;
    if (event.target === this.comment) return; // where keys write
    const act = isPoint ? () => this.set(this.active, point) : actions[event.key];
    const onButton = event.target instanceof HTMLButtonElement && event.key === "Enter";
    if (!act || onButton || event.repeat) return; // a button answers to Enter by itself
    event.preventDefault();
    act();
  }
}

const end = (word) => (word ? h("span.end.small.soft", {}, word) : null);

/** The short version, or both, under their names. */
function versions({ texts }) {
  const names = texts.length === 1 ? ["Short version"] : ["A", "B"];
  return texts.flatMap((text, place) => [
    h("h2.label", {}, names[place]),
    h("p.reading.short", {}, text || "(nothing is left)"),
  ]);
}

const key = (name) => h("kbd", {}, name);

function keys(questions) {
  const most = Math.max(...questions.map(({ points }) => points.length));
  const rating = [key("1"), " to ", key(String(most)), " answer, "];
  const moving = questions.length > 1 ? [key("↑"), " ", key("↓"), " change question, "] : [];
  return [...rating, ...moving, key("Enter"), " next, ", key("⌫"), " back"];
}
