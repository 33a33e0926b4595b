import { expect, test } from "vitest";
import { buildQuestion } from "../../../src/app/run/confirm.ts";
import type { TitledField } from "../../../src/commands/confirm.ts";
import { commands } from "../../../src/commands/space.ts";
import * as member from "../../../src/contract/member.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as team from "../../../src/contract/team.ts";
import { NetworkError } from "../../../src/errors.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const { transfer, update } = commands.verbs;
if (transfer?.kind !== "mutation" || update?.kind !== "mutation") throw new Error("no mutation");
const verbs = { transfer, update };

const nothing = { target: undefined, projectParents: "", own: undefined };
const of = { organizationId: "O1" };
const list: TitledField = { field: "userId", endpoints: member.list };
const single: TitledField = {
  field: "organization",
  endpoints: organization.get,
  as: "organizationId",
};
const oneTeam: TitledField = { field: "teamId", endpoints: team.get };
const ada = { displayName: "Ada", email: "ada@x.org" };

test.each<[string, TitledField, object, unknown, string]>([
  ["title and id", single, { organization: "O2" }, { id: "O2", title: "Acme" }, '"Acme" (O2)'],
  [
    "the first title that is not empty",
    oneTeam,
    { ...of, teamId: "T1" },
    { title: "", name: "docs" },
    '"docs" (T1)',
  ],
  ["the id without a title", oneTeam, { ...of, teamId: "T1" }, { members: 3 }, "T1"],
  [
    "name, email and id of a user",
    list,
    { ...of, userId: "U2" },
    {
      items: [
        { id: "U1", user: {} },
        { id: "U2", user: ada },
      ],
    },
    "Ada <ada@x.org> (U2)",
  ],
  [
    "a member by the id of the user",
    list,
    { ...of, userId: "U2" },
    { items: [{ id: "M1", user: { id: "U2", displayName: "Ada" } }] },
    '"Ada" (U2)',
  ],
  [
    "a team of a list of its roles",
    { field: "teamId", endpoints: team.list },
    { ...of, teamId: "T1" },
    { items: [{ role: "read", team: { id: "T1", title: "Docs" } }] },
    '"Docs" (T1)',
  ],
  ["the id of an item that is not in the list", list, { ...of, userId: "U9" }, { items: [] }, "U9"],
  ["the id of what cannot be read", oneTeam, { ...of, teamId: "T1" }, 404, "T1"],
  [
    "the id without the parents of the operation",
    oneTeam,
    { teamId: "T1" },
    { title: "Docs" },
    "T1",
  ],
  [
    "the operation whose parents are known",
    { field: "organization", endpoints: [team.get, organization.get], as: "organizationId" },
    { organization: "O2" },
    { title: "Acme" },
    '"Acme" (O2)',
  ],
  [
    "a description",
    { ...oneTeam, describe: ({ members }) => `the team of ${String(members)}` },
    { ...of, teamId: "T1" },
    { members: 3 },
    "the team of 3",
  ],
  [
    "the id in place of a description of nothing",
    { ...list, describe: () => "the user" },
    { ...of, userId: "U9" },
    { items: [] },
    "U9",
  ],
])("a question has %s", async (_, field, input, answer, label) => {
  const { client } = openScriptedClient(() => answer);
  const name = field.field.replace(/Id$/, "");
  const question = { question: `Change {${name}}?`, names: [field] };
  const text = await buildQuestion(verbs.transfer, question, { ...input }, nothing, client);
  expect(text).toBe(`Change ${label}?`);
});

test.each([
  ["S1", '"First" (S1)'],
  ["S4", '"Last" (S4)'],
  ["S9", "S9"],
])("a question has the title of %s from any page of a list", async (id, label) => {
  const pages = [
    [{ id: "S1", title: "First" }, { id: "S2" }],
    [{ id: "S3", title: "Third" }],
    [{ id: "S4", title: "Last" }],
  ];
  const asked: unknown[] = [];
  const { client } = openScriptedClient((request) => {
    asked.push(request);
    const at = asked.length - 1;
    return { items: pages[at], ...(at < 2 && { next: { page: `p${at + 1}` } }) };
  });
  const field: TitledField = { field: "teamId", endpoints: team.list };
  const question = { question: "Change {team}?", names: [field] };
  const input = { ...of, teamId: id };
  const text = await buildQuestion(verbs.transfer, question, input, nothing, client);
  expect(text).toBe(`Change ${label}?`);
  expect(asked).toHaveLength(id === "S1" ? 1 : 3);
});

test("a question is not asked without a connection", async () => {
  const { client } = openScriptedClient(() => {
    throw new NetworkError("No connection.", { arrived: "no" });
  });
  const question = { question: "Change {team}?", names: [oneTeam] };
  const building = buildQuestion(
    verbs.transfer,
    question,
    { ...of, teamId: "T1" },
    nothing,
    client,
  );
  await expect(building).rejects.toThrow("No connection.");
});

test("a question has values of the target, words for null, and a warning first", async () => {
  const { client, sent } = openScriptedClient();
  const question = { question: 'Set {defaultLevel} in "{title}" ({spaceId})?', names: [single] };
  const input = { spaceId: "S1", defaultLevel: null, organization: null };
  const known = { ...nothing, target: { title: "Guide" } };
  const build = (own?: string) =>
    buildQuestion(verbs.update, question, input, { ...known, own }, client);
  expect(await build()).toBe('Set none in "Guide" (S1)?');
  expect(await build("You lose access.")).toBe('You lose access. Set none in "Guide" (S1)?');
  expect(sent).toEqual([]);
});
