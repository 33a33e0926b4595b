/**
 * Two organizations for the consent invariants: the target has content, domains, a hostname and single
 * sign-on; an admin of the other one performs the actions.
 */

import * as member from "../../../src/contract/member.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as invite from "../../../src/contract/organization-invite.ts";
import * as site from "../../../src/contract/site.ts";
import * as space from "../../../src/contract/space.ts";
import * as url from "../../../src/contract/url.ts";
import { enrollUser } from "../../../src/service/areas/sign-in/enroll-user.ts";
import { openSignIn } from "../../../src/service/areas/sign-in/sign-ins.ts";
import { getText } from "../platforms/platform.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";

const base = "http://127.0.0.1:4000";

export interface ConsentWorld {
  readonly workspace: Workspace;
  /** The target organization, with its admin and its user `u@home.example`. */
  readonly home: string;
  readonly owner: string;
  readonly user: string;
  /** A token of the user, issued through the provider of their organization. */
  readonly userToken: string;
  readonly homeSpace: string;
  readonly homeSite: string;
  /** The organization of the acting admin, with a space and a site. */
  readonly other: string;
  readonly actor: string;
  /** An accomplice who belongs to no organization. */
  readonly accomplice: string;
  readonly otherSpace: string;
  readonly otherSite: string;
  /** The TXT records of the simulated name servers. */
  readonly records: Map<string, readonly string[]>;
}

export async function openConsentWorld(): Promise<ConsentWorld> {
  const records = new Map<string, readonly string[]>();
  const workspace = await openWorkspace({
    textRecordsOf: async (name) => records.get(name) ?? [],
  });
  const home = await workspace.organization("Home");
  const owner = await workspace.member(home, "admin");
  const user = await workspace.person("u@home.example");
  await workspace.enroll(home, user, "create");
  await workspace.vouch(home, "home.example");
  const settings = {
    emailDomains: ["home.example"],
    defaultRole: "read",
    hostname: "home",
  } as const;
  await workspace.ok(owner, organization.update, {
    organizationId: home,
    ...settings,
    emailDomains: [...settings.emailDomains],
  });
  const { space: homeSpace, site: homeSite } = await makeContent(workspace, home, owner);
  const named = { organizationId: home, siteId: homeSite, hostname: "docs.home.example" };
  await workspace.ok(owner, site.update, named);
  await addProvider(workspace, home, "Home login");
  const userToken = await signIn(workspace, home, user);
  const other = await workspace.organization("Other");
  const actor = await workspace.member(other, "admin");
  const accomplice = await workspace.person("friend@other.example");
  const { space: otherSpace, site: otherSite } = await makeContent(workspace, other, actor);
  return {
    ...{ workspace, home, owner, user, userToken, homeSpace, homeSite, other, actor, accomplice },
    ...{ otherSpace, otherSite, records },
  };
}

async function makeContent(workspace: Workspace, organizationId: string, admin: string) {
  const made = await workspace.ok(admin, space.create, { organizationId, title: "Handbook" });
  const input = { organizationId, title: "Docs", spaces: [made.id] };
  const { id: siteId } = await workspace.ok(admin, site.create, input);
  await workspace.ok(admin, site.publish, { organizationId, siteId });
  return { space: made.id, site: siteId };
}

