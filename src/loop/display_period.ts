/**
 * Estimates the period of a display from the times of its frames.
 *
 * @module
 */

/** Number of frame times whose median is the period. */
const INTERVALS = 31;
/** The longest frame time in ms that may be that of a display. A longer one is a stall. */
const MAX_INTERVAL = 125;

/** The median of a display's newest frame times. */
export class DisplayPeriod {
  readonly #intervals: Float64Array = new Float64Array(INTERVALS);
  #count = 0;

  /** The period in ms; 0 before the first frame time. */
  get period(): number {
    const known = Math.min(this.#count, INTERVALS);
    return known === 0 ? 0 : this.#intervals.slice(0, known).sort()[(known - 1) >> 1];
  }

  /**
   * Takes a frame time into account. Frames that worked for half their time or more may have missed the
   * next one, and would be taken for those of a slower display.
   *
   * @param elapsed The ms since the frame before
   * @param worked The ms spent in that one
   */
  note(elapsed: number, worked: number): void {
    if (elapsed <= MAX_INTERVAL && worked < elapsed / 2) {
      this.#intervals[this.#count++ % INTERVALS] = elapsed;
    }
  }
}
