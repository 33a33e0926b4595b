import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as limits from "../../src/contract/limits.ts";
import * as space from "../../src/contract/space.ts";

const page = readFileSync("docs/local-platform.md", "utf8");
const units: Readonly<Record<string, number>> = { Ki: 1024, Mi: 1024 * 1024 };

/** Reads `16 Mi` and `1,000,000`. */
function parseNumber(text: string): number {
  const [digits = "", unit = ""] = text.split(" ");
  return Number(digits.replaceAll(",", "")) * (units[unit] ?? 1);
}

/** The documented limits by name: 200,000 for `page.nodes`. */
const documented = new Map(
  page.split("\n").flatMap((line): [string, number][] => {
    const [, names = "", numbers = ""] =
      /^\| ((?:`\w+\.\w+`(?:, )?)+) \| ([^|]*) \|/.exec(line) ?? [];
    const values = numbers.match(/\d[\d,]*\d(?: [KM]i)?|\d+(?: [KM]i)?/g) ?? [];
    return names.split(", ").map((name, at) => [name.slice(1, -1), parseNumber(values[at] ?? "")]);
  }),
);

const outputs = Object.values(limits.outputLimits).flatMap(({ name, ...maxima }) =>
  Object.entries(maxima).map(([unit, maximum]): [string, number] => [`${name}.${unit}`, maximum]),
);

test.each([
  ...outputs,
  ["template.pages", limits.mostTemplatePages],
  ["yaml.aliases", limits.mostYamlAliases],
  ["glob.characters", limits.longestGlob],
  ["glob.stars", limits.mostGlobStars],
])("the documented limit %s is enforced", (name, maximum) => {
  expect([name, maximum]).toEqual([name, documented.get(name)]);
});

test("the limits have the names by which the platform's responses call them", () => {
  for (const [key, { name }] of Object.entries(limits.outputLimits)) expect(name).toBe(key);
});

test("the documented limits of requests are enforced", () => {
  const description = limits.longestPageDescription.toLocaleString("en");
  expect(page).toContain(`A page description has at most ${description} characters.`);
  const days = limits.retentionDays;
  expect(readFileSync("docs/commands.md", "utf8")).toContain(`# for ${days} days`);
  expect(readFileSync("docs/organization-files.md", "utf8")).toContain(
    `Spaces can be restored for ${days} days`,
  );
  expect([space.remove.summary, space.restore.summary]).toEqual([
    "Delete a space; it can be restored for 7 days",
    "Restore a space that was deleted within the last 7 days",
  ]);
});
