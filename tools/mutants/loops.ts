/**
 * Loops.
 *
 * @module
 */
import { breaks, type Mutant } from "./mutant.ts";

export const LOOPS: readonly Mutant[] = [
  ...breaks("src/loop/frame_limiter.ts", [
    {
      name: "a timestamp that repeats is a frame time of 0",
      find: "if (timestamp > this.#last) {",
      replace: "if (timestamp >= this.#last) {",
      tests: ["loop/statistics_test.ts"],
    },
    {
      name: "the deadlines of a limiter begin anew with every frame",
      find: "      this.#n = 0;\n    }",
      replace: "      this.#n = 0;\n    }\n    this.#base = timestamp, this.#n = 0;",
      tests: ["loop/statistics_test.ts"],
    },
  ]),
  ...breaks("src/loop/game_loop.ts", [
    {
      name: "times of an epoch clock are compared as those of a page",
      find: "Math.max(SLACK * this.#min, 2 * Number.EPSILON * Math.abs(now))",
      replace: "SLACK * this.#min",
      tests: ["loop/game_loop_test.ts"],
    },
    {
      name: "a frame of a coarse clock is late",
      find: "ON_TIME * P * parts + COARSE",
      replace: "ON_TIME * P * parts",
      tests: ["loop/game_loop_test.ts"],
    },
  ]),
  ...breaks("src/loop/fixed_timestep.ts", [
    {
      name: "infinitely many steps are dropped at their length",
      find: "whole < Infinity ? whole * step : this.#acc",
      replace: "whole * step",
      tests: ["loop/fixed_timestep_test.ts"],
    },
  ]),
  ...breaks("src/loop/regularizer.ts", [
    {
      name: "what is paid back is taken for jitter",
      find: "this.#mean -= pay;",
      replace: "",
      tests: ["loop/fixed_timestep_test.ts"],
    },
    {
      name: "one frame pays all that it may",
      find: "if (Math.abs(this.#deficit) < PAYBACK) this.#paying = false;",
      replace: "this.#paying = false;",
      tests: ["loop/fixed_timestep_test.ts"],
    },
    {
      name: "a display is held on to until the median of 128 frames shows another",
      find: "if (this.#strays === STRAYS) this.#lock(0);\n    else ",
      replace: "",
      tests: ["loop/fixed_timestep_test.ts"],
    },
    {
      name: "strays need not come in a row",
      find: "this.#strays + 1 : 0;",
      replace: "this.#strays + 1 : this.#strays;",
      tests: ["loop/fixed_timestep_test.ts"],
    },
    {
      name: "no more than three steps a frame are recognised",
      find: "const WHOLE = 16;",
      replace: "const WHOLE = 3;",
      tests: ["loop/fixed_timestep_test.ts"],
    },
  ]),
];
