/**
 * Keys: integers that ascend with the coordinates along an axis. They are as fine as floats allow
 * where bodies are, because voids between crowds are left out.
 *
 * @module
 */

/** Number of bodies sampled, and the index of the one in the middle. */
const SAMPLE = 31;
const MIDDLE = 15;

/** A gap is a void if it is this many times as wide as all narrower gaps together. */
const VOID = 64;

/** A crowd is assumed to end this many body widths beyond the last one sampled. */
const BEYOND = 64;

/**
 * The greatest float below 2. Keys are then within ±2^30, so the difference of two fits into 32
 * bits.
 */
const MOST = 1.9999998807907104;

const WORD = new ArrayBuffer(4);
const FLOAT = new Float32Array(WORD);
const BITS = new Int32Array(WORD);

/**
 * 2^-64, the float to which the length of a crowd is scaled. There are 64 more octaves on either
 * side.
 */
const UNIT = 5.421010862427522e-20;

/** One axis of the broadphase. Arrays are passed in and out, since V8 boxes single numbers. */
export class Axis {
  /** Of the sampled bodies: coordinates, the gaps between them, widths. Each in ascending order. */
  readonly #sample = new Float64Array(SAMPLE);
  readonly #gaps = new Float64Array(SAMPLE - 1);
  readonly #widths = new Float64Array(SAMPLE);

  /**
   * Crowd c begins at starts[c]; the first one has no lower bound. A coordinate x in crowd c
   * becomes the float
   *
   *   scale (images[c] + (x - anchors[c])),
   *
   * clamped to floors[c] … floors[c + 1]. The floors ascend, despite rounding.
   */
  #crowds = 1;
  #scale = 1;
  readonly #starts = new Float64Array(SAMPLE);
  readonly #anchors = new Float64Array(SAMPLE);
  readonly #images = new Float64Array(SAMPLE);
  readonly #floors = new Float64Array(SAMPLE + 1);

  /**
   * Learns where bodies are from a sample.
   *
   * @param n Number of bodies
   * @param ids Their ids
   * @param boxes By id: minX, minY, maxX, maxY
   * @param side 0 along x, 1 along y
   */
  fit(n: number, ids: Int32Array, boxes: Float64Array, side: number): void {
    const S = this.#sample, G = this.#gaps, widths = this.#widths;
    const starts = this.#starts, anchors = this.#anchors, images = this.#images;
    const floors = this.#floors;
    S.fill(0);
    widths.fill(0);
    for (let k = 0; k < SAMPLE && n > 0; k++) {
      const b = 4 * ids[Math.floor((k + 0.5) * n / SAMPLE)] + side;
      S[k] = boxes[b];
      widths[k] = boxes[b + 2] - boxes[b];
    }
    S.sort();
    widths.sort();
    // The median, not the mean: far away boxes are wide, since rounding enlarges them.
    const width = widths[MIDDLE];

    // 1. Gaps much wider than all narrower ones together are voids: those above `most`. At most
    // half of all gaps are voids. With more of them, bodies would be so sparse that the gaps
    // contain others.
    for (let k = 0; k + 1 < SAMPLE; k++) G[k] = S[k + 1] - S[k];
    G.sort();
    let all = 0, most = Infinity;
    for (let k = 0; k + 1 < SAMPLE; k++) {
      if (2 * k + 2 > SAMPLE && G[k] > VOID * (all + BEYOND * width)) {
        most = G[k - 1];
        break;
      }
      all += G[k];
    }
    const margin = all + BEYOND * width;

    // 2. Floats are finer the closer they are to 0, and end at 2. So 0 is put where most bodies
    // are, and a crowd is `UNIT` long. A crowd that is lost far away costs nothing. From there
    // outward, a crowd begins `margin` before its first sampled body, and ends as far behind its
    // last.
    let home = 0;
    for (let k = 1; k <= MIDDLE; k++) if (S[k] - S[k - 1] > most) home++;
    this.#scale = margin >= 1e-300 ? UNIT / margin : UNIT; // below that, all are at one point
    anchors[home] = S[MIDDLE];
    images[home] = 0;
    let c = home;
    for (let k = MIDDLE; k > 0; k--) {
      if (S[k] - S[k - 1] <= most) continue;
      const first = images[c] + (S[k] - anchors[c]);
      c--;
      anchors[c] = S[k - 1];
      images[c] = first - 2 * margin;
    }
    c = home;
    for (let k = MIDDLE + 1; k < SAMPLE; k++) {
      if (S[k] - S[k - 1] <= most) continue;
      const last = images[c] + (S[k - 1] - anchors[c]);
      c++;
      anchors[c] = S[k];
      images[c] = last + 2 * margin;
    }
    this.#crowds = c + 1;

    // 3. No body was sampled in a void. Any body there gets the key of the void's end.
    floors[0] = -MOST;
    c = 0;
    for (let k = 1; k < SAMPLE; k++) {
      if (S[k] - S[k - 1] <= most) continue;
      c++;
      starts[c] = S[k] - margin;
      const floor = this.#scale * (images[c] + (starts[c] - anchors[c]));
      floors[c] = Math.max(floors[c - 1], Math.min(floor, MOST));
    }
    floors[c + 1] = MOST;
  }

  /**
   * Writes the key of one side of each body's box, at the index that the side has in the box. A
   * greater coordinate has a greater or equal key.
   *
   * @param n Number of bodies
   * @param ids Their ids
   * @param boxes By id: minX, minY, maxX, maxY
   * @param side Which of the four
   * @param keys By id, like the boxes
   */
  find(n: number, ids: Int32Array, boxes: Float64Array, side: number, keys: Int32Array): void {
    const starts = this.#starts, anchors = this.#anchors, images = this.#images;
    const floors = this.#floors, scale = this.#scale, last = this.#crowds - 1;
    // Most worlds are a single crowd.
    const anchor = anchors[0], image0 = images[0], least = floors[0], most = floors[1];
    for (let k = 0; k < n && last === 0; k++) {
      const image = scale * (image0 + (boxes[4 * ids[k] + side] - anchor));
      FLOAT[0] = image < least ? least : image > most ? most : image;
      keys[4 * ids[k] + side] = flip(BITS[0]);
    }
    for (let k = 0; k < n && last > 0; k++) {
      const x = boxes[4 * ids[k] + side];
      let c = last;
      while (c > 0 && x < starts[c]) c--;
      const image = scale * (images[c] + (x - anchors[c]));
      FLOAT[0] = image < floors[c] ? floors[c] : image > floors[c + 1] ? floors[c + 1] : image;
      keys[4 * ids[k] + side] = flip(BITS[0]);
    }
  }

  /** Approximate distance of two coordinates with these keys, without the voids between them. */
  measure(lower: number, upper: number): number {
    return (numberOf(upper) - numberOf(lower)) / this.#scale;
  }
}

/** Converts the bits of a float to its key, or back: if the sign is set, flips all other bits. */
function flip(bits: number): number {
  return bits ^ ((bits >> 31) & 0x7fffffff); // without a branch, which would be unpredictable
}

/** The float with this key. */
function numberOf(key: number): number {
  BITS[0] = flip(key);
  return FLOAT[0];
}
