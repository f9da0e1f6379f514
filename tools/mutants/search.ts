/**
 * The search: supports, the simplex, warm starts.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { SIGN_TESTS, SMOOTH_TESTS, TRACE_TESTS, WARM_TESTS } from "./suites.ts";

export const SEARCH: readonly Mutant[] = [
  ...breaks("src/kernel/resume.ts", [
    {
      name: "hairs are known by what was closest",
      find: "if (VA[INNER] + VB[INNER] === -Infinity) return COLD;",
      replace: "",
      tests: ["contract/posed_sign_test.ts"],
    },
    {
      name: "warm start keeps a triangle that the origin has left",
      find: "rx * py - ry * px > E * (abs(px - rx) + abs(py - ry))",
      replace: "rx * py - ry * px > -1e300",
      tests: WARM_TESTS,
    },
    {
      name: "warm start keeps a triangle that the origin may have left by rounding",
      find: "qx * ry - qy * rx > E * (abs(rx - qx) + abs(ry - qy))",
      replace: "qx * ry - qy * rx > E * (abs(rx - qx) + (ry - qy))",
      tests: SIGN_TESTS,
    },
    {
      name: "warm start searches anew where its triangle holds the origin",
      find: "return holdsOrigin(VA, nA, VB, nB, pa, pb, qa, qb, ra, rb);",
      replace: "return COLD;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start keeps vertices without proof",
      find:
        "const ahead: f64 = mx * VB[y + 1] - my * VB[y], behind: f64 = VB[z] * my - VB[z + 1] * mx;",
      replace: "const ahead: f64 = 1, behind: f64 = 1;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start looks at one side of a vertex only",
      find: "const ahead: f64 = mx * VA[y + 1] - my * VA[y],",
      replace: "const ahead: f64 = 1,",
      tests: WARM_TESTS,
    },
    {
      name: "warm start sees a corner of A as good as straight from the far side",
      find: "if (nA > 2 && ahead <= hidden && behind <= hidden) return COLD;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start sees a corner of B as good as straight from the far side",
      find: "if (nB > 2 && ahead <= hidden && behind <= hidden) return COLD;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start takes the vertices of overlapping cores for the closest",
      find: "const mx: f64 = -(bc * wx + bs * wy), my: f64 = bs * wx - bc * wy;",
      replace: "const mx: f64 = bc * wx + bs * wy, my: f64 = bc * wy - bs * wx;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start keeps an edge though the vertex has neighbours nearer",
      find: "if (ahead < -ROUNDING) turn = 1;\n        else if (behind < -ROUNDING) turn = -1;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start keeps an edge that has been crossed",
      find: "if (!(core > clear)) return COLD;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start walks back from the end of the edge",
      find: "W[TURN] = turn;",
      replace: "W[TURN] = -turn;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start stays on an edge that the vertex has left",
      find: "if (turn === 0 && t > 1) turn = 1;",
      replace: "if (turn === 0 && t > 1e300) turn = 1;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start trusts a walk without proof",
      find: "    j = int(W[onEdge ? FACING : FB0]);\n",
      replace: "    return KEPT;\n",
      tests: WARM_TESTS,
    },
    {
      name: "warm start trusts indices of another shape",
      find: "if (count > 1 && (qa < 0 || qa >= nA || qb < 0 || qb >= nB)) return COLD;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start takes a corner for closest though an edge at it is parallel",
      find: "isMeasured = ahead > CROSSING && behind > CROSSING && PARALLEL * length > E;",
      replace: "",
      tests: WARM_TESTS,
    },
    {
      name: "warm start does not ask whether the radii reach",
      find: "if (!(isMeasured && d > E)) {",
      replace: "if (!isMeasured) {",
      tests: WARM_TESTS,
    },
    {
      name: "warm start takes the point of the edge from its far end",
      find: "ax = W[OPERANDS + (end << 1)] + (t - end) * ex;",
      replace: "ax = W[OPERANDS + 2 - (end << 1)] + (t - end) * ex;",
      tests: WARM_TESTS,
    },
    {
      name: "warm start looks at the wrong neighbour of a first vertex",
      find: "M0 - 2 + ((nI << 1) & ((f - 1) >> 31))",
      replace: "M0 - 2 + ((nI << 1) & (f >> 31))",
      tests: WARM_TESTS,
    },
    {
      name: "warm start walks from the far end of the edge",
      find: "} else if (turn > 0) k1 = k;",
      replace: "} else if (turn < 0) k1 = k;",
      tests: WARM_TESTS,
    },
  ]),
  ...breaks("src/kernel/search.ts", [
    {
      name: "search away from a point",
      find: "nx = -px;\n      ny = -py;\n      continue;",
      replace: "nx = px;\n      ny = py;\n      continue;",
    },
    {
      name: "edge normal on the wrong side",
      find: "nx = py - qy;\n    ny = qx - px;\n    // A triangle",
      replace: "nx = qy - py;\n    ny = px - qx;\n    // A triangle",
    },
    {
      name: "origin on the right of the first edge",
      find: "if ((ry - py) * px - (rx - px) * py >= 0) {",
      replace: "if ((ry - py) * px - (rx - px) * py <= 0) {",
    },
    {
      name: "triangle loses the end that the origin is beside",
      find: "if (inside ? c1 <= e1 : c1 < 0) {",
      replace: "if (!(inside ? c1 <= e1 : c1 < 0)) {",
    },
    {
      name: "triangle around the origin not noticed",
      find: "if (inside && c1 > e1 && c2 > e2) {",
      replace: "if (inside && c1 > 1e300) {",
      tests: TRACE_TESTS,
    },
    {
      name: "inside without regard to the noise",
      find: "if (inside && c1 > e1 && c2 > e2) {",
      replace: "if (inside) {",
    },
    {
      name: "apart without regard to the noise",
      find: "if (low > E * (abs(nx) + abs(ny)) + UNDERFLOW) {",
      replace: "if (low > 0) {",
    },
    {
      name: "B's rotation transposed in the support search",
      find: "my: f64 = rs * nx - rc * ny;",
      replace: "my: f64 = -rs * nx - rc * ny;",
    },
    {
      name: "side of the origin reversed for the walk",
      find: "turn = ny * rx - nx * ry < 0 ? -1 : 1;",
      replace: "turn = ny * rx - nx * ry < 0 ? 1 : -1;",
    },
    {
      name: "rounded shapes apart by less than the noise are apart",
      find: "const reach: f64 = R + E;",
      replace: "const reach: f64 = R - E;",
    },
    {
      name: "circles around the cores forget the radii",
      find: "VB[OUTER] + R + 2 * E;",
      replace: "VB[OUTER] + 2 * E;",
    },
    {
      name: "circles around the cores without the noise",
      find: "VB[OUTER] + R + 2 * E;",
      replace: "VB[OUTER] + R;",
    },
    {
      name: "circles inside the cores without the noise",
      find: "VB[INNER] - 2 * E;",
      replace: "VB[INNER];",
    },
    {
      name: "circles inside the cores have the radii twice",
      find: "inner += R;",
      replace: "inner += 2 * R;",
    },
    {
      name: "walk does not go around the last vertex",
      find: "i2 = (i2 + (nA & (i2 >> 31))) & ((i2 - nA) >> 31);",
      replace: "i2 = i2 < nA ? i2 + (nA & (i2 >> 31)) : i;",
      tests: TRACE_TESTS,
    },
    {
      name: "walk takes the edge of C that comes second",
      find: "way * (Nx * My - Ny * Mx);",
      replace: "way * (Ny * Mx - Nx * My);",
    },
    {
      name: "walk looks at A's edge behind",
      find: "NA + ((i + ((i2 - i) & (turn >> 31))) << 1);",
      replace: "NA + ((i2 + ((i - i2) & (turn >> 31))) << 1);",
    },
    {
      name: "walk goes on where the origin is beside",
      find: "(ofA ? y * Nx - x * Ny : x * My - y * Mx) <= 0;",
      replace: "(ofA ? y * Nx - x * Ny : x * My - y * Mx) >= 0;",
    },
    {
      name: "walk sees B's edge from inside",
      find: ": -(vx * Mx + vy * My);",
      replace: ": vx * Mx + vy * My;",
    },
    {
      name: "walk stops before an edge at right angles",
      find: "if (!(on > 0 || (on === 0 && out > 0))) break;",
      replace: "if (!(on > 0)) break;",
    },
    {
      name: "walk takes parallel edges for different ones",
      find: "if (abs(order) <= ROUNDING && nA > 1 && nB > 1) {",
      replace: "if (abs(order) < 0) {",
    },
    {
      name: "walk names the edge after its clockwise end",
      find: "W[EDGE] = k + ((k2 - k) & (turn >> 31));",
      replace: "W[EDGE] = k;",
    },
    {
      name: "the sides of a hair told apart by their normals",
      find: "if (inner === -Infinity) {",
      replace: "if (false) {",
    },
    {
      name: "poses that scale taken for turns by the search",
      find: "if (!(skew < SKEWED)) {",
      replace: "if (false) {",
    },
    {
      name: "the noise of the search is an eighth of what rounding does",
      find: "export const FRAME_NOISE: f64 = 1.7763568394002505e-15;",
      replace: "export const FRAME_NOISE: f64 = 2.220446049250313e-16;",
      tests: SIGN_TESTS,
    },
    {
      name: "products that underflow show a separating axis",
      find: "(abs(nx) + abs(ny)) + UNDERFLOW) {",
      replace: "(abs(nx) + abs(ny))) {",
    },
  ]),
  ...breaks("src/kernel/support.ts", [
    {
      name: "the peak of the signs is found without the last edge",
      find: "j < end; j += 2) {",
      replace: "j < end - 2; j += 2) {",
      tests: SMOOTH_TESTS,
    },
    {
      name: "bisection does not wrap around the polygon",
      find: "mid < n ? mid : mid - n) << 1)",
      replace: "mid) << 1)",
    },
    {
      name: "gallop steps over the descending run",
      find: "if (hi >= end) {",
      replace: "if (hi > (end << 1)) {",
    },
  ]),
];
