// Moving among many words with the keyboard: one of them is a stop for the tabulator, arrows go on from it.

/** Makes a row of elements one stop for the tabulator. */
export class Roving {
  constructor(elements) {
    this.elements = elements;
    this.#stopAt(0);
    elements.forEach((element, place) => element.addEventListener("focus", () => this.#stopAt(place)));
  }

  /** Move to an element, or as near to it as there are elements. */
  goTo(place) {
    this.elements[Math.min(Math.max(place, 0), this.elements.length - 1)]?.focus();
  }

  /** Do what a key asks for if it is one that moves, and tell whether it was. */
  follow(event) {
    const places = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.elements.length - 1 };
    const isMove = event.key in places;
    if (isMove) this.goTo(places[event.key]);
    return isMove;
  }

  #stopAt(place) {
    this.at = place;
    this.elements.forEach((element, other) => element.setAttribute("tabindex", other === place ? "0" : "-1"));
  }
}
