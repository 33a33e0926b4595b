import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reference } from "../../src/app/reference.ts";

test("docs/reference.md is what the commands say of themselves; else run scripts/reference.mjs", async () => {
  expect(readFileSync("docs/reference.md", "utf8")).toBe(await reference());
});
