/**
 * `FrameClock`: turns the readings of a clock, or the timestamps of frames, into the time of a
 * game.
 *
 *     steady = reading − zero       0 at the first reading, never goes back
 *     played = steady − away        stands still in pauses
 *     now    = base + (played − since) · scale + slewed
 *
 * `zero` follows a clock that is set back, `away` sums up the pauses, and (since, base) is where
 * the speed changed last. A nudge is slewed: until `slewEnd`, now runs faster or slower by SLEW.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { Newest } from "./newest.ts";
import { Regularizer } from "./regularizer.ts";
import type { Settings } from "./run.ts";

/** A frame time within this many periods of the display is on time. A missed frame takes 2. */
const ON_TIME = 1.25;
/** The same in ms, for browsers whose timestamps are whole ms. */
const COARSE = 1;
/** The share of the speed by which a nudge is slewed. */
const SLEW = 0.05;
/** Number of frame times whose median is the period of the display. */
const INTERVALS = 31;
/** The longest frame time in ms that may be that of a display. A longer one is a stall. */
const MAX_INTERVAL = 125;

/** The time of one run of a `GameLoop`, by timers or by frames. */
export class FrameClock {
  /** The time of the game in ms, 0 at its first reading. */
  now = 0;
  /** The ms since the first reading. */
  steady = 0;
  /** Whether there has been a reading that is a number. */
  known = false;
  /** Whether time comes from the timestamps of frames, not from the clock. */
  framed = false;
  /** When the current turn began, by the clock, and the ms that it has taken so far. */
  entry = 0;
  spent = 0;
  /** In how many parts, divided by pauses, time has passed since the last turn that played. */
  parts = 1;

  readonly #clock: Clock;
  readonly #settings: Settings;
  readonly #stats: { backwards: number };
  /** For frame times, if they are to be regularized. */
  readonly #regularizer: Regularizer | null = null;
  readonly #intervals = new Newest(INTERVALS);
  /** The last reading; NaN if there is none of the present source of time. */
  #last = NaN;
  #zero = 0;
  /** The last timestamp of a frame. */
  #stamp = NaN;
  #played = 0;
  #away = 0;
  /** Whether there is a pause, when it began, and the ms of ended pauses that are not in `away` yet. */
  #held: boolean;
  #heldAt = -Infinity;
  #pausedFor = 0;
  /** What the last reading brought, in ms played and in ms of the game. */
  #elapsed = 0;
  #gained = 0;
  /** The speed, where it changed last, what is slewed from there on, at which speed and until when. */
  #scale: number;
  #since = 0;
  #base = 0;
  #nudged = 0;
  #slew = 0;
  #slewEnd = 0;

  /**
   * Makes the time of a run.
   *
   * @param clock The source of time
   * @param settings The options of the loop, its speed and its pause
   * @param stats Counts how often the time went back
   */
  constructor(clock: Clock, settings: Settings, stats: { backwards: number }) {
    this.#clock = clock;
    this.#settings = settings;
    this.#stats = stats;
    this.#held = settings.paused !== null;
    this.#scale = settings.timeScale;
    const { minDelta, maxDelta, regularize } = settings;
    if (minDelta === maxDelta && regularize === "auto") {
      this.#regularizer = new Regularizer(minDelta / (this.#scale || 1));
    }
  }

  /** From now on time comes from frames, whose origin may be another. */
  useFrames(): void {
    this.framed = true;
    this.#last = NaN;
  }

  /** Begins a turn at the last reading. */
  enter(): void {
    if (!this.framed) this.entry = this.steady;
    this.spent = 0;
  }

  /** Takes a reading. Within a frame it only tells what has been spent. */
  read(): void {
    const spent = this.#look() - this.entry;
    this.spent = spent > 0 && spent < Infinity ? spent : 0;
  }

  /** Takes a reading and returns the ms since the one before in this turn, or since it began. */
  lap(): number {
    const before = this.spent;
    this.read();
    return Math.max(this.spent - before, 0);
  }

