/**
 * The queries in lanes; compiled into the module of Space.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { SPACE_TESTS } from "./suites.ts";

export const LANES: readonly Mutant[] = [
  ...breaks("wasm/simd/common.ts", [
    {
      name: "common point of -0 in lanes",
      find: "zy = add(zy, add(oy, zero));",
      replace: "zy = add(zy, oy);",
    },
    {
      name: "common point of circles beyond the smaller one in lanes",
      find: "add(f64x2.max(zero, sub(g, rb)), f64x2.min(g, ra))",
      replace: "add(sub(g, rb), ra)",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/measure.ts", [
    {
      name: "parallel edges measured from a vertex in lanes",
      find: "ok = andNot(ok, andNot(parallel, faces));",
      replace: "",
    },
    {
      name: "position of -0 in lanes",
      find: "  ox = add(ox, zero);\n",
      replace: "",
    },
    {
      name: "lanes trust tiny edges",
      find: "le(turn, noise)",
      replace: "le(length, zero)",
    },
    {
      name: "edges that meet in a point face each other in lanes",
      find: "gt(mul(sub(high, low), length), noise)",
      replace: "le(low, high)",
    },
    {
      name: "edges that face each other have their middle at a vertex in lanes",
      find: "t = select(middle, t, faces);",
      replace: "t = select(low, t, faces);",
    },
    {
      name: "a depth of next to none touches in lanes",
      find: "ok = or(ok, and(faces, isZero));",
      replace: "ok = or(ok, faces);",
    },
    {
      name:
        "upright rectangles that overlap by a rounding are measured for a common point in lanes",
      find: "ok = query === UNSIGNED ? zero : and(ok, lt(s, zero));",
      replace: "ok = and(ok, lt(s, zero));",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/penetrate.ts", [
    {
      name: "edges are passed over by the wrong circle in lanes",
      find: "limitA = add(limit, v128.load64_splat(B, CIRCLES + 8))",
      replace: "limitA = add(limit, v128.load64_splat(B, CIRCLES))",
    },
    {
      name: "only edges of the first shape are looked at in lanes",
      find: "mask = masks >> 8;",
      replace: "mask = 0;",
    },
    {
      name: "depth along an edge of equal depth in lanes",
      find: "gt(sub(best, second), E)",
      replace: "gt(best, none)",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/search.ts", [
    {
      name: "side of the origin reversed in lanes",
      find: "bits(lt(det(ny, rx, nx, ry), constant(ZERO)))",
      replace: "bits(gt(det(ny, rx, nx, ry), constant(ZERO)))",
    },
    {
      name: "inside without regard to the noise in lanes",
      find: "over = bits(and(close, and(gt(c1, d1), gt(c2, d2)))) & open;",
      replace: "over = bits(close) & open;",
    },
    {
      name: "triangle loses the end that the origin is beside in lanes",
      find: "toP = lt(c1, constant(ZERO));",
      replace: "toP = gt(c1, constant(ZERO));",
      equivalent: "the search of that lane ends undecided, and the kernel finds what it has to",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/setup.ts", [
    {
      name: "poses that scale taken for turns in lanes",
      find: "or(mul(S, skew), ge(skew, constant(SKEWED)))",
      replace: "mul(S, skew)",
    },
    {
      name: "circles inside the cores have the radii twice in lanes",
      find: "inner = add(inner, R);",
      replace: "inner = add(inner, add(R, R));",
    },
    {
      name: "equal depths of rectangles decided by lanes",
      find: "told &= bits(and(isClear, isBest));",
      replace: "told &= bits(isClear);",
    },
    {
      name: "the last of an odd number of boxes keeps an edge for its corners",
      find: "const atEnd = bits(and(isApart, isEnd)), beside",
      replace: "const atEnd = bits(and(isApart, isEnd)) & lanes, beside",
    },
    {
      name: "lanes take the other end of a box's edge on the second axis for its corner",
      find: "bits(v128.xor(v128.xor(r, k), second)) << 10",
      replace: "bits(v128.xor(r, k)) << 10",
    },
    {
      name: "lanes take a side of a box for its middle",
      find: "const INSIDE: f64 = 0.96875;",
      replace: "const INSIDE: f64 = 1;",
    },
    {
      name: "lanes tell boxes that lie along each other",
      find: "and(gt(f64x2.pmin(p, q), add(limit, limit)), gt(mul(least, limit), E))",
      replace: "gt(mul(least, limit), E)",
    },
    {
      name: "lanes trust the sides of tiny boxes",
      find: "and(gt(f64x2.pmin(p, q), add(limit, limit)), gt(mul(least, limit), E))",
      replace: "gt(f64x2.pmin(p, q), add(limit, limit))",
    },
    {
      name: "of equally short upright axes the last edge in lanes",
      find: "beyond(j - a) > beyond(i - a)",
      replace: "beyond(j - a) >= beyond(i - a)",
    },
    {
      name: "upright rectangles face right with the wrong edge in lanes",
      find: "return greater ^ (greater >> 1) ^ 1;",
      replace: "return greater ^ 1;",
    },
    {
      name: "turned rectangles compared as upright ones in lanes",
      find: "const isA = hasEqual(v128.load(PA, 16), zero) & hasEqual(v128.load(A, NORMAL), zero);",
      replace: "const isA = hasEqual(v128.load(A, NORMAL), zero);",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/slots.ts", [
    {
      name: "a list of odd length gives one slot too many",
      find: "load<u8>(list + <usize>count, 3), 4)",
      replace: "0, 4)",
    },
  ], SPACE_TESTS),
  ...breaks("wasm/simd/walk.ts", [
    {
      name: "walk takes the edge of C that comes second in lanes",
      find: "select(line, lt(order, zero), le(abs(order), splat(ROUNDING)))",
      replace: "select(line, gt(order, zero), le(abs(order), splat(ROUNDING)))",
    },
    {
      name: "walk goes on where the origin is beside in lanes",
      find: "const stops = bits(le(past, zero)) & goes",
      replace: "const stops = ~bits(le(past, zero)) & goes",
    },
  ], SPACE_TESTS),
];
