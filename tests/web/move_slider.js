// Moves the page's slider through all lengths; returns how many milliseconds each move took, with the new layout.
() => {
  const slider = document.getElementById("length");
  const times = [];
  for (let percent = 10; percent <= 100; percent += 1) {
    const begun = performance.now();
    slider.value = percent;
    slider.dispatchEvent(new Event("input"));
    document.body.offsetHeight; // lays the page out
    times.push(performance.now() - begun);
  }
  return times;
}
