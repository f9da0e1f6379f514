import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { declareModules } from "../../tools/declarations.ts";

const SOURCES: Record<string, string> = {
  "mod.ts": `export { Base, Derived } from "./src/base.ts";
`,
  "src/base.ts": `import { Hidden } from "./hidden.ts";
import { Public } from "./public.ts";
/** For nobody. @internal */
export const KEY: unique symbol = Symbol();
/** One. */
export class Base {
  /** Shown. */
  readonly shown: Public = new Public(1);
  /**
   * Not shown.
   * @internal
   */
  readonly hidden: Hidden = new Hidden();
  /** For functions. @internal */
  constructor() {}
  /** Not shown. @internal */
  work(): Hidden {
    return this.hidden;
  }
}
/** Two. */
export class Derived extends Base {
  #secret = 1;
  /** For functions. @internal */
  constructor() {
    super();
  }
}
`,
  "src/hidden.ts": "export class Hidden {}\n",
  "src/public.ts": `/** Anybody makes one. */
export class Public {
  /** Makes it. */
  constructor(readonly value: number) {}
}
`,
};

describe("the declarations of the package", () => {
  it("declareModules() leaves out what is internal, and modules that only this needs", async () => {
    const texts = await declareModules(["mod.ts"], (path) => Promise.resolve(SOURCES[path]));
    assertEquals([...texts.keys()].sort(), ["mod.ts", "src/base.ts", "src/public.ts"]);
    assertEquals(
      texts.get("src/base.ts"),
      `import { Public } from "./public.js";
/** One. */
export declare class Base {
    #private;
    protected constructor();
    /** Shown. */
    readonly shown: Public;
}
/** Two. */
export declare class Derived extends Base {
    private constructor();
    #private;
}
`,
    );
    assertEquals(texts.get("src/public.ts")!.includes("    constructor(value: number);"), true);
  });
});
