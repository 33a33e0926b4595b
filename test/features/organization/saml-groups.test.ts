import { describe, expect, test } from "vitest";
import { IncompleteError, UsageError } from "../../../src/errors.ts";
import { add, list, remove } from "../../../src/features/organization/saml-groups.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const ids = { organizationId: "O1", samlProviderId: "P1" };
const groups = [
  { name: "Docs", team: "T1", more: 1 },
  { name: "Docs", team: "T2" },
  { name: "Ops", team: "T1" },
];
const bare = groups.map(({ name, team }) => ({ name, team }));
const provider = { id: "P1", label: "Okta", groups };
const path = "/orgs/O1/saml/P1";

function open(changed: object = { id: "P1", groups: [] }) {
  return openScriptedContext({
    answer: ({ line }) => {
      if (line === `GET ${path}`) return provider;
      const [, team] = /^GET \/orgs\/O1\/teams\/(\w+)$/.exec(line) ?? [];
      return team === undefined ? changed : { id: team, title: `Team ${team}` };
    },
  });
}

test("the list has the titles of teams, each read once", async () => {
  const { context, sent } = open();
  const result = await list(context, ids);
  expect(result).toMatchObject({
    list: [
      [
        { name: "Docs", team: "T1", title: "Team T1" },
        { name: "Docs", team: "T2", title: "Team T2" },
        { name: "Ops", team: "T1", title: "Team T1" },
      ],
    ],
  });
  expect(sent).toEqual([`GET ${path}`, "GET /orgs/O1/teams/T1", "GET /orgs/O1/teams/T2"]);
});

describe("add", () => {
  test.each([
    ["Ops", "T2"],
    ["New", "T1"],
  ])("assigns %s to %s, and keeps the others", async (name, team) => {
    const { context, sent } = open();
    const result = await add(context, { ...ids, name, team });
    expect(sent).toEqual([`GET ${path}`, [`PATCH ${path}`, { groups: [...bare, { name, team }] }]]);
    expect(result).toEqual({
      done: `Added the group "${name}" to the SAML provider "Okta". Its members join the team at their next sign-in.`,
      record: { id: "P1", groups: [] },
    });
  });

  test("changes nothing if the group is assigned", async () => {
    const { context, sent } = open();
    expect(await add(context, { ...ids, name: "Docs", team: "T2" })).toEqual({
      done: '"Okta" already has the group. No changes were made.',
      record: provider,
    });
    expect(sent).toHaveLength(1);
  });

  test("fails on a platform that ignores groups", async () => {
    const { context } = open({ id: "P1" });
    await expect(add(context, { ...ids, name: "New", team: "T1" })).rejects.toThrow(
      new IncompleteError("partial", "This platform does not assign teams to groups."),
    );
  });
});

describe("remove", () => {
  test.each([
    [{ name: "Docs" }, bare.slice(2)],
    [{ name: "Docs", team: "T2" }, [bare[0], bare[2]]],
    [{ name: "Ops", team: "T1" }, bare.slice(0, 2)],
  ])("%j", async (flags, remaining) => {
    const { context, sent } = open();
    const result = await remove(context, { ...ids, ...flags });
    expect(sent.at(-1)).toEqual([`PATCH ${path}`, { groups: remaining }]);
    expect(result).toMatchObject({
      done: `Removed the group "${flags.name}" from the SAML provider "Okta". Members of its team stay in the team.`,
    });
  });

  test.each([
    [{ name: "None" }, '"Okta" has no group "None".'],
    [{ name: "Ops", team: "T2" }, '"Okta" does not assign this team to the group "Ops".'],
    [{ name: "None", team: "T1" }, '"Okta" does not assign this team to the group "None".'],
  ])("%j is refused", async (flags, message) => {
    const { context, sent } = open();
    await expect(remove(context, { ...ids, ...flags })).rejects.toThrow(
      new UsageError(message, "tome saml group list P1"),
    );
    expect(sent).toHaveLength(1);
  });
});