  /**
   * Begins a frame. A frame without a valid timestamp repeats the last one.
   *
   * @returns Whether it may play: pauses are taken out of a time that is a number.
   */
  frame(timestamp: number): boolean {
    const worked = this.spent;
    const whole = this.parts === 1;
    this.entry = this.#clock.now();
    this.#elapsed = this.#gained = 0;
    if (!Number.isFinite(timestamp)) return whole;
    const passed = timestamp - this.#stamp;
    // A frame time that contains a pause is not one of the display.
    if (passed >= 0 && whole) this.#regularizer?.next(passed);
    // What the regularizer has given out is the timestamp less its deficit. A sum of frame times
    // would grow by whole steps of rounding at the times of epoch clocks.
    const shown = timestamp - (this.#regularizer?.deficit ?? 0);
    this.#accept(passed >= 0 && shown < this.#last ? this.#last : shown);
    this.#stamp = timestamp;
    // A frame interrupted by pauses tells nothing about the period. Nor does one that worked for
    // half its time or more: it may have missed the next.
    const alone = !this.#held && whole && worked < this.#elapsed / 2;
    if (alone && this.#elapsed <= MAX_INTERVAL) this.#intervals.add(this.#elapsed);
    return true;
  }

  /**
   * How far the game may be behind in this turn and not be late. A frame covers all that its
   * display brings, and what the last frame left. Else a display slower than the steps would
   * always be late.
   *
   * @param behind How far it is behind, in ms of the game
   * @param most How much the last frame may have left
   */
  cover(behind: number, most: number): number {
    if (!this.framed) return 0;
    const gained = this.#gained;
    const P = this.#intervals.rank(0.5);
    const usual = P * this.parts;
    const onTime = this.#elapsed <= ON_TIME * usual + COARSE || (this.parts > 1 && P === 0);
    const left = Math.min(Math.max(behind - gained, 0), most);
    return left + (onTime ? gained : usual * this.#scale);
  }

  /**
   * Begins a pause, or ends it. If the clock went back or shows no number, it took all the time until
   * the next frame.
   */
  hold(held: boolean): void {
    const at = this.#look();
    if (!this.#held) this.#heldAt = this.known ? at : -Infinity;
    else if (!held) {
      const paused = at - this.#heldAt;
      this.#pausedFor += paused >= 0 ? paused : Infinity;
      this.parts++;
    }
    this.#held = held;
  }

  /** Moves the time of the game on in a pause. */
  skip(ms: number): void {
    this.#base += ms;
    this.now += ms;
  }

  /** Takes over a changed speed and step, and slews a nudge. */
  adjust(nudge: number): void {
    if (!this.framed) this.#look();
    const { timeScale, minDelta } = this.#settings;
    this.#nudged += nudge - this.#slewed;
    if (Math.abs(this.#nudged) < 1e-9) this.#nudged = 0;
    this.#since = this.#slewEnd = this.#played;
    this.#base = this.now;
    this.#scale = timeScale;
    this.#slew = Math.sign(this.#nudged) * SLEW * timeScale;
    if (timeScale === 0) return;
    this.#slewEnd += Math.abs(this.#nudged) / (SLEW * timeScale);
    this.#regularizer?.retune(minDelta / timeScale);
  }

  /** The ms played up to this moment: with frames, what has been spent in this one counts too. */
  get present(): number {
    return this.framed ? this.#played + this.spent : this.#played;
  }

  /** How far rounding may put equal times apart, in ms. */
  get grain(): number {
    return 2 * Number.EPSILON * Math.max(Math.abs(this.#last), Math.abs(this.now));
  }

  /** The ms to play until the game's time is `t`, if nothing intervenes. */
  until(t: number): number {
    const speed = this.#scale + this.#slew;
    const end = this.#base + (this.#slewEnd - this.#since) * speed;
    let played = this.#slewEnd + (t - end) / this.#scale;
    if (this.#slewEnd > this.#since && t <= end) played = this.#since + (t - this.#base) / speed;
    else if (this.#scale === 0) return t > this.now ? Infinity : 0;
    return played - this.#played;
  }

  /** The reading at which the game's time is `t`. */
  readingAt(t: number): number {
    return this.#zero + this.#away + this.#played + this.until(t);
  }

  /** The reading at a steady time. */
  readingOf(steady: number): number {
    return this.#zero + steady;
  }

  /** A reading: a steady time or, in frames, between which steady stands, one of the clock. */
  #look(): number {
    const reading = this.#clock.now();
    if (this.framed) return reading;
    this.#accept(reading);
    return this.steady;
  }

  /** Moves steady, played and now on to a reading. */
  #accept(reading: number): void {
    if (!Number.isFinite(reading)) return;
    // A new source of time goes on where the last one was.
    if (Number.isNaN(this.#last)) this.#zero = reading - this.steady;
    else if (reading < this.#last) {
      this.#zero -= this.#last - reading;
      this.#stats.backwards++;
    }
    this.#last = reading;
    this.steady = reading - this.#zero;
    this.known = true;
    if (this.#held) return;

    // No more is taken out than has passed: frames and clock may differ slightly.
    this.#away += Math.min(this.#pausedFor, this.steady - this.#away - this.#played);
    this.#pausedFor = 0;
    const played = this.steady - this.#away;
    this.#elapsed = played - this.#played;
    this.#played = played;
    const before = this.now;
    this.now = this.#base + (this.#played - this.#since) * this.#scale + this.#slewed;
    this.#gained = this.now - before;
  }

  /** How much has been slewed, in ms of the game. */
  get #slewed(): number {
    return (Math.min(this.#played, this.#slewEnd) - this.#since) * this.#slew;
  }
}
