import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as organization from "../../../../src/contract/organization.ts";
import { type AccessLevel, type Role, roles } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import { amount, sample } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

/** The permissions of each role, written independently. */
const powers: Record<Role, readonly string[]> = {
  read: ["view", "access"],
  comment: ["view", "access", "comment"],
  edit: ["view", "access", "comment", "edit"],
  review: ["view", "access", "comment", "edit", "review", "merge"],
  create: ["view", "access", "comment", "edit", "review", "merge", "triggerGitSync", "create"],
  admin: [
    ...["view", "access", "comment", "edit", "review", "merge", "triggerGitSync", "create"],
    ...["admin", "viewInviteLinks", "installIntegration"],
  ],
};

/** The rule of default levels at the top level, written independently. */
function expectedRole(member: Role | null, level: AccessLevel | null): Role | null {
  if (member === null || member === "admin") return member;
  if (level === null) return null;
  return level === "inherit" ? member : level;
}

/** The strongest, the weakest, the one for creating, and the two that are not roles. */
const levels = [
  "admin",
  "create",
  "read",
  "inherit",
  null,
] as const satisfies (AccessLevel | null)[];
const all = [...roles, null].flatMap((member) => levels.map((level) => ({ member, level })));
/** In every run a third: each role with some levels, and each level with some roles. */
const cases = all.filter((_, at) => at % amount({ short: 3, full: 1 }) === 0);

interface AccessSetup {
  readonly workspace: Workspace;
  readonly caller: string;
  readonly org: string;
  /** The caller is an admin there. */
  readonly other: string;
  readonly collectionId: string;
  /** In the collection. */
  readonly spaceId: string;
}

/** A new collection of some level with a space in it, for each attempt. */
async function openSetup(workspace: Workspace, member: Role | null, level: AccessLevel | null) {
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const other = await workspace.organization();
  const caller = await workspace.member(org, member);
  await workspace.enroll(other, caller, "admin");
  const made = await workspace.ok(admin, collection.create, { organizationId: org });
  const collectionId = made.id;
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: level });
  const inCollection = { organizationId: org, parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, inCollection);
  await workspace.ok(admin, collection.create, { organizationId: org });
  await workspace.ok(admin, space.create, inCollection);
  return { workspace, caller, org, other, collectionId, spaceId };
}

/** Each operation, its required permission and its success status. */
const operations: Record<string, [string, (setup: AccessSetup) => Promise<{ status: number }>]> = {
  "show a space": ["view", (s) => s.workspace.ask(s.caller, space.get, { spaceId: s.spaceId })],
  "change nothing of a space": [
    "view",
    (s) => s.workspace.ask(s.caller, space.update, { spaceId: s.spaceId }),
  ],
  ...Object.fromEntries(
    (
      [
        ["admin", { title: "New" }],
        ["admin", { emoji: "🚀" }],
        ["admin", { icon: null }],
        ["admin", { language: "de" }],
        ["admin", { editMode: "locked" }],
        ["admin", { defaultLevel: "read" }],
        ["admin", { mergeRules: { type: "none" } }],
        ["admin", { title: "New", editMode: "locked" }],
      ] as const
    ).map(([needed, changes]) => [
      `change ${Object.keys(changes)} of a space`,
      [
        needed,
        (s: AccessSetup) =>
          s.workspace.ask(s.caller, space.update, { spaceId: s.spaceId, ...changes }),
      ],
    ]),
  ),
  "delete a space": [
    "admin",
    (s) => s.workspace.ask(s.caller, space.remove, { spaceId: s.spaceId }),
  ],
  "move a space": ["admin", (s) => s.workspace.ask(s.caller, space.move, { spaceId: s.spaceId })],
  "transfer a space": [
    "admin",
    (s) => s.workspace.ask(s.caller, space.transfer, { spaceId: s.spaceId, organization: s.other }),
  ],
  "duplicate a space": [
    "create",
    (s) => s.workspace.ask(s.caller, space.duplicate, { spaceId: s.spaceId }),
  ],
  "show a collection": [
    "view",
    (s) => s.workspace.ask(s.caller, collection.get, { collectionId: s.collectionId }),
  ],
  "list the spaces of a collection": [
    "view",
    (s) => s.workspace.ask(s.caller, collection.spaces, { collectionId: s.collectionId }),
  ],
  "change the title of a collection": [
    "admin",
    (s) =>
      s.workspace.ask(s.caller, collection.update, { collectionId: s.collectionId, title: "A" }),
  ],
  "change the description of a collection": [
    "admin",
    (s) =>
      s.workspace.ask(s.caller, collection.update, {
        collectionId: s.collectionId,
        description: "A",
      }),
  ],
  "change the level of a collection": [
    "admin",
    (s) =>
      s.workspace.ask(s.caller, collection.update, {
        collectionId: s.collectionId,
        defaultLevel: "read",
      }),
  ],
  "delete a collection": [
    "admin",
    (s) => s.workspace.ask(s.caller, collection.remove, { collectionId: s.collectionId }),
  ],
  "move a collection": [
    "admin",
    (s) => s.workspace.ask(s.caller, collection.move, { collectionId: s.collectionId }),
  ],
  "transfer a collection": [
    "admin",
    (s) =>
      s.workspace.ask(s.caller, collection.transfer, {
        collectionId: s.collectionId,
        organization: s.other,
      }),
  ],
};

/** A creation names its parent in the body, so a hidden parent is a 400 and not a 404. */
const creations: Record<string, (setup: AccessSetup) => Promise<{ status: number }>> = {
  "create a space": (s) =>
    s.workspace.ask(s.caller, space.create, { organizationId: s.org, parent: s.collectionId }),
  "create a collection": (s) =>
    s.workspace.ask(s.caller, collection.create, { organizationId: s.org, parent: s.collectionId }),
};

