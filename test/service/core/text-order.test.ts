import { expect, test } from "vitest";
import { inTextOrder } from "../../../src/service/core/text-order.ts";

test("Ids stand byte by byte, in no language's order", () => {
  expect(["b", "a", "B", "ä", "Z"].sort(inTextOrder)).toEqual(["B", "Z", "a", "b", "ä"]);
});
