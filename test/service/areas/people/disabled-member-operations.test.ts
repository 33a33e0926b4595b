/** A disabled member gets the same responses as a user who was never in the organization. */
import { describe, expect, test } from "vitest";
import type { Endpoint } from "../../../../src/contract/endpoint.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as invite from "../../../../src/contract/organization-invite.ts";
import * as user from "../../../../src/contract/user.ts";
import { toState } from "../../../../src/service/server/backup/state.ts";
import { issueToken } from "../../../../src/service/server/tokens.ts";
import { amount, sample, slowTest } from "../../../support/generators/amount.ts";
import { openFullOrganization, tryAll } from "../../../support/organizations/full-organization.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";
import { endpoints } from "../../../support/requests/made.ts";

/** Differences between any two callers: themselves, and the time. */
function plain(text: string, caller: string, known: ReadonlySet<string>): string {
  return text
    .replaceAll(caller, "<caller>")
    .replace(/\b[A-Za-z][A-Za-z\d]{19}\b/g, (id) => (known.has(id) ? id : "<new>"))
    .replace(/[\w.-]+@[\w.-]+/g, "<email>")
    .replace(/"(?:displayName|requestId)":"[^"]*"/g, '""')
    .replace(/people of \S+ join/g, "people of <domain> join")
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "<time>");
}

describe("every operation", () => {
  slowTest(
    "returns the same to a disabled member as to a user outside the organization",
    async () => {
      const target = await openFullOrganization("Confidential");
      const { workspace, admin, organizationId } = target;
      const stranger = await workspace.person();
      const roles = ["admin", "edit", "read", null] as const;
      const disabled = [admin];
      for (const role of roles.slice(0, amount({ short: 1, full: roles.length }))) {
        disabled.push(await workspace.member(organizationId, role, true));
      }
      await workspace.db
        .updateTable("members")
        .set({ disabled: 1 })
        .where("user_id", "=", admin)
        .execute();
      // Only outsiders can join, by an invite or an email domain.
      const joining = ["joinOrganizationWithInvite", "addMemberToOrganizationById"];
      const compared = new Set(
        sample(endpoints, 60).filter(({ operation }) => !joining.includes(operation)),
      );
      const isCompared = (endpoint: Endpoint) => compared.has(endpoint);
      const known = new Set(target.ids.values());
      const expected = await tryAll(target, stranger, isCompared);
      for (const member of disabled) {
        const tried = await tryAll(target, member, isCompared);
        for (const [at, { name, status, body }] of tried.entries()) {
          const other = expected[at];
          expect([name, status, plain(body, member, known)]).toEqual([
            other?.name,
            other?.status,
            plain(other?.body ?? "", stranger, known),
          ]);
        }
      }
    },
    300_000,
  );
});

async function readUser(workspace: Workspace, caller: string, id: string) {
  const { db, now, service } = workspace;
  const token = await issueToken(db, { user: caller, label: "test", now });
  const answer = await service.transport({
    method: "GET",
    url: `http://127.0.0.1:4000/v1/users/${id}`,
    headers: { authorization: `Bearer ${token}` },
    body: undefined,
  });
  return { status: answer.status, body: String(answer.body) };
}

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const disabled = await workspace.member(organizationId, "edit", true);
  const stranger = await workspace.person();
  return { workspace, organizationId, admin, disabled, stranger };
}

describe("a disabled member", () => {
  test("learns no more of a user than an outsider, by any operation", async () => {
    const { workspace, admin, disabled, stranger } = await start();
    const [own, other] = [
      await readUser(workspace, disabled, admin),
      await readUser(workspace, stranger, admin),
    ];
    expect(own).toEqual(other);
    expect(own.body).not.toContain("email");
    const changes = { userId: admin, displayName: "Other" };
    const refusals = [disabled, stranger].map((caller) =>
      workspace.refused(caller, user.update, changes),
    );
    const [refused, expected] = await Promise.all(refusals);
    expect(refused).toEqual(expected);
    expect(refused).toMatchObject({ status: 404 });
  });

  test("cannot join by an invite link or by an email domain", async () => {
    const { workspace, organizationId, admin, disabled, stranger } = await start();
    const { id: inviteId } = await workspace.ok(admin, invite.create, {
      organizationId,
      role: "read",
    });
    const emailDomains = JSON.stringify(["example.com"]);
    await workspace.db
      .updateTable("organizations")
      .set({ email_domains: emailDomains })
      .where("id", "=", organizationId)
      .execute();
    const read = async () => {
      const { members, grants, audit_events } = toState(
        await workspace.service.admin.export(),
      ).rows;
      return { members, grants, audit_events };
    };
    const before = await read();
    const link = { organizationId, inviteId };
    expect(await workspace.refused(disabled, invite.accept, link)).toMatchObject({ status: 404 });
    expect(await workspace.refused(disabled, organization.join, { organizationId })).toMatchObject({
      status: 400,
    });
    // It leaves neither a grant nor an audit event.
    expect(await read()).toEqual(before);
    await workspace.ok(stranger, invite.accept, link);
  });
});
