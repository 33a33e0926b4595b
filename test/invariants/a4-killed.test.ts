import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import * as collectionPermission from "../../src/contract/collection-permission.ts";
import * as cr from "../../src/contract/cr.ts";
import * as review from "../../src/contract/cr-review.ts";
import type { Role } from "../../src/contract/roles.ts";
import * as site from "../../src/contract/site.ts";
import * as sitePermission from "../../src/contract/site-permission.ts";
import * as space from "../../src/contract/space.ts";
import * as spacePermission from "../../src/contract/space-permission.ts";
import * as team from "../../src/contract/team.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  type AccessPlatform,
  type Death,
  getMembership,
  openAccessPlatform,
  openOn,
} from "../support/platforms/access-platform.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";
import type { Workspace } from "../support/platforms/workspace.ts";

/** Number of requests between two kills. */
const stride = amount({ short: 92, all: 46, full: 1 });

interface World extends AccessPlatform {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly ids: Readonly<Record<"ada" | "grace" | "bob" | "spaceId" | "collectionId", string>>;
  readonly folder: string;
}

/** The same organization each time, except for ids; Ada has every kind of access. */
async function makeWorld(workspace: Workspace): Promise<World> {
  const organizationId = await workspace.organization();
  const of = { organizationId };
  // The roster adds a user without an account; one with an account would have to accept first.
  await workspace.db
    .updateTable("users")
    .set({ email: `former-${organizationId.toLowerCase()}@example.com` })
    .where("email", "=", "new@example.com")
    .execute();
  const join = async (name: string, role: Role) => {
    const email = `${name}@example.com`;
    const known = await workspace.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirst();
    const user = known?.id ?? (await workspace.person(email));
    await workspace.enroll(organizationId, user, role);
    return user;
  };
  const admin = await join("root", "admin");
  const [ada, grace, bob] = [
    await join("ada", "create"),
    await join("grace", "read"),
    await join("bob", "read"),
  ];
  const { id: teamId } = await workspace.ok(admin, team.create, {
    ...of,
    title: "Docs",
    members: [bob],
  });
  const owner = { ...of, teamId, userId: ada, role: "owner" as const };
  await workspace.ok(admin, team.putMember, owner);
  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    ...of,
    title: "Guides",
  });
  const { id: spaceId } = await workspace.ok(admin, space.create, { ...of, title: "Handbook" });
  const { id: siteId } = await workspace.ok(admin, site.create, { ...of, title: "Portal" });
  const users = [ada];
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", users });
  await workspace.ok(admin, collectionPermission.grant, { collectionId, role: "edit", users });
  await workspace.ok(admin, sitePermission.grant, { ...of, siteId, role: "comment", users });
  const { id: changeRequestId } = await workspace.ok(admin, cr.create, {
    spaceId,
    subject: "Change",
  });
  await workspace.ok(admin, review.request, { spaceId, changeRequestId, users });
  const rules = [{ rule: "require_specific_reviewers" as const, users }];
  const mergeRules = { type: "rules" as const, rules };
  await workspace.ok(admin, space.update, { spaceId, mergeRules });
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  const ids = { ada, grace, bob, spaceId, collectionId };
  return { workspace, organizationId, ids, folder: temporaryFolder(), ...platform };
}

type Line = (world: World) => readonly string[];

const lines: Readonly<Record<string, Line>> = {
  offboarding: ({ ids }) => ["member", "offboard", ids.ada, "--successor", ids.grace, "--yes"],
  sync({ folder }) {
    const file = join(folder, "roster.csv");
    const rows = [
      "root@example.com,admin,",
      "grace@example.com,edit,Docs",
      "new@example.com,read,Docs",
    ];
    writeFileSync(file, `email,role,teams\n${rows.join("\n")}\n`);
    return ["member", "sync", "--roster", file, "--prune", "--max-removals", "2", "--yes"];
  },
  decisions({ folder, ids, organizationId }) {
    const file = join(folder, "decisions.csv");
    const rows = [
      ["revoke", "review", "direct", ids.ada, ids.spaceId],
      ["comment", "edit", "direct", ids.ada, ids.collectionId],
      ["admin", "read", "organization role", ids.grace, ids.spaceId],
      ["keep", "read", "organization role", ids.grace, organizationId],
      ["revoke", "read", "organization role", ids.bob, organizationId],
    ];
    writeFileSync(
      file,
      `decision,role,via,user,thing\n${rows.map((row) => `${row.join(",")}\n`).join("")}`,
    );
    return ["access", "apply", file, "--yes"];
  },
};

const cases = onBoth.flatMap(([kind, database]) =>
  Object.entries(lines).map(([name, line]) => [name, kind, database, line] as const),
);

test.each(cases)(
  "after a kill at any request and a second run, the %s has the same result, on %s",
  async (name, kind, database, lineFor) => {
    const workspace = await openOn(database);
    const whole = await makeWorld(workspace);
    const before = await getMembership(workspace, whole.organizationId);
    const ran = await whole.run(lineFor(whole));
    // With 8, an invited user has not accepted yet.
    expect([0, 8], ran.stderr).toContain(ran.code);
    const wanted = await getMembership(workspace, whole.organizationId);
    expect(wanted).not.toEqual(before);
    const requests = whole.count();
    const again = await whole.run(lineFor(whole));
    expect([again.code, whole.writes()], again.stderr).toEqual([ran.code, []]);
    let kills = 0;
    const different = countFaults();
    for (let at = 1; at <= requests; at += stride) {
      for (const when of ["before", "after"] as const) {
        const death: Death = { at, when };
        const world = await makeWorld(workspace);
        const killed = await world.run(lineFor(world), death);
        const say = `${name} killed ${when} request ${at} of ${requests}`;
        expect(killed.code, say).not.toBe(0);
        const resumed = await world.run(lineFor(world));
        expect(resumed.code, `${say}: ${resumed.stderr}`).toBe(ran.code);
        const standing = await getMembership(workspace, world.organizationId);
        different.add(!isDeepStrictEqual(standing, wanted));
        expect(standing, say).toEqual(wanted);
        kills++;
      }
    }
    const ends = `${different.total()} ended otherwise`;
    report("A4", `${kind}, ${name}: ${kills} kills at ${requests} requests, ${ends}`);
  },
  7_200_000,
);
