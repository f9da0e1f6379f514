/**
 * One-sided segments.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { CHAIN_TESTS } from "./suites.ts";

export const CHAINS: readonly Mutant[] = [
  ...breaks("src/query/chain_contact.ts", [
    {
      name: "normals of a corner at notches too",
      find: "if (!isConvex(arc, end)) return SNAP;",
      replace: "",
    },
    {
      name: "normals of a sharp corner no further than a right angle",
      find: "(isAgainst && Math.abs(along) <= EQUAL)",
      replace: "isAgainst",
    },
    {
      name: "normals against a segment's own but for rounding",
      find: "(isAgainst && Math.abs(along) <= EQUAL)",
      replace: "false",
    },
    {
      name: "contacts beside the link that a body lies on come and go as it trembles",
      find: "if (part === NEIGHBOUR) return collideLeaning(arc, F);",
      replace: "if (part === NEIGHBOUR) return none(arc, F);",
    },
    {
      name: "straight sides of support functions lose them",
      find: "count > 1 || W[MANIFOLD_POINTS + 3] !== 0",
      replace: "false",
    },
    {
      name: "a corner of a support function loses them",
      find: "count > 1 || W[MANIFOLD_POINTS + 3] !== 0",
      replace: "count > 1",
      tests: ["query/sides_test.ts"],
    },
    {
      name: "wheels have them too",
      find: "b.support === null ? b.count > 1 :",
      replace: "b.support === null ? true :",
    },
    {
      name: "a side may lean by any angle",
      find: "inside >= -LEANS && mx * x + my * y > 0",
      replace: "mx * x + my * y > 0",
    },
    {
      name: "a side that leans keeps its own normal",
      find: "writeNormal(arc, normalAt(end), F);",
      replace: "for (let c = 0; c < 2; c++) " +
        "W[MANIFOLD_NX + c] = F[LEANING_MANIFOLD + c];",
    },
    {
      name: "its points stay between the surfaces along that",
      find: "W[MANIFOLD_NX + k] = F[LEANING_MANIFOLD + k] + 0.5 * separation * turnX;",
      replace: "W[MANIFOLD_NX + k] = F[LEANING_MANIFOLD + k];",
    },
    {
      name: "a free end met at a right angle at most",
      find: "if (isFree(a, end)) return ACCEPT;",
      replace: "",
    },
    {
      name: "smooth shapes on a segment's edge without their radius",
      find: "W[MANIFOLD_POINTS + 2] = s - b.radius;",
      replace: "W[MANIFOLD_POINTS + 2] = s;",
    },
    {
      name: "segments of a chain know nothing beyond their neighbours",
      find: "if (isFreed(b, level)) return true;",
      replace: "",
    },
    {
      name: "a contact of another segment need not free this one",
      find: "F[OTHER] + noise < F[DEPTH] && F[NEXT] - b.radius >= -F[OTHER] - noise",
      replace: "F[OTHER] + noise < F[DEPTH]",
    },
    {
      name: "another segment frees this one, however deep",
      find: "F[OTHER] + noise < F[DEPTH] && F[NEXT] - b.radius >= -F[OTHER] - noise",
      replace: "F[NEXT] - b.radius >= -F[OTHER] - noise",
    },
    {
      name: "other segments hold bodies from behind",
      find: "F[OTHER] < F[DEPTH] && hasInFront(s, b, F)",
      replace: "F[OTHER] < F[DEPTH]",
    },
    {
      name: "neighbour reached where the body's lowest point leaves it",
      find: "const meets = F[CENTER_ALONG] + t * (along - F[CENTER_ALONG]);",
      replace: "const meets = along;",
    },
    {
      name: "smooth shapes pushed off a segment at the wrong place",
      find: "W[MANIFOLD_POINTS] = F[2] * ux - F[3] * uy + F[0];",
      replace: "W[MANIFOLD_POINTS] = F[2] * ux + F[3] * uy + F[0];",
    },
    {
      name: "a concave joint lets go whom it should hold",
      find: "  return findJoint(a, b, F, end);",
      replace: "  return false;",
    },
    {
      name: "what is over a joint by a rounding falls between the segments",
      find: "if (Math.abs(beyond) <= F[OWN_NOISE]) {",
      replace: "if (beyond === 0) {",
    },
    {
      name: "what is over a joint by a rounding is looked for at the other end",
      find: "const end = along > 0 ? SECOND : FIRST;",
      replace: "const end = along > 0 ? FIRST : SECOND;",
    },
    {
      name: "a joint holds as deep as the body goes",
      find: "const f = before / (before - beyond);",
      replace: "const f = 1;",
    },
    {
      name: "a joint's contact named after the last corner that was looked at",
      find: "  F[CORNER_INDEX] = index;\n  F[CORNER_NX] = arc[ARC_N1];",
      replace: "  F[CORNER_NX] = arc[ARC_N1];",
    },
    {
      name: "a joint holds whom the neighbour holds",
      find: "if (sign * along >= 0) return false;",
      replace: "",
    },
    {
      name: "a neighbour holds whose lowest point is not beside it",
      find: "if (sign * along >= 0) return false;",
      replace: "return false;",
    },
    {
      name: "a neighbour that leans over holds",
      find: "if (nx * arc[k] + ny * arc[k + 1] >= 0) {",
      replace: "{",
    },
  ], CHAIN_TESTS),
  ...breaks("src/shapes/chain.ts", [
    {
      name: "a chain that goes straight back is straight",
      find: "turn > 0 || isBack ? 1 : 0",
      replace: "turn > 0 ? 1 : 0",
    },
    {
      name: "a loop of segments ends where it begins",
      find: "return loop ? this.#all.at(k < 0 ? k + count : k - count) : null;",
      replace: "return null;",
    },
    {
      name: "segments moved to another pose are taken for those of this one",
      find: "if (last?.x === x && last.y === y && last.cos === cos && last.sin === sin) return",
      replace: "if (last !== undefined) return",
    },
  ], CHAIN_TESTS),
];
