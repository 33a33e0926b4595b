import { describe, expect, test } from "vitest";
import * as member from "../../../../../src/contract/member.ts";
import * as team from "../../../../../src/contract/team.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const enroll = async (email: string) => {
    const user = await workspace.person(email);
    workspace.passDays(1);
    await workspace.enroll(organizationId, user, "read");
    return user;
  };
  const [ada, bob, eve] = [
    await enroll("Ada@example.com"),
    await enroll("bob@example.com"),
    await enroll("eve@example.com"),
  ];
  const create = async (title: string, members: readonly string[] = []) => {
    const input = { organizationId, title, members: [...members] };
    const { id: teamId } = await workspace.ok(admin, team.create, input);
    return { organizationId, teamId };
  };
  const roles = async (of: { organizationId: string; teamId: string }) => {
    const items = await readAllPages<{ organization: { id: string }; team: { role: string } }>(
      workspace,
      admin,
      team.members,
      of,
    );
    return items.map((item) => [item.organization.id, item.team.role]);
  };
  return { workspace, organizationId, admin, ada, bob, eve, create, roles };
}

describe("the members of a team", () => {
  test("are in the order in which they joined the organization", async () => {
    const { ada, bob, eve, create, roles } = await start();
    const of = await create("Writers", [eve, ada, bob]);
    const other = await create("Others", [bob]);
    expect(await roles(of)).toEqual([ada, bob, eve].map((user) => [user, "member"]));
    expect(await roles(other)).toEqual([[bob, "member"]]);
  });

  test("are viewed by members of the organization, and guests view only themselves", async () => {
    const { workspace, organizationId, ada, create } = await start();
    const guest = await workspace.member(organizationId, null);
    const of = await create("Writers", [ada, guest]);
    const viewed = async (caller: string) => {
      const { items } = await workspace.ok(caller, team.members, of);
      return Object.fromEntries(
        items.map((item) => [item.organization.id, item.permissions?.view]),
      );
    };
    expect(await viewed(ada)).toEqual({ [ada]: true, [guest]: true });
    expect(await viewed(guest)).toEqual({ [ada]: false, [guest]: true });
  });

  slowTest("keep their role if they are added again, and lose it to a named one", async () => {
    const { workspace, admin, ada, bob, eve, create, roles } = await start();
    const [of, other] = [await create("Writers", [ada]), await create("Others", [ada, bob])];
    const change = (changes: object) =>
      workspace.ok(admin, team.changeMembers, { ...of, ...changes });
    await change({ memberships: { "ADA@EXAMPLE.COM": { role: "owner" } } });
    expect(await roles(of)).toEqual([[ada, "owner"]]);
    await change({ add: [ada, "Bob@Example.com"] });
    expect(await roles(of)).toEqual([
      [ada, "owner"],
      [bob, "member"],
    ]);
    await change({ memberships: { [eve]: { role: "member" } } });
    const [[, role] = []] = await roles(of);
    expect([role, (await roles(of)).length]).toEqual(["owner", 3]);
    await change({ add: [bob], remove: [bob, "nobody@example.com", "unknown"] });
    expect((await roles(of)).map(([user]) => user)).toEqual([ada, eve]);
    await change({ memberships: { [ada]: { role: "member" } }, remove: [eve] });
    expect(await roles(of)).toEqual([[ada, "member"]]);
    expect(await roles(other)).toEqual([
      [ada, "member"],
      [bob, "member"],
    ]);
  });

  test("must be named members of the organization", async () => {
    const { workspace, admin, ada, create, roles } = await start();
    const of = await create("Writers");
    const elsewhere = await workspace.organization();
    const stranger = await workspace.person("stranger@example.com");
    await workspace.enroll(elsewhere, stranger, "read");
    for (const [changes, message] of [
      [{ add: [ada, stranger] }, `add: ${stranger} is not a member of this organization.`],
      [
        { add: [ada], memberships: { "stranger@example.com": { role: "owner" } } },
        "memberships: stranger@example.com is not a member of this organization.",
      ],
    ] as const) {
      const input = { ...of, ...changes } as never;
      expect(await workspace.refused(admin, team.changeMembers, input)).toEqual({
        status: 400,
        message: `${message} Invite them first.`,
      });
      expect(await roles(of)).toEqual([]);
    }
  });

  test("find their teams, oldest first, with their role in each", async () => {
    const { workspace, organizationId, admin, ada, bob, create } = await start();
    const ids: string[] = [];
    for (const title of ["One", "Two", "Three"]) {
      ids.push((await create(title, [ada])).teamId);
      workspace.passDays(1);
    }
    await create("Four", [bob]);
    await workspace.ok(admin, team.changeMembers, {
      ...{ organizationId, teamId: ids[1] ?? "", memberships: { [ada]: { role: "owner" } } },
    });
    const input = { organizationId, userId: ada };
    type Item = { team: { id: string }; member: { role: string } };
    const listed = await readAllPages<Item>(workspace, admin, member.teams, input);
    expect(listed.map((item) => [item.team.id, item.member.role])).toEqual([
      [ids[0], "member"],
      [ids[1], "owner"],
      [ids[2], "member"],
    ]);
    const named = await workspace.ok(admin, member.teams, { ...input, title: "t" });
    expect(named.items.map((item) => item.team.title)).toEqual(["Two", "Three"]);
    const none = await workspace.ok(admin, member.teams, { ...input, title: "ót" });
    expect(none.items).toEqual([]);
  });
});
