/**
 * Spaces and their broadphase.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { BROADPHASE_TESTS, MEMORY_TESTS, PLACES_TESTS } from "./suites.ts";

export const SPACEES: readonly Mutant[] = [
  ...breaks("src/space/space.ts", [
    {
      name: "a support function may break the poses of a space on the way",
      find: "      this.#checkPoses(TASKS[query], pairs, pairs.length);\n",
      replace: "",
    },
    {
      name: "pairs in shared memory read where others write to them",
      find: "if (!(pairs.buffer instanceof ArrayBuffer)) pairs = this.#copyPairs(pairs);",
      replace: "",
    },
    {
      name: "room for twice as many bodies or none",
      find: "    } catch {\n      this.#reserve(least);\n",
      replace: "    } finally {\n",
    },
  ], MEMORY_TESTS),
  ...breaks("src/space/broadphase/axis.ts", [
    {
      name: "bodies in a void overtake the next crowd",
      find: "image > floors[c + 1] ? floors[c + 1] : image;",
      replace: "image;",
    },
    {
      name: "voids left in",
      find: "    this.#crowds = c + 1;\n",
      replace: "",
    },
    {
      name: "most bodies far from the 0 of their axis",
      find: "anchors[home] = S[MIDDLE];",
      replace: "anchors[home] = S[0];",
    },
    {
      name: "axes in the caller's units",
      find: "margin >= 1e-300 ? UNIT / margin : UNIT;",
      replace: "UNIT;",
    },
    {
      name: "keys so far apart that their difference overflows",
      find: "const MOST = 1.9999998807907104;",
      replace: "const MOST = 3.4028234663852886e38;",
    },
    {
      name: "crowds as wide apart as the widest body",
      find: "const width = widths[MIDDLE];",
      replace: "const width = widths[SAMPLE - 1];",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/bodies.ts", [
    {
      name: "a body that changes its group keeps its pairs",
      find: "this.flags[id] |= REGROUPED;",
      replace: "this.flags[id] |= 0;",
    },
    {
      name: "boxes of support functions with no room for rounding",
      find: "const grow = ROUNDING * size;",
      replace: "const grow = 0;",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/broadphase.ts", [
    {
      name: "the last list of pairs is given again, whatever has moved",
      find: "if (this.#bodies.movedCount === 0 && margin",
      replace: "if (margin",
    },
    {
      name: "the last list of pairs is taken for good after another look",
      find: "    this.#margin = -1;\n",
      replace: "",
    },
    {
      name: "no slack for what moves a little",
      find: "this.#age === 1 && this.#areTooMany(bodies.countFar(SLACK))",
      replace: "true",
    },
    {
      name: "of two margins in turn each has the strips built anew",
      find: "this.#wide === WIDE",
      replace: "this.#wide > 0",
    },
    {
      name: "room for the greatest margin that there ever was",
      find: " || this.#wide === WIDE",
      replace: "",
    },
    {
      name: "boxes with room for any margin, whose widths overflow",
      find: "Math.min(half, WORLD)",
      replace: "half",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/loose.ts", [
    {
      name: "bodies that have left their strips are taken for points",
      find: "rightmost = Math.max(rightmost, E[4 * k + 2]);",
      replace: "rightmost = E[4 * k];",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/order.ts", [
    {
      name: "of 32 ids in a row only one is found",
      find: "rest &= rest - 1",
      replace: "rest = 0",
      tests: PLACES_TESTS,
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/pairs.ts", [
    {
      name: "in a strip nothing reaches further than what begins last",
      find: "if (right > rightmost) rightmost = right;",
      replace: "rightmost = right;",
      tests: PLACES_TESTS,
    },
    {
      name: "as much slack in a crowd of thin bodies",
      find: "if (this.findFar(count, half) >= CROWD_SHARE) return -1;",
      replace: "",
    },
    {
      name: "a body that has left its box is compared with the strip from its beginning",
      find: "let e = seek(reach, starts[s], end, left);\n        looks",
      replace: "let e = starts[s];\n        looks",
    },
    {
      name: "loose bodies of one group are pairs",
      find: "if (areApart(F, id, j) || areGrouped(groups, id, j)) continue;\n        if (2",
      replace: "if (areApart(F, id, j)) continue;\n        if (2",
    },
    {
      name: "a body in no group is in one with all others in none",
      find: "groups[i] === groups[j] && groups[i] !== 0",
      replace: "groups[i] === groups[j]",
    },
    {
      name: "a pair of two strips reported in both",
      find: " | (i & j)) >>> 31;",
      replace: ") >>> 31;",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/place.ts", [
    {
      name: "bodies that have left their strip are in no place",
      find: "k < n && E[4 * k] <= right; k++",
      replace: "k < 0; k++",
      tests: PLACES_TESTS,
    },
    {
      name: "a fat box within a region only from above",
      find: "anyBefore || fatLeft <= left || fatBottom <= bottom ||",
      replace: "anyBefore || fatBottom <= bottom ||",
      tests: PLACES_TESTS,
    },
    {
      name: "what was removed is in an endless box",
      find: "if (T[t] === Infinity) continue;",
      replace: "",
      tests: PLACES_TESTS,
    },
    {
      name: "a ray is cut into more pieces than there are bodies",
      find: "Math.min(PIECE_SHARE * built, PIECES_MAX)",
      replace: "PIECES_MAX",
      tests: PLACES_TESTS,
    },
    {
      name: "a piece of a ray as long as a body is high, whichever way it leads",
      find: "Math.abs(x) / (PIECE * usualWidth)",
      replace: "Math.abs(x) / (PIECE * usualHeight)",
      tests: PLACES_TESTS,
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/broadphase/strips.ts", [
    {
      name: "strips in a row of bodies however low",
      find: " && (y - low) * count > STRIP_LEAST * height",
      replace: "",
    },
  ], BROADPHASE_TESTS),
  ...breaks("src/space/ray_casts.ts", [
    {
      name: "each piece of a ray asks those that the one before has asked",
      find: "before.set(region);",
      replace: "before.fill(Infinity);",
    },
    {
      name: "a ray ends with the piece that has a hit, even one far ahead",
      find: "if (first >= 0 && fraction < m / pieces)",
      replace: "if (first >= 0)",
    },
    {
      name: "a ray asks a whole crowd behind a void",
      find: "if (near > MANY && stretch > 1 && !isLast) {",
      replace: "if (near < 0) {",
    },
    {
      name: "a ray asks bodies that its line passes",
      find: "if (isBeside(boxes, id, R, from)) continue;",
      replace: "",
    },
    {
      name: "a ray passes a corner that it touches by a rounding",
      find: "const ample = 4e-15 *",
      replace: "const ample = 0 *",
    },
    {
      name: "a ray crosses a void piece by piece",
      find: "stretch = near === 0 ? 2 * stretch : 1;",
      replace: "stretch = 1;",
    },
    {
      name: "of bodies that a ray hits together any one is the first",
      find: "(hit.fraction === fraction && id < first)",
      replace: "hit.fraction === fraction",
    },
  ], PLACES_TESTS),
  ...breaks("src/space/simd_backend.ts", [
    {
      name: "memory for twice the records or none",
      find: "      } catch {\n        this.#memory.resize([this.#records], [end]);\n",
      replace: "      } finally {\n",
    },
  ], MEMORY_TESTS),
];
