import { expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import { type Endpoint, getMethod, resolvePath } from "../../../src/contract/endpoint.ts";
import * as organization from "../../../src/contract/organization.ts";
import { type Role, roles } from "../../../src/contract/roles.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { amount, slowTest } from "../../support/generators/amount.ts";
import {
  type Attempt,
  type FullOrganization,
  isDenied,
  openFullOrganization,
  tryAll,
} from "../../support/organizations/full-organization.ts";

const secret = "Confidential";
const onContent = (endpoint: Endpoint) => /^\/(spaces|collections)\/\{/.test(resolvePath(endpoint));
const onSpace = (endpoint: Endpoint) => resolvePath(endpoint).startsWith("/spaces/{");
const inOrganization = (endpoint: Endpoint) => resolvePath(endpoint).startsWith("/orgs/{");

/** Ways in which a user gets a role in a collection and in its space. */
const ways: Record<string, (target: FullOrganization, role: Role) => Promise<string>> = {
  "their own role, which is inherited": ({ workspace, organizationId }, role) =>
    workspace.member(organizationId, role),

  "the level of the collection": async (target, role) => {
    const { workspace, admin, collectionId } = target;
    await workspace.ok(admin, collection.update, { collectionId, defaultLevel: role });
    return workspace.member(target.organizationId, "comment");
  },

  "a grant to them as a guest": async (target, role) => {
    const { workspace, admin, collectionId } = target;
    const guest = await workspace.member(target.organizationId, null);
    await workspace.ok(admin, collectionPermission.grant, { collectionId, role, users: [guest] });
    return guest;
  },

  "a grant to a team of theirs": async (target, role) => {
    const { workspace, admin, collectionId } = target;
    const guest = await workspace.member(target.organizationId, null);
    const teams = [await getTeam(target, guest)];
    await workspace.ok(admin, collectionPermission.grant, { collectionId, role, teams });
    return guest;
  },

  "a grant in a private collection, stronger than their own role": async (target, role) => {
    const { workspace, admin, collectionId } = target;
    await workspace.ok(admin, collection.update, { collectionId, defaultLevel: null });
    const reader = await workspace.member(target.organizationId, "read");
    const users = [reader];
    await workspace.ok(admin, collectionPermission.grant, { collectionId, role, users });
    return reader;
  },
};

async function getTeam(target: FullOrganization, member: string): Promise<string> {
  const { workspace, admin, organizationId } = target;
  const asked = { organizationId, title: "Team", members: [member] };
  return (await workspace.ok(admin, team.create, asked)).id;
}

/** The attempts at one operation with the same fields, by role. */
type Row = ReadonlyMap<Role, Attempt>;

async function listRows(
  target: FullOrganization,
  enter: (role: Role) => Promise<string>,
  chosen: (endpoint: Endpoint) => boolean,
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Map<Role, Attempt>>();
  for (const role of roles) {
    for (const tried of await tryAll(target, await enter(role), chosen)) {
      const row = rows.get(tried.name) ?? new Map<Role, Attempt>();
      rows.set(tried.name, row.set(role, tried));
    }
  }
  return rows;
}

/** The roles that may perform an operation. */
function admitted(row: Row): readonly Role[] {
  return roles.filter((role) => {
    const tried = row.get(role);
    return tried !== undefined && !isDenied(tried);
  });
}

function writes(tried: Attempt | undefined): boolean {
  return tried?.changed === true && getMethod(tried.endpoint) !== "GET";
}

interface Played {
  readonly rows: ReadonlyMap<string, Row>;
  /** The permissions that the space and the collection show to each role. */
  readonly shown: ReadonlyMap<Role, Record<string, unknown>>;
}

const played = new Map<string, Promise<Played>>();

/** In every run the shortest way and the longest. */
const tried = Object.keys(ways).filter((_, at, all) => {
  return amount({ short: 0, full: 1 }) === 1 || at === 0 || at === all.length - 1;
});

/** Tries all operations on content with all roles of one way; each way is prepared once. */
function play(way: string): Promise<Played> {
  let one = played.get(way);
  if (!one) {
    one = playAnew(way);
    played.set(way, one);
  }
  return one;
}

async function playAnew(way: string): Promise<Played> {
  const target = await openFullOrganization(secret);
  const { workspace, spaceId, collectionId } = target;
  const shown = new Map<Role, Record<string, unknown>>();
  const enter = async (role: Role) => {
    const caller = (await ways[way]?.(target, role)) ?? "";
    const book = await workspace.ok(caller, space.get, { spaceId });
    const group = await workspace.ok(caller, collection.get, { collectionId });
    shown.set(role, { ...group.permissions, ...book.permissions });
    return caller;
  };
  return { rows: await listRows(target, enter, onContent), shown };
}

for (const way of tried) {
  slowTest(
    `by ${way}, each operation on content requires a permission that the responses show`,
    async () => {
      const { rows, shown } = await play(way);
      const names = Object.keys(shown.get("admin") ?? {});
      const known = names.map((name) => roles.filter((role) => shown.get(role)?.[name] === true));
      for (const [name, row] of rows) {
        const may = admitted(row);
        // An operation that no role can perform on this data shows nothing.
        if (may.length > 0) expect(known, name).toContainEqual(may);
        expect(writes(row.get("read")), name).toBe(false);
      }
    },
  );
}

slowTest("every way to a role allows the same operations, and few are closed to all", async () => {
  const opened: Record<string, readonly Role[]>[] = [];
  for (const way of tried) {
    const { rows } = await play(way);
    opened.push(Object.fromEntries([...rows].map(([name, row]) => [name, admitted(row)])));
  }
  const [first = {}] = opened;
  for (const others of opened) expect(others).toEqual(first);
  const closed = Object.values(first).filter((may) => may.length === 0);
  expect(closed.length).toBeLessThan(Object.values(first).length / 4);
});

slowTest("a grant in a private space gives access to it and not to its collection", async () => {
  const target = await openFullOrganization(secret);
  const { workspace, admin, organizationId, collectionId, spaceId } = target;
  await workspace.ok(admin, collection.update, { collectionId, defaultLevel: null });
  const guest = await workspace.member(organizationId, null);
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "admin", users: [guest] });
  const closed = await tryAll(target, guest, (one) => onContent(one) && !onSpace(one));
  expect(closed.filter((tried) => tried.status !== 404 && tried.status !== 204)).toEqual([]);
  const open = await tryAll(target, guest, onSpace);
  const notFound = open.filter((tried) => tried.status === 404).map(({ name }) => name);
  const asAdmin = await tryAll(target, admin, onSpace);
  expect(notFound).toEqual(asAdmin.filter(({ status }) => status === 404).map(({ name }) => name));
});

