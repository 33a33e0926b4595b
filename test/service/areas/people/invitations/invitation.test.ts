import { describe, expect, test } from "vitest";
import * as invitation from "../../../../../src/contract/invitation.ts";
import * as invite from "../../../../../src/contract/organization-invite.ts";
import {
  findInvitation,
  listInvitations,
  requireInvitation,
} from "../../../../../src/service/areas/people/invitations/invitation-rows.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";

/** Two users, each with a pending invitation to two organizations. */
async function start() {
  const workspace = await openWorkspace();
  const [one, two] = [await workspace.organization("One"), await workspace.organization("Two")];
  const admin = await workspace.member(one, "admin");
  await workspace.enroll(two, admin, "admin");
  const emails = ["ada@example.com", "bob@example.com"];
  const [ada = "", bob = ""] = [
    await workspace.person(emails[0]),
    await workspace.person(emails[1]),
  ];
  const send = (organizationId: string, email = "", role: "read" | "edit" = "read", sso = false) =>
    workspace.ok(admin, invite.users, { organizationId, emails: [email], role, sso });
  for (const organizationId of [one, two]) {
    for (const email of emails) {
      await send(organizationId, email);
      workspace.passDays(1);
    }
  }
  const rows = async () => {
    const all = await workspace.db.selectFrom("invitations").selectAll().execute();
    return all
      .map((row) => [row.organization_id, row.user_id, row.role, row.sso].join(" "))
      .toSorted();
  };
  const members = async () => {
    const all = await workspace.db
      .selectFrom("members")
      .selectAll()
      .where("organization_id", "in", [one, two])
      .where("user_id", "<>", admin)
      .execute();
    return all.map((row) => [row.organization_id, row.user_id, row.role, row.sso].join(" "));
  };
  const others = [`${one} ${bob} read 0`, `${two} ${ada} read 0`, `${two} ${bob} read 0`];
  return { workspace, one, two, admin, ada, bob, emails, send, rows, members, others };
}

describe("an invitation", () => {
  test("is listed for its user and for the admins of its organization, oldest first", async () => {
    const { workspace, one, two, admin, ada, bob } = await start();
    type Item = { organization: { id: string; title: string }; user: { id: string } };
    const names = (items: readonly Item[]) =>
      items.map(({ organization, user }) => [organization.title, user.id]);
    const own = await readAllPages<Item>(workspace, ada, invitation.list, {});
    expect(names(own)).toEqual([
      ["One", ada],
      ["Two", ada],
    ]);
    for (const [organizationId, title] of [
      [one, "One"],
      [two, "Two"],
    ] as const) {
      const input = { organizationId };
      const pending = await readAllPages<Item>(workspace, admin, invitation.pending, input);
      expect(names(pending)).toEqual([
        [title, ada],
        [title, bob],
      ]);
    }
    expect(own[0]).toMatchObject({
      ...{ object: "invitation", role: "read", sso: false },
      ...{ invitedBy: { id: admin }, user: { id: ada } },
    });
    const reader = await workspace.member(one, "read");
    const input = { organizationId: one };
    expect((await workspace.refused(reader, invitation.pending, input)).status).toBe(403);
    expect((await workspace.ok(reader, invitation.list, {})).items).toEqual([]);
  });

  test("is accepted with its role, once, and others stay", async () => {
    const { workspace, one, ada, rows, members, others, send, emails } = await start();
    await send(one, emails[0], "edit", true);
    const accepted = await workspace.ok(ada, invitation.accept, { organizationId: one });
    expect(accepted).toMatchObject({ id: one, title: "One", permissions: { view: true } });
    expect(await members()).toEqual([`${one} ${ada} edit 1`]);
    expect(await rows()).toEqual(others.toSorted());
    expect(await workspace.refused(ada, invitation.accept, { organizationId: one })).toEqual({
      status: 403,
      message: `You have no pending invitation to organization ${one}. Ask one of its admins.`,
    });
  });

  test("is declined by its user, or withdrawn by an admin", async () => {
    const { workspace, one, two, admin, ada, bob, rows, members, others } = await start();
    const decline = { organizationId: one };
    expect((await workspace.ask(ada, invitation.decline, decline)).status).toBe(205);
    expect((await workspace.ask(ada, invitation.decline, decline)).status).toBe(403);
    expect(await rows()).toEqual(others.toSorted());
    const withdraw = { organizationId: two, userId: ada };
    const reader = await workspace.member(two, "edit");
    expect((await workspace.refused(reader, invitation.withdraw, withdraw)).status).toBe(403);
    expect((await workspace.ask(admin, invitation.withdraw, withdraw)).status).toBe(205);
    expect((await workspace.ask(admin, invitation.withdraw, withdraw)).status).toBe(204);
    expect(await rows()).toEqual([`${one} ${bob} read 0`, `${two} ${bob} read 0`].toSorted());
    expect(await members()).toEqual([`${two} ${reader} edit 0`]);
  });

  test("is replaced by a newer one, with its role", async () => {
    const { one, two, ada, bob, rows, send, emails, workspace } = await start();
    await send(one, emails[0], "edit", true);
    expect(await rows()).toEqual(
      [
        `${one} ${ada} edit 1`,
        `${one} ${bob} read 0`,
        `${two} ${ada} read 0`,
        `${two} ${bob} read 0`,
      ].toSorted(),
    );
    expect(await findInvitation(workspace.db, one, ada)).toMatchObject({ role: "edit", sso: 1 });
    expect(await findInvitation(workspace.db, one, "unknown")).toBeUndefined();
  });

  test("states whether its user signs in by single sign-on", async () => {
    const { workspace, one, two, ada, emails, send } = await start();
    await send(one, emails[0], "edit", true);
    const { items } = await workspace.ok(ada, invitation.list, {});
    expect(items.map((item) => [item.organization.id, item.role, item.sso])).toEqual([
      [one, "edit", true],
      [two, "read", false],
    ]);
  });

  test("is listed for a token of its organization only", async () => {
    const { workspace, one, two, ada } = await start();
    const list = async (boundTo: string | undefined) => {
      const call = createPartial<Call>({ db: workspace.db, boundTo, base: "" });
      const { items } = await listInvitations(call, ["user_id", ada], { list: "own" });
      return items.map(({ organization }) => organization.id);
    };
    expect(await list(undefined)).toEqual([one, two]);
    expect(await list(one)).toEqual([one]);
    expect(await list(two)).toEqual([two]);
    expect(await list("other")).toEqual([]);
  });

  test("is beyond a token of another organization", async () => {
    const { workspace, one, two, ada } = await start();
    const require = (boundTo: string | undefined) =>
      requireInvitation(
        { db: workspace.db, caller: ada, boundTo } as Call,
        one,
        "acceptInvitation",
      );
    expect((await require(undefined)).user_id).toBe(ada);
    expect((await require(one)).user_id).toBe(ada);
    await expect(require(two)).rejects.toMatchObject({
      ...{ status: 403, field: "organizationId", hint: "tome user invitation list" },
    });
  });
});
