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
import type { Regularizer } from "./regularizer.ts";

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
export type FrameClock = ReturnType<typeof frameClock>;

/**
 * Creates the time of a run.
 *
 * @param clock The source of time
 * @param regularizer For frame times, if they are to be regularized
 * @param scale The speed
 * @param held Whether it begins with a pause
 */
export function frameClock(
  clock: Clock,
  regularizer: Regularizer | null,
  scale: number,
  held: boolean,
) {
  const intervals = new Newest(INTERVALS);
  /** The last reading; NaN if there is none of the present source of time. */
  let last = NaN;
  let zero = 0;
  /** The last timestamp of a frame. */
  let stamp = NaN;
  let played = 0;
  /** The steady time up to which `played` has come; NaN before it began. */
  let mark = NaN;
  let away = 0;
  /** The ms paused since `mark`, and when the present pause began. */
  let pausedFor = 0;
  let heldAt = 0;
  /** What the last reading brought, in ms played and in ms of the game. */
  let elapsed = 0;
  let gained = 0;
  /** What had been spent in the turn at the last lap. */
  let lapped = 0;
  /** Where the speed changed last, what is slewed from there on, at which speed and until when. */
  let since = 0;
  let base = 0;
  let nudged = 0;
  let slew = 0;
  let slewEnd = 0;

  /** For how long there has been slewing. */
  const slewed = (): number => Math.min(played, slewEnd) - since;

  const accept = (reading: number): void => {
    if (!Number.isFinite(reading)) return;
    // A new source of time goes on where the last one was.
    if (Number.isNaN(last)) zero = reading - time.steady;
    else if (reading < last) {
      zero -= last - reading;
      time.backwards++;
    }
    last = reading;
    time.steady = reading - zero;
    time.known = true;
    if (held) return;

    if (Number.isNaN(mark)) mark = away = time.steady;
    const passed = time.steady - mark;
    // No more is taken out than has passed: frames and clock may differ slightly.
    const paused = Math.min(pausedFor, passed);
    away += paused;
    pausedFor = 0;
    mark = time.steady;
    elapsed = passed - paused;
    played = mark - away;
    const before = time.now;
    time.now = base + (played - since) * scale + slewed() * slew;
    gained = time.now - before;
  };

  /** A reading: a steady time or, in frames, between which steady stands, one of the clock. */
  const look = (): number => {
    const reading = clock.now();
    if (time.framed) return reading;
    accept(reading);
    return time.steady;
  };

  /** The ms played at which the game's time is `t`. */
  const playedAt = (t: number): number => {
    const speed = scale + slew;
    const end = base + (slewEnd - since) * speed;
    if (slewEnd > since && t <= end) return since + (t - base) / speed;
    if (scale > 0) return slewEnd + (t - end) / scale;
    return t > time.now ? Infinity : played;
  };

  const time = {
    /** The time of the game in ms, 0 at its first reading. */
    now: 0,
    /** The ms since the first reading. */
    steady: 0,
    /** Whether there has been a reading that is a number. */
    known: false,
    /** Whether time comes from the timestamps of frames, not from the clock. */
    framed: false,
    /** How often the time went back. */
    backwards: 0,
    /** When the current turn began, by the clock, and the ms that it has taken so far. */
    entry: 0,
    spent: 0,
    /** In how many parts, divided by pauses, time has passed since the last turn that played. */
    parts: 1,

    /** From now on time comes from frames, whose origin may be another. */
    useFrames(): void {
      time.framed = true;
      last = NaN;
    },

    /** Takes a reading. Within a frame it only tells what has been spent. */
    read(): void {
      const spent = look() - time.entry;
      time.spent = spent > 0 && spent < Infinity ? spent : 0;
    },

    /** Comes up to date where a reading can do that. Frames have their times. */
    update(): void {
      if (!time.framed) look();
    },

    /** Begins a turn at the last reading. */
    enter(): void {
      if (!time.framed) time.entry = time.steady;
      time.spent = lapped = 0;
    },

    /** Takes a reading and returns the ms since the lap before, or since the turn began. */
    lap(): number {
      time.read();
      const lap = time.spent - lapped;
      lapped = time.spent;
      return Math.max(lap, 0);
    },

    /**
     * Begins a frame. A frame without a valid timestamp repeats the last one.
     *
     * @returns Whether it may play: pauses are taken out of a time that is a number.
     */
    frame(timestamp: number): boolean {
      const worked = time.spent;
      const whole = time.parts === 1;
      time.entry = clock.now();
      elapsed = gained = 0;
      if (!Number.isFinite(timestamp)) return whole;
      const passed = timestamp - stamp;
      // A frame time that contains a pause is not one of the display.
      if (passed >= 0 && whole) regularizer?.next(passed);
      // What the regularizer has given out is the timestamp less its deficit. A sum of frame times
      // would grow by whole steps of rounding at the times of epoch clocks.
      const shown = timestamp - (regularizer?.deficit ?? 0);
      accept(passed >= 0 && shown < last ? last : shown);
      stamp = timestamp;
      // A frame interrupted by pauses tells nothing about the period. Nor does one that worked for
      // half its time or more: it may have missed the next.
      if (!held && whole && elapsed <= MAX_INTERVAL && worked < elapsed / 2) intervals.add(elapsed);
      return true;
    },

    /**
     * How far the game may be behind in this turn and not be late. A frame covers all that its
     * display brings, and what the last frame left. Else a display slower than the steps would
     * always be late.
     *
     * @param behind How far it is behind, in ms of the game
     * @param most How much the last frame may have left
     */
    cover(behind: number, most: number): number {
      if (!time.framed) return 0;
      const { parts } = time;
      const sorted = intervals.sorted();
      const P = sorted[(sorted.length - 1) >> 1] ?? 0;
      const onTime = elapsed <= ON_TIME * P * parts + COARSE || (parts > 1 && P === 0);
      const rest = Math.min(Math.max(behind - gained, 0), most);
      return rest + (onTime ? gained : P * parts * scale);
    },

    /** Begins a pause. */
    hold(): void {
      heldAt = look();
      held = true;
    },

    /**
     * Ends a pause. If the clock went back or shows no number, the pause took all the time until
     * the next frame.
     */
    release(): void {
      const paused = look() - heldAt;
      pausedFor += paused >= 0 ? paused : Infinity;
      held = false;
      time.parts++;
    },

    /** Moves the time of the game on in a pause. */
    skip(ms: number): void {
      base += ms;
      time.now += ms;
    },

    /** Sets the speed, slews a nudge, and has frames regularized for a step in ms of the game. */
    adjust(speed: number, nudge: number, step: number): void {
      time.update();
      nudged += nudge - slewed() * slew;
      if (Math.abs(nudged) < 1e-9) nudged = 0;
      since = slewEnd = played;
      base = time.now;
      scale = speed;
      slew = Math.sign(nudged) * SLEW * scale;
      if (scale === 0) return;
      slewEnd += Math.abs(nudged) / (SLEW * scale);
      regularizer?.retune(step / scale);
    },

    /** The ms played up to this moment: with frames, what has been spent in this one counts too. */
    present: (): number => time.framed ? played + time.spent : played,
    /** How far rounding may put equal times apart, in ms. */
    grain: (): number => 2 * Number.EPSILON * Math.max(Math.abs(last), Math.abs(time.now)),
    /** The ms to play until the game's time is `t`. */
    until: (t: number): number => playedAt(t) - played,
    /** The reading at which the game's time is `t`, if nothing intervenes. */
    readingAt: (t: number): number => zero + away + playedAt(t),
    /** The reading at a steady time. */
    readingOf: (steady: number): number => zero + steady,
  };
  return time;
}