test.each(["create", null] as const)(
  "private content without a grant is not found for a member who is %s",
  async (role) => {
    const target = await openFullOrganization(secret);
    const { workspace, admin, organizationId, collectionId } = target;
    await workspace.ok(admin, collection.update, { collectionId, defaultLevel: null });
    const caller = await workspace.member(organizationId, role);
    for (const { name, endpoint, status, body } of await tryAll(target, caller, onContent)) {
      const refusals = getMethod(endpoint) === "DELETE" ? [204, 404] : [404];
      expect(refusals, name).toContain(status);
      expect(body, name).not.toContain(secret);
    }
  },
);

slowTest(
  "a stronger role in the organization allows no less, and guests change only their profile",
  async () => {
    const target = await openFullOrganization(secret);
    const { workspace, organizationId } = target;
    const rows = await listRows(
      target,
      (role) => workspace.member(organizationId, role),
      inOrganization,
    );
    for (const [name, row] of rows) {
      const may = admitted(row);
      expect(may, name).toEqual(roles.slice(0, may.length));
    }
    const guest = await workspace.member(organizationId, null);
    const written = (await tryAll(target, guest, inOrganization)).filter(writes);
    expect(written.map(({ endpoint }) => endpoint.operation)).toEqual([
      "updateOrganizationMemberLastSeenAt",
      "joinOrganizationWithInvite",
    ]);
  },
);

slowTest("the permissions of the organization match its operations", async () => {
  const target = await openFullOrganization(secret);
  const { workspace, organizationId } = target;
  const decided: Record<string, readonly string[]> = {
    admin: [
      "updateOrganizationById",
      "createOrganizationTeam",
      "inviteUsersToOrganization",
      "createOrganizationInvite",
      "createOrganizationSAMLProvider",
      "removeMemberFromOrganizationById",
    ],
    createContent: ["createSpace", "createCollection"],
    createOpenAPISpec: ["createOpenAPISpec"],
    listMembers: ["listMembersInOrganizationById", "getMemberInOrganizationById"],
    listTeams: ["listTeamsInOrganizationById"],
    view: ["getOrganizationById", "listSSOProviderLoginsInOrganization"],
  };
  for (const role of [...roles, null]) {
    const caller = await workspace.member(organizationId, role);
    const { permissions } = await workspace.ok(caller, organization.get, { organizationId });
    const all = await tryAll(target, caller, inOrganization);
    for (const [permission, operations] of Object.entries(decided)) {
      for (const tried of all.filter(({ endpoint }) => operations.includes(endpoint.operation))) {
        expect(!isDenied(tried), `${tried.name} as ${role}`).toBe(permissions[permission]);
      }
    }
  }
});

slowTest(
  "the admin of another organization finds nothing of this one, in any operation",
  async () => {
    const target = await openFullOrganization(secret);
    const { workspace, ids } = target;
    const home = await workspace.organization("Home");
    const stranger = await workspace.member(home, "admin");
    const theirs = new Set(ids.values());
    for (const tried of await tryAll(target, stranger, () => true)) {
      const { name, endpoint, input, status, body } = tried;
      expect(body, name).not.toContain(secret);
      // Any user with a link may join by it.
      if (endpoint.operation === "joinOrganizationWithInvite") continue;
      if (!Object.values(input).some((value) => typeof value === "string" && theirs.has(value)))
        continue;
      // Without an invitation the response is the same, whether or not the organization exists.
      const isInvited = /^(?:accept|decline)Invitation$/.test(endpoint.operation);
      const refusals = isInvited
        ? [403]
        : getMethod(endpoint) === "DELETE"
          ? [204, 404]
          : [400, 404];
      // No key of an ad partner is valid.
      if (endpoint.operation !== "adsUpdateSite")
        expect(refusals, `${name}: ${status} ${body}`).toContain(status);
      expect(tried.changed, name).toBe(false);
    }
  },
);
