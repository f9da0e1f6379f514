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
import { DisplayPeriod } from "./display_period.ts";
import type { Regularizer } from "./regularizer.ts";

/** A frame time within this many periods of the display is on time. A missed frame takes 2. */
const ON_TIME = 1.25;
/** The same in ms, for browsers whose timestamps are whole ms. */
const COARSE = 1;
/** The share of the speed by which a nudge is slewed. */
const SLEW = 0.05;

/** The time of one run of a `GameLoop`, by timers or by frames. */
export class FrameClock {
  /** The time of the game in ms, 0 at its first reading. */
  now = 0;
  /** The ms that have passed outside pauses. */
  played = 0;
  /** The ms since the first reading. */
  steady = 0;
  /** Whether there has been a reading that is a number. */
  known = false;
  /** Whether time comes from the timestamps of frames, not from the clock. */
  framed = false;
  /** How often the time went back. */
  backwards = 0;
  /** The ms by the clock that the current turn has taken so far. */
  spent = 0;
  /** In how many parts, divided by pauses, time has passed since the last turn that played. */
  parts = 1;

  readonly #clock: Clock;
  readonly #regularizer: Regularizer | null;
  readonly #display: DisplayPeriod = new DisplayPeriod();
  /** The last reading, and whether it is one of the present source of time. */
  #reading = NaN;
  #zero = 0;
  /** The last timestamp of a frame. */
  #stamp = NaN;
  /** The steady time up to which `played` has come; NaN before it began. */
  #mark = NaN;
  #away = 0;
  /** The ms paused since `#mark`, and when the present pause began; NaN outside pauses. */
  #pausedFor = 0;
  #heldAt: number;
  /** What the last reading brought, in ms played and in ms of the game. */
  #elapsed = 0;
  #gained = 0;
  /** When the turn began, and what had been spent in it at the last lap. */
  #entry = 0;
  #lapped = 0;
  /** Where the speed changed last, the speed since then, and what is slewed from there on. */
  #since = 0;
  #base = 0;
  #scale: number;
  #nudge = 0;
  #slewEnd = 0;

  /**
   * Creates the clock of a run.
   *
   * @param clock The source of time
   * @param regularizer For frame times, if they are to be regularized
   * @param scale The speed
   * @param held Whether it begins with a pause
   */
  constructor(clock: Clock, regularizer: Regularizer | null, scale: number, held: boolean) {
    this.#clock = clock;
    this.#regularizer = regularizer;
    this.#scale = scale;
    this.#heldAt = held ? 0 : NaN;
  }

