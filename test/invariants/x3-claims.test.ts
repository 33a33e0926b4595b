/**
 * X3: no action of an inviter or of a site's owner increases access to the resources of another
 * organization, or of a space, without an action there. Each action is combined with each kind of
 * access.
 */
import { describe, expect, test } from "vitest";
import type { Endpoint, Input } from "../../src/contract/endpoint.ts";
import * as hostnames from "../../src/contract/hostname.ts";
import * as invitation from "../../src/contract/invitation.ts";
import * as member from "../../src/contract/member.ts";
import * as organization from "../../src/contract/organization.ts";
import * as domain from "../../src/contract/organization-domain.ts";
import * as invite from "../../src/contract/organization-invite.ts";
import { type Role, roles } from "../../src/contract/roles.ts";
import * as saml from "../../src/contract/saml.ts";
import * as site from "../../src/contract/site.ts";
import * as sitePermission from "../../src/contract/site-permission.ts";
import * as section from "../../src/contract/site-section.ts";
import * as siteSpace from "../../src/contract/site-space.ts";
import * as space from "../../src/contract/space.ts";
import * as spacePermission from "../../src/contract/space-permission.ts";
import * as team from "../../src/contract/team.ts";
import { computeStrength } from "../../src/service/core/access/grants.ts";
import { buildVerificationRecord } from "../../src/service/core/domains.ts";
import { amount, report, sample, slowTest, slowTests } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import {
  accessKinds,
  addProvider,
  type ConsentWorld,
  openConsentWorld,
} from "../support/models/consent-world.ts";
import { openWorkspace, type Workspace } from "../support/platforms/workspace.ts";

type Act = (world: ConsentWorld) => Promise<unknown>;

/** Sends a request as the admin of the other organization, which may be refused. */
function trying<E extends Endpoint>(endpoint: E, input: (world: ConsentWorld) => Input<E>): Act {
  return (world) => world.workspace.ask(world.actor, endpoint, input(world));
}

const own = ({ other: organizationId }: ConsentWorld) => ({ organizationId });
const ownSite = ({ other: organizationId, otherSite: siteId }: ConsentWorld) => ({
  organizationId,
  siteId,
});
const victim = "u@home.example";
const admin = "admin" as const;

/** A claim to a domain whose TXT record the other organization has set. */
const claiming =
  (name: string, isSet = true): Act =>
  async (world) => {
    const { workspace, actor, other, records } = world;
    const record = buildVerificationRecord(other, name);
    if (isSet) records.set(record.name, [record.value]);
    await workspace.ask(actor, domain.add, { ...own(world), domain: name });
    await workspace.ask(actor, domain.check, { ...own(world), domain: name });
    await workspace.service.jobs.finish();
  };

