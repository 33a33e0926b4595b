import { expect, it } from "vitest";
import { refuseUnstorable } from "../../../src/service/database/unstorable.ts";

it("a text with NUL cannot be stored", () => {
  expect(() => refuseUnstorable(["a", 1, null, new Uint8Array([0]), "b"])).not.toThrow();
  for (const values of [["\0"], [1, "a\0b"]]) {
    expect(() => refuseUnstorable(values)).toThrow(
      "The text contains a character that cannot be stored, such as NUL. Remove it.",
    );
  }
});
