import { beforeAll, describe, expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import type { RoleScope } from "../../../src/contract/requirement.ts";
import { type Role, roles } from "../../../src/contract/roles.ts";
import { type CallerRole, getNeed, type PermissionRule } from "../../../src/contract/rules.ts";
import * as site from "../../../src/contract/site.ts";
import * as sitePermission from "../../../src/contract/site-permission.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { amount } from "../../support/generators/amount.ts";
import { byName, check, tryEverything } from "../../support/models/role-checks.ts";
import { openCompleteOrganization } from "../../support/organizations/complete-organization.ts";
import type { Attempt, FullOrganization } from "../../support/organizations/full-organization.ts";

/** The user's role in each resource: the space is in the collection, and on the site. */
interface Standings {
  readonly organization: CallerRole;
  readonly collection: CallerRole;
  readonly site: CallerRole;
  readonly space: CallerRole;
}

interface Kind {
  /** The role of the user in the organization. */
  readonly member: Role | null;
  /** Gives the role to the user or to all members. */
  readonly give: (role: Role, to: { users: string[] } | { teams: string[] }) => Promise<unknown>;
  readonly toTeam?: boolean;
  /** The resources in which this gives the role. */
  readonly reaches: readonly (keyof Standings)[];
}

let sample: FullOrganization;
let asAdmin: ReadonlyMap<string, Attempt>;

beforeAll(async () => {
  sample = await openCompleteOrganization("Sample");
  const { workspace, admin, spaceId } = sample;
  const { items } = await workspace.ok(admin, siteSpace.list, { ...onSite(), limit: 1000 });
  expect(items.map((item) => item.space.id)).toContain(spaceId);
  asAdmin = byName(await tryEverything(sample, admin));
});

const onSite = () => ({
  organizationId: sample.organizationId,
  siteId: sample.ids.get("site") ?? "",
});

const asAdminOf = {
  space: (role: Role, to: object) =>
    sample.workspace.ok(sample.admin, spacePermission.grant, {
      spaceId: sample.spaceId,
      role,
      ...to,
    }),
  collection: (role: Role, to: object) =>
    sample.workspace.ok(sample.admin, collectionPermission.grant, {
      collectionId: sample.collectionId,
      role,
      ...to,
    }),
  site: (role: Role, to: object) =>
    sample.workspace.ok(sample.admin, sitePermission.grant, { ...onSite(), role, ...to }),
};

const levelOf = {
  space: (defaultLevel: Role | "inherit") =>
    sample.workspace.ok(sample.admin, space.update, { spaceId: sample.spaceId, defaultLevel }),
  collection: (defaultLevel: Role | "inherit") =>
    sample.workspace.ok(sample.admin, collection.update, {
      collectionId: sample.collectionId,
      defaultLevel,
    }),
  site: (defaultLevel: Role | "inherit") =>
    sample.workspace.ok(sample.admin, site.update, { ...onSite(), defaultLevel }),
};

const kinds: Readonly<Record<string, Kind>> = {
  "a grant on the space": { member: null, give: asAdminOf.space, reaches: ["space"] },
  "a grant on the space to a team": {
    member: "create",
    give: asAdminOf.space,
    toTeam: true,
    reaches: ["space"],
  },
  "the level of the space": { member: "comment", give: levelOf.space, reaches: ["space"] },
  "a grant on the site": { member: "edit", give: asAdminOf.site, reaches: ["site", "space"] },
  "a grant on the site to a team": {
    member: null,
    give: asAdminOf.site,
    toTeam: true,
    reaches: ["site", "space"],
  },
  "the level of the site": { member: "comment", give: levelOf.site, reaches: ["site", "space"] },
  "a grant in the collection": {
    member: null,
    give: asAdminOf.collection,
    reaches: ["collection", "space"],
  },
  "a grant in the collection to a team": {
    member: "review",
    give: asAdminOf.collection,
    toTeam: true,
    reaches: ["collection", "space"],
  },
  "the level of the collection": {
    member: "create",
    give: levelOf.collection,
    reaches: ["collection", "space"],
  },
};

describe.each(Object.entries(kinds).map(([name, kind], at) => ({ name, kind, at })))(
  "by $name",
  ({ name, kind, at }) => {
    // In a short run one role for each kind, another for the next one.
    const some = roles.filter((_, index) => index === at % roles.length);
    test.each(amount({ short: 0, full: 1 }) === 1 ? roles : some)(
      "each operation is executed or refused in the role %s as in the table, and permissions match",
      async (role) => {
        const caller = await give(kind, role);
        const standings: Standings = {
          ...{ organization: kind.member, collection: kind.member },
          ...{ site: kind.member, space: kind.member },
          ...Object.fromEntries(kind.reaches.map((thing) => [thing, role])),
        };
        check({
          all: await tryEverything(sample, caller),
          asAdmin,
          standingFor: (rule, tried) => standings[getResource(rule, tried)],
          who: standings.space === null ? [] : ["reader of the source"],
          said: `somebody with the role ${role} by ${name}`,
          named: sample.ids.get("user"),
        });
        for (const back of Object.values(levelOf)) await back("inherit");
      },
    );
  },
);

async function give(kind: Kind, role: Role): Promise<string> {
  const { workspace, admin, organizationId } = sample;
  const caller = await workspace.member(organizationId, kind.member);
  if (!kind.toTeam) {
    await kind.give(role, { users: [caller] });
    return caller;
  }
  const asked = { organizationId, title: "Team", members: [caller] };
  await kind.give(role, { teams: [(await workspace.ok(admin, team.create, asked)).id] });
  return caller;
}

const things: Readonly<Record<RoleScope, keyof Standings>> = {
  organization: "organization",
  "organization itself": "organization",
  "publishing organization": "organization",
  platform: "organization",
  space: "space",
  "space itself": "space",
  "collection itself": "collection",
  "docs site": "site",
  "docs site itself": "site",
  destination: "organization",
};

/** The resource in which a rule requires the role. */
function getResource(rule: PermissionRule, { endpoint, input }: Attempt): keyof Standings {
  const { scope } = getNeed(rule);
  if (scope !== "destination") return things[scope];
  // A space is duplicated in place; the others go to the destination in the input.
  const isInside =
    /^duplicate(?:Site)?Space$/.test(endpoint.operation) || ("parent" in input && input.parent);
  return isInside ? "collection" : "organization";
}
