/**
 * Actions of users who are not admins of the target organization: publishers, inviters, and owners of
 * transferred content and sites. x3-consent.test.ts measures access before and after each action.
 */
import * as collection from "../../../src/contract/collection.ts";
import * as integration from "../../../src/contract/integration.ts";
import * as installation from "../../../src/contract/integration-installation.ts";
import { scopes, targets } from "../../../src/contract/integration-values.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as invite from "../../../src/contract/organization-invite.ts";
import * as site from "../../../src/contract/site.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import type { Manifest } from "../organizations/integrations.ts";
import type { ConsentTenants } from "./consent-tenants.ts";

export interface Act {
  readonly name: string;
  /** The scopes that an admin of the organization accepted before; minimal by default. */
  readonly accepted?: Partial<Manifest>;
  /** Whether it changes more than the integration, so that it needs a separate platform. */
  readonly isWide?: true;
  /** The action may be refused. Only the access afterwards is measured. */
  readonly run: (tenants: ConsentTenants) => Promise<unknown>;
}

const wide = { scopes: [...scopes], target: "all" as const };

const versions: readonly Act[] = [
  ...scopes.map((scope) => ({
    name: `releases a version that adds the scope ${scope}`,
    accepted: { scopes: ["openapi:write" as const], target: "all" as const },
    run: ({ publish }: ConsentTenants) =>
      publish({ scopes: ["openapi:write", scope], target: "all" }),
  })),
  ...targets.map((target) => ({
    name: `releases a version with the target ${target}`,
    accepted: { scopes: [...scopes], target: "organization" as const },
    run: ({ publish }: ConsentTenants) => publish({ scopes: [...scopes], target }),
  })),
  { name: "releases a version with everything", run: ({ publish }) => publish(wide) },
  {
    name: "releases a version with nothing, and then one with everything",
    async run({ publish }) {
      await publish({ scopes: [], target: "organization" });
      await publish(wide);
    },
  },
  {
    name: "releases a version with everything as a private integration, and as a public one",
    async run({ publish }) {
      await publish({ ...wide, visibility: "private" });
      await publish(wide);
    },
  },
  {
    name: "unpublishes the integration, and publishes one of the name with everything",
    async run({ workspace, publisher, installed, publish }) {
      const { integrationName } = installed;
      await workspace.ok(publisher, integration.unpublish, { integrationName });
      await publish(wide);
    },
  },
  {
    name: "releases a version with everything, and accepts it itself",
    async run({ workspace, publisher, both, installed, publish }) {
      await publish(wide);
      for (const user of [publisher, both]) {
        await workspace.refused(user, installation.accept, { ...installed, version: 2 });
      }
    },
  },
  {
    name: "releases a version with everything, and sends all events to a tunnel",
    async run({ workspace, publisher, installed, publish }) {
      await publish(wide);
      const { integrationName } = installed;
      const tunnel = { tunnelUrl: "https://tunnel.example.com/events", all: true };
      await workspace.ok(publisher, integration.dev, { integrationName, ...tunnel });
    },
  },
];

const transfers: readonly Act[] = [
  {
    name: "transfers a space that its own organization works with into the organization",
    async run({ workspace, both, colleague, publisher, other, organizationId, installed }) {
      const { id: spaceId } = await workspace.ok(both, space.create, { organizationId: other });
      const { integrationName } = installed;
      const own = await workspace.ok(publisher, integration.install, {
        integrationName,
        organization: other,
      });
      const one = { integrationName, installationId: own.id };
      await workspace.ok(publisher, installation.update, { ...one, space_selection: "selected" });
      await workspace.ask(publisher, installation.installOnSpace, { ...one, space: spaceId });
      const share = { organizationId: other, space: spaceId, level: "admin" as const };
      const { id: inviteId } = await workspace.ok(both, invite.create, share);
      await workspace.ok(both, space.transfer, { spaceId, organization: organizationId });
      const joining = { organizationId: other, inviteId };
      await workspace.ask(colleague, invite.accept, joining);
    },
  },
  {
    name: "transfers a collection into the organization",
    async run({ workspace, both, other, organizationId }) {
      const { id } = await workspace.ok(both, collection.create, { organizationId: other });
      await workspace.ok(both, space.create, { organizationId: other, parent: id });
      const target = { collectionId: id, organization: organizationId };
      await workspace.ok(both, collection.transfer, target);
    },
  },
  {
    name: "transfers a space of the organization to its own, as far as a member may",
    async run({ workspace, both, other, spaceId }) {
      await workspace.ask(both, space.transfer, { spaceId, organization: other });
    },
  },
];

const invitations: readonly Act[] = [
  {
    name: "invites a member and an admin of the organization into its own",
    async run({ workspace, publisher, admin, both, other }) {
      const rows = await workspace.db
        .selectFrom("users")
        .select("email")
        .where("id", "in", [admin, both])
        .execute();
      const emails = rows.map(({ email }) => email);
      await workspace.ask(publisher, invite.users, {
        organizationId: other,
        emails,
        role: "admin",
      });
    },
  },
  {
    name: "lets the email domain of the organization join its own",
    async run({ workspace, publisher, both, other }) {
      const emailDomains = ["example.com"];
      const of = { organizationId: other };
      await workspace.ask(publisher, organization.update, { ...of, emailDomains });
      await workspace.ask(both, organization.join, of);
    },
  },
];

const sites: readonly Act[] = [
  {
    name: "puts a space of the organization on a docs site of its own, open to its members",
    async run({ workspace, both, other, spaceId }) {
      const of = { organizationId: other };
      const { id: siteId } = await workspace.ok(both, site.create, { ...of, title: "Taken" });
      await workspace.ask(both, site.update, { ...of, siteId, defaultLevel: "admin" });
      await workspace.ask(both, siteSpace.create, { ...of, siteId, spaceId });
      await workspace.ask(both, site.publish, { ...of, siteId });
    },
  },
];

const wideActs = [...transfers, ...invitations, ...sites].map((act) => ({
  ...act,
  isWide: true as const,
}));

export const acts: readonly Act[] = [...versions, ...wideActs];
