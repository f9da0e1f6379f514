// Entry of the module that ships: queries on the pairs at PAIRS, results to RESULTS, pairs for the kernel
// to LEFT_LIST. Every function returns how many it left. wasm/README.md has the map of the memory.

import {
  begin,
  boundaryLanes,
  classify,
  clearEdges,
  clearLists,
  commonLanes,
  countLeft,
  DECIDE,
  DEPTH,
  edgeLanes,
  gjkLanes,
  overlaps,
  UNSIGNED,
  vertexLanes,
  vertices,
} from "./simd/lanes";
import { CLASS_ROUND, ORDER, OVERLAP_LIST, VERTEX_LIST } from "./simd/layout";

/** Where the pairs of each class begin in ORDER, shifted by one class while they are sorted. */
const STARTS: usize = 512;

/** Answers `count` pairs; `query`: 0 intersects, 1 distances, 2 signedDistances, 3 penetrations. */
export function run(table: usize, poses: usize, records: usize, count: i32, query: i32): i32 {
  begin(table, poses, records);
  classify(count, STARTS);
  for (let c = 0; c <= CLASS_ROUND; c++) {
    const from = c === 0 ? 0 : load<i32>(STARTS + (<usize>(c - 1) << 2));
    const to = load<i32>(STARTS + (<usize>c << 2));
    if (from === to) continue;
    clearLists();
    if (c === CLASS_ROUND) {
      vertexLanes(ORDER, from, to, true, query);
      continue;
    }
    const NA = c & 1 ? 8 : 4, NB = c & 2 ? 8 : 4;
    if (query === DEPTH && c < 4) {
      boundaryLanes(ORDER, from, to, NA, NB);
      edgeLanes(true, query);
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
