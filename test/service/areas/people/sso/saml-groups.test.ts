import { expect, test } from "vitest";
import * as saml from "../../../../../src/contract/saml.ts";
import * as team from "../../../../../src/contract/team.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const [organizationId, other] = [await workspace.organization(), await workspace.organization()];
  const admin = await workspace.member(organizationId, "admin");
  await workspace.enroll(other, admin, "admin");
  const createTeam = async (organization: string) => {
    const made = await workspace.ok(admin, team.create, {
      ...{ organizationId: organization, title: "Team" },
    });
    return made.id;
  };
  const teams = [await createTeam(organizationId), await createTeam(organizationId)].toSorted();
  const [first = "", second = ""] = teams;
  const foreign = await createTeam(other);
  const create = async (settings: object) =>
    workspace.ok(admin, saml.create, { organizationId, label: "Login", ...settings });
  const read = (samlProviderId: string) =>
    workspace.ok(admin, saml.get, { organizationId, samlProviderId });
  return { workspace, organizationId, admin, first, second, foreign, create, read };
}

test("the groups of a provider are listed by name and team, each once", async () => {
  const { workspace, organizationId, admin, first, second, create, read } = await start();
  const groups = [
    { name: "writers", team: second },
    { name: "admins", team: first },
    { name: "writers", team: first },
    { name: "admins", team: first },
  ];
  const sorted = [
    { name: "admins", team: first },
    { name: "writers", team: first },
    { name: "writers", team: second },
  ];
  const made = await create({ groups, groupsAttribute: "memberOf" });
  expect(made).toMatchObject({ groups: sorted, groupsAttribute: "memberOf" });
  const others = await create({ groups: [{ name: "others", team: second }] });
  const without = await create({});
  expect(without).not.toHaveProperty("groups");
  expect(without).not.toHaveProperty("groupsAttribute");
  const { items } = await workspace.ok(admin, saml.list, { organizationId });
  const groupsById = new Map(items.map((item) => [item.id, item.groups]));
  expect([made, others, without].map(({ id }) => groupsById.get(id))).toEqual([
    sorted,
    [{ name: "others", team: second }],
    undefined,
  ]);
  expect(await read(made.id)).toEqual(made);
});

slowTest(
  "new groups replace those of the provider only, and a foreign team changes nothing",
  async () => {
    const { workspace, organizationId, admin, first, second, foreign, create, read } =
      await start();
    const made = await create({ groups: [{ name: "writers", team: first }] });
    const other = await create({ groups: [{ name: "writers", team: first }] });
    const asked = { organizationId, samlProviderId: made.id };
    const update = (changes: object) => workspace.ok(admin, saml.update, { ...asked, ...changes });
    const groups = [
      { name: "writers", team: second },
      { name: "visitors", team: foreign },
    ];
    const refusal = {
      status: 400,
      message: `groups: ${foreign} is not a team of this organization. Check the id.`,
    };
    expect(await workspace.refused(admin, saml.update, { ...asked, groups })).toEqual(refusal);
    const another = { organizationId, label: "Another", groups };
    expect(await workspace.refused(admin, saml.create, another)).toEqual(refusal);
    expect(await read(made.id)).toEqual(made);
    expect((await workspace.ok(admin, saml.list, { organizationId })).items).toHaveLength(2);
    expect(await update({ label: "Renamed" })).toEqual({ ...made, label: "Renamed" });
    const replaced = { ...made, label: "Renamed", groups: [{ name: "writers", team: second }] };
    expect(await update({ groups: [{ name: "writers", team: second }] })).toEqual(replaced);
    const { groups: _, ...emptied } = replaced;
    expect(await update({ groups: [] })).toEqual(emptied);
    expect(await read(other.id)).toEqual(other);
    await workspace.ask(admin, saml.remove, asked);
    expect(await read(other.id)).toEqual(other);
  },
);

test("settings of a provider are changed one by one, and a blank label is refused", async () => {
  const { workspace, organizationId, admin, first, second, foreign, create, read } = await start();
  const made = await create({ groupsAttribute: "groups", defaultTeam: first });
  const asked = { organizationId, samlProviderId: made.id };
  const update = (changes: object) => workspace.ok(admin, saml.update, { ...asked, ...changes });
  for (const refused of [
    workspace.refused(admin, saml.create, { organizationId, label: " " }),
    workspace.refused(admin, saml.update, { ...asked, label: " " }),
  ]) {
    expect(await refused).toMatchObject({
      ...{ status: 400, message: expect.stringContaining("label") },
    });
  }
  const away = { ...asked, label: "Away", defaultTeam: foreign };
  expect(await workspace.refused(admin, saml.update, away)).toEqual({
    status: 400,
    message: `defaultTeam ${foreign} is not a team of this organization. Check the id.`,
  });
  expect(await read(made.id)).toEqual(made);
  expect(await update({ label: "New" })).toEqual({ ...made, label: "New" });
  expect(await update({ groupsAttribute: "memberOf" })).toMatchObject({
    ...{ label: "New", groupsAttribute: "memberOf", defaultTeam: { id: first } },
  });
  expect(await update({ defaultTeam: second })).toMatchObject({
    ...{ label: "New", groupsAttribute: "memberOf", defaultTeam: { id: second } },
  });
  const cleared = await update({ groupsAttribute: null });
  expect(cleared).not.toHaveProperty("groupsAttribute");
  expect(await read(made.id)).toEqual(cleared);
});

test("the last failures of a provider are listed, newest first, and deleted with it", async () => {
  const { workspace, organizationId, admin, create, read } = await start();
  const [made, other] = [await create({}), await create({})];
  const fail = (provider: string, id: string, reason: string, time: string) =>
    workspace.db
      .insertInto("saml_failures")
      .values({ id, provider_id: provider, reason, created_at: `2026-03-02T0${time}:00:00.000Z` })
      .execute();
  await fail(made.id, "a", "first", "7");
  await fail(made.id, "c", "third", "8");
  await fail(made.id, "b", "second", "8");
  await fail(other.id, "d", "other", "8");
  const at = (time: string) => `2026-03-02T0${time}:00:00.000Z`;
  expect(await read(made.id)).toEqual({
    ...made,
    lastFailures: [
      { reason: "third", createdAt: at("8") },
      { reason: "second", createdAt: at("8") },
      { reason: "first", createdAt: at("7") },
    ],
  });
  await workspace.ask(admin, saml.remove, { organizationId, samlProviderId: made.id });
  const rows = await workspace.db.selectFrom("saml_failures").select("reason").execute();
  expect(rows).toEqual([{ reason: "other" }]);
});