const acts: Readonly<Record<string, Act>> = {
  "inviting its user": trying(invite.users, (world) => ({ ...own(world), emails: [victim] })),
  "inviting its user as an admin who signs in by single sign-on": trying(invite.users, (world) => ({
    ...own(world),
    emails: [{ email: victim, role: admin }],
    sso: true,
  })),
  "inviting its user, and withdrawing it": async (world) => {
    const { workspace, actor, user: userId } = world;
    await workspace.ask(actor, invite.users, { ...own(world), emails: [victim], role: admin });
    await workspace.ask(actor, invitation.withdraw, { ...own(world), userId });
  },
  "creating an invite link": trying(invite.create, (world) => ({ ...own(world), role: admin })),
  "giving its user a role": trying(member.update, (world) => ({
    ...own(world),
    userId: world.user,
    role: admin,
  })),
  "putting its user into a team": trying(team.create, (world) => ({
    ...own(world),
    title: "Team",
    members: [world.user],
  })),
  "granting its user a role": trying(spacePermission.grant, ({ otherSpace, user }) => ({
    spaceId: otherSpace,
    role: admin,
    users: [user],
  })),
  "granting a role in its space": trying(spacePermission.grant, ({ homeSpace, actor }) => ({
    spaceId: homeSpace,
    role: admin,
    users: [actor],
  })),
  "letting its email domain join": trying(organization.update, (world) => ({
    ...own(world),
    emailDomains: ["home.example", "sub.home.example"],
    defaultRole: admin,
  })),
  "claiming its domain": claiming("home.example", false),
  "claiming its domain with a record": claiming("home.example"),
  "claiming a domain below its own with a record": claiming("docs.home.example"),
  "creating a provider": async ({ workspace, other }) =>
    addProvider(workspace, other, "Other login"),
  "creating a provider and claiming its domain": async (world) => {
    await addProvider(world.workspace, world.other, "Other login");
    await claiming("home.example")(world);
    const settings = { emailDomains: ["home.example"], defaultRole: admin };
    await world.workspace.ask(world.actor, organization.update, { ...own(world), ...settings });
  },
  "creating a provider and inviting its user": async (world) => {
    await addProvider(world.workspace, world.other, "Other login");
    await world.workspace.ask(world.actor, invite.users, { ...own(world), emails: [victim] });
  },
  "changing its own provider": trying(saml.create, (world) => ({
    ...own(world),
    label: "Other",
    defaultRole: admin,
  })),
  "enforcing single sign-on": trying(organization.update, (world) => ({
    ...own(world),
    sso: true,
  })),
  "taking its hostname": trying(site.update, (world) => ({
    ...ownSite(world),
    hostname: "docs.home.example",
  })),
  "taking a hostname below its domain": trying(site.update, (world) => ({
    ...ownSite(world),
    hostname: "www.home.example",
  })),
  "taking a path of its hostname": trying(site.update, (world) => ({
    ...ownSite(world),
    proxy: "docs.home.example/help",
  })),
  "taking a path of its domain": trying(site.update, (world) => ({
    ...ownSite(world),
    proxy: "home.example/help",
  })),
  "taking its hostname off": trying(hostnames.remove, () => ({ hostname: "docs.home.example" })),
  "taking the hostname of the organization": trying(organization.update, (world) => ({
    ...own(world),
    hostname: "home",
  })),
  "putting its space on a site": trying(siteSpace.create, (world) => ({
    ...ownSite(world),
    spaceId: world.homeSpace,
  })),
  "raising the level of a site": trying(site.update, (world) => ({
    ...ownSite(world),
    defaultLevel: admin,
  })),
  "granting its user a role on a site": trying(sitePermission.grant, (world) => ({
    ...ownSite(world),
    role: admin,
    users: [world.user],
  })),
  "transferring a space to it": trying(space.transfer, ({ otherSpace, home }) => ({
    spaceId: otherSpace,
    organization: home,
  })),
  "transferring its space away": trying(space.transfer, ({ homeSpace, other }) => ({
    spaceId: homeSpace,
    organization: other,
  })),
  "joining it": trying(organization.join, ({ home }) => ({ organizationId: home })),
  "accepting an invitation that there is not": trying(invitation.accept, ({ home }) => ({
    organizationId: home,
  })),
};

