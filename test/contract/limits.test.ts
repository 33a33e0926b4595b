import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { check } from "../../src/contract/check.ts";
import type { Field } from "../../src/contract/fields.ts";
import * as git from "../../src/contract/git.ts";
import * as limits from "../../src/contract/limits.ts";
import * as domain from "../../src/contract/organization-domain.ts";
import * as space from "../../src/contract/space.ts";
import * as webhook from "../../src/contract/webhook.ts";
import { defaultOverlap, secretSize } from "../../src/contract/webhook-values.ts";

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

describe("limits of operations that only the local platform has", () => {
  test.each<[string, Field, number]>([
    // RFC 1035 allows 255 bytes with the length of each label.
    ["domain of an organization", domain.add.input.domain, 253],
    ["URL of a webhook", webhook.create.input.url, 2048],
    ["plan of a sync", git.planned.input.gitPlanId, 64],
  ])("the %s", async (_, field, longest) => {
    const write = (length: number) =>
      field.kind === "text" && field.format === "url"
        ? "https://example.com/".padEnd(length, "a")
        : "a".repeat(length);
    expect(await check({ field }, { field: write(longest) })).toEqual([]);
    expect(await check({ field }, { field: write(longest + 1) })).toEqual([
      {
        path: ["field"],
        rule: `can have at most ${longest} characters (it has ${longest + 1})`,
      },
    ]);
  });

  test("the signing secret of a webhook has 24 to 64 bytes in Base64", async () => {
    const { secret } = webhook.create.input;
    const accepts = async (bytes: number) =>
      (await check({ secret }, { secret: `whsec_${Buffer.alloc(bytes, 1).toString("base64")}` }))
        .length === 0;
    const text = readFileSync("docs/webhooks.md", "utf8");
    expect(text).toContain(`${secretSize.min} to ${secretSize.max} bytes in Base64`);
    expect([await accepts(23), await accepts(24), await accepts(64), await accepts(69)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test("the previous secret of a webhook stays valid for hours", async () => {
    const { overlap } = webhook.rotate.input;
    const text = readFileSync("docs/webhooks.md", "utf8");
    expect(text).toContain(`For ${defaultOverlap} hours, each delivery has two signatures`);
    expect(overlap.default).toBe(defaultOverlap);
    expect(await check({ overlap }, { overlap: 0 })).toEqual([]);
    expect(await check({ overlap }, { overlap: 168 })).toEqual([]);
    expect(await check({ overlap }, { overlap: 169 })).toEqual([
      { path: ["overlap"], rule: "must be at most 168, not 169" },
    ]);
    expect(await check({ overlap }, { overlap: -1 })).toEqual([
      { path: ["overlap"], rule: "must be at least 0, not -1" },
    ]);
  });
});