test.each(sample(cases, 2))(
  "a member who is $member can do with a level of $level what their permissions state",
  async ({ member, level }) => {
    const workspace = await openWorkspace();
    const role = expectedRole(member, level);
    const may = role === null ? [] : powers[role];
    const first = await openSetup(workspace, member, level);
    if (role !== null) {
      const { caller, spaceId, collectionId } = first;
      const book = await workspace.ok(caller, space.get, { spaceId });
      const group = await workspace.ok(caller, collection.get, { collectionId });
      for (const { permissions } of [book, group]) {
        const granted = Object.entries(permissions).filter(([, value]) => value);
        const names = Object.keys(permissions).filter((name) => may.includes(name));
        expect(granted.map(([name]) => name)).toEqual(names);
      }
    }
    const { caller, org } = first;
    const listed = await workspace.ok(caller, space.list, { organizationId: org });
    expect(listed.items).toHaveLength(role === null ? 0 : 2);
    const groups = await workspace.ok(caller, collection.list, { organizationId: org });
    const seen = groups.items.some((group) => group.id === first.collectionId);
    expect(seen).toBe(role !== null);
    if (member === null) expect(groups.items).toEqual([]);
    // A refused attempt changes nothing, so that the next one uses the same content.
    let setup = first;
    const tryHere = async (attempt: (setup: AccessSetup) => Promise<{ status: number }>) => {
      const { status } = await attempt(setup);
      if (status < 300) setup = await openSetup(workspace, member, level);
      return status;
    };
    for (const [name, [needed, attempt]] of Object.entries(operations)) {
      const status = await tryHere(attempt);
      const notFound = name.startsWith("delete") ? 204 : 404;
      const success = name.startsWith("delete") ? 205 : expect.toBeOneOf([200, 201]);
      const refused = role === null ? notFound : 403;
      expect(status, name).toEqual(may.includes(needed) ? success : refused);
    }
    for (const [name, attempt] of Object.entries(creations)) {
      const status = await tryHere(attempt);
      expect(status, name).toBe(may.includes("create") ? 201 : role === null ? 400 : 403);
    }
    await workspace.db.destroy();
  },
);

test.each(sample([...roles, null], 2))(
  "a member who is %s can do in the organization what their permissions state",
  async (member) => {
    const workspace = await openWorkspace();
    const org = await workspace.organization();
    const caller = await workspace.member(org, member);
    const organizationId = org;
    const { permissions } = await workspace.ok(caller, organization.get, { organizationId });
    const creates = member === "admin" || member === "create";
    const admin = member === "admin";
    expect(permissions).toEqual({
      view: true,
      access: true,
      admin,
      ownTeam: false,
      createContent: creates,
      createOpenAPISpec: creates,
      ingestConversations: creates,
      viewBilling: admin,
      listMembers: member !== null,
      listTeams: member !== null,
      listIntegrations: member !== null,
      listInstallations: admin,
      installIntegration: admin,
    });
    const tried = {
      space: await workspace.ask(caller, space.create, { organizationId }),
      collection: await workspace.ask(caller, collection.create, { organizationId }),
      update: await workspace.ask(caller, organization.update, { organizationId, ai: true }),
      invite: await workspace.ask(caller, organization.deleteInvite, {
        organizationId,
        inviteId: "none",
      }),
    };
    expect(tried.space.status).toBe(creates ? 201 : 403);
    expect(tried.collection.status).toBe(creates ? 201 : 403);
    expect(tried.update.status).toBe(admin ? 200 : 403);
    expect(tried.invite.status).toBe(admin ? 204 : 403);
  },
);

test("a refusal names the required role and the caller's role", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const reader = await workspace.member(org, "read");
  const guest = await workspace.member(org, null);
  const input = { organizationId: org };
  expect(await workspace.refused(reader, space.create, input)).toEqual({
    status: 403,
    message: "Creating a space requires the role create in the organization; your role is read.",
  });
  expect(await workspace.refused(guest, space.create, input)).toEqual({
    status: 403,
    message: "Creating a space requires the role create in the organization; you have no role.",
  });
});

test("a disabled member, admin or not, gets the responses of an outsider", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const disabled = await workspace.member(org, "admin", true);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const input = { organizationId: org };
  const missing = { status: 404 };
  expect(await workspace.refused(disabled, organization.get, input)).toMatchObject(missing);
  expect(await workspace.refused(disabled, space.list, input)).toMatchObject(missing);
  expect(await workspace.refused(disabled, space.get, { spaceId })).toMatchObject(missing);
  expect((await workspace.ok(disabled, organization.list, {})).items).toEqual([]);
});

test("moving and duplicating require the role create at the destination", async () => {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const reader = await workspace.member(org, "read");
  const group = await workspace.ok(admin, collection.create, { organizationId: org });
  const inCollection = { organizationId: org, parent: group.id };
  const { id: spaceId } = await workspace.ok(admin, space.create, inCollection);
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: "admin" });
  const up = { spaceId, parent: null };
  expect(await workspace.refused(reader, space.move, up)).toMatchObject({ status: 403 });
  expect(await workspace.refused(reader, space.duplicate, { spaceId })).toMatchObject({
    status: 403,
  });
  const level = { collectionId: group.id, defaultLevel: null };
  await workspace.ok(admin, collection.update, level);
  expect(await workspace.refused(reader, space.duplicate, { spaceId })).toMatchObject({
    status: 403,
  });
  await workspace.ok(admin, collection.update, { ...level, defaultLevel: "create" });
  expect(await workspace.ok(reader, space.duplicate, { spaceId })).toMatchObject({
    parent: group.id,
  });
});