interface Played {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

async function measure(world: ConsentWorld): Promise<Record<string, unknown>> {
  const measured: Record<string, unknown> = {};
  for (const [kind, read] of Object.entries(accessKinds)) measured[kind] = await read(world);
  return measured;
}

async function play(these: readonly Act[]): Promise<Played> {
  const world = await openConsentWorld();
  const before = await measure(world);
  for (const act of these) await act(world);
  return { before, after: await measure(world) };
}

const played = new Map<string, Promise<Played>>();

/** Each action is executed once, for all kinds of access. */
function playOnce(name: string): Promise<Played> {
  const one = played.get(name) ?? play([acts[name] ?? (async () => undefined)]);
  played.set(name, one);
  return one;
}

const pairs = Object.keys(acts).flatMap((act) =>
  Object.keys(accessKinds).map((kind) => ({ act, kind })),
);

describe("an action in another organization", () => {
  test.each(sample(pairs, 6))("$act does not change $kind", async ({ act, kind }) => {
    const { before, after } = await playOnce(act);
    expect(after[kind]).toEqual(before[kind]);
  });

  slowTest("several actions in any order change no kind of access", async () => {
    const random = randomFrom();
    const rounds = amount({ short: 1, full: 200 });
    for (let round = 0; round < rounds; round++) {
      const names = Array.from({ length: 4 }, () => random.pick(Object.keys(acts)));
      const { before, after } = await play(names.flatMap((name) => acts[name] ?? []));
      expect({ names, seed: random.seed, access: after }).toEqual({
        names,
        seed: random.seed,
        access: before,
      });
    }
    report(
      "X3",
      `${pairs.length} pairs of an action and a kind of access, ${rounds} sequences of actions (TOME_SEED=${random.seed})`,
    );
  });
});

describe("an action of consent", () => {
  const consents: Readonly<Record<string, readonly [kind: string, act: Act]>> = {
    "accepting the invitation": [
      "the organizations of its user",
      async (world) => {
        const { workspace, actor, user } = world;
        await workspace.ok(actor, invite.users, { ...own(world), emails: [victim] });
        await workspace.ok(user, invitation.accept, own(world));
      },
    ],
    "inviting a user who accepts": [
      "the roles in its space",
      async ({ workspace, owner, accomplice, home: organizationId }) => {
        const emails = [{ email: "friend@other.example", role: "read" as const }];
        await workspace.ok(owner, invite.users, { organizationId, emails });
        await workspace.ok(accomplice, invitation.accept, { organizationId });
      },
    ],
    "giving up the domain": [
      "what its hostnames lead to",
      async (world) => {
        const { workspace, owner, home: organizationId } = world;
        await workspace.ok(owner, domain.remove, { organizationId, domain: "home.example" });
        await claiming("home.example")(world);
        const named = { ...ownSite(world), hostname: "docs.home.example" };
        await workspace.ok(world.actor, site.update, named);
      },
    ],
    "removing the record of a domain that DNS has verified": [
      "the sign-in page of its email domain",
      async (world) => {
        const { db } = world.workspace;
        const name = "home.example";
        await db.updateTable("organization_domains").set({ verified_by: "dns" }).execute();
        await addProvider(world.workspace, world.other, "Other login");
        await claiming(name)(world);
      },
    ],
  };

  slowTests.each(Object.entries(consents))("%s changes access", async (_, [kind, act]) => {
    const { before, after } = await play([act]);
    expect(after[kind]).not.toEqual(before[kind]);
  });

  slowTest("declining an invitation leaves nothing to accept", async () => {
    const world = await openConsentWorld();
    const { workspace, actor, user } = world;
    await workspace.ok(actor, invite.users, { ...own(world), emails: [victim] });
    const { items } = await workspace.ok(user, invitation.list, {});
    expect(items.map(({ organization: { title }, role }) => [title, role])).toEqual([
      ["Other", null],
    ]);
    expect((await workspace.ok(actor, invitation.pending, own(world))).items).toHaveLength(1);
    expect((await workspace.ask(user, invitation.decline, own(world))).status).toBe(205);
    expect((await workspace.ok(actor, invitation.pending, own(world))).items).toEqual([]);
    expect(await workspace.refused(user, invitation.accept, own(world))).toMatchObject({
      status: 403,
    });
  });
});

/** A space in which an author has a role, and a site of theirs. */
interface SiteWorld {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly author: string;
  readonly spaceId: string;
  readonly siteId: string;
  readonly people: readonly string[];
}

/** @param workspace in which it gets an organization of its own */
async function openSiteWorld(workspace: Workspace, authorRole: Role): Promise<SiteWorld> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const author = await workspace.member(organizationId, "create");
  const reader = await workspace.member(organizationId, "read");
  const guest = await workspace.member(organizationId, null);
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: authorRole, users: [author] });
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const granted = { organizationId, siteId, role: "admin" as const, users: [author] };
  await workspace.ok(admin, sitePermission.grant, granted);
  return { workspace, organizationId, author, spaceId, siteId, people: [author, reader, guest] };
}

