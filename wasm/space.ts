// Entry of the shipped module. It answers queries on the pairs at PAIRS, writes results to RESULTS,
// and lists pairs that it leaves to the scalar kernel at LEFT_LIST. `run` returns how many those
// are. wasm/README.md has the map of the memory.

import { clip } from "./simd/clip";
import { common } from "./simd/common";
import {
  BLOCK,
  CENTERS,
  CLASS_BOX,
  CLASS_LEFT,
  CLASS_ROUND,
  COLLIDE,
  COUNTS,
  DECIDE,
  DEPTH,
  EDGES,
  IDENTITY,
  LEANING,
  LEFT_COUNT,
  LIST_SHIFT,
  LISTS,
  MARGIN,
  OVERLAPS,
  POINTED,
  RESULTS,
  ROW,
  ROW_PAIR,
  SIGNED,
  UNSIGNED,
  UPRIGHT,
} from "./simd/layout";
import { edges, vertices } from "./simd/measure";
import { begin, classify, touch } from "./simd/pairs";
import { penetrate, settle } from "./simd/penetrate";
import { collidePoint, collidePoints, separatePoints } from "./simd/round";
import { search } from "./simd/search";
import { setUp, setUpPoints, upright } from "./simd/setup";
import { clear, clearLists, leaveAll } from "./simd/slots";
import { walk } from "./simd/walk";

/**
 * Answers `count` pairs. `query` is 0 for intersects, 1 for distances, 2 for signedDistances, 3 for
 * penetrations, 4 for manifolds with a margin; `first` is the index of the first pair in their rows.
 * `only` is the class of the pairs if they all have the same one, else -1. `far` is 1 if the records
 * are too many for a cache.
 */
export function run(
  table: usize,
  poses: usize,
  records: usize,
  count: i32,
  query: i32,
  only: i32,
  margin: f64,
  first: i32,
  far: i32,
): i32 {
  touches = far !== 0;
  begin(table, poses, records);
  store<f64>(MARGIN, margin);
  // Clear the results, because nothing is written for pairs that are apart.
  if (query === DEPTH) memory.fill(RESULTS, 0, <usize>count << 6);
  if (query === COLLIDE) {
    memory.fill(RESULTS, 0, <usize>count * ROW);
    for (let k = 0; k < count; k++) store<f64>(RESULTS + <usize>k * ROW, <f64>(first + k), ROW_PAIR);
  }
  if (only >= 0) answer(only, IDENTITY, count, query);
  else {
    classify(count);
    for (let c = 0; c < CLASS_LEFT; c++) {
      const count = load<i32>(COUNTS + (<usize>c << 2));
      answer(c, LISTS + (<usize>c << LIST_SHIFT), count, query);
    }
  }
  return load<i32>(LEFT_COUNT);
}

/** Whether the records are read before they are needed. */
let touches = false;

/** Answers the pairs of one class, a block at a time. */
function answer(c: i32, list: usize, count: i32, query: i32): void {
  for (let from = 0; from < count; from += BLOCK) {
    clearLists();
    if (touches && c !== CLASS_ROUND) {
      const to = from + BLOCK < count ? from + BLOCK : count;
      if (c === CLASS_BOX) touch(list, from, to, 4, 4);
      else touch(list, from, to, (c & 1) !== 0 ? 8 : 4, (c & 2) !== 0 ? 8 : 4);
    }
    work(c, list, from, from + BLOCK < count ? from + BLOCK : count, query);
  }
}

function work(c: i32, list: usize, from: i32, to: i32, query: i32): void {
  if (c === CLASS_ROUND) {
    setUpPoints(list, from, to);
    if (query === COLLIDE) collidePoints();
    else vertices(true, false, query);
    return;
  }
  if (c === CLASS_BOX) {
    setUp(list, from, to, query, false, true);
    upright(list, from, query);
    boxes(query);
    return;
  }
  if (query === COLLIDE) {
    const NA = (c & 1) !== 0 ? 8 : 4, NB = (c & 2) !== 0 ? 8 : 4;
    setUp(list, from, to, query, true, false);
    separatePoints(NA, NB);
    collidePoint();
    clear(POINTED);
    penetrate(OVERLAPS, NA, NB, query);
    settle(query);
    clip(EDGES, false);
    return;
  }
  const isFlat = c < 4, NA = (c & 1) !== 0 ? 8 : 4, NB = (c & 2) !== 0 ? 8 : 4;
  setUp(list, from, to, query, isFlat && query === DEPTH, false);
  if (!isFlat || query !== DEPTH) {
    search(NA, NB, query);
    if (query === DECIDE && isFlat) return;
    walk(query);
    if (query === DECIDE) return;
    vertices(false, isFlat, query);
    edges(EDGES, false, false, isFlat, query);
    if (query === UNSIGNED) {
      common(CENTERS, false);
      common(OVERLAPS, false);
      return;
    }
    clear(EDGES);
  }
  penetrate(OVERLAPS, NA, NB, query);
  settle(query);
  edges(EDGES, true, false, isFlat, query);
}

/** The remaining stages for rectangles. */
function boxes(query: i32): void {
  if (query === DECIDE) return;
  if (query === COLLIDE) {
    clip(OVERLAPS, false);
    clip(UPRIGHT, true);
    penetrate(LEANING, 4, 4, query);
    settle(query);
    clip(EDGES, false);
    return;
  }
  if (query !== UNSIGNED) {
    edges(OVERLAPS, true, true, true, query);
    clear(OVERLAPS);
  }
  edges(UPRIGHT, true, false, true, query);
  if (query !== DEPTH) {
    edges(EDGES, false, true, true, query);
    clear(EDGES);
  }
  if (query !== UNSIGNED) {
    // Rectangles along each other: of an edge of A and one of B that are equally deep, the kernel's.
    penetrate(LEANING, 4, 4, query);
    settle(query);
    edges(EDGES, true, false, true, query);
    clear(EDGES);
  }
  if (query === DEPTH) return;
  // The rest is searched: upright rectangles side by side, and pairs without a common point on the
  // line through the centers.
  search(4, 4, query);
  walk(query);
  vertices(false, true, query);
  edges(EDGES, false, false, true, query);
  common(CENTERS, true);
  // (For SIGNED there should be none: only pairs that are apart are searched.)
  if (query === SIGNED) leaveAll(OVERLAPS);
  else common(OVERLAPS, true);
}
