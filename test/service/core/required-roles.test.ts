import { beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, methodOf } from "../../../src/contract/endpoint.ts";
import { type Flag, permissionFlags } from "../../../src/contract/permission-flags.ts";
import { requiredRoles } from "../../../src/contract/required-roles.ts";
import type { Requirement, Who } from "../../../src/contract/requirement.ts";
import { roles } from "../../../src/contract/roles.ts";
import { allows, needOf, type Rule, type Standing } from "../../../src/contract/rules.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import { openCompleteOrganization } from "../../support/complete-organization.ts";
import { type Attempt, type FullOrganization, tryAll } from "../../support/full-organization.ts";
import { endpoints } from "../../support/made.ts";

const file = "src/contract/required-roles.ts";
const table: Readonly<Record<string, Requirement>> = requiredRoles;
const flags: Readonly<Record<string, Readonly<Record<string, Flag>>>> = permissionFlags;

/** Undefined is a stranger, null a guest. */
const standings: readonly Standing[] = [undefined, null, ...roles];

/** The answers that have permissions, by what they are of. */
const showingOperations: Readonly<Record<string, readonly string[]>> = {
  organization: ["getOrganizationById"],
  collection: ["getCollectionById"],
  space: ["getSpaceById"],
  site: ["getSiteById"],
  comment: ["getCommentInSpace", "getCommentInChangeRequest"],
  reply: ["getCommentReplyInSpace", "getCommentReplyInChangeRequest"],
  specification: ["getOpenAPISpecBySlug"],
  integration: ["getIntegrationByName"],
  team: ["getTeamInOrganizationById"],
  "team member": ["listTeamMembersInOrganizationById"],
  translation: ["getTranslation"],
};

let sample: FullOrganization;
/** What an admin is answered: what is not there for them is there for nobody. */
let asAdmin: ReadonlyMap<string, Attempt>;

beforeAll(async () => {
  sample = await openCompleteOrganization("Sample");
  asAdmin = byName(await tryEverything(sample, sample.admin));
});

test("Every operation is in the table, and nothing else", () => {
  const named = endpoints.map(({ operation }) => operation);
  const missing = named.filter((operation) => !(operation in table));
  expect(missing, `Add to ${file} which role these operations need`).toEqual([]);
  const stray = Object.keys(table).filter((operation) => !named.includes(operation));
  expect(stray, `Remove from ${file} what is no operation`).toEqual([]);
  for (const { operation, input } of endpoints) {
    const fields = Object.keys(table[operation]?.fields ?? {});
    const unknown = fields.filter((field) => !(field in input));
    expect(unknown, `Remove from ${file} what is no field of ${operation}`).toEqual([]);
  }
});

test("An admin meets each operation with something to do it to", () => {
  const absent = [...asAdmin.values()].filter(({ status }) => status === 404);
  expect(absent.map(({ name, body }) => `${name}: ${body}`)).toEqual([]);
});