/** The ways to add a space to a site. @returns the site */
const puts: Readonly<Record<string, (world: SiteWorld) => Promise<string>>> = {
  "adding a site space": async ({ workspace, author, organizationId, siteId, spaceId }) => {
    await workspace.ok(author, siteSpace.create, { organizationId, siteId, spaceId });
    return siteId;
  },
  "adding a section": async ({ workspace, author, organizationId, siteId, spaceId }) => {
    const input = { organizationId, siteId, spaceId, title: "Part" };
    await workspace.ok(author, section.create, input);
    return siteId;
  },
  "showing it in place of another space": async (world) => {
    const { workspace, author, organizationId, siteId, spaceId } = world;
    const made = await workspace.ok(author, siteSpace.create, {
      organizationId,
      siteId,
      spaceId: null,
    });
    const input = { organizationId, siteId, siteSpaceId: made.id, spaceId };
    await workspace.ok(author, siteSpace.update, input);
    return siteId;
  },
};

/** The ways in which a site grants more. */
const raises: Readonly<Record<string, (world: SiteWorld, siteId: string) => Promise<unknown>>> = {
  "its level": ({ workspace, author, organizationId }, siteId) =>
    workspace.ok(author, site.update, { organizationId, siteId, defaultLevel: "admin" }),
  "roles on it": ({ workspace, author, organizationId, people }, siteId) => {
    const input = { organizationId, siteId, role: "admin" as const, users: [...people] };
    return workspace.ok(author, sitePermission.grant, input);
  },
  "the role of a team": async ({ workspace, author, organizationId, people }, siteId) => {
    const { db, now } = workspace;
    const id = `team-${siteId}`;
    await db
      .insertInto("teams")
      .values({ id, organization_id: organizationId, title: "Team", created_at: now.toISOString() })
      .execute();
    const rows = people.map((user_id) => ({ team_id: id, user_id, role: "member" as const }));
    await db.insertInto("team_members").values(rows).execute();
    const input = { organizationId, siteId, role: "admin" as const, teams: [id] };
    return workspace.ok(author, sitePermission.grant, input);
  },
};

/**
 * The role of a user in a space: by reading it, in their list of spaces, and in the list of access.
 */
async function readableRoles({ workspace, organizationId, spaceId }: SiteWorld, who: string) {
  const { status, body } = await workspace.ask(who, space.get, { spaceId });
  const may = Object(body).permissions;
  const looked = status === 404 ? null : getRole(may);
  const admin = await workspace.db
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  const input = { organizationId, userId: who };
  const { items } = await workspace.ok(admin.user_id, member.spaces, input);
  const listed = items.find((one) => one.space.id === spaceId)?.permission ?? null;
  const all = await workspace.ok(admin.user_id, spacePermission.list, { spaceId });
  const aggregated = all.items.find(({ user }) => user.id === who)?.permission ?? null;
  return { looked, listed, aggregated };
}

function getRole(may: Readonly<Record<string, boolean>>): Role {
  if (may.admin) return "admin";
  if (may.triggerGitSync) return "create";
  if (may.review) return "review";
  if (may.edit) return "edit";
  return may.comment ? "comment" : "read";
}

const ways = Object.keys(puts).flatMap((put) =>
  Object.keys(raises).flatMap((raise) =>
    (["create", "admin"] as const).flatMap((cap) =>
      (["before", "after"] as const).map((when) => ({ put, raise, cap, when })),
    ),
  ),
);

describe("a role through a site", async () => {
  const workspace = await openWorkspace();

  test.each(sample(ways, 3))(
    "is at most $cap by $raise raised $when $put by a user with that role",
    async ({ put, raise, cap, when }) => {
      const world = await openSiteWorld(workspace, cap);
      if (when === "before") await raises[raise]?.(world, world.siteId);
      await puts[put]?.(world);
      // A grant on the space itself would take precedence over the site.
      await world.workspace.db
        .deleteFrom("grants")
        .where("content_id", "=", world.spaceId)
        .execute();
      if (when === "after") await raises[raise]?.(world, world.siteId);
      for (const who of world.people) {
        const { looked, listed, aggregated } = await readableRoles(world, who);
        expect([listed, aggregated]).toEqual([looked, looked]);
        expect(strength(looked)).toBeLessThanOrEqual(computeStrength(cap));
      }
      const [author = ""] = world.people;
      expect((await readableRoles(world, author)).looked).toBe(cap);
    },
  );
});

function strength(role: Role | null): number {
  return role === null ? 0 : roles.length - roles.indexOf(role);
}
