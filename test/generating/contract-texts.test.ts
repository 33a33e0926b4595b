/**
 * Committed texts that are generated from the contract. Other tests compare the platform with the
 * tables of the contract, so only these texts show that a table has changed.
 */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { checkRules } from "../../scripts/generating/check-rules.mjs";
import { everyOperation } from "../../scripts/generating/every-operation.mjs";
import type { Generator } from "../../scripts/generating/generate.mjs";
import { inverses } from "../../scripts/generating/inverses.mjs";
import { oauthScopes } from "../../scripts/generating/oauth-scopes.mjs";
import { permissions } from "../../scripts/generating/permissions.mjs";
import { routePrefixes } from "../../scripts/generating/route-prefixes.mjs";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFile(join(root, file), "utf8");
/** Node.js sorts the exports of a module by name, and Vitest does not. */
const load = (...sources: readonly string[]) =>
  Promise.all(
    sources.map(async (source) => {
      const exports: Readonly<Record<string, unknown>> = await import(join(root, source));
      return Object.fromEntries(Object.entries(exports).sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  );

const generators: readonly (readonly [name: string, generator: Generator])[] = [
  ["permissions", permissions],
  ["inverses", inverses],
  ["rules", checkRules],
  ["routePrefixes", routePrefixes],
  ["oauthScopes", oauthScopes],
  ["everyOperation", everyOperation],
];

test.each(generators)("the text of %s is up to date", async (_, generator) => {
  const texts = Object.entries(await generator({ root, load, read }));
  expect(texts.length).toBeGreaterThan(0);
  for (const [file, text] of texts) {
    expect(await read(file), `Run npm run generate to update ${file}.`).toBe(text);
  }
});
