import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writeOperations } from "../../tools/build.ts";

describe("the build", () => {
  it("writeOperations() writes the kernel's operations out, one within another, too", () => {
    assertEquals(
      writeOperations("const k = 2 + b2i(a(x) > int(W[3])) & -b2i(!(y > 0));"),
      "const k = 2 + +(a(x) > ((W[3]) | 0)) & -+(!(y > 0));",
    );
    assertEquals(
      writeOperations("int(W[b2i(p) << 1]) + b2i(q)"),
      "((W[+(p) << 1]) | 0) + +(q)",
    );
  });

  it("writeOperations() leaves definitions, and functions whose names only end alike", () => {
    const code = "const b2i = (x) => +x; print(x); out.int(y); b2i2(z); b2i;";
    assertEquals(writeOperations(code), code);
  });
});
