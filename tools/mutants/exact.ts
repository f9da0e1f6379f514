/**
 * Exact predicates.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";
import { CAST_TESTS, INSIDE_TESTS, SIGN_TESTS } from "./suites.ts";

export const EXACT: readonly Mutant[] = [
  ...breaks("src/kernel/double_double.ts", [
    {
      name: "determinants of vectors with rests cancel without expansions",
      find: "if (ux1 === 0 && uy1 === 0 && vx1 === 0 && vy1 === 0) return;",
      replace: "if (ux1 === 0 || uy1 === 0 && vx1 === 0 && vy1 === 0) return;",
      tests: INSIDE_TESTS,
    },
    {
      name: "determinants of tiny vectors not scaled",
      find: "if (abs(l) + abs(r) < SMALL) {",
      replace: "if (false) {",
      tests: CAST_TESTS,
    },
  ]),
  ...breaks("src/kernel/exact.ts", [
    {
      name: "ends of an edge not asked where products underflow",
      find: "if (!(gap > 0)) return;",
      replace: "return;",
      tests: ["fixtures/found_test.ts"],
    },
    {
      name: "filter bound too small",
      find: "DETERMINANT_BOUND: f64 = 3.3306690738754716e-16",
      replace: "DETERMINANT_BOUND: f64 = 1e-18",
    },
    {
      name: "exact path of the determinant missing",
      find: "  preciseCross();\n}\n\n/** W[slot] = scale",
      replace: "}\n\n/** W[slot] = scale",
    },
    {
      name: "differences taken for exact",
      find: "isExact(OPERANDS + 2, OPERANDS) &&\n" +
        "    isExact(OPERANDS + 3, OPERANDS + 1) && isExact(OPERANDS + 6, OPERANDS + 4) &&\n" +
        "    isExact(OPERANDS + 7, OPERANDS + 5)",
      replace: "true",
    },
    {
      name: "small products not scaled",
      find: "det === 0 && abs(left) + abs(right) >= SMALL && isExact",
      replace: "det === 0 && isExact",
    },
    {
      name: "what is left of a determinant not scaled",
      find: "  if (abs(W[VALUE]) < SMALL) scaledCross();\n",
      replace: "",
    },
    {
      name: "a square that underflows is no part of a distance",
      find: "((x !== 0 && xx === 0) || (y !== 0 && yy === 0))",
      replace: "false",
      tests: ["kernel/mutants_test.ts"],
    },
    {
      name: "squares that underflow taken for exact",
      find: "(vx === 0 || xx > SMALL) && (vy === 0 || yy > SMALL) &&",
      replace: "",
    },
    {
      name: "the scan of the boundary takes differences that round for exact",
      find: "return x - (d + v) === 0 && v - y === 0;",
      replace: "return x - (d + v) !== 0 && v - y === 0;",
      tests: SIGN_TESTS,
    },
    {
      name: "radii measured at the scale of one coordinate",
      find: "max(R, max(abs(vx), abs(vy)))",
      replace: "max(R, abs(vy))",
      tests: INSIDE_TESTS,
    },
    {
      name: "expansion loses the low half of a product",
      find: "if (lo2 !== 0) W[h + n++] = lo2;",
      replace: "",
    },
    {
      name: "sum of expansions loses the carry",
      find: "if (q !== 0) W[h + n++] = q;\n  return n;\n}\n\n/** W[h…] = e · W[b]",
      replace: "return n;\n}\n\n/** W[h…] = e · W[b]",
    },
    {
      name: "sum of the radii taken for exact",
      find: "if ((ra - (R - part)) + (rb - part) === 0) {",
      replace: "if (R >= 0) {",
    },
    {
      name: "squares taken for exact",
      find: "W[PRODUCT1] === 0 && W[PRODUCT2] === 0 && W[CROSS] === 0",
      replace: "square >= 0",
    },
  ]),
];
