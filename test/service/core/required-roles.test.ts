import { beforeAll, describe, expect, test } from "vitest";
import type { RoleException } from "../../../src/contract/requirement.ts";
import { roles } from "../../../src/contract/roles.ts";
import {
  allows,
  type CallerRole,
  getNeed,
  type PermissionRule,
} from "../../../src/contract/rules.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import {
  byName,
  check,
  flags,
  listRules,
  rulesOfFlag,
  rulesOfOperation,
  table,
  tableFile,
  tryEverything,
  withoutResources,
} from "../../support/models/role-checks.ts";
import { openCompleteOrganization } from "../../support/organizations/complete-organization.ts";
import type { Attempt, FullOrganization } from "../../support/organizations/full-organization.ts";
import { endpoints } from "../../support/requests/made.ts";

/** Undefined is an outsider, null a guest. */
const standings: readonly CallerRole[] = [undefined, null, ...roles];

let sample: FullOrganization;
/** The response to an admin: a resource missing for them is missing for all users. */
let asAdmin: ReadonlyMap<string, Attempt>;

beforeAll(async () => {
  sample = await openCompleteOrganization("Sample");
  asAdmin = byName(await tryEverything(sample, sample.admin));
});

test("the table contains exactly all operations", () => {
  const named = endpoints.map(({ operation }) => operation);
  const missing = named.filter((operation) => !(operation in table));
  expect(missing, `Add to ${tableFile} which role these operations need`).toEqual([]);
  const stray = Object.keys(table).filter((operation) => !named.includes(operation));
  expect(stray, `Remove from ${tableFile} what is no operation`).toEqual([]);
  for (const { operation, input } of endpoints) {
    const fields = Object.keys(table[operation]?.fields ?? {});
    const unknown = fields.filter((field) => !(field in input));
    expect(unknown, `Remove from ${tableFile} what is no field of ${operation}`).toEqual([]);
  }
});

test("an admin can execute each operation on a suitable resource", () => {
  const absent = [...asAdmin.values()].filter(
    ({ status, endpoint }) => status === 404 && !withoutResources.includes(endpoint.operation),
  );
  expect(absent.map(({ name, body }) => `${name}: ${body}`)).toEqual([]);
});

test("all operations of a permission flag need the same role", () => {
  for (const [kind, those] of Object.entries(flags)) {
    for (const [name, flag] of Object.entries(those)) {
      const [first, ...others] = rulesOfFlag(flag);
      for (const other of first ? others : []) {
        for (const standing of standings) {
          const same = allows(standing, first ?? other) === allows(standing, other);
          expect(same, `${name} of a ${kind}: ${first} and ${other} as ${standing}`).toBe(true);
        }
      }
    }
  }
});

describe.each(standings.map((standing) => ({ standing, said: said(standing) })))(
  "as $said",
  ({ standing }) => {
    slowTest(
      "each operation is executed or refused as in the table, and permissions match",
      async () => {
        const caller = await enter(standing);
        compare(await tryEverything(sample, caller), standing, []);
      },
    );
  },
);

/** Makes the caller an exception. @returns the ids for their requests */
const exceptions: Readonly<
  Record<RoleException, (caller: string) => Promise<FullOrganization["ids"]>>
> = {
  author: async (caller) => {
    const { db } = sample.workspace;
    await db.updateTable("comments").set({ posted_by: caller }).execute();
    await db.updateTable("comment_replies").set({ posted_by: caller }).execute();
    return sample.ids;
  },
  "person themselves": async (caller) =>
    new Map(await joinTeam(caller, "member"))
      .set("/users", caller)
      .set("/orgs/{organizationId}/members", caller)
      .set("/orgs/{organizationId}/teams/{teamId}/members", caller),
  "invited user": async (caller) => {
    const { workspace, admin, organizationId } = sample;
    await workspace.db
      .insertInto("invitations")
      .values({
        organization_id: organizationId,
        user_id: caller,
        role: "read",
        sso: 0,
        invited_by: admin,
        created_at: workspace.now.toISOString(),
      })
      .execute();
    return sample.ids;
  },
  "owner of the team": (caller) => joinTeam(caller, "owner"),
  "member of the team": (caller) => joinTeam(caller, "member"),
  "reader of the source": async (caller) => {
    const { workspace, admin, spaceId, ids } = sample;
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [caller] });
    return ids;
  },
  "anyone, if it is public": async () => {
    const { db } = sample.workspace;
    await db.updateTable("specifications").set({ visibility: "public" }).execute();
    await db.updateTable("integrations").set({ visibility: "public" }).execute();
    return sample.ids;
  },
};

describe.each(
  Object.entries(exceptions).map(([who, make]) => ({ who: who as RoleException, make })),
)("an exceptional principal ($who)", ({ who, make }) => {
  // Only members are in a team or read private content.
  const isOutside = who === "anyone, if it is public" || who === "invited user";
  const roles = [...(isOutside ? [undefined] : []), null, "read", "comment"] as const;
  slowTests.each(roles)("has with the role %s the permissions of the table", async (standing) => {
    const caller = await enter(standing);
    const ids = await make(caller);
    // A team lists its members, with a permission to view one of them.
    const chosen = (rule: PermissionRule) =>
      rule === "getMemberInOrganizationById" ||
      getNeed(rule).exceptions?.some((one) => one.principal === who) === true;
    const all = await tryEverything({ ...sample, ids }, caller, (endpoint) =>
      rulesOfOperation(endpoint).some(chosen),
    );
    const tried = all.filter((one) => listRules(one).some(chosen));
    expect(tried.length).toBeGreaterThan(0);
    compare(tried, standing, [who]);
  });
});

function said(standing: CallerRole): string {
  if (standing === undefined) return "a stranger";
  return standing === null ? "a guest" : `a member with the role ${standing}`;
}

function enter(standing: CallerRole): Promise<string> {
  const { workspace, organizationId } = sample;
  return standing === undefined ? workspace.person() : workspace.member(organizationId, standing);
}

async function joinTeam(
  user_id: string,
  role: "owner" | "member",
): Promise<FullOrganization["ids"]> {
  const team_id = sample.ids.get("team") ?? "";
  await sample.workspace.db.insertInto("team_members").values({ team_id, user_id, role }).execute();
  return sample.ids;
}

function compare(
  all: readonly Attempt[],
  standing: CallerRole,
  also: readonly RoleException[],
): void {
  check({
    all,
    asAdmin,
    standingFor: () => standing,
    who: standing ? [...also, "reader of the source"] : also,
    said: said(standing),
    named: sample.ids.get("user"),
  });
}
