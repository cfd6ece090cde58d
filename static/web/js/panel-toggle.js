/** Opens and closes "How it decides": a column where there is room for one, a drawer where there is not. */

/** @import { TabStorage } from "./storage.js" */

export class PanelToggle {
  #wide = matchMedia("(min-width: 1100px)");

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.panel
   * @param {HTMLButtonElement} parts.toggle
   * @param {HTMLButtonElement} parts.close
   * @param {TabStorage} storage
   * @param {() => Promise<void>} fill called when the panel is first opened, and again where that failed
   */
  constructor({ panel, toggle, close }, storage, fill) {
    this.panel = panel;
    this.toggle = toggle;
    this.storage = storage;
    this.fill = fill;
    this.filled = false;
    toggle.addEventListener("click", () => this.#choose(panel.hidden));
    close.addEventListener("click", () => this.#choose(false));
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.#wide.matches) this.#choose(false);
    });
    this.#wide.addEventListener("change", () => this.#show(this.#preferred()));
    this.#show(this.#preferred());
  }

  /** A drawer covers the conversation, so that it opens only when asked for. */
  #preferred() {
    return this.#wide.matches && (this.storage.panel ?? true);
  }

  /** @param {boolean} open */
  #choose(open) {
    this.storage.panel = open;
    this.#show(open);
    if (open) this.panel.focus({ preventScroll: true });
    else this.toggle.focus();
  }

  /** @param {boolean} open */
  #show(open) {
    this.panel.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    if (!open || this.filled) return;
    this.filled = true;
    // Without a network there is nothing to fill it with; the next opening tries again.
    this.fill().catch(() => (this.filled = false));
  }
}
