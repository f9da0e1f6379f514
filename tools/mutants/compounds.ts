/**
 * Bodies of several parts.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import {
  CASTS_TESTS,
  GRID_TESTS,
  IMPACT_TESTS,
  SEAM_TESTS,
  SIDES_TESTS,
  TREE_TESTS,
} from "./suites.ts";

export const COMPOUNDS: readonly Mutant[] = [
  ...breaks("src/query/compound/bounds.ts", [
    {
      name: "a box of parts is looked at along one axis",
      find: "if (px - w > minX && px + w < maxX && py - h > minY && py + h < maxY) {",
      replace: "if (px - w > minX && px + w < maxX) {",
    },
  ], TREE_TESTS),
  ...breaks("src/query/compound/collide.ts", [
    {
      name: "what takes a seam's place may be with a seam of the other body",
      find: "isDoubtful = !isOnBoth;",
      replace: "isDoubtful = false;",
      tests: GRID_TESTS,
    },
    {
      name: "the points of a flush side change their ids as it trembles",
      find: "if (leans && contacts[count].pointCount === manifold.pointCount) {",
      replace: "if (leans && count < 0) {",
      tests: SEAM_TESTS,
    },
    {
      name: "deep contacts of parts that are apart",
      find: "if (!isDeep(manifold, seams, pose) && isDeep(other, seams, pose)) continue;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a contact on both outlines is judged by one",
      after: "isOnBoth",
      find: "          : hasOutline(seamsA, poseA, other, 1);",
      replace: "          : hasOutline(seamsB, poseB, other, -1);",
      tests: ["query/seams_test.ts"],
    },
    {
      name: "where both parts have a seam, A's edges take its place",
      find: "if (sign > 0 ? onA : onB) continue;",
      replace: "if (sign > 0 ? onA : !onA) continue;",
      tests: ["query/seams_test.ts"],
    },
    {
      name: "where both parts have a seam, the first edges that are found take its place",
      find: "? AXIS[AXIS_GAP] <= gap :",
      replace: "? true :",
      tests: ["query/seams_test.ts"],
    },
  ]),
  ...breaks("src/query/compound/distance.ts", [
    {
      name: "of large bodies the first pair bounds the distance",
      find: "bound = trial.distance > 0 ? trial.distance : 0;\n    }",
      replace: "bound = trial.distance > 0 ? 0.9 * trial.distance : 0;\n    }",
      tests: TREE_TESTS,
    },
    {
      name: "parts that touch end the search for those that overlap",
      find: "if (!signed && best.distance === 0) break;",
      replace: "if (best.distance === 0) break;",
      tests: SEAM_TESTS,
    },
    {
      name: "a distance looks at parts beyond the nearest",
      find: "if (best.distance < bound) bound = best.distance > 0 ? best.distance : 0;",
      replace: "",
      tests: TREE_TESTS,
    },
  ]),
  ...breaks("src/query/compound/near_parts.ts", [
    {
      name: "what comes near a body is sought where it would be without its radii",
      find: "REGION[REGION_R] += REACH[0];",
      replace: "REGION[REGION_R] += 0;",
    },
    {
      name: "a pose that scales is taken for one that turns",
      find: "(NOISE + skewOf(poseT)) * size;",
      replace: "NOISE * size;",
    },
    {
      name: "bodies that turn are sought where their frames start",
      find: "+ far * chordT + REACH[0]",
      replace: "+ REACH[0]",
    },
    {
      name: "a part that turns is sought where it starts",
      find: "+ spread + far * chordT",
      replace: "+ far * chordT",
    },
    {
      name: "a pose that shrinks the parts shrinks their radii",
      find: "Math.max(1 - square, 0) * extent + LEAST_NOISE",
      replace: "LEAST_NOISE",
    },
  ], TREE_TESTS),
  ...breaks("src/query/compound/outline.ts", [
    {
      name: "contacts beside the tile that a body lies on come and go as it trembles",
      find: "Math.abs(mx * y - my * x) <= LEANS && along > 0",
      replace: "false",
      tests: SEAM_TESTS,
    },
    {
      name: "a body that leans is held at any corner, wherever it touches",
      find: "if (!isThere) return false;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "one that leans over a straight outline is held by a corner",
      find: "if (!(isStraight ? Math.abs(turn) <= SAME : turn > SAME)) return false;",
      replace: "if (isStraight && !(Math.abs(turn) <= SAME)) return false;",
      tests: SEAM_TESTS,
    },
    {
      name: "one that leans is as far away as along its own normal",
      find: "p.separation /= along;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a way out that leads into the next part",
      after: "export function endsInTheOpen",
      find: "if (edge >= 0) return edge === 1;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a ray along a side begins between that and another part wherever it begins",
      find: "? !isCovered(seams, i)",
      replace: "? false",
      tests: SEAM_TESTS,
    },
    {
      name: "a ray along a seam comes in at the end that it leaves by",
      find: "(from < to ? list[0] : -list[list.length - 1])",
      replace: "(from > to ? list[0] : -list[list.length - 1])",
      tests: SEAM_TESTS,
    },
    {
      name: "a ray into a groove has the normal of the first side that faces it",
      find: "if (way < least) {",
      replace: "if (way < least && !isFound) {",
      tests: SEAM_TESTS,
    },
    {
      name: "what slides along a floor passes over the foot of a ramp",
      find: "if (!takeSide(seamsA!, poseA, d, 1)) return IS_SEAM | leads;",
      replace: "return IS_SEAM | leads;",
      tests: SEAM_TESTS,
    },
    {
      name: "a floor that moves passes over the foot of a ramp",
      find: "if (!takeSide(seamsB!, poseB, d, -1)) return IS_SEAM | leads;",
      replace: "return IS_SEAM | leads;",
      tests: SEAM_TESTS,
    },
    {
      name: "a side of B stops it where A's outline has no such normal",
      find: "if (!isOutline(seamsA, poseA)) return IS_SEAM | leads;",
      replace: "",
      tests: CASTS_TESTS,
    },
    {
      name: "a part with only a corner on a side stops what slides along that",
      find: "if (Math.abs(x * V[LOCAL_NORMAL + 1] - y * V[LOCAL_NORMAL]) > SAME) continue;",
      replace: "continue;",
      tests: SEAM_TESTS,
    },
    {
      name: "a wall is as covered as where most of it is touched",
      find: "half > 0 && way <= half",
      replace: "half < 0 && way <= half",
      tests: CASTS_TESTS,
    },
    {
      name: "a wall is open where the floor before it ends",
      find: "  half -= 32 * V[TOLERANCE];\n",
      replace: "",
      tests: CASTS_TESTS,
    },
    {
      name: "a tile's corner leans back against who slides on the floor",
      find:
        "if (isOutline(seamsA, poseA)) most = Math.max(most, V[NORMAL] * d.x + V[NORMAL + 1] * d.y);",
      replace: "if (isOutline(seamsA, poseA)) most = Math.max(most, -Infinity);",
      tests: SEAM_TESTS,
    },
    {
      name: "the corner of who slides leans back against the tiles",
      find:
        "if (isOutline(seamsB, poseB)) most = Math.max(most, -(V[NORMAL] * d.x + V[NORMAL + 1] * d.y));",
      replace: "if (isOutline(seamsB, poseB)) most = Math.max(most, -Infinity);",
      tests: SEAM_TESTS,
    },
    {
      name: "rays that start in a nook have the normal of a seam",
      find: "if (!takeSide(seams, pose, null, 1)) return false;",
      replace: "return false;",
      tests: GRID_TESTS,
    },
    {
      name: "a part of B ends where a part of A would",
      find: "let at = sign > 0 ? AXIS_BX : AXIS_AX;",
      replace: "let at = AXIS_BX;",
      tests: SEAM_TESTS,
    },
    {
      name: "a ray that starts at a corner asks one part for its side",
      find: "const seams = ground.seams[groundAt(body, k)];",
      replace: "const seams = body;",
      tests: ["query/seams_test.ts"],
    },
    {
      name: "a ray that starts on a side gets any in line with it",
      find: "if (along < -near || along > length + near) continue;",
      replace: "",
      tests: ["query/seams_test.ts"],
    },
  ]),
  ...breaks("src/query/compound/outline_contacts.ts", [
    {
      name: "a way out that is enough but for rounding is not enough",
      find: "stays = behind > V[TOLERANCE] &&",
      replace: "stays = behind > 0 &&",
      tests: SEAM_TESTS,
    },
    {
      name: "a support function over a seam has one point",
      find: "ends = smooth!.findSide(shape, shapePose);",
      replace: "ends = Math.min(smooth!.findSide(shape, shapePose), 1);",
      tests: SIDES_TESTS,
    },
    {
      name: "a contact in a seam's place forgets the other end's radius",
      find: "h1 = x * nx + y * ny - shape.radius;",
      replace: "h1 = x * nx + y * ny;",
      tests: SEAM_TESTS,
    },
    {
      name: "a side that is covered in places wins without a point",
      find: "    if (count === 0) continue;\n",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a contact with a far side in a seam's place stays",
      find: "if (s >= d) continue;",
      replace: "continue;",
      tests: SEAM_TESTS,
    },
    {
      name: "a long part is parted at its far end, not at its seam",
      find: "const isBySeam = ml > 0 && lost[o + 2] < s * ml;",
      replace: "const isBySeam = false;",
      tests: SEAM_TESTS,
    },
    {
      name: "the seams of two bodies that lie flush come and go as one trembles",
      find: "contacts[next] = spares[next];",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a part of a flush side that trembles is the way out of the other",
      find: "e <= 2 * g &&",
      replace: "e < -Infinity &&",
      tests: SEAM_TESTS,
    },
    {
      name: "a bar that leans is flush with the floor it stands in",
      find: "e <= 2 * g &&",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "flush parts are each other's way out",
      find: "if (isSameDirection(m, n)) {",
      replace: "if (isSameDirection(m, n) && d === BESIDE) {",
      tests: SEAM_TESTS,
    },
    {
      name: "a contact that only comes near is a way out",
      find: "if (g < 0 || d === BESIDE) continue;",
      replace: "if (d === BESIDE) continue;",
      tests: SEAM_TESTS,
    },
    {
      name: "a contact stays beside one of another line",
      find: "return Math.abs(off) <= V[TOLERANCE];",
      replace: "return true;",
      tests: GRID_TESTS,
    },
    {
      name: "a contact stays beside none",
      find: "stays ||= isBeside(contact, contacts[k], signs[next]);",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "the corner between parts that overlap holds nothing",
      find: "if (count === 0 && seams.inner[i] === 2 && h0 <= margin) {",
      replace: "if (count > 2) {",
      tests: SEAM_TESTS,
    },
    {
      name: "the corner between parts that overlap as deep as what is behind it",
      find: "const h = h1 + (end - a1) / (a0 - a1) * (h0 - h1);",
      replace: "const h = h0;",
      tests: SEAM_TESTS,
    },
    {
      name: "what passes a seam's line passes where its part ends",
      find: "!(isBySeam",
      replace: "!(isBySeam && signs[next] === 0",
      tests: SEAM_TESTS,
    },
    {
      name: "what passes a seam's line has no part in front",
      find: "if (!isOpenInFront(seams, pose)) return false;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "no way out past the next part, however far",
      find: "stays = behind > V[TOLERANCE] &&",
      replace: "stays =",
      tests: SEAM_TESTS,
    },
    {
      name: "contacts in seams' places are judged as they come",
      find: "if (depths[k] < depths[next]) next = k;",
      replace: "if (depths[next] === JUDGED) next = k;",
      tests: SEAM_TESTS,
    },
    {
      name: "a way out that is enough but for rounding is none",
      find: "stays = behind > V[TOLERANCE] &&",
      replace: "stays = behind > 0 &&",
      tests: SEAM_TESTS,
    },
    {
      name: "what passes a seam's line may end in a part of its own",
      find: "  return isOpenInFront(otherSeams, otherPose);",
      replace: "  return true;",
      tests: SEAM_TESTS,
    },
    {
      name: "a seam of B's is passed the other way",
      find: "const way = sign * lost[o + 2]",
      replace: "const way = lost[o + 2]",
      tests: SEAM_TESTS,
    },
    {
      name: "a way out that leads into the next part of B",
      find: "endsInTheOpen(SA, poseA, 1) && endsInTheOpen(SB, poseB, -1));",
      replace: "endsInTheOpen(SA, poseA, 1));",
      tests: SEAM_TESTS,
    },
    {
      name: "a contact stays when any of several ways out is none",
      find: "if (!stays) break;",
      replace: "if (stays) break;",
      tests: SEAM_TESTS,
    },
  ]),
  ...breaks("src/query/compound/part_tree.ts", [
    {
      name: "a box of parts is looked at as half as wide",
      find: "const w = 0.5 * (maxX - minX);",
      replace: "const w = 0.25 * (maxX - minX);",
    },
    {
      name: "parts beside the way of a cast, as seen from across it, are left out",
      find: "Math.abs(ny) * h + r\n",
      replace: "Math.abs(ny) * h\n",
    },
    {
      name: "the tree looks at the start of the way only",
      find: "const rx = r + Math.abs(dx);",
      replace: "const rx = r;",
    },
    {
      name: "parts are looked at in the order of the tree",
      find: "for (let word = low; word <= high; word++) {",
      replace: "for (let word = high; word >= low; word--) {",
    },
    {
      name: "a box that is missed takes the next one with it",
      find: "next[node] = at;",
      replace: "next[node] = at + 1;",
    },
    {
      name: "a short way's square underflows",
      find: "const ex = side > 0 ? dx / side : 0;\n    const ey = side > 0 ? dy / side : 0;",
      replace: "const ex = dx;\n    const ey = dy;",
    },
  ], TREE_TESTS),
  ...breaks("src/query/compound/ray_cast.ts", [
    {
      name: "rays that start on a body have the normal of a seam",
      find: "          !takeOutline(hit, seam, pose);",
      replace: "          false;",
    },
    {
      name: "rays get in between parts that rounding has put beside each other",
      find: "seam !== null && seam.loose.length > 0 && (",
      replace: "seam !== null && seam.loose.length < 0 && (",
      tests: SEAM_TESTS,
    },
    {
      name: "rays get in between parts as far as the side of one",
      find: "(!isHit || isSeamHit) &&",
      replace: "!isHit &&",
      tests: SEAM_TESTS,
    },
    {
      name: "rays that hit the side of a gap have the normal of a seam",
      find: "if (isFirstSeam && first.fraction > 0) takeFace(",
      replace: "if (isFirstSeam && first.fraction < 0) takeFace(",
      tests: SEAM_TESTS,
    },
  ], GRID_TESTS),
  ...breaks("src/query/compound/seams.ts", [
    {
      name: "a cover at a small angle is stepped over",
      find: "const back = Math.min(1024 * near,",
      replace: "const back = Math.min(64 * near,",
      tests: SEAM_TESTS,
    },
    {
      name: "parts placed around one point are at points of their own",
      find: "this.#listNear(v, 1)[0]?.group ?? number",
      replace: "number",
      tests: SEAM_TESTS,
    },
    {
      name: "edges that end beside a place by rounding do not end there",
      find: "near.length === 1 ? near[0]",
      replace: "near.length > 0 ? near[0]",
      tests: SEAM_TESTS,
    },
    {
      name: "places without ends are asked for theirs",
      find: "  places.keepEnds();\n",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "a place is looked for in its own cell of the grid",
      find: "i = Math.floor((v.x - near) / size); i <= endX; i++",
      replace: "i = endX; i <= endX; i++",
      tests: SEAM_TESTS,
    },
    {
      name: "of the parts around a hub all are looked at for each edge",
      find: "if (to - from > least) others.push(shapes[m]);",
      replace: "others.push(shapes[m]);",
      tests: SEAM_TESTS,
    },
    {
      name: "a part that covers half of an edge is passed over",
      find: "if (to - from > least) others.push(shapes[m]);",
      replace: "if (to - from > 0.6 * l) others.push(shapes[m]);",
      tests: SEAM_TESTS,
    },
    {
      name: "ground is looked for behind the lines of the edges' other sides",
      find: "lines[i + 1] * y - lines[i + 2] <= reach) i += 3;",
      replace: "lines[i + 1] * y - lines[i + 2] >= reach) i += 3;",
      tests: TREE_TESTS,
    },
    {
      name: "any corner of a pinched outline",
      find: "if (turn < least) {",
      replace: "if (at === 0) {",
      tests: SEAM_TESTS,
    },
    {
      name: "an edge that is covered from its start on is on the outline there",
      find: "begin <= 1024 * near ? -Infinity : begin",
      replace: "begin",
      tests: SEAM_TESTS,
    },
    {
      name: "ground is looked for in front of one end of an edge",
      after: "function listOthers",
      find: "REGION[REGION_DX] = dx;",
      replace: "REGION[REGION_DX] = 0;",
      tests: TREE_TESTS,
    },
    {
      name: "a wall is covered in the corner where the floor's ground ends",
      find: "along < stretches[k + 1] - 16 * near",
      replace: "along < stretches[k + 1] + 16 * near",
      tests: SEAM_TESTS,
    },
    {
      name: "a wall is covered in the corner where the floor's ground begins",
      find: "stretches[k] + 16 * near < along",
      replace: "stretches[k] - 16 * near < along",
      tests: SEAM_TESTS,
    },
  ]),
  ...breaks("src/query/compound/shape_cast.ts", [
    {
      name: "parts that overlap by rounding do not touch but overlap",
      find: "const touches = hit.depth <= V[TOLERANCE];",
      replace: "const touches = hit.depth === 0;",
      tests: GRID_TESTS,
    },
    {
      name: "who grazes a tile within the target is pushed out for ever",
      find: "if (kind !== LEADS) hit.fraction = 1;",
      replace: "",
      tests: SEAM_TESTS,
    },
    {
      name: "who is pushed out of a floor is held by a seam in it",
      find: "if (kind !== LEADS) hit.fraction = 1;",
      replace: "if ((kind & LEADS) === 0) hit.fraction = 1;",
      tests: CASTS_TESTS,
    },
    {
      name: "who lands on a joint of tiles gets the normal of a seam",
      find: "(kind & IS_SEAM) !== 0 ? SEAM : kind === 0 ? GRAZES : STOPS",
      replace: "kind === 0 ? GRAZES : STOPS",
      tests: SEAM_TESTS,
    },
    {
      name: "what a body grazes stands before what stops it there",
      find: "kind === 0 ? GRAZES : STOPS",
      replace: "STOPS",
      tests: ["query/compound_test.ts"],
    },
  ]),
  ...breaks("src/query/compound/support.ts", [
    {
      name: "of parts that reach equally far the first in the tree counts",
      find: "(s === furthest && k < best)",
      replace: "false",
    },
    {
      name: "what reaches as far to within rounding is passed over",
      find: "reach(boxes, node, lx, ly) + slack < furthest",
      replace: "reach(boxes, node, lx, ly) <= furthest + slack",
    },
  ], TREE_TESTS),
  ...breaks("src/query/compound/time_of_impact.ts", [
    {
      name: "impacts with seams stop what slides over them",
      find: "START[0] = found.distance;",
      replace: "",
      tests: ["query/compound_test.ts"],
    },
    {
      name: "impacts with joints stop what slides over them",
      find: "isBeside = AXIS[AXIS_GAP] >= found.distance - slack;",
      replace: "",
      tests: IMPACT_TESTS,
    },
    {
      name: "what stands in the way of a body that slides is a joint",
      find: "isBeside = AXIS[AXIS_GAP] >= found.distance - slack;",
      replace: "isBeside = true;",
      tests: IMPACT_TESTS,
    },
    {
      name: "impacts beside seams keep the seam's normal",
      find: "if (!(trial.distance <= earliest.distance)) continue;",
      replace: "continue;",
      tests: ["query/compound_test.ts"],
    },
    {
      name: "what a way is to points without a size is nothing to large bodies",
      find: "if (A.tree !== null || B.tree !== null) {\n      // The tolerance of two",
      replace: "if (false) {\n      // The tolerance of two",
      tests: TREE_TESTS,
    },
    {
      name: "of several impacts the shallower",
      find: "impact.distance < other.distance)",
      replace: "impact.distance > other.distance)",
      tests: SEAM_TESTS,
    },
    {
      name: "parts are looked for as if there were no target",
      find: 'if (typeof targetSeparation === "number") target = targetSeparation;',
      replace: "",
      tests: TREE_TESTS,
    },
  ]),
];