/** A complete SAML provider of an organization. */
export async function addProvider(
  { db, now }: Workspace,
  organization_id: string,
  label: string,
): Promise<void> {
  await db
    .insertInto("saml_providers")
    .values({
      id: `provider-of-${organization_id}`,
      organization_id,
      label,
      entity_id: "https://id.example",
      certificate: "certificate",
      sso_url: "https://id.example/sso",
      default_team: null,
      default_role: "admin",
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns a token of a user, issued through the provider of an organization */
export function signIn({ db, now }: Workspace, organization: string, user: string) {
  const provider = `provider-of-${organization}`;
  return openSignIn(db, { kind: "tool", user, organization, provider, now });
}

/** The requests that are tried with a token, and their results. */
export async function askWith(
  { service }: Workspace,
  token: string,
  path: string,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await service.transport({ method: "GET", url: `${base}${path}`, headers })).status;
}

/** The users whom a provider of the other organization can authenticate. */
async function vouched({ workspace, other }: ConsentWorld, email: string): Promise<string> {
  const { db, now } = workspace;
  const provider = await db
    .selectFrom("saml_providers")
    .selectAll()
    .where("organization_id", "=", other)
    .executeTakeFirst();
  if (!provider) return "nobody";
  const request = { method: "GET", url: `${base}/`, headers: {} } as const;
  return (await enrollUser(db, provider, { email }, { now, request })) ?? "nobody";
}

type Kind = (world: ConsentWorld) => Promise<unknown>;

function everybody({ owner, user, actor, accomplice }: ConsentWorld): readonly string[] {
  return [owner, user, actor, accomplice];
}

/** All access to the target organization and its user. */
export const accessKinds: Readonly<Record<string, Kind>> = {
  "the members of the organization": ({ workspace, owner, home: organizationId }) =>
    workspace
      .ok(owner, member.list, { organizationId })
      .then(({ items }) => items.map(({ id, role }) => `${id} ${role}`)),
  "the organizations of its user": ({ workspace, user }) =>
    workspace.ok(user, organization.list, {}).then(({ items }) => items.map(({ id }) => id)),
  "the roles in its space": async (world) => {
    const { workspace, homeSpace: spaceId } = world;
    return Promise.all(
      everybody(world).map(async (who) => {
        const { status, body } = await workspace.ask(who, space.get, { spaceId });
        return [status, JSON.stringify(Object(body).permissions)];
      }),
    );
  },
  "the spaces that it lists": async (world) => {
    const { workspace, home: organizationId } = world;
    return Promise.all(
      everybody(world).map(async (who) => {
        const { status, body } = await workspace.ask(who, space.list, { organizationId });
        return [status, Object(body).items?.map(({ id }: { id: string }) => id)];
      }),
    );
  },
  "the roles on its docs site": async (world) => {
    const { workspace, home: organizationId, homeSite: siteId } = world;
    return Promise.all(
      everybody(world).map(async (who) => {
        const asked = { organizationId, siteId };
        const { status, body } = await workspace.ask(who, site.get, asked);
        return [status, JSON.stringify(Object(body).permissions), Object(body).hostname];
      }),
    );
  },
  "its search": async (world) => {
    const { workspace, home: organizationId } = world;
    const query = "handbook";
    return Promise.all(
      everybody(world).map(async (who) => {
        const asked = { organizationId, query };
        return (await workspace.ask(who, organization.search, asked)).status;
      }),
    );
  },
  "its invite links": async ({ workspace, owner, home: organizationId }) =>
    (await workspace.ok(owner, invite.list, { organizationId })).items.length,
  "whom its email domain lets join": async ({ workspace, accomplice }) => {
    const asked = { emailDomain: "home.example" };
    const { organizations } = await workspace.ok(accomplice, organization.forDomain, asked);
    return organizations.map(({ id }) => id);
  },
  "the sign-in page of its email domain": async ({ workspace }) => {
    const address = `${base}/_signin?email=u%40home.example`;
    const page = await workspace.service.transport({ method: "GET", url: address, headers: {} });
    return (await getText(page)).match(/<li>.*?<\/li>/g);
  },
  "whom another provider signs in": async (world) => [
    await vouched(world, "u@home.example"),
    await vouched(world, "new@home.example"),
  ],
  "what its hostnames lead to": ({ workspace, accomplice }) =>
    Promise.all(
      ["docs.home.example", "docs.home.example/help", "www.home.example", "home.example/help"].map(
        async (name) => {
          const asked = { url: `https://${name}/page` };
          const { status, body } = await workspace.ask(accomplice, url.resolve, asked);
          return [status, Object(body).site];
        },
      ),
    ),
  "the tokens of its provider": async ({ workspace, home, user, userToken, homeSpace }) => {
    const tokens = [userToken, await signIn(workspace, home, user)];
    return Promise.all(tokens.map((token) => askWith(workspace, token, `/v1/spaces/${homeSpace}`)));
  },
  "what those tokens open elsewhere": async ({ workspace, userToken, other, otherSpace }) =>
    Promise.all(
      [`/v1/spaces/${otherSpace}`, `/v1/orgs/${other}`, `/v1/orgs/${other}/members`].map((path) =>
        askWith(workspace, userToken, path),
      ),
    ),
};
