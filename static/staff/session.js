// Points from the transcript to the picture and back: whatever is hovered or focused on one side is marked on the other.
// Without it the page says the same, by the numbers that both sides share.

const visits = [...document.querySelectorAll(".visit")];
const arcs = [...document.querySelectorAll(".graph .arc.lit, .graph .label")];
const nodes = [...document.querySelectorAll(".graph .node.entered")];

function mark(elements, isChosen, name) {
  for (const element of elements) element.classList.toggle(name, isChosen(element));
}

function hasStep(element, step) {
  return step !== undefined && element.dataset.steps.split(" ").includes(step);
}

function fromVisit(visit) {
  mark(arcs, (arc) => visit !== null && hasStep(arc, visit.dataset.step), "chosen");
  mark(nodes, (node) => visit !== null && node.dataset.node === visit.dataset.node, "chosen");
}

function fromPicture(element) {
  const matches = (visit) =>
    element !== null && (element.dataset.node ? visit.dataset.node === element.dataset.node : hasStep(element, visit.dataset.step));
  mark(visits, matches, "lit");
}

function follow(element, mark) {
  for (const began of ["pointerenter", "focusin"]) element.addEventListener(began, () => mark(element));
  for (const ended of ["pointerleave", "focusout"]) element.addEventListener(ended, () => mark(null));
}

function showSteps(element) {
  fromPicture(element);
  document.querySelector(".visit.lit")?.scrollIntoView({ block: "center" });
}

for (const visit of visits) follow(visit, fromVisit);
for (const element of [...arcs, ...nodes]) {
  follow(element, fromPicture);
  element.addEventListener("click", () => showSteps(element));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    showSteps(element);
  });
}
