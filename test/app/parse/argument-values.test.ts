import { describe, expect, test } from "vitest";
import { findIdsInUrl, isWordForAll, withFlags } from "../../../src/app/parse/argument-values.ts";
import type { Parameter } from "../../../src/app/parse/parameters.ts";
import type { CommandField } from "../../../src/commands/fields.ts";
import { listPathNames } from "../../../src/contract/endpoint.ts";
import { enumeration, list, text } from "../../../src/contract/fields.ts";
import { listEndpoints } from "../../../src/service/core/route-module.ts";
import { routeModules } from "../../../src/service/server/areas.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

const dryRun = (line: string, env = {}) => openTome()(`${line} --dry-run --local`, { env });

test("every id in an API URL is found, with its kind", async () => {
  let count = 0;
  for (const endpoint of await listEndpoints(routeModules)) {
    const [, path = ""] = endpoint.route.split(" ");
    const address = `https://api.example.com/v1${path.replace(/\{(\w+)\}/g, "ID-$1")}`;
    for (const name of listPathNames(endpoint)) {
      const field = endpoint.input[name];
      // The segment of conversations of agents is that of conversations with visitors.
      if (field?.kind !== "id" || /^(?:agent|cr)Conversation$/.test(field.of)) continue;
      expect([address, findIdsInUrl(address).get(field.of)]).toEqual([address, `ID-${name}`]);
      count++;
    }
  }
  expect(count).toBeGreaterThan(300);
});

test("a URL of the web application contains ids too", async () => {
  const address =
    "https://app.example.com/o/O1000000000000000000/s/S1000000000000000000/~/C1000000000000000000";
  const { stdout } = await dryRun(`cr get ${address}`);
  expect(JSON.parse(stdout).url).toMatch(
    /\/spaces\/S1000000000000000000\/change-requests\/C1000000000000000000$/,
  );
});

const section =
  "https://api.example.com/v1/orgs/O1000000000000000000/sites/T1000000000000000000/sections/X1000000000000000000";

test.each([
  [
    `site section update ${section} --title New --org O2000000000000000000`,
    "--org is O2000000000000000000",
    "<section> belongs to O1000000000000000000",
  ],
  [
    `site section update ${section} --title New --site T2000000000000000000`,
    "--site is T2000000000000000000",
    "<section> belongs to T1000000000000000000",
  ],
  [
    `cr get https://app.example.com/s/S1000000000000000000/~/C1000000000000000000 --space S2000000000000000000`,
    "--space is S2000000000000000000",
    "<cr> belongs to S1000000000000000000",
  ],
  [
    `site section update ${section} --title New --site https://app.example.com/site/T2000000000000000000`,
    "--site is T2000000000000000000",
    "<section> belongs to T1000000000000000000",
  ],
])("a URL and a flag that disagree are refused: tome %s", async (line, one, other) => {
  const { code, stdout, stderr } = await dryRun(
    `${line} --title Title`.replace(/^(cr .*) --title Title$/, "$1"),
  );
  expect(stderr).toContain(one);
  expect(stderr).toContain(other);
  expect([code, stdout]).toEqual([2, ""]);
});

slowTest(
  "a URL takes precedence over the environment, and a flag that agrees with it is accepted",
  async () => {
    const env = { TOME_ORG: "O3000000000000000000", TOME_SITE: "T3000000000000000000" };
    for (const flags of [
      "",
      "--org O1000000000000000000",
      "--site T1000000000000000000 --org O1000000000000000000",
    ]) {
      const { stdout } = await dryRun(`site section update ${section} --title Title ${flags}`, env);
      expect(JSON.parse(stdout).url).toMatch(
        /\/orgs\/O1000000000000000000\/sites\/T1000000000000000000\/sections\/X1000000000000000000$/,
      );
    }
  },
);

test("all stands for all values of a list of choices", async () => {
  const { stdout } = await dryRun("cr list --status all --space S1000000000000000000");
  expect(new URL(JSON.parse(stdout).url).searchParams.getAll("status")).toEqual([
    "draft",
    "open",
    "archived",
    "merged",
  ]);
});

test.each<[field: CommandField, isForAll: boolean]>([
  [list(enumeration(["a", "b"], ""), ""), true],
  [list(enumeration(["a", "b"], ""), "", { max: 2 }), true],
  [list(enumeration(["a", "b"], ""), "", { max: 1 }), false],
  // A value has its own meaning.
  [list(enumeration(["all", "b"], ""), ""), false],
  [list(text(""), ""), false],
  [enumeration(["a", "b"], ""), false],
])("all stands for the values of %j: %s", (field, isForAll) => {
  expect(isWordForAll(field, "all")).toBe(isForAll);
  expect(isWordForAll(field, "a")).toBe(false);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["https://app.example.com/o/O1/s/S1", { org: "O1", space: "S1" }],
  ["https://app.example.com/o/O1/sites/T1/", { org: "O1", site: "T1" }],
  ["https://api.example.com/v1/spaces/a.b/comments/M1", { comment: "M1" }],
  ["https://app.example.com/s/s/o/O1?x=/c/C1#/c/C1", { space: "s", org: "O1" }],
  ["https://app.example.com/o/", {}],
  [`https://app.example.com/o/${"a".repeat(255)}`, { org: "a".repeat(255) }],
  [`https://app.example.com/o/${"a".repeat(256)}`, {}],
  ["/o/O1", {}],
])("the ids in %s", (address, ids) => {
  expect(Object.fromEntries(findIdsInUrl(address))).toEqual(ids);
});

describe("withFlags", () => {
  const usual = {
    field: text(""),
    required: false,
    fallback: undefined,
    inBody: true,
    isSwitch: false,
  };
  const parameters: readonly Parameter[] = [
    { ...usual, path: ["spaceId"], name: "space", isArgument: true },
    { ...usual, path: ["title"], name: "title", isArgument: false },
    { ...usual, path: ["tableCell", "record"], name: "row", isArgument: false },
    { ...usual, path: ["editMode"], name: "mode", isArgument: false },
  ];

  test.each([
    ["title is required.", "--title is required."],
    ["The title is required.", "The title is required."],
    ["Set title or editMode.", "Set title or --mode."],
    ["spaceId must be an id.", "<space> must be an id."],
    ["The spaceId of tableCell.record.", "The <space> of --row."],
    ["tableCell is required.", "tableCell is required."],
    ["Use githubURL instead.", "Use githubURL instead."],
    ["", ""],
  ])("%j becomes %j", (message, shown) => {
    expect(withFlags(message, parameters)).toBe(shown);
  });
});
