/** The receipt page works without script; with it, there is a button that prints it. */

const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
