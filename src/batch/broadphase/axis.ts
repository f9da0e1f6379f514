/**
 * Keys: integers in the order of the bodies along an axis, as fine where bodies are as floats allow: voids between
 * crowds are left out.
 *
 * @module
 */

/** Bodies that are asked where they are, and the one in their middle. */
const SAMPLE = 31;
const MIDDLE = 15;

/** A void is so many times as wide as all gaps together that are none. */
const VOID = 64;

/** A crowd is taken to end so many widths of a body beyond the last one asked. */
const BEYOND = 64;

/** The greatest float below 2: then keys are within ±2^30, and the difference of two is no longer than they are. */
const MOST = 1.9999998807907104;

const WORD = new ArrayBuffer(4);
const FLOAT = new Float32Array(WORD);
const BITS = new Int32Array(WORD);

/** 2^-64, the float that a crowd's length becomes: there are 64 more octaves on either side of it. */
const UNIT = 5.421010862427522e-20;

/** One axis of the broadphase. Arrays go in and out, since V8 boxes single numbers on the way. */
export class Axis {
  /** Of the bodies asked: coordinates, the gaps between them, widths; each in ascending order. */
  readonly #sample = new Float64Array(SAMPLE);
  readonly #gaps = new Float64Array(SAMPLE - 1);
  readonly #widths = new Float64Array(SAMPLE);

  /**
   * Crowd c begins at starts[c], the first of all anywhere. A coordinate x in it becomes the float
   *
   *   scale (images[c] + (x - anchors[c])),
   *
   * or floors[c] or floors[c + 1] where it would be beyond. Those ascend, whatever has been rounded.
   */
  #crowds = 1;
  #scale = 1;
  readonly #starts = new Float64Array(SAMPLE);
  readonly #anchors = new Float64Array(SAMPLE);
  readonly #images = new Float64Array(SAMPLE);
  readonly #floors = new Float64Array(SAMPLE + 1);

  /**
   * Learns where bodies are from some of them.
   *
   * @param n How many there are
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
    // Not their mean: far away boxes are wide, for what is rounded there.
    const width = widths[MIDDLE];

    // 1. Gaps much wider than all narrower ones together are voids: those above `most`, at most half of all, since
    // where bodies are few and far between there are others in the gaps.
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

    // 2. Floats are the finer the closer to 0, and end at 2: 0 is where most are, and `UNIT` as long as a crowd; one
    // that is lost far away costs nothing. From there outward, a crowd begins `margin` before the first of it that was
    // asked, and ends as far behind the last.
    let home = 0;
    for (let k = 1; k <= MIDDLE; k++) if (S[k] - S[k - 1] > most) home++;
    this.#scale = margin >= 1e-300 ? UNIT / margin : UNIT; // else all are in one point
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

    // 3. Nobody was asked in a void: whoever is there gets the place where it ends.
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
   * Writes the key of one side of each body's box to where the box has that side: of a greater coordinate it is
   * greater, or the same.
   *
   * @param n How many bodies
   * @param ids Their ids
   * @param boxes By id: minX, minY, maxX, maxY
   * @param side Which of the four
   * @param keys By id, like the boxes
   */
  find(n: number, ids: Int32Array, boxes: Float64Array, side: number, keys: Int32Array): void {
    const starts = this.#starts, anchors = this.#anchors, images = this.#images;
    const floors = this.#floors, scale = this.#scale, last = this.#crowds - 1;
    // Most worlds are one crowd.
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

  /** About how far apart two coordinates with these keys are, less the voids between them. */
  measure(lower: number, upper: number): number {
    return (numberOf(upper) - numberOf(lower)) / this.#scale;
  }
}

/** The key that these bits of a float are, or the bits: all but the sign the other way round where it is set. */
function flip(bits: number): number {
  return bits ^ ((bits >> 31) & 0x7fffffff); // a branch would be foretold no better than a coin
}

/** The float that has this key. */
function numberOf(key: number): number {
  BITS[0] = flip(key);
  return FLOAT[0];
}
