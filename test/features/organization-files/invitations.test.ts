/** Invitations of users who are in the files and have not accepted yet. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as invitation from "../../../src/contract/invitation.ts";
import * as member from "../../../src/contract/member.ts";
import { ApiError } from "../../../src/errors.ts";
import type { OrganizationReader } from "../../../src/features/organization/organization-reader.ts";
import { readInvitations } from "../../../src/features/organization-files/invitations.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const rest = `teams: {}
`;
const before = `members:
  ada@example.com: edit
`;
const invited = `${before}  alan@example.com: read
`;

async function openInvited() {
  const at = await openFolder();
  const { workspace, admin, organizationId } = at;
  const alan = await workspace.person("alan@example.com");
  const apply = (...flags: string[]) => at.run(["apply", at.folder, "--yes", ...flags]);
  at.write("people.yaml", invited + rest);
  expect((await apply()).code).toBe(8);
  const pending = async () => {
    const { items } = await workspace.ok(admin, invitation.pending, { organizationId });
    return items.map(({ user }) => user.email);
  };
  const lock = () => readFileSync(join(at.folder, "tome.lock.json"), "utf8");
  expect(await pending()).toEqual(["alan@example.com"]);
  return { ...at, alan, apply, pending, lock };
}

describe("the pending invitations", () => {
  const open = (items: unknown, unread: readonly object[] = []) =>
    createPartial<OrganizationReader>({
      organizationId: "O1",
      listIfOffered: async () => items,
      unread,
    });

  test.each([
    ["a platform without them", "absent", []],
    ["none", [], []],
    [
      "several",
      [{ user: { id: "U1", email: "Ada@Example.com" } }, { user: { id: "U2" } }],
      [
        { kind: "invitation", id: "U1", title: "ada@example.com", fields: new Map() },
        { kind: "invitation", id: "U2", title: "", fields: new Map() },
      ],
    ],
  ])("of %s are read", async (_, items, expected) => {
    expect(await readInvitations(open(items))).toEqual(expected);
  });

  test.each([[undefined], [[]]])("that cannot be read are an error: %j", async (items) => {
    // Otherwise, the users would be invited again, or lost from the lock.
    const error = new ApiError(500, "Internal error.");
    await expect(readInvitations(open(items, [{ list: "x", error }]))).rejects.toBe(error);
  });
});

describe("a pending invitation", () => {
  slowTest("is withdrawn with --prune after its entry is removed", async () => {
    const at = await openInvited();
    at.write("people.yaml", before + rest);
    const kept = await at.run(["plan", at.folder]);
    expect(kept.stderr).toContain("No longer in the files: members/alan@example.com. Use --prune");
    const plan = await at.run(["plan", at.folder, "--prune", "--json"]);
    expect(JSON.parse(plan.stdout)).toMatchObject([
      { does: "delete", kind: "invitation", address: "members/alan@example.com" },
    ]);
    expect(plan.stderr).toContain("has not accepted the invitation, which will be withdrawn");
    expect((await at.apply()).code).toBe(0);
    expect(await at.pending()).toEqual(["alan@example.com"]);
    const applied = await at.apply("--prune");
    expect([applied.code, await at.pending()], applied.stderr).toEqual([0, []]);
    expect(at.lock()).not.toContain("alan@example.com");
    expect((await at.run(["plan", at.folder, "--prune", "--fail"])).code).toBe(0);
  });

  slowTest(
    "is neither drift nor a resource outside of the files, and stays in the plan",
    async () => {
      const at = await openInvited();
      expect((await at.run(["drift", at.folder])).code).toBe(0);
      const { stderr, stdout } = await at.run(["plan", at.folder]);
      expect(stdout).toContain("create\tmembers/alan@example.com");
      expect(stderr).toContain("members/alan@example.com was invited and has not accepted yet.");
      expect(stderr).not.toContain("2 resources that are not in the files");
    },
  );

  slowTest("counts as a deletion of a member for --max-deletes", async () => {
    const at = await openInvited();
    at.write("people.yaml", `members: {}\n${rest}`);
    const refused = await at.apply("--prune");
    expect([refused.code, await at.pending()]).toEqual([2, ["alan@example.com"]]);
    expect(refused.stderr).toContain("2 of 2 managed members would be deleted");
    const applied = await at.apply("--prune", "--max-deletes", "2");
    expect([applied.code, await at.pending()], applied.stderr).toEqual([0, []]);
  });

  slowTest("is an entry of a list whose entries are commented out", async () => {
    const at = await openFolder();
    await at.workspace.person("alan@example.com");
    at.write("people.yaml", "members:\n  alan@example.com: read\n");
    expect((await at.run(["apply", at.folder, "--yes"])).code).toBe(8);
    at.write("people.yaml", "members:\n#  alan@example.com: read\n");
    const refused = await at.run(["apply", at.folder, "--prune", "--max-deletes", "9", "--yes"]);
    expect([refused.code, at.writes()], refused.stderr).toEqual([2, []]);
    expect(refused.stderr).toContain("members has no entries, but had 1 entry before");
  });

  slowTest("stays with protect: true", async () => {
    const at = await openInvited();
    at.write("people.yaml", `${before}  alan@example.com: { role: read, protect: true }\n${rest}`);
    expect((await at.apply()).code).toBe(8);
    at.write("people.yaml", before + rest);
    const { stderr } = await at.apply("--prune");
    expect(stderr).toContain("was not deleted because it is protected");
    expect(await at.pending()).toEqual(["alan@example.com"]);
  });

  slowTest("that was accepted is a membership, which --prune ends", async () => {
    const at = await openInvited();
    const { workspace, admin, organizationId, alan } = at;
    await workspace.ok(alan, invitation.accept, { organizationId });
    at.write("people.yaml", before + rest);
    const plan = await at.run(["plan", at.folder, "--prune", "--json"]);
    expect(JSON.parse(plan.stdout)).toMatchObject([{ does: "delete", kind: "member", id: alan }]);
    expect((await at.apply("--prune")).code).toBe(0);
    const input = { organizationId, userId: alan };
    expect(await workspace.refused(admin, member.get, input)).toMatchObject({ status: 404 });
  });

  slowTest("that was declined is forgotten after its entry is removed", async () => {
    const at = await openInvited();
    const { workspace, organizationId, alan } = at;
    await workspace.ok(alan, invitation.decline, { organizationId });
    at.write("people.yaml", before + rest);
    const applied = await at.apply("--prune");
    expect([applied.code, at.lock().includes("alan@example.com")], applied.stderr).toEqual([
      0,
      false,
    ]);
  });
});
