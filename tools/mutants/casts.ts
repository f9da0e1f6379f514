/**
 * Casts and times of impact, in the kernel and above it.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { CAST_TESTS, GRID_TESTS, IMPACT_TESTS } from "./suites.ts";

export const CASTS: readonly Mutant[] = [
  ...breaks("src/kernel/cast.ts", [
    {
      name: "polygons that begin far off have no dents",
      find: "return isFar || isHair ?",
      replace: "return isHair ?",
      tests: CAST_TESTS,
    },
    {
      name: "who crosses a hair from far off is deep in it",
      find: "if (isFar && isThin(VA, VB)) return CAST_HIT;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "hairs on their way placed in the world",
      find: "W[POSE_A] = 0;\n  W[POSE_A + 1] = 0;\n  W[POSE_B] = (bx - ax) + t * W[CAST_DX];\n" +
        "  W[POSE_B + 1] = (by - ay) + t * W[CAST_DY];",
      replace: "W[POSE_B] = bx + t * W[CAST_DX];\n  W[POSE_B + 1] = by + t * W[CAST_DY];",
      tests: CAST_TESTS,
    },
    {
      name: "nothing rounds a long way to a hair",
      find: "W[WAY_NOISE] = PLACED *",
      replace: "W[WAY_NOISE] = 0 *",
      tests: CAST_TESTS,
    },
    {
      name: "edges of shapes that a pose scales taken for parallel by a cast",
      find: "W[NOISE] = skew < SKEWED",
      replace: "W[NOISE] = skew < 100",
      tests: CAST_TESTS,
    },
    {
      name: "cast walks the wrong way around",
      find: "turn = f > 0 ? 1 : -1;",
      replace: "turn = f > 0 ? -1 : 1;",
      tests: CAST_TESTS,
    },
    {
      name: "ray through a vertex passes it",
      find: "if (s >= 0 && f <= 0) {",
      replace: "if (s > 0 && f < 0) {",
      tests: CAST_TESTS,
    },
    {
      name: "ray misses a rounded shape that it grazes",
      find: "left ? g > noise * (abs(dx) + abs(dy)) : g < -noise * (abs(dx) + abs(dy))",
      replace: "left ? g > -noise * (abs(dx) + abs(dy)) : g < noise * (abs(dx) + abs(dy))",
      tests: CAST_TESTS,
    },
    {
      name: "what is grazed has a normal against the motion",
      find: "if (W[REACH] === 0 && graze(VA, nA, VB, nB, side, k, facing)) return CAST_HIT;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "small polygons from afar have their point where Newton's steps end",
      find: "W[CAST_FRACTION] = t;\n        measureAt(VA, nA, VB, nB, SIGNED);",
      replace: "W[CAST_FRACTION] = t;",
      tests: CAST_TESTS,
    },
    {
      name: "corners that are hit taken for grazed",
      find: "if (!(far <= least)) continue;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "grazed only where rounding left no trace",
      find: "least: f64 = noise * (abs(dx) + abs(dy)),",
      replace: "least: f64 = 0,",
      tests: CAST_TESTS,
    },
    {
      name: "grazed anywhere along a side in line with the motion, at its end",
      find: "if (!(abs(vx - t * W[CAST_DX]) + abs(vy - t * W[CAST_DY]) <= near)) continue;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "corners that rounded positions leave in line are not grazed",
      find: "const noise: f64 = W[NOISE] +\n    PLACED *",
      replace: "const noise: f64 = W[NOISE] +\n    0 *",
      tests: GRID_TESTS,
    },
    {
      name: "grazed only on the left",
      find: "for (let turn: i32 = 1; turn >= -1; turn -= 2) {\n    // The start",
      replace: "for (let turn: i32 = 1; turn >= 1; turn -= 2) {\n    // The start",
      tests: CAST_TESTS,
    },
    {
      name: "dents of placed polygons end the front",
      find: "isDent = W[VALUE] * turn < 0 &&",
      replace: "isDent = W[VALUE] * turn < 0 && W[VALUE] !== W[VALUE] &&",
      tests: CAST_TESTS,
    },
    {
      name: "dents wherever a placed sliver turns right",
      find: "(qx - px) * (W[E + 2] - W[E]) + (qy - py) * (W[E + 3] - W[E + 1]) > 0;",
      replace: "W[E] === W[E];",
      tests: CAST_TESTS,
    },
  ]),
  ...breaks("src/kernel/entry.ts", [
    {
      name: "casts of disks that meet along an axis have the way they come as normal",
      find: "if (nx === 0 && ny === 0) {",
      replace: "if (nx === 0 || ny === 0) {",
    },
    {
      name: "rounded edge not moved out",
      find: "const x: f64 = (l - r) + p,",
      replace: "const x: f64 = l - r,",
    },
    {
      name: "casts that leave a vertex's circle meet it",
      find: "if (!(W[DV] > 0)) return CAST_START;",
      replace: "",
    },
    {
      name: "casts that end on a circle compared as rounded",
      find: "if (W[VV] > bound && ahead) return CAST_MISS;",
      replace: "if (t > 1) return CAST_MISS;",
    },
    {
      name: "points beside tiny rays taken as met",
      find: "if (coreSide(at) !== 0) return CAST_MISS;",
      replace: "",
    },
  ], CAST_TESTS),
  ...breaks("src/kernel/ray.ts", [
    {
      name: "ray enters where it leaves",
      find: "const entry: i32 = left & ((right << 1) | (right >>> (n - 1)));",
      replace: "const entry: i32 = right & ((left << 1) | (left >>> (n - 1)));",
    },
    {
      name: "ray from inside taken for one that looks away",
      find: "return l > r ? CAST_START : CAST_MISS;",
      replace: "return CAST_MISS;",
    },
    {
      name: "ray at a rounded corner stops at the edge's line",
      find: "if (coreSide(E) >= 0 || sideOf(S) <= 0 || sideOf(F) >= 0) return CAST_UNSURE;",
      replace: "if (coreSide(E) >= 0) return CAST_UNSURE;",
    },
  ], CAST_TESTS),
  ...breaks("src/kernel/toi.ts", [
    {
      name: "the furthest point of a turning body bounded by its tangent",
      find: "let first: f64 = most + own * sqrt(px * px + py * py);",
      replace: "let first: f64 = most;",
    },
    {
      name: "the points beside it by theirs",
      find: "first = max(first, m + (last ? more : own * sqrt(qx * qx + qy * qy)));",
      replace: "first = max(first, m);",
    },
    {
      name: "points beyond those looked at bounded by the last one's own",
      find: "first = max(first, m + (last ? more : own * sqrt(qx * qx + qy * qy)));",
      replace: "first = max(first, m + own * sqrt(qx * qx + qy * qy));",
    },
    {
      name: "all points of a turning body bounded by the furthest",
      find: "let first: f64 = most + own * sqrt(px * px + py * py);",
      replace: "let first: f64 = most + more;",
    },
    {
      name: "rotation between two poses doubled",
      find: "X[sweep + SWEEP_ANGLE] = 8 * (q - q * p);",
      replace: "X[sweep + SWEEP_ANGLE] = 16 * (q - q * p);",
    },
  ], IMPACT_TESTS),
  ...breaks("src/query/cast.ts", [
    {
      name: "a normal may point along the motion by a rounding",
      find: "k < TILT_CAP && nx * dx + ny * dy > 0",
      replace: "k < 0",
    },
    {
      name: "one ulp is enough to turn a normal against the motion",
      find: "const TILT_CAP = 8;",
      replace: "const TILT_CAP = 1;",
    },
    {
      name: "support functions reached beyond the end of the way",
      find: "if (!(next <= 1)) return MISS;",
      replace: "if (!(next <= 2)) return MISS;",
    },
    {
      name: "a hit made by hand keeps what it lacks",
      find: 'if (featureB === undefined) out.featureB = { type: "vertex", i: 0, j: 0 };',
      replace: "",
    },
  ], CAST_TESTS),
  ...breaks("src/query/ray_cast.ts", [
    {
      name: "rays whose square underflows pass what they start in",
      find: "(half + 1e-300)",
      replace: "half",
    },
  ], CAST_TESTS),
  ...breaks("src/query/shape_cast.ts", [
    {
      name: "who stands on ground by a rounded position falls through",
      find: "    PLACED *\n      (Math.abs(W[POSE_A])",
      replace: "    0 *\n      (Math.abs(W[POSE_A])",
      tests: GRID_TESTS,
    },
    {
      name: "who has settled by a rounding or two falls through",
      find: "W[SLACK] = SETTLED *",
      replace: "W[SLACK] = TOUCHING *",
      tests: ["query/walk_test.ts"],
    },
    {
      name: "who slides along a side in line with the motion is held on the way",
      find: "W[CAST_FRACTION] * way <= W[SLACK] && startsFree(a, b)",
      replace: "false",
      tests: CAST_TESTS,
    },
    {
      name: "who is pressed on the ground from a hair above it is free",
      find: "(!isInward() || (target === 0 && passesSide(a, b)))",
      replace: "true",
      tests: CAST_TESTS,
    },
    {
      name: "who comes along a side in line with the ground is free before it gets there",
      find: "W[DISTANCE] - target <= W[SLACK] && (",
      replace: "(",
      tests: CAST_TESTS,
    },
    {
      name: "ellipses that slide along a side are held on the way",
      find: "if (W[START_GAP] <= W[SLACK] && W[START_SLOPE] >= least) return null;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "who parts along the end of a side is held",
      find: "k % 4 + count - 2",
      replace: "k % 3 + count - 1",
      tests: CAST_TESTS,
    },
    {
      name: "who parts along a side that rounding tilts is held",
      find: "-W[SLACK] - PLACED * (a.record[EXTENT] + b.record[EXTENT]);",
      replace: "-W[SLACK];",
      tests: CAST_TESTS,
    },
    {
      name: "corners that touch part along one normal only",
      find: "if (gap + W[NEAREST] >= deepest) return true;",
      replace: "",
      tests: CAST_TESTS,
    },
    {
      name: "any side lets corners part, wherever the other shape is",
      find: "if (gap + W[NEAREST] >= deepest) return true;",
      replace: "return true;",
      tests: CAST_TESTS,
    },
  ]),
  ...breaks("src/query/advance.ts", [
    {
      name: "support functions are kept apart along their normal only",
      find: "if (count === 1 || support !== null) return false;",
      replace: "if (count === 1 || motion !== null) return false;",
      tests: ["query/compound_test.ts"],
    },
    {
      name: "parts of bodies that all but touch keep more than they may come to",
      find: "floor + (isTouch ? 8 * noise : 0.25 * rest);",
      replace: "isTouch ? from - 4 * noise : floor + 0.25 * rest;",
      tests: ["query/walk_test.ts"],
    },
    {
      name: "an allowed overlap is overlap all the same",
      find: "if (d < (target < 0 ? target : -noise)) return OVERLAPPING;",
      replace: "if (d < -noise) return OVERLAPPING;",
      tests: IMPACT_TESTS,
    },
    {
      name: "bodies deeper than the allowed overlap are moved",
      find: "if (d < (target < 0 ? target : -noise)) return OVERLAPPING;",
      replace: "if (target >= 0 && d < -noise) return OVERLAPPING;",
      tests: IMPACT_TESTS,
    },
    {
      name: "what rounding lets overlap at the start is overlap",
      find: "if (d < (target < 0 ? target : -noise)) return OVERLAPPING;",
      replace: "if (d < (target < 0 ? target : 0)) return OVERLAPPING;",
      tests: IMPACT_TESTS,
    },
    {
      name: "impacts give up where corners come close in line",
      find: "if (t + h === t || (touching &&",
      replace: "if ((touching &&",
      tests: GRID_TESTS,
    },
    {
      name: "a pivot no further from any point than the center",
      find: "X[pivot + PIVOT_RADIUS] = X[sweep + SWEEP_RADIUS] + u;",
      replace: "X[pivot + PIVOT_RADIUS] = X[sweep + SWEEP_RADIUS];",
      tests: IMPACT_TESTS,
    },
    {
      name: "the line that turns with one body seen from the other as at rest",
      find: "X[pivot + PIVOT_TURN] = turn - theta;",
      replace: "X[pivot + PIVOT_TURN] = turn;",
      tests: IMPACT_TESTS,
    },
    {
      name: "lines that turn without their second order",
      find: "X[BEND] = 0.5 * turn * turn * u + rate * (0.5 * rate * w + v);",
      replace: "X[BEND] = 0;",
      tests: IMPACT_TESTS,
    },
    {
      name: "pivots on a straight line",
      find: "X[BEND] = 0.5 * turn * turn * u + rate",
      replace: "X[BEND] = rate",
      tests: IMPACT_TESTS,
    },
    {
      name: "centers at rest for a line that turns",
      find: "rate * (0.5 * rate * w + v);",
      replace: "rate * (0.5 * rate * w);",
      tests: IMPACT_TESTS,
    },
    {
      name: "centers beside each other for a line that turns",
      find: "rate * (0.5 * rate * w + v);",
      replace: "rate * v;",
      tests: IMPACT_TESTS,
    },
    {
      name: "lines that turn the other way",
      find: "theta * (nx * wy - ny * wx) - rate",
      replace: "theta * (ny * wx - nx * wy) - rate",
      tests: IMPACT_TESTS,
    },
    {
      name: "closest points that part the other way",
      find: "X[PARTING] = X[RATE] - turnA",
      replace: "X[PARTING] = -X[RATE] - turnA",
      tests: IMPACT_TESTS,
    },
    {
      name: "what touches has one step",
      find: "} else if (!touching || d > close) {",
      replace: "} else {",
      tests: IMPACT_TESTS,
    },
    {
      name: "corners touch along one line",
      find: "k < 7 && h <",
      replace: "k < 0 && h <",
      tests: IMPACT_TESTS,
    },
    {
      name: "lines between corners need not separate",
      find: "if (X[GAP] < X[AIM] + X[NOISE]) return;\n  }\n  lengthen",
      replace: "}\n  lengthen",
      tests: IMPACT_TESTS,
    },
    {
      name: "corners part across edges only",
      find: "for (let k = 0; k < 7",
      replace: "for (let k = 1; k < 7",
      tests: IMPACT_TESTS,
    },
    {
      name: "parts of bodies that touch hit where they come to touch",
      find: "mayTouch = isPart && isTouch;",
      replace: "mayTouch = false;",
      tests: ["query/compound_test.ts"],
    },
    {
      name: "bodies in touch that take a short step have hit",
      find: "X[LEAST] = touching ? Math.min(nowhere / speed, STALL * rest) : 0;",
      replace: "X[LEAST] = touching ? it === 1 ? Math.min(nowhere / speed, 1) : STALL * rest : 0;",
      tests: IMPACT_TESTS,
    },
    {
      name: "bodies in touch take short steps without end",
      find: "if (touching && h < STALL * rest && ++stalls > STALL_CAP) return HIT;",
      replace: "",
      tests: IMPACT_TESTS,
    },
    {
      name: "no body starts within the tolerance",
      find: "close = floor + (isTouch ? 16 * noise : 0.5 * rest);",
      replace: "close = floor + (touching ? 16 * noise : rest);",
      tests: IMPACT_TESTS,
    },
    {
      name: "no line turns with A",
      find: "if (turnA !== 0) carry(a, b, X, motion, 0);",
      replace: "",
      tests: IMPACT_TESTS,
    },
    {
      name: "no line turns with B",
      find: "if (turnB !== 0 && turnB !== turnA) carry(a, b, X, motion, 1);",
      replace: "",
      tests: IMPACT_TESTS,
    },
  ]),
  ...breaks("src/query/smooth_motion.ts", [
    {
      name: "impacts see nothing of how an ellipse curves back",
      find: 'if (inner.kind !== "ellipse") return;',
      replace: 'if (shape.kind !== "ellipse" || square >= 0) return;',
      tests: IMPACT_TESTS,
    },
    {
      name: "impacts miss that an ellipse turns through its short axis",
      find: "isShortBetween ? scale",
      replace: "isShortBetween && k < 0 ? k",
      tests: IMPACT_TESTS,
    },
    {
      name: "impacts of ellipses about a pivot that is not their center",
      find: " + k * p * angle;",
      replace: " + 0 * p * angle;",
      tests: IMPACT_TESTS,
    },
    {
      name: "support functions that turn bounded by their size",
      find: "const far = angle > 1;",
      replace: "const far = true;",
      tests: IMPACT_TESTS,
    },
    {
      name: "support functions at a tangent of too small an angle",
      find: "turn * (1 + square * (THIRD + square * TAN_5));",
      replace: "0.75 * turn;",
      tests: IMPACT_TESTS,
    },
    {
      name: "support functions bounded by the end of a step",
      find: "X[TOI_REACH] = first + 0.5",
      replace: "X[TOI_REACH] = 0 * first + 0.5",
      tests: IMPACT_TESTS,
    },
    {
      name: "an ellipse is as far from the center of its turn as it is wide",
      find: "h = Math.max(h, side * (FURTHEST[1] - y));",
      replace: "",
      tests: IMPACT_TESTS,
    },
  ]),
];
