import { expect, test } from "vitest";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { assemble } from "../../../../src/service/engines/openapi/assemble.ts";
import { readSpecification } from "../../../../src/service/engines/openapi/read-specification.ts";
import { amount, sample, slowTest } from "../../../support/generators/amount.ts";
import { observeThreads } from "../../../support/machine/thread-tasks.ts";

const head = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";

const many = amount({ short: 20_000, full: 100_000 });

/** Nine lists, each with nine references to the previous one: a billion values in total. */
function laughs(width: number, levels: number, join: (aliases: string) => string): string {
  const lines = ["x-0: &a0 [lol]"];
  for (let level = 1; level <= levels; level++) {
    const aliases = Array(width)
      .fill(`*a${level - 1}`)
      .join(", ");
    lines.push(`x-${level}: &a${level} ${join(aliases)}`);
  }
  return `${head}${lines.join("\n")}\n`;
}

const bombs: Record<string, string> = {
  "a billion laughs": laughs(9, 9, (aliases) => `[${aliases}]`),
  "two to the power of sixty, by small steps": laughs(2, 60, (aliases) => `[${aliases}]`),
  "laughs that are merged": laughs(
    9,
    9,
    (aliases) => `{<<: [${aliases.replaceAll("a0", "a0")}]}`,
  ).replace("[lol]", "{a: lol}"),
  "laughs in mappings": laughs(
    2,
    40,
    (aliases) => `{a: ${aliases.split(", ")[0]}, b: ${aliases.split(", ")[1]}}`,
  ),
  "an alias inside what it stands for": `${head}x-a: &a [*a]\n`,
  "JSON of depth 100 000": `{"openapi":"3.0.0","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  "JSON of objects of depth 100 000": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "JSON that only opens": "[".repeat(5_000_000),
  "YAML of depth 100 000 in brackets": `${head}x: ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
  "YAML of depth 100 000 in dashes": `${head}x:\n  ${"- ".repeat(100_000)}1\n`,
  "YAML of depth 100 000 in question marks": `${"? ".repeat(100_000)}a\n`,
  "YAML of depth 2000 in columns": Array.from(
    { length: 2000 },
    (_, depth) => `${" ".repeat(depth)}a:\n`,
  ).join(""),
  "two million numbers of JSON": `{"openapi":"3.0.0","x":[${"1,".repeat(2_000_000)}1]}`,
  "two million numbers of YAML": `${head}x: [${"1,".repeat(2_000_000)}1]\n`,
  "two million empty objects": `[${"{},".repeat(2_000_000)}{}]`,
  "a file that is too large": `${head}# ${"x".repeat(21 * 1024 * 1024)}`,
};

test.each(sample(Object.entries(bombs), 6))(
  "an expanding document is refused before it expands: %s",
  async (_name, text) => {
    const before = process.memoryUsage().rss;
    const assembled = await assemble({ text }, async () => []);
    expect(assembled).toMatchObject({ faults: [{ code: "LIMIT" }] });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  },
);

slowTest("many aliases of small values are accepted", async () => {
  const uses = Array.from({ length: 5000 }, (_, index) => `  p${index}: *a\n`).join("");
  const text = `${head}x-shared: &a {description: shared}\nx-uses:\n${uses}`;
  expect(await assemble({ text }, async () => [])).toHaveProperty("version");
});

slowTest("hundreds of thousands of keys are parsed", async () => {
  const keys = Array.from({ length: many }, (_, index) => `  k${index}: 1\n`).join("");
  expect(await assemble({ text: `${head}x-many:\n${keys}` }, async () => [])).toHaveProperty(
    "version",
  );
});

slowTest("hundreds of thousands of errors, and long chains of references, terminate", async () => {
  const paths = Array.from({ length: many }, (_, index) => `"/p${index}":{"get":{}}`).join(",");
  const text = `{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{${paths}}}`;
  expect(await assemble({ text }, async () => [])).toHaveProperty("faults");
  const row = Array.from(
    { length: many / 2 },
    (_, index) => `"S${index}":{"$ref":"#/components/schemas/S${index + 1}"}`,
  );
  const schemas = `{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{},"components":{"schemas":{${row.join(",")}}}}`;
  expect(await assemble({ text: schemas }, async () => [])).toHaveProperty("faults");
});

slowTest("a description is read in a thread, beside other requests", async () => {
  const schemas = Array.from(
    { length: many / 5 },
    (_, index) => `    S${index}: {type: object, properties: {a: {type: string}}}\n`,
  );
  const text = `${head}components:\n  schemas:\n${schemas.join("")}`;
  const asker = { caller: "a caller", db: {} };
  const { result, tasks } = await observeThreads(() =>
    readSpecification({ text }, openOutside(), asker),
  );
  expect(result).toHaveProperty("version");
  expect(tasks).toEqual(["assembleSpecification"]);
});
