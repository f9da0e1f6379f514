// Entry of the module that ships: queries on the pairs at PAIRS, results to RESULTS, pairs for the kernel
// to LEFT_LIST. Every function returns how many it left. wasm/README.md has the map of the memory.

import {
  areInRange,
  begin,
  boundaryLanes,
  boxLanes,
  centreLanes,
  circleLanes,
  classify,
  clearEdges,
  clearLists,
  clearVertices,
  commonLanes,
  countLeft,
  DECIDE,
  DEPTH,
  edgeLanes,
  findStray,
  overlaps,
  searchLanes,
  UNSIGNED,
  vertexLanes,
  vertices,
} from "./simd/lanes";
import {
  CLASS_BOX,
  CLASS_LEFT,
  CLASS_ROUND,
  IDENTITY,
  ORDER,
  OVERLAP_LIST,
  VERTEX_LIST,
} from "./simd/layout";

/** Where the pairs of each class begin in ORDER, shifted by one class while they are sorted. */
const STARTS: usize = 512;

/**
 * Index of the first id of the pairs at PAIRS that is none of the `limit` there are, or -1. `gaps`: some
 * of those have been removed.
 */
export function check(table: usize, count: i32, limit: i32, gaps: i32): i32 {
  begin(table, 0, 0);
  return findStray(count, limit, gaps);
}

/** 1 when the numbers in the poses of bodies 0 to `limit` - 1 are within ±2^250. */
export function checkPoses(poses: usize, limit: i32): i32 {
  return areInRange(poses, limit << 2);
}

/** Answers `count` pairs; `query`: 0 intersects, 1 distances, 2 signedDistances, 3 penetrations. */
export function run(table: usize, poses: usize, records: usize, count: i32, query: i32): i32 {
  begin(table, poses, records);
  const only = classify(count, STARTS);
  if (only >= 0) answer(only, IDENTITY, 0, count, query);
  else {
    let from = 0;
    for (let c = 0; c < CLASS_LEFT; c++) {
      const to = load<i32>(STARTS + (<usize>c << 2));
      if (from < to) answer(c, ORDER, from, to, query);
      from = to;
    }
  }
  return countLeft();
}

/** The pairs of one class. */
function answer(c: i32, list: usize, from: i32, to: i32, query: i32): void {
  clearLists();
  if (c === CLASS_ROUND) {
    vertexLanes(list, from, to, true, query);
    return;
  }
  const isBox = c === CLASS_BOX, isFlat = isBox || c < 4;
  const NA = !isBox && (c & 1) !== 0 ? 8 : 4, NB = !isBox && (c & 2) !== 0 ? 8 : 4;
  if (query === DECIDE || query === DEPTH) {
    if (isBox) boxLanes(list, from, to, query);
    else {
      circleLanes(list, from, to, query, isFlat);
      // Read on from a list that is written anew, never beyond what has been read.
      list = VERTEX_LIST;
      from = 0;
      to = vertices();
      clearVertices();
      if (isFlat) searchLanes(list, from, to, NA, NB, query, true);
    }
    if (isFlat) {
      if (query === DECIDE) return;
      boundaryLanes(OVERLAP_LIST, 0, overlaps(), NA, NB);
      edgeLanes(true, query);
      return;
    }
  }
  searchLanes(list, from, to, NA, NB, query, false);
  if (query === DECIDE) return;
  vertexLanes(VERTEX_LIST, 0, vertices(), false, query);
  edgeLanes(false, query);
  if (query === UNSIGNED) {
    centreLanes();
    commonLanes();
    return;
  }
  clearEdges();
  boundaryLanes(OVERLAP_LIST, 0, overlaps(), NA, NB);
  edgeLanes(true, query);
}
