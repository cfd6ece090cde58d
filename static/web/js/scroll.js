/** Follow the newest message while the reader is at the end, and let go the moment they scroll up. */

const NEAR_PX = 40;

/** Air above a message that is shown from its first line. */
const AIR_PX = 16;

export class ScrollFollower {
  #following = true;
  #atEnd = false;
  #lastTop = 0;

  /** @param {HTMLElement} scroller @param {HTMLButtonElement} button shown when something new waits below */
  constructor(scroller, button) {
    this.scroller = scroller;
    this.button = button;
    scroller.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    button.addEventListener("click", () => {
      this.toEnd();
      scroller.focus({ preventScroll: true });
    });
    // A phone's keyboard opening must not push the newest message out of sight.
    new ResizeObserver(() => this.#atEnd && this.#jump(scroller.scrollHeight)).observe(scroller);
  }

  #onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight <= NEAR_PX;
    if (this.#atEnd) {
      this.#following = true;
      this.button.hidden = true;
    } else if (scrollTop < this.#lastTop) {
      this.#following = false;
    }
    this.#lastTop = scrollTop;
  }

  /** @param {number} top */
  #jump(top) {
    this.scroller.scrollTop = top;
    this.#lastTop = this.scroller.scrollTop;
  }

  toEnd() {
    this.#following = true;
    this.button.hidden = true;
    this.#jump(this.scroller.scrollHeight);
  }

  /**
   * Something was added at the end. A reply taller than the window is shown from its first line, not its last.
   * @param {HTMLElement} newest
   */
  added(newest) {
    if (!this.#following) {
      this.button.hidden = false;
      return;
    }
    const { scrollHeight, clientHeight } = this.scroller;
    this.#jump(Math.min(scrollHeight - clientHeight, newest.offsetTop - AIR_PX));
  }

  /** Change what is above without moving what is being read. @param {() => void} change */
  keepPlace(change) {
    const { scrollHeight, scrollTop } = this.scroller;
    change();
    this.#jump(scrollTop + this.scroller.scrollHeight - scrollHeight);
  }
}
