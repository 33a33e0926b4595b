/** Seeds the teams, grants, invites and providers of the sample workspace. */

import { computeStrength } from "../../core/access/grants.ts";
import type { SampleContext } from "../../core/area.ts";
import { certificate, grants, links, providers, ssoMembers, teams } from "./sample-data.ts";
import { addToTeam } from "./teams/team-members.ts";

const day = 24 * 60 * 60 * 1000;

type SampleIds = ReadonlyMap<string, string>;

export async function seedPeopleSample(seeding: SampleContext): Promise<void> {
  const { people } = seeding;
  const teamIds = await seedTeams(seeding, people);
  const content = await loadContentByTitle(seeding);
  await seedGrants(seeding, new Map([...people, ...teamIds]), content);
  await seedLinks(seeding, content);
  await seedProviders(seeding, teamIds);
  await seeding.db
    .updateTable("members")
    .set({ sso: 1 })
    .where("organization_id", "=", seeding.organization)
    .where(
      "user_id",
      "in",
      ssoMembers.map((email) => getId(people, email)),
    )
    .execute();
}

async function seedTeams(seeding: SampleContext, people: SampleIds): Promise<SampleIds> {
  const ids = new Map<string, string>();
  for (const { title, createdDaysAgo, owners, members } of teams) {
    const id = seeding.newId();
    ids.set(title, id);
    await seeding.db
      .insertInto("teams")
      .values({
        id,
        organization_id: seeding.organization,
        title,
        created_at: subtractAge(seeding, createdDaysAgo),
      })
      .execute();
    for (const email of owners) await addToTeam(seeding.db, { id }, getId(people, email), "owner");
    for (const email of members)
      await addToTeam(seeding.db, { id }, getId(people, email), "member");
  }
  return ids;
}

interface SampleTarget {
  readonly id: string;
  readonly kind: "space" | "collection";
}

async function loadContentByTitle({
  db,
  organization,
}: SampleContext): Promise<ReadonlyMap<string, SampleTarget>> {
  const read = (table: "spaces" | "collections") =>
    db
      .selectFrom(table)
      .select(["id", "title"])
      .where("organization_id", "=", organization)
      .execute();
  const content = new Map<string, SampleTarget>();
  for (const { id, title } of await read("spaces")) content.set(title, { id, kind: "space" });
  for (const { id, title } of await read("collections")) {
    content.set(title, { id, kind: "collection" });
  }
  return content;
}

async function seedGrants(
  { db, organization }: SampleContext,
  holders: SampleIds,
  content: ReadonlyMap<string, SampleTarget>,
): Promise<void> {
  await db
    .insertInto("grants")
    .values(
      grants.map(({ role, to, on }) => ({
        organization_id: organization,
        content_id: getTitled(content, on).id,
        holder_id: getId(holders, to),
        strength: computeStrength(role),
      })),
    )
    .execute();
}

async function seedLinks(
  seeding: SampleContext,
  content: ReadonlyMap<string, SampleTarget>,
): Promise<void> {
  for (const { level, on, createdDaysAgo } of links) {
    const { id, kind } = getTitled(content, on);
    await seeding.db
      .insertInto("link_invites")
      .values({
        id: seeding.newId(),
        organization_id: seeding.organization,
        role: null,
        space_id: kind === "space" ? id : null,
        collection_id: kind === "collection" ? id : null,
        level,
        created_at: subtractAge(seeding, createdDaysAgo),
      })
      .execute();
  }
}

async function seedProviders(seeding: SampleContext, teamIds: SampleIds): Promise<void> {
  for (const provider of providers) {
    await seeding.db
      .insertInto("saml_providers")
      .values({
        id: seeding.newId(),
        organization_id: seeding.organization,
        label: provider.label,
        entity_id: provider.entityId ?? "",
        certificate: provider.hasCertificate ? certificate : "",
        sso_url: provider.ssoUrl ?? "",
        groups_attribute: null,
        default_team: provider.team === undefined ? null : getId(teamIds, provider.team),
        default_role: provider.role,
        created_at: subtractAge(seeding, provider.createdDaysAgo),
      })
      .execute();
  }
}

function getTitled(content: ReadonlyMap<string, SampleTarget>, title: string): SampleTarget {
  const titledContent = content.get(title);
  if (!titledContent) throw new Error(`The sample has no space or collection titled ${title}.`);
  return titledContent;
}

function getId(ids: SampleIds, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The sample has no user or team named ${name}.`);
  return id;
}

function subtractAge({ now }: SampleContext, days: number): string {
  return new Date(now.getTime() - days * day).toISOString();
}
