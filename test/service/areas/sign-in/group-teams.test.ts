import { expect, test } from "vitest";
import * as teamContract from "../../../../src/contract/team.ts";
import {
  applyGroupTeams,
  findGroupTeams,
} from "../../../../src/service/areas/sign-in/group-teams.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { ask, openSignIns } from "./fixture.ts";
import { openRequests } from "./requests.ts";

const entraGroups = "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups";

/** The attributes of an assertion, with their values. */
function attributes(values: Readonly<Record<string, readonly string[]>>): string {
  const all = Object.entries(values).map(
    ([name, list]) =>
      `<saml:Attribute Name="${name}">${list.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${all.join("")}</saml:AttributeStatement>`;
}

async function start() {
  const opened = await openSignIns();
  const { api, org, provider, begin, bring, message } = opened;
  const team = async (title: string) => (await api(`PUT /v1/orgs/${org}/teams`, { title })).id;
  const [developers, writers, others] = [
    await team("Dev"),
    await team("Docs"),
    await team("Other"),
  ];
  const configure = (changes: object) => api(`PATCH /v1/orgs/${org}/saml/${provider.id}`, changes);
  await configure({
    groups: [
      { name: "engineering", team: developers },
      { name: "/staff/writers", team: writers },
    ],
  });
  const signIn = async (email: string, values: Readonly<Record<string, readonly string[]>>) => {
    const { id, cookie } = await begin();
    const more = attributes(values);
    const { location } = await bring(message({ email, inResponseTo: id, more }));
    return ask(location, { cookie });
  };
  const emails = async (teamId: string): Promise<string[]> => {
    const { items } = await api(`GET /v1/orgs/${org}/teams/${teamId}/members?limit=1000`);
    type Item = { organization: { user: { email: string } } };
    return items.map(({ organization }: Item) => organization.user.email);
  };
  const events = async () =>
    (await api(`GET /v1/orgs/${org}/audit-events?limit=100`)).items
      .filter(({ target }: { target: { type: string } }) => target.type === "team")
      .filter(({ actor }: { actor: { type: string } }) => actor.type === "system")
      .map(({ action, target }: { action: string; target: { label: string } }) => [
        action,
        target.label,
      ]);
  return { ...opened, ...{ developers, writers, others, configure, signIn, emails, events } };
}

const email = "new.person@example.com";

slowTest(
  "a user joins and leaves the teams of their groups at each sign-in, and no other teams",
  async () => {
    const { api, org, developers, writers, others, signIn, emails, events } = await start();
    expect((await signIn(email, { groups: ["engineering", "unmapped"] })).status).toBe(303);
    expect([await emails(developers), await emails(writers)]).toEqual([[email], []]);
    const { items } = await api(`GET /v1/orgs/${org}/members?limit=1000`);
    const { user } = items.find((one: { user: { email: string } }) => one.user.email === email);
    await api(`PUT /v1/orgs/${org}/teams/${others}/members/${user.id}`, { role: "member" });
    await signIn(email, { groups: ["/staff/writers"] });
    expect([await emails(developers), await emails(writers)]).toEqual([[], [email]]);
    expect(await emails(others)).toEqual([email]);
    expect((await events()).toSorted()).toEqual([
      ["addMemberToOrganizationTeamById", "Dev"],
      ["addMemberToOrganizationTeamById", "Docs"],
      ["deleteMemberFromOrganizationTeamById", "Dev"],
    ]);
    await signIn(email, { groups: ["/staff/writers"] });
    expect(await events()).toHaveLength(3);
    // A response without the attribute means that the user has no groups.
    await signIn(email, {});
    expect([await emails(writers), await emails(others)]).toEqual([[], [email]]);
  },
);

slowTest(
  "the names of other providers are found, and a configured name replaces them",
  async () => {
    const { developers, signIn, emails, configure } = await start();
    for (const name of [entraGroups, "Groups", "memberOf"]) {
      await signIn(email, { [name]: ["engineering"] });
      expect([name, await emails(developers)]).toEqual([name, [email]]);
      await signIn(email, {});
      expect([name, await emails(developers)]).toEqual([name, []]);
    }
    await configure({ groupsAttribute: "https://id.example/claims/roles" });
    await signIn(email, { groups: ["engineering"] });
    expect(await emails(developers)).toEqual([]);
    await signIn(email, { "https://id.example/claims/roles": ["engineering"] });
    expect(await emails(developers)).toEqual([email]);
  },
);

slowTest("teams stay unchanged if Entra ID sends a link in place of the groups", async () => {
  const { developers, signIn, emails } = await start();
  await signIn(email, { groups: ["engineering"] });
  await signIn(email, { "http://schemas.microsoft.com/claims/groups.link": ["https://graph"] });
  expect(await emails(developers)).toEqual([email]);
});

slowTest(
  "groups need a team of the organization, and end with the team and the provider",
  async () => {
    const { api, send, org, provider, developers, writers, db, signIn } = await start();
    const path = `/v1/orgs/${org}/saml/${provider.id}`;
    const refused = await send(`PATCH ${path}`, {
      json: { groups: [{ name: "x", team: "nothing" }] },
    });
    expect([refused.status, String(refused.body)]).toEqual([
      400,
      expect.stringContaining("groups"),
    ]);
    await api(`DELETE /v1/orgs/${org}/teams/${developers}`);
    expect((await api(`GET ${path}`)).groups).toEqual([{ name: "/staff/writers", team: writers }]);
    expect((await signIn(email, { groups: ["engineering"] })).status).toBe(303);
    await api(`DELETE ${path}`);
    expect(await db.selectFrom("saml_groups").selectAll().execute()).toEqual([]);
  },
);

slowTest(
  "a hundred groups of a user in many groups fit into the sign-in",
  async () => {
    const { api, org, signIn, emails, configure, developers } = await start();
    const groups: { name: string; team: string }[] = [];
    for (let at = 0; at < 99; at++) {
      const { id } = await api(`PUT /v1/orgs/${org}/teams`, { title: `Team ${at}` });
      groups.push({ name: `group-${at}`, team: id });
    }
    await configure({ groups: [...groups, { name: "engineering", team: developers }] });
    const names = Array.from({ length: 150 }, (_, at) => `group-${at}`);
    expect((await signIn(email, { groups: [...names, "engineering"] })).status).toBe(303);
    expect([await emails(developers), await emails(groups[98]?.team ?? "")]).toEqual([
      [email],
      [email],
    ]);
  },
  60_000,
);

test("a sign-in changes only the user and the teams whose groups differ", async () => {
  const { workspace, db, org, admin, provider, addProvider } = await openRequests();
  const second = await addProvider("Second");
  const create = async (title: string) =>
    (await workspace.ok(admin, teamContract.create, { organizationId: org, title })).id;
  const [joined, kept, left, foreign] = [
    ...[await create("T1"), await create("T2"), await create("T3"), await create("T4")],
  ];
  const [user, other] = [await workspace.member(org, "read"), await workspace.member(org, "read")];
  const apply = (teams: readonly string[]) =>
    applyGroupTeams(db, provider, user, teams, workspace.now);
  const memberships = async () => {
    const rows = await db.selectFrom("team_members").selectAll().execute();
    return rows.map(({ team_id, user_id, role }) => `${team_id} ${user_id} ${role}`).toSorted();
  };
  await apply([joined ?? ""]);
  expect(await memberships()).toEqual([]);
  const groups = [joined, kept, left].map((team_id = "") => ({
    ...{ provider_id: provider.id, name: "g", team_id },
  }));
  await db
    .insertInto("saml_groups")
    .values([...groups, { provider_id: second.id, name: "g", team_id: foreign ?? "" }])
    .execute();
  const members = [kept, left, foreign].flatMap((team_id = "") => [
    ...[user, other].map((user_id) => ({ team_id, user_id, role: "owner" as const })),
  ]);
  await db.insertInto("team_members").values(members).execute();
  await apply([joined ?? "", kept ?? ""]);
  expect(await memberships()).toEqual(
    [
      ...[`${joined} ${user} member`, `${kept} ${user} owner`, `${foreign} ${user} owner`],
      ...[kept, left, foreign].map((id) => `${id} ${other} owner`),
    ].toSorted(),
  );
  const events = await db
    .selectFrom("audit_events")
    .selectAll()
    .where("action", "like", "%Member%Team%")
    .execute();
  const listed = events.map((row) => [row.action, row.target_id, row.actor_id, row.target_label]);
  expect(listed.toSorted()).toEqual([
    ["addMemberToOrganizationTeamById", joined, "platform", "T1"],
    ["deleteMemberFromOrganizationTeamById", left, "platform", "T3"],
  ]);
});

test.each([
  [{ groups: ["g"] }, true, ["T"]],
  [{ groups: ["x"] }, true, []],
  [{ groups: ["g"], hasGroupsElsewhere: true }, true, undefined],
  [{ groups: ["g"] }, false, undefined],
] as const)(
  "the teams of %j, of a provider with a group: %s, are %j",
  async (signIn, hasGroup, expected) => {
    const { workspace, db, org, admin, provider } = await openRequests();
    const input = { organizationId: org, title: "T1" };
    const { id } = await workspace.ok(admin, teamContract.create, input);
    const row = { provider_id: provider.id, name: "g", team_id: id };
    if (hasGroup) await db.insertInto("saml_groups").values(row).execute();
    const teams = await findGroupTeams(db, provider.id, signIn);
    expect(teams).toEqual(expected?.map(() => id));
  },
);
