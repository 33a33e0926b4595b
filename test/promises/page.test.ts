import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { page } from "../../scripts/promising/page.mjs";
import { proofsOf } from "../../scripts/promising/promises.mjs";

const root = resolve(import.meta.dirname, "../..");

test("docs/promises.md tells the promises, the proofs there are, and the last whole runs", () => {
  expect(readFileSync(join(root, "docs", "promises.md"), "utf8")).toBe(page(root));
});

test("Each promise has a proof", () => {
  for (const id of ["P2"]) {
    const proofs = proofsOf(root, id);
    expect([id, proofs.length > 0, proofs.every((path) => existsSync(join(root, path)))]).toEqual([
      id,
      true,
      true,
    ]);
  }
});