test("All that a flag of permissions speaks of needs the same role", () => {
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
  "As $said",
  ({ standing }) => {
    test("each operation is done or refused as the table says, and permissions tell so", async () => {
      const caller = await enter(standing);
      check(await tryEverything(sample, caller), standing, []);
    });
  },
);

/** Makes the caller an exception, and says with which ids they then ask. */
const exceptions: Readonly<Record<Who, (caller: string) => Promise<FullOrganization["ids"]>>> = {
  author: async (caller) => {
    const { db } = sample.workspace;
    await db.updateTable("comments").set({ posted_by: caller }).execute();
    await db.updateTable("comment_replies").set({ posted_by: caller }).execute();
    return sample.ids;
  },
  "the person themselves": async (caller) =>
    new Map(await joinTeam(caller, "member"))
      .set("/orgs/{organizationId}/members", caller)
      .set("/orgs/{organizationId}/teams/{teamId}/members", caller),
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

describe.each(Object.entries(exceptions).map(([who, make]) => ({ who: who as Who, make })))(
  "Who is an exception as $who",
  ({ who, make }) => {
    test.each([undefined, null, "read", "comment"] as const)(
      "may do with the role %s what the table says",
      async (standing) => {
        // Nobody is in a team or reads what is private without being in the organization.
        if (standing === undefined && who !== "anyone, if it is public") return;
        const caller = await enter(standing);
        const ids = await make(caller);
        // A team shows its members, with a permission that speaks of looking at one of them.
        const chosen = (rule: Rule) =>
          rule === "getMemberInOrganizationById" ||
          needOf(rule).or?.some((one) => one.who === who) === true;
        const all = await tryEverything({ ...sample, ids }, caller, (endpoint) =>
          rulesOfOperation(endpoint).some(chosen),
        );
        const tried = all.filter((one) => rulesOf(one).some(chosen));
        expect(tried.length).toBeGreaterThan(0);
        check(tried, standing, [who]);
      },
    );
  },
);

function said(standing: Standing): string {
  if (standing === undefined) return "a stranger";
  return standing === null ? "a guest" : `a member with the role ${standing}`;
}

function enter(standing: Standing): Promise<string> {
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

/** Also with each field alone that has a rule of its own. */
function tryEverything(
  on: Pick<FullOrganization, "workspace" | "ids">,
  caller: string,
  chosen: (endpoint: Endpoint) => boolean = () => true,
): Promise<Attempt[]> {
  return tryAll(on, caller, chosen, ({ operation }) => table[operation]?.fields !== undefined);
}

function byName(tried: readonly Attempt[]): ReadonlyMap<string, Attempt> {
  return new Map(tried.map((one) => [one.name, one]));
}

function rulesOfOperation({ operation }: Endpoint): Rule[] {
  const fields = Object.keys(table[operation]?.fields ?? {});
  return [operation, ...fields.map((field) => `${operation}.${field}`)] as Rule[];
}

/** The rules that decide about one try. */
function rulesOf({ endpoint, input }: Attempt): Rule[] {
  const { operation } = endpoint;
  const fields = Object.keys(table[operation]?.fields ?? {}).filter((field) => field in input);
  return [operation, ...fields.map((field) => `${operation}.${field}`)] as Rule[];
}

function rulesOfFlag(flag: Flag): readonly Rule[] {
  return "is" in flag || "as" in flag ? [] : flag;
}

/** A DELETE of what one may not see is answered as if there was nothing. */
function isRefused({ endpoint, status, name }: Attempt): boolean {
  if (status === 403 || status === 404) return true;
  return methodOf(endpoint) === "DELETE" && status === 204 && asAdmin.get(name)?.status === 205;
}

/** Compares what happened with the table, and what answers said with what happened. */
function check(all: readonly Attempt[], standing: Standing, also: readonly Who[]): void {
  const who: readonly Who[] = standing ? [...also, "reader of the source"] : also;
  const done = new Map<Rule, boolean>();
  for (const tried of all) {
    const rules = rulesOf(tried);
    const isAllowed = rules.every((rule) => allows(standing, rule, who));
    const happened = `${tried.name} as ${said(standing)}: ${tried.status} ${tried.body}`;
    expect(!isRefused(tried), `${file} is not what happens. ${happened}`).toBe(isAllowed);
    for (const rule of rules) if (!done.has(rule)) done.set(rule, !isRefused(tried));
  }
  for (const [kind, operations] of Object.entries(showingOperations)) {
    for (const tried of all.filter(({ endpoint }) => operations.includes(endpoint.operation))) {
      const shown = tried.status === 200 ? permissionsIn(tried) : undefined;
      for (const [name, value] of Object.entries(shown ?? {})) {
        const flag = flags[kind]?.[name];
        const message = `permissions.${name} of a ${kind} as ${said(standing)}`;
        if (!flag) throw new Error(`${message} is not in src/contract/permission-flags.ts.`);
        if ("is" in flag) expect(value, message).toBe(who.includes(flag.is));
        if ("as" in flag) expect(value, message).toBe(allows(standing, flag.as, who));
        for (const rule of rulesOfFlag(flag)) {
          if (done.has(rule)) expect(value, `${message}: ${rule}`).toBe(done.get(rule));
        }
      }
    }
  }
}

function permissionsIn({ body }: Attempt): Record<string, unknown> | undefined {
  const { items, permissions } = JSON.parse(body);
  if (permissions !== undefined) return permissions;
  const named = sample.ids.get("user");
  return items?.find((one: { organization: { id: string } }) => one.organization.id === named)
    ?.permissions;
}
