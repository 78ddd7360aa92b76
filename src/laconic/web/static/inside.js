// A look inside one answer: the next best ones, and the rules and trees behind it.

import { ask, isObsolete } from "./api.js";
import { drawing, make, whenQuiet } from "./dom.js";
import { Refusal } from "./http.js";

const ALTERNATIVES = 6;
const TREE_HEIGHT = 460; // pixels: a tree is seen from root to words at once, and scrolled sideways
let panels = 0;

/** A panel below a sentence, which asks the server only while it is open. */
export class Inside {
  constructor(sentence) {
    const id = `inside-${++panels}`;
    this.sentence = sentence;
    this.shown = "";
    this.panel = make("div.inside.stack", { id, hidden: "" });
    this.button = make(
      "button.quiet",
      { type: "button", "aria-expanded": "false", "aria-controls": id, onclick: () => this.#toggle() },
      "Look inside",
    );
    this.load = whenQuiet(120, () => this.#load());
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  /** Follow the sentence to another length. */
  refresh() {
    if (this.isOpen) this.load();
  }

  /** Show the panel: one that was open stays open when the sentence is compressed again. */
  open() {
    this.panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.#load();
  }

  #toggle() {
    if (!this.isOpen) return this.open();
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    return undefined;
  }

  async #load() {
    const { answer } = this.sentence;
    if (!answer) return this.panel.replaceChildren();
    const request = { ...this.sentence.owner.request(this.sentence), words: answer.tokens.length };
    if (this.shown === JSON.stringify(request)) return undefined;
    this.shown = JSON.stringify(request);
    if (!this.panel.children.length) this.panel.append(make("p.soft.small", {}, "Looking inside …"));
    const parts = [this.#alternatives(request)];
    if (this.sentence.owner.explains()) parts.push(this.#derivation(request));
    try {
      this.panel.replaceChildren(...(await Promise.all(parts)));
    } catch (error) {
      if (!isObsolete(error)) throw error;
    }
    return undefined;
  }

  #alternatives(request) {
    return orRefusal(async () => {
      const answer = await ask("/compress", { ...request, exact: true, nbest: ALTERNATIVES }, `${this.panel.id} compress`);
      const [best] = answer.compressions;
      return alternatives([best, ...(best.alternatives ?? [])], (chosen) => this.sentence.owner.onChoose(this.sentence, chosen));
    });
  }

  #derivation(request) {
    return orRefusal(async () => {
      const told = await ask("/explain", request, `${this.panel.id} explain`);
      return derivation(told, (words) => this.sentence.pointAt(words));
    });
  }
}

/** Return what something makes of the server's answer, or the reason why there is none. */
async function orRefusal(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return make("p.notice.wrong", { role: "alert" }, error.message);
  }
}

