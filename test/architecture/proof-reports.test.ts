/**
 * A report of a guarantee prints counted values: a literal number would be printed regardless of
 * the result.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "..");

test("no report of a guarantee has a constant zero", () => {
  const literal =
    /report\(\s*"[A-Z]\d*",(?:(?!\);)[\s\S])*?[`"](?:(?!\);)[\s\S])*?(?<![\w}.])0 [a-z]/;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .filter((name) => literal.test(readFileSync(join(folder, name), "utf8")));
  expect(files).toEqual([]);
});
