import { describe, expect, test } from "vitest";
import type { Role } from "../../../../../src/contract/roles.ts";
import { storeInvitation } from "../../../../../src/service/areas/people/invitations/invitation-rows.ts";
import {
  enroll,
  isDisabledMember,
  isFormerMember,
  recordFormerMember,
  refuseUnlessSignedIn,
} from "../../../../../src/service/areas/people/members/enroll.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const [id, other] = [await workspace.organization(), await workspace.organization()];
  const invite = async (organization: string, user: string, role: Role | null, sso = false) =>
    storeInvitation(db, {
      ...{ organization_id: organization, user_id: user, role, sso: Number(sso) },
      ...{ invited_by: user, created_at: now.toISOString() },
    });
  const callAs = (caller: string) =>
    createPartial<Call>({ db, now, caller, base: "http://127.0.0.1:4000" });
  return { workspace, db, now, id, other, invite, callAs };
}

describe("a new member", () => {
  test("gets the stronger of the role of the request and that of the invitation", async () => {
    const { workspace, db, now, id, other, invite } = await start();
    const bystander = await workspace.person();
    await invite(id, bystander, "edit");
    const joined = [];
    for (const [role, invited] of [
      [null, undefined],
      ["read", undefined],
      [null, null],
      ["read", null],
      [null, "edit"],
      ["read", "edit"],
      ["edit", "read"],
      ["review", "review"],
    ] as const) {
      const user = await workspace.person();
      if (invited !== undefined) await invite(id, user, invited);
      await invite(other, user, "admin");
      expect(await enroll({ db, now }, { id, sso: 0 }, { user, role })).toBe(true);
      const row = await db
        .selectFrom("members")
        .selectAll()
        .where("user_id", "=", user)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({
        ...{ organization_id: id, user_id: user, role: row.role, disabled: 0, sso: 0 },
        ...{ joined_at: now.toISOString(), last_seen_at: null },
      });
      joined.push([role, invited, row.role]);
    }
    expect(joined).toEqual([
      [null, undefined, null],
      ["read", undefined, "read"],
      [null, null, null],
      ["read", null, "read"],
      [null, "edit", "edit"],
      ["read", "edit", "edit"],
      ["edit", "read", "edit"],
      ["review", "review", "review"],
    ]);
    const invitations = await db
      .selectFrom("invitations")
      .select(["organization_id", "user_id"])
      .where("organization_id", "=", id)
      .execute();
    expect(invitations).toEqual([{ organization_id: id, user_id: bystander }]);
  });

  test("signs in by single sign-on if request, invitation or organization say so", async () => {
    const { workspace, db, now, id, invite } = await start();
    const flags = [];
    for (const [asked, invited, enforced] of [
      [undefined, undefined, 0],
      [false, false, 0],
      [true, undefined, 0],
      [undefined, true, 0],
      [undefined, false, 1],
    ] as const) {
      const user = await workspace.person();
      if (invited !== undefined) await invite(id, user, "read", invited);
      const member = { user, role: "read", ...(asked !== undefined && { sso: asked }) } as const;
      await enroll({ db, now }, { id, sso: enforced }, member);
      const { sso } = await db
        .selectFrom("members")
        .select("sso")
        .where("user_id", "=", user)
        .executeTakeFirstOrThrow();
      flags.push(sso);
    }
    expect(flags).toEqual([0, 0, 1, 1, 1]);
  });
});

test("a member who is enrolled again stays unchanged, even if disabled", async () => {
  const { workspace, db, now, id, other, callAs } = await start();
  const [user, enabled] = [
    await workspace.member(id, "read", true),
    await workspace.member(id, "read"),
  ];
  await workspace.enroll(other, enabled, "read", true);
  await workspace.enroll(other, user, "read");
  expect(await enroll({ db, now }, { id, sso: 1 }, { user, role: "admin", sso: true })).toBe(false);
  const row = await db
    .selectFrom("members")
    .select(["role", "disabled", "sso"])
    .where("organization_id", "=", id)
    .where("user_id", "=", user)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ role: "read", disabled: 1, sso: 0 });
  expect([
    await isDisabledMember(callAs(user), id),
    await isDisabledMember(callAs(user), other),
    await isDisabledMember(callAs(enabled), id),
    await isDisabledMember(callAs(await workspace.person()), id),
  ]).toEqual([true, false, false, false]);
});

test("a removed user is a former member of that organization until they are enrolled again", async () => {
  const { workspace, db, now, id, other } = await start();
  const [user, second] = [await workspace.person(), await workspace.person()];
  await recordFormerMember({ db, now }, id, user);
  await recordFormerMember({ db, now }, id, user);
  await recordFormerMember({ db, now }, id, second);
  await recordFormerMember({ db, now }, other, user);
  const former = async () => [
    await isFormerMember(db, id, user),
    await isFormerMember(db, id, second),
    await isFormerMember(db, other, user),
    await isFormerMember(db, other, second),
  ];
  expect(await former()).toEqual([true, true, true, false]);
  await enroll({ db, now }, { id, sso: 0 }, { user, role: "read" });
  expect(await former()).toEqual([false, true, true, false]);
});

test("with enforced single sign-on, only enabled members of the organization need not sign in by it", async () => {
  const { workspace, id, other, callAs } = await start();
  const [member, disabled] = [
    await workspace.member(id, null),
    await workspace.member(id, "admin", true),
  ];
  const stranger = await workspace.member(other, "admin");
  const refusal = {
    status: 403,
    message:
      "The organization enforces single sign-on. To join, sign in at http://127.0.0.1:4000/_signin in a browser.",
  };
  await refuseUnlessSignedIn(callAs(member), { id, sso: 1 });
  for (const caller of [disabled, stranger]) {
    await refuseUnlessSignedIn(callAs(caller), { id, sso: 0 });
    await expect(refuseUnlessSignedIn(callAs(caller), { id, sso: 1 })).rejects.toMatchObject(
      refusal,
    );
  }
});
