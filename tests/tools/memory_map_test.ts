import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkMemoryMap } from "../../tools/memory_map.ts";

const LAYOUT = `export const PAIRS: usize = 1_000;
export const SLOTS: usize = 2_000;
export const RESULTS: usize = 3_000;
export const BOX_EDGES: usize = 40_000;
export const EDGES4: usize = 256;
export const EDGES8: usize = 384;
`;

const PAGE = `| 7 | \`OFFSET\`: of another table |

## The WebAssembly memory

| from | what |
| 1 000            | \`PAIRS\`: pairs |
| 2 000 | \`SLOTS\` |
| 3 000 | \`RESULTS\` |
| 40 000 | \`BOX_EDGES\` |
| 50 000 | \`poses\` |
| behind the table | records of shapes, 352 bytes up to four points, 576 up to eight |
`;

describe("memory map", () => {
  it("checkMemoryMap() is content with a page that agrees", () => {
    assertEquals(checkMemoryMap(PAGE, LAYOUT, 50_000), []);
  });

  it("checkMemoryMap() finds other addresses and lengths, and what is missing", () => {
    const page = PAGE.replace("2 000", "2 008").replace("| 3 000 | `RESULTS` |\n", "")
      .replace("576", "528");
    assertEquals(checkMemoryMap(page, LAYOUT, 50_008), [
      "SLOTS is at 2000, the page says 2 008",
      "poses is at 50008, the page says 50 000",
      "RESULTS is not on the page",
      "records have 352 and 576 bytes, the page says 352 and 528",
    ]);
    assertEquals(checkMemoryMap("", LAYOUT, 50_000).length, 6);
  });
});