  /** How far rounding may put equal times apart, in ms. */
  get grain(): number {
    return 2 * Number.EPSILON * Math.max(Math.abs(this.#reading), Math.abs(this.now));
  }

  /** The ms played up to this moment: with frames, what has been spent in this one counts too. */
  get present(): number {
    return this.framed ? this.played + this.spent : this.played;
  }

  /** The time by the clock now, for measuring loads. */
  get wall(): number {
    return this.framed ? this.#entry + this.spent : this.steady;
  }

  /** From now on time comes from frames, whose origin may be another. */
  useFrames(): void {
    this.framed = true;
    this.#reading = NaN;
  }

  /** Takes a reading. Within a frame it only tells what has been spent. */
  read(): void {
    const reading = this.#clock.now();
    if (!this.framed) this.#accept(reading);
    const spent = (this.framed ? reading : this.steady) - this.#entry;
    this.spent = spent > 0 && spent < Infinity ? spent : 0;
  }

  /** Begins a turn at the last reading. */
  enter(): void {
    if (!this.framed) this.#entry = this.steady;
    this.spent = this.#lapped = 0;
  }

  /** Takes a reading and returns the ms since the lap before, or since the turn began. */
  lap(): number {
    this.read();
    const lap = this.spent - this.#lapped;
    this.#lapped = this.spent;
    return Math.max(lap, 0);
  }

  /**
   * Begins a frame. A frame without a valid timestamp repeats the last one.
   *
   * @returns Whether it may play: pauses are taken out of a time that is a number.
   */
  frame(timestamp: number): boolean {
    const worked = this.spent;
    this.#entry = this.#clock.now();
    this.#elapsed = this.#gained = 0;
    if (!Number.isFinite(timestamp)) return this.parts === 1;
    const elapsed = timestamp - this.#stamp;
    // A frame time that contains a pause is not one of the display.
    if (elapsed >= 0 && this.parts === 1) this.#regularizer?.next(elapsed);
    // What the regularizer has given out is the timestamp less its deficit. A sum of frame times
    // would grow by whole steps of rounding at the times of epoch clocks.
    const time = timestamp - (this.#regularizer?.deficit ?? 0);
    this.#accept(elapsed >= 0 && time < this.#reading ? this.#reading : time);
    this.#stamp = timestamp;
    // A frame interrupted by pauses tells nothing about the period.
    if (!this.#held && this.parts === 1) this.#display.note(this.#elapsed, worked);
    return true;
  }

  /**
   * How far the game may be behind in this turn and not be late. A frame covers all that its
   * display brings, and what the last frame left. Else a display slower than the steps would always
   * be late.
   *
   * @param behind How far it is behind, in ms of the game
   * @param most How much the last frame may have left
   */
  cover(behind: number, most: number): number {
    if (!this.framed) return 0;
    const { parts } = this;
    const P = this.#display.period;
    const onTime = this.#elapsed <= ON_TIME * P * parts + COARSE || (parts > 1 && P === 0);
    const left = Math.min(Math.max(behind - this.#gained, 0), most);
    return left + (onTime ? this.#gained : P * parts * this.#scale);
  }

  /** Begins a pause. */
  hold(): void {
    this.#heldAt = this.#wall();
  }

  /**
   * Ends a pause. If the clock went back or shows no number, the pause took all the time until the
   * next frame.
   */
  release(): void {
    const paused = this.#wall() - this.#heldAt;
    this.#pausedFor += paused >= 0 ? paused : Infinity;
    this.#heldAt = NaN;
    this.parts++;
  }

  /** Comes up to date where a reading can do that. Frames have their times. */
  update(): void {
    if (!this.framed) this.#accept(this.#clock.now());
  }

  /** Moves the time of the game on in a pause. */
  skip(ms: number): void {
    this.#base += ms;
    this.now += ms;
  }

  /** Sets the speed, slews a nudge, and has frames regularized for a step in ms of the game. */
  adjust(scale: number, nudge: number, step: number): void {
    this.update();
    this.#nudge += nudge - (Math.min(this.played, this.#slewEnd) - this.#since) * this.#slew;
    if (Math.abs(this.#nudge) < 1e-9) this.#nudge = 0;
    this.#since = this.#slewEnd = this.played;
    this.#base = this.now;
    this.#scale = scale;
    if (scale > 0) {
      this.#slewEnd += Math.abs(this.#nudge) / (SLEW * scale);
      this.#regularizer?.retune(step / scale);
    }
  }

  /** The ms to play until the game's time is `time`. */
  until(time: number): number {
    return this.#playedAt(time) - this.played;
  }

  /** The reading at which the game's time is `time`, if nothing intervenes. */
  readingAt(time: number): number {
    return this.#zero + this.#away + this.#playedAt(time);
  }

  /** The reading at a steady time. */
  readingOf(steady: number): number {
    return this.#zero + steady;
  }

  get #held(): boolean {
    return !Number.isNaN(this.#heldAt);
  }

  get #slew(): number {
    return Math.sign(this.#nudge) * SLEW * this.#scale;
  }

  /** A time to measure a pause by: steady, or in frames, between which steady stands, the clock. */
  #wall(): number {
    if (this.framed) return this.#clock.now();
    this.#accept(this.#clock.now());
    return this.steady;
  }

  #accept(reading: number): void {
    if (!Number.isFinite(reading)) return;
    // A new source of time goes on where the last one was.
    if (Number.isNaN(this.#reading)) this.#zero = reading - this.steady;
    else if (reading < this.#reading) {
      this.#zero -= this.#reading - reading;
      this.backwards++;
    }
    this.#reading = reading;
    this.steady = reading - this.#zero;
    this.known = true;
    if (this.#held) return;

    if (Number.isNaN(this.#mark)) this.#mark = this.#away = this.steady;
    const passed = this.steady - this.#mark;
    // No more is taken out than has passed: frames and clock may differ slightly.
    const paused = Math.min(this.#pausedFor, passed);
    this.#away += paused;
    this.#pausedFor = 0;
    this.#mark = this.steady;
    this.#elapsed = passed - paused;
    this.played = this.steady - this.#away;
    const { now } = this;
    const slewed = Math.min(this.played, this.#slewEnd) - this.#since;
    this.now = this.#base + (this.played - this.#since) * this.#scale + slewed * this.#slew;
    this.#gained = this.now - now;
  }

  #playedAt(time: number): number {
    const slewing = this.#slewEnd - this.#since;
    const speed = this.#scale + this.#slew;
    const end = this.#base + slewing * speed;
    if (slewing > 0 && time <= end) return this.#since + (time - this.#base) / speed;
    return this.#scale > 0
      ? this.#slewEnd + (time - end) / this.#scale
      : time > this.now
      ? Infinity
      : this.played;
  }
}
