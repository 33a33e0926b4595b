import fc from "fast-check";
import { expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../src/contract/collection-permission.ts";
import * as member from "../../../../src/contract/member.ts";
import { type AccessLevel, levels, type Role, roles } from "../../../../src/contract/roles.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import * as team from "../../../../src/contract/team.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { roleTold } from "../../../support/models/told-role.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

interface Shape {
  readonly isCollection: boolean;
  /** One of the previous collections, or the top level. */
  readonly under: number;
  readonly level: AccessLevel | null;
  /** Granted to the user, and to a team of theirs. */
  readonly own: Role | undefined;
  readonly teams: Role | undefined;
}

interface Thing extends Shape {
  readonly id: string;
  readonly parent: Thing | undefined;
}

const granted = fc.option(fc.constantFrom(...roles), { nil: undefined, freq: 2 });
const shapes: fc.Arbitrary<Shape[]> = fc.array(
  fc.record({
    isCollection: fc.boolean(),
    under: fc.nat(20),
    level: fc.constantFrom<AccessLevel | null>("inherit", "inherit", null, null, ...levels),
    own: granted,
    teams: granted,
  }),
  { minLength: 1, maxLength: 14 },
);

/** The literal definition: the nearest setting applies. */
function slowly(thing: Thing, role: Role | null): Role | null {
  if (role === "admin") return role;
  const granted = thing.own ?? thing.teams;
  if (granted !== undefined) return granted;
  if (thing.level !== "inherit") return role === null ? null : thing.level;
  return thing.parent ? slowly(thing.parent, role) : role;
}

interface GrantsSetup {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly admin: string;
  readonly person: string;
  readonly teamId: string;
}

async function start(role: Role | null): Promise<GrantsSetup> {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const person = await workspace.member(organizationId, role);
  const asked = { organizationId, title: "Team", members: [person] };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  return { workspace, organizationId, admin, person, teamId };
}

async function plant(setup: GrantsSetup, wanted: readonly Shape[]): Promise<Thing[]> {
  const { workspace, organizationId, admin, person, teamId } = setup;
  const things: Thing[] = [];
  for (const shape of wanted) {
    const collections = things.filter((thing) => thing.isCollection);
    const parent = collections[shape.under % (collections.length + 1)];
    const input = { organizationId, ...(parent && { parent: parent.id }) };
    const made = await workspace.ok(admin, (shape.isCollection ? collection : space).create, input);
    const [collectionId, spaceId] = [made.id, made.id];
    const defaultLevel = shape.level;
    if (shape.isCollection) {
      await workspace.ok(admin, collection.update, { collectionId, defaultLevel });
    } else {
      await workspace.ok(admin, space.update, { spaceId, defaultLevel });
    }
    for (const [role, to] of [
      [shape.own, { users: [person] }],
      [shape.teams, { teams: [teamId] }],
    ] as const) {
      if (role === undefined) continue;
      if (shape.isCollection) {
        await workspace.ok(admin, collectionPermission.grant, { collectionId, role, ...to });
      } else {
        await workspace.ok(admin, spacePermission.grant, { spaceId, role, ...to });
      }
    }
    things.push({ ...shape, id: made.id, parent });
  }
  return things;
}

slowTest(
  "in any tree, users have exactly the access of levels and grants, and lists contain exactly the visible content",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...roles, null, null), shapes, async (role, wanted) => {
        const setup = await start(role);
        const { workspace, organizationId, admin, person } = setup;
        const things = await plant(setup, wanted);
        const visible = (chosen: readonly Thing[]) =>
          chosen.flatMap((thing) => {
            const may = slowly(thing, role);
            return may === null ? [] : [`${thing.id} ${may}`];
          });
        const comparable = ({
          id,
          permissions,
        }: {
          id: string;
          permissions: Record<string, unknown>;
        }) => `${id} ${roleTold(permissions)}`;
        const spaces = things.filter((thing) => !thing.isCollection);
        const collections = things.filter((thing) => thing.isCollection);

        const listed = await workspace.ok(person, space.list, { organizationId });
        expect(listed.items.map(comparable).toSorted()).toEqual(visible(spaces).toSorted());
        const groups = await workspace.ok(person, collection.list, { organizationId });
        const ids = groups.items.map((item) => item.id).toSorted();
        expect(ids).toEqual(
          visible(collections)
            .map((one) => one.slice(0, one.indexOf(" ")))
            .toSorted(),
        );

        for (const thing of spaces) {
          const answer = await workspace.ask(person, space.get, { spaceId: thing.id });
          expect(answer.status).toBe(visible([thing]).length === 1 ? 200 : 404);
        }
        for (const thing of collections) {
          const collectionId = thing.id;
          const answer = await workspace.ask(person, collection.get, { collectionId });
          expect(answer.status).toBe(visible([thing]).length === 1 ? 200 : 404);
          if (answer.status === 404) continue;
          const { items } = await workspace.ok(person, collection.spaces, { collectionId });
          const inside = spaces.filter((one) => one.parent === thing);
          expect(items.map(comparable).toSorted()).toEqual(visible(inside).toSorted());
        }

        const asked = { organizationId, userId: person };
        const theirs = await workspace.ok(admin, member.spaces, asked);
        const permitted = theirs.items.map((item) => `${item.space.id} ${item.permission}`);
        expect(permitted.toSorted()).toEqual(visible(spaces).toSorted());
        const counted = await workspace.ok(admin, member.get, asked);
        expect(counted.spaces).toBe(visible(spaces).length);
        await workspace.service.close();
      }),
      { numRuns: amount({ short: 3, full: 40 }) },
    );
  },
);

test("a grant to a team applies to its members while they are in it", async () => {
  const { workspace, organizationId, admin, person, teamId } = await start(null);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "edit", teams: [teamId] });
  await workspace.ok(person, space.get, { spaceId });
  const key = { organizationId, teamId, userId: person };
  await workspace.ask(admin, team.dropMember, key);
  expect(await workspace.refused(person, space.get, { spaceId })).toMatchObject({ status: 404 });
  await workspace.ok(admin, team.putMember, key);
  await workspace.ok(person, space.get, { spaceId });
});

test("a moved resource keeps its own grants and gets those of its new location", async () => {
  const { workspace, organizationId, admin, person } = await start(null);
  const make = async () => (await workspace.ok(admin, collection.create, { organizationId })).id;
  const [from, to] = [await make(), await make()];
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId, parent: from });
  const users = [person];
  await workspace.ok(admin, collectionPermission.grant, {
    collectionId: from,
    role: "edit",
    users,
  });
  const may = async () => {
    const answer = await workspace.ask(person, space.get, { spaceId });
    const { permissions } = (answer.body ?? { permissions: {} }) as {
      permissions: Record<string, unknown>;
    };
    return roleTold(permissions);
  };
  expect(await may()).toBe("edit");
  await workspace.ok(admin, space.move, { spaceId, parent: to });
  expect(await may()).toBeUndefined();
  await workspace.ok(admin, collectionPermission.grant, {
    collectionId: to,
    role: "review",
    users,
  });
  expect(await may()).toBe("review");
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users });
  await workspace.ask(admin, collection.remove, { collectionId: to });
  expect(await may()).toBe("read");
  await workspace.ok(admin, space.move, { spaceId, parent: from });
  expect(await may()).toBe("read");
  await workspace.ask(admin, spacePermission.removeUser, { spaceId, userId: person });
  expect(await may()).toBe("edit");
});
