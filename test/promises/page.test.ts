import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { page } from "../../scripts/promising/page.mjs";
import { promises, proofsOf } from "../../scripts/promising/promises.mjs";

const root = resolve(import.meta.dirname, "../..");

test("docs/promises.md tells the promises, the proofs there are, and the last whole runs", () => {
  expect(readFileSync(join(root, "docs", "promises.md"), "utf8")).toBe(page(root));
});

test("Each promise has a proof", () => {
  const ids = Object.values(promises).flatMap((group) => Object.keys(group));
  expect(ids.filter((id) => proofsOf(root, id).length === 0)).toEqual([]);
  for (const path of ids.flatMap((id) => proofsOf(root, id))) {
    expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  }
});
