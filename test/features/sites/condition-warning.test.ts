import { describe, expect, test } from "vitest";
import {
  findConditionWarning,
  listConditional,
} from "../../../src/features/sites/condition-warning.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

/** Parts of a site; those with a condition are named in lower case. */
const part = (id: string, inside: JsonObject = {}): JsonObject => ({
  id,
  ...(id === id.toLowerCase() && { condition: "visitor.claims.isBetaUser" }),
  ...inside,
});

test.each<readonly [string, readonly JsonObject[], readonly string[]]>([
  ["no part", [], []],
  ["parts without a condition", [part("A"), { id: "B", condition: "" }], []],
  ["a section", [part("a"), part("B")], ["a"]],
  ["a site space", [part("A", { siteSpaces: [part("b"), part("C")] })], ["b"]],
  ["a section in a group", [part("A", { children: [part("B"), part("c")] })], ["c"]],
  [
    "each part at any depth",
    [
      part("a", { children: [part("b", { children: [part("C", { siteSpaces: [part("d")] })] })] }),
      part("e", { siteSpaces: [part("f")] }),
    ],
    ["a", "b", "d", "e", "f"],
  ],
])("the parts with a condition are found: %s", (_, structure, ids) => {
  expect(listConditional(structure).map(({ id }) => id)).toEqual(ids);
});

describe("a condition on a claim that the visitor schema does not declare", () => {
  /** The warning about a condition; without a schema, the site has none. */
  async function warn(condition: string, properties?: JsonObject, adaptiveContent = true) {
    const { context, sent } = openScriptedContext({
      answer: ({ line }) => {
        if (!line.endsWith("/adaptive-schema"))
          return { adaptiveContent: { enabled: adaptiveContent } };
        return properties === undefined ? 404 : { jsonSchema: { type: "object", properties } };
      },
    });
    const input = { organizationId: "O1", siteId: "X1", condition };
    return { warning: await findConditionWarning(context, input), sent };
  }
  const end = "To show the claims: tome site adaptive-schema get X1";
  const only = "The visitor schema of the site declares only plan, so no visitor has";

  test.each([
    ["visitor.claims.plan == 1", undefined],
    ['visitor.claims["plan"] == 1', undefined],
    ["visitor.claims['plan'] == 1", undefined],
    ["visitor.claims.role == 1", `${only} role. ${end}`],
    ['visitor.claims["role"] == 1', `${only} role. ${end}`],
    ["visitor.claims['role'] == 1", `${only} role. ${end}`],
    ["visitor.claims.$role || visitor.claims.plan", `${only} $role. ${end}`],
    ["visitor.claims.role && visitor.claims['role']", `${only} role. ${end}`],
    ["visitor.claims.b || visitor.claims.a", `${only} b, a. ${end}`],
    ["page.title == 'visitor'", undefined],
  ])("%s warns: %j", async (condition, warning) => {
    expect((await warn(condition, { plan: {} })).warning).toBe(warning);
  });

  test("warns if the schema declares no claims, but not without a schema", async () => {
    const none = "The visitor schema of the site declares no claims, so no visitor has plan.";
    expect((await warn("visitor.claims.plan", {})).warning).toBe(`${none} ${end}`);
    expect((await warn("visitor.claims.plan")).warning).toBeUndefined();
  });

  test("warns first that visitors have no claims, and sends nothing without a condition", async () => {
    const disabled = await warn("visitor.claims.role", { plan: {} }, false);
    expect(disabled.warning).toContain("Adaptive content is disabled on the site");
    expect(disabled.sent).toHaveLength(1);
    expect(await warn("")).toEqual({ warning: undefined, sent: [] });
  });
});

const warning = "Adaptive content is disabled on the site, so visitors have no claims";

async function start() {
  const tome = openTome();
  const run = (words: string[], stdin = "") => tome([...words, "--local"], { stdin });
  await run(["space", "create", "--title", "Guide"]);
  await run(["site", "create", "--title", "Docs", "--space", "Guide"]);
  await run(["site", "section", "create", "--site", "Docs", "--space", "Guide", "--title", "Two"]);
  const update = (...flags: string[]) =>
    run(["site", "section", "update", "Two", "--site", "Docs", ...flags]);
  return { run, update };
}

const condition = ["--condition", "visitor.claims.isBetaUser == true"];

slowTest("a condition warns while adaptive content is disabled, and check reports it", async () => {
  const { run, update } = await start();
  const written = await update(...condition);
  expect([written.code, written.stderr]).toEqual([0, expect.stringContaining(warning)]);
  expect((await run(["site", "structure", "Docs"])).stderr).toContain(warning);
  const check = await run(["check", "condition-without-claims", "--json", "message"]);
  expect(JSON.parse(check.stdout)).toEqual([
    {
      message:
        'The condition of "Two" hides it from all visitors, because adaptive content is disabled.',
    },
  ]);
});

slowTest(
  "no warning appears with adaptive content, or for a write without a condition",
  async () => {
    const { run, update } = await start();
    expect((await update("--path", "second")).stderr).not.toContain(warning);
    expect((await run(["site", "update", "Docs", "--adaptive-content"])).code).toBe(0);
    expect((await update(...condition)).stderr).not.toContain(warning);
    expect((await run(["site", "structure", "Docs"])).stderr).not.toContain(warning);
    const check = await run(["check", "condition-without-claims", "--json", "message"]);
    expect(JSON.parse(check.stdout)).toEqual([]);
  },
);

slowTest("a condition on a claim that the visitor schema does not declare warns", async () => {
  const { run, update } = await start();
  await run(["site", "update", "Docs", "--adaptive-content"]);
  const absent = await run(["site", "adaptive-schema", "get", "Docs"]);
  expect(absent.stderr).toContain(
    "hint: tome site adaptive-schema put Docs --file <file> --local\n",
  );
  const schema = {
    type: "object",
    properties: { isBetaUser: { type: "boolean" } },
    additionalProperties: false,
  };
  const put = ["site", "adaptive-schema", "put", "Docs", "--file", "-"];
  const written = await run(put, JSON.stringify(schema));
  expect(written.code).toBe(0);
  expect((await update(...condition)).stderr).not.toContain("visitor schema");
  const undeclared = await update("--condition", 'visitor.claims["plan"] == "pro"');
  expect(undeclared.stderr).toContain(
    "The visitor schema of the site declares only isBetaUser, so no visitor has plan. To show the claims: tome site adaptive-schema get Docs\n",
  );
});
