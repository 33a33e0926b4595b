import { expect, test } from "vitest";
import { showStatus } from "../../../src/features/integrations/status.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";

const statuses = ["slack", "github"].map((name) => ({ status: "ok", integration: { name } }));
const line = "GET /orgs/O1/integrations/installations-status";

async function show(flags: object) {
  const { context, sent } = openScriptedContext({
    answer: ({ line: request }) =>
      request.includes("/integrations/slack") ? { status: "ok" } : { items: statuses },
  });
  const result = await showStatus(context, { organizationId: "O1", ...flags });
  return { result, sent };
}

test("the status of one integration in an organization is one record", async () => {
  const { result, sent } = await show({ integrationName: "slack" });
  expect(sent).toEqual(["GET /orgs/O1/integrations/slack/installation_status"]);
  expect(result).toEqual({
    record: { name: "slack", status: "ok" },
    columns: [
      { header: "NAME", path: "name" },
      { header: "STATUS", path: "status", as: "state" },
    ],
  });
});

test.each([
  [{}, "", ["slack", "github"]],
  [{ space: "S1" }, "?target=space&space=S1", ["slack", "github"]],
  [{ site: "X1" }, "?target=site&site=X1", ["slack", "github"]],
  [{ site: "X1", integrationName: "github" }, "?target=site&site=X1", ["github"]],
  [{ space: "S1", integrationName: "none" }, "?target=space&space=S1", []],
])("the statuses with %j", async (flags, query, names) => {
  const { result, sent } = await show(flags);
  expect(sent).toEqual([`${line}${query}`]);
  if (result === undefined || !("list" in result)) throw new Error(JSON.stringify(result));
  const rows = [];
  for await (const page of result.list) rows.push(...page);
  expect(rows).toEqual(
    statuses.filter(({ integration }) => names.some((name) => name === integration.name)),
  );
  expect(result).toMatchObject({
    columns: [...["NAME", "STATUS", "TITLE", "TARGET", "VERSION"].map((header) => ({ header }))],
    none: "No integrations installed.",
  });
});

test("the status on a space and a site is refused", async () => {
  await expect(show({ space: "S1", site: "X1" })).rejects.toMatchObject({
    message: "Specify either --space or --site, not both.",
    hint: "tome integration status --help",
  });
});

test("the command prints the statuses in an organization", async () => {
  const tome = openTome({ withSample: true });
  const { code, stdout } = await tome("integration status --jq .[].integration.name --local");
  expect([code, stdout]).toEqual([0, "link-watch\n"]);
});
