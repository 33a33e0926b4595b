/**
 * A report prints counted values: a literal number of failures would be printed regardless of the
 * result.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "..");

/** A zero that is part of the text of a report, not of an inserted value. */
function findConstantZeros(source: string): readonly string[] {
  return source
    .split(/\breport\(/)
    .slice(1)
    .map((rest) => rest.split(");")[0] ?? "")
    .filter((call) => /[`"]/.test(call) && /(?<![\w}.])0 [a-z]/.test(call));
}

test("no report has a constant zero", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.endsWith("proof-reports.test.ts"))
    .filter((name) => findConstantZeros(readFileSync(join(folder, name), "utf8")).length > 0);
  expect(files).toEqual([]);
});

test.each([
  `report("A1", \`\${rows} rows, 0 differences\`);`,
  `report(\n  "calls without a permission",\n  \`\${cases} calls, 0 writes\`,\n);`,
  'report(title, "0 writes");',
])("a constant zero is found in any report: %s", (source) => {
  expect(findConstantZeros(source)).toHaveLength(1);
});

test.each([
  `report("A1", \`\${rows} rows, \${differences} differences\`);`,
  `report("S16", \`\${10} requests at 1.0 s\`);`,
])("a counted value is accepted: %s", (source) => {
  expect(findConstantZeros(source)).toEqual([]);
});