/** A table of answers of the same length, each with how much worse than the best it is; a click takes one. */
function alternatives(answers, choose) {
  const best = answers[0].score;
  const worst = Math.min(...answers.map(({ score }) => score));
  const rows = answers.map((answer, place) => {
    const { text, score } = answer;
    const take = make("button.take", { type: "button", dir: "auto", onclick: () => choose(answer) }, text);
    const bar = make("meter", { min: "0", max: "1", value: share(score, worst, best), "aria-hidden": "true" });
    return make(
      "tr",
      {},
      make("td.number", {}, String(place + 1)),
      make("td.reading-small", {}, take),
      make("td.bar", {}, bar),
      make("td.number", {}, figure(score)),
      make("td.number.soft.behind", {}, place ? figure(score - best) : "best"),
    );
  });
  const unseen = (title) => make("span.unseen", {}, title);
  const head = [
    make("th", { scope: "col" }, unseen("Rank")),
    make("th", { scope: "col" }, "Of the same length"),
    make("th.bar", { scope: "col" }, unseen("As a bar")),
    make("th.number", { scope: "col" }, "Score"),
    make("th.number.behind", { scope: "col" }, "Behind"),
  ];
  return make("table.alternatives", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

const share = (score, worst, best) => (best > worst ? 0.15 + (0.85 * (score - worst)) / (best - worst) : 1);

/** The rules, and the trees they rewrote and made; pointing at a rule lights up both of its sides. */
function derivation(told, pointAt) {
  const { rules } = told;
  const trees = told.source_tree
    ? { source: tree("Before", told.source_tree), target: tree("After", told.target_tree) }
    : {};
  const items = rules.map((rule, place) => ruleItem(rule, () => light(place)));
  const list = make("ol.rules", { "aria-label": "Rules of the derivation" }, ...items);

  function light(place, scroll = true) {
    for (const [side, drawn] of Object.entries(trees)) drawn.light(rules[place][side], scroll);
    items.forEach((item, other) => item.firstChild.classList.toggle("lit", other === place));
    pointAt(rules[place].words);
  }
  for (const rule of rules) if (rule.deletes) trees.source?.mark(rule.source.inside, "gone");
  for (const [side, drawn] of Object.entries(trees)) {
    const ruleOf = new Map(rules.flatMap((rule, place) => rule[side].inside.map((node) => [node, place])));
    drawn.element.addEventListener("pointerover", (event) => {
      const place = ruleOf.get(drawn.nodeAt(event.target));
      if (place === undefined) return;
      light(place, false);
      list.scrollTop = items[place].offsetTop - list.clientHeight / 2;
    });
  }
  list.addEventListener("pointerleave", () => pointAt());
  list.addEventListener("focusout", () => pointAt());
  const sum = `${rules.length} rules; ${told.other} ${signed(told.other_score)}; in all ${signed(told.score)}. ${told.note}`;
  const drawn = Object.values(trees).map(({ element }) => element);
  return make(
    "section.derivation.stack",
    { "aria-label": "Derivation" },
    ...(drawn.length ? [make("div.trees", {}, ...drawn)] : []),
    make("p.soft.small", {}, sum),
    list,
  );
}

function ruleItem(rule, onPoint) {
  const attributes = { type: "button", onfocus: onPoint, onpointerenter: onPoint };
  const score = make("span.score", {}, signed(rule.score));
  const button = make("button.rule", attributes, score, make("code", {}, ...written(rule.rule)));
  button.classList.toggle("deletes", rule.deletes);
  if (rule.made_up) button.append(make("span.soft.small", {}, "made up for this sentence"));
  return make("li", {}, button);
}

const figure = (number) => number.toFixed(2).replace("-", "−");
const signed = (number) => (number < 0 ? "" : "+") + figure(number);

/** A rule with an arrow for the bars between its sides; rules over phrases begin with a label. */
function written(rule) {
  const [source, target] = rule.split(" ||| ").slice(-2);
  return [source, make("span.arrow", { role: "img", "aria-label": "becomes" }, " → "), target];
}

/** A drawn tree whose nodes can be lit up. */
function tree(title, svg) {
  const drawn = drawing(svg);
  const [, , width, height] = drawn.getAttribute("viewBox").split(" ");
  const scale = Math.min(1, TREE_HEIGHT / height);
  drawn.setAttribute("width", width * scale);
  drawn.setAttribute("height", height * scale);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", `${title}: the tree of the sentence`);
  const nodes = new Map([...drawn.querySelectorAll("[data-node]")].map((group) => [Number(group.dataset.node), group]));
  const wordOf = (group) => group && drawn.querySelector(`[data-word="${group.dataset.tag}"]`);
  const frame = make("div.tree-frame", { tabindex: "0", role: "region", "aria-label": `${title}, scrollable` }, drawn);

  const mark = (numbers, kind) => {
    for (const number of numbers) {
      nodes.get(number)?.classList.add(kind);
      wordOf(nodes.get(number))?.classList.add(kind);
    }
  };
  const light = ({ inside, frontier }, scroll) => {
    for (const lit of drawn.querySelectorAll(".lit, .edge")) lit.classList.remove("lit", "edge");
    mark(inside, "lit");
    for (const number of frontier) nodes.get(number)?.classList.add("edge");
    drawn.classList.toggle("dimmed", true);
    const first = nodes.get(inside[0] ?? frontier[0]);
    if (first && scroll) bringIntoView(frame, first);
  };
  const nodeAt = (element) => Number(element.closest?.("[data-node]")?.dataset.node ?? NaN);
  const element = make("figure", {}, make("figcaption.soft.small", {}, title), frame);
  return { element, mark, light, nodeAt };
}

/** Scroll a frame, and nothing else, so that a part of its drawing is seen. */
function bringIntoView(frame, part) {
  const outer = frame.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  frame.scrollBy({
    left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
    top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
    behavior: "smooth",
  });
}
