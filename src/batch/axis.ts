/**
 * Integers in the order of the bodies along an axis, as fine where bodies are as floats allow: voids between crowds are
 * left out.
 *
 * @module
 */

/** Bodies that are asked where they are. */
const SAMPLE = 31;

/** A void is so many times as wide as all gaps together that are none. */
const VOID = 64;

/** A crowd is taken to end so many widths of a body beyond the last one asked. */
const BEYOND = 64;

const WORD = new ArrayBuffer(4);
const FLOAT = new Float32Array(WORD);
const BITS = new Int32Array(WORD);

/** About the number, less the origin and the voids, that has this key. */
export function numberOf(key: number): number {
  BITS[0] = key < 0 ? -2_147_483_648 - key : key;
  return FLOAT[0];
}

/** One axis of the broadphase. Arrays go in and out, since V8 boxes single numbers on the way. */
export class Axis {
  /** Coordinates of the bodies asked, in order, and the widths of the gaps between them. */
  readonly #sample = new Float64Array(SAMPLE);
  readonly #gaps = new Float64Array(SAMPLE - 1);
  /** Number of crowds; where each begins, and what that becomes. The first begins anywhere. */
  #crowds = 1;
  readonly #starts = new Float64Array(SAMPLE);
  readonly #images = new Float64Array(SAMPLE);

  /**
   * Learns where bodies are from some of them.
   *
   * @param n How many there are
   * @param ids Their ids
   * @param boxes By id: minX, minY, maxX, maxY
   * @param side 0 along x, 1 along y
   */
  fit(n: number, ids: Int32Array, boxes: Float64Array, side: number): void {
    const S = this.#sample, G = this.#gaps, starts = this.#starts, images = this.#images;
    this.#crowds = 1;
    starts[0] = 0;
    images[0] = 0;
    if (n === 0) return;
    let width = 0;
    for (let k = 0; k < SAMPLE; k++) {
      const b = 4 * ids[Math.floor((k + 0.5) * n / SAMPLE)] + side;
      S[k] = boxes[b];
      width += (boxes[b + 2] - boxes[b]) / SAMPLE;
    }
    S.sort();
    const middle = S[SAMPLE >> 1];
    starts[0] = middle;

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
    if (most === Infinity) return;

    // 2. A crowd begins `margin` before the first of it that was asked, and ends as far behind the last. Nobody was
    // asked in a void: whoever is there gets the place where it ends.
    const margin = all + BEYOND * width;
    let crowds = 0, home = 0;
    for (let k = 0; k < SAMPLE; k++) {
      if (k === 0 || S[k] - S[k - 1] > most) {
        const end = k === 0 ? 0 : images[crowds - 1] + (S[k - 1] + margin - starts[crowds - 1]);
        starts[crowds] = S[k] - margin;
        images[crowds] = end;
        crowds++;
      }
      if (k === SAMPLE >> 1) home = crowds - 1;
    }
    // 3. Floats are the finer the closer to 0: that is where most are, and one that is lost far away costs nothing.
    const origin = images[home] + (middle - starts[home]);
    for (let k = 0; k < crowds; k++) images[k] -= origin;
    this.#crowds = crowds;
  }

  /**
   * Writes the key of one side of each body's box to `keys`: of a greater coordinate it is greater, or the same.
   *
   * @param n How many bodies
   * @param ids Their ids
   * @param boxes By id: minX, minY, maxX, maxY
   * @param side Which of the four
   * @param keys One for each id
   */
  find(n: number, ids: Int32Array, boxes: Float64Array, side: number, keys: Int32Array): void {
    const starts = this.#starts, images = this.#images, last = this.#crowds - 1;
    for (let k = 0; k < n; k++) {
      const x = boxes[4 * ids[k] + side];
      let c = last;
      while (c > 0 && x < starts[c]) c--;
      FLOAT[0] = images[c] + (x - starts[c]);
      if (c < last && FLOAT[0] > images[c + 1]) FLOAT[0] = images[c + 1];
      const bits = BITS[0];
      keys[k] = bits < 0 ? -2_147_483_648 - bits : bits;
    }
  }
}
