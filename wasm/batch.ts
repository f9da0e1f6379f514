// Entry of the module that ships: queries on the pairs at PAIRS, results to RESULTS, pairs for the kernel
// to LEFT_LIST. Every function returns how many it left. wasm/README.md has the map of the memory.

import {
  begin,
  areFinite,
  boundaryLanes,
  boxLanes,
  circleLanes,
  classify,
  clearEdges,
  clearLists,
  commonLanes,
  countLeft,
  DECIDE,
  decideLanes,
  DEPTH,
  edgeLanes,
  findStray,
  gjkLanes,
  overlaps,
  UNSIGNED,
  vertexLanes,
  vertices,
} from "./simd/lanes";
import { CLASS_BOX, CLASS_LEFT, CLASS_ROUND, ORDER, OVERLAP_LIST, VERTEX_LIST } from "./simd/layout";

/** Where the pairs of each class begin in ORDER, shifted by one class while they are sorted. */
const STARTS: usize = 512;

/** Index of the first id of the pairs at PAIRS that is none of the `limit` there are, or -1. */
export function check(table: usize, count: i32, limit: i32): i32 {
  begin(table, 0, 0);
  return findStray(count, limit);
}

/** 1 when the poses of bodies 0 to `limit` - 1 are finite. */
export function checkPoses(poses: usize, limit: i32): i32 {
  return areFinite(poses, limit << 2);
}

/** Answers `count` pairs; `query`: 0 intersects, 1 distances, 2 signedDistances, 3 penetrations. */
export function run(table: usize, poses: usize, records: usize, count: i32, query: i32): i32 {
  begin(table, poses, records);
  classify(count, STARTS);
  for (let c = 0; c < CLASS_LEFT; c++) {
    const from = c === 0 ? 0 : load<i32>(STARTS + (<usize>(c - 1) << 2));
    const to = load<i32>(STARTS + (<usize>c << 2));
    if (from === to) continue;
    clearLists();
    if (c === CLASS_ROUND) {
      vertexLanes(ORDER, from, to, true, query);
      continue;
    }
    const isBox = c === CLASS_BOX;
    const NA = !isBox && (c & 1) !== 0 ? 8 : 4, NB = !isBox && (c & 2) !== 0 ? 8 : 4;
    const isFlat = isBox || c < 4;
    if (isFlat && (query === DECIDE || query === DEPTH)) {
      if (isBox) boxLanes(from, to, query);
      else if (c === 3) {
        circleLanes(from, to, query === DEPTH);
        decideLanes(VERTEX_LIST, 0, vertices(), NA, NB, query === DEPTH);
      } else decideLanes(ORDER, from, to, NA, NB, query === DEPTH);
      if (query === DEPTH) {
        boundaryLanes(OVERLAP_LIST, 0, overlaps(), NA, NB);
        edgeLanes(true, query);
      }
      continue;
    }
    gjkLanes(from, to, NA, NB, query);
    if (query === DECIDE) continue;
    vertexLanes(VERTEX_LIST, 0, vertices(), false, query);
    edgeLanes(false, query);
    if (query === UNSIGNED) commonLanes();
    else {
      clearEdges();
      boundaryLanes(OVERLAP_LIST, 0, overlaps(), NA, NB);
      edgeLanes(true, query);
    }
  }
  return countLeft();
}
